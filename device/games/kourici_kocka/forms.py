"""Screens that are filled in: everybody's points, a substitute's name, a note in words (K2, K17)."""

from __future__ import annotations

from device.games.kourici_kocka.draft import SEATS, Draft
from device.games.kourici_kocka.seats import ACCENT, chips
from device.i18n import t
from device.kiosk.actions import Put
from device.kiosk.canvas import Canvas, Look
from device.kiosk.dialogs import heading
from device.kiosk.keyboards import name_keys, number_keys
from device.kiosk.widgets import Rect, Scene
from rules.kourici_kocka import events as e
from rules.kourici_kocka.deal import ALL
from rules.kourici_kocka.describe import INFRACTIONS
from rules.kourici_kocka.state import State


def points(state: State, draft: Draft, look: Look, of: int | None = None) -> Scene:
    """Four counts and, where it matters, who took Hejma; of the round in hand, or of round ``of``."""
    canvas = Canvas(look)
    p, u = look.palette, canvas.u
    head, body = canvas.rows(canvas.area, (56, 400))
    title = t("Points of the round") if of is None else t("Points of round {n}", n=of)
    heading(canvas, head, title, fill=p.accents[ACCENT])
    left, keys = canvas.rows(body, (50, 50)) if look.portrait else canvas.cols(body, (540, 236))
    fields, caption, hejma, foot = canvas.rows(left, (150, 26, 74, 74))
    focus = draft.seat or 0
    for seat, box in zip(SEATS, canvas.cols(fields, (1, 1, 1, 1)), strict=True):
        focused = seat == focus
        canvas.panel(box, p.paper if focused else p.panel, border=p.accents[ACCENT] if focused else None)
        name, number = canvas.rows(Rect(box.x + u(8), box.y + u(6), box.w - u(16), box.h - u(12)), (30, 100))
        canvas.text(name, f"{e.SEAT[seat]} · {state.names[seat]}", 18, "bold", p.ink if focused else p.text, "center")
        text = draft.counts[seat]
        ink = (p.ink if focused else p.text) if text else (p.ink_muted if focused else p.muted)
        shown = text or (str(draft.count[seat]) if any(draft.counts) and draft.counts.count("") == 1 else "–")
        canvas.text(number, shown, 64, "bold", ink, "center", digits=True)
        canvas.touch(box, Put("focus", seat))
    canvas.text(caption, t("Who took Hejma? Needed only in a tie."), 16, "semibold", p.muted)
    chips(canvas, state, hejma, draft.hejma, "hejma")
    early, total = canvas.cols(foot, (1, 1))
    canvas.button(
        early, t("Ended early"), Put("early", not draft.early), sub=t("before the last trick"), selected=draft.early
    )
    canvas.panel(total, p.panel)
    canvas.text(total, sum_line(draft), 19, "semibold", p.text, "center", lines=2)
    number_keys(canvas, keys)
    if look.toast:
        canvas.banner(foot, look.toast)  # the counts stay in sight, to be mended
    return canvas.scene()


def sum_line(draft: Draft) -> str:
    """What the typed points make together."""
    total = sum(draft.count)
    if draft.early or total == ALL:
        return t("together {n}", n=total)
    if total < ALL:
        return t("together {n}, {missing} missing", n=total, missing=ALL - total)
    return t("together {n}, {more} too many", n=total, more=total - ALL)


def substitute(state: State, draft: Draft, look: Look, shift: bool) -> Scene:
    """Another player takes a seat and its letters (K17)."""
    canvas = Canvas(look)
    head, who, field, keys = canvas.rows(canvas.area, (56, 60, 60, 256))
    heading(canvas, head, t("Substitute: who gets up?"), fill=look.palette.accents[ACCENT], done=t("Sits down"))
    chips(canvas, state, who, draft.seat)
    text_field(canvas, draft.text, t("the new player's name"), field)
    name_keys(canvas, keys, shift)
    if look.toast:
        canvas.banner(who, look.toast)
    return canvas.scene()


def note_words(state: State, draft: Draft, look: Look, shift: bool) -> Scene:
    """A note in the table's own words, about a rule and perhaps a player."""
    canvas = Canvas(look)
    head, who, rule, field, keys = canvas.rows(canvas.area, (50, 48, 48, 48, 230))
    heading(canvas, head, t("Note in words"), fill=look.palette.accents[ACCENT], done=t("Note it"))
    chips(canvas, state, who, draft.seat)
    for number, box in zip(INFRACTIONS, canvas.cols(rule, (1,) * len(INFRACTIONS)), strict=True):
        canvas.button(box, number, Put("rule", number), selected=draft.rule == number)
    text_field(canvas, draft.text, t("what happened"), field)
    name_keys(canvas, keys, shift)
    if look.toast:
        canvas.banner(who, look.toast)
    return canvas.scene()


def text_field(canvas: Canvas, text: str, empty: str, rect: Rect) -> None:
    """What is being typed."""
    p, u = canvas.look.palette, canvas.u
    canvas.panel(rect, p.paper)
    inner = Rect(rect.x + u(14), rect.y, rect.w - u(28), rect.h)
    canvas.text(inner, text + "_", 24, "bold", p.ink)
    if not text:
        canvas.text(inner, empty, 18, "regular", p.ink_muted, "right")
