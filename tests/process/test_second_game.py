"""A new user's second game in the real program: English, turned to the other pair, corrected, judged, disputed, signed.

Everything is done by a finger in the window of ``dvojtah simulate`` and by the two keys that are its clock buttons.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest

from device.common.settings.reading import load
from device.graphics.actions import BACK, HOME, LANGUAGE, MENU, SETTINGS, TURN, NewGame, ResumeGame, Show
from device.journal import Journal
from device.kiosk.screen import ask, call_on
from device.screens.language import LanguageController
from device.screens.settings.page import PageChoices, SettingsPage
from device.screens.settings.rows import Set
from device.screens.settings.screens import DisplaysPage, RulesPage, SoundPage
from rules.options.marias import NewMarias
from rules.polish_doubles import acts as e
from rules.polish_doubles.state import Phase
from rules.record import read
from tests.process.desktop import Desktop, Table, needed, until

pytestmark = pytest.mark.timeout(400)

FIRST = """\
{"game": "polish_doubles", "pairs": [{"name": "Krtci"}, {"name": "Sloky"}]}
{"t": 0, "event": "starters", "pair": "A"}
{"t": 5, "event": "press", "pair": "A"}
{"t": 20, "event": "award", "pair": "A", "reason": "B left"}
{"t": 30, "event": "sign", "pair": "A"}
{"t": 35, "event": "sign", "pair": "B"}
"""
SECOND = """\
{"game": "polish_doubles", "pairs": [{"name": "Moles", "players": ["Ann", "Bob"]}, {"name": "Verses"}]}
{"t": 5, "event": "draw", "a": "Č", "b": "C"}
{"t": 10, "event": "press", "pair": "A"}
{"t": 20, "event": "move", "word": "ČUMÁK", "points": 32}
{"t": 30, "event": "press", "pair": "B"}
{"t": 40, "event": "move", "word": "PES", "points": 15}
{"t": 50, "event": "move", "word": "KOSY", "points": 19}
{"t": 55, "event": "press", "pair": "A"}
{"t": 60, "event": "objection", "move": 2}
{"t": 70, "event": "verdict", "valid": false}
{"t": 80, "event": "move", "word": "HNĚV", "points": 22}
{"t": 85, "event": "correct", "turn": 1, "move": 1, "points": 35}
{"t": 90, "event": "pass"}
{"t": 95, "event": "press", "pair": "B"}
{"t": 100, "event": "end"}
{"t": 110, "event": "racks", "pair": "A", "tiles": "AE"}
{"t": 120, "event": "racks", "pair": "B", "tiles": "OV"}
{"t": 130, "event": "dispute", "pair": "A", "reason": "sum"}
{"t": 140, "event": "sign", "pair": "A"}
{"t": 145, "event": "sign", "pair": "B"}
"""


def keep(path, record):
    """A game that was played before, in the journal at ``path``."""
    path.parent.mkdir(parents=True, exist_ok=True)
    journal = Journal(path)
    number = journal.new_game(record.game, record.setup)
    for entry in record.entries:
        journal.append(number, entry, "touch", entry.at)
    journal.close()


@pytest.fixture
def table(tmp_path):
    needed()
    for folder in (tmp_path, tmp_path / "both"):
        keep(folder / "journal.db", read(io.StringIO(FIRST)))
    desktop = Desktop()
    table = Table(desktop, tmp_path, "", (800, 480))
    yield table
    table.kill()
    table.mirror.close()
    desktop.close()


def test_a_second_game_in_English_on_a_picture_turned_to_the_other_pair(table: Table):
    t, p = table, table.mirror
    t.touch(LANGUAGE)
    t.touch(ask(LanguageController.choose, "en"))
    t.touch(TURN)
    t.touch(SETTINGS)
    t.touch(call_on(SettingsPage.tab, RulesPage))
    t.touch(Set("polish_doubles", "turn_limit_s", 240))
    t.touch(BACK)
    record = read(io.StringIO(SECOND))
    p.set_up(record)
    for entry in record.entries:
        if isinstance(entry.event, e.Correct):
            t.touch(MENU)
            t.touch(SETTINGS)
            t.touch(Set("", "palette", "light"))
            t.touch(BACK)
            t.touch(BACK)
        later = record.entries[entry.n] if entry.n < len(record.entries) else None
        p.do(entry, later)
        t.caught_up()
    assert p.kiosk.table.state.phase is Phase.SIGNED
    t.kill()
    settings = load(t.file)
    assert (settings.language, settings.palette, settings.screen.rotate) == ("en", "light", 180)

    command = [sys.executable, "-m", "device", "--settings", str(t.file), "--journal", str(t.journal)]
    written = subprocess.run([*command, "export", "--record"], capture_output=True, text=True, check=True).stdout
    played = read(io.StringIO(written))
    assert json.loads(written.splitlines()[0])["turn_limit_s"] == 240
    assert played.state.setup.pairs[0].players == ("Ann", "Bob")
    assert played.state.phase is Phase.SIGNED
    data = played.game.report(played.state).data
    assert [pair["total"] for pair in data["pairs"]] == [13, 55]
    assert [move["fate"] for turn in data["turns"] for move in turn["moves"]] == [
        "stands",
        "stands",
        "invalid",
        "stands",
        "stands",
    ]
    assert data["turns"][0]["moves"][0]["versions"][0]["points"] == 32, "the row as it was stays"
    assert data["turns"][2]["pressed"], "the game went on behind the settings"
    assert [type(entry.event) for entry in played.entries].count(e.Dispute) == 1

    p.real = None
    p.touch(HOME)
    p.real = t
    t.process = t._start()
    t.touch(ResumeGame(2))  # seen where and as it was left: English, light, upside down, with the second game's result
    t.touch(HOME)


def test_what_was_set_by_touch_is_there_after_the_program_was_started_again(table: Table):
    t = table
    t.touch(SETTINGS)
    for change in (("", "palette", "light"), ("screen", "rotate", 90), ("screen", "brightness", 90)):
        t.touch(Set(*change))
    t.touch(call_on(SettingsPage.tab, SoundPage))
    t.touch(Set("", "silent", True))
    t.touch(call_on(SettingsPage.tab, RulesPage))
    t.touch(Show(RulesPage(chosen=PageChoices(game=1))))
    t.touch(Set("marias", "rounds", 6))
    t.touch(call_on(SettingsPage.tab, DisplaysPage))
    t.touch(call_on(SettingsPage.on_page, 1))
    t.touch(Set("oled_a", "contrast", 230))
    until(lambda: load(t.file).oled_a.contrast == 230, "the last change in the file")
    t.kill()
    t.mirror.real = None
    t.mirror.touch(BACK)
    t.process = t._start()
    t.mirror.real = t
    t.touch(NewGame("marias"))  # seen where and as it was left: upright, light, a little darker
    assert load(t.file).options_of(NewMarias).rounds == 6
