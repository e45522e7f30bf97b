"""Whatever a screen offers is possible: random games are walked, and everything that each screen offers is tried.

A longer walk: ``DVOJTAH_WALK=200 .venv/bin/pytest tests/kiosk/test_every_choice.py`` (so many moments of each game).
"""

import os
import random

import pytest

from device.event.actions import EVENT
from device.games.marias.controller import MariasMenu
from device.games.menu_screen import MenuItem
from device.graphics.actions import AREAS, HISTORY, HOME, LANGUAGE, POCKET, REDO, SETTINGS, SOUND, TURN, Do
from device.kiosk.screen import ask
from device.registry import TABLES
from device.screens.event.controller import EventController
from device.screens.history.controller import HistoryController
from device.screens.settings.input_devices import InputDevicesController
from rules.game import SECOND
from rules.marias import acts as m
from rules.message import Refusal
from tests.kiosk.choices import explore
from tools.compatibility import walks
from tools.play.players.polish_doubles import DoublesPlayer

MOMENTS = int(os.environ.get("DVOJTAH_WALK", "8"))
"""Moments of each game at which everything is tried."""
SCREENS = 10
"""Screens that are looked at from each of them."""
ELSEWHERE = (LANGUAGE, SETTINGS, HISTORY, POCKET, HOME, TURN, AREAS, SOUND, EVENT, ask(EventController.read_stick))
"""What every menu has and no game: tried once, below."""

WITHOUT_A_REASON = {"tiles", "set_left", "decide", "exchange"}
"""Choices of Polish doubles that answer with a sentence, or not at all, and are not greyed out before: tiles at their
end, the referee's seconds before they are typed, an exchange by who played the first move."""


def began(player, key, rng, n):
    """A game of that kind on the table, its screen showing."""
    kiosk = player.kiosk
    while True:
        try:
            kiosk.table.new(walks.WALKS[key].set_up(rng, n))
            break
        except Refusal:
            continue
    kiosk.host.enter(TABLES[key].play(kiosk.host))


def walked(player, key, rng, steps):
    """Something happens, as the rules allow."""
    table = player.kiosk.table
    for _ in range(steps):
        event = walks.WALKS[key].next_event(rng, table.state)
        player.clock.ns += round(rng.choice((1, 5, 20) if rng.random() < 0.95 else (170,)) * SECOND)
        try:
            if isinstance(event, walks.Press):
                table.on_press(event.side, player.clock.ns)
            else:
                table.do(event)
        except Refusal:
            continue
    player.kiosk.host.enter(TABLES[key].play(player.kiosk.host))


def faults(failures):
    return "\n".join(str(failure) for failure in failures)


@pytest.mark.parametrize("key", walks.WALKS)
def test_whatever_a_screen_offers_is_possible(key, tmp_path):
    rng, failures, screens, tried = random.Random(key), [], set(), 0
    for game in range(max(1, MOMENTS // 14)):
        (tmp_path / str(game)).mkdir()
        player = DoublesPlayer(tmp_path / str(game))
        began(player, key, rng, game)
        for _ in range(min(14, MOMENTS)):
            seen = explore(player.kiosk, SCREENS, rng, ELSEWHERE)
            failures += [fault for fault in seen.faults if getattr(fault.action, "method", "") not in WITHOUT_A_REASON]
            screens |= seen.screens
            tried += seen.tried
            if seen.recorded and rng.random() < 0.4:
                player.kiosk.table.do(rng.choice(seen.recorded))
            walked(player, key, rng, rng.randint(2, 9))
        player.close()
    assert not failures, f"{len(failures)} of {tried} choices:\n{faults(failures[:20])}"
    assert tried > 300
    assert len(screens) > 4


def test_whatever_home_setup_settings_and_history_offer_is_possible(tmp_path):
    player, rng = DoublesPlayer(tmp_path), random.Random("elsewhere")
    for key in walks.WALKS:
        began(player, key, rng, 1)
        walked(player, key, rng, 12)
    player.kiosk.host.home()
    player.written()
    # A copy that is under way refuses the next; a stick is read, and a key learnt, beside the loop and answers later.
    left_out = (
        ask(HistoryController.write_stick),
        ask(EventController.read_stick),
        ask(HistoryController.start_page),
        ask(InputDevicesController.learn, 0),
        ask(InputDevicesController.learn, 1),
    )
    findings = explore(player.kiosk, 5 * SCREENS, rng, left_out)
    player.close()
    assert not findings.faults, faults(findings.faults[:20])
    assert findings.tried > 300


def test_a_choice_that_the_rules_refuse_is_seen(new_table, monkeypatch):
    """The walk itself: a screen that offers what the rules refuse is found out, and leaves no trace."""
    player = new_table(DoublesPlayer)
    began(player, "marias", random.Random(0), 0)
    kiosk = player.kiosk
    kiosk.composer._refusals.refuses = lambda action: None
    before, controller = kiosk.table.history, kiosk.controller.current_screen()
    monkeypatch.setattr(MariasMenu, "own", lambda menu, view: [MenuItem("pause", "x", "", Do(m.Resume()))])
    findings = explore(kiosk, 8, random.Random(0), ELSEWHERE)
    assert [type(fault.action.event) for fault in findings.faults if isinstance(fault.action, Do)] == [m.Resume]
    assert REDO in [fault.action for fault in findings.faults]
    assert (kiosk.table.history, kiosk.controller.current_screen()) == (before, controller)
