"""A backup of the organiser's store on a stick, and the evening that goes on from it on a new disk.

What is on paper is there whatever becomes of a disk: the draws that were printed are entered again by hand.
"""

from __future__ import annotations

import contextlib
import random
from pathlib import Path
from typing import TYPE_CHECKING

from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.event_state import EventState
from device.organiser.store import StoreTrouble
from device.organiser.store.backup import STORE, Backup, BackupTrouble, restore
from device.organiser.tournament.drawing import Drawing
from tools.world.event_stores import FileStore
from tools.world.scheduler import SECOND

if TYPE_CHECKING:
    from tools.world.organiser import Organiser

AGAIN = (5, 20)
"""Seconds until a backup that could not be made is tried again."""
OF_TABLES = "SELECT count(*) FROM log WHERE tbl > 0 AND seq > 0"
TAKEN_BACK = "acknowledged rows taken back with the lost store"


class Backups:
    """People at the desk, and all they do so that the event outlives its disk."""

    def __init__(self, organiser: Organiser) -> None:
        self._organiser, self._evening = organiser, organiser.evening
        self._random = random.Random(f"backup {organiser.scheduler.seed}")
        self._stick = organiser.scheduler.root / "stick"
        self.is_planned = False
        """Somebody is going to make backups this evening, and prints what is drawn."""
        self.made = 0
        """How many backups lie on the stick; the newest is put back."""
        self._is_lost = False
        self._tries = 0
        self._lost_rows = 0

    @property
    def _newest(self) -> Path:
        return self._stick / f"backup-{self.made}.zip"

    # -- before --------------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Somebody saves a backup while the program runs, as soon as it can be made."""
        self._organiser.scheduler.spawn(self._save, self._evening.outside, "backup")

    def _save(self) -> None:
        self._stick.mkdir(exist_ok=True)
        organiser, scheduler = self._organiser, self._organiser.scheduler
        while not self._evening.closing:
            if organiser.service is not None and organiser.printed and not organiser.machine.is_cut:
                target = self._stick / f"backup-{self.made + 1}.zip"
                try:
                    with scheduler.on(organiser.machine):
                        Backup(self._evening.store.url).write(target)
                    self.made += 1
                    return
                except (BackupTrouble, StoreTrouble) as trouble:
                    scheduler.note("no backup", trouble)
            scheduler.park(int(self._random.uniform(*AGAIN) * SECOND))

    # -- after ---------------------------------------------------------------------------------------------------------

    def lose_store(self) -> None:
        """The disk of the organiser's machine is broken; whoever switches it on again has put in a new one."""
        self._lost_rows = self._rows_of_tables()
        self._is_lost = True
        self._organiser.machine.replace_disk()

    def put_back(self) -> None:
        """Put the newest backup back where the store was lost. Raises `BackupTrouble`, `StoreTrouble`."""
        organiser, evening = self._organiser, self._evening
        if not self._is_lost:
            return
        self._tries += 1  # a folder that power was cut over is not empty
        folder = organiser.machine.folder / f"restored-{self._tries}"
        restore(self._newest, folder)
        assert isinstance(evening.store, FileStore)
        evening.store.move(folder / STORE)
        self._is_lost = False
        organiser.restored += 1
        evening.counts[TAKEN_BACK] += self._lost_rows - self._rows_of_tables()
        with contextlib.closing(organiser.open_store()) as store:
            self._forget_decisions(OrganiserDesk(store).read())

    def _rows_of_tables(self) -> int:
        ((count,),) = self._evening.store.rows(OF_TABLES)
        return int(count)

    def _forget_decisions(self, state: EventState) -> None:
        """Decide again what was decided after the backup."""
        evening = self._evening
        evening.released.clear()
        for place in [place for place in evening.entered if place not in state.tournament.results]:
            del evening.entered[place]
        if evening.liar is not None:
            evening.liar.on_store_restored()


def printed_draw(state: EventState, round: int) -> str:
    """The draw of a round as it hangs on the wall: a table a line, then who has a bye."""
    draw = state.tournament.draw_of(round)
    assert draw is not None
    number = {id: entrant.number for id, entrant in state.tournament.entrants.items()}
    lines = [f"{table.table}: {' '.join(str(number[id]) for id in table.entrants)}" for table in draw.tables]
    return "\n".join([*lines, *(str(number[id]) for id in draw.byes)])


def enter_again(desk: OrganiserDesk, round: int, kind: str, printed: str) -> None:
    """Enter a draw that a restored store has not got as it was printed. Raises `Refusal`, `StoreTrouble`."""
    drawing = Drawing(desk)
    drawing.by_hand(round, kind, printed)
    drawing.publish(round)
