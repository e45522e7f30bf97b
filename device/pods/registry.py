"""The pods as screens show them: which are there, beside whom, how its clock runs. Values, no behaviour."""

from __future__ import annotations

import enum
from typing import Protocol

import msgspec


class PodState(enum.Enum):
    """How a pod stands with the table."""

    READY = "ready"
    CONNECTING = "connecting"
    SILENT = "silent"
    AWAY = "away"
    NEW = "new"
    STRANGER = "stranger"
    TWIN = "twin"
    MUTE = "mute"


class PodStatus(msgspec.Struct, frozen=True, kw_only=True):
    """A pod that is there or is paired, or a line on which none has spoken.

    ``side`` 0 or 1, None where it has none; ``drift`` how much faster its clock runs than the device's (ppb), None
    while that is not known; ``trip`` of its newest round trip and ``doubt`` of its clock now (ns); ``waiting`` how many
    changes of its button it has announced that have not arrived; ``uptime`` (s) since its start; ``faults`` rounds of
    its program that failed; ``bad`` frames that were none.
    """

    ident: str = ""
    side: int | None = None
    standing: PodState = PodState.AWAY
    path: str = ""
    version: str = ""
    drift: int | None = None
    trip: int | None = None
    doubt: int | None = None
    waiting: int = 0
    uptime: int = 0
    faults: int = 0
    bad: int = 0


class PodRegistry(Protocol):
    """What a screen may ask of the pods, from the loop's thread."""

    @property
    def statuses(self) -> tuple[PodStatus, ...]:
        """All pods as they stood a moment ago: side A, side B, then the others."""

    def forget(self, side: int) -> None:
        """The pod of ``side`` has none any more, soon; the next one that is pressed takes its place."""

    def swap(self) -> None:
        """Each pod belongs to the other side, soon."""
