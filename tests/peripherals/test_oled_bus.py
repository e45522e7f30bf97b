"""What goes over the bus to a display: every chip, every image whole, other displays at once."""

import msgspec
import pytest

from device.common.settings.settings import OledSettings
from device.io.inputs import PeripheralStatus
from device.peripherals.oled import Oleds, connect
from rules.loading import readable
from tests.peripherals.oled_bus import CHIPS, CONTENTS, IMAGES, NONE, TROUBLE, A, B, Wire, devices, picture


@pytest.fixture
def wire(monkeypatch):
    monkeypatch.setattr("smbus2.SMBus", Wire)
    Wire.open, Wire.present, Wire.sent = 0, (0x3C, 0x3D), []
    return Wire


@CHIPS
def test_every_chip_gets_the_face_pixel_by_pixel_on_their_own_bus_and_address(wire, chip):
    display = connect(OledSettings(type=chip, port=3, address=0x3D))
    display.display(IMAGES[12])
    assert picture(wire.sent).tobytes() == IMAGES[12].tobytes()
    assert {address for address, _, _ in wire.sent} == {0x3D}
    assert wire.port == 3
    display.cleanup()


@CHIPS
def test_a_display_is_as_bright_as_the_settings_say(wire, chip):
    connect(OledSettings(type=chip, contrast=77))
    assert [data for _, mode, data in wire.sent if mode == 0 and data[0] == 0x81][-1] == bytes([0x81, 77])


@CHIPS
@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_whatever_rotation_the_settings_accept_shows_the_content(wire, chip, turns):
    try:
        settings = msgspec.convert({"type": chip, "rotate": turns}, readable(OledSettings))
    except msgspec.ValidationError:
        return
    statuses = []
    table = Oleds((settings, NONE), statuses.append)
    table.show(A, CONTENTS[30])
    assert table.serve(A), "the image was refused"
    assert statuses == [PeripheralStatus("oled A", None)]
    seen = picture(wire.sent)
    if turns in (0, 2):
        assert seen.tobytes() == IMAGES[30].rotate(-90 * turns).tobytes()
    assert seen.getbbox() is not None


@CHIPS
def test_a_display_goes_dark_and_its_bus_is_closed(wire, chip):
    display = connect(OledSettings(type=chip))
    display.display(IMAGES[0])
    before = len(wire.sent)
    display.cleanup()
    assert picture(wire.sent).getbbox() is None
    assert (0x3C, 0, bytes([0xAE])) in wire.sent[before:]
    assert wire.open == 0


@CHIPS
def test_a_bus_that_is_not_there_is_a_notice(wire, chip):
    statuses = []
    table = Oleds((OledSettings(type=chip, port=9), NONE), statuses.append)
    assert not table.serve(A)
    assert str(statuses[0].trouble) == TROUBLE


@CHIPS
def test_a_display_missing_all_evening_leaves_no_bus_open(wire, chip):
    wire.present, statuses, before = (), [], devices(chip)
    table = Oleds((OledSettings(type=chip), NONE), statuses.append)
    assert [table.serve(A) for _ in range(50)] == [False] * 50
    assert [str(status.trouble) for status in statuses] == [TROUBLE]
    assert wire.open == 0, "each open bus is a file; a process has about a thousand"
    assert devices(chip) == before, "luma keeps every device it has made until the program ends"


@CHIPS
def test_a_display_torn_out_and_put_back_all_evening_leaves_one_bus_open(wire, chip):
    statuses = []
    table = Oleds((OledSettings(type=chip), NONE), statuses.append)
    for n, content in enumerate(CONTENTS[:20]):
        wire.present = () if n % 2 else (0x3C,)
        table.show(A, content)
        assert table.serve(A) is (n % 2 == 0)
    assert [status.trouble is None for status in statuses] == [n % 2 == 0 for n in range(20)]
    assert wire.open <= 1


# -- other displays, at once -------------------------------------------------------------------------------------------


def test_another_address_holds_at_once_and_the_old_display_goes_dark(wire):
    statuses = []
    table = Oleds((OledSettings(), NONE), statuses.append)
    table.show(A, CONTENTS[7])
    assert table.serve(A)
    before = len(wire.sent)
    table.change(A, OledSettings(address=0x3D, type="sh1106"))
    assert table.serve(A)
    later = wire.sent[before:]
    assert (0x3C, 0, bytes([0xAE])) in later, "switched off"
    assert picture([write for write in later if write[0] == 0x3D]).tobytes() == IMAGES[7].tobytes()
    assert wire.open == 1
    assert [status.trouble for status in statuses] == [None, None]


def test_two_displays_of_one_address_on_two_buses_each_get_their_own_content(monkeypatch, wire):
    sent = {1: [], 3: []}

    class Bus(Wire):
        def __init__(self, port):
            super().__init__(port)
            self.port = port

        def write_i2c_block_data(self, address, mode, data):
            sent[self.port].append((address, mode, bytes(data)))

    monkeypatch.setattr("smbus2.SMBus", Bus)
    table = Oleds((OledSettings(port=1), OledSettings(port=3)), lambda _: None)
    for side in (A, B):
        table.show(side, CONTENTS[side])
        assert table.serve(side)
    for port, image in ((1, IMAGES[0]), (3, IMAGES[1])):
        assert {address for address, _, _ in sent[port]} == {0x3C}
        assert picture(sent[port]).tobytes() == image.tobytes()


def test_a_display_that_was_missing_is_not_missed_once_there_is_to_be_none(wire):
    wire.present, statuses = (), []
    table = Oleds((OledSettings(), NONE), statuses.append)
    assert not table.serve(A)
    table.change(A, NONE)
    assert table.serve(A)
    assert statuses[-1] == PeripheralStatus("oled A", None)
    wire.present = (0x3C,)
    table.change(A, OledSettings())
    assert table.serve(A)


@CHIPS
def test_a_display_shines_weakly_while_the_table_rests(wire, chip):
    def contrasts():
        return [data[1] for _, mode, data in wire.sent if mode == 0 and data[0] == 0x81 and len(data) == 2]

    table = Oleds((OledSettings(type=chip, contrast=160), NONE), lambda _: None)
    table.show(A, CONTENTS[0])
    table.serve(A)
    table.dim(12)
    table.serve(A)
    table.serve(A)
    assert contrasts()[-2:] == [160, 19]
    table.dim(100)
    table.serve(A)
    assert contrasts()[-3:] == [160, 19, 160]


def test_a_display_that_comes_back_while_the_table_rests_is_dimmed_too(wire):
    table = Oleds((OledSettings(contrast=80), NONE), lambda _: None)
    table.serve(A)
    table.dim(12)
    wire.present = ()
    assert not table.serve(A)
    wire.present = (0x3C,)
    assert table.serve(A)
    assert [data[1] for _, mode, data in wire.sent if mode == 0 and data[0] == 0x81 and len(data) == 2][-1] == 9
