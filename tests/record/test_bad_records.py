"""Lines that no record can have: refused with their number and one sentence, whatever stands in them."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.common import i18n
from rules.games import GAMES
from rules.record import BadRecord, read
from rules.record_values import LONGEST
from tests.record.lines import DOUBLES, KINDS, KOCKA, STARTED, TEXT, bad, structs

NAMES = '"pairs": [{"name": "Krtci"}, {"name": "Sloky"}]'
BAD_SETUPS = {
    "not JSON": ("Krtci – Sloky", "JSON"),
    "half a line": (DOUBLES[:-5], "JSON"),
    "a list": ("[]", '"game"'),
    "a number": ("5", '"game"'),
    "nothing": ("null", '"game"'),
    "no game": (f"{{{NAMES}}}", '"game"'),
    "game is a number": (f'{{"game": 5, {NAMES}}}', '"game"'),
    "a game nobody knows": (f'{{"game": "mariáš", {NAMES}}}', "mariáš"),
    "no pairs": ('{"game": "polish_doubles"}', "pairs"),
    "one pair": ('{"game": "polish_doubles", "pairs": [{"name": "Krtci"}]}', "pairs"),
    "a name that is a number": ('{"game": "polish_doubles", "pairs": [{"name": 1}, {"name": "Sloky"}]}', "name"),
    "a name too long": (f'{{"game": "polish_doubles", "pairs": [{{"name": "{"K" * 41}"}}, {{"name": "S"}}]}}', "name"),
    "a pair without a name": ('{"game": "polish_doubles", "pairs": [{"name": " "}, {"name": "Sloky"}]}', "(S1)"),
    "a setting that is not there": (f'{{"game": "polish_doubles", {NAMES}, "limit": 60}}', "limit"),
    "a reading that is not there": (f'{{"game": "polish_doubles", {NAMES}, "overrun": "ignored"}}', "overrun"),
    "a limit of nothing": (f'{{"game": "polish_doubles", {NAMES}, "turn_limit_s": 0}}', "turn_limit_s"),
    "three players": ('{"game": "kourici_kocka", "players": ["A", "B", "C"], "word": "pes"}', "players"),
}
BAD_EVENTS = {
    "not JSON": ("A hraje DÝMKA", "JSON"),
    "half a line": ('{"t": 20, "event": "move", "points": 3', "JSON"),
    "two objects": ('{"event": "pass"} {"event": "pass"}', "JSON"),
    "a list": ("[]", '"event"'),
    "a text": ('"event"', '"event"'),
    "no event": ('{"t": 20, "points": 12}', '"event"'),
    "unknown kind": ('{"t": 20, "event": "flek"}', "flek"),
    "kind of another game": ('{"t": 20, "event": "taken"}', "taken"),
    "kind is a number": ('{"t": 20, "event": 7}', "7"),
    "kind is nothing": ('{"t": 20, "event": null}', "event"),
    "missing field": ('{"t": 20, "event": "move", "word": "DÝMKA"}', "points"),
    "unknown field": ('{"t": 20, "event": "pass", "why": "tired"}', "why"),
    "text for a number": ('{"t": 20, "event": "move", "points": "38"}', "points"),
    "half a point": ('{"t": 20, "event": "move", "points": 37.5}', "points"),
    "number for a text": ('{"t": 20, "event": "move", "points": 38, "word": 5}', "word"),
    "negative points": ('{"t": 20, "event": "move", "points": -1}', "points"),
    "endless points": (f'{{"t": 20, "event": "move", "points": 1{"0" * 400}}}', "points"),
    "eight tiles": ('{"t": 20, "event": "exchange", "tiles": 8}', "tiles"),
    "a third pair": ('{"t": 20, "event": "press", "pair": "C"}', "pair"),
    "one clock shown": ('{"t": 20, "event": "press", "pair": "A", "shows_s": [12]}', "shows_s"),
    "time left is no number": ('{"t": 20, "event": "set_time", "remaining_s": NaN}', "remaining_s"),
    "endless time left": (f'{{"t": 20, "event": "set_time", "remaining_s": 1{"0" * 400}}}', "remaining_s"),
    "note to a rule of another game": ('{"t": 20, "event": "note", "rule": "K5"}', "rule"),
    "void of a word": ('{"t": 20, "event": "void", "of": ["press"]}', "of"),
    "time is a text": ('{"t": "20", "event": "pass"}', '"t"'),
    "time is a yes": ('{"t": true, "event": "pass"}', '"t"'),
    "time is no number": ('{"t": NaN, "event": "pass"}', '"t"'),
    "time is endless": ('{"t": 1e999, "event": "pass"}', '"t"'),
    "time below zero": ('{"t": -1, "event": "pass"}', '"t"'),
    "time in milliseconds": ('{"t": 1732176000000, "event": "pass"}', '"t"'),
    "time runs backwards": ('{"t": 3.5, "event": "pass"}', "3.5"),
    "against a rule": ('{"t": 20, "event": "move", "points": 5, "word": "XX"}', "(S3)"),
    "too early": ('{"t": 20, "event": "sign", "pair": "A"}', "(S27)"),
    "huge line": (f'{{"t": 20, "event": "pause", "reason": "{"x" * LONGEST}"}}', "long"),
    "nested, but no deeper than every Python reads": (f'{{"t": 20, "event": {"[" * 40}{"]" * 40}}}', "JSON"),
    "nested deep": (f'{{"t": 20, "event": {"[" * 4000}{"]" * 4000}}}', "JSON"),
    "nested deep and not closed": ("[" * (LONGEST - 1), "JSON"),
}


def one_sentence(trouble, number, clue):
    """The message names its line and what is wrong, in one sentence without a programmer's word, in both languages."""
    assert trouble.line == number
    for language, start in (("en", f"Line {number}: "), ("cs", f"Řádek {number}: ")):
        i18n.use(language)
        sentence = i18n.tr(trouble.message)
        assert sentence.startswith(start)
        assert sentence.endswith((".", ")"))
        assert len(sentence) < 250
        assert sentence.isprintable()
        assert not any(word in sentence for word in ("Traceback", "msgspec", "regex", "Error", "{", "$", "?"))
    assert clue in str(trouble).replace("“", '"').replace("„", '"')
    assert i18n.tr(trouble.message) != str(trouble), "Czech is not English"


@pytest.mark.parametrize(("line", "clue"), BAD_SETUPS.values(), ids=list(BAD_SETUPS))
def test_a_bad_setup_is_refused_with_its_line(line, clue):
    one_sentence(bad(line), 1, clue)
    one_sentence(bad("# Finale", "", line, STARTED[1]), 3, clue)


@pytest.mark.parametrize(("line", "clue"), BAD_EVENTS.values(), ids=list(BAD_EVENTS))
def test_a_bad_event_is_refused_with_its_line(line, clue):
    one_sentence(bad(*STARTED, line), 4, clue)
    one_sentence(bad(*STARTED, "", "# po přestávce", line, "{"), 6, clue)


@pytest.mark.parametrize("record", [(), ("",), ("\ufeff",), ("", "   ", "# jen poznámka")], ids=repr)
def test_an_empty_record_says_that_its_first_line_names_the_game(record):
    one_sentence(bad(*record), 1, "empty")


def test_a_record_of_an_unknown_game_lists_the_known_ones():
    sentence = str(bad('{"game": "mariáš"}'))
    assert all(key in sentence for key in GAMES)


def test_a_kind_of_one_game_is_no_kind_of_another():
    one_sentence(bad(KOCKA, '{"t": 1, "event": "press", "pair": "A"}'), 2, "press")


def test_a_game_without_a_clock_has_no_press_to_void():
    one_sentence(bad(KOCKA, '{"t": 1, "event": "void"}'), 2, "no clock")


STRANGE = {
    "event name with a line break": '{"event": "pa\\nss"}',
    "event name that clears a terminal": '{"event": "\\u001b[2J"}',
    "field name with a line break": '{"event": "pass", "wh\\ny": 1}',
    "value with a line break": '{"event": "press", "pair": "A\\nB"}',
    "game name with a line break": '{"game": "mari\\náš"}',
    "game name without end": f'{{"game": "{"á" * 5000}"}}',
    "undo of an endless number": f'{{"event": "undo", "of": 1{"0" * 4000}}}',
}


@pytest.mark.parametrize("line", STRANGE.values(), ids=list(STRANGE))
def test_what_a_bad_line_says_stays_one_short_sentence(line):
    record = (line,) if '"game"' in line else (*STARTED, line)
    sentence = str(bad(*record))
    assert sentence.isprintable()
    assert len(sentence) < 250


HALF = {
    "game": ('{"game": "\\ud800"}',),
    "pair": ('{"game": "polish_doubles", "pairs": [{"name": "\\ud800"}, {"name": "Sloky"}]}',),
    "event": (*STARTED, '{"event": "\\ud800"}'),
    "reason": (*STARTED, '{"event": "pause", "reason": "\\udfff"}'),
    "field": (*STARTED, '{"event": "pass", "\\ud800": 1}'),
}


@pytest.mark.parametrize("record", HALF.values(), ids=list(HALF))
def test_half_a_character_that_no_file_can_hold_is_a_bad_line(record):
    trouble = bad(*record)
    assert trouble.line == len(record)
    str(trouble).encode("utf-8")


def test_a_record_cut_anywhere_in_its_last_line_names_that_line():
    last = '{"t": 60, "event": "move", "points": 38, "word": "DÝMKA"}'
    for cut in range(1, len(last)):
        assert bad(*STARTED, last[:cut]).line == 4
    assert len(read((*STARTED, last)).entries) == 3


def test_a_record_cut_at_a_line_end_is_the_game_so_far():
    assert len(read(STARTED[:2]).entries) == 1


# -- whatever there is in a file ---------------------------------------------------------------------------------------


def only_bad_records(text):
    """Read what somebody calls a record; a refusal names a line that is there."""
    record = None
    try:
        read(text.split("\n"))
    except BadRecord as trouble:
        record = trouble
    if record is not None:
        assert 1 <= record.line <= text.count("\n") + 1
        assert str(record).startswith(f"Line {record.line}: ")


@given(st.binary(max_size=400))
def test_arbitrary_bytes_are_at_worst_a_bad_record(raw):
    only_bad_records(raw.decode("utf-8", errors="replace"))
    only_bad_records(raw.decode("utf-8", errors="surrogateescape"))
    only_bad_records(raw.decode("utf-16-le", errors="replace"))


GOOD = "\n".join((*STARTED, '{"t": 60.25, "event": "move", "points": 38, "word": "DÝMKA", "tiles": 5}')).encode()
SPOT = st.integers(0, len(GOOD) - 1)


@given(SPOT, st.integers(0, 12), st.binary(max_size=6))
def test_a_record_with_bytes_overwritten_lost_or_added_is_at_worst_a_bad_one(start, gone, added):
    only_bad_records((GOOD[:start] + added + GOOD[start + gone :]).decode("utf-8", errors="replace"))


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(TEXT, max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(TEXT, max_size=8), inner, max_size=4),
    max_leaves=10,
)
FIELDS = sorted({field for _, kind in KINDS for field in kind.__struct_fields__} | {"t", "event", "game"})
WORDS = sorted({kind.__struct_config__.tag for _, kind in KINDS})


@given(st.sampled_from(WORDS), st.dictionaries(st.sampled_from(FIELDS), ANY_JSON, max_size=4))
def test_any_values_in_any_field_are_at_worst_a_bad_line(word, given):
    line = json.dumps({"t": 20, "event": word} | given)
    for start in ("\n".join(STARTED), KOCKA):
        only_bad_records(f"{start}\n{line}")


@given(st.sampled_from(sorted(GAMES)), st.dictionaries(st.sampled_from([*FIELDS, "pairs", "players"]), ANY_JSON))
def test_any_values_in_a_setup_are_at_worst_a_bad_line(key, given):
    only_bad_records(json.dumps({"game": key} | given))


@given(st.data())
def test_any_event_of_a_game_is_at_worst_refused(data):
    game, kind = data.draw(st.sampled_from(KINDS))
    event = msgspec.to_builtins(data.draw(structs(kind)))
    start = "\n".join(STARTED) if game.key == "polish_doubles" else KOCKA
    only_bad_records(f"{start}\n{json.dumps({'t': 20} | event)}")
