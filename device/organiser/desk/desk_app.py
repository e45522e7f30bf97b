"""The organiser's own page, behind a password and on a port of its own: what the public board must not have."""

from __future__ import annotations

import hmac
import math
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from urllib.parse import quote, unquote, urlencode

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from device.i18n import LANGUAGES, refusal, speaking, t, tr
from device.organiser.board.app import SECURITY, TYPES
from device.organiser.board.app import STATIC as BOARD_STATIC
from device.organiser.desk import desk_files, tournament_forms
from device.organiser.desk.desk_view import LONGEST, LONGEST_FILE, LONGEST_PAIRINGS, NOTHING, DeskView, too_large
from device.organiser.desk.login import STAY_S, LoginGuard
from device.organiser.desk.tournament_view import PAGES, TournamentView
from device.organiser.desk.worker import Worker
from device.organiser.log.decision_log import LONGEST_NAME, Desk, Seating, plain, seconds_of, whole
from device.organiser.store import StoreTrouble
from device.organiser.store.backup import Backup, BackupTrouble
from device.organiser.tournament import people_csv
from device.organiser.tournament.made_from import only_changed
from device.specs.registry import EVENT_SPECS
from device.web.connections import Limits
from device.web.forms import FormLimits, NotAForm, TooLarge, drained, form_of
from rules.message import Message, Refusal

COOKIE = "dvojtah-desk"
WHO = "dvojtah-who"
"""The cookie that says who sits at a browser."""
NOW = "Dvojtah-Now"
"""The header by which an answer without a page says the event's time (ms)."""
KEPT = ("pair", "notice", "name")
"""Forms that stand on the page as they were sent where they were not taken."""
LIMITS = Limits(connections=500, reserved=50, per_address=100, body_bytes=2_000_000)
"""For the server of this page. What the broker is reached by must have a descriptor below 1,024: paho waits with
``select``. A form that is too large is read to its end, so that its sender hears that it is, but not without bound."""
PASSWORD = FormLimits(body=4096, fields=8)
"""The form of somebody whom nobody knows yet."""
FORM = FormLimits(body=LONGEST, fields=64, file=LONGEST_FILE)
SHARED = ("dials.js", "morph.js", "icon.svg")
POLICY = SECURITY | {
    "Content-Security-Policy": SECURITY["Content-Security-Policy"].replace("form-action 'none'", "form-action 'self'")
}
STATIC = {
    path.name: path
    for path in (*Path(__file__).with_name("static").iterdir(), *(BOARD_STATIC / name for name in SHARED))
}


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
        if not EVENT_SPECS[kind].seats.pairs:
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


def desk_app(
    desk: Desk,
    password: str,
    lang: str,
    board: Callable[[], str],
    hosts: tuple[str, ...],
    store: Callable[[], Message | None] = lambda: None,
    reader: Callable[[], Desk] | None = None,
    backup: Backup | None = None,
) -> Starlette:
    """The application. ``board`` is the address of the public board, ``hosts`` the names this page answers to.

    ``store`` says what is wrong where the tables are listened to, None where nothing is. ``reader`` opens a desk that
    only reads, for papers and files: they take seconds at a large event, and with a handle of their own no page waits
    for them. None: they are made by ``desk``, among the pages. ``backup`` is what a backup from the desk has in it.
    """
    door = LoginGuard(password)
    view = DeskView(desk, board)
    pages = TournamentView(desk, board, backup is not None)
    worker = Worker("desk")
    printer = worker if reader is None else Worker("desk-papers")
    opened = cache(reader or (lambda: desk))

    def answer(text: str, status: int = 200) -> Response:
        return Response(text, status, media_type="text/html", headers={**POLICY, "Cache-Control": "no-store"})

    def language(request: Request) -> str:
        asked = request.query_params.get("lang", request.cookies.get("lang", lang))
        return asked if asked in LANGUAGES else lang

    async def show(request: Request) -> Response:
        spoken = language(request)
        word = door.form_word(request.cookies.get(COOKIE))
        with speaking(spoken):
            if word is None:
                return answer(view.login())
            asked = request.query_params.get("more", "")
            more = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 5 else 0
            response = await drawn(word, seen=request.query_params.get("seen", ""), more=more)
        response.set_cookie("lang", spoken, httponly=True, samesite="strict")
        return response

    async def drawn(
        word: str, trouble: str = "", status: int = 200, seen: str = "", typed: dict[str, str] = NOTHING, more: int = 0
    ) -> Response:
        """The page; an empty answer where ``seen`` is the mark of one that shows the same."""
        try:
            text = await worker.run(lambda: view.page(word, trouble, seen, store(), typed, more))
        except StoreTrouble as broken:
            return answer(view.closed(word, broken.message, trouble, typed), 503)
        if text is None:
            return Response(status_code=204, headers={**POLICY, "Cache-Control": "no-store", NOW: str(view.now_ms())})
        return answer(text, status)

    async def show_page(request: Request) -> Response:
        spoken = language(request)
        word = door.form_word(request.cookies.get(COOKIE))
        if word is None:
            return RedirectResponse("/", 303, headers=POLICY)
        with speaking(spoken):
            name, asked = request.url.path.strip("/"), dict(request.query_params)
            response = await drawn_page(name, word, asked, who=who_of(request), seen=asked.get("seen", ""))
        response.set_cookie("lang", spoken, httponly=True, samesite="strict")
        return response

    async def drawn_page(
        name: str,
        word: str,
        asked: dict[str, str],
        trouble: str = "",
        status: int = 200,
        typed: dict[str, str] = NOTHING,
        who: str = "",
        seen: str = "",
    ) -> Response:
        """One of the pages about entrants, draws and results; empty where ``seen`` is the mark of one that shows the
        same.
        """

        def work() -> str | None:
            if seen and seen == pages.mark():
                return None
            with desk.said_by(who):
                return pages.page(name, word, asked, trouble, typed)

        try:
            text = await worker.run(work)
            if text is None:
                return Response(status_code=204, headers={**POLICY, "Cache-Control": "no-store"})
            return answer(text, status)
        except StoreTrouble as broken:
            return answer(view.closed(word, broken.message, trouble), 503)

    async def sheet(request: Request) -> Response:
        """The sheet of a game."""
        word = door.form_word(request.cookies.get(COOKIE))
        if word is None:
            return RedirectResponse("/", 303, headers=POLICY)
        with speaking(language(request)):
            try:
                text = await worker.run(lambda: pages.sheet(request.path_params["uid"], word))
            except StoreTrouble as broken:
                return answer(view.closed(word, broken.message, ""), 503)
        return PlainTextResponse("", 404, headers=POLICY) if text is None else answer(text)

    async def download(request: Request) -> Response:
        """A paper or a file of the event, for the desk alone."""
        word = door.form_word(request.cookies.get(COOKIE))
        if word is None:
            return RedirectResponse("/", 303, headers=POLICY)
        path, asked = request.url.path, dict(request.query_params)
        with speaking(language(request)):
            try:
                found = await printer.run(lambda: desk_files.made(opened(), path, asked, board(), backup))
            except Refusal as refused:
                return await drawn_page("papers", word, asked, refusal(refused), 409)
            except BackupTrouble as trouble:
                return await drawn_page("papers", word, asked, tr(trouble.message), 503)
            except StoreTrouble as broken:
                return answer(view.closed(word, broken.message), 503)
        return PlainTextResponse("", 404, headers=POLICY) if found is None else desk_files.sent(found, POLICY)

    async def enter(request: Request) -> Response:
        host = request.client.host if request.client else ""
        with speaking(language(request)):
            if waits := math.ceil(door.wait(host)):
                await drained(request)
                text = t(
                    "Too many wrong passwords came from this device or network. It may try again in {n} s; others "
                    "come in as always.",
                    n=waits,
                )
                response = answer(view.login(text), 429)
                response.headers["Retry-After"] = str(waits)
                return response
            try:
                form = await form_of(request, PASSWORD)
            except TooLarge:
                return answer(view.login(t("The form is too large; nothing was read of it.")), 413)
            except NotAForm:
                return answer(view.login(t("The form was not filled in; nothing was decided.")), 400)
            word = door.open(str(form.get("password", "")), host)
            if word is None:
                wrong = t("This is not the password; it stands where the organiser was started.")
                return answer(view.login(wrong), 403)
        response = RedirectResponse("/", 303, headers=POLICY)
        response.set_cookie(COOKIE, word, httponly=True, samesite="strict", max_age=STAY_S)
        return response

    async def act(request: Request) -> Response:
        word = door.form_word(request.cookies.get(COOKIE))
        if word is None:
            await drained(request)
            return RedirectResponse("/", 303, headers=POLICY)
        with speaking(language(request)):
            try:
                sent = await form_of(request, FORM)
            except TooLarge:
                if (page := request.query_params.get("page", "")) in PAGES:  # a form with a file says it there, too
                    text = t("The file is too large and nothing was read of it: {n} kB fit.", n=LONGEST_FILE // 1000)
                    return await drawn_page(page, word, {}, text, 413, who=who_of(request))
                return await drawn(word, too_large(), 413)
            except NotAForm:
                text = t("The form was not filled in; nothing was decided.")
                return await drawn(word, text, 400)
            form = {name: one if isinstance(one, str) else people_csv.decoded(one) for name, one in sent.items()}
            if not hmac.compare_digest(form.get("word", "").encode(), word.encode()):
                return RedirectResponse("/", 303, headers=POLICY)
            page = form.get("page", "")
            if form.get("do") == "who":
                return signed_in(form)
            if page in PAGES:
                return await act_on(page, word, form, who_of(request))
            typed = NOTHING | {key: form[key] for key in NOTHING if key in form and form.get("do") in KEPT}
            if len(form.get("pairings", "")) > LONGEST_PAIRINGS:
                return await drawn(word, too_large(), 413, typed=typed)
            who = who_of(request)

            def work() -> None:
                with desk.said_by(who):
                    decide(desk, form)

            try:
                await worker.run(work)
            except Refusal as refused:
                return await drawn(word, refusal(refused), 409, typed=typed)
            except StoreTrouble as broken:
                text = t("Nothing was decided: {reason}", reason=tr(broken.message))
                return await drawn(word, text, 503, typed=typed)
            except (ValueError, KeyError):
                text = t("The form was not filled in; nothing was decided.")
                return await drawn(word, text, 400, typed=typed)
        return RedirectResponse("/", 303, headers=POLICY)

    def signed_in(form: dict[str, str]) -> Response:
        """Who sits at this browser from now on; stands in what is decided there."""
        page = form.get("page", "")
        response = RedirectResponse(f"/{page}" if page in PAGES else "/", 303, headers=POLICY)
        name = quote(plain(form.get("name", ""))[:LONGEST_NAME])
        response.set_cookie(WHO, name, httponly=True, samesite="strict", max_age=STAY_S)
        return response

    async def act_on(page: str, word: str, form: dict[str, str], who: str) -> Response:
        """Do what a form of `PAGES` says, and show its page."""
        asked = {key: form[key] for key in ("round", "kind", "find", "after", "season") if form.get(key)}

        def work() -> None:
            with desk.said_by(who):
                tournament_forms.decide(desk, form)

        try:
            await worker.run(work)
        except Refusal as refused:
            return await drawn_page(page, word, asked, refusal(refused), 409, form, who)
        except StoreTrouble as broken:
            text = t("Nothing was decided: {reason}", reason=tr(broken.message))
            return await drawn_page(page, word, asked, text, 503, form, who)
        except (ValueError, KeyError):
            text = t("The form was not filled in; nothing was decided.")
            return await drawn_page(page, word, asked, text, 400, form, who)
        return RedirectResponse(f"/{page}?{urlencode(asked)}" if asked else f"/{page}", 303, headers=POLICY)

    async def static(request: Request) -> Response:
        path = STATIC.get(request.path_params["name"])
        if path is None:
            return PlainTextResponse("", 404, headers=POLICY)
        return FileResponse(path, media_type=TYPES[path.suffix], headers={**POLICY, "Cache-Control": "no-cache"})

    async def lost(request: Request, error: Exception) -> Response:
        return PlainTextResponse("", 404, headers=POLICY)

    async def gone(request: Request, error: Exception) -> Response:
        """Who went away in the middle of a form: nobody hears it, and the log needs no traceback."""
        return PlainTextResponse("", 400, headers=POLICY)

    return Starlette(
        routes=[
            Route("/", show),
            Route("/enter", enter, methods=["POST"]),
            Route("/act", act, methods=["POST"]),
            Route("/static/{name}", static),
            *desk_files.routes(download),
            Route("/sheet/{uid}", sheet),
            *(Route(f"/{name}", show_page) for name in PAGES),
        ],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts))],
        exception_handlers={404: lost, ClientDisconnect: gone},
    )


def who_of(request: Request) -> str:
    """Who sits at a browser, as far as they said."""
    return plain(unquote(request.cookies.get(WHO, "")))[:LONGEST_NAME]


def decide(desk: Desk, form: dict[str, str]) -> None:
    """Do what a form says. Raises `Refusal`; ValueError or KeyError where something is missing."""
    what = form["do"]
    if what == "name":
        desk.name(only_changed(form, {"title": desk.read().title})["title"])
    elif what == "round":
        desk.round(
            whole(form["round"]),
            seconds_of(form["minutes"]),
            form.get("kind", ""),
            seconds_of(form.get("starts") or "0"),
        )
    elif what == "length":
        desk.round_length(seconds_of(form["minutes"]))
    elif what in ("pause_round", "resume_round", "end_round", "take_end_back", "take_start_back"):
        getattr(desk, what)()
    elif what == "notice":
        desk.notice(form.get("text", ""), form.get("text_en", ""))
    elif what == "pair":
        number = form.get("round", "").strip()
        desk.pair_all(form["kind"], pairings(form["pairings"], form["kind"]), whole(number) if number else None)
    elif what in ("coming", "settled", "release", "take_release_back", "unpair"):
        getattr(desk, what)(whole(form["table"]))
    elif what == "back":
        desk.send_back(whole(form["table"]), form.get("reason", ""), form.get("game", ""))
    elif what == "take_return_back":
        desk.take_return_back(whole(form["table"]), form.get("game", ""))
    elif what == "tell":
        desk.tell(whole(form["table"]), form.get("text", ""))
    elif what == "count":
        desk.count(form["game"], form["counts"] == "yes")
    else:
        raise KeyError(what)
