"""Every game's declaration: whatever it names is there, and is what it is taken for."""

import inspect
import json
import subprocess
import sys

import pytest

from device.common.files.small_file import SmallFile
from device.common.games.registry import SPECS
from device.common.settings.rule_options import RuleOption
from device.common.settings.settings import Settings
from device.common.specs.card import BoardCard
from device.games.controller import GameController
from device.games.setup_controller import SetupScreen
from device.registry import TABLES
from rules.game import Event
from rules.games import DEFAULT_KEY, GAMES, KEYS
from rules.record import read
from tools.compatibility import walks
from tools.games import SAMPLES, TOOLS
from tools.play.player import Player
from tools.play.players import PLAYERS

each_game = pytest.mark.parametrize("key", KEYS)


def parameters(function):
    return [
        parameter
        for parameter in inspect.signature(function).parameters.values()
        if parameter.default is parameter.empty
    ]


@each_game
def test_a_game_is_declared_under_its_own_word_and_name(key):
    spec = SPECS[key]
    assert spec.key == key
    assert spec.name == GAMES[key].name
    seats = spec.seats
    assert 1 <= seats.least <= seats.most
    assert seats.rule
    assert DEFAULT_KEY in SPECS


def test_no_game_is_declared_that_the_list_does_not_name():
    for declared in (SPECS, TABLES, TOOLS, PLAYERS):
        with pytest.raises(KeyError):
            declared["tiddlywinks"]
        assert tuple(declared) == KEYS
    assert len({spec.colour for spec in TABLES.values()}) == len(TABLES), "each has a colour of its own"


def test_a_game_that_tools_know_nothing_of_says_which_file_it_needs(monkeypatch):
    monkeypatch.setattr("tools.games.KEYS", (*KEYS, "tiddlywinks"))
    for needed, path in ((TOOLS, "tools/games/tiddlywinks.py"), (PLAYERS, "tools/play/players/tiddlywinks.py")):
        with pytest.raises(LookupError, match=f"The game tiddlywinks needs {path}"):
            needed["tiddlywinks"]
    with pytest.raises(LookupError, match=r"The game tiddlywinks needs tools/compatibility/walks/tiddlywinks\.py"):
        walks.walk_of("tiddlywinks")


@each_game
def test_what_a_game_loads_later_is_what_it_says(key):
    spec, table = SPECS[key], TABLES[key]
    assert table.game is spec
    assert all(isinstance(option, RuleOption) for option in spec.rule_options())
    assert isinstance(table.setup(), SetupScreen)
    assert issubclass(table.play.load(), GameController)
    assert isinstance(spec.card.load(), BoardCard)
    assert issubclass(PLAYERS[key], Player)
    assert len(parameters(table.past.load())) == 4
    assert spec.goes_on is (table.next_round is not None)
    if table.reopen is not None:
        assert isinstance(table.reopen(reason="a sum is wrong"), Event)
        assert type(table.reopen(reason="a sum is wrong")) in GAMES[key].event_types
    for file_of in table.files:
        assert isinstance(file_of(Settings()), SmallFile)
    for export in (*table.exports, *spec.notations):
        assert len(parameters(export.make.load())) == 1


@each_game
def test_the_samples_a_game_names_are_records_of_it(key):
    samples = TOOLS[key].samples
    for name in {samples.full, *samples.simulated, *samples.beside}:
        assert read((SAMPLES / name).read_text(encoding="utf-8").split("\n")).game.key == key


def test_an_organiser_draws_every_games_card_without_its_screens():
    code = """
import json, sys
from device.common.games.registry import SPECS
for spec in SPECS.values():
    spec.card.load()
print(json.dumps(sorted(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    loaded = json.loads(done.stdout)
    assert "device.common.specs.card" in loaded
    assert not [module for module in loaded if module.split(".")[0] == "pygame" or module.startswith("device.kiosk")]
