"""What an organiser may choose for new games of Kouřící kočka, in the words of the settings screens."""

from __future__ import annotations

from device.settings.rule_options import OptionTexts, rule_options_of
from device.settings.settings import KouriciKockaSettings
from rules.message import msg

RULE_OPTIONS = rule_options_of(
    "kourici_kocka",
    KouriciKockaSettings,
    {
        "ch_is_one_letter": OptionTexts(msg("CH is one letter"), "K5"),
        "hejma_tie_outside": OptionTexts(
            msg("Tie without whoever took Hejma"),
            "K14",
            {"hejma_taker": msg("Hejma taker loses"), "replay": msg("replayed"), "vote": msg("vote")},
        ),
        "misdeal_count": OptionTexts(
            msg("Misdeals are counted"), "K8", {"per_deal": msg("per deal"), "per_game": msg("per game")}
        ),
    },
)
