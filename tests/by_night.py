"""What `make test` leaves to `make test-all`, which runs before a release and on one system in continuous integration.

``by_night.txt`` lists it by the beginnings of the tests' names. Only a further value of a parameter may stand there,
more of the same evenings, or a further fault that is planted to try the simulation, each with the test of every run
that stands for it. Whoever names a test itself gets it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pytest

LIST = Path(__file__).with_name("by_night.txt")
WORTH_S = 2.0
"""Seconds that a line has to save."""


class Left(NamedTuple):
    """A line: beginning of a test's name, seconds that it takes on two cores, and which test stands for it."""

    beginning: str
    seconds: float
    stand_in: str


def lines(text: str) -> list[Left]:
    """The lines of the list, its three columns two blanks or more apart. ValueError for a line that lacks some."""
    columns = [[column.strip() for column in line.split("  ") if column.strip()] for line in text.splitlines()]
    return [
        Left(beginning, float(seconds.removesuffix(" s")), stand_in)
        for beginning, seconds, stand_in in (line for line in columns if line and not line[0].startswith("#"))
    ]


def left_out(names: Iterable[str], text: str) -> set[str]:
    """Those of the tests, by name, that the list leaves out."""
    beginnings = tuple(line.beginning for line in lines(text))
    return {name for name in names if name.startswith(beginnings)}


def stale(names: Iterable[str], text: str) -> list[str]:
    """What is wrong with lines about files whose tests are all among ``names``, each with the reason."""
    every = set(names)
    files, out = {name.partition("::")[0] for name in every}, left_out(every, text)
    wrong = []
    for line in lines(text):
        if line.beginning.partition("::")[0] in files and not any(name.startswith(line.beginning) for name in out):
            wrong.append(f"{line.beginning}: no test's name begins so")
        if line.stand_in.partition("::")[0] in files and not any(
            name.startswith(line.stand_in) for name in every - out
        ):
            wrong.append(f"{line.stand_in}: stands for others, and not every run has it")
        if line.seconds < WORTH_S:
            wrong.append(f"{line.beginning}: is quick enough for every run")
    return wrong


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--all``: make test-all."""
    parser.addoption("--all", action="store_true", help=f"with the tests that {LIST.name} leaves to a night")


@pytest.hookimpl(tryfirst=True)  # before any other leaves some out
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave them out, unless everything is asked for or a test by its name; the list has to be true of the tests."""
    if any("::" in argument for argument in config.args):
        return
    text = LIST.read_text(encoding="utf-8")
    if wrong := stale((item.nodeid for item in items), text):
        raise pytest.UsageError("\n".join([f"{LIST.name}:", *wrong]))
    if config.getoption("--all"):
        return
    left = left_out((item.nodeid for item in items), text)
    if left:
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid in left])
        items[:] = [item for item in items if item.nodeid not in left]
