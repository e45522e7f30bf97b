"""The game record: what is written is read again, and a bad line is refused with its number and one sentence."""

import functools
import io
import json

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import inspect

from device import i18n
from rules.chess_clock import ClockSetup
from rules.chess_clock.control import PRESETS
from rules.game import SECOND, Redo, Undo, Void
from rules.games import GAMES, game_of
from rules.history import History
from rules.kourici_kocka import KockaSetup
from rules.marias import MariasSetup
from rules.message import Refusal
from rules.polish_doubles import DoublesSetup, PairSetup
from rules.polish_doubles import events as e
from rules.polyssimo import PolyssimoSetup
from rules.record import LONGEST, BadRecord, event_from, event_line, read, setup_from, write
from tests.rules.test_folding import GAMES as RANDOM_GAMES
from tests.rules.test_folding import play

DOUBLES = '{"game": "polish_doubles", "pairs": [{"name": "Krtci"}, {"name": "Sloky"}]}'
KOCKA = '{"game": "kourici_kocka", "players": ["Adam", "Bára", "Cyril", "Dana"], "word": "kočka"}'
STARTED = (DOUBLES, '{"t": 0, "event": "starters", "pair": "A"}', '{"t": 5, "event": "press", "pair": "A"}')
SETUPS = {
    "marias": MariasSetup(players=("Adam", "Bára", "Cyril", "Dana")),
    "polish_doubles": DoublesSetup(pairs=(PairSetup(name="Krtci"), PairSetup(name="Sloky"))),
    "kourici_kocka": KockaSetup(players=("Adam", "Bára", "Cyril", "Dana"), word="kočka"),
    "polyssimo": PolyssimoSetup(players=("Adam", "Bára")),
    "chess_clock": ClockSetup(players=("Adam", "Bára"), control=PRESETS[0].control),
}
KINDS = [(game, kind) for game in GAMES.values() for kind in (*game.event_types, Undo, Redo, Void)]
KIND_NAMES = [f"{game.key}-{kind.__struct_config__.tag}" for game, kind in KINDS]
MONTH = 30 * 24 * 3600 * SECOND
TEXT = st.characters(exclude_categories=["Cs"])


def values(kind):
    """Values that a field of that type takes, bounds and all."""
    match kind:
        case inspect.IntType(ge=low, le=high):
            return st.integers(-(2**40) if low is None else low, 2**40 if high is None else high)
        case inspect.FloatType(ge=low, le=high):
            return st.floats(low, high, allow_nan=False)
        case inspect.StrType(pattern=str(pattern)):
            return st.from_regex(pattern)
        case inspect.StrType(min_length=low, max_length=high):
            return st.text(TEXT, min_size=low or 0, max_size=high or 20)
        case inspect.LiteralType(values=choices):
            return st.sampled_from(choices)
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.UnionType(types=types):
            return st.one_of(values(one) for one in types)
        case inspect.TupleType(item_types=types):
            return st.tuples(*(values(one) for one in types))
        case inspect.VarTupleType(item_type=one, min_length=low, max_length=high):
            return st.lists(values(one), min_size=low or 0, max_size=high or 5).map(tuple)
        case inspect.StructType(cls=cls):
            return structs(cls)
    raise AssertionError(f"no values for {kind}")


@functools.cache
def structs(cls):
    """Every value of a setup or an event, fields left out where that is allowed."""
    fields = inspect.type_info(cls).fields
    due = {field.name: values(field.type) for field in fields if field.required}
    free = {field.name: values(field.type) for field in fields if not field.required}
    return st.fixed_dictionaries(due, optional=free).map(lambda given: cls(**given))


@functools.cache
def attempts(game):
    """What a game may be asked, allowed or not: events, each with the time (ns) since the one before."""
    kinds = st.one_of(structs(kind) for kind in (*game.event_types, Undo, Redo))
    return st.lists(st.tuples(kinds, st.integers(0, 90 * SECOND)), max_size=25)


def lines(text):
    """The lines of a record as a file gives them."""
    return io.StringIO(text)


def bad(*record):
    with pytest.raises(BadRecord) as caught:
        read(record)
    return caught.value


# -- there and back ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "kind"), KINDS, ids=KIND_NAMES)
@settings(max_examples=40)
@given(data=st.data(), at=st.integers(0, MONTH))
def test_every_kind_of_event_comes_back_as_it_was_written(game, kind, data, at):
    event = data.draw(structs(kind))
    line = event_line(event, at)
    assert "\n" not in line
    written = json.loads(line)
    assert written["event"] == kind.__struct_config__.tag
    assert round(written.pop("t") * SECOND) == at
    assert event_from(game, written) == event


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
@given(data=st.data())
def test_every_setup_comes_back_with_the_settings_that_it_froze(game, data):
    setup = data.draw(structs(game.setup_type))
    first = write(History(game, setup, None))
    assert first.count("\n") == 1
    assert setup_from(json.loads(first)) == (game, setup)


@given(RANDOM_GAMES, st.lists(st.sampled_from([Undo(), Redo(), Void(by="referee")]), max_size=4))
def test_a_whole_game_of_Polish_doubles_comes_back_with_what_was_undone_and_voided(events, taken_back):
    history = play(events)
    for event in taken_back:
        try:
            history = history.accept(event, history.last_at)
        except Refusal:
            continue
    assert read(lines(write(history))) == history


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
@settings(max_examples=25)
@given(data=st.data())
def test_whatever_a_game_took_its_record_takes_again(game, data):
    history = play([]) if game.key == "polish_doubles" else History.begin(game, SETUPS[game.key])
    for event, gap in data.draw(attempts(game)):
        try:
            history = history.accept(event, history.last_at + gap)
        except Refusal:
            continue
    assert read(lines(write(history))) == history


@given(st.lists(st.integers(0, MONTH), max_size=12).map(sorted))
def test_no_nanosecond_of_game_time_is_lost(times):
    history = History.begin(game_of("polish_doubles"), SETUPS["polish_doubles"])
    for at in times:
        history = history.accept(e.Note(rule="S5"), at)
    assert [entry.at for entry in read(lines(write(history))).entries] == times


def test_every_game_of_the_house_has_its_setup_here():
    assert set(SETUPS) == set(GAMES)


# -- what people may write ---------------------------------------------------------------------------------------------


def test_empty_lines_and_remarks_are_for_people():
    record = ("# Finale", "", DOUBLES, "   ", "  # losování", '{"t": 1, "event": "starters", "pair": "B"}')
    assert read(record).state.starter == 1


def test_a_record_saved_on_Windows_is_read_byte_order_mark_and_all():
    record = ("\ufeff" + "\r\n".join(STARTED) + "\r\n").split("\n")
    assert read(record).state == read(STARTED).state
    assert read(("\ufeff# Finale", *STARTED)).state == read(STARTED).state


def test_a_line_without_a_time_happened_at_once():
    assert [entry.at for entry in read((*STARTED, '{"event": "pause"}')).entries] == [0, 5 * SECOND, 5 * SECOND]


def test_a_press_may_have_come_a_moment_before_the_touch_above_it():
    touch = '{"t": 20, "event": "move", "points": 38, "word": "DÝMKA"}'
    history = read((*STARTED, touch, '{"t": 19.75, "event": "press", "pair": "A"}'))
    assert [turn.pair for turn in history.state.turns] == [0, 1]
    assert read(lines(write(history))) == history


def test_a_press_may_carry_what_each_clock_showed():
    record = read((*STARTED, '{"t": 60, "event": "press", "pair": "A", "shows_s": [120.5, 119.9]}'))
    assert record.state.clock.turns[0].used == (59_500_000_000, 60_100_000_000)


def test_spaces_in_front_and_fields_in_any_order_do_not_matter():
    assert read((DOUBLES, '  { "pair" : "A" , "event":"starters","t":1.5 } ')).entries[0].at == 1_500_000_000


# -- bad lines ---------------------------------------------------------------------------------------------------------

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
        said = i18n.tr(trouble.message)
        assert said.startswith(start)
        assert said.endswith((".", ")"))
        assert len(said) < 250
        assert said.isprintable()
        assert not any(word in said for word in ("Traceback", "msgspec", "regex", "Error", "{", "$", "?"))
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
    said = str(bad('{"game": "mariáš"}'))
    assert all(key in said for key in GAMES)


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
    said = str(bad(*record))
    assert said.isprintable()
    assert len(said) < 250


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
    said = None
    try:
        read(text.split("\n"))
    except BadRecord as trouble:
        said = trouble
    if said is not None:
        assert 1 <= said.line <= text.count("\n") + 1
        assert str(said).startswith(f"Line {said.line}: ")


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


# -- what does not count -----------------------------------------------------------------------------------------------

NOTE = '{"t": 9, "event": "note", "rule": "S2"}'


@pytest.mark.parametrize(
    "line",
    [
        '{"event": "sign", "pair": "A", "refused": "nobody has played"}',
        '{"event": "teleport", "to": [1, {"a": null}], "refused": "a newer version"}',
        '{"event": "press", "colour": "red", "refused": "a newer version"}',
        '{"event": "unreadable", "text": "{\\"ev", "refused": "damaged"}',
        '{"event": "undo", "of": 2, "refused": "nothing to undo"}',
    ],
)
def test_a_line_that_says_why_it_was_refused_stands_without_counting(line):
    history = read((*STARTED, line, NOTE))
    without = read((*STARTED, NOTE))
    assert len(history.entries) == len(without.entries) + 1
    assert len(history.refused) == 1
    assert str(history.refused[0].refused) in line
    assert [remark.event for remark in history.state.remarks] == [remark.event for remark in without.state.remarks]
    text = write(history)
    assert write(read(lines(text))) == text


@pytest.mark.parametrize("why", ["null", "7", '""', '" "', '"' + 501 * "x" + '"'])
def test_a_refused_line_says_why_in_a_few_words(why):
    with pytest.raises(BadRecord, match=f"Line {len(STARTED) + 1}: .*refused"):
        read((*STARTED, f'{{"event": "note", "rule": "S2", "refused": {why}}}'))


def test_without_a_reason_a_line_is_read_as_strictly_as_ever():
    for line in ('{"event": "unreadable", "text": "x"}', '{"event": "teleport"}', '{"event": "sign", "pair": "A"}'):
        with pytest.raises(BadRecord):
            read((*STARTED, line))
