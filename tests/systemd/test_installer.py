"""The installer on a simulated machine: its files are real, its commands are written down and answered by the test.

That the same works on a real systemd is shown in `tests/lab/machines` (make machines).
"""

import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from installer import main, parts, table, versions, words
from installer.machine import Machine, write

from tests.systemd.conftest import ROOT

LEFT_OUT = shutil.ignore_patterns(*versions.LEFT_OUT)


class Paper(Machine):
    """A Raspberry Pi below a folder."""

    def __init__(self, root):
        super().__init__(root)
        self.commands = []
        self.said = []
        self.broken = set()
        """Versions of which no program starts."""
        self.pid = 100
        self.running = False
        for folder in ("etc", "run/systemd/system", "boot/firmware", "opt", "var/lib/dvojtah"):
            (root / folder).mkdir(parents=True)
        (root / "etc/os-release").write_text('ID=debian\nVERSION_CODENAME="trixie"\n')
        (root / "boot/firmware/config.txt").write_text("dtparam=audio=on\n[pi4]\narm_boost=1\n")

    is_root = True
    processor = "aarch64"

    def say(self, text):
        self.said.append(text)

    def run(self, *command, **environment):
        self.commands.append(command)
        status, output = self.answer(command)
        return subprocess.CompletedProcess(command, status, output)

    def answer(self, command):
        if command[:3] == ("python3", "-m", "venv"):
            program = self.path("/opt/dvojtah") / "versions" / command[-1].rsplit("/", 1)[-1] / "bin" / "dvojtah"
            program.parent.mkdir(parents=True)
            program.write_text("#!/bin/true\n")
        elif command[0] == "dpkg-query":
            return 0, "install ok installed"
        elif command[:2] == ("systemctl", "restart") and command[2] == table.UNIT:
            self.pid += 1
            self.running = versions.Versions(self).target_of("current") not in self.broken
            return int(not self.running), ""
        elif command[:2] == ("systemctl", "show"):
            return 0, f"MainPID={self.pid}\nActiveState={'active' if self.running else 'activating'}\n"
        elif command[:2] == ("systemctl", "get-default"):
            return 0, "graphical.target\n"
        elif command[0] == "journalctl":
            return 0, "Žádná obrazovka\n"
        return 0, ""


@pytest.fixture
def pi(tmp_path, monkeypatch):
    monkeypatch.setattr(table, "SETTLED_S", 0.0)
    return Paper(tmp_path / "pi")


@pytest.fixture
def whole_source(tmp_path):
    """A source tree that can be changed, with everything in it."""
    place = tmp_path / "whole"
    versions.take(ROOT, place)
    (place / "docs" / "install.md").write_text("# Install\n")
    return place


@pytest.fixture(scope="session")
def small_source(tmp_path_factory):
    """The same with a few files of each folder: no step looks into the others, which are only copied and counted."""
    place = tmp_path_factory.mktemp("installer")
    for name in versions.SOURCES:
        if not (ROOT / name).is_dir():
            shutil.copy(ROOT / name, place)
            continue
        (place / name).mkdir(parents=True)
        for path in (ROOT / name).glob("*"):
            if path.is_file() and path.stat().st_size < 10_000:
                shutil.copy(path, place / name)
    shutil.copytree(ROOT / "device" / "common" / "settings", place / "device" / "common" / "settings", ignore=LEFT_OUT)
    shutil.copytree(ROOT / "systemd" / "installer", place / "systemd" / "installer", ignore=LEFT_OUT)
    (place / "docs" / "install.md").write_text("# Install\n")
    return place


@pytest.fixture
def source(small_source, tmp_path):
    """A source tree that can be changed."""
    return shutil.copytree(small_source, tmp_path / "source")


def install(pi, source, *more):
    return main.main(["--lang", "en", *more], pi, source)


def upgrade(source):
    """The next version: a line of the program is another."""
    program = source / "device" / "__main__.py"
    program.write_text(program.read_text() + "\n# newer\n")
    unit = source / "systemd" / "dvojtah.service"
    unit.write_text(unit.read_text().replace("TimeoutStopSec=15", "TimeoutStopSec=16"))
    return versions.name_of(source)


def files(pi):
    return {path.relative_to(pi.root): path.read_bytes() for path in pi.root.rglob("*") if path.is_file()}


def games(pi):
    with sqlite3.connect(pi.path("/var/lib/dvojtah/journal.db")) as db:
        db.execute("CREATE TABLE game (name)")
        db.execute("INSERT INTO game VALUES ('Krtci')")


def test_the_first_installation_puts_everything_in_its_place(pi, whole_source):
    assert install(pi, whole_source) == 0
    for part in parts.PARTS:
        assert pi.path(part.target).read_text() == (ROOT / "systemd" / part.source).read_text()
    assert pi.path("/opt/dvojtah/current/bin/dvojtah").exists()
    assert pi.path("/usr/local/bin/dvojtah").stat().st_mode & 0o777 == 0o755
    assert 'journal = "/var/lib/dvojtah/journal.db"' in pi.path("/var/lib/dvojtah/settings.toml").read_text()
    assert pi.path("/var/lib/dvojtah/settings.toml").stat().st_mode & 0o777 == 0o640, "codes are nobody else's"
    assert [command[2] for command in pi.commands if command[:2] == ("systemctl", "enable")] == list(parts.STARTED)
    assert ("systemctl", "start", *parts.WAITING) in pi.commands, "the first answers are waited for at once"
    assert "sudo reboot" in pi.said[-1], "config.txt has changed"


def test_a_device_that_became_an_organiser_is_no_table_again(pi):
    wants = pi.path(f"/etc/systemd/system/multi-user.target.wants/{table.ORGANISER}")
    wants.parent.mkdir(parents=True)
    wants.symlink_to("/dev/null")
    main.enable(pi)
    enabled = {command[2] for command in pi.commands if command[:2] == ("systemctl", "enable")}
    assert enabled == set(parts.STARTED) - {table.UNIT}


def test_a_second_run_changes_nothing_and_leaves_the_running_game_alone(pi, source):
    install(pi, source)
    before, pid = files(pi), pi.pid
    pi.commands.clear()
    assert install(pi, source) == 0
    assert files(pi) == before
    assert pi.pid == pid
    assert not [command for command in pi.commands if "venv" in command or "pip" in command]
    assert pi.said[-1] == "Installed; the table runs."


def test_an_upgrade_keeps_games_settings_and_the_version_before(pi, source):
    install(pi, source)
    games(pi)
    old = versions.name_of(source)
    pi.path("/var/lib/dvojtah/settings.toml").write_text('language = "en"\n')
    new = upgrade(source)
    assert install(pi, source) == 0
    of_pi = versions.Versions(pi)
    assert (of_pi.target_of("current"), of_pi.target_of("previous")) == (new, old)
    assert pi.path("/var/lib/dvojtah/settings.toml").read_text() == 'language = "en"\n'
    for name in ("journal.db", "journal-before-upgrade.db"):
        with sqlite3.connect(pi.path(f"/var/lib/dvojtah/{name}")) as db:
            assert db.execute("SELECT name FROM game").fetchall() == [("Krtci",)]
    assert "TimeoutStopSec=16" in pi.path("/etc/systemd/system/dvojtah.service").read_text()
    install(pi, source)
    assert of_pi.target_of("previous") == old, "installed once more it is not its own way back"


def test_a_version_that_does_not_start_gives_way_to_the_one_before_units_and_all(pi, source):
    install(pi, source)
    old = versions.name_of(source)
    before = files(pi)
    pi.broken.add(upgrade(source))
    assert install(pi, source) == 1
    assert versions.Versions(pi).target_of("current") == old
    assert pi.running
    assert files(pi) == before
    assert pi.said[-2:] == [
        "The new version does not start: Žádná obrazovka",
        f"The previous version ({old}) runs again, with all games.",
    ]
    assert install(pi, source, "--back") == 1
    assert pi.said[-1] == "There is no previous version.", "one that does not start is none to go back to"


def test_a_version_that_is_not_whole_is_none_to_go_back_to(pi, source):
    install(pi, source)
    old, new = versions.name_of(source), upgrade(source)
    install(pi, source)
    whole = versions.Versions(pi).folder / old / versions.WHOLE
    whole.unlink()
    assert install(pi, source, "--back") == 1
    assert pi.said[-1] == "There is no previous version."
    assert versions.Versions(pi).target_of("current") == new


def test_a_version_that_is_not_whole_does_not_come_back_where_the_next_one_does_not_start(pi, source):
    install(pi, source)
    (versions.Versions(pi).folder / versions.name_of(source) / versions.WHOLE).unlink()
    new = upgrade(source)
    pi.broken.add(new)
    assert install(pi, source) == 1
    assert versions.Versions(pi).target_of("current") == new
    assert pi.said[-2] == "Installed, but the table does not start: Žádná obrazovka"


def test_what_the_system_started_before_the_table_is_remembered_once(pi, source, monkeypatch):
    install(pi, source)
    answer = pi.answer
    monkeypatch.setattr(pi, "answer", lambda c: (0, "multi-user.target\n") if c[1:] == ("get-default",) else answer(c))
    install(pi, source)
    install(pi, source, "--uninstall")
    assert ("systemctl", "set-default", "graphical.target") in pi.commands


def test_the_games_are_copied_by_the_user_whose_they_are(pi, monkeypatch):
    """In the table's own folder root would follow any link."""
    games(pi)
    owner, asked = pi.path("/var/lib/dvojtah").stat(), []
    monkeypatch.setattr(table.os, "geteuid", lambda: 0)
    monkeypatch.setattr(table.subprocess, "run", lambda command, **how: asked.append(how))
    assert table.keep_games(pi).name == "journal-before-upgrade.db"
    (how,) = asked
    assert (how["user"], how["group"], how["extra_groups"]) == (owner.st_uid, owner.st_gid, ())


def test_a_version_that_comes_up_and_falls_over_counts_as_not_started(pi, source, monkeypatch):
    install(pi, source)
    monkeypatch.setattr(table, "SETTLED_S", 0.001)
    monkeypatch.setattr(table, "LOOK_S", 0.001)
    new = upgrade(source)
    answer = pi.answer

    def falls_over(command):
        if command[:2] == ("systemctl", "show") and versions.Versions(pi).target_of("current") == new:
            pi.pid += 1
        return answer(command)

    monkeypatch.setattr(pi, "answer", falls_over)
    assert install(pi, source) == 1
    assert versions.Versions(pi).target_of("current") != new


def test_going_back_by_hand_and_forth_again(pi, source):
    install(pi, source)
    assert install(pi, source, "--back") == 1
    assert pi.said[-1] == "There is no previous version."
    old, new = versions.name_of(source), upgrade(source)
    install(pi, source)
    assert install(pi, source, "--back") == 0
    assert versions.Versions(pi).target_of("current") == old
    assert pi.said[-1] == f"The table runs version {old}."
    assert install(pi, source, "--back") == 0
    assert versions.Versions(pi).target_of("current") == new
    pi.broken.add(old)
    assert install(pi, source, "--back") == 1
    assert pi.said[-1] == f"Version {old} does not start; sudo dvojtah doctor says more."


@pytest.mark.parametrize("package", ["espeak-ng", "hunspell-cs"])
@pytest.mark.parametrize("offered", [True, False])
def test_speech_and_words_come_along_where_the_system_offers_them(pi, source, monkeypatch, offered, package):
    answer = pi.answer
    lacking = {"dpkg-query": (0, ""), "apt-cache": (0 if offered else 100, "")}
    monkeypatch.setattr(pi, "answer", lambda c: lacking[c[0]] if c[-1] == package and c[0] in lacking else answer(c))
    assert install(pi, source) == 0
    brought = [word for command in pi.commands if command[:2] == ("apt-get", "install") for word in command]
    assert (package in brought) is offered


def test_a_system_without_the_gpio_library_is_told_once_and_installed_all_the_same(pi, source, monkeypatch):
    answer = pi.answer
    lacking = {"dpkg-query": 0, "apt-cache": 100}
    monkeypatch.setattr(
        pi, "answer", lambda c: (lacking[c[0]], "") if "lgpio" in c[-1] and c[0] in lacking else answer(c)
    )
    assert install(pi, source) == 0
    assert any("no python3-lgpio" in sentence for sentence in pi.said)
    pi.said.clear()
    assert install(pi, source) == 0
    assert pi.said[-1] == "Installed; the table runs."
    assert not any("lgpio" in sentence for sentence in pi.said)


def test_a_package_that_nobody_offers_is_named(pi, source, monkeypatch):
    answer = pi.answer
    monkeypatch.setattr(pi, "answer", lambda c: (100, "") if "polkitd" in c and "apt-get" not in c else answer(c))
    assert install(pi, source) == 1
    assert pi.said[-1] == "The system does not offer the package polkitd; does the network work?"


def test_the_games_are_copied_before_another_version_and_it_says_so(pi, source):
    install(pi, source)
    games(pi)
    upgrade(source)
    install(pi, source)
    (sentence,) = (line for line in pi.said if "are copied" in line)
    assert Path(sentence.removeprefix("The games are copied to ").removesuffix(".")).name.startswith("journal")


def test_only_the_version_before_is_kept(pi, source):
    for _ in range(4):
        install(pi, source)
        upgrade(source)
    assert len(list(pi.path("/opt/dvojtah/versions").iterdir())) == 2


@pytest.mark.parametrize("options", [(), ("--wheels", "wheels")], ids=["network", "folder"])
def test_root_installs_only_files_whose_hashes_are_locked_and_the_program_itself(pi, source, options):
    install(pi, source, *options)
    called = [command[4:] for command in pi.commands if command[1:4] == ("-m", "pip", "install")]
    (*fetched, own) = called
    assert [Path(command[-1]).name for command in fetched] == ["requirements.lock", "build.lock"]
    assert all({"--require-hashes", "--no-deps", "--only-binary=:all:"} < {*command} for command in fetched)
    assert all(("--no-index" in command) == bool(options) for command in fetched)
    assert {"--no-index", "--no-deps", "--no-build-isolation"} < {*own}, "pip fetches nothing to build it with"


@pytest.mark.parametrize(
    ("pip_says", "sentence"),
    [
        (
            "ERROR: no network\nWARNING: old pip",
            "The libraries cannot be installed; does the network work? ERROR: no network",
        ),
        (
            "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE. If you ...\n  Got  ce114e4501d2",
            "A library is not the file that this version was made with; fetch it again from its source.",
        ),
    ],
    ids=["no network", "changed file"],
)
def test_libraries_that_cannot_be_had_leave_everything_as_it_was(pi, source, monkeypatch, pip_says, sentence):
    install(pi, source)
    before = files(pi)
    answer = pi.answer
    monkeypatch.setattr(pi, "answer", lambda c: (1, f"{pip_says}\n") if "pip" in c else answer(c))
    upgrade(source)
    assert install(pi, source) == 1
    assert pi.said[-1] == sentence
    assert files(pi) == before


def test_taking_it_away_leaves_games_and_settings_and_the_system_as_it_was(pi, source):
    before = files(pi)
    pi.config_txt.chmod(0o755)  # as a FAT partition shows its files
    install(pi, source)
    games(pi)
    pi.path("/etc/systemd/journald.conf.d/dvojtah.conf").unlink()  # somebody took one away by hand
    assert install(pi, source, "--uninstall") == 0
    left = {str(path): content for path, content in files(pi).items() if before.get(path) != content}
    assert set(left) == {
        "boot/firmware/config.txt.before-dvojtah",
        "var/lib/dvojtah/journal.db",
        "var/lib/dvojtah/settings.toml",
    }
    assert ("systemctl", "set-default", "graphical.target") in pi.commands
    assert pi.config_txt.stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize(
    ("faults", "sentence"),
    [
        ({"is_root": False}, "sudo ./systemd/install"),
        ({"processor": "32bit"}, "64-bit"),
        ({"system": "bullseye"}, "bookworm / trixie"),
    ],
)
def test_a_machine_that_will_not_do_is_told_why_and_left_alone(pi, source, monkeypatch, faults, sentence):
    for name, value in faults.items():
        monkeypatch.setattr(Paper, name, value, raising=False)
    before = files(pi)
    assert install(pi, source) == 1
    assert sentence in pi.said[-1]
    assert files(pi) == before
    assert pi.commands == []


def test_while_an_image_is_made_nothing_is_started(pi, source):
    pi.path("/run/systemd/system").rmdir()
    assert install(pi, source) == 0
    assert not [command for command in pi.commands if command[:2] in (("systemctl", "restart"), ("systemctl", "start"))]
    assert pi.said[-1] == "Installed; the table starts with the device."


def test_the_installer_speaks_czech_before_any_catalogue_is_compiled(pi, source):
    try:
        assert main.main(["--lang", "cs", "--back"], pi, source) == 1
        assert pi.said == ["Předchozí verze není."]
    finally:
        words.use("en")


def test_a_name_is_of_the_content_alone(whole_source):
    source = whole_source
    name = versions.name_of(source)
    (source / "device" / "__pycache__").mkdir()
    (source / "device" / "__pycache__" / "x.pyc").write_bytes(b"x")
    assert versions.name_of(source) == name == versions.name_of(ROOT)
    assert re.fullmatch(r"[\d.]+-[0-9a-f]{12}", name)
    assert upgrade(source) != name


def test_settings_that_cannot_be_read_do_not_stop_the_installation(pi, source):
    write(pi.path("/var/lib/dvojtah/settings.toml"), "language = \n")
    assert install(pi, source) == 0
    assert "gpio=17,27=ip,pu" in pi.path("/boot/firmware/config.txt").read_text()
    assert any("config.txt is written for the defaults" in sentence for sentence in pi.said)


def test_the_program_in_a_card_is_compiled_by_the_times_of_its_files(pi, tmp_path, monkeypatch):
    """A card is made with SOURCE_DATE_EPOCH, by which Python would read every file whole at each start (PEP 552)."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    (tmp_path / "payload/site/device").mkdir(parents=True)
    (tmp_path / "payload/site/device/__init__.py").write_text("here = True\n")
    (tmp_path / "payload/share").mkdir()
    answer = pi.answer

    def compile_really(command):
        if "compileall" in command:
            subprocess.run([sys.executable, *command[1:]], check=True)
        return answer(command)

    monkeypatch.setattr(pi, "answer", compile_really)
    versions.Versions(pi).unpack(tmp_path / "payload", "1")
    (bytecode,) = pi.path("/opt/dvojtah/versions/1").rglob("*.pyc")
    assert bytecode.read_bytes()[4:8] == bytes(4)
