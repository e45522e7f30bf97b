"""The journal on a disk whose power goes at each of its writes: what was said to be safe is there, and is sent."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from device.journal import Journal
from rules.polish_doubles import GAME
from tests.journal.test_torn_commit import EVENT, SETUP, Evening, Row, batch, check, note, rows_of
from tests.world.test_disk import write
from tools.world.disk import Disk

IMAGES = 2
"""What is drawn of each cut."""
CUTS = 4
"""In one evening."""


class Power(Evening):
    """A table's journal at an event, with a game, whose power goes."""

    def __init__(self, disk: Disk, folder: Path) -> None:
        folder.mkdir()
        self.disk, self.volume = disk, disk.machine(f"{folder}/")
        super().__init__(folder, Journal(folder / "journal.db"))
        self.journal.outbox.join(EVENT, 7)
        self.game = self.journal.new_game(GAME, SETUP)
        assert self.journal.flush()
        self.safe_rows: set[Row] = rows_of(self.journal)

    def commit_all(self, do: Callable[[], object]) -> bool:
        """Commit what ``do`` brings up, in one; False where the power went."""
        with self.journal._guard:  # so that the writer gathers it
            do()
        if not self.journal.flush():
            return False
        self.safe_rows = rows_of(self.journal)
        return True

    def restart(self, draw: Random) -> None:
        """Power is back, on a card that was left so by the cut."""
        self.journal.close()
        image = self.disk.image(self.folder, draw)
        self.disk.forget(f"{self.folder}/")
        shutil.rmtree(self.folder)
        write(self.folder, image)
        self.volume = self.disk.machine(f"{self.folder}/")
        self.journal = Journal(self.folder / "journal.db", on_mended=print)
        self.journal.outbox.join(EVENT, 7)
        assert self.journal.flush()
        self.safe_rows = rows_of(self.journal)

    def check_images(self, name: str) -> set[Row]:
        """The next start on each image of a card that a cut leaves; the rows that are there on all of them."""
        there = []
        for seed in range(IMAGES):
            place = self.folder.with_name(f"{name}-{seed}")
            write(place, self.disk.image(self.folder, Random(f"{name} {seed}")))
            self.disk.machine(f"{place}/")
            notices: list[str] = []
            journal = Journal(
                place / "journal.db", on_mended=lambda message, notices=notices: notices.append(str(message))
            )
            there.append(rows_of(journal))
            check(self, journal, self.safe_rows)
            self.disk.forget(f"{place}/")
            if self.disk.in_order:
                assert notices == [], "an ordinary cut is no damage"
        return set.intersection(*there)


@pytest.fixture
def powered(disk, tmp_path):
    opened: list[Power] = []

    def make(name: str) -> Power:
        opened.append(Power(disk, tmp_path.resolve() / name))
        return opened[-1]

    yield make
    for power in opened:
        power.journal.close()


@pytest.mark.parametrize(
    ("commit", "in_order"),
    [("a game begun", True), ("a game begun", False), ("an entry", False), ("long entries", False)],
)
def test_the_power_goes_at_each_write_of_a_commit(powered, commit, in_order):
    for number in range(100):
        power = powered(f"{commit} {number}")
        power.disk.in_order = in_order
        do: Callable[[], object] = {
            "a game begun": lambda power=power: power.journal.new_game(GAME, SETUP),
            "an entry": lambda power=power: power.journal.append(power.game, note(1), "touch", 0),
            "long entries": lambda power=power: [
                power.journal.append(power.game, note(n, "dlouhá " * 140), "touch", 0) for n in range(1, 4)
            ],
        }[commit]
        power.disk.cut_after(power.volume, number)
        done = power.commit_all(do)
        there = power.check_images(f"{commit}-{number}")
        if done:
            assert there >= power.safe_rows
            break
    assert number > 3


@pytest.mark.parametrize("seed", range(3))
def test_the_power_goes_somewhere_in_an_evening(powered, seed):
    """Also while the log goes into the file. Each start goes on from what was left."""
    draw = Random(seed)
    power = powered(f"evening {seed}")
    for number in range(CUTS):
        lengths = {game.id: game.entries for game in power.journal.games()}
        power.disk.cut_after(power.volume, draw.randrange(1, 300))
        while power.commit_all(lambda lengths=lengths: batch(power, draw, lengths)):
            if draw.random() < 0.2:
                power.deliver(draw.randint(0, len(power.journal.outbox.waiting(EVENT, 0, 1000))))
        power.check_images(f"evening {seed} cut {number}")
        power.restart(draw)
