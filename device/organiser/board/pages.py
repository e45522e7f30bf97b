"""The pages as HTML: templates filled with the board's parts, in each language. What tables say is escaped."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from markupsafe import Markup

from device.common.i18n import clock, speaking, t
from device.common.languages import LANGUAGES
from device.common.web.answers import static_mark
from device.organiser.board.lists import ON_SHEET
from device.organiser.board.model import BoardModel
from device.organiser.board.moments import event_templates
from device.organiser.board.own_table import own_table
from device.organiser.board.stream import Streams
from device.organiser.tournament.kinds import figure_text
from device.organiser.tournament.public_names import Hidden, mask
from device.organiser.tournament.ranking import DRAWN, LOST, SIGNS, WON
from device.organiser.tournament.seat_list import in_order
from rules.game import MILLISECOND
from rules.people import plain_letters

STATIC = Path(__file__).with_name("static")
STATIC_MARK = static_mark(STATIC)
HOLD_MS = 10_000
"""How long (ms) a question for parts waits at most: until the next time that is a multiple of it, for all alike."""
CARDS = 60
"""Tables on one page of the overview."""
ON_PROJECTOR = 96
"""Tables that one projector turns through."""
LOOKS = {WON: "won", DRAWN: "drawn", LOST: "lost"}
"""The look of a round of a game for two."""
FITS = (1, 2, 4, 6)
"""How many tables a projected picture can hold, in letters of 35 mm where it is two metres wide."""
TURN_S, STILL_S = 10, 30
"""Seconds after which a page without a script loads itself anew: one whose pages turn, and any other."""


class BoardPages:
    """Draws pages and parts. ``address`` is where people reach the board, for the QR code, ``base`` the path to it.

    Drawn parts are kept until they change: a thousand readers cost one drawing.
    """

    def __init__(self, board: BoardModel, address: str = "", base: str = "/") -> None:
        self.board = board
        self.nonce = ""
        """The name of the store, by which places in its log are told from those in another's."""
        self.address = address
        self._base = base
        self._env = event_templates(board.now)
        self._env.globals.update(
            base=base, static=f"{base}static/{STATIC_MARK}/", more=self._more, looks=LOOKS, signs=SIGNS
        )
        self._env.globals["in_order"] = in_order
        self._env.globals["short"] = board.short_name
        self._page = self._env.get_template("page.html")
        self._drawn: dict[tuple[str, str], tuple[Any, str, Hidden]] = {}
        self._macros = {lang: self._env.get_template("parts.html", globals={"lang": lang}) for lang in LANGUAGES}

    def now_ms(self) -> int:
        """The event's clock in ms."""
        return self.board.now() // MILLISECOND

    def _more(self, kind: str, word: str, value: Fraction) -> str:
        """A figure of the standings as people read it."""
        return figure_text(self.board.state.game(kind), word, value)

    def numbers(self, view: str, page: int) -> list[int]:
        """The tables on a page."""
        numbers = self.board.numbers
        if view == "table":
            return [page]
        size = ON_PROJECTOR if view == "projector" else CARDS
        return numbers[(page - 1) * size : page * size]

    def parts(self, view: str, page: int) -> list[str]:
        """The parts of a page, by id."""
        if view == "table":
            return ["head", "notice", f"table-{page}"]
        if view in ("results", "own", *ON_SHEET):
            return ["head", "notice", view]
        return ["head", "notice", "rank", *(f"card-{number}" for number in self.numbers(view, page))]

    def place(self, parts: Iterable[str], version: int) -> str:
        """Where whoever has seen ``parts`` as of ``version`` stands: the same for all who have seen the same."""
        return f"{self.nonce}-{self.board.last_change(parts, version)}"

    def hold(self, trouble: bool) -> str:
        """Until when a question for parts waits that is asked now, and whether it knows of the store's trouble."""
        return f"{self.now_ms() // HOLD_MS}{'t' * trouble}"

    def hold_s(self) -> float:
        """Seconds until such a question is answered in any case."""
        return (HOLD_MS - self.now_ms() % HOLD_MS + 1) / 1000

    def has_page(self, view: str, page: int) -> bool:
        """Whether there is such a page."""
        if view == "table":
            return self.board.value(f"table-{page}") is not None
        if view == "own":
            return own_table(self.board.state, page) is not None
        return page == 1 or (view in ("tables", "projector") and bool(self.numbers(view, page)))

    def part(self, name: str, lang: str) -> str:
        """A part as HTML."""
        value = self.board.value(name)
        drawn = self._drawn.get((name, lang))
        names = self.board.hidden
        if drawn is not None and drawn[0] is value and drawn[2] is names:
            return drawn[1]
        with speaking(lang):
            text = mask(self._draw(name, value, lang), names)
        self._drawn[name, lang] = (value, text, names)
        return text

    def sheets(self, view: str) -> int:
        """How many pages a projected view has that are turned by themselves."""
        if view == "projector":
            return max(1, -(-min(len(self.board.numbers), ON_PROJECTOR) // self.fits()))
        value = self.board.value(view)
        if not value:
            return 1
        if view == "standings":
            return sum(-(-len(rank.lines) // ON_SHEET[view]) for rank in value)
        return max(1, -(-len(value.seats if view == "find" else value.tables) // ON_SHEET[view]))

    def fits(self) -> int:
        """How many tables the projector shows at a time: fewer where more than two play at one."""
        numbers = self.board.numbers[:ON_PROJECTOR]
        cards = [self.board.value(f"card-{number}") for number in numbers]
        many = any((card.card is not None and len(card.card.seats) > 2) or len(card.names) > 2 for card in cards)
        most = FITS[-2] if many else FITS[-1]
        return min(most, next((n for n in FITS if n >= len(cards)), most))

    def page(
        self, view: str, page: int, lang: str, host: str, trouble: bool = False, sheet: int = 1, find: str = ""
    ) -> str | None:
        """A whole page; None where there is none such. ``trouble``: the store gives or takes nothing now.

        ``sheet``: which of the pages that turn is shown to who has no script; ``find``: whom they look for.
        """
        if page < 1 or not self.has_page(view, page):
            return None
        board = self.board
        size = ON_PROJECTOR if view == "projector" else CARDS
        pages = max(1, -(-len(board.numbers) // size)) if view in ("tables", "projector") else 1
        cards = [board.value(f"card-{number}") for number in self.numbers(view, page)] if view != "table" else []
        fits = self.fits() if view == "projector" else 0
        sheets = self.sheets(view) if view in ON_SHEET or view == "projector" else 1
        sheet = sheet if 1 <= sheet <= sheets else 1
        tail = {"tables": "", "table": f"table/{page}", "own": f"own/{page}"}.get(view, view)
        spans = [f"{part[0]}–{part[-1]}" for n in range(1, pages + 1) if (part := self.numbers(view, n))]
        with speaking(lang):
            text = self._page.render(
                lang=lang,
                view=view,
                listed=self._listed(view, find) if view in ON_SHEET else None,
                find=find,
                own=own_table(board.state, page) if view == "own" else None,
                is_list=view in ON_SHEET,
                on_sheet=ON_SHEET,
                turn=TURN_S,
                sheet=sheet,
                sheets=sheets,
                fits=fits,
                again=TURN_S if sheets > 1 else STILL_S,
                page=page,
                pages=pages,
                spans=spans,
                version=board.version,
                seen=self.place(self.parts(view, page), board.version),
                hold=self.hold(trouble),
                now=self.now_ms(),
                page_title=self._title(view, page),
                head=board.value("head"),
                part=lambda name: Markup(self.part(name, lang)),
                cards=cards,
                fit=f" fit{fits}" if fits else "",
                tail=tail + (f"?page={page}" if page > 1 and "/" not in tail else ""),
                address=self.address or host,
                trouble=trouble,
            )
        return mask(text, board.hidden)

    def stream(self, slot: int, streams: Streams, lang: str, trouble: bool, part: bool) -> str:
        """A broadcast page, or the part of it that changes."""
        setting, view, moment = streams.setting(slot), streams.view(slot), streams.moment(slot) // MILLISECOND
        with speaking(lang):
            text = self._env.get_template("stream_view.html" if part else "stream.html").render(
                lang=lang,
                slot=slot,
                setting=setting,
                v=view,
                moment=moment,
                at=lambda dial: clock(dial.left_at(moment) * MILLISECOND),
                stale=trouble or (view is not None and view.is_stale),
            )
        return mask(text, self.board.hidden)

    def _listed(self, view: str, find: str) -> Any:
        """What a list shows; of the list of seats only those that somebody looks for."""
        value = self.board.value(view)
        sought = plain_letters(find.strip())
        if view != "find" or value is None or not sought:
            return value
        return replace(
            value, seats=tuple(seat for seat in value.seats if sought in plain_letters(f"{seat.full} {seat.more}"))
        )

    def _draw(self, name: str, value: Any, lang: str) -> str:
        macros: Any = self._macros[lang].module
        if name.startswith("card-"):
            return str(macros.card(value))
        if name.startswith("table-"):
            if value is None:
                return ""
            number = value[0].number
            return str(macros.table(value[0], self.board.report(number), self.board.lying(number)))
        if name == "results":
            return str(macros.results(*value))
        if name == "own":
            return str(macros.own(None, value))
        if name in ON_SHEET:
            return str(getattr(macros, name)(value, ON_SHEET[name]))
        return str(getattr(macros, name)(value))

    def _title(self, view: str, page: int) -> str:
        """What the page's title says before the event's name; the script keeps that name current."""
        known = {"table": t("Table {n}", n=page), "results": t("Results"), "find": t("Find your table")}
        known |= {"next": t("Pairings"), "standings": t("Standings"), "own": t("Your table")}
        return known.get(view, "")
