"""A game as the organiser heard it, folded by its rules when somebody looks at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import msgspec

from device.common.games.registry import SPECS
from device.common.specs.card import BoardCard, Card, Score
from rules.game import Nanoseconds, Progress
from rules.history import History
from rules.message import Message, Refusal, msg
from rules.record import begin, write
from rules.stored_game import take


@dataclass(frozen=True, slots=True)
class GameHolding:
    """Who says what happens in a game from entry ``first`` on: the device that speaks as ``table`` under ``boot``."""

    first: int
    table: str
    boot: str


@dataclass(frozen=True, slots=True)
class Claim:
    """What a device that does not hold a game said of it: ``entries`` from ``first`` on, under ``boot``.

    None of it counts until people say so. ``is_open``: nobody has decided about it yet.
    """

    first: int
    boot: str
    entries: Mapping[int, tuple[int, str]]
    is_open: bool = True

    @property
    def last(self) -> int:
        """The last entry that was said; 0 where none was."""
        return max(self.entries, default=0)


class GameView:
    """A history as its game's board card has it; what is looked at often is computed once."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.board_card: BoardCard = SPECS[history.game.key].card.load()

    @cached_property
    def scores(self) -> tuple[Score, ...]:
        """What the game brought everybody; empty while it is not signed."""
        return tuple(self.board_card.scores(self.history.state))

    @cached_property
    def card(self) -> Card:
        """The table in a glance."""
        return self.board_card.card(self.history.state)


@dataclass
class TableGame:
    """A game as it was heard: its setup and entries as they came, folded as far as they are whole.

    ``table`` is where it is played, ``origin`` the table and boot that began it, ``last`` the row that changed it last.
    ``pairing`` is the id of the pairing that it was begun for, ``pairings`` those that it has gone on with since, too.
    ``conflicts`` are entries that were said in two ways; ``older_copy`` is the last of them with which the table went
    on from an older copy of its card (0: it never did). ``lines`` are the tables and boots that said the entries, each
    with its first one, ``left`` those that said something else and count no more. ``holdings`` are who holds it, the
    last one now; ``claims`` what others said of it, by their table and device (the boot where no device is known).
    ``offset`` see `observations.DeviceSeen`. What the rules make of it is kept once computed, in one assignment of a
    value that never changes: any thread may ask.
    """

    uid: str
    table: int
    setup_text: str
    first: int
    last: int
    origin: tuple[int, str]
    pairing: str | None = None
    began: Nanoseconds = 0
    heard: Nanoseconds = 0
    offset: Nanoseconds | None = None
    pairings: set[str] = field(default_factory=set)
    texts: dict[int, tuple[int, str]] = field(default_factory=dict)
    conflicts: list[int] = field(default_factory=list)
    older_copy: int = 0
    lines: list[tuple[int, tuple[str, str]]] = field(default_factory=list)
    left: set[tuple[str, str]] = field(default_factory=set)
    holdings: list[GameHolding] = field(default_factory=list)
    claims: dict[tuple[str, str], Claim] = field(default_factory=dict)
    counts: bool = True
    returned: str | None = None
    count_when_returned: int = 0
    _history: History | None = None
    _stuck: Message | None = None
    _view: GameView | None = None

    def __post_init__(self) -> None:
        if self.pairing is not None:
            self.pairings.add(self.pairing)
        if not self.holdings:
            self.holdings.append(GameHolding(1, str(self.origin[0]), self.origin[1]))

    @property
    def entry_count(self) -> int:
        """How many entries are here without a gap."""
        n = len(self.texts)
        return n if n == 0 or max(self.texts) == n else next(k for k in range(n + 1) if k + 1 not in self.texts)

    def take(self, n: int, at: Nanoseconds, text: str, line: tuple[str, str]) -> None:
        """Keep entry ``n``, which the table and boot ``line`` said."""
        self.texts[n] = (at, text)
        if not self.lines or self.lines[-1][1] != line:
            self.lines.append((n, line))

    def goes_back(self, n: int, line: tuple[str, str]) -> bool:
        """Go back before entry ``n``, which ``line`` says in another way; False where what was said before stands.

        That is so in a result that was signed. What counts no more was said by others, and nothing more is taken of
        them.
        """
        before = [earlier for earlier in self.lines if earlier[0] <= n][-1:]
        dropped = {by for _, by in before} | {by for first, by in self.lines if first > n}
        if line in dropped | self.left or self.progress is Progress.SIGNED:
            return False
        self.left |= dropped
        self._keep_before(n, self.holdings[-1])
        self.older_copy = n
        return True

    def take_claim(self, by: tuple[str, str], former: tuple[str, str]) -> None:
        """What ``by`` claims counts, and the game is theirs; what ``former`` said from there on is a claim instead."""
        claim = self.claims.pop(by)
        rest = {n: text for n, text in self.texts.items() if n >= claim.first}
        self.claims[former] = Claim(claim.first, self.holdings[-1].boot, rest, is_open=False)
        line = (by[0], claim.boot)
        self._keep_before(claim.first, GameHolding(claim.first, *line))
        self.texts |= claim.entries
        self.lines.append((claim.first, line))
        self.left.discard(line)

    def _keep_before(self, n: int, holding: GameHolding) -> None:
        """Forget entry ``n`` and what follows; whoever has ``holding`` goes on from there."""
        self.lines = [line for line in self.lines if line[0] < n]
        self.texts = {k: text for k, text in self.texts.items() if k < n}
        before = [game_holding for game_holding in self.holdings if game_holding.first < n and game_holding != holding]
        self.holdings = [*before, replace(holding, first=min(holding.first, n))]
        self._history = self._stuck = self._view = None

    @property
    def history(self) -> History | None:
        """The game folded by its rules as far as it is whole; None where its setup makes no game here.

        What cannot be read here, or does not fit, stands in it without counting (`rules.stored_game.take`).
        """
        self._fold()
        return self._history

    @property
    def trouble(self) -> Message | None:
        """Why the first entry that does not count here does not, or why the setup makes no game."""
        self._fold()
        return self._stuck

    def _fold(self) -> None:
        history = self._history
        if history is None and self._stuck is None:
            try:
                history = begin(msgspec.json.decode(self.setup_text))
            except (Refusal, ValueError, RecursionError) as error:
                self._stuck = error.message if isinstance(error, Refusal) else msg("This is not a JSON object.")
        while history is not None and (n := len(history.entries) + 1) in self.texts:
            at, text = self.texts[n]
            history = take(history, text, at)
            if (reason := history.entries[-1].refused) is not None and self._stuck is None:
                self._stuck = msg("Entry {n} does not fit: {reason}", n=n, reason=reason)
        self._history = history

    @property
    def view(self) -> GameView | None:
        """What its game says of the history so far; None where there is no history."""
        history, view = self.history, self._view
        if history is not None and (view is None or view.history is not history):
            self._view = view = GameView(history)
        return view

    @property
    def scores(self) -> tuple[Score, ...]:
        """What it brought everybody; empty while it is not signed."""
        return () if (view := self.view) is None else view.scores

    @property
    def card(self) -> Card | None:
        """The table in a glance."""
        return None if (view := self.view) is None else view.card

    @property
    def progress(self) -> Progress | None:
        """How far it is."""
        history = self.history
        return None if history is None else history.game.progress(history.state)

    @property
    def rounds(self) -> Mapping[int, bool] | None:
        """The rounds that were begun in a game of several, and whether each is signed; None where it counts none."""
        return None if (view := self.view) is None else view.board_card.rounds(view.history.state)

    @property
    def own_round(self) -> int:
        """The round that a game says it is, the last one of several; 0 where it says none."""
        if rounds := self.rounds:
            return max(rounds)
        history = self.history
        return 0 if history is None else int(getattr(history.setup, "round", 0))

    def scores_at_event(self, paired: int) -> tuple[Score, ...]:
        """Its scores by the tournament's rounds, where it was begun for a pairing of round ``paired`` (0: for none).

        A table of an earlier version counts from 1 in each game.
        """
        if paired < 1 or self.rounds is not None:
            return self.scores
        return tuple(
            score if score.round is None else replace(score, round=score.round + paired - 1) for score in self.scores
        )

    @property
    def record(self) -> str:
        """The game as a record, as far as it is folded; what cannot be folded stands below it as remarks."""
        history = self.history
        if history is None:
            return self.setup_text + "\n"
        rest = [n for n in sorted(self.texts) if n > len(history.entries)]
        remarks = "".join(f"# {n} {self.texts[n][0]} {self.texts[n][1]}\n" for n in rest)
        return write(history, msgspec.json.decode(self.setup_text)) + remarks
