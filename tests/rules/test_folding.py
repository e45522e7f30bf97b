"""Voiding is exact; sums, bag and what is remembered of turns are those of a recount: whole random games."""

import pytest
from msgspec.structs import replace

from rules.game import SECOND, Void
from rules.history import History
from rules.message import Refusal
from rules.polish_doubles import GAME, DoublesSetup, PairSetup
from rules.polish_doubles import acts as e
from rules.polish_doubles.rows import EarlyState
from rules.polish_doubles.tally import Tally
from tests.rules.random_games import few, random_game, walked


def figures(tally):
    """All that a tally says; however far it was reckoned, two are equal by themselves."""
    return tally.bag, tally.held, tally.bag_bounds, tally.held_bounds


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


@few(50)
def test_what_is_remembered_of_all_turns_is_what_a_look_through_them_finds(seed):
    state = random_game("polish_doubles", seed).state
    numbered = list(enumerate(state.turns))
    assert state.unfilled == next((n for n, turn in numbered if not turn.is_filled), len(numbered))
    assert state.unconfirmed == next((n for n, turn in numbered if turn.overrun_open), None)
    assert state.objected == next((n for n, turn in numbered if turn.judging), None)
    assert state.written == max((n + 1 for n, turn in numbered if turn.rows), default=0)
    assert all(turn.pressed for turn in state.turns[:-1])
    assert figures(state.flow()) == figures(replace(state, tally=Tally()).flow())


@few(50)
def test_a_voided_press_leaves_sheet_and_clock_as_if_it_had_never_been(seed):
    without = random_game("polish_doubles", seed, 1 + seed % 70)
    at = without.last_at + seed % 60 * SECOND
    try:
        pressed = without.accept(e.Press(pair="AB"[seed % 2]), at)
    except Refusal:
        return
    if without.state.phase.value != "play":
        return
    voided = pressed.accept(Void(of=(len(pressed.entries),), by="both"), at)
    assert bare(voided.state) == bare(without.state)
    later = at + 7 * SECOND
    assert voided.state.clock.time_used(later) == without.state.clock.time_used(later)


@few(50)
def test_totals_sum_the_moves_that_stand(seed):
    state = random_game("polish_doubles", seed).state
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


@pytest.mark.parametrize("overrun", ["unannounced_lost", "turn_lost"])
@few(50)
def test_sums_and_bag_that_are_kept_are_those_of_a_recount(overrun, seed):
    for before, _, after in walked("polish_doubles", seed, overrun=overrun):
        state = (after or before).state
        assert (state.totals(), [state.total(pair) for pair in (0, 1)]) == recounted(state)
        assert figures(state.flow()) == figures(replace(state, tally=Tally()).flow())


def test_a_press_that_comes_late_leaves_the_latest_time_of_all_standing():
    history = History.begin(GAME, DoublesSetup(pairs=(PairSetup(name="Krtci"), PairSetup(name="Sloky"))))
    assert history.last_at == 0
    for at, event in (
        (10, e.Starters(pair="A")),
        (11, e.Press(pair="A")),
        (40, e.Move(word="PES", points=5)),
        (38, e.Press(pair="A")),
    ):
        history = history.accept(event, at * 10**9)
    assert history.last_at == 40 * 10**9
