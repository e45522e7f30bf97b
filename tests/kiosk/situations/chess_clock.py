"""Situations of the chess clock."""

from __future__ import annotations

from collections.abc import Callable

from device.common.i18n import t
from device.games.chess_clock.control_form import ControlForm
from device.games.chess_clock.controller import ArbiterScreen, Decide, SetClockForm
from device.games.chess_clock.play import How, WhoWon
from device.games.chess_clock.setup import Names, Presets
from device.graphics.actions import DONE, HISTORY, REOPEN, Command, Do, NewGame, Show, Why
from device.kiosk.screen import call_on
from device.screens.history.past import ReplayScreen
from device.screens.history.views import VersionsScreen
from device.table.referee_pin import hash_pin
from rules.chess_clock import acts as e
from rules.chess_clock.control import PRESETS
from rules.game import SECOND
from tests.kiosk.keyboard import keyed
from tools.play.players.chess_clock import ClockPlayer

CONTROLS = {preset.key: preset.control for preset in PRESETS}


def begin(p: ClockPlayer, key: str = "rapid_15_10", names: tuple[str, str] = ("Anna", "Bořek")) -> None:
    """A preset is chosen, names are typed; both clocks stand."""
    p.touch(NewGame("chess_clock"))
    p.touch(call_on(Presets.choose, CONTROLS[key]))
    p.touch(call_on(Presets.names))
    for side, name in enumerate(names):
        p.touch(call_on(Names.on_field, side))
        keyed(p, name)
    p.touch(DONE)
    p.touch(DONE)


def started(p: ClockPlayer, key: str = "rapid_15_10") -> None:
    """White's clock runs."""
    begin(p, key)
    p.press(1)


def own(p: ClockPlayer, kind: str, *steps: tuple[str, int]) -> None:
    """An own time control is being made."""
    p.touch(NewGame("chess_clock"))
    p.touch(call_on(Presets.own))
    p.touch(call_on(ControlForm.of_kind, kind))
    for field, step in steps:
        p.touch(call_on(ControlForm.on_step, field, step))


def keep(p: ClockPlayer) -> None:
    """It is kept and begun, without names."""
    p.touch(DONE)
    p.touch(DONE)
    p.touch(DONE)


def nobody(p: ClockPlayer) -> None:
    """No names: White and Black."""
    p.touch(NewGame("chess_clock"))
    p.touch(DONE)
    p.touch(DONE)


def long_names(p: ClockPlayer) -> None:
    begin(p, "classical_90_30", ("Maxmilián Nepomuk Šťastn", "Wolfgang Amadeus Mozarto"))


def canadian(p: ClockPlayer) -> None:
    own(p, "byo_yomi", ("periods", -1), ("period_moves", 1), ("period_moves", 1), ("extra_s", 10))


def waiting(p: ClockPlayer) -> None:
    """The clock waits for the delay before it runs."""
    own(p, "delay")
    keep(p)
    p.press(1)
    p.wait(2 * SECOND)


def two_times(p: ClockPlayer) -> None:
    own(p, "fischer")
    p.touch(call_on(ControlForm.on_stage, -1))
    form = p.shown(ControlForm)
    differing = form.with_changes(stages_b=form.control.stages).control
    p.touch(form.change(control=differing, side=0, stage=0))
    p.touch(p.shown(ControlForm).change(side=1, stage=0, general=False))
    p.touch(call_on(ControlForm.on_step, "time_s", -600))
    p.touch(call_on(ControlForm.on_stage, -1))
    p.touch(call_on(ControlForm.after_flag, True))


def two_times_chosen(p: ClockPlayer) -> None:
    two_times(p)
    p.touch(DONE)


def four_stages(p: ClockPlayer) -> None:
    own(p, "fischer")
    for _ in range(3):
        p.touch(call_on(ControlForm.add_stage))
    for stage in (0, 1):
        p.touch(call_on(ControlForm.on_stage, stage))
        p.touch(call_on(ControlForm.until, 1))


def refused_stages(p: ClockPlayer) -> None:
    """Two stages that end with the same move."""
    four_stages(p)
    p.touch(DONE)


def many_own(p: ClockPlayer) -> None:
    """More own time controls than there is room for on one page."""
    p.touch(NewGame("chess_clock"))
    for _ in range(3):
        p.touch(call_on(Presets.own))
        p.touch(call_on(ControlForm.on_step, "time_s", 60))
        p.touch(DONE)
    p.touch(p.shown(Presets).change(page=1))


def forgetting(p: ClockPlayer) -> None:
    own(p, "bronstein")
    p.touch(DONE)
    p.touch(call_on(Presets.own))
    p.touch(call_on(ControlForm.on_stage, -1))


def tenths(p: ClockPlayer) -> None:
    """The last seconds, by tenths."""
    started(p, "hourglass_1")
    p.wait(int(51.25 * SECOND))


def both_sides_of_the_glass(p: ClockPlayer) -> None:
    started(p, "hourglass_1")
    p.wait(21 * SECOND)


def flag_and_result(p: ClockPlayer) -> None:
    started(p, "hourglass_1")
    p.wait(61 * SECOND)
    p.touch(Show(WhoWon()))
    p.touch(Show(How(WhoWon(), given=(2,))))


def arbiters_periods(p: ClockPlayer) -> None:
    """The arbiter sets what is left of a period."""
    started(p, "byo_yomi_10_3x30")
    p.wait(7 * SECOND)
    p.touch(Do(e.Pause()))
    p.referee(Show(SetClockForm(0)))
    p.touch(call_on(SetClockForm.change_periods, 1))
    p.touch(call_on(SetClockForm.change_time, -10))


def arbiter_changes_nothing(p: ClockPlayer) -> None:
    started(p)
    p.referee(Show(SetClockForm(1)))
    p.touch(Why(t("First change something.")))


def arbiter_decides(p: ClockPlayer) -> None:
    started(p)
    p.touch(Do(e.Pause()))
    p.referee(Show(Decide()))


def arbiter_behind_the_pin(p: ClockPlayer) -> None:
    started(p)
    p.kiosk.host.set_pin(hash_pin("4711"))
    p.kiosk.host.referee.close()
    p.menu(Show(ArbiterScreen()))


def screen_buttons(p: ClockPlayer) -> None:
    started(p)
    p.touch(Do(e.Pause()))
    p.touch(Show(WhoWon()))
    p.touch(Show(How(WhoWon(), given=(1,))))
    p.touch(Do(e.Result(winner=None, how="agreed")))
    p.menu(Command.AREAS)
    p.touch(Command.BACK)


def reopened_by_the_referee(p: ClockPlayer) -> None:
    screen_buttons(p)
    for side in (0, 1):
        p.press(side, 1600)
    p.kiosk.host.set_pin(hash_pin("4711"))
    p.kiosk.host.referee.close()
    p.touch(REOPEN)


def replayed(p: ClockPlayer) -> None:
    """A moment of the past, while both clocks were set."""
    started(p)
    p.wait(5 * SECOND)
    p.press(0)
    p.wait(8 * SECOND)
    p.press(1)
    p.menu(HISTORY)
    p.touch(Show(ReplayScreen()))
    p.touch(call_on(ReplayScreen.on_step, 1))
    p.touch(call_on(ReplayScreen.on_step, 2))


def replayed_end(p: ClockPlayer) -> None:
    screen_buttons(p)
    p.touch(HISTORY)
    p.touch(Show(ReplayScreen()))
    p.touch(call_on(ReplayScreen.on_step, 3))


def rows(p: ClockPlayer) -> None:
    started(p)
    p.wait(5 * SECOND)
    p.press(0)
    p.menu(HISTORY)
    p.touch(Show(VersionsScreen()))


def big_clock(p: ClockPlayer) -> None:
    started(p)
    p.wait(5 * SECOND)
    p.press(0)
    p.touch(Command.BIG_CLOCK)
    p.wait(8 * SECOND)


SITUATIONS: dict[str, Callable[[ClockPlayer], None]] = {
    "clock-big": big_clock,
    "ready-no-names": nobody,
    "ready-long-names": long_names,
    "own-canadian": canadian,
    "own-two-times": two_times,
    "setup-two-times": two_times_chosen,
    "own-four-stages": four_stages,
    "own-refused": refused_stages,
    "setup-second-page": many_own,
    "own-forget": forgetting,
    "play-waits": waiting,
    "play-tenths": tenths,
    "play-hourglass": both_sides_of_the_glass,
    "how-on-time": flag_and_result,
    "set-clock-periods": arbiters_periods,
    "set-clock-nothing": arbiter_changes_nothing,
    "decide": arbiter_decides,
    "referee-pin": arbiter_behind_the_pin,
    "sign-on-the-screen": screen_buttons,
    "reopen-pin": reopened_by_the_referee,
    "history-replay": replayed,
    "history-replay-end": replayed_end,
    "history-rows": rows,
}
