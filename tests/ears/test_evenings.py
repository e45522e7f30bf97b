"""All five games by ear alone: nothing but the spoken words and two buttons; each state is said, nothing secret is."""

import pytest

from device.common import i18n
from device.kiosk.narrator import in_words
from device.kiosk.pin_screens import EnterPin
from rules.game import SECOND
from tests.ears.evenings import EVENINGS
from tests.ears.table import Ears
from tests.kiosk.situations.polish_doubles import opened
from tests.kiosk.two_buttons import both, choose, entries, listen, tap
from tools.play.players.polish_doubles import DoublesPlayer


@pytest.fixture
def p(tmp_path):
    """A table with the home screen."""
    player = DoublesPlayer(tmp_path)
    yield player
    player.close()
    i18n.use("cs")


@pytest.mark.parametrize("game", EVENINGS)
def test_an_evening_is_played_by_ear_from_switching_on_to_the_signatures(game, tmp_path):
    ears = Ears(tmp_path)
    EVENINGS[game](ears)
    ears.close()


@pytest.fixture
def speaking(p):
    """A table that speaks in the middle of a turn, and what it says."""
    speech = listen(p)
    p.stride = 0
    p.kiosk.host.change("", "speech", True)
    opened(p)
    speech.clear()
    return p, speech


def test_a_state_is_said_once_and_not_again_as_its_time_goes_on(speaking):
    p, speech = speaking
    p.press(1)
    assert [words for words, _ in speech] == ["Krtci, 3 minuty"]
    p.wait(60 * SECOND)
    assert len(speech) == 1


def test_the_button_that_is_not_on_move_asks_for_the_time_and_changes_nothing(speaking):
    p, speech = speaking
    p.wait(30 * SECOND)
    turn = p.kiosk.composer.moment().turn.side
    tap(p, 1 - turn)
    assert len(speech) == 1
    assert "2 minuty 30 sekund" in speech[0][0]
    assert p.kiosk.composer.moment().turn.side == turn


def test_a_screen_is_said_by_its_title_and_what_is_typed_as_far_as_it_is(p):
    speech = listen(p)
    p.kiosk.host.change("", "speech", True)
    both(p)
    choose(p, "Polská čtyřhra")
    texts = [words for words, _ in speech]
    title = next(n for n, words in enumerate(texts) if words == "Kdo hraje?")
    assert texts[title + 1], "then its first entry"
    speech.clear()
    for letter in "Ev":
        choose(p, letter)
    assert [words for words, _ in speech if words in ("E", "Ev")][-1] == "Ev"
    assert speech[-1][0] == "Ev"


def test_the_time_control_that_is_chosen_is_said_to_be(p):
    speech = listen(p)
    p.kiosk.host.change("", "speech", True)
    both(p)
    choose(p, "Šachové hodiny")
    speech.clear()
    for _ in range(len(entries(p))):
        tap(p, 1)
    assert len([words for words, _ in speech if ", vybráno, " in words]) == 1
    assert all(words.endswith(f" z {len(entries(p))}") for words, _ in speech)


def test_a_refusal_is_said(speaking):
    p, speech = speaking
    both(p)
    speech.clear()
    p.kiosk.host.say("Nejdřív stiskněte hodiny.")
    p.kiosk.loop.invalidate()
    p.settle()
    assert speech == [("Nejdřív stiskněte hodiny.", "cs")]


def test_what_is_typed_as_a_secret_is_not_read_aloud(speaking):
    p, speech = speaking
    both(p)
    p.kiosk.controller.show(EnterPin(then=p.kiosk.controller.current_screen()))
    p.settle()
    speech.clear()
    for _ in range(12):
        tap(p, 1)
    assert speech == [("Rozhodčí", "cs"), ("Co se tu píše, je tajné a nahlas se to nečte.", "cs")]


def test_without_speech_nothing_is_said_and_a_hold_before_a_game_switches_it_on(p):
    speech = listen(p)
    tap(p, 0)
    assert speech == []
    p.press(0, 1600)
    assert speech[0] == ("Časy se hlásí.", "cs")
    p.press(1, 1600)
    assert not p.kiosk.host.settings.speech


@pytest.mark.parametrize(
    ("text", "language", "words"),
    [
        ("3:00", "cs", "3 minuty"),
        ("0:01", "en", "1 second"),
        ("1:02:05", "cs", "1 hodina 2 minuty 5 sekund"),
        ("0:00", "cs", "0 sekund"),
        ("A · B", "cs", "A, B"),
        ("15 + 10", "cs", "15 + 10"),
    ],
)
def test_a_time_is_spoken_in_words(text, language, words):
    with i18n.speaking(language):
        assert in_words(text) == words
