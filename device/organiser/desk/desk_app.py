"""The organiser's own page, behind a password and on a port of its own: what the public board must not have."""

from __future__ import annotations

import hmac
import math
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import quote, unquote

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from device.common import rights
from device.common.i18n import speaking, t, tr
from device.common.languages import LANGUAGES
from device.common.rights import NAMES, EventRole
from device.common.web.answers import host_of, html, no_answers, static_route
from device.common.web.connections import Limits
from device.common.web.forms import FormLimits, NotAForm, TooLarge, drain, form_of
from device.organiser.acts.decisions import AccountChanged
from device.organiser.acts.from_text import plain
from device.organiser.desk import downloads
from device.organiser.desk.accounts_view import PeopleOfDesk, account_name
from device.organiser.desk.answers import (
    FAILURES,
    HEADERS,
    LONGEST_FILE,
    NOW,
    SignedInRequest,
    failure_of,
    file_too_large,
    missing,
    to_page,
    wait_sentence,
)
from device.organiser.desk.asked import Asked, Form, file_field, take_key
from device.organiser.desk.desk_accounts import DeskAccount, DeskAccounts
from device.organiser.desk.downloads import Download
from device.organiser.desk.forms import check_right, decide
from device.organiser.desk.login import STAY_S, LoginGuard, SessionFile, device_name
from device.organiser.desk.page_list import ACCOUNTS, PAGES, page_of
from device.organiser.desk.page_view import LONGEST, NO_FAILURE, DeskPages, DeskReader, FormFailure
from device.organiser.desk.standby import Standby
from device.organiser.desk.updates import take_upload
from device.organiser.desk.worker import RankedWorker, Worker
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.pairing import LONGEST_NAME
from device.organiser.papers.sheet import DeskSign
from device.organiser.store import StoreTrouble
from device.organiser.store.backup import Backup, BackupTrouble
from rules.message import Message, Refusal

COOKIE = "dvojtah-desk"
WHO = "dvojtah-who"
"""The cookie that says who sits at a browser."""
LIMITS = Limits(connections=500, reserved=50, per_address=100, body_bytes=2_000_000)
"""For the server of this page. What the broker is reached by must have a descriptor below 1,024: paho waits with
``select``. A form that is too large is read to its end, so that its sender hears that it is, but not without bound."""
PASSWORD = FormLimits(body=4096, fields=8)
"""The form of somebody whom nobody knows yet."""
FORM = FormLimits(body=LONGEST, fields=64, file=LONGEST_FILE)
FILTERS = ("round", "kind", "find", "after", "season", "show", "sheet")
OF_TABLES = ("show", "more")
"""Fields of a form that say which view of its page it stood on, and those of the page of the tables."""


@dataclass(eq=False)
class DeskRoutes:
    """What the desk answers, a method a route; ``app()`` is the whole of it.

    ``secret`` is the hash of the organiser's password, ``board`` the address of the public board, ``hosts`` the names
    this page answers to. ``store`` says what is wrong where the tables are listened to, None where nothing is.
    ``reader`` opens a desk that only reads, for papers and files: they take seconds at a large event, and with a handle
    of their own no page waits for them. None: they are made by ``desk``, among the pages. ``desk`` decides and is read
    in a thread of its own.

    ``backup`` is what a backup from the desk has in it, ``door`` where people check themselves in (empty: nowhere),
    ``look_on`` where a table that is played in a browser is looked at (empty: any other), ``sessions`` keeps who is
    inside (None: nobody is after a restart), ``standby`` knows of a second machine (None: there can be none),
    ``accounts`` who else than the organiser may come in (None: nobody), ``sign`` what signs say of this page's address
    and certificate.
    """

    desk: OrganiserDesk
    secret: str
    lang: str
    board: Callable[[], str]
    hosts: tuple[str, ...]
    store: Callable[[], Message | None] = lambda: None
    reader: Callable[[], OrganiserDesk] | None = None
    backup: Backup | None = None
    door: str = ""
    look_on: Callable[[int], str] = lambda table: ""
    sessions: SessionFile | None = None
    standby: Standby | None = None
    accounts: DeskAccounts | None = None
    sign: DeskSign | None = None

    def __post_init__(self) -> None:
        self._guard = LoginGuard(self.secret, file=self.sessions, accounts=self.accounts)
        self._people = PeopleOfDesk(self._guard)
        has_backup = self.backup is not None
        self._pages = DeskPages(self.desk, self.board, self.store, has_backup, self.door, self.look_on, self.standby)
        self._worker, self._door_keeper = Worker("desk"), Worker("desk-sessions")
        self._passwords = RankedWorker("passwords")
        self._printer = self._worker if self.reader is None else Worker("desk-papers")
        self._desk_of_printer = cache(self.reader or (lambda: self.desk))

    def app(self) -> Starlette:
        """The application."""
        return Starlette(
            routes=self.all(),
            middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=list(self.hosts))],
            exception_handlers=no_answers(HEADERS),
        )

    def all(self) -> list[Route]:
        """The routes of the desk: an address, and the method that answers it."""
        return [
            Route("/", self.tables),
            Route("/enter", self.enter, methods=["POST"]),
            Route("/act", self._inside(self.act), methods=["POST"]),
            Route("/update", self._inside(self.hold_update), methods=["POST"]),
            static_route(Path(__file__).with_name("static"), HEADERS),
            Route(
                "/entrants.csv", self.download(lambda desk, visit: downloads.entrants(desk, visit.query), "contacts")
            ),
            Route("/papers/door.pdf", self.download(lambda desk, visit: downloads.door_sign(desk, self.door))),
            Route(
                "/papers/{name}",
                self.download(
                    lambda desk, visit: downloads.paper(desk, visit.name, visit.query, self.board(), self.sign)
                ),
            ),
            Route("/files/backup.zip", self.download(lambda desk, visit: downloads.backup_of(self.backup), "backup")),
            Route("/files/{name}", self.download(lambda desk, visit: downloads.file(desk, visit.name, visit.query))),
            Route("/sheet/{uid}", self._inside(self.sheet)),
            *(Route(f"/{name}", self._inside(self.page)) for name in PAGES if name),
        ]

    # -- coming in -------------------------------------------------------------------------------------------------

    async def tables(self, request: Request) -> Response:
        """The page of the tables; the door for who has not come in."""
        if self._guard.form_word(request.cookies.get(COOKIE)) is not None:
            return await self._inside(self.page)(request)
        with speaking(self._language(request)):
            return self._remembering(request, self._login())

    def _login(self, trouble: str = "", status: int = 200, name: str = "") -> Response:
        return html(self._pages.login(trouble, bool(self._guard.accounts.all()), name), HEADERS, status)

    async def enter(self, request: Request) -> Response:
        """Who knows the password comes in; an address or a name with too many wrong ones has to wait."""
        host = host_of(request)
        with speaking(self._language(request)):
            if waits := math.ceil(self._guard.wait(host)):
                await drain(request)
                return self._wait(waits)
            try:
                form = await form_of(request, PASSWORD)
            except (TooLarge, NotAForm) as error:
                failure = failure_of(error)
                large = t("The form is too large; nothing was read of it.")
                return self._login(large if failure.status == 413 else failure.sentence, failure.status)
            name, password = account_name(str(form.get("name", ""))), str(form.get("password", ""))
            if waits := math.ceil(self._guard.wait(host, name)):
                return self._wait(waits, name)
            rank = self._guard.rank(host, name, password)
            self._guard.begin(host, name)
            try:
                right = await self._passwords.run(lambda: self._guard.is_right(name, password), rank)
            except StoreTrouble as trouble:
                self._guard.forgive(host, name)
                return self._login(tr(trouble.message), 503, name)
            if not right:
                wrong = t("This is not the password. Forgotten? Start the organiser once with --new-password.")
                if self._guard.accounts.all():
                    wrong = t(
                        "The name or the password is wrong. Forgotten? The organiser gives you a new one-time password."
                    )
                return self._login(wrong, 403, name)
            self._guard.forgive(host, name)
            word = self._guard.admit(host, name, device_name(request.headers.get("user-agent", "")[:500]))
        await self._keep_sessions()
        response = to_page("")
        secure = request.url.scheme == "https"
        response.set_cookie(COOKIE, word, httponly=True, samesite="strict", max_age=STAY_S, secure=secure)
        return response

    async def _keep_sessions(self) -> None:
        with suppress(StoreTrouble):
            await self._door_keeper.run(self._guard.keeper())

    def _wait(self, seconds: int, name: str = "") -> Response:
        response = self._login(wait_sentence(seconds, name), 429, name)
        response.headers["Retry-After"] = str(seconds)
        return response

    def _inside(
        self, answer: Callable[[SignedInRequest], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """A route for who has come in, in the language of the browser; others are led to the door."""

        async def endpoint(request: Request) -> Response:
            cookie = request.cookies.get(COOKIE)
            word, session = self._guard.form_word(cookie), self._guard.session(cookie)
            if word is None or session is None or cookie is None:
                await drain(request)
                return to_page("")
            account = self._guard.accounts.of(session.account) if session.account else None
            with speaking(self._language(request)):
                visit = SignedInRequest(request, word, self._guard.key_of(cookie), self._reader_of(request, account))
                if account is None or not account.once:
                    return await answer(visit)
                if request.method == "POST":
                    return await self.choose(visit)
                return html(self._pages.choose(visit.word, visit.reader), HEADERS)

        return endpoint

    def _reader_of(self, request: Request, account: DeskAccount | None) -> DeskReader:
        """Who reads a page: the account, or what who knows the organiser's password said of themselves."""
        if account is not None:
            return DeskReader(account.name, account.event_role, account.name)
        who = plain(unquote(request.cookies.get(WHO, "")))[:LONGEST_NAME]
        if self._guard.accounts.of(who):
            who = ""
        if not who and self._guard.accounts.all():
            with speaking(self.lang):
                who = tr(NAMES[EventRole.ORGANISER])
        return DeskReader(who)

    def _language(self, request: Request) -> str:
        asked = request.query_params.get("lang", request.cookies.get("lang", self.lang))
        return asked if asked in LANGUAGES else self.lang

    def _remembering(self, request: Request, response: Response) -> Response:
        """An answer by which the browser keeps its language."""
        response.set_cookie("lang", self._language(request), httponly=True, samesite="strict")
        return response

    # -- pages -----------------------------------------------------------------------------------------------------

    async def page(self, visit: SignedInRequest) -> Response:
        """One of `PAGES`; the browser keeps its language."""
        response = await self._page_response(visit, visit.request.url.path.strip("/"), visit.query)
        return self._remembering(visit.request, response)

    async def sheet(self, visit: SignedInRequest) -> Response:
        """The sheet of a game."""
        uid = visit.request.path_params["uid"]
        return await self._response(visit, lambda: self._pages.sheet(uid, visit.word, visit.reader), missing)

    async def _page_response(
        self, visit: SignedInRequest, page: str, asked: Mapping[str, str], failure: FormFailure = NO_FAILURE
    ) -> Response:
        """A page with the sentence of a ``failure`` above it."""
        more = self._people.values(visit.reader, visit.session, "seen" in asked) if page == ACCOUNTS else {}
        return await self._response(
            visit,
            lambda: self._pages.page(page, visit.word, asked, failure, visit.reader, more),
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
        visit: SignedInRequest,
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
        self, visit: SignedInRequest, trouble: StoreTrouble, failure: FormFailure = NO_FAILURE, page: str = ""
    ) -> Response:
        text = self._pages.closed_page(page, visit.word, visit.reader, trouble.message, failure)
        return html(text, HEADERS, 503)

    # -- downloads -------------------------------------------------------------------------------------------------

    def download(
        self, make: Callable[[OrganiserDesk, SignedInRequest], Download | None], needs: str = "read"
    ) -> Callable[[Request], Awaitable[Response]]:
        """A route to what ``make`` gives of a desk that has read the log, or to why there is none.

        ``needs`` is its word in the table of rights.
        """

        def work(visit: SignedInRequest) -> Download | None:
            desk = self._desk_of_printer()
            desk.read()
            return make(desk, visit)

        async def answer(visit: SignedInRequest) -> Response:
            try:
                check_right(visit.reader.role, needs)
                download = await self._printer.run(lambda: work(visit))
            except StoreTrouble as trouble:
                return self._closed_page(visit, trouble)
            except (Refusal, BackupTrouble) as error:
                return await self._page_response(visit, "papers", visit.query, failure_of(error))
            return missing() if download is None else download.response(HEADERS)

        return self._inside(answer)

    # -- forms -----------------------------------------------------------------------------------------------------

    async def act(self, visit: SignedInRequest) -> Response:
        """Decide what a form says, and show its page: with what was typed, and why, where it was not taken."""
        try:
            sent = await form_of(visit.request, FORM)
        except TooLarge as error:
            page = page_of(visit.query)  # a form with a file says there, too, where it stands
            return await self._page_response(visit, page, {}, file_too_large() if page else failure_of(error))
        except NotAForm as error:
            return await self._page_response(visit, "", {}, failure_of(error))
        form = {name: text if isinstance(text, str) else file_field(text) for name, text in sent.items()}
        if not hmac.compare_digest(form.get("word", "").encode(), visit.word.encode()):
            return to_page("")
        page = page_of(form)
        try:
            key = take_key(form)
        except ValueError as error:
            return await self._page_response(visit, page, {}, failure_of(error))
        if form.get("do") in rights.OF_ACCOUNTS:
            return await self._change_accounts(visit, page, form)
        asked = {name: form[name] for name in (FILTERS if page else OF_TABLES) if form.get(name)}
        try:
            shown = await self._worker.run(lambda: self._decide(visit.reader, form, key))
        except FAILURES as error:
            about = {"more": form["table"]} if form.get("table") else {}
            return await self._page_response(visit, page, asked | about, failure_of(error, form))
        return to_page(page, {**asked, **(shown or {})})

    async def hold_update(self, visit: SignedInRequest) -> Response:
        """An update is kept for the tables, or the page says why not. Nothing is read of who may not send it."""
        try:
            check_right(visit.reader.role, rights.HOLD_UPDATE)
            await take_upload(visit.request, visit.word, self.desk.hold_update, self._printer)
        except FAILURES as error:
            return await self._page_response(visit, "fleet", {}, failure_of(error))
        return to_page("fleet")

    def _decide(self, reader: DeskReader, form: Form, key: str) -> Asked | None:
        with self.desk.said_by(reader.name):
            return decide(self.desk, form, reader.role, key)

    def _note(self, reader: DeskReader, changed: AccountChanged) -> None:
        with self.desk.said_by(reader.name):
            self.desk.decide(changed)

    async def _change_accounts(self, visit: SignedInRequest, page: str, form: Form) -> Response:
        """What a form says of accounts and sessions; who signs out, or has no account any more, is at the door then."""
        host = host_of(visit.request)
        try:
            changed = await self._passwords.run(lambda: self._people.decide(visit.reader, visit.session, host, form))
        except FAILURES as error:
            typed = {name: text for name, text in form.items() if name in ("do", "name", "role")}
            return await self._page_response(visit, page, {}, failure_of(error, typed))
        await self._keep_sessions()
        if changed is not None:
            with suppress(StoreTrouble):  # the account is changed; the program's own log has it, too
                await self._worker.run(lambda: self._note(visit.reader, changed))
        response = to_page(page)
        if form["do"] == "who":
            name = quote(plain(form.get("name", ""))[:LONGEST_NAME])
            response.set_cookie(WHO, name, httponly=True, samesite="strict", max_age=STAY_S)
        return response

    async def choose(self, visit: SignedInRequest) -> Response:
        """Who came in with a one-time password chooses a password, or leaves again; nothing else is done before."""
        try:
            form = {name: str(text) for name, text in (await form_of(visit.request, PASSWORD)).items()}
            if not hmac.compare_digest(form.get("word", "").encode(), visit.word.encode()):
                return to_page("")
            if form.get("do") == "leave":
                return await self._change_accounts(visit, "", form)
            await self._passwords.run(lambda: self._people.choose(visit.reader, visit.session, form))
        except FAILURES as error:
            failure = failure_of(error)
            return html(self._pages.choose(visit.word, visit.reader, failure.sentence), HEADERS, failure.status)
        await self._keep_sessions()
        return to_page("")
