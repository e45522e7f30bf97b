"""Setting up a game of Polish doubles: names of pairs and players on a full keyboard (S1)."""

from __future__ import annotations

from typing import Any

import msgspec

from device.event.wire import Pairing
from device.games.heading import paired
from device.games.polish_doubles.controller import DoublesController
from device.i18n import t
from device.kiosk.actions import BACK, DONE, Put
from device.kiosk.canvas import Canvas, Look
from device.kiosk.controllers import Host
from device.kiosk.keyboards import name_keys
from device.kiosk.name_fields import NameFields
from device.kiosk.widgets import Rect, Scene
from device.peripherals.oled_content import OledContent
from device.peripherals.signals import Signals
from rules.polish_doubles import DoublesSetup, PairSetup

LONGEST = 20
"""Letters in a name, so that it is readable on the card."""


class DoublesSetupController(NameFields):
    """Six fields and a keyboard. Field 0 and 3 are the pairs' names, the others their players'."""

    longest = LONGEST

    def __init__(self, host: Host) -> None:
        self.host = host
        self.fields = [""] * 6
        self.heading: dict[str, Any] = {}

    def seat(self, pairing: Pairing) -> None:
        """Fill in the names that the organiser has paired, and what stands at the head of the papers."""
        for pair, players in enumerate(pairing.seats[:2]):
            name = pairing.names[pair] if pair < len(pairing.names) else " + ".join(players)
            fields = [name, *players[:2], "", ""][:3]
            self.fields[3 * pair : 3 * pair + 3] = [text[:LONGEST] for text in fields]
        self.heading = paired(self.host, pairing)

    def scene(self, look: Look, at: int) -> Scene:
        """The form as it stands."""
        canvas = Canvas(look)
        head, form, keys = canvas.rows(canvas.area, (47, 151, 250))
        back, title, start = canvas.cols(head, (12, 62, 26))
        canvas.button(back, "", BACK, icon="back")
        canvas.text(title, t("Who plays?"), 24, "bold", look.palette.text, "center")
        canvas.button(start, t("Next"), DONE, style="primary", size=22)
        for pair, column in enumerate(canvas.cols(form, (1, 1))):
            for n, box in enumerate(canvas.rows(column, (1, 1, 1), canvas.u(5))):
                self.field(canvas, pair * 3 + n, box)
        name_keys(canvas, keys, self.shift)
        if look.toast:
            canvas.banner(form, look.toast)
        return canvas.scene()

    def field(self, canvas: Canvas, index: int, box: Rect) -> None:
        """One name; the one that is typed into has a border."""
        p, u = canvas.look.palette, canvas.u
        pair, place = divmod(index, 3)
        focused = self.focus == index
        canvas.panel(box, p.paper if focused else p.panel, border=p.pair[pair] if focused or place == 0 else None)
        empty = (t("pair {letter}", letter="AB"[pair]), t("player 1"), t("player 2"))[place]
        text = self.fields[index]
        inner = Rect(box.x + u(12), box.y, box.w - u(24), box.h)
        ink = p.ink if focused else p.text
        if text or focused:
            canvas.text(inner, text + ("_" if focused else ""), 22, "bold" if place == 0 else "regular", ink)
        if not text:
            colour = p.ink_faint if focused else p.muted
            canvas.text(inner, empty, 18, "regular", colour, "right" if focused else "left")
        canvas.touch(box, Put("focus", index))

    def act(self, action: Any) -> None:
        """A touch. Raises `Refusal` where a pair has no name."""
        if action == BACK:
            self.host.home()
        elif action == DONE:
            self.advance()
        else:
            self.touched(action)

    def typed(self, text: str) -> None:
        """An attached keyboard."""
        if text == "\r":
            self.advance()
        elif text == "\t":
            self.focus = (self.focus + 1) % 6
        elif text == "\x1b":
            self.host.home()
        elif text == "\b" or text.isprintable():
            self.key(text)

    def advance(self) -> None:
        """To the next empty name, or on to the starting draw when both pairs have one."""
        if (self.fields[0].strip() and self.fields[3].strip()) or not self.fields[self.focus].strip():
            self.begin()
        else:
            self.focus = 0 if not self.fields[0].strip() else 3
            self.shift = True

    def begin(self) -> None:
        """Start the game with the readings of the settings. Raises `Refusal` where a pair has no name."""
        names = [name.strip() for name in self.fields]
        pairs = tuple(PairSetup(name=names[n], players=(names[n + 1], names[n + 2])) for n in (0, 3))
        settings = self.host.settings
        frozen = settings.event.heading | self.heading | msgspec.structs.asdict(settings.polish_doubles)
        self.host.table.new(DoublesSetup(pairs=(pairs[0], pairs[1]), **frozen))
        self.host.enter(DoublesController(self.host))

    def next_change(self, at: int) -> int | None:
        """Nothing moves by itself."""
        return None

    def oled_contents(self, at: int) -> tuple[OledContent, OledContent]:
        """The pairs' names as they are typed."""
        title = t("Polish doubles")
        return OledContent(title, self.fields[0] or "A"), OledContent(title, self.fields[3] or "B")

    def signals(self, at: int) -> Signals:
        """All dark."""
        return Signals()
