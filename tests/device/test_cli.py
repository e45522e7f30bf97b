"""The command: exit status 0, 1 or 2, one line for what went wrong, and never a traceback, in both languages."""

import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from device import words
from device.cli import main
from device.journal import Journal
from device.table import Table
from rules.game import SECOND
from rules.games import GAMES
from rules.history import History
from rules.polish_doubles import GAME, DoublesSetup, PairSetup
from rules.polish_doubles import events as e
from rules.record import read, write

ROOT = Path(__file__).parents[2]
SAMPLES = sorted((ROOT / "samples").glob("*.jsonl"))
FULL = ROOT / "samples" / "polish-doubles-full.jsonl"
SHORT = ROOT / "samples" / "polish-doubles-short.jsonl"
DOUBLES = '{"game": "polish_doubles", "pairs": [{"name": "Krtci"}, {"name": "Sloky"}]}'
BOTH = pytest.mark.parametrize("language", words.LANGUAGES)
EACH_SAMPLE = pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)


@pytest.fixture(autouse=True)
def nobody_elses_settings(monkeypatch, tmp_path):
    monkeypatch.delenv("DVOJTAH_SETTINGS", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("LANG", "cs_CZ.UTF-8")


@pytest.fixture
def run(capfd):
    """The command in this process: its status and what it wrote."""

    def command(*args):
        try:
            status = main([str(arg) for arg in args])
        except SystemExit as left:
            status = left.code
        written = capfd.readouterr()
        return status, written.out, written.err

    return command


def environment(**more):
    """The environment without what would change how Python buffers and encodes."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")} | more


def shell(*args, **more):
    """The command as people start it."""
    command = [sys.executable, "-m", "device", *map(str, args)]
    more = {"stdout": subprocess.PIPE, "text": True, "encoding": "utf-8", "env": environment(), **more}
    return subprocess.run(command, cwd=ROOT, stderr=subprocess.PIPE, timeout=60, check=False, **more)


def one_line(status, out, err, *clues):
    """Status 1, nothing on standard output, one line for people on standard error."""
    assert status == 1
    assert out == ""
    assert err.endswith("\n")
    assert err[:-1].isprintable()
    assert not any(word in err for word in ("Traceback", "Error", "Errno"))
    for clue in clues:
        assert str(clue) in err


def history_of(path) -> History:
    return read(path.read_text(encoding="utf-8").split("\n"))


def keep(path, *histories):
    journal = Journal(path)
    for history in histories:
        number = journal.new_game(history.game, history.setup)
        for entry in history.entries:
            journal.append(number, entry, "touch", 0)
    journal.close()
    return path


@pytest.fixture
def kept(tmp_path):
    """A journal with the full sample, then the short one."""
    return keep(tmp_path / "journal.db", history_of(FULL), history_of(SHORT))


# -- exit status -------------------------------------------------------------------------------------------------------


def test_started_as_a_program_it_says_0_1_and_2():
    fine = shell("replay", SHORT)
    assert (fine.returncode, fine.stderr) == (0, "")
    assert "Dvě sloky" in fine.stdout
    refused = shell("replay", "gone.jsonl")
    one_line(refused.returncode, refused.stdout, refused.stderr, "gone.jsonl")
    wrong = shell("shuffle")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith("usage: dvojtah")


@pytest.mark.parametrize(
    "args",
    [
        ("replay",),
        ("replay", "a", "b"),
        ("replay", "--csv", "a"),
        ("export",),
        ("export", "--record", "--csv"),
        ("export", "--csv", "--game", "last"),
        ("shuffle",),
        ("--lang", "de", "replay", "a"),
        ("--loud",),
    ],
    ids=" ".join,
)
def test_wrong_usage_is_2_and_says_how(run, args):
    status, out, err = run(*args)
    assert (status, out) == (2, "")
    assert err.startswith("usage: dvojtah")
    assert "Traceback" not in err


@pytest.mark.parametrize("args", [("--help",), ("replay", "--help"), ("export", "-h")], ids=" ".join)
def test_help_is_0(run, args):
    status, out, err = run(*args)
    assert (status, err) == (0, "")
    assert "dvojtah" in out


def test_help_speaks_the_language_that_was_asked_for(run, monkeypatch):
    assert "přehrát záznam" in run("--help")[1]
    assert "fold a recorded game" in run("--lang", "en", "--help")[1]
    assert "fold a recorded game" in run("--lang=en", "--help")[1]
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    assert "fold a recorded game" in run("--help")[1]
    assert "přehrát záznam" in run("--lang", "cs", "--help")[1]


# -- replay ------------------------------------------------------------------------------------------------------------


@EACH_SAMPLE
@BOTH
def test_replay_and_its_json_tell_the_same_game(run, sample, language):
    status, text, err = run("--lang", language, "replay", sample)
    assert (status, err) == (0, "")
    status, raw, err = run("--lang", language, "replay", "--json", sample)
    assert (status, err) == (0, "")
    data = json.loads(raw)
    if data["game"] == "polish_doubles":
        same_doubles(text, data)
    else:
        same_kocka(text, data)


def same_doubles(text, data):
    """Every word, its points and the total beside it, and the result, stand in the text as they do in the data."""
    rest = iter(text.split("\n"))
    for turn in data["turns"]:
        for move in turn["moves"]:
            if move["word"] is None:
                continue
            shown = move["word"] if move["score"] == move["points"] else f"[{move['word']}]"
            row = next(line for line in rest if f" {shown} " in line).split(f" {shown} ")[1]
            figures = [int(number) for number in re.findall(r"\d+", row.split("  ±")[0])]
            assert figures[0] == move["score"]
            if move["total"] is not None:
                assert figures[1] == move["total"]
    result = list(rest)
    for pair in data["pairs"]:
        row = next(line for line in result if line.startswith(pair["name"] + " "))
        assert f" {pair['total']} " in row + " "
        assert row.count("×") == pair["crosses"]


def same_kocka(text, data):
    for player in data["players"]:
        row = next(line for line in text.split("\n") if line.startswith(player["seat"] + " "))
        assert row.split()[1:3] == [player["name"], player["letters"]]
    rounds = re.findall(r"^ +\d+  ([A-D]) +([A-D]) +([\d ]*?)  +.*?([A-D]) +(\w+)$", text, re.MULTILINE)
    told = [
        (one["dealer"], one["leader"], " ".join(map(str, one["points"] or ())), one["loser"], one["letter"])
        for one in data["rounds"]
    ]
    assert rounds == told


def test_the_data_does_not_depend_on_the_language(run):
    assert run("--lang", "cs", "replay", "--json", FULL) == run("--lang", "en", "replay", "--json", FULL)


def test_a_record_comes_through_a_pipe_too(run):
    piped = shell("replay", "--json", "-", input=SHORT.read_text(encoding="utf-8"))
    assert piped.returncode == 0
    assert piped.stdout == run("replay", "--json", SHORT)[1]


def test_a_record_written_on_Windows_is_replayed(run, tmp_path):
    path = tmp_path / "windows.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + SHORT.read_bytes().replace(b"\n", b"\r\n"))
    assert run("replay", "--json", path) == run("replay", "--json", SHORT)


def test_where_no_language_is_set_Czech_letters_are_written_all_the_same():
    done = shell("replay", SHORT, env=environment(LC_ALL="C"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "Moravští krtci" in done.stdout


# -- a bad record ------------------------------------------------------------------------------------------------------

BAD_LINES = {
    "not JSON": "Krtci hrají DÝMKA",
    "unknown kind": '{"t": 5, "event": "flek"}',
    "missing field": '{"t": 5, "event": "starters"}',
    "wrong type": '{"t": 5, "event": "starters", "pair": 1}',
    "against a rule": '{"t": 5, "event": "press", "pair": "A"}',
    "nested deep": "[" * 5000,
    "huge": f'{{"event": "pause", "reason": "{"x" * 20_000}"}}',
    "half a character": '{"t": 5, "event": "\\ud800"}',
    "half a character in a text": '{"t": 5, "event": "note", "rule": "S5", "text": "\\ud800"}',
    "a line break in a name": '{"t": 5, "event": "star\\nters"}',
}


@pytest.mark.parametrize("line", BAD_LINES.values(), ids=list(BAD_LINES))
@BOTH
def test_a_bad_line_gives_one_line_with_its_number(run, tmp_path, line, language):
    path = tmp_path / "zápis.jsonl"
    path.write_text(f"# Finále\n{DOUBLES}\n{line}\n{line}\n", encoding="utf-8")
    for more in ((), ("--json",)):
        one_line(*run("--lang", language, "replay", *more, path), "3")


@BOTH
def test_a_bad_line_is_named_by_file_and_line_so_that_an_editor_jumps_there(run, tmp_path, language):
    path = tmp_path / "zápis.jsonl"
    path.write_text(f'{DOUBLES}\n\n{{"t": 5, "event": "flek"}}\n', encoding="utf-8")
    one_line(*run("--lang", language, "replay", path), f"{path}:3", "flek")


def test_a_bad_record_started_as_a_program_shows_no_traceback(tmp_path):
    path = tmp_path / "bad.jsonl"
    path.write_text('{"game": "\\ud800"}', encoding="utf-8")
    done = shell("replay", path)
    one_line(done.returncode, done.stdout, done.stderr)


@BOTH
@pytest.mark.parametrize("raw", [b"", b"\n\n", b"# nic\n", b"\xef\xbb\xbf"], ids=repr)
def test_an_empty_record_is_refused(run, tmp_path, raw, language):
    path = tmp_path / "empty.jsonl"
    path.write_bytes(raw)
    one_line(*run("--lang", language, "replay", path), "1")


@BOTH
def test_a_record_cut_off_in_its_last_line_names_that_line(run, tmp_path, language):
    raw = SHORT.read_bytes()
    path = tmp_path / "cut.jsonl"
    path.write_bytes(raw[:-9])
    one_line(*run("--lang", language, "replay", path), raw.count(b"\n"))


@BOTH
def test_a_record_that_is_not_UTF8_is_named(run, tmp_path, language):
    path = tmp_path / "cp1250.jsonl"
    path.write_bytes(SHORT.read_text(encoding="utf-8").encode("cp1250"))
    one_line(*run("--lang", language, "replay", path), "cp1250.jsonl", "UTF-8")


@BOTH
def test_a_file_that_is_not_there_or_is_a_folder_is_named(run, tmp_path, language):
    one_line(*run("--lang", language, "replay", tmp_path / "gone.jsonl"), "gone.jsonl")
    one_line(*run("--lang", language, "replay", tmp_path), tmp_path)


def test_what_is_wrong_is_said_in_the_language_that_was_asked_for(run, tmp_path):
    path = tmp_path / "bad.jsonl"
    path.write_text("{}", encoding="utf-8")
    czech = run("--lang", "cs", "replay", path)[2]
    english = run("--lang", "en", "replay", path)[2]
    assert "nastavení" in czech
    assert "setup" in english
    assert run("replay", path)[2] == czech


# -- export ------------------------------------------------------------------------------------------------------------


@EACH_SAMPLE
def test_a_game_exported_as_a_record_is_the_same_game(run, tmp_path, sample):
    journal = keep(tmp_path / "journal.db", history_of(sample))
    status, record, err = run("--journal", journal, "export", "--record")
    assert (status, err) == (0, "")
    assert read(io.StringIO(record)) == history_of(sample)
    path = tmp_path / "record.jsonl"
    path.write_text(record, encoding="utf-8")
    assert run("replay", "--json", path) == run("replay", "--json", sample)


def test_a_record_exported_kept_and_exported_again_is_the_same_to_the_byte(run, kept, tmp_path):
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    assert run("--journal", kept, "export", "--record", "--game", 1, "-o", first) == (0, "", "")
    again = keep(tmp_path / "again.db", history_of(first))
    assert run("--journal", again, "export", "--record", "-o", second) == (0, "", "")
    assert first.read_bytes() == second.read_bytes()
    assert first.read_bytes() == write(history_of(FULL)).encode("utf-8")


def test_a_file_holds_what_standard_output_shows(kept, tmp_path):
    path = tmp_path / "out.txt"
    for kind in ("--record", "--csv"):
        shown = shell("--journal", kept, "export", kind, text=False, encoding=None)
        assert shown.returncode == 0
        assert shell("--journal", kept, "export", kind, "-o", path).returncode == 0
        assert path.read_bytes() == shown.stdout


def test_the_last_game_is_exported_unless_another_is_named(run, kept):
    last = run("--journal", kept, "export", "--record")[1]
    assert last == run("--journal", kept, "export", "--record", "--game", 2)[1]
    assert read(io.StringIO(last)) == history_of(SHORT)
    assert read(io.StringIO(run("--journal", kept, "export", "--record", "--game", 1)[1])) == history_of(FULL)


@BOTH
def test_what_cannot_be_exported_is_said_and_nothing_is_made(run, kept, tmp_path, language):
    said = ("--lang", language)
    one_line(*run(*said, "--journal", kept, "export", "--csv", "--game", 3), "3")
    one_line(*run(*said, "--journal", tmp_path / "gone.db", "export", "--csv"), "gone.db")
    assert not (tmp_path / "gone.db").exists()
    one_line(*run(*said, "--journal", keep(tmp_path / "new.db"), "export", "--record"))
    (tmp_path / "notes.db").write_text("nákup: kafe, sušenky", encoding="utf-8")
    one_line(*run(*said, "--journal", tmp_path / "notes.db", "export", "--csv"), "notes.db")


@BOTH
def test_a_folder_in_place_of_the_journal_is_said_in_the_language_of_the_table(run, tmp_path, language):
    one_line(*run("--lang", language, "--journal", tmp_path, "export", "--csv"), tmp_path)


@BOTH
def test_a_file_that_cannot_be_written_is_said_in_the_language_of_the_table(run, kept, tmp_path, language):
    target = tmp_path / "gone" / "game.csv"
    one_line(*run("--lang", language, "--journal", kept, "export", "--csv", "-o", target), target)


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
    table.pressed(0, 2 * SECOND)
    now[0] = 60 * SECOND
    table.do(e.Move(word="DÝMKA", points=38))
    table.pressed(0, now[0] - 80_000_000)
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


# -- CSV ---------------------------------------------------------------------------------------------------------------


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
def test_the_tables_are_exported_for_a_spreadsheet(run, kept, language):
    status, out, err = run("--lang", language, "--journal", kept, "export", "--csv", "--game", 1)
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
    else:
        assert [row[2] for row in blocks[1][2]] == [player["letters"] for player in data["players"]]


FORMULAS = ['=HYPERLINK("http://x")', "+420 777", "-2+3", "@SUM(A1)", "\tx", "\rx"]


@pytest.mark.parametrize("name", FORMULAS, ids=repr)
def test_a_name_is_never_a_formula_in_a_spreadsheet(run, tmp_path, name):
    table, now, journal = table_at(tmp_path / "journal.db", name, "Sloky")
    table.do(e.Starters(pair="A"))
    table.pressed(0, 0)
    now[0] = 400 * SECOND
    table.pressed(0, now[0])
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


# -- settings and the world around -------------------------------------------------------------------------------------


@BOTH
def test_a_bad_settings_file_is_said_with_its_line(run, tmp_path, language):
    path = tmp_path / "settings.toml"
    path.write_text(f'language = "{language}"\n\n[screen]\nwidth = -1\n', encoding="utf-8")
    one_line(*run("--lang", language, "--settings", path, "replay", SHORT), path, "4")


@pytest.mark.parametrize(
    "text",
    ['journal = "~.local/journal.db"', "a = " + "[" * 5000, f"volume = {'1' * 5000}"],
    ids=["home of nobody", "nested", "endless"],
)
def test_a_settings_file_that_nobody_expects_gives_one_line_too(run, tmp_path, text):
    path = tmp_path / "settings.toml"
    path.write_text(text + "\n", encoding="utf-8")
    one_line(*run("--settings", path, "export", "--csv"))


def test_the_settings_name_language_and_journal_and_the_command_line_goes_before_them(run, kept, tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text(f'language = "en"\njournal = "{kept}"\n', encoding="utf-8")
    assert "Scoresheet" in run("--settings", path, "export", "--csv")[1]
    assert "Partiář" in run("--settings", path, "--lang", "cs", "export", "--csv")[1]
    one_line(*run("--settings", path, "--journal", tmp_path / "gone.db", "export", "--csv"), "gone.db")


TO_STANDARD_OUTPUT = pytest.mark.parametrize(
    "args", [("replay", SHORT), ("replay", "--json", FULL), ("export", "--record")], ids=["little", "much", "a record"]
)


@TO_STANDARD_OUTPUT
def test_a_full_disk_behind_standard_output_is_a_failure_in_one_line(kept, args):
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = shell("--journal", kept, *args, stdout=full)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1


@TO_STANDARD_OUTPUT
def test_a_reader_that_stops_reading_is_no_traceback(kept, args):
    reader, writer = os.pipe()
    os.close(reader)
    done = shell("--journal", kept, *args, stdout=writer)
    os.close(writer)
    assert done.returncode in (0, 1)
    assert done.stderr.count("\n") <= 1
