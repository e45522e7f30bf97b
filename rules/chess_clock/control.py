"""Time controls: how much time each side has, and what its moves bring back (C2-C9).

A time control is a value that a game freezes in its setup. It has one to four stages, each of one kind:

| kind | time runs | after a move | at 0 |
|---|---|---|---|
| sudden_death | at once | nothing | flag |
| fischer | at once | ``extra_s`` more | flag |
| bronstein | at once | what it used comes back, at most ``extra_s`` | flag |
| delay | ``extra_s`` after the move began | nothing | flag |
| byo_yomi | at once | after ``period_moves`` in it a period is whole again | next period of ``extra_s``; flag |
| hourglass | at once, the other side gains it | nothing | flag |

Where another stage follows, it is added in place of the flag; a stage with ``until_move`` goes on to the next one after
that move, and its flag falls where the moves were not made (C8).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rules.figures import Span
from rules.game import SECOND
from rules.message import Message, Refusal, msg

Kind = Literal["sudden_death", "fischer", "bronstein", "delay", "byo_yomi", "hourglass"]
KINDS: dict[Kind, Message] = {
    "sudden_death": msg("sudden death"),
    "fischer": msg("Fischer"),
    "bronstein": msg("Bronstein"),
    "delay": msg("US delay"),
    "byo_yomi": msg("byo-yomi"),
    "hourglass": msg("hourglass"),
}
"""The kinds for people."""
RULE: dict[Kind, str] = {
    "sudden_death": "C2",
    "fischer": "C3",
    "bronstein": "C4",
    "delay": "C5",
    "byo_yomi": "C6",
    "hourglass": "C7",
}

MOST_STAGES = 4
"""Stages of a time control at most (C8)."""
MOST_TIME_S = 36_000
MOST_EXTRA_S = 3_600


class Stage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One stage of a time control. ``time_s`` are seconds that a side gets when it comes to the stage.

    ``extra_s`` is the increment (C3), the delay (C4, C5) or the length of a period (C6), in seconds. ``periods`` are
    the periods of byo-yomi, ``period_moves`` the moves that make a period whole again. ``until_move``: the stage ends
    with this move of the game (C8); None: when its time has run out.
    """

    kind: Kind = "sudden_death"
    time_s: Annotated[int, Meta(ge=0, le=MOST_TIME_S)]
    extra_s: Annotated[int, Meta(ge=0, le=MOST_EXTRA_S)] = 0
    periods: Annotated[int, Meta(ge=0, le=99)] = 0
    period_moves: Annotated[int, Meta(ge=1, le=99)] = 1
    until_move: Annotated[int, Meta(ge=1, le=999)] | None = None


Stages = Annotated[tuple[Stage, ...], Meta(min_length=1, max_length=MOST_STAGES)]


class TimeControl(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The stages of both sides, or of side A where side B has ``stages_b`` of its own.

    ``first_increment``: the first move of the game gets the increment, too (C3). ``after_flag``: both clocks stand once
    a flag has fallen, or go on below 0 (C9). ``overtime_points`` is what each begun minute below 0 costs (C10).
    """

    stages: Stages
    stages_b: Stages | None = None
    first_increment: bool = True
    after_flag: Literal["stand", "goes_on"] = "stand"
    overtime_points: Annotated[int, Meta(ge=0, le=1000)] = 0

    def of(self, side: int) -> tuple[Stage, ...]:
        """The stages of side 0 or 1."""
        return self.stages if side == 0 or self.stages_b is None else self.stages_b


@dataclass(frozen=True, slots=True)
class Preset:
    """A time control that is offered: ``key`` names it, ``group`` says to people what it is played for."""

    key: str
    group: Message
    control: TimeControl


def _plain(minutes: int) -> TimeControl:
    return TimeControl(stages=(Stage(time_s=60 * minutes),))


def _fischer(minutes: int, increment: int) -> TimeControl:
    return TimeControl(stages=(Stage(kind="fischer", time_s=60 * minutes, extra_s=increment),))


PRESETS = (
    Preset("blitz_3_2", msg("Blitz"), _fischer(3, 2)),
    Preset("blitz_5", msg("Blitz"), _plain(5)),
    Preset("rapid_15_10", msg("Rapid"), _fischer(15, 10)),
    Preset("rapid_25_10", msg("Rapid"), _fischer(25, 10)),
    Preset(
        "classical_90_30",
        msg("Classical"),
        TimeControl(
            stages=(
                Stage(kind="fischer", time_s=5400, extra_s=30, until_move=40),
                Stage(kind="fischer", time_s=1800, extra_s=30),
            )
        ),
    ),
    Preset("hourglass_1", msg("Hourglass"), TimeControl(stages=(Stage(kind="hourglass", time_s=60),))),
    Preset(
        "byo_yomi_10_3x30",
        msg("Go"),
        TimeControl(stages=(Stage(kind="byo_yomi", time_s=600, extra_s=30, periods=3),)),
    ),
    Preset(
        "scrabble_25",
        msg("Scrabble"),
        TimeControl(stages=(Stage(time_s=1500),), after_flag="goes_on", overtime_points=10),
    ),
)
"""The presets of C10, in the order in which they are offered."""


def check(control: TimeControl) -> None:
    """C2-C8, C10: refuse a time control under which no game can be played."""
    for side in (0, 1):
        _check_stages(control.of(side), first_increment=control.first_increment)
    if control.overtime_points and control.after_flag != "goes_on":
        raise Refusal("C10", "Overtime costs points only where the clocks go on after a flag.")


def _check_stages(stages: Sequence[Stage], *, first_increment: bool) -> None:
    """C6, C8: each stage has what its kind needs, and its end comes after the one before."""
    last_move = 0
    for number, stage in enumerate(stages, start=1):
        rule = RULE[stage.kind]
        if stage.kind in ("sudden_death", "hourglass"):
            if stage.extra_s:
                raise Refusal(
                    rule, "Stage {n}: {kind} has neither increment nor delay.", n=number, kind=KINDS[stage.kind]
                )
        elif not stage.extra_s:
            raise Refusal(rule, "Stage {n}: say how many seconds a move brings.", n=number)
        if (stage.kind == "byo_yomi") != bool(stage.periods):
            raise Refusal("C6", "Stage {n}: byo-yomi has at least one period, other kinds have none.", n=number)
        if stage.kind != "byo_yomi" and stage.period_moves != 1:
            raise Refusal("C6", "Stage {n}: only byo-yomi has moves in a period.", n=number)
        begins_with = stage.kind == "byo_yomi" or (stage.kind == "fischer" and (number > 1 or first_increment))
        if not stage.time_s and not begins_with:
            raise Refusal(rule, "Stage {n} has no time at all.", n=number)
        if stage.until_move is not None:
            if number == len(stages):
                raise Refusal("C8", "The last stage has no move number; nothing comes after it.")
            if stage.until_move <= last_move:
                raise Refusal("C8", "Stage {n} must end with a later move than the one before it.", n=number)
            last_move = stage.until_move


def label(control: TimeControl) -> str:
    """A time control as players write it: ``15 + 10``, ``5``, ``90 + 30 / 40, 30 + 30``; ``A : B`` where they differ.

    >>> [label(preset.control) for preset in PRESETS[:2]]
    ['3 + 2', '5']
    """
    sides = [", ".join(stage_label(stage) for stage in control.of(side)) for side in (0, 1)]
    return sides[0] if sides[0] == sides[1] else f"{sides[0]} : {sides[1]}"


def stage_label(stage: Stage) -> str:
    """One stage as players write it."""
    minutes, seconds = divmod(stage.time_s, 60)
    text = str(Span(stage.time_s * SECOND)) if seconds or stage.kind == "hourglass" else f"{minutes}"
    if stage.kind == "fischer":
        text += f" + {stage.extra_s}"
    elif stage.kind == "bronstein":
        text += f" b{stage.extra_s}"
    elif stage.kind == "delay":
        text += f" d{stage.extra_s}"
    elif stage.kind == "byo_yomi":
        moves = f" / {stage.period_moves}" if stage.period_moves > 1 else ""
        text += f" + {stage.periods}×{stage.extra_s} s{moves}"
    return text if stage.until_move is None else f"{text} / {stage.until_move}"
