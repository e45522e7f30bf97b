"""The first start of a card: language, Wi-Fi, host name, time zone, and whether this is a table or the organiser.

`answers` is what people can say, checked; `boot_file` reads it from the card's boot partition; `applying` carries it
out as root, in steps of which each may be done twice; `asking` is the table's end: it is not root, so it leaves a
request and reads what came of it (docs/decisions/image.md).
"""
