"""The simulated disk held against ext4: whatever the kernel leaves of a case at a power cut, the model allows.

Each case is played on ext4 on a card whose requests are logged. Then the card is made anew up to each of the requests,
and with some of those that came since the last flush and not others, and is mounted, as at the next start.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.lab.models.logged_writes import FLUSH, FUA, MARK, Entry, LoggedWrites, put
from tests.world.disk_cases import CASES, Allowed, Player, State, states_of
from tools.world.disk import Disk

LIBC = ctypes.CDLL(None, use_errno=True)
CARD, LOG, AGAIN = (Path(f"/dev/ram{number}") for number in range(3))
PLACE = Path("/run/dvojtah-lab/card")
LAZY = "lazy_itable_init=0,lazy_journal_init=0"
SIZE = "9M"
SUBSETS = 1
"""Cards with some of the requests since a flush, for each flush."""


@pytest.fixture(scope="module")
def empty() -> bytes:
    """A card with an empty ext4."""
    PLACE.mkdir(exist_ok=True)
    subprocess.run(["mkfs.ext4", "-q", "-F", "-b", "4096", "-J", "size=4", *("-E", LAZY), str(CARD), SIZE], check=True)
    return content(CARD)


def content(card: Path) -> bytes:
    """What is on it, as far as the file system goes."""
    with card.open("rb") as file:
        return file.read(int(SIZE.removesuffix("M")) << 20)


class Mounted:
    """A card while it is mounted."""

    def __init__(self, card: Path) -> None:
        self._card = card

    def __enter__(self) -> Path:
        if LIBC.mount(bytes(self._card), bytes(PLACE), b"ext4", 0, None):
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), str(self._card))
        return PLACE

    def __exit__(self, *_: object) -> None:
        if LIBC.umount(bytes(PLACE)):
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), str(PLACE))


def played(empty: bytes, name: str) -> tuple[bytes, list[Entry]]:
    """The card before a case, and the requests that it makes, with a mark after each step."""
    CARD.write_bytes(empty)
    with Mounted(CARD):
        Player(PLACE).begin()
    card = content(CARD)
    device = LoggedWrites(CARD, LOG)
    with Mounted(device.path):
        player = Player(PLACE)
        device.mark("0")
        for number, step in enumerate(CASES[name], 1):
            player.play(step)
            device.mark(str(number))
        player.close()
    return card, device.close()


def left(card: bytes, entries: list[Entry]) -> State:
    """The folder at the next start of a card with those requests."""
    AGAIN.write_bytes(card)
    put(AGAIN, entries)
    with Mounted(AGAIN) as place:
        return {path.name: path.read_bytes() for path in place.iterdir() if path.is_file()}


def cards(entries: list[Entry], draw: Random) -> Iterator[tuple[int, list[Entry]]]:
    """How many steps were done, and what the card had: up to each request, and some of those since the last flush."""
    done: int | None = None
    safe: list[Entry] = []
    since: list[Entry] = []
    for entry in entries:
        if entry.flags & MARK:
            done = int(entry.data) if entry.data.isdigit() else done
            continue
        if entry.flags & FLUSH:
            for _ in range(SUBSETS if done is not None and len(since) > 1 else 0):
                yield done, [*safe, *(change for change in since if draw.random() < 0.5)]
            safe, since = safe + since, []
        since.append(entry)
        if done is not None:
            yield done, safe + since
        if entry.flags & FUA:
            safe, since = safe + since, []


@pytest.mark.parametrize("name", CASES)
def test_whatever_ext4_leaves_the_model_allows(empty: bytes, tmp_path: Path, name: str):
    disk = Disk.install()
    try:
        models: list[list[Allowed]] = []
        for sqlite in (True, False):
            folder = tmp_path / f"model{sqlite}"
            folder.mkdir()
            models.append(list(states_of(disk, folder, CASES[name], sqlite=sqlite)))
    finally:
        disk.uninstall()
    card, entries = played(empty, name)
    seen: set[tuple[tuple[str, bytes], ...]] = set()
    mounted = 0
    for done, requests in cards(entries, Random(name)):
        state = left(card, requests)
        mounted += 1
        seen.add(tuple(sorted(state.items())))
        for allowed in models:
            steps = allowed[done : done + 2]
            assert any(step.allows(state) for step in steps), (done, {n: (len(c), c[:40]) for n, c in state.items()})
    print(f"{name}: {len(entries)} requests, {mounted} starts, {len(seen)} states")
    assert len(seen) > 1, "the case shows the state before and another one"
