"""The real program on a real display: a game, SIGKILL in mid-turn, started again, played on and signed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys

import pytest

from device.games.polish_doubles.forms import EndScreen
from device.games.polish_doubles.play import PlayScreen
from device.graphics.actions import DONE, MENU, Do, Key, NewGame, ResumeGame, Show
from device.journal import connect, load
from device.kiosk.screen import call_on
from rules.game import SECOND
from rules.polish_doubles import acts as e
from rules.polish_doubles.state import Phase
from tests.process.desktop import Desktop, Simulator, needed, until

pytestmark = pytest.mark.timeout(180)


@pytest.fixture
def simulator(tmp_path):
    needed()
    desktop = Desktop()
    simulator = Simulator(desktop, tmp_path)
    yield simulator
    simulator.kill()
    simulator.mirror.close()
    desktop.close()


def write(s: Simulator, word: str, points: str) -> None:
    s.touch(call_on(PlayScreen.write))
    for letter in word:
        s.touch(Key(letter))
    for figure in points:
        s.touch(Key(figure))
    s.touch(DONE)
    s.caught_up()


def test_a_game_goes_on_after_the_plug_was_pulled_in_mid_turn(simulator: Simulator):
    s = simulator
    s.touch(NewGame("polish_doubles"))
    s.write("Krtci")
    s.touch(DONE)
    s.write("Sloky")
    s.touch(DONE)
    s.touch(Do(e.Starters(pair="A")))
    s.press(0)
    write(s, "MÁK", "9")
    s.press(0)
    write(s, "PES", "5")

    first = s.rows("SELECT at FROM heartbeat")
    until(lambda: s.rows("SELECT at FROM heartbeat") > first, "the next heartbeat")
    s.kill()
    beat = s.rows("SELECT at FROM heartbeat")[0][0]
    written = s.rows("SELECT max(n) FROM entry")[0][0]

    s.again()
    s.mirror.clock.ns += 30 * SECOND
    s.touch(ResumeGame(1))
    until(lambda: s.rows("SELECT max(n) FROM entry")[0][0] > written, "the power loss on record")
    with connect(s.journal, read_only=True) as db:
        history, _ = load(db, 1)
    loss = history.entries[-1]
    assert isinstance(loss.event, e.PowerLoss)
    assert loss.event.doubt_s == s.rows("SELECT ns FROM doubt")[0][0] / SECOND >= 1
    assert loss.at >= beat
    assert history.state.clock.standing == {"pause"}
    assert [row.word for turn in history.state.turns for row in turn.rows] == ["MÁK", "PES"]

    s.touch(Do(e.Resume()))
    write(s, "KOSA", "8")
    s.press(1)
    s.touch(MENU)
    s.touch(Show(EndScreen()))
    s.touch(Do(e.End()))
    s.touch(DONE)
    s.touch(DONE)
    s.press(0, hold=1.8)
    s.press(1, hold=1.8)
    s.caught_up()

    s.process.send_signal(signal.SIGTERM)
    out, err = s.process.communicate(timeout=60)
    assert (s.process.returncode, out) == (0, "")
    assert all(" INFO dvojtah" in line for line in err.splitlines()), "nothing went wrong"
    with connect(s.journal, read_only=True) as db:
        signed, _ = load(db, 1)
    assert signed.state.phase is Phase.SIGNED
    assert (signed.state.total(0), signed.state.total(1)) == (9, 13)
    assert signed.state.turns == s.mirror.kiosk.controller.state.turns

    record = s.journal.with_name("game.jsonl")
    run = [sys.executable, "-m", "device", "--journal", str(s.journal)]
    subprocess.run([*run, "export", "--record", "-o", str(record)], check=True)
    replayed = subprocess.run([*run, "replay", str(record), "--json"], check=True, capture_output=True, text=True)
    assert json.loads(replayed.stdout) == json.loads(json.dumps(signed.game.report(signed.state).data))


def test_a_second_table_on_the_same_journal_says_so_and_ends(simulator: Simulator):
    s = simulator
    until(s.journal.exists, "the journal")
    command = [sys.executable, "-m", "device", "--lang", "en", "--journal", str(s.journal), "simulate"]
    second = subprocess.run(command, env=s.desktop.environment, capture_output=True, text=True, timeout=30, check=False)
    assert second.returncode == 1
    assert second.stderr.startswith("Another program uses the journal")
    assert len(second.stderr.splitlines()) == 1
