"""Rule options of every game with clock buttons: one choice for all of them."""

from __future__ import annotations

from typing import Annotated, Literal

from rules.message import msg
from rules.options import Option, Options

PressOrder = Annotated[
    Literal["edge", "arrival"],
    Option(msg("A press heard late counts"), "S10, C10", {"edge": msg("when made"), "arrival": msg("when heard")}),
]


class ClockOptions(Options, frozen=True, kw_only=True):
    """What an absent key means in a record.

    ``press_order``: whether a press counts by its own edge, however late it is heard, or as it came.
    """

    press_order: PressOrder = "arrival"


class NewClocks(ClockOptions, frozen=True, kw_only=True):
    """What a new game starts with."""

    press_order: PressOrder = "edge"
