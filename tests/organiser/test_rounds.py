"""Rounds: which one a pairing is for, how they begin and end, and who has not begun."""

import re

import pytest

from device.organiser.acts import decisions
from device.organiser.desk.forms import decide
from device.organiser.desk.page_view import DeskPages
from device.organiser.log import orders
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.pairing import TableSeating
from device.organiser.log.round_on import begun_of
from device.organiser.log.troubles import troubles
from device.organiser.store import LogRow
from device.organiser.tournament.registration import Registration
from rules.game import SECOND
from rules.message import Refusal
from tests.organiser.commands import command, slip_in
from tests.organiser.desks import seen
from tests.organiser.events import played, with_pairs
from tests.organiser.pages import board_of, rows_of
from tests.organiser.rounds import KIND, PAIRS, WallClock, of_round
from tests.organiser.said import enrol

pytestmark = pytest.mark.usefixtures("in_english")


@pytest.fixture
def wall_clock():
    return WallClock()


@pytest.fixture
def desk(store, wall_clock):
    return OrganiserDesk(store, wall_clock)


def paired_for(desk, table=1):
    desk.pair_all(KIND, [TableSeating(table, PAIRS)])
    return desk.state.places[table].pairing.round


def test_a_pairing_is_for_the_round_that_comes(desk, wall_clock):
    assert paired_for(desk) == 1  # nothing is on yet
    desk.round(1, 3000, KIND, starts_in_s=600)
    assert paired_for(desk) == 1  # announced, not begun
    wall_clock.pass_(600)
    assert paired_for(desk) == 2  # typed while round 1 is played
    desk.end_round()
    assert paired_for(desk) == 2
    desk.round(7, 3000)
    assert paired_for(desk) == 8
    desk.pair_all(KIND, [TableSeating(1, PAIRS)], 7)
    assert desk.state.order(desk.state.places[1]).pairing.round == 7


def test_the_page_offers_the_round_that_comes_and_takes_another(desk, wall_clock):
    view = DeskPages(desk, str)
    desk.round(1, 3000, KIND)
    wall_clock.pass_(1)
    form = view.page("", "w", {}).partition('id="pair-new"')[2].partition("</form>")[0]
    assert 'name="round" type="number" min="1" max="99" value="2"' in form
    decide(desk, {"do": "pair", "kind": KIND, "round": "1", "pairings": "3: A, B – C, D"})
    assert desk.state.places[3].pairing.round == 1
    assert "Round 1: A, B – C, D" in view.page("", "w", {"more": "3"}).partition('id="picked"')[2]


def test_the_next_round_is_offered_after_the_last_one_was_ended_too(desk):
    desk.round(2, 3000, KIND)
    desk.end_round()
    form = DeskPages(desk, str).page("", "w", {}).partition('id="round-new"')[2].partition("</form>")[0]
    assert 'value="3"' in form


def round_of_tables(desk):
    """What all tables hear of the rounds."""
    return orders.round_on(desk.state.round, "0" * 16)


def test_the_end_of_a_round_reaches_the_tables_and_can_be_taken_back(desk, wall_clock):
    desk.round(2, 3000, KIND)
    before = round_of_tables(desk)
    wall_clock.pass_(60)
    desk.end_round()
    assert (round_of_tables(desk).round, round_of_tables(desk).ended, round_of_tables(desk).kind) == (0, 2, KIND)
    desk.take_end_back()
    assert round_of_tables(desk) == before
    with pytest.raises(Refusal, match="No round was ended"):
        desk.take_end_back()
    desk.end_round()
    with pytest.raises(Refusal, match="No round is on"):
        desk.end_round()
    assert round_of_tables(desk).ended == 2, "ended twice, it is still over"
    desk.round(3, 3000, KIND)
    assert round_of_tables(desk).ended == 0


def test_a_round_that_is_called_off_before_it_started_takes_nobodys_time(desk, wall_clock):
    desk.round(2, 3000, KIND, starts_in_s=600)
    desk.end_round()
    assert (round_of_tables(desk).round, round_of_tables(desk).ended) == (0, 0)


def test_a_round_that_was_started_by_mistake_gives_way_to_the_one_that_was_on(desk, store, wall_clock):
    store.append(rows_of(1))
    desk.round(2, 3000, KIND)
    store.append([row._replace(heard=wall_clock()) for row in rows_of(2)])
    store.append(of_round(3, 0, entries=None))  # names no round and is over: what was begun since is of this one
    before, begun = round_of_tables(desk), begun_of(desk.read())
    wall_clock.pass_(60)
    desk.round(3, 2000, KIND)
    assert "Round 2 was on and had time left." in DeskPages(desk, str).page("", "w", {})
    desk.round_length(1000)
    desk.take_start_back()
    assert (round_of_tables(desk), begun_of(desk.state)) == (before, begun)
    assert desk.state.replaced is None
    with pytest.raises(Refusal, match="No other round was on"):
        desk.take_start_back()
    wall_clock.pass_(3000)
    desk.round(3, 2000, KIND)
    assert desk.state.replaced is None, "round 2 was over"


def test_an_end_in_the_log_of_an_earlier_version_took_the_countdown_alone(desk):
    desk.round(2, 3000, KIND)
    desk.decide(decisions.decode('{"act": "round", "round": 0, "kind": "marias"}'))
    assert desk.state.ended.round == 2
    assert (round_of_tables(desk).round, round_of_tables(desk).ended) == (0, 0)


def test_the_form_of_a_round_offers_the_game_that_is_drawn_for_it(desk):
    people = Registration(desk)
    for n in range(4):
        enrol(people, (f"Player {n}",))
    people.all_came()
    played(desk, 1, "1: 1 2 3 4", kind="marias")
    form = DeskPages(desk, str).page("", "w", {}).partition('id="round-new"')[2].partition("</form>")[0]
    assert '<option value="marias" selected>' in form
    assert form.count(" selected") == 1


def test_the_command_pairs_for_a_round(store, tmp_path):
    path = str(tmp_path / "event.db")
    command(path, "pair", "--round", "4", text="1: A, B – C, D\n")
    command(path, "pair", text="2: A, B – C, D\n")
    assert [place.pairing.round for place in OrganiserDesk(store).state.tables()] == [4, 1]


def test_a_pairing_of_an_earlier_version_keeps_the_round_that_it_had(store, tmp_path):
    body = '{"act":"paired","table":1,"pairing":"aaaaaaaaaaaaaaaa","seats":[["A","B"],["C","D"]]}'
    slip_in(tmp_path / "event.db", LogRow(0, "", "@old", 1, "act", "", 0, 0, 1, body))
    assert OrganiserDesk(store).state.places[1].pairing.round == 0


# -- who has not begun -------------------------------------------------------------------------------------------------


def idle(desk):
    return [trouble.table for trouble in troubles(desk.read(), desk.now()) if trouble.kind == "idle"]


def test_tables_that_never_began_are_listed_five_minutes_into_the_round(desk, store, wall_clock):
    store.append(of_round(1, 1, entries=None))  # played round 1 and signed
    store.append(of_round(3, 2))
    desk.round(2, 3000, KIND)
    desk.pair_all(KIND, [TableSeating(4, PAIRS)], 2)  # never heard of: it is played on paper, and waits for nobody
    wall_clock.pass_(299)
    assert idle(desk) == []
    wall_clock.pass_(1)
    assert idle(desk) == [1]
    store.append([seen(2, online=True)])
    assert idle(desk) == [1, 2]
    assert "no game of round 2 was begun" in DeskPages(desk, str).page("", "w", {})
    store.append(of_round(2, 2))
    store.append(of_round(1, 0, uid="e" * 16, boot="c" * 8))  # begun without confirming the names
    assert idle(desk) == []
    desk.end_round()
    assert idle(desk) == []


def test_a_round_that_stands_lists_nobody_who_may_still_be_sitting_down(desk, store, wall_clock):
    store.append(of_round(1, 1, entries=None))
    desk.round(2, 3000, KIND)
    wall_clock.pass_(60)
    desk.pause_round()
    wall_clock.pass_(3600)
    assert idle(desk) == []
    desk.resume_round()
    wall_clock.pass_(240)
    assert idle(desk) == [1]


def needing(desk, kind):
    return [trouble.table for trouble in troubles(desk.read(), desk.now()) if trouble.kind == kind]


def test_a_result_is_missed_five_minutes_after_the_end_of_its_round(desk, store, wall_clock):
    store.append(of_round(1, 1))
    store.append(of_round(2, 1, entries=None))  # signed
    store.append(of_round(3, 2))  # of a later round already
    desk.round(1, 3000)
    wall_clock.pass_(3000 + 299)
    assert needing(desk, "missing") == []
    desk.pause_round()
    wall_clock.pass_(1)
    assert needing(desk, "missing") == [], "who stopped the round waits for nobody"
    desk.resume_round()
    wall_clock.pass_(300)
    assert needing(desk, "missing") == [1]
    desk.end_round()
    assert needing(desk, "missing") == []


def test_a_table_that_plays_and_says_nothing_is_looked_at_after_five_minutes(desk, store, wall_clock):
    store.append(of_round(1, 1))
    (game,) = desk.read().games.values()
    for passed, listed in ((0, []), (1, [1])):
        at = game.heard + 300 * SECOND + passed
        assert [trouble.table for trouble in troubles(desk.state, at) if trouble.kind == "silent"] == listed


def test_the_desk_names_the_tables_that_have_not_begun_the_round_at_once(desk, store, wall_clock):
    store.append(of_round(1, 1, entries=None))
    store.append(of_round(3, 2))
    desk.pair_all(KIND, [TableSeating(2, PAIRS)], 2)
    store.append([seen(2, online=True)])
    desk.pair_all(KIND, [TableSeating(4, PAIRS)], 2)  # on paper
    view = DeskPages(desk, str)
    assert 'id="begun"' not in view.page("", "w", {})
    desk.round(2, 3000, KIND)
    page = view.page("", "w", {}).partition('id="begun"')[2].partition("</p>")[0]
    assert "Tables that have begun: 1" in page
    assert "not begun: 1, 2" in page
    store.append(of_round(1, 2, uid="e" * 16, boot="c" * 8))
    store.append(of_round(2, 2))
    desk.read()
    page = view.page("", "w", {}).partition('id="begun"')[2].partition("</p>")[0]
    assert "Tables that have begun: 3" in page
    assert "not begun" not in page
    store.append(of_round(6, 3, entries=None))  # a game of a later round is none of this one
    desk.read()
    page = view.page("", "w", {}).partition('id="begun"')[2].partition("</p>")[0]
    assert "Tables that have begun: 3" in page
    assert "not begun: 6" in page


def second_round(desk, store, *first):
    """Round 2 is on and drawn for table 1 alone; ``first`` are the rows of round 1."""
    with_pairs(desk, 2)
    desk.round(1, 3000)
    store.append([row for rows in first for row in rows])
    played(desk, 2, "1: 1 2")
    desk.round(2, 3000)


def shown(desk, store):
    """The tables on the board, and of the desk those that are free."""
    board = board_of(store)
    page = DeskPages(desk, str).page("", "w", {})
    free = re.findall(r'id="table-(\d+)" data-live class="tile free', page)
    return board.numbers, board.value("head").tables, [int(n) for n in free]


def test_a_table_of_an_earlier_round_leaves_board_and_desk(desk, store, wall_clock):
    lost = [*of_round(4, 1), seen(4, online=False)]
    second_round(desk, store, of_round(1, 1, entries=None), of_round(2, 1, entries=None), of_round(3, 1), lost)
    assert shown(desk, store) == ([1, 3], 2, [2, 4]), "table 3 is still playing round 1"
    assert [trouble.table for trouble in troubles(desk.read(), desk.now())] == []


def test_a_table_that_is_not_drawn_stays_while_it_plays_the_round(desk, store, wall_clock):
    second_round(desk, store, of_round(1, 1, entries=None), of_round(4, 2, entries=None))
    store.append([*of_round(2, 2, entries=None), *of_round(3, 0, entries=None)])
    assert shown(desk, store)[0] == [1, 2, 3, 4]


def test_where_nobody_drew_every_table_stays(desk, store, wall_clock):
    desk.round(1, 3000)
    store.append(of_round(2, 1, entries=None))
    desk.round(2, 3000)
    assert shown(desk, store)[0] == [2]


def test_a_table_whose_result_the_desk_has_needs_nobody_after_the_round_either(desk, store, wall_clock):
    with_pairs(desk, 2)
    played(desk, 1, "1: 1 2", (300, 200))
    desk.round(1, 3000)
    store.append([*of_round(1, 1), seen(1, online=False)])
    desk.end_round()
    assert troubles(desk.read(), desk.now()) == []
    store.append(of_round(1, 2, uid="f" * 16, boot="c" * 8)[:4])
    assert [trouble.kind for trouble in troubles(desk.read(), desk.now())] == ["offline"], "a later game does"


def test_a_table_whose_result_the_desk_has_is_not_waited_for(desk, store, wall_clock):
    with_pairs(desk, 4)
    played(desk, 1, "1: 1 2\n2: 3 4\n", (300, 200))
    store.append([seen(1, online=True), seen(2, online=True)])
    desk.round(1, 3000)
    assert begun_of(desk.read()) == (1, [2])
