"""The score sheet on the OLEDs, the lamps and the buzzer: functions of the state, nothing else.

The first half of the seats is at clock button A, the others at B. A display shows its players with their sums; while a
turn is timed both show whose it is and what is left of it.
"""

from __future__ import annotations

from device.common import i18n
from device.common.i18n import t
from device.games.rounds import ACCENT
from device.games.rounds.parts import number_text, seat_on_turn
from device.games.timed_turn import LAST, LOW, MINUTE, TimedTurn
from device.io.oled_content import OledContent
from device.io.signals import Lamp, Signals, waiting
from device.kiosk.time_bar import SideTime
from rules.game import SIDES
from rules.rounds import GAME
from rules.rounds.state import SEATS, Phase, State


def seats_of(state: State, side: int) -> tuple[int, ...]:
    """The seats at a side of the table."""
    return tuple(seat for seat in range(len(state.names)) if GAME.side_of(state, seat) == side)


def timed_turn(state: State, at: int) -> TimedTurn | None:
    """The turn that is open at game time ``at`` (ns), where turns are timed.

    It warns and hurries later where it is short from the beginning.
    """
    clock = state.clock
    if clock is None or clock.seat is None or state.phase is not Phase.PLAY:
        return None
    side, limit = GAME.side_of(state, clock.seat), clock.limit
    return TimedTurn(side, clock.remaining(at), limit, clock.running, min(LOW, limit // 3), min(LAST, limit // 6))


def call(state: State, at: int) -> str:
    """What is called of the running turn; ``""`` where nothing is."""
    timed = timed_turn(state, at)
    return "" if timed is None else timed.call([time for time in (MINUTE, LOW, LAST) if time < timed.limit])


def next_change(state: State, at: int) -> int | None:
    """The game time (ns) at which something shown changes next while a turn's clock runs; None while none does."""
    timed = timed_turn(state, at)
    if timed is None or state.clock is None:
        return None
    return timed.next_change(max(at, state.clock.last))


def side_times(state: State, at: int) -> tuple[SideTime, ...]:
    """The turn's clock at game time ``at`` (ns), for everybody; nothing where turns are not timed."""
    timed = timed_turn(state, at)
    if timed is None:
        return ()
    name, words = _name_on_clock(state), "" if timed.running else t("pause")
    return (SideTime(name, None, timed.left, True, timed.running, timed.level, words=words, accent=ACCENT),)


def _name_on_clock(state: State) -> str:
    assert state.clock is not None
    assert state.clock.seat is not None
    return state.names[state.clock.seat]


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
    if (timed := timed_turn(state, at)) is not None:
        title = _name_on_clock(state) if timed.running else t("pause")
        return timed.oled_content(side, title, _sums_of(state, side))
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
    if state.phase is Phase.OVER:
        return waiting(*(side not in state.signed for side in SIDES))
    if (timed := timed_turn(state, at)) is not None:
        return timed.signals()
    if state.phase is Phase.PLAY and state.clock is not None:
        return waiting(True, True)
    lamps, seat = [Lamp.OFF, Lamp.OFF], seat_on_turn(state)
    if seat is not None:
        lamps[GAME.side_of(state, seat)] = Lamp.ON
    return Signals(lamps[0], lamps[1])
