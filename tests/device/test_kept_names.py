"""Names of modules and classes that journals, units and commands hold go on meaning what they meant."""

import json
import pkgutil
import re
import tomllib
from importlib.util import find_spec

import pytest

from device import games
from device.app import kept_screens
from device.app.kept_screens import MOVED, half_written_screen
from device.kiosk.screen import Screen
from tools.structure import ROOT

KEPT = (
    "device.games.act_forms:CorrectedFigures",
    "device.games.act_forms:FiguresForm",
    "device.games.chess_clock.control_form:ChoosesControl",
    "device.games.chess_clock.setup:Presets",
    "device.games.kourici_kocka.forms:CorrectedPoints",
    "device.games.kourici_kocka.forms:Points",
    "device.games.kourici_kocka.forms:PointsForm",
    "device.games.kourici_kocka.play:OverPlay",
    "device.games.kourici_kocka.play:Play",
    "device.games.kourici_kocka.play:PlayScreen",
    "device.games.kourici_kocka.play:RoundLost",
    "device.games.kourici_kocka.play:WhoLost",
    "device.games.kourici_kocka.setup:KockaSetupScreen",
    "device.games.marias.entry:DealEntryScreen",
    "device.games.marias.entry:Entry",
    "device.games.marias.entry_parts:Counted",
    "device.games.marias.entry_parts:DealScreen",
    "device.games.marias.entry_parts:OfEntry",
    "device.games.marias.entry_parts:RenoncMade",
    "device.games.marias.entry_parts:Special",
    "device.games.marias.setup:MariasSetupScreen",
    "device.games.polish_doubles.board_entry:BoardEntry",
    "device.games.polish_doubles.entry:Correction",
    "device.games.polish_doubles.entry:MoveEntry",
    "device.games.polish_doubles.result:StartingDrawScreen",
    "device.games.polish_doubles.setup:DoublesSetupScreen",
    "device.games.polyssimo.setup:PolyssimoSetupScreen",
    "device.games.setup_controller:NameSetupScreen",
    "device.games.setup_controller:SetupScreen",
    "device.games.setup_form:NameSetupScreen",
)
"""Every name under which a screen has ever been kept half written. A new one is added; none is ever taken out."""

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


@pytest.mark.parametrize("name", sorted({*KEPT, *FROZEN, *MOVED}))
def test_a_screen_that_was_kept_half_written_is_known_by_its_name(name):
    screen = half_written_screen(name)
    assert issubclass(screen, Screen)
    assert screen.half_written
    assert not screen.locked


def test_every_screen_that_is_kept_half_written_has_its_name_in_the_list():
    for module in pkgutil.walk_packages(games.__path__, "device.games."):
        pkgutil.resolve_name(module.name)
    of_games = {screen for screen in screens(Screen) if screen.__module__.startswith("device.games.")}
    now = {f"{game.__module__}:{game.__qualname__}" for game in of_games if game.half_written and not game.locked}
    assert now <= {*KEPT}, "what a journal holds under these names must be found by later versions, too"
    assert {*KEPT} - now == {*MOVED}
    assert {*KEPT} >= FROZEN


def test_a_screen_that_has_moved_is_found_where_it_lies_now(monkeypatch):
    monkeypatch.setattr(
        kept_screens, "MOVED", {"device.games.marias.form:Deal": "device.games.marias.entry:DealEntryScreen"}
    )
    assert half_written_screen("device.games.marias.form:Deal") is half_written_screen(
        "device.games.marias.entry:DealEntryScreen"
    )


@pytest.mark.parametrize("name", ["os:system", "device.app.composition:run"])
def test_nothing_else_is_loaded_for_a_name(name):
    assert half_written_screen(name) is None


def test_what_units_run_is_there():
    assert "device.first_start" in RUN
    assert [name for name in RUN if find_spec(name) is None or find_spec(f"{name}.__main__") is None] == []


def test_the_command_is_there():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["scripts"] == {"dvojtah": "device.__main__:main"}
    assert callable(pkgutil.resolve_name(project["scripts"]["dvojtah"]))
