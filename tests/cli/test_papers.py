"""`dvojtah export --pdf`, `--gcg` and `--usb` from a shell."""

import functools
import io
import os
import pty
import sys

import pytest

from device.common import i18n
from device.common.exports import day_of
from device.common.files.usb_sticks import StickSystem
from device.common.progress import CLEAR
from device.game_files import export_formats_of, fetch, usb
from rules.history import History
from tests.cli.conftest import BOTH, FULL, ROOT, SHORT, Terminal, history_of, keep, one_line, shell

CAT = ROOT / "samples" / "kourici-kocka.jsonl"


@BOTH
@pytest.mark.parametrize("kind", ["pdf", "gcg"])
def test_a_paper_to_a_file_and_to_standard_output_is_the_game_s_own(journal_file, tmp_path, kind, language):
    path = tmp_path / "out"
    options = ("--lang", language, "--journal", journal_file, "export", f"--{kind}", "--game", 1)
    shown = shell(*options, text=False, encoding=None)
    assert (shown.returncode, shown.stderr) == (0, b"")
    done = shell(*options, "-o", path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    i18n.use(language)
    game = fetch(journal_file, 1)
    assert path.read_bytes() == shown.stdout == export_formats_of("polish_doubles")[kind].make(game)


def test_the_last_game_is_fetched_with_the_labels_of_its_day_and_its_entries(journal_file):
    game = fetch(journal_file)
    assert (game.number, game.history) == (2, history_of(SHORT))
    i18n.use("en")
    assert game.created.endswith("+00:00")
    assert f" · {day_of(game.created)}\n" in export_formats_of("polish_doubles")["gcg"].make(game).decode()
    assert list(game.labels) == [entry.n for entry in game.history.entries]
    assert all(label >= game.created for label in game.labels.values())


@BOTH
def test_a_game_without_GCG_says_what_there_is(run, tmp_path, language):
    journal = keep(tmp_path / "journal.db", history_of(CAT))
    one_line(*run("--lang", language, "--journal", journal, "export", "--gcg"), "gcg", "pdf, csv, record")
    assert run("--journal", journal, "export", "--pdf", "-o", tmp_path / "cat.pdf") == (0, "", "")
    assert (tmp_path / "cat.pdf").read_bytes().startswith(b"%PDF-")


def test_a_PDF_is_not_poured_into_a_terminal(journal_file):
    ours, theirs = pty.openpty()
    done = shell("--journal", journal_file, "export", "--pdf", stdout=theirs)
    os.close(theirs)
    assert done.returncode == 1
    assert done.stderr.strip() == "Tohle terminál neukáže; uveďte soubor pomocí -o."
    os.close(ours)


def test_a_paper_that_cannot_be_written_whole_is_said(journal_file):
    with open("/dev/full", "wb") as full:
        done = shell("--journal", journal_file, "export", "--pdf", stdout=full)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1


@pytest.fixture
def stick(tmp_path, monkeypatch):
    """A stick in a machine of folders, where the command looks."""
    block, place = tmp_path / "block" / "sda", tmp_path / "STICK"
    (block / "sda1").mkdir(parents=True)
    place.mkdir()
    for file, value in {"removable": "1", "size": "100", "sda1/partition": "1"}.items():
        (block / file).write_text(value, encoding="ascii")
    mounts = tmp_path / "mounts"
    mounts.write_text(f"/dev/sda1 {place} vfat rw 0 0\n", encoding="utf-8")
    system = StickSystem(block.parent, mounts)
    monkeypatch.setattr(
        "device.cli.export_commands.WRITE_TO_STICK", functools.partial(usb.write_to_stick, system=system)
    )
    return place


@BOTH
def test_everything_goes_to_the_stick_and_the_files_are_named(run, journal_file, stick, language):
    status, out, err = run("--lang", language, "--journal", journal_file, "export", "--usb", "--game", 1)
    assert (status, err) == (0, "")
    first, *names = out.splitlines()
    assert first.endswith(".")
    assert {name.strip() for name in names} == {str(path) for path in (stick / "dvojtah").iterdir()}
    record = next(path for path in (stick / "dvojtah").iterdir() if path.suffix == ".jsonl")
    assert history_of(record) == history_of(FULL)


def test_who_waits_for_a_slow_stick_sees_that_it_is_written(run, journal_file, monkeypatch):
    monkeypatch.setattr("device.common.progress.AFTER_S", 0.01)
    monkeypatch.setattr(sys, "stderr", stream := Terminal())

    def written(journal, number):
        assert stream.waits_for("USB")
        return usb.StickOutcome(True, usb.DONE)

    monkeypatch.setattr("device.cli.export_commands.WRITE_TO_STICK", written)
    assert run("--journal", journal_file, "export", "--usb")[0] == 0
    assert stream.getvalue().endswith(CLEAR)


@BOTH
def test_no_stick_is_one_line_and_status_1(run, journal_file, stick, tmp_path, language):
    (tmp_path / "block" / "sda" / "removable").write_text("0", encoding="ascii")
    one_line(*run("--lang", language, "--journal", journal_file, "export", "--usb"), "USB")


def test_an_output_file_and_a_stick_do_not_go_together(run, journal_file, stick, tmp_path):
    one_line(*run("--journal", journal_file, "export", "--usb", "-o", tmp_path / "x"), "--usb")
    assert list(stick.iterdir()) == []


@pytest.mark.parametrize("kinds", [("--pdf", "--gcg"), ("--usb", "--csv")])
def test_one_paper_at_a_time(run, journal_file, kinds):
    assert run("--journal", journal_file, "export", *kinds)[0] == 2


def test_no_game_yet_is_said(run, tmp_path):
    for kind in ("--pdf", "--gcg", "--usb"):
        one_line(*run("--journal", keep(tmp_path / "new.db"), "export", kind))


def test_the_settings_name_event_round_and_table_of_new_games(tmp_path):
    """What stands in the settings reaches the sheet of a game begun on the device."""
    from device.common.settings.reading import load_tolerant
    from rules.record import write
    from tools.play.players.polish_doubles import DoublesPlayer

    file = tmp_path / "settings.toml"
    file.write_text('[event]\ntitle = "Memoriál"\nround = 4\ntable = "sál 2"\n', encoding="utf-8")
    settings, trouble, _ = load_tolerant(file)
    assert trouble is None
    assert (settings.event.title, settings.event.round, settings.event.table) == ("Memoriál", 4, "sál 2")
    player = DoublesPlayer(tmp_path)
    player.kiosk.preferences.settings = settings
    whole = history_of(SHORT)
    begun = History.begin(whole.game, whole.setup)
    for entry in whole.entries[:3]:
        begun = begun.accept(entry.event, entry.at)
    try:
        played = player.play(begun)
    finally:
        player.close()
    assert (played.setup.title, played.setup.round, played.setup.table) == ("Memoriál", 4, "sál 2")
    assert history_of_text(write(played)).setup == played.setup


def history_of_text(text):
    from rules.record import read

    return read(io.StringIO(text))
