"""How little time is left is told by shapes: without hues, from ten metres, in both palettes, without flashing."""

from __future__ import annotations

import itertools

import pygame
import pytest
from msgspec.structs import replace
from PIL import ImageChops, ImageStat

from device.games.polish_doubles.play import PlayScreen
from device.graphics.canvas import Canvas
from device.graphics.look import Look
from device.graphics.painter import Painter
from device.graphics.palette import PALETTES
from device.graphics.widgets import Panel, Pattern
from device.kiosk.low_time import is_inverted
from rules.game import SECOND
from rules.polish_doubles.game import GAME
from tests.kiosk.evening import SIZES, picture_of
from tests.kiosk.seeing import drawn_from
from tests.kiosk.situations.polish_doubles import begin
from tests.rules.table import Game
from tools.play.players.polish_doubles import DoublesPlayer

LEVELS = {"enough": 133, "low": 27, "last": 8, "over": -7}
BLINDNESS = {
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
    "none at all": ((0.2126, 0.7152, 0.0722),) * 3,
}
"""What is left of linear red, green and blue (Machado, Oliveira, Fernandes 2009, severity 1; Rec. 709 luminance)."""
SEEN = 24
"""Steps of 255 by which a place must differ to be seen from afar: a tenth."""


def seen_as(colour, kind):
    """A colour as somebody sees it who sees so."""
    linear = [(part / 255 / 12.92) if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]
    mixed = [min(1, max(0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in BLINDNESS[kind]]
    return tuple(round(255 * (12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055)) for v in mixed)


def pane(pair, left, palette, size=(800, 480)):
    """The pane of the pair on move with so many seconds left, as a picture; and its scene."""
    game = Game().opened() if pair else Game().start()
    now = game.ns + game.state.clock.remaining(game.ns) - left * SECOND
    canvas = Canvas(Look(size=size, palette=PALETTES[palette]))
    PlayScreen().draw(canvas, drawn_from(game.state, now, may=GAME.may(game.state)))
    surface = pygame.Surface(size)
    Painter(surface, PALETTES[palette].back).paint(canvas.scene())
    where = (8, 8, 186, 338) if not pair else (614, 8, 792, 338)
    return picture_of(surface).convert("RGB").crop(where), canvas.scene()


def from_afar(picture, kind):
    """What is left of it at ten metres, where an eye tells 16 pixels apart, for somebody who sees so."""
    few = picture.quantize(64).convert("RGB")
    colours = {colour: seen_as(colour, kind) for _, colour in few.getcolors(few.width * few.height)}
    few.putdata([colours[colour] for colour in few.get_flattened_data()])
    return few.reduce(16)


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("kind", BLINDNESS)
@pytest.mark.parametrize("pair", [0, 1])
def test_the_levels_are_told_apart_from_ten_metres_whatever_colours_one_sees(pair, kind, palette):
    seen = {name: from_afar(pane(pair, left, palette)[0], kind) for name, left in LEVELS.items()}
    for level, other in itertools.combinations(seen, 2):
        apart = ImageChops.difference(seen[level], seen[other]).convert("L")
        share = sum(apart.histogram()[SEEN:]) / (apart.width * apart.height)
        assert share > 0.2, (level, other, share)


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("kind", ["protanopia", "deuteranopia", "tritanopia"])
@pytest.mark.parametrize("level", LEVELS)
def test_whose_time_it_is_keeps_its_colour_at_every_level(level, kind, palette):
    seen = [ImageStat.Stat(from_afar(pane(pair, LEVELS[level], palette)[0], kind)).mean for pair in (0, 1)]
    assert max(abs(a - b) for a, b in zip(*seen, strict=True)) > SEEN / 2


@pytest.mark.parametrize("palette", PALETTES)
def test_no_level_brings_another_pairs_colour_or_a_yellow_beside_it(palette):
    colours = PALETTES[palette]
    for pair, left in itertools.product((0, 1), LEVELS.values()):
        scene = pane(pair, left, palette)[1]
        own = {colours.pair[pair], colours.pair_ink, colours.text, colours.signal_ink}
        column = (0, 180) if not pair else (612, 800)
        fills = {
            colour
            for widget in scene
            if isinstance(widget, Panel | Pattern) and column[0] <= widget.rect.x < column[1] and widget.rect.y < 300
            for colour in ((widget.fill, widget.other) if isinstance(widget, Pattern) else (widget.fill,))
        }
        assert colours.pair[pair] in fills
        assert fills <= own


def test_from_ten_seconds_on_the_pattern_turns_with_the_digits_and_not_oftener():
    lefts = range(10 * SECOND, -20 * SECOND, -SECOND // 50)
    changes = [left for before, left in itertools.pairwise(lefts) if is_inverted(before) != is_inverted(left)]
    assert len(changes) >= 29
    assert all(a - b >= SECOND * 0.98 for a, b in itertools.pairwise(changes) if a > 0 or b < -SECOND)
    for left in (8, -7):
        first, second = (pane(0, left - n, "dark")[1] for n in (0, 1))
        patterns = [next(pattern for pattern in scene if isinstance(pattern, Pattern)) for scene in (first, second)]
        assert patterns[0] == replace(patterns[1], turned=not patterns[1].turned)
    assert not any(isinstance(widget, Pattern) for widget in pane(0, 27, "dark")[1]), "thirty seconds do not blink"


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("language", ["cs", "en"])
def test_a_running_game_comes_through_all_levels_in_play_and_while_a_move_is_written(new_table, language, size):
    p = new_table(DoublesPlayer, language, size)
    begin(p)
    seen = []
    for ns in (151, 21, 10):
        p.wait(ns * SECOND)
        seen.append([pattern.name for pattern in p.kiosk.scene if isinstance(pattern, Pattern)])
    assert seen == [[], ["chequers"], ["stripes"]]
