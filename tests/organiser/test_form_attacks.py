"""Forms made to keep the desk busy: whatever one browser sends, another is answered at once, over real HTTP."""

import ast
import asyncio
import http.client
import itertools
import threading
import time
from pathlib import Path

import pytest
from starlette.requests import Request

import device
from device.common.web.forms import form_of
from device.organiser.desk.desk_app import FORM as FORM_LIMITS
from device.organiser.desk.desk_app import LONGEST_FILE
from device.organiser.desk.page_view import LONGEST
from device.organiser.log.event_control import OrganiserDesk
from tests.organiser.pages import FORM

SOON_S = 2.0
"""How long (s) another request may wait at most on a busy machine; without an attack it is some milliseconds."""
MULTIPART = "multipart/form-data; boundary=B"
FIELD = b'--B\r\nContent-Disposition: form-data; name="%d"\r\n\r\n\r\n'


def nested(depth, lines):
    names = [b"B%d" % k if k else b"B" for k in range(depth + 1)]
    parts = [b"--%s\r\nContent-Type: multipart/mixed; boundary=%s\r\n\r\n" % both for both in itertools.pairwise(names)]
    return b"".join(parts) + b"\n" * lines


def filled(head, unit, end=b""):
    """A form of a file's size: ``head``, as many of ``unit`` as fit, and ``end``."""
    return head + unit * ((LONGEST_FILE - len(head) - len(end)) // len(unit)) + end


PART = b'--B\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n'
ATTACKS = {
    "parts in parts": (MULTIPART, nested(300, LONGEST_FILE - 17_000)),
    "many parts": (MULTIPART, filled(b"", FIELD % 1)),
    "many files": (MULTIPART, filled(b"", PART + b"\r\n\r\n")),
    "one long header": (MULTIPART, filled(PART + b"X: ", b"y")),
    "many headers": (MULTIPART, filled(PART, b"X: y\r\n")),
    "headers that go on": (MULTIPART, filled(PART, b" ;\r\n")),
    "a name of many parameters": (MULTIPART, filled(b"--B\r\nContent-Disposition: form-data", b";a", b"\r\n\r\n")),
    "almost the end": (MULTIPART, filled(PART + b"\r\n", b"\r\n--", b"\r\n--B--")),
    "only returns": (MULTIPART, filled(PART + b"\r\n", b"\r", b"\r\n--B--")),
    "no beginning": (MULTIPART, filled(b"", b"\r\n")),
    "what follows the end": (MULTIPART, filled(b"--B--", b"\r\n")),
    "a charset": (MULTIPART + "; charset=punycode", filled(FIELD[:-2] % 1, b"a9-", b"\r\n--B--")),
    "a long boundary": ("multipart/form-data; boundary=" + "B" * 20_000, filled(b"--", b"B")),
    "many fields": (FORM["Content-Type"], b"a&" * (LONGEST // 2)),
    "many letters": (FORM["Content-Type"], b"a=" + b"%C5%99" * (LONGEST // 6 - 1)),
    "percents": (FORM["Content-Type"], b"a=" + b"%" * (LONGEST - 2)),
    "one name": (FORM["Content-Type"], b"a" * LONGEST),
}


@pytest.fixture
def visitor(store, enter):
    return enter(OrganiserDesk(store))


def worst_wait(page, path, headers, body):
    """The longest that others wait (s) while a form is answered, and the answer's status."""
    status = []

    def send():
        line = http.client.HTTPConnection("127.0.0.1", page.port, timeout=300)
        line.request("POST", path, body, headers)
        status.append(line.getresponse().status)

    attacker, worst = threading.Thread(target=send), 0.0
    attacker.start()
    while True:
        there, began = attacker.is_alive(), time.monotonic()
        assert page.ask("/static/desk.css").status == 200
        worst = max(worst, time.monotonic() - began)
        if not there:
            return worst, status[0]


@pytest.mark.parametrize("attack", ATTACKS)
def test_nobody_waits_for_what_a_form_was_made_of(visitor, attack):
    kind, body = ATTACKS[attack]
    assert len(body) <= LONGEST_FILE
    for path, cookie in (("/enter", {}), ("/act", {}), ("/act", visitor.cookie)):
        before = visitor.desk.read().last
        worst, status = worst_wait(visitor.page, path, {"Content-Type": kind} | cookie, body)
        assert worst < SOON_S, (path, bool(cookie))
        assert status in (303, 400, 413), (path, bool(cookie), status)
        assert visitor.desk.read().last == before


def test_what_is_no_form_is_said_in_one_sentence(visitor):
    answer = visitor.page.ask("/act", "POST", {"Content-Type": MULTIPART} | visitor.cookie, b"--B\r\nX: y\r\n\r\n")
    assert answer.status == 400
    assert "The form was not filled in; nothing was decided." in answer.read().decode()


def test_others_have_their_turn_while_a_large_form_is_parsed():
    kind, body = ATTACKS["almost the end"]

    async def parsed():
        whole = {"type": "http.request", "body": body, "more_body": False}

        async def receive():
            return whole

        request = Request({"type": "http", "headers": [(b"content-type", kind.encode())]}, receive)
        form, turns = asyncio.ensure_future(form_of(request, FORM_LIMITS)), 0
        while not form.done():
            turns += 1
            await asyncio.sleep(0)
        return turns, len(form.result()["file"])

    turns, size = asyncio.run(parsed())
    assert turns > 100
    assert size > LONGEST_FILE - 200


def test_no_form_is_read_but_by_the_frameworks_parsers():
    """``device/common/web/forms.py`` is the only module that reads a body."""
    own = ("email", "cgi", "parse_qs", "parse_qsl", "formparsers", "multipart")
    importers = []
    for path in Path(device.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = []
            if isinstance(node, ast.Import):
                names = [part for name in node.names for part in name.name.split(".")]
            elif isinstance(node, ast.ImportFrom):
                names = [*(node.module or "").split("."), *(name.name for name in node.names)]
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args:
                of = node.func.value
                if isinstance(of, ast.Name) and of.id == "request":
                    names = [f"request.{node.func.attr}()"]
            if {*own, "request.body()", "request.form()", "request.stream()", "request.json()"} & set(names):
                importers.append(path.name)
    assert set(importers) == {"forms.py"}
