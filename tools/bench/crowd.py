"""Watchers behind a caching proxy, in a program of their own: ``python -m tools.bench.crowd PORT COUNT``.

Each has a connection and asks for what comes next, as a browser does that was refused a stream; every third asks once
and never reads. What each saw is printed as JSON once a line comes in.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
import time
from functools import lru_cache

from device.web.connections import raise_descriptors

HOST = "127.0.0.1"
CARD = re.compile(rb'card-(\d+)\\" href.{1,200}?data-n=\\"(\d+)\\"')
EVERY = 3
"""One of so many never reads."""


@lru_cache(maxsize=64)
def read(body: bytes) -> tuple[str, str, tuple[tuple[int, int], ...]]:
    """Where a reader stands after an answer, until when they ask next, and the entries of cards in it."""
    said = json.loads(body)
    return said["id"], said.get("hold", ""), tuple((int(card), int(n)) for card, n in CARD.findall(body))


class Crowd:
    """So many watchers; ``seen`` is when (ns) which card came with which entry."""

    def __init__(self, port: int, count: int) -> None:
        self.port, self.count = port, count
        self.seen: list[tuple[int, int, int]] = []
        self.open = self.opened = self.answers = self.hits = self.failed = 0

    async def run(self) -> None:
        """Until a line comes in."""
        watchers = [asyncio.create_task(self._watch(n)) for n in range(self.count)]
        await asyncio.to_thread(sys.stdin.readline)
        self.opened = self.open
        del watchers

    async def _watch(self, n: int) -> None:
        await asyncio.sleep(n * 0.002)
        while True:
            try:
                reader, writer = await asyncio.open_connection(HOST, self.port, limit=1 << 22)
                self.open += 1
                try:
                    await self._pages(n, reader, writer)
                finally:
                    self.open -= 1
                    writer.close()
            except (OSError, EOFError, ValueError, IndexError):
                self.failed += 1
            await asyncio.sleep(3 + 2 * random.random())

    async def _pages(self, n: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        page = (await self._ask(reader, writer, "/cs/")).decode()
        ask, seen, hold = (re.findall(rf' data-{name}="([^"]*)"', page)[0] for name in ("parts", "seen", "hold"))
        if n % EVERY == EVERY - 1:
            writer.write(f"GET {ask}{seen}/{hold} HTTP/1.1\r\nHost: bench\r\n\r\n".encode())
            await asyncio.sleep(3600)
        newest: dict[int, int] = {}
        while True:
            seen, later, cards = read(await self._ask(reader, writer, f"{ask}{seen}/{hold}"))
            hold, now = later or hold, time.monotonic_ns()
            for card, entry in cards:
                if newest.get(card) != entry:
                    newest[card] = entry
                    self.seen.append((now, card, entry))
            await asyncio.sleep(0.05 + 0.2 * random.random())

    async def _ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str) -> bytes:
        writer.write(f"GET {path} HTTP/1.1\r\nHost: bench\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        body = await reader.readexactly(int(re.findall(rb"(?i)content-length: (\d+)", head)[0]))
        if not head.startswith(b"HTTP/1.1 200"):
            raise ValueError(path)
        self.answers += 1
        self.hits += b"X-Cache: MISS" not in head
        return body


def main() -> None:
    """Watch, and say what was seen."""
    raise_descriptors()
    crowd = Crowd(int(sys.argv[1]), int(sys.argv[2]))
    asyncio.run(crowd.run())
    print(json.dumps([crowd.opened, crowd.answers, crowd.hits, crowd.failed, crowd.seen]))


if __name__ == "__main__":
    main()
