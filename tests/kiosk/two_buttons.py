"""A player who has the two clock buttons and the OLEDs, and no screen."""

from __future__ import annotations

from device.graphics.choices import ScreenChoice
from tools.play.player import MS, Player, Stuck

HOLD = 1_600
"""Milliseconds after which a button counts as held."""


def tap(p: Player, side: int) -> None:
    """A short press, as anybody presses."""
    p.press(side)


def hold(p: Player, side: int) -> None:
    p.press(side, HOLD)


def both(p: Player) -> None:
    """Both buttons held, one a little before the other."""
    for side in (0, 1):
        p.pin(side).drive_low()
        p.settle()
        p.clock.ns += 100 * MS
    p.wait(HOLD * MS)
    for side in (0, 1):
        p.pin(side).drive_high()
        p.wait(60 * MS)


def listen(p: Player) -> list[tuple[str, str]]:
    """What the loudspeaker says from now on, each with its language; nothing is made ready, for nothing sounds."""
    utterances: list[tuple[str, str]] = []
    p.peripherals.speech.say = lambda words, language, cut=False: utterances.append((words, language))
    p.peripherals.speech.prepare = lambda words, language: None
    return utterances


def is_open(p: Player) -> bool:
    return p.kiosk.composer.menu.open


def entries(p: Player) -> list[ScreenChoice]:
    """What the menu offers now."""
    return list(p.kiosk.composer.menu.choices()[0].items)


def marked(p: Player) -> str:
    """What both OLEDs show as the entry that is marked."""
    shown = p.kiosk.composer.oled_contents(p.kiosk.composer.moment())
    assert shown[0].choice == shown[1].choice
    return shown[0].choice


def choose(p: Player, words: str) -> None:
    """Go to the entry with those words, by button B, and hold it. Raises `Stuck` where no turn of the menu has it."""
    offered = [entry.words for entry in entries(p)]
    wanted = words if words in offered else next((entry_words for entry_words in offered if words in entry_words), None)
    for _ in range(len(offered)):
        if marked(p) == wanted:
            hold(p, 1)
            return
        tap(p, 1)
    raise Stuck(f"the menu has no {words!r}: {offered}")
