"""The simulator's window: touchscreen above, buttons and OLEDs below, keys A and L; on SDL's dummy display."""

from __future__ import annotations

import time

import pygame
import pytest

from device.app import composition
from device.common.settings.settings import ScreenSettings, Settings
from device.demo.simulator import SimulatedFactory, SimulatedOleds, SimulatorDisplay, layout, settings_for
from device.games.polish_doubles.entry import MoveEntry
from device.games.polish_doubles.trial import SINGLE
from device.graphics.keyboards import takes_letters
from device.graphics.palette import DARK
from device.io.inputs import FingerDown, Quit, TextInput
from rules.history import History
from rules.polish_doubles import GAME, DoublesSetup, PairSetup
from rules.polish_doubles import acts as e


class Window:
    """A simulator on the dummy display; ``key`` and ``mouse`` are events of the window system."""

    def __init__(self, folder, size: tuple[int, int] = (800, 480)) -> None:
        screen = ScreenSettings(width=size[0], height=size[1])
        self.settings = settings_for(Settings(journal=str(folder / "journal.db"), screen=screen))
        self.factory = SimulatedFactory()
        oleds = SimulatedOleds(self.settings)
        self.display = SimulatorDisplay(self.settings, self.factory, oleds, time.monotonic_ns)
        self.kiosk, self.peripherals = composition.assemble(
            self.settings, self.display, factory=self.factory, connector=oleds.connect
        )
        self.display.typing = lambda: takes_letters(self.kiosk.composer.current_frame(self.kiosk.now()).scene)
        assert self.peripherals.gpio.open() is None
        assert self.peripherals.gpio.open_outputs() is None
        self.turn()

    def turn(self) -> None:
        self.kiosk.loop.settle()
        for side in (0, 1):
            self.peripherals.oleds.serve(side)
        self.display.draw_table()

    def event(self, kind: int, **values) -> None:
        pygame.event.post(pygame.event.Event(kind, **values))
        self.turn()

    def key(self, code: int, text: str, down: bool = True) -> None:
        self.event(pygame.KEYDOWN if down else pygame.KEYUP, key=code, unicode=text)

    def mouse(self, x: int, y: int, down: bool = True) -> None:
        kind = pygame.MOUSEBUTTONDOWN if down else pygame.MOUSEBUTTONUP
        self.event(kind, button=1, pos=(x, y), touch=False)

    def begin(self) -> None:
        pairs = (PairSetup(name="Krtci"), PairSetup(name="Sloky"))
        self.kiosk.table.new(DoublesSetup(pairs=pairs))
        self.kiosk.table.do(e.Starters(pair="A"))
        self.kiosk.host.enter(self.kiosk.host.games[GAME.key].play(self.kiosk.host))
        self.turn()

    def colour(self, side: int) -> tuple[int, ...]:
        box = self.display.layout.buttons[side]
        return tuple(self.display.window.get_at((box.x + box.w // 2, box.y + 12)))[:3]


@pytest.fixture
def window(tmp_path):
    pygame.display.quit()
    window = Window(tmp_path)
    yield window
    window.peripherals.close()
    window.kiosk.close()
    pygame.display.quit()


def presses(window: Window) -> list[str]:
    history = window.kiosk.table.history
    assert isinstance(history, History)
    return [entry.event.pair for entry in history.entries if isinstance(entry.event, e.Press)]


def test_keys_a_and_l_are_the_clock_buttons_through_the_pins(window):
    window.begin()
    window.key(pygame.K_a, "a")
    assert window.factory.pin(window.settings.buttons.button_a).state == 0, "pulled to ground"
    window.key(pygame.K_a, "a", down=False)
    assert window.factory.pin(window.settings.buttons.button_a).state == 1
    window.key(pygame.K_l, "l")
    window.key(pygame.K_l, "l", down=False)
    assert presses(window) == ["A", "B"]


def test_a_key_that_repeats_while_it_is_held_is_one_press(window):
    window.begin()
    for _ in range(5):
        window.key(pygame.K_a, "a")
    window.key(pygame.K_a, "a", down=False)
    assert presses(window) == ["A"]


def test_while_names_are_typed_a_and_l_are_letters(window):
    window.kiosk.host.enter(window.kiosk.host.games[GAME.key].setup.load().set_up(window.kiosk.host, GAME.key))
    for char in "Al":
        window.key(ord(char.lower()), char)
        window.key(ord(char.lower()), char, down=False)
    assert window.kiosk.controller.current_screen().form.fields[0] == "Al"


def test_while_a_word_is_typed_a_and_l_are_letters_and_the_arrows_press(window):
    window.begin()
    window.key(pygame.K_LEFT, "")
    window.key(pygame.K_LEFT, "", down=False)
    window.kiosk.controller.show(MoveEntry())
    window.turn()
    for char in "al":
        window.key(ord(char), char)
        window.key(ord(char), char, down=False)
    shown = window.kiosk.controller.current_screen()
    assert isinstance(shown, MoveEntry)
    assert shown.word == "AL"
    assert presses(window) == ["A"]
    window.key(pygame.K_RIGHT, "")
    window.key(pygame.K_RIGHT, "", down=False)
    assert presses(window) == ["A", "B"]


def test_a_key_that_went_down_before_letters_are_typed_goes_up_all_the_same(window):
    window.begin()
    window.key(pygame.K_a, "a")
    window.kiosk.controller.show(MoveEntry())
    window.turn()
    window.key(pygame.K_a, "a", down=False)
    assert window.factory.pin(window.settings.buttons.button_a).state == 1


def test_a_and_l_play_the_trial_of_a_table_without_a_game(window):
    window.kiosk.host.enter(window.kiosk.host.games[GAME.key].trial(window.kiosk.host, window.kiosk.controller))
    window.turn()
    window.key(pygame.K_a, "a")
    window.key(pygame.K_a, "a", down=False)
    assert window.kiosk.controller.step == SINGLE


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (720, 1280), (1280, 720), (1024, 600)], ids=str)
def test_everything_lies_in_the_window_and_on_nothing_else(size):
    wide, high = size
    placed = layout(wide, high)
    window = pygame.Rect((0, 0), placed.window)
    parts = [pygame.Rect(button) for button in (*placed.buttons, *placed.faces)]
    assert all(window.contains(part) for part in parts)
    assert all(pygame.Rect(placed.table).contains(part) for part in parts)
    assert pygame.Rect(0, 0, wide, high).collidelist(parts) == -1
    assert all(part.collidelist(parts[n + 1 :]) == -1 for n, part in enumerate(parts))
    assert all(part.w >= 100 for part in parts)
    assert all(part.h >= 100 for part in parts)


def test_a_narrow_screen_has_its_buttons_beside_it(tmp_path):
    window = Window(tmp_path, (480, 800))
    window.begin()
    box = window.display.layout.buttons[0]
    window.mouse(box.x + 20, box.y + 20)
    window.mouse(box.x + 20, box.y + 20, down=False)
    assert presses(window) == ["A"]
    assert window.colour(0) == DARK.pair[0]
    window.peripherals.close()
    window.kiosk.close()


def test_the_mouse_presses_the_painted_buttons_and_touches_the_screen(window):
    window.begin()
    box = window.display.layout.buttons[1]
    window.mouse(box.x + 20, box.y + 20)
    assert window.factory.pin(window.settings.buttons.button_b).state == 0
    window.mouse(box.x + 400, 10, down=False)
    assert window.factory.pin(window.settings.buttons.button_b).state == 1, "let go wherever the mouse is by then"
    assert presses(window) == ["B"]
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(123, 45), touch=False))
    inputs = window.display.inputs()
    assert [(finger.x, finger.y) for finger in inputs if isinstance(finger, FingerDown)] == [(123, 45)]


def test_the_strip_shows_both_faces_and_which_lamp_is_lit(window):
    window.begin()
    window.key(pygame.K_a, "a")
    window.key(pygame.K_a, "a", down=False)
    assert window.colour(0) == DARK.pair[0]
    assert window.colour(1) == tuple(part // 3 for part in DARK.pair[1])
    for face in window.display.layout.faces:
        shown = window.display.window.subsurface(pygame.Rect(face))
        lit = pygame.transform.threshold(None, shown, (255, 255, 255), (2, 2, 2), set_behavior=0)
        assert lit > 1000, "white pixels of an OLED"


def test_closing_the_window_ends_the_program(window):
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert Quit() in window.display.inputs()


def test_other_keys_are_typed(window):
    window.begin()
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_p, unicode="p"))
    assert TextInput("p") in window.display.inputs()
