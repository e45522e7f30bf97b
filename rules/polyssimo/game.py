"""Polyssimo Challenge as a `rules.game.Game`: what every game answers, the shares of a setup, the tally (P1-P10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.act_game import ActGame, Presentation
from rules.acts import describe
from rules.game import SIDES, Cell, Event, Gesture, Report, ReportRow, ReportTable, Undo
from rules.message import Message, Refusal, msg, msgs
from rules.polyssimo import acts as e
from rules.polyssimo.acts import SIGNING
from rules.polyssimo.acts.placing import SOME_PIECE
from rules.polyssimo.board import PROVISIONAL_NAME, cell_name, pieces_of
from rules.polyssimo.state import ALL, LEAST, Phase, PlacedPiece, PolyssimoSetup, State, side_of
from rules.timeline import SheetEntry


def check_shares(setup: PolyssimoSetup) -> None:
    """P10: unequal shares by agreement, none too small, and not more pieces than there are."""
    if setup.shares is None:
        return
    count = len(setup.players)
    if setup.picking == "agreed":
        raise Refusal("P10", "When pieces are taken by agreement, shares are not set in advance.")
    if len(setup.shares) != count:
        raise Refusal("P10", "There are {n} players; each needs a share.", n=count)
    if min(setup.shares) < LEAST[count]:
        raise Refusal(
            "P10",
            "A share of {n} is too small; with so many players the least is {least}.",
            n=min(setup.shares),
            least=LEAST[count],
        )
    if sum(setup.shares) > ALL:
        raise Refusal("P10", "The shares add up to {n}; there are 24 pieces.", n=sum(setup.shares))


def over(state: State) -> bool:
    """Whether there is a result."""
    return state.phase in (Phase.RESULT, Phase.SIGNED)


def outcome(state: State) -> Message:
    """Who won, or how far the game is, in one line."""
    names = state.setup.players
    if state.phase is Phase.PICKING:
        return msg("Picking: {n} of 24 pieces", n=24 - len(state.middle))
    if state.phase is Phase.PLACING:
        return msg("Placing: {n} on the board", n=len(state.placed))
    winners = state.winners()
    if len(winners) > 1:
        return msg("A draw: {names}", names=", ".join(names[seat] for seat in winners))
    return msg("{name} wins", name=names[winners[0]])


def by_tie_rule(state: State) -> bool:
    """Whether several have as little left as the winner, so that the one who placed last won (P9)."""
    best = min(state.left(seat) for seat in state.seats)
    return len(state.winners()) == 1 and sum(state.left(seat) == best for seat in state.seats) > 1


def remarks(state: State) -> tuple[Message, ...]:
    """What the tables do not say."""
    notes: list[Message] = []
    setup = state.setup
    if over(state):
        notes.append(outcome(state))
        if by_tie_rule(state):
            notes.append(msg("Several players have the fewest left: whoever of them placed last wins (P9)."))
        if state.counted_result is not None:
            notes.append(msg("The result was entered only at the end."))
    if setup.polyssimo_counts == "cells":
        notes.append(msg("Cells are counted, not pieces (P9)."))
    if state.is_agreed:
        notes.append(msg("The pieces were shared by agreement (P10)."))
    elif setup.shares is not None:
        notes.append(msg("Unequal shares by agreement (P10): {shares}", shares=" : ".join(map(str, setup.shares))))
    notes += [msg("after {n} placed: {what}", n=remark.placed, what=describe(remark.event)) for remark in state.remarks]
    if state.on_board and setup.set_name == PROVISIONAL_NAME:
        notes.append(msg("The black-and-white shapes are provisional; trace those of your copy once."))
    return tuple(notes)


def report(state: State) -> Report:
    """The whole tally."""
    title = msg("Polyssimo, {title}", title=state.setup.title) if state.setup.title else msg("Polyssimo Challenge")
    return Report(title, (players_table(state), _placed(state)), remarks(state), data(state))


def players_table(state: State) -> ReportTable:
    """The players with what each had and has left, best first once it is over."""
    unit = msg("Pieces left") if state.setup.polyssimo_counts == "pieces" else msg("Cells left")
    columns = (msg("Player"), msg("Name"), msg("Share"), msg("Placed"), unit, msg("Won"))
    counted = state.counted_result is None or state.setup.polyssimo_counts == "pieces"
    lines = tuple(
        ReportRow(
            (
                seat + 1,
                state.setup.players[seat],
                state.share(seat),
                state.count_placed(seat) if counted else None,
                state.left(seat),
                msg("yes") if over(state) and state.winners() == (seat,) else None,
            )
        )
        for seat in (state.standing() if over(state) else state.seats)
    )
    return ReportTable(msg("Players"), columns, lines, frozenset({0, 2, 3, 4}))


def _placed(state: State) -> ReportTable:
    columns: tuple[Cell, ...] = (msg("No."), msg("Player"), msg("Piece"), msg("Cells"))
    lines = []
    count = len(state.setup.players)
    for number, piece in enumerate(state.placed, start=1):
        cells = " ".join(cell_name(cell) for cell in piece.cells) or None
        lines.append(
            ReportRow((number, state.setup.players[piece.seat], piece.piece or SOME_PIECE, cells), number % count == 0)
        )
    return ReportTable(msg("Placed, in order"), columns, tuple(lines), frozenset({0}))


def _place_data(piece: PlacedPiece) -> dict[str, Any]:
    return {"player": piece.seat + 1, "piece": piece.piece, "cells": [cell_name(cell) for cell in piece.cells]}


def data(state: State) -> dict[str, Any]:
    """The tally as plain values; ``disputes`` only where there are any."""
    setup = state.setup
    finished = over(state)
    disputes = [{"side": side, "reason": reason} for side, reason in state.disputes]
    return ({"disputes": disputes} if disputes else {}) | {
        "phase": state.phase.value,
        "placing": setup.placing,
        "counts": setup.polyssimo_counts,
        "set": setup.set_name,
        "players": [
            {
                "player": seat + 1,
                "name": setup.players[seat],
                "picked": list(state.hands[seat]),
                "share": state.share(seat),
                "placed": None
                if state.counted_result is not None and setup.polyssimo_counts == "cells"
                else state.count_placed(seat),
                "left": state.left(seat),
                "aside": seat in state.aside,
            }
            for seat in state.seats
        ],
        "places": [_place_data(piece) for piece in state.placed],
        "last_placer": None if state.last_placer is None else state.last_placer + 1,
        "standing": [seat + 1 for seat in state.standing()] if finished else None,
        "winners": [seat + 1 for seat in state.winners()] if finished else None,
        "by_tie_rule": by_tie_rule(state) if finished else None,
        "signed": sorted(state.signed),
    }


def summary(state: State) -> Message:
    """The game in one line: who won, or how far it is, and what everybody has left."""
    if state.phase is Phase.PICKING:
        names = " · ".join(state.setup.players)
        return msg("{names} · {far}", names=names, far=outcome(state))
    line = " · ".join(f"{name} {state.left(seat)}" for seat, name in enumerate(state.setup.players))
    return msg("{line} left", line=line)


def left_words(state: State, n: int) -> Message:
    """A number of what is counted."""
    if state.setup.polyssimo_counts == "cells":
        return msgs("{n} cell left", "{n} cells left", n)
    return msgs("{n} piece left", "{n} pieces left", n)


def placed_text(placed_piece: PlacedPiece) -> Message:
    """A placed piece, with its cells where there is a board."""
    piece = placed_piece.piece or SOME_PIECE
    if not placed_piece.cells:
        return msg("{piece}", piece=piece)
    return msg("{piece} on {cells}", piece=piece, cells=" ".join(cell_name(cell) for cell in placed_piece.cells))


def sheet_entries(state: State) -> Iterator[SheetEntry]:
    """Each player's picks, each placement, who stands aside, the counted result; then what is left, which follows."""
    names = state.setup.players
    for seat, hand in enumerate(state.hands):
        for number, piece in enumerate(hand, start=1):
            title = msg("pick {n} · {name}", n=number, name=names[seat])
            yield SheetEntry(("pick", seat, number), title, msg("{piece}", piece=piece))
    for number, placed in enumerate(state.placed, start=1):
        title = msg("placement {n} · {name}", n=number, name=names[placed.seat])
        yield SheetEntry(("place", number), title, placed_text(placed))
    for seat in sorted(state.aside):
        yield SheetEntry(("aside", seat), msg("aside · {name}", name=names[seat]), msg("can place nothing"))
    if state.counted_result is not None:
        left = " : ".join(str(n) for n in state.counted_result.left)
        text = msg("{left} left, {name} placed last", left=left, name=names[state.counted_result.last])
        yield SheetEntry("told", msg("result as counted"), text)
    for seat, name in enumerate(names):
        if state.hands[seat]:
            left_now = left_words(state, state.left(seat))
            yield SheetEntry(("left", seat), msg("left · {name}", name=name), left_now, sum=True)
    if over(state):
        yield SheetEntry("outcome", msg("result"), outcome(state), sum=True)


class Polyssimo(ActGame[State]):
    """The game. Stateless; every method is a function of what it is given."""

    key = "polyssimo"
    name = msg("Polyssimo")
    setup_type = PolyssimoSetup
    acts = e.ACTS
    signing = SIGNING
    presentation = Presentation(summary, report, sheet_entries)

    def begin(self, setup: PolyssimoSetup) -> State:
        """P1, P2, P4, P10: two to four named players, a whole set, shares that can be dealt out. Raises `Refusal`."""
        count = len(setup.players)
        if count not in LEAST:
            raise Refusal("P1", "Two to four people play, not {n}.", n=count)
        if not all(name.strip() for name in setup.players):
            raise Refusal("P1", "Every player needs a name.")
        if setup.youngest > count:
            raise Refusal("P4", "There is no player {n}; the youngest of those who play begins.", n=setup.youngest)
        pieces_of(setup.hexominoes)
        check_shares(setup)
        return State(setup=setup, turn=setup.youngest - 1, hands=((),) * count)

    def button(self, state: State, side: int, gesture: Gesture, presses: Sequence[int]) -> tuple[Event, ...]:
        """The button of the player on turn; the other one means nothing. See `side_of`.

        A press, where pieces are only counted: a piece was placed, next player. On the device's board, and only where
        nothing fits: the player stands aside. A hold says that nothing can be placed (what its own press counted is
        taken back first), and signs the result. Both held together mean nothing; what they pressed is taken back.
        """
        if gesture is Gesture.BOTH:
            return tuple(Undo(of=n) for n in sorted(presses, reverse=True))
        counted = not state.on_board and state.setup.polyssimo_counts == "pieces"
        if gesture is Gesture.HOLD and presses:
            return (Undo(of=presses[0]), e.Stand()) if counted else ()
        if gesture is Gesture.HOLD and state.phase is Phase.RESULT:
            return (e.Sign(side=SIDES[side]),)
        if state.phase is not Phase.PLACING or side_of(state.turn) != side:
            return ()
        player = state.turn + 1
        if gesture is Gesture.HOLD:
            return () if state.on_board or counted else (e.Stand(player=player),)
        if state.on_board:
            return () if state.can_place(state.turn) else (e.Stand(player=player),)
        return (e.Place(player=player),) if counted else ()

    def has_begun(self, state: State) -> bool:
        """Whether a piece was picked."""
        return state.last_picker is not None


GAME = Polyssimo()
"""The game, ready to be asked."""
