"""Moments at the table that the full sample does not bring up, each staged through buttons and touches."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from device.games.polish_doubles.hands import DoublesPlayer
from device.inputs import EdgeStatus
from device.kiosk.actions import SETTINGS, Do, Go, Put, Simple
from device.kiosk.keys import DONE, key
from rules.game import SECOND
from rules.message import msg
from rules.polish_doubles import events as e

NAMES = ("Krtci", "Jana", "Petr", "Dvě sloky", "Eva", "Karel")


def sit_down(p: DoublesPlayer, names: tuple[str, ...] = NAMES) -> None:
    """Names are typed; the starting draw is due."""
    p.touch(Go("setup", "polish_doubles"))
    for number, name in enumerate(names):
        p.touch(Put("focus", number))
        p.write(name)
    p.touch(DONE)


def begin(p: DoublesPlayer) -> None:
    """Krtci start; their clock runs."""
    sit_down(p)
    p.touch(Do(e.Starters(pair="A")))
    p.press(0)


def write(p: DoublesPlayer, word: str, points: int) -> None:
    """A move is written."""
    p.wait(10 * SECOND)
    p.move(e.Move(word=word, points=points))


def opened(p: DoublesPlayer) -> None:
    """The opening move is made; Dvě sloky are on move."""
    begin(p)
    write(p, "DÝMKA", 38)
    p.press(0)


def one_name(p: DoublesPlayer) -> None:
    p.touch(Go("setup", "polish_doubles"))
    p.write("Krtci")


def a_name_twice(p: DoublesPlayer) -> None:
    sit_down(p, ("Krtci", "Jana", "Petr", "Sloky", "Jana", "Karel"))


def one_letter_drawn(p: DoublesPlayer) -> None:
    sit_down(p)
    p.touch(Put("letter", ("Č", "")))


def drawn_again(p: DoublesPlayer) -> None:
    sit_down(p)
    p.draw(e.Draw(a="K", b="K"))


def screen_buttons(p: DoublesPlayer) -> None:
    opened(p)
    p.menu(Simple("areas"))
    p.touch(Simple("back"))


def refused(p: DoublesPlayer) -> None:
    """A word with a letter that the set has not got is refused, and stays to be mended."""
    begin(p)
    p.touch(Go("entry"))
    for letter in "AAAAAA":
        p.touch(key(letter))
    p.touch(Put("digit", "9"))
    p.touch(DONE)


def display_gone(p: DoublesPlayer) -> None:
    opened(p)
    trouble = msg("Display {side} does not answer; check its cable. The game goes on.", side="A")
    p.kiosk.post(EdgeStatus("oled A", trouble))
    p.settle()


def correcting(p: DoublesPlayer) -> None:
    opened(p)
    p.menu(Go("sheet"))
    p.touch(Go("correct", (0, 0)))


def long_word(p: DoublesPlayer) -> None:
    begin(p)
    p.touch(Go("entry"))
    for letter in "NEJKULAŤOUČKÝ":
        p.touch(key(letter))
    p.touch(Put("digit", "9"))
    p.touch(Put("digit", "0"))


def racks_tapped(p: DoublesPlayer) -> None:
    opened(p)
    write(p, "PES", 5)
    write(p, "KOSA", 8)
    p.press(1)
    p.menu(Go("bag"))
    p.number(0)
    p.touch(DONE)
    p.menu(Go("close"))
    p.touch(Do(e.End()))
    for letter in "ŽÁBAX":
        p.touch(key(letter))


def over_time_unwritten(p: DoublesPlayer) -> None:
    """The clock ran over before anything was written."""
    opened(p)
    p.wait(185 * SECOND)


def settings(p: DoublesPlayer, page: str = "screen") -> None:
    p.touch(SETTINGS)
    p.touch(Go(page))


def settings_of_a_game(p: DoublesPlayer) -> None:
    """The settings opened from a running game whose display is gone."""
    display_gone(p)
    p.menu(SETTINGS)
    p.touch(Go("displays"))


def power_off(p: DoublesPlayer) -> None:
    """Asked in the middle of a game whether to switch off."""
    p.kiosk.settings = msgspec.structs.replace(p.kiosk.settings, power_off="systemctl poweroff")
    opened(p)
    p.menu(SETTINGS)
    p.touch(Go("device"))
    p.touch(Go("power"))


MOMENTS: dict[str, Callable[[DoublesPlayer], None]] = {
    "setup-one-name": one_name,
    "draw-a-name-twice": a_name_twice,
    "draw-one-letter": one_letter_drawn,
    "draw-again": drawn_again,
    "play-screen-buttons": screen_buttons,
    "entry-refused": refused,
    "play-display-gone": display_gone,
    "entry-correction": correcting,
    "entry-long-word": long_word,
    "racks-tapped": racks_tapped,
    "play-over-time-unwritten": over_time_unwritten,
    "settings": settings,
    "settings-readings": lambda p: settings(p, "polish_doubles"),
    "settings-displays": lambda p: settings(p, "displays"),
    "settings-display-gone": settings_of_a_game,
    "settings-device": lambda p: settings(p, "device"),
    "settings-power-off": power_off,
}
