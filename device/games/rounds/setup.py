"""Setting up a game on a score sheet: which sheet, the one played last first; then who plays, clockwise (R1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from device.common.event.messages import Pairing
from device.common.i18n import pgettext, t
from device.common.sheets import own_sheets, sheets
from device.games.rounds import ACCENT
from device.games.rounds.sheet_form import SheetForm
from device.games.rounds.sheet_words import outline
from device.games.seats_setup import SeatsAsked, SeatsSetupScreen
from device.games.setup_controller import SetupController, SetupPage, SetupScreen, SetupState, paired_names
from device.graphics.actions import Command
from device.graphics.canvas import Canvas
from device.graphics.headings import draw_heading
from device.graphics.widgets import Rect
from device.io.oled_content import OledContent
from device.journal import Journal
from device.kiosk.host import Host
from device.kiosk.moment import Moment
from device.kiosk.name_form import NameForm
from device.kiosk.screen import Next, call
from rules.loading import readable
from rules.message import msg
from rules.rounds.state import SEATS, RoundsSetup
from rules.sheet_terms import SheetTerms

LONGEST = 20
"""Letters in a name, so that it is readable over its column."""
PLACES = (3, 3), (2, 6)
"""Columns and lines of sheets: on a screen that is wider than high, and on a tall one."""
RECENT = 200
"""Games in which is looked for the sheets that were played last."""


class RoundsSetupScreen(SetupScreen):
    """The sheets that are offered; a touch chooses one, or changes it while ``changing``.

    ``recent`` are the names of those that were played last, ``players`` and ``people`` who is to sit down.
    """

    recent: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    page: int = 0
    changing: bool = False

    @classmethod
    def set_up(cls, host: Host, game: str) -> SetupController:
        """Beginning with the sheets that were played at this table."""
        return SetupController(host, game, cls(recent=recent_names(host.journal)))

    def with_pairing(self, pairing: Pairing) -> SetupPage:
        """The paired names on the sheet that was drawn, partners opposite each other.

        An organiser of an earlier version says no sheet; then it is the table's own choice.
        """
        names, people = paired_names(pairing, LONGEST), pairing.people
        if (terms := pairing.terms) is None:
            return replace(self, players=tuple(names), people=people)
        sides = len(pairing.seats)
        by_seat = [(number, side) for number in range(terms.team) for side in range(sides)]
        players = tuple(_at(pairing.seats[side], number)[:LONGEST] for number, side in by_seat)
        if len(people) == len(names) == len(players):
            people = tuple(people[side * terms.team + number] for number, side in by_seat)
        else:
            people = ()
        return replace(self, players=players, people=people).seats_for(terms)

    def with_setup(self, setup: RoundsSetup) -> RoundsSeats:
        """The same sheet and the same people."""
        return self.seats_for(setup.terms).with_people(setup)

    def seats_for(self, terms: SheetTerms) -> RoundsSeats:
        """Who plays by ``terms``, with the names that are known already."""
        _, most = terms.players
        names = (*self.players[:most], *("",) * (most - len(self.players)))
        form = NameForm(names, LONGEST, ids=self.people[:most])
        seats = RoundsSeats(form=form, terms=terms, first=replace(self, changing=False), pairing=self.pairing)
        return replace(seats, form=form.with_focus(names.index("") if "" in names else 0))

    def draw(self, canvas: Canvas, view: Moment[SetupState]) -> Rect:
        """The sheets, and below them other pages, the way to change one, and a new one."""
        p, tall = canvas.look.palette, canvas.look.portrait
        offered = self.offers(view.state)
        columns, lines = PLACES[tall]
        pages = max(1, -(-len(offered) // (columns * lines)))
        page = self.page % pages
        title = t("Which sheet is to be changed?") if self.changing else t("What is played?")
        (body,) = draw_heading(canvas, (1,), title, fill=p.accents[ACCENT])
        grid, foot = canvas.rows(body, (lines, 1))
        page_sheets = offered[page * columns * lines :][: columns * lines]
        for terms, box in zip(page_sheets, canvas.grid(grid, columns, lines), strict=False):
            style = "key_accent" if self.changing else "normal"
            canvas.button(box, terms.name, call(self.choose, terms.name), sub=outline(terms), size=22, style=style)
        more, change, new = canvas.cols(foot, (1, 1, 1))
        if pages > 1:
            action = self.change(page=(page + 1) % pages)
            canvas.button(more, t("More sheets"), action, sub=f"{page + 1} / {pages}", size=18)
        flipped = self.change(changing=not self.changing)
        canvas.button(change, t("Change one"), flipped, sub=t("or copy it"), selected=self.changing, size=18)
        canvas.button(new, t("New sheet"), call(self.make), sub=t("of your own"), style="key_accent", size=18)
        return grid

    def offers(self, state: SetupState) -> list[SheetTerms]:
        """Those that were played last, then the table's own, then the others."""
        order = {name: number for number, name in enumerate(self.recent)}
        own = {terms.name for terms in own_sheets(state.settings)}
        return sorted(
            sheets(state.settings), key=lambda terms: (order.get(terms.name, len(order)), terms.name not in own)
        )

    def choose(self, state: SetupState, name: str) -> Next[SetupState]:
        """That sheet is played, or changed."""
        terms = next((terms for terms in self.offers(state) if terms.name == name), None)
        if terms is None:
            return self
        if self.changing:
            return SheetForm.to_change(terms, state.settings)
        return self.seats_for(terms)

    def make(self, state: SetupState) -> Next[SetupState]:
        """A new sheet, on which points are counted."""
        return SheetForm(SheetTerms(name="", figure=pgettext("score sheet", SheetTerms(name="").figure)))

    def oled_contents(self) -> tuple[OledContent, OledContent]:
        """What is being set up."""
        content = OledContent(t("Score sheet"), "", rows=tuple(zip(SEATS, self.players[:2] or ("–",), strict=False)))
        return content, content


class RoundsSeats(SeatsSetupScreen, kw_only=True):
    """Who plays by ``terms``; the way back leads to the sheets (``first``)."""

    key = "seats"
    terms: SheetTerms
    first: RoundsSetupScreen
    question = msg("Who plays?")
    places = len(SEATS)
    asked = SeatsAsked(msg("Score sheet"), SEATS, ACCENT)

    @property
    def fewest(self) -> int:
        """As the sheet says."""
        return self.terms.players[0]

    def with_setup(self, setup: RoundsSetup) -> RoundsSeats:
        """The same sheet and the same people."""
        return self.first.with_setup(setup)

    def own_wide(self, canvas: Canvas) -> float:
        """The sheet's name."""
        return 120 if canvas.look.portrait else 210

    def draw_own(self, canvas: Canvas, rect: Rect) -> None:
        """What is played."""
        p = canvas.look.palette
        if canvas.look.portrait:
            canvas.text(rect, self.terms.name, 16, "bold", p.text, "right", lines=2)
            return
        name, line = canvas.rows(rect, (3, 2), 0)
        canvas.text(name, self.terms.name, 18, "bold", p.text, "right")
        canvas.text(line, outline(self.terms), 14, "regular", p.muted, "right")

    def partner_text(self, seat: int) -> str:
        """The seats with which that one shares a column, by how many sit down as far as is known."""
        team, taken = self.terms.team, sum(bool(name) for name in self.form.names)
        if team == 1:
            return ""
        columns = -(-max(self.fewest, taken) // team)
        others = [SEATS[other] for other in range(seat % columns, columns * team, columns) if other != seat]
        return t("with seat {seats}", seats=", ".join(others)) if seat < columns * team else ""

    def setup_for(self, state: SetupState, seats: Sequence[int]) -> RoundsSetup:
        """A game of those who sit down."""
        names = self.form.names
        players = tuple(names[seat] for seat in seats)
        return RoundsSetup(terms=self.terms, players=players, people=self.ids(*seats), **self.heading(state))

    def on_back(self, state: SetupState) -> Next[SetupState]:
        """To the sheets, the names as they are; home where the sheet was drawn."""
        if self.pairing is not None and self.pairing.terms is not None:
            return Command.HOME
        names = tuple(name for name in self.form.names if name)
        ids = tuple(self.form.id_of(n) for n, name in enumerate(self.form.names) if name)
        return replace(self.first, players=names, people=ids)


def _at(group: Sequence[str], number: int) -> str:
    """Who of a side is named as that one of them; empty where nobody is."""
    return group[number] if number < len(group) else ""


class _Named(msgspec.Struct):
    name: str


class _Played(msgspec.Struct):
    terms: _Named


def recent_names(journal: Journal) -> tuple[str, ...]:
    """The names of the sheets that were played at this table, the newest first."""
    names: dict[str, None] = {}
    for game in journal.games()[:RECENT]:
        if game.key != "rounds":
            continue
        try:
            names[msgspec.json.decode(game.setup, type=readable(_Played)).terms.name] = None
        except (msgspec.MsgspecError, ValueError, RecursionError):  # a damaged game offers no sheet
            continue
    return tuple(names)
