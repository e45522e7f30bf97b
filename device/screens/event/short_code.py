"""Joining with a short code: the organiser is looked for in the network, or asked at an address that somebody types."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from device.address import Address
from device.event.client import EventClient
from device.event.ticket import read_address
from device.graphics.actions import Effect, Key
from device.graphics.canvas import Canvas
from device.graphics.headings import below_heading, heading
from device.graphics.widgets import Rect
from device.i18n import t, tr
from device.kiosk.screen import Next, Screen, View, draw_panel
from rules.message import Message, Refusal, msg

if TYPE_CHECKING:
    from device.event.discovery import FoundOrganiser, OrganiserSearch

log = logging.getLogger("dvojtah.event")

SEARCH: Address[Callable[[Callable[[], None]], OrganiserSearch]] = Address("device.event.discovery:OrganiserSearch")
JOIN_WITH: Address[Callable[[str, int, str, str], str]] = Address("device.event.joining:join_with")
"""Load zeroconf and spake2, which a table needs only while it joins so."""
PATIENCE_S, OTHERS_S = 6.0, 1.0
"""As long as `device.event.discovery` looks, which is not loaded here."""
MOST = 6
"""Organisers that can be chosen from."""
LONGEST_ADDRESS = 60
ADDRESS_KEYS = "1234567890.:-abcdefghijklmnopqrstuvwxyz"


class JoinShortly(Effect, frozen=True):
    """Join with this short code."""

    code: str


class AskOrganiser(Effect, frozen=True):
    """Ask the organiser at that address."""

    host: str
    port: int
    name: str


class TypeAddress(Effect, frozen=True):
    """Type the organiser's address."""


class UseAddress(Effect, frozen=True):
    """The organiser is at that address, as typed."""

    text: str


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
        search.start()
        try:
            until = time.monotonic() + PATIENCE_S
            while search.is_possible and not self._ended and (left := until - time.monotonic()) > 0:
                if self._news.wait(left) and search.found:
                    until = min(until, time.monotonic() + OTHERS_S)
                self._news.clear()
            found = search.found[:MOST]
        finally:
            search.close()
        if self._ended or self.asked:
            return
        self.found, self.nobody = found, not found
        if len(found) == 1:
            self.ask(found[0].host, found[0].port, found[0].name)
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


class JoinProgress(Screen[EventClient]):
    """How far joining with a short code is: looked for, chosen from, asked; nobody found."""

    key = "event_joining"
    found: tuple[FoundOrganiser, ...] = ()
    asked: str = ""
    nobody: bool = False

    def draw(self, canvas: Canvas, view: View[EventClient]) -> Rect:
        """A sentence, or the events to choose from; and the way to type an address."""
        p = canvas.look.palette
        head, body, foot = below_heading(canvas, (320, 74))
        heading(canvas, head, t("Which event is it?") if self.found and not self.asked else t("Joining an event"))
        if self.asked or not self.found:
            inner = draw_panel(canvas, body, p.panel, 16, 12)
            line, more = canvas.rows(inner, (2, 3))
            canvas.text(line, self.line(), 28, "bold", p.text, "center", lines=2)
            canvas.text(more, self.hint(), 20, "regular", p.muted, "center", lines=4)
        else:
            columns = 1 if canvas.look.portrait or len(self.found) < 4 else 2
            boxes = canvas.grid(body, columns, -(-max(3, len(self.found)) // columns))
            for one, box in zip(self.found, boxes, strict=False):
                canvas.button(box, one.name, AskOrganiser(one.host, one.port, one.name), sub=one.host, size=26)
        if not self.asked:
            canvas.button(foot, t("Type the organiser's address"), TypeAddress(), size=20)
        return head

    def line(self) -> str:
        """What is going on."""
        if self.asked:
            return t("Asking {name}…", name=self.asked)
        return t("No organiser is found.") if self.nobody else t("Looking for the organiser…")

    def hint(self) -> str:
        """What helps."""
        if not self.nobody or self.asked:
            return ""
        return t("Is this table in the organiser's network? The address stands at the desk beside the code.")

    def on_back(self, state: EventClient) -> Next[EventClient]:
        """Another code."""
        return TypeAnew()


class TypeAnew(Effect, frozen=True):
    """The code is typed anew."""


class EnterAddress(Screen[EventClient]):
    """The organiser's address as it is typed."""

    key = "event_address"
    address: str = ""

    def draw(self, canvas: Canvas, view: View[EventClient]) -> Rect:
        """What is typed, and the keys."""
        u, p = canvas.u, canvas.look.palette
        portrait = canvas.look.portrait
        head, field, keys = below_heading(canvas, (110, 560) if portrait else (80, 310))
        heading(canvas, head, t("The organiser's address"), done=t("Join"), why=self.against())
        inner = draw_panel(canvas, field, p.paper, 12, 6)
        hint = t("For instance 192.168.1.10; it stands at the desk beside the code.")
        text = self.address + "_" if self.address else hint
        size, weight = (30, "bold") if self.address else (18, "regular")
        canvas.text(inner, text, size, weight, p.ink if self.address else p.ink_muted, "center", lines=2)
        columns = 5 if portrait else 10
        boxes = canvas.grid(keys, columns, 40 // columns, u(5))
        for letter, box in zip(ADDRESS_KEYS, boxes, strict=False):
            canvas.button(box, letter, Key(letter), style="key", size=24)
        canvas.button(boxes[-1], "", Key("\b"), style="key", icon="backspace")
        return field

    def against(self) -> str | None:
        """Why that is no address; None where it may be one."""
        try:
            read_address(self.address)
        except Refusal as refused:
            return tr(refused.message)
        return None

    def on_text(self, state: EventClient, text: str) -> Next[EventClient]:
        """A letter, or backspace."""
        if text == "\b":
            return replace(self, address=self.address[:-1])
        letter = text.lower()
        if len(letter) != 1 or letter not in ADDRESS_KEYS or len(self.address) >= LONGEST_ADDRESS:
            return self
        return replace(self, address=self.address + letter)

    def on_done(self, state: EventClient) -> Next[EventClient]:
        """Ask there."""
        return UseAddress(self.address)

    def on_back(self, state: EventClient) -> Next[EventClient]:
        """To the code."""
        return TypeAnew()
