"""A journal on a stick is anybody's file: what is larger than a game can be stays there, and every other game comes."""

import sqlite3
import subprocess
import sys

import pytest

from device.carry import identity
from device.carry.saving import replaceable, save_to
from tests.carry.devices import CLOCK, KOCKA, SHORT, brought

ENTRY = "INSERT INTO entry SELECT game, n + 1, at, source, source_ns, boot, wall, {} FROM entry WHERE game = 1 "
CRAFTED = {
    "an entry": ENTRY.format("replace(hex(zeroblob(60000000)), '0', 'x')") + "ORDER BY n DESC LIMIT 1",
    "a setup": "INSERT INTO game SELECT 9, created, key, hex(zeroblob(60000000)), boot FROM game LIMIT 1",
    "a word": "INSERT INTO game SELECT 9, created, hex(zeroblob(60000000)), setup, boot FROM game LIMIT 1",
    "a moment": "INSERT INTO game SELECT 9, hex(zeroblob(60000000)), key, setup, boot FROM game LIMIT 1",
    "many entries": "WITH RECURSIVE c(n) AS (SELECT 1000 UNION ALL SELECT n + 1 FROM c WHERE n < 200000) "
    "INSERT INTO entry SELECT 1, n, 0, '', 0, '', '', '' FROM c",
    "many long entries": "WITH RECURSIVE c(n) AS (SELECT 1000 UNION ALL SELECT n + 1 FROM c WHERE n < 1100) "
    "INSERT INTO entry SELECT 1, n, 0, '', 0, '', '', hex(zeroblob(400000)) FROM c",
}
TAKE = """
import resource, sys
from pathlib import Path
from device.carry.bringing import bring_from
from device.journal import Journal
journal = Journal(Path(sys.argv[2]) / "journal.db")
journal.flush()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(bring_from(Path(sys.argv[1]), journal).message)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
print(len(journal.games()))
journal.close()
"""


def craft(path, name):
    with sqlite3.connect(path) as db:
        db.execute(CRAFTED[name])
    db.close()


@pytest.mark.parametrize("name", CRAFTED)
def test_the_other_games_come_and_memory_is_bounded(devices, stick, tmp_path, name):
    old = devices(SHORT, KOCKA, CLOCK)
    save_to(stick, old.journal.path)
    craft(stick / "dvojtah" / "journal.db", name)
    (tmp_path / "here").mkdir()
    command = [sys.executable, "-c", TAKE, str(stick), str(tmp_path / "here")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    text, memory, games = done.stdout.splitlines()
    assert text.endswith("Games that were left there because they are too large: 1.")
    assert int(games) == (3 if name.startswith(("a setup", "a word", "a moment")) else 2)
    assert int(memory) < 90_000, "kB"
    assert sum(one.stat().st_size for one in (tmp_path / "here").iterdir()) < 2_000_000, "it is not copied either"


def test_a_game_as_long_as_a_game_can_be_comes(devices, stick):
    old, new = devices(SHORT), devices()
    save_to(stick, old.journal.path)
    with sqlite3.connect(stick / "dvojtah" / "journal.db") as db:
        db.execute(ENTRY.format(f"hex(zeroblob({identity.LONGEST // 2 - 1000}))") + "ORDER BY n DESC LIMIT 1")
    db.close()
    assert brought(new, stick).startswith("From the USB stick: 1 new game")


@pytest.mark.parametrize("name", [one for one in CRAFTED if one != "a setup"])
def test_what_is_too_large_on_a_stick_is_not_written_over(devices, stick, name):
    device = devices(SHORT)
    save_to(stick, device.journal.path)
    place = stick / "dvojtah" / "journal.db"
    craft(place, name)
    assert not replaceable(place, device.journal.path)
