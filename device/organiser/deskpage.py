"""The organiser's own page, behind a password and on a port of its own: what the public board must not have."""

from __future__ import annotations

import hmac
import re
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from device.organiser.board.app import SECURITY, TYPES
from device.organiser.board.app import STATIC as BOARD_STATIC
from device.organiser.desk import Desk, Seating, seconds_of
from device.organiser.deskview import View
from device.organiser.store import StoreTrouble
from device.words import LANGUAGES, refusal, speaking, t, tr
from rules.message import Refusal

COOKIE = "dvojtah-desk"
NOW = "Dvojtah-Now"
"""The header by which an answer without a page says the event's time (ms)."""
LONGEST = 20_000
"""Bytes of a form."""
GUESSES = 10
"""Wrong passwords in a minute, beyond which everybody has to wait."""
POLICY = SECURITY | {"Content-Security-Policy": SECURITY["Content-Security-Policy"].replace(
    "form-action 'none'", "form-action 'self'")}  # fmt: skip
STATIC = {path.name: path for path in (
    *Path(__file__).with_name("static").iterdir(), BOARD_STATIC / "dials.js", BOARD_STATIC / "icon.svg")}  # fmt: skip


class Door:
    """Who may come in: one password, a random word for each browser that knew it, and patience with guessers."""

    def __init__(self, password: str, now: Callable[[], float] = time.monotonic) -> None:
        self._password = password
        self._now = now
        self._inside: dict[str, str] = {}
        self._wrong: list[float] = []

    def open(self, password: str) -> str | None:
        """The word for a browser that knows the password; None for others, and for everybody after many guesses."""
        now = self._now()
        self._wrong = [when for when in self._wrong if now - when < 60]
        if len(self._wrong) >= GUESSES:
            return None
        if not hmac.compare_digest(password.encode(), self._password.encode()):
            self._wrong.append(now)
            return None
        word = secrets.token_urlsafe(24)
        self._inside[word] = secrets.token_urlsafe(24)
        return word

    def form_word(self, word: str | None) -> str | None:
        """What a form of that browser carries, so that no other site's form does; None where it is not inside."""
        return self._inside.get(word or "")


def pairings(text: str, kind: str) -> list[Seating]:
    """Pairings as people write them, a table a line.

    ``1: Jana, Petr – Eva, Karel``, pairs with names of their own ``1: Krtci (Jana, Petr) – Sloky (Eva, Karel)``; games
    of single players ``2: Adam, Bára, Cyril, Dana``. Raises `Refusal` with the line.
    """
    found: list[Seating] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        table, colon, rest = line.partition(":")
        if not colon or not re.fullmatch(r"\s*[0-9]{1,4}\s*", table) or int(table) == 0:
            raise Refusal("", "Line {line}: write the table's number, a colon, and the names.", line=number)
        sides = [part.strip() for part in rest.replace(" - ", " – ").split("–")]
        if kind != "polish_doubles":
            players = [name.strip() for name in rest.split(",") if name.strip()]
            found.append(Seating(int(table), [[name] for name in players]))
            continue
        if len(sides) != 2 or not all(sides):
            raise Refusal("", "Line {line}: two pairs play, with a dash between them.", line=number)
        groups, names = [], []
        for side in sides:
            name, bracket, people = side.partition("(")
            groups.append([one.strip() for one in (people.rstrip(")") if bracket else side).split(",") if one.strip()])
            names.append(name.strip() if bracket else side)
        found.append(Seating(int(table), groups, names))
    return found


def desk_app(desk: Desk, password: str, lang: str, board: Callable[[], str], hosts: tuple[str, ...]) -> Starlette:
    """The application. ``board`` is the address of the public board, ``hosts`` the names this page answers to."""
    door = Door(password)
    view = View(desk, board)

    def answer(text: str, status: int = 200) -> Response:
        return Response(text, status, media_type="text/html", headers={**POLICY, "Cache-Control": "no-store"})

    def language(request: Request) -> str:
        asked = request.query_params.get("lang", request.cookies.get("lang", lang))
        return asked if asked in LANGUAGES else lang

    async def show(request: Request) -> Response:
        said = language(request)
        word = door.form_word(request.cookies.get(COOKIE))
        with speaking(said):
            if word is None:
                return answer(view.login(wrong=False))
            response = drawn(word, seen=request.query_params.get("seen", ""))
        response.set_cookie("lang", said, httponly=True, samesite="strict")
        return response

    def drawn(word: str, trouble: str = "", status: int = 200, seen: str = "") -> Response:
        """The page; an empty answer where ``seen`` is the mark of one that shows the same."""
        try:
            text = view.page(word, trouble, seen)
        except StoreTrouble as broken:
            return answer(view.closed(word, broken.message), 503)
        if text is None:
            return Response(status_code=204, headers={**POLICY, "Cache-Control": "no-store", NOW: str(view.now_ms())})
        return answer(text, status)

    async def enter(request: Request) -> Response:
        form = await _form(request)
        word = door.open(form.get("password", ""))
        if word is None:
            with speaking(language(request)):
                return answer(view.login(wrong=True), 403)
        response = RedirectResponse("/", 303, headers=POLICY)
        response.set_cookie(COOKIE, word, httponly=True, samesite="strict", max_age=24 * 3600)
        return response

    async def act(request: Request) -> Response:
        word = door.form_word(request.cookies.get(COOKIE))
        form = await _form(request)
        if word is None or not hmac.compare_digest(form.get("word", "").encode(), word.encode()):
            return RedirectResponse("/", 303, headers=POLICY)
        with speaking(language(request)):
            try:
                decide(desk, form)
            except Refusal as refused:
                return drawn(word, refusal(refused), 409)
            except StoreTrouble as broken:
                return drawn(word, tr(broken.message), 503)
            except (ValueError, KeyError):
                return drawn(word, t("The form was not filled in; nothing was decided."), 400)
        return RedirectResponse("/", 303, headers=POLICY)

    async def static(request: Request) -> Response:
        path = STATIC.get(request.path_params["name"])
        if path is None:
            return PlainTextResponse("", 404, headers=POLICY)
        return FileResponse(path, media_type=TYPES[path.suffix], headers={**POLICY, "Cache-Control": "no-cache"})

    async def lost(request: Request, error: Exception) -> Response:
        return PlainTextResponse("", 404, headers=POLICY)

    return Starlette(
        routes=[
            Route("/", show),
            Route("/enter", enter, methods=["POST"]),
            Route("/act", act, methods=["POST"]),
            Route("/static/{name}", static),
        ],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts))],
        exception_handlers={404: lost},
    )


def decide(desk: Desk, form: dict[str, str]) -> None:
    """Do what a form says. Raises `Refusal`; ValueError or KeyError where something is missing."""
    what = form["do"]
    if what == "name":
        desk.name(form["title"])
    elif what == "round":
        desk.round(int(form["round"]), seconds_of(form["minutes"]), form.get("kind", ""),
                   seconds_of(form.get("starts") or "0"))  # fmt: skip
    elif what == "length":
        desk.round_length(seconds_of(form["minutes"]))
    elif what in ("pause_round", "resume_round", "end_round"):
        getattr(desk, what)()
    elif what == "notice":
        desk.notice(form.get("text", ""), form.get("text_en", ""))
    elif what == "pair":
        number = form.get("round", "").strip()
        desk.pair_all(form["kind"], pairings(form["pairings"], form["kind"]), int(number) if number else None)
    elif what in ("coming", "settled", "release", "unpair"):
        getattr(desk, what)(int(form["table"]))
    elif what == "back":
        desk.send_back(int(form["table"]), form.get("reason", ""), form.get("game", ""))
    elif what == "tell":
        desk.tell(int(form["table"]), form.get("text", ""))
    elif what == "count":
        desk.count(form["game"], form["counts"] == "yes")
    else:
        raise KeyError(what)


async def _form(request: Request) -> dict[str, str]:
    """A form's fields; empty for one that is too large or not a form."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST:
            return {}
    return dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))
