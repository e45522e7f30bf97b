"""The referee's screens at a mariáš table, behind the PIN: warnings, expulsion, time, final decisions (M1, M4, M27)."""

from __future__ import annotations

from device.games.marias.play import May
from device.i18n import t, tr
from device.kiosk.actions import BACK, Do, Go
from device.kiosk.canvas import Canvas, Look
from device.kiosk.dialogs import Answer, Entry, ask, grid, heading, reason
from device.kiosk.widgets import Scene
from rules.marias import events as e
from rules.marias.describe import REASONS
from rules.marias.state import State
from rules.message import Refusal

ACCENT = 1
"""Mariáš's among the palette's accents."""
SCREENS = frozenset(("referee", "warn", "set_time", "decided", "unfinished", "revise", "new_pin"))
"""Screens behind the PIN."""
WARNINGS = ("disturbs", "rules", "tired")
"""What a player is warned for, as the rules name it (M4)."""


def menu(state: State, may: May, look: Look) -> Scene:
    """Each player with warning and expulsion, and what else only the referee does."""
    canvas = Canvas(look)
    p = look.palette
    heights = (44, 34, 100, 100, 420) if look.portrait else (60, 34, 84, 84, 160)
    head, names, warnings, expulsions, body = canvas.rows(canvas.area, heights)
    heading(canvas, head, t("Referee"), fill=p.accents[ACCENT])
    columns = (1,) * state.seats
    for seat, box in enumerate(canvas.cols(names, columns)):
        ink = p.faint if state.is_expelled(seat) else p.text
        canvas.text(box, state.names[seat], 20, "bold", ink, "center")
    for seat, box in enumerate(canvas.cols(warnings, columns)):
        said = t("warned already") if state.is_warned(seat) else ""
        canvas.button(box, t("Warn"), Go("warn", seat), sub=said, why=gone(state, seat) or reason(may["warn"]))
    for seat, box in enumerate(canvas.cols(expulsions, columns)):
        first = None if state.is_warned(seat) else t("A warning comes first (M4).")
        why = gone(state, seat) or reason(may["expel"]) or first
        canvas.button(box, t("Expel"), Do(e.Expel(seat=e.SEAT[seat])), why=why, style="danger")
    entries: list[Entry] = [
        (t("Set the time"), t("by the organiser's clock"), Go("set_time"), may["set_time"]),
        (t("Decide the deal"), t("final (M27)"), Go("decided"), may["deal"]),
        (t("Not finished"), t("nobody pays the deal"), Go("unfinished"), may["annul"]),
        (t("Change a decision"), t("a deal decided before"), Go("deals", 0), decided(state)),
        (t("New PIN"), t("for these screens"), Go("new_pin"), None),
        (t("Back"), t("to the game"), BACK, None),
    ]
    grid(canvas, body, entries, 2 if look.portrait else 3)
    if look.toast:
        canvas.banner(body, look.toast)
    return canvas.scene()


def gone(state: State, seat: int) -> str | None:
    """That a player is expelled, None for one who plays on."""
    return t("expelled") if state.is_expelled(seat) else None


def decided(state: State) -> Refusal | None:
    """Why no decision can be changed."""
    if state.rounds and any(one.referee for one in state.round.deals):
        return None
    return Refusal("M27", "No deal of this round was decided by the referee.")


def warn(state: State, look: Look, seat: int) -> Scene:
    """What a player is warned for (M4)."""
    letter = e.SEAT[seat]
    answers: list[Answer] = [
        (tr(REASONS[code]), "", Do(e.Warn(seat=letter, reason=code)), "normal") for code in WARNINGS
    ]
    line = t("Warning for {name}: why?", name=state.names[seat])
    return ask(look, t("Warning"), line, answers, look.palette.accents[ACCENT])


def unfinished(look: Look) -> Scene:
    """M27: the deal in hand is not finished, and nobody pays it."""
    answers: list[Answer] = [
        (t("Not finished"), t("nobody pays the deal"), Do(e.Annul(reason="referee", referee=True)), "danger"),
        (t("Back"), "", BACK, "normal"),
    ]
    line = t("The referee decides that this deal is not played on. That is final.")
    return ask(look, t("Referee"), line, answers, look.palette.accents[ACCENT])
