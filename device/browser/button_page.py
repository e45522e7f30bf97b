"""The page that makes a telephone a clock button: one large button, both times, and how it stands with the table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from string import Template

import msgspec
from starlette.responses import Response

from device.browser.button import VERSION
from device.i18n import speaking, t
from device.web.headers import security_headers

PAGE = Template(Path(__file__).with_name("static").joinpath("button.html").read_text(encoding="utf-8"))
HOST = re.compile(r"[A-Za-z0-9.-]{1,100}(:[0-9]{1,5})?|\[[0-9a-fA-F:.]{2,45}\](:[0-9]{1,5})?")


def side_of(word: str) -> int | None:
    """The side that an address names, ``a`` or ``b``; None where it names none."""
    return {"a": 0, "b": 1}.get(word)


def is_own(headers: Mapping[str, str]) -> bool:
    """Whether a line is asked for by a page of this very server: no other site's script speaks to a table."""
    origin, host = headers.get("origin", ""), headers.get("host", "")
    return bool(host) and origin.partition("://")[2] == host


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


def response(side: int, language: str, host: str) -> Response:
    """The page of a side, in a language, for a browser that asked under the name ``host``."""
    with speaking(language):
        said = words(side)
        page = PAGE.substitute(
            language=language,
            title=escape(said["title"]),
            side="ab"[side],
            version=VERSION,
            words=escape(msgspec.json.encode(said).decode()),
        )
    lines = f" ws://{host} wss://{host}" if HOST.fullmatch(host) else ""  # 'self' is no WebSocket for every browser
    headers = security_headers(script="'self'", style="'self'", img="'self'", font="'self'", connect=f"'self'{lines}")
    return Response(page, media_type="text/html", headers=headers | {"Cache-Control": "no-store"})
