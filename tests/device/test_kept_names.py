"""Names of modules and classes that journals, units and commands hold go on meaning what they meant."""

import inspect
import json
import pkgutil
import re
import subprocess
import sys
import tomllib
from importlib.util import find_spec

import pytest

from device import games
from device.app import kept_screens
from device.app.kept_screens import EARLIER_NAMES, half_written_screen
from device.kiosk.screen import Screen
from device.registry import game_of
from tools.structure import ROOT

KEPT = (
    "chess_clock:setup",
    "kourici_kocka:correct_points",
    "kourici_kocka:play",
    "kourici_kocka:points",
    "kourici_kocka:round_lost",
    "kourici_kocka:setup",
    "kourici_kocka:who_lost",
    "marias:count",
    "marias:entry",
    "marias:renonc",
    "marias:setup",
    "marias:special",
    "polish_doubles:board-entry",
    "polish_doubles:correction",
    "polish_doubles:draw",
    "polish_doubles:entry",
    "polish_doubles:setup",
    "polyssimo:setup",
    "rounds:box",
    "rounds:correct_row",
    "rounds:round",
    "rounds:seats",
    "rounds:setup",
    "rounds:sheet_form",
    "rounds:turn",
)
"""Every name under which a screen has ever been kept half written. A new one is added; none is ever taken out."""
CLASSES = (
    "device.games.chess_clock.setup:Presets",
    "device.games.kourici_kocka.forms:CorrectedPoints",
    "device.games.kourici_kocka.forms:Points",
    "device.games.kourici_kocka.forms:PointsForm",
    "device.games.kourici_kocka.play:Play",
    "device.games.kourici_kocka.play:PlayScreen",
    "device.games.kourici_kocka.play:RoundLost",
    "device.games.kourici_kocka.play:WhoLost",
    "device.games.kourici_kocka.setup:KockaSetupScreen",
    "device.games.marias.entry:DealEntryScreen",
    "device.games.marias.entry:Entry",
    "device.games.marias.entry_parts:Counted",
    "device.games.marias.entry_parts:RenoncMade",
    "device.games.marias.entry_parts:Special",
    "device.games.marias.setup:MariasSetupScreen",
    "device.games.polish_doubles.board_entry:BoardEntry",
    "device.games.polish_doubles.entry:Correction",
    "device.games.polish_doubles.entry:MoveEntry",
    "device.games.polish_doubles.result:StartingDrawScreen",
    "device.games.polish_doubles.setup:DoublesSetupScreen",
    "device.games.polyssimo.setup:PolyssimoSetupScreen",
)
"""Names that versions wrote which called a screen by its class and where that lay. None is ever taken out."""

FROZEN = {
    name
    for path in (ROOT / "tests" / "compatibility").glob("*/table/drafts.json")
    for _, _, name, _ in json.loads(path.read_text(encoding="utf-8"))
}
"""Those that an earlier version wrote."""

RUN = {
    name
    for folder in ("systemd", "tools/image")
    for path in (ROOT / folder).rglob("*")
    if path.is_file() and path.suffix in {".service", ".conf", ".py", ".sh"}
    for name in re.findall(r"-m[\s\",']+(device(?:\.\w+)*)", path.read_text(encoding="utf-8"))
}
"""Modules that units and installers run."""


def screens(kind: type) -> set[type]:
    """All classes of screens derived from it."""
    return {kind}.union(*map(screens, kind.__subclasses__()))


@pytest.mark.parametrize("name", sorted({*KEPT, *CLASSES, *FROZEN, *EARLIER_NAMES}))
def test_a_screen_that_was_kept_half_written_is_known_by_its_name(name):
    screen = half_written_screen(name)
    assert issubclass(screen, Screen)
    assert screen.half_written
    assert not screen.locked


def test_every_screen_that_is_kept_half_written_has_its_name_in_the_list():
    for module in pkgutil.walk_packages(games.__path__, "device.games."):
        pkgutil.resolve_name(module.name)
    of_games = [
        kind
        for kind in screens(Screen)
        if kind.key and kind.half_written and not inspect.isabstract(kind) and game_of(kind)
    ]
    now = sorted(f"{game_of(kind)}:{kind.key}" for kind in of_games)
    assert now == sorted({*now}), "two screens of a game would be kept under one name: give one a key of its own"
    assert {*now} <= {*KEPT}, "what a journal holds under these names must be found by later versions, too"
    assert {*KEPT} - {*now} == {*KEPT} & {*EARLIER_NAMES}
    assert {*CLASSES} == {*EARLIER_NAMES} - {*KEPT}
    assert {*KEPT, *CLASSES} >= FROZEN


def test_a_screen_is_found_though_nothing_of_its_game_was_loaded():
    code = f"""
from device.app.kept_screens import half_written_screen
print([name for name in {KEPT} if half_written_screen(name) is None])
"""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_screen_with_another_key_now_is_found_by_the_one_that_it_had(monkeypatch):
    monkeypatch.setattr(kept_screens, "EARLIER_NAMES", {"marias:deal": "marias:entry"})
    assert half_written_screen("marias:deal") is half_written_screen("marias:entry") is not None


@pytest.mark.parametrize(
    "name", ["os:system", "device.app.composition:run", "device.games.marias.play:Play", "tiddlywinks:setup"]
)
def test_nothing_else_is_loaded_for_a_name(name):
    assert half_written_screen(name) is None


def test_what_units_run_is_there():
    assert "device.first_start" in RUN
    assert [name for name in RUN if find_spec(name) is None or find_spec(f"{name}.__main__") is None] == []


def test_the_command_is_there():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["scripts"] == {"dvojtah": "device.__main__:main"}
    assert callable(pkgutil.resolve_name(project["scripts"]["dvojtah"]))
