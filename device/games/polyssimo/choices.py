"""The menu, and telling the result where nobody tapped along to the end (P9)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from device.games.polyssimo.play import May
from device.i18n import t
from device.kiosk.actions import BACK, Do, Go, Put, Step
from device.kiosk.canvas import Canvas, Look
from device.kiosk.dialogs import Entry
from device.kiosk.widgets import Rect, Scene
from rules.polyssimo import events as e
from rules.polyssimo.state import Phase, State


@dataclass(frozen=True, slots=True)
class ResultEntry:
    """The result as it is being typed: what each seat has left, and who placed last."""

    left: tuple[int, ...] = ()
    last: int | None = None

    def stepped(self, seat: int, by: int, most: int) -> ResultEntry:
        """One more or fewer left."""
        left = tuple(max(0, min(most, n + by)) if s == seat else n for s, n in enumerate(self.left))
        return replace(self, left=left)


def most_left(state: State, seat: int) -> int:
    """The most that a seat can have left."""
    if state.phase is Phase.RESULT:
        return state.share(seat) * (1 if state.setup.polyssimo_counts == "pieces" else 6)
    if state.setup.polyssimo_counts == "pieces":
        return state.pieces_left(seat)
    return 6 * state.pieces_left(seat)


def outcome(state: State, look: Look, telling: ResultEntry) -> Scene:
    """A row for each player: what is left, and who placed last."""
    canvas = Canvas(look)
    u, p = canvas.u, look.palette
    head, body, foot = canvas.rows(canvas.area, (50, 330, 70))
    cells = state.setup.polyssimo_counts == "cells"
    title = t("How many cells are left?") if cells else t("How many pieces are left?")
    canvas.text(head, title, 26, "bold", p.text, "center")
    steps = (-5, -1, 1, 5) if cells else (-1, 1)
    half = len(steps) // 2
    weights = (2.6, *(0.8,) * half, 1, *(0.8,) * half, 1.7)
    for seat, band in zip(state.seats, canvas.rows(body, (1,) * 4), strict=False):
        canvas.panel(band, p.panel)
        box = Rect(band.x + u(10), band.y + u(8), band.w - u(20), band.h - u(16))
        parts = canvas.cols(box, weights)
        if look.portrait:  # the name and who placed last above, the steps below
            upper, lower = canvas.rows(box, (1, 1))
            name, last = canvas.cols(upper, (2.6, 1.7))
            parts = [name, *canvas.cols(lower, weights[1:-1]), last]
        canvas.text(parts[0], state.setup.players[seat], 24, "bold", canvas.look.palette.players[seat])
        boxes = (*parts[1 : 1 + half], *parts[2 + half : -1])
        for by, place in zip(steps, boxes, strict=True):
            end = telling.stepped(seat, by, most_left(state, seat)) == telling
            why = (t("Fewer than none is not possible.") if by < 0 else t("There are no more.")) if end else None
            canvas.button(place, f"{by:+d}".replace("-", "−"), Step(str(seat), by), size=22, why=why)
        canvas.text(parts[1 + half], str(telling.left[seat]), 36, "bold", p.text, "center", digits=True)
        canvas.button(parts[-1], t("placed last"), Put("last", seat), selected=telling.last == seat, size=17)
    back, done = canvas.cols(foot, (1, 2))
    canvas.button(back, t("Back"), BACK)
    if telling.last is None:
        why = t("Say who placed last.")
        canvas.button(done, t("Write the result"), Put("last", 0), style="primary", why=why)
    else:
        event: e.Outcome | e.Correct = e.Outcome(left=telling.left, last=telling.last + 1)
        if state.phase is Phase.RESULT:
            event = e.Correct(left=telling.left, last=telling.last + 1)
        canvas.button(done, t("Write the result"), Do(event), style="primary")
    if look.toast:
        canvas.banner(body, look.toast)
    return canvas.scene()


def menu(state: State, may: May) -> list[Entry]:
    """What the game's menu offers, with the reason where it is not possible now."""
    result = (t("Type the result"), t("what is left, who was last"), Go("outcome"), may["outcome"])
    if state.phase is Phase.RESULT and not state.on_board:
        result = (t("Put the result right"), t("as counted on the table"), Go("outcome"), None)
    unplaced = None if state.placed else t("Nothing is placed yet.")
    return [
        result,
        (t("Placed pieces"), t("list · corrections"), Go("placed"), unplaced),
        (t("Mixed-up pieces"), t("two change places"), Go("swap"), may["correct"]),
        (t("Note"), t("for the referee"), Go("note"), may["note"]),
    ]
