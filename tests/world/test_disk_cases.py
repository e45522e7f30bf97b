"""What the simulated disk draws of each case is among what it allows."""

from __future__ import annotations

from random import Random

import pytest

from tests.world.disk_cases import BEFORE, CASES, PAGE, possible, states_of
from tools.world.medium import Truncation, Write

DRAWS = 60


@pytest.mark.parametrize("sqlite", [False, True])
@pytest.mark.parametrize("name", CASES)
def test_every_image_is_allowed_and_once_all_is_synced_there_is_one(disk, tmp_path, name, sqlite):
    folder = tmp_path.resolve() / "case"
    folder.mkdir()
    numbers = []
    for allowed in states_of(disk, folder, CASES[name], sqlite=sqlite):
        images = [disk.image(folder, Random(seed)) for seed in range(DRAWS)]
        assert all(allowed.allows(image) for image in images)
        now = {path.name: path.read_bytes() for path in folder.iterdir()}
        assert allowed.allows(now), "nothing has to be lost"
        safe = len(allowed.names) == 1 and not any(changes for _, changes in allowed.files.values())
        numbers.append(len({tuple(sorted(image.items())) for image in images}))
        assert (numbers[-1] == 1) == safe
    assert numbers[0] == 1
    assert max(numbers) > 1


def test_what_no_cut_leaves_is_not_allowed():
    old, change = BEFORE["a"], Write(0, b"x" * PAGE, 3 * PAGE, b"o" * PAGE)
    new = b"x" * PAGE + old[PAGE:]
    assert possible(new, [change], old)
    assert possible(new, [change], old[:512] + new[512:1024] + old[1024:]), "a sector of it"
    assert not possible(new, [change], old[:100] + new[100:512] + old[512:]), "half a sector"
    assert not possible(new, [], old), "a synced write is lost"
    assert not possible(new, [change], old[:-1])
    shorter = Truncation(100, 3 * PAGE, old[100:])
    assert possible(old[:100], [shorter], old)
    assert not possible(old[:100], [shorter], old[:200])
    zeros = old[:100] + bytes(PAGE - 100) + old[PAGE:]
    assert possible(old[:100], [shorter], zeros), "the rest of its page, before it has its length"
    assert not possible(old[:100], [shorter], old[:100] + bytes(3 * PAGE - 100))
