"""The desk's address as it is told to people: one that the telephone in their hand can open."""

import pytest

from device.organiser.cli import commands


@pytest.mark.parametrize(
    ("listens", "name"),
    [("0.0.0.0", "192.168.1.7"), ("::", "192.168.1.7"), ("127.0.0.1", "127.0.0.1"), ("10.0.0.5", "10.0.0.5")],
)
def test_a_desk_for_the_whole_network_is_told_under_this_machines_address(monkeypatch, listens, name):
    monkeypatch.setattr(commands, "own_address", lambda: "192.168.1.7")
    assert commands._named(listens) == name
