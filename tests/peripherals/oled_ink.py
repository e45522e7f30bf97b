"""Moments of a game on the OLEDs, and where what is drawn there has ink."""

import itertools
from functools import lru_cache
from types import SimpleNamespace
from typing import NamedTuple

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from device.common import i18n
from device.games.polish_doubles import outputs
from device.games.polish_doubles.setup import DoublesSetupScreen
from device.io.oled_content import HEIGHT, HIGH, MARGIN, WIDE, WIDTH
from device.peripherals import oled_render, oled_text
from device.peripherals.oled_render import draw
from device.peripherals.oled_text import write
from device.screens.home import HomeController
from rules.game import SECOND
from tests.rules.table import Game, e

LIMIT = 180 * SECOND
LANGUAGES = pytest.mark.parametrize("language", i18n.LANGUAGES)
ROOM = 60
"""Pixels around the frame, the display without its margin, in which ink that would be clipped becomes visible."""
TOTALS = ("0", "38", "388", "999", "-17")


# -- games to look at ------------------------------------------------------------------------------------------------


def playing():
    """Krtci are on move, their clock runs since ``ns``."""
    return Game().start()


def at(game, left):
    """The game time at which ``left`` ns of the open turn are left."""
    return game.ns + game.state.clock.remaining(game.ns) - left


def scenes():
    """Every kind of content that a game of Polish doubles has: name, state and moment."""
    drawing = Game()
    yield "drawing", drawing.state, 0
    ready = Game()
    ready.do(e.Starters(pair="A"))
    yield "ready", ready.state, ready.ns
    running = playing()
    for name, left in (("full", LIMIT), ("low", 29 * SECOND), ("last", 9 * SECOND), ("over", -4 * SECOND)):
        yield name, running.state, at(running, left)
    second = Game().opened()
    second.move("PES", 5)
    yield "second move", second.state, second.ns
    paused = Game().opened()
    paused.do(e.Pause())
    yield "pause", paused.state, paused.ns
    judged = Game().opened()
    judged.do(e.Objection(move=1))
    yield "objection", judged.state, judged.ns
    closed = Game().opened()
    closed.do(e.Bag(count=0))
    closed.move("KALHOTY", 60)
    closed.move("POSTELE", 60)
    closed.press("B")
    closed.do(e.Close(pair="B"))
    yield "closing", replace(closed.state, crosses=(4, 11)), closed.ns
    closed.do(e.Racks(pair="A", tiles="AEK"))
    yield "result", replace(closed.state, crosses=(11, 4)), closed.ns
    closed.do(e.Sign(pair="A"))
    yield "signed by one", replace(closed.state, crosses=(4, 11)), closed.ns


def shown(language):
    """Every content that people see, by name, in that language."""
    i18n.use(language)
    contents = [
        (f"{name}, {'AB'[side]}", outputs.oled_content(state, side, now))
        for name, state, now in scenes()
        for side in (0, 1)
    ]
    for current in (None, 1):
        home = SimpleNamespace(state=SimpleNamespace(current=current))
        contents.append((f"home {current}", HomeController.views.oled_contents(home)[0]))
    contents.append(("setup", DoublesSetupScreen().oled_contents()[0]))
    return contents


def fuller(content):
    """The content as it is now and as it may become: larger sums, more crosses."""
    yield content
    for total in TOTALS if content.total else ():
        for crosses in (0, 2, 4, 11):
            yield replace(content, total=total, crosses=crosses)


# -- ink -------------------------------------------------------------------------------------------------------------


class Part(NamedTuple):
    """What one stroke of the pen has ink on, in white on a sheet of its own; ``dark`` if it is drawn in black."""

    name: str
    sheet: Image.Image
    dark: bool


class Pen:
    """Stands in for Pillow's pen: draws as that does, and each part again on a sheet of its own with room around it."""

    def __init__(self, image):
        self.real = ImageDraw.Draw(image)
        self.parts = []
        self.words = None

    @property
    def fontmode(self):
        return self.real.fontmode

    @fontmode.setter
    def fontmode(self, mode):
        self.real.fontmode = mode

    def textbbox(self, *args):
        return self.real.textbbox(*args)

    def part(self, name, fill):
        sheet = Image.new("1", (WIDE + 2 * ROOM, HIGH + 2 * ROOM))
        self.parts.append(Part(name, sheet, fill == 0))
        pen = ImageDraw.Draw(sheet)
        pen.fontmode = self.fontmode
        return pen

    def text(self, place, text, fill, font, anchor="la"):
        self.real.text(place, text, fill, font, anchor)
        pen = self.part(text, fill) if self.words is None else self.words
        pen.text((place[0] + ROOM, place[1] + ROOM), text, 1, font, anchor)

    def write(self, x, baseline, text, face, fill=1):
        """A line of text is one part, although its letters are drawn one by one."""
        self.words = self.part(text, fill)
        write(self, x, baseline, text, face, fill)
        self.words = None

    def polygon(self, points, fill):
        self.real.polygon(points, fill=fill)
        self.part("arrow", fill).polygon([(x + ROOM, y + ROOM) for x, y in points], fill=1)

    def rectangle(self, box, fill=None, outline=None):
        self.real.rectangle(box, fill=fill, outline=outline)
        place = [each + ROOM for each in box]
        self.part("bar", outline if fill is None else fill).rectangle(place, fill and 1, outline and 1)

    def line(self, box, fill, width):
        self.real.line(box, fill=fill, width=width)
        self.part("cross", fill).line([place + ROOM for place in box], fill=1, width=width)


def forget_drawings():
    """Forget every font, letter and picture, so that they are made anew."""
    for value in (*vars(oled_text).values(), *vars(oled_render).values()):
        getattr(value, "cache_clear", lambda: None)()


@lru_cache(maxsize=1)
def ink(content):
    """The parts of a content, each on its own sheet with room around it; kept for what is asked about it next."""
    pens = []
    forget_drawings()

    def pen_on(image):
        pens.append(Pen(image))
        return pens[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(oled_render, "ImageDraw", SimpleNamespace(Draw=pen_on))
        patch.setattr(oled_text, "write", Pen.write)
        draw(content)
    forget_drawings()
    return [part for pen in pens for part in pen.parts]


def outside(content):
    """The parts of which something does not fit into the frame, with the box that their ink takes."""
    parts = []
    for name, sheet, _ in ink(content):
        left, top, right, bottom = sheet.getbbox() or (ROOM, ROOM, ROOM, ROOM)
        if left < ROOM or top < ROOM or right > ROOM + WIDE or bottom > ROOM + HIGH:
            parts.append((name, (left - ROOM, top - ROOM, right - ROOM, bottom - ROOM)))
    return parts


def covered(content):
    """The parts that lie on one another, and those in black that are not wholly on something white."""
    parts = ink(content)
    ground = Image.new("1", parts[0].sheet.size)
    for part in parts:
        if not part.dark:
            ground = ImageChops.logical_or(ground, part.sheet)
    overlaps = [
        (part.name, other.name)
        for part, other in itertools.combinations(parts, 2)
        if part.dark == other.dark
        and not part.name == other.name == "bar"
        and not part.name == other.name == "cross"
        and ImageChops.logical_and(part.sheet, other.sheet).getbbox()
    ]
    black = ImageChops.invert(ground)
    off = [part.name for part in parts if part.dark and ImageChops.logical_and(part.sheet, black).getbbox()]
    return [*overlaps, *((name, "its ground") for name in off)]


def touching(content):
    """The parts between which there is not one pixel of ground."""
    parts = [part for part in ink(content) if part.name != "bar"]
    grown = [part.sheet.convert("L").filter(ImageFilter.MaxFilter(3)) for part in parts]
    return [
        (part.name, other.name)
        for (part, around), (other, _) in itertools.combinations(zip(parts, grown, strict=True), 2)
        if part.dark == other.dark
        and not part.name == other.name == "cross"
        and ImageChops.darker(around, other.sheet.convert("L")).getbbox()
    ]


def cut(content):
    """The words that do not fit and are shown shortened."""
    return [part.name.split()[-1] for part in ink(content) if "…" in part.name]


def found_on_faces(language, search):
    """What ``search`` finds on any content, with the content's name."""
    return {(name, thing) for name, content in shown(language) for each in fuller(content) for thing in search(each)}


def lit(image, box=(0, 0, WIDTH, HEIGHT)):
    """How many pixels shine in that part of the picture."""
    return sum(image.crop(box).histogram()[1:])


def bar(content):
    """How long the bar of time left is, in pixels."""
    row = HEIGHT - MARGIN - 2
    return lit(draw(content), (0, row, WIDTH, row + 1))


def shape(content):
    """The picture without the alarm's black on white: what is left for those who see no difference in brightness."""
    return draw(replace(content, inverted=False)).tobytes()


def beside(left, right):
    """The OLEDs of both sides in one picture."""
    both = Image.new("1", (264, 64), 1)
    both.paste(left.convert("1"), (0, 0))
    both.paste(right.convert("1"), (136, 0))
    return both
