"""The page that makes a telephone a clock button: one large button, both times, and how it stands with the table."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from device.browser.button import VERSION
from device.browser.web import HEADERS, TEMPLATES
from device.common.i18n import language, t
from device.common.web.answers import html

SIDES = "ab"
"""How an address names the sides."""


def words(side: int) -> dict[str, str]:
    """What the page says by itself, in the language spoken now; ``{…}`` is filled in by the script."""
    name = "AB"[side]
    return {
        "title": t("Clock button {side}", side=name),
        "connecting": t("Connecting…"),
        "timing": t("The clocks are being compared…"),
        "exact": t("A press is exact to ± {ms} ms.", ms="{ms}"),
        "gone": t("Not connected since {time}. The clock goes on at the table.", time="{time}"),
        "kept": t("Your press is kept and counts from when you made it."),
        "down": t("Pressed…"),
        "taken": t("Another telephone is button {side}.", side=name),
        "take": t("Touch to press on this one"),
        "forbidden": t("Telephones are not allowed as clock buttons in this game."),
        "twin": t("This page is open a second time."),
        "here": t("Touch to go on here"),
        "outdated": t("The table has a newer page."),
        "reload": t("Touch to load it"),
        "stranger": t("Scan the code on the table's screen."),
        "awake": t("Set this telephone so that its screen stays on."),
    }


async def button_page(request: Request) -> Response:
    """The page of a side, in the language of the table."""
    side = request.path_params["side"]
    if side not in tuple(SIDES):
        return Response("", 404, headers=HEADERS)
    values = {"language": language(), "words": words(SIDES.index(side)), "side": side, "version": VERSION}
    return html(TEMPLATES.get_template("button.html").render(values), HEADERS)
