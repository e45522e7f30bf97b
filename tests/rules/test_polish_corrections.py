"""S12: a row written as a pass or an exchange becomes a word, and the other way round."""

import pytest

from rules.polish_doubles.rows import Kind
from rules.polish_doubles.tiles import TILES
from tests.rules.table import GAME, Game, Undo, e


def row(g, turn, move):
    return g.state.turns[turn - 1].rows[move - 1]


def passed() -> Game:
    """Sloky's first move stands as a pass, their second as an exchange of three; both are pressed."""
    g = Game().opened()
    g.do(e.Pass(player=1))
    g.do(e.Exchange(tiles=3, player=2))
    g.press("B")
    return g


def test_S12_a_pass_becomes_a_word_with_its_points_and_tiles():
    g = passed()
    bag = g.state.flow().bag
    g.do(e.Correct(turn=2, move=1, word="RAK", points=8))
    assert (row(g, 2, 1).kind, row(g, 2, 1).word, row(g, 2, 1).points) == (Kind.WORD, "RAK", 8)
    assert row(g, 2, 1).player == 1
    assert [old.kind for old in row(g, 2, 1).versions] == [Kind.PASS]
    assert g.total("B") == 8
    assert g.state.flow().bag == bag - 3
    g.objected(1, valid=False)
    assert g.total("B") == 0


def test_S12_an_exchange_becomes_points_without_a_word():
    g = passed()
    g.do(e.Correct(turn=2, move=2, word="", points=12, tiles=4))
    assert (row(g, 2, 2).kind, row(g, 2, 2).points, row(g, 2, 2).tiles) == (Kind.POINTS, 12, 4)
    assert g.total("B") == 12


def test_S12_a_word_becomes_a_pass_and_its_tiles_are_back():
    g = Game().opened().turn("B", ("PES", 5), ("KOSA", 8))
    g.do(e.Correct(turn=2, move=2, points=None))
    assert (row(g, 2, 2).kind, row(g, 2, 2).word, row(g, 2, 2).tiles) == (Kind.PASS, None, 0)
    assert g.total("B") == 5
    assert g.state.flow().bag == TILES - 28 - 5 - 3
    g.refused("S16", e.Objection(move=2))
    g.do(Undo())
    assert g.total("B") == 13


def test_S12_a_word_becomes_an_exchange_and_that_a_pass():
    g = Game().opened().turn("B", ("PES", 5), ("KOSA", 8))
    g.do(e.Correct(turn=2, move=1, points=None, tiles=2))
    assert (row(g, 2, 1).kind, row(g, 2, 1).tiles, row(g, 2, 1).score) == (Kind.EXCHANGE, 2, 0)
    g.do(e.Correct(turn=2, move=1, points=None, tiles=4))
    assert row(g, 2, 1).tiles == 4
    g.do(e.Correct(turn=2, move=1, points=None))
    assert (row(g, 2, 1).kind, row(g, 2, 1).tiles) == (Kind.PASS, 0)
    assert [old.kind for old in row(g, 2, 1).versions] == [Kind.WORD, Kind.EXCHANGE, Kind.EXCHANGE]


def test_S12_with_squares_the_board_follows():
    g = Game().start()
    g.move("ČUMÁK", 30, at="H4")
    g.press("A")
    g.do(e.Pass())
    g.do(e.Correct(turn=2, move=1, word="OBLOUK", points=18, at="5D"))
    assert "".join(line[4] for line in g.state.board.rows).strip() == "OBLOUK"
    assert row(g, 2, 1).tiles_laid == 5
    g.do(e.Correct(turn=2, move=1, points=None))
    assert row(g, 2, 1).placement.at is None
    assert len(g.state.board.tiles) == 5


def test_S12_what_becomes_a_move_on_the_board_needs_its_points():
    g = passed()
    g.refused("S22", e.Correct(turn=2, move=1, word="RAK"))
    g.refused("S12", e.Correct(turn=2, move=1, points=8))
    g.refused("S12", e.Correct(turn=2, move=2, points=0, tiles=2))
    g.refused("S12", e.Correct(turn=2, move=1, points=8, at="H8"))
    g.refused("S3", e.Correct(turn=2, move=1, word="RAX", points=8, tiles=7))
    g.refused("S12", e.Correct(turn=2, move=1, word="RAK", points=None))
    g.refused("S12", e.Correct(turn=2, move=1))
    g.refused("S12", e.Correct(turn=2, move=1, tiles=2))


@pytest.mark.parametrize(
    "event", [e.Correct(turn=2, move=1, points=None), e.Correct(turn=2, move=1, points=None, tiles=2)]
)
def test_S12_a_move_that_was_judged_stays_a_move_on_the_board(event):
    g = Game().opened().turn("B", ("PES", 5), ("KOSA", 8))
    g.do(e.Objection(move=1))
    g.refused("S12", event)
    g.do(e.Verdict(valid=True))
    g.refused("S12", event)
    g.do(e.Correct(turn=2, move=2, points=None))
    early = Game().opened()
    early.move("PES", 5)
    early.do(e.Early())
    early.refused("S12", event)


def test_S12_S24_no_exchange_is_entered_for_which_the_bag_had_too_few_tiles():
    g = Game().opened()
    g.do(e.Bag(count=8))
    g.move("PES", 5, tiles=3)
    g.move("KOSA", 8, tiles=4)
    g.refused("S24", e.Correct(turn=2, move=2, points=None, tiles=1))
    g.do(e.Correct(turn=2, move=1, points=None, tiles=1))
    g.do(e.Correct(turn=2, move=2, points=None, tiles=1))


def test_S12_points_said_for_a_pass_were_announced_wrongly_where_people_say_so():
    g = Game(points_misannounced="correction_and_cross").opened()
    g.do(e.Pass())
    g.do(e.Correct(turn=2, move=1, word="RAK", points=8, announced=True))
    assert g.state.crosses == (0, 1)


def test_S12_what_it_became_is_told_in_words_and_as_data():
    g = passed()
    events = (
        e.Correct(turn=2, move=1, word="RAK", points=8),
        e.Correct(turn=2, move=1, points=None),
        e.Correct(turn=2, move=1, points=None, tiles=3),
        e.Correct(turn=2, move=1, points=None, tiles=1),
    )
    assert [str(GAME.describe(event)) for event in events] == [
        "correction of move 1 of turn 2",
        "correction of move 1 of turn 2: pass",
        "correction of move 1 of turn 2: exchange of 3 tiles",
        "correction of move 1 of turn 2: exchange of 1 tile",
    ]
    for event in events[:3]:
        g.do(event)
    versions = GAME.report(g.state).data["turns"][1]["moves"][0]["versions"]
    assert [(old["kind"], old["word"], old["points"], old["tiles"]) for old in versions] == [
        ("pass", None, 0, 0),
        ("word", "RAK", 8, 3),
        ("pass", None, 0, 0),
    ]
