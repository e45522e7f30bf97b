"""The twelve black-and-white shapes of the copy on the table are traced once (P2)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from device import i18n
from device.games.polyssimo import shapes_file
from device.games.polyssimo.looks import BLACK, WHITE, lying, middle_of
from device.games.setup_controller import SetupPage, SetupState, WriteFile
from device.graphics.canvas import Canvas
from device.graphics.dialogs import refusal_from
from device.graphics.headings import draw_heading
from device.graphics.widgets import Rect
from device.i18n import t
from device.io.oled_content import OledContent
from device.kiosk.screen import Next, Screen, SubScreen, View, call
from device.settings.settings import Settings
from rules.message import Refusal
from rules.polyssimo.shapes import HEXOMINO, PROVISIONAL, Shape, Square, as_text, check_hexomino, normal, parse, same

GRID = 6
"""Columns and rows of the grid on which a shape is drawn."""


class ShapeEditor(SubScreen[SetupState], SetupPage):
    """Twelve shapes on the left; the chosen one large on a grid on the right, as ``squares``."""

    key = "editor"
    shapes: tuple[Shape, ...]
    chosen: int
    squares: frozenset[Square]

    @classmethod
    def of(cls, settings: Settings, parent: Screen[SetupState]) -> ShapeEditor:
        """With the shapes of this table."""
        shapes = tuple(parse(text) for text in shapes_file.load(settings)[0])
        return cls(parent, shapes, 0, frozenset(lying(shapes[0])))

    def trouble(self) -> Refusal | None:
        """What stands against the shape on the grid."""
        if len(self.squares) < HEXOMINO:
            return Refusal("P2", "Squares still missing: {n}.", n=HEXOMINO - len(self.squares))
        if (refusal := refusal_from(check_hexomino, tuple(self.squares))) is not None:
            return refusal
        mine = normal(tuple(self.squares))
        for n, other in enumerate(self.shapes):
            if n != self.chosen and same(mine, other):
                return Refusal("P2", "That is shape {n} already.", n=n + 1)
        return None

    def draw(self, canvas: Canvas, view: View[SetupState]) -> Rect:
        """The set and the grid."""
        p, u, trouble = canvas.look.palette, canvas.u, self.trouble()
        why = i18n.refusal(trouble) if trouble else None
        title = t("Trace the black-and-white pieces of your copy")
        body, foot = draw_heading(canvas, (338, 54), title, done=t("Save the shapes"), why=why)
        left, right = canvas.rows(body, (1, 1.3)) if canvas.look.portrait else canvas.cols(body, (1.15, 1))
        for number, box in enumerate(canvas.grid(left, 4, 3, u(5))):
            self._shape(canvas, number, box)
        self._grid(canvas, right)
        line, wipe, reset = canvas.cols(foot, (2.2, 1, 1.4))
        text = why or t("Shape {n} is complete.", n=self.chosen + 1)
        canvas.ruled_text(line, text, 19, "semibold", p.warn if trouble else p.text, "center", lines=2)
        canvas.button(wipe, t("Clear"), self.change(squares=frozenset()), size=17)
        canvas.button(reset, t("As shipped"), call(self.reset), sub=t("provisional shapes"), size=17)
        return body

    def _shape(self, canvas: Canvas, number: int, box: Rect) -> None:
        p, u = canvas.look.palette, canvas.u
        chosen = number == self.chosen
        canvas.panel(box, p.key_accent if chosen else p.button, border=p.text if chosen else None)
        corner = Rect(box.x + u(6), box.y + u(3), canvas.lu(24), canvas.lu(18))
        canvas.text(corner, str(number + 1), 14, "semibold", p.text)
        shape, below = lying(self.shapes[number]), Rect(box.x, box.y + u(18), box.w, box.h - u(22))
        side = max(4, min((box.w - u(16)) // 6, (box.h - u(30)) // 3))
        canvas.blocks(middle_of(below, shape, side), shape, side, BLACK, p.muted, WHITE)
        canvas.touch(box, call(self.choose, number))

    def _grid(self, canvas: Canvas, rect: Rect) -> None:
        p, u = canvas.look.palette, canvas.u
        side = min(rect.w, rect.h) // GRID
        left, top = rect.x + (rect.w - side * GRID) // 2, rect.y + (rect.h - side * GRID) // 2
        for y in range(GRID):
            for x in range(GRID):
                box = Rect(left + x * side, top + y * side, side - u(3), side - u(3))
                on = (x, y) in self.squares
                fill = (WHITE if (x + y) % 2 else BLACK) if on else p.button_quiet
                canvas.panel(box, fill, 6, p.text if on else None)
                canvas.touch(box, call(self.square, (x, y)))

    def oled_contents(self) -> tuple[OledContent, OledContent]:
        """The game's name."""
        content = OledContent(t("Polyssimo"), t("shapes"), mark=t("trace on the screen"))
        return content, content

    def square(self, state: SetupState, square: Square) -> Next[SetupState]:
        """A square of the grid; a complete shape takes its place in the set at once."""
        after = replace(self, squares=self.squares ^ {square})
        if after.trouble() is not None:
            return after
        shape = normal(tuple(after.squares))
        return replace(after, shapes=(*self.shapes[: self.chosen], shape, *self.shapes[self.chosen + 1 :]))

    def choose(self, state: SetupState, number: int) -> Next[SetupState]:
        """Another shape onto the grid; what was not complete is dropped."""
        return replace(self, chosen=number, squares=frozenset(lying(self.shapes[number])))

    def reset(self, state: SetupState) -> Next[SetupState]:
        """The shapes as shipped."""
        shapes = tuple(parse(text) for text in PROVISIONAL)
        return replace(self, shapes=shapes, squares=frozenset(lying(shapes[self.chosen])))

    def on_done(self, state: SetupState) -> Next[SetupState]:
        """Keep the set for this table. Raises `Refusal` where a shape is not complete."""
        if (trouble := self.trouble()) is not None:
            raise trouble
        keep = partial(shapes_file.save, shapes=tuple(as_text(lying(shape)) for shape in self.shapes))
        failed = t("The shapes could not be saved; check the card and its free space.")
        return WriteFile(keep, self.parent, failed, self)
