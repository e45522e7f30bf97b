"""What is published for other programs is what is said: five tables, five games, a desk, on a real broker."""

import json
from pathlib import Path

import msgspec
import pytest
from jsonschema import Draft202012Validator

from device.cli import main as dvojtah
from device.common.event.schema import TOPICS
from device.common.event.wire import Topics
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.ingest import BrokerAddress
from device.organiser.log.pairing import TableSeating
from device.organiser.service import OrganiserService
from device.organiser.store import open_store
from rules.games import GAMES
from tests.event.rig import EVENT, Person, table_person, until
from tools.play.gallery import load_record

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "docs" / "event.schema.json").read_text("utf-8"))
RECORDS = json.loads((ROOT / "docs" / "record.schema.json").read_text("utf-8"))
EVENING = {
    1: "polish-doubles-full",
    2: "marias-evening",
    3: "polyssimo-board",
    4: "kourici-kocka-full",
    5: "chess-clock-full",
    6: "rounds-full",
}
"""A game of each kind, by table."""


def faults(schema, name, value):
    """What is wrong with a value by one of the schema's definitions."""
    validator = Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]})
    return [f"{name} {error.json_path}: {error.message[:200]}" for error in validator.iter_errors(value)]


def test_the_file_in_the_documentation_is_what_the_command_prints(capsys):
    Draft202012Validator.check_schema(SCHEMA)
    assert dvojtah(["schema", "event"]) == 0
    assert json.loads(capsys.readouterr().out) == SCHEMA, "run: make schema"


@pytest.fixture
def organiser(engine, tmp_path):
    user, password = engine.files.desk
    url = str(tmp_path / "event.db")
    address = BrokerAddress("127.0.0.1", engine.files.port, user, password, engine.files.pin)
    service = OrganiserService(EVENT, lambda: open_store(url, EVENT), address)
    service.start()
    yield OrganiserDesk(open_store(url, EVENT))
    service.close()


@pytest.fixture
def heard(engine):
    """Every message of the event, by who sends it and its topic's last word."""
    desk = Person(engine.files, *engine.files.desk, subscribe=Topics(EVENT).for_desk())
    ears = [desk, *(table_person(engine.files, number) for number in EVENING)]

    def messages_heard():
        ways = [(topic.split("/"), payload) for ear in ears for topic, payload in list(ear.heard) if payload]
        return [("all" if way[4] == "all" else way[3], way[5], payload) for way, payload in ways]

    yield messages_heard
    for ear in ears:
        ear.close()


def put_in_journal(table, record):
    """The record's game in the table's journal, and so on its way to the organiser."""
    game = table.journal.new_game(record.game, record.setup)
    for entry in record.entries:
        table.journal.append(game, entry, "touch", entry.at)


def test_all_that_an_evening_of_every_game_says_and_writes_keeps_to_what_is_published(
    engine, organiser, heard, tables, tmp_path
):
    records = {number: load_record(ROOT / "samples" / f"{name}.jsonl") for number, name in EVENING.items()}
    assert {record.game.key for record in records.values()} == set(GAMES)
    groups = (("Jana", "Petr"), ("Eva", "Karel"))
    organiser.pair_all("polish_doubles", [TableSeating(1, groups, ("Krtci", "Sloky"))])
    organiser.round(1, 3000)
    organiser.notice("Oběd ve 12", "Lunch at 12")
    running = {number: tables(engine, f"{number}.db", table=number) for number in EVENING}
    for number, table in running.items():
        put_in_journal(table, records[number])
    until(lambda: all(table.delivered and table.status.answered for table in running.values()), 120)
    for number in running:
        organiser.tell(number, "Pojďte k pořadateli")
    until(lambda: all(table.status.order.note for table in running.values()), 60)

    organiser.release(1)
    until(lambda: running[1].status.order.released, 60)
    running[1].close()
    spare = tables(engine, "spare.db", table=1)
    until(lambda: spare.status.offered_game, 60)
    spare.link.take(spare.status.offered_game.game)
    until(lambda: any(who == "desk" and word == "game" for who, word, _ in heard()), 60)

    messages = heard()
    wrong = [fault for who, word, payload in messages for fault in faults(SCHEMA, f"{who}.{word}", json.loads(payload))]
    assert wrong == []
    assert {f"{who}.{word}" for who, word, _ in messages} == set(TOPICS)
    games = {}
    for _, word, payload in messages:
        for row in json.loads(payload)["rows"] if word == "rows" else ():
            if row["row"] == "begun":
                games[row["game"]] = row["setup"]["game"]
                assert faults(RECORDS, f"{row['setup']['game']}.setup", row["setup"]) == []
            elif row["row"] == "entry":
                assert faults(RECORDS, f"{games[row['game']]}.line", row["event"]) == []
    assert set(games.values()) == set(GAMES)

    written = [game.record for game in organiser.read().games.values()]
    assert len(written) == len(EVENING)
    for text in written:
        lines = [json.loads(line) for line in text.splitlines()]
        assert faults(RECORDS, f"{lines[0]['game']}.record", lines) == []


def test_a_message_with_a_wrong_figure_does_not_keep_to_it():
    ack = {"boot": "0123456789abcdef", "through": -1}
    assert faults(SCHEMA, "desk.ack", ack)
    assert faults(SCHEMA, "table.rows", {"boot": "x", "first": 1, "rows": []})
    assert msgspec.json.encode(SCHEMA).count(rb"\\Z") == 0, "an end that only Python knows"
