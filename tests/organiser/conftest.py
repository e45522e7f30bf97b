import contextlib
from collections.abc import Callable, Iterator

import pytest

from device.common.i18n import speaking
from device.organiser.board.live import LiveBoard
from device.organiser.desk import desk_accounts, login, passwords
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import EventStore, open_store
from tests.organiser.cheap import COST, Clock, cheap
from tests.organiser.desks import started
from tests.organiser.pages import EVENT, Inside, Running, rows_of


@pytest.fixture
def in_english() -> Iterator[None]:
    """Whatever is said meanwhile is said in English."""
    with speaking("en"):
        yield


@pytest.fixture
def cheap_passwords(monkeypatch) -> None:
    """Hashes that take a millisecond; what the real ones cost is held in test_desk_password."""
    monkeypatch.setattr(passwords, "_N", COST[0])
    monkeypatch.setattr(passwords, "_P", COST[2])
    monkeypatch.setattr(login, "_SEAL_N", COST[0])
    monkeypatch.setattr(desk_accounts, "NOBODY", passwords.hash_password("nobody"))


@pytest.fixture
def guard(tmp_path, cheap_passwords) -> login.LoginGuard:
    """Who is asked for a password at a desk at which Jana is a scorer, with a clock that is set by hand."""
    accounts = desk_accounts.DeskAccounts(tmp_path)
    accounts.make("Jana", "scorer")
    accounts.set_password("Jana", "dlouhé heslo")
    return login.LoginGuard(cheap("tajné"), Clock(), accounts=accounts)


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request, tmp_path) -> str:
    return str(tmp_path / "event.db") if request.param == "sqlite" else request.getfixturevalue("database")


@pytest.fixture
def store(tmp_path) -> Iterator[EventStore]:
    opened = open_store(str(tmp_path / "event.db"), EVENT)
    yield opened
    opened.close()


@pytest.fixture
def desk(store) -> OrganiserDesk:
    """The desk of an event about which nothing was decided yet."""
    return OrganiserDesk(store)


@pytest.fixture
def enter() -> Iterator[Callable[..., Inside]]:
    """Lets somebody in at a desk, without a browser; its pages are served until the test ends."""
    with contextlib.ExitStack() as stack:

        def come_in(desk: OrganiserDesk, **more: object) -> Inside:
            inside = Inside(desk, **more)
            stack.callback(inside.page.close)
            return inside

        yield come_in


@pytest.fixture
def page(store) -> Iterator[Running]:
    """The desk of an event of two tables, served."""
    store.append([*rows_of(1, entries=5), *rows_of(2, entries=4)])
    board = started(store)
    yield board
    board.close()


@pytest.fixture
def live():
    """A board's state without a server: one table, seen by nobody."""
    live_board = LiveBoard()
    live_board.on_store_open("0" * 8)
    live_board.board.take([row._replace(id=n) for n, row in enumerate(rows_of(1, entries=5), start=1)])
    live_board.board.flush()
    return live_board
