"""The longest words that a screen may have to hold: of the languages without approved pictures, and of a pseudo one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from types import SimpleNamespace

import pytest

from device.common import i18n
from device.common.languages import LANGUAGES
from tools.pseudo import lengthen

APPROVED = ("cs", "en")
"""Languages of which pictures are approved."""
SLOVAK = "sk"
"""The language that is spoken where the longest words are."""
NO_ROOM = frozenset(
    {
        "Racks of the opponents",
        "+{amount} Kč",
        "A page shows the sheet; PDF and record can be saved.",
        "Another result",
        "BY RECORD",
        "Correct move {n} of turn {turn}",
        "Drag a piece onto the board.",
        "Each square is a part of the sheet as text; tap it for the next.",
        "How many tiles came from the rack? Those on the board do not count.",
        "Save the shapes",
        "Objections won",
        "POINTS",
        "Password",
        "Polish doubles",
        "Round {n} of {all} · deal {deal}",
        "TOKENS",
        "TOPPED UP",
        "The deal is played; say of every commitment whether it was made.",
        "The move touches no tile on the board.",
        "The referee is on the way.",
        "To the end",
        "To the start",
        "Who starts? Each pair draws a letter; nearest to A starts.",
        "Write the deal",
        "Yes, letter {letter}",
        "after the double turn",
        "at least 7 in the bag",
        "before both have signed",
        "builds on an invalid move",
        "by the opponents' clock",
        "cards not opened after the first trick",
        "commitment not acknowledged",
        "correction of move {move} of turn {turn}",
        "from a USB stick, the network",
        "from each opponent",
        "lost the game",
        "no native speaker has read it yet",
        "nothing to object to",
        "on move · move {n}",
        "on move · single move",
        "played on without the device",
        "power loss, up to {doubt} s not known",
        "screen · displays · rules",
        "stands aside for good",
        "take the press back",
        "the offender pays each",
        "then both clocks stop",
        "then {control}",
        "time · warnings · decisions",
        "times · moves · presses",
        "times · presses · award",
        "to the turn just pressed",
        "turn the upper half",
        "two earphones on one socket",
        "two minutes with both buttons, nothing is recorded",
        "two minutes, not recorded",
        "until then papers are undated",
        "up to move {n}, then {control}",
        "what the device cannot see",
        "youngest",
        "{amount} Kč",
        "{amount} Kč missing",
        "{day} · games: {n}",
        "{kind} is lost: what did its opponents take?",
        "{left} · nothing fits",
        "{left} · aside",
        "{name} starts",
        "{n} min",
        "{n} piece left",
        "› mandatory",
    }
)
"""Texts for which there is no more room than the real languages take, so they are not made longer."""


@cache
def longest() -> SimpleNamespace:
    """A catalogue: of each text the longest."""
    real = [i18n._catalogue(word) for word in LANGUAGES if word not in APPROVED]

    @cache
    def text(id: str) -> str:
        return max(*(translations.gettext(id) for translations in real), "" if id in NO_ROOM else lengthen(id), key=len)

    def plural(singular: str, many: str, n: int) -> str:
        longer = "" if singular in NO_ROOM else lengthen(singular if n == 1 else many)
        return max(*(catalogue.ngettext(singular, many, n) for catalogue in real), longer, key=len)

    def in_context(context: str, id: str) -> str:
        return max(*(translations.pgettext(context, id) for translations in real), lengthen(id), key=len)

    return SimpleNamespace(gettext=text, ngettext=plural, pgettext=in_context)


@contextmanager
def longest_words() -> Iterator[None]:
    """Whoever speaks Slovak inside says the longest words."""
    words, real = longest(), i18n._catalogue
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(i18n, "_catalogue", lambda language: words if language == SLOVAK else real(language))
        yield
