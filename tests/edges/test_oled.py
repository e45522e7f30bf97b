"""The OLED faces on their way to luma: the newest wins, nobody waits, and a cable that is pulled out stops nothing."""

import errno
import gc
import queue
import threading

import msgspec
import pytest
from luma.core.device import dummy
from PIL import Image

from device.edges import oled
from device.edges.oled import Oleds, connect
from device.edges.oled_picture import draw
from device.faces import Face
from device.inputs import EdgeStatus
from device.settings import Oled

pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated")

SOON = 5
"""Seconds after which a test gives up waiting for another thread."""
NONE = Oled(type="none")
FACES = [draw(Face("vy", f"2:{second:02d}", "38", left=0.8)) for second in range(60)]
A, B = 0, 1
TROUBLE = "Display A does not answer; check its cable. The game goes on."


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
    one = Table((Oled(), glass))
    one.oleds.start()
    yield one
    glass.let_go.set()
    one.oleds.close()
    assert not one.oleds._thread.is_alive()


# -- faces on their way ----------------------------------------------------------------------------------------------


def test_a_face_is_on_the_glass_and_the_display_is_said_to_be_fine(table, glass):
    table.oleds.show(A, FACES[0])
    assert glass.next() is FACES[0]
    assert glass.device.image.tobytes() == FACES[0].tobytes()
    assert table.said() == EdgeStatus("oled A", None)


def test_a_slow_display_never_holds_the_caller_up_and_the_newest_face_wins(table, glass):
    glass.hold = True
    table.oleds.show(A, FACES[0])
    assert glass.holding.wait(SOON)
    game = threading.Thread(target=lambda: [table.oleds.show(A, face) for face in FACES[1:]], daemon=True)
    game.start()
    game.join(SOON)
    assert not game.is_alive(), "the game waited for the display"
    glass.hold = False
    glass.let_go.set()
    assert [glass.next(), glass.next()] == [FACES[0], FACES[-1]]
    assert glass.shown.empty(), "older faces are dropped"


def test_a_face_that_looks_the_same_is_not_sent_again(glass):
    table = Table((Oled(), glass))
    for face in (FACES[0], FACES[0], FACES[0].copy(), FACES[1], FACES[1].copy(), FACES[0]):
        table.oleds.show(A, face)
        assert table.oleds.serve(A)
    assert [glass.next(), glass.next(), glass.next()] == [FACES[0], FACES[1], FACES[0]]
    assert glass.shown.empty()


def test_each_display_shows_its_own_face():
    left, right = Glass(), Glass()
    table = Table((Oled(), left), (Oled(address=0x3D), right))
    table.oleds.show(A, FACES[1])
    table.oleds.show(B, FACES[2])
    table.oleds.start()
    assert (left.next(), right.next()) == (FACES[1], FACES[2])
    assert {table.said().edge, table.said().edge} == {"oled A", "oled B"}
    table.oleds.close()


def test_a_display_that_is_switched_off_in_the_settings_is_never_looked_for():
    glass = Glass()
    table = Table((Oled(), glass), (NONE, None))
    table.oleds.show(B, FACES[0])
    assert table.oleds.serve(B)
    assert table.queue.empty()


def test_a_display_without_a_face_yet_is_connected_and_waits(table, glass):
    assert table.said() == EdgeStatus("oled A", None)
    assert glass.shown.empty()
    table.oleds.show(A, FACES[3])
    assert glass.next() is FACES[3]


# -- faults ----------------------------------------------------------------------------------------------------------


def test_a_display_torn_out_is_said_once_tried_again_and_comes_back_with_the_newest_face(table, glass):
    table.oleds.show(A, FACES[0])
    assert glass.next() is FACES[0]
    assert table.said() == EdgeStatus("oled A", None)
    glass.plugged = False
    for face in FACES[1:40]:
        table.oleds.show(A, face)
    trouble = table.said()
    assert (trouble.edge, str(trouble.trouble)) == ("oled A", TROUBLE)
    for _ in range(5):
        glass.tried.get(timeout=SOON)
    assert table.queue.empty(), "said once"
    glass.plugged = True
    assert glass.next() is FACES[39]
    assert table.said() == EdgeStatus("oled A", None)


def test_a_face_that_came_while_the_cable_was_out_needs_no_other_face_to_be_shown():
    glass = Glass()
    table = Table((Oled(), glass))
    table.oleds.show(A, FACES[0])
    assert table.oleds.serve(A)
    glass.plugged = False
    table.oleds.show(A, FACES[1])
    assert not table.oleds.serve(A)
    glass.plugged = True
    assert table.oleds.serve(A)
    assert [glass.next(), glass.next()] == [FACES[0], FACES[1]]


def test_the_same_face_is_sent_anew_to_a_display_that_came_back_dark():
    glass = Glass()
    table = Table((Oled(), glass))
    table.oleds.show(A, FACES[0])
    table.oleds.serve(A)
    glass.plugged = False
    table.oleds.show(A, FACES[1])
    table.oleds.serve(A)
    table.oleds.show(A, FACES[0])
    glass.plugged = True
    table.oleds.serve(A)
    assert [glass.next(), glass.next()] == [FACES[0], FACES[0]]


def test_one_display_torn_out_leaves_the_other_alone():
    left, right = Glass(), Glass()
    left.plugged = False
    table = Table((Oled(), left), (Oled(address=0x3D), right))
    table.oleds.start()
    for face in FACES[:5]:
        table.oleds.show(A, face)
        table.oleds.show(B, face)
        assert right.next() is face
    said = {status.edge: status.trouble for status in (table.said(), table.said())}
    assert str(said["oled A"]) == TROUBLE
    assert said["oled B"] is None
    assert table.queue.empty()
    table.oleds.close()


def test_a_missing_bus_at_the_start_is_one_notice_and_then_a_display_when_it_is_there(glass):
    glass.plugged = False
    table = Table((Oled(), glass))
    table.oleds.show(A, FACES[7])
    table.oleds.start()
    assert str(table.said().trouble) == TROUBLE
    glass.plugged = True
    assert glass.next() is FACES[7]
    assert table.said() == EdgeStatus("oled A", None)
    table.oleds.close()


# -- closing ---------------------------------------------------------------------------------------------------------


def test_closing_switches_the_display_off_and_ends_the_worker(table, glass):
    table.oleds.show(A, FACES[0])
    glass.next()
    table.oleds.close()
    assert glass.off
    assert not table.oleds._thread.is_alive()


def test_closing_when_the_displays_are_gone_or_were_never_started_is_fine(glass):
    table = Table((Oled(), glass))
    table.oleds.close()
    glass.plugged = False
    other = Table((Oled(), glass))
    other.oleds.start()
    other.said()
    other.oleds.close()
    assert not other.oleds._thread.is_alive()


def test_a_display_that_fails_while_it_is_switched_off_does_not_keep_the_other_alight(monkeypatch):
    left, right = Glass(), Glass()

    def fails():
        raise OSError(errno.EREMOTEIO, "the cable is out")

    monkeypatch.setattr(left, "cleanup", fails)
    table = Table((Oled(), left), (Oled(address=0x3D), right))
    table.oleds.start()
    table.oleds.show(B, FACES[0])
    right.next()
    table.oleds.close()
    assert right.off


# -- the wire --------------------------------------------------------------------------------------------------------


class Wire:
    """An I2C bus in place of smbus2's, with displays on some addresses; keeps what each was sent."""

    open = 0
    present = (0x3C, 0x3D)
    port = None
    sent = ()

    def __init__(self, port):
        if port not in (1, 3):
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", f"/dev/i2c-{port}")
        Wire.open += 1
        Wire.port = port
        self.closed = False

    def write_i2c_block_data(self, address, mode, data):
        if address not in self.present:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        Wire.sent.append((address, mode, bytes(data)))

    def i2c_rdwr(self, message):
        mode, *data = list(message)
        self.write_i2c_block_data(message.addr, mode, data)

    def close(self):
        Wire.open -= not self.closed
        self.closed = True


@pytest.fixture
def wire(monkeypatch):
    monkeypatch.setattr("smbus2.SMBus", Wire)
    Wire.open, Wire.present, Wire.sent = 0, (0x3C, 0x3D), []
    return Wire


def picture(sent):
    """What the last 1024 bytes of pixels say: eight pages of 128 columns, the lowest bit on top."""
    pixels = b"".join(data for _, mode, data in sent if mode == 0x40)[-1024:]
    image = Image.new("1", (128, 64))
    for place, column in enumerate(pixels):
        for bit in range(8):
            image.putpixel((place % 128, place // 128 * 8 + bit), 255 * (column >> bit & 1))
    return image


def devices(chip):
    """How many devices of that kind luma holds."""
    return sum(type(one).__name__ == chip for one in gc.get_objects())


CHIPS = pytest.mark.parametrize("chip", ["ssd1306", "sh1106", "ssd1309"])


@CHIPS
def test_every_chip_gets_the_face_pixel_by_pixel_on_their_own_bus_and_address(wire, chip):
    display = connect(Oled(type=chip, port=3, address=0x3D))
    display.display(FACES[12])
    assert picture(wire.sent).tobytes() == FACES[12].tobytes()
    assert {address for address, _, _ in wire.sent} == {0x3D}
    assert wire.port == 3
    display.cleanup()


@CHIPS
def test_a_display_is_as_bright_as_the_settings_say(wire, chip):
    connect(Oled(type=chip, contrast=77))
    assert [data for _, mode, data in wire.sent if mode == 0 and data[0] == 0x81][-1] == bytes([0x81, 77])


@CHIPS
@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_whatever_rotation_the_settings_accept_shows_the_face(wire, chip, turns):
    try:
        settings = msgspec.convert({"type": chip, "rotate": turns}, Oled)
    except msgspec.ValidationError:
        return
    said = []
    table = Oleds((settings, NONE), said.append)
    table.show(A, FACES[30])
    assert table.serve(A), "the face was refused"
    assert said == [EdgeStatus("oled A", None)]
    seen = picture(wire.sent)
    if turns in (0, 2):
        assert seen.tobytes() == FACES[30].rotate(-90 * turns).tobytes()
    assert seen.getbbox() is not None


@CHIPS
def test_a_display_goes_dark_and_its_bus_is_closed(wire, chip):
    display = connect(Oled(type=chip))
    display.display(FACES[0])
    before = len(wire.sent)
    display.cleanup()
    assert picture(wire.sent).getbbox() is None
    assert (0x3C, 0, bytes([0xAE])) in wire.sent[before:]
    assert wire.open == 0


@CHIPS
def test_a_bus_that_is_not_there_is_a_notice(wire, chip):
    said = []
    table = Oleds((Oled(type=chip, port=9), NONE), said.append)
    assert not table.serve(A)
    assert str(said[0].trouble) == TROUBLE


@CHIPS
def test_a_display_missing_all_evening_leaves_no_bus_open(wire, chip):
    wire.present, said, before = (), [], devices(chip)
    table = Oleds((Oled(type=chip), NONE), said.append)
    assert [table.serve(A) for _ in range(50)] == [False] * 50
    assert [str(status.trouble) for status in said] == [TROUBLE]
    assert wire.open == 0, "each open bus is a file; a process has about a thousand"
    assert devices(chip) == before, "luma keeps every device it has made until the program ends"


@CHIPS
def test_a_display_torn_out_and_put_back_all_evening_leaves_one_bus_open(wire, chip):
    said = []
    table = Oleds((Oled(type=chip), NONE), said.append)
    for n, face in enumerate(FACES[:20]):
        wire.present = () if n % 2 else (0x3C,)
        table.show(A, face)
        assert table.serve(A) is (n % 2 == 0)
    assert [status.trouble is None for status in said] == [n % 2 == 0 for n in range(20)]
    assert wire.open <= 1


# -- other displays, at once -------------------------------------------------------------------------------------------


def test_another_address_holds_at_once_and_the_old_display_goes_dark(wire):
    said = []
    table = Oleds((Oled(), NONE), said.append)
    table.show(A, FACES[7])
    assert table.serve(A)
    before = len(wire.sent)
    table.change(A, Oled(address=0x3D, type="sh1106"))
    assert table.serve(A)
    later = wire.sent[before:]
    assert (0x3C, 0, bytes([0xAE])) in later, "switched off"
    assert picture([one for one in later if one[0] == 0x3D]).tobytes() == FACES[7].tobytes()
    assert wire.open == 1
    assert [status.trouble for status in said] == [None, None]


def test_two_displays_of_one_address_on_two_buses_each_get_their_own_face(monkeypatch, wire):
    sent = {1: [], 3: []}

    class Bus(Wire):
        def __init__(self, port):
            super().__init__(port)
            self.port = port

        def write_i2c_block_data(self, address, mode, data):
            sent[self.port].append((address, mode, bytes(data)))

    monkeypatch.setattr("smbus2.SMBus", Bus)
    table = Oleds((Oled(port=1), Oled(port=3)), lambda _: None)
    for side in (A, B):
        table.show(side, FACES[side])
        assert table.serve(side)
    for port, face in ((1, FACES[0]), (3, FACES[1])):
        assert {address for address, _, _ in sent[port]} == {0x3C}
        assert picture(sent[port]).tobytes() == face.tobytes()


def test_a_change_reaches_a_display_by_itself(table, glass):
    table.oleds.show(A, FACES[0])
    glass.next()
    other = Oled(address=0x3D)
    second = Glass()
    table.glasses[id(other)] = second
    table.oleds.change(A, other)
    assert second.next() is FACES[0]
    assert glass.off


def test_a_display_that_was_missing_is_not_missed_once_there_is_to_be_none(wire):
    wire.present, said = (), []
    table = Oleds((Oled(), NONE), said.append)
    assert not table.serve(A)
    table.change(A, NONE)
    assert table.serve(A)
    assert said[-1] == EdgeStatus("oled A", None)
    wire.present = (0x3C,)
    table.change(A, Oled())
    assert table.serve(A)


@CHIPS
def test_a_display_shines_weakly_while_the_table_rests(wire, chip):
    def contrasts():
        return [data[1] for _, mode, data in wire.sent if mode == 0 and data[0] == 0x81 and len(data) == 2]

    table = Oleds((Oled(type=chip, contrast=160), NONE), lambda _: None)
    table.show(A, FACES[0])
    table.serve(A)
    table.dim(12)
    table.serve(A)
    table.serve(A)
    assert contrasts()[-2:] == [160, 19]
    table.dim(100)
    table.serve(A)
    assert contrasts()[-3:] == [160, 19, 160]


def test_a_display_that_comes_back_while_the_table_rests_is_dimmed_too(wire):
    table = Oleds((Oled(contrast=80), NONE), lambda _: None)
    table.serve(A)
    table.dim(12)
    wire.present = ()
    assert not table.serve(A)
    wire.present = (0x3C,)
    assert table.serve(A)
    assert [data[1] for _, mode, data in wire.sent if mode == 0 and data[0] == 0x81 and len(data) == 2][-1] == 9
