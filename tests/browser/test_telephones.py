"""Telephones as clock buttons over real WebSockets: what reaches the table, who may press, what strangers can do."""

from __future__ import annotations

import json
import queue
import time
from contextlib import suppress
from urllib.request import urlopen

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from device.browser.admission import SLACK, SideHolders
from device.browser.button import LONGEST, VERSION
from device.browser.button_view import ButtonsView, SideFace
from device.browser.strangers import MOST as STRANGERS
from device.browser.telephones import BURST, LINES, REMEMBERED, Telephones
from device.io.inputs import PeripheralStatus, PodReport
from tests.browser.table import Served

MS = 1_000_000
ONE, OTHER = "0123456789abcdef", "fedcba9876543210"
VIEW = ButtonsView((SideFace("Krtci", "3:00", turn=True, runs=True), SideFace("Sloky", "2:59")), ("", ""), "en")


class Phone:
    """A page that a test speaks for: it answers the table's questions by itself, while it waits for something."""

    def __init__(self, served: Served, side: str = "a", telephone: str = ONE, epoch: int = 1, code: str = "", **more):
        url = served.address.replace("http", "ws")
        self.socket = connect(f"{url}/{side}/line", origin=more.pop("origin", served.address[:-7]), legacy=True)
        self.telephone, self.epoch, self.next = telephone, epoch, more.get("next", 1)
        self.heard: list[list] = []
        self.state: dict = {}
        with suppress(ConnectionClosed):
            self.say("hello", VERSION, code, telephone, epoch, 100, self.next, self.next, time.time_ns() // MS)

    def say(self, *message) -> None:
        self.socket.send(json.dumps(message))

    @staticmethod
    def own() -> int:
        return time.monotonic_ns() // 1000 - 5_000_000

    def wait(self, is_done, seconds: float = 10):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if answer := is_done():
                return answer
            with suppress(TimeoutError):
                word, *values = message = json.loads(self.socket.recv(0.05))
                self.heard.append(message)
                if word == "ping":
                    self.say("pong", self.epoch, values[0], self.own(), self.own())
                elif word == "table":
                    self.state = values[0]
        raise AssertionError(f"never true; heard {self.heard[-5:]}")

    def ready(self) -> Phone:
        self.wait(lambda: self.state.get("doubt") is not None)
        return self

    def change(self, down: bool, ago_ms: int = 0) -> None:
        self.say("press", [[self.epoch, self.next, int(down), self.own() - 1000 * ago_ms, time.time_ns() // MS]])
        self.next += 1

    def answer(self) -> str:
        """What it is told of its press."""
        before = self.state.get("answer", 0)
        return self.wait(lambda: self.state.get("answer", 0) > before and self.state["said"])

    def closed(self) -> int:
        """With which code the table ended the line."""
        with pytest.raises(ConnectionClosed) as info:
            self.wait(lambda: False)
        return info.value.rcvd.code

    def close(self) -> None:
        self.socket.close()


@pytest.fixture
def inputs():
    return queue.SimpleQueue()


@pytest.fixture
def phones(inputs):
    phones = Telephones(inputs.put, is_welcome=lambda code, host: code != "WRONG")
    phones.sides = SideHolders(time.monotonic_ns() - 60_000 * MS)
    return phones


@pytest.fixture
def served(phones):
    page = Served(phones)
    phones.show(VIEW)
    yield page
    page.close()


def reports(inputs, count: int, kind=PodReport) -> list:
    """The next so many inputs of that kind."""
    pod_reports = []
    while len(pod_reports) < count:
        item = inputs.get(timeout=10)
        if isinstance(item, kind):
            pod_reports.append(item)
    return pod_reports


def test_a_press_reaches_the_table_with_its_own_time_and_its_doubt(served, inputs):
    phone = Phone(served).ready()
    pressed = time.monotonic_ns()
    phone.change(True)
    phone.change(False)
    assert phone.answer().startswith("Pressed, ±")
    down, up = reports(inputs, 2)
    assert (down.side, down.down, up.down) == (0, True, False)
    assert abs(down.at - pressed) < down.doubt + 20 * MS, "between the stamp and the message the test itself takes time"
    assert 0 < down.doubt < 500 * MS


def test_a_late_press_of_a_page_that_answers_counts_from_where_it_was_heard(served, inputs, phones):
    phone = Phone(served, "b").ready()
    heard = phone.wait(lambda: next(iter(phones.lines)).link.memory.heard)
    phone.change(True, ago_ms=1500)
    assert "too early" in phone.answer()
    [down] = reports(inputs, 1)
    assert down.side == 1
    assert heard - SLACK <= down.at < time.monotonic_ns()
    assert "too early" in down.remark.id


def test_the_page_gets_both_faces_and_learns_what_changes(served, phones):
    phone = Phone(served, "b").ready()
    assert phone.state["table"]["me"]["name"] == "Sloky"
    assert phone.state["table"]["they"]["turn"]
    phones.show(ButtonsView((SideFace("Krtci", "2:58"), SideFace("Sloky", "2:59")), ("", ""), "en"))
    phone.wait(lambda: phone.state["table"]["they"]["time"] == "2:58")


def test_a_button_that_is_down_when_its_line_ends_counts_as_released(served, inputs):
    phone = Phone(served).ready()
    phone.change(True)
    phone.answer()
    phone.close()
    assert [report.down for report in reports(inputs, 2)] == [True, False]


def test_a_hold_is_vouched_for(served, inputs):
    phone = Phone(served).ready()
    phone.change(True)
    phone.answer()
    phone.say("live", 1, phone.own(), phone.next - 1)
    down, still = reports(inputs, 2)
    assert still.down
    assert still.at > down.at


def test_a_second_telephone_looks_on_until_it_takes_the_side(served, inputs):
    phone, other = Phone(served).ready(), Phone(served, telephone=OTHER).ready()
    assert (phone.state["mine"], other.state["mine"]) == (True, False)
    other.change(True)
    assert "Another telephone" in other.answer()
    other.change(False)
    other.say("take")
    other.wait(lambda: other.state["mine"])
    phone.wait(lambda: not phone.state["mine"])
    other.change(True)
    assert other.answer().startswith("Pressed")
    assert [report.down for report in reports(inputs, 2)] == [False, True], "its press before it took the side is none"


def test_where_telephones_are_forbidden_the_page_says_so_and_nothing_is_pressed(served, phones, inputs):
    phone = Phone(served).ready()
    phones.show(ButtonsView(VIEW.faces, VIEW.hints, "en", is_allowed=False))
    phone.wait(lambda: not phone.state["allowed"])
    phone.change(True)
    assert "not allowed" in phone.answer()
    assert not phone.state["counts"]
    phones.show(VIEW)
    phone.wait(lambda: phone.state["allowed"])
    phone.change(False)
    phone.change(True)
    phone.answer()
    assert [report.down for report in reports(inputs, 2)] == [False, True]


def test_a_telephone_that_is_away_is_named_at_the_table_until_it_is_back(served, inputs):
    phone = Phone(served).ready()
    phone.close()
    [away] = reports(inputs, 1, PeripheralStatus)
    assert (away.name, away.trouble is None) == ("telephone A", False)
    Phone(served, epoch=2).ready()
    [back] = reports(inputs, 1, PeripheralStatus)
    assert (back.name, back.trouble) == ("telephone A", None)


def test_presses_that_were_given_up_are_named_at_the_table(served, inputs):
    phone = Phone(served).ready()
    phone.change(True)
    phone.answer()
    phone.close()
    Phone(served, next=70).ready()
    names = [report.name for report in reports(inputs, 1, PeripheralStatus)]
    assert names == ["telephone A missed"]


def test_the_same_page_on_another_line_ends_the_first(served):
    phone = Phone(served).ready()
    Phone(served).ready()
    assert phone.closed() == 4001


def test_a_page_without_the_tables_code_is_no_button(served):
    phone = Phone(served, code="WRONG")
    phone.wait(lambda: ["stranger"] in phone.heard)
    phone.change(True)
    assert phone.closed() == 1008, "after a while without a word"


def test_a_script_of_another_site_gets_no_line(served):
    with pytest.raises(Exception, match="403"):
        Phone(served, origin="http://evil.example")


def test_there_are_only_so_many_lines(served):
    held = [Phone(served, telephone=f"{n:016x}") for n in range(LINES)]
    for phone in held:
        phone.ready()
    assert Phone(served, telephone=OTHER).closed() == 1013


@pytest.mark.parametrize("text", ["{}", '["press", 1]', "[" * 500, "x" * (LONGEST + 1)], ids=len)
def test_what_is_no_message_ends_the_line_and_no_other(served, text):
    phone, other = Phone(served).ready(), Phone(served, "b", OTHER).ready()
    phone.socket.send(text)
    assert phone.closed() in (1008, 1009)
    other.change(True)
    assert other.answer()


def test_a_page_that_talks_without_end_is_ended(served):
    phone = Phone(served).ready()
    with suppress(ConnectionClosed):
        for _ in range(4 * BURST):
            phone.say("take")
    assert phone.closed() == 1008


def test_telephones_that_come_and_go_are_forgotten(phones):
    for n in range(10 * REMEMBERED):
        phones.memory_of(f"{n:016x}")
    assert len(phones._memories) <= REMEMBERED + 1


def test_what_is_told_of_a_press_stands_on_both_pages_unless_ones_own_does_not_count(served, phones):
    first, other = Phone(served).ready(), Phone(served, "b", OTHER).ready()
    phones.show(ButtonsView(VIEW.faces, VIEW.hints, "en", news="The press of button B came late."))
    for phone in (first, other):
        phone.wait(lambda phone=phone: "button B" in phone.state["said"])
    phones.show(ButtonsView(VIEW.faces, VIEW.hints, "en", is_allowed=False, news="The press of button B came late."))
    first.wait(lambda: not first.state["allowed"])
    first.change(True)
    assert "not allowed" in first.answer()


def test_lines_without_the_code_take_no_place_of_one_that_has_it(served, inputs):
    strangers = [Phone(served, code="WRONG") for _ in range(2 * LINES)]
    phone = Phone(served, telephone=OTHER).ready()
    phone.change(True)
    assert phone.answer()
    for stranger in strangers:
        stranger.close()


def test_a_line_on_which_no_code_is_shown_ends_whatever_is_said_on_it(served):
    line = connect(f"{served.address.replace('http', 'ws')}/a/line", origin=served.address[:-7], legacy=True)
    end = time.monotonic() + 20
    with suppress(ConnectionClosed):
        while time.monotonic() < end:
            line.send('["take"]')
            with suppress(TimeoutError):
                line.recv(0.2)
    assert line.close_code == 1008


def test_of_too_many_lines_without_a_code_the_oldest_makes_way(served):
    held = [Phone(served, code="WRONG") for _ in range(STRANGERS + 1)]
    assert held[0].closed() == 1013
    held[-1].wait(lambda: ["stranger"] in held[-1].heard)
    for phone in held:
        phone.close()


def test_only_the_two_sides_have_pages(served):
    assert urlopen(f"{served.address}/a").status == 200
    for path in ("c", "A", "ab"):
        with pytest.raises(Exception, match="404"):
            urlopen(f"{served.address}/{path}")
