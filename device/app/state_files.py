"""The files that a start of the table reads: the one list of them, by which they are mended, looked at and tested."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from device.common.address import Address
from device.common.event.ticket import file_of as ticket_file
from device.common.files.small_file import SmallFile
from device.common.settings.settings import Settings
from device.common.updates import asking
from device.event import device_id
from device.first_start.common import asking as first_start
from device.first_start.common import hotspot, networks
from device.first_start.common.asking import HERE
from device.first_start.common.system import CardSystem
from device.journal import stand_ins
from device.journal.reserve import ENDING
from device.pods.pairing import file_of as pairing_file
from device.registry import TABLES
from device.table import calendar, put_away
from device.table.referee_pin import file_of as pin_file
from device.updates import ordered
from rules.message import Message

WORD_LISTS: Address[Callable[[Path], SmallFile[Any]]] = Address("device.word_lists.store:file_of")
"""What word lists are kept in is loaded with the games."""
JOURNAL = ("", "-wal", "-shm", "-journal", ".lock", ENDING)
"""Endings of the journal's files."""


def first_files(settings: Settings, system: CardSystem = HERE) -> tuple[SmallFile[Any], ...]:
    """The small files that the first picture waits for."""
    return (
        pairing_file(settings.pairing_path),
        pin_file(settings.pin_path),
        ticket_file(settings.ticket_path),
        device_id.file_of(settings.journal_path),
        asking.file_of(settings.journal_path.parent),
        ordered.file_of(settings.journal_path.parent),
        calendar.file_of(settings.journal_path.with_name(calendar.DAY)),
        put_away.file_of(settings.journal_path),
        first_start.file_of(system),
    )


def later_files(settings: Settings) -> tuple[SmallFile[Any], ...]:
    """Those that only a game reads."""
    games = (file_of(settings) for spec in TABLES.values() for file_of in spec.files)
    return (*games, WORD_LISTS(settings.word_lists_path))


def memory_files(system: CardSystem = HERE) -> tuple[SmallFile[Any], ...]:
    """Those in memory in which others say how they are: never set aside, for they are written anew."""
    return (hotspot.file_of(system), networks.file_of(system))


def journal_files(settings: Settings) -> Iterator[Path]:
    """The files of the journal, and where games are kept while it cannot be used."""
    path = settings.journal_path
    for file in (path, stand_ins.stand_in_beside(path)):
        yield from (file.with_name(file.name + ending) for ending in JOURNAL)


def paths(settings: Settings, system: CardSystem = HERE) -> tuple[Path, ...]:
    """Everything of this device's own that a start reads, but for the settings file itself."""
    small = (*first_files(settings, system), *later_files(settings), *memory_files(system))
    return (*journal_files(settings), *(file.path for file in small), settings.pods_socket)


def mend(files: Iterable[SmallFile[Any]]) -> list[tuple[str, Message]]:
    """Set aside and begin anew what is damaged; by name what was found."""
    return [(file.path.name, trouble) for file in files if (trouble := file.mend()) is not None]
