"""Home, setting up, signing, and the loop that sleeps between."""

from __future__ import annotations

import pygame

from device.graphics.actions import HOME, Command, PressArea, ResumeGame
from device.graphics.display import key_input, tap
from device.graphics.widgets import Text, place_of
from device.io.inputs import FingerDown, FingerUp, TextInput
from rules.polish_doubles import acts as e
from rules.polish_doubles.state import Phase
from tests.kiosk.script import play
from tests.kiosk.situations.polish_doubles import opened, result_shown, sit_down
from tools.play.player import MS


def test_a_name_can_have_q_w_a_space_and_a_hyphen(p):
    play(p, "Polská čtyřhra > type Quo-Wadis X")
    assert p.kiosk.controller.current_screen().form.fields[0] == "Quo-Wadis X"


def test_a_game_begins_without_names(p):
    play(p, "Polská čtyřhra > done")
    assert p.kiosk.controller.current_screen().key == "draw"
    assert {"Začíná: A", "Začíná: B"} <= {text.text for text in p.kiosk.scene if isinstance(text, Text)}


def test_only_the_touch_that_begins_the_chess_clock_says_so(p):
    play(p, "Šachové hodiny", sees="Dál", lacks="Hrát")
    play(p, "done", sees="Hrát")  # who plays was asked last
    play(p, "back > Bílý > type Anna > done > done", sees="Hrát")  # somebody is named: nothing more is asked
    play(p, "done")
    assert p.kiosk.table.history is not None


def test_next_leads_to_the_name_that_is_missing(p):
    play(p, "Polská čtyřhra > type Krtci > done")
    assert p.kiosk.controller.current_screen().form.focus == 3
    play(p, "type Sloky > done")
    assert p.kiosk.controller.current_screen().key == "draw"


def test_the_starting_draw_can_be_taken_back(p):
    sit_down(p)
    p.draw(e.Draw(a="C", b="D"))
    assert p.kiosk.controller.state.starter == 0
    play(p, "menu > undo")
    assert p.kiosk.controller.current_screen().key == "draw"


def test_a_signed_game_is_listed_as_finished_and_opens_with_its_result(p):
    result_shown(p)
    for side in (0, 1):
        p.press(side, 1600)
    assert p.kiosk.controller.state.phase is Phase.SIGNED
    play(p, "home", sees="podepsáno", lacks="Pokračovat v rozehrané partii")
    game = p.kiosk.controller.games[0]
    p.touch(ResumeGame(game.id))
    assert p.kiosk.controller.current_screen().key == "result"


def test_a_result_can_be_signed_on_the_screen_where_a_wire_is_torn(p):
    result_shown(p)
    play(p, "menu > areas > back")
    for side in (0, 1):
        place = place_of(p.kiosk.scene, PressArea(side))
        p.kiosk.post(FingerDown(*place, p.clock.ns))
        p.wait(1700 * MS)
        p.kiosk.post(FingerUp(*place, p.clock.ns))
        p.settle()
    assert p.kiosk.controller.state.phase is Phase.SIGNED


def test_a_finger_counts_once_though_sdl_makes_a_mouse_of_it_too():
    size = (800, 480)
    down = pygame.event.Event(pygame.FINGERDOWN, x=0.5, y=0.25, finger_id=3, touch_id=1)
    mouse = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(400, 120), touch=True)
    real = pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=(400, 120), touch=False)
    right = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=3, pos=(400, 120), touch=False)
    assert tap(down, size, 9) == FingerDown(400, 120, 9, 4)
    assert tap(mouse, size, 9) is None
    assert tap(real, size, 9) == FingerUp(400, 120, 9)
    assert tap(right, size, 9) is None


def test_keys_of_a_keyboard_become_what_they_write():
    def pressed(code, text):
        return key_input(pygame.event.Event(pygame.KEYDOWN, key=code, unicode=text))

    assert pressed(pygame.K_RETURN, "\r") == TextInput("\r")
    assert pressed(pygame.K_e, "ě") == TextInput("ě")
    assert pressed(pygame.K_LSHIFT, "") is None
    assert key_input(pygame.event.Event(pygame.KEYUP, key=pygame.K_e)) is None


def test_the_loop_sleeps_while_nothing_happens(p):
    p.settle()
    frames = p.kiosk.screen.display.presented
    for _ in range(100):
        p.clock.ns += 20 * MS
        p.kiosk.loop.step(wait=False)
    assert p.kiosk.screen.display.presented == frames


def test_a_running_clock_is_drawn_once_a_second(p):
    opened(p)
    p.kiosk.journal.flush()
    p.settle()
    frames = p.kiosk.screen.display.presented
    for _ in range(500):
        p.clock.ns += 20 * MS
        p.kiosk.loop.step(wait=False)
    assert 10 <= p.kiosk.screen.display.presented - frames <= 11
    assert Command.HOME == HOME
