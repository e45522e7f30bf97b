"""The screens of a game of Polish doubles: which one its state calls for, its menu, the referee's (S8, S10, S12, S29).

The referee's are behind the PIN: times, presses, spoiled clocks, award, end, reopening.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from device.common import i18n
from device.common.i18n import t
from device.games.act_forms import screen_of
from device.games.act_menu import ActMenu, menu_item, possible, screen_entry
from device.games.controller import GameController, GameViews
from device.games.menu_screen import MenuItem, big_clock_in
from device.games.polish_doubles import outputs as own_outputs
from device.games.polish_doubles.forms import (
    FORMS,
    BagCountForm,
    EndScreen,
    NoteForm,
    OverrunScreen,
    RacksForm,
    SubstituteForm,
    VerdictScreen,
    WhoseRacksScreen,
)
from device.games.polish_doubles.judging_view import Adviser, JudgingScreen
from device.games.polish_doubles.parts import AfterStart
from device.games.polish_doubles.play import DoublesResult, PlayScreen
from device.games.polish_doubles.setup import StartingDrawScreen
from device.games.polish_doubles.sheet import BoardView, SheetScreen
from device.games.referee_screens import PressList, RefereeMenu
from device.graphics.actions import Do, Show, Why
from device.graphics.canvas import Canvas
from device.graphics.choices import NOWHERE, ScreenChoice
from device.graphics.dialogs import Entry
from device.graphics.headings import draw_heading
from device.graphics.keyboards import beside_numbers, number_keys
from device.graphics.look import Look
from device.graphics.widgets import Rect
from device.kiosk.host import Host
from device.kiosk.moment import Moment
from device.kiosk.pin_screens import NewPin
from device.kiosk.screen import AskedScreen, Next, NumberScreen, RecordAt, Screen, call, draw_panel
from rules.game import SECOND
from rules.game import Entry as GameEntry
from rules.message import Refusal, msg
from rules.needs import MenuEntry
from rules.polish_doubles import acts as e
from rules.polish_doubles.acts.ending import END_NOW
from rules.polish_doubles.setup import INDEX, LETTER
from rules.polish_doubles.state import Phase, State

STEPS = (-10, 10, 30, 60)
"""Seconds that one tap takes from or gives to the running turn."""

ReopenScreen = screen_of(FORMS, e.Reopen, "ReopenScreen")
AwardScreen = screen_of(FORMS, e.Award, "AwardScreen", key="referee_award", locked=True)
EndNowScreen = screen_of(FORMS, e.End, "EndNowScreen", need=END_NOW, key="referee_end", locked=True)


class SecondsForm(AskedScreen[State], NumberScreen[State], AfterStart):
    """A number of seconds by number keys, and beside it what they can be for."""

    locked = True
    longest = 3

    def pad(self, canvas: Canvas, title: str, pair: int) -> tuple[Rect, list[Rect]]:
        """The heading, the number, its keys; gives back all beside the keys, and the halves of it below the number."""
        look = canvas.look
        u, colours = canvas.u, look.palette
        (body,) = draw_heading(canvas, (1,), title, fill=colours.pair[pair])
        left, right = beside_numbers(canvas, body)
        field, rest = canvas.rows(left, (90, 294))
        label = draw_panel(canvas, field, colours.paper, 14, 0)
        if drifts := drift_lines(look):
            above = Rect(label.x, label.y + u(6), label.w * 2 // 3, u(54))
            canvas.text(above, drifts, 17, "regular", colours.ink_muted, lines=2)
            label = Rect(label.x, label.y + u(54), label.w, label.h - u(54))
        canvas.text(label, t("seconds"), 19, "regular", colours.ink_muted)
        canvas.text(label, self.digits or "–", 56, "bold", colours.ink, "right", digits=True)
        number_keys(canvas, right)
        return left, canvas.rows(rest, (1, 1))

    def on_done(self, state: State) -> Next[State]:
        """The check mark does not say what the seconds are for. Raises `Refusal`."""
        raise Refusal("", "Tap what the seconds are for.")

    def seconds(self) -> int:
        """The number. Raises `Refusal` where none is typed."""
        if not self.digits:
            raise Refusal("S8", "First type the seconds.")
        return int(self.digits)


def drift_lines(look: Look) -> str:
    """How the clocks that have a time base of their own run against the device's; ``""`` where none has (S10)."""
    lines = []
    for side, base in enumerate(look.clocks):
        if base is None:
            lines.append(t("clock {side}: the table's own time", side="AB"[side]))
        elif base.rate is None:
            lines.append(t("clock {side}: drift is being measured", side="AB"[side]))
        else:
            drift = i18n.number(base.rate / 1000, 1, plus=True)
            lines.append(t("clock {side}: drift {ppm} ppm", side="AB"[side], ppm=drift))
    return "\n".join(lines) if any(base is not None for base in look.clocks) else ""


class SetTimeForm(SecondsForm):
    """What is left of the running turn: typed, or a few seconds given or taken with one tap (S8)."""

    key = "referee_time"

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The number, and both ways."""
        state = view.state
        pair = state.turns[-1].pair
        left, (typed, quick) = self.pad(canvas, t("Set the time"), pair)
        canvas.button(typed, t("Set what is left of this turn"), call(self.set_left), sub=state.names[pair])
        for step, box in zip(STEPS, canvas.cols(quick, (1,) * len(STEPS)), strict=True):
            canvas.button(box, t("{n} s", n=i18n.number(step, plus=True)), call(self.shift_by, step), size=24)
        return left

    def set_left(self, state: State) -> e.SetTime:
        """So much is left. Raises `Refusal` where nothing was typed."""
        return e.SetTime(remaining_s=self.seconds())

    def shift_by(self, state: State, step: int) -> RecordAt:
        """So many seconds more, or fewer, than are left at this moment."""
        return RecordAt(partial(shift_time, state, step))


def shift_time(state: State, step: int, at: int) -> e.SetTime:
    """The turn that runs at game time ``at`` (ns) with ``step`` seconds more, at most the whole limit."""
    left = state.clock.remaining(at) + step * SECOND
    return e.SetTime(remaining_s=min(left, state.clock.limit) / SECOND)


class DecideTimeForm(SecondsForm):
    """The time of the last finished turn, and clocks of the running one that cannot be used (S10)."""

    key = "referee_decide"

    def valid(self, state: State) -> bool:
        """Once a turn is finished."""
        return bool(state.clock.turns)

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The number, the turn, and both clocks."""
        state = view.state
        finished = len(state.clock.turns)
        left, (last, spoiled) = self.pad(canvas, t("Decide a time"), state.turns[finished - 1].pair)
        label = t("Decide the time of turn {n}", n=finished)
        canvas.button(last, label, call(self.decide, finished), sub=last_time(state))
        for pair, box in enumerate(canvas.by_side(canvas.cols(spoiled, (1, 1)))):
            event = Do(e.Spoil(pair=LETTER[pair]))
            canvas.button(box, t("Clock spoiled"), event, sub=state.names[pair])
        return left

    def decide(self, state: State, turn: int) -> e.DecideTime:
        """The turn (from 1) took so long. Raises `Refusal` where nothing was typed."""
        return e.DecideTime(turn=turn, used_s=self.seconds())


def last_time(state: State) -> str:
    """What the record says of the last finished turn."""
    turn = state.clock.turns[-1]
    if turn.official is None:
        return t("both clocks spoiled; the record says {s} s", s=i18n.number(turn.reconstructed_time / 1e9, 1))
    return t("now {s} s", s=i18n.number(turn.official.used / 1e9, 1))


def _presser(state: State, press: e.Press) -> str:
    return state.names[INDEX[press.pair]]


def _press_effect(state: State, entry: GameEntry) -> str:
    note = state.press(entry.n)
    return t("ended turn {n}", n=note.turn + 1) if note is not None and note.ended else t("ended nothing")


PRESSES = PressList(e.Press, 0, _presser, _press_effect)
"""The newest presses (S10)."""


class RefereeScreen(RefereeMenu):
    """What the referee may do."""

    title = msg("Referee")
    accent = 0
    press_list = PRESSES
    new_pin = NewPin()

    def entries(self, view: Moment[State]) -> Sequence[Entry]:
        """Times, presses, an award, the end."""
        may = view.may
        unfinished = None if view.state.clock.turns else Refusal("S10", "No turn is finished yet.")
        return [
            menu_item(possible((e.Pause, e.Resume), may), may).entry,
            (t("Set the time"), t("of the running turn"), Show(SetTimeForm(asker=self)), may["set_time"]),
            (t("Decide a time"), t("of the last turn"), Show(DecideTimeForm(asker=self)), unfinished),
            self.presses_entry(view, "S10"),
            (t("Award"), t("to a pair or to nobody"), Show(AwardScreen(asker=self)), may["award"]),
            (t("End now"), t("even in mid-turn"), Show(EndNowScreen(asker=self)), may["set_time"]),
            (t("Reopen the result"), t("with a reason"), Show(ReopenScreen(asker=self)), may["reopen"]),
        ]


def _end(view: Moment[State]) -> MenuItem:
    if view.state.phase is Phase.RESULT:
        return MenuItem("flag", t("Racks"), t("put right"), Show(WhoseRacksScreen()), view.may["racks"])
    return MenuItem("flag", t("End of game"), t("close · partner out"), Show(EndScreen()), view.may["bag"])


def _board(view: Moment[State]) -> MenuItem:
    unwritten = None if view.state.turns else t("Nothing is written yet.")
    return MenuItem("board", t("Board"), t("tiles · letters left"), Show(BoardView()), unwritten)


class DoublesMenu(ActMenu):
    """The clocks, what is judged, the bag, the end, the sheet, the board, players, the referee, notes."""

    entries = (
        (e.Pause, e.Resume),
        big_clock_in(Phase.PLAY),
        e.Early,
        e.Announce,
        e.Bag,
        _end,
        screen_entry(MenuEntry("sheet", msg("Scoresheet"), msg("all rows · corrections")), SheetScreen),
        _board,
        e.Substitute,
        screen_entry(MenuEntry("scales", msg("Referee"), msg("times · presses · award"), referee=True), RefereeScreen),
        e.Note,
    )
    screens = MappingProxyType({e.Bag: BagCountForm, e.Substitute: SubstituteForm, e.Note: NoteForm})


CROSS_RULES = ("S14", "S15", "S17", "S18")
"""Rules about crosses."""
TIME_RULES = ("S8", "S9", "S10", "S28")
"""Rules about the time of a turn."""


class DoublesViews(GameViews):
    """What shows of a game."""

    def menu_choices(self, moment: Moment[State]) -> Sequence[ScreenChoice]:
        """While the clocks stand also what the screen has while they run: the menu shows only then."""
        choices, screen = super().menu_choices(moment), moment.screen
        if moment.state.phase is not Phase.PLAY or not isinstance(screen, PlayScreen):
            return choices
        items = [
            item
            for item in screen.playing_items(moment.state, moment.may)
            if item.against is None and not isinstance(item.action, Why)
        ]
        return (*(ScreenChoice(item.label, item.sub, item.action, NOWHERE) for item in items), *choices)


class DoublesController(GameController[State]):
    """Screens of the game on the table."""

    views = DoublesViews(
        own_outputs.oled_content, own_outputs.signals, own_outputs.side_times, own_outputs.next_change, own_outputs.call
    )
    screens = (
        VerdictScreen(),
        OverrunScreen(),
        DoublesResult(),
        RacksForm(0),
        RacksForm(1),
        StartingDrawScreen(),
        PlayScreen(),
    )
    menu = DoublesMenu()
    reopening = ReopenScreen()

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._adviser = Adviser(host.settings.word_lists_path)

    def usual(self, state: State) -> Screen[State]:
        """What has to be decided first, then by the phase; a judgement with what the word list says."""
        return self._advised(super().usual(state))

    def show(self, screen: Screen[State] | None, *, locked: bool = False) -> None:
        """Show a screen; a judgement with what the word list says."""
        super().show(None if screen is None else self._advised(screen), locked=locked)

    def _advised(self, screen: Screen[State]) -> Screen[State]:
        if not isinstance(screen, JudgingScreen) or screen.advice.words:
            return screen
        return replace(screen, advice=self._adviser.on(self.state))

    def at_table(self, rule: str) -> str:
        """The crosses of both pairs, or what is left of the turn, where the rule is about that; else the game."""
        state, pairs = self.state, self.state.setup.pairs
        if rule in CROSS_RULES:
            (a, n), (b, m) = ((pair.name, count) for pair, count in zip(pairs, state.crosses, strict=True))
            return t("crosses: {a} {n}, {b} {m}", a=a, n=n, b=b, m=m)
        if rule in TIME_RULES and state.phase is Phase.PLAY and state.turn is not None:
            left = i18n.clock(state.clock.remaining(self.host.table.game_time()))
            return t("{name} have {time} left", name=pairs[state.turn.pair].name, time=left)
        return super().at_table(rule)
