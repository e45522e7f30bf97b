"""The score sheet at the table: sheets chosen and made, rounds, turns and boxes written by touch, put right, signed."""

from __future__ import annotations

import pytest

from device.common.games.rounds.board_card import CARD
from device.common.sheets import own_sheets, sheets
from device.games.act_forms import Counts
from device.games.rounds import outputs
from device.games.rounds.controller import RoundsResult
from device.games.rounds.forms import RoundForm
from device.games.rounds.play import PlayScreen
from device.games.rounds.setup import RoundsSeats, RoundsSetupScreen
from device.games.rounds.sheet_boxes import SheetBoxes
from device.games.rounds.sheet_entries import SheetNumber
from device.games.rounds.sheet_form import SheetForm
from device.games.rounds.writing import BoxForm
from device.graphics.actions import Show
from device.io.inputs import TextInput
from device.io.signals import Beep, Lamp
from device.kiosk.screen import call_on
from rules.game import SECOND
from rules.rounds import RoundsSetup, State
from rules.rounds import acts as e
from rules.rounds.state import Phase
from rules.sheet_terms import FARTHEST, Bonus, Box
from tests.kiosk.keyboard import keyed
from tests.kiosk.script import play
from tests.kiosk.seeing import entries, says
from tests.kiosk.situations.rounds import (
    ANYTHING,
    DARTS,
    DICE,
    HEARTS,
    MANY_BOXES,
    NAMES,
    PAIRS,
    RUMMY,
    choose,
    darts,
    dice,
    make,
    name,
    sign,
    sit_down,
    state,
    type_figures,
    write_round,
    write_turn,
)
from tools.play.players.rounds import RoundsPlayer


@pytest.fixture
def s(new_table):
    """A table with the home screen, and people for a score sheet."""
    return new_table(RoundsPlayer)


def test_R2_rummy_goes_to_the_end_with_a_figure_below_zero_and_both_sign(s):
    sit_down(s, RUMMY, "Jana", "Petr", "Eva")
    write_round(s, 120, -45, 80)
    write_round(s, 200, 60, -5)
    assert state(s).sums == (320, 15, 75)
    assert state(s).dealer == 2, "the deal goes round"
    write_round(s, 180, 0, 5)
    assert state(s).phase is Phase.OVER
    assert says(s, "Jana")
    sign(s)
    assert state(s).phase is Phase.SIGNED
    assert [score.won for score in CARD.scores(state(s))] == [1, 0, 0]


def test_a_figure_below_zero_needs_the_minus_key_that_only_such_a_sheet_has(s):
    sit_down(s, RUMMY, "Jana", "Petr")
    play(s, "Zapsat kolo", offers="−")
    s.kiosk.post(TextInput("-"))
    s.kiosk.post(TextInput("7"))
    s.settle()
    assert s.shown(RoundForm).counts.texts == ("-7", "")
    assert says(s, "−7")


def test_a_sheet_without_figures_below_zero_has_no_minus(s):
    sit_down(s, HEARTS, *NAMES[:4])
    play(s, "Zapsat kolo", bars="−")
    keyed(s, "-5")
    assert s.shown(RoundForm).counts.texts == ("5", "", "", "")


def test_R2_the_figure_left_out_of_a_known_total_is_filled_in(s):
    sit_down(s, HEARTS, *NAMES[:4])
    play(s, "Zapsat kolo")
    type_figures(s, 13, 5, 0)
    play(s, "done")
    assert tuple(state(s).rows[0]) == (13, 5, 0, 8)
    play(s, "Zapsat kolo")
    type_figures(s, 13, 13, 13, 0)
    play(s, "done", sees="(R2)")
    assert len(state(s).rows) == 1
    assert s.shown(RoundForm).counts.texts == ("13", "13", "13", "0"), "to be mended"


def test_R4_boxes_are_filled_by_touch_and_bring_the_bonus(s):
    dice(s)
    assert state(s).turn == 0
    play(s, "Šestky > 12")
    assert state(s).bonus(0) == 35, "3 and 12 are 15 of 13"
    assert state(s).sums == (50, 6)
    play(s, "Jedničky > 0 > Vše > number 24 > done > Vše > number 31 > done", sees="(R4)")  # thirty is the most
    play(s, "clear > number 20 > done")
    assert state(s).phase is Phase.OVER
    assert state(s).sums == (74, 26)


def test_R9_a_box_that_is_filled_is_put_right_by_a_touch_on_its_row_and_others_stay_free(s):
    dice(s)
    play(s, "Jedničky > clear > number 2 > done")
    assert tuple(state(s).rows[0]) == (2, None)
    assert isinstance(entries(s)[-1], e.Correct)


def test_a_long_sheet_of_boxes_has_pages_and_whose_turn_it_is_fills_one_of_the_last(s):
    sit_down(s, MANY_BOXES, *NAMES)
    assert not s.has(Show(BoxForm(box=30)))
    s.fill(e.Fill(box=30, figure=7))
    assert state(s).rows[29][0] == 7
    assert state(s).turn == 1


def test_R5_darts_that_overshoot_count_nothing_and_the_form_says_so_before(s):
    darts(s)
    play(s, "Zapisuje Adam > number 60", sees="41")
    play(s, "done")
    assert state(s).sums[0] == 41
    assert (1, 0) in state(s).busts
    write_turn(s, 30, 41)
    assert state(s).phase is Phase.OVER
    assert state(s).winners == (0,)


def test_figures_that_were_written_before_are_offered_for_one_touch(s):
    sit_down(s, DARTS, "Jana", "Petr")
    play(s, "Zapisuje Jana", bars="26")
    play(s, "number 26 > done > Zapisuje Petr > 26")
    assert [tuple(row) for row in state(s).rows] == [(26, 26)]


def test_R8_the_clock_of_a_turn_warns_hurries_and_is_overrun(s):
    sit_down(s, DARTS, "Jana", "Petr")
    now = s.kiosk.table.game_time
    assert outputs.signals(state(s), now()).lamp_a is Lamp.SLOW
    s.press(0)
    assert outputs.side_times(state(s), now())[0].name == "Jana"
    assert outputs.signals(state(s), now()).lamp_a is Lamp.ON
    s.wait(45 * SECOND)
    assert outputs.signals(state(s), now()).beep is Beep.LOW
    s.wait(8 * SECOND)
    signals = outputs.signals(state(s), now())
    assert (signals.lamp_a, signals.beep) == (Lamp.FAST, Beep.LAST)
    s.wait(10 * SECOND)
    assert outputs.signals(state(s), now()).beep is Beep.OVER
    assert outputs.oled_content(state(s), 0, now()).over
    s.press(1)
    assert outputs.side_times(state(s), now())[0].name == "Petr", "whoever pressed, the left neighbour is on"


def test_R8_a_pause_stops_the_clock_and_the_large_button_goes_on(s):
    darts(s)
    play(s, "Pauza")
    before = state(s).clock.remaining(s.kiosk.table.game_time())
    s.wait(30 * SECOND)
    assert state(s).clock.remaining(s.kiosk.table.game_time()) == before
    assert outputs.next_change(state(s), s.kiosk.table.game_time()) is None
    play(s, "Pokračovat")
    assert state(s).clock.running


def test_R1_partners_share_a_column_and_stand_together(s):
    sit_down(s, PAIRS, *NAMES[:4])
    assert state(s).columns == ("Adam + Cyril", "Bára + Dana")
    write_round(s, 120, 80)
    assert state(s).sums == (120, 80)
    assert outputs.oled_content(state(s), 0, 0).rows == (("1", "120 Adam"), ("2", "80 Bára"))


def test_R1_too_few_or_half_a_team_is_refused_and_the_names_stay(s):
    choose(s, PAIRS)
    name(s, *NAMES[:5])
    play(s, "done", sees="(R1)")
    assert s.shown(RoundsSeats).form.names[:5] == NAMES[:5]


def test_R3_another_seat_is_put_on_turn_by_the_menu(s):
    dice(s)
    play(s, "menu > Na řadě > 2 · Bára > Jedničky > 1")
    assert tuple(state(s).rows[0]) == (3, 1)


def test_R9_a_signed_result_is_opened_put_right_and_signed_again(s):
    sit_down(s, RUMMY, "Jana", "Petr")
    write_round(s, 500, 20)
    sign(s)
    play(s, "reopen > špatné body")
    assert state(s).phase is Phase.OVER
    s.correct(e.Correct(round=1, figures=(400, 20)))
    assert state(s).phase is Phase.PLAY, "nobody has 500 any more"
    write_round(s, 100, 0)
    sign(s)
    assert state(s).phase is Phase.SIGNED


def test_a_rematch_is_the_same_sheet_with_the_same_people_one_touch_away(s):
    sit_down(s, RUMMY, "Jana", "Petr")
    write_round(s, 500, 20)
    sign(s)
    play(s, "Odveta > done")
    assert state(s).setup.players == ("Jana", "Petr")
    assert state(s).terms == RUMMY
    assert not state(s).is_begun


def test_what_is_written_is_taken_back_by_undo(s):
    sit_down(s, RUMMY, "Jana", "Petr")
    write_round(s, 15, -30)
    play(s, "menu > undo")
    assert not state(s).is_begun


def test_the_sheet_that_was_played_last_is_offered_first(s):
    sit_down(s, RUMMY, "Jana", "Petr")
    write_round(s, 500, 20)
    sign(s)
    play(s, "home > Bodovací list")
    first, second, *_ = s.shown(RoundsSetupScreen).offers(s.kiosk.controller.state)
    assert first.name == "Rummy 500"
    assert second.name != "Rummy 500"


def test_half_written_figures_names_and_sheets_outlive_a_power_cut(s):
    sit_down(s, RUMMY, "Jana", "Petr")
    play(s, "Zapsat kolo")
    type_figures(s, -120)
    s.wait(2 * SECOND)
    s.pull_the_plug()
    assert s.shown(RoundForm).counts.texts == ("-120", "")
    play(s, "back > menu > home")
    choose(s, ANYTHING)
    name(s, "Jana")
    s.kiosk.journal.flush()
    s.wait(2 * SECOND)
    s.kiosk.journal.flush()
    again = s.kiosk.host.drafts.find("rounds", lambda since: True, RoundsSeats)
    assert (again.terms, again.form.names[0]) == (ANYTHING, "Jana")


def sheet_of(s: RoundsPlayer) -> SheetForm:
    return s.shown(SheetForm)


def test_a_sheet_is_made_on_the_screen_saved_played_changed_and_deleted(s):
    make(s)
    play(s, "Název listu > keys Kuřátko > done")
    for field, figure in (("until", 50), ("turn_s", 90)):
        s.touch(call_on(SheetForm.number, field))
        s.figure(figure)
        play(s, "done")
    for change in ({"wins": "least"}, {"written": "turn"}, {"least": -FARTHEST}, {"deals": True}):
        s.touch(sheet_of(s).with_terms(**change))
    play(s, "done")
    settings = s.kiosk.host.settings
    (terms,) = own_sheets(settings)
    assert (terms.name, terms.until, terms.wins, terms.turn_s) == ("Kuřátko", 50, "least", 90)
    assert (terms.written, terms.least, terms.deals) == ("turn", -FARTHEST, True)
    s.choose_sheet("Kuřátko")
    name(s, "Jana", "Petr")
    play(s, "done")
    write_turn(s, -3, 50)
    assert state(s).phase is Phase.OVER
    assert state(s).winners == (0,)
    play(s, "home > Bodovací list > Změnit list")
    s.choose_sheet("Kuřátko")
    play(s, "Kuřátko")
    keyed(s, " 2")
    play(s, "done > done")
    assert [terms.name for terms in own_sheets(settings)] == ["Kuřátko 2"], "it has taken the place of the other"
    play(s, "Změnit list")
    s.choose_sheet("Kuřátko 2")
    play(s, "Smazat")
    assert own_sheets(settings) == ()
    assert all(terms.name != "Kuřátko 2" for terms in sheets(settings))


def test_boxes_and_a_bonus_are_made_on_the_screen(s):
    make(s)
    play(s, "Název listu > keys Kostky > done > Končí na")
    s.figure(100)
    play(s, "done > žádný")
    for number, (label, most) in enumerate((("Jedničky", "5"), ("Postupka", "40"), ("Vše", ""))):
        s.touch(call_on(SheetBoxes.on_box, number))
        keyed(s, label)
        play(s, "nejvyšší hodnota")
        keyed(s, f"{most}x")
        play(s, "done")
    play(s, "Postupka > Odebrat > done")
    assert sheet_of(s).terms.until is None, "a sheet with boxes is over once it is full"
    for field, figure in (("bonus.boxes", 1), ("bonus.reached", 3), ("bonus.points", 10)):
        s.touch(call_on(SheetForm.number, field))
        s.figure(figure)
        play(s, "done")
    play(s, "done")
    (terms,) = own_sheets(s.kiosk.host.settings)
    assert terms.boxes == (Box(name="Jedničky", most=5), Box(name="Vše"))
    assert terms.bonus == (Bonus(boxes=1, reached=3, points=10),)


def test_a_sheet_by_which_nobody_could_play_is_refused_in_a_sentence_and_stays(s):
    make(s)
    play(s, "done", sees="název")
    s.touch(call_on(SheetForm.word, "name"))
    play(s, "keys Nic > done > Přesně > done")
    assert own_sheets(s.kiosk.host.settings) == ()
    assert sheet_of(s).terms.exact
    play(s, "neměří se")
    s.figure(3)
    play(s, "done")
    assert s.shown(SheetNumber).text == "3", "five seconds are the least"


def test_a_sheet_that_is_being_made_outlives_a_power_cut(s):
    make(s)
    play(s, "Název listu > keys Kuřátko > done > wait 2")
    s.kiosk.journal.flush()
    again = s.kiosk.host.drafts.find("rounds", lambda since: True, SheetForm)
    assert again.terms.name == "Kuřátko"


@pytest.mark.parametrize("size", [(800, 480), (480, 800)], ids=str)
def test_the_screens_follow_the_state_whatever_was_opened(new_table, size):
    player = new_table(RoundsPlayer, size=size)
    sit_down(player, RUMMY, "Jana", "Petr")
    player.shown(PlayScreen)
    write_round(player, 500, -500)
    assert "Jana" in player.shown(RoundsResult).outcome(state(player))


def test_counts_are_typed_with_a_sign_and_lead_on_where_nothing_can_follow():
    limits = e.limits(_state_of(RUMMY))
    counts = Counts(("", ""))
    for key in "-45":
        counts = counts.with_key(key, limits)
    assert counts == Counts(("-45", ""), 0), "−450 may follow"
    counts = counts.with_key("0", limits)
    assert counts.seat == 1
    assert counts.with_key("-", limits).figures(limits) == (-450, 0), "a minus alone is no figure"
    assert counts.with_key("-", limits).with_key("-", limits).texts == ("-450", "")


def test_counts_fill_in_what_is_missing_of_a_total_but_no_less_than_can_stand():
    limits = e.limits(_state_of(HEARTS))
    assert Counts(("20", "5", "0", "")).figures(limits) == (20, 5, 0, 1)
    assert Counts(("20", "9", "0", "")).figures(limits) == (20, 9, 0, 0)


def test_counts_leave_gaps_where_players_write_in_turn():
    assert Counts(("20", "")).figures(e.limits(_state_of(DARTS))) == (20, None)
    assert e.limits(_state_of(DICE)).most == 30


def _state_of(terms):
    fewest, _ = terms.players
    return State.of(RoundsSetup(terms=terms, players=NAMES[:fewest]))
