"""What tables are told beside their own order: who takes part, and where those who sat there play next."""

import msgspec

from device.common.event import messages, wire
from device.organiser.tournament.drawing import Drawing
from device.organiser.tournament.registration import Registration
from device.organiser.tournament.table_lists import LARGEST_LIST, lists_of, next_seats, with_lists
from tests.organiser.events import MARIAS, played, with_pairs, with_players
from tests.organiser.said import enrol, entrant_lines


def order_of(desk, table):
    place = desk.read().place(table)
    return with_lists(desk.state, desk.state.order(place), place)


def lines(order):
    return [(seat.name, seat.table, seat.others, seat.place) for seat in order.next.seats]


def test_tables_hear_names_and_ids_of_all_who_take_part_and_nothing_else_of_them(desk):
    enrol(Registration(desk), ("Jana", "Petr"), "Krtci", contact="someone@example.org")
    with_players(desk, 2)
    Registration(desk).attend(2, "withdrawn")
    listed = order_of(desk, 1).people
    entrants = desk.state.tournament.by_number()
    assert [(participant.name, participant.person) for participant in listed] == [
        ("Jana", entrants[1].people[0]),
        ("Petr", entrants[1].people[1]),
        ("Player 2", entrants[3].people[0]),
    ]
    assert b"someone" not in msgspec.json.encode(order_of(desk, 1))
    Registration(desk).attend(2, "present")
    assert len(order_of(desk, 1).people) == 4


def test_a_list_that_is_too_long_leaves_room_for_all_that_a_table_must_hear(desk):
    names = [f"Žďárská-Příšerná {n} " + "ř" * 17 for n in range(1, 501)]
    Registration(desk).enrol(entrant_lines("\n".join(("Jméno", *names))))
    Registration(desk).all_came()
    played(desk, 1, "1: 1 2 3 4\n2: 5 6 7 8", kind=MARIAS)
    played(desk, 2, "1: 1 5 3 7\n2: 2 6 4 8", kind=MARIAS)
    order = order_of(desk, 1)
    assert 200 < len(order.people) < messages.MOST_LISTED, "long names are cut by bytes, not by number"
    assert len(msgspec.json.encode(order.people)) <= LARGEST_LIST
    assert wire.decode(wire.encode(order), messages.Order) == order
    assert (order.pairing.round, len(order.next.seats)) == (2, 4)


def test_who_sat_there_hears_the_next_table_the_others_and_the_place(desk):
    with_players(desk, 8)
    played(desk, 1, "1: 1 2 3 4\n2: 5 6 7 8", (300, 100, -100, -300), (200, 0, 0, -200), kind=MARIAS)
    assert order_of(desk, 1).next is None, "nobody has sat anywhere yet"
    played(desk, 2, "1: 1 5 3 7\n2: 2 6 4 8", kind=MARIAS)
    order = order_of(desk, 1)
    assert (order.next.round, order.next.of) == (2, 8)
    assert lines(order) == [
        ("Player 1", 1, ("Player 5", "Player 3", "Player 7"), 1),
        ("Player 2", 2, ("Player 6", "Player 4", "Player 8"), 3),
        ("Player 3", 1, ("Player 1", "Player 5", "Player 7"), 6),
        ("Player 4", 2, ("Player 2", "Player 6", "Player 8"), 8),
    ]
    assert order.pairing.seats == (("Player 1",), ("Player 5",), ("Player 3",), ("Player 7",))
    assert order.pairing.goes_on
    assert order_of(desk, 3).next is None


def test_who_has_a_bye_hears_it_and_who_has_withdrawn_is_not_named(desk):
    with_pairs(desk, 5)
    played(desk, 1, "1: 1 2\n2: 3 4\n5")
    Registration(desk).attend(2, "withdrawn")
    played(desk, 2, "1: 1 3\n2: 4 5")
    assert [line[:3] for line in lines(order_of(desk, 1))] == [("Pair 1", 1, ("Pair 3",))]
    Registration(desk).attend(4, "withdrawn")
    played(desk, 3, "1: 3 5\n1")
    assert [line[:2] for line in lines(order_of(desk, 1))] == [("Pair 1", 0), ("Pair 3", 1)]
    assert not order_of(desk, 1).pairing.goes_on, "a game of one round is begun anew"


def test_the_tables_are_told_again_only_of_what_is_another_thing_for_them(desk):
    known = [lists_of(desk.read())]

    def has_changed():
        known.append(lists_of(desk.read()))
        return known[-1] != known[-2]

    assert not has_changed()
    with_players(desk, 8)
    assert has_changed()
    Registration(desk).rest(1, 3)
    Registration(desk).attend(2, "present")
    assert not has_changed(), "checked in, or a bye later: no table has to know"
    Registration(desk).attend(2, "withdrawn")
    assert has_changed()
    Registration(desk).attend(2, "present")
    played(desk, 1, "1: 1 2 3 4\n2: 5 6 7 8", kind=MARIAS)
    assert has_changed()
    assert not has_changed()
    played(desk, 2, "1: 1 5 3 7\n2: 2 6 4 8", kind=MARIAS)
    assert has_changed()


def test_a_draw_that_is_taken_back_is_taken_from_the_tables(desk):
    with_players(desk, 8)
    played(desk, 1, "1: 1 2 3 4\n2: 5 6 7 8", kind=MARIAS)
    played(desk, 2, "1: 1 5 3 7\n2: 2 6 4 8", kind=MARIAS)
    place = desk.state.place(1)
    assert next_seats(desk.state, place) is not None
    Drawing(desk).take_back(desk.state.tournament.last.id)
    assert next_seats(desk.read(), place) is None
