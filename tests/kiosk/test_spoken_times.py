"""A table that says its times aloud: which, how often, in which language, and when it keeps silent."""

import pytest

from device.common.settings.settings import Settings
from device.peripherals.speech import parts_of
from rules.game import SECOND
from tests.kiosk.situations.polish_doubles import opened
from tests.kiosk.two_buttons import both, entries, listen, tap


@pytest.fixture
def speaking(p):
    """A table that speaks, and what it says."""
    utterances = listen(p)
    p.stride = 0  # somebody listens all the time
    p.kiosk.host.change("", "speech", True)
    utterances.clear()  # switched on, it says that it speaks
    return p, utterances


def test_a_turn_is_called_once_each_and_in_the_table_s_language(speaking):
    p, utterances = speaking
    opened(p)
    utterances.clear()  # how the game stands was said before
    p.wait(185 * SECOND)
    calls = [call for call in utterances if ": na tahu" not in call[0] and "přes čas!" not in call[0]]
    assert calls == [("jedna minuta", "cs"), ("třicet sekund", "cs"), ("deset sekund", "cs"), ("čas vypršel", "cs")]


def test_after_a_pause_it_is_not_said_once_more_that_time_is_up(speaking):
    p, utterances = speaking
    opened(p)
    p.wait(185 * SECOND)
    utterances.clear()
    both(p)
    both(p)
    assert p.kiosk.table.clock_runs
    p.wait(2 * SECOND)
    assert ("čas vypršel", "cs") not in utterances


def test_a_silent_table_and_one_that_is_not_to_speak_say_nothing(speaking):
    p, utterances = speaking
    p.kiosk.host.change("", "silent", True)
    opened(p)
    p.wait(185 * SECOND)
    p.kiosk.host.change("", "silent", False)
    p.kiosk.host.change("", "speech", False)
    tap(p, 1)
    p.wait(185 * SECOND)
    assert utterances == []


def test_the_menu_of_the_two_buttons_is_read_out(speaking):
    p, utterances = speaking
    opened(p)
    both(p)
    utterances.clear()
    tap(p, 1)
    tap(p, 0)
    assert len(utterances) == 2
    assert utterances[1] == (f"Pokračovat, 1 z {len(entries(p))}", "cs")


def test_speech_is_off_unless_somebody_switches_it_on(p):
    assert not Settings().speech
    utterances = listen(p)
    p.stride = 0
    opened(p)
    p.wait(185 * SECOND)
    assert utterances == []


@pytest.fixture
def ears(p):
    """A table with an ear phone a side, what is said into each, and what is made ready for it."""
    utterances, ready = ([], []), ([], [])
    p.stride = 0
    for side, ear in enumerate(p.peripherals._ears):
        ear.say = lambda words, language, cut=False, side=side: utterances[side].append(words)
        ear.prepare = lambda words, language, side=side: ready[side].append(words)
    p.peripherals.speech.say = lambda *args, **how: pytest.fail("aloud")
    p.kiosk.host.change("", "earphones", True)
    p.kiosk.host.change("", "speech", True)
    opened(p)
    for of_side in utterances:
        of_side.clear()
    return p, utterances, ready


def test_what_a_side_asks_for_it_alone_hears(ears):
    p, utterances, _ = ears
    p.wait(30 * SECOND)
    asks = 1 - p.kiosk.composer.moment().turn.side
    tap(p, asks)
    assert len(utterances[asks]) == 1
    assert "2 minuty 30 sekund" in utterances[asks][0]
    assert utterances[1 - asks] == []


def test_what_a_side_may_ask_for_begins_as_what_is_ready_for_it(ears):
    p, utterances, ready = ears
    for _ in range(2):
        p.wait(10 * SECOND)
        asks = 1 - p.kiosk.composer.moment().turn.side
        tap(p, asks)
        assert parts_of(utterances[asks][-1])[0] == parts_of(ready[asks][-1])[0]
        p.press(1 - asks)


def test_what_happens_both_hear(ears):
    p, (a, b), _ = ears
    p.press(1)
    assert a == b
    assert a[0] == "Krtci, 3 minuty"
