"""``python -m tools.mutants``: break single places of the last commit and see whether the tests notice.

A seeded sample over the parts of `tools.mutants.sampling.STRATA`; every mutant is run against the tests that execute
its line. ``tests/mutants.toml`` explains those that no test can notice. The status is 1 where fewer than ``--least`` of
the others are noticed.
"""

from __future__ import annotations

import argparse
import queue
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tools.mutants.covering import TESTS, TREE, Covering, brought_up, measure, read
from tools.mutants.explanations import Place, explanations, stale
from tools.mutants.running import Verdict, judge, without_false_witnesses
from tools.mutants.sampling import STRATA, Mutant, sample
from tools.mutants.verdicts import Verdicts
from tools.structure import ROOT, catalogues

OUT = ROOT / "out" / "mutants"


def main(arguments: Sequence[str] | None = None) -> int:
    """Sample, run, say what came of it; the status of the command."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=200, help="mutants (default 200)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (default 1)")
    parser.add_argument("--trees", type=int, default=2, help="run side by side (default 2)")
    parser.add_argument("--least", type=float, default=95, help="per cent that have to be noticed (default 95)")
    parser.add_argument("--keep", action="store_true", help="what the run before found, as far as it still holds")
    options = parser.parse_args(arguments)
    OUT.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    with ExitStack() as stack:
        trees = [stack.enter_context(tree()) for _ in range(options.trees)]
        covering = covering_of(trees[0], options.keep)
        mutants = sample(trees[0], options.count, options.seed)
        if not options.keep:
            (OUT / "kills.jsonl").unlink(missing_ok=True)
        kills = Verdicts(OUT / "kills.jsonl", trees[0])
        verdicts, waiting = kills.split(mutants)
        for verdict in judged(trees, waiting, lambda root, mutant: judge(root, mutant, covering)):
            kills.add(verdict)
            verdicts.append(verdict)
        verdicts = without_false_witnesses(trees[0], verdicts)
        reasons = dict(explanations(trees[0]))
        spare = [f"explains nothing: {place}" for place in stale(trees[0])]
    text = "\n".join([*report(verdicts, reasons), *spare, took(begun)])
    (OUT / "report.txt").write_text(text + "\n", encoding="utf-8")
    print(text)
    return 0 if noticed(verdicts, reasons) >= options.least else 1


def covering_of(root: Path, is_kept: bool) -> Covering:
    """Which tests run which line in ``root``: measured, or from the run before and brought up to this commit."""
    sources = [folder for folders in STRATA.values() for folder in folders]
    if is_kept and (OUT / "commit").exists():
        return brought_up(root, OUT, sources)
    measure(root, OUT, sources, [f"tests/{name}" for name in TESTS])
    return read(OUT)


def took(begun: float) -> str:
    """How long it took since ``begun`` (monotonic s), and how long a processor was busy with it."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    busy = sum(usage.ru_utime + usage.ru_stime for usage in used)
    return f"took {(time.monotonic() - begun) / 60:.0f} min, {busy / 60:.0f} min of a processor"


@contextmanager
def tree() -> Iterator[Path]:
    """The last commit, laid out in a folder of its own, ready for its tests."""
    with tempfile.TemporaryDirectory(prefix="dvojtah-mutants-") as folder:
        place = Path(folder) / TREE
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(place), "HEAD"], check=True)
        try:
            catalogues(place)
            (place / ".venv").symlink_to(ROOT / ".venv")
            yield place
        finally:
            subprocess.run([*git, "remove", "--force", str(place)], check=True)


def judged(
    trees: Sequence[Path], mutants: Sequence[Mutant], judge_in: Callable[[Path, Mutant], Verdict]
) -> Iterator[Verdict]:
    """Every mutant's verdict, as they come; each tree takes the next mutant that waits."""
    waiting: queue.SimpleQueue[Mutant] = queue.SimpleQueue()
    for mutant in mutants:
        waiting.put(mutant)
    done: queue.SimpleQueue[Verdict | BaseException] = queue.SimpleQueue()

    def work(root: Path) -> None:
        try:
            while True:
                done.put(judge_in(root, waiting.get_nowait()))
        except queue.Empty:
            pass
        except BaseException as error:
            done.put(error)

    for root in trees:
        threading.Thread(target=work, args=(root,), daemon=True).start()
    for number in range(1, len(mutants) + 1):
        verdict = done.get()
        if isinstance(verdict, BaseException):
            raise verdict
        mutant = verdict.mutant
        line = f"{number}/{len(mutants)} {mutant.path}:{mutant.line} {verdict.outcome.value}, {verdict.seconds:.0f} s"
        print(line, file=sys.stderr, flush=True)
        yield verdict


def key_of(mutant: Mutant) -> Place:
    """By what a mutant is explained."""
    return Place(mutant.path, mutant.before, mutant.after)


def noticed(verdicts: Sequence[Verdict], reasons: dict[Place, str]) -> float:
    """Per cent that were noticed, of those that can be."""
    counted = [verdict for verdict in verdicts if verdict.is_killed or key_of(verdict.mutant) not in reasons]
    return 100 * sum(verdict.is_killed for verdict in counted) / max(1, len(counted))


def report(verdicts: Sequence[Verdict], reasons: dict[Place, str]) -> Iterator[str]:
    """A table by part, then every mutant that nobody noticed."""
    yield f"{'part':<12} {'mutants':>8} {'killed':>8} {'survived':>9} {'explained':>10}"
    for part in STRATA:
        own = [verdict for verdict in verdicts if verdict.mutant.part == part]
        living = [verdict for verdict in own if not verdict.is_killed]
        known = sum(key_of(verdict.mutant) in reasons for verdict in living)
        yield f"{part:<12} {len(own):>8} {len(own) - len(living):>8} {len(living):>9} {known:>10}"
    yield f"noticed: {noticed(verdicts, reasons):.1f} % of those that can be"
    for verdict in verdicts:
        if not verdict.is_killed:
            mutant = verdict.mutant
            yield f"{mutant.path}:{mutant.line} {mutant.operator}, {verdict.outcome.value} ({verdict.tests} tests)"
            yield f"    - {mutant.before}"
            yield f"    + {mutant.after}"
            if reason := reasons.get(key_of(mutant)):
                yield f"    {reason}"


if __name__ == "__main__":
    sys.exit(main())
