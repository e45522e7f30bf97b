"""The package as people install it: built from the source, put beside its libraries, run where no checkout is."""

import email
import json
import os
import shutil
import site
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from installer.versions import take

from rules.games import KEYS

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
VERSION = PROJECT["project"]["version"]
BUILD = """
import sys, warnings
from setuptools import build_meta
getattr(build_meta, f"build_{sys.argv[1]}")(sys.argv[2])
"""

BEGINNINGS = """
import sys
from tools.play import gallery
from tools.play.__main__ import main
from rules.history import History
whole = gallery.full_records
def begun(record):
    history = History.begin(record.game, record.setup)
    for entry in record.entries[:4]:
        history = history.accept(entry.event, entry.at)
    return history
gallery.full_records = lambda: [begun(record) for record in whole()]
sys.exit(main(["--out", "pictures", "screens"]))
"""
"""The command that draws every screen, with the first few entries of each record; whole games are played elsewhere."""

pytestmark = pytest.mark.xdist_group("the package")


def build(source, kind, target):
    """Build as pip does, in the backend that the project names; what the build said."""
    assert PROJECT["build-system"]["build-backend"] == "setuptools.build_meta"
    target.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-W", "always", "-c", BUILD, kind, str(target)],
        cwd=source,
        text=True,
        timeout=300,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The wheel, and what was said while it was made."""
    folder = tmp_path_factory.mktemp("built")
    take(ROOT, folder / "source")
    output = build(folder / "source", "wheel", folder / "dist")
    (wheel,) = (folder / "dist").glob("*.whl")
    return wheel, output


class Installed:
    """An environment of its own with the wheel in it; the libraries are those of the tests."""

    def __init__(self, wheel, folder):
        self.folder = folder / "empty"
        self.folder.mkdir(parents=True)
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
        self.bin = folder / "venv" / "bin"
        (self.library,) = (folder / "venv").glob("lib/python*/site-packages")
        pip = [sys.executable, "-m", "pip", "--python", self.bin / "python", "install", "--quiet", "--no-deps"]
        subprocess.run([*pip, "--no-index", wheel], check=True, cwd=folder)
        # A path is all that this adds: what the tests' own .pth files say of the checkout is not read here.
        (self.library / "libraries.pth").write_text("\n".join(site.getsitepackages()) + "\n", encoding="utf-8")
        for path in ("tools/games", "tools/play", "samples"):
            shutil.copytree(ROOT / path, folder / "players" / path)
        names = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
        self.environment = {name: value for name, value in os.environ.items() if name not in names}

    def run(self, *args, status=0, **more):
        """The command in an empty folder; what it wrote."""
        done = subprocess.run(
            [self.bin / "dvojtah", *map(str, args)],
            cwd=self.folder,
            env=self.environment | more,
            text=True,
            capture_output=True,
            timeout=600,
            check=False,
        )
        assert done.returncode == status, done.stderr
        assert "Traceback" not in done.stderr
        return done.stdout

    def python(self, code):
        """What a program prints that imports the package there."""
        done = subprocess.run(
            [self.bin / "python", "-c", code],
            cwd=self.folder,
            env=self.environment | {"PYTHONPATH": str(self.folder.parent / "players")},
            text=True,
            capture_output=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


@pytest.fixture(scope="module")
def installed(built, tmp_path_factory):
    return Installed(built[0], tmp_path_factory.mktemp("installed"))


def test_nothing_in_the_build_is_about_to_end(built):
    assert not [line for line in built[1].split("\n") if "deprecat" in line.lower() or "Warning" in line]


def test_its_licence_is_named_as_standards_name_it_and_lies_in_the_wheel(built):
    with zipfile.ZipFile(built[0]) as wheel:
        about = email.message_from_bytes(wheel.read(f"dvojtah-{VERSION}.dist-info/METADATA"))
        text = wheel.read(f"dvojtah-{VERSION}.dist-info/licenses/LICENSE")
        font = wheel.read("device/peripherals/terminus/OFL.txt").decode()
        assert {f"device/peripherals/terminus/terminus-{weight}.otb" for weight in ("bold", "normal")} < set(
            wheel.namelist()
        )
    assert about["License-Expression"] == "MIT AND OFL-1.1"
    assert about.get_all("License-File") == ["LICENSE", "device/peripherals/terminus/OFL.txt"]
    assert "SIL OPEN FONT LICENSE Version 1.1" in font, "the font's licence lies beside it"
    assert 'Reserved Font Name "Terminus Font"' in font
    assert "License" not in about
    assert not [classifier for classifier in about.get_all("Classifier", []) if classifier.startswith("License")]
    assert text == (ROOT / "LICENSE").read_bytes()


def test_what_builds_it_has_a_lower_and_an_upper_bound_and_is_what_the_tests_build_with():
    needs = PROJECT["build-system"]["requires"]
    assert [need.split(">=")[0] for need in needs] == ["setuptools", "babel"]
    assert all(">=" in need and ",<" in need for need in needs)


def test_the_source_package_builds_the_same_wheel(built, tmp_path):
    take(ROOT, tmp_path / "source")
    build(tmp_path / "source", "sdist", tmp_path)
    subprocess.run(["tar", "-xzf", f"dvojtah-{VERSION}.tar.gz"], cwd=tmp_path, check=True)
    build(tmp_path / f"dvojtah-{VERSION}", "wheel", tmp_path / "again")
    (again,) = (tmp_path / "again").glob("*.whl")
    assert sorted(zipfile.ZipFile(again).namelist()) == sorted(zipfile.ZipFile(built[0]).namelist())


def test_no_data_file_of_the_tree_is_forgotten_and_nothing_else_comes_along(built):
    wanted = {
        str(path.relative_to(ROOT))
        for top in ("device", "rules", "firmware")
        for path in (ROOT / top).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in (".mo", ".pot", ".pyc")
    }
    wanted |= {f"device/rule_pages/{path.name}" for path in (ROOT / "docs" / "rules").glob("*.md")}
    wanted |= {f"device/help_pages/{path.name}" for path in (ROOT / "docs" / "help").glob("*.md")}
    wanted |= {f"device/locales/{language}/LC_MESSAGES/dvojtah.mo" for language in ("cs", "sk")}
    with zipfile.ZipFile(built[0]) as wheel:
        assert {name for name in wheel.namelist() if ".dist-info/" not in name} == wanted


def test_it_runs_from_where_it_was_installed_and_knows_its_version(installed):
    assert installed.python("import device; print(device.__file__)").startswith(str(installed.library))
    assert installed.run("--version") == f"dvojtah {VERSION}\n"


def test_screens_are_drawn_in_every_language(installed):
    installed.python(BEGINNINGS)
    for language in ("cs", "sk", "en"):
        drawn = installed.folder / "pictures" / language
        assert {path.name for path in drawn.iterdir()} == {*KEYS}
        assert all((drawn / key / "history-replay.png").stat().st_size > 1000 for key in KEYS)
    shutil.rmtree(installed.folder / "pictures")


def test_the_sample_is_played_without_naming_a_file(installed):
    output = installed.python("from tools.play.__main__ import main; main(['sample'])")
    assert "PARTIÁŘ" in output, "the catalogues are there"
    assert (installed.folder / "out" / "screens" / "signed.png").exists()


def test_a_game_is_printed_with_the_font_and_exported(installed):
    record = ROOT / "samples" / "polish-doubles-short.jsonl"
    keep = (
        "import sys; from pathlib import Path; from device.journal import Journal; from rules.record import read\n"
        f"h = read(Path({str(record)!r}).read_text(encoding='utf-8').split(chr(10)))\n"
        "j = Journal(Path('journal.db')); n = j.new_game(h.game, h.setup)\n"
        "[j.append(n, one, 'touch', 0) for one in h.entries]; j.close()"
    )
    installed.python(keep)
    installed.run("export", "--pdf", "-o", "sheet.pdf", "--journal", "journal.db")
    assert b"SourceSansPro" in (installed.folder / "sheet.pdf").read_bytes().replace(b"-", b"")
    assert "Scoresheet" in installed.run("export", "--csv", "--journal", "journal.db", "--lang", "en")


def test_the_doctor_finds_font_and_languages(installed):
    report = json.loads(installed.run("doctor", "--json", status=1))
    well = {finding["part"]: finding["ok"] for finding in report["findings"]}
    assert (well["fonts"], well["translations"], report["version"]) == (True, True, VERSION)


def test_a_changed_setting_begins_a_commented_file(installed):
    code = (
        "from pathlib import Path; from device.kiosk.settings_file import SettingsFile\n"
        "file = SettingsFile(Path('settings.toml'), print); file.put('', 'palette', 'light'); file.close()"
    )
    installed.python(code)
    text = (installed.folder / "settings.toml").read_text(encoding="utf-8")
    assert text.startswith("# Settings of a Dvojtah table.")
    assert 'palette = "light"' in text


def test_the_benchmarks_are_not_in_it_and_the_command_says_where_they_are(installed, built):
    with zipfile.ZipFile(built[0]) as wheel:
        assert [name for name in wheel.namelist() if "bench" in name] == []
    assert installed.run("bench", "folding", status=1) == ""


@pytest.mark.skipif(
    shutil.which("mosquitto", path="/usr/sbin:/usr/bin") is None and not os.environ.get("CI"),
    reason="needs Mosquitto (apt install mosquitto)",
)
def test_a_whole_event_is_played_with_desk_and_board(installed):
    ask = (
        "import re, sys, urllib.request\n"
        "address = re.search(r'http://127.0.0.1:\\d+/', sys.stdin.read()).group()\n"
        "get = lambda path: urllib.request.urlopen(address + path).read().decode()\n"
        "page = get('cs/')\n"
        'for name in re.findall(r\'"(/static/[^"]+)"\', page):\n'
        "    print(name, len(get(name.lstrip('/'))))"
    )
    demo = subprocess.Popen(
        [installed.bin / "python", "-m", "tools.play.event", "--tables", "4", "--games", "all", "--speed", "60"],
        cwd=installed.folder,
        env=installed.environment | {"PYTHONPATH": str(installed.folder.parent / "players")},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        while "projector" not in (line := demo.stdout.readline()):
            assert line, demo.communicate()
        seen = subprocess.run(
            [installed.bin / "python", "-c", ask], input=line, text=True, capture_output=True, check=True, timeout=60
        ).stdout
    finally:
        demo.terminate()
        _, err = demo.communicate(timeout=60)
    assert demo.returncode == 0, err
    assert "board.css" in seen
    assert "Traceback" not in err
