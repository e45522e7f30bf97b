"""Events for tests: entrants, published draws and results, without tables and browsers."""

from device.organiser.acts.decisions import Published
from device.organiser.desk.forms import decide
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.tournament.drawing import Drawing
from device.organiser.tournament.registration import Registration
from tests.organiser.said import enrol, result

DOUBLES, MARIAS, KOCKA = "polish_doubles", "marias", "kourici_kocka"
PAIRS = [
    ("Jan Novák", "Čeněk Chalupa", "Krtci", "Písek"),
    ("Eva Šťastná", "Řehoř Dvořák", "", "Brno"),
    ("Jana Nováková", "Oto Hrubý", "Sloky 2", "Písek"),
    ("Josef Novák", "Ivo Čáp", "", "Tábor"),
    ("Ema Žáková", "Jan Novák", "", "Brno"),
]


def doubles(store) -> OrganiserDesk:
    """Five pairs, a round with a result from paper, a second round without one; fees and prizes."""
    desk = OrganiserDesk(store)
    desk.name("Podzimní turnaj <Písek>")
    people, draw = Registration(desk), Drawing(desk)
    for first, second, name, club in PAIRS:
        enrol(people, (first, second), name, club, contact=f"{first.split()[0]}@example.cz")
    people.all_came()
    draw.by_hand(1, "polish_doubles", "1: 1 2\n12: 3 4\n5")
    draw.publish(1)
    result(draw, 1, 1, (312, 250))
    result(draw, 1, 12, (200, 290))
    draw.by_hand(2, "polish_doubles", "1: 1 5\n12: 2 4\n3")
    draw.publish(2)
    decide(desk, {"do": "money", "fee": "100", "prizes": "60 40", "by": "percent", "house_percent": "10"})
    decide(desk, {"do": "all_paid"})
    return desk


def fours(store, count: int = 8) -> OrganiserDesk:
    """Mariáš players at tables of four, a round of results; play money is settled."""
    desk = OrganiserDesk(store)
    people, draw = Registration(desk), Drawing(desk)
    for n in range(1, count + 1):
        enrol(people, (f"Hráč {chr(64 + n)}.",), contact=f"{n}@example.cz")
    people.all_came()
    tables = [range(n, n + 4) for n in range(1, count, 4)]
    lines = [f"{n}: {' '.join(map(str, seats))}" for n, seats in enumerate(tables, start=1)]
    draw.by_hand(1, "marias", "\n".join(lines))
    draw.publish(1)
    for n in range(1, len(tables) + 1):
        result(draw, 1, n, (1240, -400, -420, -420))
    decide(desk, {"do": "money", "prizes": "500", "by": "amount", "added": "500", "settle": "yes"})
    return desk


def with_pairs(desk: OrganiserDesk, count: int, **more: str) -> None:
    """Pairs that are there."""
    for n in range(1, count + 1):
        enrol(Registration(desk), (f"Ann {n}", f"Bob {n}"), f"Pair {n}", **more)
    Registration(desk).all_came()


def with_players(desk: OrganiserDesk, count: int) -> None:
    """Single players that are there."""
    people = Registration(desk)
    for n in range(1, count + 1):
        enrol(people, (f"Player {n}",))
    people.all_came()


def drawn(desk: OrganiserDesk, round: int = 1, kind: str = DOUBLES, method: str = "swiss", seed: int = 1) -> Published:
    """The draw of a round, drafted and published."""
    draw = Drawing(desk)
    draw.draft(round, kind, method, seed=seed)
    draw.publish(round)
    return desk.state.tournament.draw_of(round)


def numbers(desk: OrganiserDesk, draw: Published) -> list[list[int]]:
    """A draw by the entrants' numbers."""
    entrants = desk.state.tournament.entrants
    return [[entrants[entrant].number for entrant in table.entrants] for table in draw.tables]


def statuses(desk: OrganiserDesk) -> list[tuple[int, str, str]]:
    """Number, name and status of every entrant."""
    return [(entrant.number, entrant.name, entrant.status) for entrant in desk.read().tournament.by_number().values()]


def played(desk: OrganiserDesk, round: int, text: str, *scores: tuple[int, ...], kind: str = DOUBLES) -> None:
    """A round drawn by hand, with the results of its tables from paper."""
    Drawing(desk).by_hand(round, kind, text)
    Drawing(desk).publish(round)
    for table, score in enumerate(scores, start=1):
        result(Drawing(desk), round, table, score)


def take_back(desk: OrganiserDesk) -> None:
    """The last decision is taken back."""
    Drawing(desk).take_back(desk.read().tournament.last.id)
