"""Change of rounds at mariáš tables (M31): whoever is drawn, nobody is lost, and the money of all sums to zero."""

import json
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from device.common.games.marias.board_card import CARD
from device.common.games.registry import SPECS
from device.games.marias.setup import LONGEST, next_round, told_apart
from device.organiser.log import orders
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.pairing import TableSeating, pairing_act
from device.organiser.tournament.draw import by_rank, few_repeats
from device.organiser.tournament.scoring import Scoring
from rules.game import SECOND
from rules.history import History
from rules.marias import GAME, MariasSetup
from rules.marias import acts as e
from rules.marias.deal import SEAT, Commitment
from rules.record import read, write
from tests.organiser.events import played, with_players
from tests.organiser.pages import rows_of

NAMES = ("Jan Novák", "Jan Novák ze Sušice", "Jan Novák z Písku", "Eva", "Petr")
DEALS = (
    e.Deal(chooser="A"),
    e.Deal(chooser="B", red=True, commitments=(Commitment(kind="hra", level=2, won=False),)),
    e.Deal(chooser="C", commitments=(Commitment(kind="betl", won=True),)),
)


def person(n):
    return f"{n:016x}"


class Tournament:
    """Tables by number, each the history of one game, as the tables and the organiser make them together."""

    def __init__(self):
        self.tables: dict[int, History] = {}
        self.round = 0
        self.brought: dict[str, Fraction] = {}

    def draw(self, seatings):
        """The next round: everybody sits down where it was drawn."""
        self.round += 1
        for number, people in enumerate(seatings, start=1):
            groups = [[NAMES[int(who, 16) % len(NAMES)]] for who in people]
            pairing = orders.pairing(
                pairing_act("marias", SPECS["marias"].seats, TableSeating(number, groups, (), people), self.round)
            )
            history = self.tables.get(number)
            if history is None:
                names = told_apart(group[0] for group in groups)
                setup = MariasSetup(
                    players=names, people=tuple(people), rounds=9, round=self.round, pairing=pairing.pairing
                )
                self.tables[number] = History.begin(GAME, setup)
                continue
            event = next_round(history.state, pairing)
            self.tables[number] = history.accept(event, history.last_at)
            assert next_round(self.tables[number].state, pairing) is None, "they sit down once"

    def sitting(self, number):
        state = self.tables[number].state
        return [person.id for person in state.people]

    def play(self, number, deals, off):
        """A round at a table, with ``off`` haléře more in the cash than there should be."""
        history = self.tables[number]

        def do(event, after=1):
            nonlocal history
            history = history.accept(event, history.last_at + after * SECOND)

        do(e.StartRound())
        for deal in deals:
            if history.state.active != history.state.present:  # the dealer of five sits out
                do(e.Annul())
            else:
                do(deal)
        do(e.SetTime(remaining_s=0, followed=True))
        do(e.EndRound())
        state = history.state
        self.add(number, state, off)
        for seat in state.round.seats:
            coin = state.purse(seat) - 100 + off
            do(e.Closing(seat=SEAT[seat], coin=int(coin), tokens=5))
            off = 0
        do(e.Sign(side="A"))
        do(e.Sign(side="B"))
        self.tables[number] = history

    def add(self, number, state, off):
        """What this round brings, counted by hand: deals, the surplus to seat A, the difference shared."""
        for place, seat in enumerate(state.round.seats):
            money = state.round.winnings[seat] + (off if place == 0 else 0) - Fraction(off, len(state.round.seats))
            who = self.sitting(number)[seat]
            self.brought[who] = self.brought.get(who, Fraction(0)) + money


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_people_and_money_are_conserved_over_rounds(data):
    tournament = Tournament()
    here = [person(n) for n in range(data.draw(st.integers(6, 17), label="people"))]
    met: dict[str, set[str]] = {}
    for _ in range(data.draw(st.integers(2, 4), label="rounds")):
        if len(here) > 6 and data.draw(st.booleans(), label="somebody leaves"):
            here.remove(data.draw(st.sampled_from(here)))
        if data.draw(st.booleans(), label="somebody comes late"):
            here.append(person(100 + tournament.round))
        order = data.draw(st.permutations(here), label="order")
        seatings = by_rank(order) if data.draw(st.booleans()) else few_repeats(order, met, data.draw(st.integers(0, 9)))
        tournament.draw(seatings)
        drawn = [tournament.sitting(number) for number in range(1, len(seatings) + 1)]
        assert drawn == [list(seating) for seating in seatings]
        assert sorted(who for table in drawn for who in table) == sorted(here), "everybody sits once"
        assert all(3 <= len(table) <= 5 for table in drawn)
        for number in range(1, len(seatings) + 1):
            for who in seatings[number - 1]:
                met.setdefault(who, set()).update(set(seatings[number - 1]) - {who})
            if data.draw(st.integers(0, 5), label="begins") == 0:
                continue  # this table never begins
            deals = data.draw(st.lists(st.sampled_from(DEALS), max_size=4), label="deals")
            tournament.play(number, deals, data.draw(st.sampled_from([0, 0, 40, -20]), label="off"))
    assert sum(tournament.brought.values()) == 0
    sums: dict[str, Fraction] = {}
    for history in tournament.tables.values():
        rounds = CARD.rounds(history.state)
        assert list(rounds) == sorted(set(rounds)), "each round of the tournament once"
        for score in CARD.scores(history.state):
            assert score.round in rounds
            sums[score.person] = sums.get(score.person, Fraction(0)) + score.points
        assert len(set(history.state.names)) == len(history.state.names), "two of one name have names that differ"
        assert read(write(history).split("\n")).state == history.state
    assert sums == tournament.brought


def test_names_are_told_apart_in_the_room_that_a_card_has():
    assert told_apart(["Jan Novák", "Eva", "Jan Novák", "Jan Novák"]) == (
        "Jan Novák",
        "Eva",
        "Jan Novák 2",
        "Jan Novák 3",
    )
    long = told_apart(["Přemysl Dlouhý z Města", "Přemysl Dlouhý z Hor"])
    assert len(set(long)) == 2
    assert all(len(name) <= LONGEST for name in long)


# -- tables of earlier versions ----------------------------------------------------------------------------------------


def test_a_table_of_an_earlier_version_begins_a_game_each_round_that_counts_for_its_round(store):
    desk = OrganiserDesk(store)
    with_players(desk, 4)
    for number, uid, boot in ((1, "a" * 16, "a" * 8), (2, "b" * 16, "b" * 8)):
        played(desk, number, "1: 1 2 3 4", kind="marias")
        pairing = desk.state.tournament.draw_of(number).tables[0].pairing
        assert orders.pairing(desk.state.pairings[pairing]).goes_on
        rows = rows_of(1, kind="marias", variant=number)
        body = json.loads(rows[0].body) | {"pairing": pairing}
        rows[0] = rows[0]._replace(body=json.dumps(body))
        rows = [row._replace(game=uid, boot=boot) for row in rows if row.kind != "seen"]
        last = next(n for n, row in enumerate(rows) if '"sign"' in row.body and '"B"' in row.body)
        store.append(rows[: last + 1])
        desk.read()
    by_round = [Scoring(desk.state).tables(number)[0] for number in (1, 2)]
    games = [tuple(CARD.scores(desk.state.games[uid].history.state)) for uid in ("a" * 16, "b" * 16)]
    assert all({score.round for score in scores} == {1} for scores in games), "it counts from 1 each time"
    for table_result, scores in zip(by_round, games, strict=True):
        assert [score.points for score in table_result.scores] == [score.points for score in scores]
    lines = Scoring(desk.state).lines("marias")
    assert [[outcome.round for outcome in line.outcomes] for line in lines] == [[1, 2]] * 4
