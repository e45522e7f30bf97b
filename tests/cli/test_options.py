"""Options of all commands, before and after the subcommand; the version; the language that the locale asks for."""

import argparse
import subprocess
import sys
from importlib.metadata import version as installed_version
from pathlib import Path

import pytest

from device.cli import CommandLine, main, parser
from device.common import version as versions
from device.common.languages import of_environment
from device.common.settings.reading import load
from device.common.settings.settings import Settings
from device.common.version import version
from tests.cli.conftest import FULL, ROOT, SHORT, environment, shell

NEEDS = {
    "replay": ["game.jsonl"],
    "export": ["--csv"],
    "backup": ["games.db"],
    "card": ["marias"],
    "completion": ["bash"],
    "broker": ["folder", "--event", "one", "--tables", "2", "--host", "here"],
    "words import": ["list.txt"],
    "words forget": ["club"],
    "organiser sheet": ["Uno"],
    "organiser round": ["1"],
    "organiser coming": ["1"],
    "organiser settled": ["1"],
    "organiser release": ["1"],
    "organiser take-release-back": ["1"],
    "organiser new-evening": ["title"],
    "organiser unpair": ["1"],
    "organiser backup": ["file.zip"],
    "organiser restore": ["file.zip", "folder"],
    "organiser standby": ["CODE", "folder"],
    "organiser update": ["file.update"],
    "organiser back": ["1", "why"],
    "organiser take-return-back": ["1"],
    "organiser tell": ["1", "what"],
    "organiser name": ["title"],
    "organiser set-aside": ["1"],
    "organiser count": ["1"],
}
"""What a command cannot do without."""


def all_commands(of=None, before=()):
    """Every command with its words, as the parser itself has them."""
    command_line = (of or parser()).complete()
    commands = [(before, command_line)] if before else []
    for action in command_line._actions:
        if isinstance(action, argparse._SubParsersAction):
            for word, sub in action.choices.items():
                commands += all_commands(sub, (*before, word))
    return commands


COMMANDS = [list(words) for words, _ in all_commands()]
EACH_COMMAND = pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
SAID = {
    "settings": ("one.toml", "two.toml", Path("two.toml")),
    "lang": ("en", "cs", "cs"),
    "journal": ("one.db", "two.db", Path("two.db")),
    "log-level": ("error", "debug", "debug"),
}


def whole(command):
    return [*command, *NEEDS.get(" ".join(command), [])]


def test_every_command_is_gone_through():
    assert len(COMMANDS) > 25


@pytest.fixture(scope="module")
def parse():
    """What the command line makes of words, by a parser that is made once."""
    return parser().parse_args


@EACH_COMMAND
def test_each_takes_the_common_options_before_and_after_it_and_the_later_one_counts(parse, command):
    for name, (first, second, wins) in SAID.items():
        before = parse([f"--{name}", first, *whole(command)])
        after = parse([*whole(command), f"--{name}", second])
        both = parse([f"--{name}", first, *whole(command), f"--{name}={second}"])
        key = name.replace("-", "_")
        assert str(vars(before)[key]) == first
        assert vars(after)[key] == vars(both)[key] == wins
    nothing = parse(whole(command))
    assert [vars(nothing)[key] for key in ("settings", "lang", "journal", "log_level")] == [None] * 4


@EACH_COMMAND
def test_each_shows_its_help_in_the_language_that_is_named_last(run, command):
    status, czech, err = run("--lang", "en", *command, "--lang", "cs", "--help")
    assert (status, err) == (0, "")
    english = run("--lang", "cs", *command, "--help", "--lang=en")[1]
    assert "volby všech příkazů" in czech
    assert "options of every command" in english


@EACH_COMMAND
@pytest.mark.parametrize("wrong", [["--loud"], ["--lang", "de"], ["--log-level", "much"], ["--journal"]], ids=" ".join)
def test_each_refuses_what_there_is_not_with_2_and_its_usage(run, command, wrong):
    status, out, err = run(*whole(command), *wrong)
    assert (status, out) == (2, "")
    assert err.startswith("použití: dvojtah")
    assert "Traceback" not in err


@EACH_COMMAND
def test_each_says_the_version(run, command):
    assert run(*command, "--version") == (0, f"dvojtah {version()}\n", "")


def test_a_subcommand_of_ours_is_always_of_the_kind_that_takes_them():
    assert {type(command_line) for _, command_line in all_commands()} == {CommandLine}


def test_after_the_subcommand_they_do_what_they_do_before_it(run, journal_file):
    assert run("replay", SHORT, "--lang", "en") == run("--lang", "en", "replay", SHORT)
    assert run("export", "--csv", "--journal", journal_file) == run("--journal", journal_file, "export", "--csv")
    assert run("export", "--csv", "--journal", journal_file)[0] == 0


def test_what_is_said_of_the_organiser_before_its_part_is_not_forgotten():
    given = [
        "--event",
        "one",
        "--store",
        "s.db",
        "--broker-files",
        "f",
        "--board-port",
        "1",
        "--desk-port",
        "2",
        "--broker",
        "b:1",
        "--desk-host",
        "0.0.0.0",
        "--board-host",
        "127.0.0.1",
        "--address",
        "http://x/",
        "--trusted-proxy",
        "10.0.0.1",
    ]
    before = vars(parser().parse_args(["organiser", *given, "run"]))
    after = vars(parser().parse_args(["organiser", "run", *given]))
    alone = vars(parser().parse_args(["organiser", *given]))
    assert before == after
    assert {**alone, "part": "run"} == before
    for part in ("board", "state"):
        assert vars(parser().parse_args(["organiser", "--event", "one", part]))["event"] == "one"
        assert vars(parser().parse_args(["organiser", part, "--event", "one", "--store", "s"]))["store"] == "s"
    assert vars(parser().parse_args(["organiser", "--address", "http://x/", "board"]))["address"] == "http://x/"
    assert vars(parser().parse_args(["organiser", "board"]))["trusted_proxy"] == []
    proxies = [part for network in ("10.0.0.1", "10.0.0.2") for part in ("--trusted-proxy", network)]
    for words in (["organiser", *proxies, "board"], ["organiser", "board", *proxies]):
        assert vars(parser().parse_args(words))["trusted_proxy"] == ["10.0.0.1", "10.0.0.2"]


@pytest.mark.parametrize("port", ["70000", "0", "-1", "x", "١٢", "9" * 5000])
@pytest.mark.parametrize(
    "command",
    [
        ["broker", "folder", "--event", "one", "--tables", "2", "--host", "here", "--port"],
        ["organiser", "run", "--board-port"],
        ["organiser", "--desk-port"],
        ["organiser", "board", "--port"],
    ],
    ids=lambda command: " ".join((command[0], command[-1])),
)
def test_what_is_no_port_is_refused_in_one_sentence(run, command, port, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, out, err = run(*command[:-1], f"{command[-1]}={port}")
    assert (status, out) == (2, "")
    assert err.strip().endswith("Port je číslo od 1 do 65535.")
    assert not list(tmp_path.iterdir())


def test_a_broker_whose_port_is_none_is_refused_in_one_sentence(run, tmp_path):
    for address in ("here:70000", "here:x"):
        status, out, err = run("--journal", tmp_path / "journal.db", "organiser", "run", "--broker", address)
        assert (status, out, err) == (1, "", "Port je číslo od 1 do 65535.\n")


# -- the version -------------------------------------------------------------------------------------------------------


def test_the_version_of_a_checkout_is_what_its_project_file_says():
    assert version() in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    done = shell("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"dvojtah {version()}\n", "")


def test_elsewhere_it_is_that_of_the_package(monkeypatch, tmp_path):
    monkeypatch.setattr(versions, "PROJECT", tmp_path / "pyproject.toml")
    version.cache_clear()
    try:
        assert version() == installed_version("dvojtah")
        (tmp_path / "pyproject.toml").write_text('[project]\nname = "other"\nversion = "9"\n', encoding="utf-8")
        version.cache_clear()
        assert version() == installed_version("dvojtah"), "a project file of another program"
        monkeypatch.setattr(versions, "NAME", "not-installed-at-all")
        version.cache_clear()
        assert version() == "?"
    finally:
        version.cache_clear()


def test_the_catalogue_names_it():
    text = (ROOT / "device" / "locales" / "cs" / "LC_MESSAGES" / "dvojtah.po").read_text(encoding="utf-8")
    assert f'"Project-Id-Version: Dvojtah {version()}\\n"' in text


# -- the language ------------------------------------------------------------------------------------------------------

LOCALES = [
    ({}, "cs"),
    ({"LANG": ""}, "cs"),
    ({"LANG": "C"}, "cs"),
    ({"LANG": "C.UTF-8"}, "cs"),
    ({"LC_ALL": "POSIX", "LANG": "en_US.UTF-8"}, "cs"),
    ({"LANG": "cs_CZ.UTF-8"}, "cs"),
    ({"LANG": "sk_SK"}, "sk"),
    ({"LANG": "en_GB.UTF-8"}, "en"),
    ({"LANG": "de_AT.UTF-8@euro"}, "en"),
    ({"LANG": "csb_PL.UTF-8"}, "en"),
    ({"LANG": "cs_CZ.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
    ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "", "LC_ALL": "cs_CZ.UTF-8"}, "cs"),
    ({"LC_ALL": "cs_CZ.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "cs"),
    ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:cs:en"}, "cs"),
    ({"LANG": "cs_CZ.UTF-8", "LANGUAGE": "en"}, "en"),
    ({"LANG": "cs_CZ.UTF-8", "LANGUAGE": "zxx"}, "en"),
    ({"LANG": "cs_CZ.UTF-8", "LANGUAGE": ""}, "cs"),
    ({"LC_ALL": "C", "LANGUAGE": "en"}, "cs"),
]


@pytest.mark.parametrize(("given", "language"), LOCALES, ids=str)
def test_the_locale_says_which_language(given, language):
    assert of_environment(given) == language


@pytest.mark.parametrize(("given", "language"), LOCALES, ids=str)
def test_the_installer_reads_it_in_the_same_way(monkeypatch, given, language):
    from installer.words import languages

    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    assert languages().of_environment() == language


@pytest.fixture
def in_english(monkeypatch):
    monkeypatch.setenv("LANG", "en_GB.UTF-8")


def test_without_settings_and_options_a_command_speaks_the_language_of_the_locale(in_english, run):
    assert "SCORESHEET" in run("replay", FULL)[1]
    assert "PARTIÁŘ" in run("replay", FULL, "--lang", "cs")[1]
    assert load() == Settings(language="en")


def test_a_settings_file_comes_before_the_locale_and_without_the_key_means_Czech_as_it_always_did(
    in_english, run, tmp_path
):
    path = tmp_path / "settings.toml"
    path.write_text("silent = true\n", encoding="utf-8")
    assert "PARTIÁŘ" in run("replay", FULL, "--settings", path)[1]
    path.write_text('language = "en"\n', encoding="utf-8")
    assert "SCORESHEET" in run("replay", FULL, "--settings", path)[1]


def test_a_service_without_any_locale_speaks_Czech():
    bare = {name: value for name, value in environment().items() if not name.startswith(("LC_", "LANG"))}
    done = shell("replay", SHORT, env=bare)
    assert "PARTIÁŘ" in done.stdout


def test_a_module_is_the_same_command():
    done = subprocess.run([sys.executable, "-m", "device", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"dvojtah {version()}\n"


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["--help"], "použití: dvojtah"),
        (["replay", "--help"], "vypsat tuto nápovědu"),
        (["replay"], "dvojtah replay: chyba: chybí povinné argumenty: SOUBOR"),
        (
            ["stats", "--period", "rok"],
            "argument --period: 'rok' nejde zvolit (na výběr je 'evening', 'season', 'all')",
        ),
        (["stats", "--json", "--csv"], "argument --csv: nejde spolu s argumentem --json"),
        (["export"], "je potřeba jeden z argumentů --pdf"),
        (["export", "--pdf", "--game"], "argument --game: chybí hodnota"),
        (["export", "--pdf", "--game", "první"], "argument --game: první není celé číslo."),
        (["replay", "x.jsonl", "--colour"], "neznámé argumenty: --colour"),
    ],
)
def test_what_is_said_of_the_options_is_said_in_the_language(argv, sentence, capsys):
    with pytest.raises(SystemExit):
        main(["--lang", "cs", *argv])
    out, err = capsys.readouterr()
    output = " ".join((out + err).split())
    assert sentence.replace("'", "") in output.replace("'", ""), "Pythons differ in whether they quote choices"
    assert not any(word in output for word in ("usage:", "error:", "show this help", "options:", "arguments:"))
    with pytest.raises(SystemExit):
        main(["--lang", "en", *argv])
    out, err = capsys.readouterr()
    assert "usage: dvojtah" in out + err
