"""A table against the organiser's own program on a real broker: what the two say to each other, once through."""

from __future__ import annotations

from device.event.client import fold
from device.event.status import GameTakenOver
from rules.game import SECOND
from tests.event.rig import TableAt, until
from tools.play.gallery import FULL, load_record


def test_a_game_goes_up_and_comes_down_to_a_spare_and_the_desk_is_heard(engine, organiser, tmp_path):
    record = load_record(FULL)
    table = TableAt(engine, tmp_path / "seven.db")
    game = table.journal.new_game(record.game, record.setup)
    table.enter(game, record.entries)
    assert table.journal.flush()
    until(lambda: table.delivered and table.status.answered, 60)
    assert "232 : 249" in organiser("state")

    organiser("round", "3", "--minutes", "50")
    organiser("notice", "Oběd ve 12")
    organiser("tell", "7", "Pojďte k pořadateli")
    organiser("back", "7", "Chybí podpis")
    until(
        lambda: (
            table.status.countdown and table.status.notice and table.status.order.returned and table.status.order.note
        )
    )
    uid = table.journal.outbox.uid(game)
    assert [(result.game, result.reason) for result in table.status.order.returned] == [(uid, "Chybí podpis")]
    assert 0 < table.status.countdown.time_left(table.link._now()) <= 3000 * SECOND
    assert table.status.order.holder == table.status.device

    organiser("release", "7")
    until(lambda: table.status.order.released)
    assert table.status.offered_game is None  # what was taken from it is not offered to it again
    table.close()
    spare = TableAt(engine, tmp_path / "spare.db")
    until(lambda: spare.status.offered_game)
    spare.link.take(spare.status.offered_game.game)
    until(lambda: any(isinstance(update, GameTakenOver) for update in spare.told))
    taken = next(takeover for takeover in spare.told if isinstance(takeover, GameTakenOver))
    assert fold(taken).entries == record.entries
    spare.link.claim(uid)
    until(lambda: spare.status.order.holder == spare.status.device)
    spare.close()
