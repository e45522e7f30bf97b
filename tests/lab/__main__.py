"""``python -m tests.lab``: the tests that need a kernel of their own, in a guest. Arguments: tests; none means all."""

import sys
from pathlib import Path

from tests.lab import vm
from tests.lab.debian import Missing

INSIDE = "tests/lab/inside"


def main(arguments: list[str]) -> int:
    """Run them; pytest's status, or 1 and a sentence where the lab cannot be set up."""
    try:
        return vm.run(arguments or [INSIDE], Path("out") / "lab")
    except Missing as missing:
        print(missing)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
