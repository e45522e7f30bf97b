"""The page at the door, where people check themselves in: plain HTML, a code that hangs there, one's own name alone.

A server of its own: it reads names, and takes that somebody is here or, from the same telephone, is not after all.
"""

from __future__ import annotations

import hashlib
import hmac
import math
import secrets
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from device.common.i18n import language, speaking, t, tr
from device.common.languages import LANGUAGES, of_browser
from device.common.web.answers import host_of, html, no_answers, security_headers, static_route
from device.common.web.connections import network
from device.common.web.forms import FormLimits, NotAForm, TooLarge, form_of
from device.common.web.guesses import CodeCheck
from device.organiser.board.moments import event_templates
from device.organiser.desk.asked import number
from device.organiser.desk.login import GUESSES, PATIENCE_S
from device.organiser.desk.worker import Worker
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.tournament_state import Entrant
from device.organiser.store import StoreTrouble
from device.organiser.tournament.accounts import fees
from device.organiser.tournament.public_names import players_of, surname_first
from device.organiser.tournament.registration import Registration
from rules.message import Refusal
from rules.people import same_name

HEADERS = security_headers("'self'", style="'self'", font="'self'", img="'self'")
FORM = FormLimits(body=4000, fields=16)
SHORTEST, MOST = 3, 8
"""Letters of a name that have to be typed, and how many entrants are shown for them."""
STAY_S = 24 * 3600
"""Seconds for which a telephone may take back what it said."""


class CheckInPage:
    """What the page shows and takes, of one event. ``desk`` belongs to the thread of its worker."""

    def __init__(self, desk: OrganiserDesk, lang: str) -> None:
        self._desk = desk
        with speaking(lang):
            self._by = t("at the door")
        self._secret = secrets.token_bytes(16)
        self._codes = CodeCheck("", GUESSES, PATIENCE_S, time.monotonic)
        self._templates = event_templates(desk.now, Path(__file__).with_name("templates"))

    def token(self, entrant: Entrant) -> str:
        """What a telephone keeps that has checked an entrant in."""
        return hmac.new(self._secret, entrant.id.encode(), hashlib.sha256).hexdigest()[:32]

    def is_let_in(self, code: str, host: str) -> bool:
        """Whether that is the code at the door: taken of everybody, for a hall shares an address with who guesses."""
        if self._codes.code != (stands := self._desk.read().door):
            self._codes = CodeCheck(stands, GUESSES, PATIENCE_S, time.monotonic)
        return bool(code.strip()) and self._codes.is_right(code, network(host))

    def page(self, asked: Mapping[str, str], host: str, cookie: str, trouble: str = "") -> tuple[str, int]:
        """The page, and the status of the answer."""
        values: dict[str, Any] = {"lang": language(), "trouble": trouble, "entrants": []}
        values |= {name: asked.get(name, "") for name in ("code", "find")}
        status = 409 if trouble else 200
        is_in = self.is_let_in(asked.get("code", ""), host)
        state = self._desk.state
        values |= {"title": state.title, "is_open": bool(state.door), "is_in": is_in, "chosen": None}
        if not is_in:
            if asked.get("code") and state.door and not trouble:
                waits = math.ceil(self._codes.wait(network(host)))
                values["trouble"] = (
                    t("Too many wrong codes; try again in {n} s.", n=waits) if waits else t("This is not the code.")
                )
                status = 429 if waits else 403
            return self._templates.get_template("door.html").render(values), status
        entrants = list(state.tournament.by_number().values())
        present = sum(entrant.status == "present" for entrant in entrants)
        values |= {"present": present, "all": len(entrants), "players_of": _named, "shortest": SHORTEST}
        find = asked.get("find", "").strip()[:60]
        chosen = state.tournament.by_number().get(number(asked, "number"))
        mine = chosen is not None and hmac.compare_digest(cookie.encode(), self.token(chosen).encode())
        named = chosen is not None and _fits(chosen, find)
        if chosen is not None and (named or mine):  # a number alone names nobody
            due = sum(max(0, fee.due - fee.paid) for fee in fees(state) if fee.entrant.id == chosen.id)
            values |= {"chosen": chosen, "named": named, "due": due // 100, "mine": mine}
        else:
            values["entrants"] = [entrant for entrant in entrants if _fits(entrant, find)][:MOST]
        return self._templates.get_template("door.html").render(values), status

    def check_in(self, form: Mapping[str, str]) -> str:
        """Somebody is here; what the telephone keeps. Raises `Refusal`."""
        who = _number(form)
        players = [n for n in range(4) if form.get(f"here{n}")]
        with self._desk.said_by(self._by), self._desk.deciding():
            Registration(self._desk).check_in(who, players)
        return self.token(self._desk.state.tournament.by_number()[who])

    def check_out(self, form: Mapping[str, str], cookie: str) -> None:
        """Somebody is not here after all, by the telephone that said they were. Raises `Refusal`."""
        who = _number(form)
        entrant = self._desk.read().tournament.by_number().get(who)
        if entrant is None or not hmac.compare_digest(cookie.encode(), self.token(entrant).encode()):
            raise Refusal("", "Only the telephone that checked you in can take it back; else come to the desk.")
        with self._desk.said_by(self._by), self._desk.deciding():
            Registration(self._desk).check_out(who)


def _number(form: Mapping[str, str]) -> int:
    if (chosen := number(form, "number")) == 0:
        raise Refusal("", "This cannot be done here; come to the desk.")
    return chosen


def _named(entrant: Entrant) -> list[str]:
    """The players as a list at the door has them: by surname, by initials who asked."""
    return [
        " ".join(filter(None, surname_first(name))) if not entrant.initials else name for name in players_of(entrant)
    ]


def _fits(entrant: Entrant, find: str) -> bool:
    """Whether somebody who wrote that knows the name; a number is none, for it would list them all one by one."""
    wanted = same_name(find)
    if len(wanted) < SHORTEST or wanted.isdecimal():
        return False
    words = [word for name in (entrant.name, *entrant.players) for word in same_name(name).replace("+", " ").split()]
    return any(word.startswith(wanted) for word in words) or any(
        same_name(name).startswith(wanted) for name in (entrant.name, *entrant.players)
    )


def door_app(desk: OrganiserDesk, lang: str) -> Starlette:
    """The application; ``lang`` is spoken with browsers that name no language of ours."""
    door, worker = CheckInPage(desk, lang), Worker("door")

    async def answer(request: Request, work: Callable[[], Response]) -> Response:
        asked = request.query_params.get("lang", "") or of_browser(request.headers.get("accept-language", "")) or lang
        with speaking(asked if asked in LANGUAGES else lang):
            try:
                return await worker.run(work)
            except StoreTrouble as trouble:
                return PlainTextResponse(tr(trouble.message) + "\n", 503, headers={**HEADERS, "Retry-After": "5"})

    def show(asked: Mapping[str, str], request: Request, trouble: str = "") -> Response:
        text, status = door.page(asked, host_of(request), request.cookies.get(_cookie(asked), ""), trouble)
        return html(text, HEADERS, status)

    async def page(request: Request) -> Response:
        return await answer(request, lambda: show(dict(request.query_params), request))

    async def act(request: Request) -> Response:
        try:
            form = {name: text for name, text in (await form_of(request, FORM)).items() if isinstance(text, str)}
        except (TooLarge, NotAForm):
            return PlainTextResponse("", 400, headers=HEADERS)
        asked = {name: form[name] for name in ("code", "number", "find") if form.get(name)}

        def decide() -> Response:
            if not door.is_let_in(form.get("code", ""), host_of(request)):
                return show({"code": form.get("code", "") or "?"}, request)
            token = ""
            try:
                if form.get("do") == "gone":
                    door.check_out(form, request.cookies.get(_cookie(form), ""))
                else:
                    token = door.check_in(form)
            except Refusal as refusal:
                return show(asked, request, tr(refusal.message))
            response = RedirectResponse(f"/?{urlencode(asked)}", 303, headers=HEADERS)
            if token:
                response.set_cookie(_cookie(form), token, httponly=True, samesite="strict", max_age=STAY_S)
            return response

        return await answer(request, decide)

    static = static_route(Path(__file__).with_name("static"), HEADERS)
    routes = [Route("/", page), Route("/here", act, methods=["POST"]), static]
    return Starlette(routes=routes, exception_handlers=no_answers(HEADERS))


def _cookie(asked: Mapping[str, str]) -> str:
    """The cookie of an entrant; one that no number names is nobody's."""
    return f"here-{number(asked, 'number')}"
