"""The twelve black-and-white shapes of the copy on the table are traced once (P2)."""

from __future__ import annotations

from typing import Any

from device import i18n
from device.games.polyssimo import shapes_file
from device.games.polyssimo.looks import BLACK, WHITE, lying, measures
from device.i18n import t
from device.kiosk.actions import BACK, DONE, Go, Put
from device.kiosk.canvas import Canvas, Look
from device.kiosk.controllers import Controller, Host
from device.kiosk.widgets import Rect, Scene
from device.peripherals.oled_content import OledContent
from device.peripherals.signals import Signals
from rules.message import Refusal
from rules.polyssimo.shapes import HEXOMINO, KINDS, PROVISIONAL, Shape, check_hexomino, drawn, normal, parsed, same

GRID = 6
"""Columns and rows of the grid on which a shape is drawn."""
RESET = Put("reset", True)
WIPE = Put("wipe", True)


class ShapeEditor:
    """Twelve shapes on the left, the chosen one large on a grid on the right. ``then`` is the room to go back to."""

    def __init__(self, host: Host, then: Controller) -> None:
        self.host = host
        self.then = then
        shapes, _ = shapes_file.load(host.settings)
        self.shapes: list[Shape] = [parsed(text) for text in shapes]
        self.chosen = 0
        self.squares: set[tuple[int, int]] = set(lying(self.shapes[0]))

    def trouble(self) -> Refusal | None:
        """What stands against the shape on the grid."""
        if len(self.squares) < HEXOMINO:
            return Refusal("P2", "Squares still missing: {n}.", n=HEXOMINO - len(self.squares))
        try:
            check_hexomino(tuple(self.squares))
        except Refusal as refusal:
            return refusal
        mine = normal(tuple(self.squares))
        for n, other in enumerate(self.shapes):
            if n != self.chosen and same(mine, other):
                return Refusal("P2", "That is shape {n} already.", n=n + 1)
        return None

    def scene(self, look: Look, at: int) -> Scene:
        """The set and the grid."""
        canvas = Canvas(look)
        p, u = look.palette, canvas.u
        head, body, foot = canvas.rows(canvas.area, (46, 348, 54))
        back, title, done = canvas.cols(head, (10, 64, 26))
        canvas.button(back, "", BACK, icon="back")
        canvas.text(title, t("Trace the black-and-white pieces of your copy"), 22, "bold", p.text, "center")
        trouble = self.trouble()
        canvas.button(
            done, t("Keep the shapes"), DONE, style="primary", size=19, why=i18n.refusal(trouble) if trouble else None
        )
        left, right = canvas.rows(body, (1, 1.3)) if look.portrait else canvas.cols(body, (1.15, 1))
        for row, band in enumerate(canvas.rows(left, (1, 1, 1), u(5))):
            for column, box in enumerate(canvas.cols(band, (1,) * 4, u(5))):
                self.shape(canvas, row * 4 + column, box, trouble)
        side = min(right.w, right.h) // GRID
        corner = (right.x + (right.w - side * GRID) // 2, right.y + (right.h - side * GRID) // 2)
        for y in range(GRID):
            for x in range(GRID):
                box = Rect(corner[0] + x * side, corner[1] + y * side, side - u(3), side - u(3))
                on = (x, y) in self.squares
                canvas.panel(
                    box, (WHITE if (x + y) % 2 else BLACK) if on else p.button_quiet, 6, p.text if on else None
                )
                canvas.touch(box, Put("square", (x, y)))
        line, wipe, reset = canvas.cols(foot, (2.2, 1, 1.4))
        said = i18n.refusal(trouble) if trouble else t("Shape {n} is complete.", n=self.chosen + 1)
        canvas.text(line, said, 19, "semibold", p.warn if trouble else p.text, "center", lines=2)
        canvas.button(wipe, t("Clear"), WIPE, size=17)
        canvas.button(reset, t("As shipped"), RESET, sub=t("provisional shapes"), size=17)
        if look.toast:
            canvas.banner(body, look.toast)
        return canvas.scene()

    def shape(self, canvas: Canvas, number: int, box: Rect, trouble: Refusal | None) -> None:
        """One of the twelve; a touch takes it onto the grid."""
        p, u = canvas.look.palette, canvas.u
        chosen = number == self.chosen
        canvas.panel(box, p.key_accent if chosen else p.button, border=p.text if chosen else None)
        canvas.text(Rect(box.x + u(6), box.y + u(3), u(24), u(18)), str(number + 1), 14, "semibold", p.text)
        shape = lying(self.shapes[number])
        wide, high = measures(shape)
        side = max(4, min((box.w - u(16)) // 6, (box.h - u(30)) // 3))
        place = (box.x + (box.w - wide * side) // 2, box.y + u(18) + (box.h - u(22) - high * side) // 2)
        canvas.blocks(place, shape, side, BLACK, p.muted, WHITE)
        canvas.touch(box, Go("shape", number))

    def act(self, action: Any) -> None:
        """A touch. Raises `Refusal` where the shapes are no set."""
        if action == BACK:
            self.host.enter(self.then)
        elif action == DONE:
            self.keep()
        elif action == WIPE:
            self.squares = set()
        elif action == RESET:
            self.shapes = [parsed(text) for text in PROVISIONAL]
            self.choose(self.chosen)
        elif isinstance(action, Go) and action.screen == "shape":
            self.choose(action.arg)
        elif isinstance(action, Put) and action.name == "square":
            self.square(action.value)

    def square(self, square: tuple[int, int]) -> None:
        """A square of the grid; a complete shape takes its place in the set at once."""
        self.squares ^= {square}
        if self.trouble() is None:
            self.shapes[self.chosen] = normal(tuple(self.squares))

    def choose(self, number: int) -> None:
        """Another shape onto the grid; what was not complete is dropped."""
        self.chosen = number % KINDS
        self.squares = set(lying(self.shapes[self.chosen]))

    def keep(self) -> None:
        """Write the set down and go back. Raises `Refusal` where a shape is not complete."""
        if (trouble := self.trouble()) is not None:
            raise trouble
        try:
            shapes_file.save(self.host.settings, tuple(drawn(lying(shape)) for shape in self.shapes))
        except OSError:
            self.host.say(t("The shapes could not be kept; look at the card and its space."))
            return
        self.host.enter(self.then)

    def typed(self, text: str) -> None:
        """Escape leaves, return keeps."""
        if text == "\x1b":
            self.act(BACK)
        elif text == "\r":
            self.keep()

    def next_change(self, at: int) -> int | None:
        """Nothing moves by itself."""
        return None

    def oled_contents(self, at: int) -> tuple[OledContent, OledContent]:
        """The game's name."""
        face = OledContent(t("Polyssimo"), t("shapes"), mark=t("trace on the screen"))
        return face, face

    def signals(self, at: int) -> Signals:
        """All dark."""
        return Signals()
