"""The first screen: go on with a game that is not finished, begin a new one, look at old ones."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from datetime import date
from typing import TYPE_CHECKING

import msgspec

from device.common.formats import local
from device.common.i18n import day_and_time, entry, t, time_of_day, tr
from device.common.specs.spec import SeatCount
from device.event.actions import EVENT, PlayPairing, ShowNextRound, TakeUpGame
from device.graphics.actions import Again, Command, NewGame, ResumeGame, StartAtOnce, TryOut, Why
from device.graphics.canvas import Canvas
from device.graphics.widgets import Rect
from device.io.oled_content import OledContent
from device.journal import JournalTrouble, StoredGame
from device.kiosk.host import Host
from device.kiosk.moment import Moment, Views
from device.kiosk.screen import Screen, ask, draw_panel
from device.kiosk.screen_controller import ScreenController
from device.kiosk.table_spec import TableSpec, TableSpecs
from device.table import put_away
from rules.game import Progress
from rules.history import History
from rules.message import Message, msgs
from rules.people import named_people

if TYPE_CHECKING:
    from device.common.event.messages import HeldGame, NextSeats, Pairing

RECENT = 4
"""Old games on the home screen."""
PLACES, COLUMNS = 6, 3
"""Places for games: a game keeps its place when another one comes."""
ROOMY = 2
"""Offers that have room in one line of a tall screen."""
FOUR = 4
"""People who make two pairs, in three ways."""
Offer = tuple[str, str, object]
"""Something to go on with: words, second line, action."""


class RecentGame(msgspec.Struct, frozen=True):
    """A kept game as the list shows it.

    ``again`` names those who could play a rematch (empty: nobody); ``pairs``: four people, who could pair otherwise.
    ``title`` is what was played, None where it cannot be read.
    """

    id: int
    created: str
    key: str
    line: Message
    open: bool
    again: str = ""
    pairs: bool = False
    title: Message | None = None


def recent_games(
    games: list[StoredGame], load: Callable[[int], tuple[History, int | None]], keys: TableSpecs
) -> list[RecentGame]:
    """The newest kept games with a line each; one that cannot be folded says so instead of its result."""
    recent = []
    for game in games[: RECENT + 1]:
        again, pairs, title = "", False, None
        try:
            history, _ = load(game.id)
            progress, title = history.game.progress(history.state), history.game.title(history.setup)
            line, is_open = history.game.summary(history.state), progress is not Progress.SIGNED
            if game is games[0] and progress in (Progress.RESULT, Progress.SIGNED) and game.key in keys:
                again, people = players_of(history), named_people(history.setup.seats)
                pairs = keys[game.key].game.seats.pairs and len(people) == FOUR
        except JournalTrouble as trouble:
            line, is_open = trouble.message, False
        goes_on = is_open and game.key in keys
        recent.append(RecentGame(game.id, game.created, game.key, line, goes_on, again, pairs, title))
    return recent


def players_of(history: History) -> str:
    """Who played, in one line: the pairs where they have names, else everybody."""
    setup = history.game.rematch(history.state)
    teams = (name or letter for letter, name in zip("AB", setup.teams, strict=False))
    return " × ".join(teams) or " · ".join(person.name for person in named_people(setup.seats))


class HomeState(msgspec.Struct, frozen=True):
    """What the home screen shows: kept games, newest first, the games there are, and what the organiser offers.

    ``next`` is the round for which who plays where was shown. ``asks_day``: what day it is has not been entered yet.
    ``put_away`` are games that nobody goes on with, ``today`` is the day by the device.
    ``at_once`` has, for each game that can be started without a question, its word and what the way to it says.
    """

    games: tuple[RecentGame, ...]
    screens: TableSpecs
    held: HeldGame | None = None
    pairing: Pairing | None = None
    next: NextSeats | None = None
    asks_day: bool = False
    put_away: frozenset[int] = frozenset()
    today: date | None = None
    at_once: tuple[tuple[str, Message], ...] = ()

    @property
    def current(self) -> RecentGame | None:
        """The newest game that is not finished and was not put away."""
        return next((game for game in self.games if game.open and game.id not in self.put_away), None)


class HomeScreen(Screen[HomeState]):
    """What goes on above everything, a place for each game, and old games beside or below them."""

    def draw(self, canvas: Canvas, view: Moment[HomeState]) -> Rect:
        """Draw games that go on, a place for each game, and old games."""
        state, tall, lu = view.state, canvas.look.portrait, canvas.lu
        offers = self.offers(state)
        head, body = canvas.rows(canvas.area, (104, 680) if tall else (48, 408))
        if offers:  # else the games have the place
            lines = 2 if tall and len(offers) > ROOMY else 1
            high = canvas.u((88 if tall else 76) + 72 * (lines - 1))
            strip, body = canvas.rows(body, (high, body.h - high))
            self.strip(canvas, strip, offers, state, lines)
        left, right = canvas.rows(body, (1, 1)) if tall else canvas.cols(body, (476, 300))
        title, cards = canvas.rows(left, (lu(24), left.h - lu(24)), canvas.u(4))
        canvas.text(title, t("New game"), 18, "bold", canvas.look.palette.text)
        places = canvas.grid(cards, COLUMNS, -(-max(PLACES, len(state.screens)) // COLUMNS))
        for game, box in zip(state.screens.values(), places, strict=False):
            draw_card(canvas, game, box)
        self.old_games(canvas, right, state)
        draw_head(canvas, head)  # last, for the two buttons mark what comes first
        return body

    def strip(self, canvas: Canvas, rect: Rect, offers: Sequence[Offer], state: HomeState, lines: int) -> None:
        """What there is to go on with, the first of it largest; a game that nobody goes on with can be put away.

        In two ``lines`` the first has one for itself.
        """
        count, current = len(offers), state.current
        first, *below = canvas.rows(rect, (1,) * lines)
        beside = [] if below else [1.0] * (count - 1)
        away = [0.5] if current is not None else []
        boxes = canvas.cols(first, [1.4 if canvas.look.portrait else 2.0, *beside, *away])
        places = [boxes[0], *canvas.cols(below[0], (1,) * (count - 1))] if below else boxes
        for n, ((label, sub, action), box) in enumerate(zip(offers, places, strict=False)):
            large = 26 if count == 1 else 20
            canvas.button(box, label, action, sub=sub, style="normal" if n else "primary", size=large)
        if current is not None:
            canvas.button(boxes[-1], t("Put away"), ask(HomeController.put_away, current.id), size=17, lines=2)

    def offers(self, state: HomeState) -> list[Offer]:
        """What there is to go on with, the organiser's offer first: words, second line, action."""
        offers: list[Offer] = []
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
        if (current := state.current) is not None:
            name = tr(state.screens[current.key].game.name)
            offers.append((t("Go on with the game"), f"{name} · {tr(current.line)}", ResumeGame(current.id)))
        if state.games and not organised and (last := state.games[0]).again:
            changed = state.screens[last.key].rematch
            offers.append((tr(changed) if changed else t("Rematch"), last.again, Again(last.id)))
            if last.pairs:
                offers.append((t("Pairs drawn anew"), t("the same four"), Again(last.id, mixed=True)))
        if not offers and not state.games:
            offers += [
                (t("First time? Try it out"), t("two minutes with both buttons, nothing is recorded"), TryOut(key))
                for key, game in state.screens.items()
                if game.trial is not None
            ]
        if not organised and state.current is None:
            played = state.games[0].key if state.games else ""
            for key, words in state.at_once:
                offer = tr(words), t("at once, without names"), StartAtOnce(key)
                offers.insert(0 if key == played else len(offers), offer)
        if state.asks_day:
            offers.append((t("What day is it?"), t("until then papers are undated"), Command.DATE))
        return offers

    def old_games(self, canvas: Canvas, rect: Rect, state: HomeState) -> None:
        """The newest games but that to go on with, and the way to all of them."""
        u, p = canvas.u, canvas.look.palette
        title, body = canvas.rows(rect, (canvas.lu(24), rect.h - canvas.lu(24)), u(4))
        canvas.text(title, t("Games on this device"), 18, "bold", p.text)
        listed = RECENT - 1 if canvas.look.large_print else RECENT
        if not state.games:
            inner = draw_panel(canvas, body, p.panel, 14, 10)
            canvas.text(inner, t("None yet."), 19, "regular", p.faint, "center")
            return
        old, foot = canvas.rows(body, (body.h - u(52), u(48)), u(4))
        boxes = canvas.rows(old, (1,) * listed, u(4))
        for game, box in zip(
            (recent_game for recent_game in state.games if recent_game != state.current), boxes, strict=False
        ):
            self.old_game(canvas, box, game, state)
        every, counted = canvas.cols(foot, (1, 1))
        canvas.button(every, t("All games"), Command.HISTORY, size=17)
        canvas.button(counted, t("Statistics"), Command.STATISTICS, size=17)

    def old_game(self, canvas: Canvas, box: Rect, game: RecentGame, state: HomeState) -> None:
        """A game: how it stands, which it is, and when it was."""
        p, spec = canvas.look.palette, state.screens.get(game.key)
        inner = draw_panel(canvas, box, p.button, 12, 4)
        colour = p.muted if spec is None else p.accents[spec.colour % len(p.accents)]
        words = canvas.sign_before(inner, "ring" if game.open else "check", colour, 20, 10)
        upper, lower = canvas.rows(words, (24, 19), 0)
        canvas.text(upper, tr(game.line), 18, "semibold", p.text)
        name_place, day = canvas.cols(lower, (5, 3))
        name = tr(game.title or (game.key if spec is None else spec.game.name))
        canvas.text(name_place, f"{name} · {t('not signed') if game.open else t('signed')}", 15, "regular", p.muted)
        canvas.text(day, when(game, state.today), 15, "regular", p.muted, "right")
        action: object = Why(t("This game has no screens here.")) if spec is None else ResumeGame(game.id)
        canvas.touch(box, action)


def when(game: RecentGame, today: date | None) -> str:
    """The day and hour on which a game was begun; of ``today`` the hour alone."""
    begun = local(game.created)
    if begun is not None and begun.date() == today:
        return t("today {time}", time=time_of_day(begun))
    return day_and_time(begun) or t("date not known")


def draw_head(canvas: Canvas, rect: Rect) -> None:
    """The product's name, and what the whole device has; the name above the rest on a tall screen."""
    sound, heard = ("silent", t("Silent")) if canvas.look.silent else ("sound", t("Sound on"))
    buttons: list[tuple[str, str, object, float]] = [
        (t("The event"), "people", EVENT, 150),
        (heard, sound, Command.SOUND, 150),
        (entry().name, "globe", Command.LANGUAGE, 150),
        ("", "turn", Command.TURN, 52),
        ("", "sliders", Command.SETTINGS, 52),
    ]
    widths = [wide for *_, wide in buttons]
    if canvas.look.portrait:
        upper, lower = canvas.rows(rect, (1, 1))
        title, help_box = canvas.cols(upper, (86, 14))
        boxes = canvas.cols(lower, [max(wide, 60) for wide in widths])  # an icon alone is a thumb wide, too
    else:
        title, *boxes, help_box = canvas.cols(rect, (170, *widths, 52))
    canvas.help(help_box)
    canvas.text(title, "Dvojtah", 36, "bold", canvas.look.palette.text)
    for (label, icon, action, _), box in zip(buttons, boxes, strict=True):
        canvas.button(box, label, action, icon=icon or None, size=17, lines=2)


def who_plays(seats: SeatCount) -> str:
    """How many sit down to a game."""
    if seats.pairs:
        return t("two pairs")
    if seats.least == seats.most:
        return tr(msgs("{n} player", "{n} players", seats.most))
    return tr(msgs("{least} to {n} player", "{least} to {n} players", seats.most, least=seats.least))


def draw_card(canvas: Canvas, spec: TableSpec, box: Rect) -> None:
    """A game that can be begun: its sign, its name, who plays it; a touch anywhere on it begins one."""
    p, u = canvas.look.palette, canvas.u
    colour = p.accents[spec.colour % len(p.accents)]
    inner = draw_panel(canvas, box, p.button, 8, 8)
    sign, name, who = canvas.rows(inner, (26, 56, 22) if canvas.look.large_print else (46, 30, 18), u(2))
    canvas.shape(sign, spec.icon, colour)
    canvas.text(name, tr(spec.game.name), 20, "bold", p.text, "center", lines=2)
    canvas.text(who, who_plays(spec.game.seats), 15, "regular", p.muted, "center")
    canvas.touch(box, NewGame(spec.game.key))


class HomeViews(Views):
    """What shows while no game is on the table."""

    def oled_contents(self, moment: Moment[HomeState]) -> tuple[OledContent, OledContent]:
        """The product's name, and what the screen is for now."""
        goes_on = moment.state.current is not None
        content = OledContent("", "Dvojtah", mark=t("go on on the screen") if goes_on else t("new game on the screen"))
        return content, content


class HomeController(ScreenController[HomeState]):
    """The home screen; ``games`` are those that this device has kept, newest first."""

    views = HomeViews()

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.games = recent_games(host.journal.games(), host.journal.load, host.games)
        self._away = put_away.file_of(host.journal.path)
        self._put_away = self._away.read_or_none() or ()
        self._at_once = tuple(
            (key, spec.at_once(host)[0]) for key, spec in host.games.items() if spec.at_once is not None
        )

    @property
    def state(self) -> HomeState:
        """The games, and what the organiser offers now."""
        event = self.host.event
        return HomeState(
            tuple(self.games),
            self.host.games,
            event.offered_game,
            event.order.pairing,
            event.next_seats,
            self.host.calendar.asks,
            frozenset(self._put_away),
            self.host.calendar.today().date(),
            self._at_once,
        )

    def usual(self, state: HomeState) -> HomeScreen:
        """The only screen there is."""
        return HomeScreen()

    def put_away(self, game_id: int) -> None:
        """Offer to go on with that game no more; it stays among all games.

        Where the disk does not take it, it holds until the device is switched off.
        """
        self._put_away = (*self._put_away, game_id)[-put_away.MOST :]
        with contextlib.suppress(OSError):
            self._away.replace(msgspec.json.encode(self._put_away))
        self.host.say(t("Put away. It stays among all games."))
