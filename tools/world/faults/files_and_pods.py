"""Faults planted where small files are written, and at the table's end of a pod's line."""

from __future__ import annotations

from tools.world.faults.fault import Fault
from tools.world.loading import Change

OF_FILES_AND_PODS: dict[str, Fault] = {
    "a small file written in its place": Fault(
        (
            Change(
                "device.common.files.atomic_write",
                'beside = target.with_name(f".{target.name}.new")\n    try:\n',
                "beside = target\n    try:\n",
            ),
        ),
        shown="referee.pin has",
        seeds=(1, 2),
        rate=0.0,
        meeting="files",
    ),
    "a small file renamed before it is synced": Fault(
        (Change("device.common.files.atomic_write", "            os.fsync(file.fileno())\n", ""),),
        shown="by a power cut alone",
        seeds=(2, 3),
        rate=0.0,
        meeting="files",
    ),
    "a damaged small file that stops the start": Fault(
        (
            Change(
                "device.common.files.small_file",
                "except (OSError, ValueError) as error:\n        raise Damaged(str(error)) from None\n    if len",
                "except ValueError as error:\n        raise Damaged(str(error)) from None\n    if len",
            ),
        ),
        shown="died",
        seeds=(1, 4),
        rate=0.0,
        meeting="files",
    ),
    "a press that a pod need not say again once it is plugged in": Fault(
        (
            Change(
                "device.pods.link",
                "        if memory is None or self._looks_only:\n            return []\n        self._ack = True\n",
                "        if memory is None and self.memory is not None and number == self.memory.last + 1:\n"
                "            self.memory.last, self._ack = number, True\n"
                "        if memory is None or self._looks_only:\n            return []\n        self._ack = True\n",
            ),
        ),
        shown="never counted",
        seeds=(1, 2),
        rate=0.0,
        meeting="pods",
        game="chess_clock",
        hours=0.1,
        is_quick=False,
    ),
    "a pod that is forgotten when its cable is pulled": Fault(
        (
            Change(
                "device.pods.pods",
                "memory = self._memories.pop(ident, None) or Memory(ident)",
                "memory = Memory(ident)",
            ),
        ),
        shown="counts twice",
        seeds=(7, 7),
        rate=0.0,
        meeting="pods",
        game="chess_clock",
        hours=0.1,
        is_quick=False,
    ),
    "a press of a pod that counts when it is heard": Fault(
        (Change("device.pods.link", "ButtonChange(down, memory.seen, ", "ButtonChange(down, now, "),),
        shown="doubt exceeded: a press of a pod",
        seeds=(2, 2),
        rate=0.0,
        meeting="pods",
        hours=0.1,
    ),
}
"""By its name, a fault."""
