"""A telephone as side A's button: the product's own end at the table, and a page that does what button.js does.

Its line is a TCP line of the hall: what is sent arrives in order, late, or not at all.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from device.browser.button import VERSION, BadWord, ButtonState
from device.browser.button_view import ButtonsView, SideFace
from device.browser.telephones import Answer, PhoneLine, Telephones
from device.io.inputs import Input, PodReport
from device.pods.link import ButtonChange, MissedChanges
from device.table.table import Table
from tools.world.machine import Machine
from tools.world.network import End
from tools.world.oracles.telephones import check_honest
from tools.world.packets import Packet, Text
from tools.world.scheduler import MILLISECOND, SECOND

if TYPE_CHECKING:
    from device.browser.button import ButtonOutcome
    from tools.world.evening import Evening
    from tools.world.table import HallTable

SHARE = 0.3
"""How likely a table has a telephone for a button."""
PORT = 8090
SIDE = 0
KEPT, SILENCE, RETRY, LOOK, STILL = 64, 2500 * MILLISECOND, (250 * MILLISECOND, SECOND), SECOND // 4, SECOND // 10
"""As button.js has them: changes kept, silence after which a line is given up, pauses before it connects again, and how
often it looks and says that it is down."""
STEPS = (100, 1000, 16_700)
"""How coarse (us) browsers make a page's clock."""
NEVER = 10 * SECOND
"""What a round trip takes while there has been none."""
FINGER = 120 * MILLISECOND
"""How long a finger stays."""
CUTS_APART = 90
"""Seconds between two troubles of a telephone's line on average."""
CUTS = ((0.3, 4, False), (0.3, 4, False), (2, 40, False), (0.5, 20, True))
"""How long its line may be cut (s), and whether both ends hear of it: messages that stall, a way out, a broken line."""
LOADS = 0.2
"""How likely the page is loaded anew instead."""

Look = Callable[["HallTable", Table, int, int], None]


class Taken(NamedTuple):
    """What the table's end made of a change: the press that it reports, where it counts."""

    outcome: ButtonOutcome
    reports: list[PodReport]


class _Telephones(Telephones):
    """The product's, which remembers what came of each change in turn."""

    taken: list[Taken]

    def take(self, line: PhoneLine, outcome: ButtonOutcome) -> Answer | None:
        """As the product does."""
        self.taken.append(Taken(outcome, []))
        return super().take(line, outcome)


class Buttons:
    """The table's end, served at ``host`` while its program runs.

    ``on_report`` is told of each press that counts: the change's number, and what the table is told; ``takes`` is the
    least that a round trip took on the newest line.
    """

    def __init__(self, evening: Evening, table: HallTable, host: str, on_report: Callable[[int, PodReport], None]):
        self._evening, self._scheduler, self._table, self._host = evening, evening.scheduler, table, host
        self._on_report = on_report
        self._phones: _Telephones | None = None
        self._runs_since: int | None = None
        self._lines: dict[PhoneLine, End] = {}
        self._ticks: dict[PhoneLine, int] = {}
        self._asked: dict[tuple[PhoneLine, int], int] = {}
        self.takes = NEVER
        evening.network.name(host, table.machine)
        table.on_turn.append(self._on_turn)
        table.machine.on_cut.append(self._on_cut)

    def _on_cut(self) -> None:
        self._phones = self._runs_since = None
        self._lines.clear()
        self._evening.network.unlisten(self._host, PORT)

    def _on_turn(self, table: Table) -> None:
        """The table shows something."""
        if self._phones is None:
            self._phones = _Telephones(self._put, self._table.machine.monotonic)
            self._phones.taken = []
            self._evening.network.listen(self._host, PORT, self._accept)
        view = self._view(table)
        if not view.faces[SIDE].runs:
            self._runs_since = None
        elif self._runs_since is None:
            self._runs_since = self._scheduler.now
        if view != self._phones.view:
            self._phones.show(view)
            for line in list(self._lines):
                self._tick(line)

    def has_run(self, at: int) -> int | None:
        """How long (ns) the clock of its side had been shown to run at the true time ``at``; None: it stands."""
        return None if self._runs_since is None else at - self._runs_since

    def _view(self, table: Table) -> ButtonsView:
        turn = None if table.timed_game is None else table.timed_game.open_turn(table.state, table.game_time())
        sides = [turn is not None and turn.side == side for side in (0, 1)]
        left, right = (SideFace("", "", turn=is_on, runs=is_on and table.clock_runs) for is_on in sides)
        assert self._table.client is not None
        return ButtonsView((left, right), is_allowed=self._table.client.order.telephones)

    def _put(self, item: Input) -> None:
        if isinstance(item, PodReport) and item.down and self._phones is not None and self._phones.taken:
            self._phones.taken[-1].reports.append(item)

    # -- lines --------------------------------------------------------------------------------------------------------

    def _accept(self, end: End) -> None:
        assert self._phones is not None
        socket = cast(Any, SimpleNamespace(client=SimpleNamespace(host="10.0.1.7")))
        line = PhoneLine(self._phones, SIDE, socket, self._table.machine.monotonic)
        self._lines[line] = end
        end.on_packet = lambda packet: self._on_packet(line, packet)
        end.on_lost = lambda: self._close(line)
        self.takes = NEVER
        self._tick(line)

    def _close(self, line: PhoneLine) -> None:
        end = self._lines.pop(line, None)
        if end is not None and self._phones is not None:
            self._phones.on_close(line)
            end.close()

    def _tick(self, line: PhoneLine) -> None:
        """As the server does: speak when something is due, and give up who is replaced or dead."""
        if line not in self._lines:
            return
        now = self._table.machine.monotonic()
        if line.link.state is ButtonState.REPLACED or line.link.is_dead(now):
            self._close(line)
            return
        self._speak(line)
        self._ticks[line] = turn = self._ticks.get(line, 0) + 1
        due = max(MILLISECOND, line.link.due(now) - now)
        self._scheduler.after(due, self._tick_if_due, line, turn, machine=self._table.machine)

    def _tick_if_due(self, line: PhoneLine, turn: int) -> None:
        if self._ticks.get(line) == turn:
            self._tick(line)

    def _speak(self, line: PhoneLine) -> None:
        for text in line.messages():
            word, *values = json.loads(text)
            if word == "ping":
                self._asked[line, values[0]] = self._scheduler.now
            self._lines[line].send(Text(text))

    def _on_packet(self, line: PhoneLine, packet: Packet) -> None:
        assert isinstance(packet, Text)
        assert self._phones is not None
        word, *values = json.loads(packet.text)
        if word == "pong" and (asked := self._asked.pop((line, values[1]), None)) is not None:
            self.takes = min(self.takes, self._scheduler.now - asked)
        self._phones.taken = []
        try:
            line.take(packet.text)
        except BadWord:
            self._close(line)
            return
        self._report(line, self._phones.taken)
        self._tick(line)

    def _report(self, line: PhoneLine, taken: list[Taken]) -> None:
        """Tell which changes counted: of those taken together the last has the number that the table knows."""
        changes = [change for change in taken if isinstance(change.outcome, ButtonChange | MissedChanges)]
        if not changes:
            return
        assert line.link.memory is not None
        number = line.link.memory.last - sum(_count(change.outcome) for change in changes)
        for change in changes:
            number += _count(change.outcome)
            for report in change.reports:
                self._on_report(number, report)


def _count(outcome: ButtonOutcome) -> int:
    return outcome.count if isinstance(outcome, MissedChanges) else 1


class Phone:
    """A telephone with the page of side A at ``table``; honest. `tools.world.liars` has others."""

    def __init__(self, evening: Evening, table: HallTable, luck: random.Random) -> None:
        self.evening, self.scheduler, self.table, self.random = evening, evening.scheduler, table, luck
        self.machine = Machine(self.scheduler, f"phone{table.number}", luck.randrange(-60, 60))
        host = f"10.0.0.{100 + table.number}"
        self._host, self.buttons = host, Buttons(evening, table, host, self._on_report)
        self.telephone, self.epoch, self.next = f"{luck.getrandbits(96):024x}", 1, 1
        self.kept: list[list[int]] = []
        self.is_down = self.is_timed = self.is_mine = False
        self.pressed: dict[int, int] = {}
        """By a change's number, when it was made in truth."""
        self._steps, self._base = luck.choice(STEPS), 0
        self._end: End | None = None
        self._heard = 0

    def start(self) -> None:
        """Open the page."""
        self.scheduler.spawn(self._run, self.machine, "page")
        self._trouble_later()

    # -- what people do -----------------------------------------------------------------------------------------------

    @property
    def is_ready(self) -> bool:
        """Whether the page says that the button counts."""
        return self._end is not None and self.is_timed and self.is_mine and not self.is_down

    def press(self, began: int) -> None:
        """Press it, in a turn that began at the true time ``began``; the finger is lifted a moment later."""
        self.evening.counts["telephone presses"] += 1
        self._change(True, self.stamp(began))
        self.scheduler.after(FINGER, self._lift, machine=self.machine)

    def stamp(self, began: int) -> int:
        """The page's clock (us) that it says for a press now."""
        return self.own_us()

    def _lift(self) -> None:
        self._change(False, max(self.own_us(), self.kept[-1][3] if self.kept else 0))

    def _change(self, down: bool, at: int) -> None:
        with self.scheduler.on(self.machine):
            self.pressed[self.next] = self.scheduler.now
            change = [self.epoch, self.next, int(down), at, self._wall_ms()]
            self.next += 1
            self.is_down = down
            self.kept = [*self.kept, change][-KEPT:]
            self.say("press", [change])
            if down:
                self._say_down()

    def _say_down(self) -> None:
        if self.is_down:
            if self.is_timed:
                self.say("live", self.epoch, self.own_us(), self.next - 1)
            self.scheduler.after(STILL, self._say_down, machine=self.machine)

    # -- its clocks ---------------------------------------------------------------------------------------------------

    def own_us(self, true: int | None = None) -> int:
        """The page's own clock (us) now, or at a true time, as coarse as the browser makes it."""
        read = (self.machine.monotonic(true) - self._base) // 1000
        return max(0, read // self._steps * self._steps)

    def _wall_ms(self) -> int:
        return self.machine.wall() // MILLISECOND

    # -- its line -----------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        wait = RETRY[0]
        while not self._is_put_away:
            try:
                end = self.evening.network.connect(self.machine, self._host, PORT, 5 * SECOND)
            except OSError:
                self.scheduler.park(wait)
                wait = min(2 * wait, RETRY[1])
                continue
            wait = RETRY[0]
            self._open(end)
            while self._end is end:
                self.scheduler.park(LOOK)
                if self.scheduler.now - self._heard > SILENCE or self._is_put_away:
                    self.leave()
            self.scheduler.park(wait)

    @property
    def _is_put_away(self) -> bool:
        """After the evening telephones go back into pockets, once the table has all that was pressed."""
        return self.evening.closing and not self.kept

    def _open(self, end: End) -> None:
        self._end, self._heard = end, self.scheduler.now
        end.on_packet = lambda packet: self._on_packet(end, packet)
        end.on_lost = lambda: self.leave() if self._end is end else None
        self.hello()
        self.send_kept()

    def leave(self) -> None:
        """Give the line up."""
        end, self._end, self.is_timed = self._end, None, False
        if end is not None:
            end.close()

    def hello(self) -> None:
        """Say who this is, and what it keeps."""
        self.is_timed = False
        first = self.kept[0][1] if self.kept else self.next
        self.say("hello", VERSION, "", self.telephone, self.epoch, self._steps, first, self.next, self._wall_ms())

    def send_kept(self) -> None:
        """Send all that the table has not taken."""
        if self.kept:
            self.say("press", self.kept)

    def say(self, *message: Any) -> None:
        """Send a message, where there is a line."""
        if self._end is not None:
            self._end.send(Text(json.dumps(message)))

    def _on_packet(self, end: End, packet: Packet) -> None:
        if self._end is not end or not isinstance(packet, Text):
            return
        self._heard = self.scheduler.now
        match json.loads(packet.text):
            case ["ping", mark]:
                self.on_ping(mark)
            case ["ack", last]:
                self.kept = [change for change in self.kept if change[1] > last]
            case ["again"]:
                self.send_kept()
            case ["table", state]:
                self.is_timed, self.is_mine = state["doubt"] is not None, state["mine"]
            case [word, *_]:
                self.scheduler.fail(f"{self.machine.name}: the table says {word!r} to an honest page")

    def on_ping(self, mark: int) -> None:
        """The table asks how the page's clock runs."""
        at = self.own_us()
        self.say("pong", self.epoch, mark, at, at)

    def _trouble_later(self) -> None:
        if self.evening.plan.rate:
            self.scheduler.after(int(self.random.expovariate(1 / CUTS_APART) * SECOND), self._trouble)

    def _trouble(self) -> None:
        """Its line is cut, or stalls, or the page is loaded anew: it goes on with what it keeps."""
        if self.evening.closing:
            return
        if self.random.random() < LOADS and not self.is_down:
            self.epoch, self._base = self.epoch + 1, self.machine.monotonic()
            self.leave()
        else:
            least, most, loud = self.random.choice(CUTS)
            self.evening.network.cut(self.machine, int(self.random.uniform(least, most) * SECOND), loud=loud)
        self._trouble_later()

    # -- what comes of it ---------------------------------------------------------------------------------------------

    def _on_report(self, number: int, report: PodReport) -> None:
        """A press counts, and both sides are told what its remark says."""
        self.evening.counts["telephone presses told"] += report.remark is not None
        look = self.look(number, report)
        self.table.press(SIDE, self.pressed[number], doubt=report.doubt, stamp=report.at, look=look)

    def look(self, number: int, report: PodReport) -> Look | None:
        """Who looks at what the table records of a press."""
        check_honest(self.evening, self.machine.name, self.pressed[number], report)
        return None


def phones_of(evening: Evening, lying: type[Phone] | None) -> list[Phone]:
    """The telephones of an evening, each the button of its people: some tables have one, all where they are to lie."""
    phones = []
    for people in evening.people:
        luck = random.Random(f"phone {evening.scheduler.seed} {people.table.number}")
        if lying is not None or luck.random() < SHARE:
            people.phone = phone = (lying or Phone)(evening, people.table, luck)
            phones.append(phone)
    return phones
