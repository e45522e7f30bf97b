"""Large print: every text of every screen a third larger, nothing cut, everything within a thumb's reach."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from device.common import i18n
from device.common.settings.reading import load
from device.graphics import typefaces
from device.graphics.actions import BACK, SETTINGS
from device.graphics.look import Look
from device.graphics.palette import DARK
from device.graphics.typefaces import HUGE, LARGE_PRINT
from device.graphics.widgets import Scene, Text
from device.io.inputs import RawEdge
from device.screens.settings.rows import Set
from rules.game import SECOND
from tests.kiosk.evening import APPROVED_VIEW, EVERY_VIEW, Evening, View, drawn, same_as_whole
from tests.kiosk.ink import collisions, in_sight, inks
from tests.kiosk.scene_text import misfits
from tests.kiosk.situations.polish_doubles import begin, write
from tests.kiosk.test_home import HOMES, home_scene
from tests.kiosk.touch_targets import hidden, outside, too_small
from tools.play.player import MS
from tools.play.players.polish_doubles import DoublesPlayer

pytestmark = pytest.mark.large_print

LARGER = 1.3
"""How much larger a text is at least; a third is aimed at, and whole pixels take something of it."""
NEARLY = 0.85
"""What does not grow may give way by so much, or down to the size that the largest of the others have."""
NARROW, FEW = 85, 0.08
"""Letters narrower than this (percent of their own width) are narrow, and how many texts may be, as a share."""


Small = set[tuple[str, str, int, int]]
"""Screen, text, its size in normal print, and in large print."""
Pair = tuple[str, Scene, Scene]
"""A screen's name, and how it is in normal and in large print."""


def not_larger(text: Text, scale: float) -> str:
    """Why a text does not grow; empty where it has to."""
    if text.size >= HUGE * scale:
        return "huge already: digits of clocks, totals, the largest headings"
    if text.narrow == 100 and len(text.text) <= 2:
        return "a letter or its value on a tile or a square, as large as that"
    return ""


def scenes(evening: Evening, view: View) -> Iterator[Pair]:
    """Every screen of that language and size."""
    for name, shown in evening.screens.items():
        yield name, shown.marked[view], shown.large[view]


def sizes(scene: Scene) -> dict[str, tuple[int, int]]:
    """How large each text is there, in pixels, and was meant to be; of one that is there twice the smaller."""
    measured: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for text in scene:
        if isinstance(text, Text):
            measured[text.text].append((typefaces.fit(text).size, text.size))
    return {text: min(each) for text, each in measured.items()}


def too_small_texts(pairs: Iterable[Pair], size: tuple[int, int]) -> tuple[Small, Counter[str]]:
    """Texts that are not a third larger, with their sizes, and how many texts there were.

    Those that are on another page now are held against the smallest text of the screen.
    """
    scale, small, counted = Look(size=size).scale, set(), Counter[str]()
    last, before, least = None, dict[str, tuple[int, int]](), 0
    for name, normal, large in pairs:
        if normal is not last:  # the pages of a text follow each other
            last, before = normal, sizes(normal)
            least = min(size for size, _ in before.values())
        for text in large:
            if not isinstance(text, Text) or not text.text.strip():
                continue
            now, (was, _) = typefaces.fit(text).size, before.get(text.text, (least, least))
            counted["all"] += 1
            counted["compared"] += text.text in before
            wanted = was * LARGER
            if not_larger(text, scale) and text.narrow == 100:
                wanted = min(was * NEARLY, HUGE * LARGE_PRINT * scale)
                counted["not larger"] += 1
            if now < round(wanted):
                small.add((name, text.text, was, now))
    return small, counted


def misplaced(pairs: Iterable[Pair], size: tuple[int, int]) -> set[tuple[str, str]]:
    """What is cut, lies on something on which it does not lie in normal print, or reaches over an edge."""
    wrong = set()
    for name, normal, large in pairs:
        wrong |= {(name, f"{text!r} is cut") for text in misfits(large)}
        if overlaps := collisions(large):
            wrong |= {(name, collision) for collision in overlaps - collisions(normal)}
        wrong |= {(name, str(widget)) for widget in outside(large, size)}
        for _, text in in_sight(large):
            boxes = inks(text) if isinstance(text, Text) else ()
            if any(box.x < 0 or box.y < 0 or box.right > size[0] or box.bottom > size[1] for box in boxes):
                wrong.add((name, f"{text} reaches over the edge"))
    return wrong


@APPROVED_VIEW
def test_every_text_is_a_third_larger(evening: Evening, view: View):
    small, counted = too_small_texts(scenes(evening, view), view[1])
    assert small == set()
    assert counted["compared"] > 0.8 * counted["all"]
    assert counted["not larger"] < 0.5 * counted["all"]


@EVERY_VIEW
def test_the_letters_of_the_word_are_no_smaller(evening: Evening, view: View):
    """In Kouřící kočka, on every player's card: `fills` lets letters on tiles shrink, and they need not."""
    if evening.game != "kourici_kocka":
        return
    smaller = {
        (name, letter)
        for name, normal, large in scenes(evening, view)
        if name != "play-refused"  # a question of which more is said in large print
        for letter, (size, _) in sizes(normal).items()
        if letter in ("CH", *"KOČATLEVŠ") and letter in sizes(large) and sizes(large)[letter][0] < size
    }
    assert smaller == set()


@EVERY_VIEW
def test_nothing_is_cut_or_lies_on_something_else_or_off_the_screen(evening: Evening, view: View):
    assert misplaced(scenes(evening, view), view[1]) == set()


@EVERY_VIEW
def test_the_home_screen_is_as_well(view: View):
    look = Look(size=view[1])
    with i18n.speaking(view[0]):
        pairs = [
            (name, *(home_scene(games, going_on, replace(look, large_print=large)) for large in (False, True)))
            for name, games, going_on in HOMES
        ]
    assert too_small_texts(pairs, view[1])[0] == set()
    assert misplaced(pairs, view[1]) == set()
    assert [target for _, _, large in pairs for target in (*too_small(large, view[1]), *hidden(large))] == []


@EVERY_VIEW
def test_targets_stay_as_large_as_a_thumb_and_apart(evening: Evening, view: View):
    small = {(name, target) for name, _, large in scenes(evening, view) for target in too_small(large, view[1])}
    assert small == set()
    assert {(name, *pair) for name, _, large in scenes(evening, view) for pair in hidden(large)} == set()


@APPROVED_VIEW
def test_few_letters_are_narrowed(evening: Evening, view: View):
    texts = [
        text for _, _, large in scenes(evening, view) for text in large if isinstance(text, Text) and text.text.strip()
    ]
    narrow = [text for text in texts if typefaces.fit(text).percent < NARROW]
    assert len(narrow) < FEW * len(texts)


def test_a_touch_in_the_settings_enlarges_every_text_at_once_and_it_outlives_a_restart(tmp_path):
    p = DoublesPlayer(tmp_path, file=tmp_path / "settings.toml")
    p.touch(SETTINGS)
    before = sizes(p.kiosk.scene)
    p.touch(Set("", "large_print", True))
    now = sizes(p.kiosk.scene)
    assert all(now[text][0] >= LARGER * before[text][0] for text in ("Jazyk", "Barvy"))
    p.touch(BACK)
    home = p.kiosk.scene
    assert p.kiosk.screen.look.large_print
    p.kiosk.preferences.file.close()
    p.close()
    again = DoublesPlayer(tmp_path, settings=load(tmp_path / "settings.toml"))
    assert again.kiosk.scene == home
    again.close()


def test_a_picture_that_was_made_before_is_not_shown_in_the_other_print(p):
    begin(p)
    write(p, "DÝMKA", 38)
    p.wait(20 * SECOND)
    p.kiosk.presenter.prerender()
    p.kiosk.preferences.change("", "large_print", True)
    p.clock.ns += 300 * MS
    p.kiosk.loop.handle(RawEdge(0, True, p.clock.ns))
    assert not p.kiosk.presenter.show_prerendered()
    p.settle()
    assert any(text.narrow < 100 for text in p.kiosk.scene if isinstance(text, Text)), "it shows in large print"
    assert same_as_whole(p.kiosk.scene, p.kiosk.screen.display.surface, p.kiosk.screen.painter.back)


def test_times_and_totals_of_a_card_grow_where_it_has_room(new_table):
    p = new_table(DoublesPlayer)
    begin(p)
    write(p, "DÝMKA", 38)
    for view in (("cs", (800, 480)), ("cs", (720, 1280))):
        normal, large = (drawn(p, view, DARK, large_print=in_large) for in_large in (False, True))
        for text in ("3:00", "38"):
            before, after = (
                max(typefaces.fit(widget).size for widget in scene if isinstance(widget, Text) and widget.text == text)
                for scene in (normal, large)
            )
            assert after > 1.15 * before, (view, text)
