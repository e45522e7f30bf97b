"""The people of this device on a screen: who is offered, which spellings are one person, who is erased for good."""

from __future__ import annotations

from dataclasses import field

from device.common.formats import local
from device.common.i18n import day, t
from device.games.name_offers import said_of
from device.graphics.actions import BACK, Show
from device.graphics.canvas import Canvas
from device.graphics.dialogs import draw_question
from device.graphics.headings import below_heading, draw_heading, heading
from device.graphics.keyboards import name_keys
from device.graphics.widgets import Rect
from device.kiosk.host import Host
from device.kiosk.moment import Moment
from device.kiosk.name_form import NameForm, NameScreen
from device.kiosk.screen import Next, Screen, ask, draw_panel
from device.kiosk.screen_controller import CLOSE, Controller, OverlayController, ScreenController
from device.people.directory import Directory, KnownPerson
from rules.message import Refusal

LONGEST = 40
"""Letters of a name that is looked for."""
NAMED = 3
"""Files that are named where somebody's name still stands in them."""


class PeopleScreen(NameScreen[Directory]):
    """Everybody on record by name, recent first. ``joining``: whose other spelling is looked for, by key."""

    form: NameForm = field(default_factory=lambda: NameForm(("",), LONGEST))
    joining: str = ""

    def draw(self, canvas: Canvas, view: Moment[Directory]) -> Rect:
        """The names that fit what is typed, and the keys."""
        p, u, tall = canvas.look.palette, canvas.u, canvas.look.portrait
        head, name, body, keys = below_heading(canvas, (46, 280, 350) if tall else (46, 112, 212))
        title = t("People on this device")
        if self.joining:
            title = t("Who else is {name}?", name=view.state.people[self.joining].name)
        title_place, _ = heading(canvas, head, title, t("Tap a name."))
        inner = draw_panel(canvas, name, p.paper, 14, 0)
        canvas.text(inner, self.form.fields[0] + "_", 22, "bold", p.ink)
        columns, lines = (2, 5) if tall else (4, 2)
        boxes = canvas.grid(body, columns, lines, u(6))
        people = view.state.search(self.form.fields[0], len(boxes), {self.joining})
        for known, box in zip(people, boxes, strict=False):
            style = "quiet" if known.forgotten else "normal"
            to = ask(PeopleController.join, known.key, self.joining) if self.joining else Show(PersonActions(known.key))
            canvas.button(box, known.label, to, sub=said_of(known), style=style, size=17)
        if not people:
            canvas.text(body, t("Nobody of that name has played here."), 20, "regular", p.muted, "center")
        name_keys(canvas, keys, self.form.capitals)
        return title_place

    def valid(self, state: Directory) -> bool:
        """While whoever is meant is on record."""
        return not self.joining or self.joining in state.people

    def on_back(self, state: Directory) -> Next[Directory]:
        """To where one came from."""
        return PersonActions(self.joining) if self.joining else CLOSE


class PersonActions(Screen[Directory]):
    """One person: how often they played, and what can be done."""

    key = "person"
    person: str

    def valid(self, state: Directory) -> bool:
        """While they are on record."""
        return self.person in state.people

    def draw(self, canvas: Canvas, view: Moment[Directory]) -> Rect:
        """The person, and three buttons."""
        known, p = view.state.people[self.person], canvas.look.palette
        text, body = draw_heading(canvas, (150, 240), known.label)
        canvas.text(text, "\n".join(facts(known)), 22, "regular", p.text, "center", lines=3)
        offer, join, erase = canvas.split(body, (1, 1, 1))
        words, line = t("Forget"), t("no longer offered")
        if known.forgotten:
            words, line = t("Offer again"), t("where names are typed")
        canvas.button(offer, words, ask(PeopleController.forget, known.key, not known.forgotten), sub=line)
        others = Show(PeopleScreen(joining=self.person))
        canvas.button(join, t("Another spelling"), others, sub=t("two names, one person"))
        question = Show(EraseQuestion(self.person))
        canvas.button(erase, t("Erase from all games"), question, sub=t("for good · asks once more"), style="danger")
        return text


class EraseQuestion(Screen[Directory]):
    """Whether somebody is really to be erased."""

    key = "person_erase"
    locked = True
    person: str

    def valid(self, state: Directory) -> bool:
        """While they are on record."""
        return self.person in state.people

    def draw(self, canvas: Canvas, view: Moment[Directory]) -> Rect:
        """What it means, yes and no."""
        known = view.state.people[self.person]
        line = t(
            "Erase {name} from every game? Points stay, the name does not. Nobody can take it back.", name=known.name
        )
        answers = [
            (t("Erase"), t("games: {n}", n=known.games), ask(PeopleController.erase, known.key), "danger"),
            (t("Back"), t("nothing happens"), BACK, "primary"),
        ]
        return draw_question(canvas, t("Erase"), line, answers, canvas.look.palette.accents[0], back=False, more=False)

    def on_back(self, state: Directory) -> Next[Directory]:
        """No."""
        return PersonActions(self.person)


def facts(known: KnownPerson) -> list[str]:
    """What is known of somebody, line by line."""
    last = day(local(known.day)) or "–"
    lines = [t("games: {n}", n=known.games) + " · " + t("last {day}", day=last)]
    if known.fellow:
        lines.append(t("then with {name}", name=known.fellow))
    others = [spelling for spelling in known.spellings if spelling != known.name]
    if others:
        lines.append(t("also written {names}", names=", ".join(others)))
    return lines


class PeopleController(OverlayController[Directory]):
    """The people over another controller."""

    first = PeopleScreen

    def __init__(self, host: Host, under: Controller) -> None:
        super().__init__(host, under)
        host.people.refresh()

    @property
    def state(self) -> Directory:
        """Everybody on record."""
        return self.host.people.directory

    def show(self, screen: Screen[Directory] | None, *, locked: bool = False) -> None:
        """Show ``screen``; what is locked asks for the PIN here, too."""
        ScreenController.show(self, screen, locked=locked)

    def leave(self) -> None:
        """Back to the controller below; the PIN is asked for anew next time."""
        self.host.referee.close()
        super().leave()

    def forget(self, key: str, forgotten: bool) -> None:
        """Offer the person with ``key`` no more, or again."""
        self.host.people.forget(key, forgotten=forgotten)

    def join(self, key: str, into: str) -> None:
        """The person with ``key`` is the one with the key ``into``."""
        people = self.host.people
        people.merge(key, into)
        self.show(PersonActions(people.directory.canonical_key(into)))

    def erase(self, key: str) -> None:
        """Erase a person from the journal. Raises `Refusal` where somebody sits at the table, or the disk refuses."""
        if self.host.table.history is not None:
            raise Refusal("", "Leave the game on the table first.")
        erased = self.host.people.erase(key)
        self.host.archive.clear()
        self.show(None)
        text = t("Erased. Games that were changed: {n}.", n=erased.games)
        if erased.left:
            files = ", ".join(path.name for path in erased.left[:NAMED])
            left = t("The name is still in {files}; delete that by hand.", files=files)
            text = f"{text} {left}"
        self.host.say(text)
