"""Under which addresses this device is on a network: read from the kernel, nothing is sent, no program is run."""

from __future__ import annotations

import fcntl
import ipaddress
import socket
import struct
from pathlib import Path

_SIOCGIFADDR = 0x8915
"""Linux: the IPv4 address of an interface (netdevice(7))."""
_NAME = 15
"""Characters of an interface's name that the kernel takes."""
IF_INET6 = Path("/proc/net/if_inet6")


def interfaces() -> tuple[tuple[str, str], ...]:
    """Each interface but the loopback: its name and its addresses, ``""`` where it has none."""
    try:
        names = [name for _, name in socket.if_nameindex() if name != "lo"]
    except OSError:
        return ()
    six = ipv6_addresses()
    return tuple((name, " · ".join([*ipv4_addresses(name), *six.get(name, ())])) for name in names)


def reachable_address() -> str | None:
    """The IPv4 address under which others of the network reach this device; None where there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: this only asks which way it would go
            address = str(probe.getsockname()[0])
        except OSError:  # a network without a way out of it
            address = next((text for _, all_ in interfaces() if "." in (text := all_.split(" · ")[0])), "")
    return None if not address or address.startswith("127.") else address


def ipv4_addresses(name: str) -> list[str]:
    """The IPv4 address of an interface, as a list of none or one."""
    request = struct.pack("256s", name[:_NAME].encode())
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, request)
    except OSError:
        return []
    return [socket.inet_ntoa(answer[20:24])]


def ipv6_addresses(path: Path = IF_INET6) -> dict[str, list[str]]:
    """IPv6 addresses that others can use, by interface: link-local ones say nothing and are left out."""
    addresses: dict[str, list[str]] = {}
    try:
        lines = path.read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeDecodeError):
        return addresses
    for line in lines:
        number, *_, name = line.split()
        address = ipaddress.IPv6Address(bytes.fromhex(number))
        if not address.is_link_local:
            addresses.setdefault(name, []).append(str(address))
    return addresses
