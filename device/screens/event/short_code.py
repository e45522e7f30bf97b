"""Joining with a short code: the organiser is looked for in the network, or asked at an address that somebody types."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from device.common.address import Address
from rules.message import Message, Refusal, msg

if TYPE_CHECKING:
    from device.common.event.discovery import FoundOrganiser, OrganiserSearch

log = logging.getLogger("dvojtah.event")

SEARCH: Address[Callable[[Callable[[], None]], OrganiserSearch]] = Address(
    "device.common.event.discovery:OrganiserSearch"
)
JOIN_WITH: Address[Callable[[str, int, str, str], str]] = Address("device.common.event.joining:join_with")
"""Load zeroconf and spake2, which a table needs only while it joins so."""
PATIENCE_S, OTHERS_S = 6.0, 1.0
"""As long as `device.common.event.discovery` looks, which is not loaded here."""
MOST = 6
"""Organisers that can be chosen from."""


class ShortCodeJoin:
    """One attempt with a short code, beside the loop; ``changed`` is called from any thread, ``device`` is the table's.

    ``found`` are organisers to choose from, ``asked`` is the name of the one that is asked (empty: none yet);
    ``nobody``: none was found. At its end ``ticket`` has the code that carries the table's ticket, or ``trouble`` says
    why there is none.
    """

    def __init__(self, code: str, device: str, changed: Callable[[], None]) -> None:
        self.code = code
        self.found: tuple[FoundOrganiser, ...] = ()
        self.asked, self.ticket = "", ""
        self.nobody = False
        self.trouble: Message | None = None
        self._device, self._changed = device, changed
        self._news = threading.Event()
        self._ended = False

    def search(self) -> None:
        """Look for organisers; the only one is asked at once."""
        threading.Thread(target=self._search, name="organisers", daemon=True).start()

    def ask(self, host: str, port: int, name: str) -> None:
        """Ask that organiser."""
        self.asked = name
        threading.Thread(target=self._ask, args=(host, port), name="joining", daemon=True).start()

    def close(self) -> None:
        """Nobody waits for it any more."""
        self._ended = True
        self._news.set()

    def _search(self) -> None:
        search = SEARCH.load()(self._news.set)
        try:
            until = time.monotonic() + PATIENCE_S
            while search.is_possible and not self._ended and (left := until - time.monotonic()) > 0:
                if self._news.wait(left) and search.found:
                    until = min(until, time.monotonic() + OTHERS_S)
                self._news.clear()
            organisers = search.found[:MOST]
        finally:
            search.close()
        if self._ended or self.asked:
            return
        self.found, self.nobody = organisers, not organisers
        if len(organisers) == 1:
            self.ask(organisers[0].host, organisers[0].port, organisers[0].name)
        self._changed()

    def _ask(self, host: str, port: int) -> None:
        try:
            ticket = JOIN_WITH.load()(host, port, self.code, self._device)
        except Refusal as refused:
            self.trouble = refused.message
        except Exception:
            log.exception("joining with a short code")
            self.trouble = msg("Joining did not go through; try again.")
        else:
            self.ticket = ticket
        if not self._ended:
            self._changed()
