"""Screens on which something is decided: renonc, misdeal, tie, a note, opening a signed game again (K8, K14, K15)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from device import i18n
from device.games.kourici_kocka.draft import Draft
from device.games.kourici_kocka.seats import ACCENT, chips, press_areas
from device.i18n import t
from device.kiosk.actions import UNDO, Do, Go, Put, Why
from device.kiosk.canvas import Canvas, Look
from device.kiosk.dialogs import Answer, Entry, ask, heading
from device.kiosk.widgets import Rect, Scene
from rules.kourici_kocka import events as e
from rules.kourici_kocka.describe import INFRACTIONS, KINDS, REASONS
from rules.kourici_kocka.state import State
from rules.message import Message, Refusal


def asked(
    look: Look,
    title: str,
    line: str,
    answers: Sequence[Answer],
    below: Callable[[Canvas, Rect], None] | None = None,
    *,
    back: bool = True,
) -> Scene:
    """A question in the game's colour."""
    return ask(look, title, line, answers, look.palette.accents[ACCENT], below, back=back)


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
    buttons = partial(press_areas, state=state) if look.press_areas else None
    return asked(look, t("Tie"), line, answers, buttons, back=False)


def misdeal(state: State, look: Look) -> Scene:
    """A repeated misdeal: dealt again, or the table votes for a letter, or for a lost round (K8, K15)."""
    dealer = e.SEAT[state.dealer]
    answers: list[Answer] = [
        (t("Deal again"), t("no letter"), Do(e.Misdeal()), "primary"),
        (t("A letter"), t("by vote; then deal again"), Do(e.Misdeal(letter=True)), "danger"),
        (t("Lost round"), t("renonc: a letter, the next deal"), Do(e.Renonc(seat=dealer, kind="dealt")), "danger"),
    ]
    line = t("{name} misdealt before. What does the table say?", name=state.names[state.dealer])
    return asked(look, t("Misdeal"), line, answers)


def renonc(state: State, draft: Draft, look: Look) -> Scene:
    """Who, what, and what the others say to it (K15)."""
    canvas = Canvas(look)
    p = look.palette
    head, who, one, what, two, verdict = canvas.rows(canvas.area, (56, 76, 28, 96, 28, 130))
    heading(canvas, head, t("Renonc: who?"), fill=p.accents[ACCENT])
    chips(canvas, state, who, draft.seat)
    canvas.text(one, t("What happened?"), 17, "semibold", p.muted)
    for (kind, label), part, box in zip(KINDS.items(), "abc", canvas.cols(what, (1, 1, 1)), strict=True):
        canvas.button(box, i18n.tr(label), Put("kind", kind), sub=f"K15 {part}", selected=draft.kind == kind)
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
    heading(canvas, head, t("Note: who, if anybody?"), fill=look.palette.accents[ACCENT])
    chips(canvas, state, who, draft.seat)
    seat = None if draft.seat is None else e.SEAT[draft.seat]
    answers: list[tuple[Message, str, object]] = [
        (what, rule, Do(e.Note(rule=rule, seat=seat))) for rule, what in INFRACTIONS.items()
    ]
    split = canvas.rows if look.portrait else canvas.cols
    boxes = split(body, (1,) * (len(answers) + 1))
    for (infraction, rule, action), box in zip(answers, boxes, strict=False):
        canvas.button(box, i18n.tr(infraction), action, sub=rule, size=22)
    canvas.button(boxes[-1], t("In words"), Go("note_words", draft.seat), size=22)
    if look.toast:
        canvas.banner(body, look.toast)
    return canvas.scene()


def reopen(state: State, look: Look) -> Scene:
    """A signed end is opened again, for a reason."""
    answers: list[Answer] = [
        (i18n.tr(reason), "", Do(e.Reopen(reason=code)), "normal") for code, reason in REASONS.items()
    ]
    return asked(look, t("Open the end again"), t("Why? Both sides will have to sign again."), answers)


def menu(state: State, may: Mapping[str, Refusal | None]) -> list[Entry]:
    """What the game's menu offers, with the reason where it is not possible now."""
    standing = state.halted is not None
    clock = (t("Go on"), Do(e.GoOn()), may["go_on"]) if standing else (t("Stop!"), Go("halt"), may["halt"])
    return [
        (clock[0], t("settle something"), clock[1], clock[2]),
        (t("Misdeal"), t("repeated: by vote"), Go("misdeal"), may["misdeal"]),
        (t("Points"), t("33 in all"), Go("points"), may["points"]),
        (t("Deals first"), t("by agreement"), Go("first_dealer"), may["first_dealer"]),
        (t("Substitute"), t("between rounds"), Go("substitute"), may["substitute"]),
        (t("Note"), t("costs nothing"), Go("note"), may["note"]),
        (t("Rounds"), t("list · corrections"), Go("rounds"), None),
        (t("Cards dealt"), t("one or two at a time"), Go("dealt"), may["deal"]),
    ]


def correct(state: State, look: Look, number: int) -> Scene:
    """How a finished round really went: who lost, or everybody's points, or nobody (K2, K5)."""
    canvas = Canvas(look)
    head, middle, who, body = canvas.rows(canvas.area, (56, 90, 130, 130))
    heading(canvas, head, t("Put round {n} right", n=number), fill=look.palette.accents[ACCENT])
    old = state.rounds[number - 1]
    line = t("Nobody lost it; it was played again.")
    if old.loser is not None:
        line = t("{name} lost it.", name=state.names[old.loser])
    if old.points is not None:
        line += " " + " · ".join(f"{e.SEAT[seat]} {n}" for seat, n in enumerate(old.points))
    canvas.text(middle, line + "\n" + t("Who really lost it?"), 24, "semibold", look.palette.text, "center", lines=2)
    for seat, box in enumerate(canvas.cols(who, (1, 1, 1, 1))):
        event = e.Correct(round=number, seat=e.SEAT[seat])
        label = t("{name} lost", name=state.names[seat])
        canvas.button(box, label, Do(event), sub=e.SEAT[seat], selected=old.loser == seat, size=22)
    counted, again = canvas.cols(body, (1, 1))
    canvas.button(counted, t("Points"), Go("correct_points", number), sub=t("what everybody took"), size=24)
    canvas.button(
        again, t("Played again"), Do(e.Correct(round=number, again=True)), sub=t("a letter for nobody"), size=24
    )
    if look.toast:
        canvas.banner(middle, look.toast)
    return canvas.scene()


def halt(state: State, look: Look) -> Scene:
    """Which side stops the game; usually its clock button does that."""
    answers: list[Answer] = [
        (
            t("Side {side}", side=side),
            f"{state.names[2 * n]} · {state.names[2 * n + 1]}",
            Do(e.Halt(side=side)),
            "normal",
        )
        for n, side in enumerate(e.SIDES)
    ]
    return asked(look, t("Stop!"), t("Which side stops the game? A press of its button does the same."), answers)


def first_dealer(state: State, look: Look) -> Scene:
    """Who deals first, where it is not seat A by the draw (K6)."""
    answers: list[Answer] = [
        (f"{e.SEAT[seat]} · {name}", "", Do(e.FirstDealer(seat=e.SEAT[seat])), "normal")
        for seat, name in enumerate(state.names)
    ]
    return asked(look, t("Deals first"), t("Who deals first?"), answers)


def dealt(state: State, look: Look) -> Scene:
    """How the cards were dealt (K7)."""
    answers: list[Answer] = [
        (t("One at a time"), "", Do(e.Deal(cards=1)), "normal"),
        (t("Two at a time"), "", Do(e.Deal(cards=2)), "normal"),
        (t("More at a time"), t("not allowed"), Do(e.Deal(cards=3)), "normal"),
    ]
    name = state.names[state.dealer]
    return asked(look, t("Cards dealt"), t("{name} deals. How many cards at a time?", name=name), answers)
