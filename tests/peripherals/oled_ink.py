"""Moments of a game on the OLEDs, and where what is drawn there has ink."""

import itertools
from functools import lru_cache
from types import SimpleNamespace

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageDraw

from device import i18n
from device.games.polish_doubles import outputs
from device.games.polish_doubles.setup import DoublesSetupScreen
from device.kiosk.home import HomeController
from device.peripherals import oled_render
from device.peripherals.oled_content import HEIGHT, WIDTH
from device.peripherals.oled_render import draw
from rules.game import SECOND
from tests.rules.table import Game, e

LIMIT = 180 * SECOND
LANGUAGES = pytest.mark.parametrize("language", i18n.LANGUAGES)
ROOM = 60
"""Pixels around the frame in which ink that would be clipped becomes visible."""
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
    found = [
        (f"{name}, {'AB'[side]}", outputs.oled_content(state, side, now))
        for name, state, now in scenes()
        for side in (0, 1)
    ]
    found.append(("home", HomeController.oled_contents(SimpleNamespace(), 0)[0]))
    found.append(("setup", DoublesSetupScreen().oled_contents()[0]))
    return found


def fuller(content):
    """The content as it is now and as it may become: larger sums, more crosses."""
    yield content
    for total in TOTALS if content.total else ():
        for crosses in (0, 2, 4, 11):
            yield replace(content, total=total, crosses=crosses)


# -- ink -------------------------------------------------------------------------------------------------------------


class Pen:
    """Stands in for Pillow's pen: draws as that does, and each part again on a sheet of its own with room around it."""

    def __init__(self, image):
        self.real = ImageDraw.Draw(image)
        self.parts = []

    @property
    def fontmode(self):
        return self.real.fontmode

    @fontmode.setter
    def fontmode(self, mode):
        self.real.fontmode = mode

    def textlength(self, *args):
        return self.real.textlength(*args)

    def textbbox(self, *args):
        return self.real.textbbox(*args)

    def part(self, name):
        sheet = Image.new("1", (WIDTH + 2 * ROOM, HEIGHT + 2 * ROOM))
        self.parts.append((name, sheet))
        pen = ImageDraw.Draw(sheet)
        pen.fontmode = self.fontmode
        return pen

    def text(self, place, text, fill, font, anchor="la"):
        self.real.text(place, text, fill, font, anchor)
        self.part(text).text((place[0] + ROOM, place[1] + ROOM), text, fill, font, anchor)

    def polygon(self, points, **how):
        self.real.polygon(points, **how)
        self.part("arrow").polygon([(x + ROOM, y + ROOM) for x, y in points], **how)

    def rectangle(self, box, **how):
        self.real.rectangle(box, **how)
        self.part("bar").rectangle([place + ROOM for place in box], **how)

    def line(self, box, **how):
        self.real.line(box, **how)
        self.part("cross").line([place + ROOM for place in box], **how)


@lru_cache(maxsize=1)
def ink(content):
    """The parts of a content, each on its own sheet with room around it. Kept for who asks two things of it."""
    pens = []
    oled_render.forget()

    def pen_on(image):
        pens.append(Pen(image))
        return pens[-1]

    before, oled_render.ImageDraw = oled_render.ImageDraw, SimpleNamespace(Draw=pen_on)
    try:
        draw(content)
    finally:
        oled_render.ImageDraw = before
        oled_render.forget()
    return [part for pen in pens for part in pen.parts]


def outside(content):
    """The parts of which something does not fit into the frame, with the box that their ink takes."""
    found = []
    for name, sheet in ink(content):
        left, top, right, bottom = sheet.getbbox() or (ROOM, ROOM, ROOM, ROOM)
        if left < ROOM or top < ROOM or right > ROOM + WIDTH or bottom > ROOM + HEIGHT:
            found.append((name, (left - ROOM, top - ROOM, right - ROOM, bottom - ROOM)))
    return found


def covered(content):
    """The parts that lie on one another."""
    return [
        (one, other)
        for (one, first), (other, second) in itertools.combinations(ink(content), 2)
        if not one == other == "bar" and not one == other == "cross" and ImageChops.logical_and(first, second).getbbox()
    ]


def cut(content):
    """The texts that do not fit and are shown shortened."""
    return [text for text, _ in ink(content) if "…" in text]


def found_on_faces(language, search):
    """What ``search`` finds on any content, with the content's name."""
    return {(name, thing) for name, content in shown(language) for each in fuller(content) for thing in search(each)}


def lit(image, box=(0, 0, WIDTH, HEIGHT)):
    """How many pixels shine in that part of the picture."""
    return sum(image.crop(box).histogram()[1:])


def bar(content):
    """How long the bar of time left is, in pixels."""
    return lit(draw(content), (0, HEIGHT - 2, WIDTH, HEIGHT - 1))


def shape(content):
    """The picture without the alarm's black on white: what is left for those who see no difference in brightness."""
    return draw(replace(content, inverted=False)).tobytes()
