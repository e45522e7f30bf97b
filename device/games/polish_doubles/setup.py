"""Setting up a game of Polish doubles: names of pairs and players on a full keyboard, the starting draw (S1, S4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from typing import Self

import msgspec

from device.common.event.messages import Pairing
from device.common.i18n import t
from device.games.polish_doubles.parts import LONGEST_NAME
from device.games.setup_controller import NameSetupScreen, SetupState
from device.games.table_parts import BarItem
from device.graphics.actions import HOME, Do
from device.graphics.canvas import Canvas
from device.graphics.widgets import Rect
from device.io.oled_content import OledContent
from device.kiosk.moment import Moment
from device.kiosk.name_form import NameForm
from device.kiosk.screen import Next, Screen, StartGame, call
from device.people.directory import Directory, KnownPerson
from rules.message import msg
from rules.options.polish_doubles import NewDoubles
from rules.polish_doubles import DoublesSetup, PairSetup
from rules.polish_doubles import acts as e
from rules.polish_doubles.setup import LETTER, same_names
from rules.polish_doubles.state import Phase, State
from rules.polish_doubles.tiles import ALPHABET

PAIRS = (0, 3)
"""Fields with the pairs' names; after each come its players."""
PLAYERS = (1, 2, 4, 5)
"""Fields with the players' names."""
SWAP_WIDE = (150, 108)
"""Width of the button that swaps the sides, in units: on a screen that is wider than high, and on a tall one."""


class StartingDrawScreen(Screen[State]):
    """Who starts: each pair taps the letter it drew, or the starters are simply named (S4).

    ``starter``: the pair (0 or 1) whose turn it is, as drawn for an event or after a game before; it is offered first.
    """

    key = "draw"
    half_written = True
    letters: tuple[str, str] = ("", "")
    starter: int | None = None

    def valid(self, state: State) -> bool:
        """Until it is known who starts."""
        return state.phase is Phase.DRAWING

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The letters of both pairs."""
        state, look = view.state, canvas.look
        colours = look.palette
        head, body, foot = canvas.rows(canvas.area, (56, 300, 88))
        head, about = canvas.cols(head, (88, 12) if look.portrait else (93, 7))
        canvas.help(about)
        title = t("Who starts? Each pair draws a letter; nearest to A starts.")
        if self.starter is not None:
            title = t("{name} start. Or draw letters: nearest to A starts.", name=state.names[self.starter])
        if state.draws:
            title = t("Equal letters: draw again.")
        if twice := same_names(state.setup):
            head, remark = canvas.rows(head, (34, 22), 0)
            text = t("The name {name} is there twice.", name=twice[0])
            canvas.text(remark, text, 16, "semibold", colours.warn, "center")
        canvas.text(head, title, 24, "bold", colours.text, "center", lines=2)
        halves = canvas.rows(body, (1, 1)) if look.portrait else canvas.cols(body, (1, 1))
        for pair, half in enumerate(canvas.by_side(halves)):
            name_box, keys = canvas.rows(half, (40, 260))
            chosen = self.letters[pair]
            label = state.names[pair] + (f" · {chosen}" if chosen else "")
            canvas.text(name_box, label, 22, "bold", colours.pair[pair], "center")
            for letter, box in zip(ALPHABET, canvas.grid(keys, 8, -(-len(ALPHABET) // 8), canvas.u(4)), strict=False):
                drawn = call(self.drew, pair, letter)
                canvas.button(box, letter, drawn, style="key", selected=chosen == letter, size=22)
        boxes = canvas.cols(foot, (1, 1, 1))
        places = list(enumerate(canvas.by_side(boxes[:2])))
        for pair, box in sorted(places, key=lambda place: place[0] != self.starter):
            label, start = t("{name} starts", name=state.names[pair]), Do(e.Starters(pair=LETTER[pair]))
            if pair == self.starter:
                canvas.button(box, label, start, sub=t("it is their turn"), style="primary")
            else:
                canvas.button(box, label, start, sub=t("by agreement"))
        canvas.button(boxes[2], t("Leave"), HOME, sub=t("the game is kept"))
        return body

    def drew(self, state: State, pair: int, letter: str) -> Next[State]:
        """A pair drew that letter; it is recorded once both did."""
        a, b = (letter, self.letters[1]) if pair == 0 else (self.letters[0], letter)
        return e.Draw(a=a, b=b) if a and b else replace(self, letters=(a, b))


class DoublesSetupScreen(NameSetupScreen):
    """Six names and a keyboard. ``starter``: the pair (0 or 1) whose turn to start it is, None where nobody knows."""

    starter: int | None = None
    form: NameForm = field(default_factory=lambda: NameForm(("",) * 6, LONGEST_NAME))
    question = msg("Who plays?")
    places = 6
    heights = (148, 242)
    over_form = True

    def with_pairing(self, pairing: Pairing) -> Self:
        """The paired names; who is drawn first starts."""
        fields = list(self.form.fields)
        for pair, players in enumerate(pairing.seats[:2]):
            name = pairing.names[pair] if pair < len(pairing.names) else " + ".join(players)
            texts = [name, *players[:2], "", ""][:3]
            fields[PAIRS[pair] : PAIRS[pair] + 3] = [text[:LONGEST_NAME] for text in texts]
        ids = ["", *pairing.people[:2], "", *pairing.people[2:4]] if len(pairing.people) == len(PLAYERS) else []
        return replace(self, form=replace(self.form, fields=tuple(fields), ids=tuple(ids)), starter=0)

    def with_setup(self, setup: DoublesSetup) -> Self:
        """Both pairs."""
        a, b = setup.pairs
        fields = tuple(name[:LONGEST_NAME] for name in (a.name, *a.players, b.name, *b.players))
        ids = [seat.id or "" for seat in setup.seats]
        return replace(self, form=replace(self.form, fields=fields, ids=("", *ids[:2], "", *ids[2:]), capitals=False))

    def with_game_before(self, state: State) -> Self:
        """The pair that did not start that game starts."""
        return self if state.starter is None else replace(self, starter=1 - state.starter)

    # -- the picture -----------------------------------------------------------------------------------------------

    def draw_form(self, canvas: Canvas, rect: Rect, state: SetupState, known: KnownPerson | None = None) -> None:
        """A column for each pair: its name, and its players."""
        p = canvas.look.palette
        for pair, column in enumerate(canvas.by_side(canvas.cols(rect, (1, 1)))):
            first, empty = PAIRS[pair], (t("pair {letter}", letter="AB"[pair]), t("player 1"), t("player 2"))
            for n, box in enumerate(canvas.rows(column, (1, 1, 1), canvas.u(5))):
                border = p.pair[pair] if n == 0 or self.form.focus == first + n else None
                self.draw_name(canvas, first + n, box, empty[n], border, "regular" if n else "bold", known)

    def own_wide(self, canvas: Canvas) -> float:
        """Room for *Swap sides*, once somebody is named."""
        return SWAP_WIDE[canvas.look.portrait] if any(self.form.names) else 0

    def draw_own(self, canvas: Canvas, rect: Rect) -> None:
        """Whoever sits the other way round swaps the sides."""
        if any(self.form.names):
            canvas.button(rect, t("Swap sides"), call(self.swap), size=18)

    def oled_contents(self) -> tuple[OledContent, OledContent]:
        """The pairs' names as they are typed."""
        title = t("Polish doubles")
        first, second = (self.form.fields[n] for n in PAIRS)
        return OledContent(title, first or "A"), OledContent(title, second or "B")

    # -- touches ---------------------------------------------------------------------------------------------------

    def own_offers(self, directory: Directory) -> Sequence[BarItem]:
        """In the field of a pair's name: pairs, each with both its players."""
        focus = self.form.focus
        if focus not in PAIRS or self.forgetting:
            return ()
        items = []
        for pair in directory.pairs(self.form.fields[focus], 4):
            names = [pair.name, *(person.name for person in pair.people), "", ""][:3]
            ids = ["", *(person.id or "" for person in pair.people), "", ""][:3]
            if all(len(name) <= LONGEST_NAME for name in names) and pair.name not in self.form.fields:
                chosen = call(self.on_pick_pair, focus, tuple(names), tuple(ids))
                items.append(BarItem(pair.name, chosen, " + ".join(filter(None, names[1:]))))
        return items

    def for_people(self) -> bool:
        """A pair's name is none."""
        return self.form.focus not in PAIRS

    def on_pick_pair(self, state: SetupState, first: int, names: tuple[str, ...], ids: tuple[str, ...]) -> Self:
        """A pair sits down with both its players; then the other one is asked for, where it is not there yet."""
        form = self.form
        for n, (name, person) in enumerate(zip(names, ids, strict=True)):
            form = form.with_person(first + n, name, person)
        other = PAIRS[1] if first == PAIRS[0] else PAIRS[0]
        return replace(self, form=form.with_focus(first if form.fields[other].strip() else other))

    def swap(self, state: SetupState) -> Self:
        """Each pair on the other side."""
        form, starter = self.form, self.starter
        fields, ids = (*form.fields[3:], *form.fields[:3]), tuple(form.id_of(n) for n in (3, 4, 5, 0, 1, 2))
        swapped = replace(form, fields=fields, ids=ids, focus=(form.focus + 3) % 6)
        return replace(self, form=swapped, starter=None if starter is None else 1 - starter)

    def on_done(self, state: SetupState) -> Next[SetupState]:
        """To the pair of which nothing is said yet; where nothing more is typed, on to the starting draw.

        A pair without a name of its own is called after its players, one without any by its letter.
        """
        form, names = self.form, self.form.names
        missing = next((n for n in PAIRS if not any(names[n : n + 3])), None)
        if missing is not None and names[form.focus]:
            return replace(self, form=replace(form, focus=missing, capitals=True))
        pairs = []
        for letter, n in zip(LETTER, PAIRS, strict=True):
            players = names[n + 1], names[n + 2]
            name = names[n] or " + ".join(filter(None, players))[:LONGEST_NAME] or letter
            pairs.append(PairSetup(name=name, players=players))
        asdict, settings = msgspec.structs.asdict, state.settings
        terms = self.heading(state) | {"press_order": settings.press_order} | asdict(settings.options_of(NewDoubles))
        people = self.ids(*PLAYERS)
        setup = DoublesSetup(pairs=(pairs[0], pairs[1]), out_after_invalid="stands", people=people, **terms)
        return StartGame(setup, StartingDrawScreen(starter=self.starter))
