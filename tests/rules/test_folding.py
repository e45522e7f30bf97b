"""Voiding is exact, undo restores, an illegal event changes nothing: whole random games."""

from itertools import permutations, product

from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.game import Redo, Restore, Undo, Void
from rules.history import History
from rules.message import Refusal
from rules.polish_doubles import GAME, DoublesSetup, PairSetup
from rules.polish_doubles import acts as e
from rules.polish_doubles.rows import EarlyState
from rules.polish_doubles.tally import Tally
from tests.rules.mixed import mixed

SETUP = DoublesSetup(pairs=(PairSetup(name="Krtci"), PairSetup(name="Sloky")))
PAIR = st.sampled_from(["A", "B"])
PAIRS, BOTH = ("A", "B"), (True, False)
PRESSES = [e.Press(pair=pair) for pair in PAIRS]
MOVES = [
    [e.Move(word=word, points=points) for points in range(0, 91, 5) for word in words]
    for words in (("PES", "KOSA", "LES", "WC"), ("PES", "KOSA", "LES", "ŽLUVA"))
]
KINDS = [
    *[PRESSES] * 6,
    *MOVES * 3,
    *[[e.Resume()]] * 3,
    [e.Exchange(tiles=tiles) for tiles in range(1, 8)],
    *([event] for event in (e.Pass(), e.Pause(), e.Resume(), e.PowerLoss(), e.Announce())),
    [e.Objection(move=move) for move in (1, 2)],
    [e.Verdict(valid=valid, builds_on=builds_on) for valid in BOTH for builds_on in BOTH],
    *([event] for event in (e.NoObjection(), e.Early())),
    [e.EarlyAnswer(answer=answer) for answer in ("accepted", "valid", "invalid")],
    [e.Overrun(stands=stands) for many in (1, 2) for stands in product(BOTH, repeat=many)],
    [e.Bag(count=count) for count in range(71)],
    [e.Close(pair=pair) for pair in PAIRS],
    [e.End()],
    [e.Racks(pair=pair, tiles=tiles) for pair in PAIRS for tiles in ("", "AB", "ŽŠ")],
    [e.Sign(pair=pair) for pair in PAIRS],
    [
        e.Correct(turn=turn, move=move, points=points)
        for turn in range(1, 5)
        for move in (1, 2)
        for points in (0, 7, 99)
    ],
    [e.Correct(turn=turn, move=move, tiles=tiles) for turn in range(1, 5) for move in (1, 2) for tiles in (1, 2)],
    [e.DecideTime(turn=turn, used_s=used_s) for turn in range(1, 5) for used_s in (10, 400)],
    [e.SetTime(remaining_s=0)],
]
GAPS = st.integers(0, 60_000_000_000)
GAMES = st.lists(st.tuples(mixed(*KINDS), GAPS), min_size=15, max_size=45)
"""Few games that are long find more than many of five events, and each game has its price."""
FEW = settings(max_examples=50)


def figures(tally):
    """All that a tally says; however far it was reckoned, two are equal by themselves."""
    return tally.bag, tally.held, tally.bag_bounds, tally.held_bounds


def play(events, setup=SETUP) -> History:
    history = History.begin(GAME, setup).accept(e.Starters(pair="A"), 0).accept(e.Press(pair="A"), 0)
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


def recounted(state):
    """Each row's total and each pair's, added up from the first turn on (S19, S22, S28)."""
    beside, columns = [], {}
    whole_lost = state.setup.overrun == "turn_lost"
    for turn in state.turns:
        written, last, known = columns.get(turn.pair, (0, 0, True))
        line = []
        for place, row in enumerate(turn.rows):
            written += row.score
            judged = turn.early in (EarlyState.ACCEPTED, EarlyState.VALID, EarlyState.INVALID)
            stays = not turn.overrun_open or (turn.rows[0].in_time is True and not whole_lost)
            whole = place == len(turn.rows) - 1 and turn.complete
            line.append(written if known and (whole or (place == 0 and judged and stays)) else None)
            last = last if line[-1] is None else line[-1]
        beside.append(tuple(line))
        columns[turn.pair] = written, last, known and (turn.complete or not turn.pressed)
    return tuple(beside), [columns.get(pair, (0, 0))[1] + state.settlement(pair) for pair in (0, 1)]


@FEW
@given(GAMES)
@example([])
def test_what_is_remembered_of_all_turns_is_what_a_look_through_them_finds(events):
    state = play(events).state
    numbered = list(enumerate(state.turns))
    assert state.unfilled == next((n for n, turn in numbered if not turn.is_filled), len(numbered))
    assert state.unconfirmed == next((n for n, turn in numbered if turn.overrun_open), None)
    assert state.objected == next((n for n, turn in numbered if turn.judging), None)
    assert state.written == max((n + 1 for n, turn in numbered if turn.rows), default=0)
    assert all(turn.pressed for turn in state.turns[:-1])
    assert figures(state.flow()) == figures(replace(state, tally=Tally()).flow())


@FEW
@given(GAMES)
@example([])
def test_undo_after_every_event_restores_exactly_and_redo_puts_it_back(events):
    history = play(events)
    states = [history.state]
    while history.undoable is not None:
        history = history.accept(Undo(), history.last_at)
        states.append(history.state)
    for state in reversed(states[:-1]):
        history = history.accept(Redo(), history.last_at)
        assert history.state == state


@FEW
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
    assert voided.state.clock.time_used(later) == without.state.clock.time_used(later)


@FEW
@given(GAMES)
@example([])
def test_folding_the_same_entries_again_gives_the_same_state(events):
    history = play(events)
    again = History.begin(GAME, SETUP)
    for entry in history.entries:
        again = again.accept(entry.event, entry.at)
    assert again.state == history.state


@FEW
@given(GAMES)
@example([])
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
        shown = [value for turn, line in zip(state.turns, totals, strict=True) if turn.pair == pair for value in line]
        newest = next((value for value in reversed(shown) if value is not None), 0)
        assert state.total(pair) == newest + state.settlement(pair), "a pair's total is the last one on the sheet"


@FEW
@given(GAMES)
@example([])
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


NAMED = [tuple(numbers) for many in range(4) for numbers in permutations((1, 2, 3, 5, 8, 13, 21, 34), many)]
ANY = mixed(
    *KINDS,
    [Undo()],
    [Undo()],
    [Redo()],
    [Void(of=numbers, by="referee") for numbers in NAMED],
    [Restore(of=numbers) for numbers in NAMED if len(numbers) < 3],
)

LONG = mixed(
    *[PRESSES] * 4,
    *MOVES * 2,
    [e.Resume()],
    [e.Exchange(tiles=tiles) for tiles in range(1, 8)],
    [e.Overrun(stands=stands) for many in (1, 2) for stands in product(BOTH, repeat=many)],
    [e.Correct(turn=turn, move=1, word=word, points=5) for turn in range(1, 6) for word in ("PES", "NEJKOSA")],
    [e.Objection(move=1)],
    [e.Verdict(valid=valid) for valid in BOTH],
    [Undo()],
)


@FEW
@given(st.lists(st.tuples(ANY, GAPS), min_size=20, max_size=60))
def test_whatever_is_taken_back_the_state_is_the_fold_of_what_counts(events):
    history = play(events)
    state, gone = GAME.start(SETUP), history.uncounted_entries
    for entry in history.entries:
        if entry.n in gone or isinstance(entry.event, (Undo, Redo)):
            continue
        try:
            state = GAME.apply(state, entry)
        except Refusal:
            assert entry.event.lasting, "a fact that lost its effect"
    assert history.state == state
    named = [undo.of for undo in (entry.event for entry in history.entries) if isinstance(undo, Undo)]
    assert history.undone_entries <= set(named)
    assert all(isinstance(history.entries[n - 1].event, e.Press) for n in history.void_entries)


@FEW
@given(st.lists(st.tuples(LONG, GAPS), min_size=20, max_size=60), st.sampled_from(["unannounced_lost", "turn_lost"]))
def test_sums_and_bag_that_are_kept_are_those_of_a_recount(events, overrun):
    """Turns take long here, so that people are asked what stands and rows come before others that are missing."""
    history = play([(event, 4 * gap) for event, gap in events], replace(SETUP, overrun=overrun))
    for state in (*(step.before for step in history.steps), history.state):
        assert (state.totals(), [state.total(pair) for pair in (0, 1)]) == recounted(state)
        assert figures(state.flow()) == figures(replace(state, tally=Tally()).flow())


def test_a_press_that_comes_late_leaves_the_latest_time_of_all_standing():
    history = History.begin(GAME, SETUP)
    assert history.last_at == 0
    for at, event in (
        (10, e.Starters(pair="A")),
        (11, e.Press(pair="A")),
        (40, e.Move(word="PES", points=5)),
        (38, e.Press(pair="A")),
    ):
        history = history.accept(event, at * 10**9)
    assert history.last_at == 40 * 10**9
