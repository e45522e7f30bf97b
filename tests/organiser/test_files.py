"""What an organiser takes away: CSV, tsh, records, a site of static pages; from the desk and by command."""

import csv
import io
import json
import re
import zipfile
from html.parser import HTMLParser
from pathlib import PurePosixPath

import pytest

from device.cli import main
from device.common.i18n import speaking
from device.common.languages import LANGUAGES
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.papers import ALL_FILES, PAPERS, files
from device.organiser.papers.site import Site, site_zip
from device.organiser.tournament import entrant_file
from device.organiser.tournament.drawing import Drawing
from device.organiser.tournament.registration import Registration
from rules.message import Refusal
from rules.record import read
from tests.organiser.conftest import EVENT
from tests.organiser.events import DOUBLES, PAIRS, doubles, drawn, fours, with_pairs
from tests.organiser.pages import rows_of
from tests.organiser.said import correct, ranking, result


def file_of(desk, name, language="en", separator=";"):
    with speaking(language):
        return ALL_FILES[name].make(desk.read(), separator)


def cells(data, separator=";"):
    assert data.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig")), delimiter=separator))


# -- CSV ---------------------------------------------------------------------------------------------------------------


def test_every_seat_and_every_bye_is_in_the_pairings(store):
    head, *rows = cells(file_of(doubles(store), "pairings.csv"))
    assert head == ["Round", "Game", "Table", "Seat", "Number", "Who", "Players", "Club", "Remark"]
    assert len(rows) == 10
    assert rows[0] == ["1", "Polish doubles", "1", "1", "1", "Krtci", "Jan Novák, Čeněk Chalupa", "Písek", ""]
    assert rows[4][:5] == ["1", "Polish doubles", "", "", "5"]
    assert rows[4][-1] == "bye"


def test_results_say_where_they_come_from(store):
    desk = doubles(store)
    _, *rows = cells(file_of(desk, "results.csv"))
    assert [row[6:9] for row in rows if row[0] == "1"] == [
        ["312", "entered at the desk", ""],
        ["250", "entered at the desk", ""],
        ["200", "entered at the desk", ""],
        ["290", "entered at the desk", ""],
        ["", "bye", ""],
    ]
    assert {row[6] for row in rows if row[0] == "2"} == {""}


def test_standings_have_every_round(store):
    first = cells(file_of(doubles(store), "standings.csv"))[1]
    assert first[:6] == ["Polish doubles", "1", "4", "Josef Novák + Ivo Čáp", "Josef Novák, Ivo Čáp", "Tábor"]
    assert first[6:] == ["290", "", "1", "90", "0", "1"]


def test_prizes_are_numbers_in_koruny_with_the_comma_of_the_language(store):
    desk = fours(store)
    _, first, *_ = cells(file_of(desk, "prizes.csv", "cs"))
    assert first[-4:] == ["0,00", "12,00", "250,00", "262,00"]
    _, first, *_, last = cells(file_of(desk, "prizes.csv", "en", ","), ",")
    assert first[-4:] == ["0.00", "12.00", "250.00", "262.00"]
    assert last[-3:] == ["-4.00", "0.00", "-4.00"]


@pytest.mark.parametrize("name", ["=1+1", "+420", "-x", "@SUM"])
def test_no_text_is_a_formula(store, name):
    desk = doubles(store)
    correct(Registration(desk), 1, (name, "Eva"), name, name, name)
    for file in ("people.csv", "pairings.csv", "results.csv", "standings.csv", "prizes.csv"):
        texts = [cell for row in cells(file_of(desk, file)) for cell in row]
        assert "'" + name in texts
        assert not [cell for cell in texts if cell.startswith(name)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_come_back_as_they_went(store, language):
    desk = doubles(store)
    correct(Registration(desk), 2, PAIRS[1][:2], "", "Brno", "", initials=True)
    lines = entrant_file.read(file_of(desk, "people.csv", language)).lines
    entrants = desk.state.tournament.by_number().values()
    assert [(line.number, line.players, line.initials) for line in lines] == [
        (entrant.number, entrant.players, entrant.initials) for entrant in entrants
    ]
    assert sum(line.initials for line in lines) == 1
    assert not any(line.contact for line in lines)


def test_standings_for_the_season_of_another_event_want_a_result_and_a_name(store):
    desk = OrganiserDesk(store)
    with pytest.raises(Refusal, match="Name the event"):
        file_of(desk, "standings.json")
    desk.name("Brno")
    with pytest.raises(Refusal, match="No result"):
        file_of(desk, "standings.json")


# -- tsh ---------------------------------------------------------------------------------------------------------------

TSH = re.compile(r"^([^,;\d]+),([^,;\d]*)\s+(\d+)((?: \d+)*); ((?:-?\d+ ?)*); board ((?:\d+ ?)*);$")
"""A line as readers of tsh's divisions take it apart: last name, first name, rating, opponents, points, tables."""


def test_tsh_lines_are_what_its_readers_take_apart(store):
    matches = [TSH.match(line) for line in file_of(doubles(store), "pairs.t").decode().splitlines()]
    assert all(matches)
    names = [(match[1].strip(), match[2].strip()) for match in matches]
    assert names[0] == ("Krtci", "Jan Novák + Čeněk Chalupa")
    assert names[1] == ("Šťastná + Dvořák", "Eva + Řehoř")
    assert names[2] == ("Sloky II", "Jana Nováková + Oto Hrubý")
    opponents = [[int(number) for number in line[4].split()] for line in matches]
    assert opponents == [[2, 5], [1, 4], [4, 0], [3, 2], [0, 1]]
    # The second round misses results: points stop before it.
    assert [line[5].split() for line in matches] == [["312"], ["250"], ["200"], ["290"], ["1"]]
    assert [line[6].split() for line in matches] == [["1", "1"], ["1", "12"], ["12", "0"], ["12", "12"], ["0", "1"]]
    for number, rounds in enumerate(opponents, start=1):
        for n, other in enumerate(rounds):
            assert not other or opponents[other - 1][n] == number


def test_a_bye_worth_less_than_a_win_is_none_for_tsh(desk, store):
    with_pairs(desk, 3)
    Registration(desk).rest(3, 1)
    drawn(desk)
    result(Drawing(desk), 1, 1, (300, 200))
    assert [TSH.match(line)[5] for line in file_of(desk, "pairs.t").decode().splitlines()] == ["300", "200", "1"]
    ranking(desk, DOUBLES, ("wins",), rest_half_wins=1)
    assert [TSH.match(line)[5] for line in file_of(desk, "pairs.t").decode().splitlines()] == ["300", "200", "0"]


def test_tsh_takes_pairs_alone(store):
    with pytest.raises(Refusal, match="tsh takes pairs"):
        file_of(fours(store), "pairs.t")


@pytest.mark.parametrize(("number", "numeral"), [(1, "I"), (4, "IV"), (1994, "MCMXCIV"), (0, "O"), (4001, "DOOA")])
def test_numbers_in_names(number, numeral):
    assert files.roman(number) == numeral


# -- records -----------------------------------------------------------------------------------------------------------


def test_every_record_of_the_archive_replays_to_its_tally(store):
    store.append([*rows_of(1), *rows_of(2, "marias"), *rows_of(3, entries=5)])
    desk = OrganiserDesk(store)
    data = file_of(desk, "records.zip")
    assert data == file_of(desk, "records.zip")
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        _, *rows = cells(packed.read("games.csv"))
        assert [row[0] for row in rows] == [name for name in packed.namelist() if name.endswith(".jsonl")]
        for name, table, _, summary, _ in rows:
            history = read(packed.read(name).decode().splitlines())
            game = desk.state.game_at(desk.state.places[int(table)])
            assert history.state == game.history.state
            assert summary == str(history.game.summary(history.state))


# -- the site ----------------------------------------------------------------------------------------------------------


class Links(HTMLParser):
    def __init__(self):
        super().__init__()
        self.found, self.tags = [], set()

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.found += [value for name, value in attributes if name in ("href", "src")]


def played(store):
    """The event of `doubles`, its table 1 of the first round signed at the table, too."""
    desk = doubles(store)
    pairing = desk.state.tournament.draw_of(1).tables[0].pairing
    rows = rows_of(1, names=("Krtci", "Eva Šťastná + Řehoř Dvořák"))
    begun = json.dumps(json.loads(rows[0].body) | {"pairing": pairing})
    store.append([rows[0]._replace(body=begun), *rows[1:]])
    desk.read()
    return desk


def test_the_site_holds_together_without_scripts_servers_and_contacts(store):
    site = dict(Site(played(store).state).files())
    assert {"index.html", "style.css", "cs/index.html", "en/round-2.html"} <= set(site)
    assert any(name.startswith("cs/game-") for name in site)
    reached, wanted = set(), {"index.html"}
    while wanted:
        name = wanted.pop()
        reached.add(name)
        if not name.endswith(".html"):
            continue
        page = Links()
        page.feed(site[name].decode())
        assert not page.tags & {"script", "form", "iframe", "img"}
        for link in page.found:
            assert not re.match(r"\w+:|/", link)
            parts = []
            for part in (PurePosixPath(name).parent / link).parts:
                parts = parts[:-1] if part == ".." else [*parts, part]
            wanted |= {"/".join(parts)} - reached
    assert reached == set(site)
    everything = b"".join(site.values())
    assert b"example" not in everything
    assert b"Podzimn\xc3\xad turnaj &lt;P\xc3\xadsek&gt;" in everything


def test_the_site_shows_results_and_standings(store):
    site = dict(Site(played(store).state).files())
    standings, round = site["en/index.html"].decode(), site["cs/round-1.html"].decode()
    assert re.findall(r'<td class="num">(\d)\.</td><th scope="row">([^<]+)', standings)[0] == (
        "1",
        "Josef Novák + Ivo Čáp",
    )
    assert re.findall(r'<td class="num">(\d+)</td>', round) == ["312", "250", "200", "290"]
    assert "Volno: Ema Žáková + Jan Novák" in round


def test_an_empty_event_has_a_site(store):
    with zipfile.ZipFile(io.BytesIO(site_zip(OrganiserDesk(store).state))) as packed:
        assert "No round is published yet." in packed.read("en/index.html").decode()


# -- from the desk -----------------------------------------------------------------------------------------------------


@pytest.fixture
def inside(store, enter):
    doubles(store)
    return enter(OrganiserDesk(store))


def test_every_paper_and_file_is_downloaded_with_the_password_alone(inside, store):
    store.append(rows_of(1, entries=3))
    shown = re.findall(r'href="(/(?:papers|files)/[^"]+)"', inside.get("/papers?round=2"))
    shown = [link.replace("&amp;", "&") for link in shown]
    assert len(shown) == len(LANGUAGES) * len(PAPERS) + len(ALL_FILES)
    for link in shown:
        assert inside.page.ask(link).status == 303
        answer = inside.page.ask(link, headers=inside.cookie)
        assert answer.status == 200, link
        data = answer.read()
        beginning = {"pdf": b"%PDF", "csv": b"\xef\xbb\xbf", "zip": b"PK", "son": b"{"}.get(
            link.split("?")[0][-3:], b"Krtci"
        )
        assert data.startswith(beginning), link
        assert "attachment" in answer.headers["Content-Disposition"]
        if paper := re.fullmatch(r"/papers/(\w+)\.pdf\?lang=(\w+)(?:&round=(\w+)|.*)", link):
            name = "-".join(filter(None, (paper[1], paper[3], paper[2])))
            assert f'"{name}.pdf"' in answer.headers["Content-Disposition"]
    for link in ("/papers/x.pdf", "/papers/find.txt", "/files/event.db"):
        assert inside.page.ask(link, headers=inside.cookie).status == 404


# -- by command --------------------------------------------------------------------------------------------------------


def test_the_command_writes_every_paper_and_file_and_names_what_cannot_be_made(store, tmp_path, capsys):
    doubles(store)
    arguments = ["--lang", "en", "organiser", "--store", str(tmp_path / "event.db"), "--event", EVENT]
    assert main([*arguments, "files", "--out", str(tmp_path / "files"), "--address", "http://x/"]) == 0
    written = {path.name for path in (tmp_path / "files").iterdir()}
    papers = {f"{word}-{lang}.pdf" for word in PAPERS for lang in LANGUAGES}
    assert written == (set(ALL_FILES) | papers) - {"records.zip"}
    assert "records.zip: No game has arrived yet." in capsys.readouterr().out
    assert main([*arguments, "site", "--out", str(tmp_path / "site")]) == 0
    assert "Podzimní turnaj" in (tmp_path / "site" / "cs" / "round-2.html").read_text(encoding="utf-8")
