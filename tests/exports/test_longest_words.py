"""Papers in the longest words: nothing is cut, and they take no page more."""

from __future__ import annotations

import pypdfium2
import pytest

from device.game_files.card_pdf import card_pdf
from device.i18n import speaking
from device.organiser.papers import PAPERS
from device.organiser.papers.sheet import PaperRequest
from rules.games import GAMES
from tests.exports.conftest import filed, made, sample, text_of
from tests.longest import SLOVAK, longest_words
from tests.organiser.conftest import store  # noqa: F401 - a fixture
from tests.organiser.events import doubles
from tools.play.samples import GAME_SAMPLES


def is_whole(pdf: bytes) -> bool:
    """Whether no text of it was cut."""
    return "…" not in text_of(pdf)


@pytest.mark.parametrize("key", GAMES)
def test_a_game_s_papers_hold_the_longest_words(key):
    game = filed(sample(GAME_SAMPLES[key].full.removesuffix(".jsonl")))
    czech = made(game)
    with longest_words():
        longest, card = made(game, language=SLOVAK), card_pdf(key)
    assert is_whole(longest)
    assert len(pypdfium2.PdfDocument(longest)) == len(pypdfium2.PdfDocument(czech))
    assert len(pypdfium2.PdfDocument(card)) == 1
    assert is_whole(card)


def test_an_event_s_papers_hold_the_longest_words(store):  # noqa: F811
    state = doubles(store).read()
    for word in PAPERS:
        if word != "prizes":
            with longest_words(), speaking(SLOVAK):
                assert is_whole(PAPERS[word].make(state, PaperRequest(address="http://192.168.1.10:8000/", round=1))), (
                    word
                )
