"""The organiser's machine: the real program, and two helpers at two desks."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.event_state import EventState
from device.organiser.service import OrganiserService
from device.organiser.store import EventStore
from device.organiser.store.backup import BackupTrouble
from device.organiser.tournament.kinds import is_for_two, is_money
from tools.world.backups import Backups, enter_again, printed_draw
from tools.world.drawn_games import SHEETS, spec_of
from tools.world.machine import Machine
from tools.world.scheduler import SECOND

if TYPE_CHECKING:
    from tools.world.evening import Evening
    from tools.world.small_files import SmallFiles

ROUND_S = 1800
BREAK_S = 60
TABLE_ON_PAPER = 0.3
"""How likely there is a table without a device, whose results are entered at the desk."""
ONE_MORE = 0.2
"""How likely there is somebody who fills no table."""
ENTERED = 0.3
"""How likely a helper enters a slip that lies there."""


class Organiser:
    """Draws rounds and starts them when the one before is played, until there were ``rounds``."""

    def __init__(self, evening: Evening, machine: Machine, rounds: int) -> None:
        self.evening, self.machine, self.rounds = evening, machine, rounds
        self.scheduler = evening.scheduler
        self.program = evening.present
        """The version that it runs from its next start on."""
        self.service: OrganiserService | None = None
        self.tells_no_more = False
        """Nobody tells tables anything any more: something was said that nothing is to take the place of."""
        self.random = random.Random(f"desk {evening.scheduler.seed}")
        self.on_boot: list[Callable[[], None]] = []
        """Is told that its program runs, on its machine."""
        self.backups = Backups(self)
        self.small_files: SmallFiles | None = None
        """Those beside the store that the desk changes this evening, if it does."""
        self.restored = 0
        """How often the event went on from a backup."""
        self.printed: dict[int, str] = {}
        """By its round, each draw as it was printed, where backups are planned."""
        self._open_stores: list[EventStore] = []
        machine.on_cut.append(self._on_cut)

    def open_store(self) -> EventStore:
        """A handle on the store."""
        store = self.program.open_store(self.evening.store)
        self._open_stores.append(store)
        return store

    def _on_cut(self) -> None:
        self.evening.counts["power cuts"] += 1
        self.close_files()
        self.service = None

    def close_files(self) -> None:
        """Let go of what a dead program has open."""
        for store in self._open_stores:
            with contextlib.suppress(Exception):
                store.close()
        self._open_stores = []

    def boot(self) -> None:
        """Start the program, and let the helpers sit down."""
        self.scheduler.spawn(self._run, self.machine, "organiser")

    def _run(self) -> None:
        while True:
            try:
                if self.small_files is not None:
                    self.small_files.on_boot()
                self.backups.put_back()
                service = self.program.service(self.open_store)
                service.start()
                break
            except (self.program.trouble, BackupTrouble) as trouble:
                self.scheduler.note("no store", trouble)
                self.scheduler.park(2 * SECOND)
        self.service = service
        for start in self.on_boot:
            start()
        for helper in (self._lead, self._help):
            self._sit_down(helper)

    def _sit_down(self, helper: Callable[[OrganiserDesk], None]) -> None:
        self.scheduler.spawn(lambda: self._decide(helper), self.machine, helper.__name__)

    def _decide(self, helper: Callable[[OrganiserDesk], None]) -> None:
        desk = self._desk()
        desk.by = helper.__name__
        while not self.evening.finished:
            self.scheduler.park(int(self.random.uniform(5, 25) * SECOND))
            try:
                with desk.deciding():
                    helper(desk)
            except self.program.trouble as trouble:
                self.scheduler.note("desk waits", trouble)
            except self.program.refusal as refusal:
                self.scheduler.note("desk refused", refusal)

    def _desk(self) -> OrganiserDesk:
        while True:
            try:
                return self.program.desk(self.open_store())
            except self.program.trouble as trouble:
                self.scheduler.note("desk waits", trouble)
                self.scheduler.park(2 * SECOND)

    def tell(self, number: int, text: str) -> None:
        """Somebody at the desk tells a table something, now."""

        def tell() -> None:
            desk = self._desk()
            with contextlib.suppress(self.program.trouble, self.program.refusal), desk.deciding():
                desk.tell(number, text)

        self.scheduler.spawn(tell, self.machine, "tell")

    # -- the helpers --------------------------------------------------------------------------------------------------

    def _lead(self, desk: OrganiserDesk) -> None:
        """Enrols; draws a round when the one before is played, and starts it."""
        state = desk.read()
        if not state.tournament.entrants:
            return self._enrol(desk)
        last = self._last_round(state)
        if last + 1 in self.printed:
            enter_again(desk, last + 1, self.evening.game, self.printed[last + 1])
            desk.round(last + 1, ROUND_S, self.evening.game, BREAK_S)
            self.evening.counts["draws entered again"] += 1
            return None
        if last and any(table.scores is None for table in self.program.results(state, last)):
            return None
        if last >= self.rounds or self.evening.closing:
            return None
        method = "swiss" if is_for_two(spec_of(self.evening.game)) else "fours"
        self.program.draw(desk, last + 1, self.evening.game, method, self.random.randrange(1000))
        if self.backups.is_planned:
            self.printed[last + 1] = printed_draw(desk.read(), last + 1)
        desk.round(last + 1, ROUND_S, self.evening.game, BREAK_S)
        self.evening.counts["decisions"] += 1
        self.scheduler.note("round", last + 1)
        return None

    def _enrol(self, desk: OrganiserDesk) -> None:
        """As many as fill the tables; sometimes a table more than there are devices, or one who has a bye."""
        game, luck = self.evening.game, self.random
        seats = spec_of(game).seats
        if game in SHEETS:
            self.program.add_sheet(desk, SHEETS[game])
        each = min(4, seats.most)
        count = each * (len(self.evening.numbers) + (luck.random() < TABLE_ON_PAPER)) + (luck.random() < ONE_MORE)
        word, players = ("Dvojice", ("Jan", "Eva")) if seats.pairs else ("Hráč", ("Hráč",))
        numbers = range(1, count + 1)
        teams = [tuple(f"{player} {n}" for player in players) for n in numbers]
        names = [" + ".join(team) if game in SHEETS else f"{word} {n}" for n, team in zip(numbers, teams, strict=True)]
        self.program.enrol(desk, list(zip(names, teams, strict=True)))

    def _enter_result(self, desk: OrganiserDesk, round: int) -> None:
        """The result of a table without a device, from its slip."""
        evening, kind = self.evening, self.evening.game
        for result in self.program.results(desk.read(), round):
            if result.scores is None and result.drawn.table not in evening.numbers and self.random.random() < ENTERED:
                figures = tuple(self.random.sample(range(1, 30), len(result.drawn.entrants)))
                if is_money(spec_of(kind)):
                    figures = (*figures[1:], -sum(figures[1:]))
                self.program.enter_result(desk, round, result.drawn.table, figures)
                evening.entered[round, result.drawn.table] = figures
                evening.counts["results entered at the desk"] += 1

    def _help(self, desk: OrganiserDesk) -> None:
        """Announcements, notes, results sent back, calls seen to, numbers released."""
        luck, state, evening = self.random, desk.read(), self.evening
        evening.counts["decisions"] += 1
        draw = luck.random()
        if self.tells_no_more:
            pass
        elif draw < 0.1:
            desk.notice(f"Občerstvení {luck.randrange(99)}")
        elif draw < 0.2 and state.places:
            desk.tell(luck.choice(sorted(state.places)), "Pojďte k pořadateli")
        elif draw < 0.3 and state.places and not evening.closing:
            desk.send_back(luck.choice(sorted(state.places)), "Chybí podpis")
        elif (draw < 0.35 or evening.closing) and state.round.round:
            if state.round.paused_at is not None:
                desk.resume_round()
            elif not evening.closing:
                desk.pause_round()
        if round := self._last_round(state):
            self._enter_result(desk, round)
        for number in sorted(state.places):
            if state.places[number].call is not None and luck.random() < 0.5:
                desk.settle_call(number)
        for number in sorted(evening.broken - evening.released):
            if number in state.places and not state.places[number].released and self._is_held(state, number):
                desk.release(number)
                evening.released.add(number)
                self.scheduler.note("released", number)

    def _is_held(self, state: EventState, number: int) -> bool:
        """True while the number belongs to the device that is broken, and not to its spare."""
        spare = next((table for table in self.evening.tables if table.machine is self.evening.spare_machine), None)
        return spare is None or spare.client is None or state.places[number].holder != spare.client.device

    def _last_round(self, state: EventState) -> int:
        """How many rounds are drawn."""
        number = 0
        while self.program.is_drawn(state, number + 1):
            number += 1
        return number
