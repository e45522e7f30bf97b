"""Figures that may be true and hardly are: whoever sends them is asked once, with the reason, before they stand."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from fractions import Fraction

from device.common.i18n import tr
from device.common.specs.spec import GameSpec
from device.organiser.acts.from_text import seconds_of, whole
from device.organiser.desk.asked import Form
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.tournament.kinds import as_typed, figure, is_for_two, is_in_halves, is_money
from device.organiser.tournament.money import hundredths
from device.organiser.tournament.scoring import Scoring
from rules.game import SECOND
from rules.message import Message, Refusal, msg

Figures = Callable[[Form, GameSpec], list[Fraction]]
"""Reads the figures of a form about a result of a game."""
SURE = "sure"
"""The field of a form that answers a doubt: the mark of what was asked."""
TIMES = 4
"""So many times the highest figure of the event so far is hardly true."""
KNOWN = 6
"""Figures that have to be known before they say what is usual."""
USUAL = {True: 50_000, False: 1_000}
"""Before that: haléře where money is counted, points elsewhere."""
LONG_MIN, SHORT_MIN = 180, 3
"""Minutes beyond which a round is hardly meant."""
LARGE_FEE = 500_000
"""Haléře of a fee that is hardly meant."""


class Doubt(Exception):
    """What a form says is hardly true: ``reasons`` say why, ``mark`` answers them as the field `SURE`."""

    def __init__(self, reasons: list[Message]) -> None:
        super().__init__(str(reasons[0]))
        self.reasons = reasons

    @property
    def mark(self) -> str:
        """Names what was asked: another figure is asked about again."""
        return hashlib.blake2s(repr([tr(reason) for reason in self.reasons]).encode(), digest_size=8).hexdigest()


def check(desk: OrganiserDesk, form: Form, figures: Figures) -> None:
    """Raise `Doubt` where what a form says is hardly true and nobody has said that it is.

    ``figures`` reads those of a result of a game. What is no number is refused elsewhere.
    """
    try:
        reasons = list(DOUBTS[form["do"]](desk, form, figures)) if form["do"] in DOUBTS else []
    except (Refusal, ValueError, KeyError):
        return
    if reasons and form.get(SURE) != (doubt := Doubt(reasons)).mark:
        raise doubt


def _result(desk: OrganiserDesk, form: Form, figures: Figures) -> Iterator[Message]:
    """A figure far beyond all others, a result in which nobody has anything, or more or less than a win has."""
    scoring, round, table = Scoring(desk.state), whole(form["round"]), whole(form["table"])
    draw = desk.state.tournament.draw_of(round)
    if draw is None:
        return
    game = desk.state.game(draw.kind)
    money = is_money(game)
    fractions = figures(form, game)
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
    ruled = any(form.get(name) for name in ("double", "winner", *(f"absent{n}" for n in range(len(fractions)))))
    if is_for_two(game) and fractions and not any(fractions) and not ruled:
        yield msg("Table {n}: 0 : 0 says that both drew without a point.", n=table)
    elif is_in_halves(game) and not ruled and max(fractions) <= 1 and sum(fractions) != 1:
        text = " : ".join(map(as_typed, fractions))
        yield msg("Table {n}: {figures} is neither a win (1 : 0) nor a draw (½ : ½).", n=table, figures=text)


def _round(desk: OrganiserDesk, form: Form, _: object) -> Iterator[Message]:
    """A round of hours or of a moment; one that would end another; one that nobody was drawn for."""
    minutes = seconds_of(form["minutes"]) / 60
    if minutes > LONG_MIN or 0 < minutes < SHORT_MIN:
        yield msg("Should the round really last {n} min?", n=round(minutes))
    on = desk.state.round
    left = (on.starts + on.length_s * SECOND - desk.now()) // (60 * SECOND)
    if "round" not in form:
        return
    tables = Scoring(desk.state).tables(on.round)
    is_whole = bool(tables) and all(table.scores is not None for table in tables)
    if on.round and left > 0 and on.length_s and not is_whole:
        yield msg("Round {n} is on and has {left} min left; the new one ends it.", n=on.round, left=left)
    rounds = [draw.round for draw in desk.state.tournament.rounds()]
    if rounds and (new := whole(form["round"])) not in rounds:
        yield msg("No draw of round {n} is published.", n=new)


def _payment(desk: OrganiserDesk, form: Form, _: object) -> Iterator[Message]:
    """Somebody of several numbers has paid already."""
    numbers = {whole(word) for word in form["numbers"].replace(",", " ").split()}
    tournament = desk.state.tournament
    again = [
        str(n) for n, entrant in tournament.by_number().items() if n in numbers and tournament.paid.get(entrant.id)
    ]
    if again and len(numbers) > 1:
        yield msg("These have paid already: {numbers}.", numbers=", ".join(again))


def _fee(desk: OrganiserDesk, form: Form, _: object) -> Iterator[Message]:
    """A fee of thousands."""
    if hundredths(form.get("fee", "")) > LARGE_FEE:
        yield msg("Should the fee really be {sum} Kč?", sum=form["fee"])


DOUBTS: dict[str, Callable[[OrganiserDesk, Form, Figures], Iterator[Message]]] = {
    "result": _result,
    "round": _round,
    "length": _round,
    "paid": _payment,
    "money": _fee,
}
