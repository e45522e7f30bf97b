"""The running turn's countdown, kept by the pod itself: lamp and sound go on while the table is away.

The table says how things stand (`TurnTime.show`); from then on this clock counts by its own time base, until the
next frame says otherwise.
"""

NONE, STANDING, RUNNING = 0, 1, 2
"""No turn; its clock stands; it runs."""

SLOW = 1_600_000
FAST = 300_000
"""How long the lamp takes to go on and off once (us)."""
BEEP = 120_000
"""How long the sounder is on, and off in between (us)."""
TIMES = {"low": 1, "last": 2, "over": 4}


class TurnTime:
    """What lamp and sounder do. Times in microseconds of the pod's own clock."""

    def __init__(self) -> None:
        self.low = 30_000_000
        self.last = 10_000_000
        self.silent = False
        self._lamp = "slow"
        self._beep = "none"
        self._runs = NONE
        self.mine = False
        self._left = 0
        self._at = 0
        self._sounding = "none"
        self._sound_from: int | None = None

    def show(self, lamp: str, beep: str, runs: int, mine: bool, left: int, at: int) -> None:
        """What the table says: lamp and sounder where no turn runs, whose turn it is, what was left at ``at``."""
        self._lamp, self._beep, self._runs = lamp, beep, runs
        self.mine, self._left, self._at = mine, left, at

    def on_press(self, at: int) -> None:
        """The own button ends the own turn: it stands at that moment until the table says how it goes on."""
        if self.mine and self._runs == RUNNING:
            self._left, self._at, self._runs = self.left(at), at, STANDING
            self._lamp = "slow"

    @property
    def runs(self) -> int:
        """`NONE`, `STANDING` or `RUNNING`."""
        return self._runs

    def left(self, now: int) -> int:
        """What is left of the turn, negative past its limit."""
        return self._left - (now - self._at if self._runs == RUNNING else 0)

    def alarm(self, now: int) -> str:
        """``"none"``, ``"low"``, ``"last"`` or ``"over"``."""
        if self._runs != RUNNING:
            return self._beep if self._runs == NONE else "none"
        left = self.left(now)
        if left < 0:
            return "over"
        return "last" if left <= self.last else "low" if left <= self.low else "none"

    def lamp(self, now: int) -> bool:
        """Whether the lamp shines at this moment."""
        how = self._lamp
        if self._runs == RUNNING:
            how = "off" if not self.mine else "fast" if self.left(now) <= self.last else "on"
        if how in ("slow", "fast"):
            period = SLOW if how == "slow" else FAST
            return now % period < period // 2
        return how == "on"

    def sound(self, now: int) -> bool:
        """Whether the sounder is on: it beats, and the table is not silent."""
        return self.beat(now) and not self.silent

    def beat(self, now: int) -> bool:
        """Whether an alarm beats now: once when it comes up, beside the pair whose turn it is."""
        alarm = self.alarm(now) if self.mine or self._runs == NONE else "none"
        if alarm != self._sounding:
            self._sounding = alarm
            self._sound_from = now
        if alarm not in TIMES or self._sound_from is None:
            return False
        beats = (now - self._sound_from) // BEEP
        return beats < 2 * TIMES[alarm] and beats % 2 == 0
