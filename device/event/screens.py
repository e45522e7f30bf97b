"""The event on the screen: joining it, how things stand, the referee; and the card that lies over any screen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from msgspec import structs

from device.event.client import EventClient
from device.event.ticket import ALPHABET, LOOKALIKE
from device.i18n import language, t, tr
from device.kiosk.actions import BACK, DONE, SWALLOW, AtEvent, Go, Key, Put
from device.kiosk.canvas import Canvas, Look
from device.kiosk.controllers import Controller, Host
from device.kiosk.overlay import Overlay
from device.kiosk.widgets import Rect, Scene
from device.peripherals.oled_content import OledContent
from device.table.table import Table
from rules.message import msgs

LONGEST = 160
"""Letters of a code at most."""
GROUP = 4


class EventController(Overlay):
    """How this table stands with its event; without one, the keys for the code."""

    def __init__(self, host: Host, under: Controller) -> None:
        super().__init__(host, under)
        self.code = ""
        self.typing = host.event.hall is None
        self.leaving = False

    # -- pictures --------------------------------------------------------------------------------------------------

    def scene(self, look: Look, at: int) -> Scene:
        """The code that is typed, or how things stand."""
        canvas = Canvas(look)
        self._code(canvas) if self.typing else self._standing(canvas)
        if look.toast:
            canvas.banner(canvas.area, look.toast)
        return canvas.scene()

    def _code(self, canvas: Canvas) -> None:
        u, p = canvas.u, canvas.look.palette
        portrait = canvas.look.portrait
        head, field, keys = canvas.rows(canvas.area, (50, 96, 470 if portrait else 300))
        back, title, done = canvas.cols(head, (12, 62, 26))
        canvas.button(back, "", BACK, icon="back")
        canvas.text(title, t("The code of the event"), 24, "bold", p.text, "center")
        canvas.button(done, t("Join"), DONE, style="primary", size=22)
        canvas.panel(field, p.paper)
        inner = Rect(field.x + u(14), field.y + u(6), field.w - u(28), field.h - u(12))
        if self.code:
            groups = [self.code[n : n + GROUP] for n in range(0, len(self.code), GROUP)]
            canvas.text(inner, " ".join(groups) + " _", 24, "bold", p.ink, lines=3 if portrait else 2, digits=True)
        else:
            hint = t("It stands on the card that the organiser gave you for this table.")
            canvas.text(inner, hint, 19, "regular", p.ink_muted, "center", lines=2)
        columns = 6 if portrait else 9
        letters = [*ALPHABET, "\b"]
        bands = canvas.rows(keys, (1,) * -(-len(letters) // columns), u(6))
        for n, letter in enumerate(letters):
            box = canvas.cols(bands[n // columns], (1,) * columns, u(6))[n % columns]
            if letter == "\b":
                last = bands[-1]
                box = Rect(box.x, box.y, last.x + last.w - box.x, box.h)
                canvas.button(box, "", Key(letter), style="key", icon="backspace")
            else:
                canvas.button(box, letter, Key(letter), style="key", size=24)

    def _standing(self, canvas: Canvas) -> None:
        look, p = canvas.look, canvas.look.palette
        event = self.host.event
        hall = event.hall
        if hall is None:
            return
        head, body, foot = canvas.rows(canvas.area, (50, 250, 110))
        back, title = canvas.cols(head, (12, 88))
        canvas.button(back, "", BACK, icon="back")
        canvas.text(title, t("Event {event} · table {n}", event=hall.event, n=hall.table), 24, "bold", p.text)
        split = canvas.rows if look.portrait else canvas.cols
        left, right = split(body, (1, 1))
        self._connection(canvas, left)
        self._round(canvas, right)
        if self.leaving:
            sure, stay = canvas.cols(foot, (1, 1))
            canvas.button(sure, t("Leave the event"), Go("leave"), sub=t("what was not sent is kept"), style="danger")
            canvas.button(stay, t("Stay"), Go("stay"), style="primary")
            return
        call, other, leave = canvas.cols(foot, (50, 25, 25))
        if event.call is None:
            canvas.button(call, t("Call the referee"), AtEvent("call"), style="accent", size=26)
        else:
            label = t("The referee is on the way.") if event.coming else t("The referee is called.")
            canvas.button(call, t("No longer needed"), AtEvent("call off"), sub=label, size=22)
        canvas.button(other, t("Another code"), Go("code"), style="quiet", size=18)
        canvas.button(leave, t("Leave the event"), Go("leaving"), style="quiet", size=18)

    def _connection(self, canvas: Canvas, rect: Rect) -> None:
        """Whether there is a connection, and what has not arrived."""
        u, p = canvas.u, canvas.look.palette
        hall = self.host.event.hall
        assert hall is not None
        canvas.panel(rect, p.panel)
        inner = Rect(rect.x + u(16), rect.y + u(12), rect.w - u(32), rect.h - u(24))
        title, line, more = canvas.rows(inner, (36, 60, 90))
        if not hall.connected:
            head = t("Not connected")
            text = t("The game goes on as usual. Everything is kept here and sent as soon as there is a connection.")
            if hall.trouble is not None:
                text = tr(hall.trouble)
        elif not hall.answered:
            head, text = (
                t("Waiting for the organiser"),
                t("The network is there, the organiser's program does not answer."),
            )
        elif hall.away or hall.twice:
            head = t("Another device has this number, too")
            text = t("Nothing is lost; ask the organiser which of the two it is for.")
        elif hall.waiting:
            head, text = t("Connected"), t("Sending what happened meanwhile…")
        else:
            head, text = t("Connected"), t("The organiser has everything from this table.")
        well = hall.connected and hall.answered
        canvas.shape(
            Rect(title.x, title.y + (title.h - u(18)) // 2, u(18), u(18)),
            "dot" if well else "ring",
            p.text if well else p.warn,
        )
        canvas.text(Rect(title.x + u(28), title.y, title.w - u(28), title.h), head, 24, "bold", p.text)
        if hall.waiting:
            waits = tr(msgs("{n} entry has not arrived yet.", "{n} entries have not arrived yet.", hall.waiting))
            canvas.text(line, waits, 20, "semibold", p.warn if not well else p.text)
            canvas.text(more, text, 18, "regular", p.muted, lines=3)
        else:
            canvas.text(Rect(line.x, line.y, line.w, line.h + more.h), text, 19, "regular", p.muted, lines=3)

    def _round(self, canvas: Canvas, rect: Rect) -> None:
        """The round's countdown and the last announcement."""
        u, p = canvas.u, canvas.look.palette
        event = self.host.event
        hall = event.hall
        assert hall is not None
        canvas.panel(rect, p.panel)
        inner = Rect(rect.x + u(16), rect.y + u(12), rect.w - u(32), rect.h - u(24))
        title, clock, note = canvas.rows(inner, (30, 70, 90))
        name, _, left = event.clock().partition(" · ")
        if left:
            canvas.text(title, hall.countdown.title or name if hall.countdown else name, 20, "semibold", p.muted)
            canvas.text(clock, left, 60, "bold", p.text, digits=True)
        else:
            canvas.text(title, t("No round is announced."), 20, "semibold", p.muted)
        said = hall.notice
        if said is not None:
            english = language() == "en" and said.text_en
            canvas.text(note, said.text_en if english else said.text, 18, "regular", p.text, lines=4)

    # -- touches ---------------------------------------------------------------------------------------------------

    def act(self, action: Any) -> None:
        """A touch. Raises `Refusal` where the code is not one."""
        if action == BACK:
            self._back()
        elif action == DONE:
            self._join()
        elif isinstance(action, Put) and action.name == "key":
            self._key(action.value)
        elif isinstance(action, Go):
            self.leaving = action.screen == "leaving"
            if action.screen == "code":
                self.typing, self.code = True, ""
            elif action.screen == "leave":
                self.host.event.leave()
                self.close()

    def _back(self) -> None:
        if self.typing and self.host.event.hall is not None:
            self.typing = False
        elif self.leaving:
            self.leaving = False
        else:
            self.close()

    def _key(self, text: str) -> None:
        if text == "\b":
            self.code = self.code[:-1]
        elif len(self.code) < LONGEST:
            self.code += text

    def _join(self) -> None:
        if self.typing:
            self.host.event.join(self.code, self.host.table)
            self.typing = False

    def typed(self, text: str) -> None:
        """An attached keyboard."""
        letter = text.upper().translate(LOOKALIKE)
        if text == "\x1b":
            self._back()
        elif text == "\r":
            self._join()
        elif self.typing and (text == "\b" or (letter and letter in ALPHABET)):
            self._key(text if text == "\b" else letter)


def card(look: Look, event: EventClient, table: Table) -> Scene:
    """What lies over any screen until somebody here has answered: a result sent back, an announcement."""
    returned, notice = event.returned(table), event.notice
    if returned is None and notice is None:
        return ()
    canvas = Canvas(replace(look, toast=""))
    u, p = canvas.u, look.palette
    high = u(176 if look.portrait else 132)
    area = canvas.area
    rect = Rect(area.x + u(16), area.y + area.h - high - u(120 if look.portrait else 16), area.w - u(32), high)
    canvas.panel(rect, p.paper, border=p.warn)
    canvas.touch(rect, SWALLOW)
    inner = Rect(rect.x + u(16), rect.y + u(10), rect.w - u(32), rect.h - u(20))
    text, buttons = canvas.rows(inner, (84, 76)) if look.portrait else canvas.cols(inner, (68, 32), u(14))
    if returned is not None:
        head, body = t("The organiser sends the result back"), returned.reason
    else:
        assert notice is not None
        head, body = t("Announcement"), notice[1]
    top, rest = canvas.rows(text, (26, 76), u(2))
    canvas.text(top, head, 17, "semibold", p.ink_muted)
    canvas.text(rest, body, 22, "bold", p.ink, lines=3)
    if returned is not None:
        first, second = canvas.cols(buttons, (1, 1)) if look.portrait else canvas.rows(buttons, (1, 1))
        canvas.button(first, t("Open the game"), AtEvent("reopen", returned), style="accent", size=18)
        canvas.button(second, t("Not now"), AtEvent("later", returned), size=18)
    elif notice is not None:
        canvas.button(buttons, t("I see"), AtEvent("read", notice[0]), size=20)
    return canvas.scene()


def on_oleds(faces: tuple[OledContent, OledContent], event: EventClient) -> tuple[OledContent, OledContent]:
    """The OLEDs, which say while the referee is called that he is, or that he is on the way."""
    if event.call is None:
        return faces
    mark = t("referee on the way") if event.coming else t("referee called")
    first, second = faces
    return structs.replace(first, mark=mark), structs.replace(second, mark=mark)
