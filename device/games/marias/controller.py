"""The screens of a mariáš table: its menu, the referee's (M1, M4, M27), and which one each phase calls for."""

from __future__ import annotations

from dataclasses import dataclass

from device.games.controller import TimedController
from device.games.marias import outputs as own_outputs
from device.games.marias.choices import MinutesLeft, NoteForm, PlayersScreen, Tariff, Unfinished
from device.games.marias.entry import Deals, new_deal
from device.games.marias.outputs import ACCENT, money
from device.games.marias.play import PlayScreen, Ready
from device.games.marias.slip_view import Final, Slips, SlipScreen, Standings
from device.games.menu_screen import Menu, MenuItem, big_clock_item, pause_entry, pause_item
from device.graphics.actions import BACK, Do, Show
from device.graphics.canvas import Canvas
from device.graphics.dialogs import Answer, Entry, draw_question, grid, heading, reason
from device.graphics.widgets import Rect
from device.i18n import t, tr
from device.kiosk.pin_screens import NewPin
from device.kiosk.screen import Locked, Screen, View, call
from rules.marias import events as e
from rules.marias.describe import REASONS
from rules.marias.state import Phase, State
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
            canvas.button(
                box, t("Warn"), Show(WarnScreen(seat)), sub=text, why=_gone(state, seat) or reason(may["warn"])
            )
        for seat, box in enumerate(canvas.cols(expulsions, columns)):
            first = None if state.is_warned(seat) else t("A warning comes first (M4).")
            why = _gone(state, seat) or reason(may["expel"]) or first
            canvas.button(box, t("Expel"), Do(e.Expel(seat=e.SEAT[seat])), why=why, style="danger")
        undecided = None
        if not (state.rounds and any(one.referee for one in state.round.deals)):
            undecided = Refusal("M27", "No deal of this round was decided by the referee.")
        entries: list[Entry] = [
            (t("Set the time"), t("by the organiser's clock"), Show(MinutesLeft()), may["set_time"]),
            (t("Decide the deal"), t("final (M27)"), call(self.decide), may["deal"]),
            (t("Not finished"), t("nobody pays the deal"), Show(Unfinished()), may["annul"]),
            (t("Change a decision"), t("a deal decided before"), Show(Deals()), undecided),
            (t("New PIN"), t("for these screens"), Show(NewPin(accent=ACCENT)), None),
            (t("Back"), t("to the game"), BACK, None),
        ]
        grid(canvas, body, entries, 2 if look.portrait else 3)
        return body

    def decide(self, state: State) -> Locked:
        """A deal that the referee decides (M27)."""
        return Locked(new_deal(state, referee=True))


@dataclass(frozen=True)
class WarnScreen(Screen[State]):
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


def _gone(state: State, seat: int) -> str | None:
    return t("expelled") if state.is_expelled(seat) else None


@dataclass(frozen=True)
class MariasMenu(Menu[State]):
    """The table's menu."""

    def own(self, view: View[State]) -> list[MenuItem]:
        """The round's clock, the referee, deals, players, notes, slips, standings, the tariff."""
        state, may = view.state, view.may
        paused = state.phase is Phase.PLAY and not state.round.running
        slips = None if state.rounds else t("No round is played yet.")
        cap = t("cap {cap} Kč", cap=money(state.setup.cap))
        in_play = state.phase is Phase.PLAY
        return [
            pause_item(pause_entry(may, paused, e.Pause(), e.Resume(), t("the round's clock")), paused=paused),
            big_clock_item(in_play=in_play),
            MenuItem("cards", t("Deals"), t("corrections"), Show(Deals()), may["correct"]),
            MenuItem("people", t("Players"), t("top up · who deals"), Show(PlayersScreen())),
            MenuItem("sheet", t("Slips"), t("of all rounds"), Show(Slips(len(state.rounds))), slips),
            MenuItem("podium", t("Standings"), t("places so far"), Show(Standings())),
            MenuItem("coins", t("Tariff"), cap, Show(Tariff())),
            MenuItem("scales", t("Referee"), t("time · warnings · decisions"), Show(Referee()), referee=True),
            MenuItem("note", t("Note"), t("what the device cannot see"), Show(NoteForm()), referee=True),
        ]


USUAL: dict[Phase, Screen[State]] = {
    Phase.READY: Ready(),
    Phase.PLAY: PlayScreen(),
    Phase.SLIP: SlipScreen(),
    Phase.SIGNED: Final(),
}
"""The screen that each phase calls for."""


class MariasController(TimedController[State]):
    """Screens of the table."""

    outputs = own_outputs
    menu = MariasMenu()
    accent = ACCENT
    slim_times = True

    def usual(self, state: State) -> Screen[State]:
        """By the phase."""
        return USUAL[state.phase]
