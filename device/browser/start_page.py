"""The starting page, on the computer that runs the tables: for each its address, its code, and both as a QR code."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from device.browser.places import TablePlace
from device.i18n import language, t
from device.web.network import reachable_address

State = tuple[bool, bool, int]
"""Whether a table runs, whether somebody holds it, how many look on."""


def start_page(tables: Sequence[tuple[TablePlace, State]]) -> str:
    """The whole page; it is asked for again by itself."""
    many = len(tables) > 1
    title = t("Tables in browsers") if many else t("A table in the browser")
    lead = t("Scan the code with a telephone or a tablet on the same network.")
    alone = "" if reachable_address() else t("This computer is on no network.")
    return (
        f'<!doctype html>\n<html lang="{language()}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="refresh" content="4">'
        f"<title>{escape(title)}</title>"
        '<link rel="icon" href="/static/icon.svg"><link rel="stylesheet" href="/static/start.css"></head>\n'
        f'<body><h1>{escape(title)}</h1><p>{escape(lead)}</p><p class="warn">{escape(alone)}</p>'
        f'<main class="{"many" if many else "one"}">{"".join(map(card, tables))}</main></body></html>\n'
    )


def card(table: tuple[TablePlace, State]) -> str:
    """One table."""
    place, (runs, held, watchers) = table
    if not runs:
        state = t("It is being started.")
    else:
        state = t("Somebody plays.") if held else t("Nobody plays yet.")
        if watchers:
            state += " " + t("Looking on: {n}", n=watchers)
    name = t("Table {n}", n=place.number) if place.number else ""
    code, play, look = t("Code"), t("Play on this computer"), t("Look on")
    return (
        f'<section><h2>{escape(name)}</h2><img src="/qr/{place.code}.svg" alt="">'
        f'<p class="address">{escape(place.address().removeprefix("http://").rstrip("/"))}</p>'
        f'<p class="code">{escape(code)} <b>{place.code}</b></p><p class="state">{escape(state)}</p>'
        f'<p class="ways"><a href="{place.link("127.0.0.1")}">{escape(play)}</a>'
        f'<a href="{place.address("127.0.0.1")}?look#{place.code}">{escape(look)}</a></p></section>'
    )
