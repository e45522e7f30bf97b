"""Acts of the desk beyond entrants and draws: warnings, adjusted points, how places are decided, frozen standings."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from device.common.event.messages import Nonce, Short, Text
from device.organiser.acts.act_base import EntrantAct, EntrantNumber, Halere, Name, RoundNumber, TournamentAct

Figure = Annotated[int, Meta(ge=-(10**9), le=10**9)]
Exact = Annotated[str, Meta(pattern=r"^-?[0-9]{1,15}(/[1-9][0-9]{0,8})?\Z", max_length=40)]
"""A number or a fraction."""
Halves = Annotated[int, Meta(ge=-200, le=200)]


class Warned(EntrantAct, tag="warned", frozen=True, kw_only=True):
    """An entrant was warned; without a warning on record nobody is expelled (M4)."""

    reason: Text


class Expelled(EntrantAct, tag="expelled", frozen=True, kw_only=True):
    """An entrant plays no further and stands below all others in the standings; what was played counts for the rest."""

    reason: Text


class Adjusted(EntrantAct, tag="adjusted", frozen=True, kw_only=True):
    """An entrant gets (or, below zero, loses) so many half wins and points for a round, whatever was played.

    ``points`` are haléře where money is counted. No opponent gets or loses anything by it.
    """

    round: RoundNumber
    half_wins: Halves = 0
    points: Figure = 0
    reason: Text


class RankingSet(TournamentAct, tag="ranking", frozen=True, kw_only=True):
    """How the places of a game are decided: figures in turn by their words (`tournament.ranking.FIGURES`; none:
    the game's own), how many of an entrant's best and worst rounds do not count, how many members count for a team.

    ``team_best`` 0: all of them. ``team_size`` is how many members a team has; 0: any number. ``rest_half_wins`` is
    what a bye that was asked for counts for, where more than two meet any bye; None: the game's own.
    """

    kind: Short
    by_figures: Annotated[tuple[Short, ...], Meta(max_length=10)] = ()
    drop_best: Annotated[int, Meta(ge=0, le=20)] = 0
    drop_worst: Annotated[int, Meta(ge=0, le=20)] = 0
    team_best: Annotated[int, Meta(ge=0, le=20)] = 0
    team_size: Annotated[int, Meta(ge=0, le=20)] = 0
    rest_half_wins: Annotated[int, Meta(ge=0, le=2)] | None = None


class PairRuled(TournamentAct, tag="pair_rule", frozen=True, kw_only=True):
    """Two entrants never meet (``"apart"``), meet as soon as a draw lets them (``"wished"``), or as it comes."""

    entrants: tuple[Nonce, Nonce]
    rule: Literal["apart", "wished", "none"]


class DrawRules(TournamentAct, tag="draw_rules", frozen=True, kw_only=True):
    """How the rounds of a game are drawn: how many there are planned (0: nobody said), whether its first ones are
    accelerated, whether who has a place for certain meets only others whose places are.
    """

    kind: Short
    rounds: RoundNumber = 0
    accelerated: bool = False
    locked: bool = False


class FrozenLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of frozen standings as it was shown: ``figures`` are texts, ``rounds`` one for each round."""

    place: int
    entrant: Nonce
    number: EntrantNumber
    name: Annotated[str, Meta(max_length=100)]
    figures: Annotated[tuple[Short, ...], Meta(max_length=12)] = ()
    rounds: Annotated[tuple[Short, ...], Meta(max_length=99)] = ()


class Frozen(TournamentAct, tag="frozen", frozen=True, kw_only=True):
    """The standings of a game after a round as they stood; a later one of the same round is a new version of it.

    ``by_figures`` are the words of the figures in ``lines``, ``because`` what brought a new version.
    """

    kind: Short
    after: RoundNumber
    by_figures: Annotated[tuple[Short, ...], Meta(max_length=12)]
    lines: Annotated[tuple[FrozenLine, ...], Meta(max_length=5000)]
    because: Text = ""


class CarriedLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What an entrant brought to the standings of a season from another event: ``people`` are ids or, where there are
    none, nobody; ``name`` is how the entrant is called there, ``players`` who plays together under it (empty: nobody
    said). ``place`` is its place there; 0, as in logs of earlier versions: that of its sums.
    """

    people: Annotated[tuple[Short, ...], Meta(max_length=8)]
    name: Annotated[str, Meta(min_length=1, max_length=100)]
    club: Short = ""
    won: Exact = "0"
    margin: Exact = "0"
    points: Exact = "0"
    rounds: Annotated[int, Meta(ge=0, le=10_000)] = 0
    place: Annotated[int, Meta(ge=0, le=10_000)] = 0
    players: Annotated[tuple[Name, ...], Meta(max_length=8)] = ()


class SeasonAdded(TournamentAct, tag="season_added", frozen=True, kw_only=True):
    """Standings of another event count for the season; an event of that name that was added before is replaced."""

    event: Annotated[str, Meta(min_length=1, max_length=100)]
    kind: Short
    lines: Annotated[tuple[CarriedLine, ...], Meta(max_length=5000)]


class PrizeClass(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Prizes for the best of a class: of the entrants who are in it by name, or whose club is called so."""

    name: Annotated[str, Meta(min_length=1, max_length=100)]
    prizes: Annotated[tuple[Halere, ...], Meta(max_length=50)] = ()
    in_kind: Annotated[tuple[Short, ...], Meta(max_length=50)] = ()


class PrizesSet(TournamentAct, tag="prizes", frozen=True, kw_only=True):
    """What is won besides the shares of the fund: things by place (``in_kind``), and prizes of classes.

    ``shared`` says what who share a place get: equal parts of all that these places bring (``"equal"``), each the whole
    prize of the place (``"each"``), or one place each, in the order of ``order`` (ids), as a play-off or a lot had it
    (``"order"``). ``once``: who has a prize of all entrants has none of a class.
    ``from_fund``: the money of classes comes out of the fund before places have their shares of it; else, as in logs of
    earlier versions, the house pays it besides.
    """

    in_kind: Annotated[tuple[Short, ...], Meta(max_length=50)] = ()
    classes: Annotated[tuple[PrizeClass, ...], Meta(max_length=20)] = ()
    shared: Literal["equal", "each", "order"] = "equal"
    order: Annotated[tuple[Nonce, ...], Meta(max_length=200)] = ()
    once: bool = False
    from_fund: bool = False


LARGEST_PICTURE = 800_000
"""Characters of a picture in base64."""


class PictureSet(TournamentAct, tag="picture", frozen=True, kw_only=True):
    """The club's picture for diplomas: a PNG or JPEG file in base64; empty: there is none."""

    picture: Annotated[str, Meta(max_length=LARGEST_PICTURE, pattern=r"^[A-Za-z0-9+/=]*\Z")] = ""


class SeasonRules(TournamentAct, tag="season_rules", frozen=True, kw_only=True):
    """How a season of a game is counted: by the sums of what was played, or by points for places.

    ``scale``: ``"field"`` gives the last of an event 1 point and each place above one more, ``"hundred"`` the first 100
    and the others their share of it. ``best``: of everybody so many events count (0: all); else ``drop``: so many of
    the worst do not. An event that somebody missed is worst of all. ``persons``: whoever plays in changing pairs has a
    season of their own.
    """

    kind: Short
    scale: Literal["sums", "field", "hundred"] = "sums"
    drop: Annotated[int, Meta(ge=0, le=99)] = 0
    best: Annotated[int, Meta(ge=0, le=99)] = 0
    persons: bool = False


class EveningBegun(TournamentAct, tag="evening", frozen=True, kw_only=True):
    """A new evening of the same club: people, tables and their codes stay, rounds and results begin anew.

    What was played before stays in the log as an evening of its own.
    """

    title: Text
    ended: Text = ""


RulingAct = (
    Warned
    | Expelled
    | Adjusted
    | RankingSet
    | PairRuled
    | DrawRules
    | Frozen
    | SeasonAdded
    | SeasonRules
    | PrizesSet
    | PictureSet
    | EveningBegun
)
