"""The score sheet on the OLEDs, the lamps and the buzzer: functions of the state, nothing else.

The first half of the seats is at clock button A, the others at B. A display shows its players with their sums; while a
turn is timed both show whose it is and what is left of it.
"""

from __future__ import annotations

from device.common import i18n
from device.common.i18n import t
from device.games.rounds import ACCENT
from device.games.rounds.parts import number_text, seat_on_turn
from device.io.oled_content import WIDTH, OledContent
from device.io.signals import Beep, Lamp, Signals
from device.kiosk.time_bar import SideTime, call_of
from rules.game import SECOND, SIDES
from rules.rounds import GAME
from rules.rounds.clock import TurnClock
from rules.rounds.state import SEATS, Phase, State

LOW, LAST = 30 * SECOND, 10 * SECOND
"""Time left from which displays, lamp and sounds warn, and hurry."""
MINUTE = 60 * SECOND
"""Time left that is only called."""


def seats_of(state: State, side: int) -> tuple[int, ...]:
    """The seats at a side of the table."""
    return tuple(seat for seat in range(len(state.names)) if GAME.side_of(state, seat) == side)


def warnings(clock: TurnClock) -> tuple[int, int]:
    """At what is left (ns) of a turn it warns, and hurries: later in one that is short from the beginning."""
    return min(LOW, clock.limit // 3), min(LAST, clock.limit // 6)


def open_clock(state: State) -> TurnClock | None:
    """The clock of the turn that is open; None where none is."""
    clock = state.clock
    return None if clock is None or clock.seat is None or state.phase is not Phase.PLAY else clock


def alarm(clock: TurnClock, at: int) -> int:
    """0 nothing, 1 low time, 2 the last seconds, 3 past the limit."""
    if not clock.running:
        return 0
    left, (low, last) = clock.remaining(at), warnings(clock)
    return 3 if left < 0 else 2 if left <= last else 1 if left <= low else 0


def call(state: State, at: int) -> str:
    """What is called of the running turn; ``""`` where nothing is."""
    clock = open_clock(state)
    if clock is None or not clock.running:
        return ""
    return call_of(clock.remaining(at), [time for time in (MINUTE, LOW, LAST) if time < clock.limit])


def next_change(state: State, at: int) -> int | None:
    """The game time (ns) at which something shown changes next while a turn's clock runs; None while none does."""
    clock = open_clock(state)
    if clock is None or not clock.running:
        return None
    now, left = max(at, clock.last), clock.remaining(at)
    if left <= 0:
        return now + left % (SECOND // 2) + 1
    return now + (left - 1) % SECOND + 1


def side_times(state: State, at: int) -> tuple[SideTime, ...]:
    """The turn's clock at game time ``at`` (ns), for everybody; nothing where turns are not timed."""
    clock = open_clock(state)
    if clock is None or clock.seat is None:
        return ()
    left, words = clock.remaining(at), "" if clock.running else t("pause")
    return (
        SideTime(
            state.names[clock.seat], None, left, True, clock.running, alarm(clock, at), words=words, accent=ACCENT
        ),
    )


def big_times(state: State, at: int) -> tuple[SideTime, ...]:
    """For the whole room: the turn's clock, else what every column has."""
    if state.phase is not Phase.PLAY or (timed := side_times(state, at)):
        return () if state.phase is not Phase.PLAY else timed
    seat, many = seat_on_turn(state), len(state.sums)
    return tuple(
        SideTime(
            name,
            None,
            0,
            on_turn=seat is not None and seat % many == column,
            running=True,
            time=i18n.number(state.sums[column], grouped=False),
            words=_words_of(state, column),
            accent=ACCENT,
            player=column if many <= len(SEATS) // 2 else None,
        )
        for column, name in enumerate(state.columns)
    )


def _words_of(state: State, column: int) -> str:
    """What a column's players do now."""
    seat, many = seat_on_turn(state), len(state.sums)
    if seat is not None and seat % many == column:
        return t("on turn")
    if state.terms.deals and state.dealer % many == column:
        return t("deals")
    return "–"


def oled_content(state: State, side: int, at: int) -> OledContent:
    """What the OLED at ``side`` of the table shows at game time ``at`` (ns)."""
    clock = open_clock(state)
    if clock is not None and clock.seat is not None:
        mine, level, left = GAME.side_of(state, clock.seat) == side, alarm(clock, at), clock.remaining(at)
        return OledContent(
            t("pause") if not clock.running else state.names[clock.seat],
            i18n.clock(left),
            left=max(0, left * WIDTH // clock.limit) / WIDTH,
            mine=mine and clock.running,
            mark=_sums_of(state, side),
            inverted=level >= 2,
            low=level == 1,
            standing=not clock.running,
            over=level == 3,
            waits=not mine,
        )
    seat = seat_on_turn(state)
    seats = seats_of(state, side)
    rows = tuple((SEATS[seat], f"{_sum_of(state, seat)} {state.names[seat]}") for seat in seats)
    return OledContent(_title(state, side), "", rows=rows, mine=seat in seats)


def _sum_of(state: State, seat: int) -> str:
    return number_text(state.sums[seat % len(state.sums)])


def _sums_of(state: State, side: int) -> str:
    """The sums of that side's players, in the order of their seats."""
    return " · ".join(_sum_of(state, seat) for seat in seats_of(state, side))


def _title(state: State, side: int) -> str:
    """What is to be known now, as people at that side of the table need it."""
    if state.phase is Phase.SIGNED:
        return t("signed")
    if state.phase is Phase.OVER:
        return t("signed") if SIDES[side] in state.signed else t("hold to sign")
    seat = seat_on_turn(state)
    if state.clock is not None and state.clock.seat is None:
        return t("start: press")
    if seat is not None:
        return t("on turn: {name}", name=state.names[seat])
    if state.terms.deals:
        return t("deals: {name}", name=state.names[state.dealer])
    return t("round {n}", n=state.open_row + 1)


def signals(state: State, at: int) -> Signals:
    """The lamp of whose turn it is shines, hurries and blinks; for a start and for signatures both do slowly."""
    lamps = [Lamp.OFF, Lamp.OFF]
    beep: Beep | None = None
    clock, seat = open_clock(state), seat_on_turn(state)
    if state.phase is Phase.OVER:
        lamps = [Lamp.OFF if side in state.signed else Lamp.SLOW for side in SIDES]
    elif clock is not None and clock.seat is not None:
        level = alarm(clock, at)
        side = GAME.side_of(state, clock.seat)
        lamps[side] = Lamp.SLOW if not clock.running else Lamp.FAST if level >= 2 else Lamp.ON
        beep = (None, Beep.LOW, Beep.LAST, Beep.OVER)[level]
    elif state.phase is Phase.PLAY and state.clock is not None:
        lamps = [Lamp.SLOW, Lamp.SLOW]
    elif seat is not None:
        lamps[GAME.side_of(state, seat)] = Lamp.ON
    return Signals(lamps[0], lamps[1], beep)
