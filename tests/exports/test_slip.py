"""The table slip on paper and for a spreadsheet: money, mismatch exactly, top-ups, warnings, signatures."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction

import pytest

from device.common import i18n
from device.common.exports import FiledGame
from device.common.exports.pdf import BOTTOM, LEFT, RIGHT, Document
from device.games.marias.slip_pdf import signature
from rules.marias.state import slip_of
from rules.money import exact
from rules.record import read
from tests.approved import APPROVED, pictures_that_changed
from tests.exports.conftest import BOTH, LONG_TITLE, filed, make_paper, pictures, sample, text_of
from tests.exports.test_scoresheet import Drawn, watching
from tests.rules.marias_table import Table, e


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    return watching(monkeypatch)


def edges() -> FiledGame:
    return filed(sample("marias-edges", title="Vánoční mariáš Brno 2026"))


def words_of(pdf: bytes) -> str:
    return " ".join(text_of(pdf).split())


def long() -> FiledGame:
    """Rounds far longer than any, of people with the longest names that a record takes."""
    people = [
        "Maximiliána Květoslava Wohlgemuthová-Nov",
        "Bedřich Přemysl Šťastný-Dvořáček starší",
        "W" * 40,
        "Žluťoučký Kůň",
        "Ó",
    ]
    lines = [{"game": "marias", "players": people, "title": LONG_TITLE, "rounds": 2, "leader": "C"}]
    lines.append({"t": 1, "event": "start_round"})
    for n in range(60):
        sto = {"kind": "sto", "level": 5, "won": False, "count": {"tens": 7, "marriages": 2, "trump_marriage": True}}
        parts = [
            sto,
            {"kind": "sto_proti", "level": 6, "won": True, "count": sto["count"]},
            {"kind": "sedma_proti", "level": 4, "won": True},
        ]
        active = [seat for seat in "ABCDE" if seat != "ABCDE"[n % 5]]
        lines.append({"t": 2 + n, "event": "deal", "chooser": active[n % 4], "red": True, "commitments": parts})
        lines += [{"t": 2 + n, "event": "top_up", "seat": seat, "amount": 100_000} for seat in "ABCDE" if n % 3 == 0]
    lines.append({"t": 100, "event": "warn", "seat": "A", "reason": "hlasitě mluvil do hry a radil soupeřům " * 4})
    return filed(read([json.dumps(line) for line in lines]))


GAMES = {
    "evening": lambda: filed(sample("marias-evening")),
    "edges": edges,
    "long": long,
    "first": lambda: filed(Table().history),
}


@BOTH
def test_every_page_is_as_it_was_approved(language):
    shown = {}
    for name in ("evening", "edges"):
        for number, picture in enumerate(pictures(make_paper(GAMES[name](), "pdf", language)), start=1):
            shown[f"{name}-{number}"] = picture
    assert len(shown) == 6
    assert pictures_that_changed(shown, APPROVED / language / "slips") == []


@BOTH
@pytest.mark.parametrize("name", GAMES)
def test_the_same_table_gives_the_same_bytes(name, language):
    first = make_paper(GAMES[name](), "pdf", language)
    make_paper(edges(), "pdf", "en")
    assert make_paper(GAMES[name](), "pdf", language) == first


@BOTH
@pytest.mark.parametrize("name", GAMES)
def test_nothing_leaves_the_page_and_nothing_is_cut(name, language, drawn):
    make_paper(GAMES[name](), "pdf", language)
    for _, x, y, space, text in drawn.words:
        assert x >= LEFT - 0.5, text
        assert x + space <= RIGHT + 0.5, text
        assert y <= BOTTOM + 8, text
    assert name == "long" or not any(text.endswith("…") for *_, text in drawn.words)


def test_a_slip_for_each_round_and_the_standings_last():
    document = make_paper(filed(sample("marias-evening")))
    assert len(pictures(document, 0.2)) == 3
    pages = text_of(document)
    assert pages.count("Stolový lístek") == 2
    assert "2 z 2" in pages
    assert "Bára 0,60 3,60 4,20" in words_of(document)


def test_M29_coin_tokens_record_and_cash_stand_beside_each_other(drawn):
    make_paper(edges())
    _, _, y = drawn.find("Dana")
    row = [text for page, _, at, _, text in drawn.words if page == 1 and abs(at - y) < 2]
    assert row == ["D", "Dana", "50,00", "70,00", "−113,80", "5,00", "6", "−113,80", "−114,00"]


def test_M30_a_mismatch_is_said_exactly():
    whole = words_of(make_paper(edges()))
    assert "Peníze nesedí o +1,00 Kč; každý výsledek se mění přesně o −20 h (M30)." in whole
    assert "Peníze nesedí o −0,20 Kč; každý výsledek se mění přesně o +6 2/3 h (M30)." in whole
    assert "Peníze sedí" in words_of(make_paper(filed(sample("marias-evening"))))


def test_M30_shared_in_tokens_each_share_is_said():
    m = Table(3, mismatch_share="tokens").start().finish((5000, 5), (4900, 5), (4900, 5))
    assert "v haléřích: −40, −40, −20 (M30)" in words_of(make_paper(filed(m.history)))


@pytest.mark.parametrize(
    ("amount", "words"),
    [(Fraction(20, 3), "+6 2/3"), (Fraction(-20, 3), "−6 2/3"), (Fraction(-1, 3), "−1/3"), (0, "0"), (-20, "−20")],
)
def test_fractions_of_a_halir(amount, words):
    assert exact(amount, plus=True) == words


def test_M4_M6_warnings_and_top_ups_stand_on_the_slip_by_name_with_their_time():
    whole = words_of(make_paper(edges()))
    for text in (
        "14:10 Dana doplňuje 60,00 Kč",
        "12:25 napomenutí: Cyril, nedodržuje pravidla",
        "15:50 vyloučení: Cyril",
    ):
        assert text in whole
    assert "1. rozdání: před opravou A+C · hra 2× · červené." in whole


def signatures_of(history):
    """The entries of all signatures, round by round."""
    return [signature(history, played, side) for played in history.state.rounds for side in "AB"]


def test_M28_each_signature_has_its_moment_and_the_last_one_counts():
    m = Table(rounds=1).start().wait(3000).do(e.EndRound())
    for seat in "ABCD":
        m.do(e.Closing(seat=seat, coin=4900, tokens=5))
    m.do(e.Sign(side="A"), e.Closing(seat="A", coin=4920, tokens=5), e.Sign(side="A"))
    signed = signature(m.history, m.state.round, "A")
    assert signed == len(m.history.entries)
    assert signature(m.history, m.state.round, "B") == 0
    game = filed(m.history)
    whole = words_of(make_paper(FiledGame(7, game.history, game.created, {signed: "2026-11-22T00:01:00+00:00"})))
    assert "podepsáno na zařízení 22. 11. 2026 1:01" in whole
    assert "na zařízení nepodepsáno" in whole


def test_M28_the_signature_of_each_round_is_its_own():
    history = sample("marias-evening")
    assert signatures_of(history) == [entry.n for entry in history.entries if isinstance(entry.event, e.Sign)]


def test_M28_M31_signatures_have_their_moments_where_the_tournament_numbers_the_rounds():
    m = Table(rounds=3, round=2).start().deal("A", "B", "hra").finish(*((4900, 5),) * 4)
    m.start().deal("A", "B", "hra").finish(*((4900, 5),) * 4)
    assert [played.number for played in m.state.rounds] == [2, 3]
    signed = [entry.n for entry in m.history.entries if isinstance(entry.event, e.Sign)]
    assert len(signed) == 4
    assert signatures_of(m.history) == signed


def test_an_unfinished_slip_has_no_result_and_says_so(drawn):
    make_paper(filed(Table().start().deal("A", "B", "hra").history))
    assert drawn.said("Peníze ještě nejsou spočítané.")
    assert drawn.said("+0,20")
    assert not drawn.said("49,00")


def test_M31_a_slip_has_the_people_of_its_round():
    m = Table(rounds=2).start().deal("A", "B", "hra").finish(*((4900, 5),) * 4)
    m.do(e.Seats(players=("Emil", "Dana", "Cyril"))).start()
    first, second, _ = (" ".join(page.split()) for page in text_of(make_paper(filed(m.history))).split("strana ")[:3])
    assert "Adam" in first
    assert "Emil" not in first
    assert "Emil" in second
    assert "Adam" not in second


@BOTH
def test_the_CSV_holds_every_slip_with_exact_results_and_the_remarks(language):
    table = list(csv.reader(io.StringIO(make_paper(edges(), "csv", language).decode())))
    i18n.use(language)
    slips = [n for n, row in enumerate(table) if row and row[-1:] and row[-1].endswith("(h)")]
    assert len(slips) == 2
    state = edges().history.state
    second = slip_of(state.setup, state.rounds[1]).lines
    for row, line in zip(table[slips[1] + 1 :], second, strict=False):
        assert row[-1] == exact(line.result)
        assert row[1] == state.names[line.seat]
    flat = [cell for row in table for cell in row]
    assert any("Dana" in cell and "60" in cell for cell in flat)
    assert any("podepsaný" in cell or "signed" in cell for cell in flat)


def test_a_very_long_round_goes_on_over_the_page():
    document = make_paper(long())
    assert len(pictures(document, 0.2)) >= 3
    assert Document("x").pages == 1


def test_M28_what_happens_after_a_slip_is_locked_does_not_change_it():
    m = Table(rounds=2).start().finish(*((4900, 5),) * 4)
    before = text_of(make_paper(filed(m.history))).split("strana ")[0]
    m.do(e.Warn(seat="A", reason="tired"), e.BreakTime(seconds=60), e.Seats(players=("Dana", "Bára", "Cyril")))
    after = text_of(make_paper(filed(m.history)))
    assert after.split("strana ")[0] == before
    assert "napomenutí: Adam" in after, "it stands beside the standings"
