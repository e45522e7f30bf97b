"""The OLEDs on their way to luma: the newest wins, nobody waits, and a cable that is pulled out stops nothing."""

import errno
import queue
import threading

import pytest
from luma.core.device import dummy
from msgspec.structs import replace

from device.common.settings.settings import OledSettings
from device.io.inputs import PeripheralStatus
from device.peripherals import oled
from device.peripherals.oled import Oleds
from tests.peripherals.oled_bus import CONTENTS, IMAGES, NONE, TROUBLE, A, B

SOON = 5


"""Seconds after which a test gives up waiting for another thread."""


class Glass:
    """luma's in-memory display behind a plug: it can be held up, torn out and put back."""

    def __init__(self):
        self.device = dummy(width=128, height=64, mode="1")
        self.plugged = True
        self.hold = False
        self.holding = threading.Event()
        self.let_go = threading.Event()
        self.shown = queue.SimpleQueue()
        self.tried = queue.SimpleQueue()
        self.off = False

    def plug_in(self, settings):
        """The connector: what `connect` does on a device."""
        self.tried.put(settings)
        if not self.plugged:
            raise OSError(errno.ENODEV, "no such bus")
        return self

    def display(self, image):
        """Takes a picture, as slowly as the test wants."""
        if self.hold:
            self.holding.set()
            assert self.let_go.wait(SOON)
        if not self.plugged:
            raise OSError(errno.EREMOTEIO, "the cable is out")
        self.device.display(image)
        self.shown.put(image)

    def cleanup(self):
        """The display goes dark."""
        self.off = True

    def next(self):
        """The next picture that people see."""
        return self.shown.get(timeout=SOON)


class Table:
    """Both displays and the queue they report to."""

    def __init__(self, a, b=None):
        self.glasses = {id(settings): glass for settings, glass in ((a[0], a[1]), b or (NONE, None))}
        self.queue = queue.SimpleQueue()
        self.oleds = Oleds((a[0], b[0] if b else NONE), self.queue.put, self.connect)

    def connect(self, settings):
        return self.glasses[id(settings)].plug_in(settings)

    def said(self):
        return self.queue.get(timeout=SOON)


@pytest.fixture(autouse=True)
def soon_again(monkeypatch):
    """What is tried again is tried again at once."""
    monkeypatch.setattr(oled, "RETRY_S", 0.001)


@pytest.fixture
def glass():
    return Glass()


@pytest.fixture
def table(glass):
    """One display at A, its worker running."""
    new_table = Table((OledSettings(), glass))
    new_table.oleds.start()
    yield new_table
    glass.let_go.set()
    new_table.oleds.close()
    assert not new_table.oleds._thread.is_alive()


# -- images on their way ----------------------------------------------------------------------------------------------


def test_a_face_is_on_the_glass_and_the_display_is_said_to_be_fine(table, glass):
    table.oleds.show(A, CONTENTS[0])
    assert glass.next() == IMAGES[0]
    assert glass.device.image.tobytes() == IMAGES[0].tobytes()
    assert table.said() == PeripheralStatus("oled A", None)


def test_a_slow_display_never_holds_the_caller_up_and_the_newest_face_wins(table, glass):
    glass.hold = True
    table.oleds.show(A, CONTENTS[0])
    assert glass.holding.wait(SOON)
    game = threading.Thread(target=lambda: [table.oleds.show(A, content) for content in CONTENTS[1:]], daemon=True)
    game.start()
    game.join(SOON)
    assert not game.is_alive(), "the game waited for the display"
    glass.hold = False
    glass.let_go.set()
    assert [glass.next(), glass.next()] == [IMAGES[0], IMAGES[-1]]
    assert glass.shown.empty(), "older images are dropped"


def test_who_shows_a_face_does_not_draw_it_nor_does_anybody_draw_one_that_is_overtaken(glass, monkeypatch):
    drawn = []
    monkeypatch.setattr(oled, "draw", lambda content, shift: drawn.append(content) or IMAGES[CONTENTS.index(content)])
    table = Table((OledSettings(), glass))
    for content in CONTENTS[:5]:
        table.oleds.show(A, content)
    assert drawn == []
    assert table.oleds.serve(A)
    assert drawn == [CONTENTS[4]]


def test_a_face_that_looks_the_same_is_not_sent_again(glass):
    table = Table((OledSettings(), glass))
    for n in (0, 0, 1, 1, 0):
        table.oleds.show(A, replace(CONTENTS[n]))
        assert table.oleds.serve(A)
    assert [glass.next(), glass.next(), glass.next()] == [IMAGES[0], IMAGES[1], IMAGES[0]]
    assert glass.shown.empty()


def test_each_display_shows_its_own_content():
    left, right = Glass(), Glass()
    table = Table((OledSettings(), left), (OledSettings(address=0x3D), right))
    table.oleds.show(A, CONTENTS[1])
    table.oleds.show(B, CONTENTS[2])
    table.oleds.start()
    assert (left.next(), right.next()) == (IMAGES[1], IMAGES[2])
    assert {table.said().name, table.said().name} == {"oled A", "oled B"}
    table.oleds.close()


def test_a_display_that_is_switched_off_in_the_settings_is_never_looked_for():
    glass = Glass()
    table = Table((OledSettings(), glass), (NONE, None))
    table.oleds.show(B, CONTENTS[0])
    assert table.oleds.serve(B)
    assert table.queue.empty()


def test_a_display_without_a_face_yet_is_connected_and_waits(table, glass):
    assert table.said() == PeripheralStatus("oled A", None)
    assert glass.shown.empty()
    table.oleds.show(A, CONTENTS[3])
    assert glass.next() == IMAGES[3]


def test_a_change_reaches_a_display_by_itself(table, glass):
    table.oleds.show(A, CONTENTS[0])
    glass.next()
    other = OledSettings(address=0x3D)
    second = Glass()
    table.glasses[id(other)] = second
    table.oleds.change(A, other)
    assert second.next() == IMAGES[0]
    assert glass.off


# -- faults ----------------------------------------------------------------------------------------------------------


def test_a_display_torn_out_is_said_once_tried_again_and_comes_back_with_the_newest_content(table, glass):
    table.oleds.show(A, CONTENTS[0])
    assert glass.next() == IMAGES[0]
    assert table.said() == PeripheralStatus("oled A", None)
    glass.plugged = False
    for content in CONTENTS[1:40]:
        table.oleds.show(A, content)
    trouble = table.said()
    assert (trouble.name, str(trouble.trouble)) == ("oled A", TROUBLE)
    for _ in range(5):
        glass.tried.get(timeout=SOON)
    assert table.queue.empty(), "said once"
    glass.plugged = True
    assert glass.next() == IMAGES[39]
    assert table.said() == PeripheralStatus("oled A", None)


def test_a_face_that_came_while_the_cable_was_out_needs_no_other_face_to_be_shown():
    glass = Glass()
    table = Table((OledSettings(), glass))
    table.oleds.show(A, CONTENTS[0])
    assert table.oleds.serve(A)
    glass.plugged = False
    table.oleds.show(A, CONTENTS[1])
    assert not table.oleds.serve(A)
    glass.plugged = True
    assert table.oleds.serve(A)
    assert [glass.next(), glass.next()] == [IMAGES[0], IMAGES[1]]


def test_the_same_face_is_sent_anew_to_a_display_that_came_back_dark():
    glass = Glass()
    table = Table((OledSettings(), glass))
    table.oleds.show(A, CONTENTS[0])
    table.oleds.serve(A)
    glass.plugged = False
    table.oleds.show(A, CONTENTS[1])
    table.oleds.serve(A)
    table.oleds.show(A, CONTENTS[0])
    glass.plugged = True
    table.oleds.serve(A)
    assert [glass.next(), glass.next()] == [IMAGES[0], IMAGES[0]]


def test_one_display_torn_out_leaves_the_other_alone():
    left, right = Glass(), Glass()
    left.plugged = False
    table = Table((OledSettings(), left), (OledSettings(address=0x3D), right))
    table.oleds.start()
    for content, image in zip(CONTENTS[:5], IMAGES, strict=False):
        table.oleds.show(A, content)
        table.oleds.show(B, content)
        assert right.next() == image
    troubles = {status.name: status.trouble for status in (table.said(), table.said())}
    assert str(troubles["oled A"]) == TROUBLE
    assert troubles["oled B"] is None
    assert table.queue.empty()
    table.oleds.close()


def test_a_missing_bus_at_the_start_is_one_notice_and_then_a_display_when_it_is_there(glass):
    glass.plugged = False
    table = Table((OledSettings(), glass))
    table.oleds.show(A, CONTENTS[7])
    table.oleds.start()
    assert str(table.said().trouble) == TROUBLE
    glass.plugged = True
    assert glass.next() == IMAGES[7]
    assert table.said() == PeripheralStatus("oled A", None)
    table.oleds.close()


# -- closing ---------------------------------------------------------------------------------------------------------


def test_closing_switches_the_display_off_and_ends_the_worker(table, glass):
    table.oleds.show(A, CONTENTS[0])
    glass.next()
    table.oleds.close()
    assert glass.off
    assert not table.oleds._thread.is_alive()


def test_closing_when_the_displays_are_gone_or_were_never_started_is_fine(glass):
    table = Table((OledSettings(), glass))
    table.oleds.close()
    glass.plugged = False
    other = Table((OledSettings(), glass))
    other.oleds.start()
    other.said()
    other.oleds.close()
    assert not other.oleds._thread.is_alive()


def test_a_display_that_fails_while_it_is_switched_off_does_not_keep_the_other_alight(monkeypatch):
    left, right = Glass(), Glass()

    def fails():
        raise OSError(errno.EREMOTEIO, "the cable is out")

    monkeypatch.setattr(left, "cleanup", fails)
    table = Table((OledSettings(), left), (OledSettings(address=0x3D), right))
    table.oleds.start()
    table.oleds.show(B, CONTENTS[0])
    right.next()
    table.oleds.close()
    assert right.off
