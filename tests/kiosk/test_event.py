"""A table at an event, through its screens: joining, what is shown, what is offered, and what people answer."""

from __future__ import annotations

import json
from dataclasses import replace

import msgspec
import pytest

from device import words
from device.album import PLAYERS
from device.event import presence
from device.event.answers import answer
from device.event.attending import OtherStore, TakenUp
from device.event.room import EventRoom
from device.event.ticket import Ticket, code_of, keep
from device.event.timing import Countdown
from device.event.wire import Called, Entered, Held, Notice, Order, Pairing, Returned
from device.home import Home
from device.inputs import FromEvent
from device.kiosk.actions import BACK, EVENT, AtEvent, Go
from device.kiosk.keys import DONE
from device.kiosk.painter import misfits
from device.kiosk.widgets import Text, Touch, place_of
from device.settings import EventSettings
from device.words import t
from rules.game import SECOND, Stage
from tests.kiosk.conftest import SIZES
from tests.kiosk.test_screens import LEAST_TARGET

TICKET = Ticket(event="pisek-2026", table=7, host="192.168.1.10", password="0123ABCD")
NOTICE = Notice(
    notice="ab" * 8, text="Oběd je ve 12:30 v jídelně, čtvrté kolo začne ve 13:15.", text_en="Lunch at 12:30."
)


class Line:
    """A link without a network: notes what the table says to it."""

    def __init__(self, *made, **more) -> None:
        self.said = []

    def __getattr__(self, name):
        return lambda *args: self.said.append((name, *args))


class Table:
    """A table whose link goes nowhere, and hands for it."""

    def __init__(self, folder, monkeypatch, language="cs", size=(800, 480), game="polish_doubles", joined=True) -> None:
        monkeypatch.setattr("device.event.link.Link", Line)
        if joined:
            keep(folder / "event.json", TICKET)
        self.player = PLAYERS[game](folder, language, size)
        self.kiosk = self.player.kiosk
        self.kiosk.event.start()
        self.hall = self.kiosk.event.hall
        self.player.settle()

    def told(self, **what) -> None:
        self.hall = replace(self.hall, **what)
        self.came(self.hall)

    def came(self, what) -> None:
        self.kiosk.post(FromEvent(what))
        self.player.settle()

    def touch(self, action) -> None:
        assert place_of(self.kiosk.scene, action) is not None, f"{action} is not on the screen"
        self.player.touch(action)
        self.player.settle()

    def type(self, text) -> None:
        for letter in text:
            self.kiosk.room.typed(letter)
        self.kiosk._stale = True
        self.player.settle()

    @property
    def words(self) -> list[str]:
        return [one.text for one in self.kiosk.scene if isinstance(one, Text)]

    @property
    def line(self) -> Line:
        return self.kiosk.event._link

    def waiting(self):
        assert self.kiosk.journal.flush()
        return self.kiosk.journal.outbox.waiting(TICKET.event, 0, 1000)


@pytest.fixture
def at(tmp_path, monkeypatch):
    made = []

    def make(**how):
        folder = tmp_path / str(len(made))
        folder.mkdir()
        made.append(Table(folder, monkeypatch, **how))
        return made[-1]

    yield make
    for table in made:
        table.player.close()


def pairing(kind="polish_doubles", seats=(("Alena", "Bohumil"), ("Cyril", "Dana")), names=("Krtci", "Sloky")):
    return Pairing(pairing="cd" * 8, kind=kind, round=3, title="Brno Open", names=names, seats=seats)


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
    assert table.kiosk.event.hall is None
    assert not table.kiosk.settings.ticket_path.exists()


def test_the_game_on_the_table_goes_along_when_it_joins(at):
    table = at(joined=False)
    table.player.set_up(sample_of(table))
    table.touch(BACK) if place_of(table.kiosk.scene, BACK) else None
    answer(table.kiosk, table.kiosk.room, EVENT)
    table.type(code_of(TICKET).replace("-", ""))
    table.kiosk._stale = True
    table.player.settle()
    table.touch(DONE)
    assert [row.n for row in table.waiting()] == [0]


def test_leaving_asks_once_and_keeps_what_was_not_sent(at):
    table = at()
    table.player.set_up(sample_of(table))
    table.kiosk.home()
    table.kiosk._stale = True
    table.player.settle()
    table.touch(EVENT)
    table.touch(Go("leaving"))
    table.touch(Go("leave"))
    assert table.kiosk.event.hall is None
    assert len(table.waiting()) == 1
    assert not table.kiosk.settings.ticket_path.exists()


def sample_of(table):
    from device.album import SAMPLES, load_record

    return load_record(SAMPLES / table.player.sample)


def test_settings_can_name_the_event(tmp_path):
    (tmp_path / "secret").write_text("0123ABCD\n")
    own = EventSettings(id="pisek", number=7, broker="desk.local", password_file=str(tmp_path / "secret"))
    found, trouble = presence.from_settings(own)
    assert trouble is None
    assert found == Ticket(event="pisek", table=7, host="desk.local", port=1883, password="0123ABCD")
    assert presence.from_settings(msgspec.structs.replace(own, pin="ab" * 8))[0].port == 8883
    for half in (EventSettings(broker="desk.local"), msgspec.structs.replace(own, password_file="/nowhere")):
        assert presence.from_settings(half)[0] is None
        assert presence.from_settings(half)[1] is not None
    assert presence.from_settings(EventSettings()) == (None, None)


def test_a_code_that_cannot_be_read_any_more_stops_nothing(at, tmp_path):
    table = at(joined=False)
    path = table.kiosk.settings.ticket_path
    table.player.close()
    path.write_text("{")
    again = PLAYERS["polish_doubles"](path.parent)
    again.settle()
    assert any("event.json" in one.text for one in again.kiosk.scene if isinstance(one, Text))
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
    table.told(connected=True, answered=True, countdown=Countdown(3, "", now + 2 * SECOND, now + 62 * SECOND))
    seen = []
    for _ in range(66):
        seen.append(next(text for text in table.words if text.startswith("kolo 3")))
        table.player.clock.ns += SECOND
        assert table.kiosk._due is None or table.kiosk._due <= table.player.clock.ns
        table.player.settle()
    assert seen[:4] == ["kolo 3 · začne za 0:02", "kolo 3 · začne za 0:01", "kolo 3 · 1:00", "kolo 3 · 0:59"]
    assert seen[-1] == "kolo 3 · čas vypršel"


def test_an_announcement_lies_over_any_screen_until_it_is_read(at):
    table = at()
    table.player.set_up(sample_of(table))
    table.told(notice=NOTICE)
    assert NOTICE.text in table.words
    table.touch(AtEvent("read", NOTICE.notice))
    assert NOTICE.text not in table.words
    table.told(notice=NOTICE, waiting=1)
    assert NOTICE.text not in table.words
    table.told(notice=Notice(notice="cd" * 8, text="Další"))
    assert "Další" in table.words


def test_in_english_an_announcement_is_the_english_one(at):
    table = at(language="en")
    table.told(notice=NOTICE)
    assert "Lunch at 12:30." in table.words


# -- the referee -------------------------------------------------------------------------------------------------------


def test_the_referee_is_called_from_the_games_menu_and_on_the_way(at):
    table = at()
    table.player.set_up(sample_of(table))
    table.kiosk.room.act(Go("menu"))
    table.kiosk._stale = True
    table.player.settle()
    table.touch(EVENT)
    table.touch(AtEvent("call"))
    call = table.kiosk.event.call
    row = table.waiting()[-1]
    assert msgspec.json.decode(row.text, type=Called) == call
    assert call.game == table.kiosk.journal.outbox.uid(table.kiosk.table.game_id)
    assert table.kiosk.beside.sent[0][0].mark == "přivolán rozhodčí"
    table.told(order=Order(referee=call.call))
    assert "Rozhodčí je na cestě." in table.words
    assert table.kiosk.beside.sent[1][0].mark == "rozhodčí na cestě"
    table.touch(AtEvent("call off"))
    assert msgspec.json.decode(table.waiting()[-1].text, type=Called).over
    assert "Rozhodčí je na cestě." not in table.words


def keep_both_down(table, ms):
    """Both clock buttons, held for ``ms`` together."""
    pins = [table.player.pin(side) for side in (0, 1)]
    for pin in pins:
        pin.drive_low()
    table.player.settle()
    table.player.wait(ms * 1_000_000)
    for pin in pins:
        pin.drive_high()
    table.player.wait(100_000_000)


@pytest.mark.parametrize("language", ["cs", "en"])
@pytest.mark.parametrize("game", sorted(PLAYERS))
def test_both_buttons_kept_down_call_the_referee_in_every_game_and_call_off_the_same_way(at, game, language):
    table = at(game=game, language=language)
    table.player.set_up(sample_of(table))
    before = table.kiosk.table.state
    keep_both_down(table, 3500)
    assert table.kiosk.event.call is None, "not long enough"
    keep_both_down(table, 4500)
    call = table.kiosk.event.call
    assert msgspec.json.decode(table.waiting()[-1].text, type=Called) == call
    assert t("The referee is called.") in table.words
    assert {face.mark for face, _ in table.kiosk.beside.sent} == {t("referee called")}
    assert not table.kiosk.table.clock_runs or game == "marias"
    keep_both_down(table, 4500)
    assert table.kiosk.event.call is None
    assert msgspec.json.decode(table.waiting()[-1].text, type=Called).over
    assert t("The referee is called.") not in table.words
    if game in ("polyssimo", "kourici_kocka"):
        assert table.kiosk.table.state == before, "the game stands as if nobody had pressed"


def test_a_table_without_an_event_has_nobody_to_call(at):
    table = at(joined=False)
    table.player.set_up(sample_of(table))
    keep_both_down(table, 4500)
    assert table.kiosk.event.call is None
    assert table.kiosk.beside.sent[0][0].mark != t("referee called")


def test_a_referee_whom_a_games_own_record_knows_to_be_called_is_called_at_the_organisers_too(at):
    table = at(game="marias")
    table.player.set_up(sample_of(table))
    table.player.press(0)
    table.player.press(0, 1600)
    assert table.kiosk.table.state.referee
    assert msgspec.json.decode(table.waiting()[-1].text, type=Called) == table.kiosk.event.call
    assert t("The referee is called.") in table.words
    table.player.press(1, 1600)
    assert not table.kiosk.table.state.referee
    assert msgspec.json.decode(table.waiting()[-1].text, type=Called).over
    assert table.kiosk.event.call is None


@pytest.mark.parametrize("game", sorted(PLAYERS))
def test_every_games_menu_leads_to_the_event(at, game):
    table = at(game=game)
    table.player.set_up(sample_of(table))
    table.kiosk.room.act(Go("menu"))
    table.kiosk._stale = True
    table.player.settle()
    table.touch(EVENT)
    assert isinstance(table.kiosk.room, EventRoom)
    table.touch(BACK)
    assert not isinstance(table.kiosk.room, EventRoom)


# -- what the organiser offers -----------------------------------------------------------------------------------------


SEATS = {
    "polish_doubles": (("Alena", "Bohumil"), ("Cyril", "Dana")),
    "marias": (("Alena",), ("Bohumil",), ("Cyril",), ("Dana",)),
    "kourici_kocka": (("Alena",), ("Bohumil",), ("Cyril",), ("Dana",)),
    "polyssimo": (("Alena",), ("Bohumil",), ("Cyril",), ("Dana",)),
}


@pytest.mark.parametrize("game", sorted(PLAYERS))
def test_names_that_are_paired_are_confirmed_and_the_game_says_for_which_pairing(at, game):
    table = at(game=game)
    one = pairing(game, SEATS[game], ("Krtci", "Sloky") if game == "polish_doubles" else ())
    table.told(order=Order(pairing=one))
    table.touch(AtEvent("play", one))
    assert {"Alena", "Bohumil", "Cyril", "Dana"} <= {text.rstrip("_") for text in table.words}
    if game == "kourici_kocka":
        table.type("KOČKA")
    table.touch(DONE)
    if game == "polyssimo":
        table.touch(DONE)
    row = table.waiting()[0]
    assert row.pairing == one.pairing
    assert json.loads(row.setup)["title"] == "Brno Open"


def test_who_goes_back_instead_plays_no_pairing(at):
    table = at()
    table.told(order=Order(pairing=pairing()))
    table.touch(AtEvent("play", pairing()))
    table.touch(BACK)
    table.player.set_up(sample_of(table))
    assert table.waiting()[0].pairing is None


def test_a_result_that_is_sent_back_is_opened_again_with_its_reason(at):
    table = at()
    history = sample_of(table)
    assert history.game.stage(history.state) is Stage.SIGNED
    uid = keep_game(table, history)
    returned = Returned(game=uid, reason="Chybí podpis")
    table.told(order=Order(returned=(returned,)))
    assert "Chybí podpis" in table.words
    table.touch(AtEvent("reopen", returned))
    assert table.kiosk.table.game.stage(table.kiosk.table.state) is Stage.RESULT
    assert json.loads(table.waiting()[-1].event) == {"event": "reopen", "reason": "Chybí podpis"}
    assert "Chybí podpis" not in table.words


def test_a_result_that_is_sent_back_can_wait(at):
    table = at()
    returned = Returned(game=keep_game(table, sample_of(table)), reason="Chybí podpis")
    table.told(order=Order(returned=(returned,)))
    table.touch(AtEvent("later", returned))
    assert "Chybí podpis" not in table.words
    table.told(order=Order(returned=(msgspec.structs.replace(returned, reason="Znovu"),)))
    assert "Znovu" in table.words


def keep_game(table, history) -> str:
    journal = table.kiosk.journal
    game = journal.new_game(history.game, history.setup)
    for entry in history.entries:
        journal.append(game, entry, "touch", entry.at)
    assert journal.flush()
    return journal.outbox.uid(game)


def taken(history, uid="be" * 16, count=None, at=0) -> TakenUp:
    """What the organiser sends down of a game."""
    entries = tuple(
        Entered(game=uid, n=entry.n, at=entry.at, event=msgspec.Raw(msgspec.json.encode(entry.event)))
        for entry in history.entries[:count]
    )
    return TakenUp(uid, msgspec.json.encode(history.setup), entries, at)


@pytest.mark.parametrize("game", sorted(PLAYERS))
def test_a_spare_table_takes_the_game_up_where_it_stood(at, game):
    table = at(game=game)
    history = sample_of(table)
    count = len(history.entries) // 2
    held = Held(game="be" * 16, kind=game, entries=count, line="Krtci – Sloky")
    table.told(order=Order(released=True, was="aa" * 8, held=held))
    table.touch(AtEvent("take"))
    assert ("take", "be" * 16) in table.line.said
    table.came(taken(history, count=count))
    ours = table.kiosk.table.playing
    assert ours.entries[:count] == history.entries[:count]
    assert len(ours.entries) - count in (0, 1)  # a clock that ran stands, and the doubt is on record
    assert not table.kiosk.table.game.running(table.kiosk.table.state)
    assert ("claim", "be" * 16) in table.line.said
    assert [row.n for row in table.waiting()] == [entry.n for entry in ours.entries[count:]]
    assert {row.uid for row in table.waiting()} <= {"be" * 16}


def test_the_time_that_the_organiser_saw_last_bounds_the_doubt(at):
    table = at()
    history = sample_of(table)
    running = next(n for n in range(1, len(history.entries)) if history.game.running(fold(history, n)))
    last = history.entries[running - 1].at
    table.came(taken(history, count=running, at=last + 7 * SECOND))
    assert table.kiosk.table.playing.entries[-1].at == last + 7 * SECOND


def fold(history, count):
    from rules.history import History

    part = History.begin(history.game, history.setup)
    for entry in history.entries[:count]:
        part = part.accept(entry.event, entry.at)
    return part.state


def test_the_same_game_is_not_kept_twice(at):
    table = at()
    for _ in range(2):
        table.came(taken(sample_of(table), count=5))
    assert len(table.kiosk.journal.games()) == 1


def test_a_game_that_cannot_be_folded_is_said_and_nothing_is_kept(at):
    table = at()
    whole = taken(sample_of(table), count=5)
    wrong = replace(whole, entries=(*whole.entries[:2], *whole.entries[:2]))
    for bad in (wrong, replace(whole, setup=b"{}"), replace(whole, setup=b"{")):
        table.came(bad)
        assert any("nepodařilo převzít" in text for text in table.words)
        assert isinstance(table.kiosk.room, Home)
    assert table.kiosk.journal.games() == []


def test_the_device_that_was_released_is_told_and_offered_nothing(at):
    table = at()
    held = Held(game="be" * 16, kind="polish_doubles", entries=5)
    table.told(order=Order(released=True, was=table.hall.device, held=held))
    assert place_of(table.kiosk.scene, AtEvent("take")) is None
    table.told(order=Order(holder="99" * 8))
    assert "Číslo 7 má jiné zařízení." in table.words


def test_another_store_at_the_organisers_is_told_everything_again(at):
    table = at()
    table.player.set_up(sample_of(table))
    row = table.waiting()[0]
    table.came(OtherStore("11" * 8))
    table.kiosk.journal.outbox.delivered(TICKET.event, row.boot, row.seq)
    assert table.waiting() == []
    table.came(OtherStore("22" * 8))
    assert [one.n for one in table.waiting()] == [0]
    assert ("again",) in table.line.said


# -- how it looks ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", ["cs", "en"])
def test_every_screen_has_room_for_its_words_and_for_a_thumb(at, size, language):
    table = at(language=language, size=size)
    now = table.player.clock.ns
    count = Countdown(12, "Dvanácté kolo", now, now + 6000 * SECOND)
    returned = Returned(game=keep_game(table, sample_of(table)), reason="Chybí podpis dvojice B a součet nesouhlasí.")
    held = Held(game="be" * 16, kind="marias", entries=33, line="Novák – Svobodová – Dvořák – Nejezchleba")
    steps = [
        lambda: table.told(
            waiting=1234, trouble=presence.msg("No connection to the event; everything is kept and sent later.")
        ),
        lambda: table.touch(EVENT),
        lambda: table.told(connected=True, answered=True, waiting=0, countdown=count, notice=NOTICE, twice=True),
        lambda: table.touch(AtEvent("read", NOTICE.notice)),
        lambda: table.touch(AtEvent("call")),
        lambda: table.told(order=Order(referee=table.kiosk.event.call.call), twice=False),
        lambda: table.touch(Go("leaving")),
        lambda: table.touch(Go("stay")),
        lambda: table.touch(Go("code")),
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
        least = LEAST_TARGET * table.kiosk.look.scale - 1
        for one in table.kiosk.scene:
            if isinstance(one, Touch):
                assert min(one.rect.w, one.rect.h) >= least, (number, one.action)


def test_words_are_translated_back_and_forth(at):
    table = at()
    words.use("en")
    table.told(waiting=2)
    assert "table 7 · 2 to be sent later" in table.words
