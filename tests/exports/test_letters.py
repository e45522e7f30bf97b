"""Letters of other scripts on papers and displays."""

import pytest
from PIL import Image, ImageDraw

from device.common import i18n
from device.common.exports.pdf import Document
from device.peripherals.oled_text import Face, write
from tests.exports.conftest import text_of

BOXES = "Letters that the font of this paper lacks show as boxes."


@pytest.mark.parametrize(("name", "lacks"), [("Řehoř Čížek – ½", False), ("Łucja Ødegård", False), ("דן כהן", True)])
def test_a_paper_whose_font_lacks_letters_says_so(name, lacks):
    with i18n.speaking("en"):
        document = Document("Paper", "an event")
        document.text(20, 20, name)
        text = text_of(document.finish())
    assert (BOXES in text) == lacks


def drawn(text):
    sheet = Image.new("1", (128, 32))
    write(ImageDraw.Draw(sheet), 0, 24, text, Face("bold", 16))
    return sheet.tobytes()


def test_hebrew_is_read_from_the_right_on_a_display_and_czech_from_the_left():
    assert drawn("דן") != drawn("ןד")
    letters = drawn("א"), drawn("ב")
    assert letters[0] != letters[1]
    first = Image.frombytes("1", (128, 32), drawn("אב")).crop((0, 0, 9, 32))
    assert first.tobytes() == Image.frombytes("1", (128, 32), letters[1]).crop((0, 0, 9, 32)).tobytes()
    assert drawn("שָׁלוֹם") == drawn("שלום")
