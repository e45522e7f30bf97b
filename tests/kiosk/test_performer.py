"""An action is performed by the method that is marked with it, and one that nobody performs says so."""

from __future__ import annotations

import enum
import importlib
import pkgutil
from typing import get_args, get_origin

import msgspec
import pytest

import device.games
import device.screens
from device.app.assembly import OVERLAYS
from device.event.actions import EventAction, OpenEvent
from device.graphics import actions
from device.graphics.actions import BACK, HELP, Command, Effect, Grab, PressArea, ReadRule
from device.io.inputs import Input, KeyLearnt
from device.kiosk.dispatcher import InputDispatcher
from device.kiosk.host import Host
from device.kiosk.performer import Performer, performs
from device.kiosk.screen import Next
from device.kiosk.screen_controller import OverlayController, ScreenController
from device.screens.event.screens import ANSWERS
from tests.kiosk.seeing import entries
from tests.kiosk.situations.polish_doubles import begin

OF_FINGERS = (PressArea, Grab)
"""Areas rather than actions: what they mean depends on the finger."""


class Unheard(Effect, frozen=True):
    """No class has a method for it."""

    what: str


class Louder(Unheard, frozen=True):
    """The same, and more."""


def derived(kind: type) -> set[type]:
    return {descendant for sub in kind.__subclasses__() for descendant in (sub, *derived(sub))}


def everything_loaded() -> None:
    for package in (device.screens, device.games):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)


def performed(*classes: type[Performer]) -> set[object]:
    """Whatever one of them has a method for."""
    return {key for performer in classes for key, handler in performer._handlers.items() if handler is not None}


def test_every_command_has_somebody_who_does_it():
    known = performed(InputDispatcher, ScreenController, Host)
    assert {command for command in Command if command not in known} == {
        overlay for overlay in OVERLAYS if isinstance(overlay, Command)
    }


def test_every_action_answer_and_input_has_somebody_who_does_it():
    everything_loaded()
    carried = {var for var in vars(actions).values() if isinstance(var, type) and issubclass(var, msgspec.Struct)}
    effects = {effect for effect in derived(Effect) if effect.__module__.startswith("device.")}
    answers = {get_origin(arg) or arg for arg in get_args(Next)} - {Command, Effect}
    inputs = {kind for kind in derived(Input) if not kind.__subclasses__()}
    wanted = {*carried - {Effect, *OF_FINGERS}, *effects, *answers, *inputs}
    assert derived(EventAction) == set(ANSWERS)
    known = performed(*(kind for kind in derived(Performer) if kind.__module__.startswith("device.")))
    assert {kind for kind in wanted if not any(base in known for base in kind.__mro__)} == set()
    assert {"StartGame", "Set", "WriteFile"} <= {effect.__name__ for effect in effects}, (
        "kiosk, screens and games are loaded"
    )


def test_what_nobody_performs_says_its_name_and_changes_nothing(p):
    begin(p)
    kiosk = p.kiosk
    before = kiosk.controller, kiosk.scene, len(entries(p)), kiosk.controller.screen
    for perform in (kiosk.dispatcher.perform, kiosk.controller.act, kiosk.host.perform):
        with pytest.raises(TypeError, match=r"nobody performs Unheard\(what='x'\)"):
            perform(Unheard("x"))
    p.settle()
    assert (kiosk.controller, kiosk.scene, len(entries(p)), kiosk.controller.screen) == before


def test_a_key_that_was_learnt_too_late_means_nothing(p):
    before = p.kiosk.host.settings
    for show in (lambda: None, lambda: begin(p)):
        show()
        p.kiosk.loop.handle(KeyLearnt(0, "Pedal: KEY_A"))
        assert p.kiosk.host.settings == before


def test_a_value_of_no_kind_says_so_too(p):
    for odd in ({}, "text", enum.Enum("Odd", "ONE").ONE):
        with pytest.raises(TypeError, match="nobody performs"):
            p.kiosk.dispatcher.perform(odd)


@pytest.mark.parametrize("command", [overlay for overlay in OVERLAYS if isinstance(overlay, Command)])
def test_an_overlay_lies_over_what_showed_and_leads_back(p, command):
    if command is not Command.WIRING:  # it takes the clock buttons, and so waits until no clock runs
        begin(p)
    below = p.kiosk.controller
    p.kiosk.dispatcher.perform(command)
    p.settle()
    over = p.kiosk.controller
    assert isinstance(over, OverlayController)
    assert over.under is below
    for _ in range(2):  # one that opens on a screen of its own goes back to its list first
        if p.kiosk.controller is over:
            p.kiosk.dispatcher.perform(BACK)
    assert p.kiosk.controller is below


def test_overlays_lie_on_each_other(p):
    begin(p)
    p.kiosk.dispatcher.perform(HELP)
    help_over = p.kiosk.controller
    p.kiosk.dispatcher.perform(ReadRule("S10"))
    assert p.kiosk.controller.state == "S10"
    p.kiosk.dispatcher.perform(OpenEvent())
    for _ in range(2):
        p.kiosk.dispatcher.perform(BACK)
    assert p.kiosk.controller is help_over


class Base(Performer):
    def __init__(self) -> None:
        self.log = []

    @performs(Unheard)
    def _on_unheard(self, action: Unheard) -> None:
        self.log.append(f"base {action.what}")

    @performs(BACK)
    def _on_back(self) -> None:
        self.log.append("base back")


class Own(Base):
    def _on_back(self) -> None:
        self.log.append("own back")

    @performs(Louder)
    def _on_louder(self, action: Louder) -> None:
        self.log.append(f"louder {action.what}")

    def pass_on(self, action: object) -> None:
        self.log.append(f"passed on {action}")


def test_the_nearest_type_and_the_last_method_of_a_name_do_it():
    base, own = Base(), Own()
    for performer in (base, own):
        for action in (Unheard("a"), Louder("b"), BACK):
            performer.perform(action)
    assert base.log == ["base a", "base b", "base back"]
    assert own.log == ["base a", "louder b", "own back"]


def test_a_class_passes_on_what_it_has_no_method_for_each_time():
    own = Own()
    for _ in range(2):
        own.perform(HELP)
    assert own.log == ["passed on Command.HELP"] * 2
