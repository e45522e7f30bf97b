"""The names under which the journal keeps half-written screens (`device.people.drafts`): game and key of the screen."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import Any

from device.kiosk.screen import Screen
from device.registry import TABLES, game_of

EARLIER_NAMES: Mapping[str, str] = {
    "device.games.chess_clock.setup:Presets": "chess_clock:setup",
    "device.games.kourici_kocka.forms:CorrectedPoints": "kourici_kocka:correct_points",
    "device.games.kourici_kocka.forms:Points": "kourici_kocka:points",
    "device.games.kourici_kocka.forms:PointsForm": "kourici_kocka:points",
    "device.games.kourici_kocka.play:Play": "kourici_kocka:play",
    "device.games.kourici_kocka.play:PlayScreen": "kourici_kocka:play",
    "device.games.kourici_kocka.play:RoundLost": "kourici_kocka:round_lost",
    "device.games.kourici_kocka.play:WhoLost": "kourici_kocka:who_lost",
    "device.games.kourici_kocka.setup:KockaSetupScreen": "kourici_kocka:setup",
    "device.games.marias.entry:DealEntryScreen": "marias:entry",
    "device.games.marias.entry:Entry": "marias:entry",
    "device.games.marias.entry_parts:Counted": "marias:count",
    "device.games.marias.entry_parts:RenoncMade": "marias:renonc",
    "device.games.marias.entry_parts:Special": "marias:special",
    "device.games.marias.setup:MariasSetupScreen": "marias:setup",
    "device.games.polish_doubles.board_entry:BoardEntry": "polish_doubles:board-entry",
    "device.games.polish_doubles.entry:Correction": "polish_doubles:correction",
    "device.games.polish_doubles.entry:MoveEntry": "polish_doubles:entry",
    "device.games.polish_doubles.result:StartingDrawScreen": "polish_doubles:draw",
    "device.games.polish_doubles.setup:DoublesSetupScreen": "polish_doubles:setup",
    "device.games.polyssimo.setup:PolyssimoSetupScreen": "polyssimo:setup",
}
"""Names that earlier versions wrote, and those that hold now.

They named the class by where it lay. Whoever gives a half-written screen another key adds the name that it had.
"""


def name_of(screen: Screen[Any]) -> str:
    """The name under which a screen of a game is kept: ``"marias:entry"``."""
    return f"{game_of(type(screen))}:{screen.key}"


def half_written_screen(name: str) -> type[Screen[Any]] | None:
    """The class of what was kept under that name; None where no game has such a screen."""
    game, _, key = EARLIER_NAMES.get(name, name).partition(":")
    if game not in TABLES:
        return None
    for address in (TABLES[game].setup, TABLES[game].play):  # all screens of a game are loaded with these
        address.load()
        for screen in _derived(Screen):
            if screen.half_written and (game_of(screen), screen.key) == (game, key) and not inspect.isabstract(screen):
                return screen
    return None


def _derived(kind: type[Any]) -> Iterator[type[Screen[Any]]]:
    for screen in kind.__subclasses__():
        yield screen
        yield from _derived(screen)
