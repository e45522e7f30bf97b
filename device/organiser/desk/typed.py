"""What people type into forms: figures and money, and who plays at which table."""

from __future__ import annotations

import re
from fractions import Fraction

from device.common.specs.spec import GameSpec, SeatCount
from device.organiser.acts.from_text import WrongField
from device.organiser.desk.asked import Form
from device.organiser.log.pairing import TableSeating
from device.organiser.tournament import money
from device.organiser.tournament.kinds import is_in_halves, is_money
from rules.explain import quote
from rules.message import Message, Refusal, msg

SEATS = 8
"""Figures of a result at most."""


def figures_of(form: Form, game: GameSpec) -> tuple[list[Fraction], list[int], bool]:
    """The figures of a form, the seats that forfeit, and whether nobody wins; of two the first field may have both.
    Raises `Refusal`."""
    names = [name for n in range(SEATS) if (name := f"seat{n}") in form]
    figures = [form[name] for name in names]
    if len(figures) == 2 and not figures[1].strip() and (both := _BOTH.fullmatch(figures[0])):
        figures = [both[1], both[2]]
    absent = [n for n in range(SEATS) if form.get(f"absent{n}")]
    double = bool(form.get("double"))
    if absent or double:
        figures = [figure.strip() or "0" for figure in figures]
    if missing := [name for name, figure in zip(names, figures, strict=True) if not figure.strip()]:
        raise WrongField(missing[:1], msg("A figure is missing; write 0 for who has nothing."))
    read = []
    for name, figure in zip(names, figures, strict=True):
        try:
            read.append(read_figure(figure, is_money(game), is_in_halves(game)))
        except Refusal as wrong:
            raise WrongField([name], wrong.message) from None
    return read, absent, double


_BOTH = re.compile(r"\s*([^\s:–-][^:–-]*)[:–-](.+)", re.DOTALL)
"""Both figures of a result, as ``1:0`` or ``½–½``."""


def difference(form: Form, game: GameSpec) -> tuple[int, Fraction]:
    """By how much (haléře) the figures of a form about money miss 0, and what each would get of that (M30)."""
    try:
        scores, absent, _ = figures_of(form, game)
    except Refusal:
        return 0, Fraction(0)
    off = int(sum(scores))
    return off, -Fraction(off, len(money.sharing(len(scores), absent))) if off else Fraction(0)


def read_number(typed: str, label: Message | str | None = None) -> Fraction:
    """A number as people write it: ``-0,5``, ``½``. Raises `Refusal`, with what people call the field."""
    plain = re.sub(r"[\s\u00a0]", "", typed).replace("−", "-").replace(",", ".").replace("½", ".5")
    if not re.fullmatch(r"[+-]?(\d{1,12}(\.\d{1,6})?|\.\d{1,6})", plain, re.ASCII):
        wrong = msg("{text} is not a number.", text=quote(typed.strip()) or "–")
        raise Refusal("", wrong if label is None else msg("{field}: {reason}", field=label, reason=wrong))
    return Fraction(plain)


def read_figure(typed: str, in_money: bool, in_halves: bool = False, label: Message | None = None) -> Fraction:
    """Points as people write them, or koruny as haléře: ``12,40``. Raises `Refusal`.

    Where a draw is half a point, ``1/2`` and ``=`` are that, too.
    """
    half = in_halves and re.sub(r"\s", "", typed) in ("1/2", "=")
    figure = (
        Fraction(1, 2)
        if half
        else read_number(money.without_unit(typed), label) * 100
        if in_money
        else read_number(typed, label)
    )
    if figure.denominator > (2 if in_halves else 1):
        raise Refusal("", "{text} has too many decimals.", text=quote(typed))
    return figure


def pairings(text: str, seats: SeatCount) -> list[TableSeating]:
    """Who plays at which table.

    ``1: Jana, Petr – Eva, Karel``, pairs with names of their own ``1: Krtci (Jana, Petr) – Sloky (Eva, Karel)``; games
    of single players ``2: Adam, Bára, Cyril, Dana``. Raises `Refusal` with the line.
    """
    seatings: list[TableSeating] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        table, colon, rest = line.partition(":")
        if not colon or not re.fullmatch(r"\s*[0-9]{1,4}\s*", table) or int(table) == 0:
            raise Refusal("", "Line {line}: write the table's number, a colon, and the names.", line=number)
        seatings.append(
            _sides(int(table), rest, number, seats)
            if seats.team > 1
            else TableSeating(int(table), [[name] for name in _names(rest)])
        )
    return seatings


def _sides(table: int, text: str, line: int, seats: SeatCount) -> TableSeating:
    sides = [part.strip() for part in text.replace(" - ", " – ").split("–")]
    if len(sides) > seats.most == 2 or len(sides) < 2 or not all(sides):
        raise Refusal("", "Line {line}: two pairs play, with a dash between them.", line=line)
    groups, names = [], []
    for side in sides:
        name, bracket, people = side.partition("(")
        groups.append(_names(people.rstrip(")") if bracket else side))
        names.append(name.strip() if bracket else side)
    return TableSeating(table, groups, names)


def _names(text: str) -> list[str]:
    return [name for part in text.split(",") if (name := part.strip())]
