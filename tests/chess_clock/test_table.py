"""The chess clock at a table: halves that are pressed, digits that change when they must, own time controls kept."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.common import i18n
from device.common.i18n import t
from device.common.settings.settings import Settings
from device.games.chess_clock import outputs, own_controls
from device.games.chess_clock.control_form import samples, short, stage_texts
from device.games.chess_clock.play import How, WhoWon
from device.games.chess_clock.setup import Names, Presets
from device.graphics.actions import DONE, Do, PressArea, Show
from device.graphics.widgets import Text
from device.kiosk.screen import call_on
from rules.chess_clock import Phase, Stage, TimeControl
from rules.chess_clock import acts as e
from rules.chess_clock.control import PRESETS
from rules.game import SECOND, Void
from tests.chess_clock.game import BY_KEY, Clocked, control, ns
from tests.kiosk.script import play
from tools.play.players.chess_clock import ClockPlayer


@pytest.fixture
def table(tmp_path):
    player = ClockPlayer(tmp_path, "en")
    yield player
    player.close()


def begun(table, *acts):
    """A new game, ready to be started."""
    play(table, "Chess clock")
    for act in acts:
        table.touch(act)
    play(table, "done")
    if isinstance(table.kiosk.controller.current_screen(), Names):
        table.touch(DONE)  # nobody is named
    return table


def left(table, side):
    return table.state.clock.remaining(side, table.kiosk.table.game_time())


# -- a table -----------------------------------------------------------------------------------------------------------


def test_a_tap_on_ones_half_ends_the_move_as_the_button_does(table):
    begun(table, call_on(Presets.choose, BY_KEY["blitz_5"]))
    assert not table.has(PressArea(1)), "a tap on a time shows it large, as in every game"
    play(table, "areas > Black > wait 10 > press 0 > wait 7 > Black")
    moves = table.state.moves
    assert [(move.side, move.number) for move in moves] == [(0, 1), (1, 1)]
    assert [round(move.used / SECOND) for move in moves] == [10, 7]


def test_a_flag_shows_at_its_very_moment_and_offers_who_won(table):
    begun(table, call_on(Presets.choose, BY_KEY["hourglass_1"]))
    table.press(1)
    won = Do(e.Result(winner="B", how="time"))
    start = table.state.clock.last
    table.until(start + ns(60) - 1)
    assert not table.has(won)
    table.until(start + ns(60))
    table.settle()
    assert table.has(won)
    table.touch(won)
    assert table.state.phase is Phase.RESULT


def test_a_game_goes_on_after_the_plug_was_pulled(table):
    begun(table)
    play(table, "press 1 > wait 20")
    before = left(table, 0)
    table.pull_the_plug()
    assert table.state.is_paused
    assert abs(left(table, 0) - before) <= SECOND
    play(table, "Go on > wait 5")
    assert not table.state.is_paused


@pytest.mark.parametrize("way", [(), (Show(How(WhoWon(), given=(0,))),)], ids=["who", "how"])
def test_a_button_held_while_it_is_asked_who_won_takes_no_press_back(table, way):
    begun(table)
    play(table, "press 1 > wait 3 > press 0 > wait 2 > Stop the clocks > Result")
    for action in way:
        table.touch(action)
    moves = len(table.controller.state.moves)
    table.press(0, 1600)
    assert len(table.controller.state.moves) == moves == 1
    assert not any(isinstance(entry.event, Void) for entry in table.kiosk.table.history.entries)
    play(table, "back")
    if way:
        play(table, "back")
    table.press(0, 1600)
    assert len(table.controller.state.moves) == 0, "in the game it does"


def test_an_own_time_control_says_what_it_has_of_the_preset_it_began_as(table):
    play(table, "Chess clock > Scrabble > Change")
    assert any("−10 a minute" in text.text for text in table.kiosk.scene if isinstance(text, Text))
    play(table, "Flag, both sides > After a flag both clocks stop")
    assert any("then both clocks stop" in text.text for text in table.kiosk.scene if isinstance(text, Text))


def test_C10_who_plays_is_asked_where_nobody_is_named_and_may_stay_open(table):
    play(table, "Chess clock > done")
    assert table.shown(Names).begins
    play(table, "done")
    assert table.kiosk.controller.state.setup.players == (t("White"), t("Black"))


def test_own_time_controls_are_kept_newest_first_and_forgotten(table):
    play(table, "Chess clock > Change > +1 min > done")
    own = table.shown(Presets).control
    assert own_controls.load(table.settings) == (own,)
    play(table, "Change > Flag, both sides > Forget this one")
    assert own_controls.load(table.settings) == ()


def test_more_own_time_controls_than_are_kept_push_the_oldest_out(tmp_path):
    settings = Settings(journal=str(tmp_path / "journal.db"))
    own = [control(time_s=60 * n) for n in range(1, own_controls.MOST + 3)]
    for time_control in (*own, own[-2]):
        own_controls.keep(settings, time_control)
    controls = own_controls.load(settings)
    assert controls[:2] == (own[-2], own[-1])
    assert len(controls) == own_controls.MOST


@pytest.mark.parametrize("raw", [b"{", b"[1]", b'[{"stages": []}]', b'[{"stages": [{"time_s": 0}]}]', b"\xff"])
def test_a_damaged_file_of_own_time_controls_is_as_if_it_were_empty(tmp_path: Path, raw):
    settings = Settings(journal=str(tmp_path / "journal.db"))
    own_controls.file_of(settings).path.write_bytes(raw)
    assert own_controls.load(settings) == ()
    own_controls.keep(settings, control())
    assert own_controls.load(settings) == (control(),)
    assert [path.name for path in tmp_path.iterdir() if "damaged" in path.name]


# -- what is shown -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        ("5400", "1:30:00"),
        ("3600", "1:00:00"),
        ("3599.2", "1:00:00"),
        ("3599", "59:59"),
        ("61", "1:01"),
        ("10.000000001", "0:11"),
        ("10", "0:10.0"),
        ("9.95", "0:10.0"),
        ("0.000000001", "0:00.1"),
        ("0", "0:00"),
        ("-0.5", "−0:01"),
        ("-61", "−1:01"),
    ],
)
def test_times_are_rounded_up_so_that_nothing_shows_only_when_nothing_is_left(seconds, text):
    with i18n.speaking("en"):
        assert outputs.time_text(ns(seconds)) == text


KINDS = [
    control("sudden_death", 70),
    control("delay", 12, 3),
    control("hourglass", 12),
    control("byo_yomi", 5, 4, periods=2),
    control(time_s=12, after_flag="goes_on"),
]


def shown(state, at):
    contents = [outputs.oled_content(state, side, at) for side in (0, 1)]
    return contents, outputs.signals(state, at)


@given(st.sampled_from(KINDS), st.lists(st.integers(0, ns(6)), max_size=4), st.integers(0, ns(20)))
def test_displays_change_at_the_very_nanosecond_that_is_said_and_not_before(time_control, moves, later):
    g = Clocked(time_control).start("A").moves(*(seconds / SECOND for seconds in moves))
    at = g.at + later
    due = outputs.next_change(g.state, at)
    if due is None:
        assert shown(g.state, at) == shown(g.state, at + ns(1000))
        return
    assert due > at
    assert shown(g.state, due - 1) == shown(g.state, at)
    assert shown(g.state, due) != shown(g.state, at)


def test_every_time_control_is_shown_in_words_and_as_a_curve():
    two = TimeControl(stages=(Stage(time_s=60, until_move=3), Stage(time_s=30)), stages_b=(Stage(time_s=5),))
    for time_control in [*(preset.control for preset in PRESETS), *KINDS, two]:
        values = samples(time_control)
        assert len(values) > 5
        assert max(values) > 0
        assert all(stage_texts(time_control))
        assert all(short(time_control))
