"""The referee at the table: behind a PIN or not, what he does in a few taps, and what stays shut."""

from __future__ import annotations

import pytest

from device.common.rights import AT_TABLE, EventRole, Right
from device.games.polish_doubles.controller import RefereeScreen, SetTimeForm
from device.graphics.actions import Do, Key, Show
from device.kiosk.screen import call_on
from device.table import referee_pin
from device.table.referee_pin import forget, hash_pin
from rules.game import SECOND, Redo, Restore, Undo, Void
from rules.polish_doubles import acts as e
from rules.polish_doubles.state import Phase
from tests.kiosk.script import play
from tests.kiosk.seeing import entries, says
from tests.kiosk.situations.polish_doubles import opened, result_shown, write
from tools.play.players.polish_doubles import DoublesPlayer

PIN = hash_pin("4711")


@pytest.fixture
def locked(p: DoublesPlayer) -> DoublesPlayer:
    """A running game whose referee's screens are behind a PIN."""
    opened(p)
    p.kiosk.host.set_pin(PIN)
    p.kiosk.host.referee.close()
    return p


def left(p: DoublesPlayer) -> float:
    return p.kiosk.controller.state.clock.remaining(p.kiosk.table.game_time()) / SECOND


def test_without_a_pin_the_menu_is_open(p):
    opened(p)
    play(p, "menu > Rozhodčí", offers="Nastavit čas")


def test_from_the_table_a_few_taps_give_a_pair_thirty_seconds_back(p):
    opened(p)
    p.wait(100 * SECOND)
    before, began = left(p), p.clock.ns
    taps = []
    touch = p.touch
    p.touch = lambda action: (taps.append(action), touch(action))
    play(p, "menu > Rozhodčí")
    p.touch(Show(SetTimeForm()))
    p.touch(call_on(SetTimeForm.shift_by, 30))
    assert len(taps) == 4
    assert left(p) == pytest.approx(before + 30 - (p.clock.ns - began) / SECOND)


def test_more_time_than_a_turn_has_is_not_given(p):
    opened(p)
    play(p, "wait 5 > menu > Rozhodčí > Nastavit čas > +60 s")
    assert left(p) == pytest.approx(180)


def test_the_menu_asks_for_the_pin_and_closes_behind_the_referee(locked):
    play(locked, "menu > Rozhodčí", bars="Nastavit čas")
    play(locked, "pin 4711", offers="Nastavit čas")
    play(locked, "back > menu > Rozhodčí", bars="Nastavit čas")  # shut again


def test_a_wrong_pin_opens_nothing_and_says_so(locked):
    play(locked, "menu > Rozhodčí > pin 1234", sees="To není správný PIN", bars="Nastavit čas")
    play(locked, "pin 4711", offers="Nastavit čas")


def test_after_five_wrong_tries_the_right_pin_has_to_wait_too(locked):
    play(locked, "menu > Rozhodčí")
    for _ in range(5):
        play(locked, "pin 0000")
    play(locked, "pin 4711", sees="počkejte 30 s")
    play(locked, "wait 31 > pin 4711", offers="Nastavit čas")


def test_what_the_table_of_rights_gives_the_organiser_alone_the_pin_does_not_open(locked, monkeypatch):
    monkeypatch.setattr(referee_pin, "AT_TABLE", AT_TABLE | {"referee_time": Right(EventRole.ORGANISER, "")})
    play(locked, "menu > Rozhodčí > pin 4711", offers="Nastavit čas")
    play(locked, "Nastavit čas", sees="PIN rozhodčího")
    assert not locked.has(call_on(SetTimeForm.shift_by, 30))


MINUTE = 60 * SECOND


def test_the_pad_closes_after_a_minute_untouched_and_the_clock_ran_on(locked):
    play(locked, "menu > Rozhodčí")
    for figure in "471":
        locked.touch(Key(figure))
    touched, before = locked.clock.ns, left(locked)
    locked.wait(MINUTE - SECOND)
    assert says(locked, "PIN rozhodčího")
    play(locked, "wait 1", lacks="PIN rozhodčího")
    assert left(locked) == pytest.approx(before - (locked.clock.ns - touched) / SECOND)
    play(locked, "menu > Rozhodčí > 1 > done", bars="Nastavit čas")  # of what was typed nothing is left


def test_what_the_referee_opened_closes_after_a_minute_untouched_with_nothing_recorded(locked):
    play(locked, "menu > Rozhodčí > pin 4711 > Nastavit čas")
    count = len(locked.kiosk.table.playing.entries)
    locked.wait(MINUTE)
    assert not locked.has(call_on(SetTimeForm.shift_by, 30))
    assert len(locked.kiosk.table.playing.entries) == count
    play(locked, "menu > Rozhodčí", sees="PIN rozhodčího")  # and it locked again


def test_each_touch_of_the_referee_gives_another_minute_and_a_press_of_the_clock_none(locked):
    play(locked, "menu > Rozhodčí > pin 4711")
    locked.wait(MINUTE - SECOND)
    play(locked, "Stisky")
    locked.wait(MINUTE - 5 * SECOND)
    play(locked, "press 1", sees="Stisky")
    play(locked, "wait 5", lacks="Stisky")
    assert isinstance(entries(locked)[-1], e.Press), "the game under it went on"


def test_help_over_the_referees_screens_keeps_nothing_open_below(locked):
    play(locked, "menu > Rozhodčí > pin 4711 > help")
    locked.wait(MINUTE)
    assert not locked.kiosk.host.referee.open
    play(locked, "back", bars="Nastavit čas")


def test_a_pad_over_a_decision_closes_and_takes_nothing_back(locked):
    locked.kiosk.table.do(e.SetTime(remaining_s=100))
    locked.settle()
    play(locked, "menu > undo")
    locked.wait(MINUTE)
    assert not says(locked, "PIN rozhodčího")
    assert entries(locked)[-1] == e.SetTime(remaining_s=100)


def test_where_no_pin_is_set_the_referees_screens_wait_but_a_new_pin_does_not(p):
    opened(p)
    play(p, "menu > Rozhodčí")
    p.wait(2 * MINUTE)
    play(p, "Nový PIN")
    p.wait(MINUTE)
    assert not says(p, "Nový PIN")


def test_pulling_the_plug_gives_nobody_new_tries(locked):
    for tries in (3, 2):
        play(locked, "menu > Rozhodčí")
        for _ in range(tries):
            play(locked, "pin 0000")
        locked.wait(20 * SECOND)
        locked.pull_the_plug()
    play(locked, "menu > Rozhodčí > pin 4711", sees="počkejte 30 s")  # the delay begins anew
    play(locked, "wait 31 > pin 4711", offers="Nastavit čas")
    locked.pull_the_plug()
    play(locked, "menu > Rozhodčí > pin 4711", offers="Nastavit čas")  # the right PIN ended the count


def test_the_organiser_resets_the_pin_while_the_table_runs(locked):
    play(locked, "menu > Rozhodčí")
    for _ in range(5):
        play(locked, "pin 0000")
    forget(locked.settings.pin_path)
    play(locked, "pin 1234", offers="Nastavit čas")


def test_the_pin_shows_as_dots_and_stands_in_no_record(locked):
    play(locked, "menu > Rozhodčí")
    for figure in "4711":
        locked.touch(Key(figure))
    assert not says(locked, "4711")
    play(locked, "done")
    locked.kiosk.journal.flush()
    raw = b"".join(file.read_bytes() for file in locked.kiosk.journal.path.parent.glob("journal.db*"))
    assert b"4711" not in raw


def test_S12_racks_are_put_right_from_the_menu_after_a_reopening(p):
    opened(p)
    play(p, "menu > Rozhodčí > Ukončit teď > Ukončit teď")
    for tiles in ("AE", "X"):
        for letter in tiles:
            p.touch(Key(letter))
        play(p, "done")
    for side in (0, 1):
        p.press(side, 1600)
    play(p, "reopen > špatné zásobníky > menu > Zásobníky > Dvě sloky")
    for letter in "XD":
        p.touch(Key(letter))
    play(p, "done")
    state = p.kiosk.controller.state
    assert (state.racks, state.phase, state.signed) == (("AE", "XD"), Phase.RESULT, frozenset())


def test_undo_after_a_reopening_names_what_was_signed_and_no_old_signature_counts_again(p):
    opened(p)
    p.award(e.Award(pair="A", reason="absent"))
    for side in (0, 1):
        p.press(side, 1600)
    play(p, "reopen > špatný součet > menu", sees="kontumace")
    play(p, "undo")
    assert p.kiosk.controller.state.phase is Phase.PLAY
    assert [event.of for event in entries(p)[-3:]] == [7, 6, 5]
    play(p, "menu > redo")
    state = p.kiosk.controller.state
    assert (state.phase, state.signed) == (Phase.RESULT, frozenset())
    p.press(1, 1600)
    assert p.kiosk.controller.state.signed == {1}, "A has not signed anew"
    play(p, "menu > undo")
    state = p.kiosk.controller.state
    assert (state.phase, state.signed) == (Phase.RESULT, frozenset()), "the new signature goes alone"


def test_the_referee_voids_a_press_after_the_opponents_acted_and_lets_it_count_again(p):
    opened(p)
    write(p, "PES", 5)
    play(p, "press 1 > menu > Ohlášeno")
    press = p.kiosk.controller.state.presses[-1].n
    play(p, "menu > Rozhodčí > Stisky")
    p.touch(Do(Void(of=(press,), by="referee")))
    assert p.kiosk.controller.state.turn.pair == 1
    play(p, "menu > Rozhodčí > Stisky")
    p.touch(Do(Restore(of=(press,))))
    assert p.kiosk.controller.state.turn.pair == 0


def test_a_new_pin_is_typed_twice(p):
    opened(p)
    play(p, "menu > Rozhodčí > Nový PIN > pin 12", sees="4 až 8")
    play(p, "pin 1234 > pin 1235", sees="liší")
    play(p, "pin 1234 > pin 1234")
    p.kiosk.journal.flush()
    p.pull_the_plug()
    play(p, "menu > Rozhodčí", bars="Nastavit čas")  # the PIN outlives a power cut
    play(p, "pin 1234", offers="Nastavit čas")


def test_the_referee_gets_in_while_an_objection_is_judged(p):
    opened(p)
    write(p, "PES", 5)
    write(p, "KOSA", 8)
    play(p, "press 1 > Námitka > PES 5")
    assert p.kiosk.controller.current_screen().key == "verdict"
    play(p, "menu > Rozhodčí > Kontumace > Krtci", sees="Přiznáno: Krtci")
    play(p, "back > Dvě sloky > chování")
    assert p.kiosk.controller.current_screen().key == "result"
    assert says(p, "Partie přiznána: Dvě sloky")
    assert isinstance(entries(p)[-1], e.Award)


def test_back_from_a_reason_leads_to_what_was_asked_before_it(p):
    opened(p)
    play(p, "menu > Rozhodčí > Kontumace > Krtci > back", sees="Komu je partie přiznána?")
    play(p, "back")
    assert isinstance(p.kiosk.controller.current_screen(), RefereeScreen)
    play(p, "Nastavit čas > back")
    assert isinstance(p.kiosk.controller.current_screen(), RefereeScreen)


def test_back_from_the_reason_of_a_reopening_leads_where_one_came_from(p):
    result_shown(p)
    for side in (0, 1):
        p.press(side, 1600)
    assert p.kiosk.controller.state.phase is Phase.SIGNED
    play(p, "reopen > back")
    assert p.kiosk.controller.current_screen().key == "result"


DECIDED = [
    (e.SetTime(remaining_s=100),),
    (e.Spoil(pair="A"),),
    (e.Award(pair="A", reason="conduct"),),
    (e.End(by="referee"),),
    (e.Objection(move=1), e.Verdict(valid=False)),
    (e.DecideTime(turn=1, used_s=30),),
    (Void(of=(4,), by="referee"),),
    (Void(of=(4,), by="referee"), Restore(of=(4,))),
]


@pytest.mark.parametrize("events", DECIDED, ids=lambda events: type(events[-1]).__name__)
def test_a_decision_of_the_referee_is_taken_back_and_put_again_only_behind_the_pin(locked, events):
    table = locked.kiosk.table
    for event in events:
        table.do(event)
    locked.settle()
    decided, count = table.state, len(table.playing.entries)
    play(locked, "menu > undo", sees="PIN rozhodčího")
    play(locked, "pin 1234")
    assert (table.state, len(table.playing.entries)) == (decided, count), "a wrong PIN takes nothing back"
    play(locked, "pin 4711")
    assert entries(locked)[-1] == Undo(of=count)
    assert table.state != decided
    assert not locked.kiosk.host.referee.open, "and it locked again"
    play(locked, "menu > redo", sees="PIN rozhodčího")
    play(locked, "pin 4711")
    assert entries(locked)[-1] == Redo(of=count)
    assert table.state == decided


def test_whoever_leaves_the_pad_takes_no_decision_back(locked):
    locked.kiosk.table.do(e.SetTime(remaining_s=100))
    locked.settle()
    play(locked, "menu > undo > back")
    assert entries(locked)[-1] == e.SetTime(remaining_s=100)
    play(locked, "menu > Rozhodčí > pin 4711", offers="Nastavit čas")  # the PIN now opens what was asked for now
    assert entries(locked)[-1] == e.SetTime(remaining_s=100)


def test_what_happens_while_the_pin_is_typed_is_not_taken_back_in_its_place(locked):
    locked.kiosk.table.do(e.SetTime(remaining_s=100))
    locked.settle()
    play(locked, "menu > undo > press 1 > pin 4711")
    assert isinstance(entries(locked)[-1], e.Press)
    assert says(locked, "Zpět lze teď vzít jen záznam")


def test_what_the_pairs_did_they_take_back_themselves(locked):
    write(locked, "PES", "5")
    play(locked, "menu > undo")
    assert isinstance(entries(locked)[-1], Undo)
    play(locked, "menu > redo")
    assert isinstance(entries(locked)[-1], Redo)


def test_without_a_pin_a_decision_is_taken_back_like_anything_else(p):
    opened(p)
    p.kiosk.table.do(e.SetTime(remaining_s=100))
    p.settle()
    play(p, "menu > undo")
    assert isinstance(entries(p)[-1], Undo)
