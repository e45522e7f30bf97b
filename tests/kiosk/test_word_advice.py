"""What a word list says while a move is judged, and only then; what of it goes into the record."""

from __future__ import annotations

import hashlib

import pytest

from device.games.polish_doubles import judging_view
from device.games.polish_doubles.forms import EarlyScreen, ObjectionScreen, VerdictScreen
from device.games.polish_doubles.play import PlayScreen
from device.graphics.actions import Do, Show
from device.graphics.palette import DARK
from device.graphics.widgets import Panel, Text
from device.word_lists import WordLists
from device.word_lists.importing import parse_list
from device.word_lists.store import Dictionary
from rules.polish_doubles import acts as e
from rules.polish_doubles.rows import Fate
from tests.kiosk.evening import SIZES, drawn
from tests.kiosk.scene_text import misfits
from tests.kiosk.script import play
from tests.kiosk.seeing import entries, finish, says, texts
from tests.kiosk.situations.polish_doubles import begin, sit_down
from tools.play.players.polish_doubles import DoublesPlayer

WORDS = ("ČUMÁK", "OBLOUK", "REGÁL")
USED = e.WordListUsed(name="Turnaj 2026", sha256=hashlib.sha256("\n".join(sorted(WORDS)).encode()).hexdigest())


@pytest.fixture(autouse=True)
def no_dictionary(monkeypatch):
    """Whatever this computer has installed."""
    monkeypatch.setattr(Dictionary, "is_installed", False)


def with_list(folder, *, words=WORDS, **how):
    WordLists(folder / "words").add("Turnaj 2026", parse_list("\n".join(words)))
    return DoublesPlayer(folder, **how)


def pressed(p, first="OBLOUK", second="REGÁL"):
    """ČUMÁK lies; Dvě sloky have laid OBLOUK and beside it REGÁL, and have pressed."""
    begin(p)
    finish(judging_view.THREAD)
    p.move(e.Move(word="ČUMÁK", points=30, at="H4"))
    p.press(0)
    p.move(e.Move(word=first, points=18, at="5D"))
    p.move(e.Move(word=second, points=22, at="I7"))
    p.press(1)


def object_to(p, move):
    p.touch(Show(ObjectionScreen()))
    p.touch(Do(e.Objection(move=move)))


def test_each_word_that_the_objected_move_forms_is_said_to_be_in_the_list_or_not(tmp_path):
    p = with_list(tmp_path)
    pressed(p)
    object_to(p, 2)
    assert p.shown(VerdictScreen).advice.words == (("REGÁL", "listed"), ("ÁR", "not_listed"), ("KE", "not_listed"))
    assert texts(p).count("v seznamu není") == 2
    assert texts(p).count("v seznamu je") == 1
    assert says(p, "Turnaj 2026: jen rada")
    p.close()


def test_the_verdict_is_people_s_and_records_which_list_they_saw(tmp_path):
    p = with_list(tmp_path)
    pressed(p)
    object_to(p, 2)
    play(p, "Platný")
    assert entries(p)[-1] == e.Verdict(valid=True, word_list=USED)
    assert p.controller.state.turns[1].rows[1].fate is Fate.VALID, "whatever the list said"
    p.close()


def test_nothing_is_said_before_a_judgement_is_on(tmp_path, monkeypatch):
    asked = []
    p = with_list(tmp_path)
    monkeypatch.setattr("device.word_lists.store.WordList.answer", lambda self, word: asked.append(word))
    pressed(p)
    play(p, "Námitka > wait 1")
    assert asked == []
    assert not says(p, "v seznamu")
    p.close()


def test_without_a_list_the_screen_says_so_and_nothing_of_it_is_recorded(p):
    pressed(p)
    object_to(p, 2)
    assert texts(p).count("bez seznamu") == 3
    play(p, "Neplatný")
    assert entries(p)[-1] == e.Verdict(valid=False)


def test_early_judgement_is_told_too(tmp_path):
    p = with_list(tmp_path)
    begin(p)
    finish(judging_view.THREAD)
    p.move(e.Move(word="ČUMÁK", points=30, at="H4"))
    p.press(0)
    p.move(e.Move(word="OBLOUK", points=18, at="5D"))
    play(p, "menu > Předčasné posouzení")
    assert p.shown(PlayScreen)
    assert not says(p, "v seznamu")
    play(p, "Předčasné posouzení", sees="v seznamu je")
    play(p, "Posouzen: platný")
    assert entries(p)[-1].word_list == USED
    p.close()


def test_of_a_move_without_squares_its_own_word_is_looked_up(tmp_path):
    p = with_list(tmp_path)
    begin(p)
    finish(judging_view.THREAD)
    p.move(e.Move(word="DÝMKA", points=38))
    p.press(0)
    object_to(p, 1)
    assert p.shown(VerdictScreen).advice.words == (("DÝMKA", "not_listed"),)
    p.close()


def test_what_a_dictionary_says_is_never_more_than_that_a_word_is_in_it():
    spelling = judging_view.Advice((("KRK", "listed"),), USED, dictionary=True)
    assert judging_view.answer_text("listed", spelling) == "ve slovníku je"
    assert judging_view.answer_text("not_listed", spelling) == "ve slovníku není"
    assert judging_view.answer_text("unknown", spelling) == "neumí říci"
    assert judging_view.source_text(spelling) == "Pravopisný slovník, ne seznam svazu; rozhodují lidé."


def test_where_the_squares_say_whether_the_second_move_builds_on_the_first_nobody_is_asked(p):
    pressed(p)
    object_to(p, 1)
    assert p.has(Do(e.Verdict(valid=False, builds_on=False)))
    assert not p.has(Do(e.Verdict(valid=False, builds_on=True)))
    assert not says(p, "staví na něm")


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("language", ["cs", "en"])
def test_answers_about_eight_words_have_room(tmp_path, language, size):
    p = with_list(tmp_path, language=language, size=size)
    pressed(p)
    object_to(p, 2)
    words = tuple((word, "not_listed") for word in ("NEJKULAŤOUČKÝ", *("PES",) * 7))
    p.controller.show(VerdictScreen(judging_view.Advice(words, USED, dictionary=True)))
    scene = drawn(p, (language, size), DARK)
    texts = [text.text for text in scene if isinstance(text, Text)]
    assert texts.count("ve slovníku není" if language == "cs" else "not in the dictionary") == 8
    assert "NEJKULAŤOUČKÝ" in texts, "its tiles would be too small"
    assert texts.count("P") >= 7
    rows = [panel.rect.h for panel in scene if isinstance(panel, Panel) and panel.fill == DARK.paper]
    assert len(rows) == 8
    assert min(rows) >= 40 * p.kiosk.screen.look.scale, "read across the table"
    assert misfits(scene) == []
    p.close()


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("language", ["cs", "en"])
def test_long_names_have_room_in_both_questions(tmp_path, language, size):
    p = with_list(tmp_path, language=language, size=size)
    names = {"Moravští krtci z Brn", "Dobrodruzi ze Šumavy"}
    sit_down(p, ("Moravští krtci z Brn", "A", "B", "Dobrodruzi ze Šumavy", "C", "D"))
    p.touch(Do(e.Starters(pair="A")))
    p.press(0)
    finish(judging_view.THREAD)
    p.move(e.Move(word="ČUMÁK", points=30, at="H4"))
    p.press(0)
    p.move(e.Move(word="NEJKULAŤOUČKÝ", points=118))
    p.menu(Do(e.Early()))
    p.touch(Show(EarlyScreen()))
    assert set(misfits(p.kiosk.scene)) <= names, "the bar of a tall screen may shorten a name"
    play(p, "back")
    p.move(e.Move(word="REGÁL", points=22, at="I7"))
    p.press(1)
    object_to(p, 1)
    assert set(misfits(p.kiosk.scene)) <= names, "the bar of a tall screen may shorten a name"
    p.close()


# -- the judged tiles beside the question ------------------------------------------------------------------------------


def danger_frames(p):
    """How many squares have the frame of what is judged."""
    return sum(
        isinstance(panel, Panel) and panel.fill == DARK.danger and panel.rect.w == panel.rect.h
        for panel in p.kiosk.scene
    )


def test_the_tiles_that_are_objected_to_show_beside_the_question(p):
    pressed(p)
    object_to(p, 2)
    assert danger_frames(p) == 5
    for letter in "REGÁL":
        assert letter in texts(p)
    play(p, "Platný")
    assert danger_frames(p) == 0


def test_rows_and_columns_round_the_objected_move_are_named(p):
    pressed(p)
    object_to(p, 2)
    places = {text.text: text.rect for text in p.kiosk.scene if isinstance(text, Text) and text.colour == DARK.muted}
    frames = [panel.rect for panel in p.kiosk.scene if isinstance(panel, Panel) and panel.fill == DARK.danger]
    first = min((rect for rect in frames if rect.w == rect.h), key=lambda rect: rect.x)
    assert places["I"].y == first.y, "REGÁL lies in row I"
    assert places["7"].x == first.x
    assert places["I"].x + places["I"].w == min(place.x for text, place in places.items() if text.isdigit()), (
        "beside it"
    )


def test_of_the_first_move_only_the_tiles_that_it_laid_are_marked(p):
    pressed(p)
    object_to(p, 1)
    assert danger_frames(p) == 5, "the U of OBLOUK lay there"


def test_early_judgement_shows_the_tiles_too(p):
    begin(p)
    p.move(e.Move(word="ČUMÁK", points=30, at="H4"))
    p.press(0)
    p.move(e.Move(word="OBLOUK", points=18, at="5D"))
    play(p, "menu > Předčasné posouzení > Předčasné posouzení")
    assert danger_frames(p) == 5


def test_where_the_squares_are_not_known_the_question_stands_alone(p):
    begin(p)
    p.move(e.Move(word="DÝMKA", points=38))
    p.press(0)
    object_to(p, 1)
    assert danger_frames(p) == 0


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
def test_the_longest_word_shows_whole(new_table, size):
    p = new_table(DoublesPlayer, size=size)
    begin(p)
    finish(judging_view.THREAD)
    p.move(e.Move(word="STŘECHA", points=30, at="H8"))
    p.press(0)
    p.move(e.Move(word="NEJSTŘECHA", points=30, at="H5"))
    p.kiosk.table.do(e.Pass())
    p.press(1)
    object_to(p, 1)
    assert danger_frames(p) == 3
    assert misfits(p.kiosk.scene) == []
