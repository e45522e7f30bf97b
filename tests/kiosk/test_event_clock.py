"""A mariáš table through a tournament's rounds: the organiser's clock (M1-M3)."""

from __future__ import annotations

import msgspec
import pytest

from device.common.event.messages import CurrentRound
from device.event.timing import RoundCountdown
from device.graphics.actions import UNDO, Do
from rules.game import SECOND
from rules.marias import acts as e
from tests.kiosk.event_rounds import WON
from tools.play.player import Stuck


def test_M3_the_length_of_the_round_is_the_organisers(at_event):
    at_event.counts(1, starts_in=300, length=2400)
    assert at_event.state.round_s == 2400
    at_event.counts(2, starts_in=300, length=1800)
    assert at_event.state.round_s == 2400, "another round's"


def test_M2_the_break_ends_when_the_organisers_round_begins(at_event):
    at_event.play_round(*WON)
    at_event.counts(2, starts_in=900)
    at = at_event.player.kiosk.table.game_time()
    assert abs(at_event.state.break_left(at) - 900 * SECOND) <= SECOND
    at_event.counts(2, passed=60)
    assert at_event.state.break_left(at_event.player.kiosk.table.game_time()) == 0
    with pytest.raises(Stuck):
        at_event.player.menu(UNDO)  # the slip stays locked (M28)


def test_M1_a_table_that_begins_late_ends_with_the_others(at_event):
    at_event.counts(1, passed=90, length=3000)
    at_event.player.press(0)
    left = at_event.state.round.remaining(at_event.player.kiosk.table.game_time())
    assert abs(left - 2910 * SECOND) <= 2 * SECOND


def test_M1_the_same_time_is_set_once(at_event):
    at_event.counts(1, passed=90)
    at_event.player.press(0)
    at_event.passes(60)
    assert len([entry for entry in at_event.entries if isinstance(entry, e.SetTime)]) == 1


def test_who_begins_before_the_others_is_set_when_they_begin(at_event):
    at_event.counts(1, starts_in=60, length=3000)
    at_event.player.press(0)
    at_event.passes(30)
    assert not [entry for entry in at_event.entries if isinstance(entry, e.SetTime)]
    at_event.passes(30)
    assert [entry.remaining_s for entry in at_event.entries if isinstance(entry, e.SetTime)] == [3000]


def test_the_organiser_stops_the_clocks_and_lets_them_go_on(at_event):
    at_event.counts(1)
    at_event.player.press(0)
    at_event.passes(600)
    at_event.counts(1, passed=600, paused=True)
    assert not at_event.state.round.running
    at_event.passes(300)
    at_event.counts(1, passed=600)
    assert at_event.state.round.running
    left = at_event.state.round.remaining(at_event.player.kiosk.table.game_time())
    assert abs(left - 2400 * SECOND) <= 2 * SECOND


ENDED = CurrentRound(clock="ef" * 8, kind="marias", ended=1)


def left_of(at_event):
    return at_event.state.round.remaining(at_event.player.kiosk.table.game_time())


def test_a_round_that_the_organiser_ends_is_over_here_and_goes_on_where_that_is_taken_back(at_event):
    at_event.counts(1)
    at_event.player.press(0)
    at_event.passes(600)
    at_event.table.told(countdown=None, ended=ENDED)
    assert left_of(at_event) <= 0
    table = at_event.player.kiosk.table
    assert table.game.may(table.state, table.game_time())["end_round"] is None, "they can count"
    at_event.counts(1, passed=600, ended=None)
    assert abs(left_of(at_event) - 2400 * SECOND) <= 2 * SECOND
    assert [entry.followed for entry in at_event.entries if isinstance(entry, e.SetTime)] == [True, True]


def test_a_round_that_stood_when_the_organiser_ended_it_is_over_too(at_event):
    at_event.counts(1)
    at_event.player.press(0)
    at_event.counts(1, paused=True)
    at_event.table.told(countdown=None, ended=ENDED)
    at_event.passes(1)
    assert left_of(at_event) <= 0


@pytest.mark.parametrize(
    "ended", [msgspec.structs.replace(ENDED, ended=2), msgspec.structs.replace(ENDED, kind="chess_clock")]
)
def test_another_round_that_was_ended_leaves_this_one_its_time(at_event, ended):
    at_event.counts(1)
    at_event.player.press(0)
    at_event.table.told(countdown=None, ended=ended)
    assert left_of(at_event) > 2990 * SECOND


def test_a_round_that_was_ended_before_this_table_began_it_changes_no_break_and_no_length(at_event):
    at_event.play_round(*WON)
    entries = len(at_event.entries)
    at_event.table.told(countdown=None, ended=msgspec.structs.replace(ENDED, ended=2))
    assert len(at_event.entries) == entries


def test_the_round_of_another_game_at_the_same_event_is_not_followed(at_event):
    now = at_event.player.clock.ns
    at_event.table.told(countdown=RoundCountdown(1, "", now, now + 1200 * SECOND, None, "polish_doubles"))
    at_event.player.press(0)
    assert at_event.state.round.length == 3000 * SECOND
    at_event.table.told(countdown=RoundCountdown(1, "", now, now + 1200 * SECOND, None, "marias"))
    left = at_event.state.round.remaining(at_event.player.kiosk.table.game_time())
    assert abs(left - 1200 * SECOND) <= 2 * SECOND


def test_what_the_table_stopped_itself_goes_on_when_people_say_so(at_event):
    at_event.counts(1)
    at_event.player.press(0)
    at_event.player.kiosk.table.do(e.Pause(reason="fire drill"))
    at_event.counts(1, passed=100)
    assert not at_event.state.round.running


def test_M1_without_a_network_the_table_counts_on_and_records_the_difference_after(at_event):
    at_event.counts(1)
    at_event.player.press(0)
    at_event.table.told(connected=False, answered=False)
    at_event.counts(1, passed=100, length=3600)  # nobody here has heard it
    assert not [entry for entry in at_event.entries if isinstance(entry, e.SetTime)]
    at_event.passes(500)
    left = at_event.state.round.remaining(at_event.player.kiosk.table.game_time())
    assert abs(left - 2500 * SECOND) <= 2 * SECOND
    at_event.counts(1, passed=500, length=3600, connected=True, answered=True)
    (time,) = [entry for entry in at_event.entries if isinstance(entry, e.SetTime)]
    assert (time.remaining_s, time.followed) == (3100, True)


def test_undo_takes_a_deal_back_and_not_the_organisers_time(at_event):
    at_event.counts(1)
    at_event.player.press(0)
    at_event.player.kiosk.table.do(e.Deal(chooser="A", partner="B"))
    at_event.counts(1, passed=200)
    at_event.settle()
    at_event.player.menu(UNDO)
    assert not at_event.state.round.deals
    left = at_event.state.round.remaining(at_event.player.kiosk.table.game_time())
    assert abs(left - 2800 * SECOND) <= 2 * SECOND


def test_the_last_deal_is_said_by_the_organisers_clock(at_event):
    at_event.counts(1)
    at_event.player.press(0)
    at_event.counts(1, passed=2950)
    content = at_event.player.kiosk.composer.oled_contents(at_event.player.kiosk.composer.moment())[0]
    assert content.title == "poslední rozdání"
    assert at_event.player.has(Do(e.EndRound())) is False
