import contextlib
import os
import pwd
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.organiser.store import Store, open_store
from tests.organiser.chromium import Browser, chromium

EVENT = "pisek"


def needs(what: object, name: str) -> None:
    """A part of the machine that `make test` installs: on a machine of one's own it may be missing, in CI not."""
    if not what:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"{name} is missing; `make test` installs it as root")


def free() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(scope="session")
def postgres(tmp_path_factory) -> Iterator[str]:
    """A PostgreSQL of its own on a socket of its own, run by whoever may: initdb refuses root."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    needs(found, "PostgreSQL")
    bin_ = found[-1].parent
    folder = Path(f"/tmp/dvojtah-pg-{os.getpid()}-{os.urandom(3).hex()}")
    folder.mkdir()
    owner = []
    if os.geteuid() == 0:
        user = pwd.getpwnam("postgres")
        os.chown(folder, user.pw_uid, user.pw_gid)
        owner = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
    data = str(folder / "data")
    made = [*owner, str(bin_ / "initdb"), "-D", data, "-A", "trust", "-U", "dvojtah", "--no-sync", "-E", "UTF8"]
    subprocess.run([*made, "--locale=C"], check=True, capture_output=True, cwd="/")
    server = subprocess.Popen(
        [*owner, str(bin_ / "postgres"), "-D", data, "-k", str(folder), "-c", "listen_addresses="],
        stdout=subprocess.DEVNULL, stderr=(folder.parent / f"{folder.name}.log").open("wb"), cwd="/",
    )  # fmt: skip
    url = f"postgresql://dvojtah@/postgres?host={folder}"
    import psycopg

    for _ in range(200):
        with contextlib.suppress(psycopg.OperationalError):
            psycopg.connect(url).close()
            break
        time.sleep(0.05)
    yield url
    server.terminate()
    server.wait(timeout=20)
    shutil.rmtree(folder)
    Path(f"{folder}.log").unlink()


@pytest.fixture
def database(postgres) -> str:
    """An empty database."""
    import psycopg

    name = f"event_{os.urandom(4).hex()}"
    with psycopg.connect(postgres, autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name}")
    return postgres.replace("/postgres?", f"/{name}?")


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request, tmp_path) -> str:
    return str(tmp_path / "event.db") if request.param == "sqlite" else request.getfixturevalue("database")


@pytest.fixture
def store(tmp_path) -> Iterator[Store]:
    opened = open_store(str(tmp_path / "event.db"), EVENT)
    yield opened
    opened.close()


@pytest.fixture
def browser(tmp_path) -> Iterator[Browser]:
    needs(chromium(), "chromium")
    folder = tmp_path / "profile"
    folder.mkdir()
    page = Browser(folder)
    yield page
    page.close()
