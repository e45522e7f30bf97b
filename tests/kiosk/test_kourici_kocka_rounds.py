"""Kouřící kočka: rounds of the past looked at and put right, a signed end opened again."""

from __future__ import annotations

from device.games.act_forms import FiguresForm
from device.games.kourici_kocka.controller import CorrectRound
from device.games.kourici_kocka.play import PlayScreen, PointsForm
from device.graphics.actions import Do, Show
from device.graphics.widgets import Touch
from device.kiosk.screen import call_on
from rules.game import Undo
from tests.kiosk.script import play
from tests.kiosk.seeing import entries, says
from tests.kiosk.situations.kourici_kocka import lose, playing, sit_down, state, typed
from tests.kiosk.taps import counted
from tools.play.player import MS


def test_K5_an_old_round_is_put_right_in_the_list_and_the_letter_goes_over(k):
    sit_down(k)
    lose(k, 0, 1, 1)
    play(k, "menu > Kola")
    taps = counted(k)
    play(k, "1 > Dana")
    assert len(taps) == 2
    assert state(k).got == (0, 2, 0, 1)
    play(k, "menu > Kola", sees="jen poražený, opraveno")


def test_a_round_that_is_taken_back_meanwhile_is_not_put_right_any_more(k):
    sit_down(k)
    lose(k, 0)
    play(k, "menu > Kola > jen poražený")
    k.kiosk.table.do(Undo())
    k.wait(100 * MS)
    k.kiosk.presenter.present(k.kiosk.composer.moment())
    assert state(k).rounds == ()
    assert k.controller.current_screen() == PlayScreen()


def test_K2_the_points_of_an_old_round_are_put_right_and_held_to_the_rules(k):
    playing(k)
    typed(k, 10, 10, 10, 3)
    k.touch(call_on(PointsForm.on_person, 0))
    play(k, "done > Prohrává Adam")
    last = len(state(k).rounds)
    play(k, "menu > Kola")
    k.touch(Show(CorrectRound(last)))
    play(k, "Body")
    assert k.shown(FiguresForm).counts.texts == ("10", "10", "10", "3"), "what is there is put right, not typed anew"
    play(k, "D · Dana 3 > clear > number 2")
    before = entries(k)
    play(k, "done", sees="(K2)")
    assert entries(k) == before
    for seat, count in enumerate((10, 19, 4, 0)):
        k.touch(call_on(PointsForm.on_field, seat))
        play(k, "clear")
        k.number(count)
    play(k, "done")
    assert len(state(k).rounds) == last, "put right, not played once more"
    assert state(k).rounds[-1].loser == 1
    assert state(k).dealer == 1


def test_a_signed_end_that_is_opened_again_can_be_put_right(k):
    sit_down(k, "A")
    lose(k, 3)
    play(k, "hold 0 > hold 1 > reopen > nesprávný poražený > Kola > jen poražený > Bára")
    assert state(k).loser == 1


def test_the_past_shows_the_players_the_rounds_and_no_button_that_acts(k):
    playing(k)
    play(k, "menu > history > Krok za krokem")
    play(k, "+10", sees=("Adam", "jen poražený"), lacks="Prohrává hru")  # the game's own picture, not its tally
    assert not any(isinstance(w.action, Do) for w in k.kiosk.scene if isinstance(w, Touch))


def test_the_history_of_a_corrected_round_keeps_both_versions(k):
    sit_down(k)
    lose(k, 0)
    play(k, "menu > Kola > jen poražený > Cyril > menu > history > Všechna znění")
    assert says(k, "prohrálo A: K") or says(k, "prohrává A: K") or says(k, "A: K")
    assert says(k, "C: K")
