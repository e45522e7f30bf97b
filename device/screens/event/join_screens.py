"""Joining an event: its code as it is typed, or chosen from those on a USB stick; which organiser, and its address."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from device.common.codes import ALPHABET, LOOKALIKE
from device.common.event.ticket import (
    GROUP,
    SHORT_LENGTH,
    Ticket,
    groups_of,
    has_check_letters,
    is_short,
    is_sound_group,
    read_address,
    read_code,
)
from device.common.i18n import t, tr
from device.event.client import EventClient
from device.event.code_file import NAME
from device.graphics.actions import Show
from device.graphics.canvas import Canvas
from device.graphics.headings import below_heading, heading
from device.graphics.keyboards import draw_key
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.screen import Next, Screen, ask, draw_panel
from device.screens.event.controller import EventController
from rules.message import Refusal

if TYPE_CHECKING:
    from device.common.event.discovery import FoundOrganiser

LONGEST = 160
"""Letters of a code at most."""
LINES = 3
"""Lines of groups that are in sight; of a longer code the last ones."""
PAGE = 12
"""Codes from a stick that are in sight at once."""
LONGEST_ADDRESS = 60
ADDRESS_KEYS = "1234567890.:-abcdefghijklmnopqrstuvwxyz"


class EnterCode(Screen[EventClient]):
    """The code of an event as it is typed. ``again`` is the group that is being typed anew, ``anew`` what of it."""

    key = "event_code"
    secret = True
    code: str = ""
    again: int | None = None
    anew: str = ""

    def draw(self, canvas: Canvas, view: Moment[EventClient]) -> Rect:
        """The code in groups, and the letters there are."""
        u, p = canvas.u, canvas.look.palette
        portrait = canvas.look.portrait
        head, field, keys = below_heading(canvas, (228, 466) if portrait else (150, 240))
        title, against = t("The code of the event"), self.against()
        _, stick = heading(canvas, head, title, done=t("Join"), why=against, own=92 if portrait else 168)
        canvas.button(stick, t("From a stick"), ask(EventController.read_stick), size=17, lines=2)
        inner = draw_panel(canvas, field, p.paper, 6, 6)
        if is_short(self.code):
            canvas.text(inner, self.code.ljust(SHORT_LENGTH, "_"), 52, "bold", p.ink, "center", digits=True)
        elif self.code:
            self.draw_groups(canvas, inner)
        else:
            stands = t("Six characters that the organiser's desk shows now, or the long code from this table's card.")
            file = t("The long one may come on a USB stick, too, in the file {name}.", name=NAME)
            upper, lower = canvas.rows(inner, (3, 2))
            canvas.text(upper, stands, 19, "regular", p.ink_muted, "center", lines=2)
            canvas.text(lower, file, 17, "regular", p.ink_muted, "center", lines=2)
        columns = 6 if portrait else 9
        letters = [*ALPHABET, "\b"]
        boxes = canvas.grid(keys, columns, -(-len(letters) // columns), u(6))
        for letter, box in zip(letters, boxes, strict=False):
            rest = Rect(box.x, box.y, keys.x + keys.w - box.x, box.h)
            draw_key(canvas, rest if letter == "\b" else box, letter, 24)
        return field

    def draw_groups(self, canvas: Canvas, rect: Rect) -> None:
        """Each group with a tick or a cross; one with a cross is typed anew after a touch."""
        groups = groups_of(self.code)
        columns, lines = (4, 4) if canvas.look.portrait else (6, LINES)
        first = max(0, -(-(len(groups) + 1) // columns) - lines) * columns
        boxes = canvas.grid(rect, columns, lines, canvas.u(4))
        for place, box in zip(range(first, len(groups)), boxes, strict=False):
            self.draw_group(canvas, box, groups[place], place)

    def draw_group(self, canvas: Canvas, box: Rect, group: str, place: int) -> None:
        """One group, its number small before it."""
        u, p = canvas.u, canvas.look.palette
        typed = self.again == place
        wrong = place in self.wrong()
        if typed or wrong:
            canvas.panel(box, p.highlight, 8, p.primary if typed and not wrong else p.invalid)
        shown = self.anew + "_" if typed else group + "_" * (not self.full(group))
        canvas.text(Rect(box.x + u(3), box.y, u(16), box.h), str(place + 1), 13, "regular", p.ink_muted, "center")
        text = Rect(box.x + u(20), box.y, box.w - u(44), box.h)
        canvas.text(text, shown, 22, "bold", p.invalid if wrong else p.ink, "center", digits=True)
        if self.full(group) and has_check_letters(self.code) and not typed:
            side = u(16)
            mark = Rect(box.x + box.w - side - u(5), box.y + (box.h - side) // 2, side, side)
            canvas.shape(mark, "cross" if wrong else "check", p.invalid if wrong else p.ink_muted)
        if wrong and not typed:
            canvas.touch(box, Show(replace(self, again=place, anew="")))

    def full(self, group: str) -> bool:
        """Whether a group has all its letters."""
        return len(group) == (GROUP if has_check_letters(self.code) else GROUP - 1)

    def wrong(self) -> tuple[int, ...]:
        """The places of whole groups that have a mistake; a short code has no check letters."""
        if is_short(self.code) or not has_check_letters(self.code):
            return ()
        groups = enumerate(groups_of(self.code))
        return tuple(place for place, group in groups if self.full(group) and not is_sound_group(group, place))

    def against(self) -> str | None:
        """Why the code cannot be right as it is; None where it may be."""
        if is_short(self.code) and len(self.code) < SHORT_LENGTH:
            return t("The short code has {n} characters.", n=SHORT_LENGTH)
        wrong = self.wrong()
        if not wrong:
            return None
        return t("Group {n} has a mistake; touch it and type it again.", n=wrong[0] + 1)

    def on_text(self, state: EventClient, text: str) -> Next[EventClient]:
        """A letter, or what is easily taken for one, or backspace."""
        if text == "\b":
            if self.again is not None:
                return replace(self, anew=self.anew[:-1]) if self.anew else replace(self, again=None)
            return replace(self, code=self.code[:-1])
        letter = text.upper().translate(LOOKALIKE)
        if not letter or letter not in ALPHABET:
            return self
        if self.again is not None:
            return self.type_anew(self.again, self.anew + letter)
        longest = SHORT_LENGTH if is_short(self.code) else LONGEST
        return self if len(self.code) >= longest else replace(self, code=self.code + letter)

    def type_anew(self, place: int, letters: str) -> EnterCode:
        """A letter of the group that is typed anew; whole, it takes the old one's place."""
        if len(letters) < GROUP:
            return replace(self, anew=letters)
        start = place * GROUP
        return replace(self, code=self.code[:start] + letters + self.code[start + GROUP :], again=None, anew="")

    def on_done(self, state: EventClient) -> Next[EventClient]:
        """Join. Raises `Refusal` where the code is not one."""
        if is_short(self.code):
            return ask(EventController.join_shortly, self.code)
        return ask(EventController.join, read_code(self.code))


class ChooseCode(Screen[EventClient]):
    """Which of the tables on the stick this one is."""

    key = "event_codes"
    codes: tuple[Ticket, ...]
    page: int = 0

    def draw(self, canvas: Canvas, view: Moment[EventClient]) -> Rect:
        """A button for each table."""
        head, body, foot = below_heading(canvas, (320, 74))
        heading(canvas, head, t("Which table is this?"))
        columns, lines = (2, 6) if canvas.look.portrait else (3, 4)
        boxes = canvas.grid(body, columns, lines)
        shown = self.codes[self.page * PAGE : (self.page + 1) * PAGE]
        for ticket, box in zip(shown, boxes, strict=False):
            join = ask(EventController.join, ticket)
            canvas.button(box, t("table {n}", n=ticket.table), join, sub=ticket.event, size=24)
        none, more = canvas.cols(foot, (1, 1))
        canvas.button(none, t("None of these"), ask(EventController.forget_codes), size=20)
        if len(self.codes) > PAGE:
            canvas.button(
                more, t("More tables"), Show(replace(self, page=(self.page + 1) % -(-len(self.codes) // PAGE))), size=20
            )
        return head  # where a sentence lies on none of the tables

    def on_back(self, state: EventClient) -> Next[EventClient]:
        """None of them."""
        return ask(EventController.forget_codes)


class JoinProgress(Screen[EventClient]):
    """How far joining with a short code is: looked for, chosen from, asked; nobody found."""

    key = "event_joining"
    found: tuple[FoundOrganiser, ...] = ()
    asked: str = ""
    nobody: bool = False

    def draw(self, canvas: Canvas, view: Moment[EventClient]) -> Rect:
        """A sentence, or the events to choose from; and the way to type an address."""
        p = canvas.look.palette
        head, body, foot = below_heading(canvas, (320, 74))
        heading(canvas, head, t("Which event is it?") if self.found and not self.asked else t("Joining an event"))
        if self.asked or not self.found:
            inner = draw_panel(canvas, body, p.panel, 16, 12)
            line, more = canvas.rows(inner, (2, 3))
            canvas.text(line, self.line(), 28, "bold", p.text, "center", lines=2)
            canvas.text(more, self.hint(), 20, "regular", p.muted, "center", lines=4)
        else:
            columns = 1 if canvas.look.portrait or len(self.found) < 4 else 2
            boxes = canvas.grid(body, columns, -(-max(3, len(self.found)) // columns))
            for organiser, box in zip(self.found, boxes, strict=False):
                this = ask(EventController.ask_organiser, organiser.host, organiser.port, organiser.name)
                canvas.button(box, organiser.name, this, sub=organiser.host, size=26)
        if not self.asked:
            canvas.button(foot, t("Type the organiser's address"), ask(EventController.type_address), size=20)
        return head

    def line(self) -> str:
        """What is going on."""
        if self.asked:
            return t("Asking {name}…", name=self.asked)
        return t("No organiser is found.") if self.nobody else t("Looking for the organiser…")

    def hint(self) -> str:
        """What helps."""
        if not self.nobody or self.asked:
            return ""
        return t("Is this table in the organiser's network? The desk shows the address beside the code.")

    def on_back(self, state: EventClient) -> Next[EventClient]:
        """Another code."""
        return ask(EventController.type_anew)


class EnterAddress(Screen[EventClient]):
    """The organiser's address as it is typed."""

    key = "event_address"
    address: str = ""

    def draw(self, canvas: Canvas, view: Moment[EventClient]) -> Rect:
        """What is typed, and the keys."""
        u, p = canvas.u, canvas.look.palette
        portrait = canvas.look.portrait
        head, field, keys = below_heading(canvas, (110, 560) if portrait else (80, 310))
        heading(canvas, head, t("The organiser's address"), done=t("Join"), why=self.against())
        inner = draw_panel(canvas, field, p.paper, 12, 6)
        hint = t("For instance 192.168.1.10; the desk shows it beside the code.")
        text = self.address + "_" if self.address else hint
        size, weight = (30, "bold") if self.address else (18, "regular")
        canvas.text(inner, text, size, weight, p.ink if self.address else p.ink_muted, "center", lines=2)
        columns = 5 if portrait else 10
        boxes = canvas.grid(keys, columns, 40 // columns, u(5))
        for letter, box in zip(f"{ADDRESS_KEYS}\b", boxes, strict=True):
            draw_key(canvas, box, letter, 24)
        return field

    def against(self) -> str | None:
        """Why that is no address; None where it may be one."""
        try:
            read_address(self.address)
        except Refusal as refused:
            return tr(refused.message)
        return None

    def typed_text(self) -> str:
        """The address so far."""
        return self.address

    def on_text(self, state: EventClient, text: str) -> Next[EventClient]:
        """A letter, or backspace."""
        if text == "\b":
            return replace(self, address=self.address[:-1])
        letter = text.lower()
        if len(letter) != 1 or letter not in ADDRESS_KEYS or len(self.address) >= LONGEST_ADDRESS:
            return self
        return replace(self, address=self.address + letter)

    def on_done(self, state: EventClient) -> Next[EventClient]:
        """Ask there."""
        return ask(EventController.use_address, self.address)

    def on_back(self, state: EventClient) -> Next[EventClient]:
        """To the code."""
        return ask(EventController.type_anew)
