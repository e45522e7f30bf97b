"""A game as the organiser heard it, folded by its rules when somebody looks at it."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from device.registry import EVENT_SPECS
from device.specs.card import BoardCard, Card, CardClock, Score
from rules.game import Progress
from rules.history import History
from rules.message import Message, Refusal, msg
from rules.record import entry_line, setup_from, take


@dataclass
class TableGame:
    """A game as it was heard: its setup and entries as they came, folded as far as they are whole.

    ``table`` is where it is played, ``origin`` the table and boot that began it, ``last`` the row that changed it last.
    ``pairing`` is the id of the pairing that it was begun for, ``pairings`` those that it has gone on with since, too.
    ``conflicts`` are entries that were said in two ways; ``offset`` see `decisions.Seen`. What the rules make of it is
    kept once computed, in one assignment of a value that never changes: any thread may ask.
    """

    uid: str
    table: int
    setup_text: str
    first: int
    last: int
    origin: tuple[int, str]
    pairing: str | None = None
    began: int = 0
    heard: int = 0
    offset: int | None = None
    pairings: set[str] = field(default_factory=set)
    texts: dict[int, tuple[int, str]] = field(default_factory=dict)
    conflicts: list[int] = field(default_factory=list)
    counts: bool = True
    returned: str | None = None
    known_when_returned: int = 0
    _history: History | None = None
    _stuck: Message | None = None
    _dead: bool = False
    _card: tuple[History, Card] | None = None
    _scores: tuple[History, tuple[Score, ...]] | None = None

    def __post_init__(self) -> None:
        if self.pairing is not None:
            self.pairings.add(self.pairing)

    @property
    def known(self) -> int:
        """How many entries are here without a gap."""
        n = len(self.texts)
        return n if n == 0 or max(self.texts) == n else next(k for k in range(n + 1) if k + 1 not in self.texts)

    @property
    def history(self) -> History | None:
        """The game folded by its rules as far as it is whole; None where its setup makes no game here.

        What cannot be read here, or does not fit, stands in it without counting (`rules.record.take`).
        """
        history = self._history
        if history is None and not self._dead:
            try:
                game, setup = setup_from(msgspec.json.decode(self.setup_text))
                history = History.begin(game, setup)
            except (Refusal, ValueError, RecursionError) as error:
                self._stuck = error.message if isinstance(error, Refusal) else msg("This is not a JSON object.")
                self._dead = True
        while history is not None and (n := len(history.entries) + 1) in self.texts:
            at, text = self.texts[n]
            history = take(history, text, at)
            if (reason := history.entries[-1].refused) is not None and self._stuck is None:
                self._stuck = msg("Entry {n} does not fit: {reason}", n=n, reason=reason)
        self._history = history
        return history

    @property
    def stuck(self) -> Message | None:
        """Why the first entry that does not count here does not, or why the setup makes no game."""
        return None if self.history is None and not self._dead else self._stuck

    @property
    def scores(self) -> tuple[Score, ...]:
        """What it brought everybody; empty while it is not signed."""
        history, shown = self.history, self.shown
        if history is None or shown is None:
            return ()
        known = self._scores
        if known is None or known[0] is not history:
            self._scores = known = (history, tuple(shown.scores(history.state)))
        return known[1]

    @property
    def shown(self) -> BoardCard | None:
        """How its game is shown."""
        history = self.history
        return None if history is None else EVENT_SPECS[history.game.key].card.load()

    @property
    def card(self) -> Card | None:
        """The table in a glance."""
        history, shown = self.history, self.shown
        if history is None or shown is None:
            return None
        known = self._card
        if known is None or known[0] is not history:
            self._card = known = (history, shown.card(history.state))
        return known[1]

    @property
    def progress(self) -> Progress | None:
        """How far it is."""
        history = self.history
        return None if history is None else history.game.progress(history.state)

    def game_time(self, now: int) -> int | None:
        """Game time at the organiser's wall time ``now``; None where the table has not said it live."""
        return None if self.offset is None else max(0, now - self.offset)

    def clocks(self, now: int) -> tuple[CardClock, ...]:
        """The clocks at wall time ``now``; where the game's time is not known, as they stood at the last entry."""
        history, shown = self.history, self.shown
        if history is None or shown is None:
            return ()
        at = self.game_time(now)
        at = history.last_at if at is None else max(at, history.last_at)
        return tuple(shown.clocks(history.state, at))

    @property
    def record(self) -> str:
        """The game as a record, as far as it is folded; what cannot be folded stands below it as remarks."""
        history = self.history
        if history is None:
            return self.setup_text + "\n"
        lines = [self.setup_text, *(entry_line(entry, entry.at) for entry in history.entries)]
        rest = [n for n in sorted(self.texts) if n > len(history.entries)]
        lines += [f"# {n} {self.texts[n][0]} {self.texts[n][1]}" for n in rest]
        return "\n".join(lines) + "\n"
