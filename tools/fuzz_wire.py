"""Coverage-guided fuzzing of the pod's codec and of both ends of its line: ``make fuzz``.

Nothing may be raised, nothing may grow, and a good frame after the noise must be read. The first argument is the number
of inputs (default a million); a crash is written beside the program by libFuzzer and ends it with its status.
"""

import binascii
import sys
import tempfile
from pathlib import Path

import atheris

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "firmware"))  # its files import each other as they lie on a Pico

with atheris.instrument_imports(include=["firmware", "device.pods", "pod", "contact", "countdown", "outbox", "wire"]):
    from device.pods.link import Memory, PodLink
    from firmware import wire
    from firmware.pod import Pod

WORD, FIELDS = "edge", ("5e0f31aa", 7, True, 123_456)
GOOD = wire.encode(WORD, *FIELDS)
SEEDS = [
    wire.encode("hello", 1, "1.0", "e66058388348a531", "5e0f31aa", 1, 1, 1),
    wire.encode("pong", "5e0f31aa", 1, 5, 6),
    wire.encode("edge", "5e0f31aa", 1, True, 5),
    wire.encode("live", "5e0f31aa", 9, 1, True, 0, 0),
    wire.encode("done", 1),
    wire.encode("hello", 2, "2.0", "00", "11", 1, 1, 1),
    wire.encode("edge", "5e0f31aa", 9, True, 5),
]
"""What a pod may say."""
TOLD = [
    wire.encode("who"),
    wire.encode("ack", "5e0f31aa", 1),
    wire.encode("ping", 3),
    wire.encode("set", 1, 25_000, 30_000_000, 10_000_000, False),
    wire.encode("show", 2, "on", "none", 2, True, 5_000_000, 1),
    wire.encode("ack", "5e0f31aa", 99),
]
"""What the table may say."""


def one(data: bytes) -> None:
    """One input: as bytes of a line, as the body of a frame with the right checksum, and as what happens at an end."""
    decoder = wire.Decoder()
    body = b"$%s*%08x\n" % (data, binascii.crc32(data))
    for word, values in decoder.feed(data + body):
        assert decoder.feed(wire.encode(word, *values)) == [(word, values)]
    assert len(decoder._line) < wire.LONGEST
    assert decoder.feed(GOOD) == [(WORD, FIELDS)]
    if len(data) > 3 and data[0] % 16 == 0:
        (table if data[0] & 16 else pod)(data[1:9], body)


def table(steps: bytes, body: bytes) -> None:
    """The table's end of a line on which a pod says one thing after the other."""
    memory = Memory("one")
    link = PodLink(lambda ident, _: memory)
    now = 0
    for byte in steps:
        now += byte * 10_000_000
        link.feed(SEEDS[byte % len(SEEDS)] if byte < 200 else body, now)
        link.advance(now)
        link.show("on", "none", 2, True, now + byte)
        link.frame(now)
    assert len(memory.former) <= 8
    assert len(memory.sync.base.knots) <= len(steps)


def pod(steps: bytes, body: bytes) -> None:
    """The pod's end, with its button pressed and let go meanwhile."""
    pod_program = Pod("e66058388348a531", "5e0f31aa")
    now = 0
    for byte in steps:
        now += byte * 10_000
        if byte % 5 == 0:
            pod_program.edge(byte % 2 == 0, now)
        pod_program.receive(TOLD[byte % len(TOLD)] if byte < 200 else body, now)
        pod_program.advance(now, None)
        pod_program.countdown.lamp(now)
        pod_program.countdown.sound(now)
        pod_program.frame(now)
    assert pod_program.outbox.next - pod_program.outbox.first <= pod_program.outbox.SIZE


def main() -> None:
    """Run libFuzzer over `one`."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with tempfile.TemporaryDirectory() as folder:
        for n, seed in enumerate([*SEEDS, *TOLD]):
            (Path(folder) / f"seed{n}").write_bytes(seed)
        atheris.Setup([sys.argv[0], f"-runs={runs}", "-max_len=96", "-print_final_stats=1", folder], one)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
