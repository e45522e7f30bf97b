"""What `check` and `may` say and what `apply` does cannot disagree: random games of every kind, step by step."""

import random
from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules.chess_clock import acts as c
from rules.game import SECOND, Entry, Redo, Restore, Undo, Void
from rules.games import GAMES
from rules.kourici_kocka import acts as k
from rules.kourici_kocka.state import SEAT
from rules.marias import acts as m
from rules.marias.deal import SEAT as MARIAS_SEAT
from rules.message import Refusal
from rules.polish_doubles import acts as s
from rules.polyssimo import acts as p
from rules.rounds import acts as r
from rules.rounds.state import SEATS
from tests.rules.marias_table import Table
from tests.rules.table import Game
from tools.compatibility import many
from tools.compatibility.many import walks

OWN = (Undo, Redo, Void, Restore)
BOTH = (True, False)
SIDES = ("A", "B")


def ways(key):
    """Events by their words, with every way in which each can be meant."""
    if key == "polish_doubles":
        acts = [
            *(s.Objection(move=move) for move in (1, 2)),
            *(s.Close(pair=pair) for pair in SIDES),
            *(s.Sign(pair=pair) for pair in SIDES),
            *(s.Out(pair=pair, withdrawn=back) for pair in SIDES for back in BOTH),
            *(s.Verdict(valid=valid, builds_on=builds) for valid in BOTH for builds in (None, *BOTH)),
            *(s.EarlyAnswer(answer=answer) for answer in ("accepted", "valid", "invalid")),
            *(s.Overrun(stands=stands) for n in (1, 2) for stands in product(BOTH, repeat=n)),
            *(s.Racks(pair=pair, tiles="") for pair in SIDES),
            *(s.Pass(player=player) for player in (None, 1, 2)),
            *(s.DecideTime(turn=turn, used_s=9) for turn in (1, 2)),
            *(s.Bag(count=count) for count in (0, 7)),
            *(s.Press(pair=pair) for pair in SIDES),
            s.Move(points=1),
            s.Exchange(tiles=1),
            s.Announce(),
            s.Early(),
            s.NoObjection(),
            s.End(),
            s.Pause(),
            s.Resume(),
        ]
    elif key == "marias":
        acts = [kind(seat=seat) for kind in (m.Dealer, m.Warn, m.Expel) for seat in MARIAS_SEAT]
        acts += [m.Closing(seat=seat, coin=0, tokens=0) for seat in MARIAS_SEAT]
        acts += [m.TopUp(seat=seat, amount=20_000) for seat in MARIAS_SEAT]
        acts += [m.Sign(side=side) for side in SIDES]
        acts += [m.Dealt(), m.EndRound(), m.StartRound(), m.Pause(), m.Resume(), m.RefereeCall(), m.RefereeDone()]
    elif key == "kourici_kocka":
        acts = [k.Confirm(seat=seat) for seat in (None, *SEAT)]
        acts += [k.Sign(side=side) for side in SIDES]
        acts += [k.Passed(side=side) for side in (None, *SIDES)]
        acts += [k.Deal(), k.Misdeal(), k.GoOn(), k.Lost(seat="A"), k.Substitute(seat="A", name="Xaver")]
        acts += [*(k.Halt(side=side) for side in SIDES), *(k.FirstDealer(seat=seat) for seat in SEAT)]
    elif key == "chess_clock":
        acts = [kind(side=side) for kind in (c.Press, c.SetMover, c.Sign) for side in SIDES]
        acts += [c.Result(winner=winner) for winner in (None, *SIDES)]
        acts += [c.Pause(), c.Resume(), c.Reopen(reason="x")]
    elif key == "rounds":
        acts = [kind(seat=seat) for kind in (r.Dealer, r.OnTurn) for seat in SEATS]
        acts += [kind(side=side) for kind in (r.Press, r.Sign) for side in SIDES]
        acts += [r.Pause(), r.Resume(), r.End(), r.Reopen(reason="x"), r.Substitute(seat="1", name="Xaver")]
    elif key == "polyssimo":
        acts = [p.Sign(side=side) for side in SIDES]
        acts += [p.Begin(), *(p.Stand(player=player) for player in (None, 1, 2, 3, 4))]
    else:
        acts = [kind(**fields) for kind in GAMES[key].acts for fields in kind.ways or ()]
    return acts


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
@settings(max_examples=12)
@given(seed=st.integers(0, 2**32))
@example(seed=6218217)
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
