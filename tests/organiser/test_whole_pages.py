"""Evenings as every page of the desk and of the board says them: line by line what was approved."""

import itertools
import json
import time
from collections.abc import Iterator

import pytest

from device.common.event.messages import TableFault, TableHealth, TableSnapshot
from device.common.version import version
from device.organiser.board.model import BoardModel
from device.organiser.board.pages import BoardPages
from device.organiser.desk.asked import file_field
from device.organiser.desk.forms import decide
from device.organiser.desk.page_list import ACCOUNTS, PAGES
from device.organiser.desk.page_view import DeskPages
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import everything
from device.organiser.tournament.drawing import Drawing
from rules.sheet_terms import SheetTerms
from tests.approved import APPROVED, texts_that_changed
from tests.organiser.events import DOUBLES, doubles, drawn, fours, with_players
from tests.organiser.pages import rows_of
from tests.organiser.plain_page import lines_of
from tests.organiser.sheet_tables import SIGNED, order, rows, setup

pytestmark = pytest.mark.usefixtures("in_english", "in_prague")

EIGHT = 1_795_806_000_000_000_000
"""Eight in the evening of a day in November."""
ELSEWHERE = {
    "event": "brno",
    "title": "Brno",
    "standings": [
        {
            "game": DOUBLES,
            "lines": [
                {"place": n, "name": name, "games": 3, "won": won, "margin": margin, "points": 900, "people": [who]}
                for n, (name, won, margin, who) in enumerate(
                    [("Krtci", 3, 150, "a" * 16), ("Brněnští", 1, -150, "b" * 16)], start=1
                )
            ],
        }
    ],
}
DESK = {
    "pairs": (
        *({"": name} for name in PAGES if name != ACCOUNTS),
        {"": "people", "more": "1"},
        {"": "people", "find": "nov"},
        {"": "draw", "round": "2"},
        {"": "results", "round": "1"},
        {"": "results", "round": "2", "more": "1"},
        {"": "standings", "after": "1", "open": "4"},
        {"": "standings", "after": "1", "version": "1"},
        {"": "standings", "season": "1", "best": "1"},
        {"": "money", "all": "1", "find": "nov"},
        {"": "papers", "round": "1", "kind": "marias"},
    ),
    "players": ({"": ""}, {"": "draw"}, {"": "results", "more": "1"}, {"": "standings", "open": "1"}, {"": "money"}),
    "sheet": ({"": ""}, {"": "draw"}, {"": "results", "more": "1"}, {"": "standings", "open": "2"}, {"": "log"}),
    "nobody": tuple({"": name} for name in ("", "people", "draw", "results", "standings", "money", "fleet")),
}
FRAME, HEAD = ".trouble (hidden) The organiser does not reach the broker", ".still Without scripts"
"""The last line of what stands above every page, of the desk and of the board."""
BOARD = ("tables", "projector", "results", "find", "next", "standings")


@pytest.fixture
def in_prague(monkeypatch) -> Iterator[None]:
    """The clock on the wall."""
    monkeypatch.setenv("TZ", "Europe/Prague")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def store(store, monkeypatch):
    """In the event it stays eight o'clock."""
    monkeypatch.setattr(type(store), "now", lambda self: EIGHT)
    return store


def games(store, *rows):
    """Rows of tables, as if they came at eight."""
    for row in rows:
        body = json.loads(row.body)
        if "offset" in body:
            body["offset"] = EIGHT
        store.append([row._replace(heard=EIGHT, body=json.dumps(body))])


def report(free_mb, degrees, waiting, *faults):
    health = TableHealth(free_mb=free_mb, degrees=degrees, supply="well", faults=faults)
    return TableSnapshot(
        boot="b" * 8, device="d" * 8, version=version(), waiting=waiting, doubt=3_000_000, health=health
    )


def evening_of_pairs(store):
    """A round with results, one that is played; two games at the tables, a season, money, news of the devices."""
    desk = doubles(store)
    desk.reports = lambda: {1: report(25_000, 48, 0), 12: report(31, 84, 21, TableFault(part="oled A", text="Cable"))}
    games(store, *rows_of(1, entries=12, names=("Krtci", "Ema Žáková + Jan Novák")))
    games(store, *rows_of(12, variant=1, names=("Eva Šťastná + Řehoř Dvořák", "Josef Novák + Ivo Čáp")))
    desk.read()
    acts = [
        {"do": "warn", "number": "3", "reason": "late"},
        {"do": "adjust", "round": "1", "number": "2", "wins": "½", "points": "-10", "reason": "a wrong slip"},
        {"do": "attend", "number": "3", "status": "withdrawn", "since": "3"},
        {"do": "season", "file": file_field(json.dumps(ELSEWHERE).encode())},
        {"do": "season_rules", "kind": DOUBLES, "scale": "field", "counting": "drop", "events": "1"},
        {"do": "pair_rule", "one": "1", "other": "4", "rule": "apart"},
        {"do": "prizes", "in_kind": "a book, a pen", "shared": "equal", "classes": "juniors: 50; a ball"},
        {"do": "notice", "text": "Přestávka <do> 9", "text_en": "Break until 9"},
        {"do": "round", "round": "2", "minutes": "50", "kind": DOUBLES, "starts": "5"},
        {"do": "tell", "table": "12", "text": "Mluvte tiše"},
        {"do": "door", "open": "yes"},
        {"do": "paid", "numbers": "4", "amount": "40"},
    ]
    for act in acts:
        decide(desk, act)
    return with_title(desk, "pairs")


def evening_of_players(store):
    """Mariáš at two tables, one of them by a game that a table sent."""
    desk = fours(store)
    games(store, *rows_of(1, kind="marias", entries=30))
    decide(desk, {"do": "warn", "number": "2", "reason": "late"})
    Drawing(desk).draft(2, "marias", "fours", seed=1)
    return with_title(desk, "players")


def evening_of_a_sheet(store):
    """A club's score sheet at two tables: one has signed, one plays; a second round is drafted, one has a bye."""
    desk = OrganiserDesk(store)
    with_players(desk, 7)
    decide(desk, {"do": "sheet", "name": "Uno"})
    kind = desk.add_sheet(SheetTerms(name="Rummy of our club", players=(3, 3), wins="least", until=100, least=-5))
    drawn(desk, 1, kind, "rank")
    decide(desk, {"do": "round", "round": "1", "minutes": "45", "kind": kind})
    pairings = [order(desk, table).pairing for table in (1, 2)]
    first, second = (setup(pairing, table) for table, pairing in enumerate(pairings, start=1))
    written = [{"event": "round", "figures": [20, -5, 45]}, {"event": "round", "figures": [90, 0, 7]}]
    games(store, *rows(1, first, pairings[0].pairing, *written, *SIGNED))
    games(store, *rows(2, second, pairings[1].pairing, written[0]))
    desk.read()
    Drawing(desk).draft(2, kind, "fours", seed=1)
    return with_title(desk, "sheet")


def nobody(store):
    """Before anything was decided."""
    return with_title(OrganiserDesk(store), "nobody")


def with_title(desk, name):
    """The event is called as its approved pages are."""
    desk.name(name)
    desk.read()
    return desk


def between(lines, first, last):
    """The lines behind the one that begins with ``first``, as far as ``last``."""
    begin = next((n for n, line in enumerate(lines, start=1) if line.startswith(first)), 0)
    return lines[begin : lines.index(last) if last in lines else None]


def desk_pages(desk):
    """What the desk's pages say; what stands round all of them is read once."""
    pages, feet = DeskPages(desk, lambda: "http://board.local/"), set()
    for n, asked in enumerate(DESK[desk.state.title]):
        query = "&".join(f"{key}={text}" for key, text in asked.items() if key)
        lines = lines_of(pages.page(asked[""], "word", asked).replace(desk.state.door or "no code", "CODE"))
        feet.add(len(between(lines, "Keys", "")))
        yield f"desk/{asked['']}{query and '?'}{query}", between(lines, FRAME, "Keys") if n else lines
    assert len(feet) == 1, "below every page stands the same"


def board_pages(desk, store):
    model = BoardModel(lambda: EIGHT)
    model.take(everything(store))
    model.flush()
    pages = BoardPages(model, "http://board.local/")
    views = [(view, 1) for view in BOARD] + [("table", place.number) for place in desk.read().tables()][:1]
    for view, number in (*views, ("own", 1), ("own", 3)):
        if (html := pages.page(view, number, "en", "board")) is not None:
            yield f"board/{view}/{number}", lines_of(html) if view == BOARD[0] else between(lines_of(html), HEAD, "")


@pytest.mark.parametrize("begin", [evening_of_pairs, evening_of_players, evening_of_a_sheet, nobody])
def test_every_page_of_an_evening_says_what_was_approved(store, begin):
    desk = begin(store)
    pages = dict(desk_pages(desk)) | dict(board_pages(desk, store))
    stripped = {name: [line.replace(version(), "VERSION") for line in lines] for name, lines in pages.items()}
    changed = texts_that_changed(stripped, APPROVED / "en" / "organiser" / f"{desk.state.title}.txt")
    assert not changed, "\n".join(itertools.chain(*changed.values()))
