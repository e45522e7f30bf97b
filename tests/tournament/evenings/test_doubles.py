"""A club evening of Polish doubles: 60 tables, five rounds by the Swiss system, everything that an evening brings."""

from __future__ import annotations

import time
import urllib.request
from fractions import Fraction
from itertools import groupby

import pytest

from tests.tournament import steps
from tests.tournament.desk import acts_table, pages_table
from tests.tournament.expected import Played, by_wins, in_steps, prizes
from tests.tournament.hall import HallTable, hall_of
from tools.play.event.scripts import PAIRS, PLAYERS, names_of

ROUNDS, TABLES, SPEED = 5, 60, 60
PAPER = 59
"""A table without a device: its people write a slip."""
CUT_OFF = 2
"""A table of which round 4 is heard only after round 5 was drawn."""
NO_SHOW, WITHDRAWN = 17, 31
HEADER = ("Dvojice", "Hráč 1", "Hráč 2", "Klub", "Kontakt")
FEE, SHARES, KORUNA = 15_000, (50, 30, 20), 100
"""Haléře of a pair, and hundredths of the fund by place once the house has a tenth, in whole koruny."""
LATE = ("Opozdilci", "Alena Pozdní", "Ota Pozdní")


def pairs():
    names, people = names_of(0, 2 * TABLES, PAIRS), names_of(0, 4 * TABLES, PLAYERS)
    return [(name, people[2 * n], people[2 * n + 1], f"Klub {n % 40}", f"60{n:07d}") for n, name in enumerate(names)]


@pytest.mark.timeout(600)
def test_a_club_evening_of_sixty_tables_needs_nothing_but_the_desk(evening, organiser, report, tmp_path):
    desk, rows = organiser, pairs()
    name_of = {number: row[0] for number, row in enumerate(rows, start=1)} | {121: LATE[0]}
    hall = hall_of(evening, range(1, TABLES + 1), SPEED)
    hall.ask(lambda: hall.tables.pop(PAPER))
    hall.pull(PAPER)
    slips: list[Played] = []
    byes: list[str] = []
    put_right: dict[tuple[int, frozenset[str]], tuple[int, int]] = {}
    met: set[frozenset[int]] = set()
    try:
        with desk.stage("registration"):
            file = steps.entrants_file(tmp_path / "dvojice.csv", rows, HEADER)
            steps.register(desk, "Klubový večer", file, [NO_SHOW])
            steps.set_money(desk, "150", "10", " ".join(map(str, SHARES)), "100")
        here = set(range(1, 121)) - {NO_SHOW}
        for round in range(1, ROUNDS + 1):
            with desk.stage("late entries, a withdrawal"):
                if round == 2:
                    steps.late_entry(desk, NO_SHOW)
                    for name, text in zip(("name", "player", "partner"), LATE, strict=True):
                        desk.type(f"#enrol [name={name}]", text)
                    desk.press_button("#enrol", "Přihlásit")
                    desk.press_button("#entrant-121", "Na místě")
                    steps.paid(desk, [NO_SHOW, 121])
                    here |= {NO_SHOW, 121}
                if round == 3:
                    steps.withdraw(desk, WITHDRAWN)
                    here -= {WITHDRAWN}
            with desk.stage(f"round {round}"):
                drawn, rest = steps.draw(desk, "polish_doubles", "swiss")
                assert sorted([*rest, *(seat for seats in drawn.values() for seat in seats)]) == sorted(here)
                assert len(drawn) == len(here) // 2
                for seats in drawn.values():
                    assert frozenset(seats) not in met, "nobody meets twice"
                    met.add(frozenset(seats))
                byes += [name_of[number] for number in rest]
                assert ("Chybí výsledky dřívějších kol: 1." in desk.text("#draft")) == (round == 5)
                steps.start_round(desk, round, "polish_doubles")
            if round == 5:
                hall.plug(CUT_OFF)
            trouble(evening, hall, desk, round)
            heard = drawn.keys() - ({PAPER, CUT_OFF} if round == 4 else {PAPER})
            steps.played(hall, round, heard)
            for number, seats in drawn.items():
                if number != PAPER:
                    assert hall.tables[number].seats_of_round[round] == tuple(name_of[seat] for seat in seats)
            with desk.stage(f"round {round}"):
                assert steps.results_there(desk, round) == (len(heard), len(drawn))
                slip = Played(round, tuple(name_of[number] for number in drawn[PAPER]), (301 + round, 288 + 7 * round))
                steps.enter(desk, PAPER, [str(point) for point in slip.points])
                slips.append(slip)
            with desk.stage("a result sent back, one corrected"):
                if round == 2:
                    steps.send_back(desk, 5, "Chybí body prvního tahu")
                    hall.until(lambda: hall.tables[5].acked and reopened(hall.tables[5]), 30, "opened and signed anew")
                if round == 3:
                    steps.results_there(desk, round)
                    steps.correct(desk, 8, {0: "777"}, "Špatně sečteno")
                    game = next(table_game for table_game in hall.tables[8].games() if table_game.round == round)
                    put_right[round, frozenset(game.names)] = (777, game.points[1])
        with desk.stage("the end"):
            desk.go(steps.NAV["standings"])
            shown, reasons = standings(desk), steps.ties(desk)
            paid_out, house = steps.payouts(desk)
        wanted = reckoned(hall, slips, byes, put_right)
        assert [line for line in shown if line[1] == LATE[0]]
        assert shown == [line[:4] for line in wanted]
        assert reasons == ties(wanted)
        assert len(shown) == 121
        number_of = {name: number for number, name in name_of.items()}
        wanted.sort(key=lambda line: (line[0], number_of[line[1]]))
        by_place = in_steps([Fraction(121 * FEE * 90 * share, 10_000) for share in SHARES], KORUNA)
        prize = prizes([line[0] for line in wanted], by_place, KORUNA)
        assert paid_out == {line[1]: [got] for line, got in zip(wanted, prize, strict=True) if got}
        assert sum(prize) + house == 121 * FEE
        assert sum(prize) == 121 * FEE * 90 // 100 // KORUNA * KORUNA
        assert not put_right.keys() - {(game.round, frozenset(game.names)) for game in games(hall, {})}
        desk.measure(evening.organiser.pid, "/people", "/results", "/standings", "/", f"/draw?round={ROUNDS}")
        assert steps.drawn(desk) == (drawn, rest), "a result that came late has changed the draw"
    finally:
        hall.close()
        report += acts_table(f"Polish doubles, {TABLES} tables x {ROUNDS} rounds, 121 pairs", desk.acts)
        report += [*pages_table(desk), ""]


def trouble(evening, hall, desk, round):
    """What goes wrong in the middle of a round."""
    hall.until(lambda: hall.playing > 40, 30, "the tables play")
    if round == 1:  # the network of a table is gone for the rest of the round; another calls the referee
        with desk.stage("a broadcast page"):
            desk.unfold("#streams")
            desk.type("#streams li:nth-child(2) [name=table]", "1")
            desk.press_button("#streams li:nth-child(2)", "Ukázat")
        hall.pull(7)
        hall.ask(hall.tables[3].call_referee)
        with desk.stage("the referee is called"):
            for label in ("Už jde", "Vyřízené"):
                desk.press_button("#needs", label)
            desk.wait("!document.querySelector('#needs').innerText.includes('rozhodčí')")
        hall.until(lambda: hall.tables[7].idle, 60, "table 7 plays on by itself")
        assert hall.tables[7].acked < len(hall.tables[7].rows)
        hall.plug(7)
    elif round == 2:  # the broker dies
        evening.kill("broker")
        old_is_marked(evening)
        evening.start_broker()
    elif round == 3:  # the organiser's program dies; who sits at the desk is inside again without the password
        evening.kill("organiser")
        evening.start_organiser()
        with desk.stage("the program was started again"):
            desk.go(steps.NAV["results"])
    elif round == 4:  # both, and a table without a network for much longer
        hall.pull(CUT_OFF)
        evening.kill("organiser")
        evening.kill("broker")
        evening.start_broker()
        evening.start_organiser()
        hall.until(lambda: hall.tables[CUT_OFF].idle, 60, "the table plays on by itself")
        with desk.stage("the program was started again"):
            desk.go(steps.NAV["results"])


def old_is_marked(evening):
    """Without a broker no score of a game that is played stands unmarked: on the board, in a broadcast, in the feed."""
    marks = {"cs": 'class="cut"', "cs/stream/1": 'class="stale"', "api/v1/table/1.json": '"stale": true'}
    end = time.monotonic() + 30
    for path, mark in marks.items():
        while mark not in urllib.request.urlopen(f"{evening.board}/{path}").read().decode():
            assert time.monotonic() < end, f"{path} shows old scores unmarked"
            time.sleep(0.1)


def reopened(table: HallTable) -> bool:
    """Whether a table has opened a result and signed it anew, and all of that is acknowledged."""
    opened = any(event.get("event") == "reopen" for game in table.events.values() for event in game)
    return opened and table.idle and table.acked == len(table.rows)


def games(hall, put_right):
    """Every game of the tables' journals, with what the desk put right."""
    played_games = [game for table in hall.tables.values() for game in table.games()]
    changed = []
    for game in played_games:
        if (game.round, frozenset(game.names)) in put_right:
            changed.append(Played(game.round, game.names, put_right[game.round, frozenset(game.names)]))
        else:
            changed.append(game)
    return changed


def reckoned(hall, slips, byes, put_right):
    """The standings by hand: place, name, wins, difference, direct wins, Buchholz."""
    return sorted((win.place, win.name, *win.figures) for win in by_wins([*games(hall, put_right), *slips], byes))


def ties(wanted):
    """What decides between those with the same wins and difference: direct games, then Buchholz."""
    reasons = {}
    for _, group in groupby(sorted(wanted), key=lambda line: line[2:4]):
        equal = list(group)
        for _, name, _, _, direct, buchholz in equal if len(equal) > 1 else ():
            rest = [line for line in equal if line[4] == direct]
            words = [f"Vzájemné {text(direct)}"] if len(rest) < len(equal) else []
            words += [f"Buchholz {text(buchholz)}"] if len({line[5] for line in rest}) > 1 else []
            shared = sum(line[5] == buchholz for line in rest) > 1
            reasons[name] = ", ".join([*words, *(["dělí se o místo"] if shared else [])])
    return reasons


def text(number):
    """Wins as people read them."""
    return f"{int(number) or ''}½" if number % 1 else str(int(number))


def standings(desk):
    """The same from the page."""
    return sorted((int(place), name, *map(figure, rest)) for place, name, *rest in steps.standings(desk))


def figure(text: str) -> Fraction:
    """A figure as it is shown: a real minus, a half as ½."""
    text = text.replace("−", "-").replace("+", "")
    if text.endswith("½"):
        return Fraction(text[:-1] or 0) + Fraction(1, 2)
    return Fraction(text or 0)
