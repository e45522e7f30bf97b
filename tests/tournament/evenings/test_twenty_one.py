"""A mariáš tournament of 21 on paper at two desks: by place at the table, classes, things, all of it summed anew."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from tests.organiser.chromium import Browser
from tests.tournament import steps
from tests.tournament.desk import Organiser, acts_table, pages_table
from tests.tournament.expected import by_sum, in_steps, prizes
from tools.play.event.scripts import PLAYERS, names_of

PLAYED, ROUNDS, FEE = 21, 4, 10_000
SHARES = (50, 30, 20)
OF_CLASS = (10_000, 5_000)
"""The prizes of a class in haléře."""
JUNIORS = "Klub 2"


def moved(tables, scores, sums):
    """The next round by place at the table, by hand: the first stays, the second goes one table on, and so on.

    The fifth of the only table of five goes on, too, and its size with them.
    """
    seats, numbers = {}, sorted(tables)
    for number, who in tables.items():
        for place, who_moves in enumerate(
            sorted(who, key=lambda player: (-scores[player], -sums[player][0], -sums[player][1]))
        ):
            seats.setdefault(numbers[(numbers.index(number) + place) % len(numbers)], []).append(who_moves)
    return seats


@pytest.mark.timeout(600)
def test_twenty_one_play_by_their_place_at_the_table_and_two_desks_type_the_slips(evening, organiser, report, tmp_path):
    first, luck, names = organiser, random.Random(21), names_of(0, PLAYED, PLAYERS)
    name_of = dict(enumerate(names, start=1))
    second = Organiser(Browser(first.browser.program), first.address, "heslo")
    desks = (first, second)
    results: list[tuple[int, str, Fraction]] = []
    try:
        with first.stage("enter 21 players (a file)"):
            rows = [(name, f"Klub {n % 3}", "") for n, name in enumerate(names, start=1)]
            file = steps.entrants_file(tmp_path / "hraci.csv", rows, ("Jméno", "Klub", "Kontakt"))
            steps.register(first, "Mariáš v hospodě", file, [])
        with first.stage("fees, prizes, a class, a thing"):
            steps.set_money(first, "100", "0", " ".join(map(str, SHARES)), "100", settle=True)
            first.type("#classes [name=in_kind]", "šunka, víno")
            first.type("#classes [name=classes]", f"{JUNIORS}: 100 50; míč")
            first.press_button("#classes form[data-key=prizes]", "Uložit")
        second.come_in()
        before: dict[int, tuple[int, ...]] = {}
        scores: dict[int, Fraction] = {}
        for round in range(1, ROUNDS + 1):
            with first.stage(f"draw {ROUNDS} rounds, and start them"):
                drawn, byes = steps.draw(first, "marias", "placing" if before else "fours")
                first.press_button("#start", "Začít kolo")
            assert not byes
            assert sorted(seat for seats in drawn.values() for seat in seats) == list(range(1, PLAYED + 1))
            if before:
                sums = {place.name: place.figures for place in by_sum(results)}
                wanted = moved(before, scores, {player: sums[name_of[player]] for player in name_of})
                assert {n: sorted(seats) for n, seats in drawn.items()} == {n: sorted(w) for n, w in wanted.items()}
            for desk in desks:
                desk.go(steps.NAV["results"])
            scores = {}
            for n, (table, seats) in enumerate(sorted(drawn.items())):
                figures = [luck.randrange(-60, 61) * 20 for _ in seats[1:]]
                figures.append(-sum(figures))
                with desks[n % 2].stage(f"{sum(divmod(PLAYED, 4))} slips a round"):
                    steps.enter(desks[n % 2], table, [f"{figure / 100:.2f}".replace(".", ",") for figure in figures])
                scores |= {seat: Fraction(figure) for seat, figure in zip(seats, figures, strict=True)}
            results += [(round, name_of[player], score) for player, score in scores.items()]
            before = drawn
        with first.stage("prizes and standings"):
            first.go(steps.NAV["standings"])
            shown = {name: (int(place), steps.haler(total)) for place, name, total, _ in steps.standings(first)}
            reasons = steps.ties(first)
            paid, house = steps.payouts(first)
        wanted = by_sum(results)
        assert shown == {place.name: (place.place, int(place.figures[0])) for place in wanted}
        sums = [place.figures[0] for place in wanted]
        assert reasons.keys() == {place.name for place in wanted if sums.count(place.figures[0]) > 1}
        assert sum(sums) == 0, "money is neither made nor lost"
        # Money: the class comes out of the fund first, places share the rest, what was won in play comes besides.
        number_of = {name: number for number, name in name_of.items()}
        wanted.sort(key=lambda place: (place.place, number_of[place.name]))
        fund = PLAYED * FEE
        left = fund - sum(OF_CLASS)
        by_place = in_steps([Fraction(left * share, 100) for share in SHARES], 100)
        got = dict(
            zip((place.name for place in wanted), prizes([place.place for place in wanted], by_place, 100), strict=True)
        )
        juniors = [place for place in wanted if number_of[place.name] % 3 == 2]
        places = [1 + sum(other.figures > junior.figures for other in juniors) for junior in juniors]
        for junior, more in zip(juniors, prizes(places, OF_CLASS, 100), strict=True):
            got[junior.name] += more
        assert {name: figures[1] for name, figures in paid.items() if figures[1]} == {n: g for n, g in got.items() if g}
        assert house == fund - sum(got.values())
        awards = first.text("#classes .awards")
        assert f"{JUNIORS} 1." in awards
        assert "míč" in awards
        assert "šunka" in awards
        with first.stage("print the prize list and diplomas"):
            first.go(steps.NAV["money"])
            for path in ("prizes", "diplomas"):
                first.download(f"/papers/{path}.pdf", f"a[href^='/papers/{path}.pdf']")
    finally:
        acts = first.acts
        for stage, counted in second.acts.items():
            acts.setdefault(stage, counted.copy()).update(counted if stage in first.acts else {})
        report += acts_table(f"Mariáš of {PLAYED} on paper, {ROUNDS} rounds, two desks", acts)
        report += [*pages_table(first), ""]
        second.browser.close()
