"""What strangers announce on the network as organisers: some are kept, with names that can be read."""

from types import SimpleNamespace

import pytest
from zeroconf import ServiceStateChange

from device.common.event import discovery
from device.common.event.discovery import MOST, Announcement, FoundOrganiser, OrganiserSearch


@pytest.fixture
def search(monkeypatch):
    """A search whose network says what a test says."""
    monkeypatch.setattr(discovery, "_zeroconf", lambda interface: None)
    monkeypatch.setattr(discovery, "ServiceBrowser", lambda *arguments, **more: None)
    return OrganiserSearch(lambda: None)


def announced(search, label, address="10.0.0.2", port=18884, **properties):
    info = SimpleNamespace(port=port, decoded_properties=properties, parsed_addresses=lambda version: [address])
    network = SimpleNamespace(get_service_info=lambda *asked: info)
    search._look_at(network, label, ServiceStateChange.Added)


def test_of_organisers_without_end_only_some_are_kept(search):
    for n in range(3 * MOST):
        announced(search, f"{n}", f"10.0.1.{n}")
    assert len(search.found) == MOST
    announced(search, "0", "10.0.1.0", name="Písek")
    assert FoundOrganiser("Písek", "10.0.1.0", 18884) in search.found, "what it says of itself may change"


def test_a_name_that_people_choose_by_is_one_short_line(search):
    announced(search, "a", name="Písek\n\x1b[2J\u202e" + "x" * 500)
    assert [organiser.name for organiser in search.found] == ["Písek[2J" + "x" * 32]


def test_an_organiser_whose_name_is_taken_gets_another(monkeypatch):
    asked = {}
    network = SimpleNamespace(register_service=lambda info, **how: asked.update(how))
    monkeypatch.setattr(discovery, "_zeroconf", lambda interface: network)
    Announcement("pisek", "Písek", "1.0", "10.0.0.2", 8400, None)
    assert asked == {"allow_name_change": True}


def test_what_says_no_port_is_nobody_who_can_be_asked(search):
    announced(search, "a", port=0)
    assert search.found == ()
