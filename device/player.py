"""Plays a recorded game on a real table without hands: edges on the pins, touches on the screen, time of its own.

What a record says somebody did is done the way a player would do it; nothing is told to the rules directly. Used to
show the whole input path without a display, to draw every screen, and to hold the screen against `dvojtah replay`.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pygame
from PIL import Image

from device import app, words
from device.games.polish_doubles.outputs import alarm
from device.games.polish_doubles.room import DoublesRoom
from device.home import Home
from device.inputs import Lifted, Touched
from device.kiosk.actions import BACK, REDO, UNDO, Do, Go, Put, Simple, Step
from device.kiosk.keys import DONE, digit, key
from device.kiosk.kiosk import Kiosk
from device.kiosk.stage import HeadlessStage
from device.kiosk.widgets import place_of
from device.report_text import report_text
from device.settings import Settings
from device.simulator import Faces, SimulatedFactory, settings_for
from device.words import t
from rules.game import SECOND, Entry, Redo, Undo, Void
from rules.history import History
from rules.polish_doubles import events as e
from rules.polish_doubles.state import EarlyState, Phase, State
from rules.record import read

SAMPLES = Path(__file__).parent.parent / "samples"
FULL = SAMPLES / "polish-doubles-full.jsonl"
MS = 1_000_000


class Stuck(Exception):
    """The player cannot find what it should touch: a screen is not as a player would expect."""


@dataclass
class Clock:
    """A clock that is moved by hand."""

    ns: int = 1_000 * SECOND

    def __call__(self) -> int:
        """The reading in ns."""
        return self.ns


class Player:
    """A table with a virtual clock, and hands for it. ``seen(name, player)`` is called for each screen that shows."""

    def __init__(
        self,
        folder: Path,
        language: str = "cs",
        size: tuple[int, int] = (800, 480),
        seen: Callable[[str, Player], None] = lambda name, player: None,
    ) -> None:
        settings = Settings(language="en" if language == "en" else "cs", journal=str(folder / "journal.db"))
        self.settings = settings_for(settings)
        self.size = size
        self.clock = Clock()
        self.seen = seen
        self.kiosk, self.edges, self.faces, self.factory = self._start()

    def _start(self) -> tuple[Kiosk, app.Edges, Faces, SimulatedFactory]:
        factory, faces = SimulatedFactory(self.clock), Faces(self.settings)
        stage = HeadlessStage(self.size)
        kiosk, edges = app.assemble(self.settings, stage, factory, faces.connect, self.clock)
        trouble = edges.gpio.open()
        if trouble is not None:
            raise Stuck(str(trouble))
        self.kiosk, self.edges, self.faces = kiosk, edges, faces
        self.settle()
        return kiosk, edges, faces, factory

    def settle(self, name: str = "") -> None:
        """Let the kiosk take what waits, and the OLEDs show it."""
        self.kiosk.settle()
        for side in (0, 1):
            self.edges.oleds.serve(side)
        shown = name or self.showing()
        if shown:
            self.seen(shown, self)

    def showing(self) -> str:
        """What the screen shows, for an album: its name and, where that matters, the state of the game."""
        room = self.kiosk.room
        if isinstance(room, Home):
            return "home-resume" if any(game.open for game in room.games) else "home"
        if not isinstance(room, DoublesRoom):
            return ""
        shown, state = room.shown(), room.state
        if shown == "play":
            return playing(state, self.kiosk.table.game_time())
        if shown == "result" and state.phase is Phase.SIGNED:
            return "signed"
        if shown == "result" and (state.disputes or state.signed):
            return "disputed" if state.disputes else "signed-by-one"
        return shown

    # -- time ------------------------------------------------------------------------------------------------------

    def until(self, at: int) -> None:
        """Let time pass until game time ``at``, moment by moment as the loop would."""
        target = self.clock.ns + at - self.kiosk.table.game_time()
        while (due := self.kiosk.advance()) is not None and due < target:
            self.clock.ns = max(due, self.clock.ns + 1)
            self.settle()
        self.clock.ns = max(target, self.clock.ns)
        self.kiosk.step(wait=False)
        self.settle()

    def wait(self, ns: int) -> None:
        """Let ``ns`` pass."""
        self.until(self.kiosk.table.game_time() + ns)

    # -- hands -----------------------------------------------------------------------------------------------------

    def touch(self, action: Any) -> None:
        """Touch the button that carries ``action``. Raises `Stuck` where the screen has none."""
        place = place_of(self.kiosk.scene, action)
        if place is None:
            raise Stuck(f"no {action} on the screen {self.showing()!r}")
        self.kiosk.post(Touched(*place, self.clock.ns))
        self.settle()
        self.kiosk.post(Lifted(*place, self.clock.ns))
        self.settle()

    def has(self, action: Any) -> bool:
        """Whether the screen has that button, and it works."""
        return place_of(self.kiosk.scene, action) is not None

    def pin(self, side: int) -> Any:
        """The pin of a clock button."""
        return self.factory.pin(getattr(self.settings.buttons, f"button_{'ab'[side]}"))

    def press(self, side: int, ms: int = 60) -> None:
        """Press a clock button, bounces and all, and let it go after ``ms``."""
        pin = self.pin(side)
        pin.drive_low()
        for _ in range(3):
            self.clock.ns += MS
            pin.drive_high()
            self.clock.ns += MS
            pin.drive_low()
        self.settle()
        self.wait(ms * MS)
        pin.drive_high()
        self.wait(60 * MS)

    def write(self, text: str) -> None:
        """Type a name on the keyboard of the screen, with its shift key."""
        for char in text:
            if not self.has(key(char)):
                self.touch(Simple("shift"))
            self.touch(key(char))

    # -- a record --------------------------------------------------------------------------------------------------

    def play(self, record: History) -> History:
        """Play the whole record; the game as this table's journal has it."""
        self.set_up(record)
        entries = list(record.entries)
        for number, entry in enumerate(entries):
            later = entries[number + 1] if number + 1 < len(entries) else None
            self.do(entry, later, record)
        self.kiosk.journal.flush()
        self.settle()
        history = self.kiosk.table.history
        assert history is not None
        return history

    def set_up(self, record: History) -> None:
        """Type the names."""
        setup = record.setup
        assert isinstance(setup, e.DoublesSetup)
        self.touch(Go("setup", "polish_doubles"))
        fields = [name for pair in setup.pairs for name in (pair.name, *pair.players)]
        for number, name in enumerate(fields):
            self.touch(Put("focus", number))
            self.write(name)
        self.settle("setup")
        self.touch(DONE)

    def do(self, entry: Entry, later: Entry | None, record: History) -> None:
        """One entry of the record."""
        event = entry.event
        if isinstance(event, e.Press):
            self.until(entry.at)
            voided = later is not None and isinstance(later.event, Void) and entry.n in later.event.of
            held = voided and later is not None and later.event.by != "both"  # type: ignore[attr-defined]
            self.press(e.INDEX[event.pair], self.settings.buttons.hold_ms + 100 if held else 60)
        elif isinstance(event, Void):
            return  # the hold did it
        elif isinstance(event, e.Sign):
            self.until(entry.at - self.settings.buttons.hold_ms * MS)
            self.press(e.INDEX[event.pair], self.settings.buttons.hold_ms + 100)
        elif isinstance(event, e.PowerLoss):
            self.until(entry.at)
            self.pull_the_plug()
        else:
            self.until(entry.at)
            _HANDS[type(event)](self, event)

    def pull_the_plug(self) -> None:
        """The device goes dark and is started again half a minute later; the game is taken up from the home screen."""
        number = self.kiosk.table.game_id
        self.kiosk.journal.close()
        self.edges.close()
        self.clock.ns += 30 * SECOND
        self.kiosk, self.edges, self.faces, self.factory = self._start()
        self.touch(Go("resume", number))

    def menu(self, action: Any) -> None:
        """Something from the menu."""
        self.touch(Go("menu"))
        self.touch(action)

    def draw(self, event: e.Draw) -> None:
        """Both pairs tap the letter they drew."""
        self.touch(Put("letter", (event.a, "")))
        self.touch(Do(event))

    def move(self, event: e.Move) -> None:
        """Letters, digits, how many tiles, who, check."""
        self.touch(Go("entry"))
        for letter in event.word or "":
            self.touch(key(letter))
        for figure in str(event.points):
            self.touch(digit(figure))
        self.tiles(event.tiles)
        self.player(event.player)
        self.settle("entry, filled in")
        self.touch(DONE)

    def tiles(self, wanted: int | msgspec.UnsetType | None) -> None:
        """Step the number of tiles to what the record says."""
        if isinstance(wanted, msgspec.UnsetType):
            return
        for _ in range(16):
            now = self.kiosk.room.draft.laid  # type: ignore[attr-defined]
            if now == wanted:
                return
            self.touch(Step("tiles", 1 if (wanted or 0) > (now or 0) else -1))

    def player(self, number: int | None) -> None:
        """Tap who played, unless it is marked already."""
        now = self.kiosk.room.draft.player  # type: ignore[attr-defined]
        if number is not None and now != number:
            self.touch(Put("player", number))
        elif number is None and now is not None:
            self.touch(Put("player", None))

    def number(self, value: float) -> None:
        """Type a number."""
        for figure in f"{value:g}":
            self.touch(digit(figure))

    def bag(self, event: e.Bag) -> None:
        """The bag's count, from the menu."""
        self.menu(Go("bag"))
        self.number(event.count)
        self.touch(DONE)

    def correct(self, event: e.Correct) -> None:
        """The row on the scoresheet, then new letters and digits."""
        self.menu(Go("sheet"))
        page = 0
        place = Go("correct", (event.turn - 1, event.move - 1))
        while not self.has(place):
            page += 1
            self.touch(Go("sheet", page))
        self.touch(place)
        if isinstance(event.word, str):
            while self.kiosk.room.draft.word:  # type: ignore[attr-defined]
                self.touch(key("\b"))
            for letter in event.word:
                self.touch(key(letter))
        if isinstance(event.points, int):
            self.touch(Simple("clear"))
            self.number(event.points)
        self.tiles(event.tiles)
        if event.announced:
            self.touch(Put("announced", True))
        self.touch(DONE)

    def ask(self, screen: str, event: Any) -> None:
        """Open a screen from the bar or the menu, unless it shows by itself, and choose."""
        if not self.has(Do(event)):
            if not self.has(Go(screen)):
                self.touch(Go("menu"))
            self.touch(Go(screen))
        self.touch(Do(event))

    def racks(self, event: e.Racks) -> None:
        """The tiles that are left."""
        for letter in event.tiles:
            self.touch(key(letter))
        self.touch(DONE)

    def referee(self, value: float, action: Any) -> None:
        """The referee types seconds and says what they are for."""
        self.menu(Go("referee"))
        self.number(value)
        self.touch(action)

    def take_back(self) -> None:
        """Undo, wherever this screen has it."""
        for action in (UNDO, Put("undo", True)):
            if self.has(action):
                self.touch(action)
                return
        self.menu(UNDO)

    def dispute(self, event: e.Dispute) -> None:
        """A pair disputes, with the reason that its screen offers."""
        self.touch(Go("dispute", e.INDEX[event.pair]))
        self.touch(Do(event))

    def exchange(self, event: e.Exchange) -> None:
        """One tap for the number of tiles."""
        self.touch(Go("exchange"))
        self.player(event.player)
        self.touch(Put("exchange", event.tiles))


_HANDS: dict[type, Callable[[Player, Any], None]] = {
    e.Draw: Player.draw,
    e.Starters: lambda p, x: p.touch(Do(x)),
    e.Pause: lambda p, x: p.menu(Do(x)),
    e.Resume: lambda p, x: p.touch(Do(x)),
    e.SetTime: lambda p, x: p.referee(x.remaining_s, Put("set_time", True)),
    e.DecideTime: lambda p, x: p.referee(x.used_s, Put("decide", x.turn)),
    e.Spoil: lambda p, x: p.ask("referee", x),
    e.Move: Player.move,
    e.Exchange: Player.exchange,
    e.Pass: lambda p, x: p.ask("pass", x),
    e.Announce: lambda p, x: p.menu(Do(x)),
    e.Bag: Player.bag,
    e.Correct: Player.correct,
    e.Objection: lambda p, x: p.ask("object", x),
    e.Verdict: lambda p, x: p.touch(Do(x)),
    e.NoObjection: lambda p, x: p.ask("object", x),
    e.Early: lambda p, x: p.menu(Do(x)),
    e.EarlyAnswer: lambda p, x: p.ask("early", x),
    e.Overrun: lambda p, x: p.touch(Do(x)),
    e.Out: lambda p, x: p.ask("close", x),
    e.Close: lambda p, x: p.ask("close", x),
    e.End: lambda p, x: p.ask("close", x),
    e.Racks: Player.racks,
    e.Dispute: Player.dispute,
    e.Reopen: lambda p, x: p.ask("reopen", x),
    e.Note: lambda p, x: p.ask("note", x),
    Undo: lambda p, x: p.take_back(),
    Redo: lambda p, x: p.menu(REDO),
}


def playing(state: State, at: int) -> str:
    """Which kind of moment the screen of a running game shows."""
    if state.phase is Phase.READY:
        return "ready"
    if "pause" in state.clock.standing:
        return "paused-after-power-loss" if state.clock.doubt else "paused"
    if level := alarm(state, at):
        return ("", "play-low-time", "play-last-seconds", "play-over-time")[level]
    if state.clock.spoiled:
        return "play-spoiled-clock"
    if state.turns[-1].early is EarlyState.ASKED:
        return "play-early-judgement"
    if state.judged_turn is not None and state.slot == (len(state.turns) - 1, 0) and len(state.turns) > 5:
        return "play-objection-open"
    if state.turns[-1].filled and len(state.turns) > 5:
        return "play-turn-written"
    return "play" if len(state.turns) > 10 else "play-first-turns"


class Album:
    """Keeps one picture of every screen and face that shows, the fullest one of each kind."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pictures: dict[str, Path] = {}
        folder.mkdir(parents=True, exist_ok=True)

    def __call__(self, name: str, player: Player) -> None:
        """A screen shows: keep it the first time."""
        if name in self.pictures:
            return
        path = self.folder / f"{name.replace(', ', '-').replace(' ', '-')}.png"
        pygame.image.save(player.kiosk.stage.surface, path)
        self.pictures[name] = path
        images = [player.faces.image(side) for side in (0, 1)]
        if all(images):
            both = Image.new("1", (264, 64), 1)
            for side, image in enumerate(images):
                if image is not None:
                    both.paste(image.convert("1"), (side * 136, 0))
            both.resize((1056, 256), Image.Resampling.NEAREST).save(path.with_name(f"oled-{path.name}"))


def load_record(path: Path) -> History:
    """A record from a file."""
    return read(path.read_text(encoding="utf-8").splitlines())


def play_sample(path: Path | None, out: Path) -> int:
    """Play a record through pins and touches; print its scoresheet and where the pictures are."""
    record = load_record(path or FULL)
    album = Album(out)
    with tempfile.TemporaryDirectory(prefix="dvojtah-") as folder:
        player = Player(Path(folder), words.language(), seen=album)
        history = player.play(record)
        player.kiosk.journal.close()
    print(report_text(history.game.report(history.state)))
    same = history.game.report(history.state).data == record.game.report(record.state).data
    print(t("Played through buttons and touches: {n} entries.", n=len(history.entries)))
    for name, place in album.pictures.items():
        print(f"  {name}: {place}")
    if not same:
        print(t("The tally differs from the record's."), file=sys.stderr)
        return 1
    return 0


def draw_screens(out: Path) -> int:
    """Every screen and face in both languages, into ``out``."""
    record = load_record(FULL)
    for language in words.LANGUAGES:
        words.use(language)
        album = Album(out / language)
        with tempfile.TemporaryDirectory(prefix="dvojtah-") as folder:
            player = Player(Path(folder), language, seen=album)
            player.play(record)
            player.kiosk.journal.close()
        print(f"{language}: {len(album.pictures)} -> {out / language}")
    return 0


__all__ = ["BACK", "Album", "Player", "Stuck", "draw_screens", "load_record", "play_sample"]
