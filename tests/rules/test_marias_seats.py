"""M31, M4, M6: players change seats between rounds, others sit down, and results stay with the people."""

import pytest

from rules.game import Undo
from rules.marias import MariasSetup
from rules.marias.game import remarks_of
from rules.marias.state import slip_of, standings
from rules.message import Refusal
from tests.rules.marias_table import GAME, PLAYERS, Table, e

EVEN = ((4900, 5),) * 4
WON = ((5000, 5), (4900, 5), (4900, 5), (4800, 5))
"""Adam has won 1 Kč, Dana lost it."""


def seated(*players, **more):
    return e.Seats(players=players, **more)


def places(m):
    return [
        (standing.place, m.state.known[standing.person].name, int(standing.total)) for standing in standings(m.state)
    ]


def test_M31_results_go_along_to_another_seat():
    m = Table(rounds=2).start().finish(*WON)
    m.do(seated("Dana", "Bára", "Cyril", "Adam")).start().finish(*EVEN)
    assert places(m) == [(1, "Adam", 100), (2, "Bára", 0), (2, "Cyril", 0), (4, "Dana", -100)]
    m = Table(rounds=2).start().finish(*WON)
    m.do(seated("Dana", "Bára", "Cyril", "Adam")).start().finish(*WON)
    assert [(name, total) for _, name, total in places(m)] == [("Dana", 0), ("Bára", 0), ("Cyril", 0), ("Adam", 0)]


def test_M31_a_locked_slip_keeps_the_names_of_its_round():
    m = Table(rounds=2).start().deal("A", "B", "hra").finish(*WON)
    m.do(seated("Emil", "Dana", "Cyril")).start().deal("A", None, "hra").finish((5000, 5), (4900, 5), (4800, 5))
    tables = GAME.report(m.state).tables
    names = [[line.cells[1] for line in table.lines] for table in tables if "slip" in str(table.title)]
    assert names == [["Adam", "Bára", "Cyril", "Dana"], ["Emil", "Dana", "Cyril"]]
    assert [table.columns[5:] for table in tables if "deals" in str(table.title)] == [
        ("Adam", "Bára", "Cyril", "Dana"),
        ("Emil", "Dana", "Cyril"),
    ]
    assert [line.seat for line in slip_of(m.state.setup, m.state.rounds[0]).lines] == [0, 1, 2, 3]


def test_M31_who_has_left_keeps_a_place_and_who_came_later_missed_the_first_round():
    m = Table(rounds=2).start().finish(*WON)
    m.do(seated("Bára", "Cyril", "Emil")).start().finish((4900, 5), (4900, 5), (4900, 5))
    results_by_name = {m.state.known[standing.person].name: standing.results for standing in standings(m.state)}
    assert results_by_name["Adam"] == (100, None)
    assert results_by_name["Emil"] == (None, 0)
    data = GAME.report(m.state).data
    assert [(standing["player"], standing["seat"]) for standing in data["standings"]] == [
        ("Adam", None),
        ("Bára", "A"),
        ("Cyril", "B"),
        ("Emil", "C"),
        ("Dana", None),
    ]
    assert [round_data["players"] for round_data in data["rounds"]] == [
        ["Adam", "Bára", "Cyril", "Dana"],
        ["Bára", "Cyril", "Emil"],
    ]


def test_M31_seats_change_between_rounds_only():
    m = Table(rounds=1)
    m.do(seated("Bára", "Adam", "Cyril"))
    assert m.state.names == ("Bára", "Adam", "Cyril")
    m.start()
    m.refused("M31", seated("Adam", "Bára", "Cyril"))
    m.wait(3000).do(e.EndRound())
    m.refused("M31", seated("Adam", "Bára", "Cyril"))
    for seat in "ABC":
        m.do(e.Closing(seat=seat, coin=4900, tokens=5))
    m.do(e.Sign(side="A"), e.Sign(side="B"))
    m.refused("M1", seated("Adam", "Bára", "Cyril"))


@pytest.mark.parametrize("names", [("Adam", "Bára"), ("Adam", " ", "Cyril"), ("Adam", "Bára", "Adam")])
def test_M31_three_to_five_who_can_be_told_apart(names):
    Table().refused("M31", seated(*names))
    with pytest.raises(Refusal) as caught:
        GAME.start(MariasSetup(players=names))
    assert caught.value.rule == "M31"


def test_M31_a_name_that_stands_there_twice_is_said():
    assert "Adam" in Table().refused("M31", seated("Adam", "Bára", "Adam"))


def test_M4_who_is_expelled_does_not_come_back_and_a_warning_goes_along():
    m = Table().do(e.Warn(seat="A"), e.Warn(seat="B"), e.Expel(seat="B"))
    assert "Bára" in m.refused("M4", seated("Adam", "Bára", "Cyril", "Dana"))
    m.do(seated("Emil", "Dana", "Adam", "Cyril"))
    m.refused("M4", e.Expel(seat="A"))
    m.do(e.Expel(seat="C"))
    assert m.state.present == (0, 1, 3)


def test_M6_who_writes_the_slip_takes_it_along_or_another_does():
    m = Table(leader="C").do(seated("Cyril", "Adam", "Bára"))
    assert m.state.leader == 0
    m.do(seated("Adam", "Bára", "Dana"))
    assert m.state.leader == 0, "Cyril has gone: seat A"
    m.do(seated("Adam", "Bára", "Dana", leader="C"))
    assert m.state.leader == 2
    m.refused("M6", seated("Adam", "Bára", "Dana", leader="D"))
    m.start()
    assert m.state.round.leader == 2


def test_dealing_begins_at_seat_A_again_and_five_may_become_three():
    m = Table(5).do(e.Dealer(seat="E"), seated("Dana", "Emil", "Cyril")).start()
    assert (m.state.dealer, m.state.active) == (0, (0, 1, 2))
    m.refused("M31", e.Dealer(seat="E"))


def test_undo_brings_everybody_back():
    m = Table().do(seated("Dana", "Bára", "Cyril", "Adam"))
    m.do(Undo())
    assert m.state.names == PLAYERS[:4]


def test_remarks_name_people_since_seats_change():
    m = (
        Table()
        .start()
        .do(e.Warn(seat="A", reason="tired"), e.TopUp(seat="B", amount=1000), e.Note(rule="M7", seat="D"))
    )
    notes = [str(note) for note in GAME.report(m.state).notes]
    assert notes[0] == "round 1: Adam is warned: socially tired"
    assert notes[1] == "round 1: Bára tops up 10.00 Kč"
    assert notes[2].endswith("(Dana)")


def test_a_remark_stands_on_the_slip_of_its_round_or_between_rounds():
    m = Table().do(e.Warn(seat="A", reason="late")).start().do(e.Warn(seat="B", reason="tired")).finish(*WON)
    m.start().do(e.Warn(seat="C", reason="shouting"))
    assert [[remark.event.reason for remark in remarks_of(m.state, n)] for n in range(4)] == [
        ["late"],
        ["tired"],
        ["shouting"],
        [],
    ]


# -- people whom the organiser has drawn for the tournament's next round ---------------------------------------------

ID = {name: f"{n:08x}" for n, name in enumerate(("Adam", "Bára", "Cyril", "Dana", "Emil", "Other Adam"), start=10)}


def drawn(round, *who, called=None):
    names = called or who
    return e.Seats(players=names, people=tuple(ID[letter] for letter in who), round=round, pairing="ab" * 8)


def sums(m):
    return {m.state.known[standing.person].id: int(standing.total) for standing in standings(m.state)}


def at_event(**more):
    m = Table(rounds=5, people=tuple(ID[player] for player in PLAYERS[:4]), **more)
    return m.start().finish(*WON)


def test_M31_a_drawn_round_has_its_own_number_and_the_one_after_it_follows():
    m = at_event(round=2)
    assert (m.state.round.number, m.state.coming) == (2, 3)
    m.do(drawn(5, "Emil", "Dana", "Bára"))
    assert (m.state.coming, m.state.pairing) == (5, "ab" * 8)
    m.do(Undo())
    assert (m.state.coming, m.state.pairing) == (3, "")
    m.do(drawn(4, "Emil", "Dana", "Bára")).start().finish((4900, 5), (4900, 5), (4900, 5))
    assert [round_.number for round_ in m.state.rounds] == [2, 4]
    assert m.state.coming == 5
    m.start().finish((4900, 5), (4900, 5), (4900, 5))
    assert GAME.progress(m.state).value == "signed", "the fifth of five rounds is signed"


def test_M31_a_round_that_was_played_here_is_not_drawn_again():
    m = at_event(round=2)
    m.refused("M31", drawn(2, "Emil", "Dana", "Bára"))
    m.refused("M31", drawn(1, "Emil", "Dana", "Bára"))


def test_M31_two_of_one_name_who_come_in_different_rounds_are_two():
    m = at_event()
    m.do(drawn(2, "Other Adam", "Bára", "Emil", called=("Adam", "Bára", "Emil"))).start()
    m.finish((4800, 5), (4900, 5), (5000, 5))
    assert sums(m) == {ID["Adam"]: 100, ID["Other Adam"]: -100, ID["Bára"]: 0, ID["Emil"]: 100} | {
        ID["Cyril"]: 0,
        ID["Dana"]: -100,
    }
    m.do(drawn(3, "Adam", "Other Adam", "Emil", called=("Adam", "Adam 2", "Emil")))
    assert m.state.names == ("Adam", "Adam 2", "Emil")


def test_M31_somebody_whose_name_was_corrected_stays_the_same_one():
    m = at_event()
    m.do(drawn(2, "Adam", "Bára", "Emil", called=("Adam Vlk", "Bára", "Emil"))).start()
    m.finish((4800, 5), (4900, 5), (5000, 5))
    assert sums(m)[ID["Adam"]] == 0
    assert m.state.names[0] == "Adam Vlk"


def test_M31_by_hand_a_player_is_known_by_name_as_ever():
    m = at_event()
    m.do(e.Seats(players=("Adam", "Bára", "Emil"), people=(ID["Other Adam"], ID["Bára"], ID["Emil"])))
    assert m.state.people[0].id == ID["Adam"]


def test_M4_who_is_expelled_is_known_by_the_id_too():
    m = at_event().do(e.Warn(seat="A"), e.Expel(seat="A"))
    m.refused("M4", drawn(2, "Adam", "Bára", "Emil", called=("Adam Vlk", "Bára", "Emil")))
    m.do(drawn(2, "Other Adam", "Bára", "Emil", called=("Adam", "Bára", "Emil")))
    assert m.state.present == (0, 1, 2)


def test_M31_nobody_is_drawn_into_two_seats():
    at_event().refused("M31", drawn(2, "Adam", "Adam", "Emil", called=("Adam", "Adam 2", "Emil")))


# -- the organiser's clock over the network ----------------------------------------------------------------------------


def test_undo_steps_over_what_the_organisers_clock_set():
    m = Table().do(e.RoundTime(seconds=1200, followed=True)).start().deal("A", "B", "hra")
    m.do(e.SetTime(remaining_s=600, followed=True))
    assert m.state.round.remaining(m.ns) == 600 * 10**9
    m.do(Undo())
    assert not m.state.round.deals
    assert m.state.round.remaining(m.ns) == 599 * 10**9, "the clock stays as the organiser's"
    m.do(Undo())
    assert not m.state.rounds, "the start is taken back, the length stays"
    assert m.state.round_s == 1200


def test_M28_the_organisers_break_leaves_a_locked_slip_locked():
    m = Table().start().finish(*EVEN).do(e.BreakTime(seconds=900, followed=True))
    m.refused("M28", Undo())
    assert GAME.undo_refusal(m.state) is not None
    m.do(e.BreakTime(seconds=600))
    assert GAME.undo_refusal(m.state) is None


def test_only_the_referees_own_time_is_a_decision():
    assert e.SetTime(remaining_s=5).by_referee
    assert not e.SetTime(remaining_s=5, followed=True).by_referee
