"""The page that makes a telephone a clock button, and the one that leads to it for either side."""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from device.browser.button import VERSION
from device.browser.places import TablePlace, qr_svg
from device.browser.web import HEADERS, TEMPLATES, address_of, html
from device.i18n import language, t

SIDES = "ab"


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


def button_link(place: TablePlace, side: int) -> str:
    """The address of a side's button with the table's code, under which a telephone finds it."""
    return f"{place.address()}button/{SIDES[side]}#{place.code}"


class ButtonPages:
    """The pages. ``is_welcome`` says whether who asks from that address may know the code that is named."""

    def __init__(self, place: TablePlace, is_welcome: Callable[[str, str], bool]) -> None:
        self._place, self._is_welcome = place, is_welcome

    def routes(self) -> list[BaseRoute]:
        """Both buttons, and the way to them."""
        return [
            Route("/button", self.choice),
            Route("/button/{side}", self.button),
            Route("/button/{side}/{code}.svg", self.qr),
        ]

    async def choice(self, request: Request) -> Response:
        """Which button a telephone is to be."""
        return html(TEMPLATES.get_template("buttons.html").render(language=language()))

    async def button(self, request: Request) -> Response:
        """The page of a side."""
        side = request.path_params["side"]
        if side not in tuple(SIDES):
            return Response("", 404, headers=HEADERS)
        values = {"language": language(), "words": words(SIDES.index(side)), "side": side, "version": VERSION}
        return html(TEMPLATES.get_template("button.html").render(values))

    async def qr(self, request: Request) -> Response:
        """The address of a side's page with the code as a picture, for whoever knows the code."""
        side = request.path_params["side"]
        if side not in tuple(SIDES) or not self._is_welcome(request.path_params["code"], address_of(request)):
            return Response("", 404, headers=HEADERS)
        svg = qr_svg(button_link(self._place, SIDES.index(side)))
        return Response(svg, media_type="image/svg+xml", headers={**HEADERS, "Cache-Control": "no-store"})
