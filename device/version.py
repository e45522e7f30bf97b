"""Which version of Dvojtah runs; the one place that says so is ``pyproject.toml``."""

from __future__ import annotations

from functools import cache
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"
NAME = "dvojtah"


@cache
def version() -> str:
    """The version that runs: in a checkout what its ``pyproject.toml`` says now, else that of the installed package.

    Asked for in this order, because a checkout may be started beside an installed package of another version, and
    because an editable installation only notices a new version when it is made again.
    """
    return _checked_out() or _installed()


def _checked_out() -> str | None:
    import tomllib  # noqa: PLC0415 - the first picture does not wait for it

    try:
        project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
        return str(project["version"]) if project["name"] == NAME else None
    except (OSError, ValueError, KeyError):
        return None


def _installed() -> str:
    from importlib import metadata  # noqa: PLC0415 - as above

    try:
        return metadata.version(NAME)
    except metadata.PackageNotFoundError:
        return "?"
