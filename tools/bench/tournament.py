"""Draws, pages and papers of a tournament of three sizes, each against one second: what people at the desk wait for."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from device.organiser.acts import decisions
from device.organiser.acts.from_text import nonce
from device.organiser.board.model import BoardModel
from device.organiser.board.pages import BoardPages
from device.organiser.desk.forms import decide
from device.organiser.desk.page_list import ACCOUNTS, PAGES
from device.organiser.desk.page_view import DeskPages
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.papers import ALL_FILES, PAPERS
from device.organiser.papers.sheet import PaperRequest
from device.organiser.store import everything, open_store
from device.organiser.tournament.draw import Tables, few_repeats
from device.organiser.tournament.draw.swiss import SwissEntrant, swiss
from tools.bench.measure import Result, in_a_second, processor_seconds

SIZES = (250, 500, 1000)
"""Entrants."""
ROUNDS = 4
"""Rounds that were played before what is measured."""
KIND = "marias"
ABSENT = ("pairs.t", "records.zip")
"""Files of pairs and of games, of which there are none here."""
VIEWS = ("tables", "projector", "find", "next", "standings", "results")


def compare() -> Iterator[Result]:
    """Every page of the desk, and the slowest of the board's pages, of papers and of files, for each size."""
    for count in SIZES:
        with TemporaryDirectory() as folder:
            store = open_store(str(Path(folder) / "event.db"), "bench")
            desk = OrganiserDesk(store)
            desk.name("Turnaj")
            played(desk, count)
            board = BoardModel()
            board.take(everything(store))
            changed = processor_seconds(board.flush)
            yield from measured(desk, board, count)
            yield from decisions_of(desk, count)
            yield in_a_second(f"board after a decision, {count} players", changed)
            store.close()


def measured(desk: OrganiserDesk, board: BoardModel, count: int) -> Iterator[Result]:
    """Results of a tournament of ``count`` players."""
    view, pages, state = DeskPages(desk, str), BoardPages(board), desk.state
    wanted = PaperRequest(address="http://192.168.1.10:8000/")
    for name in (page for page in PAGES if page != ACCOUNTS):  # which shows nothing of the event
        yield in_a_second(f"desk: {name}, {count} players", spent(partial(view.page, name, "word", {})))
    groups: dict[str, dict[str, Callable[[], object]]] = {
        "board": {name: partial(pages.page, name, 1, "cs", "x") for name in VIEWS},
        "papers": {word: partial(paper.make, state, wanted) for word, paper in PAPERS.items()},
        "files": {name: partial(file.make, state, ";") for name, file in ALL_FILES.items() if name not in ABSENT},
    }
    for group, works in groups.items():
        times = {name: spent(work) for name, work in works.items()}
        slowest = max(times, key=lambda name: times[name])
        yield in_a_second(f"{group}, slowest: {slowest}, {count} players", times[slowest])


def decisions_of(desk: OrganiserDesk, count: int) -> Iterator[Result]:
    """What the desk waits for when it publishes a round and when it enters a slip, until the page is there again."""
    view, round = DeskPages(desk, str), str(ROUNDS + 1)
    decide(desk, {"do": "draft", "round": round, "kind": KIND, "method": "fours"})
    first = slip(round, 4)
    for label, form, page in (("publishing", {"do": "publish", "round": round}, "draw"), ("a slip", first, "results")):

        def work(form: dict[str, str] = form, page: str = page) -> None:
            decide(desk, form)
            view.page(page, "word", {"round": round})

        yield in_a_second(f"desk: {label}, {count} players", processor_seconds(work))
    for each, page in enumerate(("people", "draw", "results", "standings"), start=5):
        decide(desk, slip(round, each) | {"reason": page})  # nothing is known from before
        show = partial(view.page, page, "word", {})
        yield in_a_second(f"desk: {page} after a decision, {count} players", processor_seconds(show))


def slip(round: str, each: int) -> dict[str, str]:
    """The form of table 1's slip: three players pay ``each`` Kč to the first."""
    seats = (3 * each, -each, -each, -each)
    return {"do": "result", "round": round, "table": "1"} | {f"seat{n}": str(kc) for n, kc in enumerate(seats)}


def spent(work: Callable[[], object]) -> float:
    """Seconds of processor time, once templates and fonts are loaded, as at a desk that has been open for a while."""
    work()
    return processor_seconds(work)


def played(desk: OrganiserDesk, count: int) -> None:
    """``count`` players in fours, all rounds with results from paper, fees paid and prizes set."""
    id = nonce()
    entrants = [nonce() for _ in range(count)]
    desk.decide(
        *(
            decisions.Enrolled(
                id=id,
                entrant=entrant,
                number=n,
                name=f"Jan Novák {n}",
                players=(f"Jan Novák {n}",),
                club=f"Klub {n % 40}",
            )
            for n, entrant in enumerate(entrants, start=1)
        ),
        *(decisions.Attended(id=id, entrant=entrant, status="present") for entrant in entrants),
        decisions.MoneySet(id=id, fee=10_000, prizes=(5000, 3000, 2000), settle=True),
        *(decisions.FeePaid(id=id, entrant=entrant, amount=10_000) for entrant in entrants),
    )
    for number, (tables, _) in enumerate(rounds_of_fours(count, ROUNDS), start=1):
        drawn = tuple(
            decisions.TableDrawn(table=n, entrants=tuple(entrants[seat] for seat in seats), pairing=nonce())
            for n, seats in enumerate(tables, start=1)
        )
        desk.decide(
            decisions.Published(id=nonce(), round=number, kind=KIND, tables=drawn),
            *(
                decisions.ResultEntered(id=nonce(), round=number, table=drawn_table.table, scores=money(drawn_table))
                for drawn_table in drawn
            ),
        )


def money(table: decisions.TableDrawn) -> tuple[int, ...]:
    """What a table comes to: 0 in all."""
    first = 20 * (table.table % 17) * (len(table.entrants) - 1)
    return (first, *(-first // (len(table.entrants) - 1) for _ in table.entrants[1:]))


def tournament(count: int) -> list[SwissEntrant[int]]:
    """``count`` entrants after `ROUNDS` rounds."""
    luck = random.Random(count)
    points = dict.fromkeys(range(count), Fraction(0))
    met: dict[int, set[int]] = {point: set() for point in points}
    for _ in range(ROUNDS):
        for a, b in swiss(ranked(points, met))[0]:
            met[a].add(b)
            met[b].add(a)
            points[luck.choice((a, b))] += 1
    return ranked(points, met)


def ranked(points: dict[int, Fraction], met: dict[int, set[int]]) -> list[SwissEntrant[int]]:
    """The entrants, best first."""
    return [
        SwissEntrant(point, points[point], frozenset(met[point]))
        for point in sorted(points, key=lambda key: -points[key])
    ]


def rounds_of_fours(count: int, rounds: int) -> Iterator[tuple[Tables[int], dict[int, set[int]]]]:
    """So many rounds one after another, each with few repeats of those before; and who has met whom by then."""
    met: dict[int, set[int]] = {}
    for number in range(rounds):
        tables = few_repeats(range(count), met, number)
        for table in tables:
            for player in table:
                met.setdefault(player, set()).update({*table} - {player})
        yield tables, met


def draws() -> Iterator[Result]:
    """The fifth Swiss round and the fifth round of fours, for each size."""
    for count in SIZES:
        entrants = tournament(count)
        yield in_a_second(
            f"Swiss draw of round {ROUNDS + 1}, {count} entrants", processor_seconds(partial(swiss, entrants))
        )
        *_, (_, met) = rounds_of_fours(count, ROUNDS)
        fours = partial(few_repeats, range(count), met, seed=ROUNDS)
        yield in_a_second(f"fours of round {ROUNDS + 1}, {count} players", processor_seconds(fours))
