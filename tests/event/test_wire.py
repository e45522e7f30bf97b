"""The vocabulary between tables and organiser: what is understood, and how everything else is refused."""

import doctest
import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.common.event import wire
from device.common.event.messages import (
    FOR_ALL,
    FROM_DESK,
    FROM_TABLE,
    LARGEST,
    Ack,
    CallRow,
    EntryRow,
    GamePart,
    HeldGame,
    Order,
    Pairing,
    ReturnedResult,
    Rows,
    SetupRow,
    TableSnapshot,
    TurnState,
)
from device.common.event.wire import BadMessage, Topics, decode, encode, parse_topic, read

BOOT = "0a" * 16
GAME = "1b" * 16
RAW = msgspec.Raw(b'{"event":"press","pair":"A"}')
SETUP = msgspec.Raw('{"game":"polish_doubles","pairs":[{"name":"Šípkovi"},{"name":"<b>Dva</b>"}]}'.encode())


def rows(*, first=1, count=2, event=RAW):
    entries = tuple(EntryRow(game=GAME, n=n, at=n * 10**9, event=event) for n in range(1, count))
    return Rows(boot=BOOT, first=first, rows=(SetupRow(game=GAME, setup=SETUP), *entries))


def test_the_examples_in_the_docstrings_hold():
    assert doctest.testmod(wire).failed == 0


@pytest.mark.parametrize(
    "message",
    [
        rows(count=20),
        Rows(boot=BOOT, first=9, rows=(CallRow(call="ab" * 8, game=GAME, why="words", side=1), CallRow(call="ab" * 8))),
        TableSnapshot(
            boot=BOOT, device="cd" * 8, game=GAME, n=4, at=5, turn=TurnState(side=1, left=-3, running=True), line="Ří"
        ),
        TableSnapshot(boot=BOOT, device="cd" * 8, online=False),
        Ack(boot=BOOT, seq=0, store="ef" * 8),
        Order(
            holder="cd" * 8,
            pairing=Pairing(pairing="ab" * 8, kind="polish_doubles", seats=(("Jan", "Eva"), ("Ivo", "Ota"))),
            returned=(ReturnedResult(game=GAME, reason="Chybí podpis"),),
            held=HeldGame(game=GAME, kind="marias", entries=3),
        ),
    ],
)
def test_what_is_said_is_heard(message):
    heard = decode(encode(message), type(message))
    assert encode(heard) == encode(message)


def test_a_setup_and_an_event_go_over_letter_for_letter():
    begun, entry = decode(encode(rows()), Rows).rows
    assert bytes(begun.setup) == bytes(SETUP)
    assert bytes(entry.event) == bytes(RAW)


def test_every_topic_is_known_by_its_address():
    topics = Topics("pisek-2026")
    for word in FROM_TABLE:
        assert parse_topic("pisek-2026", topics.of_table(7, word)) == wire.TopicAddress(False, 7, word)
    for word in FROM_DESK:
        assert parse_topic("pisek-2026", topics.of_desk(7, word)) == wire.TopicAddress(True, 7, word)
    for word in FOR_ALL:
        assert parse_topic("pisek-2026", topics.of_desk("all", word)) == wire.TopicAddress(True, 0, word)


@pytest.mark.parametrize(
    "topic",
    [
        "dvojtah/1/jina/table/7/rows",
        "dvojtah/2/pisek/table/7/rows",
        "dvojtah/1/pisek/table/0/rows",
        "dvojtah/1/pisek/table/07/rows",
        "dvojtah/1/pisek/table/all/rows",
        "dvojtah/1/pisek/table/7/ack",
        "dvojtah/1/pisek/desk/7/round",
        "dvojtah/1/pisek/desk/all/order",
        "dvojtah/1/pisek/table/7/rows/more",
        "dvojtah/1/pisek/table/7/rows\n",
        "$SYS/broker/version",
        "",
    ],
)
def test_a_foreign_topic_is_refused(topic):
    with pytest.raises(BadMessage):
        parse_topic("pisek", topic)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"boot": "xyz"}, "boot"),
        ({"boot": BOOT.upper()}, "boot"),
        ({"first": 0}, "first"),
        ({"first": "1"}, "first"),
        ({"first": True}, "first"),
        ({"rows": []}, "rows"),
        ({"rows": [{"row": "wish", "game": GAME}]}, "wish"),
        ({"rows": [{"row": "entry", "game": GAME, "n": 0, "at": 1, "event": {}}]}, "n"),
        ({"rows": [{"row": "entry", "game": GAME, "n": 1, "at": 2**64, "event": {}}]}, "at"),
        ({"rows": [{"row": "entry", "game": GAME, "n": 1, "at": 1, "event": [1]}]}, "object"),
        ({"rows": [{"row": "begun", "game": GAME, "setup": "x"}]}, "object"),
        ({"rows": [{"row": "begun", "game": GAME, "setup": {"a": "x" * 30000}}]}, "bytes"),
        ({"rows": [{"row": "entry", "game": GAME, "n": 1, "at": 1, "event": {}}] * 201}, "rows"),
    ],
)
def test_rows_that_do_not_fit_are_refused_with_a_reason(change, reason):
    values = json.loads(encode(rows())) | change
    with pytest.raises(BadMessage, match=reason):
        decode(json.dumps(values).encode(), Rows)


def test_a_game_without_a_setup_is_not_taken_up():
    part = GamePart(boot=BOOT, game=GAME, setup=msgspec.Raw(b"[1]"), after=0, total=0)
    with pytest.raises(BadMessage, match="object"):
        decode(encode(part), GamePart)


def test_a_later_version_may_add_fields():
    values = json.loads(encode(rows())) | {"colour": "green"}
    assert json.loads(encode(decode(json.dumps(values).encode(), Rows))) == json.loads(encode(rows()))


def test_too_large_is_refused_on_both_ends():
    with pytest.raises(BadMessage, match="bytes"):
        encode(rows(count=100, event=msgspec.Raw(b'{"event":"' + b"x" * 2000 + b'"}')))
    with pytest.raises(BadMessage, match="bytes"):
        decode(b" " * (LARGEST + 1), Rows)


def test_an_emptied_topic_says_that_nothing_is_kept():
    topics = Topics("pisek")
    assert read("pisek", topics.of_desk(7, "order"), b"")[1] is None
    with pytest.raises(BadMessage):
        read("pisek", topics.of_desk(7, "ack"), b"")


@given(st.sampled_from(list((FROM_TABLE | FROM_DESK | FOR_ALL).values())), st.binary(max_size=200))
def test_no_bytes_bring_anything_down(kind, payload):
    with pytest.raises(BadMessage):
        decode(payload, kind)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
)


@given(st.sampled_from(list((FROM_TABLE | FROM_DESK | FOR_ALL).values())), st.data())
def test_a_message_with_anything_in_one_field_is_heard_whole_or_refused(kind, data):
    field = data.draw(st.sampled_from([field.encode_name for field in msgspec.structs.fields(kind)]))
    values = dict.fromkeys(("boot", "device", "store", "clock", "notice"), BOOT) | {"game": GAME, "setup": {}}
    values |= {"first": 1, "seq": 1, "asked": 1, "now": 1, "after": 0, "total": 0}
    values["rows"] = [{"row": "call", "call": BOOT}]
    payload = json.dumps(values | {field: data.draw(JSON)}).encode()
    try:
        heard = decode(payload, kind)
    except BadMessage:
        return
    assert encode(decode(encode(heard), kind)) == encode(heard)


@pytest.mark.parametrize("payload", [b"", b"{", b'{"boot":"\xff"}', b"[" * 5000, b'{"boot":1}', b"null"])
def test_what_is_no_message_is_one_error_with_its_kind(payload):
    with pytest.raises(BadMessage, match="no TableSnapshot: "):
        decode(payload, TableSnapshot)
