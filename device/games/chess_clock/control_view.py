"""A time control for people: its stages in words, and a curve of what a side has as moves are made."""

from __future__ import annotations

import msgspec

from device.games.chess_clock.outputs import time_text
from device.graphics.canvas import Canvas
from device.graphics.widgets import Rect
from device.i18n import t, tr
from rules.chess_clock.budget import Budget
from rules.chess_clock.control import KINDS, Stage, TimeControl, stage_label
from rules.game import SECOND
from rules.message import msgs

SHORTENED = 10
"""The curve shows a stage with at most so many increments' time, so that they are seen."""
SAMPLES = 6
"""Bars of the curve for each move."""
MOVES = 9


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
    found = []
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
            found.append(max(0, budget.left))
        if budget.flagged:
            break
        budget = budget.end_move()
        if stage.kind == "hourglass":  # now the other side thinks
            found += [budget.left + step * n // SAMPLES for n in range(1, SAMPLES + 1)]
            budget = budget.gain_time(step)
    return found


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
