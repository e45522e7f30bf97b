"""``python -m tools.release.changelog v0.2.0``: what the changelog says of a version, as the text of its release."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

from tools.image.payload import ROOT
from tools.image.said import Refused


def part_of(text: str, version: str) -> str:
    """What stands below the heading of ``version``, with or without its ``v``. Raises `Refused` where there is none."""
    name = version.removeprefix("v")
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        heading, _, content = part.partition("\n")
        if heading.split(" ")[0] == name:
            return content.strip() + "\n"
    raise Refused(f"CHANGELOG.md has no heading for version {name}.")


def main(arguments: Sequence[str]) -> int:
    """Print the part of the version that is named."""
    try:
        (version,) = arguments
        sys.stdout.write(part_of((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version))
    except (Refused, ValueError) as error:
        sys.stderr.write(f"{error if isinstance(error, Refused) else 'Which version? For instance v0.2.0.'}\n")
        return 1 if isinstance(error, Refused) else 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
