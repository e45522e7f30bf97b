"""A screen at which nobody sits: what shows on it is painted once somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from device.graphics.display import Taken
from device.graphics.painter import Painter
from device.graphics.widgets import Scene
from device.io.inputs import Input
from device.kiosk.outputs import ScreenOutput


class HeadlessDisplay:
    """A surface without a display, for tests and for playing without a screen; inputs are posted by the caller."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.surface = pygame.Surface(size)
        self.taken: Taken = frozenset
        self.presented = 0
        self.wakes: Sequence[int] = ()

    def present(self, dirty: list[pygame.Rect]) -> None:
        """Nobody looks; counted."""
        self.presented += bool(dirty)

    def inputs(self) -> list[Input]:
        """Nothing comes from a display."""
        return []


class UnwatchedDisplay(HeadlessDisplay):
    """A surface that is brought up to date when it is asked for."""

    looked_at: Callable[[], None] | None = None

    @property
    def surface(self) -> pygame.Surface:
        """The picture as it should be now."""
        if self.looked_at is not None:
            self.looked_at()
        return self._surface

    @surface.setter
    def surface(self, surface: pygame.Surface) -> None:
        self._surface = surface

    def show(self, screen: ScreenOutput) -> None:
        """Paint what ``screen`` shows later, until that is given another painter, as for another palette.

        A turned or darkened picture, which is brought here from a surface of its own, is painted at once as usual.
        """
        if screen.surface.surface is not self._surface:
            return
        screen.painter = painter = LaterPainter(self._surface, screen.painter.back)
        painter.paint(screen.frame.scene)

        def paint() -> None:
            if screen.painter is painter:
                painter.catch_up()

        self.looked_at = paint


class LaterPainter(Painter):
    """Paints the last of all scenes that it was given, when it is told to."""

    def __init__(self, surface: pygame.Surface, back: tuple[int, int, int]) -> None:
        super().__init__(surface, back)
        self._given: Scene | None = None
        self._due = False
        self._expected: tuple[Scene | None, Scene] | None = None

    def forget(self) -> None:
        """Paint everything next time."""
        super().forget()
        self._due = True

    def paint(self, scene: Scene) -> list[pygame.Rect]:
        """Keep ``scene``; what will change of the surface: all of it, for all that is known yet."""
        if scene == self._given:
            return []
        self._given, self._due = scene, True
        return [self.surface.get_rect()]

    def prepare(self, scene: Scene) -> None:
        """Keep what may have to be shown next, and after what."""
        self._expected = self._given, scene

    def has_prepared(self, scene: Scene) -> bool:
        """Whether that picture lies ready."""
        self._prepare()
        return super().has_prepared(scene)

    def catch_up(self) -> None:
        """Bring the surface up to date."""
        self._prepare()
        if self._due and self._given is not None:
            self._due = False
            super().paint(self._given)

    def _prepare(self) -> None:
        if self._expected is not None:
            (before, scene), self._expected = self._expected, None
            if before is not None:
                super().paint(before)
            super().prepare(scene)
