"""Screens on which something is decided: renonc, misdeal, tie, a note, opening a signed game again (K8, K14, K15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from device import words
from device.games.kourici_kocka.draft import Draft
from device.games.kourici_kocka.seats import ACCENT, chips, press_areas
from device.kiosk.actions import BACK, REDO, UNDO, Do, Go, Put, Simple, Why
from device.kiosk.canvas import Canvas, Look
from device.kiosk.keys import DONE
from device.kiosk.widgets import Rect, Scene
from device.words import t
from rules.kourici_kocka import events as e
from rules.kourici_kocka.game import INFRACTIONS, KINDS, REASONS
from rules.kourici_kocka.state import State
from rules.message import Message, Refusal

Answer = tuple[str, str, object, str]
"""A large button: label, second line, action, style."""


def heading(canvas: Canvas, rect: Rect, text: str, *, done: str = "") -> None:
    """A heading in the game's colour with the way back, and perhaps what finishes the screen."""
    p, u = canvas.look.palette, canvas.u
    canvas.panel(rect, p.accents[ACCENT])
    inner = Rect(rect.x + u(4), rect.y + u(3), u(52), rect.h - u(6))
    canvas.button(inner, "", BACK, icon="back", style="on_pair")
    right = u(170) if done else 0
    canvas.text(Rect(rect.x + u(68), rect.y, rect.w - u(80) - right, rect.h), text, 22, "bold", p.pair_ink)
    if done:
        box = Rect(rect.x + rect.w - right - u(4), inner.y, right, inner.h)
        canvas.button(box, done, DONE, style="primary", size=20)


def ask(look: Look, title: str, line: str, answers: Sequence[Answer], state: State | None = None) -> Scene:
    """A question with large answers. With ``state`` the screen's own clock buttons stand below the question."""
    canvas = Canvas(look)
    p = look.palette
    head, middle, body = canvas.rows(canvas.area, (56, 130, 270))
    heading(canvas, head, title)
    if state is not None and look.press_areas:
        middle, areas = canvas.rows(middle, (70, 60))
        press_areas(canvas, state, areas)
    canvas.text(middle, line, 26, "semibold", p.text, "center", lines=3)
    split = canvas.rows if look.portrait else canvas.cols
    for (label, sub, action, style), box in zip(answers, split(body, (1,) * len(answers)), strict=True):
        canvas.button(box, label, action, sub=sub, style=style, size=26)
    if look.toast:
        canvas.banner(middle, look.toast)
    return canvas.scene()


def tie(state: State, look: Look) -> Scene:
    """Who loses a tied round: the device proposes, the table confirms (K14)."""
    waiting = state.tie
    assert waiting is not None
    counts = " · ".join(f"{state.names[seat]} {n}" for seat, n in enumerate(waiting.points))
    answers: list[Answer]
    if waiting.proposed is not None:
        name = state.names[waiting.proposed]
        line = counts + "\n" + t("Hejma: {name}. Who took Hejma loses the tie.", name=name)
        confirm = Do(e.Confirm(seat=e.SEAT[waiting.proposed]))
        answers = [(t("{name} lost the round", name=name), t("confirm, or hold both buttons"), confirm, "primary")]
    elif state.setup.hejma_tie_outside == "replay":
        line = counts + "\n" + t("Hejma lies outside the tie: the round is played again.")
        answers = [(t("Play again"), t("the same dealer, no letter"), Do(e.Confirm()), "primary")]
    else:
        line = counts + "\n" + t("Hejma lies outside the tie: the table votes who loses.")
        answers = [
            (t("{name} lost the round", name=state.names[seat]), "", Do(e.Confirm(seat=e.SEAT[seat])), "primary")
            for seat in waiting.tied
        ]
    answers.append((t("Take back"), t("count again"), UNDO, "normal"))
    return ask(look, t("Tie"), line, answers, state)


def misdeal(state: State, look: Look) -> Scene:
    """A repeated misdeal: dealt again, or the table votes for a letter, or for a lost round (K8, K15)."""
    dealer = e.SEAT[state.dealer]
    answers: list[Answer] = [
        (t("Deal again"), t("no letter"), Do(e.Misdeal()), "primary"),
        (t("A letter"), t("by vote; then deal again"), Do(e.Misdeal(letter=True)), "danger"),
        (t("Lost round"), t("renonc: a letter, the next deal"), Do(e.Renonc(seat=dealer, kind="dealt")), "danger"),
    ]
    line = t("{name} misdealt before. What does the table say?", name=state.names[state.dealer])
    return ask(look, t("Misdeal"), line, answers)


def renonc(state: State, draft: Draft, look: Look) -> Scene:
    """Who, what, and what the others say to it (K15)."""
    canvas = Canvas(look)
    p = look.palette
    head, who, one, what, two, verdict = canvas.rows(canvas.area, (56, 76, 28, 96, 28, 130))
    heading(canvas, head, t("Renonc: who?"))
    chips(canvas, state, who, draft.seat)
    canvas.text(one, t("What happened?"), 17, "semibold", p.muted)
    for (kind, label), part, box in zip(KINDS.items(), "abc", canvas.cols(what, (1, 1, 1)), strict=True):
        canvas.button(box, words.tr(label), Put("kind", kind), sub=f"K15 {part}", selected=draft.kind == kind)
    canvas.text(two, t("What do the others say?"), 17, "semibold", p.muted)
    offers: tuple[tuple[str, str, bool, bool, str], ...] = (
        (t("Lost round"), t("careless: a letter"), True, False, "primary"),
        (t("Forgiven"), t("the round goes on"), False, False, "normal"),
        (t("Deliberate"), t("a letter and a ban"), True, True, "danger"),
    )
    for (said, sub, punished, deliberate, style), box in zip(offers, canvas.cols(verdict, (1, 1, 1)), strict=True):
        if draft.seat is None or not draft.kind:
            canvas.button(box, said, Why(t("First tap the player and what happened.")), sub=sub, style="quiet")
            continue
        event = e.Renonc(
            seat=e.SEAT[draft.seat],
            kind="looked" if draft.kind == "looked" else "suit" if draft.kind == "suit" else "dealt",
            punished=punished,
            deliberate=deliberate,
        )
        canvas.button(box, said, Do(event), sub=sub, style=style, size=24)
    if look.toast:
        canvas.banner(what, look.toast)
    return canvas.scene()


def note(state: State, draft: Draft, look: Look) -> Scene:
    """Something to remember that costs nothing (K7, K11, K12)."""
    canvas = Canvas(look)
    head, who, body = canvas.rows(canvas.area, (56, 76, 320))
    heading(canvas, head, t("Note: who, if anybody?"))
    chips(canvas, state, who, draft.seat)
    seat = None if draft.seat is None else e.SEAT[draft.seat]
    answers: list[tuple[Message, str, object]] = [
        (what, rule, Do(e.Note(rule=rule, seat=seat))) for rule, what in INFRACTIONS.items()
    ]
    split = canvas.rows if look.portrait else canvas.cols
    boxes = split(body, (1,) * (len(answers) + 1))
    for (infraction, rule, action), box in zip(answers, boxes, strict=False):
        canvas.button(box, words.tr(infraction), action, sub=rule, size=22)
    canvas.button(boxes[-1], t("In words"), Go("note_words", draft.seat), size=22)
    if look.toast:
        canvas.banner(body, look.toast)
    return canvas.scene()


def reopen(state: State, look: Look) -> Scene:
    """A signed end is opened again, for a reason."""
    answers: list[Answer] = [
        (words.tr(reason), "", Do(e.Reopen(reason=code)), "normal") for code, reason in REASONS.items()
    ]
    return ask(look, t("Open the end again"), t("Why? Both sides will have to sign again."), answers)


def menu(state: State, may: Mapping[str, Refusal | None], look: Look, undo: str, redo: str) -> Scene:
    """Everything else, with the reason where it is not possible now."""
    canvas = Canvas(look)
    standing = state.halted is not None
    clock = (t("Go on"), Do(e.GoOn()), may["go_on"]) if standing else (t("Stop!"), Go("halt"), may["halt"])
    entries: list[tuple[str, str, object, Refusal | None]] = [
        (t("Undo"), undo or t("nothing to undo"), UNDO, None),
        (t("Redo"), redo or t("nothing to redo"), REDO, None),
        (clock[0], t("settle something"), clock[1], clock[2]),
        (t("Misdeal"), t("repeated: by vote"), Go("misdeal"), may["misdeal"]),
        (t("Points"), t("33 in all"), Go("points"), may["points"]),
        (t("Deals first"), t("by agreement"), Go("first_dealer"), may["first_dealer"]),
        (t("Substitute"), t("between rounds"), Go("substitute"), may["substitute"]),
        (t("Note"), t("costs nothing"), Go("note"), may["note"]),
        (t("Rounds"), t("dealt, lost, letters"), Go("rounds"), None),
        (t("Cards dealt"), t("one or two at a time"), Go("dealt"), may["deal"]),
        (t("Screen buttons"), t("on") if look.press_areas else t("off"), Simple("areas"), None),
        (t("Sound"), t("off") if look.silent else t("on"), Simple("sound"), None),
        ("Čeština / English", t("language"), Simple("language"), None),
        (t("Leave"), t("the game is kept"), Simple("home"), None),
        (t("Back"), t("to the game"), BACK, None),
    ]
    columns = 2 if look.portrait else 5
    count = -(-len(entries) // columns)
    for n, band in enumerate(canvas.rows(canvas.area, (1,) * count)):
        line = entries[n * columns : (n + 1) * columns]
        for (label, sub, action, refusal), box in zip(line, canvas.cols(band, (1,) * columns), strict=False):
            reason = words.refusal(refusal) if refusal else None
            style = "primary" if action is BACK else "normal"
            canvas.button(box, label, action, sub=sub, why=reason, style=style)
    if look.toast:
        canvas.banner(canvas.area, look.toast)
    return canvas.scene()


def halt(state: State, look: Look) -> Scene:
    """Which side stops the game; usually its clock button does that."""
    answers: list[Answer] = [
        (t("Side {side}", side=side), f"{state.names[2 * n]} · {state.names[2 * n + 1]}", Do(e.Halt(side=side)),
         "normal")
        for n, side in enumerate(e.SIDES)
    ]  # fmt: skip
    return ask(look, t("Stop!"), t("Which side stops the game? A press of its button does the same."), answers)


def first_dealer(state: State, look: Look) -> Scene:
    """Who deals first, where it is not seat A by the draw (K6)."""
    answers: list[Answer] = [
        (f"{e.SEAT[seat]} · {name}", "", Do(e.FirstDealer(seat=e.SEAT[seat])), "normal")
        for seat, name in enumerate(state.names)
    ]
    return ask(look, t("Deals first"), t("Who deals first?"), answers)


def dealt(state: State, look: Look) -> Scene:
    """How the cards were dealt (K7)."""
    answers: list[Answer] = [
        (t("One at a time"), "", Do(e.Deal(cards=1)), "normal"),
        (t("Two at a time"), "", Do(e.Deal(cards=2)), "normal"),
        (t("More at a time"), t("not allowed"), Do(e.Deal(cards=3)), "normal"),
    ]
    name = state.names[state.dealer]
    return ask(look, t("Cards dealt"), t("{name} deals. How many cards at a time?", name=name), answers)
