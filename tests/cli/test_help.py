"""Every command says what it is for, a shell completes it, and long work says how far it is."""

import io
import json
import shutil
import subprocess
import sys

import pytest

from device.common.progress import CLEAR, ProgressLine
from tests.cli.conftest import ROOT, Terminal, shell
from tests.cli.test_options import EACH_COMMAND, all_commands
from tools import command_page

LISTED = [words.split()[1:] for words, _ in command_page.listed(command_page.parser())]
COMPLETED = """\
source <({python} -m device completion bash)
COMP_WORDS=({words}) COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
$(complete -p dvojtah | sed -E 's/.*-F ([^ ]+).*/\\1/') dvojtah "${{COMP_WORDS[-1]}}"
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.mark.parametrize("words", LISTED, ids=" ".join)
def test_a_listed_command_says_in_both_languages_what_it_is_for(run, words):
    helps = [run("--lang", language, *words, "--help")[1].split("\n\n")[1] for language in ("cs", "en")]
    assert helps[0] != helps[1]
    assert all(len(help_text) > 5 and not help_text.startswith(" ") for help_text in helps)


@EACH_COMMAND
def test_an_argument_that_is_listed_says_what_it_is(command):
    (command_line,) = [spec for words, spec in all_commands() if list(words) == command]
    assert [action.dest for action in command_line._actions if action.help is None and action.nargs != "A..."] == []


def test_the_page_has_every_command_as_it_is():
    assert command_page.main(["--check"]) == 0


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("dvojtah organiser sta", {"state", "standings", "standby"}),
        ("dvojtah card mar", {"marias"}),
        ("dvojtah doctor --re", {"--reset-pin", "--report"}),
        ("dvojtah replay sampl", {"samples"}),
        ("dvojtah play", {""}),
    ],
)
def test_bash_completes_commands_parts_values_options_and_files(words, offered):
    script = COMPLETED.format(python=sys.executable, words=words)
    process = subprocess.run(["bash", "-c", script], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    assert set(process.stdout.splitlines() or [""]) == offered


@pytest.mark.parametrize("kind", ["zsh", "fish"])
def test_other_shells_get_theirs(run, kind):
    status, text, err = run("completion", kind)
    assert (status, err) == (0, "")
    assert "dvojtah" in text
    assert "standings" in text


def test_completion_is_printed_whatever_the_settings_say(tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text("palette = 3\n")
    printed = shell("completion", "bash", "--settings", path)
    assert printed.returncode == 0
    assert printed.stdout == shell("completion", "bash").stdout


def shown(monkeypatch, stream, work):
    monkeypatch.setattr("device.common.progress.AFTER_S", 0.01)
    monkeypatch.setattr("device.common.progress.EVERY_S", 0.01)
    monkeypatch.setattr(sys, "stderr", stream)
    work()
    return stream.getvalue()


def test_long_work_says_on_a_terminal_how_far_it_is_and_leaves_nothing(monkeypatch):
    stream = Terminal()

    def work():
        with ProgressLine("Games:", 3) as progress:
            for number in progress.of(range(3)):
                assert stream.waits_for(f"Games: {number} / 3")

    output = shown(monkeypatch, stream, work)
    assert [f"{n} / 3" in output for n in range(3)] == [True] * 3
    assert output.endswith(CLEAR)


def test_short_work_and_work_without_a_terminal_say_nothing(monkeypatch):
    def work():
        with ProgressLine("Games:", 3) as progress:
            assert list(progress.of("abc")) == ["a", "b", "c"]

    monkeypatch.setattr("device.common.progress.AFTER_S", 10)
    monkeypatch.setattr(sys, "stderr", stream := Terminal())
    work()
    assert stream.getvalue() == ""
    assert shown(monkeypatch, io.StringIO(), work) == ""


def test_work_of_unknown_length_says_for_how_long_it_has_been_going_on():
    assert ProgressLine("Counting:").line(7.9) == "Counting: 7 s"


def test_word_lists_are_data_too(run, tmp_path):
    journal = tmp_path / "journal.db"
    (tmp_path / "club.txt").write_text("kůň\nvůz\n", encoding="utf-8")
    run("--journal", journal, "words", "import", tmp_path / "club.txt")
    status, text, err = run("--journal", journal, "words", "--json")
    assert (status, err) == (0, "")
    (only,) = json.loads(text)["lists"]
    assert (only["name"], only["words"], only["asked"]) == ("club", 2, True)
    assert len(only["sha256"]) == 64
