"""A PostgreSQL of its own for tests, on a socket and a port: run by whoever may, stopped and started at will."""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from tests.ports import free_port

INITDB = ["-A", "trust", "-U", "dvojtah", "--no-sync", "-E", "UTF8", "--locale=C"]
SETTINGS = ("fsync=off", "max_wal_size=64MB")
"""Its process is stopped and killed here, never the machine; and it may lie in memory."""
PATIENCE = 120
"""How long (s) a server may take to start or to stop, on a disk that others write to."""


def installed() -> Path | None:
    """The folder of its programs."""
    paths = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return paths[-1].parent if paths else None


class Postgres:
    """A server with one empty database. initdb refuses root, who becomes postgres for it."""

    def __init__(self) -> None:
        programs = installed()
        assert programs is not None
        self.folder = Path(tempfile.gettempdir(), f"pg-{os.getpid()}-{os.urandom(3).hex()}")
        self.folder.mkdir()
        self._owner: list[str] = []
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self._owner = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
        self.port = free_port()
        data = str(self.folder / "data")
        subprocess.run(
            [*self._owner, str(programs / "initdb"), "-D", data, *INITDB],
            check=True,
            capture_output=True,
            cwd="/",
        )
        self._server = [*self._owner, str(programs / "postgres"), "-D", data, "-k", str(self.folder)]
        settings = ("listen_addresses=127.0.0.1", f"port={self.port}", *SETTINGS)
        self._server += [word for setting in settings for word in ("-c", setting)]
        self._log = self.folder.parent / f"{self.folder.name}.log"
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"postgresql://dvojtah@/postgres?host={self.folder}&port={self.port}"
        self.start()

    def start(self) -> None:
        """Start it; it answers afterwards."""
        import psycopg

        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._server, stdout=subprocess.DEVNULL, stderr=log, cwd="/")
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with contextlib.suppress(psycopg.OperationalError):
                psycopg.connect(self.url).close()
                return
            time.sleep(0.05)
        raise AssertionError(self._log.read_text())

    def stop(self) -> None:
        """Stop it as a machine stops that goes down: whoever is connected is cut off."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(timeout=PATIENCE)
            self._process = None

    def close(self) -> None:
        """Stop it and remove everything of it."""
        self.stop()
        shutil.rmtree(self.folder)
        self._log.unlink()
