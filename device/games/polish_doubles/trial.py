"""A double turn on trial, with both buttons: a turn, a press by mistake, its repair, a pause. Nothing is recorded."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from msgspec import structs

from device.common.i18n import t
from device.games.polish_doubles import outputs
from device.games.polish_doubles.play import card, mistaken, pair_boxes
from device.graphics.actions import BACK, Command, NewGame
from device.graphics.canvas import Canvas
from device.graphics.widgets import Rect
from device.io.inputs import BothButtonsHold, ButtonGesture, ButtonHold, ButtonPress
from device.io.oled_content import OledContent
from device.io.signals import Signals
from device.kiosk.host import Host
from device.kiosk.moment import Moment, Views
from device.kiosk.performer import performs
from device.kiosk.screen import Next, Screen, ask, call, draw_panel
from device.kiosk.screen_controller import Controller, ScreenController
from device.table.table import Table
from rules.game import Entry, Game, Setup, Void
from rules.history import History
from rules.polish_doubles import GAME, DoublesSetup, PairSetup
from rules.polish_doubles import acts as e
from rules.polish_doubles.state import Phase, State

STEPS = 6
"""Steps of the trial; after them it is over."""
START, SINGLE, TWO_MOVES, REPAIR, SECOND, PAUSE, OVER = range(STEPS + 1)
MEANT = {START: (0, 1), SINGLE: (0,), TWO_MOVES: (1,), REPAIR: (1,), SECOND: (1,), PAUSE: (0, 1), OVER: ()}
"""The sides whose button means something in a step; of another press the trial only says what it would be in a game."""


class Nowhere:
    """Keeps nothing: what a table on trial has in place of a journal."""

    def new_game(self, game: Game[Any], setup: Setup) -> int:
        """No number."""
        return 0

    def append(
        self, game_id: int, entry: Entry, source: str, source_ns: int, version: tuple[int, int] | None = None
    ) -> None:
        """Forgotten."""

    def heartbeat(self, game_id: int, at: int, *, first: bool = False) -> None:
        """Forgotten."""

    def doubt(self, game_id: int) -> int | None:
        """Nothing can be resumed."""
        return None

    def load(self, game_id: int) -> tuple[History, int | None]:
        """Raises LookupError: nothing is kept."""
        raise LookupError(game_id)


@dataclass(frozen=True, slots=True)
class OnTrial:
    """How far the trial is: the game that is not recorded, at its own time ``at`` (ns), and the step that is due.

    Two of them are equal whatever the time.
    """

    game: State
    at: int = field(compare=False)
    step: int


class Trial(Screen[OnTrial]):
    """Both pairs with their buttons, and between them what is to be done.

    ``in_game``: it was opened from a game that has not begun and goes on afterwards.
    """

    in_game: bool = False
    shows_time = True

    def subject(self, state: OnTrial) -> int:
        """Each step is a screen of its own."""
        return state.step

    def draw(self, canvas: Canvas, view: Moment[OnTrial]) -> Rect:
        """Panes, the step, the bar; a sentence lies above what is to be done."""
        state, look = view.state, canvas.look
        canvas.look = replace(look, press_areas=True)
        boxes, paper, bar = pair_boxes(canvas, (46, 54))
        for pair, box in enumerate(boxes):
            card(canvas, state.game, pair, box, state.at)
        canvas.look = look
        self.bar(canvas, bar, state)
        return self.paper(canvas, paper, state.step)

    def paper(self, canvas: Canvas, rect: Rect, step: int) -> Rect:
        """Which step it is, what happens in it, what is to be done; gives back where a sentence may lie."""
        p, u = canvas.look.palette, canvas.u
        inner = draw_panel(canvas, rect, p.paper, 18, 12)
        if canvas.look.toast:
            head, words, notice, task = canvas.rows(inner, (26, 114, 62, 116), u(6))
        else:
            head, words, task = canvas.rows(inner, (26, 180, 120), u(8))
            notice = words
        number = t("Try it out · nothing is recorded · {n} of {all}", n=min(step + 1, STEPS), all=STEPS)
        canvas.text(head, number, 16, "semibold", p.ink_muted)
        text, asked = instruction(step)
        canvas.text(words, text, 24, "regular", p.ink, lines=5)
        canvas.panel(task, p.highlight, 10)
        place = Rect(task.x + u(12), task.y, task.w - u(24), task.h)
        canvas.text(place, asked, 26, "bold", p.ink, "center", lines=3)
        return notice

    def bar(self, canvas: Canvas, rect: Rect, state: OnTrial) -> None:
        """The way back; what the screen can do in place of a button; at the end the way into a game."""
        back, middle = canvas.cols(rect, (1, 2))
        canvas.button(back, t("Leave the trial"), BACK, size=19)
        if state.step == REPAIR:
            canvas.button(middle, t("By mistake?"), call(self.repair), sub=t("take the press back"), style="accent")
        elif state.step == PAUSE:
            canvas.button(middle, t("Pause"), call(self.pause), sub=t("or hold both buttons"), style="accent")
        elif state.step == OVER:
            again, play = canvas.cols(middle, (1, 2))
            canvas.button(again, t("Once more"), call(self.again), size=19)
            onward = t("To the game") if self.in_game else t("Play a game")
            canvas.button(play, onward, call(self.play), style="primary")

    def repair(self, state: OnTrial) -> Next[OnTrial]:
        """Take the press back."""
        return mistaken(state.game)

    def pause(self, state: OnTrial) -> Next[OnTrial]:
        """Stop both clocks."""
        return e.Pause()

    def play(self, state: OnTrial) -> Next[OnTrial]:
        """Into the game that waits, or to the names of a new one."""
        return Command.BACK if self.in_game else NewGame(GAME.key)

    def again(self, state: OnTrial) -> Next[OnTrial]:
        """From the start."""
        return ask(TrialController.begin)


def instruction(step: int) -> tuple[str, str]:
    """What happens in a step, and what is to be done."""
    return {
        START: (
            t("Each pair has one button, beside it or on this screen. A press starts the starters' three minutes."),
            t("Press the left button."),
        ),
        SINGLE: (
            t("The left pair is on move: its half is filled. It has one move at first. In a game you write it down."),
            t("The word is on the board: press the left button."),
        ),
        TWO_MOVES: (
            t("Now the right pair, with two moves in the same three minutes. Then an accident: you press too early."),
            t("After the first move press the right button."),
        ),
        REPAIR: (
            t("The other pair's clock runs, though your second move is missing. Take the press back and go on."),
            t("Touch “By mistake?” below, or hold the right button."),
        ),
        SECOND: (
            t("Your time went on as if nothing had happened. Both pairs see it on record. Make your second move."),
            t("Press the right button."),
        ),
        PAUSE: (
            t("The left pair is on move again. If you agree on a pause, both clocks stop."),
            t("Hold both buttons, or touch “Pause”."),
        ),
        OVER: (
            t("That is all. In a game you write each move with the big button; “?” explains every screen."),
            t("Now you can play."),
        ),
    }[step]


def stray_text(step: int) -> str:
    """What the press of a button that means nothing in a step would be in a game."""
    if step == OVER:
        return t("The clocks are paused: a press changes nothing now.")
    if step == REPAIR:
        return t("The right pair first takes its early press back.")
    return t("That is the other pair's button: in a game an accident, which is recorded.")


class TrialViews(Views):
    """What shows of the game on trial, at its own time."""

    def next_change(self, moment: Moment[OnTrial]) -> int | None:
        """When a digit of the trial changes, in the time of the table."""
        trial = moment.state
        change = outputs.next_change(trial.game, trial.at)
        return None if change is None else moment.at + change - trial.at

    def oled_contents(self, moment: Moment[OnTrial]) -> tuple[OledContent, OledContent]:
        """The trial's times."""
        trial = moment.state
        return outputs.oled_content(trial.game, 0, trial.at), outputs.oled_content(trial.game, 1, trial.at)

    def signals(self, moment: Moment[OnTrial]) -> Signals:
        """Lamps as in a game, without sounds."""
        return structs.replace(outputs.signals(moment.state.game, moment.state.at), beep=None)


class TrialController(ScreenController[OnTrial]):
    """A table of its own that keeps nothing; the game below, if there is one, stands meanwhile."""

    game = GAME.key
    views = TrialViews()

    def __init__(self, host: Host, under: Controller) -> None:
        super().__init__(host)
        self.before = under
        self.begin()

    def begin(self) -> None:
        """The trial from its start."""
        self.table = Table(Nowhere(), {GAME.key: GAME}, self.host.now)
        pairs = (PairSetup(name=t("Left pair")), PairSetup(name=t("Right pair")))
        self.table.new(DoublesSetup(pairs=pairs))
        self.table.do(e.Starters(pair="A"))
        self.step = START

    @property
    def state(self) -> OnTrial:
        """The game on trial now."""
        return OnTrial(self.table.state, self.table.game_time(), self.step)

    def usual(self, state: OnTrial) -> Trial:
        """The only screen there is."""
        return Trial(self.host.table.history is not None)

    def leave(self) -> None:
        """To where it was called from."""
        self.host.enter(self.before)

    @performs(e.Pause, Void)
    def _on_own_event(self, event: e.Pause | Void) -> None:
        """Goes to the table on trial. Raises `Refusal`."""
        self.table.do(event)
        self.go_on()

    def takes(self, gesture: ButtonGesture) -> bool:
        """All of them. Raises `Refusal`."""
        if isinstance(gesture, ButtonPress | ButtonHold) and gesture.side not in MEANT[self.step]:
            self.host.say(stray_text(self.step), self.table)
        elif isinstance(gesture, ButtonPress):
            self.table.on_press(gesture.side, gesture.at)
        elif isinstance(gesture, ButtonHold):
            self.table.on_hold(gesture.side, gesture.began, gesture.at)
        elif isinstance(gesture, BothButtonsHold) and self.step == PAUSE:
            self.table.on_both_held(gesture.at)
        self.go_on()
        return True

    def go_on(self) -> None:
        """To the step that the game on trial has come to."""
        state = self.table.state
        turns = len(state.turns)
        reached = {
            START: state.phase is Phase.PLAY,
            SINGLE: turns > 1,
            TWO_MOVES: turns > 2,
            REPAIR: turns == 2,
            SECOND: turns > 2,
            PAUSE: "pause" in state.clock.standing,
        }
        if reached.get(self.step, False):
            self.step += 1
