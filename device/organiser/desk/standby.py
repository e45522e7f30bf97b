"""The organiser's end of a second machine: what is copied is asked for here, over TLS, with a code from the desk.

Nobody is listened to before the desk says so. The code has this machine's address, the beginning of the certificate's
hash and a secret, as a table's code has; whoever has it may read the whole event, passwords and contacts included.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable
from typing import NamedTuple

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from device.common.event.ticket import Ticket, code_of
from device.common.web.answers import host_of
from device.common.web.connections import Limits, network
from device.common.web.guesses import CodeCheck
from device.common.web.serve import server
from device.organiser.desk.login import GUESSES, PATIENCE_S
from device.organiser.desk.machine_port import MachinePlace
from device.organiser.desk.worker import Worker
from device.organiser.store import EventStore, StoreTrouble
from device.organiser.store.backup import Backup, BackupTrouble
from device.organiser.store.standby import FORMAT, CopyRequest, next_part
from rules.loading import readable
from rules.message import Message, Refusal, msg

log = logging.getLogger("dvojtah.organiser")

PORT = 8300
"""The usual port."""
PATH = "/copy"
NUMBER = 9999
"""What stands in the code in the place of a table's number."""
OLD_S = 180
"""Seconds after which a copy is older than it may be: three were missed."""
LOOK_S = 0.5
AGAIN_S = 20
"""Seconds until a listener that could not begin is tried again."""
LIMITS = Limits(connections=40, reserved=10, per_address=10)
STEM = "standby"
"""Of the files of its certificate."""


class StandbyStatus(NamedTuple):
    """What the desk shows: the code, how old the copy is in whole minutes (None: there is none yet), what is wrong.

    ``short`` is a code with which the second machine finds this one in the network (empty: none counts), for
    ``counts`` more minutes, or asks at ``address``.
    """

    code: str = ""
    minutes: int | None = None
    trouble: Message | None = None
    short: str = ""
    counts: int = 0
    address: str = ""


class Standby:
    """The listener, and what is known of the copy. ``secret`` is the event's now, empty where nobody set it up.

    ``open_store`` opens a handle that only reads.
    """

    def __init__(
        self,
        event: str,
        open_store: Callable[[], EventStore],
        backup: Backup,
        place: MachinePlace,
        secret: Callable[[], str],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._event, self._open_store, self._backup, self._place = event, open_store, backup, place
        self._secret, self._now = secret, now
        self._known = CodeCheck("", GUESSES, PATIENCE_S, now)
        self._since = 0.0
        self._asked: tuple[int, str, float] | None = None
        self._copied: float | None = None
        self._port, self._pin = 0, ""
        self._trouble: Message | None = None
        self._store: EventStore | None = None
        self._worker = Worker("standby")
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="standby", daemon=True)

    def start(self) -> None:
        """Listen as soon as the desk says so, and as long."""
        self._thread.start()

    def close(self) -> None:
        """Listen no more."""
        self._ends.set()
        self._thread.join(timeout=5)

    # -- for the desk ----------------------------------------------------------------------------------------------

    def status(self, secret: str) -> StandbyStatus:
        """How it stands, where the event's secret is ``secret``; from any thread."""
        if not secret:
            return StandbyStatus()
        if self._trouble is not None:
            return StandbyStatus(trouble=self._trouble)
        if secret != self._known.code or not self._pin:
            return StandbyStatus()
        ticket = Ticket(
            event=self._event,
            table=NUMBER,
            host=self._place.address,
            port=self._port,
            password=secret,
            pin=self._pin,
        )
        age = self._now() - (self._since if self._copied is None else self._copied)
        minutes, trouble = int(age // 60), None
        if age > OLD_S:
            trouble = msg(
                "The copy on the second machine is {n} min old; see that it is on, in this network and copying.",
                n=minutes,
            )
            if self._copied is None:
                trouble = msg("No second machine has copied the event for {n} min; start copying on one.", n=minutes)
        return StandbyStatus(code_of(ticket), None if self._copied is None else minutes, trouble)

    # -- listening -------------------------------------------------------------------------------------------------

    def _follow(self) -> None:
        while not self._ends.wait(LOOK_S):
            if self._has_secret():
                self._listen()

    def _has_secret(self) -> bool:
        """Whether a second machine may copy the event now; with another secret all begins anew."""
        if (secret := self._secret()) != self._known.code:
            self._known = CodeCheck(secret, GUESSES, PATIENCE_S, self._now)
            self._since, self._asked, self._copied = self._now(), None, None
        return bool(secret)

    def _listen(self) -> None:
        """Until nobody may copy the event any more."""
        try:
            self._port, self._pin, files = self._place.prepare(PORT, STEM)
        except Refusal as error:
            self._trouble = error.message
            self._ends.wait(AGAIN_S)  # nor is the log filled with it
            return
        self._trouble = None
        listener = server(
            Starlette(routes=[Route(PATH, self._answer)]), self._place.host, self._port, LIMITS, tls=files
        )
        listener.is_over = lambda: self._ends.is_set() or not self._has_secret()
        listener.run()

    async def _answer(self, request: Request) -> Response:
        address = network(host_of(request))
        if waits := math.ceil(self._known.wait(address)):
            return PlainTextResponse("", 429, headers={"Retry-After": str(waits)})
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        if not self._known.is_right(token, address):
            return PlainTextResponse("", 403)
        try:
            asked = msgspec.convert(dict(request.query_params), readable(CopyRequest), strict=False)
        except msgspec.ValidationError:
            return PlainTextResponse("", 400)
        if asked.format > FORMAT:
            return PlainTextResponse("", 426)
        try:
            data = await self._worker.run(lambda: self._part(asked))
        except (StoreTrouble, BackupTrouble) as trouble:
            return PlainTextResponse(str(trouble.message), 503)
        return Response(data, media_type="application/msgpack")

    def _part(self, asked: CopyRequest) -> bytes:
        if self._store is None:
            self._store = self._open_store()
        now = self._now()
        part = next_part(self._store, self._backup, asked)
        if self._asked is not None and asked.log >= self._asked[0] and asked.beside == self._asked[1]:
            self._copied = self._asked[2]
        if not part.more:
            self._asked = (part.log[-1][0] if part.log else asked.log, part.digest, now)
        return msgspec.msgpack.encode(part)
