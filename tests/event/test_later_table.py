"""A table of a later version at an organiser of this one, with their own programs and a real broker."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from device.organiser.store import everything, open_store
from rules.game import Progress
from tests.compatibility.test_later_version import journal_of, journal_rows, unlock
from tests.event.rig import EVENT, TableAt, until
from tools.play.gallery import FULL, load_record


def test_what_a_later_table_says_more_is_kept_as_it_came_and_the_result_counts(engine, organiser, tmp_path):
    card = tmp_path / "card.db"
    table = TableAt(engine, card)
    until(lambda: table.status.answered, 60)
    table.link.close()
    record = load_record(FULL)
    game = table.journal.new_game(record.game, record.setup)
    table.enter(game, record.entries)
    assert table.journal.flush()
    uid = table.journal.outbox.uid(game)
    table.close()
    journal_of(FULL, tmp_path / "later.db")
    setup, *events = (text for (text,) in journal_rows(tmp_path / "later.db"))
    with closing(sqlite3.connect(card)) as db, db:
        unlock(db)
        db.execute("UPDATE game SET setup = ?", (setup,))
        db.executemany("UPDATE entry SET event = ? WHERE n = ?", [(text, n) for n, text in enumerate(events, 1)])

    again = TableAt(engine, card)
    until(lambda: again.delivered and again.status.answered, 60)
    again.close()
    heard = organiser.state.games[uid]
    assert heard.trouble is None
    assert heard.progress is Progress.SIGNED
    assert heard.history.state == record.state
    rows = everything(open_store(organiser.store, EVENT, read_only=True))
    assert [row.body for row in rows if row.kind == "entry"] == events, "to the byte, for whoever can read it"
