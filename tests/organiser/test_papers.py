"""Papers of an event, read back by a program that did not make them; names as everybody may see them."""

import re

import pytest
import zxingcpp

from device.common.exports.pdf import LEFT, RIGHT, Document
from device.common.i18n import speaking
from device.organiser.papers import PAPERS
from device.organiser.papers.sheet import Column, PaperRequest, widths
from device.organiser.store import open_store
from device.organiser.tournament import public_names, seat_list
from device.organiser.tournament.registration import Registration
from rules.message import Refusal
from tests import longest
from tests.approved import APPROVED, pictures_that_changed
from tests.exports.conftest import pictures, text_of
from tests.organiser.events import PAIRS, doubles, fours
from tests.organiser.said import correct

BOTH = pytest.mark.parametrize("language", longest.APPROVED)
ADDRESS = "http://192.168.1.10:8000/"


def paper(desk, word, language="cs", **wanted):
    with speaking(language):
        return PAPERS[word].make(desk.read(), PaperRequest(address=ADDRESS, **wanted))


def words(desk, word, language="cs", **wanted):
    return " ".join(text_of(paper(desk, word, language, **wanted)).split())


@BOTH
def test_everybody_finds_the_table_by_surname_in_the_order_of_the_alphabet(store, language):
    text = words(doubles(store), "find", language, round=1)
    middle = {
        "cs": ["Dvořák Řehoř", "Hrubý Oto", "Chalupa Čeněk"],
        "en": ["Chalupa Čeněk", "Dvořák Řehoř", "Hrubý Oto"],
    }
    names = ["Čáp Ivo", *middle[language], "Novák Jan", "Nováková Jana", "Šťastná Eva"]
    assert sorted(names, key=text.index) == names
    assert {"cs": "Najděte svůj stůl", "en": "Find your table"}[language] in text
    # Three of the surname Novák: Josef is told by his first name, the two Jans by pair and town.
    assert "Novák Josef 12" in text
    assert "Novák Jan Krtci 1" in text
    assert re.search(r"Novák Jan Brno \w+", text)[0].split()[-1] == {"cs": "volno", "en": "bye"}[language]


@BOTH
def test_pairings_say_who_plays_whom_and_who_rests(store, language):
    text = words(doubles(store), "pairings", language, round=2)
    assert "1 1 Krtci 5 Ema Žáková + Jan Novák" in text
    assert "12 2 Eva Šťastná + Řehoř Dvořák 4 Josef Novák + Ivo Čáp" in text
    assert {"cs": "Volno: 3 Sloky 2", "en": "Bye: 3 Sloky 2"}[language] in text


@BOTH
def test_slips_have_names_and_blank_ones_do_not(store, language):
    desk = doubles(store)
    filled, blank = words(desk, "slips", language, round=2), words(desk, "blank", language)
    assert filled.count({"cs": "Podpis", "en": "Signature"}[language]) == 2
    assert blank.count({"cs": "Podpis", "en": "Signature"}[language]) == 3
    assert "Jan Novák + Čeněk Chalupa" in filled
    assert "Novák" not in blank
    marias = words(desk, "blank", language, kind="marias")
    assert {"cs": "Součet (musí být 0)", "en": "Sum (has to be 0)"}[language] in marias


@BOTH
def test_a_sign_leads_to_its_table_from_both_sides(store, language):
    pdf = paper(doubles(store), "signs", language)
    pages = pictures(pdf, scale=2)
    assert len(pages) == 2
    for number, page in zip((1, 12), pages, strict=True):
        read = zxingcpp.read_barcodes(page, formats=zxingcpp.BarcodeFormat.QRCode)
        assert [barcode.text for barcode in read] == [f"{ADDRESS}{language}/table/{number}"] * 2
        assert sorted(abs(barcode.orientation) for barcode in read) == [0, 180]


@BOTH
def test_standings_on_paper_are_those_of_the_desk(store, language):
    desk = doubles(store)
    text = words(desk, "standings", language, round=1)
    assert "1. Josef Novák + Ivo Čáp Tábor 1 1 +90 0 0" in text
    assert "3. Ema Žáková + Jan Novák Brno 1 1 0 0 0" in text
    assert "5. Sloky 2 (Jana Nováková + Oto Hrubý) Písek 1 0 −90 0 1" in text
    two = words(desk, "standings", language, round=2)
    assert {"cs": "Chybí výsledky: 2", "en": "Results that are missing: 2"}[language] in two


@BOTH
def test_the_prize_list_sums_up(store, language):
    text = words(doubles(store), "prizes", language)
    comma = {"cs": ",", "en": "."}[language]
    assert re.findall(rf"(\d+){comma}00", text.partition("Podpis" if language == "cs" else "Signature")[2]) == [
        "270",
        "180",
        "500",
        "0",
        "450",
        "50",
    ]


def test_marias_is_settled_for_each_person(store):
    text = words(fours(store), "prizes", "en")
    assert "1. 1 Hráč A. +12.00 250.00 +262.00" in text
    assert "8 Hráč H. −4.00 0.00 −4.00" in text


@pytest.mark.parametrize("word", PAPERS)
def test_no_paper_has_contacts(store, word):
    assert "example" not in words(doubles(store), word)


@pytest.mark.parametrize("word", ["find", "pairings", "slips", "standings", "prizes"])
def test_without_a_draw_there_is_no_paper(store, word):
    from device.organiser.log.event_control import OrganiserDesk

    with pytest.raises(Refusal):
        paper(OrganiserDesk(store), word)


def test_nothing_runs_over_the_edge_of_a_paper(store, monkeypatch):
    desk = doubles(store)
    correct(Registration(desk), 1, ("W" * 40, "Ž" * 40), "M" * 40, "Ú" * 60, "")
    correct(Registration(desk), 2, ("W" * 40, "Ž" * 40), "", "Ú" * 60, "")
    ends = []

    def noted(self, x, y, text, size=10, weight="regular", align="left", space=0, least=0, grey=0.0):
        from device.common.exports.pdf import clean, fit, width

        text = clean(text)
        if space:
            size, (text, *_) = fit(text, weight, size, least or size, space)
        wide = width(text, weight, size)
        start = {"left": x, "center": x - wide / 2, "right": x - wide}[align]
        ends.append((start, start + wide, text))

    monkeypatch.setattr(Document, "text", noted)
    for word in PAPERS:
        paper(desk, word, round=2)
    assert len(ends) > 100
    assert [end for end in ends if end[0] < 11 or end[1] > RIGHT + 0.5] == []


def test_papers_look_as_they_were_approved(store, tmp_path):
    """Those of pairs, and those that mariáš lays out otherwise."""
    shown = {}
    events = {
        "doubles": (doubles(store), PAPERS),
        "marias": (fours(open_store(str(tmp_path / "fours.db"), "fours")), ("slips", "prizes")),
    }
    for name, (desk, wanted) in events.items():
        for word in wanted:
            for number, picture in enumerate(pictures(paper(desk, word), scale=1), start=1):
                shown[f"{name}-{word}-{number}"] = picture
    assert pictures_that_changed(shown, APPROVED / "cs" / "event_papers") == []


# -- names as everybody may see them -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Jan Novák", ("Novák", "Jan")),
        ("Jan Amos Komenský", ("Komenský", "Jan Amos")),
        ("Petr Vlk ml.", ("Vlk ml.", "Petr")),
        ("Madla", ("Madla", "")),
    ],
)
def test_surnames(name, parts):
    assert seat_list.surname_first(name) == parts


def test_initials_stand_for_who_asked_and_the_rest_is_named(store):
    desk = doubles(store)
    correct(Registration(desk), 2, PAIRS[1][:2], "", "Brno", "", initials=True)
    correct(Registration(desk), 1, PAIRS[0][:2], "Krtci", "Písek", "", initials=True)
    entrant, two, three, *_ = desk.read().tournament.by_number().values()
    assert [public_names.name_of(each) for each in (entrant, two, three)] == ["Krtci", "E. Š. + Ř. D.", "Sloky 2"]
    for word in ("find", "pairings", "standings"):
        text = words(desk, word, round=2)
        assert "Šťastná" not in text
        assert "Chalupa" not in text
        assert "Nováková" in text or word == "pairings"
    assert "Šťastná" in words(desk, "slips", round=2)


def test_papers_hold_the_longest_words(store, tmp_path):
    """Nothing is cut in a language that says everything longer, nor on the prize list of mariáš, which is settled."""
    desks = {"doubles": doubles(store), "marias": fours(open_store(str(tmp_path / "fours.db"), "fours"))}
    with longest.longest_words():
        cut = [
            (name, word)
            for name, desk in desks.items()
            for word in PAPERS
            if "…" in text_of(paper(desk, word, longest.SLOVAK, round=1))
        ]
    assert cut == []


def test_a_column_that_needs_little_leaves_its_room_to_long_names():
    columns = [Column("#", 0.3, right=True), Column("Who", 2.0), Column("Club", 1.0), Column("Wins", 0.6, right=True)]
    long = "Krtci z Horního Podluží (Jan Křtitel Novotný + Čeněk Chalupecký)"
    share = (RIGHT - LEFT) / 3.9
    wides = widths(columns, [["1.", long, "Písek", "3"], ["2.", "Eva", "Brno", "2"]])
    assert sum(wides) == pytest.approx(RIGHT - LEFT)
    assert wides[1] > 2.4 * share
    assert wides[2] < 0.6 * share
    empty = widths([Column("Who", 1.0), Column("Signature", 1.0)], [["Eva", ""]])
    assert empty[1] >= (RIGHT - LEFT) / 2, "room to sign stays"
    assert sum(widths(columns, [])) == pytest.approx(RIGHT - LEFT)


def test_standings_of_an_event_without_clubs_have_no_column_for_them(store):
    desk = fours(store)
    assert "Klub" not in words(desk, "standings", round=1)


def test_a_diplomas_lines_fill_the_page(store):
    page = pictures(paper(doubles(store), "diplomas"), scale=1)[0].convert("L")
    wide, high = page.size
    inked = [min(page.crop((60, y, wide - 60, y + 1)).tobytes()) < 120 for y in range(int(high * 0.84))]
    last = max(y for y, ink in enumerate(inked) if ink)
    empty = max(len(gap) for gap in "".join("x" if ink else " " for ink in inked[int(high * 0.06) :]).split("x"))
    assert last > high * 0.75, "the last line stands in the lowest quarter, above who signs"
    assert empty < high * 0.1
