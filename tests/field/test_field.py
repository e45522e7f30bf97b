"""Files as public reports of such programs describe them, made up here, each with what is right beside it.

``NAME.expect.json`` has what the report was about, and either the ``right`` values or the sentence by which the file is
``refused``.
"""

import json
from pathlib import Path

import pytest

from device.cli import main
from device.common.i18n import speaking
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import open_store
from device.organiser.tournament import entrant_file
from device.organiser.tournament.registration import Registration
from device.word_lists import BadList, read_list
from rules.message import Refusal

FOLDER = Path(__file__).parent
EXPECTED = sorted(FOLDER.glob("*/*.expect.json"))


def entrants(path, desk, capsys):
    file = entrant_file.read(path.read_bytes())
    Registration(desk).enrol(file.lines)
    registered = list(desk.read().tournament.entrants.values())
    return {
        "names": [name for entrant in registered for name in entrant.players],
        "initials": [name for entrant in registered if entrant.initials for name in entrant.players],
        "form": file.form,
        "left_out": list(file.left_out),
    }


def words(path, desk, capsys):
    try:
        read = read_list(path)
    except BadList as bad:
        raise Refusal("", bad.message) from None
    return {"words": list(read.words), "encoding": read.encoding}


def gcg(path, desk, capsys):
    if main(["--lang", "en", "replay", "--json", str(path)]):
        raise Refusal("", capsys.readouterr().err.strip().removeprefix(f"{path}:"))
    data = json.loads(capsys.readouterr().out)
    return {
        "game": data["game"],
        "words": [move["word"] for move in data["moves"]],
        "totals": [player["total"] for player in data["players"]],
        "names": [player["name"] for player in data["players"]],
    }


READERS = {"entrants": entrants, "words": words, "gcg": gcg}


@pytest.fixture
def desk(tmp_path):
    store = open_store(str(tmp_path / "event.db"), "field")
    yield OrganiserDesk(store)
    store.close()


@pytest.mark.parametrize("expected", EXPECTED, ids=lambda path: f"{path.parent.name}/{path.name.split('.')[0]}")
def test_a_file_as_people_report_it_comes_to_what_is_right(expected, desk, capsys):
    (path,) = (file for file in expected.parent.glob(f"{expected.name.split('.')[0]}.*") if file != expected)
    right = json.loads(expected.read_text(encoding="utf-8"))
    with speaking("en"):
        if "refused" in right:
            with pytest.raises(Refusal) as caught:
                READERS[path.parent.name](path, desk, capsys)
            assert str(caught.value) == right["refused"]
            assert desk.read().tournament.entrants == {}
        else:
            values = READERS[path.parent.name](path, desk, capsys)
            assert {name: values[name] for name in right["right"]} == right["right"]


def test_every_file_has_what_is_right_beside_it():
    assert len(EXPECTED) >= 37
    files = [path for path in FOLDER.glob("*/*.*") if path not in EXPECTED and "__pycache__" not in path.parts]
    assert len(files) == len(EXPECTED)
