"""Rule options of Polyssimo."""

from __future__ import annotations

from typing import Annotated, Literal

from rules.message import msg
from rules.options import Option, Options


class PolyssimoOptions(Options, frozen=True, kw_only=True):
    """What a new game starts with, and what an absent key means in a record."""

    polyssimo_counts: Annotated[
        Literal["pieces", "cells"],
        Option(msg("What is left counts as"), "P9", {"pieces": msg("pieces"), "cells": msg("cells")}),
    ] = "pieces"
    placing: Annotated[
        Literal["count", "board"],
        Option(msg("Pieces are placed"), "P7", {"count": msg("on the table"), "board": msg("on the screen's board")}),
    ] = "count"


NEW = PolyssimoOptions
