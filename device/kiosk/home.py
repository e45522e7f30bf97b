"""The first screen: go on with a game that is not finished, begin a new one, look at old ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from device.i18n import language, t, tr
from device.journal import JournalTrouble, Kept
from device.kiosk.actions import EVENT, HISTORY, LANGUAGE, SETTINGS, SOUND, TURN, AtEvent, Command, Go, Put
from device.kiosk.canvas import Canvas, Look
from device.kiosk.controllers import GameScreens, GameScreensByKey, Host
from device.kiosk.widgets import Rect, Scene
from device.peripherals.oled_content import OledContent
from device.peripherals.signals import Signals
from device.table.table import open_game
from rules.history import History
from rules.message import Message

LISTED = 3
"""Old games on the home screen."""
FEW = 2
"""So many games stand below each other; more stand in two columns."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A kept game as the list shows it."""

    id: int
    created: str
    key: str
    line: Message
    open: bool


def listed(kept: list[Kept], load: Callable[[int], tuple[History, int | None]], keys: GameScreensByKey) -> list[Listed]:
    """The newest kept games with a line each; one that cannot be folded says so instead of its result."""
    found = []
    for one in kept[: LISTED + 1]:
        try:
            history, _ = load(one.id)
            line, is_open = history.game.summary(history.state), open_game(history.game.stage(history.state))
        except JournalTrouble as trouble:
            line, is_open = trouble.message, False
        found.append(Listed(one.id, one.created, one.key, line, is_open and one.key in keys))
    return found


class Home:
    """The home room."""

    def __init__(self, host: Host, rooms: GameScreensByKey, games: list[Listed]) -> None:
        self.host = host
        self.rooms = rooms
        self.games = games

    def scene(self, look: Look, at: int) -> Scene:
        """A card for each game, old games beside or below them, and the way back into the last one as the largest."""
        canvas = Canvas(look)
        current = next((game for game in self.games if game.open), None)
        few = len(self.rooms) <= FEW
        offers = self.offers(current)
        if look.portrait:
            head, body, foot = canvas.rows(canvas.area, (72, 230, 154) if few and offers else (72, 300, 84))
        else:
            head, body, foot = canvas.rows(canvas.area, (56, 244, 156) if few and offers else (56, 304, 96))
        if not offers:  # nothing to go on with: the games have the room
            body = Rect(body.x, body.y, body.w, foot.y + foot.h - body.y)
        self.head(canvas, head)
        if look.portrait:
            cards, old = canvas.rows(body, (1, 1))
        else:
            cards, old = canvas.cols(body, (1, 1) if few else (8, 5))
        self.cards(canvas, cards)
        self.old_games(canvas, old)
        boxes = canvas.cols(foot, (1,) * len(offers)) if offers else []
        for n, ((label, sub, action), box) in enumerate(zip(offers, boxes, strict=True)):
            canvas.button(
                box, label, action, sub=sub, style="normal" if n else "primary", size=26 if len(offers) == 1 else 20
            )
        if look.toast:
            canvas.banner(body, look.toast)
        return canvas.scene()

    def head(self, canvas: Canvas, rect: Rect) -> None:
        """The product's name and what the whole device has; the name above the rest on a tall screen."""
        if canvas.look.portrait:
            title, line = canvas.rows(rect, (36, 52))
            boxes = canvas.cols(line, (1,) * 5)
        else:
            title, *boxes = canvas.cols(rect, (20, 16, 16, 16, 16, 16))
        canvas.text(title, "Dvojtah", 36, "bold", canvas.look.palette.text)
        buttons = (
            (t("The event"), EVENT),
            (t("Turn the picture"), TURN),
            (t("Silent") if canvas.look.silent else t("Sound on"), SOUND),
            ("English" if language() == "cs" else "Čeština", LANGUAGE),
            (t("Settings"), SETTINGS),
        )
        for (label, action), box in zip(buttons, boxes, strict=True):
            canvas.button(box, label, action, size=17, lines=2)

    def offers(self, current: Listed | None) -> list[tuple[str, str, Any]]:
        """What there is to go on with, the organiser's offer first: words, second line, action."""
        event = self.host.event
        offers: list[tuple[str, str, Any]] = []
        if (held := event.offered) is not None:
            offers.append((t("Take up the game of this table"), held.line, AtEvent("take")))
        elif (pairing := event.pairing) is not None:
            who = " – ".join(pairing.names or (" + ".join(group) for group in pairing.seats))
            label = t("Round {n}: confirm the names", n=pairing.round) if pairing.round else t("Confirm the names")
            offers.append((label, who, AtEvent("play", pairing)))
        if current is not None:
            offers.append((t("Go on with the game"), tr(current.line), Go("resume", current.id)))
        return offers

    def cards(self, canvas: Canvas, rect: Rect) -> None:
        """One or two games below each other, more in two columns; a touch anywhere on a card begins a game."""
        rooms = list(self.rooms.values())
        columns = 1 if len(rooms) <= FEW else 2
        lines = [rooms[n : n + columns] for n in range(0, len(rooms), columns)]
        for line, band in zip(lines, canvas.rows(rect, (1,) * len(lines)), strict=True):
            for room, box in zip(line, canvas.cols(band, (1,) * len(line)), strict=True):
                self.card(canvas, room, box)

    def card(self, canvas: Canvas, room: GameScreens, box: Rect) -> None:
        """A game that can be begun."""
        p, u = canvas.look.palette, canvas.u
        colour = p.accents[room.colour % len(p.accents)]
        canvas.panel(box, p.button)
        canvas.panel(Rect(box.x, box.y, u(8), box.h), colour, radius=4)
        inner = Rect(box.x + u(20), box.y + u(8), box.w - u(30), box.h - u(16))
        name, motto, new = canvas.rows(inner, (36, 46, 30), u(2))
        canvas.text(name, tr(room.name), 28, "bold", colour)
        canvas.text(motto, tr(room.motto), 17, "regular", p.text, lines=2)
        canvas.text(new, t("New game"), 17, "semibold", p.muted)
        canvas.touch(box, Go("setup", room.key))

    def old_games(self, canvas: Canvas, rect: Rect) -> None:
        """The newest games that are not the one to go on with."""
        p, u = canvas.look.palette, canvas.u
        canvas.panel(rect, p.panel)
        inner = Rect(rect.x + u(14), rect.y + u(10), rect.w - u(28), rect.h - u(20))
        title, body = canvas.rows(inner, (30, 250))
        canvas.text(title, t("Games on this device"), 16, "semibold", p.muted)
        *boxes, every = canvas.rows(body, (1,) * (LISTED + 1), u(6))
        if self.games:
            canvas.button(every, t("All games"), HISTORY, sub=t("search · replay · copies"), style="quiet", size=17)
        for game, box in zip(self.games[:LISTED], boxes, strict=False):
            action: object = Go("resume", game.id)
            if game.key not in self.rooms:
                action = Put("why", t("This game has no screens here."))
            state = t("in progress") if game.open else t("finished")
            canvas.button(box, tr(game.line), action, sub=f"{game.created[:10]} · {state}", size=17)
        if not self.games:
            canvas.text(body, t("None yet."), 19, "regular", p.faint, "center")

    def act(self, action: Any) -> None:
        """A touch."""
        if isinstance(action, Go) and action.screen == "setup":
            self.host.enter(self.rooms[action.arg].setup(self.host))
        elif isinstance(action, Go) and action.screen == "resume":
            self.host.table.resume(action.arg)
            self.host.enter(self.rooms[self.host.table.game.key].play(self.host))
        elif isinstance(action, Put):
            self.host.say(str(action.value))
        elif isinstance(action, Command):
            self.host.command(action)

    def typed(self, text: str) -> None:
        """Nothing to type here."""

    def next_change(self, at: int) -> int | None:
        """Nothing moves by itself."""
        return None

    def oled_contents(self, at: int) -> tuple[OledContent, OledContent]:
        """The product's name."""
        face = OledContent("", "Dvojtah", mark=t("new game on the screen"))
        return face, face

    def signals(self, at: int) -> Signals:
        """All dark."""
        return Signals()
