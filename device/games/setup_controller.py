"""Setting up a new game: the screen of the game's own, filled in before there is a table."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from device.common.event.messages import Pairing
from device.common.i18n import t, tr
from device.common.settings.settings import Settings
from device.games.name_offers import boxes_remark, complete, draw_name, draw_offers, with_offers
from device.games.table_parts import BarItem
from device.graphics.actions import Command, Effect
from device.graphics.canvas import Canvas
from device.graphics.headings import below_heading, heading
from device.graphics.keyboards import name_keys
from device.graphics.widgets import Colour, Rect
from device.io.oled_content import OledContent
from device.kiosk.host import Host
from device.kiosk.moment import Moment, Views
from device.kiosk.name_form import NameScreen
from device.kiosk.performer import performs
from device.kiosk.screen import Next, Screen, call, draw_panel
from device.kiosk.setting_up import SettingUp
from device.people.directory import Directory, KnownPerson
from rules.game import Setup
from rules.message import Message


@dataclass(frozen=True)
class SetupState:
    """What a setup starts from: the settings, and this table's number at its event (None: at none)."""

    settings: Settings
    event_table: int | None = None


class SetupPage(Screen[SetupState]):
    """A screen that belongs to setting up a game."""

    @abstractmethod
    def oled_contents(self) -> tuple[OledContent, OledContent]:
        """What the two OLEDs show meanwhile."""

    def with_game_before(self, state: Any) -> Self:
        """For a rematch of the game that ended in ``state``, in the same seats."""
        return self


class WriteFile(Effect, frozen=True):
    """Write a small file of the game's and show ``then``; where the disk refuses, say ``failed`` and show ``failing``.

    ``write`` may raise OSError, and `Refusal`. ``then`` None: the screen on which setting up begins.
    """

    write: Callable[[Settings], object]
    then: Screen[SetupState] | None
    failed: str
    failing: Screen[SetupState]


class SetupScreen(SetupPage):
    """The screen on which setting up begins. ``pairing``: the organiser's choice of who plays, and what for."""

    key = "setup"
    half_written = True
    pairing: Pairing | None = None

    @classmethod
    def set_up(cls, host: Host, game: str) -> SetupController:
        """The screens on which the game with that word is set up, beginning with this one."""
        return SetupController(host, game, cls())

    @abstractmethod
    def with_pairing(self, pairing: Pairing) -> SetupPage:
        """With the pairing's names in their seats, to be confirmed."""

    @abstractmethod
    def with_setup(self, setup: Any) -> SetupPage:
        """The screen on which one touch begins a game like ``setup``; names are cut to what a field takes."""

    def on_back(self, state: SetupState) -> Next[SetupState]:
        """Home."""
        return Command.HOME

    def heading(self, state: SetupState) -> dict[str, Any]:
        """``title``, ``round`` and ``table`` of the setup: the pairing's, else what the settings say."""
        fields: dict[str, Any] = dict(state.settings.event.heading)
        if self.pairing is not None:
            table = "" if state.event_table is None else str(state.event_table)
            fields |= {"title": self.pairing.title, "round": self.pairing.round, "table": table}
        return fields


class SetupViews(Views):
    """What shows while a game is set up, beginning with the screen ``first``."""

    def __init__(self, first: SetupScreen) -> None:
        self._first = first

    def oled_contents(self, moment: Moment[SetupState]) -> tuple[OledContent, OledContent]:
        """As the screen says."""
        screen = moment.screen
        return screen.oled_contents() if isinstance(screen, SetupPage) else self._first.oled_contents()


class SetupController(SettingUp[SetupState]):
    """Shows ``first``, and what follows from it."""

    def __init__(self, host: Host, game: str, first: SetupScreen) -> None:
        super().__init__(host)
        self.game, self.first = game, first
        self.views = SetupViews(first)
        directory = host.people.refresh()
        self.screen = host.drafts.find(self.game, lambda since: since == directory.games, SetupPage)

    def half_written(self, screen: Screen[SetupState] | None) -> None:
        """The form as far as it is filled in; a page behind it changes nothing of that."""
        drafts, people = self.host.drafts, self.host.people
        if screen is None:
            drafts.drop()
        elif screen.half_written:
            drafts.keep(self.game, lambda: people.directory.games, screen.to_keep(self.state))

    @property
    def state(self) -> SetupState:
        """The settings as they are now."""
        return SetupState(self.host.settings, self.host.event.number)

    def usual(self, state: SetupState) -> SetupScreen:
        """With nothing filled in."""
        return self.first

    def known_people(self) -> Directory:
        """Everybody on record."""
        return self.host.people.directory

    @performs(WriteFile)
    def _on_write_file(self, action: WriteFile) -> None:
        """Raises `Refusal` as the writing does."""
        try:
            action.write(self.host.settings)
        except OSError:
            self.host.say(action.failed)
            self.show(action.failing)
        else:
            self.show(action.then)

    def seat(self, pairing: Pairing) -> None:
        """Fill in the names that the organiser has paired."""
        self.screen = replace(self.first, pairing=pairing).with_pairing(pairing)

    def refill(self, setup: Setup, before: Any = None) -> None:
        """Fill in a setup, so that one touch begins the game; ``before`` is how that of the same seats before ended."""
        self.screen = self.first.with_setup(setup)
        if before is not None:
            self.screen = self.screen.with_game_before(before)

    def leave(self) -> None:
        """Home."""
        self.perform(Command.HOME)


def paired_names(pairing: Pairing, longest: int) -> list[str]:
    """The names that are paired, in the order of the seats, each cut to ``longest`` letters."""
    return [name[:longest] for group in pairing.seats for name in group]


class NameSetupScreen(NameScreen[SetupState], SetupScreen):
    """Names on ``form``, of which the first ``places`` fields are the players' in the order of their seats.

    ``heights`` are those of form and keyboard at the base size; ``over_form``: a sentence lies over the form,
    not over the keys.
    """

    question: ClassVar[Message]
    places: ClassVar[int]
    heights: ClassVar[tuple[float, float]] = (146, 240)
    over_form: ClassVar[bool] = False

    @abstractmethod
    def draw_form(self, canvas: Canvas, rect: Rect, state: SetupState, known: KnownPerson | None = None) -> None:
        """The fields, and what else is chosen beside them; ``known`` is ghosted in the one that is typed into."""

    def own_wide(self, canvas: Canvas) -> float:
        """How many units of the heading the screen has for itself: none, unless it says otherwise."""
        return 0

    def draw_own(self, canvas: Canvas, rect: Rect) -> None:
        """What stands there."""

    def own_offers(self, directory: Directory) -> Sequence[BarItem]:
        """What is offered beside people."""
        return ()

    def ids(self, *fields: int) -> tuple[str, ...]:
        """Who was picked for those fields, for the setup."""
        return tuple(self.form.id_of(field) for field in fields)

    def with_people(self, setup: Setup) -> Self:
        """The people of a setup in their fields."""
        names = [seat.name[: self.form.longest] for seat in setup.seats]
        fields = (*names, *self.form.fields[len(names) :])
        ids = tuple(seat.id or "" for seat in setup.seats)
        return replace(self, form=replace(self.form, fields=fields, ids=ids, capitals=False))

    def draw(self, canvas: Canvas, view: Moment[SetupState]) -> Rect:
        """The question, the form as it stands, and the keyboard."""
        directory = view.people()
        head, form, *offers, keys = below_heading(canvas, with_offers(self.heights, directory), canvas.u(4))
        remark = boxes_remark(self.form)  # it takes the place of what the screen has there
        wide = 0 if remark else self.own_wide(canvas)
        own = heading(canvas, head, tr(self.question), remark, done=t("Next"), own=wide).own
        if not remark:
            self.draw_own(canvas, own)
        known = complete(directory, self.form) if self.for_people() else None
        self.draw_form(canvas, form, view.state, known)
        for row in offers:
            draw_offers(canvas, row, self, directory, self.own_offers(directory))
        name_keys(canvas, keys, self.form.capitals)
        return form if self.over_form else keys

    def draw_name(
        self,
        canvas: Canvas,
        index: int,
        box: Rect,
        empty: str,
        border: Colour | None,
        weight: str = "bold",
        known: KnownPerson | None = None,
    ) -> None:
        """One name, or ``empty`` where there is none yet; a touch on it types into it. ``known``: who is ghosted."""
        p = canvas.look.palette
        focused, text = self.form.focus == index, self.form.fields[index]
        inner = draw_panel(canvas, box, p.paper if focused else p.panel, 12, 0, border=border)
        if text or focused:
            draw_name(canvas, inner, self.form, index, 22, known, weight)
        if not text:
            muted = p.ink_faint if focused else p.muted
            canvas.text(inner, empty, 18, "regular", muted, "right" if focused else "left")
        canvas.touch(box, call(self.on_field, index))

    def with_pairing(self, pairing: Pairing) -> Self:
        """The paired names."""
        names = paired_names(pairing, self.form.longest)[: self.places]
        fields = (*names, *self.form.fields[len(names) :])
        return replace(self, form=replace(self.form, fields=fields, ids=pairing.people[: self.places]))
