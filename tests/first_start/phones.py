"""A phone on the hotspot of a card: the real server on this machine's own address, and what a browser would send."""

from __future__ import annotations

import http.client
import re
import threading
from contextlib import contextmanager
from html import unescape
from urllib.parse import urlencode

from device.common.web.serve import server
from device.first_start.common import hotspot
from device.first_start.phone.serving import LIMITS, Phone, application, run

COMITUP = '{"type":"aa{ss}","data":[[{"ssid":"Hospoda","strength":"38.0","security":"encrypted"}]]}\n'
HEARD = "Klub Žižkov:82:WPA2\nskola-ucitele:55:WPA2 802.1X\nKavárna\\: hosté:67:\n"
CZECH = {"Accept-Language": "cs-CZ,cs;q=0.9,en;q=0.5"}


def with_hotspot(card):
    """A card that may open a hotspot, after its first boot."""
    card.path(hotspot.ALLOWED).write_text("")
    card.path(hotspot.CONF).write_text("ap_name: <hostname>\nenable_appliance_mode: false\n")
    card.path("/etc/timezone").write_text("Europe/Prague\n")
    return card


@contextmanager
def served(card):
    """The page of a card until the block ends or somebody has answered."""
    phone = Phone(card)
    uvicorn_server = server(
        application(phone), "127.0.0.1", 0, LIMITS
    )  # with all descriptors: tests have many files open
    thread = threading.Thread(target=run, args=(phone, uvicorn_server), daemon=True)
    thread.start()
    while phone.nearby.found is None:
        thread.join(0.01)
        assert thread.is_alive()
    try:
        yield Browser(uvicorn_server.servers[0].sockets[0].getsockname()[1], thread)
    finally:
        uvicorn_server.should_exit = True
        thread.join(10)
        assert not thread.is_alive()


class Browser:
    """What a phone does: it asks, follows nothing by itself, and sends the form that it was given."""

    def __init__(self, port, thread):
        self.port = port
        self.thread = thread
        self.page = ""
        self.status = 0
        self.headers = {}

    @property
    def host(self):
        return f"127.0.0.1:{self.port}"

    def ask(self, method, path, body=None, headers=None):
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        line.request(method, path, body, {"Host": self.host, **(headers or {})})
        answer = line.getresponse()
        self.page = answer.read().decode()
        self.status, self.headers = answer.status, dict(answer.getheaders())
        line.close()
        return self.page

    def get(self, path="/", **headers):
        return self.ask("GET", path, headers=headers or CZECH)

    def fields(self):
        """What the page as it stands would send."""
        fields = dict(re.findall(r'<input type="(?:hidden|text)"[^>]* name="([^"]*)"[^>]* value="([^"]*)"', self.page))
        for tag in re.findall(r'<input class="pick"[^>]*>', self.page):
            if tag.endswith(" checked>"):
                fields[re.search(r'name="([^"]*)"', tag)[1]] = unescape(re.search(r'value="([^"]*)"', tag)[1])
        zone = re.search(r'<option value="([^"]*)" selected>', self.page)
        return {**fields, "time_zone": zone[1] if zone else ""}

    def send(self, **fields):
        """Send the form with what is said, by the button *Done* unless another is named."""
        form_fields = {"act": "done", **fields}
        form = {"Content-Type": "application/x-www-form-urlencoded", **CZECH}
        return self.ask("POST", "/", urlencode({**self.fields(), **form_fields}), form)

    @property
    def sentences(self):
        """What the page says is wrong, at its fields."""
        return [unescape(sentence) for sentence in re.findall(r'<p class="wrong"[^>]*>([^<]*)</p>', self.page)]
