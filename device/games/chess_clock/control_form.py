"""A time control for people: in words, as a curve, and an own one by buttons that a thumb finds (C2-C10)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import msgspec

from device.common.i18n import clock, t, tr
from device.common.settings.settings import Settings
from device.games.chess_clock import own_controls
from device.games.chess_clock.outputs import time_text
from device.games.chess_clock.play import step_text, stepper
from device.games.setup_controller import SetupPage, SetupScreen, SetupState, WriteFile
from device.graphics.canvas import Canvas
from device.graphics.headings import draw_heading
from device.graphics.widgets import Rect
from device.io.oled_content import OledContent
from device.kiosk.moment import Moment
from device.kiosk.screen import Next, call
from rules.chess_clock.clock import Budget
from rules.chess_clock.control import (
    KINDS,
    MOST_EXTRA_S,
    MOST_STAGES,
    MOST_TIME_S,
    PRESETS,
    Kind,
    Stage,
    TimeControl,
    check,
    label,
    stage_label,
)
from rules.game import SECOND
from rules.message import msgs

DEFAULT = PRESETS[2].control
TIME_STEPS = (-600, -60, -10, 10, 60, 600)
USUAL_EXTRA_S = {"fischer": 10, "bronstein": 10, "delay": 5, "byo_yomi": 30}
"""Seconds that a kind begins with."""
SHORTENED = 10
"""The curve shows a stage with at most so many increments' time, so that they are seen."""
SAMPLES = 6
"""Bars of the curve for each move."""
MOVES = 9


class ChoosesControl(SetupScreen):
    """A screen on which ``control`` is the chosen time control."""

    control: TimeControl = DEFAULT


class ControlForm(SetupPage):
    """``control`` as it is being changed: ``stage`` (from 0) of side 0 or 1 shows, or what holds for all of it.

    ``kept``: it began as one of the table's own, which can be forgotten.
    """

    key = "own_control"
    presets: ChoosesControl
    control: TimeControl
    side: int = 0
    stage: int = 0
    general: bool = False
    kept: bool = False

    @property
    def stages(self) -> tuple[Stage, ...]:
        """Of the side that shows."""
        return self.control.of(self.side)

    @property
    def now(self) -> Stage:
        """The stage that shows."""
        return self.stages[min(self.stage, len(self.stages) - 1)]

    # -- the picture -----------------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, view: Moment[SetupState]) -> Rect:
        """Tabs for the stages, and below them what one is."""
        heights = (50, 700 if canvas.look.portrait else 350)
        tabs, body = draw_heading(canvas, heights, label(self.control), done=t("Save"))
        self.tabs(canvas, tabs)
        (self.draw_general if self.general else self.draw_stage)(canvas, body)
        return Rect(body.x, body.y, body.w, round(body.h * 0.79))  # what is refused stands in the tabs and at the foot

    def tabs(self, canvas: Canvas, rect: Rect) -> None:
        """The stages, one more, and what holds for all."""
        count = len(self.stages)
        boxes = canvas.cols(rect, (*(1,) * count, 1, 2), canvas.u(6))
        for n in range(count):
            shown = n == self.stage and not self.general
            name = t("stage {n}", n=n + 1) if count < 3 else str(n + 1)
            canvas.button(boxes[n], name, call(self.on_stage, n), selected=shown, size=19)
        why = t("There are at most four stages. (C8)") if count == MOST_STAGES else None
        canvas.button(boxes[count], "+", call(self.add_stage), why=why, size=26)
        name = t("Flag, both sides")
        canvas.button(boxes[-1], name, call(self.on_stage, -1), sub=self.after(), selected=self.general, size=17)

    def after(self) -> str:
        """What happens after a flag, in a few words: it holds for all stages, whichever shows."""
        if self.control.after_flag == "stand":
            return t("then both clocks stop")
        points = self.control.overtime_points
        return t("goes on, −{n} a minute", n=points) if points else t("then the clocks go on")

    def draw_stage(self, canvas: Canvas, rect: Rect) -> None:
        """Its kind and its numbers."""
        stage, portrait = self.now, canvas.look.portrait
        last = self.stage == len(self.stages) - 1
        kinds, *rows = canvas.rows(rect, (150, 84, 84, 84, 84, 84) if portrait else (58, 66, 66, 66, 66), canvas.u(6))
        bands = canvas.rows(kinds, (1, 1)) if portrait else [kinds]
        per_line = len(KINDS) // len(bands)
        for n, (kind, kind_name) in enumerate(KINDS.items()):
            box = canvas.cols(bands[n // per_line], (1,) * per_line, canvas.u(6))[n % per_line]
            canvas.button(box, tr(kind_name), call(self.of_kind, kind), selected=stage.kind == kind, size=17)
        self.times(canvas, rows[0], stage)
        words = {"fischer": t("increment, s"), "byo_yomi": t("period, s")}
        if stage.kind in USUAL_EXTRA_S:
            word = words.get(stage.kind, t("delay, s"))
            self.number(canvas, rows[1], word, "extra_s", (-10, -1, 1, 10))
        if stage.kind == "byo_yomi":
            left, right = rows[2:4] if portrait else canvas.cols(rows[2], (1, 1))
            self.number(canvas, left, t("periods"), "periods", (-1, 1))
            self.number(canvas, right, t("moves in one"), "period_moves", (-1, 1))
        elif stage.kind == "fischer" and self.stage == 0:
            text = t("yes") if self.control.first_increment else t("no")
            name = t("Increment for the first move: {answer}", answer=text)
            canvas.button(
                rows[2],
                name,
                self.change(control=self.with_changes(first_increment=not self.control.first_increment).control),
                size=19,
            )
        if not last:
            text = t("when time is out") if stage.until_move is None else t("after move {n}", n=stage.until_move)
            onward = t("then stage {n}", n=self.stage + 2)
            stepper(canvas, rows[-1], onward, text, lambda n: call(self.until, n), (-10, -1, 1, 10))
        elif len(self.stages) > 1:
            canvas.button(rows[-1], t("Without this stage"), call(self.remove_stage), size=19)

    def number(self, canvas: Canvas, rect: Rect, name: str, field: str, steps: tuple[int, ...]) -> None:
        """A number of the stage."""
        value = str(getattr(self.now, field))
        stepper(canvas, rect, name, value, lambda n: call(self.on_step, field, n), steps)

    def times(self, canvas: Canvas, rect: Rect, stage: Stage) -> None:
        """The stage's time between steps of minutes and seconds."""
        p, half = canvas.look.palette, len(TIME_STEPS) // 2
        boxes = canvas.cols(rect, (*(1,) * half, 1.9, *(1,) * half), canvas.u(6))
        shown = boxes.pop(half)
        text = time_text(stage.time_s * SECOND) if stage.time_s > 10 else clock(stage.time_s * SECOND)
        canvas.panel(shown, p.paper)
        canvas.text(shown, text, 34, "bold", p.ink, "center", digits=True)
        for step, box in zip(TIME_STEPS, boxes, strict=True):
            canvas.button(box, step_text(step), call(self.on_step, "time_s", step), size=19)

    def draw_general(self, canvas: Canvas, rect: Rect) -> None:
        """What a flag does, and whether the sides have different times."""
        control = self.control
        flag, cost, sides, which, forget = canvas.rows(rect, (1, 1, 1, 1, 1))
        goes_on = control.after_flag == "goes_on"
        for answer, text, box in zip((False, True), (t("stop"), t("go on")), canvas.cols(flag, (1, 1)), strict=True):
            name = t("After a flag both clocks {what}", what=text)
            canvas.button(box, name, call(self.after_flag, answer), selected=goes_on == answer, size=18)
        if goes_on:
            points = str(control.overtime_points)
            name = t("points per started minute")
            stepper(canvas, cost, name, points, lambda n: call(self.overtime, n), (-5, -1, 1, 5))
        differ = control.stages_b is not None
        names = (t("Both sides alike"), t("Two different times"))
        for answer, text, box in zip((False, True), names, canvas.cols(sides, (1, 1)), strict=True):
            stages = (control.stages_b or control.stages) if answer else None
            other = self.change(control=self.with_changes(stages_b=stages).control, side=0, stage=0)
            canvas.button(box, text, other, selected=differ == answer, size=19)
        if differ:
            for side, box in enumerate(canvas.by_side(canvas.cols(which, (1, 1)))):
                name = t("Set side {side}", side="AB"[side])
                canvas.button(
                    box,
                    name,
                    self.change(side=side, stage=0, general=False),
                    selected=side == self.side,
                    size=19,
                )
        if self.kept:
            canvas.button(forget, t("Forget this one"), call(self.forget), style="danger", size=19)

    def oled_contents(self) -> tuple[OledContent, OledContent]:
        """As the time controls would show."""
        return replace(self.presets, control=self.control).oled_contents()

    # -- touches ---------------------------------------------------------------------------------------------------

    def with_stages(self, stages: tuple[Stage, ...]) -> ControlForm:
        """With other stages of the side that shows."""
        return self.with_changes(**{"stages" if self.side == 0 else "stages_b": stages})

    def with_changes(self, **changes: object) -> ControlForm:
        """With something else of the time control."""
        return replace(self, control=msgspec.structs.replace(self.control, **changes))

    def with_stage(self, **changes: object) -> ControlForm:
        """With the stage that shows changed."""
        changed = msgspec.structs.replace(self.now, **changes)
        return self.with_stages((*self.stages[: self.stage], changed, *self.stages[self.stage + 1 :]))

    def on_stage(self, state: SetupState, stage: int) -> Next[SetupState]:
        """Show that stage; -1: what holds for all."""
        return replace(self, general=True) if stage < 0 else replace(self, stage=stage, general=False)

    def add_stage(self, state: SetupState) -> Next[SetupState]:
        """One stage more, like the last one."""
        stages = (*self.stages, self.stages[-1])
        return replace(self.with_stages(stages), stage=len(self.stages), general=False)

    def remove_stage(self, state: SetupState) -> Next[SetupState]:
        """Without the last stage."""
        *before, last, _ = self.stages
        stages = (*before, msgspec.structs.replace(last, until_move=None))
        return replace(self.with_stages(stages), stage=len(stages) - 1)

    def of_kind(self, state: SetupState, kind: Kind) -> Next[SetupState]:
        """Another kind, with the numbers that it usually has where the stage has none for it."""
        if kind == self.now.kind:
            return self
        byo_yomi = kind == "byo_yomi"
        extra = USUAL_EXTRA_S.get(kind, 0)
        return self.with_stage(kind=kind, extra_s=extra, periods=3 if byo_yomi else 0, period_moves=1)

    def on_step(self, state: SetupState, field: str, step: int) -> Next[SetupState]:
        """A number of the stage, within its bounds."""
        most = {"time_s": MOST_TIME_S, "extra_s": MOST_EXTRA_S}.get(field, 99)
        least = 0 if field == "time_s" else 1
        return self.with_stage(**{field: max(least, min(most, getattr(self.now, field) + step))})

    def until(self, state: SetupState, step: int) -> Next[SetupState]:
        """After which move the next stage comes; below 1: when the time has run out."""
        wanted = (self.now.until_move or 0) + step
        if self.now.until_move is None and step > 0:
            wanted = 40
        return self.with_stage(until_move=min(wanted, 999) if wanted > 0 else None)

    def after_flag(self, state: SetupState, goes_on: bool) -> Next[SetupState]:
        """Whether the clocks go on after a flag; only then overtime can cost points."""
        points = self.control.overtime_points if goes_on else 0
        flag = "goes_on" if goes_on else "stand"
        return self.with_changes(after_flag=flag, overtime_points=points)

    def overtime(self, state: SetupState, step: int) -> Next[SetupState]:
        """What a begun minute below 0 costs."""
        return self.with_changes(overtime_points=max(0, min(1000, self.control.overtime_points + step)))

    def forget(self, state: SetupState) -> Next[SetupState]:
        """Keep it no more."""
        return keep_own(partial(own_controls.forget, control=self.presets.control), self.presets)

    def on_back(self, state: SetupState) -> Next[SetupState]:
        """To the time controls, as it was."""
        return self.presets

    def on_done(self, state: SetupState) -> Next[SetupState]:
        """Keep it and choose it. Raises `Refusal` where nobody can play by it."""
        control = self.control
        if control.stages_b == control.stages:
            control = msgspec.structs.replace(control, stages_b=None)
        check(control)
        return keep_own(partial(own_controls.keep, control=control), replace(self.presets, control=control))


def keep_own(write: Callable[[Settings], None], then: ChoosesControl) -> WriteFile:
    """The table's own time controls are written anew; ``then`` shows, whether or not the disk takes them."""
    return WriteFile(write, then, t("The time control could not be saved; check the card and its free space."), then)


def stage_texts(control: TimeControl) -> list[str]:
    """Every stage in a sentence; both sides' where they differ."""
    if control.stages_b is None:
        return _numbered(control.stages)
    return [f"{'AB'[side]}: {text}" for side in (0, 1) for text in _numbered(control.of(side))]


def _numbered(stages: tuple[Stage, ...]) -> list[str]:
    texts = [stage_sentence(stage) for stage in stages]
    return texts if len(texts) == 1 else [f"{n}. {text}" for n, text in enumerate(texts, start=1)]


def stage_sentence(stage: Stage) -> str:
    """What a stage gives and takes."""
    time, n = time_text(max(stage.time_s, 11) * SECOND if stage.time_s else 0), stage.extra_s
    text = {
        "sudden_death": t("{time} and nothing more", time=time),
        "fischer": t("{time} and {n} s more before each move", time=time, n=n),
        "bronstein": t("{time}, up to {n} s of a move come back", time=time, n=n),
        "delay": t("{time}, the clock waits {n} s before it runs", time=time, n=n),
        "byo_yomi": t("{time}, then {periods} × {n} s", time=time, periods=stage.periods, n=n),
        "hourglass": t("{time}; what one uses the other gains", time=time),
    }[stage.kind]
    if stage.period_moves > 1:
        text = tr(msgs("{text} for {n} move", "{text} for every {n} moves", stage.period_moves, text=text))
    return text if stage.until_move is None else t("{text}, up to move {n}", text=text, n=stage.until_move)


def short(control: TimeControl) -> tuple[str, str]:
    """A time control in two lines: its first stage in numbers, then its kind, or what comes after the first stage."""
    first, *later = control.stages
    if control.stages_b is not None:
        return stage_label(first), t("B: {control}", control=", ".join(map(stage_label, control.stages_b)))
    numbers = stage_label(msgspec.structs.replace(first, until_move=None))
    if not later:
        dies = first.kind != "sudden_death" or not control.overtime_points
        return numbers, tr(KINDS[first.kind]) if dies else t("then −{n} a minute", n=control.overtime_points)
    then = ", ".join(stage_label(stage) for stage in later)
    if first.until_move is None:
        return numbers, t("then {control}", control=then)
    return numbers, t("up to move {n}, then {control}", n=first.until_move, control=then)


def flag_text(control: TimeControl) -> str:
    """What happens when a flag falls (C9)."""
    if control.after_flag == "stand":
        return t("When a flag falls: both clocks stop")
    if control.overtime_points:
        return t("After the flag the clocks go on; points per started minute: −{n}", n=control.overtime_points)
    return t("After the flag: the clocks go on")


def samples(control: TimeControl) -> list[int]:
    """What side A has, in ns, as both sides make moves of much the same length; long stages are shortened."""
    stages = tuple(
        msgspec.structs.replace(
            stage,
            time_s=min(stage.time_s, SHORTENED * stage.extra_s) if stage.extra_s else stage.time_s,
            until_move=None if stage.until_move is None else MOVES // 2,
        )
        for stage in control.stages
    )
    budget = Budget.begin(stages, first_increment=control.first_increment)
    points = []
    for _ in range(MOVES):
        stage = budget.now
        extra = stage.extra_s * SECOND
        step = max(extra * 2, stage.time_s * SECOND * 2 // (3 * MOVES), SECOND)
        if budget.in_period:
            step = extra * 7 // 10
        if stage.kind == "hourglass":
            step = stage.time_s * SECOND * 3 // 5
        for _ in range(SAMPLES):
            budget = budget.spend(step // SAMPLES, stands=True).budget
            points.append(max(0, budget.left))
        if budget.flagged:
            break
        budget = budget.end_move()
        if stage.kind == "hourglass":  # now the other side thinks
            points += [budget.left + step * n // SAMPLES for n in range(1, SAMPLES + 1)]
            budget = budget.gain_time(step)
    return points


def curve(canvas: Canvas, control: TimeControl, rect: Rect) -> None:
    """What a side has, move after move: a slope, a saw, steps."""
    p, values = canvas.look.palette, samples(control)[: MOVES * SAMPLES]
    most = max(values) or 1
    wide = rect.w / len(values)
    for n, value in enumerate(values):
        high = max(1, rect.h * value // most)
        x = rect.x + round(n * wide)
        canvas.line(Rect(x, rect.y + rect.h - high, max(1, rect.x + round((n + 1) * wide) - x - 1), high), p.tile_edge)
    canvas.line(Rect(rect.x, rect.y + rect.h - 1, rect.w, 1), p.ink_muted)
