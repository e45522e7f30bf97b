"""The pod without its hardware: what it does with frames, with its button and with time. No input or output here.

| state | what the table knows | what happens |
|---|---|---|
| `ALONE` | nothing | changes of the button are kept; hello is sent when asked, and every two seconds |
| `KNOWN` | who this is | changes are sent until acknowledged; the level is reported |

"""

import binascii

import wire
from contact import Contact
from countdown import RUNNING, TurnTime
from outbox import ChangeQueue

ALONE, KNOWN = "alone", "known"
TRANSITIONS = {
    (ALONE, "heard"): KNOWN,
    (KNOWN, "heard"): KNOWN,
    (KNOWN, "quiet"): ALONE,
    (ALONE, "quiet"): ALONE,
}
"""``heard``: a frame of the table came. ``quiet``: none did for `QUIET` microseconds."""

QUIET = 5_000_000
HELLO_EVERY = 2_000_000
LIVE_EVERY = 1_000_000
LIVE_DOWN_EVERY = 100_000
"""How often the level is reported: while the button is down a hold depends on it."""


class Pod:
    """One pod. Times in microseconds of its own clock; ``ident`` and ``boot`` are hexadecimal.

    ``down``: how the button is at the start. One that is down then was pressed before, and is no press.
    ``update`` takes a new program; ``keep`` is called once when a table has been heard. `restarts`: that program waits.
    """

    def __init__(
        self,
        ident: str,
        boot: str,
        down: bool = False,
        lockout: int = 25_000,
        update: object = None,
        keep: object = None,
    ) -> None:
        self.ident = ident
        self.boot = boot
        self.state = ALONE
        self.contact = Contact(lockout, down)
        self.outbox = ChangeQueue()
        self.countdown = TurnTime()
        self.faults = 0
        self._decoder = wire.Decoder()
        self._heard_at = 0
        self._hello_at: int | None = 0
        self._live_at = 0
        self._pong: tuple[int, int] | None = None
        self._done: list[int] = []
        self.restarts = False
        self._update = update
        self._keep = keep
        self._took: int | None = None

    # -- what comes in ---------------------------------------------------------------------------------------------

    def edge(self, down: bool, at: int) -> None:
        """A raw edge of the button."""
        self._changed(self.contact.feed(down, at))

    def advance(self, now: int, level: bool | None) -> None:
        """Time has come to ``now``. ``level``: whether the button is down, where no edge came since that was read.

        So an edge that was one too many for the interrupt's ring is still seen.
        """
        self._changed(self.contact.advance(now) if level is None else self.contact.read(level, now))
        if self.state == KNOWN and now - self._heard_at > QUIET:
            self._on_event("quiet")
            self._hello_at = now

    def _changed(self, changes: list[tuple[bool, int]]) -> None:
        for down, at in changes:
            self.outbox.put(down, at)
            if down:
                self.countdown.on_press(at)

    def receive(self, data: bytes, now: int) -> None:
        """Bytes from the table, whatever they are."""
        for word, values in self._decoder.feed(data):
            if word in _TAKES:
                self._heard_at = now
                self._on_event("heard")
                if self._keep is not None:
                    self._keep()
                    self._keep = None
                _TAKES[word](self, now, *values)

    def _on_event(self, event: str) -> None:
        self.state = TRANSITIONS[self.state, event]

    def _who(self, now: int) -> None:
        self._hello_at = now

    def _ack(self, now: int, boot: str, number: int) -> None:
        if boot == self.boot:
            self.outbox.on_ack(number)

    def _ping(self, now: int, mark: int) -> None:
        self._pong = mark, now

    def _set(self, now: int, number: int, lockout: int, low: int, last: int, silent: bool) -> None:
        self.contact.lockout = min(max(lockout, 1_000), 200_000)
        self.countdown.low, self.countdown.last, self.countdown.silent = low, last, silent
        self._answer(number)

    def _show(self, now: int, number: int, lamp: str, beep: str, runs: int, mine: bool, left: int, at: int) -> None:
        self.countdown.show(lamp, beep, min(runs, 2), mine, left, at)
        self._answer(number)

    def _load(self, now: int, size: int) -> None:
        if self._update is not None and self.countdown.runs != RUNNING and self._update.begin(size):
            self._took = 0

    def _part(self, now: int, at: int, first: str, second: str) -> None:
        if self._update is not None and self._update.at is not None and not (len(first) | len(second)) & 1:
            self._update.take(at, binascii.unhexlify(first) + binascii.unhexlify(second))
            self._took = self._update.at

    def _run(self, now: int, check: str) -> None:
        if self._update is not None and self._update.at is not None:
            size = self._update.at
            self.restarts = self._update.finish(check)
            self._took = size if self.restarts else 0

    def _answer(self, number: int) -> None:
        if number not in self._done and len(self._done) < 4:
            self._done.append(number)

    # -- what goes out ---------------------------------------------------------------------------------------------

    def frame(self, now: int) -> bytes | None:
        """The next frame to send, made when there is room for it; None where nothing is to be sent."""
        if self._pong is not None:
            (mark, received), self._pong = self._pong, None
            return wire.encode("pong", self.boot, mark, received, now)
        if self._hello_at is not None and now >= self._hello_at:
            self._hello_at = None if self.state == KNOWN else now + HELLO_EVERY
            box = self.outbox
            return wire.encode("hello", wire.VERSION, wire.FIRMWARE, self.ident, self.boot, now, box.first, box.next)
        if self._took is not None:
            took, self._took = self._took, None
            return wire.encode("took", took)
        if self._done:
            return wire.encode("done", self._done.pop(0))
        if self.state != KNOWN:
            return None
        if (due := self.outbox.due(now)) is not None:
            return wire.encode("edge", self.boot, *due)
        down = self.contact.down
        if now - self._live_at >= (LIVE_DOWN_EVERY if down else LIVE_EVERY):
            self._live_at = now
            faults = min(self.faults, 999_999)
            return wire.encode("live", self.boot, now, self.outbox.next - 1, down, faults, self._decoder.bad)
        return None


_TAKES = {
    "who": Pod._who,
    "ack": Pod._ack,
    "ping": Pod._ping,
    "set": Pod._set,
    "show": Pod._show,
    "load": Pod._load,
    "part": Pod._part,
    "run": Pod._run,
}
