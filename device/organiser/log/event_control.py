"""What the desk decides while an event goes on: rounds, pairings, announcements, calls, numbers, results sent back."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from device.organiser.acts import decisions
from device.organiser.acts.from_text import LONGEST_MINUTES, nonce, plain
from device.organiser.log.decision_log import DecisionLog
from device.organiser.log.round_on import coming_round
from device.organiser.log.table_game import TableGame
from device.organiser.log.table_state import TableState
from device.registry import EVENT_SPECS
from rules.game import SECOND, Progress
from rules.games import GAMES
from rules.message import Refusal, msgs

LONGEST_NAME = 40
"""Characters of a name, as every game takes it."""
SHORTEST_UID = 4
"""Characters of a game's id by which people name it."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who is to play at a table: ``groups`` of names by seat; ``names`` of the groups and
    the ids of their ``people``, where they have any."""

    table: int
    groups: Sequence[Sequence[str]]
    names: Sequence[str] = ()
    people: Sequence[str] = ()


class Desk(DecisionLog):
    """Decides. Every method that does raises `Refusal` with one sentence where it makes no sense; then nothing was
    decided.
    """

    def name(self, title: str) -> None:
        """What the event is called."""
        self.decide(decisions.Named(title=plain(title)))

    def pair(
        self,
        table: int,
        kind: str,
        groups: Sequence[Sequence[str]],
        names: Sequence[str] = (),
        round: int | None = None,
    ) -> None:
        """Who plays at ``table`` in ``round``: see `pair_all`."""
        self.pair_all(kind, [Seating(table, groups, names)], round)

    def pair_all(self, kind: str, seatings: Sequence[Seating], round: int | None = None) -> None:
        """Who plays where in ``round`` (None: the one that comes); all of it is decided, or nothing."""
        if kind not in GAMES:
            raise Refusal("", "There is no game {key}; known are {known}.", key=kind[:40], known=", ".join(GAMES))
        number = coming_round(self.read(), self.now()) if round is None else round
        _check_round(number)
        self.decide(*(paired(kind, seating, number) for seating in seatings))

    def unpair(self, table: int) -> None:
        """Nobody is to play at ``table`` after all."""
        self.decide(decisions.Paired(table=table, pairing=nonce()))

    def round(self, number: int, length_s: int, kind: str = "", starts_in_s: int = 0) -> None:
        """Round ``number`` starts in so many seconds and lasts ``length_s``."""
        _check_round(number)
        if kind and kind not in GAMES:
            raise Refusal("", "There is no game {key}; known are {known}.", key=kind[:40], known=", ".join(GAMES))
        if not 0 <= starts_in_s <= LONGEST_MINUTES * 60:
            raise Refusal("", "A round starts within a day.")
        state = self.read()
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

    def tell(self, table: int, text: str) -> None:
        """Tell one table; an empty text takes it back."""
        self.decide(decisions.NoteSent(table=self._known(table).number, text=plain(text)))

    def coming(self, table: int) -> None:
        """The referee is on the way to the table that called."""
        place = self._known(table)
        if place.call is None:
            raise Refusal("", "Table {n} has not called a referee.", n=table)
        self.decide(decisions.Coming(table=table, call=place.call.call))

    def settled(self, table: int) -> None:
        """The call of the table is settled."""
        calls = list(self._known(table).calls.values())
        self.decide(*(decisions.Coming(table=table, call=call.call, done=True) for call in calls))

    def send_back(self, table: int, reason: str, game: str = "") -> None:
        """A signed result of the table goes back to be opened again: of ``game`` (`find`), or of the newest game."""
        found = self.find(table, game)
        if found.progress is not Progress.SIGNED:
            raise Refusal("", "The result of table {n} is not signed; there is nothing to send back.", n=table)
        if not plain(reason):
            raise Refusal("", "Say why the result goes back; the table reads it.")
        self.decide(decisions.SentBack(game=found.uid, reason=plain(reason)))

    def take_return_back(self, table: int, game: str = "") -> None:
        """A result of the table that was sent back stands after all, while nobody has opened it there."""
        found = self.find(table, game)
        if not self.state.is_sent_back(found):
            raise Refusal("", "No result of table {n} is sent back, or it was opened there already.", n=table)
        self.decide(decisions.SentBack(game=found.uid, reason=found.returned or "", on=False))

    def count(self, game: str, counts: bool, reason: str = "") -> None:
        """Whether a game counts in the standings."""
        if game not in self.read().games:
            raise Refusal("", "There is no game {key} here.", key=game[:40])
        self.decide(decisions.Counted(game=game, counts=counts, reason=plain(reason)))

    def find(self, table: int, game: str = "") -> TableGame:
        """A game of ``table``: the one whose id begins with ``game``, else the one on the table or the last one there.

        Raises `Refusal`.
        """
        place = self._known(table)
        if not game:
            return self._game(table)
        found = [one for one in self.state.games_by_table()[place.number] if one.uid.startswith(game)]
        if len(found) != 1 or len(game) < SHORTEST_UID:
            raise Refusal(
                "",
                "Table {n} has played no game {key}, or several begin so; the games are listed with their ids.",
                n=table,
                key=game[:40],
            )
        return found[0]

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
        self.decide(msgspec.structs.replace(state.ended, by=""))

    def take_start_back(self) -> None:
        """The round that was on, with time left, when another was started goes on as if that had not been."""
        replaced = self.read().replaced
        if replaced is None:
            raise Refusal("", "No other round was on that could go on.")
        self.decide(msgspec.structs.replace(replaced[0], by=""))

    def _on(self) -> decisions.RoundSet:
        on = self.read().round
        if on.round == 0:
            raise Refusal("", "No round is on.")
        return on

    def _known(self, table: int) -> TableState:
        found = self.read().places.get(table)
        if found is None:
            raise Refusal("", "There is no table {n} at this event.", n=table)
        return found

    def _game(self, table: int) -> TableGame:
        game = self.state.game_at(self._known(table))
        if game is None:
            raise Refusal("", "Nothing has been played at table {n} yet.", n=table)
        return game


def _check_round(number: int) -> None:
    if not 1 <= number <= 99:
        raise Refusal("", "A round has a number from {least} to {most}.", least=1, most=99)


def paired(kind: str, seating: Seating, round: int) -> decisions.Paired:
    """The act that pairs a table. Raises `Refusal` where the game could not be begun so."""
    groups = [[plain(name) for name in group] for group in seating.groups]
    names = [plain(name) for name in seating.names]
    wanted = EVENT_SPECS[kind].seats
    if not wanted.least <= len(groups) <= wanted.most:
        text = msgs(
            "This game is for {least} to {most} players or pairs; {n} is named.",
            "This game is for {least} to {most} players or pairs; {n} are named.",
            len(groups),
            least=wanted.least,
            most=wanted.most,
        )
        raise Refusal(wanted.rule, text)
    if long := [name for name in (*names, *itertools.chain(*groups)) if len(name) > LONGEST_NAME]:
        raise Refusal("", "The name {name} is too long; {most} characters fit.", name=long[0], most=LONGEST_NAME)
    if large := [group for group in groups if len(group) > (2 if wanted.pairs else 1)]:
        raise Refusal(
            wanted.rule,
            "Too many names for one seat of table {n}: {names}.",
            n=seating.table,
            names=", ".join(large[0]),
        )
    return decisions.Paired(
        table=seating.table,
        pairing=nonce(),
        kind=kind,
        round=round,
        names=tuple(names),
        seats=tuple(tuple(group) for group in groups),
        people=tuple(seating.people),
    )
