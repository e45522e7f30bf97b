"""A whole game played once at a real table with virtual time, and drawn for every language and size from there."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pygame
import pytest
from PIL import Image

from device.common import i18n
from device.common.web import network
from device.graphics.painter import Painter
from device.graphics.palette import DARK, LIGHT, Palette
from device.graphics.widgets import Scene, Text
from device.io.oled_content import OledContent
from device.journal import writer
from device.screens.home import HomeController
from device.table.calendar import Calendar
from rules.game import SECOND, Event
from rules.history import History
from tests.kiosk.among_people import PEOPLE
from tests.kiosk.at_event import AT_EVENT
from tests.kiosk.keyboard import keyed
from tests.kiosk.looking_back import LOOKING_BACK
from tests.kiosk.own_device import OWN_DEVICE
from tests.kiosk.scene_text import MARKED, misfits
from tests.kiosk.setting import SETTING
from tests.kiosk.situations import situations_of
from tests.longest import APPROVED, SLOVAK, longest_words
from tools.games import TOOLS
from tools.play.gallery import SAMPLES, load_record
from tools.play.player import HOUR, Player, nobody
from tools.play.players import PLAYERS

SIZES = ((800, 480), (1280, 720), (720, 1280))
CZECH = ("cs", SIZES[0])
VIEWS = tuple((language, size) for language in APPROVED for size in SIZES)
"""Languages and sizes in which everything is approved; the first is the one in which it is played."""
DRAWN = (*VIEWS, (SLOVAK, SIZES[0]), (SLOVAK, SIZES[2]))
"""Those and the longest words, which nobody approves but which have to fit, too."""

PLAYED_ANEW = frozenset(
    {
        "history-game",
        "history-games",
        "polyssimo-board-piece-lies",
        "polyssimo-board-refused",
        "polyssimo-four-on-the-board",
        "polyssimo-over-another",
        "settings-writing",
    }
)
"""Screens that keep something of the language or size in which they were played: where a finger is, in pixels, a text
as it was typed, what of a list was seen. What leads to them is done anew in each, as where a sentence was said."""
STRIDE = 5 * SECOND
LONG_STRIDE = 20 * SECOND
"""The same in samples that add little to the fullest one."""
FIGURES = str.maketrans("123456789", "000000000")

T = TypeVar("T")
View = tuple[str, tuple[int, int]]


def name_of(view: View) -> str:
    """A language and size in a word."""
    language, (wide, high) = view
    return f"{language}-{wide}x{high}"


APPROVED_VIEW = pytest.mark.parametrize("view", VIEWS, ids=name_of)
EVERY_VIEW = pytest.mark.parametrize("view", DRAWN, ids=name_of)


@dataclass(repr=False)
class Shown:
    """A kind of screen as it stood the first time.

    ``marked`` is the scene with a colour for each role, in each language and size, ``large`` the same in large print;
    ``dark`` and ``light`` that of each language at 800 x 480. ``contents`` is what the OLEDs are to show in each
    language, ``picture`` and ``oleds``, where pixels are looked at, what the table itself showed.
    """

    marked: dict[View, Scene] = field(default_factory=dict)
    large: dict[View, Scene] = field(default_factory=dict)
    dark: dict[str, Scene] = field(default_factory=dict)
    light: dict[str, Scene] = field(default_factory=dict)
    contents: dict[str, tuple[OledContent, OledContent]] = field(default_factory=dict)
    picture: Image.Image | None = None
    oleds: tuple[Image.Image | None, ...] = ()


@dataclass(repr=False)
class Evening:
    """Everything that was seen while a game was played, apart from the home screen, which is no game's.

    ``cut`` are texts that did not find room, in any frame and, wherever anything but a figure changed, in any language
    and size; ``with_sentence`` the screens that showed with a sentence over them, ``stale`` the frames in which drawing
    what changed did not give what drawing everything gives, ``histories`` what the journal has of each sample,
    ``oleds`` what both OLEDs are to show, in each language, wherever anything but a figure of the screen changed.
    """

    game: str
    every_layout: bool = True
    large_print: bool = True
    pixels: bool = True
    screens: dict[str, Shown] = field(default_factory=dict)
    cut: set[tuple[View, str, str]] = field(default_factory=set)
    frames: int = 0
    stale: list[str] = field(default_factory=list)
    histories: dict[str, History] = field(default_factory=dict)
    done: set[type[Event]] = field(default_factory=set)
    last: tuple[str, Scene] = ("", ())
    painting: bool = True
    fitted: set[Text] = field(default_factory=set)
    layouts: set[int] = field(default_factory=set)
    with_sentence: set[str] = field(default_factory=set)
    oleds: set[tuple[tuple[OledContent, OledContent], ...]] = field(default_factory=set)

    def __call__(self, name: str, player: Player) -> None:
        """A frame of the table on which the game is played."""
        table = player.kiosk
        if self.last[0] == name and self.last[1] is table.scene:
            return
        self.last = name, table.scene
        self.frames += 1
        is_compared = self.frames % 15 == 0
        if self.painting and self.pixels and (self.every_layout or is_compared):
            surface = table.screen.display.surface  # painted over the frame that was painted before
            if is_compared and not same_as_whole(table.scene, surface, table.screen.painter.back):
                self.stale.append(name)
        self.fits(name, CZECH, table.scene)
        if self.every_layout and (layout := layout_of(table.scene)) not in self.layouts:
            self.layouts.add(layout)
            for view in DRAWN[1:]:
                self.fits(name, view, drawn(player, view, DARK))
            self.oleds.add(tuple(contents(player, language) for language in (*APPROVED, SLOVAK)))
        if name not in self.screens and not isinstance(table.controller, HomeController):
            player.written()
            if table.composer.look(table.now()).toast:
                self.with_sentence.add(name)
            self.screens[name] = shown = Shown()
            if self.pixels:
                surface = table.screen.display.surface
                shown.picture = picture_of(surface) if self.painting else painted(table.scene, SIZES[0])
                shown.oleds = tuple(image.copy() if (image := player.oled(side)) else None for side in (0, 1))
            for view in DRAWN:
                self.keep(shown, player, view)

    def anew(self, names: frozenset[str], view: View) -> Callable[[str, Player], None]:
        """Keeps the screens ``names`` of another table, which is played at in that language and size."""
        missing = set(names)

        def seen(name: str, player: Player) -> None:
            if name in missing:
                missing.remove(name)
                player.written()
                self.keep(self.screens[name], player, view)
                self.fits(name, view, drawn(player, view, DARK))

        return seen

    def fits(self, name: str, view: View, scene: Scene) -> None:
        """Note what is cut."""
        new = [text for text in scene if isinstance(text, Text) and text not in self.fitted]
        self.fitted |= set(new)
        self.cut |= {(view, name, text) for text in misfits(tuple(new))}

    def keep(self, shown: Shown, player: Player, view: View) -> None:
        """How it looks in one language and size."""
        language, size = view
        shown.marked[view] = drawn(player, view, MARKED)
        if self.large_print:
            shown.large[view] = drawn(player, view, MARKED, large_print=True)
        if size == SIZES[0]:
            shown.dark[language] = drawn(player, view, DARK)
            shown.light[language] = drawn(player, view, LIGHT)
            shown.contents[language] = contents(player, language)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Inside, ``language`` is spoken; Slovak in the longest words."""
    with longest_words() if language == SLOVAK else nullcontext(), i18n.speaking(language):
        yield


def contents(player: Player, language: str) -> tuple[OledContent, OledContent]:
    """What both OLEDs would show in that language; on 128 dots there is no room for longer words than the real ones."""
    with i18n.speaking(language):
        return player.kiosk.composer.oled_contents(player.kiosk.composer.moment())


def layout_of(scene: Scene) -> int:
    """A number for all that a scene says, one figure as good as another: where a clock ticks it stays the same."""
    return hash(tuple((text.rect, text.text.translate(FIGURES)) for text in scene if isinstance(text, Text)))


def drawn(player: Player, view: View, palette: Palette, *, large_print: bool = False) -> Scene:
    """What the table would show if its language, size and colours were those."""
    table = player.kiosk
    language, size = view
    with speaking(language):
        moment = table.composer.moment()
        look = replace(moment.look, size=size, palette=palette, large_print=large_print)
        return table.composer.frame(moment.in_look(look)).scene


def picture_of(surface: pygame.Surface) -> Image.Image:
    """The pixels of a surface as a PIL image."""
    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))


def painted(scene: Scene, size: tuple[int, int], palette: Palette = DARK) -> Image.Image:
    """A scene as a picture."""
    surface = pygame.Surface(size)
    Painter(surface, palette.back).paint(scene)
    return picture_of(surface)


def same_as_whole(scene: Scene, surface: pygame.Surface, back: tuple[int, int, int]) -> bool:
    """Whether what was drawn change by change is what drawing everything at once gives."""
    whole = pygame.Surface(surface.get_size())
    Painter(whole, back).paint(scene)
    return pygame.image.tobytes(whole, "RGB") == pygame.image.tobytes(surface, "RGB")


@contextmanager
def the_same_everywhere() -> Iterator[None]:
    """What a device knows of its surroundings is the same wherever and whenever the tests run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writer, "_wall", lambda: "2026-11-21T18:30:00+00:00")
        patch.setattr(Calendar, "today", lambda calendar: datetime(2026, 11, 21, 18, 30, tzinfo=UTC))
        patch.setenv("TZ", "UTC")
        time.tzset()
        addresses = (("eth0", ""), ("wlan0", "192.168.1.27 · fd00::5054:ff:fe12:3456"))
        patch.setattr(network, "interfaces", lambda: addresses)
        patch.setattr("socket.gethostname", lambda: "stul-4")
        patch.setattr("device.common.version.version", lambda: "1.0.0")
        patch.setattr("device.word_lists.store.Dictionary.is_installed", False)
        yield
    time.tzset()


def spend(folder: Path, game: str, *, every_layout: bool, large_print: bool, pixels: bool) -> Evening:
    """Play the samples of ``game`` and stage the situations that they do not bring up.

    ``every_layout``: draw each layout that is new in every language and size, not only each screen; ``large_print``:
    draw each screen in large print, too; ``pixels``: keep pictures of what shows.
    """
    i18n.use("cs")
    evening = Evening(game, every_layout, large_print, pixels)
    with the_same_everywhere():
        play_all(evening, folder)
    return evening


def play_all(evening: Evening, folder: Path) -> None:
    """The samples, the fullest first, then the situations: in Czech at 800 x 480, and anew where that is needed."""
    samples = TOOLS[evening.game].samples
    full = samples.full
    for path in sorted(SAMPLES.glob("*.jsonl"), key=lambda path: (path.name != full, path.name)):
        record = load_record(path)
        if record.game.key == evening.game:
            evening.painting = path.name in (full, *samples.beside)
            played = once_or_more(
                evening, folder / path.stem, partial(play, record, path.name == full, evening.painting)
            )
            evening.histories[path.stem] = played
            evening.done |= {type(entry.event) for entry in played.entries}
    evening.painting = True
    for name, stage in staged(evening.game).items():
        once_or_more(evening, folder / name, partial(show, name, stage))


def once_or_more(evening: Evening, folder: Path, play: Callable[[Player], T]) -> T:
    """Do ``play`` at a table, and in another language or size as well where a screen that is new then depends on it."""
    kind, known = PLAYERS[evening.game], set(evening.screens)
    result = at_table(kind(folder, seen=evening), play)
    for view in DRAWN[1:]:
        due = PLAYED_ANEW if view[0] == CZECH[0] else PLAYED_ANEW | evening.with_sentence
        if names := frozenset((evening.screens.keys() - known) & due):
            with longest_words() if view[0] == SLOVAK else nullcontext():
                at_table(kind(folder.parent / str(view) / folder.name, *view, evening.anew(names, view)), play)
    return result


def at_table(player: Player, play: Callable[[Player], T]) -> T:
    """Do ``play``, in the player's language.

    The table is cleared away at once, and whatever is looked for later is not looked for among all that was kept.
    """
    try:
        return play(player)
    finally:
        player.close()
        i18n.use(CZECH[0])
        del player, play
        gc.collect()
        gc.freeze()


def play(record: History, by_touch: bool, painting: bool, player: Player) -> History:
    """A sample; of the time in which only a clock runs one second in a stride. Names are typed by touch or on keys."""
    player.stride, player.near = (STRIDE, 2 * STRIDE) if painting else (LONG_STRIDE, player.near)
    with pytest.MonkeyPatch.context() if painting else unpainted(player) as patch:
        if not by_touch:
            patch.setattr(player, "write", partial(keyed, player))
        return player.play(record)


def show(name: str, stage: Callable[[Any], None], player: Player) -> None:
    """A moment, of which only the last frame is looked at, and painted."""
    seen, player.seen = player.seen, nobody
    player.stride = HOUR
    with unpainted(player):
        stage(player)
    player.kiosk.screen.painter.forget()
    kiosk = player.kiosk
    while True:  # until nothing more is due at once
        kiosk.loop.advance()
        kiosk.presenter.present(kiosk.composer.moment())
        if kiosk.composer.moment().change != kiosk.now():
            break
    seen(name, player)


@contextmanager
def unpainted(player: Player) -> Iterator[pytest.MonkeyPatch]:
    """Frames are composed, and none is painted, until the table is started again."""
    screen = player.kiosk.screen
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(screen, "show", lambda frame: setattr(screen, "frame", frame))
        patch.setattr(player.kiosk.presenter, "prerender", lambda: None)
        yield patch


def staged(game: str) -> Mapping[str, Callable[[Any], None]]:
    """The situations of ``game`` and, with the first of the games, those that belong to none."""
    beside = {**LOOKING_BACK, **SETTING, **OWN_DEVICE, **AT_EVENT, **PEOPLE} if game == "polish_doubles" else {}
    return {**situations_of(game), **beside}
