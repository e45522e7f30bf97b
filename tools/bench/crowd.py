"""Watchers of a board, in programs of their own (`Crowd`): ``python -m tools.bench.crowd KIND PORT COUNT PAGES``.

KIND ``stream``: each has a stream of one of so many pages of the overview. ``parts``: each asks for what comes next, as
a browser does that was refused a stream, and every third asks once and never reads. An empty line says that all are
there; after one that comes in follow counts, as JSON in a line, and what was seen: three numbers for each entry.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import re
import selectors
import subprocess
import sys
import time
import zlib
from array import array
from functools import lru_cache

import httptools

from device.common.web.listener import raise_descriptors
from device.common.web.push import GZIP_HEAD
from tools.bench.measure import NotMeasured

HOST = "127.0.0.1"
CARD = re.compile(rb'card-(\d+)\\" href.{1,200}?data-n=\\"(\d+)\\"')
Cards = tuple[tuple[int, int], ...]
EVERY = 3
"""One of so many never reads."""
IN_ONE = 1250
"""Watchers that one program plays at most."""
OPEN_S = 0.002
"""Seconds between two that come."""


class Crowd:
    """``count`` watchers of the board at ``port``, in as many programs as they need."""

    def __init__(self, kind: str, port: int, count: int, pages: int = 1) -> None:
        self.seen: list[tuple[int, int, int]] = []
        """When (ns) which card came with which entry."""
        self.open = self.answers = self.hits = self.failed = 0
        programs = -(-count // IN_ONE)
        self.programs = [
            subprocess.Popen(
                [sys.executable, "-m", __name__, kind, str(port), str(count // programs), str(pages)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
            for _ in range(programs)
        ]
        self._coming = selectors.DefaultSelector()  # `select.select` knows no descriptor above 1,023
        for program in self.programs:
            if program.stdout is not None:
                self._coming.register(program.stdout, selectors.EVENT_READ, program.stdout)

    def are_there(self) -> bool:
        """Whether all have their first answer. Raises `NotMeasured` where a program ended."""
        for key, _ in self._coming.select(0):
            if not key.data.readline():
                raise NotMeasured("watchers have ended")
            self._coming.unregister(key.fileobj)
        return not self._coming.get_map()

    def end(self) -> None:
        """End it, and take in what was seen."""
        for program in self.programs:
            if program.stdin is not None:
                program.stdin.write(b"\n")
                program.stdin.flush()
        for program in self.programs:
            counts, _, numbers = program.communicate(timeout=120)[0].partition(b"\n")
            is_open, answers, hits, failed = json.loads(counts)
            self.open, self.answers = self.open + is_open, self.answers + answers
            self.hits, self.failed = self.hits + hits, self.failed + failed
            seen = array("q", numbers)
            self.seen += zip(seen[::3], seen[1::3], seen[2::3], strict=True)

    def close(self) -> None:
        """End it."""
        self._coming.close()
        for program in self.programs:
            program.kill()
            program.communicate()


class Watcher(asyncio.Protocol):
    """One connection. It takes answers apart by itself, by what `httptools.HttpResponseParser` finds."""

    def __init__(self, crowd: Watchers, n: int) -> None:
        self.crowd, self.n = crowd, n
        self.body = bytearray()
        self.parser = httptools.HttpResponseParser(self)
        self._newest: dict[int, int] = {}  # a card comes again where something else about its table has changed

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """`asyncio.Protocol.connection_made`."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.crowd.open += 1
        self.begin()

    def connection_lost(self, error: Exception | None) -> None:
        """`asyncio.Protocol.connection_lost`."""
        self.crowd.open -= 1
        self.crowd.failed += 1
        asyncio.get_running_loop().call_later(3 + 2 * random.random(), self.crowd.come, self.n)

    def data_received(self, data: bytes) -> None:
        """`asyncio.Protocol.data_received`."""
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserError:
            self.transport.abort()

    def on_headers_complete(self) -> None:
        """An answer begins. Raises ValueError where it is not what was asked for."""
        if self.parser.get_status_code() != 200:
            raise ValueError("no answer")

    def on_body(self, body: bytes) -> None:
        """A piece of an answer."""
        self.body += body

    def begin(self) -> None:
        """Ask for the first time."""
        raise NotImplementedError

    def ask(self, path: str) -> None:
        """Send a request."""
        self.transport.write(f"GET {path} HTTP/1.1\r\nHost: bench\r\nAccept-Encoding: gzip\r\n\r\n".encode())

    def take(self) -> bytes:
        """What has come of the answer, taken out."""
        body = bytes(self.body)
        self.body.clear()
        return body

    def see(self, cards: Cards) -> None:
        """Note what came."""
        now = time.monotonic_ns()
        self.crowd.answers += 1
        self.crowd.there.add(self.n)
        for card, entry in cards:
            if self._newest.get(card) != entry:
                self._newest[card] = entry
                self.crowd.seen.extend((now, card, entry))


class StreamWatcher(Watcher):
    """A page with a stream."""

    def begin(self) -> None:
        """`Watcher.begin`."""
        self.ask(f"/cs/events?view=tables&page={1 + self.n % self.crowd.pages}")

    def on_chunk_complete(self) -> None:
        """What is told at once is a chunk."""
        self.see(cards_of_block(self.take()))


@lru_cache(maxsize=64)
def cards_of_block(data: bytes) -> Cards:
    """The entries of cards in a piece of a stream."""
    return cards_of(zlib.decompressobj(wbits=-zlib.MAX_WBITS).decompress(data.removeprefix(GZIP_HEAD)))


def cards_of(text: bytes) -> Cards:
    """The entries of cards in what a board says."""
    return tuple((int(card), int(n)) for card, n in CARD.findall(text))


class PartsWatcher(Watcher):
    """A page that asks for what comes next; its pauses are those of board.js."""

    def begin(self) -> None:
        """`Watcher.begin`."""
        self._place = ("", "", "")
        self._is_kept = True
        self.ask(f"/cs/?page={1 + self.n % self.crowd.pages}")

    def on_header(self, name: bytes, value: bytes) -> None:
        """A proxy says whether it had the answer already."""
        self._is_kept = self._is_kept and (name, value) != (b"X-Cache", b"MISS")

    def on_message_complete(self) -> None:
        """An answer is here; what comes next is asked for, by most."""
        self.crowd.hits += self._is_kept
        self._is_kept = True
        body = self.take()
        if not self._place[0]:
            self._place = place_of(body)
            self.see(())
            self._next()
            if self.n % EVERY == EVERY - 1:
                self.transport.pause_reading()
        else:
            parts, _, hold = self._place
            seen, later, cards = read(body)
            self._place = parts, seen, later or hold
            self.see(cards)
            pause = 0.05 + 0.2 * random.random() if later else 0.02 + 0.03 * random.random()
            asyncio.get_running_loop().call_later(pause, self._next)

    def _next(self) -> None:
        self.ask("{}{}/{}".format(*self._place))


@lru_cache(maxsize=64)
def place_of(page: bytes) -> tuple[str, str, str]:
    """Where a page asks for parts, what it has seen, and until when it waits. Raises ValueError where it is none."""
    parts, seen, hold = (re.findall(rf' data-{name}="([^"]*)"', page.decode())[0] for name in ("parts", "seen", "hold"))
    return parts, seen, hold


@lru_cache(maxsize=64)
def read(body: bytes) -> tuple[str, str, Cards]:
    """Where a reader stands after an answer, until when they ask next, and the entries of cards in it."""
    text = gzip.decompress(body)
    answer = json.loads(text)
    return answer["id"], answer.get("hold", ""), cards_of(text)


KINDS = {"stream": StreamWatcher, "parts": PartsWatcher}


class Watchers:
    """``count`` watchers of a board, all in this process."""

    def __init__(self, kind: str, port: int, count: int, pages: int) -> None:
        self._kind, self._port, self._count, self.pages = KINDS[kind], port, count, pages
        self.seen = array("q")
        self.open = self.answers = self.hits = self.failed = 0
        self.there: set[int] = set()

    async def run(self) -> list[int]:
        """Until a line comes in; the counts."""
        loop = asyncio.get_running_loop()
        for n in range(self._count):
            loop.call_later(n * OPEN_S, self.come, n)
        while len(self.there) < self._count:
            await asyncio.sleep(0.1)
        print(flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        return [self.open, self.answers, self.hits, self.failed]

    def come(self, n: int) -> None:
        """The watcher of that number comes, or comes again."""
        self._coming = asyncio.ensure_future(self._connect(n))

    async def _connect(self, n: int) -> None:
        try:
            await asyncio.get_running_loop().create_connection(lambda: self._kind(self, n), HOST, self._port)
        except OSError:
            self.failed += 1
            asyncio.get_running_loop().call_later(3, self.come, n)


def main() -> None:
    """Watch, and say what was seen."""
    raise_descriptors()
    kind, port, count, pages = sys.argv[1:]
    watchers = Watchers(kind, int(port), int(count), int(pages))
    counts = asyncio.run(watchers.run())
    sys.stdout.buffer.write(json.dumps(counts).encode() + b"\n" + watchers.seen.tobytes())


if __name__ == "__main__":
    main()
