"""Screens that every game has alike: a question, a confirmation, the ways on from a result.

A game says what is asked and what its menu offers; what belongs to the table (undo, history, sound, leaving) is added
here. Nothing here names a game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from device.common import i18n
from device.common.i18n import t
from device.graphics.actions import BACK, HISTORY, HOME, POCKET, Again, Do
from device.graphics.canvas import Canvas
from device.graphics.headings import draw_heading
from device.graphics.widgets import Colour, Rect
from rules.game import Event
from rules.message import Refusal

Answer = tuple[str, str, object, str]
"""A large button of a question: label, second line, action, style."""
Against = Refusal | str | None
"""What stands against an entry of a menu: a refusal, a sentence, or nothing."""
Entry = tuple[str, str, object, Against]
"""A button of a menu: label, second line, action, and what stands against it now."""

MOST = 36
"""Letters of what undo and redo are about that a button has room for."""

IN_ONE_LINE = 5
"""Answers to a question that lie beside each other at most."""


def reason(against: Against) -> str | None:
    """Why a button is grey, in words; None where it is not."""
    return i18n.refusal(against) if isinstance(against, Refusal) else against


def refusal_from(guard: Callable[..., object], *args: object) -> Refusal | None:
    """What stands against something by a ``guard``, which raises it; None where nothing does."""
    try:
        guard(*args)
    except Refusal as refusal:
        return refusal
    return None


def draw_question(
    canvas: Canvas,
    title: str,
    line: str,
    answers: Sequence[Answer],
    colour: Colour,
    below: Callable[[Canvas, Rect], None] | None = None,
    *,
    back: bool = True,
    more: bool = True,
) -> Rect:
    """A question with large answers under a heading of ``colour``; gives back where a sentence may lie.

    More than five of them lie in two lines where the screen is wider than high.

    ``line`` is what is asked; ``below`` draws something of the game's own under it. There is no way ``back`` where the
    game itself waits for the answer, and no menu without ``more``.
    """
    look = canvas.look
    middle, body = draw_heading(canvas, (130, 262), title, fill=colour, more=more, back=BACK if back else None)
    if below is not None:
        middle, under = canvas.rows(middle, (78, 52) if look.large_print else (66, 64))
        below(canvas, under)
    canvas.text(middle, line, 28, "semibold", look.palette.text, "center", lines=3 if below is None else 2)
    many = len(answers)
    places = canvas.split(body, (1,) * many)
    if many > IN_ONE_LINE and not look.portrait:
        places = canvas.grid(body, -(-many // 2), 2)[:many]
    for (label, sub, action, style), box in zip(answers, places, strict=True):
        canvas.button(box, label, action, sub=sub, style=style, size=26)
    return middle


def draw_confirmation(
    canvas: Canvas, title: str, line: str, yes: tuple[str, str], event: Event, colour: Colour
) -> Rect:
    """A question before ``event``, which costs somebody something, is recorded; ``yes`` is that button's two lines.

    *No* lies where the button was that led here: at the lower left.
    """
    answers: list[Answer] = [(t("No"), t("nothing is recorded"), BACK, "normal"), (*yes, Do(event), "primary")]
    if canvas.look.portrait:
        answers.reverse()
    return draw_question(canvas, title, line, answers, colour, more=False)


def shorten(text: str, most: int = MOST) -> str:
    """As much of a text as a small button, or a narrow column, has room for."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def grid(canvas: Canvas, rect: Rect, entries: Sequence[Entry], columns: int, size: float | None = None) -> None:
    """Entries as buttons in so many columns, line by line."""
    boxes = canvas.grid(rect, columns, -(-len(entries) // columns))
    for (label, sub, action, against), box in zip(entries, boxes, strict=False):
        style = "primary" if action is BACK else "normal"
        canvas.button(box, label, action, sub=sub, why=reason(against), style=style, size=size)


def pocket_mark(canvas: Canvas, rect: Rect) -> Rect:
    """At the end of a result's heading the way to its QR code; what is left for the title, centred if wide."""
    side = min(canvas.u(96), rect.h * 2)
    canvas.button(Rect(rect.x + rect.w - side, rect.y, side, rect.h), "QR", POCKET, icon="code", size=22)
    taken = side + canvas.u(8)
    start = 0 if canvas.look.portrait else taken
    return Rect(rect.x + start, rect.y, rect.w - start - taken, rect.h)


WayBack = tuple[str, str, object]
"""A button that leads back into a game: its label, its second line, its action."""


def result_bar(canvas: Canvas, rect: Rect, back: WayBack | None, rematch: str, *, signed: bool) -> Rect:
    """Under a result: its history, the way ``back`` (None: it stays as it is), and the way out.

    Once it is ``signed`` also a rematch, whose second line says with whom.

    Gives back the box on the left, which is the game's own.
    """
    again: list[Rect] = []
    ways = (1,) * (3 if back is not None else 2)
    if signed and canvas.look.portrait:
        upper, lower = canvas.rows(rect, (1, 1))
        own, history, *onward = canvas.cols(upper, ways)
        *again, leave = canvas.cols(lower, (1, 2))
    else:
        own, history, *rest = canvas.cols(rect, (1.3, *ways[1:], 1, 1) if signed else (1,) * 4)
        onward, again, leave = rest[: len(ways) - 2], rest[len(ways) - 2 : -1], rest[-1]
    for box in again:
        canvas.button(box, t("Rematch"), Again(), sub=rematch)
    canvas.button(history, t("History"), HISTORY, sub=t("every entry · copies"))
    for box in onward:
        assert back is not None
        canvas.button(box, back[0], back[2], sub=back[1])
    if signed:
        canvas.button(leave, t("Done"), HOME, style="primary", sub=t("the game is kept"))
    else:
        canvas.button(leave, t("Leave"), HOME, sub=t("the game is kept"))
    return own
