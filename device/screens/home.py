"""The first screen: go on with a game that is not finished, begin a new one, look at old ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.event.actions import EVENT, PlayPairing, ShowNextRound, TakeUpGame
from device.graphics.actions import Again, Command, NewGame, ResumeGame, TryOut, Why
from device.graphics.canvas import Canvas
from device.graphics.widgets import Rect
from device.i18n import language, t, tr
from device.io.oled_content import OledContent
from device.journal import Journal, JournalTrouble, StoredGame
from device.kiosk.host import Host
from device.kiosk.screen import Screen, View, draw_panel
from device.kiosk.screen_controller import ScreenController
from device.registry import EVENT_SPECS
from device.specs.spec import GameSpec, GameSpecs
from device.table.calendar import UNKNOWN
from device.table.table import open_game
from rules.game import Progress
from rules.history import History
from rules.message import Message
from rules.people import named_people

if TYPE_CHECKING:
    from device.event.messages import HeldGame, NextSeats, Pairing

RECENT = 3
"""Old games on the home screen."""
FOUR = 4
"""People who make two pairs, in three ways."""
FEW = 2
"""So many games stand below each other; more stand in two columns."""


@dataclass(frozen=True, slots=True)
class RecentGame:
    """A kept game as the list shows it.

    ``again`` names those who could play a rematch (empty: nobody); ``pairs``: four people, who could pair otherwise.
    """

    id: int
    created: str
    key: str
    line: Message
    open: bool
    again: str = ""
    pairs: bool = False


def recent_games(
    kept: list[StoredGame], load: Callable[[int], tuple[History, int | None]], keys: GameSpecs
) -> list[RecentGame]:
    """The newest kept games with a line each; one that cannot be folded says so instead of its result."""
    found = []
    again, pairs = "", False
    for one in kept[: RECENT + 1]:
        try:
            history, _ = load(one.id)
            progress = history.game.progress(history.state)
            line, is_open = history.game.summary(history.state), open_game(progress)
            if one is kept[0] and progress in (Progress.RESULT, Progress.SIGNED) and one.key in keys:
                again, people = players_of(history), named_people(history.setup.seats)
                pairs = EVENT_SPECS[one.key].seats.pairs and len(people) == FOUR
        except JournalTrouble as trouble:
            line, is_open = trouble.message, False
        found.append(RecentGame(one.id, one.created, one.key, line, is_open and one.key in keys, again, pairs))
        again, pairs = "", False
    return found


def players_of(history: History) -> str:
    """Who played, in one line: the pairs where they have names, else everybody."""
    setup = history.game.rematch(history.state)
    return " × ".join(setup.teams) or " · ".join(one.name for one in named_people(setup.seats))


@dataclass(frozen=True, slots=True)
class HomeState:
    """What the home screen shows: kept games, newest first, the games there are, and what the organiser offers.

    ``next`` is the round for which who plays where was shown. ``asks_day``: what day it is has not been entered yet.
    """

    games: tuple[RecentGame, ...]
    screens: GameSpecs
    held: HeldGame | None = None
    pairing: Pairing | None = None
    next: NextSeats | None = None
    asks_day: bool = False


class HomeScreen(Screen[HomeState]):
    """A card for each game, old games beside or below them, and the way back into the last one as the largest."""

    key = "home"

    def draw(self, canvas: Canvas, view: View[HomeState]) -> Rect:
        """All of it."""
        state, look = view.state, canvas.look
        few = len(state.screens) <= FEW
        offers = self.offers(state)
        if look.portrait:
            head, body, foot = canvas.rows(canvas.area, (72, 230, 154) if few and offers else (72, 300, 84))
        else:
            head, body, foot = canvas.rows(canvas.area, (56, 244, 156) if few and offers else (56, 304, 96))
        if look.large_print and few and offers:
            head, body, foot = canvas.rows(canvas.area, (72, 286, 98) if look.portrait else (56, 276, 124))
        if not offers:  # nothing to go on with: the games have the place
            body = Rect(body.x, body.y, body.w, foot.y + foot.h - body.y)
        self.head(canvas, head)
        if look.portrait:
            cards, old = canvas.rows(body, (1, 1))
        else:
            cards, old = canvas.cols(body, (1, 1) if few else (8, 5))
        self.cards(canvas, cards, state)
        self.old_games(canvas, old, state)
        boxes = canvas.cols(foot, (1,) * len(offers)) if offers else []
        for n, ((label, sub, action), box) in enumerate(zip(offers, boxes, strict=True)):
            canvas.button(
                box, label, action, sub=sub, style="normal" if n else "primary", size=26 if len(offers) == 1 else 20
            )
        return body

    def head(self, canvas: Canvas, rect: Rect) -> None:
        """The product's name and what the whole device has; the name above the rest on a tall screen."""
        if canvas.look.portrait:
            title, line = canvas.rows(rect, (36, 52))
            title, help_box = canvas.cols(title, (86, 14))
            boxes = canvas.cols(line, (1,) * 5)
        else:
            title, *boxes, help_box = canvas.cols(rect, (20, 15, 15, 15, 15, 15, 6.5))
        canvas.help(help_box)
        canvas.text(title, "Dvojtah", 36, "bold", canvas.look.palette.text)
        buttons = (
            (t("The event"), EVENT),
            (t("Turn the picture"), Command.TURN),
            (t("Silent") if canvas.look.silent else t("Sound on"), Command.SOUND),
            ("English" if language() == "cs" else "Čeština", Command.LANGUAGE),
            (t("Settings"), Command.SETTINGS),
        )
        for (label, action), box in zip(buttons, boxes, strict=True):
            canvas.button(box, label, action, size=17, lines=2)

    def offers(self, state: HomeState) -> list[tuple[str, str, object]]:
        """What there is to go on with, the organiser's offer first: words, second line, action."""
        offers: list[tuple[str, str, object]] = []
        if state.held is not None:
            offers.append((t("Take up the game of this table"), state.held.line, TakeUpGame()))
        elif (pairing := state.pairing) is not None:
            who = " – ".join(pairing.names or (" + ".join(group) for group in pairing.seats))
            label = t("Round {n}: confirm the names", n=pairing.round) if pairing.round else t("Confirm the names")
            offers.append((label, who, PlayPairing(pairing)))
        if state.next is not None:
            who = " · ".join(seat.name for seat in state.next.seats)
            offers.append((t("Round {n}: who plays where", n=state.next.round), who, ShowNextRound()))
        organised = bool(offers)
        current = next((game for game in state.games if game.open), None)
        if current is not None:
            offers.append((t("Go on with the game"), tr(current.line), ResumeGame(current.id)))
        if state.games and not organised and (last := state.games[0]).again:
            offers.append((t("Rematch, sides changed"), last.again, Again(last.id)))
            if last.pairs:
                offers.append((t("The same four, other pairs"), t("the device draws them"), Again(last.id, mixed=True)))
        if not offers and not state.games:
            offers += [
                (t("First time? Try it out"), t("two minutes with both buttons, nothing is recorded"), TryOut(game.key))
                for game in state.screens.values()
                if game.trial is not None
            ]
        if state.asks_day:
            offers.append(
                (t("What day is it?"), t("this device has no clock of its own; its papers have no date"), Command.DATE)
            )
        return offers

    def cards(self, canvas: Canvas, rect: Rect, state: HomeState) -> None:
        """One or two games below each other, more in two columns; a touch anywhere on a card begins a game."""
        games = list(state.screens.values())
        columns = 1 if len(games) <= FEW else 2
        lines = [games[n : n + columns] for n in range(0, len(games), columns)]
        for line, band in zip(lines, canvas.rows(rect, (1,) * len(lines)), strict=True):
            for game, box in zip(line, canvas.cols(band, (1,) * len(line)), strict=True):
                self.card(canvas, game, box)

    def card(self, canvas: Canvas, game: GameSpec, box: Rect) -> None:
        """A game that can be begun."""
        p, u = canvas.look.palette, canvas.u
        colour = p.accents[game.colour % len(p.accents)]
        canvas.panel(box, p.button)
        canvas.panel(Rect(box.x, box.y, u(8), box.h), colour, radius=4)
        inner = Rect(box.x + u(20), box.y + u(8), box.w - u(30), box.h - u(16))
        if canvas.look.large_print:
            inner = Rect(inner.x, box.y + u(3), inner.w, box.h - u(6))
        name, motto, new = canvas.rows(inner, (36, 46, 30), 0 if canvas.look.large_print else u(2))
        canvas.text(name, tr(game.name), 28, "bold", colour)
        canvas.text(motto, tr(game.motto), 17, "regular", p.text, lines=2)
        canvas.text(new, t("New game"), 17, "semibold", p.muted)
        canvas.touch(box, NewGame(game.key))

    def old_games(self, canvas: Canvas, rect: Rect, state: HomeState) -> None:
        """The newest games that are not the one to go on with."""
        p, u = canvas.look.palette, canvas.u
        inner = draw_panel(canvas, rect, p.panel, 14, 10)
        title, body = canvas.rows(inner, (30 * canvas.print_scale, 250))
        listed = RECENT - 1 if canvas.look.large_print else RECENT
        canvas.text(title, t("Games on this device"), 16, "semibold", p.muted)
        *boxes, every = canvas.rows(body, (1,) * (listed + 1), u(6))
        if state.games:
            every, counted = canvas.cols(every, (1, 1), u(6))
            canvas.button(every, t("All games"), Command.HISTORY, sub=t("search · copies"), style="quiet", size=17)
            canvas.button(
                counted, t("Statistics"), Command.STATISTICS, sub=t("people · evenings"), style="quiet", size=17
            )
        for game, box in zip(state.games[:listed], boxes, strict=False):
            action: object = ResumeGame(game.id)
            if game.key not in state.screens:
                action = Why(t("This game has no screens here."))
            signed = t("not signed") if game.open else t("signed")
            spec = state.screens.get(game.key)
            name = tr(spec.name) if spec is not None else game.key
            day = t("date not known") if game.created.startswith(UNKNOWN) else game.created[:10]
            canvas.button(box, tr(game.line), action, sub=f"{name} · {day} · {signed}", size=17)
        if not state.games:
            canvas.text(body, t("None yet."), 19, "regular", p.faint, "center")


class HomeController(ScreenController[HomeState]):
    """The home screen over the games of ``screens``; ``games`` are those that this device has kept, newest first."""

    def __init__(self, host: Host, screens: GameSpecs, games: list[RecentGame]) -> None:
        super().__init__(host)
        self.screens = screens
        self.games = games

    @property
    def state(self) -> HomeState:
        """The games, and what the organiser offers now."""
        event = self.host.event
        return HomeState(
            tuple(self.games),
            self.screens,
            event.offered_game,
            event.pairing,
            event.next_seats,
            self.host.calendar.asks,
        )

    def usual(self, state: HomeState) -> HomeScreen:
        """The only screen there is."""
        return HomeScreen()

    def view(self, at: int) -> View[HomeState]:
        """Nothing may be recorded here."""
        return View(self.state, at, {})

    def oled_contents(self, at: int) -> tuple[OledContent, OledContent]:
        """The product's name."""
        content = OledContent("", "Dvojtah", mark=t("new game on the screen"))
        return content, content


def open_home(host: Host, journal: Journal) -> HomeController:
    """The list of games, with what ``journal`` has kept."""
    return HomeController(host, host.games, recent_games(journal.games(), journal.load, host.games))
