"""The table's end of a telephone's line, a message at a time; no browser, no network."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.browser.button import (
    KEPT,
    LONGEST,
    TRANSITIONS,
    VERSION,
    BadWord,
    ButtonEvent,
    ButtonLine,
    ButtonState,
    PhoneMemory,
    TakesSide,
)
from device.pods.link import ButtonChange, MissedChanges, StillDown

MS = 1_000_000
SECOND = 1_000 * MS
ONE, OTHER = "0123456789abcdef", "fedcba9876543210"
WALL = 1_790_000_000_000


class Desk:
    """A table's end with a page that a test speaks for; its clock shows the table's less ``behind`` ns."""

    def __init__(self, behind: int = 900 * SECOND) -> None:
        self.now = 1_000 * SECOND
        self.behind = behind
        self.memories: dict[str, PhoneMemory] = {}
        self.line = self.open()
        self.heard: list = []
        self.sent: list = []

    def open(self) -> ButtonLine:
        self.line = ButtonLine(
            lambda telephone: self.memories.setdefault(telephone, PhoneMemory(telephone)), lambda code: code != "WRONG"
        )
        return self.line

    def say(self, *message) -> list:
        outcomes = self.line.receive(json.dumps(message), self.now)
        self.heard += outcomes
        return outcomes

    def own(self, at: int | None = None) -> int:
        return ((self.now if at is None else at) - self.behind) // 1000

    def hello(self, telephone=ONE, epoch=1, first=1, following=1, version=VERSION, code=""):
        return self.say("hello", version, code, telephone, epoch, 100, first, following, WALL)

    def hear(self) -> list:
        """What is sent now, taken apart."""
        messages = [json.loads(text) for text in self.line.messages(self.now)]
        self.sent += messages
        return messages

    def trips(self, count=4, epoch=1, way=2 * MS) -> None:
        """The table's questions, each answered."""
        for _ in range(count):
            self.now = max(self.now, self.line.due(self.now))
            marks = [mark for word, mark, *_ in self.hear() if word == "ping"]
            self.now += way
            received = self.own()
            self.now += way
            for mark in marks:
                self.say("pong", epoch, mark, received, received)

    def ready(self, **hello) -> Desk:
        self.hello(**hello)
        self.trips(epoch=hello.get("epoch", 1))
        assert self.line.state is ButtonState.READY
        return self

    def press(self, *numbers, epoch=1, ago=0, down=1) -> list:
        return self.say("press", [[epoch, n, down, self.own(self.now - ago), WALL] for n in numbers])

    @property
    def acks(self) -> list[int]:
        return [message[1] for message in (*self.sent, *self.hear()) if message[0] == "ack"]


@pytest.fixture
def desk():
    return Desk()


def test_a_press_has_the_tables_time_and_is_acknowledged(desk):
    desk.ready()
    [change] = desk.press(1, ago=700 * MS)
    assert change.down
    assert abs(change.at - (desk.now - 700 * MS)) <= change.doubt < 4 * MS
    assert desk.acks == [1]


def test_a_press_before_the_clocks_are_compared_waits_and_is_not_acknowledged(desk):
    desk.hello(following=2)
    pressed = desk.now
    assert desk.press(1) == []
    assert desk.acks == []
    desk.trips(4)
    [change] = desk.heard
    assert abs(change.at - pressed) <= change.doubt
    assert desk.acks == [1]


def test_what_is_sent_again_counts_once_and_is_acknowledged_again(desk):
    desk.ready()
    desk.press(1)
    desk.press(2, down=0)
    desk.open()
    desk.hello(first=1, following=3)
    desk.press(1, 2)
    desk.trips(1)
    assert [change.down for change in desk.heard] == [True, False]
    assert desk.acks == [2]


def test_after_a_break_one_round_trip_of_a_known_epoch_is_enough(desk):
    desk.ready().open()
    desk.hello()
    desk.trips(1)
    assert desk.line.state is ButtonState.READY


def test_a_number_that_is_missing_is_asked_for(desk):
    desk.ready()
    assert desk.press(2) == []
    assert ["again"] in desk.hear()
    assert len(desk.press(1, 2)) == 2


def test_presses_that_the_page_gave_up_are_missed(desk):
    desk.ready()
    [press] = desk.press(1)
    desk.open()
    assert desk.hello(first=5, following=6) == [ButtonChange(False, press.at), MissedChanges(3)]


def test_a_table_that_was_started_anew_goes_on_with_the_first_that_is_kept(desk):
    assert desk.hello(first=41, following=43) == []
    desk.press(41, 42)
    desk.trips()
    assert len(desk.heard) == 2


def test_a_press_of_an_epoch_that_nobody_timed_is_missed_where_nothing_says_when_it_was(desk):
    desk.hello(epoch=7, following=2)
    desk.press(1, epoch=6)
    desk.trips(4, epoch=7)
    assert desk.heard == [MissedChanges(1)]
    assert desk.acks == [1], "the page need not keep it"


def test_a_button_that_stays_down_is_vouched_for_until_it_goes_up(desk):
    desk.ready()
    desk.press(1)
    desk.now += 300 * MS
    [still] = desk.say("live", 1, desk.own(), 1)
    assert isinstance(still, StillDown)
    assert abs(still.at - desk.now) < 4 * MS
    assert desk.say("live", 1, desk.own(), 2) == [], "something happened that has not come"
    desk.press(2, down=0)
    assert desk.say("live", 1, desk.own(), 2) == []


def test_after_a_pause_of_the_line_a_press_waits_for_another_round_trip(desk):
    """The table's machine may have slept: its clock and the page's are no more what they were."""
    desk.ready()
    desk.now += 10 * SECOND
    desk.behind -= 60 * SECOND
    pressed = desk.now
    assert desk.press(1) == []
    desk.trips(1)
    [change] = desk.heard
    assert abs(change.at - pressed) <= change.doubt < 100 * MS, "after ten seconds without a word"


def test_a_round_trip_from_before_the_table_slept_says_nothing(desk):
    desk.ready()
    desk.now += SECOND
    [[_, mark]] = desk.hear()
    desk.line.on_sleep()
    desk.say("pong", 1, mark, desk.own(), desk.own())
    assert desk.line.state is ButtonState.TIMING
    desk.trips(1)
    assert desk.line.state is ButtonState.READY


def test_an_answer_that_cannot_be_makes_nothing_ready(desk):
    desk.hello()
    for _ in range(8):
        desk.now += 200 * MS
        for _, mark in desk.hear():
            desk.say("pong", 1, mark, 9_000, 8_000)
    assert desk.line.state is ButtonState.TIMING


def test_a_copied_page_gets_a_number_of_its_own(desk):
    """A tab that was duplicated kept the number and goes on counting beside the first."""
    desk.ready()
    for n in range(1, 5):
        desk.press(n, down=n % 2)
    desk.open()
    assert desk.hello(first=3, following=3) == []
    assert desk.hear() == [["renew"]]
    desk.hello(OTHER)
    desk.trips()
    assert isinstance(desk.press(1)[0], ButtonChange), "and its presses count"


def test_a_line_whose_telephone_is_on_another_one_is_replaced(desk):
    old = desk.ready().line
    desk.open()
    desk.hello()
    assert old.state is ButtonState.REPLACED
    assert old.receive(json.dumps(["press", [[1, 1, 1, desk.own(), WALL]]]), desk.now) == []


def test_a_page_of_another_version_is_told_to_load_anew(desk):
    desk.hello(version=VERSION + 1)
    assert desk.hear() == [["outdated"]]
    assert desk.press(1) == []


def test_a_page_without_the_tables_code_is_no_button(desk):
    desk.hello(code="WRONG")
    assert desk.hear() == [["stranger"]]
    assert desk.press(1) == []
    assert desk.memories == {}, "nothing of it is remembered"


def test_taking_the_side_is_asked_for_by_the_page(desk):
    assert desk.ready().say("take") == [TakesSide()]


def test_a_silent_line_is_dead_after_a_while_and_not_before(desk):
    assert not desk.line.is_dead(desk.now)
    desk.ready()
    assert not desk.line.is_dead(desk.now + 4 * SECOND)
    assert desk.line.is_dead(desk.now + 4 * SECOND + 1)


def test_a_line_is_cut_once_its_oldest_question_has_waited_longer_than_it_takes(desk):
    desk.ready()
    desk.line.is_running = True
    asked = []
    for _ in range(2):
        desk.now = desk.line.due(desk.now)
        asked += [(desk.now, mark) for word, mark, *_ in desk.hear() if word == "ping"]
    (first, mark), (second, _) = asked
    desk.say("pong", 1, mark, desk.own(), desk.own())
    assert desk.line.hear() == first == desk.memories[ONE].heard
    assert not desk.line.is_cut(second + desk.line.answer_timeout)
    assert desk.line.is_cut(second + desk.line.answer_timeout + 1)


def test_a_new_line_is_cut_until_all_that_the_page_did_has_come(desk):
    desk.hello(following=2)
    assert desk.line.is_cut(desk.now)
    desk.press(1)
    desk.trips(3)
    assert desk.line.hear() is None, "a press waits"
    desk.trips(1)
    assert desk.line.is_cut(desk.now), "it is judged by what had been heard before it"
    assert desk.line.hear() is not None
    assert not desk.line.is_cut(desk.now)


BAD = [
    "",
    "{}",
    "[]",
    '["hello"]',
    '["press", 7]',
    '["pong", 1, 1, -1, 5]',
    '["hello", 1, "../../etc", 1, 100, 1, 1, 0]',
    '["press", [[1, 1, 2, 5, 5]]]',
    '["take", 1]',
    "[" * 2000,
    json.dumps(["press", [[1, n, 1, n, n] for n in range(KEPT + 1)]]),
    '["press", []]' + " " * LONGEST,
]


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
def test_what_is_no_message_of_a_page_is_refused_and_changes_nothing(desk, text):
    desk.ready()
    with pytest.raises(BadWord):
        desk.line.receive(text, desk.now)
    assert len(desk.press(1)) == 1


def test_all_that_a_page_keeps_fits_into_one_message():
    presses = [[999_999, 2**40 + n, 1, 2**45, 2**43] for n in range(KEPT)]
    assert len(json.dumps(["press", presses], separators=(",", ":"))) <= LONGEST


@given(
    st.lists(
        st.one_of(st.sampled_from(["hello", "press", "live", "pong", "take", "ping", ""]), st.integers()).map(
            lambda value: value if isinstance(value, str) else str(value)
        ),
        max_size=5,
    )
)
def test_a_line_with_anything_on_it_raises_nothing_else(words):
    desk = Desk().ready()
    for text in (json.dumps(words), json.dumps([*words, [1, 2, 3]])):
        try:
            desk.line.receive(text, desk.now)
        except BadWord:
            continue


def test_every_state_but_the_last_three_can_be_left_and_every_event_does_something():
    assert {state for state, _ in TRANSITIONS} == {
        S for S in ButtonState if S.name not in ("STRANGER", "OUTDATED", "REPLACED")
    }
    assert {event for _, event in TRANSITIONS} == set(ButtonEvent)


def test_what_waits_is_bounded(desk):
    desk.hello()
    for n in range(0, 10_000, KEPT):
        desk.say("press", [[1, n + k + 1, 1, 5, 5] for k in range(KEPT)])
    assert len(desk.line._waiting) <= 2 * KEPT
