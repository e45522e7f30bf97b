"""A score sheet that the organiser has drawn, at the table: names on it, its terms in the game, the way back."""

import pytest

from device.common.event.messages import NextSeat, NextSeats, Order, Pairing
from device.event.actions import PlayPairing
from device.games.rounds.setup import RoundsSeats, RoundsSetupScreen
from device.screens.home import HomeController
from rules.rounds import RoundsSetup
from rules.sheet_terms import SheetTerms
from tests.kiosk.at_event import well
from tests.kiosk.script import play
from tests.kiosk.seeing import says
from tools.play.players.rounds import RoundsPlayer

TERMS = SheetTerms(name="Žolíky našeho klubu", players=(4, 8), team=2, wins="least", until=100)
DRAWN = Pairing(
    pairing="cd" * 8,
    kind="rounds",
    round=3,
    title="Písek",
    names=("A", "B", "C"),
    seats=(("Adam", "Bára"), ("Cyril", "Dana"), ("Emil", "Fanny")),
    people=tuple(f"{n}" * 16 for n in "abcdef"),
    terms=TERMS,
)


@pytest.fixture
def p(new_table):
    return new_table(RoundsPlayer)


def drawn(p, pairing):
    """People touch what they are to play."""
    well(p, order=Order(pairing=pairing))
    p.kiosk.host.home()
    p.kiosk.loop.invalidate()
    p.settle()
    p.touch(PlayPairing(pairing))


def test_one_touch_begins_the_game_on_the_sheet_that_was_drawn(p):
    drawn(p, DRAWN)
    assert isinstance(p.kiosk.controller.screen, RoundsSeats)
    assert says(p, "Žolíky našeho klubu")
    play(p, "done")
    setup = p.kiosk.table.state.setup
    assert isinstance(setup, RoundsSetup)
    assert (setup.terms, setup.round, setup.table, setup.title) == (TERMS, 3, "7", "Písek")
    assert setup.players == ("Adam", "Cyril", "Emil", "Bára", "Dana", "Fanny")
    assert [person.id for person in setup.seats] == [letter * 16 for letter in "acebdf"]
    assert p.kiosk.table.state.columns == ("Adam + Bára", "Cyril + Dana", "Emil + Fanny")


def test_the_way_back_from_it_leads_home_and_not_to_other_sheets(p):
    drawn(p, DRAWN)
    play(p, "back")
    assert isinstance(p.kiosk.controller, HomeController)


def test_who_is_not_named_is_written_at_the_table(p):
    seats = (("Adam",), ("Cyril", "Dana"))
    drawn(p, Pairing(pairing="cd" * 8, kind="rounds", round=3, seats=seats, terms=TERMS))
    assert p.kiosk.controller.screen.form.names[:4] == ("Adam", "Cyril", "", "Dana")
    play(p, "done")
    assert isinstance(p.kiosk.controller.screen, RoundsSeats), "the fourth is missing"


def test_an_organiser_that_says_no_sheet_leaves_the_choice_to_the_table(p):
    drawn(p, Pairing(pairing="cd" * 8, kind="rounds", round=3, seats=(("Adam",), ("Bára",))))
    screen = p.kiosk.controller.screen
    assert isinstance(screen, RoundsSetupScreen)
    assert screen.players == ("Adam", "Bára")


def test_all_eight_of_a_large_table_read_where_they_play_next(p):
    seats = tuple(NextSeat(name=f"Hráč {n}", table=n, others=("Gita", "Hynek")) for n in range(1, 9))
    well(p, order=Order(next=NextSeats(round=4, seats=seats)))
    play(p, "Kdo kde hraje")
    assert not [seat.name for seat in seats if not says(p, seat.name)]
