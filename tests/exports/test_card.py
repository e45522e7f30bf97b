"""The printed card: one page for each game, in both languages, from the words of the help."""

from __future__ import annotations

import io

import pypdfium2
import pytest

from device.cli import main
from device.common import i18n
from device.common.exports import ExportError
from device.common.games.registry import SPECS
from device.game_files import card_pdf
from device.help_texts import CARD, in_words, section

GAMES = pytest.mark.parametrize("key", SPECS)


def pages(content):
    document = pypdfium2.PdfDocument(io.BytesIO(content))
    return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def squeezed(text):
    return "".join(text.split())


@GAMES
def test_a_card_is_one_page_with_the_words_of_both_languages(key):
    texts = pages(card_pdf.card_pdf(key))
    assert len(texts) == 1
    for language in card_pdf.columns():
        with i18n.speaking(language):
            card = section(key, CARD)
            for line in card.text.split("\n"):
                words, _, does = line.partition(": ")
                assert squeezed(words) in squeezed(texts[0]), line
                assert squeezed(does) in squeezed(texts[0]), line
            for number in card.rules:
                assert squeezed(in_words(number).words) in squeezed(texts[0]), number
                assert squeezed(in_words(number).example) in squeezed(texts[0]), number


@GAMES
def test_the_words_are_large_enough_to_be_read(key):
    document = pypdfium2.PdfDocument(io.BytesIO(card_pdf.card_pdf(key)))
    bounds = document[0].get_textpage()
    heights = [top - bottom for n in range(bounds.count_rects()) for _, bottom, _, top in [bounds.get_rect(n)]]
    assert sorted(heights)[len(heights) // 2] > 5


def test_the_same_card_is_the_same_file():
    assert card_pdf.card_pdf("marias") == card_pdf.card_pdf("marias")


def test_the_command_writes_it(tmp_path, capsys):
    file = tmp_path / "card.pdf"
    assert main(["card", "polish_doubles", "-o", str(file)]) == 0
    assert file.read_bytes().startswith(b"%PDF")
    assert main(["card", "polish_doubles", "-o", str(tmp_path / "none" / "card.pdf")]) == 1
    assert capsys.readouterr().err


def test_an_unknown_game_is_wrong_usage(capsys):
    with pytest.raises(SystemExit):
        main(["card", "bridge"])
    assert "bridge" in capsys.readouterr().err


def test_a_game_without_a_card_says_so(monkeypatch):
    monkeypatch.setattr(card_pdf, "section", lambda chapter, key: None)
    with pytest.raises(ExportError):
        card_pdf.card_pdf("marias")
