"""What the screens, the page for a phone and root's programs share of the first start.

`questions` is what is asked, `answers` what people can say, checked; `asking` leaves it as a request and reads what
came of it. `hotspot` and `networks` are the Wi-Fi that the card opens and those in reach, `system` the files and
programs of the card.
"""
