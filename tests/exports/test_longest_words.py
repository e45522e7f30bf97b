"""Papers in the longest words: nothing is cut, and they take no page more."""

from __future__ import annotations

import pypdfium2
import pytest

from device.game_files.card_pdf import card_pdf
from rules.games import GAMES
from tests.exports.conftest import filed, make_paper, sample, text_of
from tests.longest import SLOVAK, longest_words
from tools.games import TOOLS


def is_whole(pdf: bytes) -> bool:
    """Whether no text of it was cut."""
    return "…" not in text_of(pdf)


@pytest.mark.parametrize("key", GAMES)
def test_a_game_s_papers_hold_the_longest_words(key):
    game = filed(sample(TOOLS[key].samples.full.removesuffix(".jsonl")))
    czech = make_paper(game)
    with longest_words():
        longest, card = make_paper(game, language=SLOVAK), card_pdf(key)
    assert is_whole(longest)
    assert len(pypdfium2.PdfDocument(longest)) == len(pypdfium2.PdfDocument(czech))
    assert len(pypdfium2.PdfDocument(card)) == 1
    assert is_whole(card)
