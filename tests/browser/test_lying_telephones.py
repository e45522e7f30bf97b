"""A telephone that lies about when it was pressed, on virtual time: what it gains is bounded, and both sides are told.

The table's end is the real one; the page answers, or does not, as it likes. Nobody sleeps.
"""

from __future__ import annotations

import heapq
import itertools
import json
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.browser.admission import SLACK, PressAdmission
from device.browser.button import PING_EVERY, RUNNING_EVERY, SLOWEST, SPARE, VERSION
from device.browser.button_view import ButtonsView, SideFace
from device.browser.telephones import PhoneLine, Telephones
from device.io.inputs import PodReport
from rules.game import SECOND
from tests.browser.test_button_stamps import CALLS, LINES
from tools.play.telephone import Call, PhoneWorld, Way

MS = 1_000_000
LIAR = "0123456789abcdef"
WALL = 1_790_000_000_000
THINKING = 4 * SECOND
TICK = 5 * MS


def faces(*running):
    """What the telephones show where these sides' clocks run."""
    return ButtonsView(tuple(SideFace("", "3:00", turn=side in running, runs=side in running) for side in (0, 1)))


class Hall:
    """A table whose left clock runs, and a page ``way`` ns off each way whose owner decides what it says, and when.

    ``slow``: by so much later the page answers.
    """

    def __init__(self, way: int, slow: int = 0, telephone: str = LIAR) -> None:
        self.now, self.way, self.slow = 1_000 * SECOND, way, slow
        self.reports: list[PodReport] = []
        self.phones = Telephones(self._put, lambda: self.now)
        self.phones.show(faces(0))
        self._due: list[tuple[int, int, object]] = []
        self._order = itertools.count()
        self.number, self.telephone = 1, telephone
        self.answers = True
        self.answered = self.now
        self.questions = 0
        self.open()

    def _put(self, item) -> None:
        if isinstance(item, PodReport):
            self.reports.append(item)

    @property
    def answer_timeout(self) -> int:
        """Later than that nobody is who answers."""
        return min(2 * self.way + self.slow, SLOWEST) + SPARE

    def open(self, first: int | None = None) -> None:
        """The page opens a line; it has kept its changes from ``first`` on."""
        socket = SimpleNamespace(client=SimpleNamespace(host="192.168.1.7"))
        line = self.line = PhoneLine(self.phones, 0, socket, lambda: self.now)
        self.hello(first)
        self._later(0, lambda: self._ticks(line))

    def hello(self, first: int | None = None) -> None:
        self.say("hello", VERSION, "", self.telephone, 1, 100, first or self.number, self.number, WALL)

    def _later(self, wait: int, action) -> None:
        heapq.heappush(self._due, (self.now + wait, next(self._order), action))

    def _ticks(self, line) -> None:
        if line is self.line:
            for text in line.messages():
                self._later(self.way, lambda text=text: self._hear(line, *json.loads(text)))
            self._later(TICK, lambda: self._ticks(line))

    def own(self, at: int) -> int:
        return (at - 900 * SECOND) // 1000

    def change(self, number: int, down: int, at: int) -> list:
        return [1, number, down, self.own(at), WALL]

    def say(self, *message) -> None:
        line = self.line
        self._later(self.way, lambda: line is self.line and line.take(json.dumps(message)))

    def _hear(self, line, word, *values) -> None:
        if line is self.line and word == "ping":
            self.questions += 1
            if self.answers:
                self.answered = self.now - self.way
                self._later(self.slow, lambda: self._answer(line, values[0]))

    def _answer(self, line, mark) -> None:
        if line is self.line and self.answers:
            self.say("pong", 1, mark, self.own(self.now), self.own(self.now))

    def passes(self, ns: int) -> None:
        """Time goes on."""
        end = self.now + ns
        while self._due and self._due[0][0] <= end:
            self.now, _, action = heapq.heappop(self._due)
            action()
        self.now = end

    def press(self, at: int) -> tuple[int, PodReport]:
        """The button is pressed now and said to have been pressed at ``at``: what that gained (ns), what came of it."""
        truth, before = self.now, len(self.reports)
        for down in (1, 0):
            self.say("press", [self.change(self.number, down, at)])
            self.number += 1
        self.passes(5 * SECOND)
        down, up = self.reports[before:]
        assert (down.down, up.down) == (True, False)
        assert down.at <= up.at <= self.now
        return truth - down.at, down

    def turn(self) -> int:
        """A turn of the telephone's owner begins: when."""
        self.phones.show(faces(1))
        self.passes(5 * SECOND)
        self.phones.show(faces(0))
        return self.now


def naive(hall, began):
    """It says that it was pressed as soon as the turn had begun, while it answers."""
    hall.passes(THINKING)
    return hall.press(began + 30 * MS)


def under(hall, began):
    """It stays just below what people are told."""
    hall.passes(THINKING)
    return hall.press(hall.now + hall.way + 10 * MS - hall.answer_timeout)


def silent(hall, began):
    """It knows every rule: stops answering, presses when the line is about to count as cut, says what that allows."""
    hall.passes(THINKING)
    hall.answers, heard = False, hall.answered
    hall.passes(heard + RUNNING_EVERY + hall.answer_timeout - hall.way - 2 * TICK - hall.now)
    gained = hall.press(heard - SLACK + MS)
    hall.answers = True
    return gained


def lagging(hall, began):
    """It says that it was pressed 0.9 s ago, as if its line were that slow."""
    hall.passes(THINKING)
    return hall.press(hall.now - 900 * MS)


def taken_over(hall, began):
    """Another telephone of its owner's takes the side, and says that it was pressed before."""
    hall.passes(THINKING)
    hall.telephone, hall.number = f"{int(hall.telephone, 16) + 1:016x}", 1
    hall.open()
    hall.passes(2 * SECOND)
    hall.say("take")
    hall.passes(SECOND)
    return hall.press(began + 30 * MS)


def hellos(hall, began):
    """It greets anew all the time, so that its clock is never compared, while it answers."""
    for _ in range(THINKING // (100 * MS)):
        hall.hello()
        hall.passes(100 * MS)
    return hall.press(began + 30 * MS)


def cut(hall, began):
    """It cuts its line as the turn begins, and says once it is back that it was pressed at once."""
    hall.passes(300 * MS)
    hall.line = None
    hall.passes(THINKING)
    return back(hall, began + 30 * MS)


def back(hall, at):
    """The page opens a line again and has kept a press that it puts at ``at``."""
    truth, before = hall.now, len(hall.reports)
    hall.number += 2
    hall.open(first=hall.number - 2)
    hall.say("press", [hall.change(n, n % 2, at) for n in (hall.number - 2, hall.number - 1)])
    hall.passes(5 * SECOND)
    return truth - hall.reports[before].at, hall.reports[before]


@pytest.mark.parametrize(
    ("way", "slow"), [(5 * MS, 0), (50 * MS, 0), (150 * MS, 0), (300 * MS, 0), (5 * MS, 200 * MS), (5 * MS, 290 * MS)]
)
@pytest.mark.parametrize("cheat", [naive, under, silent, taken_over])
def test_what_a_telephone_that_answers_gains_by_a_lie_is_bounded_and_told(cheat, way, slow):
    hall = Hall(way, slow)
    for _ in range(3):
        gained, report = cheat(hall, hall.turn())
        assert gained <= max(RUNNING_EVERY + min(2 * way + slow, SLOWEST) + SPARE + SLACK, report.doubt)
        assert report.remark is not None or gained <= hall.answer_timeout
        print(f"{cheat.__name__} {way // MS} {slow // MS} ms: {gained / SECOND:.3f} s, {report.remark}")


@pytest.mark.parametrize("slow", [0, 290 * MS, 900 * MS])
@pytest.mark.parametrize("way", [5 * MS, 50 * MS, 150 * MS, 300 * MS])
def test_a_press_that_starts_the_other_clock_is_bounded_and_told(way, slow):
    hall = Hall(way, slow)
    hall.phones.show(faces())
    hall.passes(5 * SECOND)
    hall.answers, heard = False, hall.answered
    hall.passes(heard + PING_EVERY + hall.answer_timeout - hall.way - 2 * TICK - hall.now)
    gained, report = hall.press(heard - SLACK + MS)
    assert PING_EVERY < gained <= max(PING_EVERY + min(2 * way + slow, SLOWEST) + SPARE + SLACK, report.doubt)
    assert report.remark is not None
    print(f"{way // MS} {slow // MS} ms: {gained / SECOND:.3f} s, {report.remark}")


@pytest.mark.parametrize("way", [5 * MS, 50 * MS, 300 * MS])
@pytest.mark.parametrize(("cheat", "slow"), [(naive, 500 * MS), (lagging, SECOND), (hellos, 0), (cut, 0)])
def test_one_that_keeps_silent_is_told_and_its_doubt_covers_what_it_gains(cheat, slow, way):
    hall = Hall(way, slow)
    for _ in range(3):
        gained, report = cheat(hall, hall.turn())
        assert report.remark is not None
        assert gained <= report.doubt
        if slow:
            assert gained <= RUNNING_EVERY + 2 * way + slow + SLACK
        print(f"{cheat.__name__} {slow // MS} {way // MS} ms: {gained / SECOND:.3f} s, {report.remark}")


def test_a_press_that_was_made_in_a_cut_keeps_its_time_and_both_sides_are_told():
    hall = Hall(50 * MS)
    hall.turn()
    hall.line = None
    hall.passes(THINKING)
    pressed_at = hall.now
    _, report = back(hall, pressed_at)
    assert abs(report.at - pressed_at) < 10 * MS
    assert report.doubt > THINKING
    assert "cut off" in report.remark.id


@pytest.mark.parametrize("running", [False, True])
@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("call", CALLS)
def test_an_honest_page_is_never_moved(call, line, running):
    world = PhoneWorld(Call(LINES[line], seed=1, is_running=running, **CALLS[call])).run()
    is_honest(world)


def is_honest(world) -> None:
    """Nobody is told that it lied, its presses count from when it said, and the truth lies within their doubt."""
    assert len(world.admitted) == len(world.truth) - world.missed > 0
    for press, change, (moment, _) in zip(world.admitted, world.changes, world.truth, strict=True):
        assert press.admission is PressAdmission.COUNTS
        assert (press.at, press.early) == (change.at, 0)
        assert abs(press.at - world.host.read(moment)) <= press.doubt


ways = st.builds(Way, st.integers(0, 300 * MS), st.integers(0, 150 * MS), st.sampled_from([0.0, 0.02, 0.1]))


@given(
    up=ways,
    down=ways,
    ppm=st.sampled_from([0, 80, -500]),
    cut=st.tuples(st.integers(5, 30), st.integers(1, 20), st.booleans()),
    call=st.sampled_from(
        [
            {},
            {"sleeps": ((20, 45),)},
            {"host_sleeps": ((20, 45),)},
            {"loads": (30, 45)},
            {"wall_leaps": ((30, 3_600_000),)},
        ]
    ),
    steps=st.sampled_from([100_000, 1_000_000, 16_700_000]),
    running=st.booleans(),
    seed=st.integers(0, 2**32),
)
@settings(max_examples=40, deadline=None)
def test_an_honest_page_is_never_moved_whatever_happens(up, down, ppm, cut, call, steps, running, seed):
    cuts = ((cut[0], cut[0] + cut[1], cut[2]),)
    is_honest(PhoneWorld(Call(up, down, 60, ppm, seed, 3.0, steps=steps, cuts=cuts, is_running=running, **call)).run())


def test_a_press_stamped_in_the_future_counts_when_it_is_heard():
    hall = Hall(50 * MS)
    hall.turn()
    hall.passes(THINKING)
    gained, report = hall.press(hall.now + 10 * SECOND)
    assert -gained == hall.way
    assert report.at <= hall.now


def test_questions_are_closer_together_while_the_clock_of_its_side_runs():
    hall = Hall(5 * MS)
    counts = []
    for shown in (faces(), faces(0), faces(1)):
        hall.phones.show(shown)
        hall.passes(SECOND)
        before = hall.questions
        hall.passes(10 * SECOND)
        counts.append(hall.questions - before)
    assert counts == [10, 40, 10]
