"""The referee's screens, behind the PIN: times, presses, spoiled clocks, award, end, reopening (S8, S10, S12, S29)."""

from __future__ import annotations

from functools import partial

from device.common import i18n
from device.common.i18n import t
from device.games.act_forms import screen_of
from device.games.act_menu import menu_item, possible
from device.games.act_screens import GameForms
from device.games.polish_doubles.parts import AfterStart
from device.games.referee_screens import PressList, presses
from device.graphics.actions import Do, Show
from device.graphics.canvas import Canvas
from device.graphics.dialogs import Entry, grid
from device.graphics.headings import draw_heading
from device.graphics.keyboards import beside_numbers, number_keys
from device.graphics.look import Look
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.pin_screens import NewPin
from device.kiosk.screen import Next, NumberScreen, RecordAt, Screen, call, draw_panel
from rules.game import SECOND
from rules.game import Entry as GameEntry
from rules.message import Refusal
from rules.polish_doubles import acts as e
from rules.polish_doubles.acts.ending import END_NOW
from rules.polish_doubles.setup import INDEX, LETTER
from rules.polish_doubles.state import State

STEPS = (-10, 10, 30, 60)
"""Seconds that one tap takes from or gives to the running turn."""

FORMS = GameForms(__name__, 0)
ReopenScreen = screen_of(FORMS, e.Reopen, "ReopenScreen")
AwardScreen = screen_of(FORMS, e.Award, "AwardScreen", key="referee_award", locked=True)
EndNowScreen = screen_of(FORMS, e.End, "EndNowScreen", need=END_NOW, key="referee_end", locked=True)


class RefereeScreen(Screen[State]):
    """What the referee may do, each with why it is not possible now."""

    locked = True

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The entries."""
        state, may, look = view.state, view.may, canvas.look
        (body,) = draw_heading(canvas, (1,), t("Referee"), fill=look.palette.pair[0])
        unfinished = None if state.clock.turns else Refusal("S10", "No turn is finished yet.")
        unpressed = None if presses(view.history, e.Press) else Refusal("S10", "No button has been pressed yet.")
        entries: list[Entry] = [
            menu_item(possible((e.Pause, e.Resume), may), may).entry,
            (t("Set the time"), t("of the running turn"), Show(SetTimeForm()), may["set_time"]),
            (t("Decide a time"), t("of the last turn"), Show(DecideTimeForm()), unfinished),
            (t("Presses"), t("void · restore"), Show(PRESSES), unpressed),
            (t("Award"), t("to a pair or to nobody"), Show(AwardScreen()), may["award"]),
            (t("End now"), t("even in mid-turn"), Show(EndNowScreen()), may["set_time"]),
            (t("Reopen the result"), t("with a reason"), Show(ReopenScreen()), may["reopen"]),
            (t("New PIN"), t("for this menu"), Show(NewPin()), None),
        ]
        grid(canvas, body, entries, 2 if look.portrait else 3, size=22)
        return body


class SecondsForm(NumberScreen[State], AfterStart):
    """A number of seconds by number keys, and beside it what they can be for."""

    locked = True
    longest = 3

    def pad(self, canvas: Canvas, body: Rect) -> tuple[Rect, Rect]:
        """The number and its keys; gives back all beside the keys, and of it what is left for what they are for."""
        look = canvas.look
        u, colours = canvas.u, look.palette
        left, right = beside_numbers(canvas, body)
        field, rest = canvas.rows(left, (90, 294))
        label = draw_panel(canvas, field, colours.paper, 14, 0)
        if drifts := drift_lines(look):
            above = Rect(label.x, label.y + u(6), label.w * 2 // 3, u(54))
            canvas.text(above, drifts, 17, "regular", colours.ink_muted, lines=2)
            label = Rect(label.x, label.y + u(54), label.w, label.h - u(54))
        canvas.text(label, t("seconds"), 19, "regular", colours.ink_muted)
        canvas.text(label, self.digits or "–", 56, "bold", colours.ink, "right", digits=True)
        number_keys(canvas, right)
        return left, rest

    def on_done(self, state: State) -> Next[State]:
        """The check mark does not say what the seconds are for. Raises `Refusal`."""
        raise Refusal("", "Tap what the seconds are for.")

    def seconds(self) -> int:
        """The number. Raises `Refusal` where none is typed."""
        if not self.digits:
            raise Refusal("S8", "First type the seconds.")
        return int(self.digits)


def drift_lines(look: Look) -> str:
    """How the clocks that have a time base of their own run against the device's; ``""`` where none has (S10)."""
    lines = []
    for side, base in enumerate(look.clocks):
        if base is None:
            lines.append(t("clock {side}: the table's own time", side="AB"[side]))
        elif base.rate is None:
            lines.append(t("clock {side}: drift is being measured", side="AB"[side]))
        else:
            drift = i18n.number(base.rate / 1000, 1, plus=True)
            lines.append(t("clock {side}: drift {ppm} ppm", side="AB"[side], ppm=drift))
    return "\n".join(lines) if any(base is not None for base in look.clocks) else ""


class SetTimeForm(SecondsForm):
    """What is left of the running turn: typed, or a few seconds given or taken with one tap (S8)."""

    key = "referee_time"

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The number, and both ways."""
        state = view.state
        (body,) = draw_heading(canvas, (1,), t("Set the time"), fill=canvas.look.palette.pair[state.turns[-1].pair])
        left, rest = self.pad(canvas, body)
        typed, quick = canvas.rows(rest, (1, 1))
        name = state.setup.pairs[state.turns[-1].pair].name
        canvas.button(typed, t("Set what is left of this turn"), call(self.set_left), sub=name)
        for step, box in zip(STEPS, canvas.cols(quick, (1,) * len(STEPS)), strict=True):
            canvas.button(box, t("{n} s", n=i18n.number(step, plus=True)), call(self.shift_by, step), size=24)
        return left

    def set_left(self, state: State) -> e.SetTime:
        """So much is left. Raises `Refusal` where nothing was typed."""
        return e.SetTime(remaining_s=self.seconds())

    def shift_by(self, state: State, step: int) -> RecordAt:
        """So many seconds more, or fewer, than are left at this moment."""
        return RecordAt(partial(shift_time, state, step))


def shift_time(state: State, step: int, at: int) -> e.SetTime:
    """The turn that runs at game time ``at`` (ns) with ``step`` seconds more, at most the whole limit."""
    left = state.clock.remaining(at) + step * SECOND
    return e.SetTime(remaining_s=min(left, state.clock.limit) / SECOND)


class DecideTimeForm(SecondsForm):
    """The time of the last finished turn, and clocks of the running one that cannot be used (S10)."""

    key = "referee_decide"

    def valid(self, state: State) -> bool:
        """Once a turn is finished."""
        return bool(state.clock.turns)

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The number, the turn, and both clocks."""
        state = view.state
        finished = len(state.clock.turns)
        pair = state.turns[finished - 1].pair
        (body,) = draw_heading(canvas, (1,), t("Decide a time"), fill=canvas.look.palette.pair[pair])
        left, rest = self.pad(canvas, body)
        last, spoiled = canvas.rows(rest, (1, 1))
        label = t("Decide the time of turn {n}", n=finished)
        canvas.button(last, label, call(self.decide, finished), sub=last_time(state))
        for pair, box in enumerate(canvas.by_side(canvas.cols(spoiled, (1, 1)))):
            event = Do(e.Spoil(pair=LETTER[pair]))
            canvas.button(box, t("Clock spoiled"), event, sub=state.setup.pairs[pair].name)
        return left

    def decide(self, state: State, turn: int) -> e.DecideTime:
        """The turn (from 1) took so long. Raises `Refusal` where nothing was typed."""
        return e.DecideTime(turn=turn, used_s=self.seconds())


def last_time(state: State) -> str:
    """What the record says of the last finished turn."""
    turn = state.clock.turns[-1]
    if turn.official is None:
        return t("both clocks spoiled; the record says {s} s", s=i18n.number(turn.reconstructed_time / 1e9, 1))
    return t("now {s} s", s=i18n.number(turn.official.used / 1e9, 1))


def _presser(state: State, press: e.Press) -> str:
    return state.setup.pairs[INDEX[press.pair]].name


def _press_effect(state: State, entry: GameEntry) -> str:
    note = state.press(entry.n)
    return t("ended turn {n}", n=note.turn + 1) if note is not None and note.ended else t("ended nothing")


PRESSES = PressList(e.Press, 0, _presser, _press_effect)
"""The newest presses (S10)."""
