"""Games in which nobody typed a name: the colours stand in their place, in the language of whoever reads."""

import pytest

from device.common import i18n
from device.common.games.chess_clock.board_card import CARD
from device.common.games.chess_clock.pgn import tag_name
from device.common.i18n import tr
from device.graphics.actions import DONE, NewGame
from device.graphics.widgets import Text
from rules.chess_clock import GAME, ClockSetup
from rules.chess_clock import acts as e
from rules.game import SECOND
from rules.history import History
from rules.record import read
from tests.chess_clock.game import control
from tools.play.players.chess_clock import ClockPlayer


@pytest.fixture
def table(tmp_path):
    player = ClockPlayer(tmp_path)
    player.touch(NewGame("chess_clock"))
    player.touch(DONE)
    player.touch(DONE)
    yield player
    player.close()
    i18n.use("cs")


def texts(table):
    return {text.text for text in table.kiosk.scene if isinstance(text, Text)}


def begun(*players, white="A"):
    return History.begin(GAME, ClockSetup(players=players, control=control(), white=white))


def signed(history):
    for n, event in enumerate((e.Press(side="B"), e.Press(side="A"), e.Pause(), e.Result(winner="B", how="resigned"))):
        history = history.accept(event, n * SECOND)
    return history.accept(e.Sign(side="A"), 5 * SECOND).accept(e.Sign(side="B"), 5 * SECOND)


def test_no_word_of_the_language_spoken_is_recorded(table):
    assert table.state.setup.players == ("White", "Black")
    assert {"Bílý", "Černý"} <= texts(table)
    assert table.kiosk.composer.oled_contents(table.kiosk.composer.moment())[0].title == "Bílý"


def test_the_same_game_is_read_in_every_language(table):
    with i18n.speaking("en"):
        assert tr(GAME.summary(table.state)).startswith("White – Black")
        assert tr(GAME.report(table.state).title).endswith("White – Black")
    with i18n.speaking("sk"):
        assert tr(GAME.summary(table.state)).startswith("Biely – Čierny")
        assert [tr(seat.name) for seat in CARD.card(table.state).seats] == ["Biely", "Čierny"]


def test_the_rows_of_the_sheet_name_the_colours():
    """They are compared whenever a press is heard late, so that people are told what it changed."""
    history = begun("White", "Black")
    for n, side in enumerate("BAB", 1):
        history = history.accept(e.Press(side=side), n * SECOND)
    rows = list(GAME.sheet_entries(history.state))
    assert [str(row.title) for row in rows][:2] == ["move 1 · White", "move 1 · Black"]
    assert [row.title for row in rows] == [row.title for row in GAME.sheet_entries(history.state)]


def test_a_record_of_an_earlier_version_says_what_it_said():
    line = (
        '{"game": "chess_clock", "players": ["Bílý", "Černý"], "white": "A", "control": {"stages": [{"time_s": 60}]}}'
    )
    history = read([line])
    with i18n.speaking("en"):
        assert tr(GAME.summary(history.state)).startswith("Bílý – Černý")


def test_in_a_rematch_the_colours_change_for_who_has_no_name():
    assert GAME.rematch(begun("White", "Black").state).players == ("Black", "White")
    assert GAME.rematch(begun("Anna", "Černý").state).players == ("Anna", "White")
    assert GAME.rematch(begun("Anna", "Bořek").state).players == ("Anna", "Bořek")


def test_a_name_that_is_the_other_colour_is_a_name():
    with i18n.speaking("cs"):
        assert tr(begun("Black", "Anna").state.names[0]) == "Black"


def test_nobody_is_ranked_and_the_notation_does_not_know_who_played():
    history = signed(begun("White", "Anna"))
    assert [share.name for share in CARD.shares(history.state)] == ["", "Anna"]
    assert [tag_name(history.state, side) for side in (0, 1)] == ["?", "Anna"]
    with i18n.speaking("cs"):
        assert [tr(CARD.label(score)) for score in CARD.scores(history.state)] == ["Bílý", "Anna"]
