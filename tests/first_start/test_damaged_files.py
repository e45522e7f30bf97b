"""What root runs at a start goes on whatever lies in the place of a file that others may write."""

import itertools
import os

import pytest

from device.first_start.__main__ import main
from device.first_start.common import hotspot, networks
from device.first_start.common.answers import Answers
from device.first_start.common.asking import PLACE, REQUEST, ask, read_outcome, should_ask
from tests.damage import DAMAGE, WRONG, clear

pytestmark = pytest.mark.timeout(60)

FILES = (PLACE, REQUEST, "/var/lib/dvojtah/settings.toml", hotspot.OPEN, networks.KEPT)
WORDS = ("boot", "request", "settle", "listen")


@pytest.fixture
def open_card(card):
    """Its hotspot is allowed, and the radio hears a network."""
    card.path(hotspot.ALLOWED).touch()
    card.answers["nmcli"] = (0, "wifi:disconnected\nKlub:70:WPA2\n")
    return card


@pytest.mark.parametrize(("name", "damage"), list(itertools.product(FILES, DAMAGE)))
def test_no_program_of_the_first_start_is_stopped(open_card, name, damage):
    card = open_card
    clear(card.path(name))
    DAMAGE[damage](card.path(name))
    assert main(["boot"], card) == 0
    assert hotspot.configured_hotspot(card) is not None
    clear(card.path(name))
    DAMAGE[damage](card.path(name))
    card.boot_file('language = "en"\nhostname = "stul"\n')
    for word in WORDS:
        assert main([word], card) == 0, word
    assert card.read("/etc/hostname") == "stul-3fc217\n"
    assert not should_ask(card), "what came of it is kept"
    assert not os.path.lexists(card.path(REQUEST))
    token = ask(Answers(language="cs"), card)
    assert main(["request"], card) == 0
    assert read_outcome(card).request == token


@pytest.mark.parametrize("damage", WRONG)
def test_a_file_on_the_boot_partition_stops_nothing(open_card, damage):
    DAMAGE[damage](open_card.path("/boot/firmware/dvojtah.toml"))
    assert main(["boot"], open_card) == 0
    assert hotspot.configured_hotspot(open_card) is not None
    assert open_card.read("/etc/hostname").startswith("dvojtah-")


@pytest.mark.parametrize(
    "text",
    [
        "hostname = " + "[" * 20000,
        "hostname = " + "9" * 5000,
        "hostname = 0x" + "f" * 20000,
        'hostname = "' + "ž" * 30000 + '"',
        "".join(f"k{n} = 1\n" for n in range(6000)),
        "wifi = " + "{ a = " * 5000,
        '[wifi]\nssid = "' + "x" * 60000 + '"\npassword = 7\n',
    ],
)
def test_a_monstrous_file_on_the_boot_partition_is_one_sentence(open_card, text):
    open_card.boot_file(text)
    assert main(["boot"], open_card) == 0
    outcome = read_outcome(open_card)
    assert outcome.hostname, "it can be read again"
    assert 0 < len(outcome.troubles) <= 12
    assert all(len(str(trouble.message)) < 300 for trouble in outcome.troubles)
    assert hotspot.configured_hotspot(open_card) is not None


def test_settings_behind_a_link_are_not_read_for_whoever_put_it_there(open_card, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text('password = "x"\n')
    place = open_card.path("/var/lib/dvojtah/settings.toml")
    place.unlink()
    place.symlink_to(secret)
    ask(Answers(language="en"), open_card)
    assert main(["request"], open_card) == 0
    assert secret.read_text() == 'password = "x"\n'
    assert place.is_symlink()
    assert "have a mistake" in str(read_outcome(open_card).troubles[0].message)


def test_long_settings_stay_whole_when_the_language_changes(open_card):
    place = open_card.path("/var/lib/dvojtah/settings.toml")
    place.write_text(place.read_text() + "# a comment\n" * 10000)
    ask(Answers(language="en"), open_card)
    assert main(["request"], open_card) == 0
    assert place.read_text().count("# a comment") == 10000


def test_as_many_networks_as_somebody_announces_are_bounded(open_card):
    open_card.answers["nmcli"] = (0, "".join(f"net{n}:{n % 100}:WPA2\n" for n in range(5000)) + "bad:²:\n")
    in_reach = networks.networks(open_card)
    assert len(in_reach) == networks.MOST
    assert in_reach[0].signal == 99
