"""A server that ends while it holds somebody: everybody is let go, and the log has nothing to say about it."""

import asyncio
import contextlib
import logging
import socket
import ssl

import pytest
from starlette.applications import Starlette
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from device.common.event import broker, discovery
from device.common.web.forms import body_of
from device.organiser.desk import joining
from device.organiser.desk.joining import SpareTables
from device.organiser.desk.machine_port import MachinePlace
from device.organiser.log.event_control import OrganiserDesk
from tests.event.rig import until
from tests.organiser.conftest import EVENT
from tests.organiser.pages import Running
from tests.ports import free_port

HALF = b"POST /half HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf"


class Holding:
    """An application that lets nobody go: a slow store, half a request, a stream that is read or not."""

    def __init__(self):
        self.held = 0

    async def slow(self, request):
        self.held += 1
        await asyncio.sleep(3600)
        return Response("")

    async def half(self, request):
        self.held += 1
        return Response(await request.body())

    async def stream(self, request):
        async def lines():
            self.held += 1
            while True:
                yield b"x" * 65536
                await asyncio.sleep(0)

        return StreamingResponse(lines())

    def app(self):
        return Starlette(
            routes=[
                Route("/slow", self.slow),
                Route("/half", self.half, methods=["POST"]),
                Route("/stream", self.stream),
            ]
        )


def warnings(caplog):
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize(
    "sent", [b"GET /slow HTTP/1.1\r\nhost: x\r\n\r\n", HALF, b"GET /stream HTTP/1.1\r\nhost: x\r\n\r\n"]
)
def test_whoever_is_held_is_let_go_and_the_log_stays_empty(sent, caplog):
    holding = Holding()
    page = Running(holding.app())
    with socket.create_connection(("127.0.0.1", page.port), 30) as line:
        line.sendall(sent)
        until(lambda: holding.held, awaited="it is held")
        page.close()
        assert not page.thread.is_alive()
        with contextlib.suppress(ConnectionError):
            while line.recv(1 << 20):
                pass
    assert warnings(caplog) == []


def test_who_goes_away_in_the_middle_is_no_fault_of_the_program(caplog):
    holding = Holding()
    page = Running(holding.app())
    with socket.create_connection(("127.0.0.1", page.port), 30) as line:
        line.sendall(HALF)
        until(lambda: holding.held, awaited="it is held")
    until(lambda: not page.server.server_state.tasks, awaited="it is known that nobody is there")
    page.close()
    assert warnings(caplog) == []


def test_a_fault_of_the_program_is_still_in_the_log(caplog):
    async def broken(request):
        raise ArithmeticError("of the test")

    page = Running(Starlette(routes=[Route("/", broken)]))
    assert page.ask("/").status == 500
    page.close()
    assert any(record.exc_info and record.exc_info[0] is ArithmeticError for record in caplog.records)


def test_the_port_at_which_spare_tables_join_closes_with_half_a_request(store, tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(discovery, "Announcement", lambda *arguments: contextlib.ExitStack())
    files = broker.make(tmp_path / "broker", EVENT, 3, "127.0.0.1", 18883, tls=True).folder
    port = free_port()
    spare = SpareTables(EVENT, files, MachinePlace(files, "127.0.0.1", "127.0.0.1", port), OrganiserDesk(store))
    held = []

    async def half(request):
        held.append(request)
        return await body_of(request)

    monkeypatch.setattr(joining, "body_of", half)
    spare.begin(2)
    until(lambda: spare.status().code)
    unknown = ssl.create_default_context()
    unknown.check_hostname, unknown.verify_mode = False, ssl.CERT_NONE
    with unknown.wrap_socket(socket.create_connection(("127.0.0.1", port), 30)) as line:
        line.sendall(HALF.replace(b"/half", b"/join"))
        until(lambda: held, awaited="it is held")
        serving = spare._thread
        spare.close()
        serving.join(30)
        assert not serving.is_alive()
    assert warnings(caplog) == []
