"""The start: who begins (S4), and the tiles each player draws (S5)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.clock import DoubleClock
from rules.game import SECOND, Entry, Setup
from rules.message import Refusal
from rules.people import same_name
from rules.polish_doubles.events import INDEX, DoublesSetup, Draw, Starters
from rules.polish_doubles.state import Phase, State
from rules.polish_doubles.tiles import ALPHABET, tiles_of


def start(setup: Setup) -> State:
    """S1: a game before its starting draw. Raises `Refusal` where a pair has no name."""
    if not isinstance(setup, DoublesSetup):
        raise Refusal("", "This is not the setup of a game of Polish doubles.")
    for pair in setup.pairs:
        if not pair.name.strip():
            raise Refusal("S1", "Each pair needs a name; type one in.")
    return State(setup=setup, clock=DoubleClock(limit=setup.turn_limit_s * SECOND), people=setup.seats)


def same_names(setup: DoublesSetup) -> tuple[str, ...]:
    """Names that stand more than once in the setup: pointed out, not refused (S1).

    A pair that is called after one of its own players is none of them.
    """
    own = [{same_name(player) for player in pair.players} for pair in setup.pairs]
    names = [pair.name for pair, players in zip(setup.pairs, own, strict=True) if same_name(pair.name) not in players]
    names += [player for pair in setup.pairs for player in pair.players if player]
    folded = [same_name(name) for name in names]
    return tuple(dict.fromkeys(name for name, key in zip(names, folded, strict=True) if folded.count(key) > 1))


def may_draw(state: State) -> None:
    """S4: the start is decided once, before the first press."""
    if state.phase is not Phase.DRAWING:
        raise Refusal("S4", "It is decided already who starts; undo it first.")


def check_draw(state: State, entry: Entry, event: Draw) -> None:
    """S4: one letter of the set for each pair."""
    if any(len(tiles_of(text, "S4")) != 1 for text in (event.a, event.b)):
        raise Refusal("S4", "Each pair draws one letter.")


def draw(state: State, entry: Entry, event: Draw) -> State:
    """S4: nearest to A starts, a plain letter before its accented one; equal letters draw again."""
    letters = [tiles_of(text, "S4") for text in (event.a, event.b)]
    drawn = replace(state.with_remark(entry), draws=state.draws.append((letters[0], letters[1])))
    a, b = (ALPHABET.index(letter) for letter in letters)
    if a == b:
        return drawn
    return replace(drawn, starter=0 if a < b else 1, phase=Phase.READY)


def starters(state: State, entry: Entry, event: Starters) -> State:
    """S4: the starting pair was agreed on."""
    return replace(state.with_remark(entry), starter=INDEX[event.pair], phase=Phase.READY)
