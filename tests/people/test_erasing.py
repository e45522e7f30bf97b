"""Erasing somebody from the journal: no letter of the name stays, every tally does, and a power cut changes nothing."""

import contextlib
import sqlite3
from pathlib import Path

import pytest
from installer.machine import Machine
from installer.table import keep_games

from device.journal import Journal, connect
from device.journal import load as load_from
from device.journal.file import UNLOCKED
from device.people import erasing
from device.people.declared import TABLE
from device.people.people import ErasureReport, People
from rules.message import Refusal
from rules.people import ERASED
from rules.polish_doubles import acts as e
from rules.record import read
from tests.journal.conftest import power_cut
from tests.people.conftest import Club, doubles

SAMPLES = sorted((Path(__file__).parents[2] / "samples").glob("*.jsonl"))
FOUR = ("Jana Nováková", "Petr Vlk", "Eva Tichá", "Karel Čermák")


def bytes_of(club):
    """Everything on disk that is the journal's."""
    return b"".join(file.read_bytes() for file in sorted(club.path.parent.glob(club.path.name + "*")))


def without_names(value, names):
    """A tally without what people are called."""
    if isinstance(value, dict):
        return {
            key: without_names(item, names) for key, item in value.items() if key not in ("name", "players", "seats")
        }
    if isinstance(value, (list, tuple)):
        return [without_names(item, names) for item in value]
    return None if isinstance(value, str) and any(name in value for name in names) else value


def tally(history):
    return history.game.report(history.state).data


@pytest.mark.parametrize("ids", [True, False], ids=["with ids", "by name alone"])
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_everybody_can_be_erased_one_after_another_and_the_tally_stays(club, path, ids):
    sample = read(path.read_text(encoding="utf-8").split("\n"))
    setup = club.people.with_ids(sample.setup) if ids else sample.setup
    game = club.journal.new_game(sample.game, setup)
    for entry in sample.entries:
        club.journal.append(game, entry, "touch", 0)
    assert club.journal.flush()
    names = {person.name for person in sample.game.people(sample.state)}
    before, kinds = tally(sample), [type(entry.event) for entry in sample.entries]
    for known in list(club.directory.people.values()):
        assert club.people.erase(known.key).games == 1
    history, _ = club.journal.load(game)
    assert [type(entry.event) for entry in history.entries] == kinds
    assert all(entry.refused is None for entry in history.entries)
    gone = {*names, ERASED}
    assert without_names(tally(history), gone) == without_names(before, gone)
    assert len({person.name for person in history.game.people(history.state)}) == len(names), "they stay apart"
    assert not any(person.id for person in history.game.people(history.state))
    assert club.directory.empty, "nobody is offered"
    for name in names:
        if len(name) > 4:
            assert name.encode() not in bytes_of(club), name


def test_a_name_goes_from_setup_pair_notes_and_reasons_and_words_on_the_board_stay(club):
    setup = doubles(*FOUR, pairs=("Vlk a Jana", "Sloky"))
    note = e.Note(rule="S2", text="Petr Vlk mluvil, Jana taky; VLKODAV ne")
    club.play(setup, note, e.Starters(pair="A"), e.Press(pair="A"), e.Move(word="VLK", points=9))
    (petr,) = club.directory.bearers("Petr Vlk")
    assert club.people.erase(petr.key).games == 1
    history, _ = club.journal.load(1)
    assert history.setup.pairs[0].name == "N. N. a Jana"
    assert history.setup.pairs[0].players == ("Jana Nováková", "N. N.")
    assert history.setup.people[1] == ""
    assert history.entries[0].event.text == "N. N. mluvil, Jana taky; VLKODAV ne"
    assert history.state.turns[0].rows[0].word == "VLK"
    assert "Petr" not in str(club.directory.people)


def test_only_that_one_of_two_namesakes_is_erased(club):
    club.play(doubles("Jan Novák", "Jan Novák", "Eva", "Karel", ids=("first000", "second00")))
    club.play(doubles("Jan Novák", "Petr", "Eva", "Karel", ids=("first000",)))
    assert club.people.erase("second00").games == 1
    assert club.journal.load(1)[0].setup.pairs[0].players == ("Jan Novák", "N. N.")
    assert club.journal.load(1)[0].setup.people[:2] == ("first000", "")
    assert club.journal.load(2)[0].setup.pairs[0].players == ("Jan Novák", "Petr")


def test_a_name_in_a_note_of_a_game_that_they_did_not_play_goes_too(club):
    club.play(doubles(*FOUR))
    club.play(doubles("Anna", "Běla", "Cyril", "Dana"), e.Note(rule="S2", text="rozhodčí: Jana Nováková. Jana ne"))
    (jana,) = club.directory.bearers("Jana Nováková")
    club.people.erase(jana.key)
    assert club.journal.load(2)[0].entries[0].event.text == "rozhodčí: N. N.. Jana ne"


def test_what_was_declared_of_them_goes_too(club):
    club.play(doubles(*FOUR))
    (jana,) = club.directory.bearers("Jana Nováková")
    club.people.forget(jana.key)
    club.people.erase(jana.key)
    assert club.journal.reading(lambda db: db.execute("SELECT count(*) FROM person").fetchone()[0]) == 0


def test_what_an_earlier_version_declared_of_a_name_counts_and_goes_with_it(club):
    club.old(doubles(*FOUR))
    (jana,) = club.directory.bearers("Jana Nováková")
    for key, text in (("=jana nováková", '{"forgotten":true}'), ("=někdo", '{"same_as":"=jana nováková"}')):
        club.journal.note((TABLE, ()), ("INSERT INTO person VALUES (?, ?)", (key, text)))
    assert club.journal.flush()
    club.people = People(club.journal, club.people.make_id)
    assert club.directory.bearers("Jana Nováková") == ()
    club.people.erase(jana.key)
    assert club.journal.reading(lambda db: db.execute("SELECT key FROM person").fetchall()) == []


def everywhere(path):
    """Everything in the folders of a table."""
    return b"".join(file.read_bytes() for file in sorted(path.parent.rglob("*")) if file.is_file())


class Installed(Machine):
    """A system whose folder of games is this one."""

    def __init__(self, folder) -> None:
        super().__init__()
        self._folder = folder

    def path(self, name):
        return self._folder / Path(name).name


def test_the_copy_that_an_update_keeps_is_rewritten_too_and_stays_a_journal(club, tmp_path):
    club.play(doubles(*FOUR), e.Note(rule="S2", text="Petr Vlk mluvil"))
    club.journal.reading(lambda db: db.execute("PRAGMA secure_delete = OFF"))  # as earlier versions did
    club.journal.note(
        ("CREATE TABLE dropped (text TEXT)", ()), ("INSERT INTO dropped VALUES (?)", ("Petr Vlk " * 2000,))
    )
    club.journal.note(("DELETE FROM dropped", ()))
    assert club.journal.flush()
    copy = keep_games(Installed(tmp_path))
    assert copy is not None
    assert b"Petr Vlk" in copy.read_bytes()
    club.play(doubles("Petr Vlk", "Ivo", "Ota", "Iva"))
    rows = club.journal.reading(lambda db: db.execute("SELECT n, at FROM entry WHERE game = 1").fetchall())
    assert club.people.erase(club.directory.bearers("Petr Vlk")[0].key) == ErasureReport(2, ())
    assert b"Petr Vlk" not in everywhere(club.path)
    with contextlib.closing(connect(copy, read_only=True)) as db:
        history, _ = load_from(db, 1)
        assert history.setup.pairs[0].players == ("Jana Nováková", "N. N.")
        assert history.entries[0].event.text == "N. N. mluvil"
        assert db.execute("SELECT n, at FROM entry").fetchall() == rows
        assert db.execute("SELECT name FROM sqlite_master WHERE name LIKE '%_stays'").fetchall()


def test_a_copy_that_takes_only_half_of_it_stays_as_it_was(club, tmp_path, monkeypatch):
    club.play(doubles(*FOUR), e.Note(rule="S2", text="Petr Vlk mluvil"))
    assert club.journal.flush()
    copy = keep_games(Installed(tmp_path))
    monkeypatch.setattr(erasing, "LOCKED", (("INSERT INTO nowhere VALUES (1)", ()),))
    erasing.erase_from_copies(club.path, club.directory.bearers("Petr Vlk")[0].key, {})
    with contextlib.closing(connect(copy, read_only=True)) as db:
        assert load_from(db, 1)[0].entries[0].event.text == "Petr Vlk mluvil"
        triggers = set(db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"))
        assert {("game_stays",), ("entry_stays",)} <= triggers


def test_after_a_cut_the_next_start_leaves_nothing_in_the_write_ahead_log(club, tmp_path):
    club.play(doubles(*FOUR))
    with contextlib.closing(sqlite3.connect(club.path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM game").fetchone()  # so that the log cannot be emptied before the cut
        club.people.erase(club.directory.bearers("Petr Vlk")[0].key)
        cut = power_cut(club.path, tmp_path / "cut")
    assert b"Petr Vlk" in everywhere(cut)
    journal = Journal(cut)
    assert b"Petr Vlk" not in everywhere(cut)
    journal.close()
    assert b"Petr Vlk" not in everywhere(cut)


def test_a_name_that_was_half_written_and_dropped_leaves_nothing_either(club):
    for _ in range(2):  # by this version, and by one that let it lie
        draft = "INSERT INTO dropped VALUES (?)", ("Petr Vlk " * 2000,)
        club.journal.note(("CREATE TABLE IF NOT EXISTS dropped (text TEXT)", ()), draft)
        club.journal.note(("DELETE FROM dropped", ()))
        club.play(doubles(*FOUR))
        club.people.erase(club.directory.bearers("Petr Vlk")[0].key)
        assert b"Petr Vlk" not in everywhere(club.path)
        club.journal.reading(lambda db: db.execute("PRAGMA secure_delete = OFF"))


def test_what_is_nobodys_to_rewrite_is_named(club):
    club.play(doubles(*FOUR))
    (club.path.parent / "journal.db.damaged").write_bytes(b"..Petr Vlk..")
    (club.path.parent / "exports").mkdir()
    (club.path.parent / "exports" / "game-1.csv").write_text("Jana Nováková;Petr Vlk", encoding="utf-8")
    (club.path.parent / "other.db").write_bytes(b"somebody else's")
    other = Club(club.path.parent / "another-tables.db")
    other.play(doubles(*FOUR))
    other.journal.close()
    erased = club.people.erase(club.directory.bearers("Petr Vlk")[0].key)
    assert [path.name for path in erased.left] == ["another-tables.db", "journal.db.damaged", "game-1.csv"]


def test_a_power_cut_on_the_way_leaves_all_or_nothing(club, tmp_path):
    club.play(doubles(*FOUR), e.Note(rule="S2", text="Jana Nováková"))
    club.play(doubles(*FOUR))
    known = club.directory.bearers("Jana Nováková")[0]
    erasure = club.people.erasure(known.key)
    assert len(erasure.statements) == 3
    broken = (*erasure.statements[:2], ("INSERT INTO nowhere VALUES (1)", ()))
    db = connect(club.path)
    with contextlib.suppress(sqlite3.Error):
        db.execute("BEGIN IMMEDIATE")
        for sql, values in (*UNLOCKED, *broken):
            db.execute(sql, values)
    cut = power_cut(club.path, tmp_path / "cut")
    db.execute("ROLLBACK")
    db.close()
    with contextlib.closing(connect(cut)) as db:
        assert all("Jana Nováková" in str(load_from(db, n)[0].setup) for n in (1, 2))
        with pytest.raises(sqlite3.Error, match="append only"):
            db.execute("UPDATE game SET setup = ''")
    club.people.erase(known.key)
    with contextlib.closing(connect(power_cut(club.path, tmp_path / "done"))) as db:
        assert not any("Jana" in str(load_from(db, n)[0]) for n in (1, 2))


def test_afterwards_the_journal_is_append_only_again_and_takes_games(club):
    club.play(doubles(*FOUR), e.Note(rule="S2", text="x"))
    club.people.erase(club.directory.bearers("Jana Nováková")[0].key)
    for sql in ("UPDATE game SET setup = ''", "UPDATE entry SET event = ''", "DELETE FROM game"):
        with pytest.raises(sqlite3.Error, match="append only"):
            club.journal.reading(lambda db, sql=sql: db.execute(sql))
    again = club.play(doubles(*FOUR))
    assert again.people[0] not in club.journal.load(1)[0].setup.people, "who comes back is somebody new"
    club.journal.close()
    journal = Journal(club.path)
    assert len(journal.games()) == 2
    journal.close()


def test_a_damaged_row_is_searched_as_plain_text(club):
    club.play(doubles(*FOUR))
    club.journal.note(("INSERT INTO entry VALUES (1, 1, 1, '', 0, '', '', '{\"event\": Jana Nováková')", ()))
    assert club.journal.flush()
    club.people.erase(club.directory.bearers("Jana Nováková")[0].key)
    assert "Nováková".encode() not in bytes_of(club)


def test_a_name_with_signs_that_mean_something_elsewhere_is_only_a_name(club):
    for name in ("(a+)+$ [x", 'Eva "Quote" \\ N', "<b>Ivo</b>", "\u202eאבגד"):
        club.play(doubles(name, "Petr", "Eva", "Karel"))
        assert club.people.erase(club.directory.bearers(name)[0].key).games == 1
        assert club.directory.bearers(name) == ()


def test_the_longest_names_still_make_a_readable_setup(club):
    club.play(doubles("Aaa Bbb", "Petr", "Eva", "Karel", pairs=("Aaa Bbb aaa bbb aaa bbb aaa bbb aaa bbb", "Sloky")))
    club.people.erase(club.directory.bearers("Aaa Bbb")[0].key)
    assert len(club.journal.load(1)[0].setup.pairs[0].name) <= 40


def test_a_disk_that_takes_nothing_says_so(club, monkeypatch):
    club.play(doubles(*FOUR))
    key = club.directory.bearers("Jana Nováková")[0].key
    monkeypatch.setattr(club.journal, "rewrite", lambda *statements, gone: False)
    with pytest.raises(Refusal):
        club.people.erase(key)
