"""Who takes part and who was drawn against whom: the fold of the organiser's acts about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from device.organiser.acts import decisions
from device.organiser.acts.act_base import EntrantAct
from device.organiser.acts.ruling_acts import (
    Adjusted,
    DrawRules,
    EveningBegun,
    Expelled,
    Frozen,
    PairRuled,
    PictureSet,
    PrizesSet,
    RankingSet,
    SeasonAdded,
    SeasonRules,
    Warned,
)
from rules.people import same_name

ENROLLED = ("number", "name", "players", "people", "club", "team", "initials", "classes")
"""What `decisions.Enrolled` says of an entrant."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who is drawn: a player, or a pair. ``status`` and ``since`` see `decisions.Attended`; ``rests`` are rounds.

    ``status`` is ``"expelled"`` as well; ``door`` and ``here`` are as `decisions.Attended` has them. ``warnings`` are
    why it was warned.
    """

    id: str
    number: int
    name: str
    players: tuple[str, ...]
    people: tuple[str, ...] = ()
    club: str = ""
    team: str = ""
    initials: bool = False
    classes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    status: str = "registered"
    since: int = 0
    door: bool = False
    here: tuple[int, ...] = ()
    rests: frozenset[int] = frozenset()

    @property
    def key(self) -> frozenset[str]:
        """What its players are called, whichever of them is written first."""
        return frozenset(same_name(player) for player in self.players)

    def plays(self, round: int) -> bool:
        """Whether it is drawn for ``round``; one that rests is not."""
        return self.status == "present" and self.since <= round and round not in self.rests


@dataclass(frozen=True, slots=True)
class DecisionRecord:
    """A decision, as the strip at the foot of the desk's pages shows it: its id, acts, when it was made.

    ``in_force``: it was not taken back.
    """

    id: str
    acts: tuple[decisions.TournamentAct, ...]
    when: int
    in_force: bool = True


@dataclass
class TournamentFacts:
    """What the acts that stand come to; ``entrants`` by id, in the order in which they were registered.

    ``adjustments`` are points that somebody gets or loses at the desk, ``money`` is what entrants pay and how the fund
    is divided (None before anybody said), ``paid`` what each has paid, in haléře, ``prizes`` what is won besides,
    ``picture`` the club's, in base64. ``ranking`` and ``season_rules`` are how places are decided and a season is
    counted, by the game, where somebody chose it; ``results`` what the desk entered, by round and table.
    """

    entrants: dict[str, Entrant] = field(default_factory=dict)
    money: decisions.MoneySet | None = None
    adjustments: list[Adjusted] = field(default_factory=list)
    paid: dict[str, int] = field(default_factory=dict)
    prizes: PrizesSet = field(default_factory=lambda: PrizesSet(id="0" * 16))
    picture: str = ""
    results: dict[tuple[int, int], decisions.ResultEntered] = field(default_factory=dict)
    ranking: dict[str, RankingSet] = field(default_factory=dict)
    season_rules: dict[str, SeasonRules] = field(default_factory=dict)
    _drafts: dict[int, decisions.Drafted] = field(default_factory=dict)
    _published: dict[int, decisions.Published] = field(default_factory=dict)
    _pair_rules: dict[frozenset[str], str] = field(default_factory=dict)
    _draw_rules: dict[str, DrawRules] = field(default_factory=dict)
    _frozen: list[Frozen] = field(default_factory=list)
    _season: dict[str, tuple[SeasonAdded, ...]] = field(default_factory=dict)
    """Standings of other events by their names: an act for each game that one decision added."""

    def _apply(self, act: decisions.TournamentAct) -> None:
        """One more act. One about an entrant that is not known changes nothing."""
        match act:
            case decisions.Enrolled():
                self.entrants.setdefault(act.entrant, Entrant(act.entrant, 0, "", ()))
                self._change(act, **{name: getattr(act, name) for name in ENROLLED})
            case EntrantAct() if act.entrant not in self.entrants:
                pass
            case Warned():
                self._change(act, warnings=(*self.entrants[act.entrant].warnings, act.reason))
            case Expelled():
                self._change(act, status="expelled")
            case decisions.Attended():
                self._change(act, status=act.status, since=act.since, door=act.door, here=act.here)
            case decisions.Removed():
                del self.entrants[act.entrant]
            case decisions.Rests():
                rests = self.entrants[act.entrant].rests
                self._change(act, rests=rests | {act.round} if act.on else rests - {act.round})
            case Adjusted():
                self.adjustments.append(act)
            case decisions.FeePaid():
                self.paid[act.entrant] = act.amount
            case decisions.Drafted() if self._knows(act):
                self._drafts[act.round] = act
            case decisions.Published() if self._knows(act):
                self._published[act.round] = act
                self._drafts.pop(act.round, None)
            case decisions.ResultEntered():
                self.results[act.round, act.table] = act
            case RankingSet():
                self.ranking[act.kind] = act
            case PairRuled():
                self._pair_rules[frozenset(act.entrants)] = act.rule
            case DrawRules():
                self._draw_rules[act.kind] = act
            case Frozen():
                self._frozen.append(act)
            case SeasonAdded():
                same = [
                    added for added in self._season.get(act.event, ()) if added.id == act.id and added.kind != act.kind
                ]
                self._season[act.event] = (*same, act)
            case PrizesSet():
                self.prizes = act
            case PictureSet():
                self.picture = act.picture
            case SeasonRules():
                self.season_rules[act.kind] = act
            case decisions.MoneySet():
                self.money = act

    def _change(self, act: EntrantAct, **changes: Any) -> None:
        self.entrants[act.entrant] = replace(self.entrants[act.entrant], **changes)

    def _knows(self, act: decisions.DrawAct) -> bool:
        """Whether all who were drawn are registered: somebody may be taken back at another desk in that moment."""
        return self.entrants.keys() >= self._seated(act)

    @staticmethod
    def _seated(act: decisions.DrawAct) -> set[str]:
        """Who is in a draw, with those who have a bye."""
        return {*act.byes, *(entrant for table in act.tables for entrant in table.entrants)}


class Tournament(TournamentFacts):
    """The entrants and draws as they stand. A decision that was taken back is folded as if it had not been made."""

    def __init__(self, entrants: Mapping[str, Entrant] | None = None, money: decisions.MoneySet | None = None) -> None:
        """``entrants`` are those that were carried over from the evening before, ``money`` is its fee and scheme."""
        self._before = dict(entrants or {}), money
        super().__init__(dict(self._before[0]), money)
        self._standing: list[decisions.TournamentAct] = []
        """The acts that stand, in the order of the log."""
        self._made: dict[str, tuple[tuple[int, decisions.TournamentAct], ...]] = {}
        """Every decision by its id, with when its acts were made."""
        self._stands: set[str] = set()
        """The decisions that were not taken back."""
        self._about: dict[object, tuple[str, ...]] = dict.fromkeys(self.entrants, ("",))
        """The decisions about who somebody is (empty: on an evening before) and about the result of a table, by the
        entrant, and by round and table."""

    def take(self, act: decisions.TournamentAct, when: int) -> None:
        """The next act of the log, made at ``when`` (ns)."""
        if isinstance(act, decisions.Enrolled | decisions.ResultEntered):
            subject = act.entrant if isinstance(act, decisions.Enrolled) else (act.round, act.table)
            self._about[subject] = (*self._about.get(subject, ()), act.id)
        self._made[act.id] = (*self._made.get(act.id, ()), (when, act))
        self._stands.add(act.id)
        self._standing.append(act)
        self._apply(act)

    def take_back(self, decision: str) -> None:
        """A decision is as if it had not been made; one that is not known, or was taken back, changes nothing."""
        if decision not in self._stands:
            return
        self._stands.remove(decision)
        self._standing = [act for act in self._standing if act.id != decision]
        entrants, money = self._before
        super().__init__(dict(entrants), money)
        for act in self._standing:
            self._apply(act)

    @property
    def last(self) -> DecisionRecord | None:
        """The last decision that stands: the one that can be taken back."""
        return self.decision(self._standing[-1].id) if self._standing else None

    def decision(self, id: str) -> DecisionRecord:
        """A decision by its id, whether it stands or was taken back. Raises KeyError."""
        rows = self._made[id]
        return DecisionRecord(id, tuple(act for _, act in rows), rows[-1][0], id in self._stands)

    def all_decisions(self) -> list[DecisionRecord]:
        """Every decision, the newest first."""
        return [self.decision(id) for id in reversed(self._made)]

    def is_change(self, act: decisions.Enrolled) -> bool:
        """Whether ``act`` says something else of somebody who was registered before."""
        return self._about.get(act.entrant, (act.id,))[0] != act.id

    def about(self, round: int, table: int) -> list[DecisionRecord]:
        """What was decided about the result of a table, the oldest first."""
        return [self.decision(id) for id in self._about.get((round, table), ())]

    def next_evening(self) -> dict[str, Entrant]:
        """The entrants as a new evening of the club has them: expected, nothing held against them."""
        return {
            id: replace(entrant, status="registered", since=0, door=False, here=(), rests=frozenset(), warnings=())
            for id, entrant in self.entrants.items()
        }

    def is_begun_by(self, decision: str) -> bool:
        """Whether ``decision`` began this evening."""
        return any(isinstance(act, EveningBegun) and act.id == decision for act in self._standing)

    def draw_rules(self, kind: str) -> DrawRules:
        """How the rounds of a game are drawn."""
        return self._draw_rules.get(kind) or DrawRules(id="0" * 16, kind=kind)

    def pair_rules(self, rule: str) -> list[tuple[str, str]]:
        """The pairs of entrants that are ``"apart"`` or ``"wished"``, each in the order of registration."""
        ruled = [pair for pair, word in self._pair_rules.items() if word == rule]
        pairs = (tuple(entrant for entrant in self.entrants if entrant in pair) for pair in ruled)
        return [(pair[0], pair[1]) for pair in pairs if len(pair) == 2]

    def partners(self, rule: str) -> dict[str, set[str]]:
        """The same by each of the two."""
        partners: dict[str, set[str]] = {}
        for a, b in self.pair_rules(rule):
            partners.setdefault(a, set()).add(b)
            partners.setdefault(b, set()).add(a)
        return partners

    @property
    def team_size(self) -> int:
        """How many members a team has; 0 where nobody said."""
        return max((act.team_size for act in self.ranking.values()), default=0)

    def frozen(self, kind: str, after: int) -> list[Frozen]:
        """The frozen standings of a game after a round, the first version first."""
        return [frozen for frozen in self._frozen if frozen.kind == kind and frozen.after == after]

    def season(self) -> list[SeasonAdded]:
        """Standings of other events that count for the season."""
        return [act for acts in self._season.values() for act in acts]

    def by_number(self) -> dict[int, Entrant]:
        """The entrants by the number that people use."""
        return {
            entrant.number: entrant for entrant in sorted(self.entrants.values(), key=lambda entrant: entrant.number)
        }

    def draft(self, round: int) -> decisions.Drafted | None:
        """The draft of a round."""
        draft = self._drafts.get(round)
        return draft if draft is not None and draft.tables else None

    def drafts(self) -> Iterator[decisions.Drafted]:
        """All drafts, in the order in which their rounds were drafted."""
        return (draft for draft in self._drafts.values() if draft.tables)

    def draw_of(self, round: int) -> decisions.Published | None:
        """The draw of a round as it was published last."""
        return self._published.get(round)

    def draw_with(self, entrant: str) -> decisions.DrawAct | None:
        """The first draw that has an entrant, else a draft that has; None where nobody has drawn it."""
        drawn = (*self.rounds(), *self._drafts.values())
        return next((act for act in drawn if entrant in self._seated(act)), None)

    def draw_before(self, decision: str, round: int) -> decisions.Published | None:
        """The draw of a round as it was published before ``decision``, an id; None where it was not."""
        acts = (act for act in reversed(self._standing) if isinstance(act, decisions.Published) and act.id != decision)
        return next((act for act in acts if act.round == round), None)

    def rounds(self) -> Iterator[decisions.Published]:
        """All published draws by round."""
        return (self._published[number] for number in sorted(self._published))

    def opponents_before(self, before: int) -> dict[str, set[str]]:
        """Who sat at a table with whom in the rounds before ``before``, as they were published."""
        opponents: dict[str, set[str]] = {}
        for draw in self.rounds():
            for table in draw.tables if draw.round < before else ():
                for entrant in table.entrants:
                    opponents.setdefault(entrant, set()).update(other for other in table.entrants if other != entrant)
        return opponents


def namesakes(entrants: Iterable[Entrant]) -> dict[str, list[Entrant]]:
    """The entrants of whom a player is called like a player of another, by that name as it is compared."""
    bearers_of: dict[str, list[Entrant]] = {}
    for entrant in entrants:
        for name in entrant.key:
            bearers_of.setdefault(name, []).append(entrant)
    return {name: bearers for name, bearers in bearers_of.items() if len(bearers) > 1}
