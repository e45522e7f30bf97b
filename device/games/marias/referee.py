"""The referee's screens at a mariáš table, behind the PIN: warnings, expulsion, time, final decisions (M1, M4, M27)."""

from __future__ import annotations

from dataclasses import dataclass

from device.games.marias.cards import ACCENT
from device.games.marias.choices import MinutesLeft, Unfinished
from device.games.marias.entry import Deals, new_deal
from device.graphics.actions import BACK, Do, Show
from device.graphics.canvas import Canvas
from device.graphics.dialogs import Answer, Entry, draw_question, grid, heading, reason
from device.graphics.widgets import Rect
from device.i18n import t, tr
from device.kiosk.pin_screens import NewPin
from device.kiosk.screen import Locked, Screen, View, call
from rules.marias import events as e
from rules.marias.describe import REASONS
from rules.marias.state import State
from rules.message import Refusal

WARNINGS = ("disturbs", "rules", "tired")
"""What a player is warned for, as the rules name it (M4)."""


@dataclass(frozen=True)
class Referee(Screen[State]):
    """Each player with warning and expulsion, and what else only the referee does."""

    key = "referee"
    locked = True

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """Players, and the referee's own."""
        state, may, look = view.state, view.may, canvas.look
        p = look.palette
        heights = (56, 34, 98, 98, 412) if look.portrait else (60, 34, 84, 84, 160)
        head, names, warnings, expulsions, body = canvas.rows(canvas.area, heights)
        heading(canvas, head, t("Referee"), fill=p.accents[ACCENT])
        columns = (1,) * state.seats
        for seat, box in enumerate(canvas.cols(names, columns)):
            ink = p.faint if state.is_expelled(seat) else p.text
            canvas.text(box, state.names[seat], 20, "bold", ink, "center")
        for seat, box in enumerate(canvas.cols(warnings, columns)):
            text = t("warned already") if state.is_warned(seat) else ""
            canvas.button(box, t("Warn"), Show(Warn(seat)), sub=text, why=gone(state, seat) or reason(may["warn"]))
        for seat, box in enumerate(canvas.cols(expulsions, columns)):
            first = None if state.is_warned(seat) else t("A warning comes first (M4).")
            why = gone(state, seat) or reason(may["expel"]) or first
            canvas.button(box, t("Expel"), Do(e.Expel(seat=e.SEAT[seat])), why=why, style="danger")
        entries: list[Entry] = [
            (t("Set the time"), t("by the organiser's clock"), Show(MinutesLeft()), may["set_time"]),
            (t("Decide the deal"), t("final (M27)"), call(self.decide), may["deal"]),
            (t("Not finished"), t("nobody pays the deal"), Show(Unfinished()), may["annul"]),
            (t("Change a decision"), t("a deal decided before"), Show(Deals()), decided(state)),
            (t("New PIN"), t("for these screens"), Show(NewPin(accent=ACCENT)), None),
            (t("Back"), t("to the game"), BACK, None),
        ]
        grid(canvas, body, entries, 2 if look.portrait else 3)
        return body

    def decide(self, state: State) -> Locked:
        """A deal that the referee decides (M27)."""
        return Locked(new_deal(state, referee=True))


@dataclass(frozen=True)
class Warn(Screen[State]):
    """What the player in ``seat`` (from 0) is warned for (M4)."""

    key = "warn"
    locked = True
    seat: int

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """The reasons."""
        state, letter = view.state, e.SEAT[self.seat]
        answers: list[Answer] = [
            (tr(REASONS[code]), "", Do(e.Warn(seat=letter, reason=code)), "normal") for code in WARNINGS
        ]
        line = t("Warning for {name}: why?", name=state.names[self.seat])
        return draw_question(canvas, t("Warning"), line, answers, canvas.look.palette.accents[ACCENT])


def gone(state: State, seat: int) -> str | None:
    """That a player is expelled, None for one who plays on."""
    return t("expelled") if state.is_expelled(seat) else None


def decided(state: State) -> Refusal | None:
    """Why no decision can be changed."""
    if state.rounds and any(one.referee for one in state.round.deals):
        return None
    return Refusal("M27", "No deal of this round was decided by the referee.")
