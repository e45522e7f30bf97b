"""What the device shows of each game: its screens, its OLED faces, its signals, its papers. One room per game."""

from collections.abc import Mapping
from importlib import import_module

from device.exports import Papers
from device.games.kourici_kocka.exports import PAPERS as KOURICI_KOCKA_PAPERS
from device.games.kourici_kocka.spec import SCREENS as KOURICI_KOCKA
from device.games.marias.exports import PAPERS as MARIAS_PAPERS
from device.games.marias.spec import SCREENS as MARIAS
from device.games.polish_doubles.exports import PAPERS as POLISH_DOUBLES_PAPERS
from device.games.polish_doubles.spec import SCREENS as POLISH_DOUBLES
from device.games.polyssimo.exports import PAPERS as POLYSSIMO_PAPERS
from device.games.polyssimo.spec import SCREENS as POLYSSIMO
from device.kiosk.controllers import GameScreensByKey

GAME_SCREENS: GameScreensByKey = {room.key: room for room in (POLISH_DOUBLES, MARIAS, POLYSSIMO, KOURICI_KOCKA)}
"""The games that can be played on this device, by their word."""

PAPERS: Mapping[str, Papers] = {
    POLISH_DOUBLES.key: POLISH_DOUBLES_PAPERS,
    MARIAS.key: MARIAS_PAPERS,
    POLYSSIMO.key: POLYSSIMO_PAPERS,
    KOURICI_KOCKA.key: KOURICI_KOCKA_PAPERS,
}
"""The papers of games that have more than the plain ones, by the game's word."""


def load_screens() -> None:
    """Load every game's rules and screens, which otherwise load once somebody chooses the game, while people wait."""
    for key in GAME_SCREENS:
        for part in ("setup", "controller"):
            import_module(f"device.games.{key}.{part}")
