"""A table at an event whose link goes nowhere, and somebody who plays at it."""

from __future__ import annotations

from msgspec.structs import replace

from device.common.address import Address
from device.common.event.messages import Notice, Pairing
from device.common.event.ticket import Ticket, store_ticket
from device.event.actions import EVENT
from device.graphics.actions import Key
from device.graphics.widgets import Text, place_of
from device.io.inputs import EventUpdate
from tools.games import TOOLS
from tools.play.players import PLAYERS

TICKET = Ticket(event="pisek-2026", table=7, host="192.168.1.10", password="0123ABCD")
NOTICE = Notice(
    notice="ab" * 8, text="Oběd je ve 12:30 v jídelně, čtvrté kolo začne ve 13:15.", text_en="Lunch at 12:30."
)


class Line:
    """A link without a network: notes what the table says to it."""

    def __init__(self, *args, **more) -> None:
        self.said = []

    def __getattr__(self, name):
        return lambda *args: self.said.append((name, *args))


class Table:
    """A table whose link goes nowhere, and somebody who plays at it."""

    def __init__(self, folder, monkeypatch, language="cs", size=(800, 480), game="polish_doubles", joined=True) -> None:
        monkeypatch.setattr("device.event.client.CONNECTION", Address("tests.kiosk.event_helpers:Line"))
        if joined:
            store_ticket(folder / "event.json", TICKET)
        self.game = game
        self.player = PLAYERS[game](folder, language, size)
        self._begin()

    def _begin(self) -> None:
        self.kiosk = self.player.kiosk
        self.kiosk.event.start()
        self.status = self.kiosk.event.status
        self.player.settle()

    def switch_on_again(self) -> None:
        """The plug was pulled, and the program starts anew."""
        player = self.player
        player.close()
        player.kiosk, player.peripherals, player.oleds, player.factory = player._start()
        self._begin()

    def told(self, **changes) -> None:
        self.status = replace(self.status, **changes)
        self.came(self.status)

    def came(self, news) -> None:
        self.kiosk.post(EventUpdate(news))
        self.player.settle()

    def touch(self, action) -> None:
        assert place_of(self.kiosk.scene, action) is not None, f"{action} is not on the screen"
        self.player.touch(action)
        self.player.settle()

    def type(self, text) -> None:
        for letter in text:
            self.kiosk.controller.on_text(letter)
        self.kiosk.loop.invalidate()
        self.player.settle()

    @property
    def words(self) -> list[str]:
        return [text.text for text in self.kiosk.scene if isinstance(text, Text)]

    @property
    def line(self) -> Line:
        return self.kiosk.event._link

    def waiting(self):
        assert self.kiosk.journal.flush()
        return self.kiosk.journal.outbox.waiting(TICKET.event, 0, 1000)


def typing(at, letters, **how):
    """A table of no event yet, on whose screen these letters of a code were touched, one after another."""
    table = at(joined=False, **how)
    table.touch(EVENT)
    for letter in letters:
        table.touch(Key(letter))
    return table


def pairing(kind="polish_doubles", seats=(("Alena", "Bohumil"), ("Cyril", "Dana")), names=("Krtci", "Sloky")):
    return Pairing(pairing="cd" * 8, kind=kind, round=3, title="Brno Open", names=names, seats=seats)


def sample_of(table):
    from tools.play.gallery import SAMPLES, load_record

    return load_record(SAMPLES / TOOLS[table.game].samples.full)


def keep_game(table, history) -> str:
    journal = table.kiosk.journal
    game = journal.new_game(history.game, history.setup)
    for entry in history.entries:
        journal.append(game, entry, "touch", entry.at)
    assert journal.flush()
    return journal.outbox.uid(game)
