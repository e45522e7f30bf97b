"""Which device this is: known by its board, not by its card, of which there may be clones.

The id is made once and kept beside the journal, so that another network adapter makes no other device of it.
"""

from __future__ import annotations

import contextlib
import hashlib
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from device.common.files.atomic_write import OWNER
from device.common.files.machine import read_line
from device.common.files.small_file import SmallFile, decoder

SERIALS = (Path("sys/firmware/devicetree/base/serial-number"), Path("etc/machine-id"))
"""What distinguishes boards: a Pi's own number, else the system's, which clones of a card share."""
ADAPTERS = Path("sys/class/net")
"""The kernel's network adapters; those of hardware have a ``device``."""
MOST = 16
"""Adapters that are remembered."""

SYSTEM = Path("/")


class BoardNumbers(msgspec.Struct, frozen=True):
    """What distinguishes the machine that a table runs on.

    ``number`` is the board's own, or its system's (None: it has neither), ``adapters`` the addresses of its network
    adapters where the board has none of its own. ``node`` gives the address (48 bits) of which tables of earlier
    versions made their ids; it is asked only where an id is made, for it may take another program. ``root`` is the
    folder that this machine has as its root.
    """

    number: str | None = None
    adapters: frozenset[str] = frozenset()
    node: Callable[[], int] = uuid.getnode
    root: Path = SYSTEM


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


def device_id(journal: Path, numbers: BoardNumbers | None = None) -> str:
    """Which device this is: the board's number and where its journal lies, so that a cloned card is another device.

    ``numbers`` are those of the machine that this is; None: they are read.
    """
    numbers = read_numbers() if numbers is None else numbers
    parts = [_place(journal, numbers.root)] + ([] if numbers.number is None else [numbers.number])
    file, board, adapters = file_of(journal), _digest(*parts), {_digest(adapter) for adapter in numbers.adapters}
    identity = file.read_or_none()
    if (
        identity is None
        or identity.board != board
        or (identity.adapters and adapters and not {*identity.adapters} & adapters)
    ):
        if not (node := numbers.node()) >> 40 & 1:  # that bit says that it was made up for this run
            parts.append(str(node))  # tables of earlier versions made their ids of the same at each start
        device_identity = DeviceIdentity(_digest(*parts), board, tuple(sorted(adapters)[:MOST]))
    else:
        more = sorted(adapters - {*identity.adapters})
        device_identity = msgspec.structs.replace(identity, adapters=(*identity.adapters, *more)[:MOST])
    if device_identity != identity:
        with contextlib.suppress(OSError):  # it is made anew next time, of the same parts
            file.replace(msgspec.json.encode(device_identity))
    return device_identity.id


def read_numbers(root: Path = SYSTEM) -> BoardNumbers:
    """What the kernel and the system below ``root`` say of this machine."""
    own, systems = (read_line(root / path) for path in SERIALS)
    number = own if own is not None else systems
    adapters = frozenset() if own is not None else _adapters(root / ADAPTERS)
    return BoardNumbers(None if number is None else number.strip("\0 \n"), adapters, root=root)


def _adapters(folder: Path) -> frozenset[str]:
    """The addresses of the network adapters of hardware."""
    with contextlib.suppress(OSError):
        addresses = [read_line(path / "address") for path in folder.iterdir() if (path / "device").exists()]
        return frozenset(address for address in addresses if address)
    return frozenset()


def _place(journal: Path, root: Path) -> str:
    """Where the journal lies, as the machine sees it whose root that folder is."""
    place = str(journal.absolute())
    return place if root == SYSTEM else place.removeprefix(str(root))


def _digest(*parts: str) -> str:
    return hashlib.blake2s("\0".join(parts).encode(), digest_size=8).hexdigest()
