"""S10, C10: a press counts from its own edge, however late it is heard; the fold, the record and its replay agree."""

import json
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.journal import Journal
from device.table.table import Table
from rules.chess_clock import ClockSetup
from rules.chess_clock import acts as c
from rules.game import SECOND, Redo, Restore, Undo, Void
from rules.games import GAMES
from rules.history import History
from rules.message import Refusal
from rules.polish_doubles import DoublesSetup, PairSetup
from rules.polish_doubles import acts as e
from rules.record import BadRecord, read, write
from rules.stored_game import kept_text, take
from rules.timeline import Timeline
from tests.chess_clock.game import control
from tests.rules.mixed import mixed

EDGE = {"press_order": "edge"}
PAIRS = (PairSetup(name="Krtci"), PairSetup(name="Sloky"))
PLAYERS = ("Anna", "Bořek")
CONTROLS = [
    control("fischer", 60, 3, after_flag="goes_on", overtime_points=10),
    control("byo_yomi", 20, 10, periods=3, after_flag="goes_on"),
    control("hourglass", 30, after_flag="goes_on"),
]
FLAGS = [control("sudden_death", 40), control("byo_yomi", 10, 5, periods=2)]

ENTERED = {
    "polish_doubles": [
        [e.Move(word=word, points=7) for word in ("PES", "KOSA", "LES")],
        [e.Pass()],
        [e.Pause()],
        [e.Resume()],
        [e.Announce()],
        [e.NoObjection(), e.Objection(move=1), e.Objection(move=2)],
        [e.Verdict(valid=valid, builds_on=False) for valid in (True, False)],
        [e.Overrun(stands=stands) for stands in ((True,), (True, False))],
        [e.NoObjection()],
        [e.SetTime(remaining_s=90.0), e.End(), e.End(by="referee")],
        [e.Close(pair="A"), e.Close(pair="B")],
        [e.Racks(pair=pair, tiles="AB") for pair in "AB"],
    ],
    "chess_clock": [
        [c.Pause()],
        [c.Resume()],
        [c.SetClock(side="A", left_s=5.0), c.SetClock(side="B", moves=3)],
        [c.SetMover(side="A"), c.SetMover(side="B")],
        [c.Result(winner="A", how=how) for how in ("play", "time")],
    ],
}
FIRST = {
    "polish_doubles": [(0, e.Starters(pair="A")), (1, e.Press(pair="A"))],
    "chess_clock": [(0, c.Press(side="B"))],
}


def press(key, side):
    return e.Press(pair=side) if key == "polish_doubles" else c.Press(side=side)


def is_press(event):
    return isinstance(event, (e.Press, c.Press))


def begun(setup):
    history = History.begin(GAMES[str(setup.__struct_config__.tag)], setup)
    for at, event in FIRST[history.game.key]:
        history = history.accept(event, at)
    return history


def tally(history):
    return json.loads(json.dumps(history.game.report(history.state).data))


@st.composite
def games(draw, setups, also=()):
    """A setup and what happens in its order of arrival: (game time, event). Each pod is heard in its own order."""
    setup = draw(setups)
    key = str(setup.__struct_config__.tag)
    kinds = mixed([press(key, "A")], [press(key, "B")], [press(key, "A"), press(key, "B")], *ENTERED[key], *also)
    at, arrived, heard = 10, [], {"A": 0, "B": 0}
    for gap, late, event in draw(
        st.lists(st.tuples(st.integers(1, 40_000), st.integers(0, 90_000), kinds), min_size=10, max_size=40)
    ):
        at += gap
        comes = at
        if is_press(event):
            side = getattr(event, "pair", None) or event.side
            comes = heard[side] = max(heard[side], at + late)
        arrived.append((comes, at, event))
    return setup, [(at * 1_000_000, event) for _, at, event in sorted(arrived, key=lambda arrival: arrival[:2])]


DOUBLES = st.builds(lambda: DoublesSetup(pairs=PAIRS, overrun_clock="stands", **EDGE))
CLOCKS = st.sampled_from([ClockSetup(players=PLAYERS, control=time_control, **EDGE) for time_control in CONTROLS])
ENDING_CLOCKS = st.sampled_from([ClockSetup(players=PLAYERS, control=flag, **EDGE) for flag in FLAGS])


def heard(setup, arrived):
    """The game as it was heard, and what it took: a table names the turn, and people cannot enter what is refused."""
    history, entered = begun(setup), []
    for at, event in arrived:
        named_event = history.game.with_subject(history.state, event)
        try:
            history = history.accept(named_event, at)
        except Refusal:
            continue
        entered.append((at, named_event))
    return history, entered


@settings(max_examples=150, deadline=None)
@given(games(st.one_of(DOUBLES, CLOCKS, ENDING_CLOCKS)))
def test_a_game_is_the_same_in_whatever_order_its_pods_are_heard(game):
    setup, arrived = game
    late, entered = heard(setup, arrived)
    in_order = begun(setup)
    for at, event in sorted(entered, key=lambda pair: pair[0]):
        in_order = in_order.accept_stored(event, at)
    assert tally(late) == tally(in_order)
    refused = [entry for entry in in_order.refused_entries if not entry.event.stays]  # facts are passed over
    assert len(late.lapse_reasons) == len(refused), "what does not hold stands on record either way"


OWN = [[Undo()], [Redo()], [Void()], [Void(by="referee")], [Restore()]]


@settings(max_examples=150, deadline=None)
@given(games(st.one_of(DOUBLES, CLOCKS, ENDING_CLOCKS), also=OWN))
def test_the_record_the_journal_and_the_organiser_agree_with_the_device(game):
    setup, arrived = game
    device, _ = heard(setup, arrived)
    replayed = read(write(device).splitlines())
    assert (replayed.state, replayed.marks, replayed.lapse_reasons) == (
        device.state,
        device.marks,
        device.lapse_reasons,
    )
    assert write(replayed) == write(device)
    folded = History.begin(device.game, setup)
    for entry in device.entries:
        folded = take(folded, kept_text(entry.event), entry.at)
    assert folded == device


@settings(max_examples=40, deadline=None)
@given(games(st.one_of(DOUBLES, CLOCKS, ENDING_CLOCKS)))
def test_through_the_table_and_its_journal_it_is_the_same_game(game):
    setup, arrived = game
    now = 0
    with TemporaryDirectory() as folder, closing(Journal(Path(folder) / "journal.db")) as journal:
        table = Table(journal, GAMES, lambda: now)
        table.new(setup)
        for at, event in FIRST[table.game.key] + arrived:
            now = max(now, at)
            try:
                if is_press(event):
                    table.on_press("AB".index(getattr(event, "pair", None) or event.side), at)
                else:
                    table.do(event, mono=at)
            except Refusal:
                continue
        by_rules, _ = heard(setup, arrived)
        assert tally(table.playing) == tally(by_rules)
        assert journal.flush()
        history, _ = journal.load(table.game_id)
        assert history == table.playing


# -- what lapses, and how it is said -----------------------------------------------------------------------------------


def clock(time_s=60, **setup):
    """Anna's clock runs from 0 on."""
    return begun(ClockSetup(players=PLAYERS, control=control("sudden_death", time_s), **(EDGE | setup)))


def after(history, *events):
    for at, event in events:
        history = history.accept(event, round(at * SECOND))
    return history


def test_C10_what_does_not_hold_any_more_stands_on_record_with_its_reason():
    before = after(clock(), (10, c.SetMover(side="B")))
    late = after(before, (9.5, c.Press(side="A")))
    assert late.state.clock.mover == 1
    assert [move.used for move in late.state.moves] == [round(9.5 * SECOND)]
    assert (late.uncounted_entries, late.refused_entries) == ({2}, ())
    assert str(late.lapse_reasons[2]) == "That side is on move already. (C10)"
    assert json.loads(write(late).splitlines()[2])["lapsed"] == "That side is on move already. (C10)"
    shown = Timeline.of(late).moment(2)
    assert str(shown.refused) == "That side is on move already. (C10)"
    assert Timeline.of(before).moment(2).refused is None


def test_C10_what_lapsed_counts_again_once_the_late_press_is_void():
    late = after(clock(), (10, c.SetMover(side="B")), (9.5, c.Press(side="A")), (12, Void(of=(3,), by="referee")))
    assert (late.lapse_reasons, late.uncounted_entries, late.state.clock.mover) == ({}, {3}, 1)
    assert late.state.moves == ()
    with pytest.raises(Refusal, match="does not fit with it"):
        after(late, (13, Restore()))
    assert read(write(late).splitlines()) == late


def test_C10_undo_steps_over_what_lapsed_and_takes_what_was_last_by_its_time():
    late = after(clock(), (10, c.SetMover(side="B")), (9.5, c.Press(side="A")), (12, Undo()))
    assert late.entries[-1].event == Undo(of=3)
    assert (late.lapse_reasons, late.state.clock.mover) == ({}, 1)


def test_C9_a_result_by_a_flag_that_had_not_fallen_lapses():
    fallen = after(clock(40), (42, c.Result(winner="B", how="time")))
    assert fallen.state.clock.first == 0
    late = after(fallen, (39.95, c.Press(side="A")))
    assert (late.state.clock.first, late.state.clock.mover, late.state.result) == (None, 1, None)
    assert {n: str(why) for n, why in late.lapse_reasons.items()} == {
        2: "A clock is running; stop the clocks first. (C10)"
    }


def test_C9_a_result_by_a_flag_that_fell_all_the_same_stays():
    fallen = after(clock(40), (41, c.Press(side="B")), (42, c.Result(winner="B", how="time")))
    late = after(fallen, (39.95, c.Press(side="A")))
    assert [move.used for move in late.state.moves] == [round(39.95 * SECOND), round(1.05 * SECOND)]
    assert late.state.clock.flags == (round(41.05 * SECOND), None), "B has moved, and A's 0.05 s ran out after that"
    assert late.state.result.winner == "B"


def test_C10_a_press_that_changed_nothing_when_it_was_heard_counts_at_its_edge_once_an_earlier_one_has_come():
    stopped = after(clock(40), (40.1, c.Press(side="B")))
    assert [budget.moves for budget in stopped.state.clock.budgets] == [0, 0]
    late = after(stopped, (39.95, c.Press(side="A")))
    assert [budget.moves for budget in late.state.clock.budgets] == [1, 1]
    assert (late.state.clock.first, late.state.clock.mover, late.lapse_reasons) == (None, 0, {})


def test_S10_a_press_while_the_clocks_stood_for_an_overrun_ends_the_turn_once_there_was_none():
    history = begun(DoublesSetup(pairs=PAIRS, overrun_clock="stands", **EDGE))
    asked = after(history, (20, e.Press(pair="A")), (210, e.Press(pair="B")), (230, e.Press(pair="A")))
    assert (len(asked.state.turns), asked.state.unconfirmed) == (3, 1)
    late = after(asked, (190, e.Press(pair="B")))
    assert [turn.official.used // SECOND for turn in late.state.clock.turns] == [19, 170, 40]
    assert (len(late.state.turns), late.state.unconfirmed) == (4, None)


def test_S12_a_press_of_before_the_signatures_that_is_heard_after_them_is_refused():
    signed = after(clock(), (5, c.Pause()), (6, c.Result(winner="A")), (7, c.Sign(side="A")), (8, c.Sign(side="B")))
    with pytest.raises(Refusal) as refused:
        signed.accept(c.Press(side="A"), 4 * SECOND)
    assert refused.value.rule == "C9"
    stored = signed.accept_stored(c.Press(side="A"), 4 * SECOND)
    assert stored.state == signed.state
    assert signed.state_at(4 * SECOND) is signed.state


def test_S4_a_late_press_is_refused_where_it_was_none_then():
    history = begun(DoublesSetup(pairs=PAIRS, **EDGE))
    with pytest.raises(Refusal) as refused:
        after(History.begin(history.game, history.setup), (5, e.Starters(pair="A")), (4, e.Press(pair="A")))
    assert refused.value.rule == "S4"


def test_S10_by_arrival_it_counts_as_it_came():
    by_edge = after(clock(), (17, c.Press(side="A")), (16.9, c.Press(side="B")), (30, c.Press(side="B")))
    by_arrival = after(
        clock(press_order="arrival"), (17, c.Press(side="A")), (16.9, c.Press(side="B")), (30, c.Press(side="B"))
    )
    assert [budget.moves for budget in by_edge.state.clock.budgets] == [1, 1]
    assert [note.acted for note in by_edge.state.presses] == [True, False, True, True]
    assert [note.acted for note in by_arrival.state.presses] == [True, True, True, False]


def test_a_record_by_edges_may_go_back_in_time_for_what_is_done_with_a_button_only():
    late = after(clock(), (50, c.Press(side="A")), (3, c.Press(side="B")))
    lines = write(late).splitlines()
    assert json.loads(lines[-1])["t"] == 3
    assert read(lines) == late
    with pytest.raises(BadRecord, match="runs backwards"):
        read([*lines, '{"t": 3, "event": "set_mover", "side": "B"}'])
    by_arrival = write(after(clock(press_order="arrival"), (50, c.Press(side="A")), (3, c.Press(side="B"))))
    assert json.loads(by_arrival.splitlines()[-1])["t"] == 49
    with pytest.raises(BadRecord, match="lapsed"):
        read([*by_arrival.splitlines(), '{"t": 51, "event": "press", "side": "B", "lapsed": "x"}'])


def test_S10_a_press_in_order_folds_nothing_anew(monkeypatch):
    applied, game = [], type(GAMES["chess_clock"])
    apply = game.apply
    monkeypatch.setattr(game, "apply", lambda self, state, entry: applied.append(entry.n) or apply(self, state, entry))
    history = after(clock(), *((at, c.Press(side="AB"[at % 2])) for at in range(1, 21)))
    assert applied == [*range(1, 22)]
    after(history, (18.5, c.Press(side="A")))
    assert applied[21:] == [22, 20, 21], "and a late one what comes after it"


def test_C9_a_table_takes_a_press_for_what_it_was_when_the_button_went_down(tmp_path):
    now = 0
    with closing(Journal(tmp_path / "journal.db")) as journal:
        table = Table(journal, GAMES, lambda: now)
        table.new(ClockSetup(players=PLAYERS, control=control("sudden_death", 40), **EDGE))
        table.on_press(1, 0)
        now = 42 * SECOND
        table.do(c.Result(winner="B", how="time"))
        table.on_press(0, 39 * SECOND)
        assert table.state.result is None
        assert table.state.clock.mover == 1
