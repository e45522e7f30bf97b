"""The first start from a phone: a page that the device serves on its own hotspot until somebody has answered.

`form` reads what the phone sends by the checks of screen and file, `html` draws the page, `serving` serves it within
the bounds of the organiser's pages, on the hotspot's address alone. What was said is left as the screen leaves it
(`device.first_start.common.asking`), and root carries it out.
"""
