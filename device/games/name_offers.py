"""Names that are offered while one is typed: chips under the fields, and the best one ghosted in the field itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from device.common import i18n
from device.common.formats import local
from device.common.i18n import t
from device.games.table_parts import BarItem, draw_item
from device.graphics.canvas import Canvas
from device.graphics.distinct import SEPARATOR
from device.graphics.typefaces import lacks_letters, width
from device.graphics.widgets import Rect
from device.kiosk.name_form import NameForm, NameScreen
from device.kiosk.screen import call
from device.people.directory import NEW, Directory, KnownPerson
from rules.people import plain_letters

HIGH = 46
"""Units of the base size that a row of names takes."""
LETTERS = 2
"""Letters from which on a name is completed."""


def complete(directory: Directory, form: NameForm) -> KnownPerson | None:
    """Who is ghosted in the field that is typed into: the best one whose name goes on as it stands there."""
    typed = form.fields[form.focus]
    if len(typed.strip()) < LETTERS or form.focus in form.upper:
        return None
    best = directory.offers(typed, 1, seated_keys(directory, form))
    fits = (
        best
        and len(typed) < len(best[0].name) <= form.longest
        and plain_letters(best[0].name).startswith(plain_letters(typed))
    )
    return best[0] if fits else None


def boxes_remark(form: NameForm) -> str:
    """That a name will not be readable, while it is typed; empty where every letter has its sign."""
    return t("letters show as boxes") if any(map(lacks_letters, form.fields)) else ""


def seated_keys(directory: Directory, form: NameForm) -> frozenset[str]:
    """The keys of those who stand in other fields, picked or typed."""
    others = [n for n in range(len(form.fields)) if n != form.focus]
    typed = (directory.bearers(form.fields[n])[:1] for n in others if form.fields[n].strip() and not form.id_of(n))
    return frozenset((*(form.id_of(n) for n in others), *(person.key for people in typed for person in people)))


def said_of(known: KnownPerson) -> str:
    """What distinguishes somebody from others: when they last played and how often; of namesakes with whom."""
    last = i18n.day(local(known.day))
    if known.number and known.fellow:
        return SEPARATOR.join(filter(None, (last, f"+ {known.fellow}")))
    return t("{day} · games: {n}", day=last, n=known.games) if last else t("games: {n}", n=known.games)


def chips(directory: Directory, screen: NameScreen[Any], most: int) -> list[BarItem]:
    """What is offered in the field that is typed into; where people are to be forgotten, a touch forgets."""
    form = screen.form
    typed, here = form.fields[form.focus], form.id_of(form.focus)
    items = []
    for known in directory.offers(typed, most, seated_keys(directory, form)):
        name = known.name[: form.longest]
        if screen.forgetting:
            items.append(BarItem(known.label, call(screen.forget_person, known.key), t("forget"), style="danger"))
            continue
        style = "primary" if here and here == known.id else "normal"
        items.append(BarItem(known.label, call(screen.on_pick, name, known.id), said_of(known), style=style))
    bearers = directory.bearers(typed) if typed.strip() else ()
    if bearers and not screen.forgetting:
        style = "primary" if here == NEW else "quiet"
        pick = call(screen.on_pick, typed.strip(), NEW)
        new = BarItem(t("Somebody else"), pick, t("of the same name"), style=style)
        items = [*items[: most - 1], new]
    return items


def with_offers(heights: Sequence[float], directory: Directory, high: float = HIGH) -> tuple[float, ...]:
    """The heights of a form's parts, the keyboard last, with a row of names above it (``high``) where there are any."""
    if directory.empty:
        return tuple(heights)
    return (*heights[:-1], high, heights[-1] - high)


def draw_offers(
    canvas: Canvas, rect: Rect, screen: NameScreen[Any], directory: Directory, more: Sequence[BarItem] = ()
) -> None:
    """A row of names, ``more`` of the screen's own first, and at its end the way to forget somebody."""
    form, forgetting, most = screen.form, screen.forgetting, 3 if canvas.look.portrait else 4
    if form.focus in form.upper:
        return
    items = [*more, *chips(directory, screen, most)][:most] if screen.for_people() else list(more)
    *boxes, last = canvas.cols(rect, (*(2,) * most, 1.6), canvas.u(6))
    for chip, box in zip(items, boxes, strict=False):
        draw_item(canvas, box, chip, size=17)
    if not items and screen.for_people() and form.fields[form.focus].strip():
        text = t("Nobody of that name has played here.")
        canvas.text(Rect(rect.x, rect.y, last.x - rect.x, rect.h), text, 16, "regular", canvas.look.palette.faint)
    label = t("Done") if forgetting else t("Forget…")
    canvas.button(last, label, call(screen.forget), style="quiet", size=14, selected=forgetting)


def draw_name(
    canvas: Canvas,
    rect: Rect,
    form: NameForm,
    index: int,
    size: float,
    known: KnownPerson | None = None,
    weight: str = "bold",
) -> bool:
    """A field as it is typed, with a cursor where that is going on; behind it, paler, the rest of ``known``.

    Whether there is such a rest and it has room.
    """
    p, pixels, typed, focused = canvas.look.palette, canvas.lu(size), form.fields[index], form.focus == index
    rest = known.name[len(typed) :] if known is not None and focused else ""
    start = width(typed, weight, pixels)
    if not rest or start + width(rest, weight, pixels) > rect.w:
        canvas.text(rect, typed + ("_" if focused else ""), size, weight, p.ink if focused else p.text)
        return False
    canvas.text(Rect(rect.x, rect.y, start + 1, rect.h), typed, size, weight, p.ink)
    canvas.line(Rect(rect.x + start, rect.y + rect.h // 4, canvas.u(2), rect.h // 2), p.ink)
    behind = rect.x + start + canvas.u(2)
    canvas.text(Rect(behind, rect.y, rect.x + rect.w - behind, rect.h), rest, size, weight, p.ink_faint)
    return True
