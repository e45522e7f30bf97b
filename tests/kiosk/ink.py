"""Where the ink of texts lies, from what the fonts say of their letters: nothing is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import pygame

from device.graphics import typefaces
from device.graphics.widgets import Panel, Rect, Scene, Shape, Text

RIM = 12
"""Panels lower than this (pixels) are lines, not cards."""
EDGE = 4
"""What a sign leaves empty at its edges (pixels)."""


@lru_cache(maxsize=8192)
def inks(widget: Text) -> tuple[pygame.Rect, ...]:
    """The ink of each line of a text."""
    whole, fitted = typefaces.ink(widget), typefaces.fit(widget)
    if widget.upturned:
        return (whole,)
    face, boxes, y = typefaces.font(widget.weight, fitted.size), [], whole.y
    for line in fitted.lines:
        wide = typefaces.line_width(widget, fitted, line)
        free = {"center": (widget.rect.w - wide) // 2, "right": widget.rect.w - wide}.get(widget.align, 0)
        above, below = typefaces.reach(line, widget.weight, fitted.size)
        top = y + face.get_ascent() - above
        boxes.append(pygame.Rect(widget.rect.x + free + 1, top + 1, max(1, wide - 2), max(1, above + below - 2)))
        y += typefaces.line_step(widget, fitted)
    return tuple(boxes)


def panels_of(scene: Scene) -> list[tuple[int, Rect]]:
    """The cards of a scene with their places in it."""
    return [(n, panel.rect) for n, panel in enumerate(scene) if isinstance(panel, Panel)]


def in_sight(scene: Scene) -> Iterator[tuple[int, Text | Shape]]:
    """Texts and signs of a scene with their places in it, apart from those on whose middle a card lies."""
    panels = panels_of(scene)
    for n, widget in enumerate(scene):
        if not isinstance(widget, Text | Shape) or (isinstance(widget, Text) and not widget.text.strip()):
            continue
        x, y = (inks(widget)[0] if isinstance(widget, Text) else pygame.Rect(widget.rect)).center
        if not any(number > n and rect.contains(x, y) for number, rect in panels):
            yield n, widget


def card_of(panels: Sequence[tuple[int, Rect]], number: int, place: Rect) -> Rect | None:
    """The innermost of a scene's cards on which its text ``number`` stands, which has that ``place``."""
    x, y = place.x + place.w // 2, place.y + place.h // 2
    below = (rect for n, rect in reversed(panels) if n < number and rect.h > RIM and rect.contains(x, y))
    return next(below, None)


def covered(panels: Sequence[tuple[int, Rect]], lower: int, upper: int, region: pygame.Rect) -> bool:
    """Whether a card lies between two widgets of a scene and hides that part of the lower one."""
    first, last = min(lower, upper), max(lower, upper)
    return any(first < n < last and pygame.Rect(rect).contains(region) for n, rect in panels)


def collisions(scene: Scene) -> set[str]:
    """What lies on what it should not: texts on each other and on signs, and texts that leave their card."""
    wrong = set()
    panels, shown = panels_of(scene), list(in_sight(scene))
    texts = [(n, text, box) for n, text in shown if isinstance(text, Text) for box in inks(text)]
    signs = [
        (n, shape.name, pygame.Rect(shape.rect).inflate(-EDGE, -EDGE)) for n, shape in shown if isinstance(shape, Shape)
    ]
    boxes, places = [box for _, _, box in texts], [place for _, _, place in signs]
    for at, (n, text, box) in enumerate(texts):
        for to in box.collidelistall(boxes):
            m, other, far = texts[to]
            if to > at and other != text and not covered(panels, n, m, box.clip(far)):
                wrong.add(f"{text.text!r} on {other.text!r}")
        for to in box.collidelistall(places):
            m, name, place = signs[to]
            if not covered(panels, n, m, box.clip(place)):
                wrong.add(f"{text.text!r} on the sign {name}")
        card = card_of(panels, n, text.rect)
        if card is not None and not pygame.Rect(card).contains(box):
            wrong.add(f"{text.text!r} leaves its card")
    return wrong
