"""Forms of the desk as strangers, spreadsheets and slips of the finger fill them in, over real HTTP."""

import json
import re
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from device.organiser.desk.desk_app import LONGEST_FILE
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.papers import PAPERS
from device.organiser.store import open_store
from device.organiser.tournament.entrant_file import MOST
from device.organiser.tournament.registration import Registration
from device.organiser.tournament.season import events_of
from tests.organiser.conftest import EVENT
from tests.organiser.pages import refused
from tests.organiser.said import enrol, entrant_lines


def people(count, first="H"):
    return ("Player 1;Player 2\n" + "".join(f"{first}{n};G{n}\n" for n in range(count))).encode()


@pytest.fixture
def visitor(store, enter):
    desk = OrganiserDesk(store)
    Registration(desk).enrol(entrant_lines(people(5).decode()))
    return enter(desk)


def test_without_scripts_a_refusal_stands_beside_its_field_with_what_was_typed(visitor):
    page = visitor.act("people", "rest", number="1", of="třetí").read().decode()
    field = re.search(r'<input name="of"[^>]*value="třetí"[^>]*>', page)[0]
    assert 'aria-invalid="true" aria-describedby="said-of"' in field
    assert re.search(r'<small class="said" id="said-of">([^<]*)', page)[1] == "Bye in round: třetí is not a number."
    assert page.count("aria-invalid") == 1, "and beside no other"


def test_nobody_has_a_name_that_cannot_be_seen_or_turns_the_others_round(visitor):
    assert refused(visitor.act("people", "enrol", player="\u202e\u200b")) == (409, "Write who takes part.")
    visitor.act("people", "enrol", player="\u202eAnna")
    assert visitor.desk.read().tournament.by_number()[6].name == "Anna"


def test_ten_thousand_lines_are_too_many_and_nobody_of_them_is_registered(visitor):
    status, text = refused(visitor.send(people(10_000)))
    assert (status, text) == (409, f"The file is too long; {MOST} lines fit.")
    assert len(visitor.desk.read().tournament.entrants) == 5
    assert visitor.send(people(MOST, "I")).status == 303


@pytest.mark.parametrize("page", ["people", "standings"])
def test_a_file_that_is_too_large_is_said_on_the_page_that_it_was_sent_from(visitor, page):
    status, text = refused(visitor.send(b"x" * LONGEST_FILE, page=page))
    assert (status, text) == (413, "The file is too large and nothing was read of it: 1000 kB fit.")


def test_numbers_that_are_used_up_at_the_top_go_on_with_those_that_are_free(visitor):
    people = Registration(visitor.desk)
    enrol(people, ("Last",), number=9999)
    enrol(people, ("Next",))
    assert [entrant.number for entrant in visitor.desk.read().tournament.entrants.values()][-2:] == [9999, 6]


LINE = {"place": 1, "name": "A + B", "games": 1, "won": 1, "margin": 50, "points": 300, "people": ["a" * 16]}


def standings(line=LINE, **more):
    games = [{"game": "polish_doubles", "lines": [line]}, {"game": "marias", "lines": [line]}]
    return json.dumps({"event": "brno", "title": "Brno", "standings": games} | more).encode()


def test_an_event_of_two_games_counts_for_the_season_of_both_and_is_replaced_as_a_whole(visitor):
    def brought(kind):
        return {title: lines[0].margin for title, lines in events_of(visitor.desk.read(), kind) if title == "Brno"}

    assert visitor.send(standings(), page="standings", do="season").status == 303
    assert brought("polish_doubles") == brought("marias") == {"Brno": "50"}
    again = [{"game": "marias", "lines": [LINE | {"margin": 7}]}]
    assert visitor.send(standings(standings=again), page="standings", do="season").status == 303
    assert (brought("polish_doubles"), brought("marias")) == ({}, {"Brno": "7"})


WRONG = (
    *({"won": "1e999999999"}, {"won": True}, {"won": 1e300}, {"games": -1}, {"name": None}, {"margin": None}),
    *({"people": "abc"}, {"people": ["x"] * 9}, {"club": 5}),
)


def test_a_line_of_another_event_that_cannot_be_is_no_standings(visitor):
    for wrong in WRONG:
        status, text = refused(visitor.send(standings(LINE | wrong), page="standings", do="season"))
        assert (status, text.partition(";")[0]) == (409, "This is not a file of standings"), wrong


def test_who_goes_away_in_the_middle_of_a_form_leaves_no_traceback(visitor, caplog):
    with socket.create_connection(("127.0.0.1", visitor.page.port)) as line:
        line.sendall(b"POST /act HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nword=")
    visitor.page.close()
    assert not [record for record in caplog.records if record.exc_info]


def test_no_page_waits_for_a_paper_that_takes_long(store, tmp_path, monkeypatch, enter):
    drawn, go_on = threading.Event(), threading.Event()

    def signs(state, wanted):
        drawn.set()
        assert go_on.wait(20)
        return " ".join(entrant.name for entrant in state.tournament.entrants.values()).encode()

    monkeypatch.setitem(PAPERS, "signs", replace(PAPERS["signs"], make=signs))
    inside = enter(
        OrganiserDesk(store),
        reader=lambda: OrganiserDesk(open_store(str(tmp_path / "event.db"), EVENT, read_only=True)),
    )
    inside.act("people", "enrol", player="Anna")
    with ThreadPoolExecutor(1) as browser:
        paper = browser.submit(inside.get, "/papers/signs.pdf")
        assert drawn.wait(20)
        assert inside.act("people", "enrol", player="Bára").status == 303
        assert "Bára" in inside.get("/people")
        assert not paper.done()
        go_on.set()
        assert paper.result(20) == "Anna"
    assert inside.get("/papers/signs.pdf") == "Anna Bára"


def test_the_page_says_what_a_file_was_read_as_and_what_was_left_out(visitor):
    answer = visitor.send("Jméno;Barva;Klub\nŽofie Říhová;red;Písek\nTomáš Malý;;Tábor\n".encode("cp852"))
    assert answer.status == 303
    page = visitor.get(answer.headers["Location"])
    assert "Entrants from the file: 2. It was read as CP852." in page
    assert "Left out of it: Barva" in page
    assert "Žofie Říhová" in page
    assert "from the file:" not in visitor.get("/people")


def test_all_lines_that_do_not_fit_are_on_the_page_at_once(visitor):
    status, text = refused(visitor.send("Jméno;Iniciály\nAnna;TRUE\nBob;✗\n;ano\nCyril;ne\n".encode()))
    assert status == 409
    assert text.startswith(
        "Line 3: ✗ under Initials is neither yes nor no; write one of the two. Line 4: The player is"
    )
    assert not [entrant for entrant in visitor.desk.read().tournament.entrants.values() if entrant.name == "Anna"]
