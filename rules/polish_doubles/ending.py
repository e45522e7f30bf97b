"""The end: closing, racks, result, signatures (S25, S27, S29, S12)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from rules.game import Entry
from rules.message import Message, Refusal, msg, msgs
from rules.polish_doubles.bag import Tally
from rules.polish_doubles.events import INDEX, Award, Close, End, Racks
from rules.polish_doubles.rows import Bounds, Fate
from rules.polish_doubles.state import Phase, State
from rules.polish_doubles.tiles import COUNT, RACK, tiles_of
from rules.polish_doubles.turns import must_play, next_turn
from rules.signing import Signing
from rules.vector import Vector

SIGNING = Signing(
    "S12",
    Phase.RESULT,
    Phase.SIGNED,
    lambda event: INDEX[event.pair],
    sealed=msg("The result is signed; reopen it with a reason first."),
    unsigned=msg("The result is not signed; correct it or undo."),
    twice=msg("This pair has signed already."),
    noted=True,
)


def must_be_between(state: State, rule: str) -> None:
    """S25, S29: a pair ends the game between two turns; only the referee stops one that has begun."""
    if state.turns[-1].acted:
        raise Refusal(rule, "First finish the turn and press the clock.")


def may_end(state: State) -> None:
    """S22, S27, S28: what was played is settled and written; the open turn may be unfinished."""
    must_play(state)
    if state.judging is not None:
        raise Refusal("S27", "First settle the objection.")
    if state.unconfirmed is not None:
        raise Refusal("S28", "First confirm which moves of the overrun turn count.")
    if state.unfilled < len(state.turns) - 1:  # every turn but the open one is pressed
        raise Refusal("S22", "First write down the moves that are missing on the scoresheet.")


def may_close(state: State) -> None:
    """S25: the pair that has just pressed closes. People see that its racks are empty; the sheet only estimates it.

    Where one of its moves was found invalid (S27), the pair has tiles again, unless even the sheet says it has none.
    """
    may_end(state)
    must_be_between(state, "S25")
    last = state.last_played
    if last is None:
        raise Refusal("S25", "Only the pair that has just finished its turn can close.")
    back = any(row.fate in (Fate.INVALID, Fate.BUILDS_ON) for row in last.rows)
    # By the last count alone: so records were always judged, and what was accepted is accepted again.
    by_sheet = replace(state, counts=Vector(state.counts[-1:]), tally=Tally()).flow() if back else None
    if by_sheet is not None and (by_sheet.bag or by_sheet.held[last.pair]):
        raise Refusal("S25", "A move of that turn was found invalid; its tiles are back with the pair.")


def check_close(state: State, entry: Entry, event: Close) -> None:
    """S25: the opponents of the pair that has just pressed cannot close."""
    last = state.last_played
    if last is None or last.pair != INDEX[event.pair]:
        raise Refusal("S25", "Only the pair that has just finished its turn can close.")


def against_sheet(state: State, pair: int) -> Message | None:
    """S25, S26: in what the sheet disagrees with ``pair`` being out of tiles; None where it agrees."""
    flow = state.flow()
    bag, held = flow.bag_bounds, flow.held_bounds[pair]
    if held.most < 0:
        return msgs(
            "By the scoresheet the pair laid {n} tile more than it held.",
            "By the scoresheet the pair laid {n} tiles more than it held.",
            -held.most,
        )
    return still_held(bag, held, 0)


def still_held(bag: Bounds, held: Bounds, most: int) -> Message | None:
    """S25, S26: what bag and pair hold by the sheet; None: the bag may be empty, and the pair hold ``most`` tiles."""
    if not bag.least and held.least <= most:
        return None
    left = max(0, held.least)
    return msg("By the scoresheet the pair still holds {held} and the bag {bag}.", held=left, bag=bag.least)


def close(state: State, entry: Entry, event: Close) -> State:
    """S25: the pair closes; the clocks stand, an objection upheld now undoes it (S27)."""
    pair = INDEX[event.pair]
    clock = state.clock.stop("closing", entry.at)
    return replace(state.with_remark(entry), phase=Phase.CLOSING, closer=pair, clock=clock)


def check_end(state: State, entry: Entry, event: End) -> None:
    """S29: the pairs end the game between two turns, the referee at any time."""
    if event.by != "referee":
        must_be_between(state, "S29")


def end(state: State, entry: Entry, event: End) -> State:
    """S29: nobody can close; each pair will subtract its own tiles. The referee stops an open turn where it is."""
    state = stop_game(state, entry.at)
    return replace(state.with_remark(entry), phase=Phase.ENDING, clock=state.clock.stop("closing", entry.at))


def stop_game(state: State, at: int) -> State:
    """The game with the open turn ended as far as it is written, where anything is."""
    turn = state.turns[-1]
    if not turn.acted:
        return state
    cut = replace(
        turn, moves=len(turn.rows), pressed=True, struck="referee" if len(turn.rows) < turn.moves else turn.struck
    )
    return next_turn(replace(state.with_turn(len(state.turns) - 1, cut), clock=state.clock.forfeit(at)))


def may_award(state: State) -> None:
    """S4, S12: the referee awards a game that has started and is not signed."""
    if state.phase in (Phase.DRAWING, Phase.READY):
        raise Refusal("S4", "The game has not started; press a clock button to start the first move.")
    SIGNING.check_open(state)


def award(state: State, entry: Entry, event: Award) -> State:
    """The referee's decision stands above the sums; both pairs still sign that they have seen it."""
    clock = state.clock.stop("closing", entry.at)
    return replace(state.with_remark(entry), phase=Phase.RESULT, award=event, signed=frozenset(), clock=clock)


def racks_due(state: State) -> tuple[int, ...]:
    """S27, S29: the pairs whose racks count: of one that closed they are empty."""
    return (0, 1) if state.closer is None else (1 - state.closer,)


def may_enter_racks(state: State) -> None:
    """S27: racks are entered once somebody closed or the game was ended, objections settled.

    S12: until the result is signed they are put right in the same way.
    """
    SIGNING.check_open(state)
    counted = state.phase is Phase.RESULT and all(state.racks[pair] is not None for pair in racks_due(state))
    if state.phase not in (Phase.CLOSING, Phase.ENDING) and not counted:
        raise Refusal("S27", "Racks are entered when a pair has closed or the game was ended.")
    if state.judging is not None:
        raise Refusal("S27", "First settle the objection.")


def check_racks(state: State, entry: Entry, event: Racks) -> None:
    """S3, S5, S27: tiles that two racks can hold beside those of the opponents; who closed has none."""
    pair = INDEX[event.pair]
    if pair == state.closer:
        raise Refusal("S27", "The pair that closed has no tiles; enter the opponents' racks.")
    tiles = tiles_of(event.tiles)
    if len(tiles) > 2 * RACK:
        raise Refusal("S5", "Two racks hold at most {n} tiles.", n=2 * RACK)
    other = state.racks[1 - pair] or ""
    for letter, n in Counter(tiles + other).items():
        if n > COUNT[letter]:
            text = msgs(
                "The set has only {n} tile {letter}.",
                "The set has only {n} tiles {letter}.",
                COUNT[letter],
                letter=letter,
            )
            raise Refusal("S3", text)


def racks(state: State, entry: Entry, event: Racks) -> State:
    """S27, S29: the tiles a pair holds; with the last of them the result stands. Put right, it is signed anew (S12)."""
    pair, tiles = INDEX[event.pair], tiles_of(event.tiles)
    entered = (tiles, state.racks[1]) if pair == 0 else (state.racks[0], tiles)
    after = replace(state.with_remark(entry), racks=entered, signed=frozenset())
    if all(entered[pair] is not None for pair in racks_due(state)):
        return replace(after, phase=Phase.RESULT)
    return after


def may_sign(state: State) -> None:
    """S12, S27: a result is signed before it is sealed."""
    SIGNING.check_open(state)
    if state.phase is not Phase.RESULT:
        raise Refusal("S27", "There is no result to sign yet.")
