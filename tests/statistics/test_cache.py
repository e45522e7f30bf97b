"""The cache of what was counted: nothing in its place changes a figure, and it is kept up to date."""

from __future__ import annotations

import contextlib
import os
import sqlite3

import msgspec
import pytest

from device.common.files.small_file import MOST, free_name
from device.common.specs.model import Best, GameLine, Share
from device.journal import Journal, JournalTrouble
from device.people.people import People
from device.statistics import counting
from device.statistics.counting import NAME, Cache, count_journal
from device.statistics.standings import standings
from rules.loading import readable
from tests import damage as damages
from tests.statistics.journals import FULL, journal_of, line


def folded(monkeypatch) -> list[int]:
    """The games that are folded from now on."""
    seen: list[int] = []
    load = counting.load
    monkeypatch.setattr(counting, "load", lambda db, game: (seen.append(game), load(db, game))[1])
    return seen


def test_what_was_counted_is_not_folded_again_and_a_new_game_alone_is(tmp_path, monkeypatch):
    path = journal_of(tmp_path, "polish-doubles-full", "kourici-kocka")
    first = count_journal(path)
    seen = folded(monkeypatch)
    assert count_journal(path).lines == first.lines
    assert seen == []
    journal_of(tmp_path, "chess-clock")
    assert len(count_journal(path).lines) == 3
    assert seen == [3]


def test_who_counts_writes_nothing_into_a_journal(tmp_path):
    path = tmp_path / "journal.db"
    with pytest.raises(JournalTrouble):
        count_journal(path)
    assert not path.exists()


def test_a_card_that_gives_an_error_while_it_is_read_is_one_sentence(tmp_path, monkeypatch):
    path = journal_of(tmp_path, "chess-clock")

    def fails(db, game):
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(counting, "load", fails)
    with pytest.raises(JournalTrouble, match="cannot be read now; try again"):
        count_journal(path)


def test_a_game_that_went_on_is_counted_again(tmp_path, monkeypatch):
    path = tmp_path / "journal.db"
    journal = Journal(path)
    journal.new_game(FULL.game, FULL.setup)
    for entry in FULL.entries[:-2]:
        journal.append(1, entry, "touch", entry.at)
    journal.flush()
    assert not count_journal(path).lines[0].shares
    for entry in FULL.entries[-2:]:
        journal.append(1, entry, "touch", entry.at)
    journal.close()
    assert len(count_journal(path).lines[0].shares) == 2


def pipes(path):
    """One in the place of the write-ahead log, and one under every name that it could be set aside under."""
    wal = path.with_name(path.name + "-wal")
    for _ in range(MOST):
        os.mkfifo(free_name(wal))
    os.mkfifo(wal)


DAMAGE = {
    "gone": lambda path: path.unlink(),
    "empty": lambda path: path.write_bytes(b""),
    "text": lambda path: path.write_text("hello " * 1000),
    "cut": lambda path: path.write_bytes(path.read_bytes()[:5000]),
    "zeros": lambda path: path.write_bytes(path.read_bytes()[:100] + bytes(9000)),
    "other": lambda path: (path.unlink(), sqlite3.connect(path).execute("CREATE TABLE x (y)")),
    "folder": lambda path: (path.unlink(), path.mkdir()),
    "pipes": pipes,
    "link": lambda path: (path.unlink(), path.symlink_to("/nowhere/at/all")),
}


@pytest.mark.parametrize("how", DAMAGE)
def test_whatever_lies_in_the_place_of_the_cache_the_numbers_are_the_same(tmp_path, how):
    path = journal_of(tmp_path, "polish-doubles-full", "marias-edges")
    expected = count_journal(path).lines
    DAMAGE[how](tmp_path / NAME)
    assert count_journal(path).lines == expected
    assert count_journal(path).lines == expected


def test_any_byte_of_the_cache_may_be_wrong(tmp_path):
    path = journal_of(tmp_path, "polish-doubles-short", "chess-clock")
    expected = count_journal(path).lines
    whole = (tmp_path / NAME).read_bytes()
    for place in range(0, len(whole), 97):
        (tmp_path / NAME).write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        assert count_journal(path).lines == expected, place


def test_another_journal_in_the_same_place_has_its_own_numbers(tmp_path):
    path = journal_of(tmp_path, "polish-doubles-short")
    before = count_journal(path).lines
    for file in tmp_path.glob("journal*"):
        file.unlink()
    journal_of(tmp_path, "polish-doubles-full")
    assert count_journal(path).lines != before


def test_games_that_are_counted_in_parts_are_all_counted(tmp_path, monkeypatch):
    path = journal_of(tmp_path, "polish-doubles-short", "chess-clock", "marias-edges")
    expected = count_journal(path).lines
    (tmp_path / NAME).unlink()
    monkeypatch.setattr(counting, "BATCH", 1)
    assert count_journal(path).lines == expected


def test_a_game_that_cannot_be_read_counts_nothing_and_stops_nothing(tmp_path):
    path = journal_of(tmp_path, "polish-doubles-short")
    with sqlite3.connect(path) as db:
        db.execute("INSERT INTO game VALUES (2, '2026', 'polish_doubles', '{', 'x')")
        db.execute("INSERT INTO game VALUES (3, '2026', 'no_such_game', '{}', 'x')")
    lines = count_journal(path).lines
    assert [len(game_line.shares) for game_line in lines] == [2, 0, 0]


def test_a_share_reads_back_as_it_was_written(tmp_path):
    cache = Cache(tmp_path / NAME)
    game_line = line(7, Share("Ž", ("a", "b"), 0.5, {"x": (-(2**40), 3)}, (Best(9, "ŽLUŤ"),), ("p" * 8, "")))
    cache.keep([(5, game_line)])
    assert cache.lines({7: 5}) == {7: game_line}
    assert cache.lines({7: 6}) == {}
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(game_line), type=readable(GameLine)) == game_line


@pytest.mark.parametrize("stamp", ["application_id", "user_version"])
def test_a_cache_of_another_program_or_version_is_begun_anew(tmp_path, stamp):
    path = tmp_path / NAME
    cache = Cache(path)
    cache.keep([(5, line(7))])
    cache.close()
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA {stamp} = 1")
    cache = Cache(path)
    assert cache.lines({7: 5}) == {}
    cache.keep([(5, line(7))])
    assert cache.lines({7: 5}) == {7: line(7)}


def test_somebody_who_was_erased_is_in_no_cache_and_in_no_standing(tmp_path):
    path = journal_of(tmp_path, "polish-doubles-short", "kourici-kocka")
    assert "Jana" in str(count_journal(path).lines)
    journal = Journal(path)
    people = People(journal)
    (key,) = [person.key for person in people.directory.people.values() if person.name == "Jana"]
    people.erase(key)
    journal.close()
    assert not (tmp_path / NAME).exists()
    lines = count_journal(path)
    assert "Jana" not in str(lines.lines)
    assert b"Jana" not in (tmp_path / NAME).read_bytes()
    assert len(standings(lines.lines)) == 7, "four of one game and four of the other, but for her"


@pytest.mark.timeout(20)
@pytest.mark.parametrize("damage", damages.DAMAGE)
@pytest.mark.parametrize("ending", ["", "-journal", "-wal", "-shm"])
def test_whatever_lies_in_the_place_of_the_cache_games_are_counted(tmp_path, ending, damage):
    path = journal_of(tmp_path, "polish-doubles-full")
    fresh = counting.count_journal(path).lines
    beside = tmp_path / f"{NAME}{ending}"
    damages.clear(beside)
    damages.DAMAGE[damage](beside)
    for _ in range(2):
        assert counting.count_journal(path).lines == fresh
