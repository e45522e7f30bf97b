"""Telephones as clock buttons: the pages' lines served, and what they report posted like a pod's.

`routes` are for the server's event loop; `show` may be called from any thread.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from device.app.assembly import Kiosk
from device.browser.admission import PressAdmission, SideHolders
from device.browser.button import BadWord, ButtonLine, ButtonOutcome, ButtonState, PhoneMemory, TakesSide
from device.browser.button_page import SIDES, button_page
from device.browser.button_view import ButtonsView, to_page, view_of
from device.browser.messages import note
from device.browser.press_remarks import NOT_COUNTED, remark_on
from device.browser.strangers import UnauthenticatedConnections
from device.browser.web import is_same_origin
from device.common import i18n
from device.common.log import Bucket
from device.common.web.answers import host_of
from device.common.web.connections import network
from device.io.inputs import Input, PodReport, Redraw, StatusReporter
from device.kiosk.moment import Moment
from device.pods.link import MissedChanges, StillDown
from rules.game import MILLISECOND, SECOND, Nanoseconds
from rules.message import Message, msg

log = logging.getLogger("dvojtah.web")

LINES, OF_ALL = 8, 32
"""Lines with the code of one address at once, and of all: two buttons, and whoever wants to take one over."""
REMEMBERED = 16
"""Telephones that are remembered."""
GONE = 3 * SECOND
"""After so long without a word the table says that a telephone is away."""
SLEPT = SECOND // 20
"""From when on it counts as sleep that the machine's clock stood still (ns)."""
BURST, PERIOD_S = 200, 1 / 40
"""Messages that a page may send at once, and how often (s) one more; a button that is held says ten a second."""
SAME_PAGE, TOO_MANY, WRONG = 4001, 1013, 1008
"""Why a line is closed: the page is open a second time; there are too many; what came was no message of a page, or
nothing came."""


def time_asleep() -> Nanoseconds:
    """For how long (ns) this machine has slept since it was started; the monotonic clock stood still meanwhile."""
    if not hasattr(time, "CLOCK_BOOTTIME"):
        return 0
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) - time.monotonic_ns()


class Answer(NamedTuple):
    """What a page says of what was done on it, and whether that counts.

    ``unsettled`` is what it says as long as an earlier press of the other side than that at ``at`` may come.
    """

    text: Message
    counts: bool = True
    unsettled: Message | None = None
    at: Nanoseconds = 0


@dataclass(eq=False)
class Telephones:
    """Both buttons. ``put`` takes `PodReport` and `PeripheralStatus`; ``now`` reads the device's clock in ns.

    ``is_welcome`` says whether a page that knows that code, from that address, may be a button.
    """

    put: Callable[[Input], None]
    now: Callable[[], Nanoseconds] = time.monotonic_ns
    is_welcome: Callable[[str, str], bool] = lambda code, host: True

    def __post_init__(self) -> None:
        self.sides = SideHolders(self.now())
        self._memories: dict[str, PhoneMemory] = {}
        self.lines: set[PhoneLine] = set()
        """The pages that are there, have shown the code and show something."""
        self.strangers = UnauthenticatedConnections()
        self.view: ButtonsView | None = None
        """What they show; None before there is anything."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watching: asyncio.Task[None] | None = None
        self._statuses: dict[str, StatusReporter] = {}

    def routes(self) -> list[BaseRoute]:
        """A page for each side, and its line."""
        return [Route("/button/{side}", button_page), WebSocketRoute("/button/{side}/line", self._line)]

    def show(self, view: ButtonsView) -> None:
        """What the pages show from now on."""
        if view == self.view:
            return
        self.view = view
        self.sides.is_allowed = view.is_allowed
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(self._wake)

    @property
    def language(self) -> str:
        """The language of the table, which its telephones speak, too."""
        return i18n.language() if self.view is None else self.view.language

    def _wake(self) -> None:
        for line in self.lines:
            line.wake.set()

    def memory_of(self, telephone: str) -> PhoneMemory:
        """What is known of that telephone; of those without a side and a line the longest known is forgotten."""
        memory = self._memories.pop(telephone, None) or PhoneMemory(telephone)
        self._memories[telephone] = memory
        used = {self.sides.holder(side) for side in (0, 1)} | {line.telephone for line in self.lines} | {telephone}
        for needless in [telephone for telephone in self._memories if telephone not in used][
            : max(0, len(self._memories) - REMEMBERED)
        ]:
            del self._memories[needless]
        return memory

    # -- what telephones report ------------------------------------------------------------------------------------

    def take(self, line: PhoneLine, outcome: ButtonOutcome) -> Answer | None:
        """What came of the telephone on a line; what its page is to say of it."""
        now, side, memory = self.now(), line.side, line.link.memory
        assert memory is not None
        name, telephone = "AB"[side], memory.telephone
        if isinstance(outcome, TakesSide):
            self.sides.ask(side, telephone, now, take=True)
            self._wake()
            return None
        if isinstance(outcome, MissedChanges):
            text = msg("Presses on the telephone of clock button {side} were lost.", side=name)
            self._report(f"telephone {name} missed", text)
            return Answer(text, counts=False)
        if isinstance(outcome, StillDown):
            if self.sides.admit(side, telephone, outcome.at, now).admission is PressAdmission.COUNTS:
                self.put(PodReport(side, True, outcome.at))
            return None
        self._report(f"telephone {name} missed", None)
        heard, is_cut = memory.heard, line.link.is_cut(now)
        press = self.sides.admit(side, telephone, outcome.at, now, doubt=outcome.doubt, heard=heard, is_cut=is_cut)
        if not outcome.down:
            self.put(PodReport(side, False, press.at, max(1, press.doubt)))
            return None
        if press.admission is not PressAdmission.COUNTS:
            return Answer(NOT_COUNTED[press.admission], counts=False)
        remark = remark_on(side, press, line.link, now)
        self.put(PodReport(side, True, press.at, max(1, press.doubt), remark))
        ms = -(-press.doubt // MILLISECOND)
        unsettled = msg(
            "Pressed, ± {ms} ms. The other telephone is away; an earlier press on it may still come.", ms=ms
        )
        return Answer(remark or msg("Pressed, ± {ms} ms.", ms=ms), True, unsettled, press.at)

    def words_of(self, side: int, answer: Answer | None) -> str:
        """What the page of a side says now of what was done on it last."""
        if answer is None:
            return ""
        away = self.sides.away_since(1 - side, self.now(), GONE) is not None
        is_open = answer.unsettled is not None and away and not self.sides.is_settled(side, answer.at)
        return i18n.tr(answer.unsettled if is_open else answer.text)

    def on_word(self, line: PhoneLine) -> None:
        """A page said something: it is there, and once it is timed everything before that has come."""
        memory = line.link.memory
        if memory is not None:
            self.sides.on_word(line.side, memory.telephone, self.now(), line.link.hear())

    def on_close(self, line: PhoneLine) -> None:
        """A line has ended; a button that was down counts as released."""
        self.lines.discard(line)
        self.strangers.leave(line)
        memory = line.link.memory
        if memory is not None and memory.line is line.link:
            memory.line = None
            if memory.down:
                memory.down = False
                self.put(PodReport(line.side, False, memory.seen))

    async def _watch(self) -> None:
        """While there are lines: say at the table which telephone is away."""
        while True:
            for side, name in enumerate("AB"):
                away = self.sides.away_since(side, self.now(), GONE)
                text = msg("The telephone of clock button {side} is away; press on the table's screen.", side=name)
                self._report(f"telephone {name}", None if away is None else text)
            await asyncio.sleep(1)

    def _report(self, name: str, text: Message | None) -> None:
        self._statuses.setdefault(name, StatusReporter(name, self.put)).report(text)

    # -- lines -----------------------------------------------------------------------------------------------------

    async def _line(self, socket: WebSocket) -> None:
        side = SIDES.find(socket.path_params["side"][:2])
        if side < 0 or not is_same_origin(socket):
            await socket.close(WRONG)
            return
        await socket.accept()
        line = PhoneLine(self, side, socket, self.now)
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            self._watching = self._loop.create_task(self._watch())
        self.strangers.enter(line, line.address, line.leave)
        try:
            await line.run()
        finally:
            self.on_close(line)

    def welcome(self, line: PhoneLine) -> bool:
        """A line has shown the code: whether there is a place for it. One that it replaces has none any more."""
        self.strangers.leave(line)
        others = [phone_line for phone_line in self.lines if phone_line.link.state is not ButtonState.REPLACED]
        if len(others) >= OF_ALL or sum(phone_line.address == line.address for phone_line in others) >= LINES:
            return False
        self.lines.add(line)
        self.put(Redraw())  # so that there is something for it to show
        return True


def telephones_of(kiosk: Kiosk, is_welcome: Callable[[str, str], bool] = lambda code, address: True) -> Telephones:
    """The telephones of a table: they press its clock buttons and show what it shows. From the loop's thread."""
    phones = Telephones(kiosk.post, kiosk.now, is_welcome)

    def on_present(moment: Moment[Any]) -> None:
        if phones.lines:
            allowed = kiosk.event.order.telephones
            phones.show(view_of(kiosk.composer, moment, is_allowed=allowed))

    kiosk.presenter.on_present = on_present
    return phones


class PhoneLine:
    """One open line: what came goes to ``phones``, what is due goes out. ``wake`` is set when something new shows."""

    def __init__(self, phones: Telephones, side: int, socket: WebSocket, now: Callable[[], Nanoseconds]) -> None:
        self._phones = phones
        self.side = side
        self._socket = socket
        self._now = now
        self.address = network(host_of(socket))
        self.link = ButtonLine(phones.memory_of, lambda code: phones.is_welcome(code, self.address))
        self.wake = asyncio.Event()
        self._answer: Answer | None = None
        self._answers = 0
        self._shown: object = None
        self._bucket = Bucket(BURST, PERIOD_S, now() / SECOND)
        self._suspended = time_asleep()
        self._ends_with: int | None = None

    @property
    def telephone(self) -> str | None:
        """Whose line it is, once that is known."""
        return None if self.link.memory is None else self.link.memory.telephone

    def leave(self) -> None:
        """Make way for another line."""
        self._ends_with = TOO_MANY
        self.wake.set()

    async def run(self) -> None:
        """Until one of both ends has enough."""
        speaking = asyncio.create_task(self._speak())
        try:
            while True:
                text = await self._socket.receive_text()
                if not self._bucket.take(self._now() / SECOND):
                    raise BadWord("too many messages")
                self.take(text)
                self.wake.set()
        except WebSocketDisconnect:
            pass
        except (BadWord, KeyError) as error:
            log.info("a telephone's page: %s", str(error)[:200])
            await self._end(WRONG)
        finally:
            speaking.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await speaking

    def take(self, text: str) -> None:
        """A message has come. Raises `BadWord` where it is none of a page."""
        before, slept = self.telephone, time_asleep()
        if slept - self._suspended > SLEPT:
            self.link.on_sleep()
        self._suspended = slept
        outcomes = self.link.receive(text, self._now())
        if (telephone := self.telephone) is None:
            return
        if telephone != before:
            if self not in self._phones.lines and not self._phones.welcome(self):
                self.leave()
                return
            self._phones.sides.ask(self.side, telephone, self._now())
        with i18n.speaking(self._phones.language):
            for outcome in outcomes:
                if (answer := self._phones.take(self, outcome)) is not None:
                    self._answer, self._answers = answer, self._answers + 1
        self._phones.on_word(self)

    def messages(self) -> list[str]:
        """What is to be sent now."""
        view = self._phones.view
        self.link.is_running = view is not None and view.faces[self.side].runs
        with i18n.speaking(self._phones.language):
            now = self._now()
            return [*self.link.messages(now), *self._table(now)]

    async def _speak(self) -> None:
        """Send what is due, then wait until something is."""
        while True:
            self.wake.clear()
            now = self._now()
            if self.link.state is ButtonState.REPLACED:
                await self._end(SAME_PAGE)
                return
            if self._ends_with is not None or self.link.is_dead(now):
                await self._end(self._ends_with or WRONG)
                return
            for text in self.messages():
                await self._socket.send_text(text)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.wake.wait(), max(0.0, (self.link.due(now) - now) / SECOND))

    def _table(self, now: Nanoseconds) -> list[str]:
        """What shows, where that has changed."""
        memory = self.link.memory
        if memory is None or self.link.state not in (ButtonState.TIMING, ButtonState.READY):
            return []
        doubt = memory.clock.doubt(self.link.epoch, now) if self.link.state is ButtonState.READY else None
        view = self._phones.view
        state = {
            "table": None if view is None else to_page(view, self.side),
            "mine": self._phones.sides.holder(self.side) == memory.telephone,
            "allowed": self._phones.sides.is_allowed,
            "doubt": None if doubt is None else -(-doubt // MILLISECOND),
            "said": self._words(),
            "counts": self._answer is not None and self._answer.counts,
            "answer": self._answers,
        }
        if state == self._shown:
            return []
        self._shown = state
        return [note("table", state)]

    def _words(self) -> str:
        """What both sides are told, unless its own press does not count; else what became of that."""
        view, answer = self._phones.view, self._answer
        news = "" if view is None or (answer is not None and not answer.counts) else view.news
        return news or self._phones.words_of(self.side, answer)

    async def _end(self, code: int) -> None:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await self._socket.close(code)
