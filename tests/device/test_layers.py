"""Which part of the program may name which (docs/architecture.md): read from the code, nothing is run."""

import ast
import functools
import sys

import pytest

from tools.floors import FLOORS
from tools.import_graph import KINDS, Floors, Order, Tree, between, knots
from tools.structure import GAMES, ROOT, naming_games, sources

pytestmark = pytest.mark.xdist_group("the modules of the code")  # they are read once, in one process

ORDER = Order(FLOORS)
EXAMPLES = ("device.demo", "device.cli")
"""What shows and converts by examples may name a game."""
NAMES_GAMES = {
    "rules/games.py": "the list of all games, and which is meant where none is named",
    "device/app/kept_screens.py": "names that earlier versions wrote into journals",
    "tools/bench/": "measures what certain games take",
    "tools/compatibility/": "writes what earlier versions knew of the games that they had",
    "tools/site/pages.py": "a page of the site is about events of one game",
    "tools/walk.py": "follows events through the files of two games",
    "tools/world/faults/": "a fault is planted in the code of a certain game",
    "tools/world/liars/": "who lies says what is said in a certain game",
    "tools/world/oracles/standings.py": "reckons points by hand, apart from the rules",
    "tools/world/people.py": "one game that is as long as an evening",
    "tools/mutants/covering.py": "a folder of tests is called as a game",
}
"""Code outside a game's own that may name games by their words, and why. Nothing there is needed of a new game."""


@functools.cache
def tree() -> Tree:
    """What the code's modules name."""
    return Tree(ROOT)


@functools.cache
def graph() -> dict[str, set[str]]:
    """Which modules each loads with itself."""
    return tree().loaded()


def part(module: str, folder: str) -> bool:
    """Whether the module lies in that package."""
    return module == folder or module.startswith(f"{folder}.")


def needed(module: str) -> set[str]:
    """Everything that is loaded with a module."""
    modules_needed, new = set(), {module}
    while new:
        modules_needed |= new
        new = {other for reached in new for other in graph()[reached]} - modules_needed
    return modules_needed


def test_every_folder_has_its_place():
    assert ORDER.undeclared(tree()) == []
    assert ORDER.empty(tree()) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_folder_names_only_lower_ones(kind):
    assert ORDER.upward(tree(), kind) == []


def test_no_module_needs_itself_by_way_of_others():
    assert knots(graph()) == []


def test_a_folder_loads_nothing_that_its_sub_folders_would_load_with_it():
    folders = {tree().folder(module) for module in tree().paths}
    above = {folder.rpartition(".")[0] for folder in folders} & folders
    assert {folder for folder in above if graph()[folder]} == set()


def test_the_rules_need_msgspec_and_the_standard_library_alone():
    imported = set()
    for path in sources(ROOT, "rules"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                imported.add((node.module or "").split(".")[0])
    assert imported - set(sys.stdlib_module_names) == {"rules", "msgspec"}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_needed_by_its_own_packages_alone(game):
    own = (f"rules.{game}", f"device.common.games.{game}", f"device.games.{game}")
    strangers = {
        module
        for module, others in graph().items()
        if any(part(other, own_module) for other in others for own_module in own)
        and not any(part(module, own_module) for own_module in (*own, *EXAMPLES))
    }
    assert strangers == set()


@pytest.mark.parametrize("folder", ["device.journal", "device.common.settings", "device.common.files", "device.people"])
def test_what_has_no_screen_is_loaded_without_screens(folder):
    for module in (module for module in graph() if part(module, folder)):
        assert not [needed_module for needed_module in needed(module) if part(needed_module, "device.kiosk")], module


def test_the_organiser_names_nothing_of_the_tables_and_the_table_nothing_of_his():
    of_both = ("rules", "device.common")
    named = {
        (reference.source, reference.target)
        for reference in tree().references
        if part(reference.source, "device.organiser") != part(reference.target, "device.organiser")
    }
    assert (
        sorted(
            f"{source} -> {target}"
            for source, target in named
            if not part(source, "device.cli") and not any(part(target, shared) for shared in of_both)
        )
        == []
    )


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


LOW_AND_HIGH: Floors = (
    {"rules": "", "device": ""},
    {"device.low": "", "device.level": ""},
    {"high": {"device.high": "", "device.high.*": ""}, "device.beside": ""},
)


@pytest.fixture
def crafted(tmp_path):
    """A small tree of that order, with what its modules say."""

    def craft(**texts: str) -> Tree:
        for name in (
            "rules.game",
            "device.low.a",
            "device.level.a",
            "device.beside.a",
            "device.high.a",
            "device.high.x.a",
        ):
            texts.setdefault(name, "")
        for name, text in texts.items():
            path = tmp_path / f"{name.replace('.', '/')}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            for folder in path.parents[: name.count(".")]:
                (folder / "__init__.py").touch()
        return Tree(tmp_path)

    return craft


WAYS = {
    "import device.high.a": "run",
    "from device.high import a": "run",
    "from device.high.a import something": "run",
    "def later():\n    from device.high import a": "run",
    "try:\n    import device.high.a\nexcept ImportError:\n    pass": "run",
    "from ..high import a": "run",
    "from ..high.a import something": "run",
    "from typing import TYPE_CHECKING\nif not TYPE_CHECKING:\n    import device.high.a": "run",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from device.high.a import Thing": "type",
    "import typing\nif typing.TYPE_CHECKING:\n    from ..high import a": "type",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    pass\nelse:\n    import device.high.a": "run",
    'THING = Address("device.high.a:thing")': "address",
    'THING = Address[int]("device.high.a")': "address",
    'import importlib\nimportlib.import_module("device.high.a")': "address",
    'import pkgutil\npkgutil.resolve_name("device.high.a:Thing.method")': "address",
    'WHERE = "device.high.a:thing"': "address",
    'def of(key):\n    return Address(f"device.high.{key}:thing")': "address",
    'def of(key):\n    return Address(f"device.{key}.a:thing")': "address",
    'def of(key):\n    return Address("device.high." + key)': "address",
    'def of(key):\n    return Address("device.high." + key + ":thing")': "address",
    'def of(key):\n    return Address("device.high.%s:thing" % key)': "address",
    'THING = Address("device." + "high.a:thing")': "address",
    'def of(key):\n    return Address("device" + ".high." + key)': "address",
    'def of(key):\n    return Address("device.high.{}:thing".format(key))': "address",
    'PLACE = "device.high."': "address",
}
"""What a module of a lower folder may say to name a higher one, and of which kind that is."""


@pytest.mark.parametrize("text", WAYS)
def test_whatever_goes_upward_is_found_by_its_kind(crafted, text):
    tree = crafted(**{"device.low.b": text})
    upward = {kind: Order(LOW_AND_HIGH).upward(tree, kind) for kind in KINDS}
    assert "device.low.b -> device.high" in upward.pop(WAYS[text])
    assert [*upward.values()] == [[], []]


@pytest.mark.parametrize("text", WAYS)
def test_what_goes_downward_is_in_order(crafted, text):
    tree = crafted(**{"device.high.b": text.replace("high", "low").replace("{key}.a", "low.{key}")})
    assert Order(LOW_AND_HIGH).upward(tree, *KINDS) == []


def test_what_is_computed_names_every_module_that_it_can_come_to(crafted):
    tree = crafted(**{"device.low.b": 'f"device.high.{key}.a"', "device.high.y.a": "", "device.high.y.b": ""})
    assert Order(LOW_AND_HIGH).upward(tree, "address") == [
        "device.low.b -> device.high.x",
        "device.low.b -> device.high.y",
    ]


def test_a_folder_that_nobody_declared_is_found(crafted):
    tree = crafted(**{"device.new.a": ""})
    assert Order(LOW_AND_HIGH).undeclared(tree) == ["device.new has no place in tools/floors.py"]
    assert Order((*LOW_AND_HIGH[:-1], {"device.high": "", "device.beside": ""})).undeclared(tree) == [
        "device.high.x has no place in tools/floors.py",
        "device.new has no place in tools/floors.py",
    ]


def test_a_module_of_the_program_itself_needs_a_place_too(crafted):
    assert Order(LOW_AND_HIGH).undeclared(crafted(**{"device.words": ""})) == [
        "device.words has no place in tools/floors.py"
    ]


def test_a_place_in_which_nothing_lies_is_found(crafted):
    order = Order((*LOW_AND_HIGH, {"device.gone": ""}))
    assert order.empty(crafted()) == ["device.gone has a place in tools/floors.py, and there is none"]


def test_folders_of_one_floor_do_not_name_each_other(crafted):
    tree = crafted(**{"device.low.b": "import device.level.a", "device.level.b": "import device.low.a"})
    assert Order(LOW_AND_HIGH).upward(tree, "run") == ["device.level.b -> device.low", "device.low.b -> device.level"]
    assert knots(between(tree, ("run",))) == [["device.level", "device.low"]]


def test_sub_folders_of_one_folder_do_not_name_each_other(crafted):
    tree = crafted(**{"device.high.y.a": "from ..x import a"})
    assert Order(LOW_AND_HIGH).upward(tree, "run") == ["device.high.y.a -> device.high.x"]


def test_a_room_names_those_before_it_and_no_other_place_of_its_floor(crafted):
    tree = crafted(**{"device.high.x.b": "import device.high.a", "device.high.b": "import device.high.x.a"})
    assert Order(LOW_AND_HIGH).upward(tree, "run") == ["device.high.b -> device.high.x"]
    tree = crafted(**{"device.high.x.b": "import device.beside.a", "device.beside.b": "import device.high.a"})
    assert Order(LOW_AND_HIGH).upward(tree, "run") == [
        "device.beside.b -> device.high",
        "device.high.b -> device.high.x",
        "device.high.x.b -> device.beside",
    ]


def test_a_tree_says_its_own_order_or_none(tmp_path):
    assert Order.of(tmp_path) is None
    assert Order.of(ROOT).places == ORDER.places


def test_no_folder_is_named_twice_and_each_says_what_it_is():
    entries = [entry for floor in FLOORS for name, content in floor.items() for entry in rooms(name, content)]
    folders = [folder for folder, _ in entries]
    assert sorted(folders) == sorted(set(folders))
    assert all(description for _, description in entries)


def rooms(name, content):
    """What stands in one place of a floor."""
    return [(name, content)] if isinstance(content, str) else content.items()


def test_the_floors_are_a_dozen():
    assert len(FLOORS) <= 12
