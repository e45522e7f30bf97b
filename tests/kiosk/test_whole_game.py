"""Whole games through pins and touches: what the table tallies is what `dvojtah replay` tallies."""

from __future__ import annotations

import json
from itertools import groupby

import pytest

from device.cli import main
from device.graphics.actions import SETTINGS
from device.screens.settings.rows import Set
from rules.game import SECOND, Event
from rules.games import GAMES
from rules.history import History
from rules.record import read, write
from tests.kiosk.evening import Evening, same_as_whole
from tests.kiosk.situations.polish_doubles import opened
from tools.games import TOOLS
from tools.play.__main__ import main as play
from tools.play.gallery import SAMPLES, Gallery, draw_screens, full_records, load_record, play_sample
from tools.play.player import Stuck
from tools.play.players import PLAYERS
from tools.play.players.polish_doubles import DoublesPlayer

LIGHT = Set("", "palette", "light")


def data(history: History):
    return history.game.report(history.state).data


def kinds(history: History) -> list[type[Event]]:
    """The kinds of events in order; a sum that takes several taps (a top-up) counts once."""
    return [kind for kind, _ in groupby(type(entry.event) for entry in history.entries)]


def test_the_full_sample_through_pins_and_touches_gives_the_tally_of_replay(evening: Evening, capsys):
    full = SAMPLES / TOOLS[evening.game].samples.full
    played = evening.histories[full.stem]
    assert main(["replay", str(full), "--json"]) == 0
    replayed = json.loads(capsys.readouterr().out)
    assert json.loads(json.dumps(data(played))) == replayed
    assert kinds(played) == kinds(load_record(full))


def test_every_event_of_the_game_was_done_with_hands(evening: Evening):
    assert evening.done >= set(GAMES[evening.game].event_types)


def test_every_sample_can_be_played_by_hand_and_read_back_from_its_record(evening: Evening):
    records = {path.stem: load_record(path) for path in SAMPLES.glob("*.jsonl")}
    assert evening.histories.keys() == {name for name, record in records.items() if record.game.key == evening.game}
    for name, played in evening.histories.items():
        assert data(played) == data(records[name]), name
        assert data(read(write(played).split("\n"))) == data(records[name]), name


def test_a_record_that_asks_for_a_button_that_is_not_there_stops_the_player(new_table):
    player = new_table(DoublesPlayer)
    with pytest.raises(Stuck):
        player.touch("no such action")


def test_whenever_somebody_looks_the_display_shows_what_it_should(p):
    for act in (lambda: opened(p), lambda: p.wait(20 * SECOND), lambda: p.menu(SETTINGS), lambda: p.touch(LIGHT)):
        act()
        p.settle()
        assert same_as_whole(p.kiosk.scene, p.kiosk.screen.display.surface, p.kiosk.screen.painter.back)


def test_play_sample_prints_the_scoresheet_and_where_the_pictures_are(tmp_path, capsys):
    short = load_record(SAMPLES / "polish-doubles-short.jsonl")
    assert play_sample(short, PLAYERS, tmp_path) == 0
    output = capsys.readouterr().out
    assert "DÝMKA" in output or "86 : 65" in output
    shown = [line.split(": ", 1)[1] for line in output.split("\n") if line.endswith(".png")]
    assert len(shown) > 10
    assert all((tmp_path / name.rsplit("/", 1)[1]).stat().st_size > 1000 for name in shown)


def test_screens_are_drawn_in_both_languages(tmp_path):
    assert draw_screens([load_record(SAMPLES / "polish-doubles-short.jsonl")], PLAYERS, tmp_path) == 0
    drawn = [tmp_path / language / "polish_doubles" for language in ("cs", "en")]
    czech, english = (sorted(path.name for path in folder.iterdir()) for folder in drawn)
    assert czech == english
    assert any((drawn[0] / name).read_bytes() != (drawn[1] / name).read_bytes() for name in czech)


BOARD = ("board", "board-entry", "board-letters", "early-on-the-board", "verdict-on-the-board", "history-replay")


def test_the_galleries_show_the_board_of_a_game_wherever_people_see_it(tmp_path):
    games = [record for record in full_records() if record.game.key == "polish_doubles"]
    assert len(games) == 2
    assert draw_screens(games[1:], PLAYERS, tmp_path) == 0
    for language in ("cs", "en"):
        drawn = {path.stem for path in (tmp_path / language / "polish_doubles").iterdir()}
        assert {*BOARD, "history-replay-other-picture"} <= drawn


def test_an_album_keeps_the_first_picture_of_a_kind(tmp_path):
    gallery = Gallery(tmp_path / "gallery")
    player = DoublesPlayer(tmp_path, seen=gallery)
    first = gallery.pictures["home"].read_bytes()
    player.settle()
    assert gallery.pictures["home"].read_bytes() == first
    player.close()


def test_a_game_without_screens_is_refused_in_one_line(capsys, monkeypatch):
    monkeypatch.setattr("tools.play.__main__.PLAYERS", {})
    assert play(["sample", str(SAMPLES / "kourici-kocka.jsonl")]) == 1
    assert capsys.readouterr().err == "Tato hra tu nemá obrazovky.\n"
