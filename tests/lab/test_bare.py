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

        def run(command: str, name: str = "") -> tuple[int, str]:
            who = person + " with sudo" * len(rights)
            asked.append((suite, who, command))
            usual = (1, "Run: sudo apt install x") if who == bare.PERSON else (0, "")
            return ends.get((suite, name or command), ends.get((suite, who), usual))

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


def test_where_everything_is_asked_for_the_first_release_has_every_test(systems):
    assert bare.main(["--all"]) == 0
    ran = [(suite, command) for suite, who, command in systems.asked if who == "root"]
    assert ran == [("trixie", "make test-all"), ("bookworm", "make test")]
    systems.ends["trixie", "make test-all"] = 1, "3 failed"
    assert bare.main(["--all"]) == 1


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


ONE_FAILED = """tests/kiosk/test_x.py ..F
FAILED tests/event/test_line.py::test_a_call[two words]@broker - AssertionError: FAILED tests/a.py::b
1 failed, 12197 passed, 18 skipped in 1281.03s
"""
TWO_MORE = "FAILED tests/a/test_b.py::test_c - ValueError\nERROR tests/a/test_b.py::test_d\n"


def test_a_test_that_failed_beside_others_and_passes_alone_each_time_is_named(systems, capsys):
    systems.ends["trixie", "root"] = 2, ONE_FAILED
    for n in range(3):
        systems.ends["trixie", f"alone {n + 1}"] = 0, ""
    assert bare.main(["trixie"]) == 0
    assert "UNSTEADY" in (output := capsys.readouterr().out)
    assert "tests/event/test_line.py::test_a_call[two words]\n" in output
    asked = [command for _, who, command in systems.asked if who == "root"]
    alone = ".venv/bin/pytest -n 0 'tests/event/test_line.py::test_a_call[two words]'"
    assert asked == ["make test", alone, alone, alone]


@pytest.mark.parametrize(
    ("output", "third"),
    [(ONE_FAILED, 1), (ONE_FAILED + TWO_MORE, 0), ("make: *** [parts] Error 1", 0), ("INTERNALERROR> FAILED", 0)],
)
def test_what_fails_twice_or_at_more_than_two_places_or_without_a_name_fails_the_run(systems, output, third):
    systems.ends |= {("trixie", "root"): (2, output), ("trixie", "alone 1"): (0, ""), ("trixie", "alone 2"): (0, "")}
    systems.ends["trixie", "alone 3"] = third, ""
    assert bare.main(["trixie"]) == 1


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
