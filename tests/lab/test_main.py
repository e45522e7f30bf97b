"""What the lab says, and how it ends, where there is no guest to be had."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lab import __main__ as lab
from tests.lab import vm
from tests.lab.debian import Missing

TEST = "tests/lab/inside/test_gpio.py"


@pytest.mark.parametrize("status", [0, 1, vm.CRASHED])
def test_what_the_guest_ends_with_counts_always(monkeypatch: pytest.MonkeyPatch, status: int):
    asked: list[list[str]] = []
    monkeypatch.setattr(vm, "run", lambda tests, out: asked.append(tests) or status)
    assert lab.main([TEST]) == status
    assert asked == [[TEST]]


def test_somebody_who_asks_for_the_guest_hears_that_it_cannot_be_had(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def cannot(tests: list[str], out: Path) -> int:
        raise Missing("No kernel to be had.")

    monkeypatch.setattr(vm, "run", cannot)
    assert lab.main([]) == 1
    assert capsys.readouterr().out == "No kernel to be had.\n"


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


@pytest.mark.parametrize(
    ("words", "runs"),
    [
        ("echo '[ 1.9] Kernel panic - not syncing: VFS: Unable to mount root fs on unknown-block(0,0)'", True),
        ("echo KVM internal error. Suberror: 1; exec sleep 60", False),
        ("echo '[ 0.1] Booting paravirtualized kernel on KVM'; exec sleep 60", False),
        ("echo failed to initialize kvm: Permission denied; exit 1", False),
    ],
)
def test_the_processor_of_this_machine_runs_the_guest_only_where_its_kernel_starts_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, runs: bool
):
    qemu = tmp_path / "qemu-system-x86_64"
    qemu.write_text(f"#!/bin/sh\n{words}\n")
    qemu.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setattr(vm, "TRIAL_S", 0.5)
    (tmp_path / "kvm").touch()
    assert vm.accelerator(tmp_path / "vmlinuz", tmp_path / "kvm") == ("kvm" if runs else vm.EMULATED)
    assert vm.accelerator(tmp_path / "vmlinuz", tmp_path / "none") == vm.EMULATED
