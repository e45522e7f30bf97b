"""A table at an event, through its screens: joining, what is shown, and whether there is room for it."""

from __future__ import annotations

import msgspec
import pytest

from device.common import i18n
from device.common.event.messages import HeldGame, Notice, Order, ReturnedResult
from device.common.event.ticket import Ticket, code_of, from_settings
from device.common.settings.settings import EventSettings
from device.event.actions import EVENT, CallReferee, ReadNotice
from device.event.status import EventStatus
from device.event.timing import RoundCountdown
from device.graphics.actions import BACK, DONE, Show
from device.graphics.widgets import Text, Touch, place_of
from device.kiosk.screen import ask
from device.screens.event.controller import EventController
from device.screens.event.join_screens import EnterCode
from device.screens.event.screens import EventOverview
from rules.game import SECOND
from rules.message import msg
from tests.kiosk.evening import SIZES
from tests.kiosk.event_helpers import NOTICE, TICKET, keep_game, pairing, sample_of
from tests.kiosk.scene_text import misfits
from tests.kiosk.touch_targets import LEAST_TARGET
from tools.play.players import PLAYERS

# -- joining -----------------------------------------------------------------------------------------------------------


def test_a_table_without_an_event_says_nothing_of_one(at):
    table = at(joined=False)
    assert table.kiosk.event.strip() is None
    assert not any("stůl" in text for text in table.words)


def test_a_code_typed_on_the_screen_joins_and_is_kept(at, tmp_path):
    table = at(joined=False)
    table.touch(EVENT)
    for letter in code_of(TICKET).replace("-", ""):
        table.type(letter.lower())
    table.touch(DONE)
    assert "stůl 7 · nepřipojeno" in table.words
    table.player.close()
    again = at()
    assert again.kiosk.event.ticket == TICKET


def test_a_wrong_code_is_said_and_nothing_is_kept(at):
    table = at(joined=False)
    table.touch(EVENT)
    table.type(code_of(TICKET).replace("-", "")[:-1])
    table.touch(DONE)
    assert any("Kód není celý" in text for text in table.words)
    assert table.kiosk.event.status is None
    assert not table.kiosk.host.settings.ticket_path.exists()


def test_the_game_on_the_table_goes_along_when_it_joins(at):
    table = at(joined=False)
    table.player.set_up(sample_of(table))
    table.touch(BACK) if place_of(table.kiosk.scene, BACK) else None
    table.kiosk.event.answer(EVENT, table.kiosk.host, table.kiosk.controller)
    table.type(code_of(TICKET).replace("-", ""))
    table.kiosk.loop.invalidate()
    table.player.settle()
    table.touch(DONE)
    assert [row.n for row in table.waiting()] == [0]


def test_leaving_asks_once_and_keeps_what_was_not_sent(at):
    table = at()
    table.player.set_up(sample_of(table))
    table.kiosk.host.home()
    table.kiosk.loop.invalidate()
    table.player.settle()
    table.touch(EVENT)
    table.touch(Show(EventOverview(leaving=True)))
    table.touch(ask(EventController.leave_event))
    assert table.kiosk.event.status is None
    assert len(table.waiting()) == 1
    assert not table.kiosk.host.settings.ticket_path.exists()


def test_what_the_line_before_says_late_is_not_of_the_event_of_now(at):
    table = at()
    late = msgspec.structs.replace(TICKET, event="brno", table=3)
    for ticket in (late, msgspec.structs.replace(TICKET, table=8)):
        table.came(EventStatus(ticket.event, ticket.table, "d0" * 8, connected=True, answered=True))
    assert "stůl 7 · nepřipojeno" in table.words
    table.kiosk.event.leave()
    table.came(EventStatus(TICKET.event, TICKET.table, "d0" * 8, connected=True))
    assert table.kiosk.event.strip() is None


def test_settings_can_name_the_event(tmp_path):
    (tmp_path / "secret").write_text("0123ABCD\n")
    own = EventSettings(id="pisek", number=7, broker="desk.local", password_file=str(tmp_path / "secret"))
    ticket, trouble = from_settings(own)
    assert trouble is None
    assert ticket == Ticket(event="pisek", table=7, host="desk.local", port=1883, password="0123ABCD")
    assert from_settings(msgspec.structs.replace(own, pin="ab" * 8))[0].port == 8883
    for half in (EventSettings(broker="desk.local"), msgspec.structs.replace(own, password_file="/nowhere")):
        assert from_settings(half)[0] is None
        assert from_settings(half)[1] is not None
    assert from_settings(EventSettings()) == (None, None)


def test_a_code_that_cannot_be_read_any_more_stops_nothing(at, tmp_path):
    table = at(joined=False)
    path = table.kiosk.host.settings.ticket_path
    table.player.close()
    path.write_text("{")
    again = PLAYERS["polish_doubles"](path.parent)
    again.settle()
    assert any("event.json" in text.text for text in again.kiosk.scene if isinstance(text, Text))
    again.close()


# -- what is shown -----------------------------------------------------------------------------------------------------


def test_connection_and_what_waits_are_said_calmly(at):
    table = at()
    assert "stůl 7 · nepřipojeno" in table.words
    table.told(waiting=3)
    assert "stůl 7 · 3 k odeslání později" in table.words
    table.told(connected=True)
    assert "stůl 7 · 3 k odeslání později" in table.words
    table.told(waiting=0)
    assert "stůl 7 · čeká se na pořadatele" in table.words
    table.told(answered=True)
    assert "stůl 7" in table.words


def test_the_countdown_moves_by_itself_each_second_and_ends(at):
    table = at()
    now = table.player.clock.ns
    table.told(connected=True, answered=True, countdown=RoundCountdown(3, "", now + 2 * SECOND, now + 62 * SECOND))
    seen = []
    for _ in range(66):
        seen.append(next(text for text in table.words if text.startswith("kolo 3")))
        table.player.clock.ns += SECOND
        assert table.kiosk.loop._due is None or table.kiosk.loop._due <= table.player.clock.ns
        table.player.settle()
    assert seen[:4] == ["kolo 3 · začne za 0:02", "kolo 3 · začne za 0:01", "kolo 3 · 1:00", "kolo 3 · 0:59"]
    assert seen[-1] == "kolo 3 · čas vypršel"


def test_an_announcement_lies_over_any_screen_until_it_is_read(at):
    table = at()
    table.player.set_up(sample_of(table))
    table.told(notice=NOTICE)
    assert NOTICE.text in table.words
    table.touch(ReadNotice(NOTICE.notice))
    assert NOTICE.text not in table.words
    table.told(notice=NOTICE, waiting=1)
    assert NOTICE.text not in table.words
    table.told(notice=Notice(notice="cd" * 8, text="Další"))
    assert "Další" in table.words


def test_in_english_an_announcement_is_the_english_one(at):
    table = at(language="en")
    table.told(notice=NOTICE)
    assert "Lunch at 12:30." in table.words


# -- how it looks ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", ["cs", "en"])
def test_every_screen_has_room_for_its_words_and_for_a_thumb(at, size, language):
    table = at(language=language, size=size)
    now = table.player.clock.ns
    count = RoundCountdown(12, "Dvanácté kolo", now, now + 6000 * SECOND)
    returned = ReturnedResult(
        game=keep_game(table, sample_of(table)), reason="Chybí podpis dvojice B a součet nesouhlasí."
    )
    held = HeldGame(game="be" * 16, kind="marias", entries=33, line="Novák – Svobodová – Dvořák – Nejezchleba")
    steps = [
        lambda: table.told(waiting=1234, trouble=msg("No connection to the event; everything is kept and sent later.")),
        lambda: table.touch(EVENT),
        lambda: table.told(connected=True, answered=True, waiting=0, countdown=count, notice=NOTICE, twice=True),
        lambda: table.touch(ReadNotice(NOTICE.notice)),
        lambda: table.touch(CallReferee()),
        lambda: table.told(order=Order(referee=table.kiosk.event.call.call), twice=False),
        lambda: table.touch(Show(EventOverview(leaving=True))),
        lambda: table.touch(Show(EventOverview())),
        lambda: table.touch(Show(EnterCode())),
        lambda: table.type(code_of(TICKET).replace("-", "")),
        lambda: table.touch(BACK),
        lambda: table.touch(BACK),
        lambda: table.told(order=Order(pairing=pairing())),
        lambda: table.told(order=Order(returned=(returned,))),
        lambda: table.told(order=Order(released=True, was="aa" * 8, held=held)),
    ]
    for number, step in enumerate(steps):
        step()
        assert misfits(table.kiosk.scene) == [], number
        least = LEAST_TARGET * table.kiosk.screen.look.scale - 1
        for widget in table.kiosk.scene:
            if isinstance(widget, Touch):
                assert min(widget.rect.w, widget.rect.h) >= least, (number, widget.action)


def test_words_are_translated_back_and_forth(at):
    table = at()
    i18n.use("en")
    table.told(waiting=2)
    assert "table 7 · 2 to be sent later" in table.words
