"""Rule options of Polish doubles."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from rules.message import msg
from rules.options import Option, Options, Unit

OverrunClock = Annotated[
    Literal["stands", "runs"],
    Option(msg("Clock while an overrun is settled"), "S28", {"stands": msg("stops"), "runs": msg("runs")}),
]


class DoublesOptions(Options, frozen=True, kw_only=True):
    """What an absent key means in a record."""

    turn_limit_s: Annotated[
        int, Meta(ge=10, le=3600), Option(msg("Time for a turn"), "S8, S9", unit=Unit.SECONDS, steps=(10, 60))
    ] = 180
    cross_goes_to: Annotated[
        Literal["failed_objector", "invalid_move"],
        Option(
            msg("Who gets the cross"),
            "S15",
            {"failed_objector": msg("failed objection"), "invalid_move": msg("invalid move")},
        ),
    ] = "failed_objector"
    objection_clock: Annotated[
        Literal["continues", "restarts", "runs"],
        Option(
            msg("Clock during an objection"),
            "S16",
            {"continues": msg("stops, then goes on"), "restarts": msg("stops, then restarts"), "runs": msg("runs")},
        ),
    ] = "continues"
    draw_when: Annotated[
        Literal["after_press", "after_move"],
        Option(
            msg("Tiles are drawn"), "S23", {"after_press": msg("after the press"), "after_move": msg("after each move")}
        ),
    ] = "after_press"
    overrun: Annotated[
        Literal["unannounced_lost", "turn_lost", "signal_only"],
        Option(
            msg("Past the limit"),
            "S28",
            {
                "unannounced_lost": msg("unannounced lost"),
                "turn_lost": msg("turn lost"),
                "signal_only": msg("signal only"),
            },
        ),
    ] = "unannounced_lost"
    overrun_clock: OverrunClock = "runs"
    points_misannounced: Annotated[
        Literal["correction", "correction_and_cross"],
        Option(
            msg("Wrong points announced"),
            "S12",
            {"correction": msg("correction"), "correction_and_cross": msg("and a cross")},
        ),
    ] = "correction"
    computed_points: Annotated[
        Literal["shown", "after_entry", "off"],
        Option(
            msg("Points counted by the board"),
            "S12",
            {"shown": msg("shown"), "after_entry": msg("after entry"), "off": msg("off")},
        ),
    ] = "shown"
    board_notation: Annotated[
        Literal["rows_lettered", "columns_lettered"],
        Option(
            msg("Letters on the board"),
            "S22",
            {"rows_lettered": msg("beside the rows"), "columns_lettered": msg("above the columns")},
        ),
    ] = "rows_lettered"


class NewDoubles(DoublesOptions, frozen=True, kw_only=True):
    """What a new game starts with."""

    overrun_clock: OverrunClock = "stands"


NEW = NewDoubles
