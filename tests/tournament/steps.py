"""What an organiser does in every tournament, step by step at the desk's pages."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from tests.tournament.desk import Organiser
from tests.tournament.hall import Hall

NAV = {
    "tables": "Stoly",
    "people": "Účastníci",
    "draw": "Nasazení",
    "results": "Výsledky",
    "standings": "Pořadí",
    "money": "Peníze",
    "papers": "Papíry a soubory",
}
Draw = tuple[dict[int, tuple[int, ...]], tuple[int, ...]]
"""Entrants' numbers by table, and those with a bye."""


def entrants_file(path: Path, rows: Sequence[Sequence[str]], header: Sequence[str]) -> Path:
    """A spreadsheet of the club, as Excel in Czech saves it."""
    with path.open("w", encoding="cp1250", newline="") as file:
        csv.writer(file, delimiter=";").writerows([header, *rows])
    return path


def register(desk: Organiser, title: str, file: Path, missing: Sequence[int]) -> None:
    """Name the event, take everybody from a file, all came but those numbers."""
    desk.come_in()
    desk.unfold("#event")
    desk.type("#event-name input[name=title]", title)
    desk.press_button("#event-name", "Uložit")
    desk.wait(f"document.querySelector('#title').textContent === {title!r}")
    desk.go(NAV["people"])
    desk.pick_file("#files input[type=file]", file)
    desk.press_button("#files", "Přihlásit všechny z něj")
    desk.press_button("#count", "Jsou tu všichni")
    for number in missing:
        desk.open_more(number)
        desk.press_button(f"#entrant-{number}", "Přece tu není")


def draw(desk: Organiser, kind: str, method: str) -> Draw:
    """Draft and publish the round that comes; what was drawn."""
    desk.go(NAV["draw"])
    if desk.browser.read("document.querySelector('#draft [name=kind]').value") != kind:
        desk.choose("#draft select[name=kind]", kind)
        desk.press_button("#draft", "Vybrat")
    desk.choose("#draft select[name=method]", method)
    desk.press_button("#draft", "Navrhnout")
    warnings = desk.text(".warnings")
    assert method in ("rank", "king", "placing") or "Už spolu hráli" not in warnings
    assert "dvakrát" not in warnings
    desk.unfold("#publish")
    desk.press_button("#publish", "Zveřejnit")
    return drawn(desk)


def drawn(desk: Organiser) -> Draw:
    """The draw that the page shows."""
    tables = desk.browser.read(
        "[...document.querySelectorAll('.drawn tbody tr')].map(row => [Number(row.cells[0].textContent), "
        "[...row.querySelectorAll('.seated small')].map(one => Number(one.textContent))])"
    )
    byes = tuple(int(number) for number in re.findall(r"(\d+) [^,]+", desk.text("#byes")))
    return {number: tuple(seats) for number, seats in tables}, byes


def start_round(desk: Organiser, round: int, kind: str) -> None:
    """The countdown begins, with what the form offers."""
    desk.go(NAV["tables"])
    desk.unfold("#round-next")
    assert desk.browser.read("document.querySelector('#round-new [name=round]').value") == str(round)
    desk.choose("#round-new select[name=kind]", kind)
    desk.press_button("#round-new", "Začít kolo")
    if desk.text("#ask"):  # results of the round that is on are missing
        desk.press_button("#ask", "Ano, zapsat")
    desk.wait(f"document.querySelector('#round-on h2')?.textContent.startsWith('{round}')")


def played(hall: Hall, round: int, drawn: Iterable[int], seconds: float = 90) -> None:
    """The tables play it to the end."""
    try:
        hall.until(lambda: hall.finished(round, drawn), seconds, f"round {round} is played")
    except AssertionError as late:
        left = [
            (
                table.number,
                "online" if table.online else "away",
                table.acked,
                len(table.rows),
                round in table.seats_of_round,
            )
            for table in hall.tables.values()
            if not (table.idle and table.acked == len(table.rows) and round in table.seats_of_round)
        ]
        raise AssertionError(f"{late}; left: {left}") from None


def results_there(desk: Organiser, round: int) -> tuple[int, int]:
    """Look at the results; how many of how many tables have one."""
    desk.go(NAV["results"])
    match = re.search(r"(\d+) / (\d+)", desk.text("main h2"))
    assert match, desk.text("main h2")
    assert str(round) in desk.text("main h2")
    return int(match[1]), int(match[2])


def slip(desk: Organiser, table: int) -> None:
    """Have a table's slip lie there, by its number; the keyboard is in its first field then."""
    if desk.browser.read("document.activeElement.name") != "more":
        desk.key("/")
    desk.write(str(table))
    desk.key("Enter")
    desk.wait(f"document.querySelector('#slip h2').textContent.startsWith('Lístek stolu {table}')")
    desk.wait("document.activeElement.name === 'seat0'")


def enter(desk: Organiser, table: int, figures: Sequence[str]) -> None:
    """A result from a paper slip."""
    slip(desk, table)
    for figure in figures:
        desk.write(figure)
        with desk.answer():
            desk.key("Enter")


def correct(desk: Organiser, table: int, figures: Mapping[int, str], reason: str) -> None:
    """A result is put right at the desk, seat by seat."""
    slip(desk, table)
    for seat, figure in figures.items():
        desk.type(f"#slip [name=seat{seat}]", figure)
    desk.type("#slip [name=reason]", reason)
    desk.press_button("#slip", "Opravit")


def late_entry(desk: Organiser, number: int) -> None:
    """Somebody who was waited for is here now."""
    desk.go(NAV["people"])
    desk.press_button(f"#entrant-{number}", "Na místě")


def withdraw(desk: Organiser, number: int) -> None:
    """Somebody goes home."""
    desk.go(NAV["people"])
    desk.open_more(number)
    desk.press_button(f"#entrant-{number}", "Odhlásit")


def send_back(desk: Organiser, table: int, reason: str) -> None:
    """A signed result goes back to its table, with a reason."""
    desk.go(NAV["tables"])
    desk.follow(f"#table-{table} a")
    desk.wait(f"document.querySelector('#picked h2')?.textContent === 'Stůl {table}'")
    desk.type("#picked form[data-key=back] [name=reason]", reason)
    desk.press_button("#picked", "Vrátit výsledek")


def standings(desk: Organiser) -> list[list[str]]:
    """The lines that the page shows, sheet by sheet: place, name, and the figures that decide, as they are written."""
    tabs = "#ranking a[href*='sheet=']"
    sheets = desk.browser.read(f"document.querySelectorAll({tabs!r}).length")
    lines = lines_of_sheet(desk)
    for n in range(1, sheets):
        desk.follow(f"#ranking a[href*='sheet={n + 1}']")
        desk.wait(f"document.querySelectorAll({tabs!r})[{n}].matches('[aria-current]')")
        lines += lines_of_sheet(desk)
    return lines


def lines_of_sheet(desk: Organiser) -> list[list[str]]:
    """The lines that stand on the page."""
    rows = desk.browser.read(
        "[...document.querySelectorAll('.standings tbody tr[id]')].map(row => [row.cells[0].innerText, "
        "row.querySelector('th a').textContent, ...[...row.cells].slice(2).filter(one => !one.matches('.r, .decided'))"
        ".map(one => one.innerText)])"
    )
    return [[place, name, *rest] for place, name, *rest in rows]


def ties(desk: Organiser) -> dict[str, str]:
    """What the page says decided between those who are equal, by name."""
    return dict(
        desk.browser.read(
            "[...document.querySelectorAll('.standings tbody tr[id]')].filter(row => row.querySelector('.decided b'))"
            ".map(row => [row.querySelector('th a').textContent, row.querySelector('.decided b').textContent])"
        )
    )


# -- money -------------------------------------------------------------------------------------------------------------


def set_money(desk: Organiser, fee: str, house_percent: str, prizes: str, step: str, settle: bool = False) -> None:
    """What everybody pays and how it is divided; all who are here have paid."""
    desk.go(NAV["money"])
    for name, text in (("fee", fee), ("house_percent", house_percent), ("prizes", prizes)):
        desk.type(f"#scheme [name={name}]", text)
    desk.choose("#scheme [name=step]", step)
    if settle:
        desk.tick("#scheme [name=settle]")
    desk.press_button("#scheme", "Uložit")
    desk.press_button("#fees", "Všichni přítomní zaplatili")


def paid(desk: Organiser, numbers: Sequence[int]) -> None:
    """Late ones pay."""
    desk.go(NAV["money"])
    desk.type("#fees [name=numbers]", " ".join(map(str, numbers)))
    desk.press_button("#fees", "Zaplaceno")


def payouts(desk: Organiser) -> tuple[dict[str, list[int]], int]:
    """What the page says: by name the figures behind it in haléře, and what stays with the house."""
    desk.go(NAV["money"])
    paid_out = {
        re.sub(r"^\d+ ", "", who): [haler(amount) for amount in rest] for _, who, *rest in desk.rows(".prizes tbody tr")
    }
    return paid_out, haler(desk.text("#house"))


def haler(text: str) -> int:
    """Koruny as people write them, in haléře; hundredths of them are rounded as they were shown."""
    plain = text.replace("−", "-").replace("+", "").replace("\u00a0", "").replace(" ", "").replace(",", ".")
    return int(Fraction(plain) * 100)
