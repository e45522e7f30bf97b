"""Pods as screens are told of them, without any pod."""

from __future__ import annotations

from device.pods.status import PodState, PodStatus
from firmware import wire

OWN = wire.FIRMWARE
A = PodStatus(
    ident="e66058388348a531",
    side=0,
    standing=PodState.READY,
    path="/dev/ttyACM0",
    version=OWN,
    drift=30_000,
    trip=420_000,
    doubt=90_000,
    uptime=2_520,
)
B = PodStatus(
    ident="e66058388348b742",
    side=1,
    standing=PodState.SILENT,
    path="/dev/ttyACM1",
    version=OWN,
    drift=-29_900,
    trip=380_000,
    doubt=90_000,
    waiting=3,
    uptime=40,
    faults=2,
    bad=117,
)
AWAY = PodStatus(ident="e66058388348b742", side=1)
NEW = PodStatus(
    ident="e660583883480001", standing=PodState.NEW, path="/dev/ttyACM2", version=OWN, trip=400_000, uptime=9
)
OTHERS = (
    PodStatus(ident="e660583883480003", standing=PodState.INCOMPATIBLE, path="/dev/ttyACM4", version="9.2"),
    PodStatus(ident="e66058388348a531", standing=PodState.DUPLICATE, path="/dev/ttyACM5", version=OWN),
    PodStatus(standing=PodState.MUTE, path="/dev/ttyACM6"),
)


class OnTheShelf:
    """Pods that are only told of."""

    def __init__(self, *statuses: PodStatus) -> None:
        self.statuses = statuses
        self.done: list[object] = []

    def forget(self, side: int) -> None:
        self.done.append(side)

    def swap(self) -> None:
        self.done.append("swap")
