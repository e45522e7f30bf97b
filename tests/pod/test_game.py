"""A full game with two pods whose crystals differ by 60 ppm, against the same game on the table's own pins."""

from __future__ import annotations

import pytest

from device.games.polish_doubles.controller import RefereeScreen, SetTimeForm
from device.graphics.actions import Show
from device.graphics.widgets import Text
from device.pods.pairing import PodPairing
from rules.game import SECOND, Void
from rules.history import History
from rules.polish_doubles import acts as e
from rules.record import read, write
from tests.pod.bench import MS, NUMBERS, Bench
from tools.play.gallery import FULL, SAMPLES, load_record
from tools.play.players.polish_doubles import DoublesPlayer

PPM = (30, -30)
pytestmark = [
    pytest.mark.timeout(600),  # a game of 44 minutes, three times
    pytest.mark.xdist_group("games on pods"),  # played once
]


STRIDE = 5 * SECOND // 2
"""The pods have their say at least every two or three seconds."""


PRESSED = (e.Press, Void, e.Sign, e.PowerLoss)
"""What is done with the clock buttons, or to the table itself."""


class PinPlayer(DoublesPlayer):
    """Presses the clock buttons; what is written is recorded without touches.

    Nobody looks at screen and displays here: frames are drawn only where something is touched, few seconds are seen.
    """

    looking = False

    def _start(self):
        parts = super()._start()
        composer, screen = self.kiosk.composer, self.kiosk.screen
        frame = composer.frame
        composer.frame = lambda moment: frame(moment) if self.looking else screen.frame
        screen.painter.paint = lambda scene: []
        self.kiosk.presenter.prerender = lambda: None
        self.peripherals.show_oled = lambda side, content, shift: None
        self.stride = STRIDE
        return parts

    def touch(self, action):
        self.looking = True
        self.kiosk.presenter.present(self.kiosk.composer.moment())
        super().touch(action)
        self.looking = False

    def set_up(self, record):
        self.kiosk.host.begin(record.setup)

    def do(self, entry, later):
        if isinstance(entry.event, PRESSED):
            super().do(entry, later)
        else:
            self.until(entry.at)
            self.kiosk.table.do(entry.event)


class PodPlayer(PinPlayer):
    """Two pairs whose clock buttons are pods: ``pods`` says which sides; the others press the table's own pins."""

    def __init__(self, folder, chips=(0, 1), ppm=PPM):
        self.chips = {side: n for n, side in enumerate(chips)}
        self.folder = folder
        self.bench = None
        self.ppm = ppm
        self.watched: list[str] = []
        super().__init__(folder)

    def _start(self):
        parts = super()._start()
        kiosk = self.kiosk
        if self.bench is None:
            numbers = [NUMBERS[side] for side in self.chips]
            pairing = PodPairing(self.folder / "bench" / "pods.json")
            pairing.sides = [NUMBERS[side] if side in self.chips else "" for side in (0, 1)]
            ppm = [self.ppm[side] for side in self.chips]
            self.bench = Bench(self.folder / "bench", ppm, numbers, paired=False, now=self.clock.ns)
            self.bench.pairing = pairing
        else:
            self.bench.pods.close()
        self.bench.now = self.clock.ns
        self.bench.pods = self.bench.table(kiosk.post, kiosk.table.clocks, now=self.clock)
        self.peripherals.pods.close()
        self.peripherals.pods = self.bench.pods
        self.serve()
        return parts

    def serve(self):
        self.bench.now = self.clock.ns
        self.bench.exchange()
        self.kiosk.loop.settle()

    def until(self, at):
        """Let time pass, and the pods have their say in every stride of it."""
        while True:
            now = self.kiosk.table.game_time()
            if at > now + 2 * STRIDE:
                self.clock.ns += STRIDE
            else:
                super().until(min(at, now + STRIDE))
            self.serve()
            if self.kiosk.table.game_time() >= at:
                return

    def press(self, side, ms=60):
        if side not in self.chips:
            super().press(side, ms)
            self.serve()
            return
        chip = self.bench.chips[self.chips[side]]
        self.serve()
        chip.say("p", 0, self.bench.own(self.chips[side]))
        self.serve()
        for _ in range(-(-ms // 100)):
            self.clock.ns += 100 * MS
            if ms > 100:
                self.serve()
        chip.say("p", 1, self.bench.own(self.chips[side]))
        self.clock.ns += 60 * MS
        self.serve()
        self.settle()

    def close(self):
        super().close()
        if self.bench is not None:
            self.bench.pods.close()


@pytest.fixture(scope="module")
def record():
    return load_record(FULL)


def play(folder, record, player):
    try:
        return player.play(record)
    finally:
        player.close()
        if isinstance(player, PodPlayer):
            player.bench.close()


@pytest.fixture(scope="module")
def on_pins(record, tmp_path_factory):
    return play(None, record, PinPlayer(tmp_path_factory.mktemp("pins")))


@pytest.fixture(scope="module")
def on_pods(record, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pods")
    return play(folder, record, PodPlayer(folder))


@pytest.fixture(scope="module")
def short():
    return load_record(SAMPLES / "polish-doubles-short.jsonl")


@pytest.fixture(scope="module")
def short_on_pins(short, tmp_path_factory):
    return play(None, short, PinPlayer(tmp_path_factory.mktemp("short")))


@pytest.fixture(scope="module")
def mixed(short, tmp_path_factory):
    folder = tmp_path_factory.mktemp("mixed")
    return play(folder, short, PodPlayer(folder, chips=(1,)))


def sheet(history):
    """What the tally says, without times."""
    state = history.state
    rows = [[(row.word, row.points, row.counts) for row in turn.rows] for turn in state.turns]
    return rows, [state.total(side) for side in (0, 1)], state.crosses, [turn.overrun for turn in state.turns]


def test_the_same_game_on_pods_and_on_pins_has_the_same_tally(on_pins, on_pods, short_on_pins, mixed):
    assert len(sheet(on_pins)[0]) > 20
    assert sheet(on_pods) == sheet(on_pins)
    assert sheet(mixed) == sheet(short_on_pins)
    words = [type(entry.event) for entry in on_pins.entries]
    assert [type(entry.event) for entry in on_pods.entries] == words


def told_by_the_referee(history):
    """The turns (from 0) in which the referee set the clocks: both agreed then, whatever they had gained before."""
    turns, folded = set(), History.begin(history.game, history.setup)
    for entry in history.entries:
        if isinstance(entry.event, e.SetTime):
            turns.add(len(folded.state.clock.turns))
        folded = folded.accept(entry.event, entry.at)
    return turns


def test_S10_each_turn_is_timed_by_the_opponents_clock_in_its_own_time_base(on_pins, on_pods):
    compared, by_referee = 0, told_by_the_referee(on_pins)
    turns = zip(on_pins.state.clock.turns, on_pods.state.clock.turns, strict=True)
    for n, (plain, own) in enumerate(turns):
        if plain.doubt or n in by_referee:
            continue  # the table restarted in it, and forgot what the clocks had gained in it
        for side in (0, 1):
            expected = plain.used[side] + plain.used[side] * PPM[side] // 1_000_000
            assert abs(own.used[side] - expected) < MS, f"turn {n}: {own} {plain}"
        if own.official is not None and plain.used[0] > 60 * SECOND:
            assert own.used[0] - own.used[1] > 60 * 55_000
            compared += own.official.clock is not None
    assert compared > 5


def test_with_one_pod_only_its_own_clock_runs_apart(short_on_pins, mixed):
    long = [
        (plain, own)
        for plain, own in zip(short_on_pins.state.clock.turns, mixed.state.clock.turns, strict=True)
        if plain.used[0] > 60 * SECOND
    ]
    assert long
    for plain, own in long:
        assert abs(own.used[0] - plain.used[0]) < MS // 10
        assert abs(own.used[1] - (plain.used[1] - plain.used[1] * 30 // 1_000_000)) < MS // 2


def test_pins_alone_make_up_no_drift(on_pins):
    presses = [entry.event for entry in on_pins.entries if isinstance(entry.event, e.Press)]
    assert presses
    assert all(press.shows_s is None for press in presses)


def test_a_record_of_pods_replays_to_the_same_times(on_pods):
    again = read(write(on_pods).split("\n"))
    assert [turn.used for turn in again.state.clock.turns] == [turn.used for turn in on_pods.state.clock.turns]


def test_exactly_at_the_limit_the_opponents_clock_decides(tmp_path, record):
    """The table's own time is 1 ms inside the limit; the opponents' clock, 60 ppm fast, says that it is past it."""
    for fast, overrun in ((60, True), (-60, False)):
        player = PodPlayer(tmp_path / f"p{fast}", ppm=(0, fast))
        player.set_up(record)
        player.kiosk.table.do(e.Starters(pair="A"))
        player.press(0)
        player.wait(60 * SECOND)
        start = player.kiosk.table.history.entries[-1].at
        player.until(start + 180 * SECOND + (-1 if fast > 0 else 1) * MS)
        player.press(0)
        turn = player.kiosk.table.state.clock.turns[0]
        assert turn.official.clock == 1
        assert (turn.official.used > 180 * SECOND) is overrun
        assert abs(turn.used[1] - turn.used[0] - 180 * fast * 1_000) < MS
        player.close()
        player.bench.close()


def test_the_drift_stands_on_the_referees_screen(tmp_path, record):

    player = PodPlayer(tmp_path / "p", chips=(1,))
    player.set_up(record)
    player.kiosk.table.do(e.Starters(pair="A"))
    player.press(0)
    player.wait(40 * SECOND)
    player.menu(Show(RefereeScreen()))
    player.touch(Show(SetTimeForm()))
    screen_text = "\n".join(text.text for text in player.kiosk.scene if isinstance(text, Text))
    assert "hodiny A: čas stolu" in screen_text
    assert "hodiny B: odchylka -30,0 ppm" in screen_text or "hodiny B: odchylka −30,0 ppm" in screen_text
    player.close()
    player.bench.close()
