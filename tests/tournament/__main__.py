"""``python -m tests.tournament``: whole tournaments at the desk in a browser. Arguments are pytest's."""

import os
import sys

import pytest

from tests.tournament.conftest import ASKED

EVENINGS = "tests/tournament/evenings"


def main(arguments: list[str]) -> int:
    """Play them; pytest's status."""
    os.environ[ASKED] = "1"
    os.environ["CI"] = "1"  # a part that is missing is no reason to have seen nothing
    return int(pytest.main(["-p", "no:xdist", "--timeout=600", *(arguments or [EVENINGS])]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
