"""What runs on bare systems is what the READMEs promise, and nothing that fails there is passed over."""

from __future__ import annotations

from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from tests.lab import bare, roots
from tests.lab.debian import Missing


@pytest.mark.parametrize("readme", ["README.md", "README.cs.md"])
def test_both_readmes_have_the_two_commands_that_are_run(readme: str):
    assert bare.commands(bare.ROOT / readme) == [*bare.WHO] == ["make run", "make test"]


@pytest.fixture
def systems(monkeypatch: pytest.MonkeyPatch):
    """Put stand-ins in the place of bare systems: what a command says and how it ends, by suite, person and sudo."""
    asked: list[tuple[str, str, str]] = []
    ends: dict[tuple[str, str], tuple[int, str]] = {}

    @contextmanager
    def stand_in(suite: str, person: str):
        rights: list[str] = []

        def run(command: str) -> tuple[int, str]:
            who = person + " with sudo" * len(rights)
            asked.append((suite, who, command))
            usual = (1, "Run: sudo apt install x") if who == bare.PERSON else (0, "")
            return ends.get((suite, who), usual)

        def once(command: str) -> SimpleNamespace:
            rights.append(command)
            return SimpleNamespace(returncode=0)

        yield SimpleNamespace(run=run, system=SimpleNamespace(once=once))

    monkeypatch.setattr(bare, "bare", stand_in)
    return SimpleNamespace(asked=asked, ends=ends)


def test_every_command_runs_on_every_release(systems):
    assert bare.main([]) == 0
    assert systems.asked == [
        (suite, who, command)
        for suite in ("trixie", "bookworm")
        for who, command in [("player", "make run"), ("player with sudo", "make run"), ("root", "make test")]
    ]


@pytest.mark.parametrize(
    ("where", "ends"),
    [
        (("bookworm", "root"), (1, "3 failed")),
        (("trixie", "player with sudo"), (2, "")),
        (("trixie", "player"), (2, "Traceback (most recent call last)")),
        (("trixie", "player"), (0, "nothing was missing, so the system was not bare")),
    ],
)
def test_what_fails_on_one_of_them_fails_the_run_after_the_others(systems, capsys, where, ends):
    systems.ends[where] = ends
    assert bare.main([]) == 1
    assert f"FAILED: make {'test' if where[1] == 'root' else 'run'} on a bare {where[0]}." in capsys.readouterr().out
    assert ("bookworm", "root", "make test") in systems.asked


def test_a_machine_that_makes_no_systems_has_shown_nothing(monkeypatch: pytest.MonkeyPatch, capsys):
    def none(suite: str, person: str):
        raise Missing("Whole systems can only be made by root.")

    monkeypatch.setattr(bare, "bare", none)
    assert bare.main(["trixie"]) == 1
    assert "Whole systems can only be made by root." in capsys.readouterr().out


def test_pip_inside_reaches_what_pip_reaches_here(tmp_path, monkeypatch: pytest.MonkeyPatch):
    for folder in ("index/simple", "wheels"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "pip.conf").write_text(
        f"[global]\nextra-index-url = file://{tmp_path}/index/simple https://pypi.org/simple\n[install]\nretries = 1\n"
    )
    monkeypatch.setattr(roots, "PIP_FILES", (str(tmp_path / "pip.conf"), str(tmp_path / "none.conf")))
    monkeypatch.setattr(roots, "CERTIFICATES", str(tmp_path / "none"))
    for name in [name for name in roots.os.environ if name.upper().startswith(roots.PASSED_ON)]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_FIND_LINKS", f"{tmp_path}/wheels {tmp_path}/nowhere")
    assert roots.pip_ways() == [
        f"--setenv=PIP_FIND_LINKS={tmp_path}/wheels {tmp_path}/nowhere",
        f"--bind-ro={tmp_path}/wheels:{tmp_path}/wheels",
        f"--bind-ro={tmp_path}/index:{tmp_path}/index",
    ]
    assert roots.pip_settings()["install"]["retries"] == "1"
