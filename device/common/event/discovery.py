"""Organisers on the local network: who lets tables join announces it, and tables look for it (DNS-SD, `zeroconf`).

Nothing of it is believed: a name is what people choose by, an address is where the table asks.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from zeroconf import Error as ZeroconfError
from zeroconf import (
    InterfaceChoice,
    IPVersion,
    ServiceBrowser,
    ServiceInfo,
    ServiceStateChange,
    Zeroconf,
)

from device.common.event.joining import FORMAT

log = logging.getLogger("dvojtah.event")

SERVICE = "_dvojtah._tcp.local."
MOST = 20
"""Organisers that are kept: anybody may announce as many as they like."""
LONGEST_NAME = 40
PATIENCE_MS = 3000
SEARCH_S, OTHERS_S = 6.0, 1.0
"""Seconds until nobody counts as found, and how long others are waited for once one is."""


@dataclass(frozen=True, slots=True, order=True)
class FoundOrganiser:
    """An organiser that announces itself: the event's name for people, where it is, its program's version."""

    name: str
    host: str
    port: int
    version: str = ""


class Announcement:
    """This organiser, announced as long as it stands. ``host`` is the address to announce.

    ``interface`` is the one address to speak from (None: all of this machine). Raises OSError where there is no network
    to speak on.
    """

    def __init__(self, event: str, title: str, version: str, host: str, port: int, interface: str | None) -> None:
        name = (title or event)[:LONGEST_NAME]
        properties = {"name": name, "event": event, "version": version, "format": str(FORMAT)}
        label = f"{event} {host}".replace(".", "-")[:63]
        self._zeroconf = _zeroconf(interface)
        info = ServiceInfo(SERVICE, f"{label}.{SERVICE}", port, properties=properties, parsed_addresses=[host])
        try:
            self._zeroconf.register_service(info, allow_name_change=True)
        except ZeroconfError as error:
            self._zeroconf.close()
            raise OSError(str(error)) from None

    def close(self) -> None:
        """It is announced no more."""
        with suppress(ZeroconfError, OSError):
            self._zeroconf.unregister_all_services()
        self._zeroconf.close()


def organisers_here() -> tuple[FoundOrganiser, ...]:
    """Whoever announces itself in this network now. Takes seconds; for who waits for it at a command line."""
    changed = threading.Event()
    search = OrganiserSearch(changed.set)
    try:
        if search.is_possible and changed.wait(SEARCH_S):
            time.sleep(OTHERS_S)
        return search.found
    finally:
        search.close()


class OrganiserSearch:
    """Looks for organisers until `close`; ``changed`` is called, from any thread, when ``found`` has changed.

    ``is_possible`` is False where there is no network to look in.
    """

    def __init__(self, changed: Callable[[], None]) -> None:
        self.found: tuple[FoundOrganiser, ...] = ()
        self.is_possible = True
        self._changed = changed
        self._by_label: dict[str, FoundOrganiser] = {}
        self._lock = threading.Lock()
        self._zeroconf: Zeroconf | None = None
        try:
            self._zeroconf = _zeroconf(None)
            self._browser = ServiceBrowser(self._zeroconf, SERVICE, handlers=[self._on_change])
        except (ZeroconfError, OSError) as error:
            log.info("no search for organisers: %s", error)
            self.is_possible = False

    def close(self) -> None:
        """Look no more."""
        if self._zeroconf is not None:
            self._zeroconf.close()

    def _on_change(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        """In zeroconf's own thread, which waits for answers while `ServiceInfo.request` does: not here."""
        threading.Thread(
            target=self._look_at, args=(zeroconf, name, state_change), name="organisers", daemon=True
        ).start()

    def _look_at(self, zeroconf: Zeroconf, label: str, change: ServiceStateChange) -> None:
        organiser = None
        if change is not ServiceStateChange.Removed:
            with suppress(ZeroconfError, OSError, RuntimeError):
                organiser = _read(zeroconf.get_service_info(SERVICE, label, PATIENCE_MS))
        with self._lock:
            self._by_label.pop(label, None)
            if organiser is not None and len(self._by_label) < MOST:
                self._by_label[label] = organiser
            organisers = tuple(sorted(set(self._by_label.values())))
            is_new, self.found = organisers != self.found, organisers
        if is_new:
            self._changed()


def _zeroconf(interface: str | None) -> Zeroconf:
    return Zeroconf(interfaces=[interface] if interface else InterfaceChoice.All, ip_version=IPVersion.V4Only)


def _read(info: ServiceInfo | None) -> FoundOrganiser | None:
    """What an announcement says; None where it says nothing that is of use."""
    addresses = [] if info is None else info.parsed_addresses(IPVersion.V4Only)
    if info is None or not addresses or not info.port:
        return None
    properties = {key: value or "" for key, value in info.decoded_properties.items()}
    name = "".join(letter for letter in properties.get("name", "") if letter.isprintable()).strip()[:LONGEST_NAME]
    return FoundOrganiser(name or addresses[0], addresses[0], info.port, properties.get("version", "")[:20])
