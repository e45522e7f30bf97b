"""What `check` and `may` say and what `apply` does cannot disagree: random games of every kind, step by step."""

import random
from contextlib import suppress
from functools import cache
from itertools import product

import hypothesis
import pytest
from hypothesis import strategies as st
from msgspec import inspect

from rules.chess_clock import acts as c
from rules.game import SECOND, Entry, Redo, Restore, Undo, Void
from rules.games import GAMES
from rules.kourici_kocka import acts as k
from rules.marias import acts as m
from rules.marias.deal import SEAT
from rules.message import Refusal
from rules.polish_doubles import acts as s
from rules.rounds import acts as r
from tests.rules.marias_table import Table
from tests.rules.table import Game
from tools.compatibility import many
from tools.compatibility.many import walks

OWN = (Undo, Redo, Void, Restore)


def choices(kind):
    """The values of a field that has few of them; none of any other."""
    match kind:
        case inspect.LiteralType(values=values):
            return values
        case inspect.BoolType():
            return (True, False)
        case inspect.NoneType():
            return (None,)
        case inspect.UnionType(types=types):
            return tuple(value for member in types for value in choices(member))
    return ()


BOTH = (True, False)
DETAILS = {
    "polish_doubles": (
        *(s.Overrun(stands=stands) for n in (1, 2) for stands in product(BOTH, repeat=n)),
        *(s.Out(pair=pair, withdrawn=back) for pair in "AB" for back in BOTH),
        *(s.Racks(pair=pair, tiles="") for pair in "AB"),
        *(s.DecideTime(turn=turn, used_s=9) for turn in (1, 2)),
        *(s.Bag(count=count) for count in (0, 7)),
        s.Move(points=1),
    ),
    "marias": tuple(m.Closing(seat=seat, coin=0, tokens=0) for seat in SEAT)
    + tuple(m.TopUp(seat=seat, amount=20_000) for seat in SEAT),
    "kourici_kocka": (k.Substitute(seat="A", name="Xaver"),),
    "rounds": (r.Reopen(reason="x"), r.Substitute(seat="1", name="Xaver")),
    "chess_clock": (c.Reopen(reason="x"),),
}
"""What cannot be said without a number or a text, in ways of which one passes where any does."""


@cache
def ways(key):
    """Every way in which the acts of a game can be meant: as they declare it, and with each value of a field of which
    there are few."""
    acts = dict.fromkeys(DETAILS.get(key, ()))
    for act in GAMES[key].acts:
        few = {field.name: values for field in inspect.type_info(act).fields if (values := choices(field.type))}
        for declared in ({},) if act.ways is None else act.ways:
            fields = declared or {name: values[0] for name, values in few.items() if True not in values}
            if len(fields) < 4:
                varied = [[(name, value) for value in (first, *few.get(name, ()))] for name, first in fields.items()]
                with suppress(TypeError):  # it cannot be said without more
                    acts |= dict.fromkeys(act(**dict(values)) for values in product(*varied))
    return tuple(acts)


def refused(step, *arguments):
    """The refusal in words, None where there is none."""
    try:
        step(*arguments)
    except Refusal as refusal:
        return str(refusal)
    return None


def hold_to(game, state, at, events):
    """Guards and effects agree about these events, and `may` about all ways of each kind among them."""
    may, passing = game.may(state, at), {}
    for n, event in enumerate(events):
        entry = Entry(10_000 + n, at, event)
        against = refused(game.check, state, entry)
        assert refused(game.apply, state, entry) == against, event
        if event.by_referee and not event.decision:
            continue  # a way that is asked about by itself
        word = event.__struct_config__.tag
        passing.setdefault(word, []).append(against is None)
    return may, passing


@pytest.mark.parametrize("key", walks.WALKS)
@hypothesis.settings(max_examples=12)
@hypothesis.given(seed=st.integers(0, 2**32))
@hypothesis.example(seed=6218217)
def test_what_is_said_to_be_possible_is_what_is_done(key, seed):
    rng, game = random.Random(seed), GAMES[key]
    history, at = many.begun(key, rng, seed % 40), 0
    choose = many.nasty if key == "polish_doubles" and seed % 2 else walks.WALKS[key].next_event
    every = ways(key)
    for _ in range(70):
        at += rng.choice((0, 3, 9, 20, 45, 200, 900)) * SECOND
        event = choose(rng, history.state)
        own = [] if isinstance(event, (*OWN, walks.Press)) else [event]
        may, passing = hold_to(game, history.state, at, [*own, *every])
        for word, passes in passing.items():
            if any(passes):
                assert may[word] is None, f"{word} is taken"
        for word in {str(way.__struct_config__.tag) for way in every}:
            assert any(passing[word]) == (may[word] is None), (word, str(may[word]))
        try:
            if isinstance(event, walks.Press):
                history, at = many.pressed(history, event, at)
            else:
                history = history.accept(event, at)
        except Refusal:
            continue


def test_the_referee_ends_a_game_in_mid_turn_and_the_pairs_finish_it_first():
    g = Game().opened()
    g.move("KOSA", 9)
    assert "S29" in str(g.may("end"))
    g.refused("S29", s.End())
    g.do(s.End(by="referee"))
    assert g.state.turns[1].struck == "referee"


def test_an_objection_is_possible_where_one_of_the_moves_can_be_objected_to():
    g = Game().opened()
    g.do(s.Exchange(tiles=2))
    g.move("KOSA", 9)
    g.press("B")
    assert g.may("objection") is None
    g.refused("S16", s.Objection(move=1))
    g.objected(2, valid=True)
    assert "S16" in str(g.may("objection"))


def test_time_alone_changes_what_is_possible():
    table, game = Table().start(), GAMES["marias"]
    assert game.may(table.state, table.ns)["dealt"] is None
    assert "M3" in str(game.may(table.state, table.ns)["end_round"])
    over = table.ns + table.state.round_s * SECOND
    assert "M1" in str(game.may(table.state, over)["dealt"])
    assert game.may(table.state, over)["end_round"] is None
