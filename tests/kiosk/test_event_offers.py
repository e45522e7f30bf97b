"""What the organiser offers a table: names that are paired, results sent back, the game of a broken table."""

from __future__ import annotations

import json

import msgspec
import pytest

from device.common.event.messages import EntryRow, HeldGame, Order, ReturnedResult
from device.event.actions import PlayPairing, Postpone, ReopenResult, TakeUpGame
from device.event.status import GameTakenOver, OtherStore
from device.games.rounds.setup import RoundsSetupScreen
from device.graphics.actions import BACK, DONE, Do
from device.graphics.widgets import Touch, place_of
from device.kiosk.screen import call_on
from device.screens.home import HomeController
from rules.game import SECOND, Progress
from rules.polish_doubles.acts import Starters
from tests.kiosk.event_helpers import TICKET, keep_game, pairing, sample_of
from tools.play.players import PLAYERS

SEATS = {
    "polish_doubles": (("Alena", "Bohumil"), ("Cyril", "Dana")),
    "marias": (("Alena",), ("Bohumil",), ("Cyril",), ("Dana",)),
    "kourici_kocka": (("Alena",), ("Bohumil",), ("Cyril",), ("Dana",)),
    "polyssimo": (("Alena",), ("Bohumil",), ("Cyril",), ("Dana",)),
    "rounds": (("Alena",), ("Bohumil",), ("Cyril",)),
    "chess_clock": (("Alena",), ("Bohumil",)),
}


@pytest.mark.parametrize("game", sorted(PLAYERS))
def test_names_that_are_paired_are_confirmed_and_the_game_says_for_which_pairing(at, game):
    table = at(game=game)
    paired = pairing(game, SEATS[game], ("Krtci", "Sloky") if game == "polish_doubles" else ())
    table.told(order=Order(pairing=paired))
    table.touch(PlayPairing(paired))
    if game == "rounds":
        table.touch(call_on(RoundsSetupScreen.choose, "Prší"))
    assert {name for group in SEATS[game] for name in group} <= {text.rstrip("_") for text in table.words}
    if game == "kourici_kocka":
        table.type("KOČKA")
    table.touch(DONE)
    if game == "polyssimo":
        table.touch(DONE)
    row = table.waiting()[0]
    assert row.pairing == paired.pairing
    assert json.loads(row.setup)["title"] == "Brno Open"


def test_the_pair_that_the_organiser_drew_first_is_offered_as_the_one_that_starts(at):
    table = at()
    paired = pairing("polish_doubles", SEATS["polish_doubles"], ("Krtci", "Sloky"))
    table.told(order=Order(pairing=paired))
    table.touch(PlayPairing(paired))
    table.touch(DONE)
    assert "Začíná: Krtci" in table.words
    starts = [
        touch.action.event.pair for touch in table.kiosk.scene if isinstance(touch, Touch) and is_start(touch.action)
    ]
    assert starts == ["A", "B"]
    assert table.kiosk.controller.current_screen().starter == 0


def is_start(action):
    return isinstance(action, Do) and isinstance(action.event, Starters)


def test_who_goes_back_instead_plays_no_pairing(at):
    table = at()
    table.told(order=Order(pairing=pairing()))
    table.touch(PlayPairing(pairing()))
    table.touch(BACK)
    table.player.set_up(sample_of(table))
    assert table.waiting()[0].pairing is None


def test_a_result_that_is_sent_back_is_opened_again_with_its_reason(at):
    table = at()
    history = sample_of(table)
    assert history.game.progress(history.state) is Progress.SIGNED
    uid = keep_game(table, history)
    returned = ReturnedResult(game=uid, reason="Chybí podpis")
    table.told(order=Order(returned=(returned,)))
    assert "Chybí podpis" in table.words
    table.touch(ReopenResult(returned))
    assert table.kiosk.table.game.progress(table.kiosk.table.state) is Progress.RESULT
    assert json.loads(table.waiting()[-1].event) == {"event": "reopen", "reason": "Chybí podpis"}
    assert "Chybí podpis" not in table.words


def test_a_result_that_is_sent_back_can_wait(at):
    table = at()
    returned = ReturnedResult(game=keep_game(table, sample_of(table)), reason="Chybí podpis")
    table.told(order=Order(returned=(returned,)))
    table.touch(Postpone(returned))
    assert "Chybí podpis" not in table.words
    table.told(order=Order(returned=(msgspec.structs.replace(returned, reason="Znovu"),)))
    assert "Znovu" in table.words


def taken(history, uid="be" * 16, count=None, at=0) -> GameTakenOver:
    """What the organiser sends down of a game."""
    entries = tuple(
        EntryRow(game=uid, n=entry.n, at=entry.at, event=msgspec.Raw(msgspec.json.encode(entry.event)))
        for entry in history.entries[:count]
    )
    return GameTakenOver(uid, msgspec.json.encode(history.setup), entries, at)


@pytest.mark.parametrize("game", sorted(PLAYERS))
def test_a_spare_table_takes_the_game_up_where_it_stood(at, game):
    table = at(game=game)
    history = sample_of(table)
    count = len(history.entries) // 2
    held = HeldGame(game="be" * 16, kind=game, entries=count, line="Krtci – Sloky")
    table.told(order=Order(released=True, was="aa" * 8, held=held))
    table.touch(TakeUpGame())
    assert ("take", "be" * 16) in table.line.said
    table.came(taken(history, count=count))
    ours = table.kiosk.table.playing
    assert ours.entries[:count] == history.entries[:count]
    assert len(ours.entries) - count in (0, 1)  # a clock that ran stands, and the doubt is on record
    assert not table.kiosk.table.game.is_running(table.kiosk.table.state)
    assert ("claim", "be" * 16) in table.line.said
    assert [row.n for row in table.waiting()] == [entry.n for entry in ours.entries[count:]]
    assert {row.uid for row in table.waiting()} <= {"be" * 16}


def test_the_time_that_the_organiser_saw_last_bounds_the_doubt(at):
    table = at()
    history = sample_of(table)
    running = next(n for n in range(1, len(history.entries)) if history.game.is_running(fold(history, n)))
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
    for bad in (msgspec.structs.replace(whole, setup=b"{}"), msgspec.structs.replace(whole, setup=b"{")):
        table.came(bad)
        assert any("nepodařilo převzít" in text for text in table.words)
        assert isinstance(table.kiosk.controller, HomeController)
    assert table.kiosk.journal.games() == []


def test_a_game_with_an_entry_that_does_not_fit_is_taken_up_with_all_the_others(at):
    table = at()
    whole = taken(sample_of(table), count=5)
    odd = msgspec.structs.replace(whole.entries[2], event=msgspec.Raw(b'{"event":"teleport"}'))
    table.came(msgspec.structs.replace(whole, entries=(*whole.entries[:2], odd, *whole.entries[3:])))
    history = table.kiosk.table.playing
    assert [entry.n for entry in history.refused_entries][:1] == [3]
    assert [entry.n for entry in history.entries[:5]] == [1, 2, 3, 4, 5]


def test_the_device_that_was_released_is_told_and_offered_nothing(at):
    table = at()
    held = HeldGame(game="be" * 16, kind="polish_doubles", entries=5)
    table.told(order=Order(released=True, was=table.status.device, held=held))
    assert place_of(table.kiosk.scene, TakeUpGame()) is None
    table.told(order=Order(holder="99" * 8))
    assert "Číslo 7 má jiné zařízení." in table.words


def test_another_store_at_the_organisers_is_told_everything_again(at):
    table = at()
    table.player.set_up(sample_of(table))
    row = table.waiting()[0]
    table.came(OtherStore("11" * 8))
    table.kiosk.journal.outbox.on_delivered(TICKET.event, row.boot, row.seq)
    assert table.waiting() == []
    table.came(OtherStore("22" * 8))
    assert [row.n for row in table.waiting()] == [0]
    assert ("restart",) in table.line.said
