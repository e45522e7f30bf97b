"""Edges that fail, journals that cannot be read, power cuts, leaving."""

from __future__ import annotations

import shutil
import sqlite3
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path

import pytest

from device.app.composition import assemble
from device.common.settings.reading import load
from device.common.settings.settings import Settings
from device.demo.simulator import SimulatedFactory, SimulatedOleds, settings_for
from device.games.polish_doubles.controller import DoublesController
from device.graphics.actions import PressArea, ResumeGame
from device.io.inputs import PeripheralStatus, Quit
from device.io.signals import Beep
from device.journal import Journal, JournalTrouble
from device.kiosk.touches import SETTLE
from rules.game import SECOND
from rules.message import msg
from rules.polish_doubles import acts as e
from tests.inputs import next_input
from tests.journal.conftest import keep, notes
from tests.kiosk.script import play
from tests.kiosk.seeing import says
from tests.kiosk.situations.polish_doubles import begin, opened, write
from tools.play.players.polish_doubles import DoublesPlayer
from tools.play.unwatched import HeadlessDisplay


def test_an_edge_that_fails_is_said_in_one_line_and_the_line_goes_when_it_is_back(p):
    opened(p)
    p.kiosk.post(
        PeripheralStatus("oled A", msg("Display {side} does not answer; check its cable. The game goes on.", side="A"))
    )
    p.settle()
    assert says(p, "Displej A neodpovídá")
    p.kiosk.post(PeripheralStatus("journal", msg("No game has been played yet.")))
    p.settle()
    assert says(p, "(+1)")
    for edge in ("journal", "oled A"):
        p.kiosk.post(PeripheralStatus(edge, None))
    p.settle()
    assert not says(p, "Displej A")
    write(p, "PES", 5)
    assert p.kiosk.controller.state.turns[1].rows


def test_buttons_that_do_not_work_bring_up_the_screens_own(p):
    opened(p)
    assert not p.has(PressArea(0))
    p.kiosk.post(
        PeripheralStatus(
            "buttons",
            msg("Clock buttons do not work ({factory}: {error}); use the screen's own.", factory="lgpio", error="x"),
        )
    )
    p.settle()
    assert p.has(PressArea(0))
    assert p.has(PressArea(1))


def test_edges_show_as_connecting_until_they_are_there(tmp_path):
    settings = settings_for(Settings(journal=str(tmp_path / "journal.db")))
    kiosk, edges = assemble(
        settings, HeadlessDisplay((800, 480)), factory=SimulatedFactory(), connector=SimulatedOleds(settings).connect
    )
    kiosk.loop.settle()
    edges.start()
    statuses: list[PeripheralStatus] = []
    while len(statuses) < 7:
        item = next_input(kiosk.queue, 5)
        if isinstance(item, PeripheralStatus):
            statuses.append(item)
            kiosk.loop.handle(item)
            kiosk.presenter.present(kiosk.composer.moment())
            assert not kiosk.screen.look.press_areas, "nothing is wrong yet"
    assert [(status.name, status.connecting) for status in statuses[:3]] == [
        ("buttons", True),
        ("oled A", True),
        ("oled B", True),
    ]
    assert {status.name for status in statuses[3:]} == {"buttons", "lamps", "oled A", "oled B"}
    assert kiosk.host.notices.troubles == {}
    edges.close()
    kiosk.close()


def descriptors():
    """What this process has open; fonts are kept for all tables."""
    links = []
    for path in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):  # the listing's own
            links.append(str(path.readlink()))
    return Counter(link for link in links if not link.endswith((".ttf", ".otb", "/fd")))


def test_a_closed_table_leaves_no_descriptor_open_and_what_comes_late_wakes_nobody(tmp_path):
    before = descriptors()
    file = tmp_path / "settings.toml"
    settings = settings_for(Settings(journal=str(tmp_path / "journal.db")))
    kiosk, edges = assemble(
        settings, HeadlessDisplay((800, 480)), file=file, factory=SimulatedFactory(), connector=lambda _: None
    )
    kiosk.loop.settle()
    kiosk.preferences.file.put("", "silent", True)
    edges.start()
    assert descriptors() != before
    edges.close()
    kiosk.close()
    kiosk.post(Quit())
    assert descriptors() == before
    assert load(file).silent


def test_low_time_is_heard_unless_the_table_is_silent(p):
    heard, buzzed = [], []
    p.stride = 0  # somebody listens all the time
    show = p.peripherals.gpio.show
    p.peripherals.sound.play = heard.append
    p.peripherals.gpio.show = lambda signals: (buzzed.append(signals.beep), show(signals))
    opened(p)
    p.wait(151 * SECOND)
    assert heard == [Beep.LOW]
    play(p, "menu > sound > back > wait 20")
    assert heard == [Beep.LOW], "silent"
    assert Beep.LAST not in buzzed
    play(p, "menu > sound > back > wait 15")
    assert heard == [Beep.LOW, Beep.OVER]


def test_lamps_show_whose_turn_it_is(p):
    opened(p)
    lamps = [p.factory.pin(getattr(p.settings.buttons, f"lamp_{letter}")) for letter in "ab"]
    assert [bool(lamp.state) for lamp in lamps] == [False, True]


def test_the_screen_shows_what_is_safe_on_disk(p):
    opened(p)
    p.kiosk.journal.flush()
    p.settle()
    assert p.kiosk.table.safe
    p.kiosk.table.saved -= 1
    assert not p.kiosk.table.safe


def test_after_a_power_cut_the_game_is_offered_and_stands_where_it_was_with_the_doubt_said(p):
    opened(p)
    write(p, "PES", 5)
    p.wait(7 * SECOND)
    left = p.kiosk.controller.state.clock.remaining(p.kiosk.table.game_time())
    p.kiosk.journal.flush()
    p.pull_the_plug()
    assert isinstance(p.kiosk.controller, DoublesController)
    state = p.kiosk.controller.state
    now = state.clock.remaining(p.kiosk.table.game_time())
    assert 0 <= now - left <= SECOND
    assert state.clock.doubt == SECOND
    assert says(p, "Pauza po výpadku")
    assert state.turns[1].rows[0].word == "PES"
    p.wait(3600 * SECOND)
    assert p.kiosk.controller.state.clock.remaining(p.kiosk.table.game_time()) == now, "the clock is stopped"
    play(p, "Pokračovat")
    write(p, "KOSA", 8)
    p.press(1)
    assert p.kiosk.controller.state.total(1) == 13


def test_leaving_a_running_game_pauses_it_to_the_nanosecond(p):
    opened(p)
    p.wait(5 * SECOND)
    number = p.kiosk.table.game_id
    play(p, "menu")
    p.wait(SETTLE)
    left = p.kiosk.controller.state.clock.remaining(p.kiosk.table.game_time())
    play(p, "home", sees="Pokračovat v rozehrané partii")
    p.wait(60 * SECOND)
    p.touch(ResumeGame(number))
    state = p.kiosk.controller.state
    assert state.clock.remaining(p.kiosk.table.game_time()) == left
    assert state.clock.doubt == 0


def test_another_game_in_between_costs_the_first_one_no_time(p):
    opened(p)
    p.wait(50 * SECOND)
    first = p.kiosk.table.game_id
    play(p, "menu")
    p.wait(SETTLE)
    left = p.kiosk.controller.state.clock.remaining(p.kiosk.table.game_time())
    play(p, "home")
    opened(p)
    play(p, "wait 20 > menu > home")
    p.touch(ResumeGame(first))
    assert p.kiosk.controller.state.clock.remaining(p.kiosk.table.game_time()) == left


def test_ending_the_program_stops_the_clock_on_record(p):
    opened(p)
    p.kiosk.post(Quit())
    p.kiosk.run()
    p.kiosk.journal.flush()
    game = p.kiosk.journal.games()[0]
    history, _ = p.kiosk.journal.load(game.id)
    assert isinstance(history.entries[-1].event, e.Pause)


@pytest.mark.parametrize(
    "content", [b"", b"These are somebody's notes, not a journal.", b"SQLite format 3\0" + b"x" * 5000]
)
def test_a_damaged_journal_is_set_aside_and_a_new_one_begun(tmp_path, content):
    path = tmp_path / "journal.db"
    path.write_bytes(content)
    p = DoublesPlayer(tmp_path)
    assert says(p, "journal.db byl poškozený a odložil se. Začíná se nový.")
    begin(p)
    p.kiosk.journal.flush()
    assert (tmp_path / "journal.db.damaged").read_bytes() == content
    number = p.kiosk.table.game_id
    p.pull_the_plug()
    assert p.kiosk.table.game_id == number, "and it is found there again"
    assert not says(p, "poškozený"), "once is enough"
    p.close()


def test_games_that_an_earlier_version_kept_beside_a_damaged_journal_are_in_the_new_one(tmp_path):
    path = tmp_path / "journal.db"
    path.write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    before = path.read_bytes()
    journal = Journal(tmp_path / "journal-new.db")
    keep(journal, notes(3))
    journal.close()
    p = DoublesPlayer(tmp_path)
    assert [game.entries for game in p.kiosk.journal.games()] == [3]
    assert p.kiosk.journal.path == path
    assert (tmp_path / "journal.db.damaged").read_bytes() == before
    assert not (tmp_path / "journal-new.db").exists()
    p.close()


def give_version(path, change):
    """The journal is of so much a newer version than it was."""
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {db.execute('PRAGMA user_version').fetchone()[0] + change}")


def test_games_kept_beside_a_newer_versions_journal_are_in_it_once_it_opens_again(tmp_path):
    p = DoublesPlayer(tmp_path)
    begin(p)
    p.close()
    give_version(tmp_path / "journal.db", 1)
    p = DoublesPlayer(tmp_path)
    assert says(p, "journal-new.db")
    p.kiosk.journal.outbox.join("pisek", 1)
    opened(p)
    p.wait(7 * SECOND)
    known = p.kiosk.table.game_time()
    p.kiosk.journal.flush()
    cut = tmp_path / "cut"
    cut.mkdir()
    for file in tmp_path.glob("journal*"):
        shutil.copy(file, cut)
    p.close()
    give_version(cut / "journal.db", -1)
    p = DoublesPlayer(cut)
    assert says(p, "1 partie z journal-new.db je teď v deníku.")
    newest, older = p.kiosk.journal.games()
    assert older.entries == 2
    assert p.kiosk.journal.outbox.count("pisek") == newest.entries + 1, "all of it is sent"
    p.touch(ResumeGame(newest.id))
    assert 0 <= known - p.kiosk.table.game_time() <= SECOND, "the last heartbeat came along"
    p.close()
    p = DoublesPlayer(cut)
    assert not says(p, "journal-new.db"), "once is enough"
    assert len(p.kiosk.journal.games()) == 2
    p.close()


def test_a_file_of_kept_games_that_cannot_be_opened_is_named_and_stops_nothing(tmp_path):
    journal = Journal(tmp_path / "journal-new.db")
    keep(journal, notes(3))
    journal.close()
    give_version(tmp_path / "journal-new.db", 1)
    p = DoublesPlayer(tmp_path)
    assert says(p, "journal-new.db založila novější verze")
    assert p.kiosk.journal.path.name == "journal.db"
    p.close()
    give_version(tmp_path / "journal-new.db", -1)
    p = DoublesPlayer(tmp_path)
    assert [game.entries for game in p.kiosk.journal.games()] == [3]
    p.close()


def test_another_programs_database_is_left_as_it_is(tmp_path):
    path = tmp_path / "journal.db"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    p = DoublesPlayer(tmp_path)
    assert says(p, "journal-new.db")
    p.close()
    assert path.read_bytes() == before


def test_a_second_program_on_the_same_journal_is_refused(p, tmp_path):
    with pytest.raises(JournalTrouble, match="Another program"):
        assemble(Settings(journal=str(tmp_path / "journal.db")), HeadlessDisplay((800, 480)))
