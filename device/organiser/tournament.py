"""Who takes part and who was drawn against whom: the fold of the organiser's acts about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from device.organiser import decisions
from rules.people import same_name

if TYPE_CHECKING:
    from device.organiser.store import Row


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who is drawn: a player, or a pair. ``status`` and ``since`` see `decisions.Attended`; ``rests`` are rounds."""

    id: str
    number: int
    name: str
    players: tuple[str, ...]
    people: tuple[str, ...] = ()
    club: str = ""
    contact: str = ""
    status: str = "registered"
    since: int = 0
    rests: frozenset[int] = frozenset()

    @property
    def key(self) -> frozenset[str]:
        """What its players are called, whichever of them is written first."""
        return frozenset(same_name(player) for player in self.players)

    def plays(self, round: int) -> bool:
        """Whether it is drawn for ``round``; one that rests is not."""
        return self.status == "present" and self.since <= round and round not in self.rests


@dataclass(frozen=True, slots=True)
class Done:
    """A decision that stands, as the strip at the foot of the desk's pages shows it: its id, acts, when it was made."""

    id: str
    acts: tuple[decisions.TournamentAct, ...]
    when: int


@dataclass
class _Fold:
    """What the acts that stand come to."""

    entrants: dict[str, Entrant] = field(default_factory=dict)
    drafts: dict[int, decisions.Drafted] = field(default_factory=dict)
    published: dict[int, decisions.Published] = field(default_factory=dict)
    results: dict[tuple[int, int], decisions.ResultEntered] = field(default_factory=dict)

    def take(self, act: decisions.TournamentAct) -> None:
        """One more act. One about an entrant that is not known changes nothing."""
        match act:
            case decisions.Enrolled():
                known = self.entrants.get(act.entrant, Entrant(act.entrant, 0, "", ()))
                self.entrants[act.entrant] = replace(
                    known,
                    number=act.number,
                    name=act.name,
                    players=act.players,
                    people=act.people,
                    club=act.club,
                    contact=act.contact,
                )
            case decisions.Attended() if act.entrant in self.entrants:
                known = self.entrants[act.entrant]
                self.entrants[act.entrant] = replace(known, status=act.status, since=act.since)
            case decisions.Rests() if act.entrant in self.entrants:
                known = self.entrants[act.entrant]
                rests = known.rests | {act.round} if act.on else known.rests - {act.round}
                self.entrants[act.entrant] = replace(known, rests=rests)
            case decisions.Drafted() if self._knows(act):
                self.drafts[act.round] = act
            case decisions.Published() if self._knows(act):
                self.published[act.round] = act
                self.drafts.pop(act.round, None)
            case decisions.ResultEntered():
                self.results[act.round, act.table] = act

    def _knows(self, act: decisions.Drafted | decisions.Published) -> bool:
        """Whether all who were drawn are registered: somebody may be taken back at another desk in that moment."""
        return self.entrants.keys() >= {*act.byes, *(one for table in act.tables for one in table.entrants)}


class Tournament:
    """The entrants and draws as they stand. A decision that was taken back is folded as if it had not been made."""

    def __init__(self) -> None:
        self.version = 0
        """Another number after every act."""
        self._done: dict[str, list[tuple[int, decisions.TournamentAct]]] = {}
        self._order: list[tuple[str, decisions.TournamentAct]] = []
        self._fold = _Fold()

    def take(self, row: Row, act: decisions.TournamentAct | decisions.TakenBack) -> None:
        """The next act of the log."""
        self.version += 1
        if isinstance(act, decisions.TakenBack):
            if self._done.pop(act.decision, None) is not None:
                self._order = [one for one in self._order if one[0] != act.decision]
                self._fold = _Fold()
                for _, one in self._order:
                    self._fold.take(one)
            return
        self._done.setdefault(act.id, []).append((row.heard, act))
        self._order.append((act.id, act))
        self._fold.take(act)

    @property
    def last(self) -> Done | None:
        """The last decision that stands: the one that can be taken back."""
        if not self._order:
            return None
        uid = self._order[-1][0]
        acts = self._done[uid]
        return Done(uid, tuple(act for _, act in acts), acts[-1][0])

    @property
    def entrants(self) -> dict[str, Entrant]:
        """By id, in the order in which they were registered."""
        return self._fold.entrants

    def by_number(self) -> dict[int, Entrant]:
        """The entrants by the number that people use."""
        return {one.number: one for one in sorted(self.entrants.values(), key=lambda one: one.number)}

    def next_number(self) -> int:
        """The number of the next entrant."""
        return max((one.number for one in self.entrants.values()), default=0) + 1

    def bearing(self, key: frozenset[str]) -> list[Entrant]:
        """The entrants whose players are called so."""
        return [one for one in self.entrants.values() if one.key == key]

    def draft(self, round: int) -> decisions.Drafted | None:
        """The draft of a round."""
        found = self._fold.drafts.get(round)
        return found if found is not None and found.tables else None

    def published(self, round: int) -> decisions.Published | None:
        """The draw of a round as it was published last."""
        return self._fold.published.get(round)

    def published_before(self, decision: str, round: int) -> decisions.Published | None:
        """The draw of a round as it was published before ``decision``, an id; None where it was not."""
        draws = [
            act
            for id, act in self._order
            if id != decision and isinstance(act, decisions.Published) and act.round == round
        ]
        return draws[-1] if draws else None

    def rounds(self) -> Iterator[decisions.Published]:
        """All published draws by round."""
        return (self._fold.published[number] for number in sorted(self._fold.published))

    def entered(self, round: int, table: int) -> decisions.ResultEntered | None:
        """The result that was entered for a table at the desk."""
        return self._fold.results.get((round, table))

    def met(self, before: int) -> dict[str, set[str]]:
        """Who sat at a table with whom in the rounds before ``before``, as they were published."""
        found: dict[str, set[str]] = {}
        for draw in self.rounds():
            for table in draw.tables if draw.round < before else ():
                for one in table.entrants:
                    found.setdefault(one, set()).update(other for other in table.entrants if other != one)
        return found

    def byes(self, before: int) -> dict[str, int]:
        """How many byes everybody had in the rounds before ``before``."""
        found: dict[str, int] = {}
        for draw in self.rounds():
            for one in draw.byes if draw.round < before else ():
                found[one] = found.get(one, 0) + 1
        return found


def namesakes(entrants: Iterable[Entrant]) -> dict[str, list[Entrant]]:
    """The entrants of whom a player is called like a player of another, by that name as it is compared."""
    found: dict[str, list[Entrant]] = {}
    for one in entrants:
        for name in one.key:
            found.setdefault(name, []).append(one)
    return {name: bearers for name, bearers in found.items() if len(bearers) > 1}
