"""The first start of a card: language, Wi-Fi, host name, time zone, and whether this is a table or the organiser.

This folder is what root runs (``python -m device.first_start``): `boot_file` reads answers from the card's boot
partition, `applying` carries them out in steps of which each may be done twice (docs/decisions/image.md). The screens
and the page for a phone (`phone`) are not root: they leave a request, and read what came of it, by what is in `common`.
"""
