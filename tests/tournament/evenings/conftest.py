"""A hall with broker, organiser's program and browser for each evening; what it came to is printed at the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.organiser.chromium import Browser, Chromium, chromium
from tests.organiser.conftest import store_url
from tests.organiser.evening import Evening
from tests.services import needs
from tests.tournament.desk import Organiser

__all__ = ["store_url"]

REPORT = pytest.StashKey[list[str]]()


@pytest.fixture
def evening(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Evening]:
    """Broker and organiser's program, for 60 tables where a test asks for no other number."""
    new_evening = Evening(tmp_path, str(tmp_path / "event.db"), getattr(request, "param", 60))
    new_evening.start_broker()
    new_evening.start_organiser()
    yield new_evening
    new_evening.close()


@pytest.fixture
def organiser(evening: Evening, tmp_path: Path) -> Iterator[Organiser]:
    """Who sits at the desk."""
    needs(chromium(), "chromium")
    folder = tmp_path / "profile"
    folder.mkdir()
    program = Chromium(folder)
    yield Organiser(Browser(program), f"http://127.0.0.1:{evening.desk_port}", "heslo")
    program.close()


@pytest.fixture
def report(request: pytest.FixtureRequest) -> list[str]:
    """Lines for people, printed when all is over and kept in `out/tournament.txt`."""
    return request.config.stash.setdefault(REPORT, [])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print what the evenings came to."""
    lines = config.stash.get(REPORT, [])
    if lines:
        out = Path("out") / "tournament.txt"
        out.parent.mkdir(exist_ok=True)
        out.write_text("\n".join(lines) + "\n", encoding="utf-8")
        terminalreporter.section("tournaments")
        for line in lines:
            terminalreporter.line(line)
