"""The referee's screens: pause, times, presses, spoiled clocks, award, end, reopening, the PIN (S8, S10, S12, S29)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from device import i18n
from device.games.polish_doubles.forms import Draft, pair_bar
from device.i18n import t
from device.kiosk.actions import BACK, Do, Go, Put
from device.kiosk.canvas import Canvas, Look
from device.kiosk.dialogs import Answer, Entry, ask, grid, heading
from device.kiosk.keyboards import number_keys
from device.kiosk.widgets import Rect, Scene
from rules.game import SECOND, Restore, Void
from rules.history import History
from rules.message import Refusal
from rules.polish_doubles import events as e
from rules.polish_doubles.describe import REASONS
from rules.polish_doubles.state import State

SCREENS = frozenset(
    (
        "referee",
        "referee_time",
        "referee_decide",
        "referee_presses",
        "referee_award",
        "referee_end",
        "reopen",
        "new_pin",
    )
)
"""Screens behind the PIN."""

STEPS = (-10, 10, 30, 60)
"""Seconds that one tap takes from or gives to the running turn."""

SHOWN_PRESSES = 8
AWARD_REASONS = ("withdrew", "absent", "conduct", "referee")


@dataclass(frozen=True, slots=True)
class PressLine:
    """A press as the referee sees it: its entry, side, game time (ns), the turn it ended (0: none), whether void."""

    n: int
    side: int
    at: int
    ended: int
    void: bool


def presses(history: History) -> list[PressLine]:
    """Every press of the game that was not undone, newest first."""
    state: State = history.state
    notes = {note.n: note for note in state.presses}
    found = []
    voided = history.voided
    without = history.gone - voided
    for entry in reversed(history.entries):
        if isinstance(entry.event, e.Press) and entry.n not in without:
            note = notes.get(entry.n)
            ended = note.turn + 1 if note is not None and note.ended else 0
            found.append(PressLine(entry.n, e.INDEX[entry.event.pair], entry.at, ended, entry.n in voided))
    return found


def menu(state: State, may: Mapping[str, Refusal | None], look: Look, has_presses: bool) -> Scene:
    """What the referee may do, each with why it is not possible now."""
    canvas = Canvas(look)
    head, body = canvas.rows(canvas.area, (64, 392))
    heading(canvas, head, t("Referee"), fill=look.palette.pair[0])
    paused = "pause" in state.clock.standing
    clock = (t("Go on"), e.Resume(), may["resume"]) if paused else (t("Pause"), e.Pause(), may["pause"])
    unfinished = None if state.clock.turns else Refusal("S10", "No turn is finished yet.")
    unpressed = None if has_presses else Refusal("S10", "No button has been pressed yet.")
    entries: list[Entry] = [
        (clock[0], t("both clocks"), Do(clock[1]), clock[2]),
        (t("Set the time"), t("of the running turn"), Go("referee_time"), may["set_time"]),
        (t("Decide a time"), t("of the last turn"), Go("referee_decide"), unfinished),
        (t("Presses"), t("void · restore"), Go("referee_presses"), unpressed),
        (t("Award"), t("to a pair or to nobody"), Go("referee_award"), may["award"]),
        (t("End now"), t("even in mid-turn"), Go("referee_end"), may["set_time"]),
        (t("Reopen the result"), t("with a reason"), Go("reopen"), may["reopen"]),
        (t("New PIN"), t("for this menu"), Go("new_pin"), None),
        (t("Back"), t("to the game"), BACK, None),
    ]
    grid(canvas, body, entries, 2 if look.portrait else 3, size=22)
    if look.toast:
        canvas.banner(body, look.toast)
    return canvas.scene()


def seconds_pad(canvas: Canvas, look: Look, body: Rect, draft: Draft) -> Rect:
    """A field of seconds and the number keys; the room that is left for what the seconds are for."""
    u, colours = canvas.u, look.palette
    left, right = canvas.rows(body, (1, 1)) if look.portrait else canvas.cols(body, (440, 340))
    field, rest = canvas.rows(left, (90, 294))
    canvas.panel(field, colours.paper)
    label = Rect(field.x + u(14), field.y, field.w - u(28), field.h)
    if drifts := drift_lines(look):
        canvas.text(
            Rect(label.x, label.y + u(6), label.w * 2 // 3, u(54)), drifts, 17, "regular", colours.ink_muted, lines=2
        )
        label = Rect(label.x, label.y + u(54), label.w, label.h - u(54))
    canvas.text(label, t("seconds"), 19, "regular", colours.ink_muted)
    canvas.text(label, draft.number or "–", 56, "bold", colours.ink, "right", digits=True)
    number_keys(canvas, right)
    if look.toast:
        canvas.banner(left, look.toast)
    return rest


def drift_lines(look: Look) -> str:
    """How the clocks that have a time base of their own run against the device's; ``""`` where none has (S10)."""
    lines = []
    for side, base in enumerate(look.clocks):
        if base is None:
            lines.append(t("clock {side}: the table's own time", side="AB"[side]))
        elif base.rate is None:
            lines.append(t("clock {side}: drift is being measured", side="AB"[side]))
        else:
            drift = i18n.decimal(base.rate / 1000, signed=True)
            lines.append(t("clock {side}: drift {ppm} ppm", side="AB"[side], ppm=drift))
    return "\n".join(lines) if any(base is not None for base in look.clocks) else ""


def set_time(state: State, draft: Draft, look: Look, at: int) -> Scene:
    """What is left of the running turn: typed, or a few seconds given or taken with one tap (S8)."""
    canvas = Canvas(look)
    head, body = canvas.rows(canvas.area, (64, 392))
    pair_bar(canvas, state, len(state.turns) - 1, head, at)
    heading(canvas, head, t("Set the time"))
    rest = seconds_pad(canvas, look, body, draft)
    typed, quick = canvas.rows(rest, (1, 1))
    name = state.setup.pairs[state.turns[-1].pair].name
    canvas.button(typed, t("Set what is left of this turn"), Put("set_time", True), sub=name)
    for step, box in zip(STEPS, canvas.cols(quick, (1,) * len(STEPS)), strict=True):
        canvas.button(box, f"{step:+d} s".replace("-", "−"), Put("shift_time", step), size=24)
    return canvas.scene()


def shifted(state: State, at: int, step: int) -> e.SetTime:
    """The running turn with ``step`` seconds more, at most the whole limit."""
    left = state.clock.remaining(at) + step * SECOND
    return e.SetTime(remaining_s=min(left, state.clock.limit) / SECOND)


def decide(state: State, draft: Draft, look: Look) -> Scene:
    """The time of the last finished turn, and clocks of the running one that cannot be used (S10)."""
    canvas = Canvas(look)
    head, body = canvas.rows(canvas.area, (64, 392))
    finished = len(state.clock.turns)
    heading(canvas, head, t("Decide a time"), fill=look.palette.pair[state.turns[finished - 1].pair])
    rest = seconds_pad(canvas, look, body, draft)
    last, spoiled = canvas.rows(rest, (1, 1))
    canvas.button(last, t("Decide the time of turn {n}", n=finished), Put("decide", finished), sub=last_time(state))
    for pair, box in enumerate(canvas.cols(spoiled, (1, 1))):
        event = Do(e.Spoil(pair=e.LETTER[pair]))
        canvas.button(box, t("Clock spoiled"), event, sub=state.setup.pairs[pair].name)
    return canvas.scene()


def last_time(state: State) -> str:
    """What the record says of the last finished turn."""
    turn = state.clock.turns[-1]
    if turn.official is None:
        return t("both clocks spoiled; the record says {s} s", s=i18n.decimal(turn.reconstructed / 1e9))
    return t("now {s} s", s=i18n.decimal(turn.official.used / 1e9))


def press_list(history: History, look: Look) -> Scene:
    """The newest presses: a tap makes one void, or lets a void one count again (S10)."""
    canvas = Canvas(look)
    state: State = history.state
    head, body = canvas.rows(canvas.area, (64, 392))
    heading(canvas, head, t("Presses"), fill=look.palette.pair[0])
    columns = 1 if look.portrait else 2
    shown = presses(history)[:SHOWN_PRESSES]
    bands = canvas.rows(body, (1,) * (SHOWN_PRESSES // columns))
    for n, line in enumerate(shown):
        box = canvas.cols(bands[n // columns], (1,) * columns)[n % columns]
        name = state.setup.pairs[line.side].name
        label = f"{i18n.exact(line.at)} · {name}"
        if line.void:
            sub, action = t("void – tap to let it count"), Do(Restore(of=(line.n,)))
        else:
            what = t("ended turn {n}", n=line.ended) if line.ended else t("ended nothing")
            sub, action = t("{what} – tap to make it void", what=what), Do(Void(of=(line.n,), by="referee"))
        canvas.button(box, label, action, sub=sub, style="quiet" if line.void else "normal", size=21)
    if look.toast:
        canvas.banner(body, look.toast)
    return canvas.scene()


def award(state: State, look: Look, pair: str | None) -> Scene:
    """To whom the game is awarded, then why. ``pair`` ``"A"``, ``"B"``, ``"-"`` (nobody), None: not chosen yet."""
    if pair is None:
        choices = [
            (one.name, t("wins"), Go("referee_award", letter), "normal")
            for one, letter in zip(state.setup.pairs, e.LETTER, strict=True)
        ]
        nobody = (t("Nobody"), t("the game does not count"), Go("referee_award", "-"), "normal")
        return ask(look, t("Award"), t("To whom is the game awarded?"), [*choices, nobody], look.palette.pair[0])
    to = None if pair == "-" else e.LETTER[e.INDEX[pair]]
    reasons = [(i18n.tr(REASONS[word]), "", Do(e.Award(pair=to, reason=word)), "danger") for word in AWARD_REASONS]
    name = t("nobody") if to is None else state.setup.pairs[e.INDEX[to]].name
    return ask(look, t("Award"), t("Awarded to {name}. Why?", name=name), reasons, look.palette.pair[0])


def end(look: Look) -> Scene:
    """The game is ended where it stands."""
    answers: list[Answer] = [
        (t("End now"), t("then the racks"), Do(e.End(by="referee")), "danger"),
        (t("Back"), "", BACK, "normal"),
    ]
    line = t("End the game as it stands? What is written counts; each pair subtracts its own tiles.")
    return ask(look, t("End of the game"), line, answers, look.palette.pair[0])


def reopen(look: Look) -> Scene:
    """A signed result is opened again, for a reason (S12)."""
    codes = ("wrong sum", "wrong racks", "referee")
    answers: list[Answer] = [(i18n.tr(REASONS[code]), "", Do(e.Reopen(reason=code)), "normal") for code in codes]
    line = t("Why? Both pairs will have to sign again.")
    return ask(look, t("Reopen the result"), line, answers, look.palette.pair[0])
