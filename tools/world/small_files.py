"""The small files of a machine in an evening: written by the product's own functions, cut off, refused and damaged.

After a power cut each has what was kept last, or what was being written; nothing else, and a start says nothing of it.
A medium may damage one besides: then the start goes on, says so, and people do again what it asks for.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.message import Message, Refusal
from tools.world.machine import Machine
from tools.world.scheduler import SECOND
from tools.world.troubles import mend_disk
from tools.world.vfs import FULL

if TYPE_CHECKING:
    from tools.world.evening import Evening

APART = (4, 30)
"""Seconds between two times that somebody changes something."""
CUT, REFUSED, DAMAGED = 0.12, 0.1, 0.4
"""How likely power goes while it is written, a full disk refuses it, and a cut damages a file besides."""
TROUBLED_START = 0.15
"""How likely the disk is full, or power goes again, while a start sees to what is damaged; each."""
WRITES = 7
"""Changes of the disk that writing one takes, at least."""
DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "emptied": lambda content: b"",
    "zeros": lambda content: bytes(len(content)),
    "foreign": lambda content: b"\xff\xfe" + content[::-1],
    "torn": lambda content: content[: len(content) // 2],
    "unreadable": lambda content: content,
}
"""By its word, what a damage makes of a file's bytes; one that cannot be read has them still."""
CANNOT_BE_READ = "unreadable"
MAY_LOOK_WHOLE = ("emptied", "torn")
"""What is left of a text may be a text."""


def damaged(content: bytes, how: str) -> tuple[bytes, str]:
    """What a damage leaves of a file's bytes, and its word: of an empty file there is nothing to fill with zeros."""
    left = DAMAGES[how](content)
    return left, how if left or how == CANNOT_BE_READ else "emptied"


@dataclass
class KeptFile:
    """A small file. ``read`` gives what it holds and ``anew`` what holds where it was damaged.

    ``write`` keeps a value and raises OSError or `Refusal`; ``value`` makes the n-th that somebody keeps. Without
    them the program writes it by itself. ``is_text``: the whole of it is not known from a part.
    """

    path: Path
    read: Callable[[], object]
    anew: object = None
    value: Callable[[int], object] | None = None
    write: Callable[[Any], None] | None = None
    is_text: bool = False
    missing: object = None
    """What holds where there is no file."""
    always: tuple[object, ...] = ()
    """What people may have kept again by another way."""
    possible: list[object] = field(default_factory=list)
    """What it may hold at the next start."""
    was_damaged: bool = False
    """It was damaged and has not been written since."""


class SmallFiles:
    """Those of one machine. ``mend`` is what its program does at its start: by name, what it says of each."""

    def __init__(
        self,
        evening: Evening,
        machine: Machine,
        files: list[KeptFile],
        mend: Callable[[], list[tuple[str, Message]]],
    ) -> None:
        self._evening, self._machine, self._files, self._mend = evening, machine, files, mend
        self._scheduler = evening.scheduler
        self._random = random.Random(f"small files {evening.scheduler.seed} {machine.name}")
        self._damage: dict[Path, str] = {}
        self._number = 0
        self._is_begun = False
        machine.on_cut.append(self._on_cut)
        self._scheduler.spawn(self._run, self._evening.outside, f"settings of {machine.name}")

    # -- a start -------------------------------------------------------------------------------------------------------

    def on_boot(self) -> None:
        """The program starts: it sees to its small files, and every one holds what it may."""
        disk, luck, machine = self._evening.disk, self._random, self._machine
        disk.make_unreadable(machine.disk, {str(path) for path, how in self._damage.items() if how == CANNOT_BE_READ})
        if self._damage and luck.random() < TROUBLED_START:
            disk.fail(machine.disk, 0, 100, FULL)
            self._scheduler.after(int(luck.uniform(1, 20) * SECOND), mend_disk, machine)
        if self._damage and luck.random() < TROUBLED_START:
            disk.cut_after(machine.disk, luck.randrange(WRITES))
        messages = dict(self._mend())
        disk.make_unreadable(machine.disk, set())
        if not self._is_begun:
            for file in self._files:
                file.possible = [file.read()]
            self._is_begun = True
        for file in self._files:
            self._compare(file, messages.get(file.path.name))
        if not machine.is_cut:
            self._damage = {}

    def _compare(self, file: KeptFile, message: Message | None) -> None:
        damage, value = self._damage.get(file.path), file.read()
        name, fail = f"{self._machine.name}: {file.path.name}", self._scheduler.fail
        looks_whole = file.is_text and damage in MAY_LOOK_WHOLE
        if damage is not None:
            self._evening.counts[f"small files {damage}"] += 1
            if message is None and not looks_whole and not self._machine.is_cut:
                fail(f"{name} was {damage}, and nobody is told")
        elif message is not None and not file.was_damaged:
            fail(f"{name} is damaged by a power cut alone: {message}")
        if file.write is None and not any(file.possible):
            file.possible = [value]  # the program has made it since
        lost = [file.anew, file.missing] if damage is not None or file.was_damaged else []
        if value not in [*file.possible, *file.always, *lost] and not looks_whole:
            fail(f"{name} has {value} at a start ({damage or 'a power cut'}); it may have {file.possible + lost}")
        self._evening.counts["small files compared"] += 1
        # What is set aside may lie there again after another cut, as long as nothing was written.
        file.was_damaged = damage is not None or message is not None
        file.possible = [*file.possible, value] if file.was_damaged else [value]

    # -- what happens to them ------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._evening.closing:
            self._scheduler.park(int(self._random.uniform(*APART) * SECOND))
            if self._is_begun and self._machine.up and not self._machine.is_cut and not self._evening.closing:
                with self._scheduler.on(self._machine):
                    self._change()

    def _change(self) -> None:
        """Somebody changes something, and the disk may fail at it."""
        luck, evening, disk = self._random, self._evening, self._machine.disk
        file = luck.choice([file for file in self._files if file.write is not None])
        assert file.value is not None
        assert file.write is not None
        self._number += 1
        value, draw = file.value(self._number), luck.random()
        if draw < CUT:
            evening.disk.cut_after(disk, luck.randrange(WRITES))
        elif draw < CUT + REFUSED and disk.fault is None:
            evening.disk.fail(disk, 0, 1, FULL)
        file.possible.append(value)
        try:
            file.write(value)
        except (OSError, Refusal):
            evening.counts["small files refused"] += not self._machine.is_cut
        else:
            file.possible, file.was_damaged = [value], False
            evening.counts["small files kept"] += 1
        if self._machine.is_cut:
            evening.counts["small files cut off"] += 1
        elif file.read() not in file.possible:
            self._scheduler.fail(f"{self._machine.name}: {file.path.name} has {file.read()}, not {value}")

    def _on_cut(self) -> None:
        """The medium may have lost one of them, too."""
        there = [file for file in self._files if file.path.is_file()]
        if not there or self._evening.closing or self._random.random() > DAMAGED:
            return
        file, how = self._random.choice(there), self._random.choice(list(DAMAGES))
        left, how = damaged(file.path.read_bytes(), how)
        file.path.write_bytes(left)
        self._damage[file.path] = how
        self._scheduler.note("damaged", self._machine.name, file.path.name, how)
