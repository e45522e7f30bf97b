"""A script of touches stops where a button is not there, greyed or there twice, and where the screen says otherwise."""

import pytest

from tests.kiosk.script import play
from tests.kiosk.situations.polish_doubles import opened
from tools.play.player import Stuck


@pytest.mark.parametrize("looks", [{"sees": "Neplatný"}, {"lacks": "Krtci"}, {"offers": "undo"}, {"bars": "back"}])
def test_a_script_fails_where_the_screen_says_otherwise(p, looks):
    opened(p)
    with pytest.raises(AssertionError):
        play(p, "menu > Rozhodčí", **looks)


def test_a_button_that_is_not_there_is_not_touched(p):
    opened(p)
    with pytest.raises(Stuck, match="0 buttons say 'Neplatný'"):
        play(p, "menu > Neplatný")


def test_words_that_stand_on_two_buttons_name_neither(p):
    opened(p)
    with pytest.raises(Stuck, match="2 buttons say 'Krtci'"):
        play(p, "menu > Konec partie > Krtci")
