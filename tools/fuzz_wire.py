"""Coverage-guided fuzzing of the pod's codec and of the table's end of the line: ``make fuzz``.

Nothing may be raised, nothing may grow, and a good frame after the noise must be read. The first argument is the number
of inputs (default a million); a crash is written beside the program by libFuzzer and ends it with its status.
"""

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["firmware", "device.pods"]):
    from device.pods.link import Link, Memory
    from firmware import wire

GOOD = ("edge", ("5e0f31aa", 7, True, 123_456))
SEEDS = [
    wire.encode("hello", 1, "1.0", "e66058388348a531", "5e0f31aa", 1, 1, 1),
    wire.encode("pong", "5e0f31aa", 1, 5, 6),
    wire.encode("edge", "5e0f31aa", 1, True, 5),
    wire.encode("live", "5e0f31aa", 9, 1, True, 0, 0),
    wire.encode("done", 1),
    wire.encode("hello", 2, "2.0", "00", "11", 1, 1, 1),
]


def one(data: bytes) -> None:
    """One input: as bytes of a line, and as the frames that its bytes choose, with right checksums."""
    decoder = wire.Decoder()
    for word, values in decoder.feed(data):
        assert decoder.feed(wire.encode(word, *values)) == [(word, values)]
    assert len(decoder._line) < wire.LONGEST
    assert decoder.feed(wire.encode(GOOD[0], *GOOD[1])) == [GOOD]

    if len(data) > 3 and data[0] % 16 == 0:
        line(data[1:9])


def line(data: bytes) -> None:
    """The same bytes as what happens on a line, frames with right checksums among it."""
    known: dict[str, Memory] = {}
    link = Link(lambda ident, _: known.setdefault("one", Memory(ident)))
    now = 0
    for byte in data:
        now += byte * 10_000_000
        frame = SEEDS[byte % len(SEEDS)] if byte < 200 else data
        link.feed(frame, now)
        link.advance(now)
        link.show("on", "none", 2, True, now + byte)
        link.frame(now)


def main() -> None:
    """Run libFuzzer over `one`."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with tempfile.TemporaryDirectory() as folder:
        for n, seed in enumerate(SEEDS):
            (Path(folder) / f"seed{n}").write_bytes(seed)
        atheris.Setup([sys.argv[0], f"-runs={runs}", "-max_len=96", "-print_final_stats=1", folder], one)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
