"""Which lamp, beep and tone when; silence when asked for; and machines without a sound card."""

import queue
import threading
from itertools import pairwise
from types import SimpleNamespace

import pygame
import pytest

from device.app import composition
from device.common.settings.settings import Settings
from device.demo.simulator import SimulatedFactory
from device.games.polish_doubles import outputs
from device.graphics.actions import SOUND
from device.io.inputs import PeripheralStatus
from device.io.signals import Beep, Lamp, Signals
from device.peripherals.sound import RATE, Sound, tone
from device.screens.home import HomeController
from rules.game import SECOND
from rules.polish_doubles import DoublesSetup, PairSetup, Phase
from rules.polish_doubles import acts as e
from tests.rules.table import Game
from tools.play.unwatched import HeadlessDisplay

SOON = 5
"""Seconds after which a test gives up waiting for another thread."""
DARK = (Lamp.OFF, Lamp.OFF)


def signals(game, left=None):
    """The signals of a game now, or when ``left`` ns of the open turn are left."""
    now = game.ns
    if left is not None:
        now += game.state.clock.remaining(now) - left
    return outputs.signals(game.state, now)


def lamps(game, left=None):
    lamps_lit = signals(game, left)
    return lamps_lit.lamp_a, lamps_lit.lamp_b


# -- which lamp, which beep ------------------------------------------------------------------------------------------


def test_before_the_first_press_both_lamps_invite_and_nothing_sounds():
    game = Game()
    assert signals(game) == Signals(), "the starting draw needs no button"
    game.do(e.Starters(pair="B"))
    assert signals(game) == Signals(Lamp.SLOW, Lamp.SLOW)


def test_the_lamp_of_the_pair_on_move_shines_and_the_press_hands_it_over():
    game = Game().start()
    assert signals(game) == Signals(Lamp.ON, Lamp.OFF)
    game.turn("A", ("DÝMKA", 38))
    assert signals(game) == Signals(Lamp.OFF, Lamp.ON)
    game.press("A")
    assert signals(game) == Signals(Lamp.OFF, Lamp.ON), "an accidental press moves no lamp"


@pytest.mark.parametrize(
    ("left", "lamp", "beep"),
    [
        (180 * SECOND, Lamp.ON, None),
        (30 * SECOND + 1, Lamp.ON, None),
        (30 * SECOND, Lamp.ON, Beep.LOW),
        (10 * SECOND + 1, Lamp.ON, Beep.LOW),
        (10 * SECOND, Lamp.FAST, Beep.LAST),
        (1, Lamp.FAST, Beep.LAST),
        (0, Lamp.FAST, Beep.LAST),
        (-1, Lamp.FAST, Beep.OVER),
        (-600 * SECOND, Lamp.FAST, Beep.OVER),
    ],
)
def test_S28_low_time_the_last_seconds_and_the_overrun_begin_to_the_nanosecond(left, lamp, beep):
    assert signals(Game().start(), left) == Signals(lamp, Lamp.OFF, beep)
    other = Game().opened()
    assert signals(other, left) == Signals(Lamp.OFF, lamp, beep)


@pytest.mark.parametrize("used", [60, 175, 200])
def test_a_pause_blinks_slowly_and_is_quiet_however_little_time_is_left(used):
    game = Game().opened()
    game.do(e.Pause(), used)
    assert signals(game) == Signals(Lamp.OFF, Lamp.SLOW)
    game.do(e.Resume())
    assert lamps(game)[1] is (Lamp.ON if used == 60 else Lamp.FAST)


def test_an_objection_is_judged_in_quiet():
    game = Game().opened()
    game.do(e.Objection(move=1), 172)
    assert signals(game) == Signals(Lamp.OFF, Lamp.SLOW)


def test_at_the_end_the_lamps_ask_for_the_signatures_that_are_missing():
    game = Game().opened()
    game.do(e.Bag(count=0))
    game.move("KALHOTY", 60)
    game.move("POSTELE", 60)
    game.press("B")
    game.do(e.Close(pair="B"))
    assert signals(game) == Signals(), "the racks are counted"
    game.do(e.Racks(pair="A", tiles="AEK"))
    assert game.state.phase is Phase.RESULT
    assert lamps(game) == (Lamp.SLOW, Lamp.SLOW)
    game.do(e.Sign(pair="B"))
    assert lamps(game) == (Lamp.SLOW, Lamp.OFF)
    game.do(e.Sign(pair="A"))
    assert lamps(game) == DARK


def test_nothing_shines_or_sounds_while_no_game_is_on_the_table():
    assert HomeController.views.signals(SimpleNamespace(under=None)) == Signals()


# -- silence ---------------------------------------------------------------------------------------------------------


class Clock:
    """The table's own time, moved by hand."""

    ns = 1_000 * SECOND

    def __call__(self):
        return self.ns


class Evening:
    """A kiosk with a game on it, whose loudspeaker and lines keep a list of what they were told."""

    def __init__(self, folder, **settings):
        self.clock = Clock()
        self.settings = Settings(journal=str(folder / "journal.db"), **settings)
        stage = HeadlessDisplay((800, 480))
        self.kiosk, self.peripherals = composition.assemble(
            self.settings, stage, self.clock, factory=SimulatedFactory(self.clock)
        )
        self.played, self.lines = [], []
        self.peripherals.sound.play = self.played.append
        self.peripherals.gpio.show = self.lines.append
        pairs = tuple(PairSetup(name=name, players=("Jana", "Petr")) for name in ("Krtci", "Sloky"))
        self.kiosk.table.new(DoublesSetup(pairs=pairs))
        self.kiosk.table.do(e.Starters(pair="A"))
        self.kiosk.table.do(e.Press(pair="A"))
        self.kiosk.host.enter(self.kiosk.host.games["polish_doubles"].play(self.kiosk.host))
        self.start = self.clock.ns
        self.kiosk.loop.settle()

    def used(self, *seconds):
        """The turn goes on, and the kiosk shows it, at each of these moments."""
        for second in seconds:
            self.clock.ns = self.start + round(second * SECOND)
            self.kiosk.loop.settle()

    def beeped(self):
        return [line.beep for line in self.lines if line.beep is not None]


@pytest.fixture
def evening(tmp_path):
    evenings = []

    def make(**settings):
        evenings.append(Evening(tmp_path, **settings))
        return evenings[-1]

    yield make
    for begun in evenings:
        begun.kiosk.close()
        begun.peripherals.close()


def test_a_turn_that_overruns_sounds_three_times_and_no_more(evening):
    table = evening()
    table.used(100, 149)
    assert table.played == []
    table.used(150.5, 155, 169.5, 170.5, 175, 179.5, 180.5, 181.2, 190, 230)
    assert table.played == [Beep.LOW, Beep.LAST, Beep.OVER]
    assert table.beeped() == [Beep.LOW, Beep.LAST, Beep.OVER]


def test_a_lamp_that_changes_while_a_signal_lasts_does_not_repeat_it(evening):
    table = evening()
    for lamp in (Lamp.ON, Lamp.FAST, Lamp.SLOW):
        table.peripherals.show_signals(Signals(lamp, Lamp.OFF, Beep.LAST), silent=False)
    assert table.played == [Beep.LAST]


def test_the_next_turn_sounds_anew(evening):
    table = evening()
    table.used(151)
    table.kiosk.table.do(e.Move(word="DÝMKA", points=38))
    table.kiosk.table.do(e.Press(pair="A"))
    table.start = table.clock.ns
    table.used(1, 100, 151)
    assert table.played == [Beep.LOW, Beep.LOW]


def test_a_silent_table_keeps_its_lamps_and_says_nothing(evening):
    table = evening(silent=True)
    table.used(100, 151, 171, 181, 190)
    assert table.played == []
    assert table.beeped() == []
    assert [line.lamp_a for line in table.lines][-1] is Lamp.FAST


def test_silence_can_be_asked_for_and_lifted_in_mid_game(evening):
    table = evening()
    table.kiosk.host.perform(SOUND)
    table.used(151)
    table.kiosk.host.perform(SOUND)
    table.used(171)
    table.kiosk.host.perform(SOUND)
    table.used(181)
    assert table.played == table.beeped() == [Beep.LAST]


# -- tones -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("beep", "times"), [(Beep.LOW, 1), (Beep.LAST, 2), (Beep.OVER, 3)])
def test_each_signal_is_its_own_number_of_tones_with_silence_after_each(beep, times):
    samples = tone(beep)
    loud = [abs(sample) > 2_000 for sample in samples]
    quiet = RATE // 20
    starts = [n for n, sample in enumerate(loud) if sample and not any(loud[max(0, n - quiet) : n])]
    assert len(starts) == times
    assert not any(loud[-quiet:])


def test_the_three_signals_are_told_apart_by_ear():
    pitches = []
    for beep in Beep:
        samples = tone(beep)[RATE // 50 : RATE // 50 + RATE // 20]
        crossings = sum(a < 0 <= b for a, b in pairwise(samples))
        pitches.append(crossings * 20)
    low, last, over = pitches
    assert over < 0.8 * low < 0.8 * 0.8 * last


@pytest.mark.parametrize("volume", [0.0, 0.3, 1.0])
def test_a_tone_is_as_loud_as_the_settings_say_and_never_distorts(volume):
    samples = tone(Beep.LAST, volume)
    assert max(samples) == pytest.approx(32_000 * volume, rel=0.02, abs=1)
    assert samples.itemsize == 2


def test_a_tone_begins_and_ends_without_a_click():
    for beep in Beep:
        samples = tone(beep)
        assert max(abs(sample) for sample in samples[:10]) < 1_500
        steps = [abs(b - a) for a, b in pairwise(samples)]
        assert max(steps) < 6_000


# -- sound cards and none --------------------------------------------------------------------------------------------


@pytest.fixture
def driver(monkeypatch):
    """Chooses SDL's audio driver for a fresh mixer."""
    pygame.mixer.quit()
    yield lambda name: monkeypatch.setenv("SDL_AUDIODRIVER", name)
    pygame.mixer.quit()


def opened():
    """A loudspeaker whose opening is over, well or not."""
    sound = Sound()
    sound.start()
    for thread in threading.enumerate():
        if thread.name == "sound":
            thread.join(SOON)
            assert not thread.is_alive()
    return sound


@pytest.mark.parametrize("beep", list(Beep))
def test_with_a_sound_card_a_signal_sounds(driver, beep):
    driver("dummy")
    sound = opened()
    assert not pygame.mixer.get_busy()
    sound.play(beep)
    assert pygame.mixer.get_busy()


def test_a_new_volume_holds_at_once(driver):
    driver("dummy")
    sound = opened()
    before = {
        beep: max(abs(part) for part in memoryview(loaded.get_raw()).cast("h"))
        for beep, loaded in sound._sounds.items()
    }
    sound.change(0.3)
    for beep, loaded in sound._sounds.items():
        assert max(abs(part) for part in memoryview(loaded.get_raw()).cast("h")) == pytest.approx(
            before[beep] / 2, rel=0.1
        )
    sound.change(0)
    sound.play(Beep.OVER)
    assert pygame.mixer.get_busy()


def test_a_volume_set_before_the_mixer_is_there_waits_for_it(driver):
    driver("dummy")
    sound = Sound(1.0)
    sound.change(0.5)
    sound.start()
    sound._thread.join(SOON)
    loudest = {max(memoryview(loaded.get_raw()).cast("h")) for loaded in sound._sounds.values()}
    assert loudest == {max(tone(beep, 0.5)) for beep in Beep}


def test_a_table_that_was_mute_looks_for_its_loudspeaker_once_it_is_to_be_heard(driver):
    driver("dummy")
    sound = Sound(0)
    sound.start()
    sound.change(0.5)
    sound._thread.join(SOON)
    sound.play(Beep.LOW)
    assert pygame.mixer.get_busy()


def test_volume_0_ends_the_search_for_a_sound_card_and_its_complaint(driver):
    driver("kazoo")
    statuses = queue.SimpleQueue()
    sound = Sound(0.6, statuses.put)
    sound.start()
    assert statuses.get(timeout=SOON).trouble is not None
    sound.change(0)
    assert statuses.get(timeout=SOON) == PeripheralStatus("sound", None)
    sound._thread.join(SOON)


@pytest.mark.filterwarnings("error")
def test_without_a_sound_card_one_line_says_so_and_the_sound_comes_by_itself_once_there_is_one(driver, monkeypatch):
    driver("kazoo")
    monkeypatch.setattr("device.peripherals.sound.RETRY_S", 0.01)
    statuses = queue.SimpleQueue()
    sound = Sound(0.6, statuses.put)
    sound.start()
    try:
        status = statuses.get(timeout=SOON)
        assert (status.name, str(status.trouble)[:17]) == ("sound", "There is no sound")
        sound.play(Beep.LOW)
        assert pygame.mixer.get_init() is None
        driver("dummy")
        assert statuses.get(timeout=SOON) == PeripheralStatus("sound", None)
        assert statuses.empty(), "said once"
        sound.play(Beep.LOW)
        assert pygame.mixer.get_busy()
    finally:
        sound.close()


def test_at_volume_0_no_sound_card_is_looked_for(driver):
    driver("kazoo")
    statuses = []
    before = threading.active_count()
    Sound(0, statuses.append).start()
    assert threading.active_count() == before
    assert statuses == []


def test_a_mixer_that_hangs_while_it_opens_hangs_nothing_else(driver, monkeypatch):
    driver("dummy")
    reached, let_go = threading.Event(), threading.Event()

    def hangs(*_):
        reached.set()
        assert let_go.wait(SOON)
        raise pygame.error("gave up")

    monkeypatch.setattr(pygame.mixer, "init", hangs)
    sound = Sound()
    game = threading.Thread(target=lambda: (sound.start(), sound.play(Beep.OVER)), daemon=True)
    game.start()
    game.join(SOON)
    try:
        assert reached.wait(SOON)
        assert not game.is_alive(), "the game waited for the mixer"
        opening = next(thread for thread in threading.enumerate() if thread.name == "sound")
        assert opening.daemon, "the program could not end"
    finally:
        sound.close()
        let_go.set()
    opening.join(SOON)


def test_a_signal_before_the_mixer_is_there_is_simply_not_heard():
    Sound().play(Beep.LOW)
