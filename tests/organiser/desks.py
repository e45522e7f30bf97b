"""An organiser's desk for tests: its pages served, its password given, rows of tables that call and go."""

import json
import time
import urllib.parse

from device.common.event import messages, wire
from device.organiser.desk import desk_app
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import LogRow
from device.organiser.store.rows import CALL, SEEN
from tests.organiser.cheap import cheap
from tests.organiser.pages import Running

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def inside(page):
    """A cookie, and the word that forms carry."""
    entered = page.ask("/enter", "POST", FORM, urllib.parse.urlencode({"password": "tajné"}))
    assert entered.status == 303
    cookie = {"Cookie": entered.headers["Set-Cookie"].split(";")[0]}
    shown = page.ask("/", headers=cookie).read().decode()
    return FORM | cookie, shown.partition('name="word" value="')[2].partition('"')[0]


def call(table, seq=90):
    body = wire.encode(messages.CallRow(call=f"{table:08x}")).decode()
    return LogRow(0, str(table), "b" * 8, seq, CALL, "", 0, 0, time.time_ns(), body)


def seen(table, online, heard=None):
    body = json.dumps({"device": f"{table:08x}", "online": online, "game": f"{table:016x}"})
    return LogRow(0, str(table), "@o.bbbbbbbb", 2, SEEN, "", 0, 0, time.time_ns() if heard is None else heard, body)


def started(store, port=None, **more):
    desk = OrganiserDesk(store)
    app = desk_app.DeskRoutes(desk, cheap("tajné"), "cs", lambda: "http://x/", ("127.0.0.1",), **more).app()
    page = Running(app, port, limits=desk_app.LIMITS)
    page.desk = desk
    return page


def come_in(browser, page):
    browser.size(1280, 900)
    browser.open(f"http://127.0.0.1:{page.port}/")
    browser.read("document.querySelector('input').value = 'tajné'; document.forms[0].submit()")
    browser.wait("document.querySelector('#tables li') !== null && document.readyState === 'complete'")
    browser.read("window.same = true")
