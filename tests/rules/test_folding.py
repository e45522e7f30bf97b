"""Voiding is exact, undo restores, an illegal event changes nothing: whole random games."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.game import Redo, Restore, Undo, Void
from rules.history import History
from rules.message import Refusal
from rules.polish_doubles import GAME, DoublesSetup, PairSetup
from rules.polish_doubles import events as e
from rules.polish_doubles.bag import Tally

SETUP = DoublesSetup(pairs=(PairSetup(name="Krtci"), PairSetup(name="Sloky")))
PAIR = st.sampled_from(["A", "B"])
EVENT = st.one_of(
    st.builds(e.Press, pair=PAIR),
    st.builds(e.Press, pair=PAIR),
    st.builds(e.Move, word=st.sampled_from(["PES", "KOSA", "LES", "WC"]), points=st.integers(0, 90)),
    st.builds(e.Move, word=st.sampled_from(["PES", "KOSA", "LES", "ŽLUVA"]), points=st.integers(0, 90)),
    st.builds(e.Exchange, tiles=st.integers(1, 7)),
    st.just(e.Pass()),
    st.just(e.Pause()),
    st.just(e.Resume()),
    st.just(e.PowerLoss()),
    st.just(e.Announce()),
    st.builds(e.Objection, move=st.integers(1, 2)),
    st.builds(e.Verdict, valid=st.booleans(), builds_on=st.booleans()),
    st.just(e.NoObjection()),
    st.just(e.Early()),
    st.builds(e.EarlyAnswer, answer=st.sampled_from(["accepted", "valid", "invalid"])),
    st.builds(e.Overrun, stands=st.lists(st.booleans(), min_size=1, max_size=2).map(tuple)),
    st.builds(e.Bag, count=st.integers(0, 70)),
    st.builds(e.Close, pair=PAIR),
    st.just(e.End()),
    st.builds(e.Racks, pair=PAIR, tiles=st.sampled_from(["", "AB", "ŽŠ"])),
    st.builds(e.Sign, pair=PAIR),
    st.builds(e.Correct, turn=st.integers(1, 4), move=st.integers(1, 2), points=st.integers(0, 99)),
    st.builds(e.Correct, turn=st.integers(1, 4), move=st.integers(1, 2), tiles=st.integers(0, 2)),
    st.builds(e.DecideTime, turn=st.integers(1, 4), used_s=st.sampled_from([10, 400])),
    st.builds(e.SetTime, remaining_s=st.just(0)),
)
GAMES = st.lists(st.tuples(EVENT, st.integers(0, 90_000_000_000)), max_size=45)


def play(events) -> History:
    history = History.begin(GAME, SETUP).accept(e.Starters(pair="A"), 0).accept(e.Press(pair="A"), 0)
    at = 0
    for event, gap in events:
        at += gap
        before = history
        try:
            history = history.accept(event, at)
        except Refusal:
            assert history is before
    return history


def bare(state):
    """The state without its notes about entries: sheet, clock, crosses, bag, result."""
    turns = tuple(
        replace(turn, rows=tuple(replace(row, n=0, versions=()) for row in turn.rows)) for turn in state.turns
    )
    return replace(state, remarks=(), presses=(), turns=turns)


@given(GAMES)
def test_what_is_remembered_of_all_turns_is_what_a_look_through_them_finds(events):
    state = play(events).state
    numbered = list(enumerate(state.turns))
    assert state.unfilled == next((n for n, turn in numbered if not turn.filled), len(numbered))
    assert state.unconfirmed == next((n for n, turn in numbered if turn.overrun_open), None)
    assert state.objected == next((n for n, turn in numbered if turn.judging), None)
    assert state.written == max((n + 1 for n, turn in numbered if turn.rows), default=0)
    assert all(turn.pressed for turn in state.turns[:-1])
    assert state.flow() == replace(state, tally=Tally()).flow()


@given(GAMES)
def test_undo_after_every_event_restores_exactly_and_redo_puts_it_back(events):
    history = play(events)
    states = [history.state]
    while history.undoable is not None:
        history = history.accept(Undo(), history.last_at)
        states.append(history.state)
    for state in reversed(states[:-1]):
        history = history.accept(Redo(), history.last_at)
        assert history.state == state


@given(GAMES, PAIR, st.integers(0, 60_000_000_000))
def test_a_voided_press_leaves_sheet_and_clock_as_if_it_had_never_been(events, pair, gap):
    without = play(events)
    at = without.last_at + gap
    try:
        pressed = without.accept(e.Press(pair=pair), at)
    except Refusal:
        return
    if without.state.phase.value != "play":
        return
    voided = pressed.accept(Void(of=(len(pressed.entries),), by="both"), at)
    assert bare(voided.state) == bare(without.state)
    later = at + 7_000_000_000
    assert voided.state.clock.used(later) == without.state.clock.used(later)


@given(GAMES)
def test_folding_the_same_entries_again_gives_the_same_state(events):
    history = play(events)
    again = History.begin(GAME, SETUP)
    for entry in history.entries:
        again = again.accept(entry.event, entry.at)
    assert again.state == history.state


@given(GAMES)
def test_totals_sum_the_moves_that_stand(events):
    state = play(events).state
    totals = state.totals()
    for pair in (0, 1):
        running = 0
        for turn, line in zip(state.turns, totals, strict=True):
            if turn.pair != pair:
                continue
            for row, shown in zip(turn.rows, line, strict=True):
                running += row.points if row.counts else 0
                assert shown in (None, running)
            if not turn.pressed:
                assert line[1:] in ((), (None,)), "nothing provisional looks like a total"


@given(GAMES)
def test_what_may_happen_agrees_with_what_is_refused(events):
    history = play(events)
    may = GAME.may(history.state)
    for word, event in {"pass": e.Pass(), "press": e.Press(pair="A"), "end": e.End(), "early": e.Early()}.items():
        try:
            history.accept(event, history.last_at)
            refused = None
        except Refusal as refusal:
            refused = str(refusal)
        assert refused == (None if may[word] is None else str(may[word]))


ANY = st.one_of(
    EVENT,
    st.just(Undo()),
    st.just(Undo()),
    st.just(Redo()),
    st.builds(Void, of=st.lists(st.integers(1, 40), max_size=3, unique=True).map(tuple), by=st.just("referee")),
    st.builds(Restore, of=st.lists(st.integers(1, 40), max_size=2, unique=True).map(tuple)),
)


@given(st.lists(st.tuples(ANY, st.integers(0, 90_000_000_000)), max_size=60))
def test_whatever_is_taken_back_the_state_is_the_fold_of_what_counts(events):
    history = play(events)
    state, gone = GAME.start(SETUP), history.gone
    for entry in history.entries:
        if entry.n in gone or isinstance(entry.event, (Undo, Redo)):
            continue
        try:
            state = GAME.apply(state, entry)
        except Refusal:
            assert entry.event.lasting, "a fact that lost its effect"
    assert history.state == state
    named = [one.of for one in (entry.event for entry in history.entries) if isinstance(one, Undo)]
    assert history.undone <= set(named)
    assert all(isinstance(history.entries[n - 1].event, e.Press) for n in history.voided)
