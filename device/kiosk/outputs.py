"""The touchscreen, and what shows or sounds beside it: what changed goes out, and only that; and how bright all is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from device.common import i18n
from device.common.settings.settings import Settings
from device.graphics.display import DisplayBackend, OutputSurface
from device.graphics.look import Look
from device.graphics.painter import Painter
from device.graphics.palette import PALETTES
from device.graphics.widgets import Frame, Rect
from device.io.oled_content import OledContent
from device.io.signals import Signals
from device.kiosk.preferences import Preferences
from device.peripherals.dimming import Dimmer, Level, percent
from rules.game import SECOND
from rules.message import Message


class Outputs(Protocol):
    """Everything that shows or sounds beside the screen."""

    def show_oled(self, side: int, content: OledContent, shift: tuple[int, int]) -> None:
        """Show ``content`` on the OLED of ``side``, moved by so many pixels right and down."""

    def show_signals(self, signals: Signals, silent: bool) -> None:
        """Lamps, buzzer and loudspeaker."""

    def speak(self, words: str, *, cut: bool = False, side: int | None = None) -> None:
        """Say ``words`` aloud, if that is switched on; ``cut``: in place of what is being spoken. Returns at once.

        ``side``: for one side's ear.
        """

    def prepare(self, words: str, *, side: int | None = None) -> None:
        """Have ready what ``words`` begin with: ``side``, None everybody, may ask for them. Returns at once."""

    @property
    def has_backlight(self) -> bool:
        """Whether the screen has a light that can be set."""

    def dim(self, level: Level) -> None:
        """Dim screen and displays, or let them shine again."""


class ScreenOutput:
    """Draws frames on a display. ``look`` is how screens look now, ``frame`` what shows."""

    def __init__(self, display: DisplayBackend, settings: Settings) -> None:
        self.display = display
        self.surface = OutputSurface(display, settings.screen.rotate)
        self.look = _with_settings(Look(size=self.surface.surface.get_size()), settings)
        self.painter = Painter(self.surface.surface, self.look.palette.back)
        self.frame = Frame()
        self._areas = False

    def apply(self, settings: Settings, brightness: int) -> None:
        """Turn, colour and darken the picture as asked for; where that is new, all of it is painted anew.

        ``brightness`` is in percent.
        """
        self.look = _with_settings(self.look, settings)
        anew = self.surface.set(settings.screen.rotate, brightness)
        if anew or self.painter.back != self.look.palette.back:
            surface = self.surface.surface
            self.look = replace(self.look, size=surface.get_size())
            self.painter = Painter(surface, self.look.palette.back)

    def enable_press_areas(self, on: bool) -> None:
        """Whether the screen itself serves as clock buttons, until somebody says otherwise."""
        self._areas = on
        self.lend_press_areas(False)

    def lend_press_areas(self, on: bool) -> None:
        """Whether it does for the games that are played now, though nobody has switched it on."""
        self.look = replace(self.look, press_areas=on or self._areas)

    def show(self, frame: Frame) -> None:
        """Bring a frame on the display; only what changed is drawn."""
        self.frame = frame
        self.surface.present(self.painter.paint(frame.scene))


def _with_settings(look: Look, settings: Settings) -> Look:
    """``look`` as the settings say. Clock buttons do not turn with the picture, so its sides change places."""
    return replace(
        look,
        palette=PALETTES[settings.palette],
        silent=settings.silent,
        swapped=settings.screen.turned,
        large_print=settings.large_print,
        keyboard=settings.keyboard,
    )


TOAST = 6 * SECOND
"""How long a sentence stays on the screen."""
NEWS = 30 * SECOND
"""How long what changed without a touch stays there; for `TOAST` of it no touch takes it away."""
SOUND = "sound"
"""The peripheral whose fault does not stand on every screen: a table plays without it. The settings and the doctor say
so as long as it lasts.
"""
Holds = Callable[[], bool]
"""Whether what a sentence says is still so."""


class Notices:
    """The newest sentence, what changed without a touch, and the standing fault of each peripheral (``troubles``).

    ``touched`` is the place of the control that was touched last, which the sentence must not cover.
    """

    def __init__(self) -> None:
        self.troubles: dict[str, Message] = {}
        self.touched: Rect | None = None
        self._said = ""
        self._until = 0
        self._holds: Holds = lambda: True
        self._news = self._aside = ""
        self._news_until = 0
        self._news_hold: Holds = lambda: True

    def say(self, text: str, now: int, holds: Holds) -> None:
        """Show a sentence from ``now`` (ns) on, which answers what was touched last, as long as it ``holds``."""
        self._said, self._until, self._holds = text, now + TOAST, holds

    def tell(self, text: str, aside: str, now: int, holds: Holds) -> None:
        """Show from ``now`` on what has changed without a touch, calmly; the small displays say ``aside`` meanwhile."""
        self._news, self._aside, self._news_until, self._news_hold = text, aside, now + NEWS, holds

    def dismiss(self, now: int) -> None:
        """What shows has been seen."""
        self._said = ""
        if now >= self._news_until - NEWS + TOAST:
            self._news_until = 0

    def _answer(self, now: int) -> str:
        return self._said if now < self._until and self._holds() else ""

    def _tells(self, now: int) -> bool:
        return now < self._news_until and self._news_hold()

    def sentence(self, now: int) -> str:
        """The sentence that shows at ``now``, first of all the answer to a touch; empty where none does."""
        return self._answer(now) or self.news(now)

    def news(self, now: int) -> str:
        """What has changed without a touch, as long as that is to be said at ``now``; else empty."""
        return self._news if self._tells(now) else ""

    def is_news(self, now: int) -> bool:
        """Whether the sentence that shows at ``now`` answers nobody."""
        return self._tells(now) and not self._answer(now)

    def aside(self, now: int) -> str:
        """What both small displays say of it at ``now``; empty where nothing has changed."""
        return self._aside if self._tells(now) else ""

    def due(self, now: int) -> int | None:
        """When something that shows at ``now`` goes away; None where nothing does."""
        moments = (self._until if self._said else 0, self._news_until)
        return min((moment for moment in moments if now < moment), default=None)

    def trouble(self, name: str, trouble: Message | None) -> None:
        """A peripheral has a fault, or None any more; the newest is the one that shows."""
        if self.troubles.get(name) != trouble:
            self.troubles.pop(name, None)
            if trouble is not None:
                self.troubles[name] = trouble

    def standing(self, silent: bool) -> str:
        """The fault that came last, and how many others there are; empty where there is none.

        While the table is ``silent`` nobody misses what is spoken; a missing loudspeaker is said once (`SOUND`).
        """
        troubles = [text for name, text in self.troubles.items() if name != SOUND and not (silent and name == "speech")]
        if not troubles:
            return ""
        newest = i18n.tr(troubles[-1])
        others = len(troubles) - 1
        return newest if not others else f"{newest} (+{others})"


class OutputCache:
    """What was sent last, to whom it goes once they are there. ``sent``: each OLED's content and shift; None before the
    first.
    """

    def __init__(self, silent: bool) -> None:
        self._outputs: Outputs | None = None
        self.sent: list[tuple[OledContent, tuple[int, int]] | None] = [None, None]
        self._signals: Signals | None = None
        self._silent = silent
        self._called = ""

    def attach(self, outputs: Outputs) -> None:
        """They are there: what was sent last goes out to them, and all that comes."""
        self._outputs = outputs
        self.send_again()

    def send_again(self) -> None:
        """What was sent last goes out once more: somebody else has used displays and lamps meanwhile."""
        if (outputs := self._outputs) is None:
            return
        for side, sent in enumerate(self.sent):
            if sent is not None:
                outputs.show_oled(side, *sent)
        if self._signals is not None:
            outputs.show_signals(self._signals, self._silent)

    def oled(self, side: int, content: OledContent, shift: tuple[int, int]) -> None:
        """The OLED of ``side`` is to show ``content``, moved by so many pixels right and down."""
        if (content, shift) != self.sent[side]:
            self.sent[side] = content, shift
            if self._outputs is not None:
                self._outputs.show_oled(side, content, shift)

    def signals(self, signals: Signals, silent: bool) -> bool:
        """What lamps and loudspeaker are to do. True where something is signalled that was not before."""
        if signals == self._signals and silent == self._silent:
            return False
        before = None if self._signals is None else self._signals.beep
        self._signals, self._silent = signals, silent
        if self._outputs is not None:
            self._outputs.show_signals(signals, silent)
        return signals.beep is not None and signals.beep is not before

    def call(self, words: str) -> None:
        """What is called now, ``""`` where nothing is: spoken once, in place of what is being spoken."""
        if words and words != self._called:
            self.speak(words, cut=True)
        self._called = words

    def speak(self, words: str, *, cut: bool = False, side: int | None = None) -> None:
        """As `Outputs.speak`; nothing is said before they are there."""
        if self._outputs is not None:
            self._outputs.speak(words, cut=cut, side=side)

    def prepare(self, words: str, *, side: int | None = None) -> None:
        """As `Outputs.prepare`; nothing is made ready before they are there."""
        if self._outputs is not None:
            self._outputs.prepare(words, side=side)

    @property
    def has_backlight(self) -> bool:
        """Whether the screen has a light that can be set."""
        return self._outputs is not None and self._outputs.has_backlight

    def dim(self, level: Level) -> None:
        """Dim screen and displays, or let them shine again."""
        if self._outputs is not None:
            self._outputs.dim(level)


@dataclass(eq=False)
class Brightness:
    """How bright the table is, on the screen and on everything beside it."""

    preferences: Preferences
    screen: ScreenOutput
    outputs: OutputCache
    now: Callable[[], int]

    def __post_init__(self) -> None:
        self.dimmer = Dimmer(self.now(), self.preferences.settings.screen.dim_after_s * SECOND)

    def apply(self, settings: Settings) -> None:
        """Other settings hold: the time until the table dims, palette, turn and brightness of the picture."""
        self.dimmer.after = settings.screen.dim_after_s * SECOND
        self.adapt()

    def wake(self, now: int) -> bool:
        """Somebody did something, or something is signalled. True where the table was dark until then."""
        before = self.dimmer.wake(now)
        if before is not Level.BRIGHT:
            self._dim()
        return before is Level.DARK

    def advance(self, now: int, *, running: bool, paused: bool) -> int | None:
        """Let time pass; when (device time, ns) the table will dim, None where that is not in sight.

        ``running``: a clock runs; ``paused``: one is shown that stands.
        """
        before = self.dimmer.level
        due = self.dimmer.advance(now, running=running, paused=paused)
        if self.dimmer.level is not before:
            self._dim()
        return due

    def adapt(self) -> None:
        """Bring the picture to the settings and to how bright the table is."""
        settings = self.preferences.settings
        brightness = 100 if self.outputs.has_backlight else percent(self.dimmer.level, settings.screen)
        self.screen.apply(settings, brightness)

    def _dim(self) -> None:
        self.outputs.dim(self.dimmer.level)
        self.adapt()
