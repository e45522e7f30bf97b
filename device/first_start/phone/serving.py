"""Serves the page for the phone on the hotspot's address, as long as the first start is open.

Whatever else a phone asks for leads to the page: that is how it learns that it has to show one (the probes of Android,
iOS and Windows ask for pages of their makers, whose names all lead here while it is on this network).
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from device.common import i18n
from device.common.codes import letters_of
from device.common.files.atomic_write import atomic_write
from device.common.i18n import t
from device.common.languages import LANGUAGES, of_browser
from device.common.web.answers import security_headers
from device.common.web.connections import Limits
from device.common.web.forms import FormLimits, NotAForm, TooLarge, form_of
from device.common.web.serve import Server, server
from device.first_start.common import asking, hotspot
from device.first_start.common.answers import Answers
from device.first_start.common.asking import read_outcome
from device.first_start.common.networks import Network, networks
from device.first_start.common.questions import time_zones, zone_of
from device.first_start.common.system import CardSystem
from device.first_start.phone.form import read
from device.first_start.phone.html import DIGEST, Form, form_page, outcome_page
from rules.message import Message, msg

log = logging.getLogger("dvojtah.first_start")

PORT = 80
LIMITS = Limits(
    connections=32, reserved=8, per_address=12, exempt=(), head_s=5, body_s=5, stalled_s=20, body_bytes=4096
)
FORM = FormLimits(body=LIMITS.body_bytes, fields=16)
"""Ours has nine fields."""
DESCRIPTORS = 256
"""The number of a descriptor that the page does not reach."""
WRONG_CODES = 30
"""Wrong codes that an open hotspot's page takes; after that only the screen answers."""
AGAIN_S = 15.0
"""Seconds between two looks for networks: while the radio listens, phones on the hotspot have to wait."""
SECURITY = security_headers("'self'", style=f"'sha256-{DIGEST}'", img="data:") | {"Cache-Control": "no-store"}


class NetworkScan:
    """The networks in reach, looked for beside the server."""

    def __init__(self, system: CardSystem, now: Callable[[], float] = time.monotonic) -> None:
        self._system = system
        self._now = now
        self._looked: float | None = None
        self.found: Sequence[Network] | Message | None = None
        self.thread: threading.Thread | None = None

    def look(self) -> None:
        """Look for them, unless that was done just now."""
        if self._looked is not None and self._now() - self._looked < AGAIN_S:
            return
        self._looked = self._now()
        self.thread = threading.Thread(target=self._look, name="wifi", daemon=True)
        self.thread.start()

    def _look(self) -> None:
        heard = networks(self._system)
        if not isinstance(heard, Message) or not self.found:  # a radio that is busy does not take back what it heard
            self.found = heard


class Phone:
    """One opening of the hotspot: its page, and whether it was answered."""

    def __init__(self, system: CardSystem) -> None:
        self.system = system
        self.nearby = NetworkScan(system)
        self.answered: Answers | None = None
        self._word = secrets.token_urlsafe(16)
        self._before = asking.should_ask(system)
        self._wrong_codes = 0

    @property
    def open(self) -> bool:
        """Whether there is still something to answer."""
        return self.answered is None and asking.should_ask(self.system)

    def get(self, request: Request) -> Response:
        """The page; anything else leads to it, other devices that a phone was looking for, too."""
        own = _own(request)
        if request.url.path != "/" or request.headers.get("host", "") != urlsplit(own).netloc:
            return RedirectResponse(own, 302, headers=SECURITY)
        with i18n.speaking(_language(request.query_params.get("lang", ""), request)):
            return self._page(self._form({}))

    async def post(self, request: Request) -> Response:
        """Another language, another look, or the answers."""
        try:
            fields = {name: str(value) for name, value in (await form_of(request, FORM)).items()}
        except (TooLarge, NotAForm):
            fields = {}
        except ClientDisconnect:  # it sends more than it may, or went away
            return Response(status_code=400)
        lang = fields.get("lang", "") or fields.get("spoken", "")
        with i18n.speaking(_language(lang, request)):
            if not self.open:
                return self._page(self._form({}))
            form = self._form(fields)
            if fields.get("lang"):
                spoken = {**fields, "language": i18n.language()}
                return self._page(replace(form, given=spoken))
            if not secrets.compare_digest(fields.get("word", "").encode(), self._word.encode()):
                return self._page(form, 403)
            if fields.get("act") == "look":
                self.nearby.look()
                return self._page(self._form(fields))
            return await asyncio.to_thread(self._answer, form)

    def _answer(self, form: Form) -> Response:
        """Leave the answers to the system where all of them are right; else nothing is changed."""
        known = form.networks if isinstance(form.networks, Sequence) else ()
        answers, troubles = read(form.given, known, self.system)
        if (wrong := self._wrong_code(form.given.get("code", ""))) is not None:
            troubles = {"code": wrong, **troubles}
        if troubles:
            return self._page(replace(form, troubles=troubles, sentences=()), 422)
        try:
            asking.ask(answers, self.system, phone=True)
        except OSError as error:
            log.error("the answers of a phone: %s", error)
            sentence = Message("This machine cannot be set up from here; use its own settings.")
            return self._page(replace(form, sentences=(sentence,)), 503)
        self.answered = answers
        return self._page(form)

    def _wrong_code(self, typed: str) -> Message | None:
        """What is wrong with the code of an open hotspot's page, or None. Codes are counted, whoever sends them."""
        wanted = page_code(self.system)
        if not wanted:
            return None
        if self._wrong_codes >= WRONG_CODES:
            return msg("Too many wrong codes came; answer on the screen of the device.")
        if secrets.compare_digest(letters_of(typed).encode(), letters_of(wanted).encode()):
            return None
        self._wrong_codes += 1
        return msg("The screen of the device shows the code.")

    def _form(self, given: dict[str, str]) -> Form:
        sentences = tuple(trouble.message for trouble in read_outcome(self.system).troubles)
        host = self.system.read("/etc/hostname").strip()
        zones = time_zones(self.system)
        form = Form(host, zone_of(self.system), zones, self._word, self.nearby.found, given, sentences=sentences)
        return replace(form, asks_code=bool(page_code(self.system)))

    def _page(self, form: Form, status: int = 200) -> Response:
        """The questions, or what becomes of the answers."""
        if self.open:
            return HTMLResponse(form_page(form), status, headers=SECURITY)
        if self.answered is None:
            lines = [t("This device is set up."), t("Somebody has answered on its screen, or from another phone.")]
        else:
            lines = [t("It is being set up…"), t("Look at the screen of the device: it says what came of it.")]
            if self.answered.wifi is not None:
                name = self.answered.wifi.ssid
                lines.append(t("It joins the Wi-Fi {name} now, and this one ends.", name=name))
                lines.append(t("If that does not work, this Wi-Fi opens again in a minute or two; join it once more."))
            else:
                lines.append(t("This Wi-Fi ends now."))
        return HTMLResponse(outcome_page(form.host, lines), status, headers=SECURITY)


def page_code(system: CardSystem) -> str:
    """What the page asks for; ``""`` where the network has a password of its own."""
    here = hotspot.configured_hotspot(system)
    return "" if here is None else here.page_code


def _own(request: Request) -> str:
    """The page's own address: where the connection came in."""
    host, port = request.scope.get("server") or (hotspot.ADDRESS, PORT)
    with suppress(ValueError):
        host = f"[{host}]" if isinstance(ip_address(host), IPv6Address) else host
    return f"http://{host}/" if port == PORT else f"http://{host}:{port}/"


def _language(wished: str, request: Request) -> str:
    return wished if wished in LANGUAGES else of_browser(request.headers.get("accept-language", ""))


def application(phone: Phone) -> Starlette:
    """The page under every path and name."""

    async def get(request: Request) -> Response:
        return await asyncio.to_thread(phone.get, request)

    def other(request: Request, error: Exception | None = None) -> Response:
        return Response(status_code=405, headers=SECURITY)

    routes = [Route("/", phone.post, methods=["POST"]), Route("/{path:path}", get, methods=["GET", "HEAD"])]
    return Starlette(routes=routes, exception_handlers={405: other})


def serve(system: CardSystem, host: str = hotspot.ADDRESS, port: int = PORT) -> None:
    """Serve the page until somebody has answered. Raises OSError and SystemExit where nothing can listen there."""
    if not asking.should_ask(system):
        return
    phone = Phone(system)
    run(phone, server(application(phone), host, port, LIMITS, descriptors=DESCRIPTORS))


def run(phone: Phone, uvicorn_server: Server) -> None:
    """Run the server, and tell the table's screen how to get there, as long as the first start is open."""

    def on_start() -> None:
        tell(phone.system)
        phone.nearby.look()

    uvicorn_server.on_start, uvicorn_server.is_over = on_start, lambda: not asking.should_ask(phone.system)
    try:
        uvicorn_server.run()
    finally:
        phone.system.path(hotspot.OPEN).unlink(missing_ok=True)


def tell(system: CardSystem) -> None:
    """Let the table's screen say how a phone gets here. Raises OSError."""
    if (here := hotspot.configured_hotspot(system)) is not None:
        place = system.path(hotspot.OPEN)
        place.parent.mkdir(exist_ok=True)
        atomic_write(place, msgspec.json.encode(here), 0o644)
