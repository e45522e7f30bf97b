"""Kouřící kočka at the table: how many taps things take, what is refused, what buttons, lamps and OLEDs do."""

from __future__ import annotations

import pytest

from device.games.act_forms import Counts
from device.games.kourici_kocka import outputs
from device.games.kourici_kocka.play import NoteInWords, PointsForm, RoundDraft, SubstituteForm
from device.games.kourici_kocka.setup import KockaSetupScreen
from device.graphics.actions import DONE, Do, PressArea
from device.graphics.palette import DARK
from device.graphics.widgets import Panel, Shape, Text, Touch, place_of
from device.io.inputs import FingerDown, FingerUp, TextInput
from device.io.signals import Beep, Lamp, Signals
from device.kiosk.screen import call_on
from rules.game import SECOND, Undo
from rules.kourici_kocka import acts as e
from rules.kourici_kocka.deal import ALL, VALUES
from rules.kourici_kocka.state import Phase
from rules.needs import FigureLimits
from tests.kiosk.script import play
from tests.kiosk.seeing import entries, greyed, says
from tests.kiosk.situations.kourici_kocka import (
    as_sketched,
    lose,
    named_loser,
    playing,
    sit_down,
    state,
    take,
    tie_of_three,
    typed,
    with_readings,
)
from tests.kiosk.taps import counted
from tools.play.player import MS
from tools.play.players.kourici_kocka import KockaPlayer


def test_K5_who_lost_takes_two_taps_and_a_yes(k):
    sit_down(k)
    taps = counted(k)
    lose(k, 2)
    assert len(taps) == 3
    assert state(k).got == (0, 0, 1, 0)
    assert k.draft == RoundDraft()


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)], ids=str)
def test_K5_no_letter_comes_up_under_a_finger_that_was_to_pass_the_cards(new_table, size):
    k = new_table(KockaPlayer, size=size)
    sit_down(k)
    k.press(0)
    there = place_of(k.kiosk.scene, Do(e.Passed()))
    assert there is not None
    before = entries(k)
    play(k, "Cyril")
    for _ in range(3):
        k.clock.ns += 2 * SECOND
        k.kiosk.post(FingerDown(*there, k.clock.ns))
        k.settle()
        k.kiosk.post(FingerUp(*there, k.clock.ns))
        k.settle()
        assert entries(k) == before


def test_K5_who_says_no_has_lost_nothing_that_was_tapped(k):
    as_sketched(k)
    take(k, 2, "seven")
    draft = k.draft
    play(k, "done", sees="poslední písmeno a prohraje hru")
    play(k, "back")
    assert k.draft == draft


def test_K5_the_last_letter_is_named_as_such(k):
    sit_down(k, "AB")
    play(k, "Bára > done", sees="Bára dostane písmeno A")
    play(k, "back")
    k.finish()
    play(k, "Bára > done", sees="Bára dostane poslední písmeno a prohraje hru")


def test_K2_a_round_by_its_cards_takes_a_tap_for_each_and_the_rest_is_one(k):
    playing(k)
    taps = counted(k)
    take(k, 1, "hejma", "ace")
    play(k, "Dana > Zbytek")
    k.finish()
    assert len(taps) == 7
    assert state(k).rounds[-1].points == (0, 15, 0, 18)
    assert state(k).rounds[-1].loser == 3


def test_a_card_tapped_again_is_given_back_and_another_player_takes_it_over(k):
    playing(k)
    take(k, 1, "ace", "ace")
    assert k.draft.owner == {}
    take(k, 1, "hejma")
    take(k, 2, "hejma")
    assert k.draft.points == (0, 0, 10, 0)


def test_a_card_without_a_player_asks_for_one(k):
    playing(k)
    before = entries(k)
    play(k, "eso", sees="Nejdřív ťukněte na hráče")
    assert entries(k) == before


def test_K4_before_anybody_has_17_the_round_does_not_end_and_says_what_is_missing(k):
    as_sketched(k)
    assert not k.has(DONE)
    before = entries(k)
    play(k, "Kdo prohrál?", sees=("Zbývá 12 z 33", "(K4)"))
    assert entries(k) == before
    play(k, "back > Cyril > 7", sees="Prohrává Cyril?")
    k.finish()
    assert state(k).rounds[-1].how == "early"
    assert state(k).rounds[-1].loser == 2


def test_K13_who_is_not_certain_to_lose_cannot_throw_in(k):
    playing(k)
    take(k, 0, "hejma", "ace")
    take(k, 2, "king")
    before = entries(k)
    named_loser(k, "B")
    play(k, "Shozeno", sees="(K13)")
    assert entries(k) == before
    play(k, "back")
    assert k.draft.owner, "what was tapped stays"
    take(k, 0, "king")
    play(k, "done > Shozeno > Ano, písmeno K")
    assert state(k).rounds[-1].points == (33, 0, 0, 0)


def test_K2_points_that_no_deal_gives_are_refused_with_what_is_missing_and_stay_to_be_mended(k):
    playing(k)
    typed(k, 10, 10, 10, 1)
    assert says(k, "chybí 2")
    play(k, "done", sees="(K2)")
    assert k.shown(PointsForm).counts.texts == ("10", "10", "10", "1")
    play(k, "D · Dana 1 > clear")
    assert k.shown(PointsForm).counts.figures(FigureLimits(33, total=33)) == (10, 10, 10, 3)
    play(k, "done", sees="(K14)")  # a tie needs Hejma
    k.touch(call_on(PointsForm.on_person, 0))
    play(k, "done")
    assert state(k).phase is Phase.TIED


def test_digits_lead_on_to_the_next_seat_where_no_second_digit_can_follow():
    counts, limits = Counts(("",) * 4), FigureLimits(33, total=33)
    for digit in "125014":
        counts = counts.with_key(digit, limits)
    assert counts.texts == ("12", "5", "0", "14")
    assert counts.figures(limits) == (12, 5, 0, 14)


def test_nothing_typed_is_no_round(k):
    playing(k)
    before = entries(k)
    play(k, "menu > Body > done", sees="(K2)")
    assert entries(k) == before


def test_K6_before_the_first_deal_a_player_can_be_named_to_deal_first(k):
    sit_down(k)
    play(k, "menu > První rozdává > C · Cyril")
    assert state(k).dealer == 2
    lose(k, 1)
    play(k, "menu", bars="První rozdává")


def test_K8_the_first_misdeal_is_free_a_repeated_one_is_voted_about(k):
    sit_down(k)
    play(k, "menu > Špatně rozdáno", bars="Písmeno")
    play(k, "Rozdat znovu")
    assert state(k).misdeals == 1
    play(k, "menu > Špatně rozdáno > Písmeno")
    assert state(k).got == (1, 0, 0, 0)
    play(k, "menu > Špatně rozdáno > Prohrané kolo", sees="(K15)")  # one letter a round
    assert state(k).got == (1, 0, 0, 0)


def test_K15_a_renonc_needs_who_and_what(k):
    playing(k)
    play(k, "Renonc")
    assert not any(isinstance(w.action, Do) for w in k.kiosk.scene if isinstance(w, Touch))
    play(k, "B · Bára > nectění barvy > Úmyslně")
    assert state(k).banned == {1}
    assert says(k, "má zákaz hry")
    play(k, "Náhradník > type Bára > done", sees="(K15)")
    assert state(k).names[1] == "Bára"
    assert k.shown(SubstituteForm).form.fields == ("Bára",), "what was typed stays"


def test_K15_a_careless_renonc_is_not_forgiven_where_the_setting_does_not_say_so(k):
    playing(k)
    assert state(k).setup.forgive_renonc == "no", "what a new game begins with"
    play(k, "Renonc > B · Bára > nectění barvy")
    assert greyed(k, "(K15)")
    assert not k.has(Do(e.Renonc(seat="B", kind="suit", punished=False)))
    before = state(k).got[1]
    play(k, "Prohrané kolo")
    assert state(k).got[1] == before + 1


def test_K15_where_the_setting_says_so_the_others_may_forgive(k):
    with_readings(k, forgive_renonc="offered")
    playing(k)
    play(k, "Renonc > B · Bára > nectění barvy")
    before = state(k).got
    play(k, "Odpuštěno")
    assert state(k).got == before


def test_K9_K11_the_buttons_deal_pass_stop_and_go_on_with_lamps_and_a_sound(k):
    sit_down(k)
    slow, on, off = Lamp.SLOW, Lamp.ON, Lamp.OFF
    assert outputs.signals(state(k), 0) == Signals(slow, off), "side A deals"
    k.press(0)
    assert outputs.signals(state(k), 0) == Signals(slow, slow), "both sides pass"
    k.press(1)
    assert outputs.signals(state(k), 0) == Signals(slow, on)
    k.press(0)
    assert state(k).phase is Phase.PLAY
    assert outputs.signals(state(k), 0) == Signals(off, off)
    k.press(1)
    assert state(k).halted == "B"
    assert outputs.signals(state(k), 0) == Signals(off, Lamp.FAST, Beep.LOW)
    assert says(k, "Hra stojí")
    k.press(0)
    assert state(k).halted is None


def test_K2_what_is_tapped_of_a_round_stays_over_the_menu_a_stop_undone_and_the_round_taken_back(k):
    playing(k)
    take(k, 0, "hejma", "ace")
    tapped = k.draft
    play(k, "menu > back")
    assert k.draft == tapped
    play(k, "menu > Kola > back > press 0 > menu > undo")
    assert entries(k)[-1] == Undo(of=len(entries(k)) - 1)
    assert k.draft == tapped
    take(k, 1, "king")
    play(k, "Adam > svršek")
    tapped = k.draft
    k.finish()
    assert k.draft == RoundDraft(), "the next round"
    play(k, "menu > undo")
    assert k.draft == tapped


def test_K2_what_is_tapped_of_a_round_is_there_after_a_power_cut_in_the_menu(k):
    playing(k)
    take(k, 0, "hejma", "ace")
    tapped = k.draft
    play(k, "menu > wait 2")
    k.pull_the_plug()
    assert k.draft == tapped


def test_K13_the_question_says_that_the_cards_are_thrown_in_and_what_that_brings(k):
    playing(k)
    take(k, 0, "hejma", "ace", "king")
    play(k, "done > Shozeno", sees=("Adam shazuje karty a bere zbytek.", "0 z 33", "33"))


def test_a_button_kept_down_leaves_everything_as_it_was(k):
    playing(k)
    before = state(k)
    k.press(1, 1600)
    assert state(k) == before
    assert [type(event).__name__ for event in entries(k)][-2:] == ["Halt", "Undo"]


def test_three_have_the_cup_and_the_loser_a_sign_and_words_but_no_outline(k):
    sit_down(k, word="A")
    lose(k, 3)
    cups, crosses = (
        [shape.rect for shape in k.kiosk.scene if isinstance(shape, Shape) and shape.name == sign]
        for sign in ("cup", "cross")
    )
    assert (len(cups), len(crosses)) == (3, 1)
    assert "prohrává hru" in [text.text for text in k.kiosk.scene if isinstance(text, Text)]
    cards = [panel for panel in k.kiosk.scene if isinstance(panel, Panel) and panel.fill == DARK.panel]
    outlined = [card.rect for card in cards if card.border is not None]
    assert [sum(rect.contains(sign.x, sign.y) for rect in outlined) for sign in (*cups, *crosses)] == [1, 1, 1, 0]


def test_K14_both_buttons_held_confirm_a_tie(k):
    tie_of_three(k)
    for side in (0, 1):
        k.pin(side).drive_low()
    k.wait(1700 * MS)
    for side in (0, 1):
        k.pin(side).drive_high()
    k.wait(100 * MS)
    assert state(k).rounds[-1].loser == 1
    assert state(k).rounds[-1].how == "tie"


def test_K14_a_tie_can_be_counted_again(k):
    tie_of_three(k)
    play(k, "undo")
    assert state(k).phase is Phase.PLAY


@pytest.mark.parametrize(("reading", "seat"), [("replay", None), ("vote", "A")])
def test_K14_the_readings_of_the_settings_hold_for_a_new_game(k, reading, seat):
    with_readings(k, hejma_tie_outside=reading)
    playing(k)
    typed(k, 11, 11, 10, 1)
    k.touch(call_on(PointsForm.on_person, 2))
    play(k, "done")
    k.touch(Do(e.Confirm(seat=seat)))
    assert state(k).rounds[-1].loser == (None if seat is None else 0)


def test_the_screens_own_buttons_press_and_sign(k):
    sit_down(k, "A")
    play(k, "menu > areas > back", sees="Rozdáno")
    play(k, "STISK A + B")
    k.wait(100 * MS)
    assert state(k).phase is Phase.PASSING
    lose(k, 3)
    for side in (0, 1):
        place = place_of(k.kiosk.scene, PressArea(side))
        k.kiosk.post(FingerDown(*place, k.clock.ns))
        k.wait(1700 * MS)
        k.kiosk.post(FingerUp(*place, k.clock.ns))
        k.settle()
    assert state(k).phase is Phase.SIGNED
    play(k, "home", sees="podepsáno")


def test_K1_K16_the_setup_leads_to_what_is_missing_and_says_so(k):
    play(k, "Kouřící kočka > done", sees="(K1)")
    for name in ("Adam", "Bára", "Cyril", "Dana"):
        k.write(name)
        play(k, "done")
    assert k.shown(KockaSetupScreen).form.focus == 4
    play(k, "done", sees="(K16)")
    play(k, "type CHECHTAL > CH jsou dvě písmena", sees="písmen: 6")
    play(k, "done")
    assert state(k).letters == ("CH", "E", "CH", "T", "A", "L")


def test_a_keyboard_does_what_the_keys_on_the_screen_do(k):
    play(k, "Kouřící kočka")
    for text in ("Adam", "\t", "Bára", "\t", "Cyril", "\t", "Danx", "\b", "a", "\r", "pes", "\r"):
        for char in [text] if text in "\t\r\b" else text:
            k.kiosk.post(TextInput(char))
    k.settle()
    assert state(k).names == ("Adam", "Bára", "Cyril", "Dana")
    play(k, "menu > Body")
    for text in ("1", "2", "\b", "1", "7", "1", "\t", "5", "\r"):
        k.kiosk.post(TextInput(text))
    k.settle()
    assert says(k, "(K2)")
    k.kiosk.post(TextInput("\x1b"))
    k.settle()
    assert k.controller.current_screen().key == "play"


def test_a_name_has_a_capital_after_a_space_and_a_note_in_words_only_at_its_start(k):
    sit_down(k)
    play(k, "menu > Náhradník")
    assert k.shown(SubstituteForm).form.capitals
    k.write("Jan ")
    assert k.shown(SubstituteForm).form.capitals
    play(k, "back > menu > Poznámka > B · Bára > Vlastními slovy")
    assert k.shown(NoteInWords).form.capitals
    k.write("Pozdě ")
    assert not k.shown(NoteInWords).form.capitals
    play(k, "type hrál > done")
    assert entries(k)[-1] == e.Note(rule="K11", seat="B", text="Pozdě hrál")


def test_everything_that_can_be_taken_makes_33():
    assert sum(VALUES.values()) == ALL == 33
    assert set(VALUES) == set(e.Taken.__struct_fields__)


def test_the_oleds_show_both_players_of_the_side_and_their_letters(k):
    sit_down(k)
    lose(k, 0, 0, 3)
    a, b = k.kiosk.composer.oled_contents(k.kiosk.composer.moment())
    assert a.rows == (("A", "KO···"), ("B", "·····"))
    assert b.rows == (("C", "·····"), ("D", "K····"))
    assert (a.mine, b.mine) == (False, True), "D deals"
    assert a.title == b.title == "rozdává D: stisk"


def test_a_card_has_one_name_in_slovak(new_table):
    k = new_table(KockaPlayer, "sk")
    sit_down(k, "AB")
    k.press(0)
    assert {"zelený horník · 10", "horník", "dolník"} <= {text.text for text in k.kiosk.scene if isinstance(text, Text)}
    assert not says(k, "svršek")
