"""Kouřící kočka on the OLEDs, the lamps and the buzzer: functions of the state, nothing else.

Side A of the table has seats A and B, side B seats C and D. A display shows its two players with their letters, and
what is to be done now. A lamp shines where somebody is waited for.
"""

from __future__ import annotations

from device.common import i18n
from device.io.oled_content import OledContent
from device.io.signals import Beep, Lamp, Signals, waiting
from device.kiosk.time_bar import SideTime
from rules.game import SIDES
from rules.kourici_kocka.state import SEAT, Phase, State
from rules.message import Message, msg

TO_COME = "·"
"""A letter of the word that a player has not got."""

LONG = 10
"""A longer word is shown as how many letters of it there are, and the last of them."""


def side_of(seat: int) -> int:
    """The side of the table where a seat is."""
    return seat // 2


def seats_of(side: int) -> tuple[int, int]:
    """The seats at a side of the table."""
    return 2 * side, 2 * side + 1


def oled_content(state: State, side: int, at: int) -> OledContent:
    """What the OLED at ``side`` of the table shows."""
    rows = tuple((SEAT[seat], letters(state, seat)) for seat in seats_of(side))
    called = state.halted == SIDES[side]
    called |= state.phase is Phase.DEAL and side_of(state.dealer) == side
    called |= state.phase is Phase.PLAY and state.halted is None and side_of(state.leader) == side
    return OledContent(i18n.tr(title(state, side)), "", rows=rows, mine=called, low=state.halted is not None)


def big_times(state: State, at: int) -> tuple[SideTime, ...]:
    """For the whole room: how many letters of the word each player has, and who leads; no clock runs in this game."""
    if state.phase not in (Phase.DEAL, Phase.PASSING, Phase.PLAY):
        return ()
    called = state.dealer if state.phase is Phase.DEAL else state.leader
    return tuple(
        SideTime(
            state.names[seat],
            None,
            0,
            on_turn=seat == called,
            running=state.halted is None,
            time=f"{state.got[seat]}/{len(state.letters)}",
            words=state.collected_letters(seat)[-8:] or "–",
            player=seat,
        )
        for seat in range(len(state.names))
    )


def letters(state: State, seat: int) -> str:
    """A seat's letters, and a point for each that is missing."""
    got, word = state.got[seat], len(state.letters)
    return (
        state.collected_letters(seat) + TO_COME * (word - got)
        if word <= LONG
        else f"{got}/{word} {state.collected_letters(seat)[-4:]}"
    )


def title(state: State, side: int) -> Message:
    """What is to be done now, as people at that side of the table need it."""
    if state.phase is Phase.SIGNED:
        return msg("signed")
    if state.phase is Phase.OVER:
        return msg("signed") if SIDES[side] in state.signed else msg("hold to sign")
    if state.phase is Phase.TIED:
        return msg("tie: hold both") if state.tie is not None and state.tie.proposed is not None else msg("tie")
    if state.banned:
        return msg("substitute, please")
    if state.halted is not None:
        return msg("the game is stopped")
    if state.phase is Phase.PASSING:
        return msg("wait for the others") if SIDES[side] in state.ready else msg("3 to the left: press")
    if state.phase is Phase.PLAY:
        return msg("{seat} leads", seat=SEAT[state.leader])
    return msg("{seat} deals: press", seat=SEAT[state.dealer])


def signals(state: State, at: int) -> Signals:
    """The lamp blinks where somebody is waited for: the dealer, who has not passed, who has not signed."""
    if state.phase is Phase.OVER:
        return waiting(*(side not in state.signed for side in SIDES))
    if state.phase is Phase.TIED:
        return waiting(True, True)
    if state.halted is not None:
        a, b = (Lamp.FAST if side == state.halted else Lamp.OFF for side in SIDES)
        return Signals(a, b, Beep.LOW)
    if state.phase is Phase.DEAL and not state.banned:
        return waiting(*(side_of(state.dealer) == side for side in (0, 1)))
    if state.phase is Phase.PASSING:
        a, b = (Lamp.ON if side in state.ready else Lamp.SLOW for side in SIDES)
        return Signals(a, b)
    return Signals()
