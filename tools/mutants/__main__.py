"""``python -m tools.mutants``: break single places of the last commit and see whether the tests notice.

First the lines of ``tests/breaks.toml``, each against its own test; then a seeded sample of all packages, each mutant
against the nearest and quickest of the tests that run its line. ``tests/mutants.toml`` explains those that no test can
notice. The status is 1 where one of the first was not noticed, or fewer than ``--least`` of the others.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from cosmic_ray.work_db import use_db
from cosmic_ray.work_item import WorkItem, WorkResult

from tools.mutants.covering import measure, read
from tools.mutants.listed import CHOSEN, EXPLAINED, Place, listed
from tools.mutants.running import Runner
from tools.mutants.sampling import SOURCES, part_of, sample
from tools.structure import ROOT, catalogues

OUT = ROOT / "out" / "mutants"
SLOW = ("bench", "browser", "hardware", "image", "lab", "process", "world")
"""Folders of tests that run the same lines again in programs and browsers, for more than half of the time."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Sample, run, say what came of it; the status of the command."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=200, help="mutants (default 200)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (default 1)")
    parser.add_argument("--trees", type=int, default=2, help="run side by side (default 2)")
    parser.add_argument("--least", type=float, default=95, help="per cent that have to be noticed (default 95)")
    parser.add_argument("--keep", action="store_true", help="what was measured and noticed before")
    parser.add_argument("--sources", nargs="+", default=SOURCES, help="folders to break (default: all)")
    parser.add_argument("--tests", nargs="+", help="folders or files of tests (default: all but the slow ones)")
    options = parser.parse_args(arguments)
    OUT.mkdir(parents=True, exist_ok=True)
    folders = sorted(path.parent.name for path in (ROOT / "tests").glob("*/__init__.py"))
    tests = options.tests or [f"tests/{name}" for name in folders if name not in SLOW]
    with ExitStack() as stack:
        runner = Runner([stack.enter_context(tree()) for _ in range(options.trees)])
        root = runner.trees[0]
        chosen = runner.chosen(listed(root, CHOSEN, "test"))
        covering = read(OUT) if options.keep else measure(root, OUT, options.sources, tests)
        session = stack.enter_context(use_db(OUT / "session.sqlite"))
        if not options.keep:
            session.clear()
        items = list(sample(root, options.count, options.seed, options.sources))
        runner.judge(session, items, covering)
        results = dict(session.results)
        reasons = dict(listed(root, EXPLAINED, "why"))
    verdicts = [(item, results[item.job_id]) for item in items]
    print("\n".join([*chosen, *report(verdicts, reasons)]))
    return 0 if not chosen and noticed(verdicts, reasons) >= options.least else 1


@contextmanager
def tree() -> Iterator[Path]:
    """The last commit, laid out in a folder of its own, ready for its tests."""
    with tempfile.TemporaryDirectory(prefix="dvojtah-mutants-") as folder:
        place = Path(folder) / "tree"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(place), "HEAD"], check=True)
        try:
            catalogues(place)
            (place / ".venv").symlink_to(ROOT / ".venv")
            yield place
        finally:
            subprocess.run([*git, "remove", "--force", str(place)], check=True)


def place_of(item: WorkItem, result: WorkResult) -> Place:
    """By what a mutant is explained: its file, its line before and after."""
    before, after = re.findall(r"^[-+](?![-+]{2})(.*)", result.diff or "", re.MULTILINE)[:2]
    return Place(str(item.mutations[0].module_path), before.strip(), after.strip())


def noticed(verdicts: Sequence[tuple[WorkItem, WorkResult]], reasons: Mapping[Place, str]) -> float:
    """Per cent that were noticed, of those that can be."""
    counted = [result for item, result in verdicts if result.is_killed or place_of(item, result) not in reasons]
    return 100 * sum(result.is_killed for result in counted) / max(1, len(counted))


def report(verdicts: Sequence[tuple[WorkItem, WorkResult]], reasons: Mapping[Place, str]) -> Iterator[str]:
    """A table by part, then every mutant that nobody noticed."""
    living = [(item, place_of(item, result)) for item, result in verdicts if not result.is_killed]
    counts = [Counter(part_of(item.mutations[0].module_path) for item, _ in group) for group in (verdicts, living)]
    known = Counter(part_of(item.mutations[0].module_path) for item, place in living if place in reasons)
    yield f"{'part':<14} {'mutants':>8} {'survived':>9} {'explained':>10}"
    yield from (f"{part:<14} {counts[0][part]:>8} {counts[1][part]:>9} {known[part]:>10}" for part in sorted(counts[0]))
    yield f"noticed: {noticed(verdicts, reasons):.1f} % of those that can be"
    for item, place in living:
        spec = item.mutations[0]
        yield f"{place.path}:{spec.start_pos[0]} {spec.operator_name}"
        yield from (f"    - {place.before}", f"    + {place.after}", f"    {reasons.get(place, 'nobody noticed')}")


if __name__ == "__main__":
    sys.exit(main())
