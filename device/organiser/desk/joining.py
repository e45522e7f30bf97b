"""The organiser's end of a spare table that joins with a short code (`joining` of the event), or of a second machine.

Nobody is listened to, and nothing is announced, unless a code counts: it is made at the desk for one number, lets one
table in, and ends by itself. What is known of it is in memory alone. A second machine has a number that no table has.
"""

from __future__ import annotations

import logging
import secrets
import ssl
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from device.common.address import Address
from device.common.event import broker
from device.common.event import joining as line
from device.common.event.broker import BrokerTrouble
from device.common.event.ticket import JOIN_PORT, code_of, short_code
from device.common.version import version
from device.common.web.answers import host_of
from device.common.web.connections import Limits, network
from device.common.web.forms import body_of
from device.common.web.guesses import GuessLimiter
from device.common.web.serve import server
from device.organiser.desk.machine_port import MachinePlace
from device.organiser.desk.standby import NUMBER
from device.organiser.desk.worker import Worker
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.event_state import EventState
from device.organiser.store import StoreTrouble
from rules.loading import readable
from rules.message import Message, Refusal, msg

log = logging.getLogger("dvojtah.organiser")

ANNOUNCEMENT: Address[Callable[..., Any]] = Address("device.common.event.discovery:Announcement")
"""Loads zeroconf, which an organiser needs only while a code counts."""
COUNTS_S = 600.0
"""Seconds for which a code counts."""
GUESSES, PATIENCE_S = 5, 60.0
"""Attempts of one address in so many seconds."""
MOST_GUESSES = 20
"""Attempts of everybody, after which the code ends: of 680 million codes so many can be tried."""
SESSIONS = 20
STEM = "join"
"""Of the files of its certificate."""
LIMITS = Limits(connections=60, reserved=20, per_address=10, body_bytes=1024)


class JoinStatus(NamedTuple):
    """What the desk shows: the code and for which table it is, the address to type where nothing is found, how many
    minutes it counts yet; which table joined with the last one; what is wrong."""

    code: str = ""
    table: int = 0
    address: str = ""
    minutes: int = 0
    joined: int = 0
    trouble: Message | None = None


class _Offer:
    """A code that counts."""

    def __init__(self, table: int, ends: float) -> None:
        self.code, self.table, self.ends = short_code(), table, ends
        self.guesses = 0
        self.sessions: OrderedDict[str, line.CodeExchange] = OrderedDict()


class SpareTables:
    """Lets spare tables join. ``files`` is the folder with the broker's files, ``broker_host`` the broker's address
    for tables where it is on another machine, else empty. ``desk`` frees numbers that others held, in a thread of its
    own. All methods are for any thread.
    """

    def __init__(
        self,
        event: str,
        files: Path,
        place: MachinePlace,
        desk: OrganiserDesk,
        broker_host: str = "",
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._event, self._files, self._place, self._desk = event, files, place, desk
        self._broker_host, self._now = broker_host, now
        self.copy_code: Callable[[], str] = str
        """The long code with which a second machine copies the event; empty where none may."""
        self._offer: _Offer | None = None
        self._joined, self._port = 0, 0
        self._trouble: Message | None = None
        self._print = b""
        self._patience = GuessLimiter(GUESSES, PATIENCE_S, now)
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._worker = Worker("joining")

    # -- for the desk ----------------------------------------------------------------------------------------------

    def numbers(self) -> list[int]:
        """The numbers for which there are codes. Raises `Refusal`."""
        try:
            return sorted(number for number in broker.load(self._files).given if number)
        except BrokerTrouble as trouble:
            raise Refusal("", trouble.message) from None

    def begin(self, table: int) -> None:
        """A new code counts from now on, for that number; one before it does not any more. Raises `Refusal`."""
        if table != NUMBER and table not in self.numbers():
            raise Refusal("", "The broker has no code for table {n}; make more with dvojtah broker --tables.", n=table)
        with self._lock:
            self._offer, self._joined, self._trouble = _Offer(table, self._now() + COUNTS_S), 0, None
            if self._thread is None:
                self._thread = threading.Thread(target=self._serve, name="joining", daemon=True)
                self._thread.start()

    def end(self) -> None:
        """No code counts any more."""
        with self._lock:
            self._offer, self._joined, self._trouble = None, 0, None

    def status(self) -> JoinStatus:
        """How it stands."""
        with self._lock:
            offer = self._live()
            if offer is None or not self._port:
                return JoinStatus(joined=self._joined, trouble=self._trouble)
            address = self._place.address
            if self._port != JOIN_PORT:
                address += f":{self._port}"
            return JoinStatus(offer.code, offer.table, address, 1 + int((offer.ends - self._now()) // 60))

    def close(self) -> None:
        """Listen no more."""
        self.end()
        if (thread := self._thread) is not None:
            thread.join(timeout=5)

    def _live(self) -> _Offer | None:
        """The code that counts; under the lock."""
        if self._offer is not None and self._offer.ends <= self._now():
            self._offer = None
        return self._offer

    # -- listening -------------------------------------------------------------------------------------------------

    def _serve(self) -> None:
        """Listen and announce while a code counts."""
        while True:
            with self._lock:
                if self._live() is None:
                    self._thread, self._port = None, 0
                    return
            try:
                self._listen()
            except Exception as error:
                if not isinstance(error, Refusal):
                    log.exception("letting a spare table join")
                reason = error.message if isinstance(error, Refusal) else msg("The port for it could not be opened.")
                with self._lock:
                    self._offer, self._trouble = None, reason

    def _listen(self) -> None:
        port, _, files = self._place.prepare(JOIN_PORT, STEM)
        self._print = line.print_of(ssl.PEM_cert_to_DER_cert(files[0].read_text(encoding="ascii")))
        app = Starlette(
            routes=[
                Route(line.HELLO, self._answer_hello, methods=["POST"]),
                Route(line.PROVE, self._answer_proof, methods=["POST"]),
            ]
        )
        listener = server(app, self._place.host, port, LIMITS, tls=files)
        listener.is_over = self._is_over
        listener.on_start = lambda: setattr(self, "_port", port)
        announcement = self._announce(port)
        try:
            listener.run()
        finally:
            self._port = 0
            if announcement is not None:
                announcement.close()

    def _announce(self, port: int) -> Any:
        """None where the network takes no announcements: then people type the address."""
        host, address = self._place.host, self._place.address
        interface = None if host in ("0.0.0.0", "::") else host
        try:
            return ANNOUNCEMENT.load()(self._event, self._desk.state.title, version(), address, port, interface)
        except (OSError, ValueError) as error:
            log.warning("nothing is announced on the network: %s", error)
            return None

    def _is_over(self) -> bool:
        with self._lock:
            return self._live() is None

    # -- answers ---------------------------------------------------------------------------------------------------

    async def _answer_hello(self, request: Request) -> Response:
        return self._hello(network(host_of(request)), await body_of(request))

    def _hello(self, address: str, body: bytes) -> Response:
        with self._lock:
            offer = self._live()
            if offer is None:
                return Response(status_code=line.ENDED)
            if self._patience.wait(address):
                return Response(status_code=line.TOO_MANY)
            try:
                if msgspec.msgpack.decode(body, type=readable(line.JoinFormat)).format != line.FORMAT:
                    return _packed(line.JoinFormat(version=version()), line.ANOTHER_VERSION)
                greeting = msgspec.msgpack.decode(body, type=readable(line.JoinGreeting))
                exchange = line.CodeExchange(offer.code, self._print, at_table=False)
                exchange.take(greeting.message)
            except (msgspec.MsgspecError, ValueError):
                return Response(status_code=400)
            self._patience.count(address)
            offer.guesses += 1
            if offer.guesses > MOST_GUESSES:
                self._offer = None
                self._trouble = msg("Too many wrong codes were tried, so that code is no longer valid; make a new one.")
                return Response(status_code=line.ENDED)
            session = secrets.token_hex(8)
            offer.sessions[session] = exchange
            if len(offer.sessions) > SESSIONS:
                offer.sessions.popitem(last=False)
            return _packed(line.JoinChallenge(version=version(), session=session, message=exchange.message))

    async def _answer_proof(self, request: Request) -> Response:
        body = await body_of(request)
        try:
            proof = msgspec.msgpack.decode(body, type=readable(line.JoinProof))
        except msgspec.MsgspecError:
            return Response(status_code=400)
        here = request.scope.get("server") or (self._place.address, 0)
        try:
            return await self._worker.run(lambda: self._admit(proof, network(host_of(request)), str(here[0])))
        except (StoreTrouble, BrokerTrouble) as trouble:
            log.error("%s", trouble)
            return Response(status_code=503)

    def _admit(self, proof: line.JoinProof, address: str, here: str) -> Response:
        """In the worker's thread, so that a code lets one table in. Raises `StoreTrouble` and `BrokerTrouble`."""
        with self._lock:
            offer = self._live()
            exchange = None if offer is None else offer.sessions.pop(proof.session, None)
        if offer is None or exchange is None:
            return Response(status_code=line.ENDED)
        if not exchange.is_right("table", proof.proof):
            return Response(status_code=line.WRONG)
        is_table = offer.table != NUMBER
        code = self._ticket(offer.table, proof.device, here) if is_table else self.copy_code()
        if not code:
            return Response(status_code=line.ENDED)
        with self._lock:
            self._patience.forgive(address)
            if self._offer is offer:
                self._offer, self._joined = None, offer.table if is_table else 0
        return _packed(line.JoinAdmission(proof=exchange.proof("organiser"), code=code))

    def _ticket(self, table: int, device: str, here: str) -> str:
        """The long code of a table, which nobody else has from now on. Raises `StoreTrouble` and `BrokerTrouble`."""
        ticket = broker.load(self._files).ticket(table)
        place = self._desk.read().place(table)
        if place.holder not in (None, device) and not place.released:
            self._desk.release(table)
        return code_of(msgspec.structs.replace(ticket, host=self._broker_host or here))


def _packed(answer: Any, status: int = 200) -> Response:
    return Response(msgspec.msgpack.encode(answer), status, media_type="application/msgpack")


class SpareNumbers(NamedTuple):
    """The numbers that a spare may get: of tables that fell out, and the first that nobody has (0: there is none)."""

    fell_out: tuple[int, ...]
    new: int


def spare_numbers(given: list[int], state: EventState) -> SpareNumbers:
    """The numbers among those ``given`` that a spare table may get."""
    places = {table.number: table for table in state.tables() if table.holder is not None or table.online is not None}
    lost = (n for n in given if n in places and (places[n].released or not places[n].online))
    return SpareNumbers(tuple(lost), next((n for n in given if n not in places), 0))


def begin(desk: OrganiserDesk, table: int) -> None:
    """A code for the number of a table. Raises `Refusal`."""
    spare = _free(desk)
    free = spare_numbers(spare.numbers(), desk.read())
    if table not in (*free.fell_out, free.new):
        raise Refusal("", "Table {n} is connected; release its number first.", n=table)
    spare.begin(table)


def end(desk: OrganiserDesk) -> None:
    """No code for a table counts any more. Raises `Refusal`."""
    _spare(desk).end()


def standby(desk: OrganiserDesk, on: str) -> None:
    """A second machine copies the event, or none does; or it gets a short code (``on``). Raises `Refusal`."""
    if on == "code":
        _free(desk).begin(NUMBER)
        return
    if copy_status(desk).code:
        _spare(desk).end()
    desk.standby(on == "yes")


def copy_status(desk: OrganiserDesk) -> JoinStatus:
    """How a second machine gets in; without a code where none does."""
    status = JoinStatus() if desk.spare_tables is None else desk.spare_tables.status()
    return status if status.table == NUMBER else JoinStatus()


def _free(desk: OrganiserDesk) -> SpareTables:
    """Where no code for a table counts; one for a second machine gives way. Raises `Refusal`."""
    spare = _spare(desk)
    if (counts := spare.status()).code and counts.table != NUMBER:
        raise Refusal("", "There is already a valid code for table {n}; use it, or end it.", n=counts.table)
    return spare


def _spare(desk: OrganiserDesk) -> SpareTables:
    if not isinstance(desk.spare_tables, SpareTables):
        raise Refusal("", "Here no table joins with a short code; take the code from its card.")
    return desk.spare_tables
