"""What an organiser may choose for new games of Polyssimo, in the words of the settings screens."""

from __future__ import annotations

from device.settings.rule_options import OptionTexts, rule_options_of
from device.settings.settings import PolyssimoSettings
from rules.message import msg

RULE_OPTIONS = rule_options_of(
    "polyssimo",
    PolyssimoSettings,
    {
        "polyssimo_counts": OptionTexts(
            msg("What is left counts as"), "P9", {"pieces": msg("pieces"), "cells": msg("cells")}
        ),
        "placing": OptionTexts(
            msg("Pieces are placed"), "P7", {"count": msg("on the table"), "board": msg("on the screen's board")}
        ),
    },
)
