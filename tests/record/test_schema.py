"""docs/record.schema.json is what the code says, and every record there is keeps to it."""

import json
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from device.cli import main as dvojtah
from rules.game import Restore, Undo
from rules.games import GAMES
from rules.record import event_line, read, setup_line, write
from rules.schema import record_schema
from tests.record.lines import DOUBLES, KIND_NAMES, KINDS, STARTED, structs

ROOT = Path(__file__).parents[2]
SCHEMA = record_schema()
RECORDS = sorted(path for top in ("samples", "tests/compatibility") for path in (ROOT / top).rglob("*.jsonl"))


@cache
def validator(name: str) -> Draft202012Validator:
    """What holds values to one of the schema's ``$defs``."""
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})


def lines(text: str) -> list:
    return [json.loads(line) for line in text.splitlines() if line.strip() and not line.startswith("#")]


def valid(text: str) -> bool:
    record = lines(text)
    return validator(f"{record[0]['game']}.record").is_valid(record)


@cache
def kinds_of(game: str) -> dict[str, str]:
    """The ``$defs`` of a game's events by their words: no other of them takes a line of that word."""
    names = [ref["$ref"].rpartition("/")[2] for ref in SCHEMA["$defs"][f"{game}.line"]["else"]["anyOf"]]
    return {SCHEMA["$defs"][name]["properties"]["event"]["enum"][0]: name for name in names}


def valid_by_lines(text: str) -> bool:
    """The same as `valid`, in a tenth of the time: each line is held to its own kind alone."""
    setup, *events = lines(text)
    game = setup["game"]
    kinds = ["refused" if "refused" in event else kinds_of(game)[event["event"]] for event in events]
    return validator(f"{game}.setup").is_valid(setup) and all(
        validator(kind).is_valid(event) for kind, event in zip(kinds, events, strict=True)
    )


def test_other_schemas_name_a_record_by_the_identifier():
    known = Registry().with_resource(SCHEMA["$id"], Resource.from_contents(SCHEMA))
    games = Draft202012Validator({"type": "array", "items": {"$ref": SCHEMA["$id"]}}, registry=known)
    record = lines((ROOT / "samples" / "chess-clock.jsonl").read_text("utf-8"))
    assert games.is_valid([record])
    assert not games.is_valid([record[1:]]), "a record without its setup"


def test_the_file_in_the_documentation_is_what_the_command_prints(capsys):
    assert dvojtah(["schema"]) == 0
    assert capsys.readouterr().out == (ROOT / "docs" / "record.schema.json").read_text("utf-8"), "run: make schema"


def test_it_is_a_schema_that_names_every_event_of_every_game():
    Draft202012Validator.check_schema(SCHEMA)
    for game in GAMES.values():
        own = {str(kind.__struct_config__.tag) for kind in game.event_types}
        assert kinds_of(game.key).keys() == own | {"undo", "redo", "void", "restore"}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_record_of_every_version_keeps_to_it(path):
    text = path.read_text("utf-8")
    assert (valid if "samples" in path.parts else valid_by_lines)(text)
    setup, *events = lines(text)
    changed = {**events[0], "colour": "red"}
    assert not validator(f"{setup['game']}.record").is_valid([setup, changed]), "a field that nobody knows"


@pytest.mark.parametrize(("game", "kind"), KINDS, ids=KIND_NAMES)
@settings(max_examples=5)
@given(data=st.data())
def test_every_event_that_can_be_written_keeps_to_it(game, kind, data):
    line = json.loads(event_line(data.draw(structs(kind)), 90_500_000_000))
    assert validator(f"{game.key}.line").is_valid(line)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
@settings(max_examples=10)
@given(data=st.data())
def test_every_setup_that_can_be_written_keeps_to_it(game, data):
    assert validator(f"{game.key}.setup").is_valid(json.loads(setup_line(data.draw(structs(game.setup_type)))))


def test_a_line_that_does_not_count_keeps_to_it_whatever_it_says():
    line = '{"t": 9, "event": "teleport", "to": [1, {"a": null}], "refused": "a newer version"}'
    assert valid("\n".join((*STARTED, line)))
    assert valid(write(read((*STARTED, line))))


@pytest.mark.parametrize(
    "line",
    [
        '{"t": 9, "event": "teleport"}',
        '{"t": -1, "event": "pass"}',
        '{"t": 9, "event": "press"}',
        '{"t": 9, "event": "press", "pair": "C"}',
        '{"t": 9, "event": "taken"}',
        '{"t": 9, "event": "pass", "refused": ""}',
        "[]",
    ],
)
def test_what_is_refused_whatever_was_played_does_not_keep_to_it(line):
    assert not valid("\n".join((*STARTED, line)))


def test_a_format_that_is_not_known_does_not_keep_to_it():
    assert valid(json.dumps({**json.loads(DOUBLES), "format": "1.0"}))
    assert not valid(json.dumps({**json.loads(DOUBLES), "format": "3.0"}))
    assert validator("polish_doubles.line").is_valid(json.loads(event_line(Undo(of=1), 0)))
    assert validator("polish_doubles.line").is_valid(json.loads(event_line(Restore(), 0)))
