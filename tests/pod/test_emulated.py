"""The image that is copied onto a Pico, on an emulated RP2040: its own start, its USB line, its button, its flash."""

from __future__ import annotations

import ast
import asyncio
import binascii

import pytest

from firmware import wire
from tests.pod.rig import ROOT

IMAGE = ROOT / "out" / "pod" / "pod.uf2"
base_device = pytest.importorskip(
    "rp2040py.device.base_device", reason="make pod-image installs the emulator and runs this"
)
if not IMAGE.exists():
    pytest.skip("make pod-image builds the image and runs this", allow_module_level=True)

from rp2040py.boards import BoardSpec  # noqa: E402

PATIENCE = 500.0
BUTTON, LAMP = 14, 15


class Emulated:
    """A Pico with that image. The emulator goes a hundredth as fast as a Pico; nothing is measured by the wall."""

    def __init__(self) -> None:
        self.device = base_device.BaseDevice(board=BoardSpec(image=IMAGE))
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
                one for one in node.body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))
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
    await update(pod, boot)


async def update(pod: Emulated, boot: str) -> None:
    """The new program lies in its flash and runs after a start of its own."""
    file = small_wire("7.7")
    stream = b"wire.py %d\n" % len(file) + file
    stream += b"\n" * (-len(stream) % 2)
    pod.say("load", len(stream))
    assert await pod.hear("took") == (0,)
    at = 0
    while at < len(stream):
        piece = stream[at : at + 32]
        half = (len(piece) + 1) // 2
        pod.say("part", at, piece[:half].hex(), piece[half:].hex())
        (at,) = await pod.hear("took")
    pod.say("run", f"{binascii.crc32(stream):08x}")
    assert await pod.hear("took") == (len(stream),)
    hello = await pod.hear("hello", lambda values: values[1] != wire.FIRMWARE)
    assert hello[1] == "7.7"


def test_the_image_greets_answers_tells_of_its_button_and_takes_an_update():
    async def whole() -> None:
        pod = Emulated()
        try:
            await game(pod)
        finally:
            pod.device.stop()

    asyncio.run(whole())
