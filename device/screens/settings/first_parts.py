"""What the screens of the first start share: the device as it is, what they ask for, typing with every sign."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Self

import msgspec

from device.first_start.common.answers import Answers
from device.first_start.common.hotspot import Hotspot
from device.first_start.common.networks import Network
from device.first_start.common.outcome import FirstStartOutcome
from device.graphics.actions import Effect
from device.graphics.canvas import Canvas
from device.graphics.dialogs import form_heading
from device.graphics.keyboards import sign_keys
from device.graphics.widgets import Rect
from device.i18n import t
from device.kiosk.screen import Next, Screen, SubScreen, View, call
from rules.message import Message, Refusal

NOTHING_SAID = Answers()
LONGEST_TEXT = 64
"""Signs of a name or a password."""


@dataclass(frozen=True, slots=True)
class FirstStart:
    """The device as it is: ``host`` name, time ``zone``, whether it is ``asked`` for the first time.

    ``networks`` in reach (None: they are being looked for; a message: why there are none), ``zones`` that the system
    knows; ``outcome`` is what came of the answers; ``silent``: nothing does. ``hotspot`` is open for a phone.
    """

    host: str = ""
    zone: str = ""
    asked: bool = False
    networks: tuple[Network, ...] | Message | None = None
    zones: tuple[str, ...] = ()
    outcome: FirstStartOutcome | None = None
    silent: bool = False
    hotspot: Hotspot | None = None


class Speak(Effect, frozen=True):
    """Speak ``language`` from now on, then show the overview."""

    language: str


class LookForNetworks(Effect, frozen=True):
    """Look which networks are in reach, and show ``then``."""

    then: Screen[FirstStart]


class CarryOut(Effect, frozen=True):
    """Do what was answered."""

    answers: Answers


@dataclass(frozen=True)
class AnswerScreen(Screen[FirstStart]):
    """The screen that the others belong to; ``answers``: what was entered on them."""

    answers: Answers = NOTHING_SAID

    def with_answers(self, **given: object) -> Self:
        """With another answer."""
        return replace(self, answers=msgspec.structs.replace(self.answers, **given))


@dataclass(frozen=True)
class TypingScreen(SubScreen[FirstStart]):
    """A ``text`` for the ``overview``, on the keys that have every sign; ``layer`` of them shows."""

    overview: AnswerScreen
    text: str = ""
    layer: int = 0

    @abstractmethod
    def title(self) -> str:
        """What is asked."""

    def note(self, state: FirstStart) -> str:
        """A line below the text."""
        return ""

    def draw(self, canvas: Canvas, view: View[FirstStart]) -> Rect:
        """What is asked, the text, the keys."""
        p, u, tall = canvas.look.palette, canvas.u, canvas.look.portrait
        high = 84 if canvas.look.large_print else 62
        head, field, note, keys = canvas.rows(canvas.area, (56, 70, 44, 400) if tall else (52, high, 30, 358 - high))
        form_heading(canvas, head, self.title(), t("Done"), columns=(13, 61, 26))
        canvas.panel(field, p.paper)
        inner = Rect(field.x + u(16), field.y + u(6), field.w - u(32), field.h - u(12))
        half = LONGEST_TEXT // 2  # a password has no spaces where its line could break
        shown = self.text[:half] + ("\n" if len(self.text) > half else "") + self.text[half:] + "_"
        canvas.text(inner, shown, 28, "bold", p.ink, lines=2)
        canvas.text(note, self.note(view.state), 16, "regular", p.muted, "center", lines=2 if tall else 1)
        sign_keys(canvas, keys, self.layer, lambda layer: call(self.with_layer, layer))
        return field

    def with_layer(self, state: FirstStart, layer: int) -> TypingScreen:
        """Other keys."""
        return replace(self, layer=layer)

    def on_shift(self, state: FirstStart) -> Next[FirstStart]:
        """The shift key."""
        return replace(self, layer=int(self.layer == 0))

    def on_text(self, state: FirstStart, text: str) -> Next[FirstStart]:
        """A sign, or backspace."""
        if text == "\b":
            return replace(self, text=self.text[:-1])
        return replace(self, text=self.text + text) if text.isprintable() and len(self.text) < LONGEST_TEXT else self


def refuse(trouble: Message | None) -> None:
    """Raises `Refusal` with that sentence, if there is one."""
    if trouble is not None:
        raise Refusal("", trouble.id, **trouble.args)
