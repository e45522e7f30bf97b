"""The networks in reach, looked for beside the page for a phone."""

from device.first_start.common.networks import Network
from device.first_start.phone.serving import Nearby


def test_a_radio_that_is_busy_takes_back_nothing_that_it_heard(card):
    now = [0.0]
    nearby = Nearby(card, lambda: now[0])

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
