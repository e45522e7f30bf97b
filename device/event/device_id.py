"""Which device this is: known by its board, not by its card, of which there may be clones.

The id is made once and kept beside the journal, so that another network adapter makes no other device of it.
"""

from __future__ import annotations

import contextlib
import hashlib
import uuid
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from device.files.atomic_write import OWNER
from device.files.machine import read_line
from device.files.small_file import SmallFile, decoder

SERIALS = (Path("/sys/firmware/devicetree/base/serial-number"), Path("/etc/machine-id"))
"""What distinguishes boards: a Pi's own number, else the system's, which clones of a card share."""
ADAPTERS = Path("/sys/class/net")
"""The kernel's network adapters; those of hardware have a ``device``."""
MOST = 16
"""Adapters that are remembered."""

Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z")]


class DeviceIdentity(msgspec.Struct, frozen=True):
    """The ``id`` of this device, and by what it is known again: its ``board`` and where its journal lies; where a
    board has no number of its own, the network ``adapters`` that were seen in it. All but the id are digests."""

    id: Digest
    board: Digest
    adapters: Annotated[tuple[Digest, ...], Meta(max_length=MOST)] = ()


def file_of(journal: Path) -> SmallFile[DeviceIdentity]:
    """The file beside the journal that says it."""
    return SmallFile(journal.with_suffix(".device.json"), decoder(DeviceIdentity), mode=OWNER)


def device_id(journal: Path) -> str:
    """Which device this is: the board's number and where its journal lies, so that a cloned card is another device."""
    parts = [str(journal.absolute()), *_number()]
    file, board, adapters = file_of(journal), _digest(*parts), _adapters()
    kept = file.read_or_none()
    if kept is None or kept.board != board or (kept.adapters and adapters and not {*kept.adapters} & adapters):
        if not (node := uuid.getnode()) >> 40 & 1:  # that bit says that it was made up for this run
            parts.append(str(node))  # tables of earlier versions made their ids of the same at each start
        found = DeviceIdentity(_digest(*parts), board, tuple(sorted(adapters)[:MOST]))
    else:
        more = sorted(adapters - {*kept.adapters})
        found = msgspec.structs.replace(kept, adapters=(*kept.adapters, *more)[:MOST])
    if found != kept:
        with contextlib.suppress(OSError):  # it is made anew next time, of the same parts
            file.replace(msgspec.json.encode(found))
    return found.id


def _number() -> list[str]:
    """The first number that tells boards apart; empty where there is none."""
    found = (read_line(path) for path in SERIALS)
    return [text.strip("\0 \n") for text in found if text is not None][:1]


def _adapters() -> set[str]:
    """Digests of the addresses of this board's network adapters; none where its own number says which board it is."""
    if read_line(SERIALS[0]) is not None:
        return set()
    with contextlib.suppress(OSError):
        found = [read_line(one / "address") for one in ADAPTERS.iterdir() if (one / "device").exists()]
        return {_digest(address) for address in found if address}
    return set()


def _digest(*parts: str) -> str:
    return hashlib.blake2s("\0".join(parts).encode(), digest_size=8).hexdigest()
