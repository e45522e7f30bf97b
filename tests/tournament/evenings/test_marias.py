"""A mariáš tournament of 120: fours over four rounds, tables of three, a round drawn by rank, money to the haléř."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.tournament import steps
from tests.tournament.desk import acts_table, pages_table
from tests.tournament.expected import by_sum, in_steps, prizes
from tests.tournament.hall import hall_of
from tools.play.event.scripts import PLAYERS, names_of

ROUNDS, TABLES, SPEED = 4, 30, 400
PAPER = 10
"""A table without a device: its people write a slip."""
NO_SHOW, LATE, WITHDRAWN = 17, 120, 31
HEADER = ("Jméno", "Klub", "Kontakt")
SLIP = {3: ("12,40", "-2,40", "-10"), 4: ("12,40", "-2,40", "-5", "-5"), 5: ("12", "-2", "-5", "-5", "0")}
FEE, SHARES = 10_000, (37, 23, 15, 11, 7, 7)
"""Haléře, and hundredths of the fund by place once the house has a twentieth."""
METHODS = {1: "fours", 2: "fours", 3: "fours", 4: "rank"}


@pytest.mark.timeout(600)
def test_a_marias_tournament_of_120_needs_nothing_but_the_desk(evening, organiser, report, tmp_path):
    desk, names = organiser, names_of(0, LATE, PLAYERS)
    name_of = dict(enumerate(names, start=1))
    rows = [(name, f"Klub {n % 30}", f"60{n:07d}") for n, name in enumerate(names[:-1])]
    hall = hall_of(evening, range(1, TABLES + 1), SPEED, ROUNDS, seed=2)
    hall.ask(lambda: hall.tables.pop(PAPER))
    hall.pull(PAPER)
    at_desk: dict[tuple[int, str], Fraction] = {}
    try:
        with desk.stage("registration"):
            file = steps.entrants_file(tmp_path / "hraci.csv", rows, HEADER)
            steps.register(desk, "Mariášový turnaj", file, [NO_SHOW])
            steps.set_money(desk, "100", "5", " ".join(map(str, SHARES)), "1", settle=True)
        here = set(range(1, LATE)) - {NO_SHOW}
        for round in range(1, ROUNDS + 1):
            with desk.stage("late entries, a withdrawal"):
                if round == 2:
                    steps.late_entry(desk, NO_SHOW)
                    desk.type("#enrol [name=player]", names[-1])
                    desk.press_button("#enrol", "Přihlásit")
                    desk.press_button(f"#entrant-{LATE}", "Na místě")
                    steps.paid(desk, [NO_SHOW, LATE])
                    here |= {NO_SHOW, LATE}
                if round == 3:
                    steps.withdraw(desk, WITHDRAWN)
                    here -= {WITHDRAWN}
            with desk.stage(f"round {round}"):
                drawn, rest = steps.draw(desk, "marias", METHODS[round])
                assert sorted(seat for seats in drawn.values() for seat in seats) == sorted(here)
                assert not rest
                assert {len(seats) for seats in drawn.values()} == ({3, 4} if len(here) % 4 else {4})
                steps.start_round(desk, round, "marias")
            trouble(evening, hall, desk, round)
            steps.played(hall, round, drawn)
            for number, seats in drawn.items():
                if number != PAPER:
                    assert hall.tables[number].seats_of_round[round] == tuple(name_of[seat] for seat in seats)
            with desk.stage(f"round {round}"):
                assert steps.results_there(desk, round) == (len(drawn) - 1, len(drawn))
                figures = SLIP[len(drawn[PAPER])]
                steps.enter(desk, PAPER, figures)
            for who, figure in zip(drawn[PAPER], figures, strict=True):
                at_desk[round, name_of[who]] = steps.haler(figure)
            with desk.stage("a result corrected"):
                if round == 2:  # two players had each other's figure
                    steps.results_there(desk, round)
                    changed = dict(enumerate(("50", "-50", "0", "0")))
                    for seat, typed in changed.items():
                        at_desk[round, name_of[drawn[8][seat]]] = steps.haler(typed)
                    steps.correct(desk, 8, changed, "Lístek je jinak")
        with desk.stage("the end"):
            desk.go(steps.NAV["standings"])
            shown = {name: (place, total, lately) for place, name, total, lately in standings(desk)}
            paid_out, house = steps.payouts(desk)
        results = {
            (marias_round.number, name): won
            for marias_round in rounds(hall)
            for name, won in marias_round.results.items()
        } | at_desk
        wanted = by_sum([(number, name, won) for (number, name), won in results.items()])
        assert len(results) == 118 + 120 + 119 + 119
        assert sum(results.values()) == 0, "money is neither made nor lost"
        assert shown.keys() == {place.name for place in wanted} == set(names)
        for expected in wanted:
            place, total, lately = shown[expected.name]
            assert place == expected.place, expected
            assert abs(total - expected.figures[0]) <= Fraction(1, 2), expected
            assert abs(lately - expected.figures[1]) <= Fraction(1, 2), expected
        number_of = {name: number for number, name in name_of.items()}
        wanted.sort(key=lambda place: (place.place, number_of[place.name]))
        fund = LATE * FEE
        by_place = in_steps([Fraction(fund * 95 * share, 10_000) for share in SHARES])
        prize = prizes([place.place for place in wanted], by_place)
        play = in_steps([place.figures[0] for place in wanted])
        assert paid_out == {
            place.name: [won, got, won + got] for place, won, got in zip(wanted, play, prize, strict=True)
        }
        assert (sum(play), sum(prize), house) == (0, fund * 95 // 100, fund * 5 // 100)
        desk.measure(evening.organiser.pid, "/people", f"/draw?round={ROUNDS}", "/results", "/standings", "/")
    finally:
        hall.close()
        report += acts_table(f"Mariáš, 120 players x {ROUNDS} rounds", desk.acts)
        report += [*pages_table(desk), ""]


def trouble(evening, hall, desk, round):
    """What goes wrong in the middle of a round."""
    hall.until(lambda: hall.playing > 20, 30, "the tables play")
    if round == 1:  # the network of a table is gone for the rest of the round
        hall.pull(7)
        hall.until(lambda: hall.tables[7].idle, 60, "table 7 plays on by itself")
        assert hall.tables[7].acked < len(hall.tables[7].rows)
        hall.plug(7)
    elif round == 2:  # the broker dies
        evening.kill("broker")
        evening.start_broker()
    elif round == 3:  # the organiser's program dies; who sits at the desk is inside again without the password
        evening.kill("organiser")
        evening.start_organiser()
        with desk.stage("the program was started again"):
            desk.go(steps.NAV["results"])


def rounds(hall):
    """Every round of the tables' journals; where no token was lost, the cash is what the deals brought."""
    played_rounds = [marias_round for table in hall.tables.values() for marias_round in table.rounds_played()]
    for marias_round in played_rounds:
        if sum(marias_round.cash.values()) == sum(marias_round.added.values()) + 5000 * len(marias_round.players):
            assert marias_round.results == marias_round.recorded
    return played_rounds


def standings(desk):
    """Place, name, sum and last round in haléře, from the page."""
    return [
        (int(place), name, steps.haler(total), steps.haler(lately))
        for place, name, total, lately in steps.standings(desk)
    ]
