"""The scoresheet on paper: what stands where, what is struck, what is heavy, and that nothing is lost or cut."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.pdfbase.ttfonts import TTFontFace

from device.common import i18n
from device.common.exports import EVERY_GAME, ExportError, FiledGame, file_name
from device.common.exports import pdf as pdf_module
from device.common.exports.pdf import BOTTOM, HEIGHT, LEFT, RIGHT, Document, width
from device.game_files import export_formats_of, fetch
from device.games.polish_doubles import sheet_pdf
from rules.record import read
from tests.approved import APPROVED, differs, pictures_that_changed
from tests.cli.conftest import keep
from tests.exports.conftest import BOTH, LONG_NAME, LONG_TITLE, filed, full, long, make_paper, pictures, sample, text_of
from tests.rules.table import Game, e


@dataclass
class Drawn:
    """What was drawn: words with their page, place and size, and straight lines."""

    words: list[tuple[int, float, float, float, str]] = field(default_factory=list)
    lines: list[tuple[int, float, float, float, float, float]] = field(default_factory=list)

    def find(self, text: str) -> tuple[int, float, float]:
        """Page, left edge and baseline of the first line that is just ``text``."""
        return next((page, x, y) for page, x, y, _, shown in self.words if shown == text)

    def said(self, text: str) -> bool:
        return any(shown == text for *_, shown in self.words)

    def struck(self, text: str) -> bool:
        """Whether a stroke goes through the first line that is just ``text``."""
        return next(self.stroke(page, x, y, space) for page, x, y, space, shown in self.words if shown == text)

    def stroke(self, page: int, x: float, y: float, space: float) -> bool:
        """Whether a stroke goes through a text at that place."""
        return any(
            at == page and y1 == y2 and y - 2.5 < y1 < y and x1 <= x and x2 >= x + space
            for at, x1, y1, x2, y2, _ in self.lines
        )


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    return watching(monkeypatch)


def watching(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """Everything that is drawn from now on."""
    seen = Drawn()
    text, line = Document.text, Document.line

    def noting(self, x, y, words, size=10, weight="regular", align="left", space=0, least=0, grey=0.0):
        shown = pdf_module.clean(words)
        at = size
        if space:
            at, fitted = pdf_module.fit(shown, weight, size, least or size, space)
            shown = fitted[0]
        long = width(shown, weight, at)
        left = x - {"left": 0, "center": long / 2, "right": long}[align]
        if shown:
            seen.words.append((self.pages, left, y, long, shown))
        text(self, x, y, words, size, weight, align, space, least, grey)

    def ruling(self, x1, y1, x2, y2, thick=0.4, grey=0.0):
        seen.lines.append((self.pages, x1, y1, x2, y2, thick))
        line(self, x1, y1, x2, y2, thick, grey)

    monkeypatch.setattr(Document, "text", noting)
    monkeypatch.setattr(Document, "line", ruling)
    return seen


GAMES = {
    "short": lambda: filed(sample("polish-doubles-short")),
    "full": full,
    "long": long,
    "unfinished": lambda: filed(Game().opened().history),
    "kocka": lambda: filed(sample("kourici-kocka")),
}


@BOTH
def test_every_page_is_as_it_was_approved(language):
    shown = {}
    for name, game in GAMES.items():
        for number, picture in enumerate(pictures(make_paper(game(), "pdf", language)), start=1):
            shown[f"{name}-{number}"] = picture
    assert len(shown) == 6
    assert pictures_that_changed(shown, APPROVED / language / "papers") == []


def test_the_comparison_sees_a_single_figure():
    game = Game().opened()
    other = Game().start().turn("A", ("DÝMKA", 39))
    assert differs(*(pictures(make_paper(filed(drawn_game.history)))[0] for drawn_game in (game, other)))


@BOTH
@pytest.mark.parametrize("name", GAMES)
def test_the_same_game_gives_the_same_bytes(name, language):
    first = make_paper(GAMES[name](), "pdf", language)
    make_paper(full(), "pdf", "en")
    assert make_paper(GAMES[name](), "pdf", language) == first


def test_another_process_at_another_time_gives_the_same_bytes(tmp_path):
    journal = keep(tmp_path / "journal.db", sample("polish-doubles-full"))
    seen = set()
    for seed in ("1", "2"):
        out = tmp_path / f"{seed}.pdf"
        command = [sys.executable, "-m", "device", "--journal", str(journal), "export", "--pdf", "-o", str(out)]
        subprocess.run(command, check=True, env=os.environ | {"PYTHONHASHSEED": seed}, cwd=Path(__file__).parents[2])
        seen.add(hashlib.sha256(out.read_bytes()).hexdigest())
    game = fetch(journal)
    assert game is not None
    assert seen == {hashlib.sha256(make_paper(game)).hexdigest()}


def test_sheets_made_at_the_same_moment_are_those_made_one_after_the_other(monkeypatch):
    """One is read in a telephone while another is written onto a stick; threads take turns wherever a font is read."""
    game, seek = full(), TTFontFace.seek
    alone = make_paper(game)

    def slowly(face, place):
        seek(face, place)
        time.sleep(0.0002)

    monkeypatch.setattr(TTFontFace, "seek", slowly)
    with ThreadPoolExecutor(4) as threads:
        sheets = [threads.submit(make_paper, game) for _ in range(4)]
    assert [sheet.result() == alone for sheet in sheets] == [True] * 4


def test_every_word_figure_and_name_can_be_read_out_of_the_file():
    texts = text_of(make_paper(full())).split()
    state = full().history.state
    for turn in state.turns:
        for row in turn.rows:
            assert row.word is None or row.word in texts
            assert row.word is None or str(row.points) in texts
    totals = [str(total) for line in state.totals() for total in line if total is not None]
    assert all(total in texts for total in totals)
    whole = " ".join(texts)
    for text in ("Moravští krtci", "Dvě sloky", "1 Jana", "2 Karel", "Polská čtyřhra Brno 2026", "21. 11. 2026"):
        assert text in whole
    for text in ("Vítěz: Dvě sloky 249 : 232", "strana 1 z 1", "předčasně: přijat", "navazuje na neplatný tah"):
        assert text in whole


def test_all_Czech_letters_come_through():
    pangram = "Příliš žluťoučký kůň úpěl ďábelské ódy NEBO PŘÍLIŠ ŽLUŤOUČKÝ KŮŇ ÚPĚL ĎÁBELSKÉ ÓDY"
    assert pangram in " ".join(text_of(make_paper(filed(sample("polish-doubles-short", title=pangram)))).split())


def test_the_starters_stand_left_whoever_they_are(drawn):
    make_paper(filed(sample("polish-doubles-short")))
    assert drawn.find("Dvě sloky")[1] < drawn.find("Moravští krtci")[1]
    drawn.words.clear()
    make_paper(full())
    assert drawn.find("Moravští krtci")[1] < drawn.find("Dvě sloky")[1]


def test_S21_a_heavier_line_closes_each_double_turn_and_only_that(drawn):
    make_paper(full())
    across = sorted((y, thick) for _, x1, y, x2, y2, thick in drawn.lines if y == y2 and (x1, x2) == (LEFT, RIGHT))
    rows = [drawn.find(word)[2] for word in ("OŘEŠ", "HOAX", "RÝNA", "TRIKO", "FRŇÁK", "LOSOS")]
    for upper, lower, heavy in zip(rows, rows[1:], (False, True, False, True, False), strict=False):
        between = [thick for y, thick in across if upper < y < lower]
        assert len(between) == 1
        assert (between[0] > 1) is heavy
    assert sum(thick > 1 for _, thick in across) == 1 + 11


def test_S22_a_total_that_may_not_be_shown_is_not_printed(drawn):
    game = Game().opened()
    game.move("PES", 17)
    make_paper(filed(game.history))
    assert drawn.said("PES")
    assert drawn.said("17")
    assert not drawn.said("55")
    assert drawn.said("38")


def test_a_row_that_fell_is_struck_and_no_other(drawn):
    make_paper(full())
    assert drawn.struck("HUŽE")
    assert drawn.struck("MŽÍNY")
    fallen = [
        (y, text) for page, x, y, space, text in drawn.words if text in ("18", "22") and drawn.stroke(page, x, y, space)
    ]
    assert [text for _, text in fallen] == ["18", "22"]
    assert [y for y, _ in fallen] == [drawn.find("HUŽE")[2], drawn.find("MŽÍNY")[2]]
    assert not any(drawn.struck(word) for word in ("OŘEŠ", "HOAX", "TÉCT", "MYSL", "OP"))


def test_a_move_that_a_pair_did_not_have_is_a_stroke_with_its_reason(drawn):
    make_paper(full())
    for reason, count in (("jediný tah", 1), ("ztráta za křížky", 1), ("hráč bez kamenů", 2)):
        places = [(page, y) for page, _, y, _, text in drawn.words if text == reason]
        assert len(places) == count
        for _, y in places:
            assert [1 for _, x1, y1, x2, y2, _ in drawn.lines if y1 == y2 and y - 2 < y1 < y and x2 - x1 > 30]


def test_S29_a_turn_in_which_the_referee_ended_the_game_says_so():
    g = Game().start().turn("A", ("OKO", 10))
    g.move("KOLA", 8)
    g.do(e.End(by="referee"))
    assert "rozhodčího" in text_of(make_paper(filed(g.history)))


def test_S10_the_official_time_and_whose_clock_said_so(drawn):
    make_paper(full())
    for text in ("0:46,7", "1:35,7", "2:02,0", "3:03,7", "2:30,0", "rozhodčí", "±1 s"):
        assert drawn.said(text), text
    assert drawn.said("vlastní")
    make_paper(full(), "pdf", "en")
    assert drawn.said("own clock")
    assert drawn.said("3:03.7")


def test_S10_a_time_that_nobody_has_decided_says_so(drawn):
    game = Game().opened()
    game.do(e.Spoil(pair="A"))
    game.do(e.Spoil(pair="B"))
    game.turn("B", ("PES", 17), ("KOSA", 8))
    make_paper(filed(game.history))
    assert drawn.said("nerozhodnuto")


@pytest.mark.parametrize(("crosses", "boxes"), [(0, 5), (3, 5), (7, 7)])
def test_S15_each_cross_has_its_box(drawn, monkeypatch, crosses, boxes):
    seen = []
    monkeypatch.setattr(Document, "box", lambda self, x, y, w, h, *_: seen.append((w, h)))
    game = Game().opened()
    while game.state.crosses[0] < crosses:
        mover, moves = game.state.turn.pair, game.state.turn.moves
        game.turn("AB"[mover], *[("PES", 1), ("KOSA", 1)][:moves])
        if mover == 1:
            game.objected(1, True)
    make_paper(filed(game.history))
    assert sum(x1 != x2 and y1 != y2 for _, x1, y1, x2, y2, _ in drawn.lines) == 2 * crosses
    assert sum(w == h for w, h in seen) == 5 + boxes


def test_a_signature_has_its_moment_on_the_device_the_last_one_after_a_reopening(drawn):
    game = full()
    signed = {entry.event.pair: entry.n for entry in game.history.entries if isinstance(entry.event, e.Sign)}
    labels = dict.fromkeys(range(1, 500), "2026-11-21T20:59:00+00:00") | {
        signed["A"]: "2026-11-22T00:01:00+00:00",
        signed["B"]: "2026-11-22T00:02:00+00:00",
    }
    make_paper(FiledGame(7, game.history, game.created, labels))
    assert drawn.said("podepsáno na zařízení 22. 11. 2026 1:01")
    assert drawn.said("podepsáno na zařízení 22. 11. 2026 1:02")
    drawn.words.clear()
    make_paper(FiledGame(7, game.history))
    assert [text for *_, text in drawn.words if "podepsáno" in text] == ["podepsáno na zařízení"] * 2


def test_an_unfinished_game_says_so_and_has_no_result(drawn):
    make_paper(filed(Game().opened().history))
    assert drawn.said("Partie není dohraná.")
    assert [text for *_, text in drawn.words if text == "na zařízení nepodepsáno"] == ["na zařízení nepodepsáno"] * 2
    assert drawn.said("Zásobníky")
    assert not drawn.said("Vlastní zásobníky")


def test_the_rows_before_a_correction_are_told():
    assert "Dvojtah 16, 2. tah: před opravou MYSL 9." in " ".join(text_of(make_paper(full())).split())


def test_S25_S26_what_the_sheet_says_otherwise_than_people_is_told():
    g = Game().opened().turn("B", ("PES", 5), ("KOSA", 8))
    g.do(e.Out(pair="A"))
    g.turn("A", ("MÁK", 9))
    g.do(e.Close(pair="A"))
    text = " ".join(text_of(make_paper(filed(g.history), language="en")).split())
    assert "Krtci declared one player out. By the scoresheet the pair still holds 14 and the bag 58." in text
    assert "Krtci closed with both racks empty. By the scoresheet the pair still holds 14 and the bag 55." in text


def test_S12_a_row_that_was_a_pass_is_told_without_points():
    g = Game().opened()
    g.do(e.Pass())
    g.do(e.Correct(turn=2, move=1, word="RAK", points=8))
    g.do(e.Correct(turn=2, move=1, points=None))
    text = " ".join(text_of(make_paper(filed(g.history), language="en")).split())
    assert "Turn 2, move 1 before the correction: pass. · Turn 2, move 1 before the correction: RAK 8." in text


def test_what_is_not_known_is_a_line_to_write_on(drawn):
    make_paper(FiledGame(7, sample("polish-doubles-short")))
    for label in ("Akce", "Kolo", "Stůl", "Datum"):
        page, x, y = drawn.find(label)
        right = [
            (x1, x2) for at, x1, y1, x2, y2, _ in drawn.lines if at == page and abs(y1 - y) < 2 and x < x1 < x + 30
        ]
        assert right
        assert max(x2 - x1 for x1, x2 in right) > 25
        assert not any(abs(top - y) < 1 and right[0][0] <= left < right[0][1] for _, left, top, _, _ in drawn.words)


def nothing_is_lost(drawn):
    for page, x, y, space, text in drawn.words:
        assert x >= LEFT - 0.1, (page, text)
        assert x + space <= RIGHT + 0.1, (page, text)
        assert 5 < y < BOTTOM or y == HEIGHT - 8, (page, text)


@BOTH
def test_the_longest_names_are_whole_and_inside_the_page(drawn, language):
    whole = " ".join(text_of(make_paper(long(), "pdf", language)).split())
    nothing_is_lost(drawn)
    assert not any("…" in text for *_, text in drawn.words)
    for text in (LONG_NAME, "Maximiliána Květoslava Wohlgemuthová-Nov", "2 Bedřich Přemysl Šťastný-Dvořáček st."):
        assert text in whole
    assert LONG_TITLE in whole
    assert "W" * 40 in whole.replace(" ", "")


@pytest.mark.parametrize("row", [sheet_pdf.ROW, 5.9, 6.4])
def test_a_long_game_keeps_its_rounds_together_and_every_page_has_its_number_and_the_names(drawn, monkeypatch, row):
    monkeypatch.setattr(sheet_pdf, "ROW", row)
    pdf = make_paper(long(120))
    nothing_is_lost(drawn)
    whole = text_of(pdf)
    pages = len(pictures(pdf, 0.1))
    assert pages >= 3
    assert all(f"strana {n} z {pages}" in whole for n in range(1, pages + 1))
    rounds = {int(text): page for page, x, _, _, text in drawn.words if text.isdigit() and x < LEFT + 7}
    assert sorted(rounds) == list(range(1, 62))
    assert sorted(set(rounds.values())) == list(range(1, max(rounds.values()) + 1))
    assert len(set(rounds.values())) >= 3
    for page in set(rounds.values()):
        across = [(y, thick) for at, x1, y, x2, y2, thick in drawn.lines if at == page and (x1, x2) == (LEFT, RIGHT)]
        assert max(across)[1] > 1, "a round is torn apart"
        assert any(at == page and text == "1 Ž 2 Óďa".replace(" 2", "   2") for at, _, _, _, text in drawn.words)


NAME = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@settings(max_examples=30)
@given(st.lists(NAME, min_size=6, max_size=6), st.text(st.characters(exclude_categories=["Cs"]), max_size=200))
def test_whatever_people_typed_a_paper_can_be_made_and_stays_on_the_page(names, title):
    pairs = [
        {"name": name if name.strip() else "–", "players": names[n + 1 : n + 3]}
        for n, name in enumerate(names)
        if n in (0, 3)
    ]
    setup = {"game": "polish_doubles", "pairs": pairs, "title": title, "table": names[5][:20]}
    game = filed(read([json.dumps(setup), '{"event": "starters", "pair": "A"}']))
    with pytest.MonkeyPatch.context() as patch:
        drawn = watching(patch)
        text_of(make_paper(game))
        nothing_is_lost(drawn)
    lines = make_paper(game, "gcg").decode().splitlines()
    assert all(line.startswith(("#", ">")) for line in lines)


def test_without_the_font_the_paper_is_refused_with_a_reason(monkeypatch):
    pdf_module.register.cache_clear()
    monkeypatch.setitem(sys.modules, "font_source_sans_pro", None)
    with pytest.raises(ExportError, match="font-source-sans-pro"):
        make_paper(full())
    monkeypatch.undo()
    pdf_module.register.cache_clear()
    assert make_paper(full())


@BOTH
@pytest.mark.parametrize("name", ["kourici-kocka", "polish-doubles-full"])
def test_every_game_has_a_plain_PDF_of_its_report(name, language):
    i18n.use(language)
    game = filed(sample(name))
    whole = " ".join(text_of(EVERY_GAME["pdf"].make(game)).split())
    report = game.history.game.report(game.history.state)
    for table in report.tables:
        for cell in (table.title, *table.columns, *(cell for line in table.lines for cell in line.cells)):
            assert " ".join(i18n.tr(cell).split()) in whole
    for note in report.notes:
        assert i18n.tr(note).replace(" ", "") in whole.replace(" ", "")


def test_a_file_has_a_name_that_every_file_system_takes():
    paper = export_formats_of("polish_doubles")["pdf"]
    assert file_name(full(), paper) == "2026-11-21-007-polska-ctyrhra-moravsti-krtci-dve-sloky.pdf"
    assert file_name(FiledGame(7, full().history), paper) == "007-polska-ctyrhra-moravsti-krtci-dve-sloky.pdf"
    assert len(file_name(long(), paper)) < 100
