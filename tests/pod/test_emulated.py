"""The image that is copied onto a Pico: for both chips in one file, and for the RP2040 on an emulated one, with its own
start, its USB line, its button, its flash, and the table's own command that sends it a new program.

No emulator of an RP2350 was to be had: that half is only looked at.
"""

from __future__ import annotations

import ast
import asyncio
import os
import pty
import random
import struct
import tty
from pathlib import Path

import msgspec
import pytest

from device.cli.pods import update_pods
from device.common import i18n
from device.common.settings.settings import PodsSettings, Settings
from device.pods import update
from firmware import wire
from tests.pod.rig import ROOT

IMAGE = ROOT / "out" / "pod" / "pod.uf2"
try:
    from rp2040py import boards
    from rp2040py.device import base_device
    from rp2040py.peripherals.peripheral import UnimplementedPeripheral
except ImportError:
    boards = base_device = None
    UnimplementedPeripheral = object
pytestmark = pytest.mark.skipif(
    base_device is None or not IMAGE.exists(),
    reason="make pod-image builds the image and runs this on an emulator",
)

RP2040, RP2350 = 0xE48BFF56, 0xE48BFF59
"""The families of the blocks for a Pico and for a Pico 2."""
FLASH = 0x1000_0000
BLOCK = 512
PATIENCE = 3_000.0
"""Seconds of real time, for an emulated processor on a machine that has other things to do."""
BUTTON, LAMP = 14, 15
OLDER = "0.9"
RING_OSCILLATOR = 0x40060
"""Where the emulator keeps that block; the Pico's random numbers come from there."""


def taken(family: int) -> list[bytes]:
    """The blocks of the image that a chip of that family takes; its boot ROM passes over all others."""
    image = IMAGE.read_bytes()
    blocks = [image[at : at + BLOCK] for at in range(0, len(image), BLOCK)]
    assert all(block.startswith(b"UF2\n") and len(block) == BLOCK for block in blocks)
    return [block for block in blocks if struct.unpack_from("<I", block, 28) == (family,)]


def program(family: int) -> bytes:
    """What lies in the flash then."""
    return b"".join(block[32:][: struct.unpack_from("<I", block, 16)[0]] for block in taken(family))


class RingOscillator(UnimplementedPeripheral):
    """The emulator's own gives the same number each time, so a pod could not tell one start from another."""

    def read_uint32(self, offset: int) -> int:
        return random.getrandbits(32)


class Emulated:
    """A Pico with that image. The emulator goes a hundredth as fast as a Pico; nothing is measured in real time."""

    def __init__(self, image: Path, flash: bytes | None = None) -> None:
        self.device = base_device.BaseDevice(board=boards.BoardSpec(image=image))
        mcu = self.device.mcu
        mcu.peripherals[RING_OSCILLATOR] = RingOscillator(mcu, "ROSC_BASE")
        if flash is not None:
            mcu.flash[:] = flash
        self.device.cdc.on_serial_data = self._came
        self._decoder = wire.Decoder()
        self._more = asyncio.Event()
        self.heard: list[tuple[str, tuple]] = []
        self.button(False)

    def _came(self, data: bytes) -> None:
        self.heard += self._decoder.feed(bytes(data))
        self._more.set()

    def button(self, down: bool) -> None:
        self.device.mcu.gpio[BUTTON].set_input_value(not down)

    def say(self, word: str, *values: object) -> None:
        for byte in wire.encode(word, *values):
            self.device.cdc.send_serial_byte(byte)

    async def hear(self, word: str, fits=lambda values: True) -> tuple:
        """The first such frame that has not been taken yet."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for frame in self.heard:
                    if frame[0] == word and fits(frame[1]):
                        self.heard.remove(frame)
                        return frame[1]
                self._more.clear()
                await self._more.wait()


def small_wire(version: str) -> bytes:
    """The codec under another version, without what only people read: fewer pieces to send."""
    tree = ast.parse((ROOT / "firmware" / "wire.py").read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Module)):
            node.body = [
                expr for expr in node.body if not (isinstance(expr, ast.Expr) and isinstance(expr.value, ast.Constant))
            ] or [ast.Pass()]
    return ast.unparse(tree).replace(f"FIRMWARE = '{wire.FIRMWARE}'", f"FIRMWARE = '{version}'").encode()


async def game(pod: Emulated) -> None:
    await pod.device.astart(timeout=PATIENCE)
    pod.say("who")
    version, firmware, ident, boot, *_ = await pod.hear("hello")
    assert (version, firmware) == (wire.VERSION, wire.FIRMWARE)
    assert ident
    pod.say("ping", 7)
    _, mark, came, went = await pod.hear("pong")
    assert mark == 7
    assert 0 < went - came < 20_000  # us of the pod's own clock
    pod.say("set", 1, 25_000, 30_000_000, 10_000_000, True)
    pod.say("show", 2, "on", "none", 0, True, 0, 0)
    await pod.hear("done", lambda values: values == (2,))
    assert pod.device.mcu.gpio[LAMP].output_value or pod.device.mcu.gpio[LAMP].raw_output_value
    pod.button(True)
    _, number, down, _ = await pod.hear("edge")
    assert (number, down) == (1, True)
    pod.say("ack", boot, 1)
    pod.button(False)
    assert (await pod.hear("edge", lambda values: values[1] == 2))[2] is False
    pod.say("ack", boot, 2)


class Port:
    """The pod's line as a port of this computer. ``cut``: bytes of a program after which the pod's power goes."""

    def __init__(self, pod: Emulated, cut: int | None = None) -> None:
        self._pod, self._cut = pod, cut
        self._ends = pty.openpty()
        tty.setraw(self._ends[1])
        self.path = os.ttyname(self._ends[1])
        asyncio.get_running_loop().add_reader(self._ends[0], self._from_table)
        self._heard = pod.device.cdc.on_serial_data
        pod.device.cdc.on_serial_data = self._from_pod

    def now(self) -> float:
        """The pod's own time for the table, too, so that its patience is the pod's; without power it soon ends."""
        return self._pod.device.mcu.clock.nanos / 1e9 + (0 if self._ends else 1e6)

    def _from_table(self) -> None:
        for byte in os.read(self._ends[0], 4096):
            self._pod.device.cdc.send_serial_byte(byte)

    def _from_pod(self, data: bytes) -> None:
        self._heard(data)
        if not self._ends:
            return
        os.write(self._ends[0], bytes(data))
        if self._cut and any(word == "took" and values[0] >= self._cut for word, values in self._pod.heard):
            self._pod.device.stop()
            self.unplug()

    def unplug(self) -> None:
        if self._ends:
            asyncio.get_running_loop().remove_reader(self._ends[0])
            for end in self._ends:
                os.close(end)
            self._ends = ()


async def updated(pod: Emulated, cut: int | None = None) -> int:
    """What the table's own command ends with, on the line of a pod that has started."""
    port = Port(pod, cut)
    settings = msgspec.structs.replace(Settings(), pods=PodsSettings(ports=[port.path]))
    try:
        return await asyncio.to_thread(
            update_pods, settings, talk=lambda path: update.UpdateConnection(path, now=port.now)
        )
    finally:
        port.unplug()


async def version(pod: Emulated) -> str:
    """What a pod that has just been given power says of itself."""
    await pod.device.astart(timeout=PATIENCE)
    pod.say("who")
    return str((await pod.hear("hello"))[1])


def older(image: Path) -> bytes:
    """The flash of a Pico with that image whose program calls itself `OLDER`."""
    flash = bytes(Emulated(image).device.mcu.flash)
    before, after = (b"\0%s\0ADDRESS\0" % release.encode() for release in (wire.FIRMWARE, OLDER))
    assert flash.count(before) == 1
    return flash.replace(before, after)


@pytest.fixture
def image(tmp_path) -> Path:
    """The Pico's half of the file."""
    half = tmp_path / "pico.uf2"
    half.write_bytes(b"".join(taken(RP2040)))
    return half


@pytest.mark.timeout(4 * PATIENCE)
def test_the_image_greets_answers_and_tells_of_its_button(image):
    async def whole() -> None:
        pod = Emulated(image)
        try:
            await game(pod)
        finally:
            pod.device.stop()

    asyncio.run(whole())


@pytest.mark.timeout(6 * PATIENCE)
def test_the_tables_command_updates_it_and_a_power_cut_in_the_middle_does_no_harm(image, monkeypatch, capsys):
    file = small_wire(wire.FIRMWARE)
    stream = b"wire.py %d\n" % len(file) + file
    monkeypatch.setattr(update, "bundle", lambda: stream)
    i18n.use("en")

    async def whole() -> None:
        pod = Emulated(image, older(image))
        assert await version(pod) == OLDER
        assert await updated(pod, cut=len(stream) // 2) == 1
        assert "does not answer any more" in capsys.readouterr().out
        pod = Emulated(image, bytes(pod.device.mcu.flash))
        try:
            assert await version(pod) == OLDER
            assert await updated(pod) == 0
            assert f"firmware {wire.FIRMWARE}" in capsys.readouterr().out
        finally:
            pod.device.stop()
        pod = Emulated(image, bytes(pod.device.mcu.flash))
        try:
            assert await version(pod) == wire.FIRMWARE
        finally:
            pod.device.stop()

    asyncio.run(whole())


@pytest.mark.parametrize("family", [RP2040, RP2350], ids=["Pico", "Pico 2"])
def test_each_chip_finds_all_of_its_program_in_the_one_file(family):
    blocks = taken(family)
    for number, block in enumerate(blocks):
        _, _, _, address, size, own, all_of_them, _ = struct.unpack_from("<8I", block)
        assert (address, own, all_of_them) == (FLASH + 256 * number, number, len(blocks))
        assert size == 256
    flash = program(family)
    assert b"Dvojtah pod" in flash
    assert wire.FIRMWARE.encode() in flash
    assert len(flash) <= 640 * 1024  # what lies behind it is for files


def test_the_boot_roms_find_where_to_start():
    second_stage = program(RP2040)[:256]
    crc = 0xFFFFFFFF
    for byte in second_stage[:252]:  # as the boot ROM of an RP2040 checks it: CRC-32/MPEG-2
        crc ^= byte << 24
        for _ in range(8):
            crc = (crc << 1 ^ (0x04C11DB7 if crc & 0x80000000 else 0)) & 0xFFFFFFFF
    assert struct.unpack("<I", second_stage[252:]) == (crc,)
    start = program(RP2350)[:4096]  # that of an RP2350 looks for a block with an image definition
    begin = start.index(struct.pack("<I", 0xFFFFDED3))
    kind, size, flags = struct.unpack_from("<BBH", start, begin + 4)
    assert (kind, size) == (0x42, 1)
    assert flags == 0x1021  # to be run, secure, Arm, RP2350
    assert struct.pack("<I", 0xAB123579) in start[begin:]
