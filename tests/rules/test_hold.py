"""S10, C10: a hold takes back every press of its side from the one that ended its turn, in every game with a clock."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.io.inputs import ButtonHold, ButtonPress
from device.peripherals.gestures import GestureRecognizer
from device.table.table import Table
from rules.chess_clock import ClockSetup
from rules.chess_clock import acts as c
from rules.game import MOST_NAMED, SECOND, Redo, Restore, Undo, Void
from rules.games import GAMES
from rules.message import Refusal
from rules.polish_doubles import DoublesSetup, PairSetup
from rules.polish_doubles import acts as e
from rules.record import read, write
from tests.chess_clock.game import control

MS = 1_000_000
PAIRS = (PairSetup(name="Krtci"), PairSetup(name="Sloky"))
SETUPS = {
    "polish_doubles": DoublesSetup(pairs=PAIRS, press_order="edge", overrun_clock="stands"),
    "chess_clock": ClockSetup(players=("Anna", "Bořek"), control=control("fischer", 3000, 2), press_order="edge"),
}
EACH = pytest.mark.parametrize("key", SETUPS)


class NoJournal:
    """Keeps nothing."""

    def new_game(self, game, setup):
        return 1

    def append(self, game_id, entry, source, source_ns, version=None):
        pass


class Hands:
    """A table and whatever is its clock buttons: side 0 is on move and its clock runs, side 1 has moved before."""

    def __init__(self, key, setup=None):
        self.now, self.key = 0, key
        self.gestures = GestureRecognizer(25 * MS, 1500 * MS)
        self.table = Table(NoJournal(), GAMES, lambda: self.now)
        self.table.new(setup or SETUPS[key])
        if key == "polish_doubles":
            self.do(e.Starters(pair="A"))
            self.press(0).move().press(0).move().move().press(1, after=30)
        else:
            self.press(1).press(0, after=10).press(1, after=10)
        self.wait(5)

    @property
    def state(self):
        return self.table.state

    @property
    def mover(self):
        return self.state.clock.mover

    def wait(self, seconds):
        self.now += round(seconds * SECOND)
        return self.take(self.gestures.advance(self.now))

    def take(self, gestures):
        for gesture in gestures:
            if isinstance(gesture, ButtonPress):
                self.table.on_press(gesture.side, gesture.at, gesture.doubt)
            elif isinstance(gesture, ButtonHold):
                self.table.on_hold(gesture.side, gesture.began, gesture.at)
        return self

    def do(self, event):
        self.table.do(event)
        return self

    def move(self):
        return self.do(e.Move(word="KOS", points=5)) if self.key == "polish_doubles" else self

    def press(self, side, after=1, lasts=0.08):
        self.wait(after)
        self.take(self.gestures.edge(side, True, self.now))
        self.wait(lasts)
        return self.take(self.gestures.edge(side, False, self.now)).wait(0.05)

    def hold(self, side, after=1):
        return self.press(side, after, 1.6)

    def heard_late(self, side, ago, lasts=0.08):
        """A pod says only now that its button was pressed ``ago`` seconds ago, for so many seconds."""
        at = self.now - round(ago * SECOND)
        for down, moment in ((True, at), (True, at + round(lasts * SECOND)), (False, at + round(lasts * SECOND))):
            self.take(self.gestures.report(side, down, moment))
        return self

    @property
    def voids(self):
        return [entry.event.of for entry in self.table.playing.entries if isinstance(entry.event, Void)]

    def turn(self):
        """The open turn."""
        return self.table.game.open_turn(self.state, self.table.game_time())

    def bare(self):
        """The state without what people are told of it."""
        return {name: getattr(self.state, name) for name in self.state.__struct_fields__ if name != "remarks"}


def calm(key, seconds):
    """The same table, at which nobody has touched a button meanwhile."""
    return Hands(key).wait(seconds)


@EACH
def test_S10_C10_a_button_hit_twice_and_then_held_puts_its_side_on_move_again(key):
    table = Hands(key)
    before, n = table.now, len(table.table.playing.entries)
    table.press(0).press(0, after=0.3).hold(0)
    assert table.voids == [(n + 1, n + 2, n + 3)]
    quiet = calm(key, (table.now - before) / SECOND)
    assert (table.mover, table.bare()) == (0, quiet.bare())
    assert table.turn() == quiet.turn(), "its clock runs, and no time is gained or lost"


@EACH
def test_S10_C10_so_does_one_hit_three_times_one_of_them_while_the_clocks_stood(key):
    table = Hands(key)
    n = len(table.table.playing.entries)
    table.press(0).press(0).do(c.Pause() if key == "chess_clock" else e.Pause()).press(0).press(1)
    table.do(c.Resume() if key == "chess_clock" else e.Resume()).hold(0)
    assert table.voids == [(n + 1, n + 2, n + 4, n + 7)], "and the other side's press is not its own"
    assert table.mover == 0
    assert [note.n for note in table.state.presses if note.n > n] == [n + 5]


@EACH
def test_S10_C10_a_hold_that_is_undone_leaves_the_presses_as_they_were_and_redone_takes_them_all_back(key):
    table = Hands(key).press(0).press(0, after=0.3)
    pressed = table.bare()
    table.hold(0)
    held = table.bare()
    table.do(Undo())
    assert table.mover == 1
    assert table.bare()["presses"][:-1] == pressed["presses"]
    table.do(Redo())
    assert table.bare() == held
    table.do(Restore())
    assert table.mover == 1, "the referee lets them count again"
    assert read(write(table.table.playing).splitlines()) == table.table.playing


@EACH
def test_S10_C10_a_press_of_the_other_side_in_between_makes_the_hold_take_back_what_came_after_it(key):
    table = Hands(key).press(0).press(1).press(0).press(0, after=0.3)
    n = len(table.table.playing.entries)
    table.hold(0)
    assert table.voids == [(n - 1, n, n + 1)]
    assert table.mover == 0
    turns = table.state.moves if key == "chess_clock" else [turn for turn in table.state.turns if turn.pressed]
    assert len(turns) == 4, "what was over before it stays over"


@EACH
def test_S10_C10_a_press_that_was_heard_late_is_taken_back_in_the_place_of_its_edge(key):
    table = Hands(key).wait(3)
    n = len(table.table.playing.entries)
    table.press(0).heard_late(0, 2).hold(0)
    assert table.voids == [(n + 1, n + 2, n + 3)]
    assert table.mover == 0
    assert [note.n for note in table.state.presses if note.n > n] == []


@EACH
def test_S10_C10_presses_and_hold_that_are_all_heard_late_are_what_they_were(key):
    table = Hands(key).wait(20)
    before = len(table.table.playing.entries)
    table.heard_late(0, 10).heard_late(0, 9.7).heard_late(0, 8, lasts=1.6)
    assert table.voids == [(before + 1, before + 2, before + 3)]
    assert (table.mover, table.bare()) == (0, calm(key, 20).bare())


@EACH
def test_S10_C10_a_press_of_the_other_side_that_is_heard_first_but_was_in_between_is_no_part_of_it(key):
    """By their edges: A, B, A held. The last one ended a turn like any other."""
    table = Hands(key).wait(20)
    table.press(1).wait(4)
    table.heard_late(0, 8).heard_late(0, 3, lasts=1.6)
    assert table.voids == []
    assert table.mover == 1


@EACH
def test_S10_C10_a_hold_that_comes_too_late_takes_only_itself_back_and_is_told_why(key):
    table = Hands(key).press(0).press(0, after=0.3)
    if key == "polish_doubles":
        table.move().move().move()
        assert table.state.turn.acted
    else:
        table.press(1).do(c.Pause())
    n = len(table.table.playing.entries)
    with pytest.raises(Refusal) as refused:
        table.hold(0)
    assert refused.value.rule == table.table.game.press_rule
    assert table.voids == [(n + 1,)]


@EACH
def test_S10_C10_a_button_that_never_keeps_still_is_taken_back_whole(key):
    table = Hands(key)
    before = table.now
    for _ in range(2 * MOST_NAMED + 30):
        table.press(0, after=0.02, lasts=0.03)
    table.hold(0)
    assert [len(of) for of in table.voids] == [31, MOST_NAMED, MOST_NAMED]
    quiet = calm(key, (table.now - before) / SECOND)
    assert (table.mover, table.bare()) == (0, quiet.bare())
    assert read(write(table.table.playing).splitlines()) == table.table.playing


def test_S10_a_turn_of_the_opponents_that_is_struck_whole_is_hit_past_and_all_is_taken_back():
    setup = DoublesSetup(pairs=PAIRS, points_misannounced="correction_and_cross", cross_per="correction")
    table = Hands("polish_doubles", setup)
    for points in (1, 2, 3, 4):
        table.do(e.Correct(turn=2, move=1, points=points, announced=True))
    assert table.state.owed == (0, 2)
    n = len(table.table.playing.entries)
    table.press(0)
    assert (table.state.turns[3].struck, table.mover) == ("cross", 0)
    table.press(0, after=0.3)
    assert table.mover == 1
    table.hold(0)
    assert table.voids == [(n + 1, n + 2, n + 3)]
    assert (table.mover, len(table.state.turns)) == (0, 3)
    table.move().move().press(0).press(0, after=0.3).hold(0)
    assert table.voids[1] == (n + 8, n + 9), "a turn that was written whole is over, and the next one had only begun"
    assert (table.mover, len(table.state.turns)) == (0, 5)


OLD = {
    "polish_doubles": """\
{"game": "polish_doubles", "pairs": [{"name": "Krtci"}, {"name": "Sloky"}], "press_order": "edge"}
{"t": 1.0, "event": "starters", "pair": "A"}
{"t": 2.0, "event": "press", "pair": "A"}
{"t": 20.4, "event": "move", "points": 4, "word": "LES"}
{"t": 21.3, "event": "press", "pair": "A"}
{"t": 21.9, "event": "press", "pair": "A"}
{"t": 23.4, "event": "press", "pair": "A"}
{"t": 24.9, "event": "void", "of": [4, 6], "by": "A"}""",
    "chess_clock": """\
{"game": "chess_clock", "players": ["Anna", "Bořek"], "control": {"stages": [{"time_s": 180}]}, "press_order": "edge"}
{"t": 16.9, "event": "press", "side": "B"}
{"t": 21.3, "event": "press", "side": "A"}
{"t": 21.9, "event": "press", "side": "A"}
{"t": 23.4, "event": "press", "side": "A"}
{"t": 24.9, "event": "void", "of": [2, 4], "by": "A"}""",
}


@EACH
def test_what_an_earlier_version_recorded_of_such_a_hold_stays_what_it_was(key):
    history = read(OLD[key].splitlines())
    assert history.state.clock.mover == 1
    used = history.state.clock.turns[0].used[1] if key == "polish_doubles" else history.state.moves[0].used
    assert used == round((21.9 - (2 if key == "polish_doubles" else 16.9)) * SECOND)


PRESSES = st.lists(
    st.tuples(st.sampled_from((0.03, 0.4, 5)), st.sampled_from((0.03, 0.2, 1.4))), min_size=1, max_size=5
)


@EACH
@settings(max_examples=60, deadline=None)
@given(PRESSES, st.sampled_from((0, 1)), st.booleans())
def test_S10_C10_however_often_a_side_has_hit_its_button_a_hold_is_as_if_nothing_had_been(key, presses, side, late):
    table = Hands(key)
    if side == 1:
        table.move().move().press(0)
    before, n = table.now, len(table.table.playing.entries)
    if late:
        table.wait(sum(gap + lasts for gap, lasts in presses) + 3)
        ago = (table.now - before) / SECOND
        for gap, lasts in presses:
            ago -= gap
            table.heard_late(side, ago, lasts)
            ago -= lasts
        table.heard_late(side, ago - 0.1, 1.6)
    else:
        for gap, lasts in presses:
            table.press(side, gap, lasts)
        table.hold(side)
    quiet = Hands(key)
    if side == 1:
        quiet.move().move().press(0)
    quiet.wait((table.now - before) / SECOND)
    assert table.bare() == quiet.bare()
    assert table.turn() == quiet.turn()
    assert sorted(entry_number for of in table.voids for entry_number in of) == list(range(n + 1, n + len(presses) + 2))
