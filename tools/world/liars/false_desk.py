"""Somebody who has the desk's password and speaks as the organiser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.common.event.messages import Ack, CurrentRound, Notice, Order, Pairing, ReturnedResult
from device.organiser.log.event_games import key_of
from tools.world.client import Client
from tools.world.liars.liar import Liar, Subject

if TYPE_CHECKING:
    from tools.world.table import HallTable

APART = (10, 30)
"""Seconds between two lies."""
BEYOND = 40
"""By how many rows an acknowledgement goes beyond what was sent."""
UNDER_WAY = """
    SELECT DISTINCT share.uid FROM outbox JOIN share USING (game) WHERE outbox.boot = ? AND outbox.seq <= ?
"""
"""Games of which rows were sent that nobody has acknowledged: a table cannot tell whose acknowledgement it is."""
ORDER = "an order that the desk never gave"
LOST = "a row acknowledged that had not arrived"


class FalseDesk(Liar):
    """Acknowledges what was never sent, or has not arrived, and gives orders that nobody gave."""

    def start(self) -> None:
        """Connect as the desk."""
        machine = self.machine("false desk")
        client = self.client(machine, *self.evening.files.desk)
        self.scheduler.spawn(lambda: self._run(client), machine, "false desk")

    def _run(self, client: Client) -> None:
        lies = (self._acknowledge, self._acknowledge, self._order, self._tell_all)
        while not self.evening.finished:
            self.wait(*APART)
            tables = [table for table in self.evening.tables if table.inbox is not None]
            if client.is_connected() and tables and not self.evening.closing:
                self.random.choice(lies)(client, self.random.choice(tables))

    def _acknowledge(self, client: Client, table: HallTable) -> None:
        """Acknowledge rows that were never sent, or, where some wait, those that have not arrived."""
        assert table.journal is not None
        outbox = table.journal.outbox
        line, member = outbox._lines.get(self.evening.event), outbox.member
        if line is None or member is None or member.store is None:
            return
        boot, last = line
        link = None if table.client is None else table.client._link
        if link is not None and table.machine.up:
            sent = link._session.publisher._sent.get(boot, 0)
            for (uid,) in table.journal.reading(lambda db: db.execute(UNDER_WAY, (boot, sent)).fetchall()):
                self.goes_beyond(Subject.game(uid), LOST)
        ack = Ack(boot=boot, seq=last + BEYOND, store=member.store)
        self.say(client, self.topics.of_desk(table.number, "ack"), ack)

    def _order(self, client: Client, table: HallTable) -> None:
        """A note, people to be played, or a result sent back, in place of what the desk wants."""
        number, assertion = table.number, self.random.choice(("note", "pairing", "returned"))
        assert table.client is not None
        known = table.client.order
        uids = [uid for uid, scores in self.evening.signed.items() if scores]
        order = Order(holder=known.holder, note="Přestaňte hrát")
        if assertion == "pairing":
            names = (("Jan Nikdo", "Eva Nikdo"), ("Petr Nikdo", "Ida Nikdo"))
            wanted = Pairing(pairing=self._nonce(), kind=key_of(self.evening.game), round=7, seats=names)
            order = Order(holder=known.holder, pairing=wanted)
        elif assertion == "returned" and uids:
            back = ReturnedResult(game=self.random.choice(uids), reason="Nikdo")
            order = Order(holder=known.holder, returned=(back,))
        self.goes_beyond(Subject.order(number), ORDER)
        self.say(client, self.topics.of_desk(number, "order"), order, retain=True)

    def _tell_all(self, client: Client, table: HallTable) -> None:
        """An announcement, or a round, that is none."""
        if self.random.random() < 0.5:
            notice = Notice(notice=self._nonce(), text="Všichni domů")
            return self.say(client, self.topics.of_desk("all", "notice"), notice, retain=True)
        current = CurrentRound(clock=self._nonce(), round=9, starts=0, length_s=60)
        return self.say(client, self.topics.of_desk("all", "round"), current, retain=True)

    def _nonce(self) -> str:
        return f"{self.random.getrandbits(64):016x}"
