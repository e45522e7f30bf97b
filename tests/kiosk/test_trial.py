"""The double turn on trial: both buttons, an accident and its repair, and nothing of it in the journal."""

from __future__ import annotations

import pytest

from device.games.polish_doubles.trial import OVER, REPAIR, SECOND, SINGLE, START, TWO_MOVES, TrialController
from device.graphics.actions import PressArea, TryOut
from device.graphics.widgets import Text
from device.io.inputs import TextInput
from device.io.signals import Lamp
from device.kiosk.time_bar import overlap
from device.screens.home import HomeController
from rules.game import SECOND as S
from tests.kiosk.script import play
from tests.kiosk.seeing import says
from tests.kiosk.situations.polish_doubles import begin, sit_down
from tools.play.players.polish_doubles import DoublesPlayer

TRY = TryOut("polish_doubles")


@pytest.fixture
def trial(p: DoublesPlayer) -> DoublesPlayer:
    """The first start: the trial is taken up."""
    play(p, "Poprvé? Vyzkoušejte si to")
    return p


def step(p):
    return p.playing(TrialController).step


def kept(p):
    p.kiosk.journal.flush()
    return p.kiosk.journal.games()


def test_the_whole_way_with_both_buttons_records_nothing(trial):
    assert step(trial) == START
    trial.press(0)
    assert step(trial) == SINGLE
    trial.wait(8 * S)
    trial.press(0)
    assert step(trial) == TWO_MOVES
    trial.wait(5 * S)
    trial.press(1)
    assert step(trial) == REPAIR
    trial.wait(4 * S)
    play(trial, "Omylem?")
    assert step(trial) == SECOND
    state = trial.playing(TrialController).state
    assert state.game.clock.remaining(state.at) < 171 * S, "the time went on as if nothing had happened"
    play(trial, "press 1 > Pauza")
    assert step(trial) == OVER
    assert says(trial, "Teď můžete hrát.")
    play(trial, "back")
    assert isinstance(trial.kiosk.controller, HomeController)
    assert kept(trial) == []
    assert trial.kiosk.table.history is None


def test_the_press_is_taken_back_by_holding_the_button_too(trial):
    play(trial, "press 0 > press 0 > press 1")
    trial.press(1, ms=1500)
    assert step(trial) == SECOND


def test_buttons_on_the_screen_do_as_well(trial):
    trial.touch(PressArea(0))
    trial.touch(PressArea(0))
    trial.touch(PressArea(1))
    assert step(trial) == REPAIR


def test_both_held_pause(trial):
    for side in (0, 0, 1):
        trial.press(side)
    play(trial, "Omylem? > press 1")
    trial.pin(0).drive_low()
    trial.pin(1).drive_low()
    trial.wait(1500 * 1_000_000)
    assert step(trial) == OVER


def test_the_wrong_button_is_spoken_of_and_changes_nothing(trial):
    trial.press(0)
    before = trial.playing(TrialController).table.history
    play(trial, "press 1", sees="To je tlačítko druhé dvojice")
    assert trial.playing(TrialController).table.history is before
    play(trial, "press 0", lacks="To je tlačítko druhé dvojice")  # the trial has gone on


def test_a_sentence_covers_nothing_of_what_is_to_be_done(trial):
    play(trial, "press 0 > press 1")
    placed = [text for text in trial.kiosk.scene if isinstance(text, Text)]
    answer = next(text for text in placed if "tlačítko druhé dvojice" in " ".join(text.text.split()))
    for part in ("zmáčkněte levé", "Na tahu je levá dvojice"):
        task = next(text for text in placed if part in " ".join(text.text.split()))
        assert not overlap(answer.rect, task.rect), part


def over(trial):
    for side in (0, 0, 1):
        trial.press(side)
    play(trial, "Omylem? > press 1 > Pauza")
    assert step(trial) == OVER


def test_a_press_that_would_be_no_accident_is_not_called_one(trial):
    for side in (0, 0, 1, 0):
        trial.press(side)
    assert step(trial) == REPAIR
    assert says(trial, "Nejdřív vezme pravá dvojice zpět svůj předčasný stisk.")
    play(trial, "Omylem? > press 1 > Pauza > press 0", sees="Je pauza: stisk teď nic nezmění.", lacks="nechtěný stisk")


def test_after_it_a_game_is_the_next_step(trial):
    over(trial)
    play(trial, "Hrát partii")
    assert trial.kiosk.controller.current_screen().key == "setup"


def test_after_it_the_game_that_waits_goes_on(p):
    sit_down(p)
    play(p, "Začíná: Krtci > Na zkoušku")
    over(p)
    assert says(p, "K partii")
    play(p, "back")
    assert p.game_screen() == "ready"


def test_lamps_and_displays_go_along(trial):
    trial.press(0)
    trial.playing(TrialController)
    moment, composer = trial.kiosk.composer.moment(), trial.kiosk.composer
    assert (composer.signals(moment).lamp_a, composer.signals(moment).beep) == (Lamp.ON, None)
    assert composer.oled_contents(moment)[0].mine
    assert moment.change is not None


def test_it_can_be_played_again_and_explains_itself(trial):
    play(trial, "press 0 > help", sees="Dvojtah na zkoušku")
    play(trial, "back")
    for side in (0, 1):
        trial.press(side)
    play(trial, "Omylem? > press 1 > Pauza > Ještě jednou")
    assert step(trial) == START


@pytest.mark.parametrize("key", ["a", "L", " ", "7", "\b", "\t", "\r"])
def test_a_key_does_not_begin_it_again(trial, key):
    trial.press(0)
    controller, before = trial.playing(TrialController), trial.playing(TrialController).table.history
    trial.kiosk.post(TextInput(key))
    trial.settle()
    assert step(trial) == SINGLE
    assert controller.table.history is before


def test_it_is_offered_beside_the_first_press_and_the_game_gets_none_of_it(p):
    sit_down(p)
    play(p, "Začíná: Krtci")
    history = p.kiosk.table.history
    play(p, "Na zkoušku > press 0 > press 1")
    assert p.kiosk.table.history is history
    play(p, "back")
    assert p.kiosk.table.history is history
    play(p, "press 0 > press 1")
    assert not p.has(TRY), "both buttons are needed now"


def test_a_device_with_games_offers_them_in_its_place(p):
    begin(p)
    p.kiosk.host.home()
    p.settle()
    assert not p.has(TRY)
