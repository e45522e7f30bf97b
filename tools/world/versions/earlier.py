"""A machine's program of an earlier version: real code of that time on the hall's network, disk and clocks."""

from __future__ import annotations

import contextlib
import types
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from device.common.event.ticket import Ticket
from rules.loading import readable
from tools.world import product
from tools.world.client import Client
from tools.world.scheduler import current
from tools.world.versions.copies import Copy
from tools.world.versions.earlier_table import EarlierClient, EarlierTable, either
from tools.world.versions.program import Program, catch_up, next_part
from tools.world.versions.trees import STATES, source_of

if TYPE_CHECKING:
    from rules.message import Message
    from tools.world.evening import Evening
    from tools.world.event_stores import HallStore
    from tools.world.table import HallTable

ORGANISER = {
    "Desk": ("device.organiser.log.event_control", "device.organiser.desk"),
    "Drawing": ("device.organiser.tournament.drawing", "device.organiser.drawing"),
    "Registration": ("device.organiser.tournament.registration", "device.organiser.registration"),
    "Scoring": ("device.organiser.tournament.scoring", "device.organiser.scoring"),
    "decisions": ("device.organiser.acts", "device.organiser"),
    "ingest": ("device.organiser.log", "device.organiser"),
    "people_csv": ("device.organiser.tournament", "device.organiser"),
}
"""Where the parts of an organiser lie: now, and at first."""


@cache
def copy_of(name: str) -> Copy:
    """The packages of an earlier state; a process loads them once. Raises `NoHistory`."""
    return Copy(source_of(name), f"earlier_{STATES[name].commit[:8]}")


class EarlierProgram(Program):
    """A program of the state ``name``. Raises `NoHistory`."""

    def __init__(self, evening: Evening, name: str) -> None:
        super().__init__(evening)
        self.name, self.copy = name, copy_of(name)
        self.copies = STATES[name].copies
        module = self.copy.module
        self.record, self.games = module("rules.record"), module("rules.games").GAMES
        self._tickets, self._client = module("device.event.ticket"), module("device.event.client")
        self.refusal = module("rules.message").Refusal
        self.refusals = (self.refusal, module("device.journal").JournalTrouble)
        self._store = module("device.organiser.store")
        self.trouble = self._store.StoreTrouble
        if self.copies:
            self.backup_trouble = module("device.organiser.store.backup").BackupTrouble
        self._prepare()

    def _prepare(self) -> None:
        """Put the hall's parts where this version takes the real ones."""
        client = partial(Client, self.evening.network)
        connection = self.copy.module("device.event.connection")
        connection.mqtt = types.SimpleNamespace(**{**vars(_paho()), "Client": client})
        self._part("ingest").Client = client
        device_id = self.copy.module("device.event.device_id")
        device_id.SERIALS = (_SERIAL,)
        if hasattr(device_id, "read_line"):
            device_id.read_line = lambda path: _SERIAL.read_text() if path is _SERIAL else None
        real = device_id.device_id
        self._client.device_id = lambda journal: real(_JournalPath(journal))
        sqlite = self.copy.module("device.organiser.store.sqlite")
        if hasattr(sqlite, "INotify"):
            sqlite.INotify = _no_notifications

    def _part(self, name: str) -> Any:
        for folder in ORGANISER[name]:
            if name[0].islower():
                if self.copy.has(f"{folder}.{name}"):
                    return self.copy.module(f"{folder}.{name}")
            elif self.copy.has(folder):
                return getattr(self.copy.module(folder), name)
        raise LookupError(name)

    # -- a table ------------------------------------------------------------------------------------------------------

    def store_ticket(self, path: Path, ticket: Ticket) -> None:
        """As `Program.store_ticket`."""
        own = msgspec.json.decode(msgspec.json.encode(ticket), type=readable(self._tickets.Ticket))
        either(self._tickets, "store_ticket", "keep")(path, own)

    def journal(self, path: Path, on_saved: Callable[[int, int], None], on_mended: Callable[[Message], None]) -> Any:
        """As `Program.journal`."""
        journal = self.copy.module("device.journal").Journal
        return journal(
            path, on_saved, lambda trouble: None, patient=True, on_mended=on_mended, now=product.monotonic_ns
        )

    def table(self, journal: Any) -> Any:
        """As `Program.table`."""
        return EarlierTable(self, journal, product.monotonic_ns)

    def event_client(self, table: HallTable, journal: Any, post: Callable[[Any], None]) -> Any:
        """As `Program.event_client`."""
        settings = self.copy.module("device.settings.settings").Settings(journal=table.settings.journal)
        return EarlierClient(self, self._client.EventClient(settings, journal, post, product.monotonic_ns))

    def on_update(self, client: Any, update: Any, table: Any) -> bool:
        """As `Program.on_update`."""
        with table.refusing():
            return bool(either(client.own, "on_update", "came")(update, table.own))

    def follow(self, client: Any, table: Any, at: int) -> None:
        """As `Program.follow`."""
        old = self.copy.has("device.event.next_round")
        module = self.copy.module("device.event.next_round" if old else "device.screens.event.next_round")
        module.follow(client.own, table.own, at)
        client.own.show(table.own)

    def known(self, setup: dict[str, Any]) -> dict[str, Any]:
        """What this version can set up of a game that today's screen would set up."""
        fields = self.games[setup["game"]].setup_type.__struct_fields__
        return {name: value for name, value in setup.items() if name == "game" or name in fields}

    # -- the organiser ------------------------------------------------------------------------------------------------

    def service(self, open_store: Callable[[], Any]) -> Any:
        """As `Program.service`."""
        user, password = self.evening.files.desk
        kind = either(self._part("ingest"), "BrokerAddress", "Broker")
        address = kind(self.evening.broker.host, self.evening.files.port, user, password)
        return self.copy.module("device.organiser.service").Service(self.evening.event, open_store, address)

    def open_store(self, store: HallStore) -> Any:
        """As `Program.open_store`."""
        return self._store.open_store(store.url, self.evening.event)

    def desk(self, store: Any) -> Any:
        """As `Program.desk`."""
        return _EarlierDesk(self._part("Desk")(store))

    def enrol(self, desk: Any, names: list[tuple[str, tuple[str, ...]]]) -> None:
        """As `Program.enrol`."""
        people, registration = self._part("people_csv"), self._part("Registration")(desk.own)
        kind = either(people, "EntrantLine", "Line")
        either(registration, "enrol_all", "enrol")(
            [kind(n, n, name, players, "", "") for n, (name, players) in enumerate(names, 1)]
        )
        registration.all_came()

    def draw(self, desk: Any, round: int, kind: str, method: str, seed: int) -> None:
        """As `Program.draw`."""
        drawing = self._part("Drawing")(desk.own)
        drawing.draft(round, kind, method, seed=seed)
        drawing.publish(round)

    def is_drawn(self, state: Any, round: int) -> bool:
        """As `Program.is_drawn`."""
        return either(state.tournament, "draw_of", "published")(round) is not None

    def results(self, state: Any, round: int) -> list[Any]:
        """As `Program.results`."""
        return list(self._part("Scoring")(state).tables(round))

    def _scores(self, game: Any) -> Any:
        if hasattr(game, "scores"):
            return game.scores
        return () if game.history is None else game.shown.scores(game.history.state)

    def _trouble(self, game: Any) -> Any:
        return either(game, "trouble", "stuck")

    def enter_result(self, desk: Any, round: int, table: int, scores: tuple[int, ...]) -> None:
        """As `Program.enter_result`."""
        drawing = self._part("Drawing")(desk.own)
        if not self.copy.has("device.organiser.acts"):
            drawing.result(round, table, scores)
            return
        nonce = self.copy.module("device.organiser.acts.from_text").nonce()
        drawing.result(self._part("decisions").ResultEntered(id=nonce, round=round, table=table, scores=scores))

    # -- the second machine -------------------------------------------------------------------------------------------

    def catch_up(self, folder: Path, ask: Callable[[bytes], bytes]) -> None:
        """As `Program.catch_up`."""
        catch_up(self.copy.module("device.organiser.store.standby"), folder, ask)

    def next_part(self, store: Any, url: str, request: bytes) -> bytes:
        """As `Program.next_part`."""
        if not self.copies:
            raise OSError("this program serves no second machine")
        backup = self.copy.module("device.organiser.store.backup").Backup
        return next_part(self.copy.module("device.organiser.store.standby"), backup, store, url, request)


class _EarlierDesk:
    """Somebody who decides with an earlier program."""

    def __init__(self, own: Any) -> None:
        self.own = own
        self.by = ""

    def __getattr__(self, name: str) -> Any:
        return getattr(self.own, name)

    def settle_call(self, table: int) -> None:
        """As `OrganiserDesk.settle_call`."""
        either(self.own, "settle_call", "settled")(table)

    def deciding(self) -> contextlib.AbstractContextManager[Any]:
        """As `OrganiserDesk.deciding`, where there is such a lock."""
        deciding = getattr(self.own, "deciding", contextlib.nullcontext)
        lock: contextlib.AbstractContextManager[Any] = deciding()
        return lock


class _Serial:
    """Stands for the file with a board's number."""

    def read_text(self, **_: object) -> str:
        """The number of the machine that runs now."""
        return f"{current().machine.node:016x}"


_SERIAL = _Serial()


class _JournalPath(type(Path())):  # type: ignore[misc]
    """Where a journal lies; its machine sees it in its own root, not in the folder of the simulation."""

    def absolute(self) -> Path:
        """Where it lies as its machine sees it."""
        return Path("/", *self.relative_to(current().machine.folder).parts)


def _no_notifications() -> Any:
    raise OSError("the kernel tells nobody of commits here")


def _paho() -> types.ModuleType:
    import paho.mqtt.client  # noqa: PLC0415 - only where an earlier program runs

    return paho.mqtt.client
