"""What an organiser may choose for new games of Polyssimo, in the words of the settings screens."""

from __future__ import annotations

from device.readings import Words, readings_of
from device.settings import PolyssimoSettings
from rules.message import msg

READINGS = readings_of(
    "polyssimo",
    PolyssimoSettings,
    {
        "polyssimo_counts": Words(
            msg("What is left counts as"), "P9", {"pieces": msg("pieces"), "cells": msg("cells")}
        ),
        "placing": Words(
            msg("Pieces are placed"), "P7", {"count": msg("on the table"), "board": msg("on the screen's board")}
        ),
    },
)
