"""What an organiser may choose for new games of Polish doubles, in the words of the settings screens."""

from __future__ import annotations

from device.settings.rule_options import OptionTexts, Unit, rule_options_of
from device.settings.settings import PolishDoublesSettings
from rules.message import msg

RULE_OPTIONS = rule_options_of(
    "polish_doubles",
    PolishDoublesSettings,
    {
        "turn_limit_s": OptionTexts(msg("Time for a turn"), "S8, S9", unit=Unit.SECONDS, steps=(10, 60)),
        "cross_goes_to": OptionTexts(
            msg("Who gets the cross"),
            "S15",
            {"failed_objector": msg("failed objection"), "invalid_move": msg("invalid move")},
        ),
        "objection_clock": OptionTexts(
            msg("Clock during an objection"),
            "S16",
            {"continues": msg("stands, goes on"), "restarts": msg("stands, restarts"), "runs": msg("runs")},
        ),
        "draw_when": OptionTexts(
            msg("Tiles are drawn"),
            "S23",
            {"after_press": msg("after the press"), "after_move": msg("after each move")},
        ),
        "overrun": OptionTexts(
            msg("Past the limit"),
            "S28",
            {
                "unannounced_lost": msg("unannounced lost"),
                "turn_lost": msg("turn lost"),
                "signal_only": msg("signal only"),
            },
        ),
        "points_misannounced": OptionTexts(
            msg("Wrong points announced"),
            "S12",
            {"correction": msg("correction"), "correction_and_cross": msg("and a cross")},
        ),
    },
)
