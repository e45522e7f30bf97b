"""Polish doubles on the OLEDs, the lamps and the buzzer: functions of the state, nothing else.

Every display shows the turn that is running, labelled whose time it is and which clock is official; total and crosses
are the pair's own.
"""

from __future__ import annotations

from device.common import i18n
from device.common.i18n import t, tr
from device.io.oled_content import WIDTH, OledContent
from device.io.signals import Beep, Lamp, Signals
from device.kiosk.time_bar import SideTime, call_of
from rules.game import SECOND
from rules.message import msg
from rules.polish_doubles.state import Phase, State

LOW = 30 * SECOND
"""Time left from which the displays turn to the warning colour."""
STANDING = {"pause": msg("pause"), "objection": msg("objection"), "overrun": msg("over time")}
"""Why the clocks stand, the first reason first."""
MINUTE = 60 * SECOND
"""Time left that is only called."""
VERY_LOW = 10 * SECOND
"""Time left from which lamp and sound hurry."""


def alarm(state: State, at: int) -> int:
    """0 nothing, 1 low time, 2 the last seconds, 3 past the limit."""
    if state.phase is not Phase.PLAY or not state.clock.running:
        return 0
    left = state.clock.remaining(at)
    return 3 if left < 0 else 2 if left <= VERY_LOW else 1 if left <= LOW else 0


def call(state: State, at: int) -> str:
    """What is called of the running turn (S28); ``""`` where nothing is."""
    if state.phase is not Phase.PLAY or not state.clock.running:
        return ""
    return call_of(state.clock.remaining(at), (MINUTE, LOW, VERY_LOW))


def standing(state: State) -> str:
    """Why the clocks stand, in a word; ``""`` where they run."""
    return next((tr(word) for reason, word in STANDING.items() if reason in state.clock.standing), "")


def side_times(state: State, at: int) -> tuple[SideTime, ...]:
    """Both pairs' times at game time ``at`` (ns) while turns are played; whoever waits has a whole turn before him."""
    turn = state.turn
    if state.phase is not Phase.PLAY or turn is None:
        return ()
    times = []
    for n, pair in enumerate(state.setup.pairs):
        mine = n == turn.pair
        left = state.clock.remaining(at) if mine else state.clock.limit
        running = mine and state.clock.running
        words = standing(state) if mine else ""
        times.append(SideTime(pair.name, n, left, mine, running, alarm(state, at) if mine else 0, words=words))
    return tuple(times)


def oled_content(state: State, side: int, at: int) -> OledContent:
    """What the OLED beside pair ``side`` shows at game time ``at`` (ns)."""
    total = tr(state.total(side))
    crosses = state.crosses[side]
    if state.phase in (Phase.DRAWING, Phase.READY):
        name = state.setup.pairs[side].name
        if state.phase is Phase.DRAWING:
            # Translators: both lines of a small display, read as one: draw - a letter
            return OledContent(name, t("draw"), mark=t("a letter"))
        limit, starts = i18n.clock(state.clock.limit), state.starter == side
        return OledContent(name, limit, mine=starts, left=1.0, mark=t("start: press"))
    if state.phase in (Phase.CLOSING, Phase.ENDING):
        return OledContent(t("closing"), total, crosses=crosses, mark=t("racks"))
    if state.phase in (Phase.RESULT, Phase.SIGNED):
        hint = t("signed") if side in state.signed else t("hold to sign")
        return OledContent(t("result"), total, crosses=crosses, mark=hint)
    return _running(state, side, at, total, crosses)


def _running(state: State, side: int, at: int, total: str, crosses: int) -> OledContent:
    turn = state.turns[-1]
    mine = turn.pair == side
    left = state.clock.remaining(at)
    level = alarm(state, at)
    move = t("move {n}", n=min(len(turn.rows) + 1, max(1, turn.moves)))
    if mine and len(turn.rows) >= turn.moves > 0:  # all is written: the press is what is missing (S9)
        move = t("press!")
    stands = standing(state)
    if stands:
        move = t("you go") if mine else t("they go")
    current = state.clock.current(at)
    official = current.official if current else None
    return OledContent(
        stands or (t("over time") if level == 3 else t("you") if mine else t("them")),
        i18n.clock(left),
        total,
        crosses,
        max(0, left * WIDTH // state.clock.limit) / WIDTH,
        mine=mine and not stands,
        mark=move,
        inverted=level >= 2 and (level < 3 or bool(left // (SECOND // 2) % 2)),
        low=level == 1,
        standing=not state.clock.running,
        over=level == 3,
        waits=not mine,
        official=t("official") if official is not None and official.clock == side else "",
    )


def signals(state: State, at: int) -> Signals:
    """Lamps and the buzzer at game time ``at``: the lamp of the pair on move shines, hurries and blinks."""
    lamps = [Lamp.OFF, Lamp.OFF]
    beep: Beep | None = None
    if state.phase is Phase.READY:
        lamps = [Lamp.SLOW, Lamp.SLOW]
    elif state.phase is Phase.RESULT:
        lamps = [Lamp.OFF if side in state.signed else Lamp.SLOW for side in (0, 1)]
    elif state.phase is Phase.PLAY:
        level = alarm(state, at)
        pair = state.turns[-1].pair
        lamps[pair] = Lamp.SLOW if not state.clock.running else Lamp.FAST if level >= 2 else Lamp.ON
        beep = (None, Beep.LOW, Beep.LAST, Beep.OVER)[level]
    return Signals(lamps[0], lamps[1], beep)


def next_change(state: State, at: int) -> int | None:
    """The game time (ns) at which something shown changes next while a clock runs; None while none does."""
    if state.phase is not Phase.PLAY or not state.clock.running:
        return None
    left = state.clock.remaining(at)
    if left <= 0:
        return at + left % (SECOND // 2) + 1
    return at + (left - 1) % SECOND + 1
