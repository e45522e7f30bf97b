"""Whatever is entered: deals sum to zero, the cap holds, undo restores, an illegal event changes nothing."""

import random
from contextlib import suppress
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import SECOND, Undo
from rules.history import History
from rules.marias import GAME, MariasSetup
from rules.marias import acts as e
from rules.marias.acts.deals import check
from rules.marias.deal import SEAT, Commitment, Count, Renonc, decided_by_outcome, results, settlement
from rules.marias.state import mismatch_shares
from rules.message import Refusal
from tests.rules.marias_table import PLAYERS
from tests.rules.random_games import few, walked, walks

SEATS = st.sampled_from(SEAT)
COUNT = st.builds(Count, tens=st.integers(0, 9), marriages=st.integers(0, 3), trump_marriage=st.booleans())
KINDS = st.sampled_from(["hra", "sedma", "sedma_proti", "sto", "mandatory_sto", "sto_proti", "betl", "durch"])
RENONC = st.builds(Renonc, seat=SEATS, fault=st.sampled_from(["other", "jumped", "unacknowledged", "claim"]))
SETUP = st.builds(
    MariasSetup,
    players=st.integers(3, 5).map(lambda n: PLAYERS[:n]),
    silent_sto_at_100=st.sampled_from([0, 1]),
    cap_scope=st.sampled_from(["per_payee", "per_payer"]),
    cap_before_red=st.booleans(),
    renonc_pays=st.sampled_from(["each", "once"]),
    renonc_130_units=st.sampled_from([3, 4]),
    false_claim_pays=st.sampled_from(["hra_and_renonc", "renonc"]),
    re_required=st.sampled_from(["hra", "deal", "commitment", "none"]),
    mismatch_share=st.sampled_from(["exact", "tokens"]),
)


@st.composite
def deals(draw, setup=None, kind=e.Deal, **fixed):
    """A deal that mostly can have been: sides and outcomes fit where that is not left to chance."""
    setup = setup or MariasSetup(players=PLAYERS[:4])
    seats = SEAT[: len(setup.players)]
    solo = draw(st.integers(0, 4)) == 0
    chooser = draw(st.sampled_from(seats))
    partner = None if solo or len(seats) == 3 else draw(st.sampled_from(seats))
    if solo and draw(st.booleans()):
        kinds = [draw(st.sampled_from(["betl", "durch"]))]
    else:
        base = draw(st.sampled_from(["hra", "hra", "sto", "mandatory_sto", "sto_proti"]))
        kinds = [base, *draw(st.sampled_from([[], ["sedma"], ["sedma_proti"]]))]
    parts = [Commitment(kind=commitment_kind, level=draw(st.integers(0, 6))) for commitment_kind in kinds]
    renonc = draw(st.one_of(st.none(), st.none(), RENONC))
    if renonc is None:
        shown = decided_by_outcome(setup, parts)
        parts = [_with_outcome(draw, part) if now else part for part, now in zip(parts, shown, strict=True)]
    red = kinds[0] not in ("betl", "durch") and draw(st.booleans())
    return kind(chooser=chooser, partner=partner, red=red, commitments=tuple(parts), renonc=renonc, **fixed)


def _with_outcome(draw, commitment):
    won = draw(st.booleans())
    count = None
    if commitment.kind in ("sto", "mandatory_sto", "sto_proti") or (
        commitment.kind == "hra" and draw(st.integers(0, 3)) == 0
    ):
        count = draw(COUNT)
    return Commitment(kind=commitment.kind, level=commitment.level, won=won, count=count)


@given(st.data(), SETUP)
def test_every_deal_sums_to_zero_and_respects_the_cap(data, setup):
    deal = data.draw(deals(setup))
    seats = tuple(range(len(setup.players)))
    active = seats[1:] if len(seats) == 5 else seats
    try:
        check(setup, deal, active)
    except Refusal:
        return
    total = settlement(setup, deal, active)
    brings = results(deal, active, len(seats), total.transfer)
    assert sum(brings) == 0
    assert all(isinstance(part, Fraction) for part in brings)
    most = setup.cap * (2 if setup.cap_before_red and deal.red else 1)
    assert abs(total.transfer) <= most
    if setup.cap_scope == "per_payer" and not setup.cap_before_red:
        assert min(brings) >= -setup.cap
    if len(seats) == 5:
        assert brings[0] == 0
    assert total.capped == (abs(total.uncapped) > most) or setup.cap_scope == "per_payer" or setup.cap_before_red


def test_the_deals_that_are_drawn_are_mostly_taken():
    taken = []

    @settings(max_examples=200)
    @given(deals())
    def one(deal):
        try:
            check(MariasSetup(players=PLAYERS[:4]), deal, (0, 1, 2, 3))
            taken.append(deal)
        except Refusal:
            pass

    one()
    assert len(taken) > 50
    kinds = {part.kind for deal in taken for part in deal.commitments}
    assert kinds == {"hra", "sedma", "sedma_proti", "sto", "mandatory_sto", "sto_proti", "betl", "durch"}


@given(st.integers(-100_000, 100_000), st.integers(3, 5), st.sampled_from(["exact", "tokens"]))
def test_shares_of_a_mismatch_make_it_up_exactly(mismatch, players, how):
    setup = MariasSetup(players=PLAYERS[:players], mismatch_share=how)
    parts = mismatch_shares(setup, mismatch, players)
    assert sum(parts) == mismatch
    assert max(parts) - min(parts) < 2 * setup.token if how == "tokens" else len(set(parts)) == 1


@few(60)
def test_what_a_round_brought_its_players_sums_to_zero(seed):
    for _, _, after in walked("marias", seed):
        if after is not None and after.state.rounds:
            round_ = after.state.round
            assert sum(round_.winnings[seat] for seat in round_.seats) == 0
            GAME.report(after.state)


@few(50)
def test_a_locked_slip_never_changes_again(seed):
    history = History.begin(GAME, MariasSetup(players=PLAYERS[:4], rounds=2))
    opening = [e.StartRound(), e.Deal(chooser="A", partner="B"), e.SetTime(remaining_s=0), e.EndRound()]
    closing = [e.Closing(seat=seat, coin=4900, tokens=5) for seat in "ABCD"]
    for event in (*opening, *closing, e.Sign(side="A"), e.Sign(side="B")):
        history = history.accept(event, SECOND)
    locked, rng = history.state.rounds[0], random.Random(seed)
    for _ in range(40):
        event = walks.event_of("marias", rng, history.state)
        with suppress(Refusal):
            history = history.accept(Undo() if isinstance(event, walks.Press) else event, 2 * SECOND)
        assert history.state.rounds[0] == locked
