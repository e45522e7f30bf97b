"""Holding a button to sign shows how far one is, on the screens of every game."""

from __future__ import annotations

import pytest

from device.games.result_screen import BAR
from device.graphics.widgets import Panel
from tests.kiosk.looking_back import taken_up
from tests.kiosk.seeing import entries
from tools.games import TOOLS
from tools.play.gallery import SAMPLES, load_record
from tools.play.player import MS
from tools.play.players import PLAYERS


def until_signing(game, folder):
    """A table at which everything but the first signature is done, as the game's sample has it; whose that is."""
    record = load_record(SAMPLES / TOOLS[game].samples.full)
    n, sign = next((n, entry.event) for n, entry in enumerate(record.entries) if type(entry.event).__name__ == "Sign")
    player = PLAYERS[game](folder)
    taken_up(player, record, n)
    player.wait(1000 * MS)
    return player, "AB".index(getattr(sign, "pair", None) or sign.side)


def bar(p) -> int:
    """How wide the bar of a held button is, 0 where none shows."""
    green = p.kiosk.screen.look.palette.ok
    panels = [
        panel for panel in p.kiosk.scene if isinstance(panel, Panel) and panel.fill == green and panel.rect.h == BAR
    ]
    return max((panel.rect.w for panel in panels), default=0)


@pytest.mark.parametrize("game", PLAYERS)
def test_a_bar_grows_while_the_button_is_held_and_is_gone_when_it_is_let_go(game, tmp_path):
    p, side = until_signing(game, tmp_path)
    before, hold = len(entries(p)), p.settings.buttons.hold_ms
    p.pin(side).drive_low()
    widths = []
    for _ in range(4):
        p.wait(hold * MS // 5)
        widths.append(bar(p))
    assert widths == sorted(set(widths)), "it grows by itself"
    assert widths[0] > 0
    p.pin(side).drive_high()
    p.wait(100 * MS)
    assert bar(p) == 0
    assert len(entries(p)) <= before + 1, "let go too early: nobody has signed"
    p.press(side, hold + 100)
    assert type(entries(p)[-1]).__name__ == "Sign"
    assert bar(p) == 0
    p.close()
