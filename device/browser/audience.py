"""Everybody who watches one table: what each is still to be sent, in the thread that serves browsers.

Pictures go by `Viewer`; everything else is a note of which the newest of a kind counts, so that whoever reads slowly
fills no memory: what a small display shows, the lamps, a signal to sound, words to say.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass

import pygame

from device.browser.display import BrowserDisplay
from device.browser.messages import note, picture
from device.browser.seat import Seat
from device.browser.viewer import Viewer
from device.common.log import Bucket

MOST = 16
"""Browsers at one table."""
BURST, PERIOD_S = 400, 1 / 150
"""Messages that one browser may send at once, and how often (s) one more: two fingers move 60 times a second each."""
BESIDE = 60_000
"""Pixels from which a picture is encoded beside the event loop."""


class Watcher:
    """One browser's connection: who it is, its pictures and notes. Lives on the event loop."""

    def __init__(self, ident: str, now: float) -> None:
        self.ident = ident
        self.viewer = Viewer()
        self.notes: dict[str, str] = {}
        self.wake = asyncio.Event()
        self.replaced = False
        self.bucket = Bucket(BURST, PERIOD_S, now)
        """What it may say: no more than people can do."""

    def tell(self, kind: str, text: str) -> None:
        """Send a note soon, in place of an earlier one of that kind."""
        self.notes.pop(kind, None)
        self.notes[kind] = text
        self.wake.set()


@dataclass(eq=False)
class Audience:
    """The browsers at one table, and who of them holds it.

    `publish` and `tell` may be called from any thread, everything else on the event loop. ``on_holder`` is called with
    the word of a browser that holds the table from now on, ``on_seats`` with whether anybody does and how many look
    on. ``now`` is a clock in seconds.
    """

    display: BrowserDisplay
    seat: Seat
    now: Callable[[], float]
    on_holder: Callable[[str], None] = lambda ident: None
    on_seats: Callable[[bool, int], None] = lambda held, watchers: None

    def __post_init__(self) -> None:
        self.watchers: set[Watcher] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lasting: dict[str, str] = {}
        self.display.on_change = self.publish

    def open(self) -> None:
        """Browsers are served from now on, by the loop that runs."""
        self._loop = asyncio.get_running_loop()

    # -- from any thread -------------------------------------------------------------------------------------------

    def publish(self, rects: list[pygame.Rect], generation: int) -> None:
        """That part of the picture has changed."""
        self._call(self._spread, rects, generation)

    def tell(self, kind: str, text: str, *, lasts: bool = False) -> None:
        """A note for everybody; where it ``lasts``, also for those who come later."""
        if lasts:
            self._lasting[kind] = text
        self._call(self._tell, kind, text)

    def _call(self, callback: Callable[..., None], *values: object) -> None:
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # it has ended
                self._loop.call_soon_threadsafe(callback, *values)

    # -- on the event loop -----------------------------------------------------------------------------------------

    def _spread(self, rects: list[pygame.Rect], generation: int) -> None:
        for watcher in self.watchers:
            watcher.viewer.change(rects, generation)
            watcher.wake.set()

    def _tell(self, kind: str, text: str) -> None:
        for watcher in self.watchers:
            watcher.tell(kind, text)

    def enter(self, watcher: Watcher, *, only_looks: bool) -> None:
        """A browser has come, with a code that is right."""
        for other in self.watchers:
            if other.ident == watcher.ident:
                other.replaced = True
                other.wake.set()
        self.watchers.add(watcher)
        watcher.viewer.restart(*self.display.state)
        for kind, text in list(self._lasting.items()):
            watcher.tell(kind, text)
        before = self.seat.holder
        if self.seat.enter(watcher.ident, self.now(), only_looks=only_looks) and before != watcher.ident:
            self.on_holder(watcher.ident)
        self.say_seats()

    def leave(self, watcher: Watcher) -> None:
        """A connection is gone."""
        self.watchers.discard(watcher)
        if self.is_holder(watcher) and not any(other.ident == watcher.ident for other in self.watchers):
            self.seat.leave(watcher.ident, self.now())
            self.display.let_go()
        self.say_seats()

    def take_over(self, watcher: Watcher) -> None:
        """A browser that looked on plays from now on."""
        if not self.is_holder(watcher):
            self.display.let_go()
            self.seat.take(watcher.ident)
            self.on_holder(watcher.ident)
        self.say_seats()

    def is_holder(self, watcher: Watcher) -> bool:
        """Whether that browser holds the table, by this very connection."""
        return self.seat.is_held_by(watcher.ident) and not watcher.replaced

    @property
    def holder_is_here(self) -> bool:
        """Whether somebody plays."""
        return any(self.is_holder(other) for other in self.watchers)

    def say_seats(self) -> None:
        """Tell everybody whether they hold the table, whether somebody else does, and how many look on."""
        held = self.holder_is_here
        self.on_seats(held, len(self.watchers) - held)
        for watcher in self.watchers:
            holds = self.is_holder(watcher)
            watcher.tell("seat", note("seat", holds, held, len(self.watchers) - held))

    async def next_message(self, watcher: Watcher) -> str | bytes | None:
        """What is to be sent to a browser now; None where nothing is."""
        if watcher.notes:
            return watcher.notes.pop(next(iter(watcher.notes)))
        piece = watcher.viewer.next_piece(self.now())
        if piece is None:
            return None
        if sum(rect.w * rect.h for rect in piece.rects) > BESIDE:
            part = await asyncio.to_thread(self.display.encode, piece.rects)
        else:
            part = self.display.encode(piece.rects)
        return picture(piece.number, piece.seq, part.size, part.rects, part.body)
