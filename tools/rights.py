"""Print who may do what from the code into docs/rights.md. ``--check`` only compares."""

import sys
from collections.abc import Mapping
from pathlib import Path

from device.common.rights import AT_TABLE, LOOKING, OF_ACCOUNTS, Right
from device.organiser.desk.forms import AT_DESK

PAGE = Path(__file__).parents[1] / "docs" / "rights.md"
MARK = "<!-- printed by tools/rights.py -->\n"


def table(head: str, rights: Mapping[str, Right]) -> str:
    """One of both tables, the least role first."""
    rows = sorted(rights.items(), key=lambda item: item[1].role)
    lines = [f"| {right.role.name.lower()} | {right.what} | `{act}` |" for act, right in rows]
    return "\n".join([f"## {head}", "", "| least role | act | word |", "| --- | --- | --- |", *lines, ""])


def printed() -> str:
    """What stands below the page's mark."""
    parts = {
        "At the desk": AT_DESK,
        "Who may come in at the desk": OF_ACCOUNTS,
        "Only looking": LOOKING,
        "Behind the referee's PIN": AT_TABLE,
    }
    return "\n" + "\n".join(table(head, rights) for head, rights in parts.items())


if __name__ == "__main__":
    before, mark, after = PAGE.read_text(encoding="utf-8").partition(MARK)
    if "--check" in sys.argv:
        sys.exit(after != printed())
    PAGE.write_text(before + mark + printed(), encoding="utf-8")
