"""S12, S27: signatures, disputes, a result that is opened again and put right."""

from rules.game import Gesture, Progress
from rules.polish_doubles import GAME, Phase
from tests.rules.table import Game, Undo, e, ended


def test_the_result_is_signed_by_each_pair_holding_its_own_button():
    g = ended()
    assert GAME.button(g.state, 0, Gesture.PRESS, ()) == ()
    assert GAME.button(g.state, 1, Gesture.HOLD, ()) == (e.Sign(pair="B"),)
    g.do(e.Sign(pair="B"))
    g.refused("S12", e.Sign(pair="B"))
    assert GAME.progress(g.state) is Progress.RESULT
    g.do(e.Sign(pair="A"))
    assert GAME.progress(g.state) is Progress.SIGNED


def test_S12_after_the_sign_off_only_a_reopening_with_a_reason():
    g = ended()
    g.refused("S12", e.Reopen(reason="wrong sum"))
    g.do(e.Sign(pair="A"))
    g.do(e.Sign(pair="B"))
    for event in (
        Undo(),
        e.Correct(turn=1, move=1, points=1),
        e.Sign(pair="A"),
        e.Dispute(pair="A"),
        e.DecideTime(turn=1, used_s=5),
    ):
        g.refused("S12", event)
    g.do(e.Reopen(reason="wrong sum"))
    g.do(e.Correct(turn=1, move=1, points=40))
    assert g.state.signed == frozenset()
    assert g.total("A") == 37


def signed_and_reopened(*, closed=True):
    g = ended() if not closed else None
    if g is None:
        g = Game().start()
        g.move("KOSA", 5)
        g.press("A")
        g.do(e.Bag(count=0))
        g.move("PES", 5, tiles=3)
        g.move("LES", 5, tiles=3)
        g.press("B")
        g.do(e.Close(pair="B"))
        g.do(e.Racks(pair="A", tiles="X"))
    g.do(e.Sign(pair="A"))
    g.do(e.Sign(pair="B"))
    g.do(e.Reopen(reason="wrong racks"))
    return g


def test_S12_racks_are_put_right_after_a_reopening_and_the_result_is_signed_again():
    g = signed_and_reopened()
    g.refused("S27", e.Racks(pair="B", tiles="A"))
    g.do(e.Sign(pair="A"))
    g.do(e.Racks(pair="A", tiles="XA"))
    assert (g.state.signed, g.state.phase, g.total("B")) == (frozenset(), Phase.RESULT, 21)
    g.do(e.Sign(pair="A"))
    g.do(e.Sign(pair="B"))
    g.refused("S12", e.Racks(pair="A", tiles="X"))


def test_S12_both_racks_of_a_game_ended_by_hand_are_put_right():
    g = signed_and_reopened(closed=False)
    for pair in "AB":
        g.do(e.Racks(pair=pair, tiles="AÁ"))
    assert (g.state.racks, g.state.phase) == (("AÁ", "AÁ"), Phase.RESULT)


def test_S12_undo_after_a_reopening_takes_back_signatures_and_then_racks():
    g = signed_and_reopened()
    for _ in range(3):
        g.do(Undo())
    assert (g.state.phase, g.state.racks) == (Phase.CLOSING, (None, None))
    g.do(e.Racks(pair="A", tiles="XD"))
    assert g.total("B") == 21


def test_S12_an_undo_that_names_the_reopening_takes_it_back_as_before():
    g = signed_and_reopened()
    n = len(g.history.entries)
    g.do(Undo(of=n))
    assert g.state.phase is Phase.SIGNED
    assert g.history.undone_entries == {n}


def test_S27_an_awarded_game_without_racks_has_none_to_put_right():
    g = Game().start()
    g.do(e.Award(pair="A", reason="absent"))
    g.refused("S27", e.Racks(pair="A", tiles="X"))


def test_a_dispute_takes_signatures_back_and_signing_withdraws_it():
    g = ended()
    g.do(e.Sign(pair="B"))
    g.do(e.Dispute(pair="A", reason="sum"))
    assert g.state.signed == frozenset()
    assert g.state.disputes == ((0, "sum"),)
    g.do(e.Sign(pair="A"))
    assert g.state.disputes == ()


def test_a_correction_after_one_signature_asks_for_it_again():
    g = ended()
    g.do(e.Sign(pair="A"))
    g.do(e.Correct(turn=2, move=1, points=6))
    assert g.state.signed == frozenset()
