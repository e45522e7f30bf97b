"""What entrants are called where they gave no name of their own."""

import pytest

from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.tournament_state import Entrant
from device.organiser.tournament.public_names import (
    has_own_name,
    hidden_names,
    mask,
    name_of,
    short_name,
    short_names,
    usual_name,
)
from device.organiser.tournament.registration import Registration
from tests.organiser.said import correct, enrol

LONG = ("Bohumila Skočdopolová", "Maxmilián Přemyslovský ml.")


def entrant(name, players):
    return Entrant("e", 1, name, players)


@pytest.mark.parametrize(
    ("players", "name"),
    [
        (("Jan Novák",), "Jan Novák"),
        (("Jan Novák", "Eva Malá"), "Jan Novák + Eva Malá"),
        (LONG, "Skočdopolová + Přemyslovský ml."),
        (("Ann " + "A" * 35, "Bob " + "B" * 35), "A" * 35 + " + BB"),
        (("Ann " + "A" * 36, "Bob " + "B" * 35), "A" * 36 + " + B"),
        (("Ann " + "A" * 36, "Bob", "Cyril"), "A" * 36 + " + B"),
        (("Ann A" + "A" * 36, "Bob"), "A" * 37),
    ],
)
def test_a_pair_is_called_after_its_players_and_by_surnames_where_that_is_too_long(players, name):
    assert usual_name(players) == name
    assert len(name) <= 40


def test_long_names_are_no_name_of_its_own_and_public_pages_have_all_of_them(store):
    desk = OrganiserDesk(store)
    enrol(Registration(desk), LONG)
    (pair,) = desk.read().tournament.entrants.values()
    assert pair.name == "Skočdopolová + Přemyslovský ml."
    assert not has_own_name(pair)
    assert name_of(pair) == " + ".join(LONG)
    correct(Registration(desk), 1, LONG, "", "Písek", "")
    assert desk.read().tournament.entrants[pair.id].name == pair.name


def test_a_pair_called_after_somebody_without_accents_is_hidden_with_the_name():
    asked = Entrant("e", 1, "Cizkovi", ("Řehoř Čížkovi",), initials=True)
    assert dict(hidden_names([asked])) == {"Řehoř Čížkovi": "Ř. Č.", "Cizkovi": "Ř. Č."}


@pytest.mark.parametrize(
    "written", ["Łukáš Čížek", "lukas  cizek", "Łuka\u0301s\u030c C\u030ci\u0301z\u030cek", "Łukas Čizek"]
)
def test_a_name_is_hidden_however_its_accents_are_written(written):
    asked = Entrant("e", 1, "Łukáš Čížek", ("Łukáš Čížek",), initials=True)
    assert mask(f"<p>{written} – Eva</p>", hidden_names([asked])) == "<p>Ł. Č. – Eva</p>"


def test_a_name_that_an_earlier_version_cut_is_no_name_of_its_own():
    assert not has_own_name(entrant(" + ".join(LONG)[:40], LONG))
    assert has_own_name(entrant("Krtci", LONG))


def test_where_there_is_little_room_people_have_what_tells_them_apart():
    names = ("Jan Novák", "Eva Nováková", "Petr Novák", "Jana Pampelišková-Zahradní", "Jiří J.", "Krtek")
    singles = [entrant(name, (name,)) for name in names]
    pair = entrant("Jan Novák + Eva Malá", ("Jan Novák", "Eva Malá"))
    assert list(short_names([*singles, pair]).values()) == [
        "Novák J.",
        "Nováková",
        "Novák P.",
        "Pampelišková",
        "Jiří J.",
        "Krtek",
        "Novák + Malá",
    ]
    assert short_name(singles[4]) == "Jiří J.", "of a surname that is an initial nothing is left to shorten"
