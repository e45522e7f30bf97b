"""A damaged journal begun anew: what can be read of it is there again, and the damaged file stays beside."""

import contextlib
import os
import shutil
import sqlite3
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from device.journal import Journal, JournalTrouble
from device.journal.jobs import KeptElsewhere
from device.journal.salvage import SalvagedRows, salvage
from rules.game import SECOND
from rules.history import History
from rules.polish_doubles import GAME
from rules.polish_doubles import acts as e
from tests import damage
from tests.journal.conftest import SETUP, fold, intact, keep, notes, power_cut, sample

PAGE = 4096


def long_notes(number: int) -> History:
    """A game with longer entries."""
    history = History.begin(GAME, SETUP)
    for n in range(1, number + 1):
        history = history.accept(e.Note(rule="S2", text=f"{n}" + " dlouhá" * 12), n * SECOND)
    return history


GAMES = (sample(), notes(40), long_notes(6), notes(3))


@pytest.fixture(scope="module")
def cut(tmp_path_factory) -> Path:
    """A journal as a power cut leaves it: some of it in the file, the rest in the write-ahead log."""
    folder = tmp_path_factory.mktemp("journal")
    journal = Journal(folder / "journal.db")
    for history in GAMES[:2]:
        keep(journal, history)
    assert journal.flush()
    with journal._guard:
        journal._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for history in GAMES[2:]:
        number = journal.new_game(history.game, history.setup)
        for entry in history.entries:
            journal.append(number, entry, "touch", entry.at)
            assert journal.flush()
    journal.heartbeat(4, 3 * SECOND)
    assert journal.flush()
    copy = power_cut(folder / "journal.db", folder / "cut")
    journal.close()
    return copy.parent


@pytest.fixture(scope="module")
def closed(cut, tmp_path_factory) -> bytes:
    """The same journal, closed: all of it in the file."""
    folder = tmp_path_factory.mktemp("closed")
    shutil.copytree(cut, folder, dirs_exist_ok=True)
    Journal(folder / "journal.db").close()
    return (folder / "journal.db").read_bytes()


def mended(path: Path) -> tuple[list[History], list[str]]:
    """The games after a start, each the beginning of what was played, and what was said."""
    notices: list[str] = []
    journal = Journal(path, on_mended=lambda message: notices.append(str(message)))
    try:
        histories = []
        for game in journal.games():
            with contextlib.suppress(JournalTrouble):
                histories.append(journal.load(game.id)[0])
        number = keep(journal, notes(2))
        assert journal.flush(), "the new one takes games"
        assert journal.load(number)[0] == notes(2)
    finally:
        journal.close()
    assert intact(path)
    return histories, notices


def is_beginning(part: History, whole: History) -> bool:
    return part.setup == whole.setup and part.entries == whole.entries[: len(part.entries)]


def test_every_row_of_a_sound_journal_is_found_page_by_page(cut):
    rows = salvage(cut / "journal.db")
    assert sorted(rows.games) == [1, 2, 3, 4]
    for number, history in enumerate(GAMES, start=1):
        assert len(rows.unbroken(number)) == len(history.entries)
        assert rows.whole(number)
    assert rows.heartbeat == (4, 3 * SECOND)


def test_the_heartbeat_of_a_game_that_was_kept_elsewhere_is_not_taken_for_the_devices_own(tmp_path):
    journal = Journal(tmp_path / "journal.db")
    journal.heartbeat(keep(journal, notes(3)), 3 * SECOND)
    journal.extend(1, [], KeptElsewhere(beat=(2 * SECOND, SECOND)))
    assert journal.flush()
    assert salvage(tmp_path / "journal.db").heartbeat == (1, 3 * SECOND)
    journal.close()


def test_a_row_that_needs_pages_of_its_own_is_found_too(tmp_path):
    path = tmp_path / "journal.db"
    Journal(path).close()
    texts = {n: f"{n}-" + "ř" * (n * 700) for n in range(1, 9)}
    texts |= {n: "x" * (5020 + n) for n in range(9, 80)}  # among them one whose first part fills what a page may hold
    setups = {n: "s" * (8090 + n) for n in range(2, 70)}
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("BEGIN")
        db.execute("INSERT INTO game VALUES (1, 'c', 'k', ?, 'b')", ("s" * 30_000,))
        db.executemany("INSERT INTO game VALUES (?, 'c', 'k', ?, 'b')", setups.items())
        for n, text in texts.items():
            db.execute("INSERT INTO entry VALUES (1, ?, 0, 'touch', 0, 'b', 'w', ?)", (n, text))
        db.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    rows = salvage(path)
    assert {number: row[3] for number, row in rows.games.items()} == {1: "s" * 30_000, **setups}
    assert {row[1]: row[7] for row in rows.unbroken(1)} == texts


def test_a_file_whose_rows_all_lead_to_the_same_pages_gives_no_more_than_it_has(tmp_path):
    path = tmp_path / "journal.db"
    Journal(path).close()
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("INSERT INTO game VALUES (1, 'c', 'k', ?, 'b')", ("s" * 400_000,))
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    raw = path.read_bytes()
    (leaf,) = (page for at in range(PAGE, len(raw), PAGE) if (page := raw[at : at + PAGE])[0] == 13 and b"sss" in page)
    number = int.from_bytes(leaf[8:10], "big") + 3  # three bytes of the row's only cell say how long it is
    assert leaf[number] == 1
    copies = [leaf[:number] + bytes([game]) + leaf[number + 1 :] for game in range(2, 12)]
    path.write_bytes(raw + b"".join(copies))
    assert len(salvage(path).games) == 2, "the one that is there, and the first that is too many ends the search"


@pytest.mark.parametrize("head", [0, 16, 30, 100, 500, 2000])
def test_damage_in_the_first_page_loses_no_game(tmp_path, closed, head):
    path = tmp_path / "journal.db"
    raw = bytearray(closed)
    raw[head : head + 60] = b"\xff" * 60
    path.write_bytes(raw)
    with contextlib.suppress(JournalTrouble):
        Journal(path).close()
    histories, notices = mended(path)
    assert histories == list(reversed(GAMES))
    if notices:
        assert notices == ["journal.db was damaged and set aside. Games recovered: 4."]
        assert (tmp_path / "journal.db.damaged").read_bytes() == raw
    assert mended(path)[1] == [], "once is enough"


def test_a_lost_page_costs_what_is_in_it_and_what_followed_of_that_game(tmp_path, closed):
    path = tmp_path / "journal.db"
    whole = 0
    for page in range(1, len(closed) // PAGE):
        for file in tmp_path.iterdir():
            file.unlink()
        path.write_bytes(closed[: page * PAGE] + bytes(PAGE) + closed[(page + 1) * PAGE :])
        histories, _ = mended(path)
        assert all(any(is_beginning(history, game) for game in GAMES) for history in histories)
        whole += sum(history in GAMES for history in histories) >= len(GAMES) - 2
    assert whole >= len(closed) // PAGE - 4, "other games stay whole"


@pytest.mark.parametrize("part", [0.2, 0.5, 0.8, 0.97])
def test_a_journal_that_was_cut_off_keeps_the_games_before_the_cut(tmp_path, closed, part):
    path = tmp_path / "journal.db"
    path.write_bytes(closed[: int(len(closed) * part)])
    histories, notices = mended(path)
    assert notices
    assert all(any(is_beginning(history, game) for game in GAMES) for history in histories)
    assert histories or part < 0.5


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 10**9), st.integers(1, 255), st.sampled_from(["journal.db", "journal.db-wal"]))
@example(40, 0x88, "journal.db")
@example(16, 0xFF, "journal.db-wal")
@example(9000, 0x88, "journal.db-wal")
def test_a_wrong_byte_anywhere_stops_no_start_and_loses_no_other_game(cut, tmp_path, place, flip, name):
    folder = tmp_path / f"{place}-{flip}-{name}"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(cut, folder)
    raw = bytearray((folder / name).read_bytes())
    raw[place % len(raw)] ^= flip
    (folder / name).write_bytes(raw)
    histories, notices = mended(folder / "journal.db")
    sound = sum(history in GAMES for history in histories)
    if name == "journal.db":
        assert sound >= len(GAMES) - 1 or notices
        assert sound >= 2, "what stands in the log is not lost with the file"
    else:
        assert sound >= 2, "what stands in the file is not lost with the log"
    if any("set aside" in notice for notice in notices):
        assert (folder / "journal.db.damaged").exists()
    shutil.rmtree(folder)


def test_entries_behind_a_damaged_place_in_the_log_are_found_again(cut, tmp_path):
    shutil.copytree(cut, tmp_path, dirs_exist_ok=True)
    path, log = tmp_path / "journal.db", tmp_path / "journal.db-wal"
    raw = bytearray(log.read_bytes())
    raw[32 + 24 + (4096 + 24) * 2 + 100] ^= 0x88
    log.write_bytes(raw)
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        assert db.execute("SELECT count(*) FROM game").fetchone()[0] < 4, "SQLite ends at the damaged frame"
    histories, notices = mended(path)
    assert notices == ["journal.db was damaged; the newest entries were recovered."]
    assert histories == list(reversed(GAMES)), "entry for entry"
    assert (tmp_path / "journal.db-wal.damaged").read_bytes() == raw


def test_a_wrong_byte_in_the_file_puts_no_entry_in_the_place_of_one_in_the_log(cut, tmp_path):
    """The log has sums, the file has none: of the first game's entries there the 40th says that it is the 100th."""
    path = Path(shutil.copytree(cut, tmp_path / "cut")) / "journal.db"
    sound = salvage(path).unbroken(1)
    _, number, at, source, *_ = sound[39]
    rest = at.to_bytes(6) + source.encode()
    raw = path.read_bytes()
    assert raw.count(bytes([number]) + rest) == 1
    path.write_bytes(raw.replace(bytes([number]) + rest, bytes([100]) + rest))
    rows = salvage(path)
    assert (rows.unbroken(1), rows.entries[1][100]) == (sound[:39], sound[99])


def test_a_log_whose_own_head_is_damaged_gives_all_its_entries(cut, tmp_path):
    shutil.copytree(cut, tmp_path, dirs_exist_ok=True)
    log = tmp_path / "journal.db-wal"
    raw = bytearray(log.read_bytes())
    raw[16:24] = b"\xff" * 8
    log.write_bytes(raw)
    histories, notices = mended(tmp_path / "journal.db")
    assert notices == ["journal.db was damaged; the newest entries were recovered."]
    assert histories == list(reversed(GAMES))


@pytest.mark.parametrize(
    ("number", "worn", "least", "most"), [(200, ("180 dlouhá", "181 dlouhá"), 50, 179), (3, ("a" * 32,), 3, 3)]
)
def test_of_a_commit_with_a_damaged_page_the_game_is_there_up_to_the_gap(tmp_path, number, worn, least, most):
    path, game = tmp_path / "journal.db", long_notes(number)
    journal = Journal(path)
    keep(journal, notes(2))
    assert journal.flush()
    with journal._guard:
        journal._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    journal.adopt("a" * 32, "pisek", game, number * SECOND)
    assert journal.flush()
    copy = power_cut(path, tmp_path / "cut")
    journal.close()
    log = copy.with_name("journal.db-wal")
    raw = log.read_bytes()
    for text in worn:
        raw = raw.replace(text.encode(), text.swapcase().encode())
    log.write_bytes(raw)
    histories, notices = mended(copy)
    assert notices == ["journal.db was damaged; the newest entries were recovered."]
    assert histories[1] == notes(2)
    assert is_beginning(histories[0], game)
    assert least <= len(histories[0].entries) <= most


def test_a_file_cut_off_behind_a_damaged_head_still_has_what_stands_in_its_log(cut, tmp_path):
    shutil.copytree(cut, tmp_path, dirs_exist_ok=True)
    path, log = tmp_path / "journal.db", tmp_path / "journal.db-wal"
    short, raw = b"\xff" * 100 + path.read_bytes()[100:PAGE], log.read_bytes()
    path.write_bytes(short)
    journal = Journal(path, on_mended=lambda _: None)
    try:
        assert journal.load(3)[0] == GAMES[2]
        assert journal.load(4) == (GAMES[3], 3 * SECOND), "and how far its clock was seen to run"
    finally:
        journal.close()
    assert (tmp_path / "journal.db.damaged").read_bytes() == short
    assert (tmp_path / "journal.db-wal.damaged").read_bytes() == raw, "the log lies beside it"


def test_a_name_that_was_erased_does_not_come_back_with_a_mended_journal(tmp_path, monkeypatch):
    """The power went when the new text was in the log and the old one not yet out of it."""
    path = tmp_path / "journal.db"
    journal = Journal(path)
    number = keep(journal, notes(2))
    assert journal.flush()
    monkeypatch.setattr(journal, "_sweep", lambda gone: None)
    statement = ("UPDATE game SET setup = replace(setup, 'Krtci', 'K.') WHERE id = ?", (number,))
    assert journal.rewrite(statement, gone=["Krtci"])
    copy = power_cut(path, tmp_path / "cut")
    journal.close()
    copy.write_bytes(b"\xff" * 100 + copy.read_bytes()[100:])
    again = Journal(copy, on_mended=lambda _: None)
    try:
        assert [pair.name for pair in again.load(number)[0].setup.pairs] == ["K.", "Sloky"]
    finally:
        again.close()


@pytest.mark.parametrize("ending", ["-journal", "-wal"])
def test_what_no_journal_leaves_beside_itself_is_set_aside_before_it_is_opened(tmp_path, closed, ending):
    """A rollback journal would be played into the file; a pipe would keep SQLite waiting."""
    path = tmp_path / "journal.db"
    path.write_bytes(closed)
    beside = tmp_path / f"journal.db{ending}"
    if ending == "-journal":
        beside.write_bytes(b"another program's")
    else:
        os.mkfifo(beside)
    histories, _ = mended(path)
    assert histories == list(reversed(GAMES))
    aside = tmp_path / f"journal.db{ending}.damaged"
    assert aside.read_bytes() == b"another program's" if ending == "-journal" else aside.is_fifo()


def test_a_power_cut_in_the_midst_of_mending_loses_nothing(tmp_path, closed, monkeypatch):
    path = tmp_path / "journal.db"
    raw = b"\xff" * 100 + closed[100:]
    path.write_bytes(raw)

    def unplugged(*_):
        raise KeyboardInterrupt

    for step in ("_save", "_move", "sync_folder"):
        with monkeypatch.context() as patch:
            patch.setattr(f"device.journal.repair.{step}", unplugged)
            with contextlib.suppress(KeyboardInterrupt):
                Journal(path, on_mended=lambda _: None).close()
    histories, _ = mended(path)
    assert histories == list(reversed(GAMES))
    assert (tmp_path / "journal.db.damaged").read_bytes() == raw


def test_between_moving_the_old_and_placing_the_new_the_new_one_is_found(tmp_path, closed):
    path = tmp_path / "journal.db"
    (tmp_path / ".journal.db.saved").write_bytes(closed)
    histories, notices = mended(path)
    assert len(histories) == 4
    assert notices == []


@pytest.mark.parametrize("begun", [b"", b"SQLite format 3\0" + b"\xff" * 4080], ids=["empty", "a head alone"])
def test_a_new_file_that_was_only_begun_when_the_power_went_takes_no_place(tmp_path, closed, begun):
    path = tmp_path / "journal.db"
    path.write_bytes(b"\xff" * 100 + closed[100:])
    (tmp_path / ".journal.db.saved").write_bytes(begun)
    histories, _ = mended(path)
    assert histories == list(reversed(GAMES))
    path.unlink()
    (tmp_path / ".journal.db.saved").write_bytes(begun)
    assert mended(path) == ([], [])


def test_a_game_of_an_event_that_is_not_whole_no_longer_belongs_to_it(tmp_path):
    path = tmp_path / "journal.db"
    journal = Journal(path)
    journal.outbox.join("pisek", 7)
    first = keep(journal, notes(3))
    second = keep(journal, notes(300))
    journal.close()
    raw = bytearray(path.read_bytes())
    with contextlib.closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT count(*) FROM share").fetchone()[0] == 2
    place = raw.find("poznámka 150".encode())
    page = place // PAGE * PAGE
    raw[page : page + PAGE] = bytes(PAGE)
    path.write_bytes(raw)
    notices: list[str] = []
    journal = Journal(path, on_mended=lambda message: notices.append(str(message)))
    assert notices
    assert [row[0] for row in journal._db.execute("SELECT game FROM share")] == [first]
    assert journal.load(first)[0] == notes(3)
    assert 0 < len(journal.load(second)[0].entries) < 150
    journal.close()


@pytest.mark.parametrize("make", [os.mkfifo, damage.a_socket])
def test_a_pipe_or_a_socket_in_the_place_of_a_journal_gives_way(tmp_path, make):
    path = tmp_path / "journal.db"
    make(path)
    with pytest.raises(JournalTrouble, match="is not a file"):
        Journal(path)
    histories, notices = mended(path)
    assert (histories, notices) == ([], ["journal.db was damaged and set aside. A new one is begun."])
    assert not (tmp_path / "journal.db.damaged").is_file()


def test_without_anybody_to_tell_nothing_is_touched(tmp_path):
    path = tmp_path / "journal.db"
    path.write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    with pytest.raises(JournalTrouble):
        Journal(path)
    assert path.read_bytes() == b"SQLite format 3\0" + b"x" * 5000
    assert not fold_or_none(path)


def fold_or_none(path: Path) -> list[History]:
    with contextlib.suppress(JournalTrouble):
        return fold(path)
    return []


@pytest.mark.parametrize("later", ["0", "5", "9"])
def test_of_two_copies_of_a_row_the_first_is_kept_and_the_other_is_nothing_new(later):
    rows = SalvagedRows()
    first, other = (None, "uid", "{}", "5", "x"), (None, "uid", "{}", later, "x")
    assert [rows.take(1, row) for row in (first, other)] == [True, False]
    assert rows.games == {1: (1, *first[1:])}
