"""What a word list says of a move while it is judged, word by word (S14-S19). Advice: people decide.

The fold never reads a list; the verdict records which one people saw. No list is asked before a judgement is on.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from device.address import Address
from rules.polish_doubles.events import WordListUsed
from rules.polish_doubles.rows import EarlyState, Row
from rules.polish_doubles.state import State

if TYPE_CHECKING:
    from device.word_lists import WordLists
    from device.word_lists.store import WordSource

log = logging.getLogger(__name__)

THREAD = "word-list"
"""Name of the thread that opens the lists."""
LISTS: Address[Callable[[Path], WordLists]] = Address("device.word_lists.store:open_lists")


@dataclass(frozen=True)
class Advice:
    """The words that a judged move forms, each with the answer (``listed``, ``not_listed``, ``unknown``).

    ``asked`` is the list, None where there is none; ``dictionary``: it is one for spelling, whose answer is less.
    """

    words: tuple[tuple[str, str], ...] = ()
    asked: WordListUsed | None = None
    dictionary: bool = False


NOTHING = Advice()
"""Where no word is known."""


def judged_place(state: State) -> tuple[int, int] | None:
    """Turn and row, from 0, of the move that is being judged, after an objection or early; None where none is."""
    if state.judging is not None:
        index, objected = state.judging
        return index, objected.move - 1
    if state.turns and (turn := state.turns[-1]).early is EarlyState.ASKED and turn.rows:
        return len(state.turns) - 1, 0
    return None


def judged_row(state: State) -> Row | None:
    """The move that is being judged; None where none is."""
    place = judged_place(state)
    return None if place is None else state.turns[place[0]].rows[place[1]]


def words_of(row: Row) -> tuple[str, ...]:
    """The words that a move forms by its squares; its own alone where these are not known."""
    play = row.placement.play
    if play is not None and play.exact:
        return tuple(formed.word for formed in play.words)
    return () if row.word is None else (row.word,)


class Adviser:
    """Asks the word list of the device. It is opened in a thread of its own: a dictionary takes a second to load."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lists: WordLists | None = None
        self._kept: tuple[str | None, tuple[str, ...], Advice] | None = None
        threading.Thread(target=self._open, name=THREAD, daemon=True).start()

    def _open(self) -> None:
        try:
            self._lists = LISTS(self._folder)
        except (ImportError, OSError, RuntimeError) as error:
            log.warning("no word list can be asked: %s", error)

    def _asked(self) -> WordSource | None:
        return None if self._lists is None else self._lists.source()

    def on(self, state: State) -> Advice:
        """What the list says of the move that is being judged; `NOTHING` where none is."""
        row = judged_row(state)
        if row is None or not (words := words_of(row)):
            return NOTHING
        asked = self._asked()
        mark = None if asked is None else asked.sha256
        if self._kept is None or self._kept[:2] != (mark, words):
            self._kept = (mark, words, _answered(asked, words))
        return self._kept[2]


def _answered(asked: WordSource | None, words: tuple[str, ...]) -> Advice:
    if asked is None:
        return Advice(tuple((word, "unknown") for word in words))
    answers = tuple((word, asked.answer(word).value) for word in words)
    return Advice(answers, WordListUsed(name=asked.name[:80], sha256=asked.sha256), asked.dictionary)
