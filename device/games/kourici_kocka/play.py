"""The screen of a running game: four players, what each card is worth and who took it, what can be done (K2-K14)."""

from __future__ import annotations

from collections.abc import Mapping

from device.games.kourici_kocka.draft import VALUES, Draft
from device.games.kourici_kocka.seats import ACCENT, cards, press_areas
from device.i18n import t
from device.kiosk.actions import DONE, Do, Go, Put, Why
from device.kiosk.canvas import Canvas, Look
from device.kiosk.dialogs import reason
from device.kiosk.widgets import Rect, Scene
from rules.game import Progress
from rules.kourici_kocka import GAME
from rules.kourici_kocka import events as e
from rules.kourici_kocka.deal import losers
from rules.kourici_kocka.state import Phase, State
from rules.message import Refusal

REST = Put("rest", True)
"""Everything that nobody has goes to the chosen player."""
LINES = (("hejma", "ace", "king", "svrsek", "spodek"), ("ten", "nine", "eight", "seven", "last_trick"))

Item = tuple[str, object, str, str, str | None]
"""A button of the bar: label, action, second line, style, why it is greyed out."""


def play(state: State, may: Mapping[str, Refusal | None], draft: Draft, look: Look) -> Scene:
    """The whole screen."""
    canvas = Canvas(look)
    weights = [128.0, 26, 92, 92, 94] if not look.portrait else [250.0, 26, 92, 92, 92, 92, 92, 150]
    if look.press_areas:
        weights.insert(1, 60)
    head, *middle, bar = canvas.rows(canvas.area, weights)
    cards(canvas, state, head, draft.seat, draft.points)
    if look.press_areas:
        press_areas(canvas, middle.pop(0), state)
    caption(canvas, state, draft, middle[0])
    tiles = middle[1:]
    items = [item for line in LINES for item in line]
    per_line = 2 if look.portrait else 5
    for n, band in enumerate(tiles):
        line = items[n * per_line : (n + 1) * per_line]
        wide = [1.35 if item in ("hejma", "last_trick") else 1.0 for item in line]
        for item, box in zip(line, canvas.cols(band, (1,) * per_line if look.portrait else wide), strict=True):
            tile(canvas, draft, item, box)
    action_bar(canvas, [main(state, draft), *others(state, may, draft)], bar)
    over = Rect(tiles[0].x, tiles[0].y, tiles[0].w, tiles[-1].y + tiles[-1].h - tiles[0].y)
    if look.toast:
        canvas.banner(over, look.toast)
    return canvas.scene()


def caption(canvas: Canvas, state: State, draft: Draft, rect: Rect) -> None:
    """What is to be done; at the end whether everything is safe on disk."""
    p, u = canvas.look.palette, canvas.u
    line = Rect(rect.x + u(4), rect.y, rect.w - u(28), rect.h)
    text = (
        doing(state)
        if draft.seat is None
        else t("{name} took… · {n} of 33 left", name=state.names[draft.seat], n=draft.out)
    )
    canvas.text(line, text, 17, "semibold", p.warn if state.halted or state.banned else p.muted)
    dot = Rect(rect.x + rect.w - u(16), rect.y + (rect.h - u(10)) // 2, u(10), u(10))
    canvas.shape(dot, "dot" if canvas.look.saved else "ring", p.ok if canvas.look.saved else p.muted)


def doing(state: State) -> str:
    """The round in one line."""
    n = len(state.rounds) + 1
    dealer, leader = state.names[state.dealer], state.names[state.leader]
    if state.banned:
        return t("{name} is banned; a substitute takes the seat.", name=state.names[min(state.banned)])
    if state.halted is not None:
        return t("The game stands, called by side {side}. Settle it, then go on.", side=state.halted)
    if state.phase is Phase.DEAL:
        if state.misdeals:
            return t("Round {n} · {name} deals again; misdeals so far: {m}", n=n, name=dealer, m=state.misdeals)
        return t("Round {n} · {name} deals, one card or two at a time", n=n, name=dealer)
    if state.phase is Phase.PASSING:
        return t("Round {n} · everybody passes three to the left, then looks", n=n)
    return t("Round {n} · {name} leads · who lost? Tap the player", n=n, name=leader)


def label_of(item: str) -> str:
    """What can be taken, as players call it; some names have no English."""
    return {
        "hejma": "Hejma",
        "ace": t("ace"),
        "king": t("king"),
        "svrsek": "svršek",
        "spodek": "spodek",
        "ten": "10",
        "nine": "9",
        "eight": "8",
        "seven": "7",
        "last_trick": t("last trick"),
    }[item]


def tile(canvas: Canvas, draft: Draft, item: str, box: Rect) -> None:
    """Something that can be taken: its name, its points, and who has it."""
    p, u = canvas.look.palette, canvas.u
    owner = draft.owner.get(item)
    mine = owner is not None and owner == draft.seat
    fill = p.accents[ACCENT] if mine else p.button if owner is None else p.button_quiet
    ink, sub = (p.pair_ink, p.pair_ink) if mine else (p.text, p.muted)
    canvas.panel(box, fill, radius=10)
    name, below = canvas.rows(Rect(box.x + u(6), box.y + u(12), box.w - u(12), box.h - u(24)), (36, 26), u(2))
    label = label_of(item)
    if item in ("hejma", "last_trick"):
        canvas.text(name, label, 22, "bold", ink, "center")
    else:
        sign = Rect(name.x + u(10), name.y + (name.h - u(22)) // 2, u(22), u(22))
        canvas.shape(sign, "heart", p.pair_ink if mine else p.accents[1])
        name = Rect(sign.x + u(30), name.y, name.x + name.w - sign.x - u(30), name.h)
        below = Rect(name.x, below.y, name.w, below.h)
        canvas.text(name, label, 22, "bold", ink)
    value = t("green svršek · {n}", n=VALUES[item]) if item == "hejma" else str(VALUES[item])
    if owner is not None:
        value = f"{VALUES[item]} · {e.SEAT[owner]}"
    canvas.text(below, value, 16, "semibold", sub, "center" if item in ("hejma", "last_trick") else "left")
    canvas.touch(box, Put("take", item))


def main(state: State, draft: Draft) -> Item:
    """The big button: the round's end as far as it is known, or the next step of the round."""
    if draft.owner:
        return counted(state, draft)
    if state.banned:
        return t("Substitute"), Go("substitute", min(state.banned)), t("for the banned player"), "accent", None
    if draft.seat is not None:
        lost = Do(e.Lost(seat=e.SEAT[draft.seat]))
        return t("{name} lost the round", name=state.names[draft.seat]), lost, t("just that"), "primary", None
    if state.halted is not None:
        return t("Go on"), Do(e.GoOn()), t("it is settled"), "accent", None
    if state.phase is Phase.DEAL:
        return t("Dealt"), Do(e.Deal()), t("or press a clock button"), "primary", None
    if state.phase is Phase.PASSING:
        return t("Cards passed"), Do(e.Passed()), t("or each side presses"), "primary", None
    text = t("Tap the player who lost, or what somebody took.")
    return t("Who lost?"), Why(text), t("tap the player"), "hint", None


def counted(state: State, draft: Draft) -> Item:
    """What the tapped cards say so far, and whether the round can end with that."""
    points = draft.points
    line = " · ".join(f"{e.SEAT[seat]} {n}" for seat, n in enumerate(points) if n)
    if draft.whole:
        most = losers(points)
        sub = t("tie: the table decides") if len(most) > 1 else t("{name} lost the round", name=state.names[most[0]])
        return line, DONE, sub, "primary", None
    if draft.certain is not None:
        return line, DONE, t("ended early: {name} lost", name=state.names[draft.certain]), "primary", None
    missing = t("{n} of 33 left", n=draft.out)
    if "last_trick" in draft.owner:
        why = t("After the last trick nothing is left: say who took the other {n} points. (K2)", n=draft.out)
        return line, Why(why), missing, "hint", None
    sub = t("{n} of 33 left, nobody has 17", n=draft.out)
    return line, Why(t("{n} of 33 points are missing, and nobody has 17 yet. (K2, K4)", n=draft.out)), sub, "hint", None


def others(state: State, may: Mapping[str, Refusal | None], draft: Draft) -> list[Item]:
    """What else can be done now."""
    more: Item = (t("More"), Go("menu"), "", "normal", None)
    renonc: Item = (t("Renonc"), Go("renonc", draft.seat), "", "normal", reason(may["renonc"]))
    points: Item = (t("Points"), Go("points"), t("33 in all"), "normal", reason(may["points"]))
    if draft.seat is None:
        action: object = Do(e.Misdeal()) if state.misdeals == 0 else Go("misdeal")
        sub = t("the first is free") if state.misdeals == 0 else t("a repeated one")
        return [(t("Misdeal"), action, sub, "normal", reason(may["misdeal"])), points, renonc, more]
    nothing = t("Everything is taken.") if draft.whole else None
    rest: Item = (t("The rest"), REST, t("to this player"), "normal", nothing)
    if GAME.stage(state) is Progress.READY and not draft.owner:
        first = Do(e.FirstDealer(seat=e.SEAT[draft.seat]))
        return [(t("Deals first"), first, t("by agreement"), "normal", None), rest, renonc, more]
    thrown = Do(e.ThrowIn(seat=e.SEAT[draft.seat], points=draft.points))
    throw: Item = (t("Threw in"), thrown, t("takes the rest"), "normal", reason(may["throw_in"]))
    return [throw, rest, renonc, more]


def action_bar(canvas: Canvas, items: list[Item], rect: Rect) -> None:
    """The big button and the others beside it, or below it on a tall screen."""
    if canvas.look.portrait:
        upper, lower = canvas.rows(rect, (1, 1))
        boxes = [upper, *canvas.cols(lower, (1,) * (len(items) - 1))]
    else:
        boxes = canvas.cols(rect, (2.3, *(1,) * (len(items) - 1)))
    for (label, action, sub, style, why), box in zip(items, boxes, strict=True):
        canvas.button(box, label, action, sub=sub, style=style, why=why, size=24 if box is boxes[0] else None)
