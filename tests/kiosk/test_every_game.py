"""What holds of every game at the table: what a power cut leaves, and who opens a signed result again."""

from __future__ import annotations

import pytest

from device.graphics.actions import Do
from device.graphics.widgets import Touch
from device.table.referee_pin import hash_pin
from rules.game import Progress
from rules.games import GAMES
from tests.kiosk.looking_back import taken_up
from tests.kiosk.script import play
from tools.games import TOOLS
from tools.play.gallery import SAMPLES, load_record
from tools.play.players import PLAYERS

REOPENED = [key for key in PLAYERS if "Reopen" in {kind.__name__ for kind in GAMES[key].event_types}]
"""The games with a result of their own; at mariáš each round's slip is final."""


@pytest.mark.parametrize("game", PLAYERS)
@pytest.mark.parametrize("part", [1 / 4, 1 / 2, 3 / 4])
def test_a_power_cut_loses_nothing_and_adds_only_itself(game, part, new_table):
    record = load_record(SAMPLES / TOOLS[game].samples.full)
    count = round(part * len(record.entries))
    p = new_table(PLAYERS[game])
    taken_up(p, record, count)
    state = p.kiosk.table.state
    p.pull_the_plug()
    entries = [(entry.at, entry.event) for entry in p.kiosk.table.playing.entries]
    assert entries[:count] == [(entry.at, entry.event) for entry in record.entries[:count]]
    assert all(type(event).__name__.endswith("PowerLoss") for _, event in entries[count:])
    assert p.kiosk.table.state == state or len(entries) > count


@pytest.mark.parametrize("game", REOPENED)
def test_a_signed_result_is_opened_again_only_by_the_referee(game, new_table):
    record = load_record(SAMPLES / TOOLS[game].samples.full)
    p = new_table(PLAYERS[game])
    taken_up(p, record, max(n for n, entry in enumerate(record.entries, 1) if type(entry.event).__name__ == "Sign"))
    table = p.kiosk.table
    assert table.game.progress(table.state) is Progress.SIGNED
    p.kiosk.host.set_pin(hash_pin("4711"))
    p.kiosk.host.referee.close()
    play(p, "reopen", sees="PIN rozhodčího")
    assert reopenings(p) == []
    play(p, "pin 1234", sees="To není správný PIN")
    play(p, "pin 4711")
    p.touch(reopenings(p)[0])
    assert type(table.playing.entries[-1].event).__name__ == "Reopen"
    assert table.game.progress(table.state) is not Progress.SIGNED
    assert not p.kiosk.host.referee.open, "locked again once the referee is done"


def reopenings(p) -> list[Do]:
    """The buttons that open the result again, each for its reason."""
    actions = [widget.action for widget in p.kiosk.scene if isinstance(widget, Touch)]
    return [action for action in actions if isinstance(action, Do) and type(action.event).__name__ == "Reopen"]
