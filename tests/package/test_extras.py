"""What a program needs is installed with it: the organiser's programs run where no table's libraries are."""

import os
import pkgutil
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

import device.organiser
from device.common.cli.extras import MODULES
from tests.without_extra import without

ROOT = Path(__file__).parents[2]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
ORGANISERS = tuple(module.name for module in pkgutil.walk_packages(device.organiser.__path__, "device.organiser."))


def distributions(names):
    """The distributions that bring these modules, as they are named in metadata."""
    known = packages_distributions()
    return {distribution.replace("-", "_") for name in names for distribution in known[name]}


@pytest.mark.parametrize("extra", MODULES)
def test_an_extra_is_known_by_the_modules_of_all_it_brings(extra):
    declared = {re.match(r"[\w.-]+", line)[0].replace("-", "_") for line in EXTRAS[extra]}
    assert distributions(MODULES[extra]) == declared


def test_every_module_of_the_organisers_loads_without_the_libraries_of_a_table(tmp_path):
    program = "import importlib, sys\nfor name in sys.argv[1:]: importlib.import_module(name)"
    subprocess.run([sys.executable, "-c", program, *ORGANISERS], env=without("table", tmp_path), check=True)


def make_run(folder, python):
    """``make run`` in an environment that is set up, without a display; ``python`` is its interpreter's script."""
    make = shutil.which("make")
    assert make is not None
    (programs := folder / "venv" / "bin").mkdir(parents=True)
    (programs / "python").write_text(f"#!/bin/sh\n{python}\n")
    (programs / "python").chmod(0o755)
    ready = f"{folder}/venv/ready"
    environment = without("organiser", folder) | {"DISPLAY": "", "WAYLAND_DISPLAY": "", "MAKEFLAGS": ""}
    environment["PYTHONPATH"] += os.pathsep + str(ROOT)
    return subprocess.run(
        [make, "-f", ROOT / "Makefile", "-o", ready, f"VENV={folder}/venv", "run"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_make_run_plays_a_game_with_what_is_installed_for_a_table(tmp_path):
    done = make_run(tmp_path, f'exec {sys.executable} "$@"')
    assert done.returncode == 0, done.stderr
    assert "out/screens/signed.png" in done.stdout
    assert (tmp_path / "out" / "screens" / "signed.png").exists()


def test_make_run_fails_where_the_game_cannot_be_played(tmp_path):
    done = make_run(tmp_path, "exit 3")
    assert done.returncode != 0
    assert "To play yourself" not in done.stdout


@pytest.mark.parametrize(
    ("extra", "words"),
    [("table", ("simulate",)), ("table", ("demo",)), ("table", ("pods",)), ("organiser", ("organiser", "run"))],
)
def test_a_program_whose_libraries_are_missing_says_what_to_install(extra, words, tmp_path):
    journal = ("--lang", "en", "--journal", str(tmp_path / "journal.db"))
    done = subprocess.run(
        [sys.executable, "-m", "device", *journal, *words],
        env=without(extra, tmp_path) | {"HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == f"The {extra}'s parts are missing. Run: pip install 'dvojtah[{extra}]'\n"
