"""The referee at a mariáš table: what is behind the PIN, and what is final (M4, M27)."""

from __future__ import annotations

import pytest

from device.games.marias.controller import Referee, RoundScreen
from device.games.marias.entry import DealEntryScreen, Special
from device.games.marias.parts import AnnulScreen, Unfinished, WarnScreen
from device.graphics.actions import MENU, REDO, UNDO, Do, Show
from device.kiosk.screen import call_on
from device.table.referee_pin import hash_pin
from rules.game import Redo, Undo
from rules.marias import acts as e
from tests.kiosk.script import play
from tests.kiosk.seeing import says, texts
from tests.kiosk.taps import last


@pytest.fixture
def locked(m):
    """A running round whose referee's screens are behind a PIN."""
    m.kiosk.host.set_pin(hash_pin("4711"))
    m.kiosk.host.referee.close()
    return m


@pytest.mark.parametrize(
    "way",
    [
        (MENU, Show(Referee())),
        (
            call_on(DealEntryScreen.on_tap, "A"),
            call_on(DealEntryScreen.on_part, Special),
            call_on(Special.switch_referee),
        ),
        (call_on(RoundScreen.write), call_on(DealEntryScreen.on_part, AnnulScreen), Show(Unfinished())),
    ],
)
def test_M4_M27_what_only_the_referee_does_asks_for_the_PIN(locked, way):
    for action in way:
        locked.touch(action)
    assert says(locked, "PIN rozhodčího")
    play(locked, "pin 1234", sees="PIN rozhodčího")
    assert locked.controller.state.remarks == ()
    play(locked, "pin 4711", lacks="PIN rozhodčího")


def test_M4_a_warning_and_only_then_expulsion_and_the_screens_lock_behind_the_referee(locked):
    play(locked, "menu > Rozhodčí > pin 4711")
    assert not locked.has(Do(e.Expel(seat="B")))
    locked.touch(Show(WarnScreen(1)))
    assert "Napomenutí, Bára: proč?" in texts(locked)
    play(locked, "ruší hru > menu > Rozhodčí", sees="PIN rozhodčího")  # it locked again
    play(locked, "pin 4711")
    assert "už s napomenutím" in texts(locked)
    assert not locked.has(Do(e.Expel(seat="A")))
    locked.touch(Do(e.Expel(seat="B")))
    assert locked.controller.state.present == (0, 2, 3)


def test_M27_the_deal_that_was_entered_is_still_there_after_the_PIN_and_carries_the_decision(locked):
    for action in (
        call_on(DealEntryScreen.on_tap, "A"),
        call_on(DealEntryScreen.on_tap, "C"),
        call_on(DealEntryScreen.on_part, Special),
        call_on(Special.switch_referee),
    ):
        locked.touch(action)
    play(locked, "pin 4711")
    assert locked.controller.current_screen().key == "special"
    play(locked, "back > done")
    assert last(locked) == e.Deal(chooser="A", partner="C", referee=True)


def test_M27_a_deal_that_the_referee_decided_is_opened_by_the_referee_alone(locked):
    locked.deal(e.Deal(chooser="A", partner="B"))
    locked.kiosk.host.referee.unlock("4711")
    locked.annul(e.Annul(reason="referee", referee=True))
    play(locked, "ROZDÁNÍ TOHOTO KOLA · od každého soupeře > Adam + Bára")
    assert not says(locked, "PIN rozhodčího"), "a deal of the table's own is corrected by the table"
    play(locked, "back > ROZDÁNÍ TOHOTO KOLA · od každého soupeře > zrušeno: rozhodl rozhodčí", sees="PIN rozhodčího")
    play(locked, "pin 4711 > C · Cyril > D · Dana > done")
    assert last(locked) == e.Correct(of=2, chooser="C", partner="D", referee=True)


def test_M1_only_the_referee_sets_the_round_s_time(locked):
    play(locked, "menu", bars="Nastavit čas")
    play(locked, "Rozhodčí > pin 4711 > Nastavit čas > number 12 > done")
    assert last(locked) == e.SetTime(remaining_s=720)


def test_a_new_PIN_is_set_from_the_referee_s_screens(m):
    play(m, "menu > Rozhodčí > Nový PIN")
    for _ in range(2):
        play(m, "pin 2222")
    play(m, "menu > Rozhodčí", sees="PIN rozhodčího")


DECIDED = [
    (e.SetTime(remaining_s=600),),
    (e.Warn(seat="B"),),
    (e.Warn(seat="B"), e.Expel(seat="B")),
    (e.Deal(chooser="A", partner="B", referee=True),),
    (e.Annul(reason="referee", referee=True),),
    (e.Deal(chooser="A", partner="B"), e.Correct(of=1, chooser="A", partner="C", referee=True)),
]


@pytest.mark.parametrize("events", DECIDED, ids=lambda events: type(events[-1]).__name__)
def test_M4_M27_a_decision_is_taken_back_and_put_again_only_behind_the_PIN(locked, events):
    table = locked.kiosk.table
    for event in events:
        table.do(event)
    locked.settle()
    decided, count = table.state, len(table.playing.entries)
    for action, done in ((UNDO, Undo(of=count)), (REDO, Redo(of=count))):
        locked.menu(action)
        assert says(locked, "PIN rozhodčího")
        play(locked, "pin 1234")
        assert last(locked) != done
        play(locked, "pin 4711")
        assert last(locked) == done
    assert table.state == decided


def test_what_the_players_entered_they_take_back_themselves(locked):
    locked.deal(e.Deal(chooser="A", partner="B"))
    play(locked, "menu > undo")
    assert isinstance(last(locked), Undo)
