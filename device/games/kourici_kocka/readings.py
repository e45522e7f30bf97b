"""What an organiser may choose for new games of Kouřící kočka, in the words of the settings screens."""

from __future__ import annotations

from device.readings import Words, readings_of
from device.settings import KouriciKockaSettings
from rules.message import msg

READINGS = readings_of(
    "kourici_kocka",
    KouriciKockaSettings,
    {
        "ch_is_one_letter": Words(msg("CH is one letter"), "K5"),
        "hejma_tie_outside": Words(
            msg("Tie without whoever took Hejma"),
            "K14",
            {"hejma_taker": msg("Hejma taker loses"), "replay": msg("replayed"), "vote": msg("vote")},
        ),
        "misdeal_count": Words(
            msg("Misdeals are counted"), "K8", {"per_deal": msg("per deal"), "per_game": msg("per game")}
        ),
    },
)
