"""Acts of the chess clock that end a game: its result, signatures, a signed result opened again (C9, C10)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.acts import Act
from rules.chess_clock.state import INDEX, ChessResult, How, Phase, Side, State
from rules.game import Entry
from rules.message import Message, Refusal, msg
from rules.needs import MenuEntry
from rules.signing import ResultReopen, ResultSign, Signing

HOW: dict[How, Message] = {
    "play": msg("over the board"),
    "time": msg("on time"),
    "resigned": msg("resignation"),
    "agreed": msg("by agreement"),
    "referee": msg("arbiter's decision"),
}
"""How a game ended."""
REASONS: dict[str, Message] = {"wrong result": msg("wrong result"), "table": msg("the table agreed")}
"""Reasons to open a signed game again that screens offer; a record may give others in words."""
SIGNING = Signing(
    "C9",
    Phase.RESULT,
    Phase.SIGNED,
    lambda event: INDEX[event.side],
    sealed=msg("The result is signed; reopen it with a reason first."),
    unsigned=msg("The result is not signed yet; undo it to go on."),
)


class Result(Act, frozen=True, kw_only=True):
    """The game is over; ``winner`` None is a draw. ``how``: over the board, on time, given up, agreed, or decided by
    the arbiter."""

    cites = "C9"
    closed = {Phase.SIGNED: ("C9", SIGNING.sealed)}
    costly = True
    ways = ({"winner": None},)
    menu = MenuEntry("cup", msg("Result"), msg("who won?"))
    winner: Side | None
    how: How = "play"

    @property
    def by_referee(self) -> bool:
        """Where it says so."""
        return self.how == "referee"

    def describe(self) -> Message:
        """Who won, and how."""
        if self.winner is None:
            return msg("draw, {how}", how=HOW[self.how])
        return msg("side {side} won, {how}", side=self.winner, how=HOW[self.how])

    def check_at(self, state: State, at: int) -> None:
        """C9, C10: the clocks stand, so that nothing runs on if the result is taken back; time is lost by a flag."""
        clock = state.clock.advance(at)
        if clock.running:
            raise Refusal("C10", "A clock is running; stop the clocks first.")
        if self.how == "time" and clock.first is None:
            raise Refusal("C9", "No flag has fallen.")

    def apply_at(self, state: State, entry: Entry) -> State:
        """The game is over."""
        ended = replace(state.with_remark(entry), clock=state.clock.advance(entry.at), phase=Phase.RESULT)
        return replace(ended, result=ChessResult(self.winner, self.how), signed=frozenset())


class Sign(ResultSign, frozen=True, kw_only=True):
    """The player of ``side`` agrees with the result."""

    cites = "C9"
    phases = (Phase.RESULT,)
    out_of_phase = msg("There is no result to sign.")
    from_buttons = True
    signing = SIGNING


class Reopen(ResultReopen, frozen=True, kw_only=True):
    """A signed result is opened again, for a reason."""

    cites = "C9"
    decision = True
    signing = SIGNING
    reasons = REASONS
    words = Message("result reopened: {reason}")
