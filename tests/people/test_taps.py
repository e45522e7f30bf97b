"""Touches that common acts take: typed on an empty device, as every evening once began, and with names on record.

docs/people.md says the same; touches are counted from the home screen, or where the act begins, until play can start.
"""

import re
from pathlib import Path

import pytest

from device.games.chess_clock.setup import Presets
from device.games.polish_doubles.setup import DoublesSetupScreen
from device.graphics.actions import DONE, Again, NewGame, ResumeGame
from device.graphics.widgets import Touch
from device.kiosk.screen import call_on
from rules.games import GAMES
from rules.history import History
from rules.kourici_kocka import KockaSetup
from rules.polish_doubles import acts as e
from rules.polyssimo import PolyssimoSetup
from rules.record import read
from tests.people.conftest import Club, doubles
from tools.play.player import Player
from tools.play.players import PLAYERS

PAGE = (Path(__file__).parents[2] / "docs" / "people.md").read_text(encoding="utf-8")
PAIRS = ("Moravští krtci", "Dvě sloky")
FOUR = ("Petr Vlk", "Klára Malá", "Jana Nováková", "Jan Dvořák")


class Table:
    """Somebody at a table whose touches are counted; ``games`` were played on it before."""

    def __init__(self, folder, key, games=()):
        club = Club(folder / "journal.db")
        for game in games:
            if isinstance(game, History):
                club.keep(game)
            else:
                club.play(game[0], *game[1], game=GAMES[str(game[0].__struct_config__.tag)])
        club.journal.close()
        self.player: Player = PLAYERS[key](folder)
        self.taps = 0
        touch = self.player.touch
        self.player.touch = lambda action: (setattr(self, "taps", self.taps + 1), touch(action))[1]

    def chip(self, name):
        """Touch the chip of that name."""
        screen = self.player.kiosk.controller.current_screen()
        scene = self.player.kiosk.scene
        for touch in scene:
            if isinstance(touch, Touch) and getattr(touch.action, "method", "") in ("on_pick", "on_pick_pair"):
                args = touch.action.args
                if name in (args[0], *(args[1] if isinstance(args[1], tuple) else ())):
                    self.player.touch(touch.action)
                    return
        raise AssertionError(f"no chip {name} on {screen}")

    def field(self, n, name):
        self.player.touch(call_on(DoublesSetupScreen.on_field, n))
        self.player.write(name)

    @property
    def playing(self):
        return self.player.kiosk.table.history is not None


def finished(players=FOUR, pairs=PAIRS):
    """A game of Polish doubles to its result."""
    events = (
        e.Starters(pair="A"),
        e.Press(pair="A"),
        e.Pass(),
        e.Press(pair="A"),
        e.Pass(),
        e.Pass(),
        e.Press(pair="B"),
    )
    racks = (e.End(), e.Racks(pair="A", tiles=""), e.Racks(pair="B", tiles=""))
    signed = (e.Sign(pair="A"), e.Sign(pair="B"))
    return doubles(*players, pairs=pairs), (*events, *racks, *signed)


def typed_doubles(table):
    """All six names on the keyboard."""
    table.player.touch(NewGame("polish_doubles"))
    for n, name in enumerate((PAIRS[0], *FOUR[:2], PAIRS[1], *FOUR[2:])):
        table.field(n, name)
    table.player.touch(DONE)


def typed_in_order(table, key, names, last=1):
    """Names one after another, then on and on until play begins."""
    table.player.touch(NewGame(key))
    for n, name in enumerate(names):
        if n:
            table.player.touch(DONE)
        table.player.write(name)
    for _ in range(last):
        table.player.touch(DONE)


def rematch(table, game=None, *, mixed=False):
    table.player.touch(Again(game, mixed=mixed))
    table.player.touch(DONE)


def from_result(table):
    table.player.touch(ResumeGame(1))
    table.taps = 0
    rematch(table)


def two_known_pairs(table):
    table.player.touch(NewGame("polish_doubles"))
    table.chip(PAIRS[1])
    table.chip(PAIRS[0])
    table.player.touch(DONE)


def new_pairs_of_known_people(table):
    table.player.touch(NewGame("polish_doubles"))
    table.field(0, "Vlci")
    for n, name in ((1, FOUR[0]), (2, FOUR[2])):
        table.player.touch(call_on(DoublesSetupScreen.on_field, n)) if n == 1 else None
        table.chip(name)
    table.field(3, "Sovy")
    for n, name in ((4, FOUR[1]), (5, FOUR[3])):
        table.player.touch(call_on(DoublesSetupScreen.on_field, n)) if n == 4 else None
        table.chip(name)
    table.player.touch(DONE)


def new_pairs_typed(table):
    table.player.touch(NewGame("polish_doubles"))
    for n, name in enumerate(("Vlci", FOUR[0], FOUR[2], "Sovy", FOUR[1], FOUR[3])):
        table.field(n, name)
    table.player.touch(DONE)


def one_typed(table):
    table.player.touch(NewGame("polish_doubles"))
    table.player.touch(call_on(DoublesSetupScreen.on_field, 1))
    table.taps = 0
    table.player.write(FOUR[2])


def one_completed(table):
    table.player.touch(NewGame("polish_doubles"))
    table.player.touch(call_on(DoublesSetupScreen.on_field, 1))
    table.taps = 0
    table.player.write("Ja")
    table.chip(FOUR[2])


def typed_chess(table):
    table.player.touch(NewGame("chess_clock"))
    table.player.touch(call_on(Presets.names))
    table.player.write(FOUR[0])
    table.player.touch(DONE)
    table.player.write(FOUR[1])
    table.player.touch(DONE)
    table.player.touch(DONE)


def chess_game():
    from rules.chess_clock import ClockSetup
    from rules.chess_clock import acts as chess
    from rules.chess_clock.control import PRESETS

    setup = ClockSetup(players=FOUR[:2], control=PRESETS[0].control, white="A")
    return setup, (chess.Press(side="B"), chess.Pause(), chess.Result(winner="A"))


def kocka_game():
    from rules.kourici_kocka import acts as kocka

    setup = KockaSetup(players=("Adam", "Bára", "Cyril", "Dana"), word="PES")
    rounds = tuple(act for _ in range(3) for act in (kocka.Deal(), kocka.Passed(), kocka.Lost(seat="A")))
    return setup, rounds


def polyssimo_game():
    from rules.polyssimo import acts as poly

    setup = PolyssimoSetup(players=("Anna", "Bob"))
    return setup, (poly.Outcome(left=(1, 2), last=1),)


def marias_evening():
    path = Path(__file__).parents[2] / "samples" / "marias-evening.jsonl"
    return read(path.read_text(encoding="utf-8").split("\n"))


ACTS = {
    "the same pairs again, the others start": (typed_doubles, lambda t: rematch(t, 1), "polish_doubles", finished),
    "the same, from the result": (typed_doubles, from_result, "polish_doubles", finished),
    "the same four in other pairs": (
        new_pairs_typed,
        lambda t: rematch(t, 1, mixed=True),
        "polish_doubles",
        finished,
    ),
    "two pairs that have played before": (typed_doubles, two_known_pairs, "polish_doubles", finished),
    "two new pairs of people who have played": (
        new_pairs_typed,
        new_pairs_of_known_people,
        "polish_doubles",
        finished,
    ),
    "one name in a field": (one_typed, one_completed, "polish_doubles", finished),
    "a chess game with colours changed": (typed_chess, lambda t: rematch(t, 1), "chess_clock", chess_game),
    "Kouřící kočka once more": (
        lambda t: typed_in_order(t, "kourici_kocka", ("Adam", "Bára", "Cyril", "Dana", "PES")),
        lambda t: rematch(t, 1),
        "kourici_kocka",
        kocka_game,
    ),
    "mariáš once more with the same four": (
        lambda t: typed_in_order(t, "marias", marias_evening().setup.players, 2),
        lambda t: rematch(t, 1),
        "marias",
        marias_evening,
    ),
    "Polyssimo once more": (
        lambda t: typed_in_order(t, "polyssimo", ("Anna", "Bob"), 2),
        lambda t: rematch(t, 1),
        "polyssimo",
        polyssimo_game,
    ),
}


def measured(folder, act, key, games):
    folder.mkdir()
    table = Table(folder, key, games)
    try:
        act(table)
        return table.taps, table.playing
    finally:
        table.player.close()


def on_the_page():
    rows = re.findall(r"^\| (.+?) \| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)
    return {act: (int(before), int(after)) for act, before, after in rows}


@pytest.mark.parametrize("act", ACTS)
def test_an_act_takes_the_touches_that_the_page_says(act, tmp_path):
    typed, now, key, played = ACTS[act]
    before, began = measured(tmp_path / "before", typed, key, ())
    after, begins = measured(tmp_path / "after", now, key, (played(),))
    if act != "one name in a field":
        assert began
        assert begins
    assert (before, after) == on_the_page()[act]
    assert after < before


def test_a_rematch_takes_two_touches_in_every_game():
    assert all(after <= 2 for act, (_, after) in on_the_page().items() if "again" in act or "once more" in act)
