"""Every screen and what every OLED shows, as approved and as people need it: readable, complete, room for a thumb."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Container, Iterator
from functools import cache

import pytest
from msgspec.structs import replace

from device.graphics.palette import CONTRAST, DARK, LIGHT, PALETTES
from device.graphics.widgets import Colour, Figures, Panel, Pattern, Scene, Shape, Text, Touch
from device.io.oled_content import OledContent
from device.peripherals import oled_render
from tests import longest
from tests.approved import APPROVED, CHANGED, differs, pictures_that_changed, texts_that_changed
from tests.kiosk.evening import CZECH, EVERY_VIEW, FIGURES, SIZES, VIEWS, Evening, View, name_of, painted
from tests.kiosk.scene_approval import approval, explained, is_changed
from tests.kiosk.scene_text import COLOURS, coloured, lines, oled_line
from tests.kiosk.touch_targets import hidden, outside, too_small
from tests.peripherals.oled_ink import beside, covered, cut
from tests.peripherals.oled_ink import outside as clipped
from tools.games import TOOLS

LONGEST = 3
"""How many OLED contents of a game are kept as pictures in other languages than Czech: those with most to write."""

EVERY_LANGUAGE = pytest.mark.parametrize("language", longest.APPROVED)


def scenes(evening: Evening, view: View) -> Iterator[tuple[str, Scene]]:
    """Every screen of that language and size, its colours by their roles."""
    for name, shown in evening.screens.items():
        yield name, shown.marked[view]


def test_every_screen_says_and_does_what_was_approved(evening: Evening):
    """In every language and size, by digests; what differs is left as picture and, whole, as text."""
    assert len(evening.screens) >= 15
    scenes = {name: {view: lines(shown.marked[view]) for view in VIEWS} for name, shown in evening.screens.items()}
    changed = texts_that_changed(approval(scenes), APPROVED / "screens" / f"{evening.game}.txt")
    for name, view in itertools.product(changed.keys() & scenes.keys(), VIEWS):
        if is_changed(view, changed[name]):
            place = CHANGED / "screens" / evening.game / f"{name} {name_of(view)}.png"
            place.parent.mkdir(parents=True, exist_ok=True)
            painted(coloured(evening.screens[name].marked[view], DARK), view[1]).save(place)
            place.with_suffix(".txt").write_text("\n".join(scenes[name][view]), encoding="utf-8")
    if changed:
        pytest.fail(explained(changed), pytrace=False)


def layout(scene: Scene) -> Scene:
    """All that is painted of a scene but its words and figures: what lies where, in which role, size and shape."""
    return tuple(
        replace(widget, text="", tail="")
        if isinstance(widget, Figures)
        else replace(widget, text="")
        if isinstance(widget, Text)
        else widget
        for widget in scene
        if not isinstance(widget, Touch)
    )


@pytest.mark.pixels
def test_a_screen_of_every_layout_looks_as_it_was_approved(evening: Evening):
    """A picture of the first screen of each layout, by name: what others say in the same places is approved as text."""
    first: dict[Scene, str] = {}
    for name in (TOOLS[evening.game].screen, *sorted(evening.screens)):
        first.setdefault(layout(evening.screens[name].marked[CZECH]), name)
    pictures = {name: evening.screens[name].picture for name in first.values()}
    assert pictures_that_changed(pictures, APPROVED / "cs" / evening.game / "screens") == []


@pytest.mark.pixels
@pytest.mark.parametrize("view", VIEWS[1:], ids=name_of)
def test_some_screens_of_every_language_and_size_look_as_they_were_approved(evening: Evening, view: View):
    language, size = view
    name = TOOLS[evening.game].screen
    pictures = {name: painted(coloured(evening.screens[name].marked[view], DARK), size)}
    if size != SIZES[0]:
        pictures = {name: picture.reduce(2) for name, picture in pictures.items()}
    assert pictures_that_changed(pictures, APPROVED / language / evening.game / f"{size[0]}x{size[1]}") == []


@pytest.mark.pixels
def test_some_screens_in_the_light_palette_look_as_they_were_approved(evening: Evening):
    name = TOOLS[evening.game].screen
    pictures = {name: painted(evening.screens[name].light["cs"], SIZES[0], LIGHT)}
    assert pictures_that_changed(pictures, APPROVED / "cs" / evening.game / "light") == []


@EVERY_LANGUAGE
def test_every_oled_shows_what_was_approved(evening: Evening, language: str):
    """Its content by screen; a picture of each content that differs, by the first screen with which it shows.

    In other languages than Czech only words differ: of those the longest are kept as pictures.
    """
    texts = {name: [*map(oled_line, shown.contents[language])] for name, shown in evening.screens.items()}
    folder = APPROVED / language / evening.game
    assert texts_that_changed(texts, folder / "oled.txt") == {}
    first: dict[tuple[OledContent, OledContent], str] = {}
    for name in sorted(evening.screens):
        first.setdefault(evening.screens[name].contents[language], name)
    pictured = [*first] if language == CZECH[0] else sorted(first, key=most_letters, reverse=True)[:LONGEST]
    pictures = {first[contents]: beside(*map(oled_render.draw, contents)) for contents in pictured}
    assert pictures_that_changed(pictures, folder / "oled") == []


def most_letters(contents: tuple[OledContent, OledContent]) -> int:
    """How many letters the fuller of two OLEDs shows."""
    return max(sum(map(str.isalpha, "".join(texts_of(content)))) for content in contents)


def texts_of(content: OledContent) -> list[str]:
    """Every text that an OLED shows."""
    rows = [text for row in content.rows for text in row]
    return [content.title, content.total, content.big, content.mark, content.official, content.choice, *rows]


@pytest.mark.every_layout
def test_nothing_on_any_oled_of_a_whole_game_is_cut_covered_or_clipped(evening: Evening):
    """Only a name may be shortened, and nothing but a name: what reads the same in every language."""
    checked: set[OledContent] = set()
    for languages in evening.oleds:
        words = [
            {word for content in both for text in texts_of(content) for word in text.split()} for both in languages
        ]
        for content in itertools.chain(*languages):
            figures_aside = replace(
                content, total=content.total.translate(FIGURES), big=content.big.translate(FIGURES), left=0
            )
            if figures_aside not in checked:
                checked.add(figures_aside)
                assert (covered(content), clipped(content)) == ([], []), content
                names = set.intersection(*words)
                assert [part for part in cut(content) if not shortens_a_name(part, content, names)] == [], content


def shortens_a_name(shown: str, content: OledContent, names: Container[str]) -> bool:
    """Whether what is missing of a text, from the shortened word ``shown`` on, is of ``names``."""
    return any(
        words[at].startswith(shown.removesuffix("…")) and all(word in names for word in words[at:])
        for words in map(str.split, texts_of(content))
        for at in range(len(words))
    )


@pytest.mark.pixels
def test_the_oleds_show_their_content(evening: Evening):
    for name, shown in evening.screens.items():
        for image, content in zip(shown.oleds, shown.contents["cs"], strict=True):
            assert image is not None, name
            assert image.convert("1").tobytes() == oled_render.draw(content).tobytes(), name


@EVERY_LANGUAGE
def test_no_oled_is_empty_or_full(evening: Evening, language: str):
    for name, shown in evening.screens.items():
        for image in map(oled_render.draw, shown.contents[language]):
            assert image.size == (128, 64)
            lit = sum(image.convert("L").point(lambda value: 1 if value else 0).tobytes())
            assert 80 < lit < 128 * 64 - 80, name


def numbers_in(scene: Scene) -> list[int]:
    """Where numbers stand alone."""
    return [n for n, widget in enumerate(scene) if isinstance(widget, Text) and widget.text.isdigit()]


@pytest.mark.pixels
def test_the_comparison_of_pictures_sees_every_single_digit(evening: Evening):
    shown = max(evening.screens.values(), key=lambda screen: len(numbers_in(screen.dark["cs"])))
    scene = shown.dark["cs"]
    numbers = numbers_in(scene)
    assert len(numbers) > 5
    whole = painted(scene, SIZES[0])
    for n in numbers:
        number = scene[n]
        assert isinstance(number, Text)
        other = replace(number, text=number.text[:-1] + ("8" if number.text[-1] != "8" else "3"))
        assert differs(painted((*scene[:n], other, *scene[n + 1 :]), SIZES[0]), whole), number.text
    assert not differs(whole.copy(), whole)


CHANGES: dict[type, Callable[..., object]] = {
    Panel: lambda panel: replace(panel, radius=panel.radius + 1),
    Text: lambda text: replace(text, text=text.text + "."),
    Figures: lambda figures: replace(figures, text=figures.text + "0"),
    Shape: lambda shape: replace(shape, name=shape.name + "s"),
    Touch: lambda touch: replace(touch, action=None),
    Pattern: lambda pattern: replace(pattern, turned=not pattern.turned),
}


def test_the_comparison_of_texts_sees_every_single_widget(evening: Evening):
    """Each moved by a pixel, and each changed."""
    for shown in evening.screens.values():
        scene = shown.marked[CZECH]
        scene_lines = lines(scene)
        for line, widget in zip(scene_lines, scene, strict=True):
            moved = replace(widget, rect=widget.rect._replace(x=widget.rect.x + 1))
            other = CHANGES.get(type(widget), lambda squared: replace(squared, side=squared.side + 1))(widget)
            assert [line] != lines((moved,))
            assert [line] != lines((other,))


@pytest.mark.every_layout
def test_no_text_is_cut_in_any_frame_of_a_whole_game(evening: Evening):
    assert evening.frames > 200
    assert evening.cut == set()


@pytest.mark.pixels
def test_drawing_only_what_changed_gives_what_drawing_everything_gives(evening: Evening):
    assert evening.stale == []


def luminance(colour: Colour) -> float:
    """Relative luminance (WCAG 2.2)."""
    parts = [part / 255 for part in colour]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@cache
def contrast(colour: Colour, other: Colour) -> float:
    """Contrast ratio (WCAG 2.2)."""
    dark, light = sorted((luminance(colour), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def contrasts(scene: Scene, back: Colour) -> Iterator[tuple[Text | Figures | Shape, float]]:
    """Each text and sign, and how it stands out from the panel behind its middle; ``back`` where there is none."""
    panels: list[Panel] = []
    for widget in scene:
        if isinstance(widget, Panel):
            panels.append(widget)
        elif isinstance(widget, Shape | Figures) or (isinstance(widget, Text) and widget.text):
            x, y, w, h = widget.rect
            behind = (panel.fill for panel in reversed(panels) if panel.rect.contains(x + w // 2, y + h // 2))
            yield widget, contrast(widget.colour, next(behind, back))


@EVERY_LANGUAGE
@pytest.mark.parametrize("word", ["dark", "light"])
def test_every_text_and_sign_stands_out_from_its_ground_in_both_palettes(evening: Evening, word, language):
    pale = set()
    for name, shown in evening.screens.items():
        scene = shown.dark[language] if word == "dark" else shown.light[language]
        for widget, ratio in contrasts(scene, PALETTES[word].back):
            if ratio < (3 if isinstance(widget, Shape | Figures) or widget.size >= 24 else 4.5):
                pale.add((name, getattr(widget, "text", "") or widget.name, round(ratio, 2)))
    assert pale == set()


@EVERY_VIEW
def test_every_text_stands_out_by_seven_to_one_in_high_contrast(evening: Evening, view: View):
    pale = set()
    for name, scene in scenes(evening, view):
        for widget, ratio in contrasts(coloured(scene, CONTRAST), CONTRAST.back):
            if round(ratio, 1) < (3 if isinstance(widget, Shape) else 7):
                pale.add((name, getattr(widget, "text", "") or widget.name, round(ratio, 2)))
    assert pale == set()


@EVERY_LANGUAGE
def test_light_screens_say_and_do_what_dark_ones_do(evening: Evening, language: str):
    """The palette changes colours and nothing else."""
    for name, shown in evening.screens.items():
        for dark, light in zip(shown.dark[language], shown.light[language], strict=True):
            colours = {key: getattr(dark, key) for key in COLOURS if hasattr(dark, key)}
            assert replace(light, **colours) == dark, name


@EVERY_LANGUAGE
def test_what_is_approved_as_text_is_what_shows(evening: Evening, language: str):
    """Its roles, filled in with a palette's colours, are the scene as that palette draws it."""
    for name, shown in evening.screens.items():
        marked = shown.marked[language, SIZES[0]]
        assert coloured(marked, DARK) == shown.dark[language], name
        assert coloured(marked, LIGHT) == shown.light[language], name


@EVERY_VIEW
def test_every_touch_target_has_room_for_a_thumb(evening: Evening, view: View):
    assert {(name, target) for name, scene in scenes(evening, view) for target in too_small(scene, view[1])} == set()


@EVERY_VIEW
def test_touch_targets_do_not_overlap_by_accident(evening: Evening, view: View):
    """Two lie on one spot only on purpose: a banner that takes the touch."""
    assert {(name, *pair) for name, scene in scenes(evening, view) for pair in hidden(scene)} == set()


@EVERY_VIEW
def test_nothing_lies_outside_the_screen(evening: Evening, view: View):
    assert {(name, str(widget)) for name, scene in scenes(evening, view) for widget in outside(scene, view[1])} == set()
