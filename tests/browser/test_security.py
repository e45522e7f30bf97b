"""What strangers may do to a table in the browser: nothing."""

import contextlib
import json
import socket
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from device.browser.audience import MOST
from device.browser.messages import LARGEST
from device.browser.seat import WRONG
from device.browser.web import LIMITS
from tests.browser.program import IDENT, OTHER, Client, ServedTable


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A table for all tests of this module: each leaves it as it was."""
    table = ServedTable(tmp_path_factory.mktemp("table"))
    table.settle()
    yield table
    assert table.end() == 0


def get(host, path, **headers):
    try:
        with urllib.request.urlopen(urllib.request.Request(f"http://{host}{path}", headers=headers), timeout=10) as got:
            return got.status, got.headers, got.read().decode(errors="replace")
    except urllib.error.HTTPError as error:
        return error.code, error.headers, ""


def closed(client):
    for _ in range(1000):
        try:
            client.line.recv(timeout=20)
        except ConnectionClosed:
            return True
    return False


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", "http://127.0.0.1:1", "https://127.0.0.1"])
def test_a_page_of_another_origin_gets_no_line(served, origin):
    with pytest.raises(InvalidStatus):
        Client(served.host, served.code, origin=origin)


def test_a_name_that_is_none_of_this_machine_gets_nothing(served):
    assert get(served.host, "/", Host=f"elsewhere.example:{served.port}")[0] == 421
    assert get(served.host, "/", Host=f"localhost:{served.port}")[0] == 200
    headers = {"Host": "elsewhere.example", "Origin": "http://elsewhere.example"}
    with socket.create_connection(("127.0.0.1", served.port)) as line:
        asked = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        line.sendall(
            f"GET /table HTTP/1.1\r\n{asked}Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        assert line.recv(100).startswith(b"HTTP/1.1 403")


def test_a_page_loads_nothing_from_elsewhere_and_is_in_no_other_page(served):
    _, headers, body = get(served.host, "/")
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert served.code not in body


def test_without_the_code_there_is_no_picture_and_guessing_ends_soon(tmp_path):
    table = ServedTable(tmp_path)
    try:
        for _ in range(WRONG - 1):
            client = Client(table.host, "000000")
            assert client.next() == ["refused", "code"]
            assert closed(client)
        assert get(table.host, "/qr/000000.svg")[0] == 404
        for code in ("000000", table.code):
            client = Client(table.host, code)
            assert client.next() == ["refused", "wait"]
            assert closed(client)
        assert get(table.host, f"/qr/{table.code}.svg")[0] == 429
    finally:
        table.close()


def test_the_starting_page_is_for_this_computer_alone(served):
    assert served.code in get(served.host, "/start")[2]
    assert get(served.host, "/start", Host=socket.gethostname())[0] == 404


@pytest.mark.parametrize(
    "message",
    [
        "nonsense",
        "[]",
        '["hello"]',
        '["touch", "down", 0, 1, 1, 0, 0]',
        '["hello", "not hex", "", false, 1, 1]',
        json.dumps(["hello", IDENT, "x" * LARGEST, False, 1, 1]),
        json.dumps(["hello", IDENT, "0", False, -1, 10**9]),
        b"\x00\x01",
    ],
)
def test_what_is_no_greeting_ends_the_line(served, message):
    with connect(f"ws://{served.host}/table", origin=f"http://{served.host}") as line:
        line.send(message)
        with pytest.raises(ConnectionClosed):
            line.recv(timeout=10)


@pytest.mark.parametrize("message", ['["ack", 99]', '["touch", "lift", 0, 1, 1, 0, 0]', "{"])
def test_nonsense_of_who_is_in_ends_the_line_and_the_seat_is_kept(served, message):
    client = Client(served.host, served.code)
    assert client.seat()[1]
    client.line.send(message)
    assert closed(client)
    other = Client(served.host, served.code, OTHER)
    assert other.seat()[1] is False
    other.close()
    again = Client(served.host, served.code)
    assert again.seat()[1]
    again.close()


def test_a_flood_of_messages_ends_the_line(served):
    client = Client(served.host, served.code, OTHER, looks=True)
    for _ in range(2_000):
        with contextlib.suppress(ConnectionClosed):
            client.say("alive")
    assert closed(client)


def test_who_looks_on_touches_nothing_until_taking_over(served):
    player = Client(served.host, served.code)
    assert player.seat()[1]
    onlooker = Client(served.host, served.code, OTHER)
    assert onlooker.seat()[1:] == [False, True, 1]
    before = onlooker.whole()
    for _ in range(3):
        onlooker.say("touch", "down", 0, 120, 120, before, 5000)
        onlooker.say("touch", "up", 0, 120, 120, 0, 0)
    onlooker.say("key", "x", "down")
    onlooker.say("take")
    assert onlooker.seat()[1]
    assert player.until(lambda message: isinstance(message, list) and message[:2] == ["seat", False])
    third = Client(served.host, served.code, "00ff" * 8, looks=True)
    assert third.whole() == before, "nothing was chosen by who looked on"
    for client in (third, onlooker, player):
        client.close()
    again = Client(served.host, served.code, OTHER)
    assert again.seat()[1]
    again.say("take")
    again.close()


def test_only_so_many_browsers_are_let_in(served):
    clients = [Client(served.host, served.code, f"{n:032x}", looks=True) for n in range(MOST)]
    for client in clients:
        client.seat()
    late = Client(served.host, served.code, "f" * 32)
    assert late.next() == ["refused", "crowd"]
    with ThreadPoolExecutor(MOST) as leaving:  # each has unread pictures, and waits a second for an answer behind them
        list(leaving.map(Client.close, (*clients, late)))


def test_a_second_tab_of_the_same_browser_takes_the_place_of_the_first(served):
    first = Client(served.host, served.code, "ab" * 16, looks=True)
    first.seat()
    second = Client(served.host, served.code, "ab" * 16, looks=True)
    second.seat()
    assert closed(first)
    second.close()


def test_a_line_that_says_nothing_is_let_go(served):
    with connect(f"ws://{served.host}/table", origin=f"http://{served.host}") as line, pytest.raises(ConnectionClosed):
        line.recv(timeout=10)


@pytest.mark.parametrize("path", ["table", "button/a/line"])
def test_lines_on_which_no_code_is_shown_keep_nobody_out(served, path):
    held = [connect(f"ws://{served.host}/{path}", origin=f"http://{served.host}") for _ in range(LIMITS.connections)]
    client = Client(served.host, served.code, OTHER)
    assert client.seat()
    client.close()
    for line in held:
        line.close()


def test_lines_that_have_ended_leave_room_for_others(served):
    for _ in range(LIMITS.connections + 10):
        with connect(f"ws://{served.host}/table", origin=f"http://{served.host}") as line:
            line.send("[]")
    last = Client(served.host, served.code, OTHER, looks=True)
    assert last.seat()
    last.close()
