"""Records of games that went wrong at a table, each with what is right beside it (``NAME.expect.json``).

``ok`` there are paths into the tally's data (``*``: every element) with the value that stands at their end.
"""

import json
from pathlib import Path

import pytest

from rules.record import read

FOLDER = Path(__file__).parent / "reproduced"
RECORDS = sorted(FOLDER.glob("*.jsonl"))


def value_at(data, path):
    """What stands at ``path``."""
    first, _, rest = path.partition(".")
    if first == "*":
        return [value_at(row, rest) if rest else row for row in data]
    value = data[int(first) if isinstance(data, (list, tuple)) else first]
    return value_at(value, rest) if rest else value


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_that_went_wrong_replays_to_what_is_right(path):
    expected = json.loads(path.with_suffix(".expect.json").read_text(encoding="utf-8"))["ok"]
    history = read(path.read_text(encoding="utf-8").splitlines())
    data = history.game.report(history.state).data
    assert {place: value_at(data, place) for place in expected} == expected


def test_every_record_has_its_expectation():
    assert len(RECORDS) >= 9
    assert {path.stem for path in RECORDS} == {path.name.split(".")[0] for path in FOLDER.glob("*.expect.json")}
