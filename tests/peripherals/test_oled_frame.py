"""Parts of a picture on the wire, through luma's own code to a model of each controller, which must show it."""

import errno

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from device.common.settings.settings import OledSettings
from device.io.oled_content import OledContent
from device.peripherals.oled import WHOLE_EVERY, Oleds, changed_windows, connect, pack
from device.peripherals.oled_render import draw

CHIPS = pytest.mark.parametrize("chip", ["ssd1306", "sh1106"])
CONTENT = st.builds(
    OledContent,
    title=st.sampled_from(["Krtci na tahu", "Sloky na tahu", "Pauza"]),
    big=st.sampled_from(["3:00", "2:59", "1:11", "0:08", "−0:04", "KONEC"]),
    total=st.sampled_from(["", "7", "128"]),
    crosses=st.integers(0, 6),
    left=st.none() | st.floats(0, 1),
    mine=st.booleans(),
    inverted=st.booleans(),
)


BITS = [bytes(255 * (byte >> bit & 1) for byte in range(256)) for bit in range(8)]
"""For each bit how bright a byte's pixel is."""


class Glass:
    """A controller behind a bus: keeps its memory as the datasheets say. ``falls`` bytes later the cable is out."""

    newest: "Glass"
    falls: int | None = None

    def __init__(self, port):
        self.memory = [[0] * 132 for _ in range(8)]
        self.bytes = self.frames = 0
        self.columns, self.pages = (0, 127), (0, 7)
        self.column = self.page = 0
        Glass.newest = self

    def write_i2c_block_data(self, address, mode, data):
        length = 2 + len(data)
        if Glass.falls is not None:
            Glass.falls -= length
            if Glass.falls < 0:
                raise OSError(errno.EREMOTEIO, "Remote I/O error")
        self.bytes += length
        if mode == 0x40:
            for value in data:
                self.memory[self.page][self.column] = value
                self.step()
        elif data[0] == 0x21:
            assert len(data) == 6
            assert data[3] == 0x22
            self.columns, self.pages = tuple(data[1:3]), tuple(data[4:6])
            self.column, self.page = self.columns[0], self.pages[0]
        elif len(data) == 3 and data[0] & 0xF8 == 0xB0 and data[2] & 0xF0 == 0x10:
            self.columns, self.pages = (0, 131), (data[0] & 7,) * 2
            self.page, self.column = data[0] & 7, data[1] | (data[2] & 15) << 4

    def step(self):
        """On to the next byte of the window."""
        self.column += 1
        if self.column > self.columns[1]:
            self.column = self.columns[0]
            self.page = self.page + 1 if self.page < self.pages[1] else self.pages[0]

    def i2c_rdwr(self, message):
        mode, *data = list(message)
        self.write_i2c_block_data(message.addr, mode, data)

    def close(self):
        pass

    def picture(self, chip):
        """What people see."""
        shift = 2 if chip == "sh1106" else 0
        pages = (bytes(page[shift : shift + 128]) for page in self.memory)
        rows = (page.translate(bit) for page in pages for bit in BITS)
        return Image.frombytes("L", (128, 64), b"".join(rows)).convert("1")


@pytest.fixture(autouse=True)
def glass(monkeypatch):
    monkeypatch.setattr("smbus2.SMBus", Glass)
    Glass.falls = None
    return Glass


def same(first, other):
    return first.tobytes() == other.tobytes()


@CHIPS
@pytest.mark.parametrize("turns", [0, 2])
def test_every_face_stands_whole_on_the_glass_whatever_was_there_before(chip, turns):
    display = connect(OledSettings(type=chip, rotate=turns))

    @given(CONTENT)
    def show(content):
        image = draw(content)
        display.display(image)
        assert same(Glass.newest.picture(chip), image.rotate(90 * turns))

    show()


@CHIPS
def test_a_running_clock_sends_at_most_a_quarter_of_whole_frames(chip):
    display = connect(OledSettings(type=chip))
    display.display(draw(OledContent("Krtci na tahu", "3:00", "128", 2, 1.0)))
    whole = -Glass.newest.bytes
    display._shown = None
    display.display(draw(OledContent("Krtci na tahu", "3:00", "128", 2, 1.0)))
    whole += Glass.newest.bytes
    before = Glass.newest.bytes
    for left in range(179, 59, -1):
        content = OledContent("Krtci na tahu", f"{left // 60}:{left % 60:02d}", "128", 2, left / 180)
        display.display(draw(content))
    assert Glass.newest.bytes - before <= 120 * whole / 4


@CHIPS
def test_nothing_is_sent_for_a_face_that_looks_the_same(chip):
    display = connect(OledSettings(type=chip))
    image = draw(OledContent("Krtci", "2:59"))
    display.display(image)
    before = Glass.newest.bytes
    display.display(image.copy())
    assert Glass.newest.bytes == before


def test_once_in_a_while_the_whole_face_is_sent_so_that_what_a_display_missed_comes_right():
    display = connect(OledSettings())
    image = draw(OledContent("Krtci", "2:59"))
    display.display(image)
    Glass.newest.memory[3][60] ^= 0xFF
    for _ in range(WHOLE_EVERY):
        display.display(image)
    assert same(Glass.newest.picture("ssd1306"), image)


@CHIPS
@given(old=CONTENT, new=CONTENT, after=st.integers(0, 1100))
def test_torn_out_in_the_middle_of_a_picture_and_put_back_it_shows_the_newest_content(chip, old, new, after):
    Glass.falls = None
    statuses = []
    table = Oleds((OledSettings(type=chip), OledSettings(type="none")), statuses.append)
    table.show(0, old)
    assert table.serve(0)
    Glass.falls = after
    table.show(0, new)
    came_through = table.serve(0)
    Glass.falls = None
    assert table.serve(0)
    assert same(Glass.newest.picture(chip), draw(new))
    assert [status.trouble is None for status in statuses] == ([True] if came_through else [True, False, True])


@given(st.binary(min_size=1024, max_size=1024), st.lists(st.tuples(st.integers(0, 1023), st.integers(0, 255))))
def test_the_windows_hold_every_byte_that_differs(before, changes):
    after = bytearray(before)
    for place, value in changes:
        after[place] = value
    shown = bytearray(before)
    for window in changed_windows(before, bytes(after)):
        cut = iter(window.cut(bytes(after)))
        for page in range(window.top, window.bottom + 1):
            for column in range(window.left, window.right + 1):
                shown[page * 128 + column] = next(cut)
    assert shown == after


def test_a_pixel_is_the_right_bit_of_the_right_byte():
    image = Image.new("1", (128, 64))
    image.putpixel((5, 19), 255)
    assert [(place, value) for place, value in enumerate(pack(image)) if value] == [(2 * 128 + 5, 1 << 3)]
