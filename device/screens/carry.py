"""Another card, another device: all games to a USB stick and from one, on the screen."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from device.carry.stick import bring_all, save_all
from device.common.files.usb_sticks import StickOutcome
from device.common.i18n import t, tr
from device.graphics.canvas import Canvas
from device.graphics.headings import below_heading, heading
from device.graphics.widgets import Rect
from device.io.inputs import Redraw
from device.kiosk.moment import Moment
from device.kiosk.screen import Screen, ask, draw_panel
from device.kiosk.screen_controller import OverlayController
from rules.message import Message, Refusal, msg


@dataclass(frozen=True, slots=True)
class CarryState:
    """Whether something is under way, and what became of the last."""

    busy: bool = False
    message: Message | None = None
    well: bool = True


class CarryScreen(Screen[CarryState]):
    """Two large buttons and what became of it."""

    def draw(self, canvas: Canvas, view: Moment[CarryState]) -> Rect:
        """Draw the two buttons, and what became of the last touch."""
        state, p, tall = view.state, canvas.look.palette, canvas.look.portrait
        head, words, body, foot = below_heading(canvas, (110, 440, 120) if tall else (76, 200, 92))
        heading(canvas, head, t("Another card, another device"))
        text = t(
            "Write all games onto a USB stick here, plug it into the other device and read them in there. Games that "
            "are on both are not doubled."
        )
        canvas.text(words, text, 20, "regular", p.muted, "center", lines=4 if tall else 2)
        why = t("Wait until this is done.") if state.busy else None
        save, bring = canvas.split(body, (1, 1))
        own, other = t("all games of this device"), t("into this device")
        canvas.button(
            save, t("To the USB stick"), ask(CarryController.save), sub=own, size=28, why=why, style="primary"
        )
        canvas.button(bring, t("From the USB stick"), ask(CarryController.bring), sub=other, size=28, why=why)
        inner = draw_panel(canvas, foot, p.panel, 16, 6)
        if state.busy:
            text = t("This takes a while; leave the stick where it is.")
        elif state.message is not None:
            text = tr(state.message)
        else:
            text = t("Nothing was written or read in yet.")
        if state.message is not None and not state.busy:
            sign, colour = ("check", p.text) if state.well else ("warning", p.warn)
            inner = canvas.sign_before(inner, sign, colour, 30, 14)
        canvas.text(inner, text, 20, "semibold", p.text, lines=4 if tall else 3)
        return words


class CarryController(OverlayController[CarryState]):
    """The screen; what it does is done beside the loop, one thing at a time. ``state`` is how far it is."""

    first = CarryScreen
    state = CarryState()
    thread: threading.Thread | None = None

    def save(self) -> None:
        """Write all games and the club's score sheets onto the stick."""
        journal = self.host.journal
        settings = self.host.settings
        self._begin(lambda: save_all(journal.path, settings))

    def bring(self) -> None:
        """Take the games and score sheets from the stick."""
        journal, settings, playing = self.host.journal, self.host.settings, self.host.table.game_id
        self._begin(lambda: bring_all(journal, settings, playing))

    def _begin(self, work: Callable[[], StickOutcome]) -> None:
        if self.state.busy:
            raise Refusal("", "Wait until this is done.")
        self.state = CarryState(busy=True)
        self.thread = threading.Thread(target=self._run, args=(work,), name="carry", daemon=True)
        self.thread.start()

    def _run(self, work: Callable[[], StickOutcome]) -> None:
        now = CarryState(message=msg("Something went wrong; look at the stick and try again."), well=False)
        try:
            self.host.journal.flush()
            outcome = work()
            now = CarryState(message=outcome.message, well=outcome.ok)
        finally:
            self.state = now
            self.host.post(Redraw())
