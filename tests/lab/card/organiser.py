"""An organiser's device as people meet it: what its display says, the board, the desk, and a table at its broker."""

from __future__ import annotations

import http.cookiejar
import queue
import re
import ssl
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from device.common.event import tls
from device.common.event.messages import Notice
from device.common.event.ticket import Ticket, read_code
from device.common.event.wire import Topics, decode

PATIENCE_S = 60
_BOARD = re.compile(r"(http://[0-9.]+:\d+/)(?!\S)")
_DESK = re.compile(r"(https://[0-9.]+:\d+/),\s+\w+\s+([0-9a-z]{8})\b")


@dataclass(frozen=True, slots=True)
class Shown:
    """What stands on the display: where the live board and the desk are, and the desk's password."""

    board: str
    desk: str
    password: str


def shown(text: str) -> Shown | None:
    """What the display says; None as long as it does not say all of it."""
    board, desk = _BOARD.search(text), _DESK.search(text)
    return Shown(board[1], desk[1], desk[2]) if board is not None and desk is not None else None


class Desk:
    """A browser at the desk; ``address`` is where it is reached from here. Whoever sits there has gone past its warning
    of a certificate that nobody vouches for."""

    def __init__(self, address: str) -> None:
        self._address = address
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        unknown = ssl.create_default_context()
        unknown.check_hostname, unknown.verify_mode = False, ssl.CERT_NONE
        self._open = urllib.request.build_opener(cookies, urllib.request.HTTPSHandler(context=unknown)).open
        self._word = ""

    def enter(self, password: str) -> int:
        """Give a password; the status of the answer. With the right one the desk itself is shown."""
        status, page = self._ask("enter", password=password)
        match = re.search(r'name="word" value="([^"]+)"', page)
        self._word = match[1] if match is not None else ""
        return status

    @property
    def inside(self) -> bool:
        """Whether the desk let this browser in."""
        return bool(self._word)

    def announce(self, text: str) -> int:
        """An announcement to all tables; the status of the answer."""
        return self._ask("act", word=self._word, do="notice", text=text)[0]

    def _ask(self, path: str, **form: str) -> tuple[int, str]:
        try:
            with self._open(self._address + path, urllib.parse.urlencode(form).encode(), PATIENCE_S) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read().decode()


def page(address: str) -> str:
    """A page that everybody may read; empty where nothing answers yet."""
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE_S) as answer:
            return str(answer.read().decode())
    except OSError:
        return ""


@contextmanager
def table(code: str, host: str, port: int, password: str | None = None) -> Iterator[Any]:
    """A table at the broker with the code of its card; what comes is a function that waits for the next announcement.

    Raises PermissionError where the broker does not let it in. ``password`` is another one than the code's.
    """
    ticket: Ticket = read_code(code)
    heard: queue.Queue[object] = queue.Queue()
    topic = Topics(ticket.event).of_desk("all", "notice")
    client = Client(CallbackAPIVersion.VERSION2, client_id="card-trial", protocol=MQTTProtocolVersion.MQTTv5)
    if (secure := tls.context(ticket)) is not None:
        client.tls_set_context(secure)
    client.username_pw_set(ticket.named_user, ticket.password if password is None else password)

    def connected(client: Client, data: Any, flags: Any, reason: Any, properties: Any) -> None:
        client.subscribe(topic, 1)
        heard.put(reason)

    def said(client: Client, data: Any, message: MQTTMessage) -> None:
        heard.put(decode(message.payload, Notice))

    client.on_connect, client.on_message = connected, said
    client.connect(host, port)
    client.loop_start()

    def announcement(text: str) -> Notice:
        """Wait until an announcement with that text has come."""
        while True:
            notice = heard.get(timeout=PATIENCE_S)
            if isinstance(notice, Notice) and notice.text == text:
                return notice

    try:
        reason = heard.get(timeout=PATIENCE_S)
        if reason.is_failure:
            raise PermissionError(str(reason))
        yield announcement
    finally:
        client.disconnect()
        client.loop_stop()
