"""What the menu for the two clock buttons calls its entries: each in words, and no two alike."""

from collections import Counter

import pytest

from device.common import i18n
from device.event.actions import ShowNextRound
from device.graphics.actions import SWALLOW
from device.graphics.choices import NOT_CHOSEN, choices_in
from rules.marias import acts as m
from tests import longest
from tests.kiosk import choices
from tests.kiosk.evening import Evening
from tests.kiosk.seeing import entries as recorded
from tests.kiosk.situations import marias
from tests.kiosk.two_buttons import both, choose, entries
from tools.play.players.marias import MariasPlayer


@pytest.fixture
def p(new_table):
    return new_table(MariasPlayer)


def test_of_buttons_that_read_alike_each_says_whom_it_is_about(p):
    marias.opened(p)
    both(p)
    for words in ("Další", "Rozhodčí", "Cyril · Napomenout", "ruší hru"):
        choose(p, words)
    assert recorded(p)[-1] == m.Warn(seat="C", reason="disturbs")


def test_what_lies_under_a_card_is_not_called_by_its_words(p):
    marias.drawn(p)
    both(p)
    words = {entry.action: entry.words for entry in entries(p)}
    assert words[ShowNextRound()] == "Kdo kde hraje"


def test_on_every_screen_whatever_a_finger_can_do_is_in_the_menu_once_and_in_words(evening: Evening):
    for name, shown in evening.screens.items():
        for language in longest.APPROVED:
            with i18n.speaking(language):
                scene = shown.dark[language]
                items = choices_in(scene).items
                touched = [
                    offer.action
                    for offer in choices.offers(scene)
                    if not isinstance(offer.action, NOT_CHOSEN) and offer.action is not SWALLOW
                ]
                missing = [action for action in touched if all(item.action != action for item in items)]
                assert not missing, (name, missing)
                wordless = [item for item in items if not item.label]
                assert not wordless, (name, wordless)
                assert all(item.label != item.note for item in items), name
                alike = [words for words, times in Counter(item.words for item in items).items() if times > 1]
                assert not alike, (name, alike)
