"""Verdicts of runs before: what was noticed stays noticed while the file and the test that failed stay the same."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools.mutants.running import Outcome, Verdict
from tools.mutants.sampling import Mutant


class Verdicts:
    """The kills that are known, in a file of a line each: a run that was ended goes on from there."""

    def __init__(self, file: Path, root: Path) -> None:
        self._file, self._root = file, root
        self._known: dict[str, tuple[str, int, float, str]] = {}
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
            mutant, *verdict = json.loads(line)
            self._known[mutant] = (verdict[0], verdict[1], verdict[2], verdict[3])

    def split(self, mutants: Sequence[Mutant]) -> tuple[list[Verdict], list[Mutant]]:
        """The verdicts that still hold, and the mutants that have to be judged."""
        held = list(self._held(mutants))
        return held, [mutant for mutant in mutants if mutant not in {verdict.mutant for verdict in held}]

    def add(self, verdict: Verdict) -> None:
        """Keep it where somebody noticed."""
        if verdict.outcome is Outcome.KILLED and "::" in verdict.witness:
            known = [*self._keys(verdict.mutant, verdict.witness), verdict.tests, verdict.seconds, verdict.witness]
            with self._file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(known) + "\n")

    def _held(self, mutants: Sequence[Mutant]) -> Iterator[Verdict]:
        for mutant in mutants:
            file, tests, seconds, witness = self._known.get(self._keys(mutant, "")[0], ("", 0, 0.0, ""))
            if witness and file == self._keys(mutant, witness)[1]:
                yield Verdict(mutant, Outcome.KILLED, tests, seconds, witness)

    def _keys(self, mutant: Mutant, witness: str) -> tuple[str, str]:
        test = self._root / witness.partition("::")[0]
        return _hash(mutant.path + mutant.code), _hash(test.read_text(encoding="utf-8")) if test.is_file() else ""


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
