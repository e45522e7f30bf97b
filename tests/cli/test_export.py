"""Games from the journal as records and as CSV."""

import contextlib
import csv
import io
import json
import os
import sqlite3
import subprocess
import time

import pytest

from device.journal import Journal
from device.table.table import Table
from rules.game import SECOND
from rules.games import GAMES
from rules.polish_doubles import GAME, DoublesSetup, PairSetup
from rules.polish_doubles import acts as e
from rules.record import read, write
from tests.cli.conftest import BOTH, EACH_SAMPLE, FULL, MARIAS, SHORT, history_of, keep, one_line, shell
from tests.files.usb_machine import in_the_way


@EACH_SAMPLE
def test_a_game_exported_as_a_record_is_the_same_game(run, tmp_path, sample):
    journal = keep(tmp_path / "journal.db", history_of(sample))
    status, record, err = run("--journal", journal, "export", "--record")
    assert (status, err) == (0, "")
    assert read(io.StringIO(record)) == history_of(sample)
    path = tmp_path / "record.jsonl"
    path.write_text(record, encoding="utf-8")
    assert run("replay", "--json", path) == run("replay", "--json", sample)


def test_a_record_exported_kept_and_exported_again_is_the_same_to_the_byte(run, journal_file, tmp_path):
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    assert run("--journal", journal_file, "export", "--record", "--game", 1, "-o", first) == (0, "", "")
    again = keep(tmp_path / "again.db", history_of(first))
    assert run("--journal", again, "export", "--record", "-o", second) == (0, "", "")
    assert first.read_bytes() == second.read_bytes()
    assert first.read_bytes() == write(history_of(FULL)).encode("utf-8")


def test_a_file_holds_what_standard_output_shows(journal_file, tmp_path):
    path = tmp_path / "out.txt"
    for kind in ("--record", "--csv"):
        shown = shell("--journal", journal_file, "export", kind, text=False, encoding=None)
        assert shown.returncode == 0
        assert shell("--journal", journal_file, "export", kind, "-o", path).returncode == 0
        assert path.read_bytes() == shown.stdout


def test_the_last_game_is_exported_unless_another_is_named(run, journal_file):
    last = run("--journal", journal_file, "export", "--record")[1]
    assert last == run("--journal", journal_file, "export", "--record", "--game", 2)[1]
    assert read(io.StringIO(last)) == history_of(SHORT)
    assert read(io.StringIO(run("--journal", journal_file, "export", "--record", "--game", 1)[1])) == history_of(FULL)


@BOTH
def test_what_cannot_be_exported_is_said_and_nothing_is_made(run, journal_file, tmp_path, language):
    language_option = ("--lang", language)
    one_line(*run(*language_option, "--journal", journal_file, "export", "--csv", "--game", 3), "3")
    one_line(*run(*language_option, "--journal", tmp_path / "gone.db", "export", "--csv"), "gone.db")
    assert not (tmp_path / "gone.db").exists()
    one_line(*run(*language_option, "--journal", keep(tmp_path / "new.db"), "export", "--record"))
    (tmp_path / "notes.db").write_text("nákup: kafe, sušenky", encoding="utf-8")
    one_line(*run(*language_option, "--journal", tmp_path / "notes.db", "export", "--csv"), "notes.db")


@BOTH
def test_a_folder_in_place_of_the_journal_is_said_in_the_language_of_the_table(run, tmp_path, language):
    one_line(*run("--lang", language, "--journal", tmp_path, "export", "--csv"), tmp_path)


@BOTH
def test_a_file_that_cannot_be_written_is_said_in_the_language_of_the_table(run, journal_file, tmp_path, language):
    target = tmp_path / "gone" / "game.csv"
    one_line(*run("--lang", language, "--journal", journal_file, "export", "--csv", "-o", target), target)


def table_at(path, *names):
    """A table whose clock is moved by hand: the table, and its time in ns as a list of one."""
    now = [0]
    journal = Journal(path)
    table = Table(journal, GAMES, lambda: now[0])
    table.new(DoublesSetup(pairs=tuple(PairSetup(name=name) for name in names)))
    return table, now, journal


def test_a_press_that_the_loop_heard_after_a_later_touch_is_exported_and_replayed(run, tmp_path):
    table, now, journal = table_at(tmp_path / "journal.db", "Krtci", "Sloky")
    table.do(e.Starters(pair="A"))
    table.on_press(0, 2 * SECOND)
    now[0] = 60 * SECOND
    table.do(e.Move(word="DÝMKA", points=38))
    table.on_press(0, now[0] - 80_000_000)
    tally = json.loads(json.dumps(GAME.report(table.state).data))
    journal.close()
    record = run("--journal", tmp_path / "journal.db", "export", "--record")[1]
    (tmp_path / "record.jsonl").write_text(record, encoding="utf-8")
    status, out, err = run("replay", "--json", tmp_path / "record.jsonl")
    assert (status, err) == (0, "")
    assert json.loads(out) == tally


@pytest.mark.parametrize("text", ["řádek\nzlom", "a\u2028b", "a\u2029b", "a\x85b", "a\x1cb", "\ufeff", '"\\', "# x"])
def test_whatever_people_typed_is_exported_and_replayed(run, tmp_path, text):
    table, _, journal = table_at(tmp_path / "journal.db", "Krtci", "Sloky")
    table.do(e.Note(rule="S2", text=text))
    journal.close()
    record = tmp_path / "record.jsonl"
    assert run("--journal", tmp_path / "journal.db", "export", "--record", "-o", record) == (0, "", "")
    status, out, err = run("replay", record)
    assert (status, err) == (0, "")
    assert f"S2: {text}" in out


def tables(text):
    """Title, columns and rows of each table in the CSV."""
    blocks = [[]]
    for row in csv.reader(io.StringIO(text), strict=True):
        if row:
            blocks[-1].append(row)
        else:
            blocks.append([])
    return [(block[0], block[1], block[2:]) for block in blocks]


@BOTH
def test_the_tables_are_exported_for_a_spreadsheet(run, journal_file, language):
    status, out, err = run("--lang", language, "--journal", journal_file, "export", "--csv", "--game", 1)
    assert (status, err) == (0, "")
    sheet, result = tables(out)
    assert [sheet[0], result[0]] == ([["Partiář"], ["Výsledek"]] if language == "cs" else [["Scoresheet"], ["Result"]])
    for _, columns, rows in (sheet, result):
        assert {len(row) for row in rows} == {len(columns)}
    assert [row[2] for row in sheet[2]][:3] == ["OŘEŠ", "—", "ŠÉF"]
    assert [(row[1], row[3], row[4]) for row in result[2]] == [("240", "-8", "232"), ("241", "8", "249")]


@EACH_SAMPLE
def test_a_spreadsheet_gets_the_same_figures_as_a_program(run, tmp_path, sample):
    journal = keep(tmp_path / "journal.db", history_of(sample))
    blocks = tables(run("--journal", journal, "export", "--csv")[1])
    data = json.loads(run("replay", "--json", sample)[1])
    if data["game"] == "polish_doubles":
        words_of = [move["word"] for turn in data["turns"] for move in turn["moves"] if move["word"]]
        assert [row[2] for row in blocks[0][2] if row[2] in words_of] == words_of
        assert [int(row[4]) for row in blocks[1][2]] == [pair["total"] for pair in data["pairs"]]
    elif data["game"] == "polyssimo":
        left = {str(player["player"]): str(player["left"]) for player in data["players"]}
        assert {row[0]: row[4] for row in blocks[0][2]} == left
        assert [row[3] for row in blocks[1][2]] == [" ".join(move["cells"]) for move in data["places"]]
    elif data["game"] == "marias":
        slips = [block for block in blocks if any("lístek" in cell for cell in block[0])]
        for (_, _, rows), round_data in zip(slips, data["rounds"], strict=True):
            coins = [None if row[5] == "" else round(float(row[5].replace(",", ".")) * 100) for row in rows]
            assert coins == [player["coin"] for player in round_data["slip"]["players"]]
    elif data["game"] == "chess_clock":
        white_first = sorted(data["sides"], key=lambda side: side["side"] != data["white"])
        assert [(row[0], row[1]) for row in blocks[1][2]] == [
            (side["name"], str(side["moves"])) for side in white_first
        ]
        assert sum(cell != "" for row in blocks[0][2] for cell in row[1::2]) == len(data["moves"])
    elif data["game"] == "rounds":
        written = ["" if figure is None else str(figure) for row in data["rows"] for figure in row]
        rows = blocks[0][2][: len(data["rows"])]
        assert [cell.strip("()") for row in rows for cell in row[1:]] == written
        assert blocks[0][2][-1][1:] == [str(column["total"]) for column in data["columns"]]
    else:
        assert [row[2] for row in blocks[1][2]] == [player["letters"] for player in data["players"]]


FORMULAS = ['=HYPERLINK("http://x")', "+420 777", "-2+3", "@SUM(A1)", "\tx", "\rx"]


@pytest.mark.parametrize("name", FORMULAS, ids=repr)
def test_a_name_is_never_a_formula_in_a_spreadsheet(run, tmp_path, name):
    table, now, journal = table_at(tmp_path / "journal.db", name, "Sloky")
    table.do(e.Starters(pair="A"))
    table.on_press(0, 0)
    now[0] = 400 * SECOND
    table.on_press(0, now[0])
    journal.close()
    exported = tables(run("--journal", tmp_path / "journal.db", "export", "--csv")[1])
    cells = [cell for _, _, rows in exported for row in rows for cell in row]
    assert cells.count(f"'{name}") == 2
    assert not any(cell[:1] in ("=", "+", "@", "\t", "\r") for cell in cells)


def test_a_name_with_a_comma_quotes_or_a_line_break_stays_one_cell(run, tmp_path):
    name = 'Krtci, "ti z Brna"\nB'
    _, _, journal = table_at(tmp_path / "journal.db", name, "Sloky")
    journal.close()
    *_, result = tables(run("--journal", tmp_path / "journal.db", "export", "--csv")[1])
    assert [row[0] for row in result[2]] == [name, "Sloky"]


def test_money_below_zero_is_a_number_in_a_spreadsheet(run, tmp_path):
    journal = keep(tmp_path / "journal.db", history_of(MARIAS))
    blocks = tables(run("--journal", journal, "export", "--csv")[1])
    results = [row[8] for row in blocks[1][2]]
    assert results == ["2,20", "0,60", "-1,40", "-1,40"]


@pytest.mark.timeout(20)
@BOTH
@pytest.mark.parametrize("way", ["a pipe", "a link", "a link that leads nowhere", "links in a circle", "a folder"])
def test_an_export_waits_for_nobody_and_writes_through_no_link(run, journal_file, tmp_path, way, language):
    path, elsewhere = tmp_path / "game.csv", tmp_path / "elsewhere"
    in_the_way(way, path, elsewhere)
    one_line(*run("--lang", language, "--journal", journal_file, "export", "--csv", "-o", path), "game.csv")
    assert os.path.lexists(path)
    assert elsewhere.exists() == (way == "a link")
    assert way != "a link" or elsewhere.read_bytes() == b"somebody's"
    assert not list(tmp_path.glob(".game*"))


def test_an_export_into_a_pipe_that_somebody_reads_arrives_whole(journal_file, tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with subprocess.Popen(["cat", path], stdout=subprocess.PIPE) as reader:
        time_out = time.monotonic() + 20
        while (
            shell("--journal", journal_file, "export", "--record", "-o", path).returncode
            and time.monotonic() < time_out
        ):
            pass
        assert reader.stdout.read() == shell("--journal", journal_file, "export", "--record").stdout.encode()


def test_standard_output_by_its_name_is_written_as_ever(journal_file):
    named = shell("--journal", journal_file, "export", "--record", "-o", "/dev/stdout")
    assert named.returncode == 0
    assert named.stdout == shell("--journal", journal_file, "export", "--record").stdout


def test_the_games_of_the_journal_are_listed_with_the_numbers_that_export_takes(run, journal_file):
    status, out, err = run("--lang", "en", "--journal", journal_file, "games")
    assert (status, err) == (0, "")
    assert [(line.split()[0], line.split("  ")[-1].strip()) for line in out.splitlines()] == [
        (str(number), str(GAME.summary(history_of(path).state))) for number, path in ((2, SHORT), (1, FULL))
    ]
    listed = json.loads(run("--journal", journal_file, "games", "--json")[1])
    assert [(game["number"], game["game"], game["stage"]) for game in listed] == [
        (2, "polish_doubles", "signed"),
        (1, "polish_doubles", "signed"),
    ]
    assert [game["entries"] for game in listed] == [len(history_of(path).entries) for path in (SHORT, FULL)]


def test_a_game_that_cannot_be_read_stands_in_the_list_with_its_reason(run, journal_file):
    with contextlib.closing(sqlite3.connect(journal_file)) as db, db:
        db.execute("INSERT INTO game VALUES (9, '2026-11-21T18:30:00', 'whist', '{}', '')")
    status, out, err = run("--lang", "en", "--journal", journal_file, "games")
    assert (status, err, len(out.splitlines())) == (0, "", 3)
    assert "Game 9, setup:" in out.splitlines()[0]
    assert json.loads(run("--journal", journal_file, "games", "--json")[1])[0]["stage"] is None
