"""Benches with pods, cleared away after the test."""

import pytest

from tests.pod.bench import Bench


@pytest.fixture
def bench(tmp_path):
    made = []

    def make(**more):
        made.append(Bench(tmp_path / f"bench{len(made)}", **more))
        return made[-1]

    yield make
    for one in made:
        one.close()
