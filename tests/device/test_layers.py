"""Which part of the program may name which (docs/architecture.md): the contracts of pyproject.toml, and a few more."""

import functools
import importlib
import sys
from copy import deepcopy
from graphlib import TopologicalSorter

import grimp
import pytest
from importlinter.api import read_configuration
from importlinter.cli import lint_imports

from tools.layers import HOLE, addresses_in, modules, written
from tools.structure import GAMES, ROOT, naming_games

pytestmark = pytest.mark.xdist_group("the modules of the code")  # they are read once, in one process

CONFIGURATION = str(ROOT / "pyproject.toml")
PACKAGES = ("device", "firmware", "rules")
EXAMPLES = ("device.demo", "device.cli")
"""What shows and converts by examples may name a game."""
NAMES_GAMES = {
    "rules/games.py": "the list of all games, and which is meant where none is named",
    "device/app/kept_screens.py": "names that earlier versions wrote into journals",
    "tools/bench/": "measures what certain games take",
    "tools/compatibility/": "writes what earlier versions knew of the games that they had",
    "tools/site/pages.py": "a page of the site is about events of one game",
    "tools/world/faults/": "a fault is planted in the code of a certain game",
    "tools/world/liars/": "who lies says what is said in a certain game",
    "tools/world/oracles/standings.py": "reckons points by hand, apart from the rules",
    "tools/world/people.py": "one game that is as long as an evening",
}
"""Code outside a game's own that may name games by their words, and why. Nothing there is needed of a new game."""


@functools.cache
def graph(at_run_time: bool = False) -> grimp.ImportGraph:
    """What the modules of the program import; ``at_run_time`` not for type checkers alone, and libraries, too."""
    return grimp.build_graph(
        *PACKAGES, include_external_packages=at_run_time, exclude_type_checking_imports=at_run_time, cache_dir=None
    )


def test_every_contract_is_kept(capsys, monkeypatch):
    monkeypatch.setattr("logging.config.dictConfig", lambda settings: None)  # it would silence every logger there is
    assert lint_imports(CONFIGURATION, no_logo=True, cache_dir=None, no_cache=True) == 0, capsys.readouterr().out


@functools.cache
def configuration():
    """What pyproject.toml says of contracts."""
    return read_configuration(CONFIGURATION)


def contracts():
    """The contracts, each ready to be asked about a graph."""
    read = configuration()
    kinds = dict(kind.split(": ") for kind in read["session_options"]["contract_types"])
    for options in read["contracts_options"]:
        module, _, name = kinds[options["type"]].rpartition(".")
        kind = getattr(importlib.import_module(module), name)
        yield kind(options["name"], read["session_options"], options)


def broken(code: grimp.ImportGraph, *promises: str) -> list[str]:
    """Which of these contracts this code breaks."""
    asked = (contract for contract in contracts() if contract.name in promises)
    return [contract.name for contract in asked if not contract.check(deepcopy(code), verbose=False).kept]


@pytest.mark.parametrize(
    ("importer", "imported", "promise"),
    [
        ("rules.acts", "device.common.formats", "Rules and firmware know nothing of the device"),
        ("firmware.wire", "rules.acts", "Rules and firmware know nothing of the device"),
        ("device.kiosk.loop", "device.screens.home", "A folder names only those of lower floors"),
        ("device.doctor.trial", "device.browser.tables", "A folder names only those of lower floors"),
        ("device.common.formats", "device.common.files.small_file", "What both programs have in common"),
        ("device.common.web.forms", "device.common.event", "What both programs have in common"),
        ("device.common.games.marias.board_card", "device.common.games.registry", "Games as both programs know them"),
        ("device.common.games.marias.board_card", "device.common.games.rounds", "Games as both programs know them"),
        ("device.organiser.log.fold", "device.organiser.service", "The organiser"),
        ("device.organiser.service", "device.organiser.desk", "The organiser"),
        ("device.organiser.tournament.draw.swiss", "device.organiser.tournament.money", "A tournament and its draws"),
        ("device.first_start.common", "device.first_start.phone", "The first start"),
        ("device.games.controller", "device.games.marias", "Games at the table"),
        ("device.games.marias.entry", "device.games.rounds", "Games at the table"),
        ("device.screens.home", "device.screens.event", "Screens"),
        ("device.app.composition", "device.organiser.service", "Nothing of a table names the organiser"),
        ("device.organiser.service", "device.io.signals", "The organiser names nothing of a table"),
        ("device.organiser.service", "device.journal", "A folder names only those of lower floors"),
    ],
)
def test_an_import_against_the_order_breaks_its_contract(importer, imported, promise):
    code = deepcopy(graph())
    assert code.modules >= {importer, imported}
    code.add_import(importer=importer, imported=imported)
    assert broken(code, promise) == [promise]


def test_a_folder_without_a_place_is_refused():
    code = deepcopy(graph())
    code.add_module("device.new")
    for module in ("device.common.new", "device.common.new.a"):
        code.add_module(module)
    promises = ["A folder names only those of lower floors", "What both programs have in common"]
    assert broken(code, *promises) == promises


def test_a_place_in_which_nothing_lies_is_refused():
    code = deepcopy(graph())
    code.remove_module("device.kiosk")
    with pytest.raises(ValueError, match="Missing layer"):
        broken(code, "A folder names only those of lower floors")


def folders_with_folders() -> set[str]:
    """The folders of the device that have folders with code in them."""
    code = graph()
    parents = {module.rpartition(".")[0] for module in code.modules if code.find_children(module)}
    return {parent for parent in parents if parent.startswith("device")}


def test_folders_in_a_folder_have_an_order():
    ordered = {
        container.expression for contract in contracts() for container in getattr(contract, "containers", None) or ()
    }
    assert folders_with_folders() == ordered


ADDRESSES = {
    'THING = Address("device.high.a:thing")': {"device.high.a"},
    'importlib.import_module("device.high.a")': {"device.high.a"},
    'pkgutil.resolve_name("device.high.a:Thing.method")': {"device.high.a"},
    'WHERE = "device.high.Thing"': {"device.high"},
    'Address(f"device.high.{key}:thing")': {"device.high.a", "device.high.b"},
    'Address(f"device.{key}.a:thing")': {"device.high.a", "device.low.a"},
    "Address(f\"{Address('device.high.a:key').load()}\")": {"device.high.a"},
    'Address("device.high." + key)': {"device.high.a", "device.high.b"},
    'Address("device.high.%s:thing" % key)': {"device.high.a", "device.high.b"},
    'Address("device.high.{}:thing".format(key))': {"device.high.a", "device.high.b"},
    '"""Of device.high.a, and `device.low.a`."""': set(),
}
"""What a module may say, and which modules it names with that."""


@pytest.mark.parametrize("text", ADDRESSES)
def test_an_address_names_every_module_that_it_can_come_to(text):
    known = {"device", "device.high", "device.high.a", "device.high.b", "device.low", "device.low.a"}
    named = {module for _, address in addresses_in(f"\n{text}", PACKAGES) for module in modules(address, known)}
    assert named == ADDRESSES[text]


@pytest.mark.parametrize(
    ("module", "address", "promise"),
    [
        ("device.kiosk.loop", "device.screens.home:HomeScreen", "A folder names only those of lower floors"),
        ("device.kiosk.loop", f"device.games.{HOLE}:SPEC", "A folder names only those of lower floors"),
        ("device.app.composition", "device.organiser.service:main", "Nothing of a table names the organiser"),
    ],
)
def test_an_address_against_the_order_breaks_its_contract(monkeypatch, module, address, promise):
    monkeypatch.setattr("tools.layers.written", lambda packages: [(module, 1, address)])
    assert broken(graph(), promise) == [promise]


def test_the_addresses_of_the_program_are_read():
    assert ("device.kiosk.host", "device.journal.archive:Archive") in {
        (module, name) for module, _, name in written(PACKAGES)
    }


def test_no_module_needs_itself_by_way_of_others():
    code = graph(at_run_time=True)
    TopologicalSorter({module: code.find_modules_directly_imported_by(module) for module in code.modules}).prepare()


def test_a_folder_loads_nothing_that_its_sub_folders_would_load_with_it():
    code = graph(at_run_time=True)
    loading = {folder for folder in folders_with_folders() if code.find_modules_directly_imported_by(folder)}
    assert loading == set()


def test_the_rules_need_msgspec_and_the_standard_library_alone():
    imported = graph(at_run_time=True).find_modules_directly_imported_by("rules", as_package=True)
    assert imported - sys.stdlib_module_names == {"msgspec"}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_needed_by_its_own_packages_alone(game):
    own = (f"rules.{game}", f"device.common.games.{game}", f"device.games.{game}")
    importers = {
        importer
        for package in own
        for importer in graph(at_run_time=True).find_modules_that_directly_import(package, as_package=True)
    }
    assert {
        importer
        for importer in importers
        if not f"{importer}.".startswith(tuple(f"{part}." for part in (*own, *EXAMPLES)))
    } == set()


def test_games_are_named_in_one_place():
    named = naming_games(ROOT, "rules", "device", "firmware", "systemd", "tools")
    assert {path: games for path, games in named.items() if not path.startswith(tuple(NAMES_GAMES))} == {}
    spare = {place for place in NAMES_GAMES if not any(path.startswith(place) for path in named)}
    assert spare == set(), "these name none any more"


@pytest.mark.parametrize(
    ("text", "is_named"),
    [
        ("state.rounds  # all rounds", False),
        ('key = "rounds"', False),
        ("from rules.marias.acts.rounds import StartRound", False),
        ("from rules.rounds import GAME", True),
        ('Address("device.games.rounds.setup:SheetSetup")', True),
        ("setup: RoundsSetup", True),
        ('KEYS = ("marias", "rounds")', True),
        ('if row.game == "rounds": ...', True),
    ],
)
def test_a_game_whose_word_is_ordinary_is_named_by_its_key_its_package_or_its_classes(tmp_path, text, is_named):
    (tmp_path / "device").mkdir()
    (tmp_path / "device" / "kiosk.py").write_text(text, encoding="utf-8")
    assert ("rounds" in naming_games(tmp_path, "device").get("device/kiosk.py", ())) is is_named
