"""What a program needs is installed with it: the organiser's programs run where no table's libraries are."""

import pkgutil
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

import device.organiser
from device.cli.extras import MODULES
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
