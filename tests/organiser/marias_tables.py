"""Mariáš tables for a tournament: journal, outbox, link, rules and the game's own screens, but for the pictures."""

from __future__ import annotations

import json
import queue
import random
import sqlite3
import time
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

from msgspec import structs

from device.app.assembly import TableLink
from device.common.event.ticket import read_code, store_ticket
from device.common.settings.settings import Settings
from device.games.setup_controller import SetupState
from device.journal import Journal
from device.kiosk.screen import StartGame
from device.people.people import People
from device.registry import TABLES
from device.screens.event import next_round
from device.screens.event.screens import seat
from device.table.table import Table
from rules.games import GAMES
from rules.marias import acts as e
from rules.marias.acts.deals import check
from rules.marias.deal import SEAT, Commitment
from rules.marias.state import Phase
from rules.message import Refusal

STAKE, TOKENS, TOKEN = 5000, 5, 20


class MariasTable:
    """A table of the tournament. Everything that people do here is done by what the screens do, at once."""

    def __init__(self, engine, folder: Path, number: int, seed: int) -> None:
        self.number, self.random = number, random.Random(f"{seed} {number}")
        self.path = folder / f"table-{number}.db"
        self.settings = Settings(journal=str(self.path))
        store_ticket(self.settings.ticket_path, read_code(engine.files.code(number)))
        self._queue: queue.SimpleQueue = queue.SimpleQueue()
        self.journal = Journal(self.path)
        self.table = Table(self.journal, GAMES)
        self.event = TableLink(self.settings, self.journal, self._queue.put, time.monotonic_ns)
        self.people = People(self.journal, listed=lambda: self.event.people)
        self.games = dict.fromkeys(TABLES)
        self.host = SimpleNamespace(table=self.table, event=self.event, people=self.people, games={})
        self.host.show_game = lambda: None
        self.event.start()

    @property
    def state(self):
        return self.table.state

    def turn(self) -> None:
        """A turn of the loop: what came, the organiser's clock, what the organiser may know."""
        while not self._queue.empty():
            self.event.on_update(self._queue.get(), self.table)
        self.event.advance(self.table, time.monotonic_ns())
        self.event.on_shown(self.table)

    def off(self) -> None:
        """Somebody stumbles over the network cable."""
        self.turn()
        self.event.close()
        self.event.status = structs.replace(self.event.status, connected=False, answered=False)

    def on(self) -> None:
        self.event.start()

    def close(self) -> None:
        self.event.close()
        self.journal.close()

    @property
    def delivered(self) -> bool:
        self.turn()
        return self.journal.flush() and self.journal.outbox.count(self.event.ticket.event) == 0

    # -- people ----------------------------------------------------------------------------------------------------

    def drawn_for(self, round: int) -> bool:
        self.turn()
        pairing = self.event.order.pairing
        return pairing is not None and pairing.round == round

    def counts(self, round: int) -> bool:
        """Whether the round is counted down here."""
        self.turn()
        return self.event.status.countdown is not None and self.event.status.countdown.round == round

    def sit_down(self) -> None:
        """They sit down as the card or the home screen offers it: in the game that stands here, or in a new one."""
        pairing = self.event.order.pairing
        if self.table.history is not None:
            next_round.sit_down(self.event, self.host)
        elif not next_round.taken_into_kept_game(self.event, self.host, "marias"):
            first = SimpleNamespace(set_up=lambda host, game: Setup(self))
            setup = SimpleNamespace(load=lambda: first)
            self.host.games = {"marias": SimpleNamespace(key="marias", setup=setup, play=lambda host: None)}
            self.host.enter = lambda shown: None
            seat(self.event, self.host, pairing)
            self.host.games = {}
            assert pairing.pairing == self.state.pairing
        self.turn()

    def begin(self, setup) -> None:
        self.table.new(self.people.with_ids(setup))

    # -- playing ---------------------------------------------------------------------------------------------------

    def start(self) -> None:
        self.event.check_start(self.table)
        self.table.do(e.StartRound())
        self.turn()

    def deals(self, count: int) -> None:
        """So many deals as chance brings them; who has lost the stake tops it up."""
        while count:
            for seat_ in self.state.broke:
                self.table.do(e.TopUp(seat=SEAT[seat_], amount=5000))
            active = self.state.active
            chooser, partner = self.random.sample(active, 2)
            alone = len(active) == 3 or self.random.random() < 0.2
            level = self.random.choice((0, 2, 2, 3))
            won = self.random.random() < 0.5 if level else None
            deal = e.Deal(
                chooser=SEAT[chooser],
                partner=None if alone else SEAT[partner],
                red=self.random.random() < 0.3,
                commitments=(Commitment(kind="hra", level=level, won=won),),
            )
            try:
                check(self.state.setup, deal, active)
                self.table.do(deal)
            except Refusal:
                continue
            count -= 1

    @property
    def over(self) -> bool:
        self.turn()
        return self.state.phase is Phase.PLAY and self.state.round.remaining(self.table.game_time()) <= 0

    def slip(self, off: int = 0) -> None:
        """The money is counted, ``off`` haléře more than it should be, and the slip signed."""
        self.table.do(e.EndRound())
        for seat_ in self.state.broke:
            self.table.do(e.TopUp(seat=SEAT[seat_], amount=10_000))
        for seat_ in self.state.round.seats:
            coin = self.state.purse(seat_) - TOKENS * TOKEN + off
            assert coin.denominator == 1
            self.table.do(e.Closing(seat=SEAT[seat_], coin=int(coin), tokens=TOKENS))
            off = 0
        self.table.do(e.Sign(side="A"))
        self.table.do(e.Sign(side="B"))
        self.turn()


class Setup:
    """The setup of a mariáš table, filled in by the organiser's draw, on which people touch *Play* at once."""

    def __init__(self, table: MariasTable) -> None:
        self.table = table

    def seat(self, pairing) -> None:
        first = TABLES["marias"].setup()
        screen = replace(first, pairing=pairing).with_pairing(pairing)
        answer = screen.on_done(SetupState(self.table.settings, self.table.number))
        assert isinstance(answer, StartGame), "one touch opens the table"
        self.table.begin(answer.setup)


def money_of(path: Path) -> dict[tuple[str, int], Fraction]:
    """What every round brought everybody by a table's own journal: by id and round, in haléře, without the rules.

    The cash at the end less what was laid down; what the table has too much or too little is shared equally (M30).
    """
    brought: dict[tuple[str, int], Fraction] = {}
    with sqlite3.connect(path) as db:
        games = db.execute("SELECT id, setup FROM game").fetchall()
        entries = db.execute("SELECT game, event FROM entry ORDER BY game, n").fetchall()
    for game, setup in games:
        start = json.loads(setup)
        people, coming = start["people"], start["round"]
        added: dict[int, int] = {}
        cash: dict[int, int] = {}
        signed = 0
        for _, text in [entry for entry in entries if entry[0] == game]:
            event = json.loads(text)
            place = "ABCDE".index(event["seat"]) if event.get("seat") else 0
            if event["event"] == "seats":
                people, coming = event["people"], event["round"]
            elif event["event"] == "top_up":
                added[place] = added.get(place, 0) + event["amount"]
            elif event["event"] == "closing":
                cash[place] = event["coin"] + event["tokens"] * TOKEN
            elif event["event"] == "sign":
                signed += 1
                if signed == 2:
                    off = Fraction(sum(cash.values()) - len(cash) * STAKE - sum(added.values()), len(cash))
                    for seat_number, has in cash.items():
                        brought[people[seat_number], coming] = has - STAKE - added.get(seat_number, 0) - off
                    added, cash, signed, coming = {}, {}, 0, coming + 1
    return brought


def by_person(*tables: dict[tuple[str, int], Fraction]) -> dict[str, Fraction]:
    """The sums of everybody over all rounds and tables."""
    sums: dict[str, Fraction] = {}
    for (who, _), money in (item for table in tables for item in table.items()):
        sums[who] = sums.get(who, Fraction(0)) + money
    return sums


__all__ = ["MariasTable", "by_person", "money_of"]
