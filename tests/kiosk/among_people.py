"""Situations in which people who have played are offered, sit down again, or are looked after."""

from __future__ import annotations

from collections.abc import Callable

from device.games.chess_clock.setup import Names, Presets
from device.games.polish_doubles.forms import SubstituteForm
from device.games.polish_doubles.setup import DoublesSetupScreen
from device.graphics.actions import SETTINGS, Again, Command, NewGame, ResumeGame, Show
from device.kiosk.screen import call_on
from device.screens.settings.page import SettingsPage
from device.screens.settings.people import EraseQuestion, PeopleScreen, PersonActions
from device.screens.settings.screens import DevicePage
from tests.kiosk.looking_back import FULL, go_home, keep
from tests.kiosk.seeing import way_to
from tests.kiosk.situations.polish_doubles import opened
from tools.play.players.polish_doubles import DoublesPlayer


def at_home(p: DoublesPlayer) -> int:
    """The home screen after a signed game of Polish doubles; its number."""
    number = keep(p, FULL)
    go_home(p)
    return number


def offered(p: DoublesPlayer) -> None:
    """In the field of a player two letters are typed."""
    at_home(p)
    p.touch(NewGame("polish_doubles"))
    p.touch(call_on(DoublesSetupScreen.on_field, 1))
    p.write("Ja")


def same_name(p: DoublesPlayer) -> None:
    """Somebody of a known name."""
    offered(p)
    p.write("na")


def nobody(p: DoublesPlayer) -> None:
    offered(p)
    p.write("x")


def pairs_offered(p: DoublesPlayer) -> None:
    at_home(p)
    p.touch(NewGame("polish_doubles"))


def forgetting(p: DoublesPlayer) -> None:
    offered(p)
    p.touch(call_on(DoublesSetupScreen.forget))


def set_up(p: DoublesPlayer, key: str) -> None:
    """Another game, in which the same people are offered."""
    at_home(p)
    p.touch(NewGame(key))


def chess_names(p: DoublesPlayer) -> None:
    set_up(p, "chess_clock")
    p.touch(call_on(Presets.names))
    p.write("Ev")
    p.touch(call_on(Names.on_field, 1))
    p.write("Iv")


def rematch(p: DoublesPlayer) -> None:
    p.touch(Again(at_home(p)))


def signed(p: DoublesPlayer) -> None:
    p.touch(ResumeGame(at_home(p)))


def people(p: DoublesPlayer) -> None:
    at_home(p)
    p.touch(SETTINGS)
    p.touch(call_on(SettingsPage.tab, DevicePage))
    p.touch(Command.PEOPLE)


def person(p: DoublesPlayer) -> None:
    people(p)
    p.touch(way_to(p, PersonActions, person="=jana"))


def joining(p: DoublesPlayer) -> None:
    person(p)
    p.touch(way_to(p, PeopleScreen))


def erasing(p: DoublesPlayer) -> None:
    person(p)
    p.touch(way_to(p, EraseQuestion))


def substitute(p: DoublesPlayer) -> None:
    opened(p)
    p.menu(Show(SubstituteForm()))
    p.touch(call_on(SubstituteForm.on_tap, 2))
    p.write("Ivo")


PEOPLE: dict[str, Callable[[DoublesPlayer], None]] = {
    "home-rematch": at_home,
    "people-offered": offered,
    "people-same-name": same_name,
    "people-nobody": nobody,
    "people-pairs": pairs_offered,
    "people-forgetting": forgetting,
    "people-marias": lambda p: set_up(p, "marias"),
    "people-kocka": lambda p: set_up(p, "kourici_kocka"),
    "people-polyssimo": lambda p: set_up(p, "polyssimo"),
    "people-chess": chess_names,
    "people-rematch": rematch,
    "people-result": signed,
    "people": people,
    "people-person": person,
    "people-joining": joining,
    "people-erasing": erasing,
    "people-substitute": substitute,
}
"""The situations, by the name of their picture."""
