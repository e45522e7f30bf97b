"""How the pods stand, as values and in words: sentences for every screen, the roster on a screen or in a terminal."""

from __future__ import annotations

import contextlib
import enum
import os
import socket
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from device.common import i18n
from device.common.files.sentence import Sentence, sentence
from device.common.files.small_file import set_aside
from device.common.i18n import t
from device.pods.link import LinkState, PodLink
from firmware import wire
from rules.game import MILLISECOND, SECOND, Nanoseconds
from rules.loading import readable
from rules.message import Message, msg

if TYPE_CHECKING:
    from device.pods.ports import SerialLine

T = TypeVar("T")
SIDES = ("pod A", "pod B")
NAMES = (*SIDES, "pod new", "pod incompatible", "pod mute", "pod duplicate")
"""What `sentences` covers; the names under which the screen keeps what stands."""
CONNECTING = 6 * SECOND
"""How long after the start a pod that is not there yet is only being connected, and a line may be without a word."""
DOUBTED = SECOND // 2
"""The doubt (ns) of a press from which people are told."""
SHORT = 4
"""So many digits at the end of a pod's number distinguish those on a table."""


class PodState(enum.Enum):
    """How a pod stands with the table."""

    READY = "ready"
    CONNECTING = "connecting"
    SILENT = "silent"
    AWAY = "away"
    NEW = "new"
    INCOMPATIBLE = "incompatible"
    DUPLICATE = "duplicate"
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
    doubt: Nanoseconds | None = None
    waiting: int = 0
    uptime: int = 0
    faults: int = 0
    bad: int = 0


@dataclass(slots=True)
class OpenPort:
    """An open line, the link on it, and what is still to be written."""

    path: str
    line: SerialLine
    link: PodLink
    since: Nanoseconds
    serial: str = ""
    rest: bytes = b""

    def is_mute(self, now: Nanoseconds) -> bool:
        """Whether it has been without a hello for long enough to be no pod's."""
        return self.link.state is LinkState.GREETING and now - self.since > CONNECTING


def sentences(
    ports: Sequence[OpenPort], sides: Sequence[str], free: int | None, young: bool, now: Nanoseconds
) -> dict[str, Message]:
    """What is wrong, or waits to be done, by its edge. ``free``: the side that a new pod would get.

    ``young``: the program has only just started, so a pod that is not there yet is being connected.
    """
    sentence_of: dict[str, Message] = {}
    links = [port.link for port in ports]
    ready = {link.memory.ident for link in links if link.memory is not None and link.state is LinkState.READY}
    for side, ident in enumerate(sides):
        if ident and ident not in ready:
            text = msg("The pod of clock button {side} does not answer; use the screen's own.", side="AB"[side])
            if young:
                text = msg("The pod of clock button {side} is being connected…", side="AB"[side])
            sentence_of[SIDES[side]] = text
    if ready - set(sides):
        sentence_of["pod new"] = (
            msg("There is one pod too many; unplug it.")
            if free is None
            else msg("A new pod: press its button to make it clock button {side}.", side="AB"[free])
        )
    for link in links:
        if link.state is LinkState.INCOMPATIBLE:
            sentence_of["pod incompatible"] = msg(
                "A pod has firmware {version}, which this table does not understand; flash it again.",
                version=link.version,
            )
        elif link.state is LinkState.DUPLICATE:
            sentence_of["pod duplicate"] = msg("Two pods have the same number; the second is not used.")
    for port in ports:
        if port.is_mute(now):
            text = msg("{port} does not speak like a pod; flash it (make pod) or unplug it.", port=port.path)
            sentence_of["pod mute"] = text
    return sentence_of


def doubtful(side: int, doubt: Nanoseconds) -> Message | None:
    """That a press may be off by much: a clock stood still meanwhile, or its line was cut for long."""
    if doubt < DOUBTED:
        return None
    return msg(
        "The last press of clock button {side} may be up to {s} s off; check the time that is left.",
        side="AB"[side],
        s=-(-doubt // SECOND),
    )


def statuses(ports: Sequence[OpenPort], sides: Sequence[str], now: Nanoseconds) -> tuple[PodStatus, ...]:
    """All pods: side A, side B, then those without a side; a paired one that is on no line is away."""
    there = [_seen(port, sides, now) for port in ports]
    here = {status.side for status in there}
    away = [PodStatus(ident=ident, side=side) for side, ident in enumerate(sides) if ident and side not in here]
    return tuple(sorted(there + away, key=lambda status: (status.side is None, status.side, status.path)))


def _seen(port: OpenPort, sides: Sequence[str], now: Nanoseconds) -> PodStatus:
    link, memory = port.link, port.link.memory
    if memory is None:
        standing = {LinkState.INCOMPATIBLE: PodState.INCOMPATIBLE, LinkState.DUPLICATE: PodState.DUPLICATE}.get(
            link.state, PodState.MUTE if port.is_mute(now) else PodState.CONNECTING
        )
        return PodStatus(
            ident=link.said_ident or port.serial, standing=standing, path=port.path, version=link.version, bad=link.bad
        )
    side = sides.index(memory.ident) if memory.ident in sides else None
    ready = PodState.READY if side is not None else PodState.NEW
    standing = {LinkState.READY: ready, LinkState.SILENT: PodState.SILENT}.get(link.state, PodState.CONNECTING)
    sync = memory.sync
    return PodStatus(
        ident=memory.ident,
        side=side,
        standing=standing,
        path=port.path,
        version=link.version,
        drift=sync.base.rate,
        trip=sync.trip,
        doubt=sync.doubt(now) if sync.is_known else None,
        waiting=link.waiting,
        uptime=link.uptime // 1_000_000,
        faults=link.faults,
        bad=link.bad,
    )


def standing(status: PodStatus) -> str:
    """How a pod stands with the table, and what to do about it."""
    return {
        PodState.READY: t("ready"),
        PodState.CONNECTING: t("being connected"),
        PodState.SILENT: t("does not answer; look at its cable"),
        PodState.AWAY: t("not plugged in"),
        PodState.NEW: t("new; press its button to pair it"),
        PodState.INCOMPATIBLE: t("firmware of another version; flash it again"),
        PodState.DUPLICATE: t("its number is in use by another pod"),
        PodState.MUTE: t("does not speak like a pod; flash it"),
    }[status.standing]


def facts(status: PodStatus) -> list[str]:
    """Everything that is known of a pod that has said hello, a line each: its firmware, and how its clock runs.

    A press that is under way is two changes of its button.
    """
    version = t("firmware {version}", version=status.version)
    if status.version != wire.FIRMWARE:
        version = t("firmware {version}; this table brings {own}", version=status.version, own=wire.FIRMWARE)
    if status.trip is None:
        return [version] if status.version else []
    drift = t("drift is being measured")
    if status.drift is not None:
        drift = t("drift {ppm} ppm", ppm=i18n.number(status.drift / 1000, 1, plus=True))
    waiting = (status.waiting + 1) // 2
    troubles = [t("program errors: {n}", n=status.faults)] if status.faults else []
    troubles += [t("damaged messages: {n}", n=status.bad)] if status.bad else []
    return [
        version,
        drift,
        t("round trip {ms} ms", ms=i18n.number(status.trip / MILLISECOND, 1)),
        t("presses under way: {n}", n=waiting) if waiting else t("every press has arrived"),
        t("on for {n} s", n=status.uptime) if status.uptime < 60 else t("on for {n} min", n=status.uptime // 60),
        *([" · ".join(troubles)] if troubles else []),
    ]


def short(status: PodStatus) -> str:
    """The end of its number, as it stands on a label."""
    return f"…{status.ident[-SHORT:]}" if status.ident else "?"


LARGEST = 65_536
ASKED = 16
"""How many questions are answered in one round."""


PODS, TROUBLES = b"?", b"!"
"""What other programs ask: how the pods stand, and what is wrong with any part of the table."""


class StatusServer:
    """Tells other programs how the table stands, for it holds lines and devices: as JSON to whoever asks.

    That is the roster of the pods, or what is wrong by its part (``troubles``; read from another thread). Where the
    socket cannot be made there is none: the pods do without.
    """

    def __init__(self, path: Path, troubles: Callable[[], Mapping[str, Message]] = dict) -> None:
        self._path = path
        self._troubles = troubles
        self._socket: socket.socket | None = None

    def open(self) -> None:
        """Take the place of whoever sat here before: only one program holds the journal."""
        with contextlib.suppress(OSError):
            if self._path.is_socket():
                self._path.unlink(missing_ok=True)
            elif os.path.lexists(self._path):  # nothing of ours: it is not for us to remove
                set_aside(self._path)
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            self._socket.setblocking(False)
            self._socket.bind(os.fspath(self._path))

    def fileno(self) -> int:
        """For `select`; negative where there is no socket."""
        return -1 if self._socket is None else self._socket.fileno()

    def answer(self, seen: tuple[PodStatus, ...]) -> None:
        """Answer whoever has asked meanwhile."""
        if self._socket is None:
            return
        with contextlib.suppress(OSError):  # nobody asks any more
            for _ in range(ASKED):
                question, whom = self._socket.recvfrom(16)
                with contextlib.suppress(OSError, TypeError, ValueError):
                    self._socket.sendto(msgspec.json.encode(self._answer_to(question, seen)), whom)

    def _answer_to(self, question: bytes, seen: tuple[PodStatus, ...]) -> object:
        if question == TROUBLES:
            return {name: sentence(trouble) for name, trouble in dict(self._troubles()).items()}
        return seen

    def close(self) -> None:
        """Nobody sits here any more."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)


def ask(path: Path, timeout_s: float = 2.0) -> tuple[PodStatus, ...] | None:
    """What the table's program says of its pods; None where none runs, or none that answers within ``timeout_s`` s."""
    return _ask(path, PODS, tuple[PodStatus, ...], timeout_s)


def ask_troubles(path: Path, timeout_s: float = 2.0) -> dict[str, Message] | None:
    """What the table's program says is wrong, by its part; None as for `ask`, or where it is of an earlier version."""
    answer = _ask(path, TROUBLES, dict[str, Sentence], timeout_s)
    return None if answer is None else {name: trouble.message for name, trouble in answer.items()}


def _ask(path: Path, question: bytes, kind: type[T], timeout_s: float) -> T | None:
    with (
        contextlib.suppress(OSError, ValueError, msgspec.DecodeError),
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as mine,
    ):
        mine.settimeout(timeout_s)
        mine.bind("")  # Linux finds a name for it that is in no folder
        mine.connect(os.fspath(path))
        mine.send(question)
        return msgspec.json.decode(mine.recv(LARGEST), type=readable(kind))
    return None
