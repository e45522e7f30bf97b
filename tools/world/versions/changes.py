"""Changes the version of machines: power off, another version, power on with the same folder."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

from device.common import version
from rules.game import Progress
from tools.world.scheduler import SECOND
from tools.world.versions.cases import CASES, ORGANISER, TABLES
from tools.world.versions.earlier import EarlierProgram
from tools.world.versions.program import HeardGame, Program

if TYPE_CHECKING:
    from tools.world.evening import Evening
    from tools.world.table import HallTable

PRESENT_VERSION = "0.3.0"
"""What the present program calls itself here: it has its next number only when it is released."""
WITHIN = (0.2, 0.7)
"""In which part of an evening versions are changed."""
LOOK = 2 * SECOND
PATIENCE = 180 * SECOND
"""For how long somebody waits until a table is in mid-game."""


class VersionChanges:
    """The versions of one evening; ``case`` is a word of `CASES`, ``earlier`` one of `STATES`.

    Draws from a random of its own. Raises `NoHistory`.
    """

    def __init__(self, evening: Evening, case: str, earlier: str) -> None:
        self._evening, self._case = evening, CASES[case]
        self._earlier = EarlierProgram(evening, earlier)
        self._draw = random.Random(f"versions {evening.scheduler.seed}")
        _call_present(evening)
        evening.counts[f"versions: {case.replace(',', ' and')}"] += 1
        for role in sorted(self._case.earlier):
            for part in self._parts(role):
                part.program = self._earlier

    def _parts(self, role: str) -> list[Any]:
        evening = self._evening
        if role == TABLES:
            return list(evening.tables)
        return [evening.organiser if role == ORGANISER else evening.second]

    @property
    def games(self) -> tuple[str, ...]:
        """The games that every version here knows."""
        return tuple(self._earlier.games)

    def start(self) -> None:
        """Draw when each machine is given another version."""
        for role in sorted(self._case.changed):
            for part in self._parts(role):
                at = int(self._evening.end * self._draw.uniform(*WITHIN))
                self._evening.scheduler.at(at, self._change_in_mid_game, part, at + PATIENCE)

    def _change_in_mid_game(self, part: Any, until: int) -> None:
        scheduler = self._evening.scheduler
        if self._evening.closing:
            return
        if part in self._evening.tables and scheduler.now < until and not _is_in_mid_game(part):
            scheduler.after(LOOK, self._change_in_mid_game, part, until)
            return
        mid_game = part in self._evening.tables and _is_in_mid_game(part)
        other = self._earlier if part.program.is_present else self._evening.present
        self._evening.counts[f"{'upgraded' if other.is_present else 'taken back'}{' in mid-game' * mid_game}"] += 1
        self._give(part, other)

    def _give(self, part: Any, program: Program) -> None:
        self._evening.scheduler.note("version", part.machine.name, program.name or "present")
        part.program = program
        part.machine.power_off()

    def check(self) -> None:
        """While versions differ: a table says what waits there, and what was signed counts or the desk says why not."""
        evening, program = self._evening, self._evening.organiser.program
        if evening.organiser.service is None:
            evening.counts["an earlier organiser opens no store"] += 1
            return
        for table in evening.tables:
            self._check_outbox(table)
        with evening.scheduler.on(evening.organiser.machine):
            store = program.open_store(evening.store)
            state = program.desk(store).read()
            for uid, scores in evening.signed.items():
                if scores:
                    self._check_signed(uid, scores, program.heard(state, uid))
            store.close()

    def _check_outbox(self, table: HallTable) -> None:
        client, journal = table.client, table.journal
        if table.table is None or journal is None or client is None:
            self._evening.counts["an earlier table opens no journal"] += 1
            return
        left = journal.outbox.count(self._evening.event)
        if left and not table.program.is_present:
            self._evening.counts["left out: an earlier table waits"] += 1
        elif left and (client.status is None or client.status.other_version is None):
            self._evening.scheduler.fail(f"{table.machine.name}: {left} rows wait, and nothing says why")
        elif left:
            self._evening.counts["a table says what waits"] += 1

    def _check_signed(self, uid: str, scores: tuple[tuple[str, str, str], ...], heard: HeardGame | None) -> None:
        if heard is not None and heard.scores == scores:
            self._evening.counts["counts while versions differ"] += 1
        elif heard is not None and heard.trouble and not self._evening.organiser.program.is_present:
            self._evening.counts["the desk says what it cannot read"] += 1
            self._evening.scheduler.note("not read at the desk", uid[:6], heard.trouble)
        else:
            self._evening.scheduler.fail(
                f"game {uid[:6]} is signed {scores}; while versions differ the desk has {heard}"
            )

    def upgrade_all(self) -> None:
        """In the end everybody has the present version."""
        for role in sorted(self._case.roles):
            for part in self._parts(role):
                if not part.program.is_present:
                    self._evening.counts["upgraded in the end"] += 1
                    self._give(part, self._evening.present)


def changes_of(evening: Evening, case: str | None, earlier: str) -> VersionChanges | None:
    """The version changes of an evening; None where all have the present version."""
    return None if case is None else VersionChanges(evening, case, earlier)


def _is_in_mid_game(table: Any) -> bool:
    """Whether a game is under way there that somebody has begun to play."""
    history = None if table.table is None else table.table.history
    return history is not None and history.game.progress(history.state) is Progress.PLAYING


def _call_present(evening: Evening) -> None:
    """Let the present program say the number of its next release, so that it is another one than the earlier's."""
    project = evening.root / "pyproject.toml"
    project.write_text(f'[project]\nname = "{version.NAME}"\nversion = "{PRESENT_VERSION}"\n', encoding="utf-8")
    real = version.PROJECT

    def call(project: Path) -> None:
        version.PROJECT = project
        version.version.cache_clear()

    call(project)
    evening.at_end.append(lambda: call(real))
