"""Pages for tests: a game as a table says it, a server that runs, somebody who has come in at the desk."""

import http.client
import json
import re
import threading
import time
import urllib.parse

import msgspec

from device.common.web.serve import server
from device.organiser.board.app import board_app
from device.organiser.board.model import BoardModel
from device.organiser.desk.desk_app import LIMITS, DeskRoutes
from device.organiser.store import LogRow, everything, open_store
from device.organiser.store.rows import BEGUN, ENTRY, SEEN
from tests.organiser.cheap import cheap
from tests.ports import free_port
from tools.play.event.scripts import script_for, setup_for
from tools.play.gallery import SAMPLES

EVENT = "pisek"


def rows_of(table, kind="polish_doubles", variant=0, entries=None, names=None):
    """A game as a table says it."""
    played = script_for(kind, variant)
    setup = setup_for(kind, played.setup, table, 1)
    if names:
        setup["pairs"] = [{"name": name, "players": ["", ""]} for name in names]
    uid = f"{table:016x}"
    body = json.dumps({"setup": json.dumps(setup), "pairing": None, "created": ""})
    now = time.time_ns()
    seen = msgspec.json.encode({"device": f"{table:08x}", "online": True, "game": uid, "offset": now}).decode()
    rows = [
        LogRow(0, str(table), "b" * 8, 1, BEGUN, uid, 0, 0, now, body),
        LogRow(0, str(table), "@o.bbbbbbbb", 1, SEEN, "", 0, 0, now, seen),
    ]
    rows += [
        LogRow(0, str(table), "b" * 8, n + 1, ENTRY, uid, n, at, now, text)
        for n, (at, text) in enumerate(played.events[:entries], start=1)
    ]
    return rows


def rows_on_board(entries):
    """The first entries of the sample that is played on the board, at table 1."""
    rows = rows_of(1, entries=0)
    lines = (SAMPLES / "polish-doubles-squares.jsonl").read_text("utf-8").splitlines()[1:]
    for n, entry in enumerate([json.loads(line) for line in lines if not line.startswith("#")][:entries], start=1):
        at = int(entry.pop("t") * 1e9)
        rows.append(LogRow(0, "1", "b" * 8, n + 1, ENTRY, rows[0].game, n, at, rows[0].heard, json.dumps(entry)))
    return rows


class Running:
    """An application on a port of its own, or on one that is known."""

    def __init__(self, app, port=None, **more):
        self.app, self.port = app, port or free_port()
        self.server = server(app, "127.0.0.1", self.port, **more)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)

    def ask(self, path, method="GET", headers=None, body=None, source="127.0.0.1"):
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60, source_address=(source, 0))
        line.request(method, path, body=body, headers=headers or {})
        return line.getresponse()

    def close(self):
        self.server.should_exit = True
        self.thread.join(timeout=60)


def running_board(path, port=None):
    """The public board over the store at ``path``, once it has read all of it."""
    running = Running(board_app(lambda: open_store(path, EVENT, read_only=True), "http://tabule.local/"), port)
    while running.ask("/cs/table/1").status == 503:
        time.sleep(0.02)
    return running


def board_of(store, **more):
    """The public board of what the store has by now, without a server."""
    board = BoardModel(**more)
    board.take(everything(store))
    board.flush()
    return board


FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Inside:
    """Who has come in at ``desk``, without a browser: its cookie, and the word that its forms carry."""

    def __init__(self, desk, **more):
        self.desk = desk
        app = DeskRoutes(desk, cheap("tajné"), "en", lambda: "http://x/", ("127.0.0.1",), **more).app()
        self.page = Running(app, limits=LIMITS)
        entered = self.page.ask("/enter", "POST", FORM, urllib.parse.urlencode({"password": "tajné"}))
        self.cookie = {"Cookie": entered.headers["Set-Cookie"].split(";")[0]}
        self.word = re.search(r'name="word" value="([^"]+)"', self.get("/people"))[1]

    def get(self, path):
        return self.page.ask(path, headers=self.cookie).read().decode()

    def act(self, page, do, **fields):
        """What a form is answered; ``page`` is empty for those of the tables."""
        body = urllib.parse.urlencode({"word": self.word, "page": page, "do": do} | fields)
        return self.page.ask("/act", "POST", FORM | self.cookie, body)

    def send(self, data, word=None, page="people", do="csv"):
        """A file from the disk, as a browser sends it."""
        fields = {"word": self.word if word is None else word, "page": page, "do": do}
        parts = [
            f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n' for name, text in fields.items()
        ]
        head = (
            '--x\r\nContent-Disposition: form-data; name="file"; filename="lidé.csv"\r\nContent-Type: text/csv\r\n\r\n'
        )
        body = ("".join(parts) + head).encode() + data + b"\r\n--x--\r\n"
        kind = {"Content-Type": "multipart/form-data; boundary=x"}
        return self.page.ask(f"/act?page={page}", "POST", kind | self.cookie, body)


def refused(answer):
    """The status of an answer, and the sentence above its page, or what is asked there."""
    page = answer.read().decode()
    match = re.search(r'id="trouble" class="trouble" role="alert" [^>]*>([^<]+)<', page)
    heading = match or re.search(r'id="ask-title"><span[^>]*>([^<]+)<', page)
    return answer.status, heading[1] if heading else ""
