"""The loop that sleeps, against a loop that draws the same screen whole forty times a second, on a real display."""

from __future__ import annotations

import contextlib
import itertools
import queue
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import pygame

from device.app.assembly import Kiosk
from device.app.composition import assemble
from device.common.settings.settings import Settings
from device.demo.simulator import SimulatedFactory, SimulatedOleds, settings_for
from device.games.polish_doubles.board_entry import BoardEntry
from device.games.polish_doubles.entry import MoveEntry
from device.graphics.display import PygameDisplay
from device.io.inputs import RawEdge, TextInput
from rules.game import SECOND, Event
from rules.polish_doubles import DoublesSetup, PairSetup
from rules.polish_doubles import acts as e
from rules.scrabble import parse_at
from tools.bench.measure import Result, by_turns, in_a_frame

RATE = 40
SECONDS = 6.0
WARM = 1.5
"""Seconds before processor time is counted: the first picture draws every letter and card for the first time."""
SIZE = (800, 480)
LETTERS = "ŘEKA"
"""Typed letter by letter: a word across from a square where nothing lies, beside a word that does."""
KEY_ROUNDS = 21
PICTURES = 300
PRESSES = 30
THOUGHT = 0.3
"""Seconds between two presses: far less than any turn takes."""


class TimedDisplay(PygameDisplay):
    """The device's own display; notes when a picture that was awaited has been flipped, and what ``changed``."""

    def __init__(self, size: tuple[int, int], fullscreen: bool, now: Callable[[], int]) -> None:
        super().__init__(size, fullscreen, now)
        self.shows: Callable[[], bool] = lambda: False
        self.flipped = queue.SimpleQueue[float]()
        self.changed: list[pygame.Rect] = []

    def present(self, dirty: list[pygame.Rect]) -> None:
        """Flip, then note when."""
        super().present(dirty)
        if dirty and self.shows():
            self.flipped.put(time.perf_counter())
            self.changed = dirty
            self.shows = lambda: False


@contextlib.contextmanager
def table_on(display: PygameDisplay, *events: Event) -> Iterator[Kiosk]:
    """A table in the middle of a game, after ``events``, on that display."""
    with TemporaryDirectory() as folder:
        settings = settings_for(Settings(journal=str(Path(folder) / "journal.db")))
        kiosk, _ = assemble(settings, display, factory=SimulatedFactory(), connector=SimulatedOleds(settings).connect)
        try:
            kiosk.table.new(DoublesSetup(pairs=(PairSetup(name="Krtci"), PairSetup(name="Sloky"))))
            kiosk.host.enter(kiosk.host.games[kiosk.table.game.key].play(kiosk.host))
            for event in (e.Starters(pair="A"), e.Press(pair="A"), *events):
                kiosk.table.do(event)
            yield kiosk
        finally:
            kiosk.close()
            pygame.display.quit()


def compare() -> Iterator[Result]:
    """Processor time of a minute of a running clock, and the time from an edge to the flipped frame."""
    display = TimedDisplay(SIZE, False, time.monotonic_ns)
    with table_on(display, e.Move(word="MÁK", points=9), e.Press(pair="A"), e.Move(word="PES", points=5)) as kiosk:
        fixed = f"the same screen drawn whole {RATE} times a second"
        loops = (kiosk.loop.step, lambda: whole(kiosk, display))
        mine, theirs = (busy(loop) for loop in loops)
        yield Result("processor time, minute of a running clock", mine, fixed, theirs, "s", 0.05)
        yield composing(kiosk)
        pressed = partial(has_presses, kiosk)
        mine = latency(kiosk.loop.step, kiosk, display, pressed)
        floor = latency(copying(kiosk, display), kiosk, display, lambda entries: True)
        theirs = latency(lambda: whole(kiosk, display), kiosk, display, pressed)
        yield Result("edge to flipped frame", mine, fixed, theirs, aim=0.05)
        yield Result("the same", mine, "the floor: woken, the same pixels copied and flipped", floor, aim=2)


def composing(kiosk: Kiosk) -> Result:
    """The picture of a running clock put together, each time a second later, against painting it whole."""
    moment, seconds = kiosk.composer.moment(), itertools.count()
    painter, scene = kiosk.screen.painter, kiosk.composer.frame(moment).scene

    def compose() -> None:
        passed = next(seconds) * SECOND
        kiosk.composer.frame(replace(moment, at=moment.at + passed, now=moment.now + passed))

    def paint() -> None:
        painter.forget()
        painter.paint(scene)

    mine, theirs = by_turns(compose, paint, PICTURES, time.thread_time)
    return Result("putting a picture together", mine, "painting the same picture whole", theirs, aim=0.16)


def whole(kiosk: Kiosk, display: PygameDisplay) -> None:
    """One turn of a loop as most programs have it: take what came, draw everything, flip, wait for the next tick."""
    begin = time.perf_counter()
    kiosk.loop.handle_all(kiosk.queue.take_all())
    display.inputs()
    kiosk.screen.painter.forget()
    kiosk.screen.show(kiosk.composer.current_frame(kiosk.now()))
    time.sleep(max(0.0, 1 / RATE - (time.perf_counter() - begin)))


def has_presses(kiosk: Kiosk, entries: int) -> bool:
    """Whether the table has more than so many presses."""
    return len(kiosk.table.state.presses) > entries


def copying(kiosk: Kiosk, display: TimedDisplay) -> Callable[[], None]:
    """A turn of a loop that sleeps as the kiosk's does, asks no rules and copies what last changed from a picture."""
    picture, changed = display.surface.copy(), display.changed

    def turn() -> None:
        kiosk.queue.sleep(1.0)
        if any(isinstance(item, RawEdge) and item.down for item in kiosk.queue.take_all()):
            for rect in changed:
                display.surface.blit(picture, rect, rect)
            display.present(changed)

    return turn


def busy(turn: Callable[[], None]) -> float:
    """Seconds of processor time for a minute of ``turn`` after ``turn``."""
    warm = time.perf_counter() + WARM
    while time.perf_counter() < warm:
        turn()
    end = time.perf_counter() + SECONDS
    began, used = time.perf_counter(), time.process_time()
    while time.perf_counter() < end:
        turn()
    return 60 * (time.process_time() - used) / (time.perf_counter() - began)


def latency(turn: Callable[[], None], kiosk: Kiosk, display: TimedDisplay, shows: Callable[[int], bool]) -> float:
    """Median milliseconds from the edge of a press to the frame that ``shows`` it, there being so many presses."""
    spans: list[float] = []
    stop = threading.Event()

    def press() -> None:
        for n in range(PRESSES):
            state = kiosk.table.state
            side, entries = state.turns[-1].pair, len(state.presses)
            display.shows = partial(shows, entries)
            begin = time.perf_counter()
            kiosk.post(RawEdge(side, True, time.monotonic_ns()))
            spans.append(1e3 * (display.flipped.get() - begin))
            kiosk.post(RawEdge(side, False, time.monotonic_ns()))
            time.sleep(THOUGHT + n / PRESSES / RATE)  # another moment of the tick each time
        stop.set()

    threading.Thread(target=press, name="press", daemon=True).start()
    while not stop.is_set():
        turn()
    return median(spans)


def keystrokes() -> Iterator[Result]:
    """A letter typed on the screen of the board, from the key to the picture, against drawing that picture whole.

    Every letter of a word and every backspace: where its tiles lie, points, words formed, what is drawn anew.
    """
    display = PygameDisplay(SIZE, False, time.monotonic_ns)
    with table_on(display, e.Move(word="STŘECHA", points=78, at="H8"), e.Press(pair="A")) as kiosk:
        kiosk.controller.show(BoardEntry(MoveEntry(), at=parse_at("I8")))
        kiosk.presenter.present(kiosk.composer.moment())
        keys = [*LETTERS, *"\b" * len(LETTERS)]
        type_keys(kiosk, keys)
        mine, theirs = by_turns(lambda: type_keys(kiosk, keys), lambda: type_keys(kiosk, keys, whole=True), KEY_ROUNDS)
    each, drawn = mine / len(keys), theirs / len(keys)
    yield Result("board: key to picture", each, "the same, every picture drawn whole", drawn)
    yield in_a_frame("board: key to picture", each)


def type_keys(kiosk: Kiosk, keys: list[str], *, whole: bool = False) -> None:
    """Type, and show what each key makes of the screen; ``whole``: nothing of the last picture is used again."""
    for key in keys:
        before = kiosk.scene
        kiosk.loop.handle(TextInput(key))
        if whole:
            kiosk.screen.painter.forget()
        kiosk.presenter.present(kiosk.composer.moment())
        if kiosk.scene == before:
            raise AssertionError(f"the key {key!r} changes nothing on the screen")
