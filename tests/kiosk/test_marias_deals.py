"""Mariáš: a deal as it is entered, how many taps it takes, and the sum that is built line by line."""

from __future__ import annotations

import pytest

from device.games.marias.entry import DealEntryScreen, Special
from device.graphics.actions import DONE
from device.graphics.look import Look
from device.graphics.widgets import Text
from device.kiosk.screen import call_on
from rules.marias import acts as e
from rules.marias.deal import Commitment, Count
from tests.kiosk.evening import SIZES
from tests.kiosk.script import play
from tests.kiosk.seeing import greyed, texts
from tests.kiosk.situations.marias import NAMES, SITUATIONS, sit_down
from tests.kiosk.taps import last
from tools.play.players.marias import MariasPlayer


def test_a_plain_approved_hra_takes_three_taps(m):
    for action in (call_on(DealEntryScreen.on_tap, "A"), call_on(DealEntryScreen.on_tap, "C"), DONE):
        m.touch(action)
    assert last(m) == e.Deal(chooser="A", partner="C", commitments=(Commitment(kind="hra"),))
    assert m.taps <= 4
    assert m.controller.state.round.winnings[0] == 20


def test_a_hra_in_hearts_played_alone_takes_four_taps(m):
    for action in (
        call_on(DealEntryScreen.on_tap, "B"),
        call_on(DealEntryScreen.on_tap, "B"),
        call_on(DealEntryScreen.switch_red),
        DONE,
    ):
        m.touch(action)
    assert m.taps == 4
    assert m.controller.state.round.winnings[1] == 3 * 40


def test_two_commitments_with_fleks_take_at_most_ten_taps(m):
    m.deal(
        e.Deal(
            chooser="A",
            partner="B",
            red=True,
            commitments=(
                Commitment(kind="hra", level=2, won=True),
                Commitment(kind="sedma", level=3, won=False),
            ),
        )
    )
    assert m.taps <= 10
    assert m.controller.state.round.winnings[0] == 2 * (80 - 320)


def test_the_sum_is_built_line_by_line_before_it_is_written(m):
    play(m, "A · Adam > B · Bára")
    assert "+0,20" in texts(m)
    m.touch(call_on(DealEntryScreen.toggle, "sedma"))
    m.touch(call_on(DealEntryScreen.with_level, "hra", 2))
    assert "?" in texts(m), "played now: nothing is known before the outcome"
    m.touch(call_on(DealEntryScreen.outcome, "hra", True))
    m.touch(call_on(DealEntryScreen.outcome, "sedma", False))
    assert {"hra 0,20 × 4", "+0,80", "sedma 0,40", "−0,40", "+0,40"} <= set(texts(m))
    play(m, "červené 2×")
    assert "+0,80" in texts(m)
    assert m.controller.state.round.deals == (), "nothing is written yet"
    play(m, "done")
    assert m.controller.state.round.winnings[0] == 80


def test_the_cap_shows_as_a_line_of_its_own(m):
    play(m, "A · Adam > B · Bára")
    for level in (4, 5, 6):
        m.touch(call_on(DealEntryScreen.with_level, "hra", level))
    play(m, "uhráno > červené 2×")
    assert {"strop 20,00", "25,60", "+20,00"} <= set(texts(m))


def test_what_is_still_to_be_said_is_said_on_the_paper(m):
    play(m, "A · Adam")
    assert any("volaného" in text and "M19" in text for text in texts(m))
    assert not m.has(DONE)
    play(m, "C · Cyril")
    m.touch(call_on(DealEntryScreen.toggle, "sto"))
    assert any("M18" in text for text in texts(m))


def test_a_flek_on_hra_is_void_once_sto_becomes_mandatory(m):
    play(m, "A · Adam > B · Bára > flek")
    m.touch(call_on(DealEntryScreen.toggle, "sto"))
    play(m, "› povinné")
    assert "povinné" in texts(m)
    assert "flek na hru neplatí" in texts(m)
    m.outcome(Commitment(kind="mandatory_sto", won=True, count=Count(tens=6, trump_marriage=True)))
    play(m, "done")
    assert last(m).void_flek
    assert m.controller.state.round.winnings[0] == 80


def test_who_was_called_by_mistake_is_taken_back_by_the_same_card(m):
    for seat in "ABB":
        m.touch(call_on(DealEntryScreen.on_tap, seat))
    assert m.draft.partner is None
    play(m, "C · Cyril")
    assert (m.draft.chooser, m.draft.partner) == ("A", "C")


def test_what_is_rare_is_asked_too_where_nobody_sits_against_the_choosers(new_table):
    player = new_table(MariasPlayer)
    sit_down(player, NAMES[:3])
    player.press(0)
    for event in (e.Warn(seat="C"), e.Expel(seat="C")):
        player.kiosk.table.do(event)
    for seat in "AB":
        player.touch(call_on(DealEntryScreen.on_tap, seat))
    play(player, "zvláštní")
    assert isinstance(player.controller.screen, Special)
    play(player, "Rozhodl rozhodčí")


def promised(m, *names: str) -> set[str]:
    """What is promised after these buttons were tapped, one after another."""
    for name in names:
        m.touch(call_on(DealEntryScreen.toggle, name))
    return {commitment.kind for commitment in m.draft.commitments}


@pytest.mark.parametrize(
    ("taps", "kinds"),
    [
        (("sedma",), {"hra", "sedma"}),
        (("sedma", "sedma_proti"), {"hra", "sedma_proti"}),
        (("sedma", "sedma"), {"hra"}),
        (("sto", "sedma"), {"sto", "sedma"}),
        (("sto", "sto"), {"mandatory_sto"}),
        (("sto", "sto", "sto"), {"hra"}),
        (("sto_proti", "sedma_proti"), {"sto_proti", "sedma_proti"}),
        (("sto", "sto_proti"), {"sto", "sto_proti"}),
        (("sto_proti", "sto", "sto", "sedma"), {"mandatory_sto", "sto_proti", "sedma"}),
        (("sto", "sto_proti", "hra"), {"hra"}),
        (("sto", "sto_proti", "sto", "sto"), {"sto_proti"}),
        (("sto", "betl"), {"betl"}),
        (("betl", "sedma"), {"hra", "sedma"}),
        (("durch", "durch"), {"hra"}),
    ],
)
def test_commitments_go_together_as_the_rules_have_it(m, taps, kinds):
    play(m, "A · Adam > B · Bára")
    assert promised(m, *taps) == kinds


def test_M20_who_plays_alone_is_offered_no_mandatory_sto(m):
    play(m, "A · Adam > A · Adam")
    assert promised(m, "sto", "sto") == {"hra"}


def test_M10_sto_and_sto_proti_in_one_deal_are_entered_in_ten_taps_beside_their_counts(m):
    parts = (
        Commitment(kind="sto", won=False, count=Count(tens=6)),
        Commitment(kind="sto_proti", won=False, count=Count(tens=3, marriages=1)),
    )
    m.deal(e.Deal(chooser="A", partner="B", commitments=parts))
    assert last(m).commitments == parts
    assert m.controller.state.round.winnings[0] == -6 * 80 + 5 * 80
    assert m.taps <= 10 + 8, "four of the counts of each sto"


def test_M6_the_paper_says_who_cannot_pay_any_more_before_the_deal_is_written(m):
    play(m, "A · Adam > A · Adam")
    for level in (4, 5, 6):
        m.touch(call_on(DealEntryScreen.with_level, "hra", level))
    play(m, "červené 2× > neuhráno")
    assert any("Adam: tím je vklad prohraný" in text for text in texts(m))
    play(m, "uhráno")
    assert not any("prohraný" in text for text in texts(m)), "the others have 30 Kč left"


def test_M6_the_players_screen_says_what_is_missing(m):
    m.deal(e.Deal(chooser="A", red=True, commitments=(Commitment(kind="hra", level=6, won=False),)))
    play(m, "Hráči")
    assert {"chybí 10,00 Kč", "má 70,00 Kč"} <= set(texts(m))


def test_leaving_a_deal_halfway_writes_nothing(m):
    play(m, "A · Adam > renonc > back")
    assert m.draft.chooser == "A"
    play(m, "back")
    assert m.controller.current_screen().key == "play"
    assert m.controller.state.round.deals == ()


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("moment", ["entry-three-commitments", "entry-false-claim", "entry-two-stos"])
def test_the_lines_of_the_sum_are_high_enough_to_be_read_on_every_screen(new_table, size, moment):
    player = new_table(MariasPlayer, "cs", size)
    SITUATIONS[f"marias-{moment}"](player)
    amounts = [w for w in player.kiosk.scene if isinstance(w, Text) and w.digits and w.align == "right"]
    assert len(amounts) >= 4
    scale = Look(size=size).scale
    assert all(w.rect.h >= 17 * scale for w in amounts)
    below = {}
    for w in sorted(amounts, key=lambda amount: amount.rect.y):
        edge = w.rect.x + w.rect.w
        assert w.rect.y >= below.get(edge, 0), f"{w.text} lies on the line above it"
        below[edge] = w.rect.y + w.rect.h


def test_M10_a_lost_sto_proti_takes_the_count_of_the_sto_that_was_made(m):
    for action in (call_on(DealEntryScreen.on_tap, "A"), call_on(DealEntryScreen.on_tap, "C")):
        m.touch(action)
    for kind in ("sto", "sto_proti"):
        m.touch(call_on(DealEntryScreen.toggle, kind))
    m.outcome(Commitment(kind="sto", won=True, count=Count(tens=9, marriages=1)))
    m.touch(call_on(DealEntryScreen.outcome, "sto_proti", False))
    sto, proti = m.shown(DealEntryScreen).draft.commitments
    assert proti.count == sto.count == Count(tens=9, marriages=1)
    m.touch(call_on(DealEntryScreen.counting, "sto_proti"))
    play(m, "8 > back")
    sto, proti = m.shown(DealEntryScreen).draft.commitments
    assert proti.count == sto.count == Count(tens=8, marriages=1)
    m.touch(call_on(DealEntryScreen.outcome, "sto", False))
    play(m, "back")
    sto, proti = m.shown(DealEntryScreen).draft.commitments
    assert (sto.count, proti.count) == (None, Count(tens=8, marriages=1)), "lost, it counts what the others took"


def test_M10_counts_that_cannot_both_be_are_said_beside_the_sum_and_not_written(m):
    for action in (call_on(DealEntryScreen.on_tap, "A"), call_on(DealEntryScreen.on_tap, "C")):
        m.touch(action)
    for kind in ("sto", "sto_proti"):
        m.touch(call_on(DealEntryScreen.toggle, kind))
    m.outcome(Commitment(kind="sto", won=False, count=Count(tens=6)))
    m.outcome(Commitment(kind="sto_proti", won=False, count=Count(tens=5)))
    assert any("devět, ne 11" in text for text in texts(m))
    assert greyed(m, "devět, ne 11"), "it cannot be written like that"
    m.outcome(Commitment(kind="sto_proti", won=False, count=Count(tens=3)))
    play(m, "done")
    assert m.controller.state.round.winnings[0] == -6 * 80 + 3 * 80


def test_M18_at_a_new_table_hra_alone_needs_re_and_a_fleked_sedma_is_asked_for(m):
    assert m.controller.state.setup.re_required == "hra"
    for action in (call_on(DealEntryScreen.on_tap, "A"), call_on(DealEntryScreen.on_tap, "C")):
        m.touch(action)
    m.touch(call_on(DealEntryScreen.toggle, "sedma"))
    m.touch(call_on(DealEntryScreen.with_level, "sedma", 1))
    assert not m.has(call_on(DealEntryScreen.outcome, "hra", True)), "approved: not played"
    m.touch(call_on(DealEntryScreen.outcome, "sedma", True))
    play(m, "done")
    assert m.controller.state.round.winnings[0] == 20 + 80
