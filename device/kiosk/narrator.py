"""How things stand, aloud: for who plays by ear, with the two clock buttons and the loudspeaker alone.

Each state is said once, when it begins, and what has happened before it; of a press no more than whose time runs now.
A press that changes nothing asks how things stand, with the time that is left. What is said is what everybody at the
table may see; what is typed as a secret is not read. Nothing of this costs anything while speech is switched off.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from device.common import i18n
from device.common.i18n import t, tr
from device.io.oled_content import OledContent
from device.kiosk.host import Host
from device.kiosk.low_time import OVER
from device.kiosk.moment import Moment
from device.kiosk.time_bar import SideTime, state_of
from rules.clock.acts import ClockPress
from rules.message import msgs

CLOCK = re.compile(r"(\d+):(\d\d)(?::(\d\d))?\b")
"""A time as a clock shows it."""
MOST_NEWS = 5
"""Entries that are said where several were recorded at once, the newest of them: as many as players at a table."""
BETWEEN = re.compile(r"\s*[·|/]\s*")
"""What stands between words that are read; a comma is spoken as the pause that it is."""


class Utterance(msgspec.Struct, frozen=True):
    """Something that is said once for each ``key``; ``words`` have the time as well, which goes on.

    ``side``: it is about what that side does, and said to it alone where each has an ear phone.
    """

    key: str
    words: str
    side: int | None = None


def in_words(text: str) -> str:
    """``text`` as it is spoken: a time in minutes and seconds, no signs between words, no cursor at the end."""

    def words_of(match: re.Match[str]) -> str:
        high, middle, low = match.groups()
        hours, minutes, seconds = (int(high), int(middle), int(low)) if low else (0, int(high), int(middle))
        parts = (
            msgs("{n} hour", "{n} hours", hours),
            msgs("{n} minute", "{n} minutes", minutes),
            msgs("{n} second", "{n} seconds", seconds),
        )
        return " ".join(tr(part) for part in parts if part.n) or tr(parts[-1])

    return BETWEEN.sub(", ", CLOCK.sub(words_of, text)).rstrip(" _")


class Narrator:
    """Says how the table of ``host`` stands, which ``moment`` gives; what it may be asked for it has made ready.

    Everything belongs to the loop's thread.
    """

    def __init__(self, host: Host, moment: Callable[[], Moment[Any]]) -> None:
        self._host = host
        self._moment = moment
        self._outputs = host.outputs
        self._keys: frozenset[str] = frozenset()
        self._entries: tuple[int | None, int] = (None, 0)
        self._secret = False
        self._title = ""

    def follow(self, moment: Moment[Any]) -> None:
        """That moment shows now: say what is new about it, once."""
        if not self._host.settings.speech:
            self._keys = frozenset()
            return
        answer = self._parts(moment)
        parts = (*self._news(), *(self._parts(moment, asked=False)))
        new = [part for part in parts if part.key not in self._keys]
        self._keys = frozenset(part.key for part in parts)
        for words, side in self._words(new, (0, 1)):
            self._outputs.speak(words, side=side)
        if new:
            for words, side in self._words(answer, (0, 1)):
                self._outputs.prepare(words, side=side)

    def ask(self, side: int) -> None:
        """Say all of how things stand now, in place of what is being spoken; to ``side``, which asks."""
        if self._host.settings.speech:
            tuple(self._news())  # somebody who asks has heard of it
            for words, speaker in self._words(self._parts(self._moment()), (side,)):
                self._outputs.speak(words, cut=True, side=speaker)

    def _words(self, parts: Sequence[Utterance], sides: Sequence[int]) -> Iterator[tuple[str, int | None]]:
        """What of ``parts`` is said to everybody; where each side has an ear phone, what concerns each of ``sides``."""
        for side in sides if self._host.settings.earphones else (None,):
            if mine := [part.words for part in parts if side is None or part.side in (None, side)]:
                yield in_words(". ".join(mine)), side

    def key(self) -> frozenset[str]:
        """How things stand but for the time: the same where nothing has changed. Empty while speech is off."""
        parts = self._parts(self._moment()) if self._host.settings.speech else ()
        return frozenset(part.key for part in parts)

    def on_screen(self, title: str) -> None:
        """A screen comes up in the buttons' menu: say its title before its entries."""
        self._secret = False
        self._title = title

    def on_typed(self) -> bool:
        """A key of the menu was chosen: say what is typed so far. False where nothing is, or it is a secret."""
        screen = self._host.controller.current_screen()
        words = "" if screen.secret else screen.typed_text()
        if words:
            self._outputs.speak(in_words(words), cut=True)
        return bool(words)

    def on_marked(self, words: str, beside: tuple[str, ...]) -> None:
        """An entry of the buttons' menu is the marked one: say it, unless it would be part of a secret.

        ``beside`` are those near it, nearest first: one of them comes next.
        """
        secret, before = self._host.controller.current_screen().secret, self._secret
        self._secret = secret
        title, self._title = self._title, ""
        if title and title != words:
            self._outputs.speak(in_words(title), cut=True)
        if not secret:
            self._outputs.speak(in_words(words), cut=not title)
            for neighbour in reversed(beside):  # what is asked for last is made first
                self._outputs.prepare(in_words(neighbour))
        elif not before:
            self._outputs.speak(t("What is typed here is secret and is not read aloud."), cut=not title)

    # -- what there is to say --------------------------------------------------------------------------------------

    def _news(self) -> Iterator[Utterance]:
        """What has been recorded since the last time, the sentence that shows, and what is out of order."""
        host, history = self._host, self._host.table.history
        game, known = self._entries
        count = 0 if history is None else len(history.entries)
        self._entries = host.table.game_id, count
        if history is not None and game == host.table.game_id and count > known:
            for entry in history.entries[known:][-MOST_NEWS:]:
                if isinstance(entry.event, ClockPress):
                    continue  # whose time runs now says it
                yield Utterance(f"entry {entry.n}", tr(history.game.describe(entry.event)))
        for words in (host.notices.sentence(host.now()), host.notices.standing(host.screen.look.silent)):
            if words:
                yield Utterance(words, words)

    def _parts(self, moment: Moment[Any], *, asked: bool = True) -> tuple[Utterance, ...]:
        """Whose turn it is and how long still, what each side does now, and the game in one line.

        Where nobody ``asked``, the name and the time are enough of a clock that runs.
        """
        if moment.history is None:
            hint = t("Hold both buttons for the menu.")
            return (Utterance(hint, hint),)
        times = [time for time in moment.views.big_times(moment) if time.player is None]
        turns = tuple(_turn(time, asked=asked) for time in times if time.on_turn)
        sides = () if times else tuple(map(_side, (0, 1), moment.views.oled_contents(moment)))
        if len({side.key[3:] for side in sides}) == 1:  # both displays say the same
            sides = (Utterance(sides[0].key[3:], sides[0].words[3:]),)
        if turns and not asked and moment.clock_runs:
            return (*turns, *sides)
        line = self._host.controller.at_table("")
        return (*turns, *sides, Utterance(line, line))


def _turn(side_time: SideTime, *, asked: bool = True) -> Utterance:
    """A side's turn, or everybody's clock; all of it where somebody ``asked``."""
    who = f"{side_time.name}: {side_time.words or state_of(side_time)}"
    time = side_time.time or (i18n.clock(max(0, side_time.left)) if side_time.left > 0 or side_time.alarm else "")
    brief = side_time.running and side_time.alarm != OVER and not side_time.words and not asked
    words = side_time.name if brief else who
    return Utterance(who, f"{words}, {time}" if time else words)


def _side(side: int, content: OledContent) -> Utterance:
    """What the display beside a clock button says, but for the time, which goes on."""
    still = "" if CLOCK.search(content.big) else content.big
    turn = t("on move") if content.mine else ""
    words = ", ".join(part for part in (content.title, turn, still, content.total, content.mark) if part)
    return Utterance(f"{'AB'[side]}: {words}", f"{'AB'[side]}: {words}", side)
