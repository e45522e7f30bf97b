"""S26: a player without tiles, the partner who has one move left, and what takes that back."""

import pytest

from tests.rules.table import GAME, Game, e


def test_S26_with_one_partner_out_the_pair_has_one_move_and_the_second_row_is_struck():
    g = Game().opened()
    g.do(e.Bag(count=0))
    g.move("KALHOTY", 60)
    g.move("POSTEL", 20)
    g.press("B")
    g.do(e.Out(pair="B"))
    g.refused("S26", e.Out(pair="B"))
    g.turn("A", ("MÁK", 9), ("SEN", 3))
    assert (g.state.turn.moves, g.state.turn.struck) == (1, "out")
    g.turn("B", ("JE", 3))
    assert g.total("B") == 83


def test_S26_a_lost_move_takes_the_one_that_is_left():
    g = Game(points_misannounced="correction_and_cross").opened()
    g.do(e.Bag(count=0))
    g.move("KALHOTY", 60)
    g.move("POSTEL", 20)
    g.press("B")
    g.do(e.Out(pair="B"))
    g.turn("A", ("MÁK", 9), ("SEN", 3))
    g.objected(1, valid=True)
    for move in (1, 2):
        g.do(e.Correct(turn=2, move=move, points=19, announced=True))
    assert g.state.crosses == (0, 3)
    assert g.state.turns[-2].moves == 0
    assert g.state.turn.pair == 0, "the turn is struck whole, the opponents are on move"


def test_S26_an_invalid_move_gives_its_tiles_back_and_nobody_is_out():
    g = Game().opened()
    g.do(e.Bag(count=0))
    g.move("KALHOTY", 60)
    g.move("POSTEL", 20)
    g.press("B")
    g.do(e.Out(pair="B"))
    g.objected(1, valid=False, builds_on=False)
    assert g.state.outs[1] is None


def with_one_out(first: int | None, second: int | None, out: int | None = None) -> Game:
    """Sloky laid 4 and 2 tiles with an empty bag; then one of them is declared out. Players 1 and 2 where known."""
    g = Game().opened()
    g.do(e.Bag(count=0))
    g.move("KOSA", 9, tiles=4, player=first)
    g.move("HRAD", 10, tiles=2, player=second)
    g.press("B")
    g.do(e.Out(pair="B", player=out))
    return g


@pytest.mark.parametrize(("invalid", "stays"), [(1, False), (2, True)])
def test_S26_the_player_who_is_out_by_another_move_stays_out(invalid, stays):
    g = with_one_out(1, 2, out=1)
    g.objected(invalid, valid=False, builds_on=False)
    assert (g.state.outs[1] is not None) is stays


@pytest.mark.parametrize("invalid", [1, 2])
def test_S26_where_nobody_said_who_is_out_what_was_declared_stands(invalid):
    g = with_one_out(None, None)
    g.objected(invalid, valid=False, builds_on=False)
    assert g.state.outs[1] is not None
    g.turn("A", ("MÁK", 9), ("SEN", 3))
    assert g.state.turn.struck == "out"


def test_S26_when_both_moves_fall_both_players_have_tiles_again():
    g = with_one_out(None, None)
    g.objected(1, valid=False, builds_on=True)
    assert g.state.outs[1] is None


def test_S26_out_before_the_move_was_played_cannot_have_followed_from_it():
    g = with_one_out(1, 2, out=1).turn("A", ("MÁK", 9), ("SEN", 3))
    g.move("LES", 10, tiles=2, player=2)
    g.press("B")
    g.objected(1, valid=False)
    assert g.state.outs[1] is not None
    full = Game().opened()
    full.do(e.Out(pair="B"))
    full.move("KALHOTY", 60, tiles=7)
    full.press("B")
    full.objected(1, valid=False)
    assert full.state.outs[1] is not None


def test_S26_a_second_row_after_that_shows_that_the_player_has_tiles_again():
    g = with_one_out(None, None)
    g.objected(2, valid=False)
    g.turn("A", ("MÁK", 9), ("SEN", 3))
    g.turn("B", ("LES", 6), ("DUB", 4))
    assert (len(g.state.turns[3].rows), g.state.outs[1]) == (2, None)
    assert g.total("B") == 19
    firm = with_one_out(None, None).turn("A", ("MÁK", 9), ("SEN", 3))
    firm.move("LES", 6)
    assert "only move" in str(firm.refused("S26", e.Move(word="DUB", points=4)))


def test_S26_after_that_it_may_be_declared_again_and_is_firm():
    g = with_one_out(None, None)
    g.objected(2, valid=False)
    g.turn("A", ("MÁK", 9), ("SEN", 3))
    g.do(e.Out(pair="B"))
    g.refused("S26", e.Out(pair="B"))
    g.move("LES", 6)
    g.refused("S26", e.Move(word="DUB", points=4))
    other = with_one_out(None, None)
    other.objected(2, valid=False)
    other.turn("A", ("MÁK", 9), ("SEN", 3))
    other.move("LES", 6)
    other.do(e.Out(pair="B"))
    other.move("DUB", 4)
    other.press("B")
    assert other.state.outs[1] is not None, "a second row of that turn was written, and the next one has one"


def test_S26_where_somebody_of_each_pair_is_out_that_can_be_taken_back():
    g = with_one_out(None, None)
    g.do(e.Out(pair="A"))
    assert g.may("out") is None
    g.do(e.Out(pair="A", withdrawn=True))
    assert g.state.outs[0] is None


def test_S26_people_say_that_a_player_has_tiles_again():
    g = with_one_out(None, None)
    g.refused("S26", e.Out(pair="A", withdrawn=True))
    g.turn("A", ("MÁK", 9), ("SEN", 3))
    assert g.state.turn.moves == 1
    g.do(e.Out(pair="B", withdrawn=True))
    assert (g.state.turn.moves, g.state.turn.struck) == (2, "")
    g.turn("B", ("LES", 6), ("DUB", 4))
    assert g.total("B") == 29


def test_S26_out_needs_no_bag_of_the_scoresheet():
    g = Game().opened()
    g.do(e.Out(pair="B"))
    assert g.state.turn.struck == "out"
    g.refused("S26", e.Out(pair="B"))


def noted(g: Game) -> list[str]:
    """What the report says of a player who is out otherwise than the sheet."""
    return [
        str(line) for line in GAME.report(g.state).notes if "one player out" in str(line) and "scoresheet" in str(line)
    ]


def test_S26_what_the_pair_says_counts_and_what_the_sheet_says_otherwise_is_noted():
    g = Game().opened().turn("B", ("PES", 5), ("KOSA", 8))
    g.do(e.Out(pair="A"))
    assert (g.state.turn.moves, g.state.turn.struck) == (1, "out")
    assert noted(g) == ["Krtci declared one player out. By the scoresheet the pair still holds 14 and the bag 58."]
    g.do(e.Out(pair="A", withdrawn=True))
    assert noted(g) == []


def test_S26_where_the_sheet_agrees_nothing_is_noted():
    g = with_one_out(None, None)
    assert g.state.outs[1].turn == 2
    assert noted(g) == ["Sloky declared one player out. By the scoresheet the pair still holds 8 and the bag 0."]
    g.do(e.Correct(turn=2, move=2, word="HRADBY", tiles=6))
    assert noted(g) == [], "6 + 4 of 14 are gone, and at most 7 can be with the partner"
    g.turn("A", ("MÁK", 9), ("SEN", 3)).turn("B", ("JE", 3))
    assert noted(g) == []


def test_S26_the_sheet_is_asked_as_it_stood_when_the_player_was_declared_out():
    g = Game().opened()
    g.do(e.Bag(count=0))
    g.move("KALHOTY", 60, tiles=7)
    g.do(e.Out(pair="B"))
    g.move("POSTEL", 20, tiles=1)
    g.press("B")
    assert noted(g) == []
    late = Game().opened()
    late.do(e.Bag(count=0))
    late.move("KALHOTY", 60, tiles=6)
    late.do(e.Out(pair="B"))
    late.move("POSTEL", 20, tiles=6)
    assert noted(late) == ["Sloky declared one player out. By the scoresheet the pair still holds 8 and the bag 0."]


def test_S26_it_is_asked_of_those_who_play_now():
    g = Game().opened()
    g.do(e.Substitute(pair="B", player=2, name="Ivo"))
    question = e.Out.need.question(g.state, 1)
    assert [reply.label for reply in question.answers][:2] == ["Eva", "Ivo"]
