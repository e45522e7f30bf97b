"""Which version of Dvojtah runs; the one place that says so is ``pyproject.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

from device.common.address import Address

PROJECT = Path(__file__).parents[2] / "pyproject.toml"
NAME = "dvojtah"
INSTALLED: Address[Callable[[str], str]] = Address("importlib.metadata:version")


@cache
def version() -> str:
    """The version that runs: in a checkout what its ``pyproject.toml`` says now, else that of the installed package.

    Asked for in this order, because a checkout may be started beside an installed package of another version, and
    because an editable installation only notices a new version when it is made again.
    """
    return _checked_out() or _installed()


def _checked_out() -> str | None:
    try:
        project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
        return str(project["version"]) if project["name"] == NAME else None
    except (OSError, ValueError, KeyError):
        return None


def _installed() -> str:
    try:
        return INSTALLED(NAME)
    except ModuleNotFoundError:  # of which metadata.PackageNotFoundError is one
        return "?"


def numbers(release: str) -> tuple[int, ...]:
    """A release number in order; ``()`` where it is none. Zeros at the end say nothing."""
    if not re.fullmatch(r"\d{1,6}(\.\d{1,6}){0,3}", release):
        return ()
    parts = [int(part) for part in release.split(".")]
    while parts and not parts[-1]:
        parts.pop()
    return tuple(parts)
