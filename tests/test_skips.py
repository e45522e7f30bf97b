"""Nothing is skipped silently in continuous integration."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.skips import LIST, reasons, without_reason

ROOT = Path(__file__).parents[1]
TEXT = "# why\ntests/a.py::test_large  its program is large\ntests/b.py::  as well\n"


def test_a_skip_is_accepted_by_the_beginning_of_its_name():
    skipped = ["tests/a.py::test_large[x]@group", "tests/a.py::test_small", "tests/b.py::test_any"]
    assert without_reason(skipped, TEXT) == ["tests/a.py::test_small"]
    with pytest.raises(ValueError, match="no reason"):
        reasons("tests/a.py::test_large\n")


def test_whatever_is_accepted_is_there():
    for name in reasons(LIST.read_text(encoding="utf-8")):
        path, _, function = name.partition("::")
        assert f"def {function}" in (ROOT / path).read_text(encoding="utf-8")


WHOLE = 'import pytest\npytest.skip("all of it", allow_module_level=True)\ndef test_a(): pass\n'
SINGLE = 'import pytest\ndef test_a(): pytest.skip("for no good reason")\ndef test_b(): pass\n'


@pytest.mark.parametrize(
    ("content", "environment", "status", "clue"),
    [
        (SINGLE, {"CI": "true"}, 1, "test_skipped.py::test_a"),
        (SINGLE, {}, 0, "1 skipped"),
        (WHOLE, {}, pytest.ExitCode.USAGE_ERROR, "test_skipped.py is skipped as a whole"),
    ],
    ids=["in CI", "elsewhere", "a whole file"],
)
def test_a_skip_without_an_accepted_reason_fails_the_run(tmp_path, content, environment, status, clue):
    (tmp_path / "test_skipped.py").write_text(content)
    inherited = {name: value for name, value in os.environ.items() if name not in ("CI", "PYTEST_XDIST_WORKER")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "xdist.plugin", "-p", "tests.conftest", "-n", "1", "test_skipped.py"],
        cwd=tmp_path,
        env={**inherited, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    output = done.stdout + done.stderr
    assert done.returncode == status, output
    assert clue in output
