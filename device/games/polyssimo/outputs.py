"""Polyssimo on the OLEDs and the lamps: whose turn it is, what everybody has left, whose button means something.

Players 1 and 3 use the button of side A, 2 and 4 that of side B. A lamp shines where a press counts a piece, blinks
slowly where something is waited for: that a player who can place nothing stands aside, or a signature.
"""

from __future__ import annotations

from device.common.i18n import t
from device.io.oled_content import OledContent
from device.io.signals import Lamp, Signals, waiting
from device.kiosk.time_bar import SideTime
from rules.game import SIDES, Gesture
from rules.polyssimo.game import GAME, over
from rules.polyssimo.state import Phase, State, side_of


def oled_content(state: State, side: int, at: int) -> OledContent:
    """What the OLED of ``side`` shows: with two players the own number, else that of the player on turn."""
    if over(state):
        return _result(state, side)
    two = len(state.setup.players) == 2
    picking = state.phase is Phase.PICKING
    seat = side if two else state.turn
    if picking and state.is_agreed and not two:
        return OledContent(t("sharing"), str(24 - len(state.middle)), mark=t("of 24"))
    number = len(state.hands[seat]) if picking else state.left(seat)
    if two:
        mine = state.turn == side and not (picking and state.is_agreed)
        heading = (t("you pick") if picking else t("you place")) if mine else state.setup.players[side]
    else:
        mine = side_of(state.turn) == side
        heading = state.setup.players[seat]
    return OledContent(heading, str(number), mine=mine, mark=_mark(state, side, seat))


def big_times(state: State, at: int) -> tuple[SideTime, ...]:
    """For the whole room: how many pieces each player has, and whose turn it is; no clock runs in this game."""
    if over(state):
        return ()
    picking = state.phase is Phase.PICKING
    return tuple(
        SideTime(
            name,
            None,
            0,
            on_turn=state.turn == seat and not (picking and state.is_agreed),
            running=True,
            time=str(len(state.hands[seat]) if picking else state.left(seat)),
            # Translators: above a number of pieces
            words=t("picked") if picking else t("left"),
            player=seat,
        )
        for seat, name in enumerate(state.setup.players)
    )


def _mark(state: State, side: int, seat: int) -> str:
    if state.phase is Phase.PICKING:
        return t("picks") if state.turn == seat and not state.is_agreed else t("picked")
    if seat in state.aside:
        return t("stands aside")
    if GAME.button(state, side, Gesture.PRESS, ()):
        return t("press: nothing fits") if state.on_board else t("placed? press")
    return t("left")


def _result(state: State, side: int) -> OledContent:
    signed = SIDES[side] in state.signed
    hint = t("signed") if signed else t("hold to sign")
    winners = state.winners()
    big = state.setup.players[winners[0]] if len(winners) == 1 else t("a draw")
    return OledContent(t("wins") if len(winners) == 1 else t("result"), big, mark=hint)


def signals(state: State, at: int) -> Signals:
    """The lamps: only a button that means something shines or blinks."""
    if state.phase is Phase.RESULT:
        return waiting(*(side not in state.signed for side in SIDES))
    means = [bool(GAME.button(state, side, Gesture.PRESS, ())) for side in (0, 1)]
    if state.on_board:
        return waiting(*means)
    a, b = (Lamp.ON if meant else Lamp.OFF for meant in means)
    return Signals(a, b)
