"""A sheet's terms in a few words, as they stand on its button and in the form that changes it."""

from __future__ import annotations

from device.common import i18n
from device.common.i18n import t
from rules.sheet_terms import SheetTerms


def outline(terms: SheetTerms) -> str:
    """How many play, and when it is over."""
    return f"{players_text(terms)} · {end_text(terms)}"


def players_text(terms: SheetTerms) -> str:
    """How many play."""
    fewest, most = terms.players
    count = str(most) if fewest == most else f"{fewest}–{most}"
    return t("{n} players", n=count) if terms.team == 1 else t("{n}, {team} to a team", n=count, team=terms.team)


def end_text(terms: SheetTerms) -> str:
    """When the game is over."""
    if terms.boxes:
        return t("boxes: {n}", n=len(terms.boxes))
    if terms.until is not None:
        until = i18n.number(terms.until)
        return t("exactly to {n}", n=until) if terms.exact else t("to {n}", n=until)
    return t("rounds: {n}", n=terms.rounds) if terms.rounds is not None else t("by agreement")


def optional_text(value: int | None) -> str:
    """A number of the terms, or that there is none."""
    return "–" if value is None else i18n.number(value)


def yes_or_no(value: bool) -> str:
    """The answer in a word."""
    return t("yes") if value else t("no")


def turn_text(seconds: int | None) -> str:
    """The time of a turn."""
    return t("not timed") if seconds is None else t("{n} s", n=seconds)
