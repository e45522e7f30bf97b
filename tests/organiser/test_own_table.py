"""What the page of an entrant says: where it plays, against whom, what it has played, and which place it has."""

import pytest

from device.organiser.board.own_table import OwnGame, OwnTable, own_table
from device.organiser.tournament.registration import Registration
from tests.organiser.events import PAIRS, doubles, fours
from tests.organiser.said import correct

ONE, TWO, THREE, FOUR, FIVE = (name or f"{first} + {second}" for first, second, name, _ in PAIRS)
LOST = OwnGame(1, 12, (FOUR,), "200 : 290", "lost")
PAGES = [
    OwnTable(1, ONE, PAIRS[0][:2], 2, 1, 0, (FIVE,), (OwnGame(1, 1, (TWO,), "312 : 250", "won"),), 2, 5),
    OwnTable(2, TWO, PAIRS[1][:2], 2, 12, 0, (FOUR,), (OwnGame(1, 1, (ONE,), "250 : 312", "lost"),), 5, 5),
    OwnTable(3, THREE, PAIRS[2][:2], 2, 0, None, (), (OwnGame(2, 0, (), "", "won"), LOST), 4, 5),
    OwnTable(4, FOUR, PAIRS[3][:2], 2, 12, 1, (TWO,), (OwnGame(1, 12, (THREE,), "290 : 200", "won"),), 1, 5),
    OwnTable(5, FIVE, PAIRS[4][:2], 2, 1, 1, (ONE,), (OwnGame(1, 0, (), "", "won"),), 3, 5),
]


@pytest.mark.parametrize("page", PAGES)
def test_a_pair_finds_its_table_its_games_and_its_place(store, page):
    assert own_table(doubles(store).read(), page.number) == page


def test_nobody_has_a_number_that_was_not_given(store):
    assert own_table(doubles(store).read(), 6) is None


def test_who_asked_for_initials_is_not_named_on_its_page_either(store):
    desk = doubles(store)
    correct(Registration(desk), 2, PAIRS[1][:2], "", "Brno", "", initials=True)
    page = own_table(desk.read(), 2)
    assert (page.name, page.players) == ("E. Š. + Ř. D.", ())
    assert own_table(desk.read(), 4).others == ("E. Š. + Ř. D.",)


def test_at_a_table_of_four_everybody_else_is_an_opponent_and_nobody_has_won(store):
    others = ("Hráč B.", "Hráč C.", "Hráč D.")
    game = OwnGame(1, 1, others, "+12,40", "")
    assert own_table(fours(store).read(), 1) == OwnTable(1, "Hráč A.", ("Hráč A.",), 1, 1, None, others, (game,), 1, 8)
