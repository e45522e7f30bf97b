"""A journal with people in it, and what is known of them."""

import itertools

import pytest

from device.journal import Journal
from device.people.people import People
from rules.game import SECOND
from rules.history import History
from rules.polish_doubles import GAME, DoublesSetup, PairSetup
from tests.kiosk.event_helpers import Table


def doubles(*players, pairs=("Krtci", "Sloky"), ids=()):
    """A setup of Polish doubles by its four players."""
    a, b, c, d = players
    sides = (PairSetup(name=pairs[0], players=(a, b)), PairSetup(name=pairs[1], players=(c, d)))
    return DoublesSetup(pairs=sides, people=tuple(ids))


class Club:
    """A journal and its people; ``play`` begins a game as the kiosk does."""

    def __init__(self, path):
        self.path = path
        numbers = itertools.count(1)
        self.journal = Journal(path)
        self.people = People(self.journal, lambda: f"person{next(numbers):02}")

    def play(self, setup, *events, game=GAME):
        """The game's setup as it is recorded, with its entries."""
        setup = self.people.with_ids(setup)
        number = self.journal.new_game(game, setup)
        history = History.begin(game, setup)
        for n, event in enumerate(events, start=1):
            history = history.accept(event, n * SECOND)
            self.journal.append(number, history.entries[-1], "touch", n)
        assert self.journal.flush()
        return setup

    def keep(self, history):
        """A whole game, its people known from now on."""
        number = self.journal.new_game(history.game, self.people.with_ids(history.setup))
        for entry in history.entries:
            self.journal.append(number, entry, "touch", entry.at)
        assert self.journal.flush()
        return number

    def old(self, setup, game=GAME):
        """A game as a version that knew no ids kept it."""
        self.journal.new_game(game, setup)
        assert self.journal.flush()

    @property
    def directory(self):
        return self.people.refresh()

    def offered(self, typed, most=6, without=()):
        return [offer.name for offer in self.directory.offers(typed, most, without)]


@pytest.fixture
def club(tmp_path):
    club = Club(tmp_path / "journal.db")
    yield club
    club.journal.close()


@pytest.fixture
def at(tmp_path, monkeypatch):
    """Makes tables at an event; how, say the arguments of `Table`."""
    tables = []

    def make(**how):
        folder = tmp_path / f"event-{len(tables)}"
        folder.mkdir()
        tables.append(Table(folder, monkeypatch, **how))
        return tables[-1]

    yield make
    for table in tables:
        table.player.close()
