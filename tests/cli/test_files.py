"""Each reason for which a file cannot be read or written has a sentence of its own, and names the file."""

import errno
import os
import shutil
import subprocess
import sys

import pytest

from device.common.files.os_errors import explain
from device.common.i18n import tr
from device.common.progress import CLEAR
from device.organiser.store import StoreTrouble
from rules.message import msg
from tests.cli.conftest import BOTH, FULL, ROOT, Terminal, environment, one_line, shell
from tests.rights import bound_by_rights

CAUSES = {
    errno.ENOENT: "There is no file",
    errno.EACCES: "check its owner and permissions",
    errno.EPERM: "check its owner and permissions",
    errno.EISDIR: "is a folder",
    errno.ENOTDIR: "not a folder",
    errno.EEXIST: "not a folder",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk is full",
    errno.EROFS: "read-only",
    errno.ENAMETOOLONG: "too long",
    errno.EIO: "damaged or was taken away",
    errno.EMFILE: "EMFILE",
}


@pytest.mark.parametrize("number", CAUSES, ids=errno.errorcode.get)
def test_a_cause_is_named_and_no_other(tmp_path, number):
    sentence = str(explain(OSError(number, "strerror", str(tmp_path / "file"))))
    assert CAUSES[number] in sentence
    assert str(tmp_path) in sentence or number == errno.ENAMETOOLONG
    assert "strerror" not in sentence
    assert ("full" in sentence) == (number in (errno.ENOSPC, errno.EDQUOT)), "a disk is full only where it is"


def test_a_folder_that_is_not_there_is_named_instead_of_the_file(tmp_path):
    assert str(explain(OSError(errno.ENOENT, "", str(tmp_path / "gone" / "file")))) == (
        f"{tmp_path / 'gone' / 'file'}: there is no folder {tmp_path / 'gone'}."
    )


def test_an_error_without_a_file_is_about_the_output():
    assert tr(explain(OSError(errno.ENOSPC, ""))).startswith("Standardní výstup")


def file_in(path):
    path.write_text("x", encoding="utf-8")
    return path


def folder_in(path):
    path.mkdir()
    return path


PLACES = {
    "missing": (lambda at: at / "gone.jsonl", "neexistuje"),
    "in a folder that is not there": (lambda at: at / "gone" / "x.jsonl", ": složka"),
    "below a file": (lambda at: file_in(at / "file") / "x.jsonl", "není složka"),
    "a folder": (lambda at: folder_in(at / "folder.jsonl"), "je složka"),
    "a long name": (lambda at: at / ("x" * 300), "příliš dlouhé"),
}
EACH_PLACE = pytest.mark.parametrize("place", PLACES)


@EACH_PLACE
@pytest.mark.parametrize(
    "command",
    [["replay"], ["replay", "--json"], ["organiser", "--store", "event.db", "pair"]],
    ids=" ".join,
)
def test_what_is_to_be_read(run, tmp_path, monkeypatch, place, command):
    monkeypatch.chdir(tmp_path)
    path, clue = PLACES[place][0](tmp_path), PLACES[place][1]
    status, out, err = run(*command, path)
    one_line(status, out, err, clue)
    assert "plný" not in err


@EACH_PLACE
def test_what_is_to_be_written(run, journal_file, tmp_path, place):
    path, clue = PLACES[place][0](tmp_path), PLACES[place][1]
    if place == "missing":
        assert run("--journal", journal_file, "export", "--csv", "-o", path) == (0, "", "")
        return
    one_line(*run("--journal", journal_file, "export", "--csv", "-o", path), clue)


@pytest.mark.parametrize(
    "command",
    [
        ["organiser", "records", "--out"],
        ["organiser", "files", "--out"],
        ["organiser", "site", "--out"],
    ],
    ids=" ".join,
)
def test_a_folder_for_what_is_made(run, tmp_path, command):
    below = file_in(tmp_path / "file") / "folder"
    from device.organiser.store import open_store

    store = ["--store", str(tmp_path / "event.db")]
    open_store(store[1], "evening").close()
    one_line(*run(*command, below, *store), "není složka")
    status, out, err = run(*command, tmp_path / "file", *store)
    one_line(status, out, err, tmp_path / "file")
    assert "už existuje" in err or "není složka" in err


@pytest.mark.parametrize("part", ["state", "standings", "refused"])
def test_a_store_that_is_a_folder_or_below_a_file(run, tmp_path, part):
    one_line(*run("organiser", part, "--store", tmp_path), "je složka")
    one_line(*run("organiser", part, "--store", file_in(tmp_path / "file") / "event.db"), "není složka")


@BOTH
def test_a_full_disk_is_said_to_be_full(language):
    clue = {"cs": "disk je plný", "en": "disk is full"}[language]
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = shell("replay", FULL, "--lang", language, stdout=full)
    assert done.returncode == 1
    assert clue in done.stderr


@pytest.mark.parametrize(("number", "clue"), [(errno.ENOSPC, "disk je plný"), (errno.EROFS, "jen pro čtení")])
@pytest.mark.parametrize("command", [["export", "--csv", "-o"]], ids=" ".join)
def test_a_disk_that_takes_nothing_is_said_to(run, journal_file, tmp_path, monkeypatch, command, number, clue):
    def refuse(path, data, **more):
        raise OSError(number, "", str(path))

    monkeypatch.setattr("pathlib.Path.write_bytes", refuse)
    monkeypatch.setattr("device.cli.export_commands.atomic_write", refuse)
    status, _, err = run("--journal", journal_file, *command, tmp_path / "new")
    assert status == 1
    assert clue in err
    assert err.count("\n") == 1


BOUND_BY_RIGHTS = """
import sys
from device.cli import main
from tests.rights import rights_of_files
with rights_of_files():
    sys.exit(main(sys.argv[1:]))
"""
"""The command as somebody whom the rights of files bind, even where root runs the tests."""


@bound_by_rights
@pytest.mark.parametrize("command", [["replay"], ["organiser", "--store", "none.db", "pair"]], ids=" ".join)
def test_a_file_of_somebody_else_s(tmp_path, command):
    secret = file_in(tmp_path / "secret.jsonl")
    secret.chmod(0)
    words = [str(tmp_path / word) if word == "none.db" else word for word in command]
    done = subprocess.run(
        [sys.executable, "-c", BOUND_BY_RIGHTS, "--lang", "cs", *words, str(secret)],
        cwd=ROOT,
        text=True,
        env=environment(XDG_CONFIG_HOME="/nobody/s"),
        capture_output=True,
        timeout=60,
        check=False,
    )
    one_line(done.returncode, done.stdout, done.stderr, "práva")
    assert "plný" not in done.stderr


def test_what_was_drawn_before_the_disk_was_full_stays(capsys, tmp_path, monkeypatch):
    from pathlib import Path

    from tools.play.__main__ import main

    write, written = Path.write_bytes, []

    def twice(self, data):
        if len(written) == 2:
            raise OSError(errno.ENOSPC, "", str(self))
        written.append(self)
        return write(self, data)

    monkeypatch.setattr(Path, "write_bytes", twice)
    assert main(["--out", str(tmp_path / "out"), "screens"]) == 1
    assert "Errno 28" in capsys.readouterr().err
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in written)
    shutil.rmtree(tmp_path / "out")


@bound_by_rights
def test_a_folder_of_settings_that_may_not_be_looked_into(tmp_path):
    (tmp_path / "config").mkdir(mode=0)
    done = subprocess.run(
        [sys.executable, "-c", BOUND_BY_RIGHTS, "--lang", "cs", "export", "--csv"],
        cwd=ROOT,
        text=True,
        capture_output=True,
        env=environment(XDG_CONFIG_HOME=str(tmp_path / "config")),
        timeout=60,
        check=False,
    )
    one_line(done.returncode, done.stdout, done.stderr, "settings.toml", "číst nesmí", "sudo")


@pytest.mark.parametrize("command", [["replay"], ["organiser", "--store", "event.db", "pair"]], ids=" ".join)
@pytest.mark.parametrize("way", ["a device", "standard input", "a pipe"])
def test_what_has_no_end_is_read_to_a_bound(tmp_path, command, way):
    path = tmp_path / "pipe.jsonl"
    os.mkfifo(path)
    source = "cat /dev/zero > pipe.jsonl &" if way == "a pipe" else ""
    name = {"a device": "/dev/zero", "standard input": "-", "a pipe": str(path)}[way]
    shell_line = f'ulimit -v 900000; {source} exec "$@" < /dev/zero'
    program = [sys.executable, "-m", "device", "--lang", "en", *command, name]
    done = subprocess.run(
        ["sh", "-c", shell_line, "sh", *program],
        cwd=tmp_path,
        text=True,
        env=environment(PYTHONPATH=str(ROOT)),
        capture_output=True,
        timeout=60,
        check=False,
    )
    one_line(done.returncode, done.stdout, done.stderr, "is too large; at most 16 MB are read")


def test_a_backup_that_is_a_pipe_is_refused_at_once(run, tmp_path):
    os.mkfifo(tmp_path / "b.zip")
    one_line(*run("--lang", "en", "organiser", "restore", tmp_path / "b.zip", tmp_path / "new"), "is damaged")
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("head", "encoding"),
    [
        ("#character-encoding UTF-8", "utf-8"),
        ("#character-encoding UTF-8", "utf-8-sig"),
        ("#character-encoding ISO-8859-2", "iso-8859-2"),
        ("#character-encoding iso-8859-1\r", "iso-8859-1"),
        ("#character-encoding nonsense", "utf-8"),
        ("#title x", "iso-8859-1"),
        ("#title šach", "cp1250"),
        ("#title šach", "utf-16"),
        ("#title šach", "cp852"),
        ("#title x", "utf-8"),
    ],
)
def test_a_gcg_file_is_read_in_the_encoding_that_it_names_or_in_the_old_one(run, tmp_path, head, encoding):
    path = tmp_path / "game.gcg"
    name = "Zoë" if "8859-1" in encoding else "Ječná"
    path.write_bytes(f"{head}\n#player1 A {name}\n#player2 B Bob\n>A: ? 8G KOS +8 8\n".encode(encoding))
    status, out, err = run("replay", path)
    assert (status, err) == (0, "")
    assert name in out


def test_a_gcg_file_that_is_not_what_it_says_is_refused_in_one_line(run, tmp_path):
    path = tmp_path / "game.gcg"
    path.write_bytes("#character-encoding UTF-8\n#player1 A Zoë\n".encode("iso-8859-1"))
    status, _, err = run("--lang", "en", "replay", path)
    assert (status, err) == (1, f"{path}: The file says that it is UTF-8, but line 2 is not.\n")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1250", "utf-16"])
def test_pairings_are_read_as_an_editor_saved_them(run, tmp_path, encoding):
    path = tmp_path / "pairings.txt"
    path.write_bytes("1: Šárka, Petr – Tomáš, Žofie\r\n".encode(encoding))
    command = ("organiser", "--event", "x", "--store", tmp_path / "event.db")
    assert run(*command, "pair", "--round", 1, path)[0] == 0
    content = b"".join(file.read_bytes() for file in tmp_path.glob("event.db*"))
    assert "Šárka".encode() in content
    assert "Žofie".encode() in content


def test_a_gcg_file_with_lines_of_an_old_mac_is_read(run, tmp_path):
    path = tmp_path / "game.gcg"
    path.write_bytes(b"#player1 A Anna\r#player2 B Bob\r>A: ? 8G KOS +8 8\r")
    assert run("replay", path)[0] == 0


@pytest.mark.timeout(20)
@pytest.mark.parametrize("name", ["punycode", "unicode_escape", "idna", "utf-7", "hex"])
def test_an_encoding_that_no_text_is_kept_in_says_nothing(run, tmp_path, name):
    path = tmp_path / "game.gcg"
    path.write_bytes(
        f"#character-encoding {name}\n#player1 A Anna\n#player2 B Bob\n>A: ? 8G KOS +8 8\n".encode()
        + b"#note a-\n" * 100_000
    )
    status, out, _ = run("replay", path)
    assert (status, "Anna" in out) == (0, True)


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (["organiser", "update", "gone"], "Soubor gone neexistuje."),
        (["serve", "--certificate", "gone"], "Soubor gone neexistuje."),
        (["serve", "--host", "192.0.2.1"], "Tento počítač nemá adresu 192.0.2.1, na které by mohl naslouchat."),
        (["broker", "file", "--event", "one", "--tables", "1", "--host", "h"], "/file už existuje a není to složka."),
        (["broker", "none/\0", "--event", "one", "--tables", "1", "--host", "h"], "none"),
        (["organiser", "run", "--broker-files", "."], "nejsou soubory brokeru; vytvoří je dvojtah broker."),
        (["organiser", "pair", "/dev/null"], "Není tu řádek se stolem a hráči, například 1: Jana, Petr – Eva, Karel."),
    ],
    ids=lambda arguments: arguments[1] if isinstance(arguments, list) else "",
)
def test_what_is_wrong_is_said_in_the_language_and_by_its_cause(run, tmp_path, monkeypatch, command, sentence):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    status, out, err = run("--journal", tmp_path / "journal.db", *command)
    assert status in (1, 78)
    assert (out, err.count("\n"), sentence in err) == ("", 1, True), err


def test_a_decision_that_begins_a_new_event_says_so_and_one_of_an_event_that_is_there_says_nothing(run, tmp_path):
    store = tmp_path / "event.db"
    outcome = run("organiser", "--store", store, "name", "Turnaj")
    assert outcome == (0, f"V souboru {store} začíná nový turnaj evening.\n", "")
    assert run("organiser", "--store", store, "round", 1) == (0, "", "")


@pytest.mark.parametrize("arguments", [["end-round"], ["tell", "1", "Ahoj"], ["count", "1"], ["update", "no-update"]])
def test_what_is_refused_leaves_no_store_and_no_folder_behind(run, tmp_path, arguments):
    (tmp_path / "no-update").write_text("none")
    words = [tmp_path / word if word == "no-update" else word for word in arguments]
    status, out, err = run("organiser", "--store", tmp_path / "new" / "event.db", *words)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert [path.name for path in tmp_path.rglob("*")] == ["no-update"]


def test_who_starts_the_organiser_of_a_large_event_sees_that_it_is_read(run, tmp_path, monkeypatch):
    monkeypatch.setattr("device.common.progress.AFTER_S", 0.01)
    monkeypatch.setattr(sys, "stderr", stream := Terminal())

    def start(service):
        assert stream.waits_for("Čtení turnaje:")
        raise StoreTrouble(msg("The end of it."))

    monkeypatch.setattr("device.organiser.service.OrganiserService.start", start)
    assert run("organiser", "--store", tmp_path / "event.db", "run")[0] == 78
    assert stream.getvalue().endswith(f"{CLEAR}The end of it.\n")
