"""USB buttons at the table: learnt by pressing, heard in a game, one key never both, unplugged and forgotten."""

from __future__ import annotations

import pytest

from device.common import i18n
from device.graphics.actions import SETTINGS
from device.graphics.look import Look
from device.graphics.widgets import Touch
from device.io.inputs import RawEdge, TextInput
from device.kiosk.screen import ask
from device.screens.settings.input_devices import InputDevicesController
from rules.game import SECOND
from tests.input_devices.input_bench import ENCODER, KEYBOARD, THUMB, TRIGGER, A, FakeDevice, FakeSystem, key, press
from tests.kiosk.evening import SIZES
from tests.kiosk.scene_text import misfits
from tests.kiosk.script import play
from tests.kiosk.seeing import says
from tests.kiosk.setting import Learnt
from tests.kiosk.situations.polish_doubles import opened
from tools.play.player import Stuck
from tools.play.players.polish_doubles import DoublesPlayer


@pytest.fixture
def system():
    return FakeSystem()


@pytest.fixture
def p(new_table, system):
    player = new_table(DoublesPlayer)
    keys = player.peripherals.keys
    keys._system = system
    player.kiosk.host.keys = keys
    return player


def hear(p) -> None:
    """The thread's rounds, until nothing is left to do."""
    p.wait(3 * SECOND)
    for _ in range(2):
        p.peripherals.keys.step()
        p.settle()


def learn(p, side: int, device: FakeDevice, code: int) -> None:
    p.touch(ask(InputDevicesController.learn, side))
    hear(p)
    device.waiting = press(p.kiosk.now(), code) + press(p.kiosk.now(), code, 0)
    hear(p)


def enter(p) -> None:
    p.menu(SETTINGS) if p.kiosk.table.history is not None else p.touch(SETTINGS)
    play(p, "Tlačítka > input_devices")


def test_both_buttons_are_learnt_by_pressing_them_and_play(p, system):
    device = system.plug("e5", FakeDevice(ENCODER, {TRIGGER, THUMB}))
    opened(p)
    enter(p)
    assert says(p, "žádné naučené")
    p.touch(ask(InputDevicesController.learn, 0))
    assert says(p, "Teď stiskněte levé tlačítko.")
    play(p, "Zrušit")
    learn(p, 0, device, TRIGGER)
    learn(p, 1, device, THUMB)
    assert says(p, "tlačítko 2")
    assert p.kiosk.host.settings.input_devices.keys == (key(TRIGGER), key(THUMB))
    before = len(p.kiosk.table.history.entries)
    play(p, "back > back > back")
    pressed_at = p.kiosk.now()
    device.waiting = press(pressed_at, TRIGGER) + press(pressed_at + 90_000_000, TRIGGER, 0)
    hear(p)
    entry = p.kiosk.table.history.entries[-1]
    assert len(p.kiosk.table.history.entries) == before + 1, "the press counts in the game"
    assert entry.at == p.kiosk.table.game_time(pressed_at), "at the kernel's time, not when it was read"


def test_the_same_key_for_both_is_refused_with_a_sentence(p, system):
    device = system.plug("e6", FakeDevice(KEYBOARD, {A}))
    enter(p)
    learn(p, 0, device, A)
    learn(p, 1, device, A)
    assert says(p, "jedna klávesa nemůže být oběma tlačítky hodin")
    assert p.kiosk.host.settings.input_devices.keys == (key(A, KEYBOARD), None)


def test_while_one_is_learnt_no_button_plays_and_no_key_means_anything_else(p, system):
    opened(p)
    enter(p)
    p.touch(ask(InputDevicesController.learn, 1))
    before = len(p.kiosk.table.history.entries)
    p.kiosk.post(RawEdge(0, True, p.kiosk.now()))
    p.kiosk.post(TextInput("\x1b"))
    p.settle()
    assert len(p.kiosk.table.history.entries) == before
    assert isinstance(p.kiosk.controller, InputDevicesController)
    play(p, "back")
    assert p.peripherals.keys.learning is None, "the first back only ends the learning"
    assert isinstance(p.kiosk.controller, InputDevicesController)


def test_one_that_is_unplugged_says_so_and_the_screen_s_own_buttons_come_up(p, system):
    device = system.plug("e5", FakeDevice(ENCODER, {TRIGGER, THUMB}))
    enter(p)
    learn(p, 0, device, TRIGGER)
    assert says(p, "zapojené")
    assert not p.kiosk.screen.look.press_areas
    system.pull("e5")
    hear(p)
    assert says(p, "není zapojené")
    assert p.kiosk.screen.look.press_areas
    play(p, "Zapomenout")
    hear(p)
    assert p.kiosk.host.settings.input_devices.keys == (None, None)
    assert "input device A" not in p.kiosk.host.notices.troubles


def test_before_the_devices_are_there_nothing_can_be_learnt_and_it_says_why(p):
    p.kiosk.host.keys = None
    enter(p)
    with pytest.raises(Stuck):
        p.touch(ask(InputDevicesController.learn, 0))
    assert says(p, "Zařízení se otevírají")


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("learning", [None, 0, 1])
def test_every_word_fits_and_every_button_has_room_for_a_thumb(p, size, language, learning):
    i18n.use(language)
    p.kiosk.host.keys = Learnt(learning)
    controller = InputDevicesController(p.kiosk.host, p.kiosk.controller)
    for swapped in (False, True):
        look = Look(size=size, swapped=swapped)
        scene = p.kiosk.composer.frame(controller.moment(p.clock.ns, look)).scene
        assert misfits(scene) == []
        for widget in scene:
            if isinstance(widget, Touch):
                assert min(widget.rect.w, widget.rect.h) >= 42 * look.scale, widget
