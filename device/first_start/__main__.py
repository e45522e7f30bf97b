"""``python -m device.first_start``: what systemd runs.

As root ``boot`` before the table, ``request`` and ``settle``, ``listen`` before the hotspot; as the table's user
``phone``, the page on it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from device.common import log
from device.common.address import Address
from device.first_start import applying
from device.first_start.common import hotspot, networks
from device.first_start.common.asking import take_request
from device.first_start.common.system import CardSystem

WORDS = ("boot", "request", "settle", "listen", "phone")
SERVE: Address[Callable[[CardSystem], None]] = Address("device.first_start.phone.serving:serve")
"""Loaded where it is wanted: a server is slow to load on a Pi, and the table waits for ``boot``."""


def main(argv: Sequence[str], system: CardSystem | None = None) -> int:
    """Do one of them. A card that cannot be written says so in the log; the table starts all the same."""
    if len(argv) != 1 or argv[0] not in WORDS:
        sys.stderr.write(f"one of: {', '.join(WORDS)}\n")
        return 2
    system = system or CardSystem()
    try:
        if argv[0] == "boot":
            applying.apply_boot_file(system)
            hotspot.prepare(system)
        elif argv[0] == "request":
            wanted = take_request(system)
            if wanted is not None:
                applying.carry_out_request(system, *wanted)
        elif argv[0] == "listen":
            return 0 if networks.keep(system) else 1
        elif argv[0] == "phone":
            SERVE(system)
        else:
            applying.settle(system)
    except OSError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    log.set_up("info")
    sys.exit(main(sys.argv[1:]))
