"""The organiser's own page, behind a password and on a port of its own: what the public board must not have."""

from __future__ import annotations

import hmac
import math
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import quote, unquote, urlencode

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from device.i18n import LANGUAGES, refusal, speaking, t, tr
from device.organiser.acts.from_text import plain
from device.organiser.desk import downloads
from device.organiser.desk.doubts import Doubt
from device.organiser.desk.downloads import Download
from device.organiser.desk.form_versions import Changed
from device.organiser.desk.forms import OF_PASSWORD, Form, decide
from device.organiser.desk.login import STAY_S, LoginGuard, SessionFile
from device.organiser.desk.page_list import PAGES
from device.organiser.desk.page_view import LONGEST, NO_FAILURE, DeskPages, FormFailure, too_large
from device.organiser.desk.standby import Standby
from device.organiser.desk.worker import Worker
from device.organiser.log.event_control import LONGEST_NAME, Desk
from device.organiser.store import StoreTrouble
from device.organiser.store.backup import Backup, BackupTrouble
from device.organiser.tournament.made_from import FIELD
from device.organiser.tournament.prizes import text_of
from device.web.answers import host_of, html, live_page_headers, no_answers, static_route
from device.web.connections import Limits
from device.web.forms import FormLimits, NotAForm, TooLarge, drain, form_of
from rules.message import Message, Refusal

COOKIE = "dvojtah-desk"
WHO = "dvojtah-who"
"""The cookie that says who sits at a browser."""
NOW = "Dvojtah-Now"
"""The header by which an answer without a page says the event's time (ms)."""
LONGEST_FILE = 1_000_000
"""Bytes of a form that carries a file: the standings of some thousands."""
LIMITS = Limits(connections=500, reserved=50, per_address=100, body_bytes=2_000_000)
"""For the server of this page. What the broker is reached by must have a descriptor below 1,024: paho waits with
``select``. A form that is too large is read to its end, so that its sender hears that it is, but not without bound."""
PASSWORD = FormLimits(body=4096, fields=8)
"""The form of somebody whom nobody knows yet."""
FORM = FormLimits(body=LONGEST, fields=64, file=LONGEST_FILE)
HEADERS = live_page_headers(forms="'self'")
FILTERS = ("round", "kind", "find", "after", "season", "show", "sheet")
OF_TABLES = ("show", "more")
"""Fields of a form that say which view of its page it stood on, and those of the page of the tables."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A request of somebody who has come in; ``word`` is what the forms of that browser carry."""

    request: Request
    word: str

    @property
    def name(self) -> str:
        """The last part of the path."""
        return str(self.request.path_params["name"])

    @property
    def query(self) -> dict[str, str]:
        """What the address says."""
        return dict(self.request.query_params)

    @property
    def who(self) -> str:
        """Who sits at the browser, as far as they said."""
        return plain(unquote(self.request.cookies.get(WHO, "")))[:LONGEST_NAME]


FAILURES = (Changed, Doubt, Refusal, StoreTrouble, BackupTrouble, TooLarge, NotAForm, ValueError, KeyError)
"""What keeps a form or a download from being done; see `failure_of`."""


def failure_of(error: Exception, form: Form | None = None) -> FormFailure:
    """One of `FAILURES` as people read it, in the language spoken now."""
    form = form or {}
    match error:
        case Changed() | Doubt():
            return FormFailure("", 409, form, error)
        case Refusal():
            return FormFailure(refusal(error), 409, form, wrong=fields_of(error, form))
        case StoreTrouble():
            return FormFailure(t("Nothing was decided: {reason}", reason=tr(error.message)), 503, form)
        case BackupTrouble():
            return FormFailure(tr(error.message), 503, form)
        case TooLarge():
            return FormFailure(too_large(), 413, form)
        case _:
            return FormFailure(t("The form was not filled in; nothing was decided."), 400, form)


def fields_of(error: Refusal, form: Form) -> str:
    """The fields that a refusal may be about: its sentence has what is written there, or a reason is missing."""
    said = {str(value).strip() for value in error.message.args.values()}
    fields = {name: text.strip() for name, text in form.items() if name not in ("word", "do", "page", "kind", FIELD)}
    found = [name for name, text in fields.items() if text and not said.isdisjoint((text, text[:20]))]
    return " ".join([*found, *(["reason"] if fields.get("reason") == "" else [])])


class DeskRoutes:
    """What the desk answers, a method a route.

    ``desk`` decides and is read in a thread of its own. ``reader`` opens another, from which papers and files are made;
    None: they are made of ``desk``. The others are as `desk_app` has them.
    """

    def __init__(
        self,
        desk: Desk,
        password: str,
        lang: str,
        board: Callable[[], str],
        store: Callable[[], Message | None],
        reader: Callable[[], Desk] | None,
        backup: Backup | None,
        door: str,
        look_on: Callable[[int], str],
        sessions: SessionFile | None,
        standby: Standby | None,
    ) -> None:
        self._desk, self._lang, self._board, self._backup, self._door_at = desk, lang, board, backup, door
        self._door = LoginGuard(password, file=sessions)
        self._pages = DeskPages(desk, board, store, backup is not None, door, look_on, standby)
        self._worker, self._door_keeper = Worker("desk"), Worker("desk-sessions")
        self._printer = self._worker if reader is None else Worker("desk-papers")
        self._reader = cache(reader or (lambda: desk))

    def all(self) -> list[Route]:
        """Where what is."""
        return [
            Route("/", self.tables),
            Route("/enter", self.enter, methods=["POST"]),
            Route("/act", self._inside(self.act), methods=["POST"]),
            static_route(Path(__file__).with_name("static"), HEADERS),
            Route("/entrants.csv", self.download(lambda desk, visit: downloads.entrants(desk, visit.query))),
            Route("/papers/door.pdf", self.download(lambda desk, visit: downloads.door_sign(desk, self._door_at))),
            Route(
                "/papers/{name}",
                self.download(lambda desk, visit: downloads.paper(desk, visit.name, visit.query, self._board())),
            ),
            Route("/files/backup.zip", self.download(lambda desk, visit: downloads.backup_of(self._backup))),
            Route("/files/{name}", self.download(lambda desk, visit: downloads.file(desk, visit.name, visit.query))),
            Route("/sheet/{uid}", self._inside(self.sheet)),
            *(Route(f"/{name}", self._inside(self.page)) for name in PAGES if name),
        ]

    # -- coming in -------------------------------------------------------------------------------------------------

    async def tables(self, request: Request) -> Response:
        """The page of the tables; the door for who has not come in."""
        if self._door.form_word(request.cookies.get(COOKIE)) is not None:
            return await self._inside(self.page)(request)
        with speaking(self._language(request)):
            return html(self._pages.login(), HEADERS)

    async def enter(self, request: Request) -> Response:
        """Who knows the password comes in; an address that guessed too often has to wait."""
        host = host_of(request)
        with speaking(self._language(request)):
            if waits := math.ceil(self._door.wait(host)):
                await drain(request)
                return self._wait(waits)
            try:
                form = await form_of(request, PASSWORD)
            except TooLarge:
                return html(self._pages.login(t("The form is too large; nothing was read of it.")), HEADERS, 413)
            except NotAForm as error:
                failure = failure_of(error)
                return html(self._pages.login(failure.sentence), HEADERS, failure.status)
            word = self._door.open(str(form.get("password", "")), host)
            if word is None:
                wrong = t("This is not the password; it stands where the organiser was started.")
                return html(self._pages.login(wrong), HEADERS, 403)
        with suppress(StoreTrouble):
            await self._door_keeper.run(self._door.keeper())
        response = to_page("")
        response.set_cookie(COOKIE, word, httponly=True, samesite="strict", max_age=STAY_S)
        return response

    def _wait(self, seconds: int) -> Response:
        text = t(
            "Too many wrong passwords came from this device or network. It may try again in {n} s; others "
            "come in as always.",
            n=seconds,
        )
        response = html(self._pages.login(text), HEADERS, 429)
        response.headers["Retry-After"] = str(seconds)
        return response

    def _inside(self, answer: Callable[[Visit], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        """A route for who has come in, in the language of the browser; others are led to the door."""

        async def endpoint(request: Request) -> Response:
            word = self._door.form_word(request.cookies.get(COOKIE))
            if word is None:
                await drain(request)
                return to_page("")
            with speaking(self._language(request)):
                return await answer(Visit(request, word))

        return endpoint

    def _language(self, request: Request) -> str:
        asked = request.query_params.get("lang", request.cookies.get("lang", self._lang))
        return asked if asked in LANGUAGES else self._lang

    # -- pages -----------------------------------------------------------------------------------------------------

    async def page(self, visit: Visit) -> Response:
        """One of `PAGES`; the browser keeps its language."""
        response = await self._page_response(visit, visit.request.url.path.strip("/"), visit.query)
        response.set_cookie("lang", self._language(visit.request), httponly=True, samesite="strict")
        return response

    async def sheet(self, visit: Visit) -> Response:
        """The sheet of a game."""
        uid = visit.request.path_params["uid"]
        return await self._response(visit, lambda: self._pages.sheet(uid, visit.word, visit.who), missing)

    async def _page_response(
        self, visit: Visit, page: str, asked: Mapping[str, str], failure: FormFailure = NO_FAILURE
    ) -> Response:
        """A page with the sentence of a ``failure`` above it."""
        return await self._response(
            visit,
            lambda: self._pages.page(page, visit.word, asked, failure, visit.who),
            self._nothing_new,
            failure,
            page,
        )

    def _nothing_new(self) -> Response:
        """An answer without a page: the browser shows what there is."""
        now = {"Cache-Control": "no-store", NOW: str(self._pages.now_ms())}
        return Response(status_code=204, headers={**HEADERS, **now})

    async def _response(
        self,
        visit: Visit,
        draw: Callable[[], str | None],
        otherwise: Callable[[], Response],
        failure: FormFailure = NO_FAILURE,
        page: str = "",
    ) -> Response:
        """What ``draw`` gives in the worker's thread, ``otherwise`` where that is None; the page that says so where
        the store gives nothing.
        """
        try:
            text = await self._worker.run(draw)
        except StoreTrouble as trouble:
            return self._closed_page(visit, trouble, failure, page)
        return otherwise() if text is None else html(text, HEADERS, failure.status)

    def _closed_page(
        self, visit: Visit, trouble: StoreTrouble, failure: FormFailure = NO_FAILURE, page: str = ""
    ) -> Response:
        text = self._pages.closed_page(page, visit.word, visit.who, trouble.message, failure)
        return html(text, HEADERS, 503)

    # -- downloads -------------------------------------------------------------------------------------------------

    def download(self, make: Callable[[Desk, Visit], Download | None]) -> Callable[[Request], Awaitable[Response]]:
        """A route to what ``make`` gives of a desk that has read the log, or to why there is none."""

        def work(visit: Visit) -> Download | None:
            desk = self._reader()
            desk.read()
            return make(desk, visit)

        async def answer(visit: Visit) -> Response:
            try:
                download = await self._printer.run(lambda: work(visit))
            except StoreTrouble as trouble:
                return self._closed_page(visit, trouble)
            except (Refusal, BackupTrouble) as error:
                return await self._page_response(visit, "papers", visit.query, failure_of(error))
            return missing() if download is None else download.response(HEADERS)

        return self._inside(answer)

    # -- forms -----------------------------------------------------------------------------------------------------

    async def act(self, visit: Visit) -> Response:
        """Decide what a form says, and show its page: with what was typed, and why, where it was not taken."""
        try:
            sent = await form_of(visit.request, FORM)
        except TooLarge as error:
            page = page_of(visit.query)  # a form with a file says there, too, where it stands
            return await self._page_response(visit, page, {}, file_too_large() if page else failure_of(error))
        except NotAForm as error:
            return await self._page_response(visit, "", {}, failure_of(error))
        form = {name: text if isinstance(text, str) else text_of(text) for name, text in sent.items()}
        if not hmac.compare_digest(form.get("word", "").encode(), visit.word.encode()):
            return to_page("")
        page = page_of(form)
        if form.get("do") == "who":
            return self._sit_down(page, form)
        asked = {name: form[name] for name in (FILTERS if page else OF_TABLES) if form.get(name)}
        try:
            await self._worker.run(lambda: self._decide(visit.who, form))
        except FAILURES as error:
            about = {"more": form["table"]} if form.get("table") else {}
            return await self._page_response(visit, page, asked | about, failure_of(error, form))
        return to_page(page, asked)

    def _decide(self, who: str, form: Form) -> None:
        with self._desk.said_by(who):
            decide(self._desk, form, OF_PASSWORD)

    def _sit_down(self, page: str, form: Form) -> Response:
        """Who sits at this browser from now on; stands in what is decided there."""
        response = to_page(page)
        name = quote(plain(form.get("name", ""))[:LONGEST_NAME])
        response.set_cookie(WHO, name, httponly=True, samesite="strict", max_age=STAY_S)
        return response


def desk_app(
    desk: Desk,
    password: str,
    lang: str,
    board: Callable[[], str],
    hosts: tuple[str, ...],
    store: Callable[[], Message | None] = lambda: None,
    reader: Callable[[], Desk] | None = None,
    backup: Backup | None = None,
    door: str = "",
    look_on: Callable[[int], str] = lambda table: "",
    sessions: SessionFile | None = None,
    standby: Standby | None = None,
) -> Starlette:
    """The application. ``board`` is the address of the public board, ``hosts`` the names this page answers to.

    ``store`` says what is wrong where the tables are listened to, None where nothing is. ``reader`` opens a desk that
    only reads, for papers and files: they take seconds at a large event, and with a handle of their own no page waits
    for them. None: they are made by ``desk``, among the pages. ``backup`` is what a backup from the desk has in it,
    ``door`` where people check themselves in (empty: nowhere),
    ``look_on`` where a table that is played in a browser is looked at (empty: any other), ``sessions`` keeps who is
    inside (None: nobody is after a restart), ``standby`` knows of a second machine (None: there can be none).
    """
    return Starlette(
        routes=DeskRoutes(desk, password, lang, board, store, reader, backup, door, look_on, sessions, standby).all(),
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts))],
        exception_handlers=no_answers(HEADERS),
    )


def page_of(fields: Mapping[str, str]) -> str:
    """The page of `PAGES` on which a form stands."""
    page = fields.get("page", "")
    return page if page in PAGES else ""


def file_too_large() -> FormFailure:
    """Said of a file of which nothing was read."""
    return FormFailure(t("The file is too large and nothing was read of it: {n} kB fit.", n=LONGEST_FILE // 1000), 413)


def to_page(page: str, asked: Mapping[str, str] | None = None) -> Response:
    """An answer that leads to a page, ``""`` to that of the tables."""
    return RedirectResponse(f"/{page}?{urlencode(asked)}" if asked else f"/{page}", 303, headers=HEADERS)


def missing() -> Response:
    """Nothing is there."""
    return PlainTextResponse("", 404, headers=HEADERS)
