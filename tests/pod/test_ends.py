"""Both ends of the line without a line: frames and times in, frames and outcomes out."""

from __future__ import annotations

import sys

import pytest

from device.pods.link import ButtonChange, LinkState, Memory, MissedChanges, PodLink, PodRestart, StillDown
from firmware import wire
from tests.pod.rig import ROOT

sys.path.append(str(ROOT / "firmware"))
from countdown import RUNNING, STANDING
from outbox import RESEND, ChangeQueue
from pod import ALONE, HELLO_EVERY, KNOWN, LIVE_DOWN_EVERY, LIVE_EVERY, QUIET, Pod

MS = 1_000_000
S = 1_000_000
IDENT, BOOT = "e66058388348a531", "5e0f31aa"


def frame_of(frame: bytes | None):
    """A frame as word and values; None for silence."""
    return None if frame is None else wire.Decoder().feed(frame)[0]


class Chipless:
    """The pod's end, moved by hand."""

    def __init__(self) -> None:
        self.pod = Pod(IDENT, BOOT)

    def hear(self, word, *values, now=0):
        self.pod.receive(wire.encode(word, *values), now)

    def words(self, now):
        """Everything it has to say at this moment."""
        words = []
        while (frame := self.pod.frame(now)) is not None:
            words.append(frame_of(frame))
            assert len(words) < 100, "it never comes to an end"
        return words


@pytest.fixture
def known():
    """A pod that the table has just greeted."""
    chipless = Chipless()
    chipless.hear("who")
    assert chipless.words(0)[0][0] == "hello"
    return chipless


class TestThePodsEnd:
    def test_alone_it_only_says_hello_and_again_every_two_seconds(self):
        chipless = Chipless()
        chipless.pod.edge(True, 10)
        assert [word for word, _ in chipless.words(10)] == ["hello"]
        assert chipless.words(HELLO_EVERY - 1) == []
        assert [word for word, _ in chipless.words(10 + HELLO_EVERY)] == ["hello"]

    def test_hello_tells_who_it_is_and_what_it_keeps(self):
        chipless = Chipless()
        chipless.pod.edge(True, 10)
        chipless.pod.edge(False, 90_000)
        assert chipless.words(100_000) == [("hello", (wire.VERSION, wire.FIRMWARE, IDENT, BOOT, 100_000, 1, 3))]

    def test_what_another_start_was_told_does_not_count_as_arrived(self, known):
        known.pod.edge(True, 10)
        known.hear("ack", "aaaa", 1)
        assert known.pod.outbox.first == 1
        known.hear("ack", BOOT, 1)
        assert known.pod.outbox.first == 2

    def test_a_table_that_falls_silent_is_greeted_again(self, known):
        known.pod.advance(QUIET, False)
        assert known.pod.state == KNOWN
        known.pod.advance(QUIET + 1, False)
        assert known.pod.state == ALONE
        assert [word for word, _ in known.words(QUIET + 1)] == ["hello"]

    def test_a_button_that_is_down_is_told_of_ten_times_a_second(self, known):
        known.pod.edge(True, LIVE_EVERY)
        known.hear("ack", BOOT, 1, now=LIVE_EVERY)
        known.words(LIVE_EVERY)
        known.hear("ack", BOOT, 1, now=LIVE_EVERY)
        at = 2 * LIVE_EVERY
        assert known.words(at)[-1] == ("live", (BOOT, at, 1, True, 0, 0))
        assert known.words(at + LIVE_DOWN_EVERY - 1) == []
        assert known.words(at + LIVE_DOWN_EVERY) != []
        known.pod.edge(False, at + LIVE_DOWN_EVERY)
        known.hear("ack", BOOT, 2, now=at)
        assert known.words(at + 3 * LIVE_DOWN_EVERY) == []

    def test_settings_that_make_no_sense_are_brought_to_what_does(self, known):
        for wanted, taken in ((0, 1_000), (40_000, 40_000), (10**9, 200_000)):
            known.hear("set", 1, wanted, 30 * S, 10 * S, True)
            assert known.pod.contact.lockout == taken
        assert known.pod.countdown.silent

    def test_a_thousand_settings_at_once_are_answered_a_few_times(self, known):
        for number in range(1_000):
            known.hear("set", number, 25_000, 1, 1, False)
        assert len([word for word, _ in known.words(1) if word == "done"]) <= 4

    def test_a_press_that_ends_the_turn_stops_the_countdown_and_an_accidental_one_does_not(self, known):
        known.hear("show", 1, "on", "none", RUNNING, True, 60 * S, 0)
        known.pod.edge(True, 20 * S)
        assert (known.pod.countdown.runs, known.pod.countdown.left(50 * S)) == (STANDING, 40 * S)
        known.hear("show", 2, "off", "none", RUNNING, False, 180 * S, 20 * S)
        known.pod.edge(False, 21 * S)
        known.pod.edge(True, 22 * S)
        assert known.pod.countdown.left(30 * S) == 170 * S

    def test_a_question_is_answered_before_anything_else_with_both_times(self, known):
        known.pod.edge(True, 10)
        known.hear("ping", 7, now=500)
        assert frame_of(known.pod.frame(530)) == ("pong", (BOOT, 7, 500, 530))


class TestTheOutbox:
    def test_a_new_change_goes_out_at_once_although_older_ones_wait_for_their_answer(self):
        box = ChangeQueue()
        for n in (1, 2):
            box.put(n == 1, n)
            assert box.due(n)[0] == n
        box.on_ack(1)
        box.put(True, 3)
        assert box.due(3) == (3, True, 3)
        assert box.due(4) is None
        assert box.due(3 + RESEND)[0] == 2

    def test_where_the_oldest_is_given_up_the_newest_goes_out_at_once(self):
        box = ChangeQueue()
        for n in range(1, ChangeQueue.SIZE + 1):
            box.put(n % 2 == 1, n)
            box.due(n)
        box.put(True, 99)
        assert box.due(99) == (ChangeQueue.SIZE + 1, True, 99)

    def test_an_answer_to_what_was_never_sent_takes_nothing_away(self):
        box = ChangeQueue()
        box.put(True, 1)
        box.on_ack(2)
        box.on_ack(10**9)
        assert (box.first, box.next) == (1, 2)


class Wireless:
    """The table's end of one line, moved by hand; its pod's clock shows what ours does, in us."""

    def __init__(self, memory: Memory | None = None, **more) -> None:
        self.memories = {IDENT: memory or Memory(IDENT)}
        self.link = PodLink(lambda ident, _: self.memories.setdefault(ident, Memory(ident)), **more)
        self.now = 1_000 * MS

    def hear(self, word, *values):
        return self.link.feed(wire.encode(word, *values), self.now)

    def hello(self, boot=BOOT, first=1, following=1, ident=IDENT):
        return self.hear("hello", wire.VERSION, "1.0", ident, boot, self.now // 1000, first, following)

    def words(self):
        words = []
        while (frame := self.link.frame(self.now)) is not None:
            words.append(frame_of(frame))
            assert len(words) < 100, "it never comes to an end"
        return words

    def trips(self):
        """The round trips that make it ready."""
        for _ in range(40):
            self.now += MS
            for word, values in self.words():
                if word == "ping":
                    self.hear("pong", self.link.memory.boot, values[0], self.now // 1000, self.now // 1000)
        return self

    @property
    def at(self) -> int:
        return self.now // 1000


@pytest.fixture
def ready():
    wireless = Wireless()
    wireless.hello()
    wireless.trips()
    assert wireless.link.state is LinkState.READY
    return wireless


class TestTheTablesEnd:
    def test_a_change_counts_once_and_is_acknowledged_however_often_it_comes(self, ready):
        at = ready.at
        assert ready.hear("edge", BOOT, 1, True, at) == [ButtonChange(True, at * 1000)]
        assert ("ack", (BOOT, 1)) in ready.words()
        assert ready.hear("edge", BOOT, 1, True, at) == []
        assert ("ack", (BOOT, 1)) in ready.words()

    @pytest.mark.parametrize("fault", ["cut off", "beheaded", "doubled inside", "one bit turned"])
    def test_a_change_torn_at_any_byte_counts_once_when_it_comes_again_and_at_its_time(self, fault):
        at = 1_500_000
        frame = wire.encode("edge", BOOT, 1, True, at)
        for place in range(len(frame)):
            wireless = Wireless()
            wireless.hello()
            wireless.trips()
            wireless.now = 3_000 * MS
            torn = {
                "cut off": frame[:place],
                "beheaded": frame[place + 1 :],
                "doubled inside": frame[:place] + frame[: place + 1] + frame[place + 1 :],
                "one bit turned": frame[:place] + bytes([frame[place] ^ 4]) + frame[place + 1 :],
            }[fault]
            outcomes = wireless.link.feed(torn, wireless.now) + wireless.link.feed(frame, wireless.now)
            assert outcomes == [ButtonChange(True, at * 1000)], place
            assert ("ack", (BOOT, 1)) in wireless.words()

    def test_it_counts_at_the_pods_own_time_and_never_in_the_future(self, ready):
        early, ready.now = ready.at, ready.now + 400 * MS
        assert ready.hear("edge", BOOT, 1, True, early) == [ButtonChange(True, early * 1000)]
        late = ready.at + 90_000
        assert ready.hear("edge", BOOT, 2, False, late) == [], "its clock may have leapt: a round trip tells"
        ready.trips()
        assert ready.hear("edge", BOOT, 2, False, late) == [ButtonChange(False, ready.now)]

    def test_a_press_after_a_long_silence_waits_for_a_round_trip_that_began_after_it(self, ready):
        ready.now += 1_000 * MS
        old = next(values[0] for word, values in ready.words() if word == "ping")
        ready.now += 60_000 * MS
        own = ready.at - 60 * S  # its clock stood still for a minute
        assert ready.hear("edge", BOOT, 1, True, own) == []
        ready.hear("pong", BOOT, old, own, own)
        assert ready.hear("edge", BOOT, 1, True, own) == [], "an answer to a question of before says nothing"
        heard = ready.now
        words = ready.words()
        assert ("ack", (BOOT, 1)) not in words
        mark = next(values[0] for word, values in words if word == "ping")
        ready.now += 2 * MS
        ready.hear("pong", BOOT, mark, own + 1_000, own + 1_000)
        (change,) = ready.hear("edge", BOOT, 1, True, own)
        assert abs(change.at - heard) <= 2 * MS
        assert change.doubt > 59_000 * MS, "it may as well have been pressed before that minute"

    def test_after_a_long_silence_a_button_is_still_down_only_once_a_round_trip_says_when(self, ready):
        ready.hear("edge", BOOT, 1, True, ready.at)
        ready.now += 60_000 * MS
        ready.link.advance(ready.now)
        assert ready.hear("live", BOOT, ready.at, 1, True, 0, 0) == []
        ready.trips()
        assert ready.hear("live", BOOT, ready.at, 1, True, 0, 0) == [StillDown(ready.now)]

    def test_a_button_is_never_down_in_the_future(self, ready):
        ready.hear("edge", BOOT, 1, True, ready.at)
        assert ready.hear("live", BOOT, ready.at + 1, 1, True, 0, 0) == [StillDown(ready.now)]

    def test_a_pod_whose_stamps_make_no_sense_is_heard_all_the_same(self, ready):
        for number in range(1, 6):
            ahead = ready.at + 3_600 * S
            if not (outcomes := ready.hear("edge", BOOT, number, number % 2 == 1, ahead)):
                ready.trips()
                outcomes = ready.hear("edge", BOOT, number, number % 2 == 1, ahead)
            assert outcomes == [ButtonChange(number % 2 == 1, ready.now)]
            ready.now += 700 * MS

    def test_after_a_clock_leapt_the_countdown_is_said_anew(self, ready):
        ready.link.show("on", "none", 2, True, ready.now + 60_000 * MS)
        show = next(values for word, values in ready.words() if word == "show")
        ready.hear("done", show[0])
        ready.now += 1_000 * MS
        mark = next(values[0] for word, values in ready.words() if word == "ping")
        leapt = ready.at + 30 * S
        ready.hear("pong", BOOT, mark, leapt, leapt)
        show = next(values for word, values in ready.words() if word == "show")
        assert show[5:] == (59 * S, leapt)

    def test_after_a_gap_the_pod_is_asked_and_its_hello_says_what_is_gone(self, ready):
        ready.now += 600 * MS
        assert ready.hear("edge", BOOT, 4, True, ready.at) == []
        assert ("who", ()) in ready.words()
        assert ready.hello(first=4, following=5) == [MissedChanges(3)]
        assert ready.hear("edge", BOOT, 4, True, ready.at) == [ButtonChange(True, ready.now)]

    def test_a_button_whose_release_is_among_what_is_gone_was_let_go_before_it_is_pressed_again(self, ready):
        ready.hear("edge", BOOT, 1, True, ready.at)
        pressed = ready.now
        ready.now += 600 * MS
        assert ready.hello(first=5, following=6) == [ButtonChange(False, pressed), MissedChanges(3)]
        assert ready.hear("edge", BOOT, 5, True, ready.at) == [ButtonChange(True, ready.now)]

    def test_before_the_clock_is_known_nothing_counts_and_nothing_is_acknowledged(self):
        wireless = Wireless()
        wireless.hello()
        assert wireless.hear("edge", BOOT, 1, True, wireless.at) == []
        assert "ack" not in [word for word, _ in wireless.words()]

    def test_an_answer_to_another_question_is_no_round_trip(self):
        wireless = Wireless()
        wireless.hello()
        for _ in range(20):
            wireless.now += MS
            for word, values in wireless.words():
                if word == "ping":
                    wireless.hear("pong", BOOT, values[0] + 1, wireless.at, wireless.at)
        assert wireless.link.state is LinkState.SYNCING
        assert not wireless.link.memory.sync.is_known

    def test_only_a_button_that_is_down_is_still_down(self, ready):
        assert ready.hear("live", BOOT, ready.at, 0, True, 0, 0) == [], "nobody said that it went down"
        ready.hear("edge", BOOT, 1, True, ready.at)
        ready.now += 100 * MS
        assert ready.hear("live", BOOT, ready.at, 1, True, 0, 0) == [StillDown(ready.now)]
        assert ready.hear("live", BOOT, ready.at, 1, False, 0, 0) == []
        assert ready.hear("live", BOOT, ready.at, 2, True, 0, 0) == [], "something is still under way"

    def test_a_start_anew_lets_the_button_go_and_old_starts_do_not_come_back(self, ready):
        ready.hear("edge", BOOT, 1, True, ready.at)
        assert ready.hello(boot="bb") == [PodRestart(ready.now)]
        assert ready.hello(boot=BOOT) == []
        assert ready.link.memory.boot == "bb"
        ready.trips()
        assert ready.hear("edge", BOOT, 2, False, ready.at) == []

    def test_after_three_seconds_without_a_word_it_is_silent_and_any_good_frame_brings_it_back(self, ready):
        ready.hear("live", BOOT, ready.at, 0, False, 0, 0)
        ready.now += 3_000 * MS
        ready.link.advance(ready.now)
        assert ready.link.state is LinkState.READY
        ready.now += MS
        ready.link.advance(ready.now)
        assert ready.link.state is LinkState.SILENT
        ready.hear("live", BOOT, ready.at, 0, False, 0, 0)
        assert ready.link.state is LinkState.READY

    def test_what_it_is_to_show_is_said_until_it_has_it_and_again_after_a_start(self, ready):
        ready.link.show("on", "none", 2, True, ready.now + 60_000 * MS)
        shows = [values for word, values in ready.words() if word == "show"]
        assert len(shows) == 1
        assert shows[0][5] == 60 * S
        ready.now += 40 * MS
        assert ready.words() == []
        ready.now += 100 * MS
        again = [values for word, values in ready.words() if word == "show"]
        assert again[0][5] == 60 * S - 140_000, "made anew for this moment"
        ready.hear("done", again[0][0])
        ready.now += 100 * MS
        assert ready.words() == []
        ready.hello(boot="bb")
        ready.now += MS
        words = []
        for _ in range(40):
            ready.now += MS
            for word, values in ready.words():
                words.append(word)
                if word == "ping":
                    ready.hear("pong", "bb", values[0], ready.at, ready.at)
        assert "show" in words

    def test_who_only_looks_takes_nothing_and_knows_what_waits(self):
        wireless = Wireless(looks_only=True)
        wireless.hello(following=3)
        wireless.trips()
        assert wireless.hear("edge", BOOT, 1, True, wireless.at) == []
        assert "ack" not in [word for word, _ in wireless.words()]
        assert wireless.link.waiting == 2
