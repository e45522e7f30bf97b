"""The sheets of Kouřící kočka and Polyssimo: what players expect on them, on one page where it has room."""

import json
import random

import pypdfium2
import pytest

from rules.history import History
from rules.kourici_kocka import GAME as KOCKA
from rules.kourici_kocka import KockaSetup
from rules.kourici_kocka import acts as k
from rules.kourici_kocka.state import SEAT
from rules.polyssimo import GAME as POLYSSIMO
from rules.polyssimo import Phase, PolyssimoSetup
from rules.polyssimo import acts as e
from rules.polyssimo.board import BOARD, cell_name
from rules.record import read, write
from tests.exports.conftest import BOTH, LONG_NAME, LONG_TITLE, filed, make_paper, pictures, sample, text_of

KOCKA_SAMPLES = ("kourici-kocka", "kourici-kocka-full")
POLYSSIMO_SAMPLES = ("polyssimo", "polyssimo-board", "polyssimo-agreed")


def pages(pdf: bytes) -> int:
    return len(pypdfium2.PdfDocument(pdf))


@BOTH
@pytest.mark.parametrize("name", [*KOCKA_SAMPLES, *POLYSSIMO_SAMPLES])
def test_a_whole_game_has_room_on_one_page_with_the_same_bytes_each_time(name, language):
    game = filed(sample(name))
    pdf = make_paper(game, language=language)
    assert pages(pdf) == 1
    assert pdf == make_paper(game, language=language)


def test_K5_the_kocka_sheet_has_every_letter_and_says_who_lost():
    text = text_of(make_paper(filed(sample("kourici-kocka-full"))))
    for word in ("Adam", "Emil", "Filip", "Dana", "CH", "prohrává hru", "předčasný konec, opraveno", "11 11 10 1"):
        assert word in text, word
    assert "oprava 6. kola: prohrálo místo D" in text


def dark(image, box):
    """How much ink there is in a part of a page, in parts of its size."""
    part = image.crop(tuple(round(side) for side in box)).point(lambda value: 255 if value < 240 else 0)
    return part.histogram()[255] / (part.width * part.height)


def test_K5_a_letter_that_was_collected_is_shaded_and_one_to_come_is_not():
    page = pictures(make_paper(filed(sample("kourici-kocka"))), scale=72 / 25.4)[0]  # 8 pixels a mm
    mm = page.width / 210
    rows = [dark(page, (64 * mm, (37 + 12 * seat) * mm, 108 * mm, (49 + 12 * seat) * mm)) for seat in range(4)]
    assert rows[1] > rows[0] * 2, "Bára has the whole word, the others one letter"
    assert abs(rows[0] - rows[2]) < 0.03


def test_a_signature_has_the_moment_at_which_it_was_given_on_the_device():
    record = sample("kourici-kocka")
    game = filed(record)
    text = text_of(make_paper(game))
    signed = [entry.n for entry in record.entries if isinstance(entry.event, k.Sign)]
    assert text.count("podepsáno na zařízení") == len(signed) == 2
    cut = [line for line in write(record).splitlines() if '"sign"' not in line]
    assert text_of(make_paper(filed(read(cut)))).count("na zařízení nepodepsáno") == 2


def test_P9_the_polyssimo_sheet_says_who_won_and_what_was_placed_in_which_order():
    text = text_of(make_paper(filed(sample("polyssimo"))))
    assert "Vyhrává Adam" in text
    assert "Cyril · H6" in text
    assert text.index("Cyril · H6") < text.index("Bára · H11")
    assert "čí dílek byl poslední" in text


def test_P7_the_board_is_drawn_as_it_lay():
    record = sample("polyssimo-board")
    text = text_of(make_paper(filed(record)))
    for column in "ABCDEFGHIJKL":
        assert f"\n{column}" in text or f" {column}" in text or text.startswith(column)
    assert len(record.state.placed) == 20
    for number in range(1, 21):
        assert f"{number}." in text


def whole_polyssimo(placing: str, names: tuple[str, ...]) -> History:
    """A game in which everything that fits is placed, noted at every turn."""
    luck = random.Random(7)
    history = History.begin(POLYSSIMO, PolyssimoSetup(players=names, placing=placing, title=LONG_TITLE))
    while history.state.phase is Phase.PICKING:
        history = history.accept(e.Pick(piece=history.state.middle[-1]), history.last_at + 10**9)
    while history.state.phase is Phase.PLACING:
        state = history.state
        seat = state.turn
        piece = next((name for name in state.in_hand(seat) if state.fits(name)), None)
        event: e.Place | e.Stand = e.Stand()
        if piece is not None and placing == "board":
            place = luck.choice(list(BOARD.placements(state.free, state.pieces[piece].shape)))
            event = e.Place(piece=piece, cells=tuple(cell_name(cell) for cell in place))
        elif piece is not None:
            event = e.Place(piece=piece)
        history = history.accept(event, history.last_at + 10**9)
    return history


@BOTH
@pytest.mark.parametrize("placing", ["count", "board"])
def test_four_players_with_the_longest_names_have_room_on_one_page(placing, language):
    names = (LONG_NAME, "W" * 40, "Ž", "Příliš žluťoučký kůň z Úpice nad Metují")
    history = whole_polyssimo(placing, names)
    assert placing == "board" or len(history.state.placed) == 24
    assert pages(make_paper(filed(history), language=language)) == 1


def test_a_game_that_has_hardly_begun_can_be_printed_too():
    begun = History.begin(POLYSSIMO, PolyssimoSetup(players=("Adam", "Bára")))
    assert "Ještě není nic umístěné" in text_of(make_paper(filed(begun)))
    cat = History.begin(KOCKA, KockaSetup(players=(LONG_NAME, "W" * 40, "C", "D"), word="N" * 40))
    assert pages(make_paper(filed(cat))) == 1


def test_a_long_kocka_goes_on_on_further_pages_with_the_columns_named_again():
    history = History.begin(KOCKA, KockaSetup(players=("Adam", "Bára", "Cyril", "Dana"), word="N" * 40))
    for number in range(90):
        history = history.accept(k.Lost(seat=SEAT[number % 4]), history.last_at + 10**9)
    pdf = make_paper(filed(history))
    assert pages(pdf) == 3
    assert text_of(pdf).count("Vyjíždí") == pages(pdf)


@pytest.mark.parametrize("name", [*KOCKA_SAMPLES, *POLYSSIMO_SAMPLES])
def test_the_csv_and_the_record_come_with_it(name):
    game = filed(sample(name))
    csv = make_paper(game, "csv").decode("utf-8-sig")
    assert all(str(player) in csv for player in game.history.setup.players if player in csv)
    assert csv.count("\n") > 10
    again = read(make_paper(game, "record").decode().split("\n"))
    assert again.state == game.history.state
    assert json.loads(make_paper(game, "record").decode().split("\n")[0])["game"] == game.history.game.key
