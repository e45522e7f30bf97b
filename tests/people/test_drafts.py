"""What is half written survives a power cut: the plug is pulled at any letter, and it stands there again."""

import pytest

from device.games.act_forms import Counts
from device.games.chess_clock.setup import Presets
from device.games.kourici_kocka.play import PlayScreen as KockaPlay
from device.games.kourici_kocka.play import PointsForm
from device.games.marias.controller import Referee
from device.games.marias.controller import RoundScreen as MariasPlay
from device.games.polish_doubles.entry import MoveEntry
from device.games.polish_doubles.play import PlayScreen
from device.games.polish_doubles.setup import DoublesSetupScreen, StartingDrawScreen
from device.graphics.actions import BACK, DONE, Command, Key, NewGame, ResumeGame, Show
from device.kiosk.screen import call_on
from device.people.drafts import EVERY, TABLE
from device.table.referee_pin import hash_pin
from rules.chess_clock.control import PRESETS
from rules.game import SECOND
from rules.kourici_kocka import KockaSetup
from rules.kourici_kocka import acts as kocka
from rules.marias import MariasSetup
from rules.marias import acts as marias
from tests.kiosk.situations.kourici_kocka import sit_down
from tests.kiosk.situations.polish_doubles import begin
from tools.play.players.chess_clock import ClockPlayer
from tools.play.players.kourici_kocka import KockaPlayer
from tools.play.players.marias import MariasPlayer
from tools.play.players.polish_doubles import DoublesPlayer
from tools.play.players.polyssimo import PolyssimoPlayer


@pytest.fixture
def table(tmp_path):
    players = []

    def make(kind=DoublesPlayer):
        players.append(kind(tmp_path))
        return players[-1]

    yield make
    for player in players:
        player.close()


def plug_pulled(player):
    """The device goes dark and is started again; nothing was left on purpose."""
    player.clock.ns += 2 * SECOND
    player.settle()
    player.kiosk.loop.invalidate()
    player.settle()
    assert player.kiosk.journal.flush()
    player.close()
    player.kiosk, player.peripherals, player.oleds, player.factory = player._start()


def written(player):
    """The rows of what is half written."""
    assert player.kiosk.journal.flush()
    return player.kiosk.journal.reading(lambda db: db.execute("SELECT what, screen FROM draft").fetchall())


def names(key):
    def write(p):
        p.touch(NewGame(key))
        p.write("Eva")

    return write


def two_names(p):
    names("polish_doubles")(p)
    p.touch(call_on(DoublesSetupScreen.on_field, 1))
    p.write("Ja")


def starter(p):
    p.touch(NewGame("polish_doubles"))
    p.kiosk.controller.act(p.shown(DoublesSetupScreen).change(starter=1))
    p.touch(DONE)
    assert p.shown(StartingDrawScreen).starter == 1


def time_of_a_clock(p):
    p.touch(NewGame("chess_clock"))
    p.touch(call_on(Presets.choose, PRESETS[4].control))


def word(p, *more):
    begin(p)
    p.touch(call_on(PlayScreen.write))
    for key in ("P", "E", "S", *more):
        p.touch(Key(key))


def word_and_a_press(p):
    word(p)
    p.press(0, 60)


def points_of_kocka(p):
    p.kiosk.host.begin(KockaSetup(players=("Adam", "Bára", "Cyril", "Dana"), word="pes"))
    for event in (kocka.Deal(), kocka.Passed()):
        p.kiosk.table.do(event)
    p.settle()
    p.touch(call_on(KockaPlay.choose, 1))


def a_round_of_marias(p, pin="4711"):
    p.kiosk.host.set_pin(hash_pin(pin))
    p.kiosk.host.referee.close()
    p.kiosk.host.begin(MariasSetup(players=("Adam", "Bára", "Cyril", "Dana")))
    p.kiosk.table.do(marias.StartRound())
    p.settle()


def half_a_deal(p):
    a_round_of_marias(p)
    p.touch(call_on(MariasPlay.on_tap, "B"))
    assert p.kiosk.controller.current_screen().half_written


@pytest.mark.parametrize(
    ("kind", "half_written", "back"),
    [
        (DoublesPlayer, two_names, NewGame("polish_doubles")),
        (MariasPlayer, names("marias"), NewGame("marias")),
        (KockaPlayer, names("kourici_kocka"), NewGame("kourici_kocka")),
        (PolyssimoPlayer, names("polyssimo"), NewGame("polyssimo")),
        (ClockPlayer, time_of_a_clock, NewGame("chess_clock")),
        (DoublesPlayer, starter, ResumeGame(1)),
        (DoublesPlayer, word, ResumeGame(1)),
        (DoublesPlayer, word_and_a_press, ResumeGame(1)),
        (KockaPlayer, points_of_kocka, ResumeGame(1)),
        (MariasPlayer, half_a_deal, ResumeGame(1)),
    ],
)
def test_what_is_half_written_stands_there_again(table, kind, half_written, back):
    p = table(kind)
    half_written(p)
    before = p.kiosk.controller.current_screen()
    plug_pulled(p)
    p.touch(back)
    assert p.kiosk.controller.current_screen() == before


def test_a_word_half_written_is_finished_after_the_plug_was_pulled(table):
    p = table()
    word(p, "1")
    plug_pulled(p)
    p.touch(ResumeGame(1))
    assert p.shown(MoveEntry).word == "PES"
    p.touch(Key("2"))
    p.touch(DONE)
    assert p.kiosk.table.state.turns[0].rows[0].points == 12
    assert written(p) == []


def test_a_setup_of_another_game_shows_nothing_of_it(table):
    p = table()
    p.touch(NewGame("polish_doubles"))
    p.write("Krtci")
    plug_pulled(p)
    p.touch(NewGame("kourici_kocka"))
    assert not any(p.kiosk.controller.current_screen().form.fields)


def test_a_setup_that_was_left_or_played_is_gone(table):
    p = table()
    p.touch(NewGame("polish_doubles"))
    p.write("Krtci")
    p.clock.ns += 2 * SECOND
    p.touch(BACK)
    plug_pulled(p)
    p.touch(NewGame("polish_doubles"))
    assert not any(p.kiosk.controller.current_screen().form.fields)
    for n, name in ((0, "Krtci"), (3, "Sloky")):
        p.touch(call_on(DoublesSetupScreen.on_field, n))
        p.write(name)
    p.clock.ns += 2 * SECOND
    p.touch(DONE)
    assert written(p) == []


def test_at_most_one_row_a_second_is_written(table, monkeypatch):
    p = table()
    p.touch(NewGame("polish_doubles"))
    notes = []
    note = p.kiosk.journal.note
    monkeypatch.setattr(p.kiosk.journal, "note", lambda *s, **k: (notes.append(s), note(*s, **k))[1])
    p.clock.ns += 2 * SECOND
    p.write("Moravští krtci")
    assert len(notes) == 1, "fourteen letters within a moment"
    p.clock.ns += EVERY
    p.kiosk.loop.invalidate()
    p.settle()
    assert len(notes) == 2
    p.clock.ns += 5 * EVERY
    p.kiosk.loop.invalidate()
    p.settle()
    assert len(notes) == 2, "nothing was typed since"


@pytest.mark.parametrize(
    "row",
    [
        ("polish_doubles", 0, "device.games.polish_doubles.setup:DoublesSetupScreen", "{{{"),
        ("polish_doubles", 0, "device.games.polish_doubles.setup:DoublesSetupScreen", '{"form": 7}'),
        ("polish_doubles", 0, "polish_doubles:setup", "{{{"),
        ("polish_doubles", 0, "device.games.polish_doubles.setup:Nobody", "{}"),
        ("polish_doubles", 0, "polish_doubles:nobody", "{}"),
        ("polish_doubles", 0, "tiddlywinks:setup", "{}"),
        ("polish_doubles", 0, "os:system", '"true"'),
        ("polish_doubles", 0, "polish_doubles:play", "{}"),
        ("polish_doubles", 7, "device.games.polish_doubles.setup:DoublesSetupScreen", "{}"),
        ("polish_doubles", 0, "device.games.polish_doubles.setup:DoublesSetupScreen", '{"x":"' + "y" * 20_000 + '"}'),
    ],
)
def test_a_row_that_is_damaged_stale_or_none_of_ours_says_nothing(table, row):
    p = table()
    p.kiosk.journal.note((TABLE, ()), ("INSERT INTO draft VALUES (?, ?, ?, ?)", row))
    assert p.kiosk.journal.flush()
    p.touch(NewGame("polish_doubles"))
    assert p.kiosk.controller.current_screen() == DoublesSetupScreen()
    p.touch(Command.BACK)


def test_what_is_behind_the_pin_does_not_show_again_without_it(table):
    p = table(MariasPlayer)
    a_round_of_marias(p, "4711")
    p.menu(Show(Referee()))
    for figure in "4711":
        p.touch(Key(figure))
    p.touch(DONE)
    p.touch(call_on(Referee.decide))
    assert p.kiosk.controller.current_screen().draft.referee
    plug_pulled(p)
    p.touch(ResumeGame(1))
    assert p.kiosk.controller.screen is None


@pytest.mark.parametrize(
    "screen",
    ["polish_doubles:menu", "marias:referee"],
    ids=["a screen on which nothing is written", "a screen behind the PIN"],
)
def test_a_row_that_names_a_screen_of_another_kind_opens_none(table, screen):
    p = table()
    begin(p)
    row = ("1", len(p.kiosk.table.history.entries), screen, "{}")
    p.kiosk.journal.note((TABLE, ()), ("INSERT INTO draft VALUES (?, ?, ?, ?)", row))
    plug_pulled(p)
    p.touch(ResumeGame(1))
    assert p.kiosk.controller.screen is None


def test_a_row_that_names_no_screen_of_a_game_loads_nothing():
    from device.app.kept_screens import half_written_screen

    assert half_written_screen("os:system") is None
    assert half_written_screen("device.games.polish_doubles.controller:DoublesMenu") is None
    assert half_written_screen("device.games.polish_doubles.setup:DoublesSetupScreen") is DoublesSetupScreen


def test_points_half_typed_under_an_earlier_version_are_there_again(table):
    p = table(KockaPlayer)
    sit_down(p)
    text = '{"counts":{"texts":["12","3","",""],"seat":2,"early":true},"hejma":1}'
    game = p.kiosk.table
    row = (str(game.game_id), len(game.history.entries), "device.games.kourici_kocka.forms:PointsForm", text)
    p.kiosk.journal.note((TABLE, ()), ("INSERT OR REPLACE INTO draft VALUES (?, ?, ?, ?)", row))
    plug_pulled(p)
    p.touch(ResumeGame(1))
    assert p.kiosk.controller.current_screen() == PointsForm(Counts(("12", "3", "", ""), 2, flag=True), person=1)
