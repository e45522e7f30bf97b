"""Shared by all tests: no display, no sound, Czech unless a test says otherwise, few but thorough random examples."""

import gc
import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pytest
from hypothesis import settings

from device.common import i18n
from device.peripherals import sound_cards
from tests.scratch import SCRATCH, WORKER
from tests.skips import LIST, without_reason

pytest.register_assert_rewrite("tests.browser.hall")

pytest_plugins = ["tests.clean_up", "tests.by_night", "tests.services"]

SKIPPED: list[str] = []
"""The tests that were skipped, by name; only whoever is no worker of pytest-xdist hears of all of them."""

WHOLE = settings(max_examples=200, stateful_step_count=40, deadline=None, derandomize=True)
settings.register_profile("dvojtah", WHOLE)
settings.register_profile("quick", WHOLE, max_examples=40)  # for `make check`; `make test` draws all of them
settings.load_profile("dvojtah")


WORKER_BYTES = 2_600_000_000
"""What a worker of pytest-xdist holds at most: evenings that it has played."""


@pytest.hookimpl(optionalhook=True)  # pytest-xdist may be switched off
def pytest_xdist_auto_num_workers() -> int:
    """``-n auto``: two workers a processor where memory allows, as half of a worker's time is waiting."""
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return max(1, min(2 * (os.cpu_count() or 1), memory // WORKER_BYTES))


@pytest.fixture(autouse=True, scope="session")
def nobody_s_own_settings(tmp_path_factory):
    """No test reads or writes the settings and games of whoever runs it; programs that it starts do not either."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(home / "config"))
        patch.setenv("XDG_DATA_HOME", str(home / "data"))
        for name in ("DVOJTAH_SETTINGS", "LANGUAGE", "LC_MESSAGES", "LANG", "JOURNAL_STREAM"):
            patch.delenv(name, raising=False)
        patch.setattr(sound_cards, "CARDS", home / "cards")  # whatever sounds on this machine
        patch.setenv("LC_ALL", "C.UTF-8")  # no language: whoever asks the locale gets Czech, wherever the tests run
        yield


@pytest.fixture(autouse=True)
def speak_czech():
    i18n.use("cs")
    yield
    i18n.use("cs")


@pytest.hookimpl(tryfirst=True)
def pytest_collection() -> None:
    """Thousands of tests are read in, and none of them is garbage: looking for it takes a third of the time."""
    gc.disable()


def pytest_collection_finish() -> None:
    """From here on it is looked for again, but not among the tests, and seldom: it takes a twentieth of the time."""
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Refuse to run where pytest-xdist does not see which tests belong together, as with a newer pytest.

    Nothing would fail; but every worker would play every evening.
    """
    if WORKER and config.getoption("loadgroup", False):
        lost = [item for item in items if item.get_closest_marker("xdist_group") and "@" not in item.nodeid]
        if lost:
            raise pytest.UsageError("pytest-xdist does not see the groups; install the pinned versions (make test)")


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """pytest-xdist says nothing of a file that skips itself as a whole."""
    if report.skipped:
        raise pytest.UsageError(f"{report.nodeid} is skipped as a whole; mark its tests instead")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Remember what is skipped."""
    if report.skipped:
        SKIPPED.append(report.nodeid)


def silent_skips() -> list[str]:
    """What was skipped in continuous integration without an accepted reason."""
    return without_reason(SKIPPED, LIST.read_text(encoding="utf-8")) if os.environ.get("CI") and not WORKER else []


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A run that leaves something in the temporary folder has failed; so has one that skips without a reason in CI."""
    bad = (SCRATCH is not None and SCRATCH.look()) or silent_skips()
    if bad and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was left there, and what was skipped."""
    if SCRATCH is not None and SCRATCH.left:
        terminalreporter.section("left in the temporary folder")
        terminalreporter.line(", ".join(SCRATCH.left))
    if silent := silent_skips():
        terminalreporter.section(f"skipped without a reason in {LIST.name}")
        terminalreporter.line("\n".join(silent))


def pytest_unconfigure() -> None:
    """Nothing stays there, whether the tests failed or not."""
    gc.unfreeze()  # so that the end of the process finds what goes with the tests
    if SCRATCH is not None:
        SCRATCH.close()
