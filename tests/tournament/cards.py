"""Cards with the table's real program in slots, as an image has them, and the system around it as far as updates go.

Everything of a card lies below one folder. Real are the program, its journal and connection, the installer, signatures
and slots; systemd is played: it starts the program, waits for its READY=1 and takes up what it asks for.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

from installer import main, parts, table, update, update_file, versions
from installer.machine import Machine

from device.common.event.ticket import read_code, store_ticket
from tests.systemd.conftest import ROOT
from tests.systemd.update.conftest import version_folder
from tests.updates.files import PYTHON, SAID
from tools.image.update import pack

OLD = "0.2.0-0123456789ab"
PATIENCE_S = 120
"""How long a program may take to its first picture on a machine with more to do."""
BROKEN = """

def run_kiosk(*given: object) -> int:
    raise SystemExit("this version does not start")
"""
"""At the end of the program's start: all else of it is whole."""


class Card(Machine):
    """A table's card. ``number`` is the table's; the ``code`` was typed at it."""

    is_root = True
    system = "trixie"

    def __init__(self, folder: Path, number: int, code: str, key: Path) -> None:
        super().__init__(folder)
        self.number, self.installs, self.is_busy = number, 0, False
        self.games = self.path(table.GAMES)
        for place in (self.games, self.path("/run/dvojtah"), self.path("/run/systemd/system")):
            place.mkdir(parents=True)
        (self.games / "settings.toml").write_text('language = "en"\n')
        store_ticket(self.games / "event.json", read_code(code))
        on_card = versions.Versions(self)
        version_folder(on_card.folder / OLD, "15")
        (on_card.folder / OLD / "bin").mkdir()
        (on_card.folder / OLD / "bin/dvojtah").write_text(versions.COMMAND.format(python=sys.executable))
        on_card.point("current", OLD)
        parts.put(self, on_card.parts(OLD))
        place = self.path(update_file.KEYS)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(key.with_suffix(".pub"), place)
        self.cut_at = ""
        self.is_off = False
        """Where in the next update the power goes (`cut_off`), and whether it has gone."""
        self._program: subprocess.Popen[bytes] | None = None
        self._over = threading.Event()
        self._system = threading.Thread(target=self._serve, name=f"card {number}", daemon=True)

    @property
    def version(self) -> str:
        """The version in the slot that runs."""
        return (versions.Versions(self).target_of("current") or "").split("-")[0]

    @property
    def _is_up(self) -> bool:
        return self._program is not None and self._program.poll() is None

    def switch_on(self) -> None:
        """Power: the program starts, and what it asks for is taken up."""
        assert self._restart(), (self.root / "log").read_text()
        self._system.start()

    def _restart(self) -> bool:
        """Start the version in the slot ``current`` instead of what runs; whether it says that it is ready."""
        self.stop()
        slot = self.path(versions.HOME) / "current"
        python = slot / "bin/python"
        address = self.root / "notify"
        address.unlink(missing_ok=True)
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        environment |= {
            "HOME": str(self.games),
            "TMPDIR": str(self.root),
            "DVOJTAH_SETTINGS": str(self.games / "settings.toml"),
            "RUNTIME_DIRECTORY": str(self.path("/run/dvojtah")),
            "NOTIFY_SOCKET": f"@dvojtah-{os.getpid()}-{self.number}",
            "SDL_VIDEODRIVER": "dummy",
            "SDL_AUDIODRIVER": "dummy",
        }
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener, (self.root / "log").open("ab") as log:
            listener.bind("\0" + environment["NOTIFY_SOCKET"][1:])
            listener.settimeout(0.05)
            words = [python if python.exists() else sys.executable, slot / "bin/dvojtah"]
            words += ["--journal", self.games / "journal.db", "kiosk"]
            self._program = subprocess.Popen(words, cwd=self.games, env=environment, stdout=log, stderr=log)
            end = time.monotonic() + PATIENCE_S
            while self._is_up and time.monotonic() < end:
                with contextlib.suppress(TimeoutError):
                    if listener.recv(4096) == b"READY=1":
                        return True
        return False

    def _serve(self) -> None:
        """dvojtah-update.path and its service, until the card is switched off."""
        request = self.path(update.REQUEST)
        while not self._over.wait(0.1):
            if request.exists():
                self.installs += 1
                self.is_busy = True
                if self.cut_at:
                    self._go_off(self.cut_at)
                    continue
                main.main(["--lang", "en", "--requested"], self)
                self.is_busy = False

    def _go_off(self, place: str) -> None:
        """The power goes in the middle of an update, for the installer and the program."""
        assert self._program is not None
        if place != "asked":
            words = ["-c", CUT_OFF, str(self.root), str(self.number), str(self._program.pid), place]
            with (self.root / "log").open("ab") as log:
                path = {"PYTHONPATH": os.pathsep.join(sys.path), "TMPDIR": str(self.root)}
                cut = subprocess.run(
                    [sys.executable, *words], stderr=log, env=os.environ | path, start_new_session=True, check=False
                )
            assert cut.returncode == -signal.SIGKILL, (self.root / "log").read_text()[-4000:]
        self._program.kill()
        self._program.wait()
        self.path(update.REQUEST).unlink(missing_ok=True)  # in memory, as all of /run
        self.cut_at, self.is_off, self.is_busy = "", True, False

    def switch_on_again(self) -> None:
        """Power again: what systemd runs, in its order."""
        if self.path(update.TRIAL).exists() or self.path(update.INCOMING).exists():
            assert main.main(["--lang", "en", "--settle"], self) == 0
        assert self._restart(), (self.root / "log").read_text()
        if self.path(update.TRIAL).exists():
            main.main(["--lang", "en", "--confirm"], self)
        self.is_off = False

    def run(self, *command: str, feed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        """Commands of the installer: what concerns systemd is played, Python is the one of the tests."""
        status, output = 0, ""
        match command:
            case ("systemctl", "restart", table.UNIT):
                status = int(not self._restart())
            case ("systemctl", "show", *_):
                pid = 0 if self._program is None else self._program.pid
                output = f"MainPID={pid}\nActiveState={'active' if self._is_up else 'failed'}\n"
            case ("python3", "-m", "compileall", *_):
                pass  # done once, by the builder
            case ("python3", *words):
                return super().run(sys.executable, *words)
            case (program, "--help") if program.endswith("/bin/dvojtah"):
                return super().run(str(Path(program).with_name("python")), program, "--help")
            case ("ssh-keygen", *_):
                return super().run(*command, feed=feed)
        return subprocess.CompletedProcess(command, status, output)

    def say(self, text: str) -> None:
        """What the system writes into its log."""
        with (self.root / "log").open("a") as log:
            log.write(f"{text}\n")

    def stop(self) -> None:
        """End the program."""
        if self._program is not None:
            self._program.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._program.wait(timeout=30)
            self._program.kill()
            self._program.wait()

    def close(self) -> None:
        """Switch it off."""
        self._over.set()
        if self._system.is_alive():
            self._system.join(timeout=PATIENCE_S)
        self.stop()


CUT_OFF = "import sys; from tests.tournament.cards import cut_off; cut_off(*sys.argv[1:])"


class DyingCard(Card):
    """The same card for an installer in a process of its own, which dies at a command that has the word ``place``."""

    def __init__(self, folder: Path, number: int, running: int, place: str) -> None:
        Machine.__init__(self, folder)
        self.number, self.games, self._running, self._place = number, self.path(table.GAMES), running, place
        self._program = None

    def run(self, *command: str, feed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        """As `Card.run`."""
        if self._place in command:
            die()
        return super().run(*command, feed=feed, **environment)

    def stop(self) -> None:
        """End the program that the other process started."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._running, signal.SIGTERM)
        while Path(f"/proc/{self._running}/cmdline").read_bytes():  # one that is over has none
            time.sleep(0.05)


def die() -> None:
    """At once, with everything that was started here."""
    os.killpg(0, signal.SIGKILL)


def cut_off(folder: str, number: str, running: str, place: str) -> None:
    """Install what the table asks for until ``place``: a stage, a word of a command, a name of a function."""
    table.SETTLED_S = 0.0

    def dying(real: Callable[..., None], name: str, *, after: bool = False) -> Callable[..., None]:
        def call(*given: object) -> None:
            if after:
                real(*given)
            if place in (name, given[-1]):
                die()
            if not after:
                real(*given)

        return call

    update.write_trial = dying(update.write_trial, "trial", after=True)
    deaths = {name: dying(getattr(update.News, name), name) for name in ("stage", "end")}
    with patch.multiple(update.News, **deaths):
        main.main(["--lang", "en", "--requested"], DyingCard(Path(folder), int(number), int(running), place))


def built(folder: Path) -> Path:
    """What a version is made of: the program of this tree, compiled, with the tests' own libraries."""
    payload = folder / "payload"
    version_folder(payload, "16")
    (payload / versions.WHOLE).unlink()
    site = payload / "site"
    left_out = shutil.ignore_patterns("__pycache__")
    for name in ("device", "rules", "firmware"):
        shutil.copytree(ROOT / name, site / name, ignore=left_out)
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    # By their content: the installer's copies have other times.
    compiled = [sys.executable, "-m", "compileall", "-q", "-j", "0", "--invalidation-mode", "unchecked-hash", site]
    subprocess.run(compiled, check=True)
    return payload


def release(payload: Path, number: str, key: Path, *, starts: bool = True) -> bytes:
    """That as release ``number``, signed with ``key``: one that ``starts``, or one of which only --help is whole."""
    about = payload / "site" / "dvojtah.dist-info" / "METADATA"
    about.parent.mkdir(exist_ok=True)
    about.write_text(f"Metadata-Version: 2.1\nName: dvojtah\nVersion: {number}\n")
    program = payload / "site/device/app/composition.py"
    program.write_text((ROOT / "device/app/composition.py").read_text() + ("" if starts else BROKEN))
    for path in program.parent.glob("__pycache__/composition.*"):
        path.unlink()
    manifest = SAID | {"version": number, "name": f"{number}-0123456789ab", "python": PYTHON}
    target = pack(payload, payload.parent / f"dvojtah-{number}.update", manifest, key)
    return target.read_bytes()
