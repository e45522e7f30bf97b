"""Benches with pods, cleared away after the test."""

import pytest

from tests.pod.bench import Bench


@pytest.fixture
def bench(tmp_path):
    benches = []

    def make(**more):
        benches.append(Bench(tmp_path / f"bench{len(benches)}", **more))
        return benches[-1]

    yield make
    for built in benches:
        built.close()
