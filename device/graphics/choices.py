"""What a screen offers, in words: its touch areas as a list, for who chooses with the two clock buttons.

The list is read off the picture itself, so that whatever a finger can do the buttons can do, through the same actions.
What a touch would only answer with a reason is not in it, nor what takes a finger that moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from device.common.i18n import t
from device.graphics.actions import Command, Do, Grab, Key, PressArea, ReadRule, Show, Why
from device.graphics.distinct import SEPARATOR, Alike, Surroundings, distinct_words
from device.graphics.widgets import Panel, Rect, Scene, Shape, Text, Touch, hit
from rules.game import Event

NOWHERE = Rect(0, 0, 0, 0)
"""The place of what stands nowhere on the screen."""
NOT_CHOSEN = (Why, PressArea, Grab)
"""Actions that say no, that the buttons are there for themselves, or that follow a finger."""


LIKELY = 1
"""The last of the kinds that bring a game on (`_rank`)."""
MOST_WORDS = 4
"""What has more words on it than this is a picture of its own, as a scoresheet."""
PICTURE = 5
"""Where such a picture stands in the list (`_rank`)."""
LONGEST = 28
"""Letters of the name of a screen that an area leads to; more are a sentence that stands on it."""
SHORT = 3
"""Letters of an entry that say too little by themselves."""
SIGNED = "+−-"
"""What begins a label that says by how much, and not what."""
LONGEST_LETTER = 2
"""Signs of a letter on a tile: *CH* is one letter."""
LEAST_HEADING = 4
"""Letters that a heading has at least; fewer are a tile or a figure."""


class ScreenChoice(NamedTuple):
    """One touch area: what stands on it, and below that, what a touch there does, and where it lies.

    ``chosen``: it is the one in force of several.
    """

    label: str
    note: str
    action: Any
    rect: Rect
    chosen: bool = False

    @property
    def words(self) -> str:
        """What stands on it, after what it is about where that says too little."""
        little = len(self.label) < SHORT or self.label[0] in SIGNED
        return f"{self.note}{SEPARATOR}{self.label}" if little and any(map(str.isalpha, self.note)) else self.label


class Choices(NamedTuple):
    """What a screen is headed, and what it offers, likely things first; ``ranks`` are the kinds (`_rank`)."""

    heading: str
    items: tuple[ScreenChoice, ...]
    ranks: tuple[int, ...] = ()


def choices_in(
    scene: Scene,
    describe: Callable[[Event], str] = lambda event: "",
    title_of: Callable[[Any], str] = lambda screen: "",
) -> Choices:
    """What ``scene`` offers, each action once, in the order of the picture within its kind (`_rank`).

    ``describe`` says in words what an event does: of a picture without any, that is what it is called. ``title_of`` is
    what a screen is called that is led to by more words than an entry has room for; ``""``: nothing.
    """
    texts = [text for text in scene if isinstance(text, Text) and text.text]
    shapes = [shape for shape in scene if isinstance(shape, Shape)]
    areas = [touch for touch in scene if isinstance(touch, Touch)]
    middles = [(*text.rect.middle, text) for text in texts]
    covers = _Covers(scene)
    ranked_items: list[tuple[int, ScreenChoice]] = []
    seen: list[Any] = []
    for area in areas:
        if isinstance(area.action, NOT_CHOSEN) or area.action in seen or area.action is Command.SWALLOW:
            continue
        x, y = area.rect.middle
        if hit(areas, x, y) != area.action and not _sticks_out(areas, area):
            continue
        seen.append(area.action)
        inside = [text for text in _inside(area, middles, areas) if not covers.between(area, text)]
        label, note = _words(area, inside, texts, shapes, areas, title_of)
        note = "" if note == label else note
        picture = len(inside) > MOST_WORDS and isinstance(area.action, Show)
        rank = PICTURE if picture else _rank(area.action, label)
        ranked_items.append((rank, ScreenChoice(label, note, area.action, area.rect, area.chosen)))
    ranked_items.sort(key=lambda ranked_item: ranked_item[0])
    items = _with_words([item for _, item in ranked_items], texts, areas, describe)
    return Choices(_heading(texts, areas), tuple(items), tuple(rank for rank, _ in ranked_items))


class _Covers:
    """The cards of a scene, and in what order everything was drawn."""

    def __init__(self, scene: Scene) -> None:
        self._order = {id(widget): n for n, widget in enumerate(scene)}
        self._cards = [(n, panel.rect) for n, panel in enumerate(scene) if isinstance(panel, Panel)]

    def between(self, area: Touch, text: Text) -> bool:
        """Whether a card lies between the two, so that the words belong to something else."""
        first, last = sorted((self._order[id(area)], self._order[id(text)]))
        x, y = text.rect.middle
        return any(first < n < last and rect.contains(x, y) for n, rect in self._cards)


def _with_words(
    items: list[ScreenChoice], texts: Sequence[Text], areas: Sequence[Touch], describe: Callable[[Event], str]
) -> list[ScreenChoice]:
    """The entries, each with words and no two with the same."""
    places: dict[str, list[int]] = {}
    for n, item in enumerate(items):
        places.setdefault(item.words, []).append(n)
    around = None
    for words, same in places.items():
        if len(same) == 1 and words:
            continue
        alike = [items[n] for n in same]
        events = [describe(item.action.event) if isinstance(item.action, Do) else "" for item in alike]
        if len(alike) == 1:
            labels = [events[0] or _nearest_words(alike[0].rect, texts, areas) or t("Touch")]
        else:
            same_words = [
                Alike(item.rect, item.label, item.note, event) for item, event in zip(alike, events, strict=True)
            ]
            around = around or Surroundings(texts, [area.rect for area in areas])
            labels = distinct_words(same_words, around)
        for n, label in zip(same, labels, strict=True):
            items[n] = items[n]._replace(label=label, note="")
    return items


def _sticks_out(areas: Sequence[Touch], area: Touch) -> bool:
    """Whether a finger finds the area somewhere, though something else lies over its middle."""
    x, y, w, h = area.rect
    corners = ((x + 1, y + 1), (x + w - 2, y + 1), (x + 1, y + h - 2), (x + w - 2, y + h - 2))
    return any(hit(areas, *corner) == area.action for corner in corners)


def _rank(action: Any, label: str) -> int:
    """The kind: an act, a question, a letter, the way to more, what only looks (`PICTURE`), back, explanations.

    What costs somebody something stands among the questions: it is not marked before anything was looked at.
    """
    if isinstance(action, Do) or action is Command.DONE:
        return int(isinstance(action, Do) and action.event.costs)
    if isinstance(action, Key) or (len(label) == 1 and label.isalpha()):
        return 2
    if action in (Command.BIG_CLOCK, Command.AREAS, Command.CLEAR, Command.SHIFT):
        return PICTURE
    if action in (Command.MENU, Command.UNDO, Command.REDO, Command.HOME):
        return 3
    if action == Command.BACK:
        return 6
    if action == Command.HELP or isinstance(action, ReadRule):
        return 7
    return 4 if isinstance(action, Command) else 1


def _inside(area: Touch, middles: Sequence[tuple[int, int, Text]], areas: Sequence[Touch]) -> list[Text]:
    """The words that stand on an area, and on no smaller one that lies on it; ``middles`` are the places of words."""
    left, top, wide, high = area.rect
    right, foot = left + wide, top + high
    near = [(x, y, text) for x, y, text in middles if left <= x < right and top <= y < foot]
    if not near:
        return []
    smaller = [touch.rect for touch in areas if _within(touch.rect, area.rect) and touch.action != area.action]
    return [text for x, y, text in near if not any(part.contains(x, y) for part in smaller)]


def _words(
    area: Touch,
    inside: Sequence[Text],
    texts: Sequence[Text],
    shapes: Sequence[Shape],
    areas: Sequence[Touch],
    title_of: Callable[[Any], str],
) -> tuple[str, str]:
    """The largest words on an area and the next; a word for what shows a sign alone; none for a picture."""
    action = area.action
    if isinstance(action, Key):
        return {"\b": t("delete"), " ": t("space")}.get(action.text, action.text), ""
    if isinstance(action, ReadRule):
        return t("Rule {number}", number=action.number), ""
    if isinstance(action, Command):
        names = {
            Command.BACK: t("Back"),
            Command.HELP: t("Help"),
            Command.BIG_CLOCK: t("Big clock"),
            Command.SHIFT: t("Capitals"),
            Command.CLEAR: t("Clear"),
            Command.TURN: t("Turn the picture"),
            Command.SETTINGS: t("Settings"),
        }
        if action in names:
            return names[action], ""
    label, note = _largest(inside)
    if action is Command.DONE and not any(char.isalpha() for char in label):
        return t("Done"), label
    wordy = len(inside) > MOST_WORDS or len(label) > LONGEST or label.endswith(".")
    if wordy and isinstance(action, Show) and (title := title_of(action.screen)):
        return title, ""
    if any(char.isalnum() for char in label):
        return label, note or (SEPARATOR.join(_step_subject(area.rect, texts, areas)) if label[0] in SIGNED else "")
    signs = [label, *(shape.name for shape in shapes if area.rect.contains(*shape.rect.middle))]
    steps = {"+": t("more"), "−": t("less"), "back": t("previous"), "forward": t("next")}
    answers = {"check": t("yes"), "cross": t("no")}
    for name in signs:
        if name in steps:
            return SEPARATOR.join((*_step_subject(area.rect, texts, areas), steps[name])), ""
        if name in answers:
            return answers[name], ""
    return label, ""


def _largest(inside: Sequence[Text]) -> tuple[str, str]:
    """The largest words on an area, with the figures that are larger still; and the first of the others."""
    tiles = _tiles(inside)
    inside = [text for text in inside if text not in tiles] or inside
    by_size = sorted(inside, key=lambda text: -text.size)
    worded = [text for text in by_size if any(char.isalpha() for char in text.text)] or by_size
    if not worded:
        return "", ""
    label = worded[0].text if worded[0] is by_size[0] else f"{worded[0].text} {by_size[0].text}"
    return label, next((text.text for text in inside if text not in (worded[0], by_size[0])), "")


def _tiles(inside: Sequence[Text]) -> list[Text]:
    """The letters of a word that is laid out in tiles: in several places of one size, and nobody's name."""
    short = [text for text in inside if len(text.text) <= LONGEST_LETTER and text.text.isalpha()]
    sizes = [text.rect[2:] for text in short]
    return [text for text, size in zip(short, sizes, strict=True) if sizes.count(size) > 1]


def _within(inner: Rect, outer: Rect) -> bool:
    return outer.contains(inner.x, inner.y) and outer.contains(inner.x + inner.w - 1, inner.y + inner.h - 1)


def _nearest_words(rect: Rect, texts: Sequence[Text], areas: Sequence[Touch]) -> str:
    """The words nearest to a sign on its own height and on no button: what it is about."""
    near = _level(rect, texts, areas)
    return min(near, key=lambda text: _between(text.rect, rect)).text if near else ""


def _level(rect: Rect, texts: Sequence[Text], areas: Sequence[Touch]) -> list[Text]:
    """Words on the height of a place and on no button."""
    y = rect.y + rect.h // 2
    level = [text for text in texts if text.rect.y <= y < text.rect.y + text.rect.h]
    return [text for text in level if not any(area.rect.contains(*text.rect.middle) for area in areas)]


def _step_subject(rect: Rect, texts: Sequence[Text], areas: Sequence[Touch]) -> list[str]:
    """What a step changes: the value beside the sign, after what it is the value of.

    A value stands between less and more, so from more one button lies on the way to what stands before them.
    """
    near = _level(rect, texts, areas)
    if not near:
        return []
    value = min(near, key=lambda text: _between(text.rect, rect))
    before = [text for text in near if text.rect.x + text.rect.w <= rect.x and text != value]
    titles = [value]
    if before:
        title = max(before, key=lambda text: text.rect.x)
        y = rect.y + rect.h // 2
        way = {
            area.rect.x for area in areas if title.rect.x < area.rect.x < rect.x and area.rect.contains(area.rect.x, y)
        }
        if len(way) <= (value.rect.x < rect.x):
            titles = [title, value]
    return [title.text for title in titles]


def _between(rect: Rect, other: Rect) -> int:
    """What lies between two places on one height, in pixels."""
    return max(rect.x - other.x - other.w, other.x - rect.x - rect.w)


def _heading(texts: Sequence[Text], areas: Sequence[Touch]) -> str:
    """The largest words that are on no button: what the screen asks."""
    free = [
        text
        for text in texts
        if not text.digits
        and len(text.text) >= LEAST_HEADING
        and any(char.isalpha() for char in text.text)
        and not any(area.rect.contains(*text.rect.middle) for area in areas)
    ]
    return max(free, key=lambda text: text.size).text if free else ""
