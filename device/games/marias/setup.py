"""Setting up a mariáš table: three to five names, who writes the slip, rounds and their length (M1-M6, M31)."""

from __future__ import annotations

from typing import Any

import msgspec

from device.edges.signals import Signals
from device.faces import Face
from device.games.marias.cards import money, places
from device.games.marias.room import MariasRoom
from device.kiosk.actions import BACK, Put, Simple, Step
from device.kiosk.canvas import Canvas, Look
from device.kiosk.keys import DONE, name_keys
from device.kiosk.widgets import Rect, Scene
from device.rooms import Host, Room
from device.words import t
from rules.marias import MariasSetup
from rules.marias.events import SEAT
from rules.message import Message, msg

LONGEST = 14
"""Letters in a name, so that it is readable on the card."""
SEATS = 5


class MariasSetupRoom:
    """Five fields, of which three must be filled in, and a keyboard. What else is set comes from the settings."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.fields = [""] * SEATS
        self.focus = 0
        self.shift = True
        self.leader = 0
        self.rounds = host.settings.marias.rounds
        self.minutes = host.settings.marias.round_s // 60

    def scene(self, look: Look, at: int) -> Scene:
        """The form as it stands."""
        canvas = Canvas(look)
        p = look.palette
        heights = (40, 130, 110, 300) if look.portrait else (44, 66, 56, 266)
        head, form, terms, keys = canvas.rows(canvas.area, heights)
        back, title, start = canvas.cols(head, (12, 62, 26))
        canvas.button(back, "", BACK, icon="back")
        canvas.text(title, t("Who sits at the table, clockwise?"), 24, "bold", p.text, "center")
        canvas.button(start, t("Next"), DONE, style="primary", size=22)
        for n, box in enumerate(places(canvas, form, SEATS)):
            self.field(canvas, n, box)
        self.terms(canvas, terms)
        name_keys(canvas, keys, self.shift)
        if look.toast:
            canvas.banner(form, look.toast)
        return canvas.scene()

    def field(self, canvas: Canvas, index: int, box: Rect) -> None:
        """One name; the one that is typed into has a border."""
        p, u = canvas.look.palette, canvas.u
        focused = self.focus == index
        canvas.panel(box, p.paper if focused else p.panel, border=p.pair[0] if focused else None)
        inner = Rect(box.x + u(10), box.y + u(4), box.w - u(20), box.h - u(8))
        top, name = canvas.rows(inner, (18, 36), 0)
        label = t("seat {seat}", seat=SEAT[index])
        if index == self.leader:
            label += " · " + t("writes")
        elif index >= 3:
            label += " · " + t("if any")
        canvas.text(top, label, 13, "semibold", p.ink_muted if focused else p.muted)
        text = self.fields[index] + ("_" if focused else "")
        canvas.text(name, text, 22, "bold", p.ink if focused else p.text)
        canvas.touch(box, Put("focus", index))

    def terms(self, canvas: Canvas, rect: Rect) -> None:
        """Rounds, their length, who leads; stake, tariff and cap are the settings'."""
        if canvas.look.portrait:
            upper, lower = canvas.rows(rect, (1, 1), canvas.u(6))
            rounds, minutes = canvas.cols(upper, (1, 1))
            leader, money_box = canvas.cols(lower, (1, 1))
        else:
            rounds, minutes, leader, money_box = canvas.cols(rect, (1.35, 1.35, 1.1, 1.4))
        self.stepper(canvas, rounds, "rounds", t("rounds: {n}", n=self.rounds))
        self.stepper(canvas, minutes, "minutes", t("{n} min", n=self.minutes))
        name = self.fields[self.leader].strip() or t("seat {seat}", seat=SEAT[self.leader])
        canvas.button(leader, name, Put("leader", True), sub=t("writes the slip"), size=18)
        own = self.host.settings.marias
        text = t("stake {stake} Kč\ncap {cap} Kč", stake=money(own.stake), cap=money(own.cap))
        canvas.text(money_box, text, 16, "regular", canvas.look.palette.muted, "center", lines=2)

    def stepper(self, canvas: Canvas, rect: Rect, name: str, label: str) -> None:
        """A number with fewer and more."""
        u = canvas.u
        less, more = Rect(rect.x, rect.y, u(46), rect.h), Rect(rect.x + rect.w - u(46), rect.y, u(46), rect.h)
        canvas.button(less, "−", Step(name, -1), size=26)
        canvas.button(more, "+", Step(name, 1), size=26)
        middle = Rect(rect.x + u(46), rect.y, rect.w - u(92), rect.h)
        canvas.text(middle, label, 18, "semibold", canvas.look.palette.text, "center")

    def act(self, action: Any) -> None:
        """A touch. Raises `Refusal` where the names make no table."""
        if action == BACK:
            self.host.home()
        elif action == DONE:
            self.begin()
        elif action == Simple("shift"):
            self.shift = not self.shift
        elif isinstance(action, Step):
            if action.name == "rounds":
                self.rounds = max(1, min(20, self.rounds + action.by))
            else:
                self.minutes = max(5, min(180, self.minutes + 5 * action.by))
        elif isinstance(action, Put) and action.name == "focus":
            self.focus = action.value
            self.shift = not self.fields[self.focus]
        elif isinstance(action, Put) and action.name == "leader":
            self.leader = (self.leader + 1) % max(3, self.players)
        elif isinstance(action, Put) and action.name == "key":
            self.key(action.value)

    @property
    def players(self) -> int:
        """How many fields are used: up to the last one with a name."""
        return max((n + 1 for n, name in enumerate(self.fields) if name.strip()), default=0)

    def key(self, text: str) -> None:
        """A letter or backspace."""
        now = self.fields[self.focus]
        if text == "\b":
            now = now[:-1]
        elif len(now) < LONGEST and (now or text != " "):
            now += text
        self.fields[self.focus] = now
        self.shift = not now or now.endswith((" ", "-"))

    def typed(self, text: str) -> None:
        """An attached keyboard."""
        if text == "\r":
            self.begin() if self.focus >= SEATS - 1 or not self.fields[self.focus].strip() else self.next_field()
        elif text == "\t":
            self.next_field()
        elif text == "\x1b":
            self.host.home()
        elif text == "\b" or text.isprintable():
            self.key(text)

    def next_field(self) -> None:
        """The next name."""
        self.focus = (self.focus + 1) % SEATS
        self.shift = not self.fields[self.focus]

    def begin(self) -> None:
        """Open the table with the terms of the settings. Raises `Refusal` where names are missing."""
        names = tuple(name.strip() for name in self.fields[: self.players])
        terms = msgspec.structs.asdict(self.host.settings.marias)
        terms |= {"rounds": self.rounds, "round_s": self.minutes * 60}
        self.host.table.new(MariasSetup(players=names, leader=SEAT[self.leader], **terms))
        self.host.enter(MariasRoom(self.host))

    def next_change(self, at: int) -> int | None:
        """Nothing moves by itself."""
        return None

    def faces(self, at: int) -> tuple[Face, Face]:
        """How many sit down."""
        face = Face(t("Mariáš"), str(self.players), mark=t("players"))
        return face, face

    def signals(self, at: int) -> Signals:
        """All dark."""
        return Signals()


class MariasGame:
    """Mariáš for the kiosk."""

    key = "marias"
    colour = 1

    @property
    def name(self) -> Message:
        """The game's name."""
        return msg("Mariáš")

    @property
    def motto(self) -> Message:
        """What it is."""
        return msg("Called-card tournament: round clock, deals, table slip")

    def play(self, host: Host) -> Room:
        """The room of the table that is played."""
        return MariasRoom(host)

    def setup(self, host: Host) -> Room:
        """The room in which a new table is set up."""
        return MariasSetupRoom(host)


GAME_ROOM = MariasGame()
