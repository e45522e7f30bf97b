"""S10: clocks with time bases of their own are read, and what a turn took is subtracted in the fold, however late."""

import json
from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.io.timebase import ClockCounts, SideClocks, TimeBase
from device.journal import Journal
from device.table.table import Table
from rules.chess_clock import ClockSetup
from rules.chess_clock import acts as c
from rules.clock.acts import readings_of
from rules.game import SECOND, Restore, Void
from rules.games import GAMES
from rules.message import Refusal
from rules.polish_doubles import DoublesSetup, PairSetup
from rules.polish_doubles import acts as e
from rules.record import read, write
from rules.record_format import COUNTS, FIRST, MORE, format_of
from rules.timeline import Timeline
from tests.chess_clock.game import control
from tests.rules.table import GAME, Game

PAIRS = (PairSetup(name="Krtci"), PairSetup(name="Sloky"))
DOUBLES = DoublesSetup(pairs=PAIRS, press_order="edge")
CHESS = ClockSetup(
    players=("Anna", "Bořek"), control=control("fischer", 60, 3, after_flag="goes_on"), press_order="edge"
)


class Crystals:
    """Clocks beside the sides that gain so many millionths on the device's."""

    has_own = True
    bases = (None, None)

    def __init__(self, a, b):
        self.ppm = a, b

    def gain_between(self, side, since, until):
        return until * self.ppm[side] // 1_000_000 - since * self.ppm[side] // 1_000_000


class Kept:
    """A journal that keeps nothing."""

    def new_game(self, game, setup):
        return 1

    def append(self, game, entry, source, source_ns, version=None):
        """Nothing is kept."""


def played(setup, clocks, happened):
    """A game at a table: when it is heard, then a side that pressed and its edge, or an event; in seconds."""
    now = 0
    table = Table(Kept(), GAMES, lambda: now, clocks)
    table.new(setup)
    for heard, action, edge in sorted(happened, key=lambda happening: happening[0]):
        now = max(now, round(heard * SECOND))
        try:
            if isinstance(action, int):
                table.on_press(action, round(edge * SECOND))
            else:
                table.do(action)
        except Refusal:
            continue
    return table.playing


def at(seconds, event):
    return seconds, event, seconds


OPENED = [at(1, e.Starters(pair="A")), (10, 0, 10), at(20, e.Move(points=24))]
CASES = {
    "the opening press is heard after the opponents'": ([*OPENED, (40, 0, 40), (220, 1, 220)], (1000, 0), {3: 225}),
    "an earlier press, heard in the turn": ([*OPENED, (38, 0, 38), (40, 0, 40), (219, 1, 219)], (0, 0), {3: 50}),
    "an earlier press, heard after the turn": ([*OPENED, (38, 0, 38), (40, 0, 40), (219, 1, 219)], (0, 0), {3: 230}),
}


@pytest.mark.parametrize("case", CASES)
def test_S10_a_turn_took_what_it_took_however_late_its_press_is_heard(case):
    happened, ppm, delays = CASES[case]
    late = [(delays.get(n, heard), action, edge) for n, (heard, action, edge) in enumerate(happened)]
    at_once, heard_late = (played(DOUBLES, Crystals(*ppm), happenings) for happenings in (happened, late))
    assert heard_late.state.clock.turns == at_once.state.clock.turns
    assert heard_late.state.turns[1].overrun
    (moved,) = delays
    (shown,) = (entry.event.shows_s for entry in heard_late.entries if entry.at == happened[moved][2] * SECOND)
    assert shown == at_once.entries[moved].event.shows_s, "what showed when it was pressed"


def test_S10_a_press_that_the_referee_restores_makes_no_time_stale():
    voided = [*OPENED, (38, 0, 38), at(38.5, Void(of=(4,), by="A")), (40, 0, 40), (219, 1, 219)]
    history = played(DOUBLES, Crystals(0, 0), voided)
    assert [turn.official.used / SECOND for turn in history.state.clock.turns] == [30, 179]
    restored = history.accept(Restore(of=(4,)), 225 * SECOND)
    assert [turn.official.used / SECOND for turn in restored.state.clock.turns] == [28, 181]
    assert restored.state.turns[1].overrun
    assert format_of(restored) == COUNTS, "the version before goes by what the clocks showed"
    assert read(write(restored).splitlines()) == restored


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from([DOUBLES, CHESS]),
    st.tuples(st.integers(-600, 600), st.integers(-600, 600)),
    st.lists(
        st.tuples(
            st.floats(0.5, 120), st.one_of(st.integers(0, 1), st.sampled_from(["pause", "resume"])), st.floats(0, 200)
        ),
        min_size=3,
        max_size=14,
    ),
)
def test_S10_C10_times_are_as_if_each_press_had_been_heard_at_once(setup, ppm, presses):
    edge, happened, heard = 11.0, list(OPENED if setup is DOUBLES else [(1, 1, 1)]), [0.0, 0.0]
    late = list(happened)
    for gap, action, delay in presses:
        edge += gap
        if isinstance(action, str):
            acts = e if setup is DOUBLES else c
            event = acts.Pause() if action == "pause" else acts.Resume()
            happened.append(at(edge, event))
            late.append(at(edge, event))
        else:
            happened.append((edge, action, edge))
            heard[action] = max(heard[action], edge + delay)
            late.append((heard[action], action, edge))
    at_once, heard_late = (played(setup, Crystals(*ppm), happenings) for happenings in (happened, late))
    assert heard_late.state.clock == at_once.state.clock
    if setup is CHESS:
        assert heard_late.state.moves == at_once.state.moves


def test_S10_what_the_clocks_gain_while_they_stand_is_nobodys_time():
    first = [*OPENED, (30, 0, 30), at(50, e.Move(points=5)), at(60, e.Move(points=8)), (70, 1, 70)]
    judged = [*first, at(80, e.Objection(move=1)), at(680, e.Verdict(valid=True)), (700, 0, 700)]
    paused = [*first, at(80, e.Pause()), at(680, e.Resume()), (700, 0, 700)]
    for happened in (judged, paused):
        history = played(DOUBLES, Crystals(1000, 0), happened)
        assert history.state.clock.turns[2].used == (round(30.03 * SECOND), 30 * SECOND)


def test_S8_after_a_figure_of_the_referee_both_clocks_begin_from_it():
    history = played(DOUBLES, Crystals(1000, 0), [*OPENED, at(110, e.SetTime(remaining_s=100)), (130, 0, 130)])
    assert history.state.clock.turns[0].used == (round(100.02 * SECOND), 100 * SECOND)


def test_pins_say_nothing_of_clocks():
    history = played(DOUBLES, SideClocks(), [*OPENED, (40, 0, 40), at(50, e.Pause())])
    assert [readings_of(entry.event) for entry in history.entries] == [None] * 5
    assert format_of(played(DOUBLES, SideClocks(), OPENED[:2])) == FIRST


def test_a_press_says_what_was_read_and_for_earlier_versions_what_showed():
    history = played(DOUBLES, Crystals(1000, 0), [*OPENED, (40, 0, 40)])
    press = history.entries[-1].event
    assert (press.reads_s, press.shows_s) == ((40.04, 40.0), (149.97, 150.0))
    assert history.entries[2].event == e.Move(points=24, turn=1, place=1), "what stops no clock reads none"
    assert format_of(history) == MORE


def test_S10_what_showed_is_passed_over_where_the_clocks_were_read():
    lines = write(played(DOUBLES, Crystals(1000, 0), [*OPENED, (40, 0, 40)])).splitlines()
    stale = [line.replace("149.97", "10.0") for line in lines]
    assert read(stale).state.clock == read(lines).state.clock
    only_shown = [json.loads(line) for line in stale]
    for line in only_shown:
        line.pop("reads_s", None)
    earlier = read([json.dumps(line) for line in only_shown])
    assert earlier.state.clock.turns[0].used == (170 * SECOND, 30 * SECOND), "an earlier record means what it meant"


def test_the_timeline_says_what_the_clocks_read():
    history = played(DOUBLES, Crystals(1000, 0), [*OPENED, (40, 0, 40)])
    assert [clock.left for clock in Timeline.of(history).moment(4).clocks] == [round(149.97 * SECOND), 150 * SECOND]
    g = Game().start()
    pressed = g.press("A", 60, shows_s=(119.5, 119.0), reads_s=(63.0, 62.0))
    read_off = Timeline.of(g.history).moment(pressed).clocks
    assert [clock.left for clock in read_off] == [119 * SECOND, 120 * SECOND]


def test_S10_a_press_that_ends_nothing_says_nothing_of_what_showed():
    history = played(DOUBLES, Crystals(1000, 0), [*OPENED, (30, 1, 30), (40, 0, 40)])
    accident, ended = history.entries[-2:]
    assert (accident.event.shows_s, accident.event.reads_s) == (None, (30.03, 30.0))
    assert not GAME.is_misread(history.steps[-1].before, ended)


# -- the table's counts ------------------------------------------------------------------------------------------------


def test_another_pod_is_taken_over_without_a_leap():
    clocks, hour = SideClocks(), 3600 * SECOND
    counts = ClockCounts(clocks, 0)
    assert counts.read(10 * SECOND) == (10 * SECOND, 10 * SECOND)
    assert not counts.matter
    clocks.publish(0, TimeBase(((-hour, 0), (hour, 2 * SECOND)), None))
    before = counts.read(10 * SECOND)[0]
    assert (before, counts.matter) == (10 * SECOND, True)
    at_20, gained = counts.read(20 * SECOND)[0], clocks.gain_between(0, 10 * SECOND, 20 * SECOND)
    assert at_20 == 20 * SECOND + gained
    clocks.publish(0, TimeBase(((0, 0), (hour, 0)), None))
    assert counts.read(30 * SECOND)[0] == 30 * SECOND + gained
    assert counts.read(25 * SECOND)[0] == 25 * SECOND + gained, "an earlier moment, heard late"


def test_a_table_that_restarts_goes_on_reading_before_its_pods_are_back(tmp_path):
    now = 0
    with closing(Journal(tmp_path / "journal.db")) as journal:
        table = Table(journal, GAMES, lambda: now, Crystals(1000, 0))
        table.new(DOUBLES)
        for heard, action, _ in OPENED:
            now = heard * SECOND
            table.on_press(action, now) if isinstance(action, int) else table.do(action)
        assert journal.flush()
        now = 3600 * SECOND
        again = Table(journal, GAMES, lambda: now, SideClocks())
        again.resume(table.game_id)
        began = again.playing.last_at
        now += 5 * SECOND
        again.do(e.Resume())
        now += 30 * SECOND
        again.on_press(0, now)
        assert readings_of(again.playing.entries[-2].event) is not None
        used = again.state.clock.turns[0].used
        assert used[1] == began - 10 * SECOND + 30 * SECOND
        assert used[0] - used[1] <= (began - 10 * SECOND) // 1000
