"""A read-only page of one game for telephones on the same network, open for some minutes and then gone by itself.

It is off until somebody starts it on the screen. Its address holds 128 random bits; without them nothing is answered
but that there is nothing. The time is the monotonic clock's. What serves it (`device.game_files.page_server`) is slow
to load on a Pi and does so beside the loop.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from device.common import i18n
from device.common.web import network
from device.io.inputs import Input, ShowMessage
from rules.game import SECOND
from rules.message import Refusal, msg

log = logging.getLogger("dvojtah")


class PageRequest(msgspec.Struct, frozen=True):
    """The page that was asked for: a game of the journal file, in a language, under an address of this device.

    ``port`` 0 is any; ``until`` is when it ends (ns on the device's clock), ``token`` the word that its address holds.
    """

    journal: Path
    game_id: int
    language: str
    host: str
    port: int
    token: str
    until: int


class OpenPage(msgspec.Struct, frozen=True):
    """A page of a game: where it is, ``""`` while it is being opened, and until when (ns on the device's clock)."""

    game_id: int
    url: str
    until: int


@dataclass(eq=False)
class GamePage:
    """The page, of one game at a time. ``now`` reads the device's monotonic clock in ns; methods belong to the loop.

    ``serve`` is what serves a page, in a thread of its own, until it is over.
    """

    post: Callable[[Input], None]
    now: Callable[[], int]
    serve: Callable[[PageThread], None]
    _run: PageThread | None = None

    @property
    def open_page(self) -> OpenPage | None:
        """The page that can be read now, or that is being opened."""
        run = self._run
        if run is None or run.over or self.now() >= run.asked.until:
            return None
        return OpenPage(run.asked.game_id, run.url, run.asked.until)

    @property
    def time_left(self) -> int:
        """How long the open page stays (ns); 0 where none is open."""
        page = self.open_page
        return 0 if page is None else page.until - self.now()

    def start(self, journal: Path, game_id: int, minutes: int, port: int = 0) -> None:
        """Open the page of a game of the journal file; one that is open for another ends.

        Raises `Refusal` where this device is on no network. The outcome shows on the screen.
        """
        host = network.reachable_address()
        if host is None:
            raise Refusal("", "This device is on no network; the text in the code needs none.")
        if self._run is not None:
            self._run.replaced = True
        self.close()
        until = self.now() + minutes * 60 * SECOND
        asked = PageRequest(journal, game_id, i18n.language(), host, port, secrets.token_urlsafe(16), until)
        self._run = PageThread(asked, self.now, self.post, self.serve)
        self._run.thread.start()

    def close(self) -> None:
        """End the page, if one is open."""
        if self._run is not None:
            self._run.stop.set()
            self._run = None


@dataclass(eq=False)
class PageThread:
    """One page on a thread of its own, until its time is over or ``stop`` is set; silent where it is ``replaced``."""

    asked: PageRequest
    now: Callable[[], int]
    post: Callable[[Input], None]
    serve: Callable[[PageThread], None]

    def __post_init__(self) -> None:
        self.url = ""
        self.over = self.replaced = False
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self._work, name="page", daemon=True)

    def on_open(self, port: int) -> None:
        """It can be read now, at that port."""
        self.url = f"http://{self.asked.host}:{port}/{self.asked.token}/"
        self.post(ShowMessage(msg("The page is open.")))

    @property
    def is_stopping(self) -> bool:
        """Whether it is to end now."""
        return self.stop.is_set() or self.now() >= self.asked.until

    def _work(self) -> None:
        message = msg("The page could not be opened; try again.")
        try:
            self.serve(self)
            message = msg("The page is closed.")
        except (ImportError, OSError, SystemExit) as error:
            log.error("the page of a game: %s", error)
        finally:
            self.over = True
            if not self.replaced:
                self.post(ShowMessage(message))
