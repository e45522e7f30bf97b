"""A card that was put back to an older copy, and cards that say other things: which course of a game counts."""

import json

import pytest

from device.organiser.log.troubles import troubles
from rules.game import Progress
from tests.organiser.pages import rows_of

NEW, GAME = "c" * 8, f"{1:016x}"


def said_again(rows, begin, later, boot=NEW):
    """Entries from ``begin`` on as a run with another boot says them, so many ns later."""
    again = [row._replace(at=row.at + later) for row in rows if row.n >= begin]
    return [row._replace(boot=boot, seq=seq) for seq, row in enumerate(again, start=1)]


def seen_in(boot, device):
    return rows_of(1)[1]._replace(boot=f"@p.{boot}", body=json.dumps({"device": device, "online": True, "game": GAME}))


def moments(game):
    return [at for _, (at, _) in sorted(game.texts.items())]


@pytest.fixture
def played():
    return rows_of(1, entries=9)


def test_the_game_goes_on_as_the_table_has_it(store, desk, played):
    again = said_again(rows_of(1, entries=7), 5, 1000)
    store.append([*played, seen_in(NEW, f"{1:08x}"), *again])
    game = desk.read().games[GAME]
    assert moments(game) == [row.at for row in played[2:6]] + [row.at for row in again]
    assert len(game.history.entries) == 7, "what the table does not know is not shown"
    [trouble] = [table_trouble for table_trouble in troubles(desk.state, 0) if table_trouble.kind == "conflict"]
    assert str(trouble.text) == "went on from an older copy of its card at entry 5; what it says since counts"
    store.append([row._replace(seq=20, n=8) for row in played[-1:]])
    assert len(desk.read().games[GAME].texts) == 7, "the run that was left says nothing more"


def test_another_device_with_the_number_changes_nothing(store, desk, played):
    store.append([*played, seen_in(NEW, "e" * 8), *said_again(rows_of(1), 5, 1000)])
    game = desk.read().games[GAME]
    assert moments(game) == [row.at for row in played[2:]]
    texts = {trouble.kind: str(trouble.text) for trouble in troubles(desk.state, 0)}
    assert texts["claim"].startswith("another device says entries 5 to ")
    assert "conflict" not in texts


def test_what_another_device_said_first_gives_way_to_the_table(store, desk, played):
    store.append([*played[:6], seen_in(NEW, "e" * 8), *said_again(rows_of(1, entries=12), 5, 1000), *played[6:]])
    assert moments(desk.read().games[GAME]) == [row.at for row in played[2:]]


def test_a_signed_result_stands(store, desk):
    played = rows_of(1)
    store.append([*played, seen_in(NEW, f"{1:08x}"), *said_again(rows_of(1, entries=7), 5, 1000)])
    game = desk.read().games[GAME]
    assert game.progress is Progress.SIGNED
    assert moments(game) == [row.at for row in played[2:]]
