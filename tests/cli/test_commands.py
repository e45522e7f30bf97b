"""The command: exit status 0, 1 or 2, one line for what went wrong, never a traceback, in both languages."""

import gzip
import json
import os
import re

import pytest

from tests.cli.conftest import BOTH, DOUBLES, EACH_SAMPLE, FULL, SHORT, environment, one_line, shell


def test_started_as_a_program_it_says_0_1_and_2():
    fine = shell("replay", SHORT)
    assert (fine.returncode, fine.stderr) == (0, "")
    assert "Dvě sloky" in fine.stdout
    refused = shell("replay", "gone.jsonl")
    one_line(refused.returncode, refused.stdout, refused.stderr, "gone.jsonl")
    wrong = shell("shuffle")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith("použití: dvojtah")


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
    assert err.startswith("použití: dvojtah")
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("words", "named", "hidden"), [([], "replay", "play-sample"), (["organiser"], "standings", "demo")]
)
def test_a_wrong_command_is_answered_with_those_that_the_help_lists(run, words, named, hidden):
    error_text = run(*words, "shuffle")[2]
    assert named in error_text
    assert hidden not in error_text


@pytest.mark.parametrize("args", [("--help",), ("replay", "--help"), ("export", "-h")], ids=" ".join)
def test_help_is_0(run, args):
    status, out, err = run(*args)
    assert (status, err) == (0, "")
    assert "dvojtah" in out


def test_help_speaks_the_language_that_was_asked_for(run, monkeypatch):
    assert "přehrát záznam" in run("--help")[1]
    assert "play a recorded game over" in run("--lang", "en", "--help")[1]
    assert "play a recorded game over" in run("--lang=en", "--help")[1]
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    assert "play a recorded game over" in run("--help")[1]
    assert "přehrát záznam" in run("--lang", "cs", "--help")[1]


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
    elif data["game"] == "polyssimo":
        same_polyssimo(text, data)
    elif data["game"] == "marias":
        same_marias(text, data)
    elif data["game"] == "chess_clock":
        same_clock(text, data)
    elif data["game"] == "rounds":
        same_rounds(text, data)
    else:
        same_kocka(text, data)


def same_marias(text, data):
    """Every deal's transfer and every player's coin stand in the text as they do in the data."""
    lines = text.replace(",", ".").split("\n")
    for each in data["rounds"]:
        names = dict(zip("ABCDE", each["players"], strict=False))  # people may sit elsewhere in the next round
        for deal in each["deals"]:
            amount = f"{deal['transfer'] / 100:.2f}".replace("-", "−")
            assert any(line.split()[:2] == [str(deal["deal"]), deal["dealer"]] and amount in line for line in lines)
        for player in each["slip"]["players"]:
            start, coin = [player["seat"], names[player["seat"]]], f"{player['coin'] / 100:.2f}"
            assert any(line.split()[:2] == start and coin in line.split() for line in lines)


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


def same_clock(text, data):
    """The time that every move left, each side's moves and its score, stand in the text as they do in the data."""
    lines = [line.replace(",", ".").split() for line in text.split("\n")]
    last = {(move["side"], move["move"]): move for move in data["moves"]}  # the arbiter may have set a number twice
    for move in last.values():
        minutes, seconds = divmod(abs(move["left_s"]), 60)
        row = next(line for line in lines if line[:1] == [str(move["move"])])
        assert f"{'−' * (move['left_s'] < 0)}{minutes:.0f}:{seconds:06.3f}" in row
    for side in data["sides"]:
        row = next(line for line in lines if line[:1] == [side["name"]] and len(line) > 3)
        assert row[1] == str(side["moves"])
        assert {0: "0", 0.5: "½", 1: "1"}[side["score"]] in row


def same_rounds(text, data):
    """Every figure, in brackets where it overshot, and the sums, stand in the text as they do in the data."""
    rows = [re.findall(r"\(?−?\d+\)?", line) for line in text.replace("-", "−").split("\n")]
    busts = {tuple(bust) for bust in data["busts"]}
    for number, figures in enumerate(data["rows"], start=1):
        written = [str(figure).replace("-", "−") for figure in figures if figure is not None]
        written = [f"({figure})" if (number, n) in busts else figure for n, figure in enumerate(written, start=1)]
        assert any(row[-len(written) :] == written for row in rows if written) or not written
    assert [str(column["total"]).replace("-", "−") for column in data["columns"]] in rows


def same_kocka(text, data):
    for player in data["players"]:
        row = next(line for line in text.split("\n") if line.startswith(player["seat"] + " "))
        assert row.split()[1:3] == [player["name"], player["letters"]]
    rounds = re.findall(r"^ +\d+  ([A-D]) +([A-D]) +([\d ]*?)  +.*?([A-D]) +(\w+)$", text, re.MULTILINE)
    rounds_told = [
        (
            one_round["dealer"],
            one_round["leader"],
            " ".join(map(str, one_round["points"] or ())),
            one_round["loser"],
            one_round["letter"],
        )
        for one_round in data["rounds"]
    ]
    assert rounds == rounds_told


def same_polyssimo(text, data):
    for player in data["players"]:
        row = next(
            line for line in text.split("\n") if line.lstrip().startswith(f"{player['player']}  {player['name']} ")
        )
        assert [int(n) for n in re.findall(r"\d+", row)[1:]] == [player["share"], player["placed"], player["left"]]
    rows = re.findall(r"^ *\d+  (\S+) +([A-Z]\d*)(?: +([A-L\d ]+))?$", text, re.MULTILINE)
    names = {player["player"]: player["name"] for player in data["players"]}
    assert rows == [
        (names[move["player"]], move["piece"], " ".join(move["cells"])) for move in data["places"] if move["piece"]
    ]


def test_the_data_does_not_depend_on_the_language(run):
    assert run("--lang", "cs", "replay", "--json", FULL) == run("--lang", "en", "replay", "--json", FULL)


def test_a_record_comes_through_a_pipe_too(run):
    piped = shell("replay", "--json", "-", input=SHORT.read_text(encoding="utf-8"))
    assert piped.returncode == 0
    assert piped.stdout == run("replay", "--json", SHORT)[1]


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_word_list_comes_through_a_pipe_too(run, tmp_path, pack):
    journal = tmp_path / "journal.db"
    raw = pack("kůň\nřeka\n".encode())
    piped = shell("words", "import", "-", "--name", "Slova", "--journal", journal, input=raw, text=False, encoding=None)
    assert (piped.returncode, piped.stderr) == (0, b"")
    assert "* Slova: 2 words." in run("--lang", "en", "words", "--journal", journal)[1]


@BOTH
def test_a_word_list_from_a_pipe_needs_a_name(tmp_path, language):
    piped = shell("--lang", language, "words", "import", "-", "--journal", tmp_path / "journal.db", input="kůň\n")
    assert (piped.returncode, piped.stdout) == (1, "")
    assert "--name" in piped.stderr
    assert piped.stderr.count("\n") == 1
    assert not (tmp_path / "words").exists()


@BOTH
@pytest.mark.parametrize(
    ("words", "target"),
    [
        (["bench", "folding"], "bench"),
        (["play-sample", SHORT], "sample"),
        (["screens", "--out", "out"], "screens"),
        (["organiser", "demo"], "event"),
    ],
)
def test_what_is_only_in_the_source_says_where(run, language, words, target):
    status, out, error_text = run("--lang", language, *words)
    assert (status, out, error_text.count("\n")) == (1, "", 1)
    assert f"make {target}" in error_text


def test_a_record_written_on_Windows_is_replayed(run, tmp_path):
    path = tmp_path / "windows.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + SHORT.read_bytes().replace(b"\n", b"\r\n"))
    assert run("replay", "--json", path) == run("replay", "--json", SHORT)


def test_where_no_language_is_set_Czech_letters_are_written_all_the_same():
    done = shell("replay", SHORT, env=environment(LC_ALL="C"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "Moravští krtci" in done.stdout


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


def test_the_settings_name_language_and_journal_and_the_command_line_goes_before_them(run, journal_file, tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text(f'language = "en"\njournal = "{journal_file}"\n', encoding="utf-8")
    assert "Scoresheet" in run("--settings", path, "export", "--csv")[1]
    assert "Partiář" in run("--settings", path, "--lang", "cs", "export", "--csv")[1]
    one_line(*run("--settings", path, "--journal", tmp_path / "gone.db", "export", "--csv"), "gone.db")


TO_STANDARD_OUTPUT = pytest.mark.parametrize(
    "args", [("replay", SHORT), ("replay", "--json", FULL), ("export", "--record")], ids=["little", "much", "a record"]
)


@TO_STANDARD_OUTPUT
def test_a_full_disk_behind_standard_output_is_a_failure_in_one_line(journal_file, args):
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = shell("--journal", journal_file, *args, stdout=full)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1


@TO_STANDARD_OUTPUT
def test_a_reader_that_stops_reading_is_no_traceback(journal_file, args):
    reader, writer = os.pipe()
    os.close(reader)
    done = shell("--journal", journal_file, *args, stdout=writer)
    os.close(writer)
    assert done.returncode in (0, 1)
    assert done.stderr.count("\n") <= 1


@pytest.mark.parametrize("command", ["games", "stats"])
def test_before_the_first_game_there_is_empty_data(run, monkeypatch, tmp_path, command):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert run(command, "--json") == (0, "[]\n", "")
    one_line(*run("--journal", tmp_path / "typo.db", command, "--json"), "typo.db")
