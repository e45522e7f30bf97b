"""Entrants at the desk: who takes part, who is there, lists of them as files."""

import re
import time

import pytest

from device.common.i18n import speaking, tr
from device.organiser.acts.decisions import MoneySet
from device.organiser.desk.page_list import people_values
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import everything
from device.organiser.tournament import entrant_file
from device.organiser.tournament.accounts import Accounts
from device.organiser.tournament.decided import in_words
from device.organiser.tournament.drawing import Drawing
from device.organiser.tournament.registration import Registration
from rules.message import Refusal
from tests.organiser.events import DOUBLES, drawn, played, statuses, take_back, with_pairs
from tests.organiser.folds import fold_rows
from tests.organiser.said import correct, enrol, entrant_lines

# -- who takes part ----------------------------------------------------------------------------------------------------


def test_a_pair_written_the_other_way_round_is_one_and_namesakes_are_two(desk):
    people = Registration(desk)
    enrol(people, ("Jan Novák", "Petr Vlk"), club="Písek")
    with pytest.raises(Refusal, match="registered already, as number 1"):
        enrol(people, ("petr  VLK", "Jan Novák"), club="Písek")
    with pytest.raises(Refusal, match="registered already"):
        enrol(people, ("Petr Vlk", "Jan Novák"))
    with pytest.raises(Refusal, match="somebody else of that name, say so"):
        enrol(people, ("Petr Vlk", "Jan Novák"))
    with pytest.raises(Refusal, match=r"line 2.*registered already, as number 1\.$|registered already, as number 1\.$"):
        people.enrol(entrant_lines("Player 1;Player 2\nPetr Vlk;Jan Novák\n"))
    enrol(people, ("Eva Malá",), club="Písek")
    enrol(people, ("Eva Malá",), club="Brno")
    enrol(people, ("Eva Malá",), club="Brno", another=True)
    entrants = list(desk.read().tournament.entrants.values())
    assert [entrant.number for entrant in entrants] == [1, 2, 3, 4]
    ids = [person for entrant in entrants for person in entrant.people]
    assert len(set(ids)) == len(ids) == 5


def test_somebody_comes_withdraws_comes_late_and_rests(desk):
    people = Registration(desk)
    for name in ("Adam", "Bára", "Cyril"):
        enrol(people, (name,))
    people.attend(1, "present")
    people.attend(2, "present", since=2)
    people.rest(1, 3)
    early, late, absent = desk.read().tournament.by_number().values()
    assert [early.plays(n) for n in (1, 2, 3)] == [True, True, False]
    assert [late.plays(n) for n in (1, 2)] == [False, True]
    assert not absent.plays(1)
    people.attend(1, "withdrawn")
    assert not desk.read().tournament.by_number()[1].plays(2)


def test_every_decision_is_taken_back_by_another_act_and_only_the_last(desk, store):
    people, draw = Registration(desk), Drawing(desk)
    enrol(people, ("Adam",))
    enrol(people, ("Bára",))
    people.all_came()
    came = desk.read().tournament.last.id
    rows = len(list(everything(store)))
    draw.take_back(came)
    assert [status[2] for status in statuses(desk)] == ["registered", "registered"]
    assert len(list(everything(store))) == rows + 1
    with pytest.raises(Refusal, match="Something else was decided"):
        draw.take_back(came)
    draw.take_back(desk.state.tournament.last.id)
    assert statuses(desk) == [(1, "Adam", "registered")]
    assert fold_rows(everything(store)).tournament.entrants == desk.state.tournament.entrants


def test_a_name_that_is_corrected_stays_the_same_person(desk):
    people = Registration(desk)
    enrol(people, ("Jan Nowák", "Eva"), club="Písek")
    before = desk.read().tournament.by_number()[1]
    correct(people, 1, ("Jan Novák", "Eva"), "", "Písek", "")
    after = desk.read().tournament.by_number()[1]
    assert (after.id, after.people, after.name) == (before.id, before.people, "Jan Novák + Eva")


def test_a_pair_that_was_not_named_by_hand_is_called_after_its_players_again(store, enter):
    visitor = enter(OrganiserDesk(store))
    visitor.act("people", "enrol", player="Jan Nowák", partner="Eva Malá")
    visitor.act("people", "enrol", player="Jan Nowak", partner="Oto Malý", name="Krtci")
    page = visitor.get("/people?more=1")
    assert 'name="name" maxlength="40" value="Jan Nowák + Eva Malá"' in page

    def rename(number, partner, name):
        player = {"player": "Jan Novák", "partner": partner}
        visitor.act("people", "rename", number=number, name=name, club="", contact="", **player)

    rename("1", "Eva Malá", "Jan Nowák + Eva Malá")
    rename("2", "Oto Malý", "Krtci")
    names = [status[1] for status in statuses(visitor.desk)]
    assert names == ["Jan Novák + Eva Malá", "Krtci"]
    rename("2", "Oto Malý", "")
    assert statuses(visitor.desk)[1][1] == "Jan Novák + Oto Malý"


# -- files -------------------------------------------------------------------------------------------------------------

FILE = "Číslo;Dvojice;Hráč 1;Hráč 2;Klub;Kontakt\r\n7;Šípky;Jiří Říha;Žofie Čápová;Tábor;606 123\r\n;;Ivo;Ota;;\r\n"


def test_a_line_may_end_before_the_last_heading():
    (line,) = entrant_lines("Hráč 1;Hráč 2;Klub\nIvo;Ota\n")
    assert (line.players, line.club) == (("Ivo", "Ota"), "")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1250"])
@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_a_file_is_read_in_both_encodings_and_with_any_separator(desk, encoding, separator):
    Registration(desk).enrol(entrant_file.read(FILE.replace(";", separator).encode(encoding)).lines)
    assert statuses(desk) == [(7, "Šípky", "registered"), (8, "Ivo + Ota", "registered")]
    first = desk.state.tournament.by_number()[7]
    assert (first.players, first.club) == (("Jiří Říha", "Žofie Čápová"), "Tábor")
    assert desk.contacts() == {first.id: "606 123"}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (";;\r\nJméno;Klub;\r\nAnna Nová;A;\r\n", ["Anna Nová"]),
        ('sep=,\r\nJméno,Klub\r\n"Nová; Anna",A\r\n', ["Nová; Anna"]),
        ("Jméno;Klub\rAnna Nová;A\rBohouš Malý;B\r", ["Anna Nová", "Bohouš Malý"]),
        ("Jme\u0301no;Klub\nR\u030cehor\u030c C\u030ci\u0301z\u030cek;A\n", ["Řehoř Čížek"]),
        ("Jméno;Klub;;;\r\nAnna\xa0Nová;A;;;\r\nBohouš Malý;B;;;\r\n", ["Anna Nová", "Bohouš Malý"]),
        ("Jméno;Příjmení;Klub\nAnna;Nová;A\n", ["Anna Nová"]),
        ("Klub;Meno a priezvisko *\nA;Anna Nová\n", ["Anna Nová"]),
    ],
    ids=["a blank row", "sep=", "Mac", "decomposed", "empty columns", "surnames", "Slovak"],
)
def test_a_file_is_read_as_people_have_it(text, names):
    assert [line.players for line in entrant_lines(text)] == [(name,) for name in names]


def test_columns_that_nobody_knows_are_left_out_and_named(desk):
    with speaking("en"):
        file = entrant_file.read(";Jméno;Barva;Klub;;\n1;Anna;red;A;;\n2;Bob;;B;;\n".encode("cp1250"))
    assert [(line.players, line.club) for line in file.lines] == [(("Anna",), "A"), (("Bob",), "B")]
    assert (file.form, file.left_out) == ("windows-1250", ("column 1 without a heading", "Barva"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "Nom;Colour\nJan;red\n",
            "Line 1: The column Player 1 .* is missing; not known: Nom, Colour; known are Number",
        ),
        ("Name;Zveřejnit jméno\nJan;ne\n", "Line 1: The column Zveřejnit jméno may say whose names stay private"),
        ("Name;Number\nJan;x\nEva;y\n", r"Line 2: .* 9999\. Line 3: An entrant has a number"),
        ("Name\nŘehoř Łuk\nRehor Luk\n", "Line 3: Rehor Luk is on line 2, too"),
        ("Name\nKnown\nJan\nJan\n", "Line 2: Known is registered already.* Line 4: Jan is on line 3, too"),
        ("Name;Number\n" + "Jan;x\n" * 8, r"Line 7: .* And 2 more lines\.$"),
        ("Name;Club\nJan;Písek\n\nEva;Písek;more\n", "Line 4: There are 3 cells under 2 headings"),
        ("Name;Club\nJan;Písek\nEva;\nJan;Písek\n", "Line 4: Jan is on line 2, too"),
        ("Player 1;Player 2\nJan;Eva\nEva;Jan\n", "Line 3: Eva – Jan is on line 2, too"),
        ("Name;Number\nJan;4\nEva;4\n", "Line 3: The number 4 is already somebody else's"),
        ("Name\n\x00\n", "not text"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_its_line_and_nobody_is_registered(desk, text, reason):
    people = Registration(desk)
    enrol(people, ("Known",))
    with speaking("en"), pytest.raises(Refusal, match=reason):
        people.enrol(entrant_lines(text))
    assert len(statuses(desk)) == 1


def test_a_file_goes_out_and_comes_back_and_no_cell_is_a_formula(desk, store, tmp_path):
    people = Registration(desk)
    enrol(people, ("=HYPERLINK(1)", "Žofie"), "@team", club="+420", contact="-1")
    enrol(people, ("O'Neil; Jan",))
    with speaking("cs"):
        text = entrant_file.write(desk.read().tournament.by_number().values(), contacts=desk.contacts())
    cells = [cell for line in text.splitlines() for cell in line.split(";")]
    assert not [cell for cell in cells if cell.startswith(entrant_file.FORMULA)]
    read = entrant_file.read(entrant_file.encode(text, "cp1250")).lines
    assert [(line.players, line.club, line.contact) for line in read] == [
        (("=HYPERLINK(1)", "Žofie"), "+420", "-1"),
        (("O'Neil; Jan",), "", ""),
    ]


@pytest.mark.parametrize(
    "yes", ["TRUE", "true", "PRAVDA", "✓", "✔\ufe0f", "x", "1", "ano", "ÁNO", "A\u0301no", "yes", "Y", "a", "\xa0ano"]
)
@pytest.mark.parametrize("no", ["", "FALSE", "NEPRAVDA", "0", "ne", "Nie", "no", "n", "–"])
def test_a_yes_as_spreadsheets_write_it_keeps_a_name_off_public_pages(yes, no):
    anna, bohous = entrant_lines(f"Jméno;Jen iniciály\nAnna Nová;{yes}\nBohouš Malý;{no}\n")
    assert (anna.initials, bohous.initials) == (True, False)


@pytest.mark.parametrize("cell", ["AN", "✗", "?", "2", "snad"])
def test_what_is_neither_yes_nor_no_is_refused_with_its_line(desk, cell):
    with (
        speaking("en"),
        pytest.raises(Refusal, match=f"Line 3: {re.escape(cell)} under Initials is neither yes nor no"),
    ):
        Registration(desk).enrol(entrant_lines(f"Name;Initials\nAnna;TRUE\nBob;{cell}\n"))
    assert statuses(desk) == []


# -- the log


def test_a_thousand_entrants_are_registered_and_drawn_within_seconds(desk):
    text = "Player 1;Player 2\n" + "".join(f"Ann {n};Bob {n}\n" for n in range(1000))
    begin = time.process_time()
    Registration(desk).enrol(entrant_lines(text))
    Registration(desk).all_came()
    drawn(desk)
    assert time.process_time() - begin < 30
    assert len(desk.state.tournament.draw_of(1).tables) == 500


def test_of_more_people_than_a_page_holds_the_first_are_shown_first(desk, monkeypatch):
    monkeypatch.setattr("device.organiser.desk.page_list.MOST_ROWS", 2)
    with_pairs(desk, 5)

    def numbers(**asked):
        values = people_values(desk, asked, 1)
        return values["sheet"], [entrant.number for entrant, _ in values["rows"]]

    assert numbers() == (1, [1, 2])
    assert numbers(more="4") == (2, [3, 4])
    assert numbers(more="9") == (1, [1, 2]), "nobody has that number"
    assert numbers(sheet="7") == (3, [5])


def named(desk):
    return {entrant.number: entrant.name for entrant in desk.read().tournament.by_number().values()}


def test_who_was_registered_by_mistake_is_taken_out_and_can_come_back(desk):
    with_pairs(desk, 3)
    desk.keep_contacts({desk.read().tournament.by_number()[2].id: "776"})
    Registration(desk).remove(2)
    assert named(desk) == {1: "Pair 1", 3: "Pair 3"}
    assert desk.contacts() == {}
    with speaking("en"):
        assert tr(in_words(desk.state, desk.state.tournament.last)) == "removed: 2 Pair 2"
    drawn(desk)
    take_back(desk)
    take_back(desk)
    take_back(desk)
    assert named(desk)[2] == "Pair 2"


def test_who_was_registered_twice_is_one_with_what_was_paid_and_said(desk):
    people = Registration(desk)
    for name in ("Jan Novák", "J. Novák"):
        enrol(people, (name,))
    Accounts(desk).set(MoneySet(id="1" * 16, fee=10000))
    Accounts(desk).record_payments([2], None)
    first, second = desk.read().tournament.by_number().values()
    desk.keep_contacts({second.id: "776"})
    people.attend(2, "present")
    people.remove(2, same=1)
    (entrant,) = desk.read().tournament.entrants.values()
    assert (entrant.id, entrant.status, desk.state.tournament.paid[entrant.id], desk.contacts()) == (
        first.id,
        "present",
        10000,
        {first.id: "776"},
    )
    with speaking("en"):
        assert tr(in_words(desk.state, desk.state.tournament.last)) == "2 J. Novák is the same as 1 Jan Novák"
    take_back(desk)
    assert named(desk) == {1: "Jan Novák", 2: "J. Novák"}
    assert desk.state.tournament.paid == {second.id: 10000}


@pytest.mark.parametrize(
    ("number", "same", "why"),
    [
        (1, None, "Number 1 was drawn in round 1; it can withdraw."),
        (5, None, "Number 5 was drawn in round 1; it can withdraw."),
        (6, None, "Number 6 is in the draft of round 2; discard it first."),
        (7, None, "Number 7 has paid; note first that the fee was returned."),
        (7, 7, "This is the same number; write the other one."),
        (7, 99, "Nobody has the number 99."),
    ],
)
def test_who_was_drawn_or_has_paid_is_not_taken_out(desk, number, same, why):
    with_pairs(desk, 5)
    played(desk, 1, "1: 1 2\n2: 3 4\n5")
    for n in (6, 7):
        enrol(Registration(desk), (f"Ann {n}", f"Bob {n}"))
        Registration(desk).attend(n, "present")
    Drawing(desk).by_hand(2, DOUBLES, "1: 1 6\n2: 3 4\n5")
    Accounts(desk).record_payments([7], 5000)
    before = desk.read().last
    with pytest.raises(Refusal) as refused:
        Registration(desk).remove(number, same)
    assert (str(refused.value.message), desk.read().last) == (why, before)


def test_the_page_of_entrants_takes_somebody_out(desk, enter):
    with_pairs(desk, 3)
    inside = enter(desk)
    assert "Registered by mistake" in inside.get("/people?more=2&lang=en")
    assert inside.act("people", "remove_entrant", number="2", same="").status == 303
    assert named(desk) == {1: "Pair 1", 3: "Pair 3"}
    drawn(desk)
    assert "Registered by mistake" not in inside.get("/people?more=1&lang=en")
