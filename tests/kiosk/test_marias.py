"""Mariáš at the table: its samples through pins and touches, taps that a deal takes, every screen as approved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.album import SAMPLES
from device.games.marias.hands import MariasPlayer
from device.kiosk.actions import BACK, Do, Go, Put, Simple
from device.kiosk.keys import DONE
from device.kiosk.widgets import Text, Touch
from rules.game import SECOND
from rules.marias import events as e
from rules.marias.state import Phase
from tests.kiosk.moments.marias import opened

EDGES = SAMPLES / "marias-edges.jsonl"
NAMES = ("Adam", "Bára", "Cyril", "Dana")


class Counting(MariasPlayer):
    """Hands that count their touches."""

    taps = 0

    def touch(self, action) -> None:
        self.taps += 1
        super().touch(action)


@pytest.fixture
def m(tmp_path: Path) -> Iterator[Counting]:
    player = Counting(tmp_path)
    opened(player)
    player.taps = 0
    yield player
    player.close()


def texts(p: MariasPlayer) -> list[str]:
    return [widget.text for widget in p.kiosk.scene if isinstance(widget, Text)]


def last(p: MariasPlayer):
    history = p.kiosk.table.history
    assert history is not None
    return history.entries[-1].event


# -- how many taps -----------------------------------------------------------------------------------------------------


def test_a_plain_approved_hra_takes_three_taps(m):
    for action in (Put("seat", "A"), Put("seat", "C"), DONE):
        m.touch(action)
    assert last(m) == e.Deal(chooser="A", partner="C", commitments=(e.Commitment(kind="hra"),))
    assert m.taps <= 4
    assert m.room.state.round.won(0) == 20


def test_a_hra_in_hearts_played_alone_takes_four_taps(m):
    for action in (Put("seat", "B"), Put("seat", "B"), Put("red", True), DONE):
        m.touch(action)
    assert m.taps == 4
    assert m.room.state.round.won(1) == 3 * 40


def test_two_commitments_with_fleks_take_at_most_ten_taps(m):
    m.deal(
        e.Deal(
            chooser="A",
            partner="B",
            red=True,
            commitments=(
                e.Commitment(kind="hra", level=2, won=True),
                e.Commitment(kind="sedma", level=3, won=False),
            ),
        )
    )
    assert m.taps <= 10
    assert m.room.state.round.won(0) == 2 * (80 - 320)


def test_the_sum_is_built_line_by_line_before_it_is_written(m):
    m.touch(Put("seat", "A"))
    m.touch(Put("seat", "B"))
    assert "+0,20" in texts(m)
    m.touch(Put("toggle", "sedma"))
    m.touch(Put("level", ("hra", 2)))
    assert "?" in texts(m), "played now: nothing is known before the outcome"
    m.touch(Put("won", ("hra", True)))
    m.touch(Put("won", ("sedma", False)))
    assert {"hra 0,20 × 4", "+0,80", "sedma 0,40", "−0,40", "+0,40"} <= set(texts(m))
    m.touch(Put("red", True))
    assert "+0,80" in texts(m)
    assert m.room.state.round.deals == (), "nothing is written yet"
    m.touch(DONE)
    assert m.room.state.round.won(0) == 80


def test_the_cap_shows_as_a_line_of_its_own(m):
    m.touch(Put("seat", "A"))
    m.touch(Put("seat", "B"))
    for level in (4, 5, 6):
        m.touch(Put("level", ("hra", level)))
    m.touch(Put("won", ("hra", True)))
    m.touch(Put("red", True))
    assert {"strop 20,00", "25,60", "+20,00"} <= set(texts(m))


def test_what_is_still_to_be_said_is_said_on_the_paper(m):
    m.touch(Put("seat", "A"))
    assert any("volaného" in text and "M19" in text for text in texts(m))
    assert not m.has(DONE)
    m.touch(Put("seat", "C"))
    m.touch(Put("toggle", "sto"))
    assert any("M18" in text for text in texts(m))


def test_a_flek_on_hra_is_void_once_sto_becomes_mandatory(m):
    m.touch(Put("seat", "A"))
    m.touch(Put("seat", "B"))
    m.touch(Put("level", ("hra", 1)))
    m.touch(Put("toggle", "sto"))
    m.touch(Put("toggle", "sto"))
    assert "flek na hru neplatí" in texts(m)
    m.outcome(e.Commitment(kind="mandatory_sto", won=True, count=e.Count(tens=6, trump_marriage=True)))
    m.touch(DONE)
    assert last(m).void_flek
    assert m.room.state.round.won(0) == 80


# -- at the table ------------------------------------------------------------------------------------------------------


def test_the_clock_runs_on_the_screen_and_on_both_displays(m):
    before = [m.faces.image(side).tobytes() for side in (0, 1)]
    m.until(m.room.state.round.started + 61 * SECOND)
    assert "48:59" in texts(m)
    assert [m.faces.image(side).tobytes() for side in (0, 1)] != before


def test_a_held_button_calls_the_referee_and_the_lamps_hurry(m):
    m.press(0, 1600)
    assert m.room.state.referee
    assert m.room.signals(m.kiosk.table.game_time()).lamp_b.value == "fast"
    m.press(1, 1600)
    assert not m.room.state.referee
    assert m.room.state.round.hand is not None


def test_a_lost_stake_stops_the_dealing_and_the_card_leads_to_the_top_up(m):
    m.deal(e.Deal(chooser="A", red=True, commitments=(e.Commitment(kind="hra", level=6, won=False),)))
    assert any("vklad je prohraný" in str(why) for why in whys(m))
    m.touch(Go("people"))
    m.touch(Do(e.TopUp(seat="A", amount=2000)))
    m.press(0)
    assert m.room.state.round.hand is not None


def whys(p: MariasPlayer) -> list[str]:
    return [
        widget.action.reason
        for widget in p.kiosk.scene
        if isinstance(widget, Touch) and hasattr(widget.action, "reason")
    ]


def test_a_written_deal_is_put_right_from_the_list(m):
    m.deal(e.Deal(chooser="A", partner="B"))
    m.deal(e.Correct(of=1, chooser="A", partner="C", commitments=(e.Commitment(kind="hra", level=1),)))
    assert m.room.state.round.won(0) == -40
    assert [old.partner for old in m.room.state.round.deals[0].versions] == ["B"]


def test_as_recorded_counts_everybodys_money_at_once(m):
    m.deal(e.Deal(chooser="A", partner="B"))
    m.minutes("set_time", 0)
    m.touch(Do(e.EndRound()))
    m.touch(Put("all", True))
    state = m.room.state
    assert sum(cash.tokens for cash in state.round.cash) == 20
    assert [cash.coin % 100 for cash in state.round.cash] == [0] * 4
    for side in (0, 1):
        m.press(side, 1600)
    assert m.room.state.phase is Phase.READY
    assert [part.signed for part in m.room.state.rounds] == [{"A", "B"}]


def test_leaving_a_deal_halfway_writes_nothing(m):
    m.touch(Put("seat", "A"))
    m.touch(Go("renonc"))
    m.touch(BACK) if m.has(BACK) else m.touch(Go("entry", "keep"))
    assert m.room.draft.chooser == "A"
    m.touch(BACK)
    assert m.room.shown() == "play"
    assert m.room.state.round.deals == ()


def test_screen_buttons_take_the_place_of_the_real_ones(m):
    m.touch(Go("menu"))
    m.touch(Simple("areas"))
    m.touch(BACK)
    assert any("STISK" in text for text in texts(m))


# -- whole records -----------------------------------------------------------------------------------------------------
