"""What readers of the board's streams are told: once for all, compressed or not, and whoever reads slowly later."""

import asyncio
import json
import socket
import time
import zlib
from types import SimpleNamespace

import pytest

from device.common.web.push import takes_gzip
from device.organiser.board import live as live_module
from device.organiser.board.live import BREATH_S, BoardReader
from tests.organiser.pages import rows_of, running_board

PAGE = ("tables", 1, "cs")


@pytest.fixture
def board(store, tmp_path):
    store.append(rows_of(1, entries=3))
    running = running_board(str(tmp_path / "event.db"))
    yield running
    running.close()


class Line:
    """A connection whose other end reads, or does not."""

    def __init__(self):
        self.said = b""
        self.flow = SimpleNamespace(write_paused=False)
        self.transport = SimpleNamespace(write=self.write, is_closing=lambda: False)
        self.on_writable = lambda: None

    def write(self, data):
        self.said += data

    def parts(self):
        """What was said since this was asked last, by part."""
        data, self.said = self.said, b""
        lines = [line[6:] for line in data.decode().splitlines() if line.startswith("data: {")]
        return [sorted(json.loads(line)["parts"]) for line in lines]


def play(live, table, after):
    live.board.take([row._replace(id=after + n) for n, row in enumerate(rows_of(table, entries=3))])
    live._tell()


def with_readers(live, count, act, gzip=False):
    """Lets ``act`` happen while so many have the page's stream; their lines are handed to it."""

    async def run():
        lines = [Line() for _ in range(count)]
        streams = [live.stream(BoardReader(PAGE, live.board.version, line, gzip), "127.0.0.1") for line in lines]
        for stream in streams:
            stream.__enter__()
        act(lines)
        for stream in streams:
            stream.__exit__(None, None, None)

    asyncio.run(run())
    assert (live.readers, live._streams) == (0, {})


def test_a_change_is_put_together_and_compressed_once_for_all_who_have_seen_the_same(live, monkeypatch):
    texts = []
    monkeypatch.setattr(live_module, "block", lambda text: texts.append(text) or text)

    def act(lines):
        texts.clear()
        play(live, 2, 100)
        assert len({line.said.partition(b"retry")[2][-200:] for line in lines}) == 1
        assert len(texts) == 1
        assert b"card-2" in texts[0]

    with_readers(live, 30, act, gzip=True)


def test_whoever_reads_slowly_holds_nobody_up_and_gets_the_newest_of_everything_once_they_read(live):
    def act(lines):
        slow, quick = lines
        slow.parts()
        slow.flow.write_paused = True
        play(live, 2, 100)
        play(live, 3, 200)
        assert slow.parts() == []
        assert quick.parts() == [["card-2", "head"], ["card-3", "head"]]
        slow.flow.write_paused = False
        slow.on_writable()
        assert slow.parts() == [["card-2", "card-3", "head"]]
        slow.on_writable()
        assert slow.parts() == []

    with_readers(live, 2, act)


def test_all_readers_hear_that_the_store_is_in_trouble_and_who_comes_then_too(live):
    def act(lines):
        assert b"trouble" not in lines[0].said
        live.on_trouble(True)
        assert lines[0].said.endswith(b"event: trouble\ndata: 1\n\n\r\n")
        live.on_trouble(False)
        assert lines[0].said.endswith(b"event: trouble\ndata: 0\n\n\r\n")

    with_readers(live, 1, act)
    live.trouble = True
    with_readers(live, 1, lambda lines: lines[0].said.index(b"event: trouble\ndata: 1\n"))


def test_a_crowd_hears_the_less_often_the_longer_it_takes_to_tell_it(live, monkeypatch):
    """Half of a processor at most, on any machine."""
    waits, clock = [], iter([10.0, 10.4])
    monkeypatch.setattr(live_module.time, "thread_time", lambda: next(clock))
    loop = SimpleNamespace(call_later=lambda wait, act: waits.append(wait))
    monkeypatch.setattr(live_module.asyncio, "get_running_loop", lambda: loop)
    live.take([row._replace(id=100 + n) for n, row in enumerate(rows_of(2, entries=3))])
    live._tell()
    live.take([row._replace(id=200 + n) for n, row in enumerate(rows_of(3, entries=3))])
    assert waits == [BREATH_S, pytest.approx(0.4)]


def ask(board, *more):
    line = socket.create_connection(("127.0.0.1", board.port), timeout=20)
    head = "\r\n".join(["GET /cs/events?view=tables HTTP/1.1", "Host: tabule.local", *more])
    line.sendall(head.encode() + b"\r\n\r\n")
    return line


def unchunked(reader):
    while (size := int(reader.readline(), 16)) > 0:
        yield reader.read(size)
        reader.readline()


def test_a_compressed_stream_is_the_same_stream_piece_by_piece(board, store):
    plain, packed = ask(board), ask(board, "Accept-Encoding: br, gzip")
    streams, heads = [], []
    inflating = zlib.decompressobj(wbits=31)
    for line, read in ((plain, lambda data: data), (packed, inflating.decompress)):
        reader = line.makefile("rb")
        heads.append(list(iter(reader.readline, b"\r\n")))
        text, pieces = b"", unchunked(reader)
        while b"card-1" not in text:
            text += read(next(pieces))
        streams.append(text.partition(b"event: parts")[2])
    assert streams[0] == streams[1]
    assert b"content-encoding: gzip\r\n" in heads[1]
    assert b"content-encoding: gzip\r\n" not in heads[0]
    store.append(rows_of(2, entries=4))
    text = b""
    while b"card-2" not in text:
        text += inflating.decompress(next(pieces))
    plain.close()
    packed.close()


def test_a_reader_who_goes_leaves_their_place_also_where_they_had_asked_for_more(board, monkeypatch):
    monkeypatch.setattr(live_module, "STILL_S", 0.1)  # what is said then is what finds nobody there
    live = board.app.state.live
    connection = ask(board)
    connection.sendall(b"GET /cs/ HTTP/1.1\r\nHost: tabule.local\r\n\r\n")
    while b"card-1" not in connection.recv(65536):
        pass
    assert live.readers == 1
    connection.close()
    end = time.monotonic() + 60
    while live.readers and time.monotonic() < end:
        time.sleep(0.01)
    assert live.readers == 0


def test_who_asks_for_the_head_of_a_stream_gets_it_and_no_more(board):
    answer = board.ask("/cs/events?view=tables", "HEAD")
    assert (answer.status, answer.headers["Content-Type"]) == (200, "text/event-stream; charset=utf-8")
    assert board.app.state.live.readers == 0


@pytest.mark.parametrize(("header", "takes"), [("gzip, br", True), ("identity", False), ("", False)])
def test_who_can_read_what_is_compressed_says_so(header, takes):
    assert takes_gzip(SimpleNamespace(headers={"accept-encoding": header})) is takes
