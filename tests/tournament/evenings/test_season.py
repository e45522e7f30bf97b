"""Two evenings of pairs at two desks: ruled draws, then people who change partners in a season that anybody adds up."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
import zipfile
from collections import Counter
from fractions import Fraction

import pytest

from tests.organiser.chromium import Browser
from tests.tournament import steps
from tests.tournament.desk import Organiser, acts_table, pages_table
from tests.tournament.expected import Played, by_wins
from tools.play.event.scripts import PLAYERS, names_of

PAIRS, ROUNDS = 12, 4
METHODS = {1: "swiss", 2: "swiss", 3: "swiss", 4: "swiss"}
DOUBLES = "polish_doubles"


def rule_pair(desk, first, other, rule):
    desk.type("#draw-rules [name=one]", str(first))
    desk.type("#draw-rules [name=other]", str(other))
    desk.choose("#draw-rules [name=rule]", rule)
    desk.press_button("#draw-rules form[data-key=pair_rule]", "Nastavit")


def points_of(text):
    """Points as they are shown."""
    return Fraction(text.replace("½", "") or 0) + (Fraction(1, 2) if "½" in text else 0)


def place_points(places):
    """The last gets 1 and each place above one more; who share a place get the mean."""
    count, shared = len(places), Counter(places.values())
    return {who: Fraction(2 * (count + 1 - place) - shared[place] + 1, 2) for who, place in places.items()}


class Evening:
    """The rounds of an evening as both desks bring them about, with what the test adds up itself."""

    def __init__(self, desks, name_of, seed):
        self.desks, self.name_of, self.luck = desks, name_of, random.Random(seed)
        self.games: list[Played] = []
        self.byes: list[str] = []
        self.met: set[frozenset[int]] = set()

    def round(self, number, method, favourite=None):
        """Draw, start and enter a round; the tables as they were drawn. ``favourite`` wins high."""
        first = self.desks[0]
        with first.stage("draw a round, and start it"):
            drawn, byes = steps.draw(first, DOUBLES, method)
            first.press_button("#start", "Začít kolo")
        for desk in self.desks:
            desk.go(steps.NAV["results"])
        for n, (table, seats) in enumerate(sorted(drawn.items())):
            scores = [self.luck.randrange(250, 400), self.luck.randrange(250, 400)]
            if favourite in seats:
                scores[seats.index(favourite)] = 400
            desk = self.desks[n % 2]
            with desk.stage("slips"):
                steps.enter(desk, table, [str(score) for score in scores])
            self.games.append(Played(number, tuple(self.name_of[seat] for seat in seats), tuple(scores)))
        self.byes += [self.name_of[bye] for bye in byes]
        self.met |= {frozenset(seats) for seats in drawn.values()}
        return drawn

    def places(self):
        return {win.name: win.place for win in by_wins(self.games, self.byes)}

    def checked(self):
        """The standings that the desk shows are those that come of the games."""
        first, _ = self.desks
        with first.stage("standings"):
            first.go(steps.NAV["standings"])
            shown = {name: int(place) for place, name, *_ in steps.standings(first)}
        assert shown == self.places()


@pytest.mark.timeout(600)
def test_ruled_draws_and_a_season_with_changing_partners(evening, organiser, report, tmp_path):
    people = names_of(0, 2 * PAIRS, PLAYERS)
    second = Organiser(Browser(organiser.browser.program), organiser.address, "heslo")
    desks, desk = (organiser, second), organiser
    try:
        pairs = {n: (people[2 * n - 2], people[2 * n - 1]) for n in range(1, PAIRS + 1)}
        with desk.stage("enter 12 pairs (a file)"):
            header = ("Hráč 1", "Hráč 2", "Klub", "Kontakt")
            file = steps.entrants_file(tmp_path / "a.csv", [(a, b, "", "") for a, b in pairs.values()], header)
            steps.register(desk, "Podzim", file, [])
        second.come_in()
        with desk.stage("rules of the draw"):
            desk.go(steps.NAV["draw"])
            desk.unfold("#draw-rules")
            rule_pair(desk, 1, 2, "apart")
            rule_pair(desk, 3, 4, "wished")
            desk.type("#draw-rules [name=rounds]", str(ROUNDS))
            desk.tick("#draw-rules [name=accelerated]")
            desk.tick("#draw-rules [name=locked]")
            desk.press_button("#draw-rules form[data-key=draw_rules]", "Uložit")
        names = {n: f"{a} + {b}" for n, (a, b) in pairs.items()}
        autumn = Evening(desks, names, 5)
        first = autumn.round(1, "swiss", favourite=1)
        assert all((a <= PAIRS // 2) == (b <= PAIRS // 2) for a, b in first.values()), "the strong half among itself"
        assert (3, 4) in {tuple(sorted(seats)) for seats in first.values()}, "who wish to meet meet when they can"
        autumn.round(2, "swiss", favourite=1)
        autumn.checked()
        autumn.round(3, "swiss", favourite=1)
        wins = {win.name: win.figures[0] for win in by_wins(autumn.games, autumn.byes)}
        best = sorted(wins.values(), reverse=True)
        order = sorted(by_wins(autumn.games, autumn.byes), key=lambda win: win.place)
        if best[0] - best[1] > 1:  # nobody can catch the leader in the one round that is left
            with desk.stage("draw a round, and start it"):
                desk.go(steps.NAV["draw"])
                desk.choose("#draft select[name=method]", "swiss")
                desk.press_button("#draft", "Navrhnout")
            assert "místo je jisté" in desk.text("#drawn"), "the leader's place is certain"
        last = autumn.round(4, "king")
        met = {frozenset(autumn.name_of[seat] for seat in seats) for seats in last.values()}
        assert frozenset(place.name for place in order[:2]) in met, "the first meets the second"
        assert frozenset({1, 2}) not in autumn.met, "who never meet have not met"
        autumn.checked()
        with desk.stage("a new evening"):
            desk.go(steps.NAV["tables"])
            desk.unfold("#round-on [data-key=end]")
            desk.press_button("#round-on [data-key=end]", "Ukončit kolo")
            desk.go(steps.NAV["people"])
            desk.unfold("#after .sure")
            desk.type("#after [name=title]", "Zima")
            desk.press_button("#after", "Začít nový večer")
        # Everybody has another partner: the second of a pair plays with the first of the next one.
        changed = {n: (pairs[n][0], pairs[n % PAIRS + 1][1]) for n in pairs}
        with desk.stage("enter 12 pairs (a file)"):
            desk.go(steps.NAV["people"])
            file = steps.entrants_file(tmp_path / "b.csv", [(a, b, "", "") for a, b in changed.values()], header)
            desk.pick_file("#files input[type=file]", file)
            desk.press_button("#files", "Přihlásit všechny z něj")
        with desk.stage("who is here"):
            for n in range(PAIRS + 1, 2 * PAIRS + 1):
                desk.press_button(f"#entrant-{n}", "Na místě")
        winter = Evening(desks, {n + PAIRS: f"{a} + {b}" for n, (a, b) in changed.items()}, 6)
        for number in (1, 2):
            winter.round(number, "swiss")
        winter.checked()
        with desk.stage("the season"):
            desk.go(steps.NAV["standings"])
            desk.follow("a[href*='season=1']")
            desk.choose("#season-rules [name=scale]", "field")
            desk.tick("#season-rules [name=persons]")
            desk.press_button("#season-rules", "Uložit")
            shown = {row[1]: points_of(row[-3]) for row in desk.rows("#ranking tbody tr")}
            files = desk.download("/files/season.zip", "a[href='/files/season.zip']")
        total: dict[str, Fraction] = {}
        for season_evening in (autumn, winter):
            for pair, points in place_points(season_evening.places()).items():
                for person in pair.split(" + "):
                    total[person] = total.get(person, Fraction(0)) + points
        assert shown == total
        assert_added_up(files, tmp_path / "season", total)
    finally:
        acts = desk.acts
        for stage, counted in second.acts.items():
            acts[stage] = acts.get(stage, Counter()) + counted
        report += acts_table(f"Two evenings of {PAIRS} pairs, two desks, a season", acts)
        report += [*pages_table(desk), ""]
        second.browser.close()


def assert_added_up(files, folder, total):
    """The program that goes with the season comes to the same, and finds a record that somebody altered."""
    with zipfile.ZipFile(io.BytesIO(files)) as packed:
        packed.extractall(folder)
    folder /= DOUBLES
    run = [sys.executable, "-I", "recompute.py"]
    done = subprocess.run(run, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert {line.split("\t")[1]: Fraction(line.split("\t")[2]) for line in done.stdout.splitlines()[1:]} == total
    path = folder / "records.jsonl"
    lines = path.read_text("utf-8").splitlines()
    number = next(n for n, line in enumerate(lines) if '"what": "result"' in line)
    record = json.loads(lines[number])
    record["scores"][0][3] = "999"
    lines[number] = json.dumps(record, ensure_ascii=False, sort_keys=True)
    path.write_text("\n".join(lines) + "\n", "utf-8")
    done = subprocess.run(run, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert f"Record {number + 1} was altered" in done.stderr
