"""A journal on a stick is anybody's file: what is larger than a game can be stays there, and every other game comes."""

import sqlite3
import subprocess
import sys

import pytest

from device.carry import bringing, identity
from device.carry.saving import replaceable, save_to
from device.people import declared
from device.people.directory import Declaration
from tests.carry.devices import CLOCK, KOCKA, SHORT, brought, refused

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
    assert sum(path.stat().st_size for path in (tmp_path / "here").iterdir()) < 2_000_000, "it is not copied either"


def test_a_game_as_long_as_a_game_can_be_comes(devices, stick):
    old, new = devices(SHORT), devices()
    save_to(stick, old.journal.path)
    with sqlite3.connect(stick / "dvojtah" / "journal.db") as db:
        db.execute(ENTRY.format(f"hex(zeroblob({identity.LONGEST // 2 - 1000}))") + "ORDER BY n DESC LIMIT 1")
    db.close()
    assert brought(new, stick).startswith("From the USB stick: 1 new game")


@pytest.mark.parametrize("name", [name for name in CRAFTED if name != "a setup"])
def test_what_is_too_large_on_a_stick_is_not_written_over(devices, stick, name):
    device = devices(SHORT)
    save_to(stick, device.journal.path)
    place = stick / "dvojtah" / "journal.db"
    craft(place, name)
    assert not replaceable(place, device.journal.path)


def one_text_in_many_games(path, pages=1500):
    """A journal with a damaged schema, and thousands of games whose setups are one and the same megabyte."""
    size, least = 4096, (4096 - 12) * 32 // 255 - 23
    chain = range(2, 252)
    length = least + len(chain) * (size - 4)
    kinds = bytes([0, 13, 13]) + varint(2 * (length - 8) + 13) + bytes([13])
    record = (bytes([1 + len(kinds)]) + kinds).ljust(least, b"x")
    with path.open("r+b") as file:
        file.seek(100)
        file.write(bytes(size - 100))
        for page in chain:
            following = page + 1 if page != chain[-1] else 0
            file.write(following.to_bytes(4, "big") + b"x" * (size - 4))
        for page in range(chain[-1] + 1, pages):
            places, cells = b"", b""
            for n in range(8):
                cells = varint(length) + varint(page * 8 + n) + record + (2).to_bytes(4, "big") + cells
                places += (size - len(cells)).to_bytes(2, "big")
            head = b"\r" + bytes(2) + (8).to_bytes(2, "big") + bytes(3)
            file.write((head + places).ljust(size - len(cells), b"\0") + cells)


def varint(value):
    out = [value & 0x7F]
    while value := value >> 7:
        out.append(value & 0x7F | 0x80)
    return bytes(reversed(out))


def test_rows_that_are_longer_than_their_file_take_bounded_time_and_memory(devices, stick, tmp_path):
    old = devices(SHORT, KOCKA)
    save_to(stick, old.journal.path)
    one_text_in_many_games(stick / "dvojtah" / "journal.db")
    (tmp_path / "here").mkdir()
    command = [sys.executable, "-c", TAKE, str(stick), str(tmp_path / "here")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.splitlines()[1]) < 90_000, "kB"


def test_a_damaged_file_is_looked_at_to_a_bound(devices, stick):
    old, new = devices(SHORT, KOCKA), devices()
    save_to(stick, old.journal.path)
    place = stick / "dvojtah" / "journal.db"
    games = place.read_bytes()
    place.write_bytes(bytes(bringing.LARGEST_DAMAGED) + games)
    assert refused(new, stick) == "journal.db on the USB stick is not a journal that can be read."
    place.write_bytes(bytes(1 << 20) + games)
    assert brought(new, stick).startswith("From the USB stick: 2 new games")


def test_people_of_a_journal_with_more_than_a_club_has_are_bounded(devices, stick):
    old, new = devices(SHORT), devices()
    old.journal.note(*declared.statements("jan", Declaration(same_as="honza")))
    old.journal.flush()
    save_to(stick, old.journal.path)
    with sqlite3.connect(stick / "dvojtah" / "journal.db") as db:
        numbers = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 30000) "
        db.execute(numbers + "INSERT INTO person SELECT 'z' || n, '{\"same_as\":\"x\"}' FROM c")
        db.execute("INSERT INTO person VALUES ('a', '{\"same_as\":\"' || hex(zeroblob(400000)) || '\"}')")
    db.close()
    assert brought(new, stick).startswith("From the USB stick: 1 new game")
    declarations = new.journal.reading(declared.read)
    assert len(declarations) == declared.MOST
    assert declarations["jan"].same_as == "honza"
    assert "a" not in declarations
