import contextlib
import os
from collections.abc import Callable, Iterator

import pytest

from device.common.i18n import speaking
from device.organiser.board.live import LiveBoard
from device.organiser.desk import desk_accounts, login, passwords
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import EventStore, open_store
from tests.organiser.cheap import COST
from tests.organiser.chromium import Browser, Chromium, chromium
from tests.organiser.desks import started
from tests.organiser.pages import EVENT, Inside, Running, rows_of
from tests.organiser.postgres import Postgres, installed


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser and database are each started once, for all who need them."""
    for item in items:
        names = {*getattr(item, "fixturenames", ())}
        if "evening" in names:  # who looks at an evening is where it is played, with a browser of its own
            continue
        if "chromium_program" in names:
            item.add_marker(pytest.mark.xdist_group("browser"))
        elif "postgres" in names or ("store_url" in names and "[postgresql" in item.name):
            item.add_marker(pytest.mark.xdist_group("database"))


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


def needs(program: object, name: str) -> None:
    """A part of the machine that `make test` installs: on a machine of one's own it may be missing, in CI not."""
    if not program:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"{name} is missing; `make test` installs it as root")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of its own on a socket of its own."""
    needs(installed(), "PostgreSQL")
    server = Postgres()
    yield server
    server.close()


@pytest.fixture
def database(postgres) -> Iterator[str]:
    """An empty database, gone with the test if nothing uses it any more: all of them together would fill a memory."""
    import psycopg

    name = f"event_{os.urandom(4).hex()}"
    with psycopg.connect(postgres.url, autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name}")
    yield postgres.url.replace("/postgres?", f"/{name}?")
    with psycopg.connect(postgres.url, autocommit=True) as db, contextlib.suppress(psycopg.errors.ObjectInUse):
        db.execute(f"DROP DATABASE {name}")


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


@pytest.fixture(scope="session")
def chromium_program(tmp_path_factory) -> Iterator[Chromium]:
    """The program takes longer to start than most tests to run; what a test leaves in it goes with its page."""
    needs(chromium(), "chromium")
    program = Chromium(tmp_path_factory.mktemp("chromium"))
    yield program
    program.close()


@pytest.fixture
def browser(chromium_program) -> Iterator[Browser]:
    page = Browser(chromium_program)
    yield page
    page.close()


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
