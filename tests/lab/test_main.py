"""What the lab says, and how it ends, where there is no guest to be had, or no time for it."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.lab import __main__ as lab
from tests.lab import vm
from tests.lab.debian import Missing

TEST = "tests/lab/inside/test_gpio.py"


@pytest.fixture
def guest(monkeypatch: pytest.MonkeyPatch):
    """Put a function in the place of the guest; what it was asked to run."""
    asked: list[list[str]] = []
    before = signal.getsignal(signal.SIGALRM)

    def instead(does: Callable[[], int]) -> list[list[str]]:
        monkeypatch.setattr(vm, "run", lambda tests, out: asked.append(list(tests)) or does())
        return asked

    yield instead
    assert signal.alarm(0) == 0, "no alarm outlives the run"
    signal.signal(signal.SIGALRM, before)


def cannot() -> int:
    raise Missing("No kernel to be had.")


def too_slow() -> int:
    signal.raise_signal(signal.SIGALRM)
    return 0


@pytest.mark.parametrize("status", [0, 1, vm.CRASHED])
@pytest.mark.parametrize("within", [[], ["--within", "600"]])
def test_what_the_guest_ends_with_counts_always(guest, status: int, within: list[str]):
    guest(lambda: status)
    assert lab.main([*within, TEST]) == status


def test_somebody_who_asks_for_the_guest_hears_that_it_cannot_be_had(guest, capsys: pytest.CaptureFixture[str]):
    guest(cannot)
    assert lab.main([]) == 1
    assert capsys.readouterr().out == "No kernel to be had.\n"


@pytest.mark.parametrize(
    ("does", "why"), [(cannot, "No kernel to be had."), (too_slow, "The guest was not done within 600 s.")]
)
def test_continuous_integration_goes_on_and_names_what_was_not_seen(guest, capsys, does, why):
    asked = guest(does)
    assert lab.main(["--within", "600", TEST]) == 0
    output = capsys.readouterr().out
    assert why in output
    assert "NOT SEEN" in output
    assert TEST in output
    assert asked == [["--exitfirst", TEST]], "a failure must not wait for the time to be over"


@pytest.mark.parametrize(
    ("words", "again"),
    [
        ("Kernel panic - not syncing: Fatal exception in interrupt", True),
        ("Kernel panic - not syncing: Attempted to kill init! exitcode=0x00000100", False),
        ("1 failed, 13 passed", False),
    ],
)
def test_a_kernel_that_trips_is_started_again_and_a_first_program_that_falls_is_not(tmp_path: Path, words, again):
    assert vm._panicked(["echo", f"[    5.385603] {words}"], tmp_path / "monitor", tmp_path) is again


def test_an_emulator_that_does_not_run_is_no_failed_test_and_hides_none(tmp_path: Path):
    falls = ["sh", "-c", "echo cannot set up guest memory; exit 1"]
    with pytest.raises(Missing, match="ended with 1"):
        vm._panicked(falls, tmp_path / "monitor", tmp_path)
    (tmp_path / "status").write_text("1\n")
    assert vm._panicked(falls, tmp_path / "monitor", tmp_path) is False
