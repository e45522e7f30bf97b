"""Which Wi-Fi networks are in reach, as NetworkManager lists them. It takes seconds, so callers have a thread for it.

While the radio is the hotspot itself it hears nothing on many boards. So root listens before it opens (`keep`), and
where the radio can do both, comitup asks it.
"""

from __future__ import annotations

import csv
import re
import time
from collections.abc import Callable
from typing import Annotated

import msgspec
from msgspec import Meta

from device.common.files.small_file import SmallFile, decoder
from device.first_start.common import hotspot
from device.first_start.common.answers import LARGEST_SSID, WIFI_CHECKS
from device.first_start.common.asking import HERE
from device.first_start.common.system import CardSystem
from rules.loading import readable
from rules.message import Message, msg

LIST = ("nmcli", "-t", "-f", "SSID,SIGNAL,SECURITY", "device", "wifi", "list", "--rescan", "auto")
COMITUP = "com.github.davesteele.comitup"
HEARD = (
    *("busctl", "--system", "--json=short", "--timeout=20", "call"),
    *(COMITUP, "/com/github/davesteele/comitup", COMITUP, "access_points"),
)
"""comitup's list, whose type is ``aa{ss}``."""


KEPT = "/run/dvojtah-networks.json"
"""What was in reach before the hotspot opened; root's file, in memory."""
TRIES = 10
"""How often root listens where the radio is not ready yet."""
WAIT_S = 2.0
MOST = 60
"""Networks that are offered: anybody nearby can announce as many as he likes."""


class Network(msgspec.Struct, frozen=True):
    """A network by name, its ``signal`` in percent, whether it asks for a password, and whether only for a company's
    account (802.1X), which a table cannot give."""

    ssid: Annotated[str, Meta(min_length=1, max_length=LARGEST_SSID)]
    signal: int
    secured: bool = True
    account: bool = False


class _Answer(msgspec.Struct, frozen=True):
    """What busctl makes of comitup's answer."""

    data: list[list[dict[str, str]]]


def networks(system: CardSystem = HERE) -> tuple[Network, ...] | Message:
    """The networks in reach, the strongest first, each once; else why there is none. Never raises."""
    status, output = system.run(*LIST)
    own = hotspot.current_hotspot(system)
    if status == 127:
        return msg("There is no NetworkManager here, so no Wi-Fi; the table plays without.")
    if status and own is None:
        return msg("This device has no Wi-Fi that works; the table plays without.")
    by_ssid: dict[str, Network] = {}
    for network in (None if status else parse_line(line) for line in output.splitlines()):
        if network is not None and (network.ssid not in by_ssid or by_ssid[network.ssid].signal < network.signal):
            by_ssid[network.ssid] = network
    if own is not None:
        for network in (*_heard(system), *(file_of(system).read_or_none() or ())):
            by_ssid.setdefault(network.ssid, network)
        by_ssid.pop(own.ssid, None)
    if not by_ssid:
        return msg("No Wi-Fi is in range. Look again, or type the name of a hidden one.")
    return tuple(sorted(by_ssid.values(), key=lambda network: (-network.signal, network.ssid)))[:MOST]


def keep(system: CardSystem, wait: Callable[[float], object] = time.sleep) -> bool:
    """As root, before the hotspot takes the radio: listen, and keep what is in reach for the page. Raises OSError.

    False where the radio does not become ready: comitup would try it once and then stand without a hotspot. It is
    switched off and on then, since NetworkManager gives up a radio whose wpa_supplicant was slow to start.
    """
    ready = False
    for _ in range(TRIES):
        _, states = system.run("nmcli", "-t", "-f", "TYPE,STATE", "device")
        ready = any(re.match(r"wifi:(?!un)", line) for line in states.splitlines())
        reachable = networks(system) if ready else None
        if isinstance(reachable, tuple):
            file_of(system).mend()
            system.write(KEPT, msgspec.json.encode(reachable).decode())
            break
        wait(WAIT_S)
    if not ready:
        for turn in ("off", "on"):
            system.run("nmcli", "radio", "wifi", turn)
    return ready


def file_of(system: CardSystem) -> SmallFile[tuple[Network, ...]]:
    """The file in which root keeps what `keep` has heard."""
    return SmallFile(system.path(KEPT), decoder(tuple[Network, ...]), links=False)


def missing_password(network: Network, password: str) -> Message | None:
    """Why this network cannot be joined with that password, or None."""
    if network.secured and not password:
        return msg("This network asks for a password.")
    return None


def _heard(system: CardSystem) -> tuple[Network, ...]:
    """What comitup hears; nothing where it does not run."""
    status, output = system.run(*HEARD)
    try:
        listed = msgspec.json.decode(output, type=readable(_Answer)).data[0] if status == 0 else []
        return tuple(
            Network(station["ssid"], round(float(station["strength"])), station.get("security") != "unencrypted")
            for station in listed
            if WIFI_CHECKS["ssid"](station["ssid"]) is None and station["ssid"].strip()
        )
    except (LookupError, ValueError, ArithmeticError, RecursionError):
        return ()


def parse_line(line: str) -> Network | None:
    """A line of nmcli's terse answer (nmcli(1): ``:`` and ``\\`` are escaped); None for a network without a name."""
    parts = next(csv.reader([line], delimiter=":", escapechar="\\", quoting=csv.QUOTE_NONE), [])
    if len(parts) != 3 or not parts[0].strip() or WIFI_CHECKS["ssid"](parts[0]) is not None:
        return None
    if not re.fullmatch(r"[0-9]{1,3}", parts[1]):
        return None
    ssid, signal, security = parts
    return Network(ssid, int(signal), bool(security.strip("- ")), "802.1X" in security)
