"""The board's state and those who watch it: what each page's stream sends, and who may open another.

A stream (server-sent events) sends the parts of one page that changed. The same parts can be asked for one by one, each
at an address that names what whoever asks has seen, and when: what comes after that is the same for everybody, so that
a cache can keep it, and a crowd behind one costs what one reader costs (`LiveBoard.update_after`).

The ids of a stream's events name the store and the last row that they contain; a browser that comes back says the last
id it saw, and gets what changed since, also from a board that was started anew. What readers have in common is put
together once.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from device.common.web.connections import LOOPBACK, Connection, network, within
from device.common.web.push import GZIP_HEAD, block, chunk, push
from device.organiser.board.model import BoardModel
from device.organiser.board.pages import BoardPages
from device.organiser.board.stream import Streams
from device.organiser.store import LogRow

BREATH_S = 0.025
"""How long a change waits for more at least. It waits as long as telling everybody took the last time, so that never
more than half of a processor goes into that, whatever the crowd and the machine."""
STILL_S = 10
"""Seconds after which a stream says that it is still there."""
READERS = 3000
"""Streams at a time; whoever comes after sees the page as it stood, and tries again. Fewer than the connections that
the server takes (`device.common.web.connections.Limits`), so that a page can always be had."""
READERS_OF_ONE = 300
"""Streams of one address at a time, but for programs on this machine and reverse proxies that are named."""
STEP_S = 0.3
"""The least time between two answers with parts of a page: a crowd follows in a few large steps, not in many small
ones, and those who hear of one late are there before the next."""
ANSWERS = 64
"""Answers to readers that are kept until something changes."""


@dataclass(eq=False, slots=True)
class BoardReader:
    """Who reads the stream of a page (view, number, language): the version they have ``seen``, and whether they know of
    the store's trouble. ``gzip``: what they are told is compressed."""

    page: tuple[str, int, str]
    seen: int
    connection: Connection
    gzip: bool
    troubled: bool = False


class LiveBoard:
    """The board's state and those who watch it; lives on the event loop."""

    def __init__(
        self,
        address: str = "",
        readers: int = READERS,
        readers_of_one: int = READERS_OF_ONE,
        exempt: tuple[str, ...] = LOOPBACK,
        base: str = "/",
    ) -> None:
        self.nonce = ""
        self.board = BoardModel()
        self.pages = BoardPages(self.board, address, base)
        self.streams = Streams(self.board)
        self.readers = 0
        self.trouble = False
        self.complete = False
        """Whether everything has been read that the store had when the board began."""
        self._most, self._most_of_one, self._exempt = readers, readers_of_one, exempt
        self._from: Counter[str] = Counter()
        self._news = asyncio.Event()
        self._due: asyncio.TimerHandle | None = None
        self._still_due: asyncio.TimerHandle | None = None
        self._streams: dict[BoardReader, None] = {}
        self._steps: dict[tuple[str, int, str], float] = {}
        """When (by the loop) each page's readers were answered last."""
        self._took_s = 0.0
        """Processor time of telling everybody the last time."""
        self._made: OrderedDict[tuple[str, int, str, int], tuple[bytes, bytes]] = OrderedDict()

    def on_store_open(self, nonce: str, wall: Callable[[], int] = time.time_ns) -> None:
        """The store is open: the ids of events begin with its name, and the event's time follows its clock (ns)."""
        self.nonce = self.pages.nonce = nonce
        self.board.wall = wall

    def on_trouble(self, trouble: bool) -> None:
        """The store gives or takes nothing now; or it is well again."""
        if trouble != self.trouble:
            self.trouble = trouble
            self._wake()

    def is_full(self, host: str) -> bool:
        """Whether there is no place for another reader from there."""
        if self.readers >= self._most:
            return True
        return self._from[network(host)] >= self._most_of_one and not within(network(host), self._exempt)

    def take(self, rows: list[LogRow]) -> None:
        """New rows of the log, on the loop."""
        self.board.take(rows)
        if self._due is None:
            wait = max(BREATH_S if len(rows) < 1000 else 0, self._took_s)
            self._due = asyncio.get_running_loop().call_later(wait, self._tell)

    def on_caught_up(self) -> None:
        """All that was there has been taken."""
        if self._due is not None:
            self._due.cancel()
        self._tell()
        self.complete = True

    def _tell(self) -> None:
        self._due = None
        changed = self.board.flush()
        self.streams.look()
        if changed:
            self._made.clear()
            self._wake()

    def _wake(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()
        began, now = time.thread_time(), self.now()
        chunks: dict[tuple[object, ...], bytes] = {}
        for reader in self._streams:
            self._push(reader, now, chunks)
        self._took_s = time.thread_time() - began

    def place_of(self, event_id: str | None) -> int:
        """The version a reader has seen; 0 where that was in another store, or is nonsense."""
        match = re.fullmatch(r"([0-9a-f]{8})-(\d{1,18})", event_id or "")
        seen = int(match.group(2)) if match and match.group(1) == self.nonce else 0
        return seen if seen <= self.board.state.last else 0

    def message(self, view: str, page: int, lang: str, seen: int) -> bytes:
        """What a stream sends to a reader of a page that has seen version ``seen``; empty where nothing changed."""
        return self._answer(view, page, lang, seen)[0]

    async def update_after(self, view: str, page: int, lang: str, seen: int, hold: str, host: str = "") -> bytes:
        """What a reader of a page that has seen version ``seen`` gets (JSON), once there is anything.

        Empty where nothing changed as long as ``hold`` (`BoardPages.hold`) was current.
        """
        if hold != self.pages.hold(self.trouble) or self.is_full(host):
            return self._answer(view, page, lang, seen)[1]
        with self._reader(host), contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.pages.hold_s()):
                while hold.endswith("t") == self.trouble and not self._answer(view, page, lang, seen)[1]:
                    await self._news.wait()
                now = asyncio.get_running_loop().time
                await asyncio.sleep(max(BREATH_S, self._steps.get((view, page, lang), 0) + STEP_S - now()))
                self._steps[view, page, lang] = now()
        return self._answer(view, page, lang, seen)[1]

    def _answer(self, view: str, page: int, lang: str, seen: int) -> tuple[bytes, bytes]:
        """What changed on a page after ``seen``, as an event of a stream and by itself."""
        parts = self.pages.parts(view, page)
        names = self.board.changed_parts(parts, seen)
        if not names:
            return b"", b""
        # Whatever number somebody names, it means the last change of the page's parts that is not after it.
        key = (view, page, lang, self.board.last_change(parts, seen))
        if (known := self._made.pop(key, None)) is None:
            place = self.pages.place(parts, self.board.version)
            update = {"id": place, "parts": {name: self.pages.part(name, lang) for name in names}}
            text = json.dumps(update, ensure_ascii=False).encode()
            known = b"event: parts\nid: %s\ndata: %s\n\n" % (place.encode(), text), text
        self._made[key] = known
        while len(self._made) > ANSWERS:
            self._made.popitem(last=False)
        return known

    def now(self) -> bytes:
        """What time it is by the event's clock: sent by itself, because a message may be older than whom it is for."""
        return b"event: now\ndata: %d\n\n" % self.pages.now_ms()

    @contextlib.contextmanager
    def stream(self, reader: BoardReader, host: str = "") -> Iterator[None]:
        """Meanwhile ``reader`` is told what changes."""
        with self._reader(host):
            begin = b"retry: 1500\n\n" + self.now()
            push(reader.connection, chunk(GZIP_HEAD + block(begin) if reader.gzip else begin))
            reader.connection.on_writable = partial(self._push, reader)
            self._streams[reader] = None
            self._push(reader)
            if self._still_due is None:
                self._still_due = asyncio.get_running_loop().call_later(STILL_S, self._still)
            try:
                yield
            finally:
                del self._streams[reader]

    def _push(
        self, reader: BoardReader, now: bytes = b"", chunks: dict[tuple[object, ...], bytes] | None = None
    ) -> None:
        """Tell a reader what they have not seen; whoever reads slowly is told later. ``chunks`` are what others got."""
        chunks = {} if chunks is None else chunks
        key = (reader.page, reader.seen, reader.troubled, reader.gzip)
        if (text := chunks.get(key)) is None:
            message_text = b"" if reader.troubled == self.trouble else b"event: trouble\ndata: %d\n\n" % self.trouble
            if message := self.message(*reader.page, reader.seen):
                message_text += (now or self.now()) + message
            chunks[key] = text = message_text and chunk(block(message_text) if reader.gzip else message_text)
        if not text or push(reader.connection, text):
            reader.seen, reader.troubled = self.board.version, self.trouble

    def _still(self) -> None:
        """Say to everybody that the stream is still there, and what time it is."""
        now = self.now()
        for reader in self._streams:
            push(reader.connection, chunk(block(now) if reader.gzip else now))
        self._still_due = asyncio.get_running_loop().call_later(STILL_S, self._still) if self._streams else None

    @contextlib.contextmanager
    def _reader(self, host: str) -> Iterator[None]:
        """One reader more meanwhile."""
        address = network(host)
        self.readers += 1
        self._from[address] += 1
        try:
            yield
        finally:
            self.readers -= 1
            self._from[address] -= 1
            if not self._from[address]:
                del self._from[address]


class Troubles:
    """Joins what is wrong: the store gives nothing here, or takes nothing where the tables are listened to.

    Set from any thread; `attach` says who hears it.
    """

    def __init__(self) -> None:
        self._say: Callable[[bool], None] = lambda trouble: None
        self._reads = self._writes = False

    def attach(self, say: Callable[[bool], None]) -> None:
        """Tell ``say`` what is wrong, now and later."""
        self._say = say
        self._say(self._reads or self._writes)

    def reading(self, away: bool) -> None:
        """Whether the store gives nothing."""
        self._reads = away
        self._say(self._reads or self._writes)

    def writing(self, away: bool) -> None:
        """Whether the store takes nothing."""
        self._writes = away
        self._say(self._reads or self._writes)
