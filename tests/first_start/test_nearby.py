"""The networks in reach, looked for beside the page for a phone."""

from device.first_start.__main__ import main
from device.first_start.common.networks import KEPT, LIST, TRIES, Network, keep, networks
from device.first_start.phone.serving import NetworkScan
from tests.first_start.phones import HEARD, served


def test_a_radio_that_is_busy_takes_back_nothing_that_it_heard(card):
    now = [0.0]
    nearby = NetworkScan(card, lambda: now[0])

    def heard():
        nearby.look()
        nearby.thread.join()
        now[0] += 60
        return nearby.found

    card.answers["busctl"] = (1, "Call failed")
    card.answers["nmcli"] = (0, "Hospoda:38:WPA2\n")
    assert heard() == (Network("Hospoda", 38),)
    card.answers["nmcli"] = (10, "busy")
    assert heard() == (Network("Hospoda", 38),)
    card.answers["nmcli"] = (0, "Klub:50:WPA2\n")
    assert heard() == (Network("Klub", 50),)


def test_of_a_network_with_several_senders_the_strongest_counts(card):
    card.answers["nmcli"] = (0, "Klub:30:WPA2\nKlub:80:WPA2\nHospoda:60:WPA2\nKlub:50:WPA2\n")
    assert networks(card) == (Network("Klub", 80), Network("Hospoda", 60))


def test_what_was_in_reach_before_the_hotspot_opened_is_offered_by_a_radio_that_hears_nothing_as_one(table):
    table.answers["nmcli"] = (0, f"wifi:disconnected\n{HEARD}")
    table.commands.clear()
    assert main(["listen"], table) == 0
    assert table.commands.count(LIST) == 1, "what was heard is enough"
    table.answers["nmcli"] = (0, "")
    table.answers["busctl"] = (1, "Call failed: Operation not supported")
    with served(table) as browser:
        browser.get()
        assert [ssid in browser.page for ssid in ("Klub Žižkov", "Kavárna: hosté", "Hospoda")] == [True, True, False]
    waits = []
    table.path(KEPT).unlink()
    table.answers["nmcli"] = (0, "wifi:unavailable\n")
    assert not keep(table, waits.append), "comitup waits for it"
    assert table.commands[-2:] == [("nmcli", "radio", "wifi", state) for state in ("off", "on")]
    table.answers["nmcli"] = (0, "wifi:disconnected\n")
    assert keep(table, lambda seconds: None), "in a cellar nothing is in reach"
    assert len(waits) == TRIES, "a radio that is not ready yet is asked again, and then left alone"
    assert not table.path(KEPT).exists()


def test_a_kept_list_that_cannot_be_read_takes_nothing_from_what_the_radio_hears_now(table, phone):
    table.answers["nmcli"] = (0, "Hospoda:38:WPA2\n")
    heard = networks(table)
    assert Network("Hospoda", 38) in heard
    table.path(KEPT).mkdir(parents=True)
    assert networks(table) == heard
