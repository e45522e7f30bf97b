"""Strangers at board and desk: idle, slow, endless and too many connections, over real sockets with small bounds."""

import asyncio
import contextlib
import logging
import os
import re
import socket
import subprocess
import sys
import threading
from dataclasses import replace

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from device.common.log import RateLimit
from device.common.web.connections import LOOPBACK, Limits, network, within
from device.common.web.listener import Listener
from tests.event.rig import until
from tests.organiser.pages import Running
from tests.ports import free_port

SMALL = Limits(
    connections=12,
    reserved=4,
    per_address=6,
    exempt=(),
    head_s=0.3,
    body_s=0.3,
    stalled_s=0.3,
    head_bytes=4096,
    body_bytes=4096,
    sweep_s=0.05,
)
PATIENT = Limits(connections=12, reserved=4, per_address=6, exempt=(), head_s=60, body_s=60, stalled_s=60)
HELLO = b"GET /hello HTTP/1.1\r\nhost: x\r\n\r\n"
STREAM = b"GET /stream HTTP/1.1\r\nhost: x\r\n\r\n"


async def hello(request: Request) -> Response:
    return PlainTextResponse("hello " + (request.client.host if request.client else ""))


async def take(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


async def flood(request: Request) -> Response:
    async def endless():
        while True:
            yield b"x" * 65536
            await asyncio.sleep(0)

    return StreamingResponse(endless())


async def stream(request: Request) -> Response:
    async def once():
        yield b"begun"
        await asyncio.Event().wait()

    return StreamingResponse(once())


HELD, FREE = threading.Event(), threading.Event()


async def hold(request: Request) -> Response:
    """Nothing else is done until somebody sets `FREE`: whoever comes meanwhile comes in one moment."""
    HELD.set()
    FREE.wait(20)
    return PlainTextResponse("")


APP = Starlette(
    routes=[
        Route("/hold", hold),
        Route("/hello", hello),
        Route("/take", take, methods=["POST"]),
        Route("/flood", flood),
        Route("/stream", stream),
    ]
)


@pytest.fixture
def serving():
    with contextlib.ExitStack() as stack:

        def start(limits=SMALL, **more):
            running = Running(APP, limits=limits, **more)
            stack.callback(running.close)
            return running

        yield start


@pytest.fixture
def dial():
    """Opens connections from addresses of the loopback network, and closes them in the end."""
    with contextlib.ExitStack() as stack:

        def call(page, source="127.0.0.1", say=b""):
            connection = socket.create_connection(("127.0.0.1", page.port), timeout=20, source_address=(source, 0))
            stack.callback(connection.close)
            connection.sendall(say)
            return connection

        yield call


def ended(connection):
    """Reads until the other end closes; what it said."""
    data = b""
    with contextlib.suppress(ConnectionResetError):
        while part := connection.recv(65536):
            data += part
    return data


def answer(connection, say=HELLO):
    """What is said to a request: all of it, or the head where it says no length."""
    connection.sendall(say)
    data = b""
    while b"\r\n\r\n" not in data:
        part = connection.recv(65536)
        if not part:
            return data
        data += part
    length = re.search(rb"content-length: (\d+)", data)
    while length and len(data.partition(b"\r\n\r\n")[2]) < int(length[1]):
        data += connection.recv(65536)
    return data


@pytest.mark.parametrize(
    "begun",
    [b"", b"GET /hel", b"GET /hello HTTP/1.1\r\nhost: x\r\n", HELLO + b"\r\n", HELLO + b"GET /"],
    ids=["nothing", "half a line", "half a head", "an answer and an empty line", "half a second request"],
)
def test_who_never_finishes_a_request_is_let_go(serving, dial, begun):
    ended(dial(serving(), say=begun))


def test_a_body_that_never_comes_is_not_waited_for(serving, dial):
    connection = dial(serving(), say=b"POST /take HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nabc")
    assert b"200" not in ended(connection)


def test_a_head_that_trickles_in_is_cut_off_however_often_something_comes(serving, dial):
    connection = dial(serving(), say=b"GET /hello HTTP/1.1\r\n")
    connection.settimeout(0.02)
    while True:
        try:
            connection.sendall(b"a: b\r\n")
            if not connection.recv(100):
                break
        except TimeoutError:
            continue
        except ConnectionError:
            break


@pytest.mark.parametrize(
    "data",
    [
        b"GET /" + b"a" * 100_000,
        b"GET /hello HTTP/1.1\r\nhost: x\r\nx: " + b"a" * 100_000,
        b"GET /hello HTTP/1.1\r\n" + b"a: b\r\n" * 20_000,
        b"POST /take HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n" + b"a" * 100_000,
        b"POST /take HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\nt: " + b"a" * 1_000_000,
        STREAM + HELLO * 1000,
    ],
    ids=["line", "header", "headers", "body", "trailer", "requests at once"],
)
def test_what_is_larger_than_it_may_be_is_not_kept(serving, dial, data):
    page = serving(Limits(head_bytes=4096, body_bytes=4096))  # nobody is overdue here
    connection = dial(page)
    with contextlib.suppress(OSError):
        connection.sendall(data)
    response = ended(connection)
    assert b" 431 " in response or b" 400 " in response or not response
    assert b"hello" in answer(dial(page))


def test_who_does_not_read_is_let_go_while_others_are_served(serving, dial):
    page = serving()
    connection = dial(page, say=b"GET /flood HTTP/1.1\r\nhost: x\r\n\r\n")
    assert connection.recv(1)
    door = dial(page)
    while len(page.server.bounds.all) > 1:
        assert b"hello" in answer(door)
    assert ended(connection)  # what the kernel held, and then the end


def test_one_address_takes_no_more_than_its_share_and_its_idle_connections_make_room(serving, dial):
    page = serving(PATIENT)
    idle = [dial(page, "127.0.0.2") for _ in range(6)]
    until(lambda: len(page.server.bounds.all) == 6)
    assert b"hello 127.0.0.2" in answer(dial(page, "127.0.0.2"))
    assert ended(idle[0]) == b""  # the one that waited longest made room
    assert b"hello" in answer(idle[-1])


def test_of_a_burst_from_one_address_two_shares_are_open_at_most(serving, dial, monkeypatch):
    """What makes way takes three turns of the loop to go, and more come in each of them."""
    came: dict[int, socket.socket] = {}
    open_at_once = []
    accept = Listener.accept

    def counted(listener):
        connection, peer = accept(listener)
        came[id(connection)] = connection
        open_at_once.append(sum(each.fileno() >= 0 for each in came.values()))
        return connection, peer

    monkeypatch.setattr(Listener, "accept", counted)
    page = serving(replace(PATIENT, connections=100, per_address=30))
    HELD.clear()
    FREE.clear()
    dial(page, "127.0.0.3", b"GET /hold HTTP/1.1\r\nhost: x\r\n\r\n")
    assert HELD.wait(20)
    crowd = [dial(page, "127.0.0.2") for _ in range(200)]
    FREE.set()
    assert b"hello" in answer(crowd[-1])
    assert 30 < max(open_at_once) <= 2 * 30 + 1


def test_an_address_with_nothing_but_open_streams_gets_no_more_and_others_do(serving, dial):
    page = serving(PATIENT)
    streams = [dial(page, "127.0.0.2") for _ in range(6)]
    for connection in streams:
        assert b"200" in answer(connection, STREAM)
    assert b" 503 " in ended(dial(page, "127.0.0.2"))
    assert b"hello 127.0.0.3" in answer(dial(page, "127.0.0.3"))
    streams[0].close()
    while b"hello" not in answer(dial(page, "127.0.0.2")):
        pass


def test_the_last_connections_are_kept_for_who_has_none_yet(serving, dial):
    page = serving(PATIENT)
    for source in ("127.0.0.2", "127.0.0.3"):
        for _ in range(4):
            assert b"200" in answer(dial(page, source), STREAM)
    assert b" 503 " in ended(dial(page, "127.0.0.2"))  # 8 of 12, and 4 are reserved
    assert b"hello" in answer(dial(page, "127.0.0.4"))


def test_idle_connections_from_everywhere_make_room_for_a_newcomer(serving, dial):
    page = serving(PATIENT)
    for n in range(2, 14):
        dial(page, f"127.0.0.{n}")
    assert b"hello" in answer(dial(page, "127.0.0.99"))
    assert len(page.server.bounds.all) <= 12


def test_nothing_is_remembered_of_who_has_gone(serving, dial):
    page = serving(PATIENT)
    for n in range(2, 60):
        with dial(page, f"127.0.0.{n}") as connection:
            assert b"hello" in answer(connection)
    assert b"hello" in answer(dial(page))
    while len(page.server.bounds._of) > 1:
        assert b"hello" in answer(dial(page))


FEW_DESCRIPTORS = """
import logging, resource, sys
hard = int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from device.common.web.connections import Limits
from device.common.web.serve import server

logging.basicConfig(level=logging.WARNING)
taken = []

async def hello(request):
    return PlainTextResponse("hello")

async def fill(request):
    "Something else of the program takes all descriptors; or gives them back."
    while request.query_params["on"] == "1":
        try:
            taken.append(open("/dev/null"))
        except OSError:
            for one in taken[-int(request.query_params.get("left", 0)) or len(taken):]:
                one.close()
            return PlainTextResponse("full")
    for one in taken:
        one.close()
    taken.clear()
    return PlainTextResponse("free")

app = Starlette(routes=[Route("/hello", hello), Route("/fill", fill)])
server(app, "127.0.0.1", int(sys.argv[1]), Limits(connections=100_000, per_address=100_000)).run()
"""


@pytest.fixture
def short_of_descriptors(tmp_path):
    port = free_port()
    log = tmp_path / "log"
    with log.open("wb") as out:
        program = subprocess.Popen([sys.executable, "-c", FEW_DESCRIPTORS, str(port), "256"], stdout=out, stderr=out)
    while True:
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port)).close()
            break
        assert program.poll() is None, log.read_text()

    class Page:
        pass

    Page.port, Page.log, Page.pid = port, log, program.pid
    yield Page
    program.kill()
    program.wait()


def test_more_connections_than_descriptors_stop_nothing(short_of_descriptors, dial):
    opened = [dial(short_of_descriptors) for _ in range(300)]
    assert b"hello" in answer(dial(short_of_descriptors))
    assert len(os.listdir(f"/proc/{short_of_descriptors.pid}/fd")) <= 256 - 64
    for connection in opened:
        connection.close()
    assert b"hello" in answer(dial(short_of_descriptors))


def test_without_any_descriptor_it_waits_without_spinning_and_goes_on_by_itself(short_of_descriptors, dial):
    page = short_of_descriptors
    door = dial(page)
    assert b"full" in answer(door, b"GET /fill?on=1 HTTP/1.1\r\nhost: x\r\n\r\n")
    waiting = [dial(page, say=HELLO) for _ in range(20)]  # the kernel takes them, the program cannot
    spent = processor(page.pid)
    waiting[0].settimeout(2.5)
    with pytest.raises(TimeoutError):
        waiting[0].recv(1)
    assert processor(page.pid) - spent < 1  # of 2.5 s
    waiting[0].settimeout(20)
    assert b"free" in answer(door, b"GET /fill?on=0 HTTP/1.1\r\nhost: x\r\n\r\n")
    for connection in waiting:
        assert b"hello" in answer(connection, b"")
    assert page.log.read_text().count("out of system resource") <= 6


def test_the_last_descriptors_are_the_programs_own(short_of_descriptors, dial):
    page = short_of_descriptors
    door = dial(page)
    assert b"full" in answer(door, b"GET /fill?on=1&left=40 HTTP/1.1\r\nhost: x\r\n\r\n")
    for _ in range(60):
        assert b" 503 " in ended(dial(page))
    assert b"free" in answer(door, b"GET /fill?on=0 HTTP/1.1\r\nhost: x\r\n\r\n")
    assert b"hello" in answer(dial(page))


def processor(pid):
    """Seconds of a processor that a process has used."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize(
    ("host", "counts_as"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::1"),
        ("", ""),
        ("x" * 200, "x" * 64),
    ],
)
def test_an_ipv6_network_is_one_address(host, counts_as):
    assert network(host) == counts_as


def test_networks_hold_addresses():
    assert within("127.0.0.9", ("127.0.0.0/8",))
    assert within(network("::1"), LOOPBACK)
    assert not within("192.168.1.1", ("127.0.0.0/8", "::1/128"))
    assert not within("nobody", ("127.0.0.0/8",))
    assert within("10.0.0.5", ("proxy.example", "10.0.0.7/24"))  # a name is no network, and breaks nothing


def test_a_forwarded_address_is_believed_only_from_a_proxy_that_was_named(serving, dial):
    forwarded = HELLO[:-2] + b"x-forwarded-for: 10.9.8.7\r\n\r\n"
    assert b"hello 127.0.0.1" in answer(dial(serving()), forwarded)
    assert b"hello 10.9.8.7" in answer(dial(serving(proxies=("127.0.0.1",))), forwarded)
    assert b"hello 127.0.0.5" in answer(dial(serving(proxies=("127.0.0.1",)), "127.0.0.5"), forwarded)


def test_bad_requests_do_not_fill_the_log(serving, dial, caplog):
    few = RateLimit()
    page = serving()
    with caplog.at_level(logging.WARNING):
        caplog.handler.addFilter(few)
        for _ in range(200):
            with dial(page, say=b"\x00\x01nonsense\r\n\r\n") as connection:
                ended(connection)
        caplog.handler.removeFilter(few)
    assert len(caplog.records) <= 10
