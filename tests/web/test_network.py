"""The device's addresses on a network, as the kernel tells them."""

from device.common.web import network


def test_addresses_come_from_the_kernel_and_link_local_ones_are_left_out(tmp_path):
    path = tmp_path / "if_inet6"
    path.write_text(
        "00000000000000000000000000000001 01 80 10 80       lo\n"
        "fe80000000000000505400fffe123456 02 40 20 80    wlan0\n"
        "fd00000000000000505400fffe123456 02 40 00 80    wlan0\n"
    )
    assert network.ipv6_addresses(path) == {"lo": ["::1"], "wlan0": ["fd00::5054:ff:fe12:3456"]}
    assert network.ipv6_addresses(tmp_path / "none") == {}


def test_this_machines_own_addresses_are_read_without_sending_anything():
    assert network.ipv4_addresses("lo") == ["127.0.0.1"]
    assert network.ipv4_addresses("nothing0") == []
    assert "lo" not in dict(network.interfaces())


def test_interfaces_are_listed_with_or_without_addresses(monkeypatch):
    monkeypatch.setattr("socket.if_nameindex", lambda: [(1, "lo"), (2, "eth0"), (3, "wlan0")])
    monkeypatch.setattr(network, "ipv4_addresses", lambda name: ["10.0.0.7"] if name == "wlan0" else [])
    monkeypatch.setattr(network, "ipv6_addresses", lambda: {"wlan0": ["fd00::7"]})
    assert network.interfaces() == (("eth0", ""), ("wlan0", "10.0.0.7 · fd00::7"))
