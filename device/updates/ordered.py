"""An update that the organiser ordered: taken while no game is on the table, once, and reported.

Which order was tried stands in a file, so that one that did not go well is not tried again after the new start. Whether
it may be installed is for the system to say, which asks for the builder's signature as with any other update.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from device.common.address import Address
from device.common.event.messages import BRINGING, BROUGHT, DONE, FAILED, INSTALLING, PLAYING, WAITING, UpdateOrder
from device.common.files.atomic_write import OWNER
from device.common.files.os_errors import explain
from device.common.files.small_file import SmallFile, decoder
from device.common.updates import asking
from device.common.updates.asking import News
from device.common.version import numbers, version
from rules.game import SECOND
from rules.message import Message, msg

if TYPE_CHECKING:
    from device.common.updates.offers import Offer

OFFER: Address[Callable[..., Offer]] = Address("device.common.updates.offers:Offer")
BRING: Address[Callable[[Offer, Path], Path | Message]] = Address("device.common.updates.offers:bring")
FIND: Address[Callable[[], Offer | Message]] = Address("device.common.updates.offers:find_on_network")
UNSUITABLE: Address[Callable[[Path], Message | None]] = Address("device.common.updates.offers:unsuitable")
"""These load what fetches over the network."""
TRIED = "ordered-update.json"
"""In the folder of the table's games: the order that was tried last, and what came of it."""
NAMES = msg("names are being entered, the update waits")
CUT_OFF = msg("an unfinished game waits to be taken up, the update waits too")
"""Said beside ``playing`` while no game is on the table yet."""
AWAITED = 15 * 60 * SECOND
"""For how long (ns) after a start an unfinished game counts as one that a power cut took from the table."""
NOT_TAKEN_UP = msg("The system did not start the update; run dvojtah doctor, or try again.")
NO_SYSTEM = msg("This machine cannot be updated from here; use its own tools.")


class TriedOrder(msgspec.Struct, frozen=True, kw_only=True):
    """An order that was tried: its id, the token by which the system was asked, what came of it (None: not known)."""

    update: Annotated[str, Meta(max_length=32)]
    token: Annotated[str, Meta(max_length=64)] = ""
    news: News | None = None


class OrderedProgress(msgspec.Struct, frozen=True):
    """How far the order ``update`` is, and a sentence where something is to be said."""

    update: str
    stage: str
    text: Message | None = None


def _is_newer(order: UpdateOrder) -> bool:
    """Whether it asks for a version that is known, and newer than the one that runs."""
    return bool(order.version) and numbers(order.version) > numbers(version())


def file_of(folder: Path) -> SmallFile[TriedOrder]:
    """The file that says which order was tried."""
    return SmallFile(folder / TRIED, decoder(TriedOrder), mode=OWNER)


class OrderedUpdates:
    """Takes what the organiser orders. ``folder`` is where games lie; ``changed`` is called from any thread where there
    is something new to report, ``installing`` with the token once the system was asked.

    `follow` belongs to the loop's thread. ``bring``, ``find``, ``unsuitable`` and ``ask`` are for who brings others.
    """

    def __init__(self, folder: Path, changed: Callable[[], None], installing: Callable[[str], None]) -> None:
        self._folder, self._changed, self._installing = folder, changed, installing
        self._file = file_of(folder)
        self._tried: TriedOrder | None = None
        self._is_read = False
        self._brought: Path | None = None
        self._thread: threading.Thread | None = None
        self.bring: Callable[[Offer, Path], Path | Message] = BRING
        self.find: Callable[[], Offer | Message] = FIND
        self.unsuitable: Callable[[Path], Message | None] = UNSUITABLE
        self.ask: Callable[[Path], str] = asking.ask
        self.can_ask: Callable[[], bool] = asking.REQUEST.parent.is_dir
        self.progress: OrderedProgress | None = None
        """What the organiser is to know; None where nothing was ordered."""

    def follow(self, order: UpdateOrder | None, *, is_free: bool, why: Message | None = None) -> None:
        """The organiser wants ``order``, and the table ``is_free`` or has a game; ``why`` says what it has instead of
        one. Called at each turn; costs nothing where nothing is ordered."""
        if order is None:
            self._report(None)
            return
        if self.progress is None or self.progress.update != order.update:
            self._brought = None
            self._report(self._begin(order))
        stage = "" if self.progress is None else self.progress.stage
        if stage == INSTALLING:
            self._hear(order)
        elif stage in (WAITING, PLAYING, BROUGHT):
            if not is_free:
                self._say(order, PLAYING, why)
            elif self._brought is None:
                self._fetch(order)
            else:
                self._install(order, self._brought)

    def _begin(self, order: UpdateOrder) -> OrderedProgress:
        """How the order stands when it is first seen."""
        if not self._is_read:
            self._tried, self._is_read = self._file.read_or_none(), True
        if self._tried is not None and self._tried.update == order.update:
            return self._outcome(order, self._tried)
        if order.version and not _is_newer(order):
            return OrderedProgress(order.update, DONE)
        if not self.can_ask():
            return OrderedProgress(order.update, FAILED, NO_SYSTEM)
        return OrderedProgress(order.update, WAITING)

    def _outcome(self, order: UpdateOrder, tried: TriedOrder) -> OrderedProgress:
        """What came of an order that was tried before this start; people may have put the system's own news away.

        A version that stood for its first seconds may not start with the device: the system goes back then.
        """
        news = asking.news_of(tried.token, self._folder) or tried.news
        if news is not None and news.stage != "done":  # the system watches the version that runs now
            return OrderedProgress(order.update, INSTALLING)
        if news is None:
            return OrderedProgress(order.update, FAILED, NOT_TAKEN_UP)
        self._keep(msgspec.structs.replace(tried, news=news))
        if not news.ok:
            return OrderedProgress(order.update, FAILED, news.message)
        if _is_newer(order):
            text = msg(
                "Version {version} does not start; version {before} runs again, with all games.",
                version=order.version,
                before=version(),
            )
            return OrderedProgress(order.update, FAILED, text)
        return OrderedProgress(order.update, DONE)

    def _fetch(self, order: UpdateOrder) -> None:
        self._say(order, BRINGING)
        self._thread = threading.Thread(target=self._bring, args=(order,), name="ordered update", daemon=True)
        self._thread.start()

    def _bring(self, order: UpdateOrder) -> None:
        try:
            offer = OFFER(order.version, order.size, address=order.address) if order.address else self.find()
            brought = offer if isinstance(offer, Message) else self.bring(offer, self._folder)
            if isinstance(brought, Path):
                brought = self.unsuitable(brought) or brought
        except Exception as error:  # whatever it is, the organiser hears of it
            brought = msg("The update could not be fetched ({error}).", error=type(error).__name__)
        if self.progress is None or self.progress.update != order.update:
            return  # called off meanwhile
        if isinstance(brought, Message):
            self._say(order, FAILED, brought)
        else:
            self._brought = brought
            self._say(order, BROUGHT)

    def _install(self, order: UpdateOrder, brought: Path) -> None:
        tried = TriedOrder(update=order.update)
        try:
            self._file.replace(msgspec.json.encode(tried))  # first: it must not be tried again and again
            token = self.ask(brought)
        except OSError as error:
            self._say(order, FAILED, explain(error))
            return
        self._keep(msgspec.structs.replace(tried, token=token))
        self._say(order, INSTALLING)
        self._installing(token)

    def _hear(self, order: UpdateOrder) -> None:
        """What the system says while it installs: where it refuses, this program goes on."""
        news = None if self._tried is None else asking.news_of(self._tried.token, self._folder)
        if self._tried is not None and news is not None and news.stage == "done":
            self._report(self._outcome(order, self._tried))

    def _keep(self, tried: TriedOrder) -> None:
        """Keep what is known of an order; where the card takes nothing the next start says that nobody knows."""
        if tried != self._tried:
            self._tried = tried
            with suppress(OSError):
                self._file.replace(msgspec.json.encode(tried))

    def _say(self, order: UpdateOrder, stage: str, text: Message | None = None) -> None:
        self._report(OrderedProgress(order.update, stage, text))

    def _report(self, progress: OrderedProgress | None) -> None:
        if progress != self.progress:
            self.progress = progress
            self._changed()
