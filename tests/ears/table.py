"""A table that is only heard: two buttons to press, and the words that came out of its loudspeaker."""

from __future__ import annotations

import time
from pathlib import Path

from rules.game import SECOND
from tests.ears.stopwatch import Stopwatch
from tools.play.player import MS, Player

HOLD_MS = 1_600
"""Milliseconds after which a button counts as held."""


class Lost(Exception):
    """What was to be heard was not said; ``heard`` is what was."""


class _Table(Player):
    """A table with pins and a clock of its own; nothing plays at it by itself."""

    def set_up(self, history):
        raise NotImplementedError

    def do(self, entry, following=None):
        raise NotImplementedError

    def game_screen(self):
        return ""


class Ears:
    """All that such a player has. ``log`` is the evening so far, a line for each thing done or heard.

    With a ``stopwatch`` everything is really spoken, and each press waits for its answer.
    """

    def __init__(self, folder: Path, language: str = "cs", stopwatch: Stopwatch | None = None) -> None:
        self._table = _Table(folder, language)
        self._table.stride = 0
        self._spoken: list[str] = []
        self.log: list[str] = []
        self._begin = self._table.clock.ns
        self._stopwatch = stopwatch
        self._said: list[tuple[str, str, int]] = []
        self._table.peripherals.speech.say = self._hear
        self._table.peripherals.speech.prepare = stopwatch.prepare if stopwatch else lambda words, language: None

    def _hear(self, words: str, language: str, *, cut: bool = False) -> None:
        kind = "entries of the menu" if self._table.kiosk.composer.menu.open else "answers" if cut else "states"
        self._said.append((kind, words, self._table.clock.ns))
        self._spoken.append(words)
        self._note(f"    {words}")
        if self._stopwatch is not None:
            self._stopwatch.say(words, language, cut=cut)

    def _note(self, line: str) -> None:
        seconds = (self._table.clock.ns - self._begin) // SECOND
        self.log.append(f"{seconds // 60:3}:{seconds % 60:02} {line}")

    # -- two buttons -----------------------------------------------------------------------------------------------

    def press(self, side: int) -> list[str]:
        """A short press of the left button (0) or the right one (1); what is heard then."""
        return self._do(f"press {'AB'[side]}", lambda: self._table.press(side))

    def hold(self, side: int) -> list[str]:
        """The button held until it counts as held."""
        return self._do(f"hold {'AB'[side]}", lambda: self._table.press(side, HOLD_MS))

    def both(self) -> list[str]:
        """Both buttons held."""
        return self._do("hold both", self._both)

    def ask(self, side: int, words: str) -> None:
        """After a while the button that changes nothing now asks how things stand. Raises `Lost` without ``words``."""
        self.wait(5)
        self.must(words, self.press(side))

    def wait(self, seconds: float) -> list[str]:
        """Time passes; with a stopwatch, some of it really."""
        if self._stopwatch is not None:
            time.sleep(min(seconds, 0.5))
        return self._do(f"wait {seconds:g} s", lambda: self._table.wait(int(seconds * SECOND)))

    def _both(self) -> None:
        for side in (0, 1):
            self._table.pin(side).drive_low()
            self._table.settle()
            self._table.clock.ns += 100 * MS
        self._table.wait(HOLD_MS * MS)
        for side in (0, 1):
            self._table.pin(side).drive_high()
            self._table.wait(60 * MS)

    def _do(self, label, act) -> list[str]:
        self._note(label)
        before, began = len(self._spoken), self._table.clock.ns
        self._said.clear()
        if self._stopwatch is not None:
            self._stopwatch.begin()
        act()
        self._table.settle()
        if self._stopwatch is not None and self._said and label.startswith("press"):
            kind, words, at = self._said[0]
            self._stopwatch.end(kind, words, (at - began) / SECOND)
        return self._spoken[before:]

    # -- what a listener does with them ----------------------------------------------------------------------------

    def choose(self, words: str) -> list[str]:
        """In the menu, to the entry that is read as ``words`` or begins so, and hold. Raises `Lost`."""
        heard, first = self._spoken[-3:], ""
        for _ in range(400):
            if any(_is(words, text) for text in heard):
                return self.hold(1)
            heard = self.press(1)
            if heard and heard[0] == first:
                break
            first = first or (heard[0] if heard else "")
        raise Lost(f"{words!r} is not in the menu; heard {self._spoken[-40:]}")

    def spell(self, word: str) -> None:
        """Letter by letter on the keys of the screen."""
        for letter in word:
            self.choose(letter)

    def must(self, words: str, heard: list[str]) -> None:
        """Raises `Lost` unless ``words`` were heard."""
        if not any(words in text for text in heard):
            raise Lost(f"{words!r} was not said: {heard}")

    def close(self) -> None:
        """The evening is over."""
        self._table.close()


def _is(words: str, heard: str) -> bool:
    """Whether what was heard is the entry ``words``: a letter of the keyboard exactly, others by their beginning."""
    wanted, text = words.casefold(), heard.casefold()
    return text == wanted or (len(wanted) > 2 and text.startswith(wanted))
