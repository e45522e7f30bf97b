"""A night of simulated evenings reads what each of them says."""

from __future__ import annotations

import subprocess

import pytest

from tools.world import night

SAID = """seed 7: 0.63 h in 9.1 s, trace 82cc5f7d; doubt at most 40, games 6, left out: a pairing, twice 2, signed 8
seed 8: 0.33 h in 5.1 s, trace 12cc5f7d; doubt at most 90, games 4
  FAILED at 20.5 s: game abc: the desk differs
  again: 8 --hours 0.35
1.0 event hours, 12.5 s of processor: 4.6 event hours a minute of it
"""


def test_counts_whose_words_have_commas_are_read_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    run = subprocess.CompletedProcess[str]((), 1, SAID, "")
    monkeypatch.setattr(subprocess, "run", lambda *given, **how: run)
    batch = night.play(7, "none", [])
    assert batch.counts == {
        "doubt at most": 90,
        "games": 10,
        "left out: a pairing, twice": 2,
        "signed": 8,
    }
    assert (batch.hours, batch.spent) == (0.96, 12.5)
    whole = night.Night()
    whole.add(batch)
    whole.add(batch)
    assert (whole.counts["doubt at most"], whole.counts["games"]) == (90, 20)
    assert batch.failures == [("FAILED at 20.5 s: game abc: the desk differs", "8 --hours 0.35")]
