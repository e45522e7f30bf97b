"""A game whose table says what this organiser cannot read: that row stands with its reason, the rest is folded on."""

import json

from device.common.i18n import tr
from device.organiser.log.table_game import TableGame
from rules.record import read

SETUP = '{"game": "polish_doubles", "pairs": [{"name": "Krtci"}, {"name": "Sloky"}]}'
ROWS = {
    1: (0, '{"event":"starters","pair":"A"}'),
    2: (1, '{"event":"teleport","to":9}'),
    3: (2, '{"event":"press","pair":"A"}'),
    4: (3, '{"ev'),
    5: (4, '{"event":"sign","pair":"A"}'),
    6: (5, '{"event":"note","rule":"S2"}'),
}


def heard(rows) -> TableGame:
    return TableGame("g", 4, SETUP, 1, len(rows), (4, "boot"), texts=dict(rows))


def test_what_comes_after_a_row_that_does_not_fit_is_on_the_card_and_the_desk_is_told_of_the_first():
    game = heard(ROWS)
    assert game.history is not None
    assert [entry.n for entry in game.history.refused_entries] == [2, 4, 5]
    assert game.history.state.turns
    assert len(game.history.state.remarks) == 3
    assert game.card is not None
    assert str(game.trouble) == "Entry 2 does not fit: There is no event teleport in this game."
    assert tr(game.trouble)


def test_a_row_that_comes_later_is_folded_on():
    game = heard({n: row for n, row in ROWS.items() if n < 4})
    assert len(game.history.entries) == 3
    game.texts.update(ROWS)
    assert len(game.history.entries) == 6


def test_its_record_is_read_again_whole():
    again = read(heard(ROWS).record.split("\n"))
    assert again.state == heard(ROWS).history.state
    assert [entry.n for entry in again.refused_entries] == [2, 4, 5]


def test_a_setup_that_makes_no_game_is_told_and_nothing_else():
    for setup in ("{", "[" * 100_000, json.dumps({"game": "bridge"})):
        game = heard(ROWS)
        game.setup_text = setup
        assert game.history is None
        assert game.trouble is not None
