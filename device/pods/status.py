"""The status of the pods, as functions of the lines and the pairs: the sentences on every screen, and the roster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from device.pods.link import LinkState, PodLink
from device.pods.registry import PodState, PodStatus
from rules.game import SECOND
from rules.message import Message, msg

SIDES = ("pod A", "pod B")
NAMES = (*SIDES, "pod new", "pod stranger", "pod mute", "pod twin")
"""What `sentences` covers; the names under which the screen keeps what stands."""

DOUBTED = SECOND // 2
"""The doubt (ns) of a press from which people are told."""


@dataclass(frozen=True, slots=True)
class OpenLine:
    """An open line: its path, the serial number of its USB device, the link on it, whether it is silent."""

    path: str
    serial: str
    link: PodLink
    mute: bool


def sentences(lines: Sequence[OpenLine], sides: Sequence[str], free: int | None, young: bool) -> dict[str, Message]:
    """What is wrong, or waits to be done, by its edge. ``free``: the side that a new pod would get.

    ``young``: the program has only just started, so a pod that is not there yet is being connected.
    """
    found: dict[str, Message] = {}
    links = [one.link for one in lines]
    ready = {link.memory.ident for link in links if link.memory is not None and link.state is LinkState.READY}
    for side, ident in enumerate(sides):
        if ident and ident not in ready:
            text = msg("The pod of clock button {side} does not answer; use the screen's own.", side="AB"[side])
            if young:
                text = msg("The pod of clock button {side} is being connected…", side="AB"[side])
            found[SIDES[side]] = text
    if ready - set(sides):
        found["pod new"] = (
            msg("There is a pod too many; unplug one.")
            if free is None
            else msg("A new pod: press its button to make it clock button {side}.", side="AB"[free])
        )
    for link in links:
        if link.state is LinkState.STRANGER:
            found["pod stranger"] = msg(
                "A pod has firmware {version}, which this table does not understand; flash it anew.",
                version=link.version,
            )
        elif link.state is LinkState.TWIN:
            found["pod twin"] = msg("Two pods have the same number; the second is not used.")
    for one in lines:
        if one.mute:
            text = msg("{port} does not speak like a pod; flash it (make pod) or unplug it.", port=one.path)
            found["pod mute"] = text
    return found


def doubtful(side: int, doubt: int) -> Message | None:
    """That a press may be off by much: a clock stood still meanwhile, or its line was cut for long."""
    if doubt < DOUBTED:
        return None
    return msg(
        "The last press of clock button {side} may be up to {s} s off; check the time that is left.",
        side="AB"[side],
        s=-(-doubt // SECOND),
    )


def statuses(lines: Sequence[OpenLine], sides: Sequence[str], now: int) -> tuple[PodStatus, ...]:
    """All pods: side A, side B, then those without a side; a paired one that is on no line is away."""
    there = [_seen(one, sides, now) for one in lines]
    here = {one.side for one in there}
    away = [PodStatus(ident=ident, side=side) for side, ident in enumerate(sides) if ident and side not in here]
    return tuple(sorted(there + away, key=lambda one: (one.side is None, one.side, one.path)))


def _seen(one: OpenLine, sides: Sequence[str], now: int) -> PodStatus:
    link, memory = one.link, one.link.memory
    if memory is None:
        standing = {LinkState.STRANGER: PodState.STRANGER, LinkState.TWIN: PodState.TWIN}.get(
            link.state, PodState.MUTE if one.mute else PodState.CONNECTING
        )
        return PodStatus(
            ident=link.said_ident or one.serial, standing=standing, path=one.path, version=link.version, bad=link.bad
        )
    side = sides.index(memory.ident) if memory.ident in sides else None
    ready = PodState.READY if side is not None else PodState.NEW
    standing = {LinkState.READY: ready, LinkState.SILENT: PodState.SILENT}.get(link.state, PodState.CONNECTING)
    sync = memory.sync
    return PodStatus(
        ident=memory.ident,
        side=side,
        standing=standing,
        path=one.path,
        version=link.version,
        drift=sync.base.rate,
        trip=sync.trip,
        doubt=sync.doubt(now) if sync.is_known else None,
        waiting=link.waiting,
        uptime=link.uptime // 1_000_000,
        faults=link.faults,
        bad=link.bad,
    )
