"""The dependency groups of pyproject.toml, as lines that every pip reads; groups are named on the command line."""

import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def requirements(*names: str, project: Path = PROJECT) -> list[str]:
    """What these groups ask for, included ones in their place. Raises `KeyError` for one that is not there."""
    groups = tomllib.loads(project.read_text(encoding="utf-8"))["dependency-groups"]
    lines: list[str] = []
    for name in names:
        for entry in groups[name]:
            lines += [entry] if isinstance(entry, str) else requirements(entry["include-group"], project=project)
    return lines


if __name__ == "__main__":
    try:
        print(*requirements(*sys.argv[1:]), sep="\n")
    except KeyError as missing:
        sys.exit(f"pyproject.toml has no dependency group {missing}.")
