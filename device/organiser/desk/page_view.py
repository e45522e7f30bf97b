"""Draws the desk's pages, whole without a script: what fills their templates, and what stands around every page."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from device.common.i18n import language, t, tr
from device.common.rights import NAMES, EventRole, allows
from device.common.specs.card import fraction_text
from device.organiser.board.moments import countdown_of, event_templates
from device.organiser.desk import form_versions
from device.organiser.desk.asked import Form, number
from device.organiser.desk.doubts import SURE, Doubt
from device.organiser.desk.form_declaration import DrawnField
from device.organiser.desk.form_versions import FormConflict
from device.organiser.desk.forms import FORMS, INSIDE
from device.organiser.desk.forms_of_tables import LONGEST_PAIRINGS
from device.organiser.desk.joining import copy_status
from device.organiser.desk.page_list import ACCOUNTS, PAGES
from device.organiser.desk.standby import Standby, StandbyStatus
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.event_state import EventState
from device.organiser.log.round_on import coming_round
from device.organiser.log.troubles import TableTrouble, troubles
from device.organiser.tournament.decided import by_of, in_words, time_of
from rules.game import MILLISECOND
from rules.message import Message, msg

TEMPLATES = Path(__file__).with_name("templates")
LONGEST = 300_000
"""Bytes of a form: as many pairings as the page takes, however the browser writes their letters."""
SHORTCUTS = (
    ("?", msg("these keys"), ""),
    ("G 1 … G 9", msg("the pages above, from the left"), ""),
    ("/", msg("find"), ""),
    ("↑ ↓", msg("the row before, the row after"), ""),
    ("0 … 9", msg("on the results: the number of a table whose slip is entered"), "result"),
    ("*", msg("in a slip: what has to be answered"), "result"),
    ("Enter", msg("the first field of the row; in a field: enter what is written"), ""),
    ("R", msg("a new round"), "round"),
    ("E", msg("end the round"), "end_round"),
    ("A", msg("announcement"), "notice"),
    ("P", msg("pairings; in a row: is here"), "attend"),
    ("O", msg("in a row: withdraws"), "attend"),
    ("M", msg("in a row: more"), ""),
    ("N", msg("the first field of the form beside: register, adjust points"), "adjust"),
    ("D", msg("make a draft"), "draft"),
    ("Z", msg("publish"), "publish"),
    ("U", msg("take the last decision back"), "take_back"),
    ("Esc", msg("leave the field, close what is open"), ""),
)
"""Keys, what they do (static/keys.js), and the act that it is, where it is one."""


@dataclass(frozen=True, slots=True)
class FormFailure:
    """Why something was not done: the sentence above the page, the answer's status, the form that stays there, what has
    to be answered first, and the names of fields one of which is wrong, where that is known.
    """

    sentence: str = ""
    status: int = 200
    form: Form = field(default_factory=dict)
    ask: FormConflict | Doubt | None = None
    wrong: str = ""


NO_FAILURE = FormFailure()


class DeskReader(NamedTuple):
    """Who reads a page: the ``name`` that stands in what they decide, and what they may do.

    ``account`` is the name of the account; empty for who knows the organiser's password and said who they are.
    """

    name: str = ""
    role: EventRole = EventRole.ORGANISER
    account: str = ""

    def may(self, act: str) -> bool:
        """Whether the page offers that act."""
        return allows(self.role, act, INSIDE)


ORGANISER = DeskReader()


class DeskPages:
    """Draws pages of ``desk`` in the language that is spoken; decides nothing. Belongs to one thread.

    ``backup``: one can be had. Everything else is as `device.organiser.desk.desk_app.DeskRoutes` has it.
    """

    def __init__(
        self,
        desk: OrganiserDesk,
        board: Callable[[], str],
        store: Callable[[], Message | None] = lambda: None,
        backup: bool = False,
        door: str = "",
        look_on: Callable[[int], str] = lambda table: "",
        standby: Standby | None = None,
    ) -> None:
        self._desk, self._board, self._store, self._standby = desk, board, store, standby
        self._templates = event_templates(desk.now, TEMPLATES)
        self._templates.globals.update(
            form_of=self._form,
            number=fraction_text,
            backup=backup,
            can_stand_by=standby is not None,
            can_find=desk.spare_tables is not None,
            door_at=door,
            look_on=look_on,
            pages={name: page.title for name, page in PAGES.items()},
            accounts_page=ACCOUNTS,
            longest=LONGEST_PAIRINGS,
            largest=LONGEST,
        )

    def now_ms(self) -> int:
        """The event's clock in ms."""
        return self._desk.now() // MILLISECOND

    def login(self, trouble: str = "", has_names: bool = False, name: str = "") -> str:
        """The door; ``has_names`` where there are accounts, ``name`` is what was typed."""
        return self._render("login", lang=language(), trouble=trouble, has_names=has_names, name=name)

    def choose(self, word: str, reader: DeskReader, trouble: str = "") -> str:
        """Where who came in with a one-time password chooses a password."""
        return self._render("choose", lang=language(), word=word, who=reader.name, trouble=trouble)

    def page(
        self,
        name: str,
        word: str,
        asked: Mapping[str, str],
        failure: FormFailure = NO_FAILURE,
        reader: DeskReader = ORGANISER,
        more: Mapping[str, Any] | None = None,
    ) -> str | None:
        """A page for its ``reader``, whose forms carry ``word``; ``asked`` is what its address says, ``failure`` why a
        form was not taken, ``more`` what the page shows that is not the event's.

        None where ``asked`` has the mark of a page that shows the same, as ``seen``. Raises `StoreTrouble`.
        """
        state = self._desk.read()
        needs, coming = troubles(state, self._desk.now()), coming_round(state, self._desk.now())
        store, refused = self._store(), self._desk.refusals()
        beside = (store, self._copy(state), PAGES[name].beside_log(self._desk))
        mark = _mark((language(), word, reader, more), state.last, needs, len(refused), coming, *beside)
        if asked.get("seen") == mark and failure is NO_FAILURE:
            return None
        round = number(asked, "round", coming, 99) or coming
        query = urlencode({key: text for key, text in asked.items() if key not in ("lang", "seen")})
        around = self._around(name, word, reader, failure, store) | self._of_event(state, needs)
        around |= {
            "mark": mark,
            "address": f"/{name}?{query}" if query else f"/{name}",
            "typed": defaultdict(str, failure.form),
            "ask": None if failure.ask is None else _question(failure.ask, failure.form),
            "round": round,
            "refused": refused,
        }
        values = PAGES[name].values(self._desk, asked, round) | dict(more or {})
        if not reader.may("contacts"):
            values["contacts"] = {}
        return self._render(name or "tables", **around | values)

    def sheet(self, uid: str, word: str, reader: DeskReader = ORGANISER) -> str | None:
        """A game's whole sheet, as `page` has it; None where there is no such game. Raises `StoreTrouble`."""
        state = self._desk.read()
        values = sheet_values(state, uid)
        if values is None:
            return None
        around = self._around("sheet", word, reader, NO_FAILURE, self._store())
        around |= self._of_event(state, troubles(state, self._desk.now()))
        return self._render("sheet", **around | {"round": coming_round(state, self._desk.now())} | values)

    def closed_page(self, name: str, word: str, reader: DeskReader, store: Message, failure: FormFailure) -> str:
        """The page while the store cannot be read: with what was written, to be sent again."""
        around = self._around(name, word, reader, failure, store)
        fields = {name: text for name, text in failure.form.items() if name not in ("word", "page")}
        empty = {"title": "", "needs": 0, "countdown_now": None, "copy": StandbyStatus(), "linked": True, "last": None}
        return self._render("closed", **around | empty | {"closed": True, "sent": fields})

    def _around(
        self, name: str, word: str, reader: DeskReader, failure: FormFailure, store: Message | None
    ) -> dict[str, Any]:
        """What stands around a page whether the store can be read or not."""
        return {
            "lang": language(),
            "word": word,
            "here": name,
            "page_title": PAGES[name].title if name in PAGES else "",
            "who": reader.name,
            "own_account": reader.account,
            "role": NAMES[reader.role],
            "may": reader.may,
            "shortcuts": [(key, label) for key, label, act in SHORTCUTS if not act or reader.may(act)],
            "board": self._board(),
            "trouble": failure.sentence,
            "wrong": failure.wrong,
            "store": "" if store is None else tr(store),
            "now": self.now_ms(),
            "closed": False,
            "typed": {},
            "mark": "",
            "address": f"/{name}" if name in PAGES else "",
            "ask": None,
            "round": 0,
            "too_large": too_large(),
        }

    def _of_event(self, state: EventState, needs: list[TableTrouble]) -> dict[str, Any]:
        """What stands around a page of the event."""
        last = state.tournament.last
        words = () if last is None else (time_of(state, last.when), by_of(last), tr(in_words(state, last)))
        return {
            "title": state.title,
            "games": [(kind, state.game(kind).name) for kind in state.kinds()],
            "needs": len(needs),
            "troubles": needs,
            "countdown_now": countdown_of(state.round),
            "linked": state.linked,
            "copy": self._copy(state),
            "is_copied": bool(state.standby),
            "entrants": state.tournament.entrants,
            "last": None if last is None else last.id,
            "last_words": " ".join(part for part in words if part),
        }

    def _copy(self, state: EventState) -> StandbyStatus:
        status = StandbyStatus() if self._standby is None else self._standby.status(state.standby)
        joining = copy_status(self._desk)
        return status._replace(short=joining.code, counts=joining.minutes, address=joining.address)

    def _form(
        self, do: str, fields: Mapping[str, object], typed: Mapping[str, str], wrong: str, why: str
    ) -> tuple[str, dict[str, DrawnField]]:
        """What a form carries of what it is made from, and its fields as they are drawn; one that was not taken goes on
        with what it had."""
        form = {"do": do} | {name: str(value) for name, value in fields.items() if value != "" and value is not None}
        if (declared := FORMS.get(do)) is None:
            return "", {}
        is_again = all(typed.get(name) == text for name, text in form.items())
        now = declared.version(self._desk, form)
        state = self._desk.state
        drawn = declared.draw(state, form, now, typed, wrong, why) if is_again else declared.draw(state, form, now)
        return typed["made_from"] if is_again and "made_from" in typed else form_versions.as_text(now), drawn

    def _render(self, template: str, **values: Any) -> str:
        return self._templates.get_template(f"{template}.html").render(values)


def _question(ask: FormConflict | Doubt, form: Mapping[str, str]) -> dict[str, Any]:
    """What is asked about a form: the form as it is sent again where the answer is yes, and why it is asked."""
    sent = ask.form if isinstance(ask, FormConflict) else {**form, SURE: ask.mark}
    return {"why": ask, "form": {name: text for name, text in sent.items() if name not in ("word", "page")}}


def too_large() -> str:
    """Said of a form that is not taken because it is too large."""
    return t(
        "The form is too large and nothing was decided: {n} characters of pairings fit. Send them in two parts.",
        n=LONGEST_PAIRINGS,
    )


def _mark(*shown: object) -> str:
    """Names what a page shows: another one where anything may show something else."""
    return hashlib.blake2s(repr(shown).encode(), digest_size=8).hexdigest()


def sheet_values(state: EventState, uid: str) -> dict[str, Any] | None:
    """The page's values; None where there is no such game."""
    every = [state.games, *(evening.games for evening in state.evenings)]
    game = next((games[uid] for games in every if uid in games), None)
    if game is None or game.history is None:
        return None
    history = game.history
    return {
        "game": game,
        "name": history.game.title(history.setup),
        "line": history.game.summary(history.state),
        "report": history.game.report(history.state),
        "number": state.round_of(game),
    }
