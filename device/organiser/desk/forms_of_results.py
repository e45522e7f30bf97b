"""The forms of results, of what is adjusted, of standings and of seasons; see `declared`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from device.common.i18n import number as signed
from device.common.i18n import t
from device.common.rights import EventRole
from device.common.specs.spec import GameSpec
from device.organiser.acts import decisions
from device.organiser.acts.from_text import nonce, plain
from device.organiser.acts.ruling_acts import RankingSet, SeasonRules
from device.organiser.desk.asked import Form, number
from device.organiser.desk.form_declaration import (
    ChoiceField,
    DeskForm,
    EntrantField,
    Field,
    Fields,
    FileField,
    GameField,
    Subject,
    TickField,
    Version,
    WholeField,
    via,
)
from device.organiser.desk.form_subjects import entrant_of, result_of
from device.organiser.desk.typed import SEATS, figures_of, read_figure, read_number
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.event_state import EventState
from device.organiser.tournament import made_from, season
from device.organiser.tournament.drawing import Drawing
from device.organiser.tournament.kinds import as_typed, figure, is_for_two, is_in_halves, is_money
from device.organiser.tournament.public_names import short_name
from device.organiser.tournament.ranking import FIGURES
from device.organiser.tournament.ranking import figure as ranking_figure
from device.organiser.tournament.rulings import Rulings, freeze
from device.organiser.tournament.scoring import Scoring
from device.organiser.tournament.season import rules_of
from rules.games import DEFAULT_KEY
from rules.message import Message, msg

SCORER, ARBITER, ORGANISER = EventRole.SCORER, EventRole.ARBITER, EventRole.ORGANISER
ROUND, TABLE, KIND = (
    WholeField("round", msg("Round")),
    WholeField("table", msg("Table")),
    GameField("kind", msg("Game")),
)
REASON = Field("reason", msg("Why"), "", most=200, attributes={"list": "reasons"})


# -- a table's result --------------------------------------------------------------------------------------------------

TIMES = 4
"""So many times the highest figure of the event so far is hardly true."""
KNOWN = 6
"""Figures that have to be known before they say what is usual."""
USUAL = {True: 50_000, False: 1_000}
"""Before that: haléře where money is counted, points elsewhere."""


class NumberField(Field):
    """A number as people write it; a refusal says which field it is of."""

    def _value(self, text: str, state: EventState) -> Fraction:
        return read_number(text, self.label)


def _slip(state: EventState, form: Form) -> Fields:
    """The fields of a table's slip, a seat by who sits there."""
    result = result_of(state, form)
    there = [] if result is None else [state.tournament.entrants[id] for id in result.drawn.entrants]
    names: list[Message | str] = [*map(short_name, there), *[msg("Figures")] * (SEATS - len(there))]
    whole = [entrant.name for entrant in there] + names[len(there) :]
    seats = [n for n in range(SEATS) if f"seat{n}" in form or n < len(there)]
    return (
        ROUND,
        TABLE,
        *(Field(f"seat{n}", names[n], "" if f"seat{n}" in form else None) for n in seats),
        *(
            TickField(f"absent{n}", msg("{who} forfeits", who=names[n]), long=msg("{who} forfeits", who=whole[n]))
            for n in seats
        ),
        TickField("double", msg("double loss"), long=msg("nobody wins (double loss)")),
        ChoiceField(
            "winner",
            msg("the winner"),
            None,
            long=msg("Where figures are equal, the winner is"),
            words={str(n): f"{entrant.number} {entrant.name}" for n, entrant in enumerate(there)},
            may_be_none=True,
        ),
        NumberField("agreed", msg("Difference from 0"), Fraction(0)),
        REASON,
    )


def _figures(values: Mapping[str, Any], game: GameSpec) -> tuple[list[Fraction], list[int], bool]:
    return figures_of({name: value for name, value in values.items() if value is not None}, game)


def _hardly(desk: OrganiserDesk, **values: Any) -> Iterator[Message]:
    """A figure far beyond all others, a result in which nobody has anything, or more or less than a win has."""
    scoring, round, table = Scoring(desk.state), values["round"], values["table"]
    draw = desk.state.tournament.draw_of(round)
    if draw is None:
        return
    game = desk.state.game(draw.kind)
    money = is_money(game)
    fractions, absent, double = _figures(values, game)
    known = [
        abs(score.points)
        for published_draw in desk.state.tournament.rounds()
        if published_draw.kind == draw.kind
        for result in scoring.tables(published_draw.round)
        if (published_draw.round, result.drawn.table) != (round, table)
        for score in result.scores or ()
    ]
    limit = Fraction(2 * USUAL[money])
    if len(known) >= KNOWN:
        limit = max(TIMES * max(known), Fraction(USUAL[money]))
    for fraction in fractions:
        if abs(fraction) > limit:
            text = figure(fraction, game) if money else str(fraction)
            yield msg("Table {n}: {figure} is much more than anybody has had.", n=table, figure=text)
            return
    ruled = double or absent or values["winner"]
    if is_for_two(game) and fractions and not any(fractions) and not ruled:
        yield msg("Table {n}: 0 : 0 says that both drew without a point.", n=table)
    elif is_in_halves(game) and fractions and not ruled and max(fractions) <= 1 and sum(fractions) != 1:
        text = " : ".join(map(as_typed, fractions))
        yield msg("Table {n}: {figures} is neither a win (1 : 0) nor a draw (½ : ½).", n=table, figures=text)


def enter_result(desk: OrganiserDesk, **values: Any) -> None:
    """A table's result; figures that are left empty are 0 where somebody forfeits."""
    published = desk.read().tournament.draw_of(values["round"])
    game = desk.state.game(DEFAULT_KEY if published is None else published.kind)
    figures, absent, double = _figures(values, game)
    halves = any(figure.denominator == 2 for figure in figures)
    act = decisions.ResultEntered(
        id=nonce(),
        round=values["round"],
        table=values["table"],
        scores=tuple(int(figure * (2 if halves else 1)) for figure in figures),
        halves=halves,
        reason=plain(values["reason"]),
        absent=tuple(absent),
        double_loss=double,
        winner=None if values["winner"] is None else int(values["winner"]),
    )
    Drawing(desk).result(act, int(values["agreed"]) if is_money(game) else 0)


def _entered(desk: OrganiserDesk, form: Form) -> Version:
    result = result_of(desk.state, form)
    return {} if result is None else made_from.result_fields(result)


# -- what is ruled beside it -------------------------------------------------------------------------------------------


POINTS = msg("Points")


def _adjust_fields(state: EventState, form: Form) -> Fields:
    """What somebody gets or loses: wins and points, or money alone."""
    draw = state.tournament.draw_of(number(form, "round"))
    in_money = draw is not None and is_money(state.game(draw.kind))
    points = msg("Kč (below zero takes away)") if in_money else msg("Points (below zero takes away)")
    return (
        ROUND,
        EntrantField("number", msg("Number"), must=True),
        NumberField(
            "wins", msg("Wins"), Fraction(0), act="half_wins", long=msg("Wins (a half is ½; below zero takes away)")
        ),
        Field("points", POINTS, "", long=points),
        Field("reason", msg("Why"), "", must=True, most=200, attributes={"list": "reasons"}),
    )


def adjust(desk: OrganiserDesk, round: int, number: int, wins: Fraction, points: str, reason: str) -> None:
    """An entrant gets or loses wins and points."""
    published = desk.read().tournament.draw_of(round)
    in_money = published is not None and is_money(desk.state.game(published.kind))
    figure = int(read_figure(points, in_money, label=POINTS)) if points else 0
    Rulings(desk).adjust(number, round, wins, figure, reason)


def _forfeit(desk: OrganiserDesk, form: Form) -> Version:
    """The results of the tables at which an entrant plays, by rounds; of one round where the form names it."""
    entrant, results = entrant_of(desk.state, form), dict[str, str]()
    for round in [draw.round for draw in desk.state.tournament.rounds()] if entrant is not None else ():
        if form.get("of", str(round)) != str(round):
            continue
        for result in Scoring(desk.state).tables(round):
            if entrant is not None and entrant.id in result.drawn.entrants and result.scores is not None:
                results[t("round {n}", n=round)] = " : ".join(result.figures())
    return results


def _adjusted(desk: OrganiserDesk, form: Form) -> Version:
    """What was adjusted in the round, by entrant; that of one entrant where the form names it."""
    state, totals = desk.state, dict[str, str]()
    for act in state.tournament.adjustments:
        entrant = state.tournament.entrants.get(act.entrant)
        if (
            act.round == number(form, "round")
            and entrant is not None
            and form.get("number", str(entrant.number)) == str(entrant.number)
        ):
            text = f"{signed(act.half_wins / 2, None, plus=True)} / {signed(act.points, plus=True)}: {act.reason}"
            totals[entrant.name] = "; ".join(part for part in (totals.get(entrant.name), text) if part)
    return totals


# -- standings and seasons ---------------------------------------------------------------------------------------------

RESTS = {"0": msg("nothing"), "1": msg("half a win"), "2": msg("a win")}
"""What a bye counts for."""


class FigureField(ChoiceField):
    """A figure that decides places; what is none of the game's own is refused where the order is decided."""

    def _value(self, text: str, state: EventState) -> str:
        return text


def _ranking_fields(state: EventState, form: Form) -> Fields:
    """What decides places, in the order in which it stands, by the figures of the game."""
    game = state.game(kind) if state.knows(kind := form.get("kind", "")) else None
    names: dict[str, Message] = {} if game is None else {word: ranking_figure(game, word).name for word in FIGURES}
    asked_for, any_bye = msg("A bye that was asked for is worth"), msg("A bye is worth")
    bye = asked_for if game is None or is_for_two(game) else any_bye
    return (
        KIND,
        *(
            FigureField(by, msg("{n}. by", n=n), "", words=names, may_be_none=True)
            for n, by in enumerate(made_from.ORDER, start=1)
        ),
        WholeField("drop_worst", msg("Worst rounds that do not count"), 0, most=20),
        WholeField("drop_best", msg("Best rounds that do not count"), 0, most=20),
        ChoiceField("rest", bye, None, words=RESTS, act="rest_half_wins"),
        WholeField("team_best", msg("Members that count for a team (0: all)"), 0, most=20),
        WholeField("team_size", msg("Members of a team (0: any number)"), 0, most=20),
    )


def set_ranking(desk: OrganiserDesk, **values: Any) -> None:
    """What decides places."""
    by = tuple(figure for name in made_from.ORDER if (figure := values[name]))
    counts = {name: values[name] for name in ("drop_best", "drop_worst", "team_best", "team_size")}
    rest = None if values["rest"] is None else int(values["rest"])
    Rulings(desk).set_ranking(RankingSet(id=nonce(), kind=values["kind"], by_figures=by, rest_half_wins=rest, **counts))


def _ranking(desk: OrganiserDesk, form: Form) -> Version:
    if not (kind := form.get("kind")):
        return {}
    return made_from.ranking_fields(Scoring(desk.state).rules(kind), desk.state.game(kind))


SCALES = {
    "sums": msg("the sums of what was played"),
    "field": msg("points for places: the last 1, each above one more"),
    "hundred": msg("points for places: the first 100, the others their share"),
}
"""How a season is counted."""
COUNTING = {"best": msg("the best events"), "drop": msg("all but the worst events")}
"""Which of everybody's events count for a season."""


def set_season(desk: OrganiserDesk, kind: str, scale: str, counting: str, events: int, persons: bool) -> None:
    """How the season of a game is counted."""
    act = SeasonRules(id=nonce(), kind=kind, scale=scale, persons=persons)  # type: ignore[arg-type]
    desk.decide(msgspec.structs.replace(act, **{counting: events}))


FILE = FileField("file", msg("File of standings"), must=True, attributes={"accept": ".json,application/json"})
FORMS = (
    DeskForm(
        "result",
        SCORER,
        "enter a table's result, and correct one's own entry",
        enter_result,
        _slip,
        Subject(
            _entered, about=lambda state, form: state.tournament.about(number(form, "round"), number(form, "table"))
        ),
        by_name=True,
        doubts=_hardly,
        rules={"M30": "agreed"},
    ),
    DeskForm(
        "forfeit",
        ARBITER,
        "an entrant forfeits",
        via(Drawing, Drawing.forfeit),
        (
            WholeField("of", msg("Forfeits round"), must=True, least=1),
            WholeField("number", msg("Number"), must=True, most=9999),
            Field("reason", msg("Why"), "", must=True, most=200),
        ),
        Subject(_forfeit, is_part=True),
    ),
    DeskForm(
        "adjust", ARBITER, "give or take wins and points", adjust, _adjust_fields, Subject(_adjusted, is_part=True)
    ),
    DeskForm(
        "ranking",
        ORGANISER,
        "what decides places",
        set_ranking,
        _ranking_fields,
        Subject(_ranking, together=[made_from.ORDER]),
        by_name=True,
    ),
    DeskForm("freeze", ORGANISER, "freeze the standings", freeze, (KIND, WholeField("after", msg("Round")))),
    DeskForm(
        "season_rules",
        ORGANISER,
        "how a season is counted",
        set_season,
        (
            KIND,
            ChoiceField("scale", msg("What is counted"), "sums", words=SCALES),
            ChoiceField("counting", msg("Events that count"), "best", words=COUNTING),
            WholeField("events", msg("Events (0: all)"), 0),
            TickField("persons", msg("Everybody on their own, in changing pairs")),
        ),
        Subject(
            lambda desk, form: made_from.season_fields(rules_of(desk.state, form.get("kind", ""))),
            together=[("counting", "events")],
        ),
    ),
    DeskForm(
        "season",
        ORGANISER,
        "add an evening to the season",
        season.add,
        (FileField("file", msg("File of standings"), must=True, attributes={"accept": ".json,application/json"}),),
    ),
)
