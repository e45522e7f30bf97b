"""Polish doubles in random games: what the rules say is possible, and what the screens offer, is taken."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import SECOND, Event
from rules.history import History
from rules.message import Refusal
from rules.polish_doubles import GAME, DoublesSetup, PairSetup, Phase
from rules.polish_doubles import acts as e
from rules.polish_doubles.acts.judging import against_objection
from rules.polish_doubles.setup import LETTER
from rules.polish_doubles.turns import proposal

PAIRS = (PairSetup(name="Krtci", players=("Jana", "Petr")), PairSetup(name="Sloky"))
SETUPS = st.builds(
    DoublesSetup,
    pairs=st.just(PAIRS),
    overrun=st.sampled_from(["unannounced_lost", "turn_lost", "signal_only"]),
    draw_when=st.sampled_from(["after_press", "after_move"]),
    cross_goes_to=st.sampled_from(["failed_objector", "invalid_move"]),
)
WORDS = ("PES", "KOSA", "POSTEL", "KALHOTY")
BOTH = (True, False)


def offered(state) -> list[Event]:
    """Everything that the screens offer now, with what can be chosen on each."""
    may = GAME.may(state)
    possible: list[Event] = []

    def add(word: str, *events: Event) -> None:
        if may[word] is None:
            possible.extend(events)

    add("starters", e.Starters(pair="A"), e.Starters(pair="B"))
    add("press", e.Press(pair="A"), e.Press(pair="B"))
    add("move", *(e.Move(word=word, points=9) for word in WORDS), e.Move(word="KOSA", points=9, tiles=2))
    add("move", e.Move(points=12, tiles=None))
    add("pass", e.Pass())
    add("exchange", *(e.Exchange(tiles=n) for n in (1, 7)))
    add("announce", e.Announce())
    add("bag", *(e.Bag(count=n) for n in (0, 6, 7, 20)))
    add("no_objection", e.NoObjection())
    add("early", e.Early())
    add("early_answer", *(e.EarlyAnswer(answer=word) for word in ("accepted", "valid")))
    add("pause", e.Pause())
    add("resume", e.Resume())
    add("end", e.End())
    add("note", e.Note(rule="S2"))
    if may["objection"] is None:
        turn = state.turns[state.judged_turn]
        moves = [n for n in (1, 2) if against_objection(turn, n) is None]
        assert moves, "an objection to some move is possible"
        possible += [e.Objection(move=n) for n in moves]
    if may["verdict"] is None:
        possible += [e.Verdict(valid=valid, builds_on=builds) for valid in BOTH for builds in BOTH]
    if may["overrun"] is None:
        known = proposal(state)
        turn = state.turns[state.unconfirmed]
        answers = (
            [(first,) for first in BOTH] if turn.moves == 1 else [(first, other) for first in BOTH for other in BOTH]
        )
        for stands in answers:
            if all(fact is not True or stand for fact, stand in zip(known, stands, strict=True)):
                possible.append(e.Overrun(stands=stands))
    if may["close"] is None:
        possible.append(e.Close(pair=LETTER[state.last_played.pair]))
    if state.phase is Phase.PLAY:
        for pair, letter in enumerate(LETTER):
            note = state.outs[pair]
            if note is None or note.doubted:
                possible.append(e.Out(pair=letter))
            if note is not None:
                possible.append(e.Out(pair=letter, withdrawn=True))
    if may["racks"] is None:
        due = 1 - state.closer if state.closer is not None else int(state.racks[0] is not None)
        possible.append(e.Racks(pair=LETTER[due], tiles="AE" if due else "OU"))
    if may["sign"] is None:
        possible += [e.Sign(pair=LETTER[pair]) for pair in (0, 1) if pair not in state.signed]
    return possible


@settings(max_examples=100)
@given(st.lists(st.integers(0, 2**24), min_size=20, max_size=60), SETUPS)
def test_whatever_is_offered_in_a_random_game_is_taken(choices, setup):
    """A choice is one number: the kind of event, the event of that kind, the time since the one before."""
    history = History.begin(GAME, setup)
    for choice in choices:
        events = offered(history.state)
        if not events:
            break
        kinds = sorted({type(event) for event in events}, key=lambda kind: kind.__name__)
        rest, gap = divmod(choice, 4)
        rest, n = divmod(rest, len(kinds))
        alike = [event for event in events if type(event) is kinds[n]]
        history = history.accept(alike[rest % len(alike)], history.last_at + (1, 60, 100, 200)[gap] * SECOND)
        check(history.state)


def check(state) -> None:
    """What holds in every game, whatever was declared."""
    flow = state.flow()
    assert 0 <= flow.bag_bounds.least <= flow.bag_bounds.most <= 70
    for pair in (0, 1):
        assert flow.held_bounds[pair].least <= flow.held_bounds[pair].most <= 14
    if flow.bag is not None:
        assert flow.bag_bounds.least <= flow.bag <= flow.bag_bounds.most
    for turn in state.turns:
        assert len(turn.rows) <= max(turn.moves, turn.possible)
    GAME.report(state)


MOVE = st.sampled_from(
    [
        e.Move(word=word, points=5, **tiles)
        for word in WORDS
        for tiles in ({}, {"tiles": None}, {"tiles": 1}, {"tiles": len(word)})
    ]
)
COUNT = st.none() | st.integers(0, 70)


@settings(max_examples=100)
@given(st.lists(st.tuples(MOVE, MOVE, COUNT, COUNT), min_size=1, max_size=8))
def test_S25_whenever_a_pair_has_just_pressed_and_all_is_settled_it_can_close(turns):
    """Whatever tiles were said or left out, and however often the bag was counted."""
    history = History.begin(GAME, DoublesSetup(pairs=PAIRS))
    history = history.accept(e.Starters(pair="A"), 0).accept(e.Press(pair="A"), 0)
    for *moves, before, after in turns:
        turn = history.state.turn
        for move in moves[: turn.moves]:
            history = history.accept(move, history.last_at + SECOND)
        if before is not None:
            history = history.accept(e.Bag(count=before), history.last_at)
        history = history.accept(e.Press(pair=LETTER[turn.pair]), history.last_at + SECOND)
        if after is not None:
            history = history.accept(e.Bag(count=after), history.last_at)
    closed = history.accept(e.Close(pair=LETTER[turn.pair]), history.last_at)
    assert closed.state.phase is Phase.CLOSING
    with pytest.raises(Refusal, match="S25"):
        history.accept(e.Close(pair=LETTER[1 - turn.pair]), history.last_at)
