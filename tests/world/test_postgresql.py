"""The model of PostgreSQL beside PostgreSQL: one table of cases, and everybody gets the same from both."""

from __future__ import annotations

import pytest

from device.organiser.store import postgres
from tests.world.database_stage import ModelStage, PostgresStage
from tests.world.database_trouble_cases import CASES

SEEDS = range(1, 4)


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    """Nobody waits ten seconds for a lock."""
    monkeypatch.setattr(postgres, "PATIENCE_S", 0.4)
    monkeypatch.setattr(postgres, "TURN_S", 0.5)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("name", CASES)
def test_on_the_model_everybody_gets_what_postgresql_gives(tmp_path, postgres, database, name):
    with PostgresStage(postgres, database) as stage:
        CASES[name](stage)
        expected = stage.records()
    assert "broken script" not in str(expected)
    for seed in SEEDS:
        with ModelStage(tmp_path / f"model {seed}", seed) as stage:
            CASES[name](stage)
            assert stage.records() == expected, f"seed {seed}"
