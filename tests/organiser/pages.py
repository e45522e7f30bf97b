"""Pages for tests: a game as a table says it, and a server that runs."""

import http.client
import json
import threading
import time

import msgspec

from device.organiser.event_state import BEGUN, ENTRY, SEEN
from device.organiser.serve import server
from device.organiser.simulation.scripts import script_for, setup_for
from device.organiser.store import Row
from tests.organiser.conftest import free


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
        Row(0, str(table), "b" * 8, 1, BEGUN, uid, 0, 0, now, body),
        Row(0, str(table), "@o.bbbbbbbb", 1, SEEN, "", 0, 0, now, seen),
    ]
    rows += [
        Row(0, str(table), "b" * 8, n + 1, ENTRY, uid, n, at, now, text)
        for n, (at, text) in enumerate(played.events[:entries], start=1)
    ]
    return rows


class Running:
    """An application on a port of its own, or on one that is known."""

    def __init__(self, app, port=None, **more):
        self.port = port or free()
        self.server = server(app, "127.0.0.1", self.port, **more)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)

    def ask(self, path, method="GET", headers=None, body=None, source="127.0.0.1"):
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10, source_address=(source, 0))
        line.request(method, path, body=body, headers=headers or {})
        return line.getresponse()

    def close(self):
        self.server.should_exit = True
        self.thread.join(timeout=10)
