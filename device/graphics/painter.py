"""Draws scenes, and of each only what changed since the last one."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

import pygame

from device.graphics import figures, glyphs, typefaces
from device.graphics.widgets import (
    Blocks,
    Colour,
    Figures,
    Panel,
    Pattern,
    QrCode,
    Scene,
    Shape,
    Text,
    Touch,
    Widget,
)

VisibleWidget = Panel | Text | Figures | Shape | Blocks | Pattern | QrCode
"""A widget that can be seen."""


class Painter:
    """Paints scenes on one surface. ``back`` is the colour where no widget lies."""

    def __init__(self, surface: pygame.Surface, back: Colour) -> None:
        self.surface = surface
        self.back = back
        self._shown: Scene | None = None
        self._ahead: Painter | None = None
        self._next: tuple[Scene | None, Scene, list[pygame.Rect]] | None = None

    @property
    def is_blank(self) -> bool:
        """Whether everything has to be painted next time."""
        return self._shown is None

    def forget(self) -> None:
        """The surface was lost or drawn over: paint everything next time."""
        self._shown = None

    def prepare(self, scene: Scene) -> None:
        """Paint beside the surface what may have to be shown next, so that `paint` only has to copy what differs."""
        if self._ahead is None or self._ahead.back != self.back:
            self._ahead = Painter(pygame.Surface(self.surface.get_size(), 0, self.surface), self.back)
        self._ahead.paint(scene)
        self._next = self._shown, scene, self._dirty(scene)

    def has_prepared(self, scene: Scene) -> bool:
        """Whether that picture lies ready."""
        return self._ahead is not None and self._ahead.back == self.back and self._ahead._shown == scene

    def paint(self, scene: Scene) -> list[pygame.Rect]:
        """Bring ``scene`` on the surface; the rectangles that changed, for one `pygame.display.update`."""
        dirty = self._dirty(scene)
        if self._ahead is not None and dirty and self.has_prepared(scene):
            for rect in dirty:
                self.surface.blit(self._ahead.surface, rect, rect)
        elif dirty:
            self._draw(scene, dirty)
        self._shown = scene
        return dirty

    def _dirty(self, scene: Scene) -> list[pygame.Rect]:
        """What of the surface is not as in ``scene``; known already where just that was prepared."""
        if self._next is not None and self._next[0] is self._shown and self._next[1] is scene:
            return self._next[2]
        if self._shown is None:
            return [self.surface.get_rect()]
        return changes(self._shown, scene, self.surface.get_rect())

    def _draw(self, scene: Scene, dirty: list[pygame.Rect]) -> None:
        seen = [widget for widget in scene if not isinstance(widget, Touch)]
        places = [extent(widget) for widget in seen]
        for rect in dirty:
            self.surface.set_clip(rect)
            self.surface.fill(self.back, rect)
            for n in rect.collidelistall(places):
                draw(self.surface, seen[n])
        self.surface.set_clip(None)


def extent(widget: VisibleWidget) -> pygame.Rect:
    """The pixels that a widget may colour: its place, and what tight words or round figures need beside it."""
    if isinstance(widget, Text) and widget.text:
        return typefaces.reaches(widget)
    if isinstance(widget, Figures):
        return figures.reaches(widget)
    return pygame.Rect(widget.rect)


def changes(old: Scene, new: Scene, screen: pygame.Rect) -> list[pygame.Rect]:
    """Rectangles that differ between two scenes; overlapping ones are joined, all lie within ``screen``."""
    if old == new:
        return []
    seen, wanted = _apart([w for w in old if not isinstance(w, Touch)], [w for w in new if not isinstance(w, Touch)])
    before, after = Counter(seen), Counter(wanted)
    differing = (before - after) + (after - before)
    if [w for w in seen if w not in differing] != [w for w in wanted if w not in differing]:
        return [screen]  # what lies on what has changed
    joined: list[pygame.Rect] = []
    for widget in differing:
        rect = extent(widget).inflate(2, 2).clip(screen)
        while (index := rect.collidelist(joined)) >= 0:
            rect.union_ip(joined.pop(index))
        if rect.w and rect.h:
            joined.append(rect)
    return joined


def _apart(old: list[VisibleWidget], new: list[VisibleWidget]) -> tuple[list[VisibleWidget], list[VisibleWidget]]:
    """Both without what they begin and end with alike, which is most: to compare is cheaper than to count."""
    short = min(len(old), len(new))
    start = next((n for n in range(short) if old[n] != new[n]), short)
    end = next((n for n in range(short - start) if old[-1 - n] != new[-1 - n]), short - start)
    return old[start : len(old) - end], new[start : len(new) - end]


def draw(surface: pygame.Surface, widget: Widget) -> None:
    """Draw one widget."""
    if isinstance(widget, Panel):
        rect = pygame.Rect(widget.rect)
        draw_card(surface, rect, widget.fill, widget.radius)
        if widget.border is not None:
            pygame.draw.rect(surface, widget.border, rect, max(2, widget.radius // 3), border_radius=widget.radius)
    elif isinstance(widget, Text):
        if widget.text:
            typefaces.draw(surface, widget)
    elif isinstance(widget, Shape):
        size = min(widget.rect.w, widget.rect.h)
        x = widget.rect.x + (widget.rect.w - size) // 2
        y = widget.rect.y + (widget.rect.h - size) // 2
        sign = glyphs.glyph(widget.name, size, widget.colour)
        surface.blit(pygame.transform.rotate(sign, 180) if widget.upturned else sign, (x, y))
    elif isinstance(widget, Figures):
        figures.draw(surface, widget)
    elif isinstance(widget, Blocks):
        draw_blocks(surface, widget)
    elif isinstance(widget, Pattern):
        surface.blit(
            pattern(widget.name, widget.rect[2:], widget.fill, widget.other, widget.step, widget.turned),
            widget.rect[:2],
        )
    elif isinstance(widget, QrCode):
        draw_code(surface, widget)


def draw_card(surface: pygame.Surface, rect: pygame.Rect, fill: Colour, radius: int) -> None:
    """A filled rectangle with round corners: three fills and four corners that were drawn once."""
    radius = min(radius, rect.w // 2, rect.h // 2)
    if radius <= 1:
        pygame.draw.rect(surface, fill, rect, border_radius=radius)
        return
    surface.fill(fill, (rect.x + radius, rect.y, rect.w - 2 * radius, rect.h))
    surface.fill(fill, (rect.x, rect.y + radius, radius, rect.h - 2 * radius))
    surface.fill(fill, (rect.right - radius, rect.y + radius, radius, rect.h - 2 * radius))
    round_ = corners(fill, radius)
    for x, left in ((rect.x, 0), (rect.right - radius, radius)):
        for y, top in ((rect.y, 0), (rect.bottom - radius, radius)):
            surface.blit(round_, (x, y), (left, top, radius, radius))


@lru_cache(maxsize=128)
def corners(fill: Colour, radius: int) -> pygame.Surface:
    """The four corners of a card pushed together. Kept, not to be drawn on."""
    picture = pygame.Surface((2 * radius, 2 * radius))
    clear = (255 - fill[0], fill[1], fill[2])
    picture.fill(clear)
    picture.set_colorkey(clear)
    pygame.draw.rect(picture, fill, picture.get_rect(), border_radius=radius)
    return picture


def draw_blocks(surface: pygame.Surface, widget: Blocks) -> None:
    """Squares without gaps, and a line wherever a square has no neighbour."""
    side, thick = widget.side, widget.line
    squares = set(widget.squares)
    for x, y in widget.squares:
        left, top = widget.rect.x + x * side, widget.rect.y + y * side
        surface.fill(widget.fill if (x + y) % 2 == 0 else widget.other, (left, top, side, side))
        for (nx, ny), line in (
            ((x - 1, y), (left, top, thick, side)),
            ((x + 1, y), (left + side - thick, top, thick, side)),
            ((x, y - 1), (left, top, side, thick)),
            ((x, y + 1), (left, top + side - thick, side, thick)),
        ):
            if (nx, ny) not in squares:
                surface.fill(widget.edge, line)


def draw_code(surface: pygame.Surface, widget: QrCode) -> None:
    """The dark modules of a code, a run of them at a time."""
    side = widget.side
    for y, row in enumerate(widget.rows):
        for run in re.finditer("#+", row):
            left, top = widget.rect.x + run.start() * side, widget.rect.y + y * side
            surface.fill(widget.colour, (left, top, (run.end() - run.start()) * side, side))


@lru_cache(maxsize=16)
def pattern(name: str, size: tuple[int, int], fill: Colour, other: Colour, step: int, turned: bool) -> pygame.Surface:
    """A rectangle of chequers or stripes that begins with ``fill``. Kept, not to be drawn on."""
    wide, high = size
    picture = pygame.Surface(size)
    picture.fill(fill if turned else other)
    colour = other if turned else fill
    if name == "stripes":
        for x in range(-high - 2 * step, wide + 2 * step, 2 * step):
            points = [(x, high), (x + high, 0), (x + high + step, 0), (x + step, high)]
            pygame.draw.polygon(picture, colour, points)
    else:
        across, down = (max(1, round(length / step)) for length in size)
        for column in range(across):
            for row in range(down):
                if (column + row) % 2 == 0:
                    x, y = column * wide // across, row * high // down
                    end = (column + 1) * wide // across, (row + 1) * high // down
                    picture.fill(colour, (x, y, end[0] - x, end[1] - y))
    return picture
