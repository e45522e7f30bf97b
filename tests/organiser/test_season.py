"""A season: points for places, the worst dropped, people in changing pairs; a stranger adds the records up again."""

import ast
import json
import subprocess
import sys
import zipfile
from fractions import Fraction
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.common.games.registry import SPECS
from device.organiser.acts import decisions
from device.organiser.acts.ruling_acts import CarriedLine, SeasonRules
from device.organiser.desk.forms import decide
from device.organiser.papers.files import season_zip
from device.organiser.tournament import made_from
from device.organiser.tournament.registration import Registration
from device.organiser.tournament.rulings import Rulings
from device.organiser.tournament.season import add, counted_events, events_of, place_points, rules_of, season
from device.organiser.tournament.season_records import digest_of
from rules.message import Refusal
from tests.organiser.events import DOUBLES, MARIAS, played, with_pairs, with_players
from tests.organiser.said import enrol, ranking

pytestmark = pytest.mark.usefixtures("in_english")
JARO = {
    "event": "jaro",
    "title": "Jaro",
    "standings": [
        {
            "game": DOUBLES,
            "lines": [
                {"place": 1, "name": "Ann 1 + Cat", "won": 3, "margin": 99, "points": 1200, "games": 3},
                {"place": 2, "name": "Pair 2", "won": 1.5, "margin": -20, "points": 1100, "games": 3},
                {"place": 2, "name": "Guests", "won": 1.5, "margin": -79, "points": 1000, "games": 3},
            ],
        }
    ],
}


def rules(kind=DOUBLES, **more):
    return SeasonRules(id="0" * 16, kind=kind, **more)


def lines(*places):
    return [CarriedLine(people=(), name=f"N{n}", place=place) for n, place in enumerate(places)]


@given(st.lists(st.integers(0, 5), min_size=1, max_size=30))
def test_points_for_places_sum_up_to_the_same_however_places_are_shared(scores):
    scores.sort(reverse=True)
    places = [scores.index(score) + 1 for score in scores]
    points = place_points(lines(*places), SPECS[DOUBLES], "field")
    count = len(scores)
    assert sum(points) == Fraction(count * (count + 1), 2)
    assert points == sorted(points, reverse=True)
    assert place_points(lines(*places), SPECS[DOUBLES], "hundred") == [point * Fraction(100, count) for point in points]


def test_the_winner_of_twenty_gets_twenty_and_a_file_without_places_is_placed_by_its_sums():
    assert place_points(lines(*range(1, 21)), SPECS[MARIAS], "field")[0] == 20
    unplaced = [CarriedLine(people=(), name=name, won=won) for name, won in (("a", "1"), ("b", "3"), ("c", "1"))]
    assert place_points(unplaced, SPECS[DOUBLES], "field") == [Fraction(3, 2), 3, Fraction(3, 2)]


def test_the_worst_event_is_dropped_and_a_missed_one_is_the_worst():
    events = [(name, lines(*places)) for name, places in (("A", (1, 2)), ("B", (2, 1)), ("C", (1,)))]
    ranked = season(events, rules(scale="field", drop=1), SPECS[DOUBLES])
    assert [(line.name, line.total, sorted(line.counted)) for line in ranked] == [
        ("N0", 3, ["A", "B"]),
        ("N1", 3, ["A", "B"]),
    ]
    assert [line.total for line in season(events, rules(scale="field"), SPECS[DOUBLES])] == [4, 3]


def test_of_everybody_the_best_events_count_or_all_but_the_worst_by_one_field(desk):
    """A store of an earlier version says how many are dropped alone, and its form goes on saying so."""
    two_evenings(desk)
    old = decisions.decode(b'{"act":"season_rules","id":"%s","kind":"polish_doubles","drop":1}' % (b"7" * 16))
    assert (counted_events(old, 5), counted_events(old, 1)) == (4, 1)
    assert made_from.season_fields(old)["counting"] == "drop"
    desk.decide(old)
    decide(desk, {"do": "season_rules", "kind": DOUBLES} | made_from.season_fields(rules_of(desk.read(), DOUBLES)))
    assert rules_of(desk.read(), DOUBLES).drop == 1
    decide(desk, {"do": "season_rules", "kind": DOUBLES, "counting": "best", "events": "3"})
    season_rules = rules_of(desk.read(), DOUBLES)
    assert (season_rules.drop, counted_events(season_rules, 5), counted_events(season_rules, 2)) == (0, 3, 2)
    decide(desk, {"do": "season_rules", "kind": DOUBLES, "counting": "best", "events": ""})
    assert counted_events(rules_of(desk.read(), DOUBLES), 5) == 5


def test_a_person_has_a_season_with_changing_partners():
    def pair(place, *people):
        return CarriedLine(people=tuple(f"{who}-id" for who in people), name="x", players=people, place=place)

    events = [
        ("A", [pair(1, "Eva", "Jan"), pair(2, "Ota", "Ida")]),
        ("B", [pair(1, "Eva", "Ota"), pair(2, "Jan", "Ida")]),
    ]
    of = {line.name: line.total for line in season(events, rules(scale="field", persons=True), SPECS[DOUBLES])}
    assert of == {"Eva": 4, "Jan": 3, "Ota": 3, "Ida": 2}


# -- records that a stranger adds up -----------------------------------------------------------------------------------


def two_evenings(desk):
    desk.name("Podzim")
    with_pairs(desk, 5, club="Písek")
    enrol(Registration(desk), ("Jan Tajný", "Eva Tajná"), initials=True)
    Registration(desk).all_came()
    ranking(desk, DOUBLES, ("wins", "direct", "median", "margin", "lately"), drop_worst=1)
    played(desk, 1, "1: 1 2\n2: 3 4\n3: 5 6", (400, 300), (250, 250), (301, 420))
    played(desk, 2, "1: 1 6\n2: 2 3\n4\n5", (400, 100), (500, 300))
    played(desk, 3, "1: 1 3\n2: 2 4\n3: 5 6", (200, 300), (222, 333), (444, 111))
    Rulings(desk).adjust(2, 1, Fraction(-1, 2), -10, "late")
    Registration(desk).warn(5, "talks")
    Registration(desk).expel(5, "talks")
    Rulings(desk).begin_evening("Zima")
    Registration(desk).all_came()
    played(desk, 1, "1: 2 1\n2: 4 6", (333, 250), (250, 280))
    add(desk, json.dumps(JARO).encode())


@pytest.fixture(
    params=[{"scale": "field", "drop": 1, "persons": True}, {"scale": "hundred"}, {"scale": "sums", "best": 1}]
)
def exported(desk, tmp_path, request):
    two_evenings(desk)
    form = {"do": "season_rules", "kind": DOUBLES, "scale": request.param["scale"]}
    form |= {"counting": "drop", "events": "1", "persons": "yes"} if request.param.get("drop") else {}
    form |= {"counting": "best", "events": "1"} if request.param.get("best") else {}
    decide(desk, form)
    with zipfile.ZipFile(BytesIO(season_zip(desk.state))) as packed:
        packed.extractall(tmp_path)
    return tmp_path / DOUBLES


def run(folder, *arguments):
    return subprocess.run(
        [sys.executable, "-I", "recompute.py", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_stranger_gets_the_same_standings_from_the_records_alone(desk, exported):
    done = run(exported, *digest_of(desk.state, DOUBLES).split())
    assert done.returncode == 0, done.stderr
    shown = [line.split("\t")[:3] for line in done.stdout.splitlines()[1:]]
    expected = season(events_of(desk.state, DOUBLES), rules_of(desk.state, DOUBLES), SPECS[DOUBLES])
    assert sorted((int(place), points) for place, _, points in shown) == sorted(
        (line.place, str(line.total)) for line in expected
    )
    assert "Tajn" not in done.stdout + (exported / "records.jsonl").read_text("utf-8")
    assert "J. T." in done.stdout


def test_the_published_digest_has_128_bits_and_one_with_fewer_is_refused(desk, exported):
    published = digest_of(desk.state, DOUBLES)
    assert [len(part) for part in published.split(" ")] == [4] * 8
    assert run(exported, published).returncode == 0, "as one word, too"
    assert run(exported, published.upper().replace(" ", "")).returncode == 0
    for digits in (1, 4, 16, 31):
        done = run(exported, published.replace(" ", "")[:digits])
        assert done.returncode == 1
        assert f"but {digits} digits prove nothing" in done.stderr
        assert "earlier versions published 16" in done.stderr


def test_old_digits_that_are_of_other_records_are_said_as_that(exported):
    done = run(exported, "0000", "1111", "2222", "3333")
    assert done.returncode == 1
    assert "Other records were published than these" in done.stderr


def test_without_a_published_digest_it_says_that_nothing_was_compared(desk, exported):
    done = run(exported)
    assert done.returncode == 0
    assert "No published digest was given" in done.stderr
    assert "No published digest" not in run(exported, digest_of(desk.state, DOUBLES)).stderr


def test_the_program_is_fifty_lines_of_python_alone(exported):
    text = (exported / "recompute.py").read_text("utf-8")
    tree = ast.parse(text)
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith('"""')]
    assert len(lines) <= 50
    assert max(map(len, lines)) <= 120
    used = [
        statement.names[0].name if isinstance(statement, ast.Import) else statement.module
        for statement in tree.body
        if hasattr(statement, "names")
    ]
    assert {name.split(".")[0] for name in used} <= sys.stdlib_module_names


def test_one_altered_record_is_found_and_named(exported):
    path = exported / "records.jsonl"
    text = path.read_text("utf-8").splitlines()
    number = next(n for n, line in enumerate(text, 1) if '"result"' in line)
    altered = json.loads(text[number - 1])
    altered["scores"][0][2] = "150"
    text[number - 1] = json.dumps(altered, ensure_ascii=False, sort_keys=True)
    path.write_text("\n".join(text) + "\n", "utf-8")
    done = run(exported)
    assert done.returncode == 1
    assert f"Record {number} was altered" in done.stderr


def test_records_that_were_chained_anew_are_not_those_that_were_published(desk, exported):
    from device.organiser.tournament.season_records import chain

    path, published = exported / "records.jsonl", digest_of(desk.state, DOUBLES)
    records = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for record in records:
        record.pop("digest")
    next(record for record in records if record["what"] == "result")["scores"][0][2] = "150"
    path.write_text(chain(records)[0], "utf-8")
    done = run(exported, *published.split())
    assert done.returncode == 1
    assert "Other records were published than these" in done.stderr


def test_a_result_left_out_with_all_that_names_it_changes_the_standings_that_go_with_it(exported):
    content = json.loads((exported / "standings.json").read_text("utf-8"))
    content["season"][0][2:] = ["99"] * len(content["season"][0][2:])
    (exported / "standings.json").write_text(json.dumps(content), "utf-8")
    done = run(exported)
    assert done.returncode == 1
    assert "standings.json" in done.stderr


def test_before_anything_was_played_there_is_nothing_to_add_up(desk):
    with_players(desk, 4)
    with pytest.raises(Refusal, match="Nothing counts"):
        season_zip(desk.state)
    assert digest_of(desk.state, MARIAS) == ""
