"""``python -m tests.lab``: the tests that need a kernel of their own, in a guest.

Arguments: tests; none means all. With ``--within`` seconds, as continuous integration asks, a machine that cannot have
the guest, or is too slow for it, is no failure: what was not seen is said. A test that fails always is one.
"""

import argparse
import signal
import sys
from pathlib import Path
from typing import NoReturn

from tests.lab import vm
from tests.lab.debian import Missing

INSIDE = "tests/lab/inside"


class Late(Exception):
    """The time that there was for it is over."""


def _late(*_: object) -> NoReturn:
    raise Late


def main(arguments: list[str]) -> int:
    """Run them; pytest's status, or 1 and a sentence where the lab cannot be set up."""
    parser = argparse.ArgumentParser(prog="python -m tests.lab")
    parser.add_argument("--within", type=int, metavar="SECONDS")
    parser.add_argument("tests", nargs="*", default=[INSIDE])
    asked = parser.parse_args(arguments)
    if asked.within is not None:
        signal.signal(signal.SIGALRM, _late)
        signal.alarm(asked.within)
        asked.tests.insert(0, "--exitfirst")  # what has failed must have been said when the time is over
    try:
        return vm.run(asked.tests, Path("out") / "lab")
    except Missing as missing:
        print(missing)
    except Late:
        print(f"The guest was not done within {asked.within} s.")
    finally:
        signal.alarm(0)
    if asked.within is None:
        return 1
    print(f"NOT SEEN in a guest with a real kernel, but for what passed above: {' '.join(asked.tests[1:])}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
