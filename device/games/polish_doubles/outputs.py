"""Polish doubles on the OLEDs, the lamps and the buzzer: functions of the state, nothing else.

Every display shows the turn that is running, labelled whose time it is and which clock is official; total and crosses
are the pair's own.
"""

from __future__ import annotations

from msgspec import structs

from device.common import i18n
from device.common.i18n import t, tr
from device.games.timed_turn import TimedTurn
from device.io.oled_content import OledContent
from device.io.signals import Signals, waiting
from device.kiosk import low_time
from device.kiosk.time_bar import SideTime
from rules.game import SECOND
from rules.message import msg
from rules.polish_doubles.state import Phase, State

STANDING = {"pause": msg("pause"), "objection": msg("objection"), "overrun": msg("over time")}
"""Why the clocks stand, the first reason first."""


def timed_turn(state: State, at: int) -> TimedTurn | None:
    """The turn that is played, at game time ``at`` (ns)."""
    if state.phase is not Phase.PLAY:
        return None
    clock = state.clock
    return TimedTurn(state.turns[-1].pair, clock.remaining(at), clock.limit, clock.running)


def call(state: State, at: int) -> str:
    """What is called of the running turn (S28); ``""`` where nothing is."""
    timed = timed_turn(state, at)
    return "" if timed is None else timed.call()


def next_change(state: State, at: int) -> int | None:
    """The game time (ns) at which something shown changes next while a clock runs; None while none does."""
    timed = timed_turn(state, at)
    return None if timed is None else timed.next_change(at)


def standing(state: State) -> str:
    """Why the clocks stand, in a word; ``""`` where they run."""
    return next((tr(word) for reason, word in STANDING.items() if reason in state.clock.standing), "")


def side_times(state: State, at: int) -> tuple[SideTime, ...]:
    """Both pairs' times at game time ``at`` (ns) while turns are played; whoever waits has a whole turn before him."""
    if (timed := timed_turn(state, at)) is None:
        return ()
    times = [SideTime(pair.name, n, timed.limit) for n, pair in enumerate(state.setup.pairs)]
    mine = structs.replace(times[timed.side], left=timed.left, on_turn=True, running=timed.running)
    times[timed.side] = structs.replace(mine, alarm=timed.level, words=standing(state))
    return tuple(times)


def oled_content(state: State, side: int, at: int) -> OledContent:
    """What the OLED beside pair ``side`` shows at game time ``at`` (ns)."""
    if (timed := timed_turn(state, at)) is not None:
        return _running(state, timed, side, at)
    total = tr(state.total(side))
    crosses = state.crosses[side]
    if state.phase in (Phase.DRAWING, Phase.READY):
        name = state.names[side]
        if state.phase is Phase.DRAWING:
            # Translators: both lines of a small display, read as one: draw - a letter
            return OledContent(name, t("draw"), mark=t("a letter"))
        limit, starts = i18n.clock(state.clock.limit), state.starter == side
        return OledContent(name, limit, mine=starts, left=1.0, mark=t("start: press"))
    if state.phase in (Phase.CLOSING, Phase.ENDING):
        return OledContent(t("closing"), total, crosses=crosses, mark=t("racks"))
    hint = t("signed") if side in state.signed else t("hold to sign")
    return OledContent(t("result"), total, crosses=crosses, mark=hint)


def _running(state: State, timed: TimedTurn, side: int, at: int) -> OledContent:
    turn, mine, over = state.turns[-1], timed.side == side, timed.level == low_time.OVER
    mark = t("move {n}", n=min(len(turn.rows) + 1, max(1, turn.moves)))
    if mine and len(turn.rows) >= turn.moves > 0:  # all is written: the press is what is missing (S9)
        mark = t("press!")
    if stands := standing(state):
        mark = t("you go") if mine else t("they go")
    current = state.clock.current(at)
    official = current.official if current else None
    content = timed.oled_content(
        side,
        stands or (t("over time") if over else t("you") if mine else t("them")),
        mark,
        total=tr(state.total(side)),
        crosses=state.crosses[side],
        official=t("official") if official is not None and official.clock == side else "",
    )
    blinks = over and timed.left // (SECOND // 2) % 2 == 0
    return structs.replace(content, inverted=False) if blinks else content


def signals(state: State, at: int) -> Signals:
    """Lamps and the buzzer at game time ``at``: the lamp of the pair on move shines, hurries and blinks."""
    if (timed := timed_turn(state, at)) is not None:
        return timed.signals()
    if state.phase is Phase.RESULT:
        return waiting(*(side not in state.signed for side in (0, 1)))
    starting = state.phase is Phase.READY
    return waiting(starting, starting)
