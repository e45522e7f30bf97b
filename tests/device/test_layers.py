"""Which part of the program may need which (docs/architecture.md): read from the imports, nothing is run."""

import ast
import sys

import pytest

from tools.structure import GAMES, ROOT, cycles, imports, outside_every_game, sources

GRAPH = imports(ROOT)
EXAMPLES = ("device.demo", "device.cli")
"""What shows and converts by examples may name a game."""


def part(module: str, folder: str) -> bool:
    """Whether the module lies in that package."""
    return module == folder or module.startswith(f"{folder}.")


def needed(module: str) -> set[str]:
    """Everything that is loaded with a module."""
    found, new = set(), {module}
    while new:
        found |= new
        new = {other for one in new for other in GRAPH[one]} - found
    return found


def test_no_module_needs_itself_by_way_of_others():
    assert cycles(GRAPH) == []


def test_the_rules_need_msgspec_and_the_standard_library_alone():
    found = set()
    for path in sources(ROOT, "rules"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                found.add((node.module or "").split(".")[0])
    assert found - set(sys.stdlib_module_names) == {"rules", "msgspec"}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_needed_by_its_own_packages_alone(game):
    own = (f"rules.{game}", f"device.games.{game}")
    strangers = {
        module
        for module, others in GRAPH.items()
        if any(part(other, one) for other in others for one in own)
        and not any(part(module, one) for one in (*own, *EXAMPLES))
    }
    assert strangers == set()


@pytest.mark.parametrize("folder", ["device.journal", "device.settings", "device.files", "device.people"])
def test_what_has_no_screen_is_loaded_without_screens(folder):
    for module in (one for one in GRAPH if part(one, folder)):
        assert not [one for one in needed(module) if part(one, "device.kiosk")], module


def test_the_organisers_programs_load_no_screen():
    for module in (one for one in GRAPH if part(one, "device.organiser")):
        assert not [one for one in needed(module) if part(one, "device.kiosk")], module


def test_a_new_game_is_named_in_one_place():
    assert outside_every_game(ROOT) == ["rules/games.py"]
