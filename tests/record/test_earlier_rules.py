"""Games that were played by an earlier version's rules, and say nothing of it: what was accepted is never refused."""

import json

import pytest

from rules.act_game import ActGame
from rules.record import BadRecord, begin, read, write
from rules.stored_game import take
from tests.rules.table import Game, e


def three_corrections(**settings) -> list[str]:
    """Sloky's move was put right three times, each for a cross: they lost a move, and the game went on to its end."""
    g = Game(points_misannounced="correction_and_cross", **settings).opened()
    g.turn("B", ("PES", 5), ("KOSA", 8))
    for points in (6, 7, 8):
        g.do(e.Correct(turn=2, move=1, points=points, announced=True))
    g.turn("A", ("MÁK", 9), ("SEN", 3)).turn("B", ("LES", 6))
    g.do(e.End())
    g.do(e.Racks(pair="A", tiles="AEI"))
    g.do(e.Racks(pair="B", tiles="OU"))
    return write(g.history).splitlines()


@pytest.fixture
def of_earlier_version() -> list[str]:
    """As that version wrote it: without the word for how crosses were counted."""
    setup, *lines = three_corrections(cross_per="correction")
    values = json.loads(setup)
    assert values.pop("cross_per") == "correction"
    return [json.dumps(values), *lines]


def test_S12_a_record_in_which_each_correction_cost_a_cross_reads_as_it_was_played(of_earlier_version):
    history = read(of_earlier_version)
    assert history.state.crosses == (0, 3)
    assert [turn.struck for turn in history.state.turns[:4]] == ["opening", "", "", "cross"]
    assert history.state.total(1) == 22 - 3
    assert json.loads(write(history).splitlines()[0])["cross_per"] == "correction"


def test_S12_so_does_a_game_that_was_kept(of_earlier_version):
    setup, *lines = map(json.loads, of_earlier_version)
    history = begin(setup)
    for line in lines:
        at = line.pop("t")
        history = take(history, json.dumps(line), round(at * 1_000_000_000))
    assert not history.refused_entries
    assert history.state == read(of_earlier_version).state


def test_what_no_version_accepted_stands_as_refused_and_today_says_why(of_earlier_version):
    setup, *lines = of_earlier_version
    with pytest.raises(BadRecord) as bad:
        read([setup, *lines, '{"event": "press", "pair": "A"}'])
    assert "missing on the scoresheet" in str(bad.value)
    history = take(read(of_earlier_version), '{"event": "press", "pair": "A"}', 10**12)
    assert [str(entry.refused) for entry in history.refused_entries] == ["The clocks are not needed any more. (S29)"]


def test_a_game_is_folded_by_earlier_rules_at_its_first_refusal_alone(monkeypatch):
    asked = []
    monkeypatch.setattr(
        type(Game().history.game),
        "earlier_setups",
        lambda game, setup: asked.append(setup) or ActGame.earlier_setups(game, setup),
    )
    history = Game().opened().history
    for _ in range(5):
        history = take(history, '{"event": "sign", "pair": "A"}', history.last_at)
    assert len(history.refused_entries) == 5
    assert len(asked) == 1
