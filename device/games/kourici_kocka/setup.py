"""Setting up a game of Kouřící kočka: four names in the order of their seats, and the word (K1, K5, K16)."""

from __future__ import annotations

from typing import Any

import msgspec

from device.event.wire import Pairing
from device.games.heading import paired
from device.games.kourici_kocka.controller import KockaController
from device.games.kourici_kocka.seats import ACCENT
from device.i18n import t
from device.kiosk.actions import BACK, DONE, Put
from device.kiosk.canvas import Canvas, Look
from device.kiosk.controllers import Host
from device.kiosk.keyboards import name_keys
from device.kiosk.name_fields import NameFields
from device.kiosk.widgets import Rect, Scene
from device.peripherals.oled_content import OledContent
from device.peripherals.signals import Signals
from rules.kourici_kocka import KockaSetup
from rules.kourici_kocka import events as e
from rules.kourici_kocka.state import letters_of

LONGEST = 20
"""Letters in a name or in the word, so that they are readable on the cards."""
WORD = 4
"""The field of the word; those before it are the seats'."""


class KockaSetupController(NameFields):
    """Four names, the word and a keyboard. Seats go clockwise: A and B have clock button A, C and D button B."""

    longest = LONGEST
    capitals = frozenset({WORD})

    def __init__(self, host: Host) -> None:
        self.host = host
        self.fields = [""] * 5
        self.heading: dict[str, Any] = {}
        self.ch = host.settings.kourici_kocka.ch_is_one_letter

    def seat(self, pairing: Pairing) -> None:
        """Fill in the names that the organiser has paired; the word is the table's own."""
        names = [name[:LONGEST] for group in pairing.seats for name in group][:WORD]
        self.fields[: len(names)] = names
        self.heading = paired(self.host, pairing)
        self.turn_to(WORD)

    @property
    def letters(self) -> tuple[str, ...]:
        """The word's letters as they are now."""
        return letters_of(self.fields[WORD], self.ch)

    def scene(self, look: Look, at: int) -> Scene:
        """The form as it stands."""
        canvas = Canvas(look)
        head, form, keys = canvas.rows(canvas.area, (44, 142, 262))
        back, title, start = canvas.cols(head, (12, 62, 26))
        canvas.button(back, "", BACK, icon="back")
        canvas.text(title, t("Who plays, clockwise, and for what word?"), 22, "bold", look.palette.text, "center")
        canvas.button(start, t("Next"), DONE, style="primary", size=22)
        first, second, third = canvas.rows(form, (1, 1, 1), canvas.u(5))
        # Clockwise on the table: A and B above, D and C below.
        for boxes, seats in ((canvas.cols(first, (1, 1)), (0, 1)), (canvas.cols(second, (1, 1)), (3, 2))):
            for box, seat in zip(boxes, seats, strict=True):
                self.field(canvas, seat, box)
        word, ch = canvas.cols(third, (62, 38))
        self.field(canvas, WORD, word)
        label = t("CH is one letter") if self.ch else t("CH is two letters")
        canvas.button(ch, label, Put("ch", not self.ch), sub=t("letters: {n}", n=len(self.letters)), size=15)
        name_keys(canvas, keys, self.shift)
        if look.toast:
            canvas.banner(keys, look.toast)
        return canvas.scene()

    def field(self, canvas: Canvas, index: int, box: Rect) -> None:
        """A name or the word; the one that is typed into has a border."""
        p, u = canvas.look.palette, canvas.u
        focused = self.focus == index
        colour = p.accents[ACCENT] if focused or index == WORD else None
        canvas.panel(box, p.paper if focused else p.panel, border=colour)
        empty = t("the word") if index == WORD else t("seat {seat}", seat=e.SEAT[index])
        text = self.fields[index]
        inner = Rect(box.x + u(12), box.y, box.w - u(24), box.h)
        ink = p.ink if focused else p.text
        if text or focused:
            canvas.text(
                Rect(inner.x, inner.y, inner.w - u(70), inner.h), text + ("_" if focused else ""), 21, "bold", ink
            )
        canvas.text(
            inner, empty, 16, "regular", p.ink_muted if focused else p.muted, "right" if text or focused else "left"
        )
        canvas.touch(box, Put("focus", index))

    def act(self, action: Any) -> None:
        """A touch. Raises `Refusal` where a name or the word is missing."""
        if action == BACK:
            self.host.home()
        elif action == DONE:
            self.advance()
        elif isinstance(action, Put) and action.name == "ch":
            self.ch = action.value
        else:
            self.touched(action)

    def typed(self, text: str) -> None:
        """An attached keyboard."""
        if text == "\r":
            self.advance()
        elif text == "\t":
            self.turn_to((self.focus + 1) % len(self.fields))
        elif text == "\x1b":
            self.host.home()
        elif text == "\b" or text.isprintable():
            self.key(text)

    def advance(self) -> None:
        """To the next empty field, or to the table when nothing is missing. Raises `Refusal` on an empty one."""
        empty = [n for n, text in enumerate(self.fields) if not text.strip()]
        if not empty or not self.fields[self.focus].strip():
            self.begin()
        else:
            self.turn_to(empty[0])

    def begin(self) -> None:
        """Start the game with the readings of the settings. Raises `Refusal`."""
        a, b, c, d, word = (text.strip() for text in self.fields)
        settings = self.host.settings
        readings = settings.event.heading | self.heading | msgspec.structs.asdict(settings.kourici_kocka)
        readings["ch_is_one_letter"] = self.ch
        self.host.table.new(KockaSetup(players=(a, b, c, d), word=word, **readings))
        self.host.enter(KockaController(self.host))

    def next_change(self, at: int) -> int | None:
        """Nothing moves by itself."""
        return None

    def oled_contents(self, at: int) -> tuple[OledContent, OledContent]:
        """The names as they are typed."""
        a, b, c, d, _ = self.fields
        title = t("Kouřící kočka")
        return OledContent(title, "", rows=(("A", a), ("B", b))), OledContent(title, "", rows=(("C", c), ("D", d)))

    def signals(self, at: int) -> Signals:
        """All dark."""
        return Signals()
