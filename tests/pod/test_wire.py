"""The codec: whatever comes, nothing is raised, nothing grows, a good frame is read. The same on both interpreters."""

from __future__ import annotations

import json
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import wire
from tests.pod.rig import ROOT, interpreter

KINDS = {
    "n": st.integers(0, wire.MOST - 1),
    "i": st.integers(1 - wire.MOST, wire.MOST - 1),
    "b": st.booleans(),
    "x": st.text("0123456789abcdef", min_size=1, max_size=16),
    "w": st.text("abcxyz0189.-", min_size=1, max_size=12),
}
FIT = {"n": st.integers(0, 10**12), "i": st.integers(-(10**12), 10**12)}


@st.composite
def frames(draw):
    word = draw(st.sampled_from(sorted(wire.FIELDS)))
    values = tuple(draw(FIT.get(kind, KINDS[kind])) for kind in wire.FIELDS[word])
    return word, values


@given(frames())
def test_a_frame_comes_back_as_it_was(frame):
    sent = wire.encode(frame[0], *frame[1])
    assert len(sent) <= wire.LONGEST
    assert wire.Decoder().feed(sent) == [frame]


@given(st.lists(frames(), max_size=4), st.data())
def test_bytes_in_any_pieces_make_the_same_frames(wanted, data):
    stream = b"".join(wire.encode(word, *values) for word, values in wanted)
    decoder, decoded, at = wire.Decoder(), [], 0
    while at < len(stream):
        size = data.draw(st.integers(1, len(stream)))
        decoded += decoder.feed(stream[at : at + size])
        at += size
    assert decoded == wanted


@given(st.binary(max_size=400), frames())
def test_a_good_frame_right_after_garbage_is_read(garbage, frame):
    decoder = wire.Decoder()
    before = decoder.feed(garbage)
    assert decoder.feed(wire.encode(frame[0], *frame[1])) == [frame]
    assert before == []


@given(frames(), st.data())
def test_a_turned_bit_makes_no_other_frame(frame, data):
    sent = bytearray(wire.encode(frame[0], *frame[1]))
    bit = data.draw(st.integers(0, len(sent) * 8 - 1))
    sent[bit // 8] ^= 1 << bit % 8
    assert wire.Decoder().feed(bytes(sent)) == []


@given(frames(), st.data())
def test_a_torn_frame_is_none_and_hides_nothing(frame, data):
    sent = wire.encode(frame[0], *frame[1])
    cut = data.draw(st.integers(0, len(sent) - 1))
    decoder = wire.Decoder()
    assert decoder.feed(sent[:cut]) == []
    assert decoder.feed(sent) == [frame]


def test_ten_megabytes_without_an_end_are_not_kept():
    decoder = wire.Decoder()
    decoder.feed(b"$" + b"a" * 100_000)
    assert len(decoder._line) < wire.LONGEST
    for _ in range(10):
        decoder.feed(b"$edge " * 10_000)
    assert len(decoder._line) < wire.LONGEST
    assert decoder.bad > 90_000


@pytest.mark.parametrize(
    "frame",
    [
        ("edge", "5e0f31aa", 1, True),
        ("edge", "no hex", 1, True, 1),
        ("edge", "ab", -1, True, 1),
        ("ack", "ab", wire.MOST),
        ("shout",),
        ("show", 1, "Ů", "x", 1, True, 1, 1),
        ("hello", 1, "", "ab", "cd", 1, 1, 1),
        ("hello", 10**18, "1" * 32, "a" * 32, "b" * 32, 10**18, 10**18, 10**18),
    ],
    ids=str,
)
def test_what_the_other_end_could_not_read_is_not_sent(frame):
    with pytest.raises(ValueError, match=r"frame|too long"):
        wire.encode(*frame)


@pytest.mark.parametrize(
    "body",
    [
        b"edge ab 1 2 3",
        b"ack ab",
        b"ack  ab 1",
        b"ack ab 1 ",
        b"ack AB 1",
        b"ack ab +1",
        b"ack ab 1_0",
        b"ack \xc3\x28 1",
        b"ack \xff 1",
        b"ack ab \xd9\xa1",
        b"pong ab 1 2 " + b"9" * 30,
        b"who ",
        b"",
        b" who",
    ],
)
def test_a_right_checksum_does_not_make_nonsense_a_frame(body):
    import binascii

    decoder = wire.Decoder()
    assert decoder.feed(b"$" + body + b"*%08x\n" % binascii.crc32(body)) == []
    assert decoder.bad == 1


def test_micropython_reads_and_writes_exactly_what_python_does(tmp_path):
    import random

    chance = random.Random(7)
    pieces = []
    for _ in range(400):
        word = chance.choice(sorted(wire.FIELDS))
        values = {"n": 12_345_678_901, "i": -5_000_000, "b": True, "x": "5e0f31aa", "w": "slow"}
        frame = bytearray(wire.encode(word, *(values[kind] for kind in wire.FIELDS[word])))
        for _ in range(chance.choice((0, 0, 1, 3))):
            frame[chance.randrange(len(frame))] = chance.randrange(256)
        pieces.append(bytes(frame[: chance.choice((len(frame), len(frame), chance.randrange(len(frame)))) or None]))
    script = tmp_path / "read.py"
    script.write_text(
        f"import sys, json\nsys.path.insert(0, {str(ROOT / 'firmware')!r})\nimport wire\nd = wire.Decoder()\n"
        f"found = [d.feed(bytes.fromhex(x)) for x in {[p.hex() for p in pieces]!r}]\n"
        "print(json.dumps([found, d.bad, [wire.encode(f[0], *f[1]).decode() for fs in found for f in fs]]))\n"
    )
    output = subprocess.run([interpreter(), str(script)], capture_output=True, text=True, check=True, timeout=60).stdout
    theirs, bad, again = json.loads(output)
    decoder = wire.Decoder()
    ours = [decoder.feed(piece) for piece in pieces]
    assert sum(map(len, ours)) > 100
    assert theirs == json.loads(json.dumps(ours))
    assert bad == decoder.bad
    assert again == [wire.encode(word, *values).decode() for decoded in ours for word, values in decoded]
