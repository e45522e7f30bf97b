"""No run of the tests stands still: what hangs is named, and the rest is run."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
GUARD = """
from tests import clean_up
pytest_plugins = ["tests.clean_up"]
clean_up.PATIENCE_S = 1.0
"""
TESTS = """
import threading, pytest

@pytest.fixture
def program():
    yield
    threading.Event().wait(60)

def test_that_fails_and_leaves_something_running(program):
    assert False

def test_another():
    pass
"""


def test_a_clean_up_that_hangs_after_a_failure_is_named_and_the_other_tests_are_run(tmp_path: Path):
    (tmp_path / "conftest.py").write_text(GUARD)
    (tmp_path / "test_hanging.py").write_text(TESTS)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "xdist.plugin", "-n", "1", "-p", "no:cacheprovider"]
    command += ["--rootdir", str(tmp_path), "-c", "/dev/null", str(tmp_path)]
    alone = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=ROOT, env=alone, text=True, capture_output=True, timeout=50, check=False)
    assert done.returncode == 1
    assert "crashed while running 'test_hanging.py::test_that_fails_and_leaves_something_running'" in done.stdout
    assert "1 passed" in done.stdout
    assert 'test_hanging.py", line 7 in program' in done.stderr, "where it hangs"
