"""A card put back to an image of an hour ago, against the organiser's own program: the table plays on from there."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from msgspec.structs import replace

from device.common.games.registry import SPECS
from device.journal import Journal
from device.organiser.store import everything, open_store
from rules.game import SECOND, Progress
from tests.event.rig import EVENT, TableAt, until
from tools.play.gallery import FULL, load_record

DEVICE = "7d" * 8


def image_of(card, to):
    """What of a running table's card is on another one now."""
    with closing(sqlite3.connect(card)) as now, closing(sqlite3.connect(to)) as copy:
        now.backup(copy)


def test_an_older_card_plays_on_and_the_board_shows_what_its_journal_folds_to(engine, organiser, tmp_path):
    record = load_record(FULL)
    half, left = record.entries[: len(record.entries) // 2], record.entries[len(record.entries) // 2 :]
    table = TableAt(engine, tmp_path / "card.db", device=DEVICE)
    game = table.journal.new_game(record.game, record.setup)
    for entry in half[:-5]:
        table.journal.append(game, entry, "touch", entry.at)
    until(lambda: table.delivered and table.status.answered, 60)
    table.link.close()  # five entries more stand in the image's outbox
    for entry in half[-5:]:
        table.journal.append(game, entry, "touch", entry.at)
    assert table.journal.flush()
    image_of(table.journal.path, tmp_path / "image.db")
    table.close()

    hour = TableAt(engine, tmp_path / "card.db", device=DEVICE)
    for entry in left[:-1]:  # an hour of play, all but the last signature
        hour.journal.append(game, entry, "touch", entry.at)
    until(lambda: hour.delivered, 60)
    uid = hour.journal.outbox.uid(game)
    hour.close()

    older = TableAt(engine, tmp_path / "image.db", device=DEVICE)
    played = [replace(entry, at=entry.at + 90 * SECOND) for entry in left]
    older.enter(game, played)  # people enter it again, a little later
    until(lambda: older.delivered and older.status.answered, 60)
    assert not older.status.away, "the number is still its own"
    older.close()

    journal = Journal(tmp_path / "image.db")
    history, _ = journal.load(game)
    journal.close()
    game = organiser.state.games[uid]
    assert game.history.state == history.state
    assert [at for _, (at, _) in sorted(game.texts.items())] == [entry.at for entry in (*half, *played)]
    assert game.progress is Progress.SIGNED
    rows = list(everything(open_store(organiser.store, EVENT, read_only=True)))
    entries = [(row.n, row.at) for row in rows if row.game == uid and row.kind == "entry"]
    assert sorted(entries) == sorted((entry.n, entry.at) for entry in (*record.entries[:-1], *played)), (
        "all of it, once"
    )
    card = SPECS[history.game.key].card.load().card(history.state)
    wanted = [str(seat.figure) for seat in card.seats]
    until(lambda: [seat["figure"] for seat in organiser.board("table/7.json")["seats"]] == wanted, 20)
    warning = f"table 7 went on from an older copy of its card at entry {len(half) + 1} of game {uid}"
    until(lambda: warning in organiser.log.read_text(), 20)
    assert organiser.log.read_text().count(warning) == 1
