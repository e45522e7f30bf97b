"""What a machine of the hall runs: the present program, on the hall's network, disk and clocks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import msgspec

from device.common.event.paho_client import PahoClient
from device.common.event.ticket import Ticket, store_ticket
from device.event.client import EventClient
from device.journal import Journal
from device.organiser.acts.decisions import ResultEntered
from device.organiser.acts.from_text import nonce
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.ingest import BrokerAddress
from device.organiser.service import OrganiserService
from device.organiser.store import EventStore, StoreTrouble, standby
from device.organiser.store.backup import Backup, BackupTrouble
from device.organiser.tournament.drawing import Drawing
from device.organiser.tournament.entrant_file import EntrantLine
from device.organiser.tournament.registration import Registration
from device.organiser.tournament.scoring import Scoring
from device.table.table import Table
from rules.games import GAMES
from rules.loading import readable
from rules.message import Message, Refusal
from rules.sheet_terms import SheetTerms
from tools.world import next_round, product
from tools.world.client import Client

if TYPE_CHECKING:
    from tools.world.evening import Evening
    from tools.world.event_stores import HallStore
    from tools.world.table import HallTable


class HeardGame(NamedTuple):
    """A game at the organiser: its scores as people see them signed, and why something of it does not count there."""

    scores: tuple[tuple[str, str, str], ...]
    trouble: str


class Program:
    """The present program. An earlier one (`tools.world.versions.earlier`) has the same methods and speaks alike.

    ``trouble`` and ``refusal`` are the errors that its organiser raises, ``backup_trouble`` its second machine.
    """

    name = ""
    """Of which state it is; empty: the present one."""
    trouble: type[Exception] = StoreTrouble
    refusal: type[Exception] = Refusal
    backup_trouble: type[Exception] = BackupTrouble
    copies = True
    """Whether it can be a second machine."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening

    @property
    def is_present(self) -> bool:
        """Whether it is the present program."""
        return not self.name

    @property
    def _mqtt(self) -> Any:
        return partial(PahoClient, make=cast(Any, partial(Client, self.evening.network)))

    # -- a table ------------------------------------------------------------------------------------------------------

    def store_ticket(self, path: Path, ticket: Ticket) -> None:
        """Keep the ticket that somebody typed."""
        store_ticket(path, ticket)

    def journal(
        self, path: Path, on_saved: Callable[[int, int], None], on_mended: Callable[[Message], None]
    ) -> Journal:
        """Open the table's journal. Raises what the program does."""
        return Journal(
            path, on_saved, lambda trouble: None, patient=True, on_mended=on_mended, now=product.monotonic_ns
        )

    def table(self, journal: Journal) -> Table:
        """The running game of the table."""
        return Table(journal, GAMES, product.monotonic_ns)

    def event_client(self, table: HallTable, journal: Journal, post: Callable[[Any], None]) -> EventClient:
        """The event client of a table."""
        return EventClient(
            table.settings,
            journal,
            post,
            product.monotonic_ns,
            mqtt=self._mqtt,
            numbers=product.board(table.machine),
        )

    def on_update(self, client: EventClient, update: Any, table: Table) -> bool:
        """Take what came over the line; whether a game was taken up."""
        return client.on_update(update, table)

    def follow(self, client: EventClient, table: Table, at: int) -> None:
        """What the loop does in each turn: bring clocks to the organiser's, and tell what is shown."""
        next_round.follow(client, table, at)
        client.show(table)

    # -- the organiser ------------------------------------------------------------------------------------------------

    def service(self, open_store: Callable[[], Any]) -> OrganiserService:
        """The organiser's program."""
        user, password = self.evening.files.desk
        address = BrokerAddress(self.evening.broker.host, self.evening.files.port, user, password)
        return OrganiserService(self.evening.event, open_store, address, mqtt=self._mqtt)

    def open_store(self, store: HallStore) -> EventStore:
        """A handle on the organiser's store. Raises `trouble`."""
        return store.open()

    def desk(self, store: Any) -> OrganiserDesk:
        """Somebody who decides."""
        return OrganiserDesk(store)

    def enrol(self, desk: OrganiserDesk, names: list[tuple[str, tuple[str, ...]]]) -> None:
        """Enrol entrants by their names and their players; all of them came."""
        lines = [EntrantLine(n, n, name, players, "", "") for n, (name, players) in enumerate(names, 1)]
        Registration(desk).enrol(lines)
        Registration(desk).all_came()

    def add_sheet(self, desk: OrganiserDesk, terms: SheetTerms) -> None:
        """A score sheet is among the games of the event."""
        desk.add_sheet(terms)

    def draw(self, desk: OrganiserDesk, round: int, kind: str, method: str, seed: int) -> None:
        """Draw a round, and publish it."""
        drawing = Drawing(desk)
        drawing.draft(round, kind, method, seed=seed)
        drawing.publish(round)

    def is_drawn(self, state: Any, round: int) -> bool:
        """Whether a round is drawn."""
        return state.tournament.draw_of(round) is not None

    def results(self, state: Any, round: int) -> list[Any]:
        """The tables of a round with their ``scores`` (None: there are none yet) and as ``drawn``."""
        return list(Scoring(state).tables(round))

    def heard(self, state: Any, uid: str) -> HeardGame | None:
        """A game at the organiser, by its name; None where it knows none."""
        game = state.games.get(uid)
        return None if game is None else HeardGame(scores_in(self._scores(game)), str(self._trouble(game) or ""))

    def _scores(self, game: Any) -> Any:
        return game.scores

    def _trouble(self, game: Any) -> Any:
        return game.trouble

    def enter_result(self, desk: OrganiserDesk, round: int, table: int, scores: tuple[int, ...]) -> None:
        """Enter the result of a paper slip."""
        Drawing(desk).result(ResultEntered(id=nonce(), round=round, table=table, scores=scores))

    # -- the second machine -------------------------------------------------------------------------------------------

    def catch_up(self, folder: Path, ask: Callable[[bytes], bytes]) -> None:
        """Ask for what is new, by requests and parts as bytes. Raises `trouble`."""
        catch_up(standby, folder, ask)

    def next_part(self, store: Any, url: str, request: bytes) -> bytes:
        """Answer a second machine that asks. Raises OSError where this program knows no such thing."""
        return next_part(standby, Backup, store, url, request)


def scores_in(scores: Any) -> tuple[tuple[str, str, str], ...]:
    """What scores say: names, what is won, points."""
    return tuple((score.name, str(score.won), str(score.points)) for score in scores or ())


def catch_up(standby: Any, folder: Path, ask: Callable[[bytes], bytes]) -> None:
    """Let the second machine of a program, by its module ``standby``, ask for what is new."""

    def ask_in_bytes(request: Any) -> Any:
        return msgspec.msgpack.decode(ask(msgspec.msgpack.encode(request)), type=readable(standby.CopyPart))

    standby.StandbyCopy(folder).catch_up(ask_in_bytes)


def next_part(standby: Any, backup: type[Any], store: Any, url: str, request: bytes) -> bytes:
    """Answer it as the first machine of a program, by its module ``standby``."""
    asked = msgspec.msgpack.decode(request, type=readable(standby.CopyRequest))
    return msgspec.msgpack.encode(standby.next_part(store, backup(url), asked))
