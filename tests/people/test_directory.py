"""Who is who: ids that stay, namesakes, spellings, and what was declared, as a view over the journal."""

import time

from device.kiosk.name_form import NameForm
from device.people import declared
from device.people.directory import BY_NAME, Declaration, Directory, team_key
from device.people.people import People
from rules.games import GAMES
from rules.kourici_kocka import GAME as KOCKA
from rules.kourici_kocka import KockaSetup
from rules.kourici_kocka import acts as kocka
from rules.people import Person, pair_key
from tests.people.conftest import doubles

FOUR = ("Jana Nováková", "Petr Vlk", "Eva Tichá", "Karel Čermák")


def test_who_sits_down_gets_an_id_and_keeps_it_from_game_to_game(club):
    first = club.play(doubles(*FOUR))
    assert len(set(first.people)) == 4
    second = club.play(doubles("Eva Tichá", "petr  VLK", "Jana Nováková", "Nový Hráč"))
    jana, petr, eva, _ = first.people
    assert second.people[:3] == (eva, petr, jana)
    assert second.people[3] not in first.people


def test_a_seat_without_a_name_has_no_id(club):
    assert club.play(doubles("Jana", "", "", "Karel")).people == ("person01", "", "", "person02")
    assert club.play(doubles("", "", "", "")).people == ()


def test_a_game_of_an_earlier_version_belongs_to_the_one_who_bears_the_name_since(club):
    club.old(doubles(*FOUR))
    (jana,) = club.directory.bearers("jana nováková")
    assert (jana.id, jana.key) == ("", BY_NAME + "jana novakova")
    setup = club.play(doubles(*FOUR))
    (jana,) = club.directory.bearers("Jana Nováková")
    assert (jana.id, jana.games) == (setup.people[0], 2)


def test_two_of_one_name_are_two_people_told_apart_by_number_and_company(club):
    club.old(doubles("Jan Novák", "Ota", "Ida", "Iva"))
    first = club.play(doubles("Jan Novák", "Petr", "Eva", "Karel")).people[0]
    club.play(doubles("Jan Novák", "Běla", "Eva", "Karel", ids=("another0",)))
    bearers = club.directory.bearers("Jan Novák")
    assert [(bearer.id, bearer.number, bearer.fellow, bearer.games) for bearer in bearers] == [
        ("another0", 3, "Běla", 1),
        (first, 2, "Petr", 1),
        ("", 1, "Ota", 1),
    ], "the game without an id is neither's"
    assert club.play(doubles("Jan Novák", "Jan Novák", "Eva", "Karel")).people[:2] == ("another0", first)


def test_a_name_without_its_accents_is_the_same_one_composed_or_not(club):
    setup = club.play(doubles("Řehoř Čížek", "Łucja Bjørnová", "Eva", "Karel"))
    again = club.play(doubles("Rehor Cizek", "Lucja Bjornova", "Re\u030chor\u030c Malý", "Karel"))
    assert again.people[:2] == setup.people[:2]
    (rehor,) = club.directory.bearers("R\u030cehor\u030c Ci\u0301z\u030cek")
    assert (rehor.id, rehor.games, set(rehor.spellings)) == (setup.people[0], 2, {"Řehoř Čížek", "Rehor Cizek"})
    assert club.offered("luc", 1) == ["Lucja Bjornova"]


def test_of_two_whose_names_differ_by_accents_alone_the_one_who_is_written_so_comes_first(club):
    first = club.play(doubles("Jan Král", "Petr", "Eva", "Karel")).people[0]
    club.play(doubles("Jan Kral", "Ota", "Eva", "Karel", ids=("another0",)))
    assert [each.id for each in club.directory.bearers("Jan Král")] == [first, "another0"]
    assert [each.id for each in club.directory.bearers("Jan Kral")] == ["another0", first]
    club.old(doubles("Jan Král", "", "", ""))
    assert {each.id: each.games for each in club.directory.bearers("Jan Král")} == {first: 2, "another0": 1}


def test_a_pair_written_the_other_way_round_is_one_pair(club):
    club.play(doubles(*FOUR, pairs=("Vlci", "Sloky")))
    club.play(doubles("Petr Vlk", "Jana Nováková", "Karel Čermák", "Eva Tichá", pairs=("Vlčata", "Sloky")))
    assert [(pair.name, pair.games) for pair in club.directory.pairs("", 9)] == [("Sloky", 2), ("Vlčata", 2)]
    assert team_key("Vlk + Malá", ()) == team_key("Malá – Vlk", ())
    assert pair_key((Person("a" * 8, "A", 0), Person(None, "B", 0))) == pair_key(
        (Person(None, "b", 1), Person("a" * 8, "", 1), Person("a" * 8, "A", 1))
    )
    assert pair_key((Person("a" * 8, "A", 0), Person(None, "B", 0))) != pair_key(
        (Person("b" * 8, "A", 0), Person(None, "B", 0))
    ), "of two who have one name each is somebody"


def test_letters_without_hooks_find_names_with_them_recent_first(club):
    club.play(doubles("Jan Dvořák", "Jarmila Tichá", "Řehoř Ježek", "Čeněk Šíp"))
    club.play(doubles("Jana Nováková", "Petr Vlk", "Eva Malá", "Žofie Ráčková"))
    assert club.offered("ja", 3) == ["Jana Nováková", "Jan Dvořák", "Jarmila Tichá"]
    assert club.offered("reh") == club.offered("ŘEH") == ["Řehoř Ježek"]
    assert club.offered("rac") == ["Žofie Ráčková"], "a surname is found too"
    assert club.offered("ra zo") == ["Žofie Ráčková"]
    assert club.offered("xx") == []
    assert club.offered("", 2) == ["Eva Malá", "Jana Nováková"]
    (jana, *_) = club.directory.offers("jana", 1)
    assert club.offered("ja", 3, {jana.key}) == ["Jan Dvořák", "Jarmila Tichá"]


def test_who_is_forgotten_is_not_offered_on_any_later_day_and_games_stay(club):
    club.play(doubles(*FOUR))
    (jana,) = club.directory.bearers("Jana Nováková")
    club.people.forget(jana.key)
    assert club.journal.flush()
    for people in (club.people, People(club.journal)):
        assert "Jana Nováková" not in [offer.name for offer in people.directory.offers("", 9)]
        assert people.directory.bearers("Jana Nováková") == ()
        assert people.directory.people[jana.key].games == 1
    assert club.play(doubles(*FOUR)).people[0] != jana.id, "who types the name again is somebody new"


def test_two_spellings_declared_to_be_one_person_count_together(club):
    club.play(doubles("Jana Nováková", "Petr", "Eva", "Karel"))
    club.play(doubles("J. Nováková", "Petr", "Eva", "Karel"))
    (short,), (full,) = club.directory.bearers("J. Nováková"), club.directory.bearers("Jana Nováková")
    club.people.merge(short.key, full.key)
    (jana,) = club.directory.bearers("J. Nováková")
    assert (jana.key, jana.games) == (full.key, 2)
    assert set(jana.spellings) == {"Jana Nováková", "J. Nováková"}
    club.people.merge(full.key, short.key)
    assert len(club.directory.offers("nov", 9)) == 1, "said the other way round, it is the same"


def test_a_substitute_is_known_from_the_next_game_on(club):
    setup = KockaSetup(players=("Adam", "Bára", "Cyril", "Dana"), word="pes")
    club.play(setup, kocka.Substitute(seat="B", name="Emil", person="emil0001"), game=KOCKA)
    (emil,) = club.directory.bearers("emil")
    assert emil.id == "emil0001"


def test_white_and_black_are_nobody(club):
    from rules.chess_clock import ClockSetup
    from rules.chess_clock.control import PRESETS

    setup = ClockSetup(players=("Bílý", "Anna"), control=PRESETS[0].control)
    assert club.play(setup, game=GAMES["chess_clock"]).people == ("", "person01")
    assert club.offered("") == ["Anna"]


def test_a_damaged_setup_or_word_of_ours_costs_only_itself(club):
    club.play(doubles(*FOUR))
    club.journal.note(
        ("INSERT INTO game VALUES (90, '2026', 'polish_doubles', '{\"game', '')", ()),
        ("INSERT INTO game VALUES (91, '2026', 'ludo', '{}', '')", ()),
        ("CREATE TABLE person (key TEXT PRIMARY KEY, said TEXT)", ()),
        ("INSERT INTO person VALUES ('x', '[[[')", ()),
    )
    assert club.journal.flush()
    assert len(People(club.journal).directory.people) == 4


def test_however_many_are_declared_the_own_journal_reads_all_of_them(club):
    for n in range(declared.MOST + 1):
        club.journal.note(*declared.statements(f"{n:08}", Declaration(forgotten=True)))
    assert club.journal.flush()
    assert len(club.journal.reading(declared.read)) == declared.MOST + 1


def test_names_from_elsewhere_do_no_harm(club):
    for name in ("<b>Eva</b> & [u]", "\u202eאבגד\u200f", "ﷺ" * 40, "{name} %s", "'; DROP TABLE game; --"):
        setup = club.play(doubles(name, "Petr", "Eva", "Karel"))
        assert club.directory.people[setup.people[0]].name == name.strip()
    assert club.offered("<b")[0].startswith("<b>")


def test_ten_thousand_people_are_searched_at_once():
    directory = Directory()
    for n in range(10_000):
        directory.add(n + 1, "2026-11-22", (Person(f"id{n:08}", f"Jméno{n % 300} Příjmení{n}", 0),))
    directory.offers("", 6)
    began = time.thread_time()
    for typed in ("", "pr", "jm", "jmeno1", "prijmeni77", "prijmeni999 jm"):
        assert directory.offers(typed, 6)
    assert (time.thread_time() - began) / 6 < 0.1


def test_an_accent_that_is_typed_by_itself_joins_its_letter():
    form = NameForm(fields=("R",), longest=20)
    assert form.with_text("\u030c").fields == ("Ř",)
