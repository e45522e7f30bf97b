"""What the desk decides while an event goes on: rounds, pairings, announcements, calls, numbers, results sent back."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import IO, Any

import msgspec

from device.common.codes import new_code
from device.common.event.messages import TableSnapshot
from device.common.event.ticket import new_secret
from device.common.sheets import shipped_sheets
from device.organiser.acts import decisions
from device.organiser.acts.from_text import LONGEST_MINUTES, nonce, plain, require_text
from device.organiser.log.event_games import kind_by, variant_of
from device.organiser.log.event_log import EventLog
from device.organiser.log.event_state import EventState
from device.organiser.log.pairing import TableSeating, check_game, is_played, pairing_act
from device.organiser.log.rollout import RolloutStatus
from device.organiser.log.round_on import coming_round
from device.organiser.log.table_game import TableGame
from device.organiser.log.table_state import TableState
from device.organiser.log.tournament_state import Entrant
from device.organiser.store import DESK, EventStore, LogRow, RefusedMessage
from device.organiser.store.rows import ACT
from rules.explain import quote
from rules.game import SECOND, Progress
from rules.message import Refusal, msg
from rules.people import same_name
from rules.sheet_terms import SheetTerms

LARGEST_NAMES, LARGEST_SHEET = 16 * 1024, 8 * 1024
"""Bytes of a pairing, and of the score sheet that goes with it: they share a message with everything else that is sent
to a table."""
MOST_SHEETS = 40
"""Score sheets of one event."""
CODE_LENGTH = 6
"""Letters of the code at the door."""
SHORTEST_UID = 4
"""Characters of a game's id by which people name it."""


class OrganiserDesk:
    """Reads the event, and writes what is decided through ``store``, as rows of the log. Belongs to one thread.

    Every method that decides raises `Refusal` with one sentence where it makes no sense; then nothing was decided.
    Whoever runs the organiser's program (`device.organiser.service`) sees a decision in the log and tells the tables,
    so it may be made from any program that can open the store. ``wall`` is the wall clock (ns), the store's unless a
    test brings its own. ``log`` is the process's one fold of the log; None: one of its own, by the same handle.
    ``reports`` says what each table last said of itself, where this program listens to them.
    """

    def __init__(
        self,
        store: EventStore,
        wall: Callable[[], int] | None = None,
        log: EventLog | None = None,
        reports: Callable[[], Mapping[int, TableSnapshot]] = dict,
    ) -> None:
        self.reports = reports
        self.rollout: Callable[[], RolloutStatus] = RolloutStatus
        """How far an update is that was ordered."""
        self.held_update: Callable[[], Any] = lambda: None
        """The update that is held here for the tables (`device.organiser.desk.updates.HeldUpdate`)."""
        self.hold_update: Callable[[IO[bytes], str], object] | None = None
        """Keeps a file of that name as such; raises `Refusal`. None: nothing is held here."""
        self.spare_tables: Any = None
        """What lets a spare table join (`device.organiser.desk.joining.SpareTables`); None: nothing does."""
        self.offered_sheets: Callable[[], Sequence[SheetTerms]] = shipped_sheets
        """The score sheets that can be added by their names, in the language spoken now."""
        self._store = store
        self._wall = store.now if wall is None else wall
        self._log = EventLog(store) if log is None else log
        self._boot = "@" + nonce()
        self._seq = 0
        self.by = ""
        """Who sits at the desk, as far as they said; stands in every act."""
        self.state = self._log.read()
        """The event as this desk read it last."""

    def now(self) -> int:
        """The event's clock (ns), as far as the log has been read."""
        return self._wall() + self.state.ahead

    def read(self) -> EventState:
        """The event with everything that stands in the log by now."""
        self.state = self._log.read()
        return self.state

    @contextlib.contextmanager
    def deciding(self) -> Iterator[None]:
        """Nobody else decides about this event meanwhile; it is read anew first. Raises `StoreTrouble`."""
        with self._store.deciding():
            self.read()
            yield

    @contextlib.contextmanager
    def said_by(self, who: str) -> Iterator[None]:
        """What is decided meanwhile was decided by ``who``."""
        self.by, before = who, self.by
        try:
            yield
        finally:
            self.by = before

    @contextlib.contextmanager
    def as_act(self, key: str) -> Iterator[bool]:
        """What is decided meanwhile has the ``key`` that its sender gave it, as the rows of a table have its own ids;
        whether nothing was decided under that key before. ``""``: it has none. Within `deciding`."""
        if not key:
            yield True
            return
        before = self._boot, self._seq
        self._boot, self._seq = f"#{key}", 0
        try:
            yield not self._store.bodies(DESK, self._boot, [1])
        finally:
            self._boot, self._seq = before

    def refusals(self) -> list[RefusedMessage]:
        """The messages that were not taken, newest first."""
        return self._store.refusals()

    # -- contacts --------------------------------------------------------------------------------------------------

    def contacts(self) -> dict[str, str]:
        """How entrants are reached, by their ids: for the desk alone. Raises `StoreTrouble`."""
        contacts = self.read().logged_contacts | self._store.contacts()
        return {entrant: contact for entrant, contact in contacts.items() if contact}

    def keep_contacts(self, contacts: Mapping[str, str]) -> None:
        """How entrants are reached; empty: nobody knows."""
        self._store.keep_contacts(contacts)

    def delete_contacts(self) -> None:
        """All contacts are deleted for good, those in the log of an earlier version, too. Nothing brings them back."""
        self._store.delete_contacts()
        self.decide(decisions.ContactsDeleted())

    # -- deciding --------------------------------------------------------------------------------------------------

    def decide(self, *decided: decisions.Decision) -> None:
        """The one way in for every act: all of them are kept, or none. Raises `Refusal` where one could not be read."""
        rows = []
        for n, act in enumerate(decided):
            if act.by != self.by:  # one that changes an earlier act has the name of who made that
                act = msgspec.structs.replace(act, by=self.by)  # noqa: PLW2901 - the same act, with its name
            body = decisions.encode(act)
            if isinstance(act, decisions.RoundSet) and max(abs(act.starts), abs(act.paused_at or 0)) >= 2**63:
                raise Refusal("", "A round starts within a day.")  # logs of earlier versions have such
            if isinstance(act, decisions.Paired) and len(body.encode()) > LARGEST_NAMES:
                raise Refusal("", "There are too many names, or one of them is too long.")
            if isinstance(act, decisions.SheetAdded) and len(body.encode()) > LARGEST_SHEET:
                raise Refusal("", "The score sheet is too large to be sent to the tables; let it have fewer boxes.")
            self._seq += 1
            rows.append(LogRow(0, DESK, self._boot, self._seq, ACT, "", n, 0, self.now(), body))
        self._store.append(rows)
        self.read()

    # -- the evening -------------------------------------------------------------------------------------------------

    def name(self, title: str) -> None:
        """What the event is called."""
        self.decide(decisions.Named(title=plain(title)))

    def game_named(self, name: str) -> str:
        """The word of the game that people call so: by its word, or a score sheet by its name."""
        called = (kind for kind in self.state.kinds() if same_name(variant_of(kind)) == same_name(name))
        if not name or self.state.knows(name):
            return name
        return next(called, None) or next((kind_by(terms) for terms in self._offered(name)), name)

    def add_offered_sheet(self, name: str) -> None:
        """The score sheet that is offered by that name is among the games of the event."""
        terms = next(self._offered(name), None)
        if terms is None:
            raise Refusal("", "There is no score sheet {name}.", name=quote(plain(name)) or "–")
        self.add_sheet(terms)

    def _offered(self, name: str) -> Iterator[SheetTerms]:
        return (terms for terms in self.offered_sheets() if same_name(terms.name) == same_name(name))

    def add_sheet(self, terms: SheetTerms) -> str:
        """A score sheet is among the games of the event, by its name; the word by which it is drawn.

        One of that name with other terms takes the place of the one before, as long as nobody was drawn for it.
        """
        terms.check()
        state, kind = self.read(), kind_by(terms)
        before = state.sheets.get(kind)
        if before == terms:
            return kind
        if before is not None and is_played(state, kind):
            raise Refusal(
                "",
                "{name} is played at this event by other terms. Give this sheet another name.",
                name=quote(terms.name),
            )
        if before is None and len(state.sheets) >= MOST_SHEETS:
            raise Refusal("", "There are {n} score sheets at this event; no more fit.", n=MOST_SHEETS)
        self.decide(decisions.SheetAdded(kind=kind, terms=terms))
        return kind

    def pair_all(self, kind: str, seatings: Sequence[TableSeating], round: int | None = None) -> None:
        """Who plays where in ``round`` (None: the one that comes); all of it is decided, or nothing."""
        state = self.read()
        seats = check_game(state, kind).seats
        number = coming_round(state, self.now()) if round is None else round
        check_round(number)
        self.decide(*(pairing_act(kind, seats, seating, number) for seating in seatings))

    def unpair(self, table: int) -> None:
        """Nobody is to play at ``table`` after all."""
        self.decide(decisions.Paired(table=table, pairing=nonce()))

    def round(self, number: int, length_s: int, kind: str = "", starts_in_s: int = 0) -> None:
        """Round ``number`` starts in so many seconds and lasts ``length_s``."""
        check_round(number)
        state = self.read()
        if kind:
            check_game(state, kind)
        if not 0 <= starts_in_s <= LONGEST_MINUTES * 60:
            raise Refusal("", "A round starts within a day.")
        starts = self.now() + starts_in_s * SECOND
        self.decide(decisions.RoundSet(round=number, kind=kind or state.round.kind, starts=starts, length_s=length_s))

    def round_length(self, length_s: int) -> None:
        """The round that is on lasts ``length_s`` from its start (M3: announced before it, for mariáš)."""
        self.decide(msgspec.structs.replace(self._on(), length_s=length_s))

    def pause_round(self) -> None:
        """The countdown stands."""
        if (on := self._on()).paused_at is None:
            self.decide(msgspec.structs.replace(on, paused_at=self.now()))

    def resume_round(self) -> None:
        """The countdown goes on from where it stood."""
        if (on := self._on()).paused_at is not None:
            stood = self.now() - on.paused_at
            self.decide(msgspec.structs.replace(on, starts=on.starts + stood, paused_at=None))

    def end_round(self) -> None:
        """The round that is on is over: its time is up at the tables. One that has not started is called off."""
        on = self._on()
        started = on.starts <= self.now()
        self.decide(decisions.RoundSet(round=0, kind=on.kind, ended=on.round if started else 0))

    def notice(self, text: str, text_en: str = "") -> None:
        """Tell everybody; an empty text takes the announcement down."""
        self.decide(decisions.Noticed(notice=nonce(), text=plain(text), text_en=plain(text_en)))

    def door(self, is_open: bool) -> None:
        """People check themselves in from now on, with a new code, or do not."""
        if bool(self.read().door) != is_open:
            code = new_code(CODE_LENGTH) if is_open else ""
            self.decide(decisions.DoorSet(code=code))

    def standby(self, on: bool) -> None:
        """A second machine may copy the event from now on, with a new secret, or none may."""
        if bool(self.read().standby) != on:
            self.decide(decisions.StandbySet(secret=new_secret() if on else ""))

    def stream(self, slot: int, table: int = 0, delay_s: int = 0) -> None:
        """What the broadcast page of a slot shows, and how late."""
        act = decisions.StreamSet(slot=slot, table=table, delay_s=delay_s)
        if self.read().streams.get(slot) != act:
            self.decide(act)

    def allow_telephones(self, allowed: bool) -> None:
        """Whether telephones may be clock buttons in the games of this event."""
        self.decide(decisions.TelephonesSet(allowed=allowed))

    def tell(self, table: int, text: str) -> None:
        """Tell one table; an empty text takes it back."""
        self.decide(decisions.NoteSent(table=self._known(table).number, text=plain(text)))

    def answer_call(self, table: int) -> None:
        """The referee is on the way to the table that called."""
        place = self._known(table)
        if place.call is None:
            raise Refusal("", "Table {n} has not called a referee.", n=table)
        self.decide(decisions.Coming(table=table, call=place.call.call))

    def settle_call(self, table: int) -> None:
        """The call of the table is settled."""
        calls = list(self._known(table).calls.values())
        self.decide(*(decisions.Coming(table=table, call=call.call, done=True) for call in calls))

    def send_back(self, table: int, reason: str, game: str = "") -> None:
        """A signed result of the table goes back to be opened again: of ``game`` (`find`), or of the newest game."""
        table_game = self.find(table, game)
        if table_game.progress is not Progress.SIGNED:
            raise Refusal("", "The result of table {n} is not signed; there is nothing to send back.", n=table)
        why = require_text(reason, msg("Say why the result goes back; the table reads it."))
        self.decide(decisions.SentBack(game=table_game.uid, reason=why))

    def take_return_back(self, table: int, game: str = "") -> None:
        """A result of the table that was sent back stands after all, while nobody has opened it there."""
        table_game = self.find(table, game)
        if not self.state.is_sent_back(table_game):
            raise Refusal("", "No result of table {n} is sent back, or it was opened there already.", n=table)
        self.decide(decisions.SentBack(game=table_game.uid, reason=table_game.returned or "", on=False))

    def count(self, game: str, counts: bool, reason: str = "") -> None:
        """Whether a game counts in the standings."""
        if game not in self.read().games:
            raise Refusal("", "There is no game {key} here.", key=quote(game))
        self.decide(decisions.CountingSet(game=game, counts=counts, reason=plain(reason)))

    def decide_claim(self, game: str, table: int, device: str, counts: bool) -> None:
        """What a device said as ``table`` of a game that it does not hold counts from now on, or is left out.

        What counted before can be made to count again in the same way.
        """
        known = self.read().games.get(game)
        claim = None if known is None else known.claims.get((str(table), device))
        if claim is None or not (claim.is_open or counts):
            raise Refusal("", "What table {n} says of this game is decided already; look again.", n=table)
        self.decide(decisions.ClaimDecided(game=game, table=table, device=device, counts=counts))

    def find(self, table: int, game: str = "") -> TableGame:
        """A game of ``table``: the one whose id begins with ``game``, else the one on the table or the last one there.

        Raises `Refusal`.
        """
        place = self._known(table)
        if not game:
            if (newest := self.state.game_at(place)) is None:
                raise Refusal("", "Nothing has been played at table {n} yet.", n=table)
            return newest
        games = [
            table_game for table_game in self.state.games_by_table()[place.number] if table_game.uid.startswith(game)
        ]
        if len(games) != 1 or len(game) < SHORTEST_UID:
            raise Refusal(
                "",
                "Table {n} has played no game {key}, or several begin so; the games are listed with their ids.",
                n=table,
                key=quote(game),
            )
        return games[0]

    def release(self, table: int) -> None:
        """The number of a broken table is free for a spare, with its game."""
        if self._known(table).released:
            raise Refusal("", "The number {n} is free already.", n=table)
        self.decide(decisions.Released(table=table))

    def take_release_back(self, table: int) -> None:
        """The number stays with the device that had it. Raises `Refusal` where a spare has taken it meanwhile."""
        if not self._known(table).released:
            raise Refusal("", "The number {n} is not free.", n=table)
        self.decide(decisions.Released(table=table, on=False))

    def take_end_back(self) -> None:
        """The round that was ended last goes on as if it had not been."""
        state = self.read()
        if state.round.round or state.ended is None:
            raise Refusal("", "No round was ended that could go on.")
        self.decide(state.ended)

    def take_start_back(self) -> None:
        """The round that was on, with time left, when another was started goes on as if that had not been."""
        replaced = self.read().replaced
        if replaced is None:
            raise Refusal("", "No other round was on that could go on.")
        self.decide(replaced[0])

    def _on(self) -> decisions.RoundSet:
        on = self.read().round
        if on.round == 0:
            raise Refusal("", "No round is on.")
        return on

    def _known(self, table: int) -> TableState:
        state = self.read().places.get(table)
        if state is None:
            raise Refusal("", "There is no table {n} at this event.", n=table)
        return state


class DeskDecisions:
    """What is decided at ``desk``. Every method raises `Refusal` where it makes no sense; then nothing was decided."""

    def __init__(self, desk: OrganiserDesk) -> None:
        self._desk = desk

    def _entrants(self, *numbers: int) -> list[Entrant]:
        known = self._desk.read().tournament.by_number()
        for number in numbers:
            if number not in known:
                raise Refusal("", "Nobody has the number {number}.", number=number)
        return [known[number] for number in numbers]

    def _draw(self, round: int) -> decisions.Published:
        draw = self._desk.read().tournament.draw_of(round)
        if draw is None:
            raise Refusal("", "The draw of round {n} is not published.", n=round)
        return draw


def check_round(number: int, least: int = 1) -> None:
    """Raises `Refusal` where no round can have that number."""
    if not least <= number <= 99:
        raise Refusal("", "A round has a number from {least} to {most}.", least=least, most=99)
