"""The club evening: who was there, what the year brought, and who pays whom."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.cli import main
from device.common import i18n
from device.common.specs.model import PlayedGame, Share
from device.statistics.evening import MOST_EXACT, Payment, club_evening, fewest_payments, in_koruny
from device.statistics.evening_table import code_text, evening_csv, evening_text
from device.statistics.figures import MONEY
from tests.statistics.journals import journal_of, line

MARIAS = PlayedGame("marias")
NOVEMBER, DECEMBER = "2026-11-24T18:00:00+00:00", "2026-12-01T18:00:00+00:00"


@pytest.fixture(autouse=True)
def _czech():
    i18n.use("cs")


def table(n: int, created: str, **koruny: float):
    shares = [Share(name, figures={"balance": (round(gain * MONEY), 1)}) for name, gain in koruny.items()]
    return line(n, *shares, created=created, key="marias")


SEASON = [
    table(1, NOVEMBER, Jana=94, Petr=27, Eva=-39, Karel=-82),
    table(2, DECEMBER, Jana=34, Petr=-12, Karel=5, Ivo=-27),
    table(3, DECEMBER, Jana=10, Petr=-10),
]


@pytest.mark.parametrize(
    ("balances", "payments"),
    [
        ({}, ()),
        ({"Jana": 0, "Petr": 0}, ()),
        ({"Jana": 5, "Petr": -5}, (Payment("Petr", "Jana", 5),)),
        (
            {"Jana": 128, "Petr": 15, "Eva": -66, "Karel": -77},
            (Payment("Karel", "Jana", 77), Payment("Eva", "Jana", 51), Payment("Eva", "Petr", 15)),
        ),
        # two pairs settle among themselves, where the largest debt to the largest credit would take three payments
        (
            {"Jana": 7, "Petr": 6, "Eva": -7, "Karel": -6},
            (Payment("Eva", "Jana", 7), Payment("Karel", "Petr", 6)),
        ),
        (
            {"Ada": 10, "Bob": 6, "Cyr": -8, "Dan": -8, "Eva": 3, "Fay": -3},
            None,
        ),
    ],
)
def test_the_fewest_payments(balances, payments):
    answer = fewest_payments(balances)
    assert answer == payments if payments is not None else len(answer) == 4


@given(st.lists(st.integers(-9, 9), max_size=MOST_EXACT + 3))
def test_whatever_the_balances_payments_bring_everybody_to_zero(amounts):
    balances = {str(n): amount for n, amount in enumerate([*amounts, -sum(amounts)])}
    payments = fewest_payments(balances)
    left = dict(balances)
    for payment in payments:
        assert payment.amount > 0
        left[payment.payer] += payment.amount
        left[payment.payee] -= payment.amount
    assert not any(left.values())
    assert len(payments) <= max(0, sum(map(bool, balances.values())) - 1)
    assert {payment.payer for payment in payments}.isdisjoint(payment.payee for payment in payments)


@given(st.lists(st.integers(-(10**6), 10**6), max_size=8))
def test_koruny_are_the_nearest_and_sum_to_zero(parts):
    balances = {str(n): part for n, part in enumerate([*parts, -sum(parts)])}
    koruny = in_koruny(balances)
    assert sum(koruny.values()) == 0
    assert all(abs(koruny[name] * MONEY - part) < MONEY for name, part in balances.items())


def test_balances_that_do_not_sum_to_zero_are_not_paid():
    with pytest.raises(ValueError, match="zero"):
        in_koruny({"Jana": MONEY, "Petr": 0})


def test_an_evening_stands_beside_its_year():
    evening = club_evening(SEASON, MARIAS)
    assert (evening.number, evening.day.date().isoformat()) == (2, "2026-12-01")
    assert [(row.name, row.evening is not None, len(row.season.evenings)) for row in evening.rows] == [
        ("Jana", True, 2),
        ("Karel", True, 2),
        ("Petr", True, 2),
        ("Ivo", True, 1),
        ("Eva", False, 1),
    ]
    assert evening.balances("evening") == {
        "Jana": 44 * MONEY,
        "Karel": 5 * MONEY,
        "Petr": -22 * MONEY,
        "Ivo": -27 * MONEY,
    }
    assert evening.balances("season")["Eva"] == -39 * MONEY
    assert evening.payments("evening")[0] == Payment("Ivo", "Jana", 27)


def test_somebody_known_by_an_id_is_one_person_on_every_evening():
    lines = [
        line(1, Share("Jana", won=1.0, ids=("janajana1",)), created=NOVEMBER),
        line(2, Share("Janička", won=0.0, ids=("janajana1",)), created=DECEMBER),
        line(3, Share("Jana", won=1.0), created=DECEMBER),
    ]
    (row,) = club_evening(lines, PlayedGame("polish_doubles")).rows
    assert (row.evening.games, row.season.games, len(row.season.evenings)) == (2, 3, 2)


def test_a_game_for_wins_has_no_payments():
    lines = [line(1, Share("Krtci", ("Jana", "Petr"), 1.0), Share("Sloky", ("Eva", "Karel"), 0.0))]
    evening = club_evening(lines, PlayedGame("polish_doubles"))
    assert evening.money is None
    assert evening.payments("evening") == ()
    assert evening_text(evening, "evening").splitlines()[1].split() == ["Jana", "1", ":", "0", "1", ":", "0", "1"]


def test_the_table_says_what_each_pays():
    rows = list(csv.reader(io.StringIO(evening_csv(club_evening(SEASON, MARIAS), "evening"))))
    assert rows[0] == ["Hráč", "Poslední večer (Kč)", "Letos (Kč)", "Večery", "Zaplatí"]
    assert [row[-1] for row in rows[1:]] == ["", "", "Jana 17, Karel 5", "Jana 27", ""]


def test_slips_that_do_not_come_to_zero_are_said_and_not_settled():
    evening = club_evening([table(1, DECEMBER, Jana=3, Petr=-2.5)], MARIAS)
    assert "+0,50 Kč, ne nulu" in evening_text(evening, "evening")
    assert "→" not in code_text(evening, "evening")


def test_a_shell_prints_the_evening_of_a_journal(tmp_path, capsys):
    path = journal_of(tmp_path, "marias-edges", "polish-doubles-full")
    assert main(["--journal", str(path), "stats", "--club", "--game", "marias"]) == 0
    assert "Dana → Adam  78 Kč" in capsys.readouterr().out
    assert main(["--journal", str(path), "stats", "--club", "--game", "marias", "--json"]) == 0
    evening = json.loads(capsys.readouterr().out)
    assert sum(payment["amount"] for payment in evening["payments"]) == 126
    assert evening["people"][0]["evening"] == {"won": 1.0, "lost": 0.0, "balance": pytest.approx(77.47, abs=0.01)}


def test_a_shell_asks_for_the_evenings_of_somebody_or_of_nobody(tmp_path, capsys, monkeypatch):
    path = journal_of(tmp_path, "marias-edges")
    for person, payments in (("Dana", 4), ("Zuzana", 0)):
        assert main(["--journal", str(path), "stats", "--club", "--json", "--person", person]) == 0
        assert len(json.loads(capsys.readouterr().out)["payments"]) == payments
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "nothing"))
    assert main(["stats", "--club", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"day": None, "evening": 0, "people": [], "payments": []}
