"""A double turn on trial, with both buttons: a turn, a press by mistake, its repair, a pause. Nothing is recorded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from msgspec import structs

from device.common.i18n import t, tr
from device.games.polish_doubles import outputs
from device.games.polish_doubles.play import card, mistaken, pair_boxes
from device.graphics.actions import BACK, NewGame
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
from device.table.table import NoKeeper, Table
from rules.game import Void
from rules.message import Message, msg
from rules.polish_doubles import GAME, DoublesSetup, PairSetup
from rules.polish_doubles import acts as e
from rules.polish_doubles.state import Phase, State

STRAY = msg("That is the other pair's button: in a game an accident, which is recorded.")


class TrialStep(NamedTuple):
    """A step: what happens in it, what is to be done, and whether the game on trial has come to the next one.

    ``sides`` are those whose button means something; of another press ``stray`` says what it would be in a game.
    """

    text: Message
    task: Message
    is_done: Callable[[State], bool]
    sides: Sequence[int]
    stray: Message = STRAY


STEPS = (
    TrialStep(
        msg("Each pair has one button, beside it or on this screen. A press starts the starters' three minutes."),
        msg("Press the left button."),
        lambda game: game.phase is Phase.PLAY,
        (0, 1),
    ),
    TrialStep(
        msg("The left pair is on move: its half is filled. It has one move at first. In a game you write it down."),
        msg("The word is on the board: press the left button."),
        lambda game: len(game.turns) > 1,
        (0,),
    ),
    TrialStep(
        msg("Now the right pair, with two moves in the same three minutes. Then an accident: you press too early."),
        msg("After the first move press the right button."),
        lambda game: len(game.turns) > 2,
        (1,),
    ),
    TrialStep(
        msg("The other pair's clock runs, though your second move is missing. Take the press back and go on."),
        msg("Touch “By mistake?” below, or hold the right button."),
        lambda game: len(game.turns) == 2,
        (1,),
        msg("The right pair first takes its early press back."),
    ),
    TrialStep(
        msg("Your time went on as if nothing had happened. Both pairs see it on record. Make your second move."),
        msg("Press the right button."),
        lambda game: len(game.turns) > 2,
        (1,),
    ),
    TrialStep(
        msg("The left pair is on move again. If you agree on a pause, both clocks stop."),
        msg("Hold both buttons, or touch “Pause”."),
        lambda game: "pause" in game.clock.standing,
        (0, 1),
    ),
    TrialStep(
        msg("That is all. In a game you write each move with the big button; “?” explains every screen."),
        msg("Now you can play."),
        lambda game: False,
        (),
        msg("The clocks are paused: a press changes nothing now."),
    ),
)
START, SINGLE, TWO_MOVES, REPAIR, SECOND, PAUSE, OVER = range(len(STEPS))


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
        number = t("Try it out · nothing is recorded · {n} of {all}", n=min(step + 1, OVER), all=OVER)
        canvas.text(head, number, 16, "semibold", p.ink_muted)
        canvas.text(words, tr(STEPS[step].text), 24, "regular", p.ink, lines=5)
        canvas.panel(task, p.highlight, 10)
        place = Rect(task.x + u(12), task.y, task.w - u(24), task.h)
        canvas.text(place, tr(STEPS[step].task), 26, "bold", p.ink, "center", lines=3)
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
            canvas.button(again, t("Once more"), ask(TrialController.begin), size=19)
            onward = t("To the game") if self.in_game else t("Play a game")
            canvas.button(play, onward, BACK if self.in_game else NewGame(GAME.key), style="primary")

    def repair(self, state: OnTrial) -> Next[OnTrial]:
        """Take the press back."""
        return mistaken(state.game)

    def pause(self, state: OnTrial) -> Next[OnTrial]:
        """Stop both clocks."""
        return e.Pause()


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
        self.table = Table(NoKeeper(), {GAME.key: GAME}, self.host.now)
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
        step = STEPS[self.step]
        if isinstance(gesture, ButtonPress | ButtonHold) and gesture.side not in step.sides:
            self.host.say(tr(step.stray), self.table)
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
        self.step += STEPS[self.step].is_done(self.table.state)
