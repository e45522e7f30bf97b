"""An organiser's machine for tests: a home, the very commands of the pages, a table with what its screen does."""

from __future__ import annotations

import http.client
import os
import re
import shlex
import subprocess
import sys
import urllib.parse
from pathlib import Path

from device.event.status import OtherStore
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import StoreTrouble, open_store
from tests.event.rig import TableAt, mosquitto, until

PAGES = Path(__file__).parents[2] / "docs"
EVENT = "pisek-2026"


def commands(page, heading):
    """The commands of a section of the page, in the order in which they stand there."""
    section = (PAGES / page).read_text(encoding="utf-8").split(f"### {heading}\n")[1].split("\n##")[0]
    return [line for block in re.findall(r"```\n(.*?)```", section, re.DOTALL) for line in block.splitlines()]


class Machine:
    """An organiser's machine: a home, and commands given in it."""

    def __init__(self, home) -> None:
        self.home = home
        self.environment = os.environ | {"HOME": str(home), "XDG_CONFIG_HOME": str(home), "XDG_DATA_HOME": ""}
        self.running: list[subprocess.Popen[bytes]] = []

    def words(self, line):
        word, *rest = shlex.split(line)
        return [*({"dvojtah": [sys.executable, "-m", "device"], "mosquitto": [mosquitto()]}[Path(word).name]), *rest]

    def does(self, line):
        subprocess.run(self.words(line), cwd=self.home, env=self.environment, check=True, timeout=60)

    def runs(self, line):
        log = (self.home / "log").open("ab")
        self.running.append(
            subprocess.Popen(self.words(line), cwd=self.home, env=self.environment, stdout=log, stderr=log)
        )

    def ends(self):
        for process in self.running:
            process.kill()
            process.wait()
        self.running.clear()


def entries(path, uid):
    """How many entries of a game a store has."""
    try:
        store = open_store(str(path), EVENT, read_only=True)
    except StoreTrouble:
        return 0
    game = OrganiserDesk(store).state.games.get(uid)
    store.close()
    return 0 if game is None else game.entry_count


class TableWithScreen(TableAt):
    """A table that does what a screen's link does with what it is told."""

    def hears(self):
        while (other := next((store for store in self.told if isinstance(store, OtherStore)), None)) is not None:
            self.told.remove(other)
            known = self.journal.outbox.member.store
            self.journal.outbox.on_store(other.store)
            if known not in (None, other.store):
                self.link.restart()
        return True


FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class DeskBrowser:
    """Who has come in at the desk of a program that runs."""

    def __init__(self, port, password) -> None:
        self._port = port
        until(lambda: self._enter(password), 60, "the desk lets somebody in")
        self._word = re.search(r'name="word" value="([^"]+)"', self.get("/papers"))[1]

    def _ask(self, *arguments, headers=None):
        line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)
        line.request(*arguments, headers=headers or {})
        return line.getresponse()

    def _enter(self, password):
        try:
            entered = self._ask("POST", "/enter", urllib.parse.urlencode({"password": password}), headers=FORM)
        except OSError:
            return False
        self._cookie = {"Cookie": entered.headers["Set-Cookie"].split(";")[0]}
        return True

    def get(self, path):
        return self._ask("GET", f"{path}?lang=en", headers=self._cookie).read().decode()

    def act(self, do, page="papers", **fields):
        body = urllib.parse.urlencode({"word": self._word, "page": page, "do": do} | fields)
        assert self._ask("POST", "/act", body, headers=FORM | self._cookie).status == 303
