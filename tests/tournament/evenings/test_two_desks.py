"""Thirty tables on paper and two desks: a stack of slips typed without the mouse, and nothing written over unseen."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.organiser.chromium import Browser
from tests.tournament import steps
from tests.tournament.desk import Organiser, acts_table, pages_table
from tests.tournament.expected import by_sum
from tools.play.event.scripts import PLAYERS, names_of

TABLES = 30
STACK = "thirty slips"
CORRECTED = {5: ("6", "-5,80", "-0,10", "-0,10"), 9: ("9,50", "-9,30", "-0,10", "-0,10")}
"""What stands at last on slips that were put right."""


def figures(table: int) -> tuple[str, ...]:
    """What stands on the slip of a table; it comes to 0."""
    return (f"{table},40", f"-{table},20", "-0,10", "-0,10")


@pytest.mark.timeout(600)
def test_thirty_slips_are_typed_by_keys_alone_and_two_desks_ask_each_other(evening, organiser, report, tmp_path):
    desk, names = organiser, names_of(0, 4 * TABLES, PLAYERS)
    name_of = dict(enumerate(names, start=1))
    rows = [(name, f"Klub {n % 30}", "") for n, name in enumerate(names)]
    second = Organiser(Browser(desk.browser.program), desk.address, "heslo")
    try:
        with desk.stage("enter 120 players, from a file"):
            file = steps.entrants_file(tmp_path / "hraci.csv", rows, ("Jméno", "Klub", "Kontakt"))
            steps.register(desk, "Mariáš na papíře", file, [])
        with desk.stage("publish a draw, start its round"):
            drawn, _ = steps.draw(desk, "marias", "fours")
            assert len(drawn) == TABLES
            desk.press_button("#start", "Začít kolo")
        desk.go(steps.NAV["tables"])
        assert desk.text("#needs").endswith("Nic."), "tables on paper wait for nobody"
        desk.go(steps.NAV["results"])
        with desk.stage(STACK):
            for table in sorted(drawn, key=lambda number: (number * 7) % 31):  # as they come
                steps.enter(desk, table, figures(table))
        assert desk.acts[STACK]["clicks"] == desk.acts[STACK]["fields"] == 0
        keys_of_a_slip = desk.acts[STACK]["keys"] / TABLES
        assert keys_of_a_slip < 1 + 2 + 1 + sum(map(len, figures(20))) + 4 + 1, (
            "number, Enter, figures, Enter after each"
        )
        assert desk.text("#results-title").endswith(f"{TABLES} / {TABLES}")
        second.come_in()
        with second.stage("another desk, at the same time"):
            second.go(steps.NAV["results"])
        with desk.stage("correct a result"):
            steps.correct(desk, 9, {0: "9,50", 1: "-9,30"}, "Špatně přečteno")
        with desk.stage("print the slips of a round"):
            desk.go(steps.NAV["papers"])
            desk.download("/papers/slips.pdf?lang=cs&round=1", "#paper-slips a[lang=cs]")
        with desk.stage("set fee and prizes, all have paid"):
            steps.set_money(desk, "100", "5", "50 30 20", "1", settle=True)
        with desk.stage("print the prize list"):
            desk.download("/papers/prizes.pdf?lang=cs", "a[href^='/papers/prizes.pdf']")
        desk.go(steps.NAV["results"])
        with desk.stage("two corrections of one slip"):
            steps.slip(desk, 5)
            desk.type("#slip [name=seat0]", "1")
            steps.correct(second, 5, {0: "6", 1: "-5,80"}, "Špatně přečteno")
            desk.type("#slip [name=seat1]", "-0,80")
            desk.type("#slip [name=reason]", "Jiný lístek")
            desk.press_button("#slip", "Opravit")
            asked = desk.rows("#ask tbody tr")
            assert [row[-1] for row in asked] == ["≠", "≠", "", ""]
            assert [row[2:4] for row in asked[:2]] == [["1", "6,00"], ["-0,80", "−5,80"]]
            desk.follow("#ask [data-give-up]")
            desk.wait("document.querySelector('#ask section') === null")
        assert desk.browser.read("document.querySelector('#slip [name=seat0]').value") == "6,00"
        with desk.stage("a draft that another desk changes"):
            desk.go(steps.NAV["draw"])
            desk.press_button("#draft", "Navrhnout")
            second.go(steps.NAV["draw"])
            second.wait("document.querySelector('#check [name=one]') !== null")
            desk.unfold("#publish")  # who has it open reads the draft: it is not taken from under the hand
            second.type("#check form.line [name=one]", str(next(iter(drawn[1]))))
            second.type("#check form.line [name=other]", str(next(iter(drawn[2]))))
            second.press_button("#check form.line", "Prohodit")
            desk.press_button("#publish", "Zveřejnit")
            assert "Mezitím se to změnilo" in desk.text("#ask"), "both desks are nameless"
            assert desk.rows("#ask tbody tr")
            desk.press_button("#ask", "Přesto provést")
            desk.wait("document.querySelector('#ask section') === null")
            second.wait("document.querySelector('#start') !== null", 30)
        with desk.stage("the end"):
            desk.go(steps.NAV["standings"])
            desk.follow("a[href*='after=1']")
            shown = {name: (int(place), steps.haler(total)) for place, name, total, _ in steps.standings(desk)}
        played = {
            (1, name_of[who]): Fraction(steps.haler(typed))
            for table, seats in drawn.items()
            for who, typed in zip(seats, CORRECTED.get(table, figures(table)), strict=True)
        }
        wanted = by_sum([(number, name, won) for (number, name), won in played.items()])
        assert shown == {place.name: (place.place, int(place.figures[0])) for place in wanted}
    finally:
        report += acts_table(f"Mariáš on paper, {TABLES} tables, two desks", desk.acts)
        report += [f"  keys of a slip: {desk.acts.get(STACK, {}).get('keys', 0) / TABLES:.1f}, no clicks"]
        report += [*pages_table(desk), ""]
        second.browser.close()
