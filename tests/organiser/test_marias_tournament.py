"""A mariáš tournament of 13 people and one who comes late, three rounds, real tables, a real broker and organiser."""

from fractions import Fraction

import pytest

from device.common.i18n import speaking
from device.event import connection as link_module
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.ingest import BrokerAddress
from device.organiser.log.troubles import troubles
from device.organiser.service import OrganiserService
from device.organiser.store import open_store
from device.organiser.tournament.drawing import Drawing
from device.organiser.tournament.ranking import DESK, TABLE
from device.organiser.tournament.registration import Registration
from device.organiser.tournament.scoring import Scoring
from device.organiser.tournament.snapshot import standings_of, state_of
from rules.game import SECOND
from rules.marias import acts as e
from rules.message import Refusal
from tests.event.rig import EVENT, running, until
from tests.organiser.marias_tables import MariasTable, by_person, money_of
from tests.organiser.said import enrol, result

MARIAS = "marias"
NAMES = ("Adam", "Bára", "Cyril", "Dana", "Emil", "Filip", "Gita", "Hynek", "Ivana", "Jan Novák", "Jan Novák", "Klára")
LONG = "Přemysl Dlouhý z Nového Města"
SEED = 7


@pytest.fixture
def engine(tmp_path):
    yield from running(tmp_path / "broker", tables=6)


@pytest.fixture
def desk(engine, tmp_path):
    user, password = engine.files.desk
    url = str(tmp_path / "event.db")
    service = OrganiserService(
        EVENT, lambda: open_store(url, EVENT), BrokerAddress("127.0.0.1", engine.files.port, user, password, None)
    )
    service.start()
    yield OrganiserDesk(open_store(url, EVENT))
    service.close()


@pytest.fixture
def tables(engine, tmp_path, monkeypatch):
    monkeypatch.setattr(link_module, "RETRY_S", (1, 1))
    by_number = {}

    def at(number):
        if number not in by_number:
            by_number[number] = MariasTable(engine, tmp_path, number, SEED)
        return by_number[number]

    yield at
    for table in by_number.values():
        table.close()


def people_of(desk):
    return {entrant.people[0]: entrant for entrant in desk.read().tournament.entrants.values()}


def register(desk):
    people = Registration(desk)
    for n, name in enumerate((*NAMES, LONG)):
        enrol(people, (name,), club=f"Klub {n}")
    people.all_came()


def publish(desk, number):
    Drawing(desk).draft(number, MARIAS, "fours", seed=SEED)
    Drawing(desk).publish(number)
    return {table.table: table for table in desk.state.tournament.draw_of(number).tables}


def seated(desk, drawn):
    return [desk.state.tournament.entrants[entrant].people[0] for entrant in drawn.entrants]


def all_played(desk, number, *tables):
    """Their slips are signed and the organiser has heard it."""
    until(lambda: all(table.delivered for table in tables), awaited="all tables have sent what they have")
    played = {table.drawn.table: table for table in Scoring(desk.read()).tables(number)}
    assert all(played[table.number].scores is not None for table in tables)


def time_is_up(desk, *tables, ended=False):
    """The organiser makes the round shorter, or ends it, and the tables' clocks follow."""
    desk.end_round() if ended else desk.round_length(1)
    until(lambda: all(table.over for table in tables), awaited="the round is over at every table")


def test_a_tournament_of_thirteen_over_three_rounds(desk, tables, tmp_path):
    register(desk)
    ids = people_of(desk)

    # Round 1: three tables, a five among them. Table 2 loses the network with the clock running.
    drawn = publish(desk, 1)
    assert sorted(len(table.entrants) for table in drawn.values()) == [4, 4, 5]
    at = {number: tables(number) for number in (1, 2, 3)}
    desk.round(1, 600, MARIAS)
    for number, table in at.items():
        until(lambda table=table: table.drawn_for(1), awaited=f"table {number} has its people")
        assert {(who.name, who.person) for who in table.event.status.order.people} == {
            (entrant.name, entrant.people[0]) for entrant in ids.values()
        }
        until(lambda table=table: table.counts(1))
        table.sit_down()
        assert [person.id for person in table.state.known] == seated(desk, drawn[number])
        table.start()
        assert table.state.round_s == 600, "the length is the organiser's"
        table.deals(6)
    games = {number: table.table.game_id for number, table in at.items()}
    at[2].off()
    time_is_up(desk, at[1], at[3])
    at[1].slip()
    at[3].slip(off=30)
    at[2].deals(4)
    assert not at[2].over, "without a network its own clock counts on"
    with pytest.raises(Refusal, match="still has time"):
        at[2].slip()
    at[2].on()
    until(lambda: at[2].over, awaited="the difference is set once the network is back")
    assert [entry.event.remaining_s for entry in at[2].table.history.entries if isinstance(entry.event, e.SetTime)] == [
        0
    ]
    at[2].slip()
    all_played(desk, 1, *at.values())

    # Round 2: somebody came late, so four tables. Table 3 never begins, table 4 was not there before.
    people = Registration(desk)
    enrol(people, ("Zdeněk",), club="Klub Z")
    people.attend(14, "present", since=2)
    drawn = publish(desk, 2)
    assert sorted(len(table.entrants) for table in drawn.values()) == [3, 3, 4, 4]
    at[4] = tables(4)
    for number in (1, 2):
        until(lambda table=at[number]: table.drawn_for(2), awaited=f"table {number} has its people of round 2")
        moved = {seat.name: (seat.table, seat.place) for seat in at[number].event.next_seats.seats}
        assert moved
        assert set(moved) <= {person.name for person in ids.values()}
        assert {table for table, _ in moved.values()} <= {1, 2, 3, 4}
        assert all(1 <= place <= 13 for _, place in moved.values())
    desk.round(2, 600, MARIAS)
    for number in (1, 2, 4):
        table = at[number]
        until(lambda table=table: table.drawn_for(2), awaited=f"table {number} has its people of round 2")
        until(lambda table=table: table.counts(2))
        if number != 4:
            with pytest.raises(Refusal, match="Sit down"):
                table.start()
        table.sit_down()
        assert [person.id for person in table.state.people] == seated(desk, drawn[number])
        table.start()
        table.deals(5)
        until(lambda table=table: table.delivered)
    assert {number: at[number].table.game_id for number in (1, 2)} == {number: games[number] for number in (1, 2)}
    later = desk.now() + 301 * SECOND
    with speaking("en"):
        idle = [
            (trouble.table, str(trouble.text)) for trouble in troubles(desk.read(), later) if trouble.kind == "idle"
        ]
    assert idle == [(3, "no game of round 2 was begun")]
    status = {
        table["table"]: (table["expected"], table["begun"]) for table in state_of(desk.state, later, EVENT)["tables"]
    }
    assert status == {1: (True, True), 2: (True, True), 3: (True, False), 4: (True, True)}
    time_is_up(desk, at[1], at[2], at[4])
    after = desk.now() + 400 * SECOND
    missing = {trouble.table for trouble in troubles(desk.read(), after) if trouble.kind == "missing"}
    assert missing == {1, 2, 4}
    for number in (1, 2, 4):
        at[number].slip()
    all_played(desk, 2, at[1], at[2], at[4])
    assert not [trouble for trouble in troubles(desk.read(), after) if trouble.kind == "missing"]
    paper = [900, -300, -400, -200][: len(drawn[3].entrants)]
    paper[-1] -= sum(paper)
    result(Drawing(desk), 2, 3, paper)

    # Round 3: table 3 is there again and goes on with its game of round 1.
    drawn = publish(desk, 3)
    desk.round(3, 600, MARIAS)
    for number, table in at.items():
        until(lambda table=table: table.drawn_for(3), awaited=f"table {number} has its people of round 3")
        until(lambda table=table: table.counts(3))
        table.sit_down()
        table.start()
        table.deals(7)
    assert at[3].table.game_id == games[3]
    assert [marias_round.number for marias_round in at[3].state.rounds] == [1, 3]
    assert [marias_round.number for marias_round in at[4].state.rounds] == [2, 3]
    time_is_up(desk, *at.values(), ended=True)
    for table in at.values():
        table.slip(off=-40 if table.number == 1 else 0)
    all_played(desk, 3, *at.values())

    # The money of everybody, by the journals of the tables and the one paper slip, and by the organiser.
    own = [money_of(table.path) for table in at.values()]
    sums = by_person(*own)
    for who, money in zip(desk.state.tournament.draw_of(2).tables[2].entrants, paper, strict=True):
        person = desk.state.tournament.entrants[who].people[0]
        sums[person] = sums.get(person, Fraction(0)) + money
    lines = Scoring(desk.state).lines(MARIAS)
    assert {line.entrant.people[0]: line.points for line in lines} == sums
    assert sum(line.points for line in lines) == 0
    assert len({line.entrant.id for line in lines}) == 14
    sources = {(outcome.round, outcome.table): outcome.source for line in lines for outcome in line.outcomes}
    assert [key for key, source in sources.items() if source == DESK] == [(2, 3)]
    assert len([source for source in sources.values() if source == TABLE]) == 3 + 3 + 4
    last = {line.entrant.id: outcome.score.points for line in lines for outcome in line.outcomes if outcome.round == 3}
    assert [(line.points, last[line.entrant.id]) for line in lines] == sorted(
        ((line.points, last[line.entrant.id]) for line in lines), reverse=True
    ), "by the sum, then the better last round (M31)"
    board = standings_of(desk.state, EVENT)["standings"][0]["lines"]
    assert sorted((line["name"], line["points"]) for line in board) == sorted(
        (line.entrant.name, float(line.points)) for line in lines
    ), "the live board knows two of one name apart, too"
