"""Numbers in words: singular and plural as the language has them, clocks, decimals."""

import gettext
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.common import i18n
from rules.game import SECOND
from rules.games import GAMES
from rules.history import History
from rules.message import Refusal, msgs
from rules.polish_doubles import acts as e
from rules.polish_doubles.acts.ending import against_sheet
from rules.record import read
from tests.rules.table import Game
from tools.play.gallery import FULL


@pytest.mark.parametrize(
    ("language", "n", "sentence"),
    [
        ("cs", 1, "výměna 1 kamene"),
        ("cs", 2, "výměna 2 kamenů"),
        ("cs", 5, "výměna 5 kamenů"),
        ("en", 1, "exchange of 1 tile"),
        ("en", 2, "exchange of 2 tiles"),
        ("en", 7, "exchange of 7 tiles"),
    ],
)
def test_an_exchange_is_said_in_the_right_number(language, n, sentence):
    i18n.use(language)
    assert i18n.tr(GAMES["polish_doubles"].describe(e.Exchange(tiles=n))) == sentence


def test_Czech_chooses_its_form_as_the_language_does():
    forms = gettext.translation(i18n.DOMAIN, i18n.FOLDER, ["cs"]).plural
    assert [forms(n) for n in (1, 2, 3, 4, 5, 11, 12, 21, 22, 0, 100, 102)] == [0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2]


def test_a_number_of_nothing_is_many():
    i18n.use("en")
    assert i18n.tr(msgs("{n} tile", "{n} tiles", 0)) == "0 tiles"
    assert str(msgs("{n} tile", "{n} tiles", 1)) == "1 tile"


WRONG = {
    "cs": r"\b1 (kamenů|kameny|písmen|písmena)\b|(?<!z )\b[234] (kamenů|písmen)\b|\bje (jich tam|ještě) [234]\b",
    "en": r"\b1 (tiles|letters)\b|\bare 1\b|\bare still 1\b",
}


"""What no Czech and no English says."""


def in_the_right_number(refusal):
    for language, wrong in WRONG.items():
        i18n.use(language)
        assert not re.search(wrong, i18n.refusal(refusal)), i18n.refusal(refusal)


def test_tiles_in_the_bag_are_said_in_the_right_number():
    for bag in (6, 3, 1):
        game = Game().opened()
        game.do(e.Bag(count=bag))
        game.turn("B", ("pass", 0), ("pass", 0)).turn("A", ("pass", 0), ("pass", 0))
        with pytest.raises(Refusal, match=str(bag)) as caught:
            game.do(e.Exchange(tiles=2))
        in_the_right_number(caught.value)


def test_tiles_on_the_racks_are_said_in_the_right_number():
    history = read(FULL.read_text(encoding="utf-8").split("\n"))
    now, refusals = History.begin(history.game, history.setup), []
    for entry in history.entries:
        now = now.accept(entry.event, entry.at)
        for pair in (0, 1):
            if now.state.turns and (difference := against_sheet(now.state, pair)) is not None:
                refusals.append(Refusal("S25", difference.id, **difference.args))
    racks = [refusal for refusal in refusals if "still holds" in str(refusal)]
    assert len(racks) > 5
    for rack in racks:
        in_the_right_number(rack)


def test_letters_and_tiles_of_a_word_are_said_in_the_right_number():
    game = Game().start()
    in_the_right_number(game.refused("S3", e.Move(word="PES", points=5, tiles=4)))


# -- figures -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("left", "shown"),
    [
        (180 * SECOND, "3:00"),
        (180 * SECOND - 1, "3:00"),
        (179 * SECOND, "2:59"),
        (107 * SECOND, "1:47"),
        (60 * SECOND, "1:00"),
        (59_000_000_001, "1:00"),
        (9 * SECOND, "0:09"),
        (1, "0:01"),
        (0, "0:00"),
        (-1, "−0:01"),
        (-4 * SECOND, "−0:04"),
        (-61 * SECOND, "−1:01"),
        (3600 * SECOND, "60:00"),
    ],
)
def test_a_clock_shows_the_whole_limit_first_and_goes_on_past_zero(left, shown):
    assert i18n.clock(left) == shown


@given(st.integers(-4000 * SECOND, 4000 * SECOND))
def test_a_clock_never_runs_backwards_and_changes_once_a_second(left):
    def seconds(shown):
        minutes, rest = shown.lstrip("−").split(":")
        return (-1 if shown.startswith("−") else 1) * (int(minutes) * 60 + int(rest))

    before, after = seconds(i18n.clock(left)), seconds(i18n.clock(left - SECOND))
    assert after <= before
    assert before - after in (1, 2) if before > 0 > after else before - after == 1


def test_decimals_are_written_as_the_language_does():
    for value, czech, english in ((0.0, "0,0", "0.0"), (-3.75, "−3,8", "−3.8"), (1234.56, "1\u00a0234,6", "1,234.6")):
        i18n.use("cs")
        assert i18n.number(value, 1) == czech
        i18n.use("en")
        assert i18n.number(value, 1) == english
