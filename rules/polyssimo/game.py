"""Polyssimo Challenge as a `rules.game.Game`: picking, placing, who can still place something, the result (P1-P10)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.act_game import Clockless, Presentation
from rules.game import Event, Gesture, Progress, Setup, Undo
from rules.message import Refusal, msg
from rules.polyssimo import acts as e
from rules.polyssimo.acts.ending import SIGNING
from rules.polyssimo.report import report, sheet_entries, summary
from rules.polyssimo.shapes import pieces_of
from rules.polyssimo.state import ALL, LEAST, SIDES, Phase, PolyssimoSetup, State


def side_of(seat: int) -> int:
    """Which clock button a seat uses: players 1 and 3 the one of side A, 2 and 4 that of side B."""
    return seat % 2


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


class Polyssimo(Clockless[State]):
    """The game. Stateless; every method is a function of what it is given."""

    key = "polyssimo"
    name = msg("Polyssimo")
    setup_type = PolyssimoSetup
    acts = e.ACTS
    signing = SIGNING
    presentation = Presentation(summary, report, sheet_entries)

    def start(self, setup: Setup) -> State:
        """P1, P2, P4, P10: two to four named players, a whole set, shares that can be dealt out. Raises `Refusal`."""
        if not isinstance(setup, PolyssimoSetup):
            raise Refusal("", "This is not the setup of a game of Polyssimo.")
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

    def progress(self, state: State) -> Progress:
        """How far the game is."""
        if state.phase is Phase.SIGNED:
            return Progress.SIGNED
        if state.phase is Phase.RESULT:
            return Progress.RESULT
        return Progress.PLAYING if state.last_picker is not None else Progress.READY


GAME = Polyssimo()
"""The game, ready to be asked."""
