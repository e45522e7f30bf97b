"""A club's evening at the organiser's desk: entrants, draws, results from paper, rulings, money, a second evening."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import msgspec

from device.organiser.acts import decisions
from device.organiser.acts.from_text import nonce
from device.organiser.desk.forms import decide
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.tournament import season
from device.organiser.tournament.accounts import Accounts, account
from device.organiser.tournament.drawing import Drawing
from device.organiser.tournament.registration import Registration
from device.organiser.tournament.rulings import Rulings
from device.organiser.tournament.scoring import Scoring

KINDS = ("polish_doubles", "chess_clock", "marias")
PAIRS = (
    (("Jana Nová", "Petr Šíp"), "Krtci", "DDM Písek"),
    (("Eva Malá", "Karel Rys"), "Sloky", "DDM Písek"),
    (("Emil Kos", "Gita Řehoř"), "Káně", "Hradiště"),
    (("Hynek Čáp", "Olga Žák"), "Čejky", ""),
    (("Adam Vlk", "Bára Vlková"), "Vlci", "Hradiště"),
    (("Cyril Dub", "Dana Lípa"), "Stromy", ""),
    (("Ivan Beneš", "Zuzana Benešová"), "Benešovi", "Tábor"),
)
SEASON = """{"event": "jaro-2026", "title": "Jaro", "standings": [{"game": "polish_doubles", "lines": [
{"name": "Krtci", "won": 2.5, "margin": 31, "points": 900, "games": 4, "club": "DDM Písek"},
{"name": "Duby", "won": 1, "margin": -31, "points": 850, "games": 4}]}]}"""


def evenings(desk: OrganiserDesk) -> None:
    """Two evenings, every kind of act in them; the second one goes on."""
    desk.name("Podzimní klub")
    registration, drawing, rulings, accounts = Registration(desk), Drawing(desk), Rulings(desk), Accounts(desk)
    desk.by = "Marta"
    for players, name, club in PAIRS:
        enrol(
            desk,
            players,
            name,
            club,
            contact=f"{name.lower()}@example.org",
            **{"initials": "yes"} if name == "Vlci" else {},
        )
    enrol(desk, ("Leoš Janda", "Nora Jandová"), team="Jandovi", number="40")
    enrol(desk, ("Hynek Čáp", "Olga Žáková"), "Čejky", "Tábor", do="rename", number="4", contact="", team="Ptáci")
    registration.attend(7, "present", since=2)
    registration.all_came()
    registration.attend(40, "withdrawn")
    registration.rest(6, 1)
    accounts.set(
        decisions.MoneySet(
            id=nonce(), fee=10_000, added=50_000, house_percent=1000, prizes=(5000, 3000, 2000), step=1000
        )
    )
    accounts.record_payments([1, 2, 3])
    accounts.record_payments([4], 5000)
    accounts.record_all_payments()
    by = {f"by{n}": word for n, word in enumerate(("wins", "buchholz", "margin", "points"))}
    decide(desk, {"do": "ranking", "kind": "polish_doubles", "drop_worst": "1", "team_best": "2"} | by)

    drawing.draft(1, "polish_doubles", "swiss", seed=5)
    drawing.swap(1, 1, 5)
    drawing.publish(1)
    desk.round(1, 3000, "polish_doubles")
    results(desk, 1, ((480, 455), (390, 511)))
    result(desk, 1, 1, (481, 455), reason="špatně sečteno")
    registration.warn(3, "radili si")
    rulings.adjust(2, 1, Fraction(-1, 2), -10, "pozdní příchod")
    desk.end_round()

    drawing.draft(2, "polish_doubles", "swiss", first_table=3, seed=6)
    drawing.discard(2)
    drawing.by_hand(2, "polish_doubles", "1: 1 2\n2: 3 4\n7: 5 6\n7")
    drawing.publish(2)
    drawing.correct(2, 2, 4, "hráli spolu už jednou")
    desk.round(2, 3000, "polish_doubles")
    result(desk, 2, 1, (444, 444), winner="1")
    drawing.forfeit(2, 3, "odešel")
    result(desk, 2, 7, (0, 0), reason="hádka", double="yes")
    registration.expel(3, "opakovaně")
    registration.warn(1, "omylem")
    last = desk.read().tournament.last
    assert last is not None
    drawing.take_back(last.id)
    desk.end_round()
    season.add(desk, SEASON.encode())

    desk.by = ""
    rulings.begin_evening("Podzimní klub, druhý večer")
    desk.delete_contacts()
    for n, name in enumerate(("Šárka Holá", "Tomáš Bílý", "Vít Mach", "Žofie Rudá", "Řehoř Zík"), start=60):
        enrol(desk, (name,), number=str(n), club="Tábor", contact=f"{n} 123 456")
        registration.attend(n, "present")
    drawing.by_hand(1, "marias", "1: 60 61 62 63\n64")
    drawing.publish(1)
    desk.round(1, 1800, "marias")
    result(desk, 1, 1, ("12.50", "-4", "-8.50", 0))
    desk.end_round()
    drawing.by_hand(2, "chess_clock", "4: 60 64\n5: 61 62\n63")
    drawing.publish(2)
    for n in range(60, 65):
        registration.attend(n, "withdrawn")
    for n in (1, 2, 4, 5):
        registration.attend(n, "present")
    drawing.draft(3, "polish_doubles", "robin", seed=1)


def enrol(desk: OrganiserDesk, players: tuple[str, ...], name: str = "", club: str = "", **more: str) -> None:
    """Somebody takes part, as the form has it."""
    names = dict(zip(("player", "partner"), players, strict=False))
    decide(desk, {"do": "enrol", "name": name, "club": club} | names | more)


def result(desk: OrganiserDesk, round: int, table: int, scores: Iterable[object], **more: str) -> None:
    """A result from paper, as the form has it."""
    figures = {f"seat{n}": str(score) for n, score in enumerate(scores)}
    decide(desk, {"do": "result", "round": str(round), "table": str(table)} | figures | more)


def results(desk: OrganiserDesk, round: int, scores: Iterable[tuple[int, ...]]) -> None:
    """Results from paper for the tables of a round, in their order."""
    drawn = desk.read().tournament.draw_of(round)
    assert drawn is not None
    for table, score in zip(drawn.tables, scores, strict=False):
        result(desk, round, table.table, score)


def seen(desk: OrganiserDesk) -> dict[str, Any]:
    """What the acts came to, as plain values: each evening's, the one that is on last."""
    state = desk.read()
    return {
        "evenings": [_evening(event_state) for event_state in (*state.evenings, state)],
        "contacts": desk.contacts(),
    }


def _evening(state: Any) -> dict[str, Any]:
    tournament = state.tournament
    scoring, money = Scoring(state), account(state)
    return {
        "title": state.title,
        "entrants": {
            entrant.number: {
                "called": [entrant.name, list(entrant.players), entrant.club, entrant.team, entrant.initials],
                "plays": [entrant.status, entrant.since, sorted(entrant.rests), list(entrant.warnings)],
                "people": list(entrant.people),
            }
            for entrant in tournament.entrants.values()
        },
        "draws": [_plain(draw) for draw in tournament.rounds()],
        "drafts": [_plain(draft) for round in range(1, 10) if (draft := tournament.draft(round))],
        "results": [
            [round, table.drawn.table, [_score(score) for score in table.scores or ()], _plain(table.entered)]
            for round in range(1, 10)
            for table in scoring.tables(round)
        ],
        "standings": {
            kind: [
                [line.place, line.entrant.number, *map(str, (line.won, line.margin, line.points, line.buchholz))]
                for line in scoring.lines(kind)
            ]
            for kind in KINDS
        },
        "frozen": [
            _plain(standings)
            for kind in KINDS
            for after in range(1, 10)
            for standings in tournament.frozen(kind, after)
        ],
        "season": [_plain(line) for line in tournament.season()],
        "money": [money.house, money.left_over, money.unpaid, list(money.by_place)]
        + [[line.entrant.number, payout.prize, str(payout.total)] for line, payout in money.lines],
        "decided": [
            [decision.in_force, [str(act.__struct_config__.tag) for act in decision.acts]]
            for decision in tournament.all_decisions()
        ],
    }


def _plain(value: Any) -> Any:
    return msgspec.to_builtins(value)


def _score(score: Any) -> list[str]:
    return [str(score.points), str(getattr(score, "won", ""))]
