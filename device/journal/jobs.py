"""What the journal's writer is given to commit."""

from __future__ import annotations

import msgspec

from device.journal.heartbeats import Heartbeat
from device.journal.outbox import GameShare, Statement
from rules.game import Nanoseconds


class Job(msgspec.Struct, frozen=True):
    """Statements for the writer, committed together; ``game`` and ``n`` name the entry they make safe (``n`` 0: none).

    ``shared`` says that the outbox has got something. ``beat`` is a heartbeat, whose statements the writer makes;
    ``stamp`` when something that is kept was queued (ns on the device's clock). ``gone`` are names of which nothing is
    left in the files afterwards, where something was rewritten. Where the disk takes nothing a ``replaceable`` job is
    dropped and a ``deferrable`` one waits for the next commit; neither holds up what comes after it.
    """

    statements: tuple[Statement, ...]
    game: int = 0
    n: int = 0
    replaceable: bool = False
    deferrable: bool = False
    shared: bool = False
    beat: Heartbeat | None = None
    stamp: Nanoseconds | None = None
    gone: tuple[str, ...] | None = None


class KeptElsewhere(msgspec.Struct, frozen=True):
    """What belongs to a game of this device that was kept in another file: its row of ``share``, and its last heartbeat
    with the doubt (ns), where it has them."""

    share: GameShare | None = None
    beat: tuple[int, int] | None = None
