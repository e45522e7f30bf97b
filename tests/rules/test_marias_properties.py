"""Whatever is entered: deals sum to zero, the cap holds, undo restores, an illegal event changes nothing."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import SECOND, Redo, Undo
from rules.history import History
from rules.marias import GAME, MariasSetup
from rules.marias import acts as e
from rules.marias.acts.deals import check
from rules.marias.deal import SEAT, Commitment, Count, Renonc, decided_by_outcome, results, settlement
from rules.marias.state import mismatch_shares
from rules.message import Refusal
from rules.record import read, write
from tests.rules.marias_table import PLAYERS

SEATS = st.sampled_from(SEAT)
COUNT = st.builds(Count, tens=st.integers(0, 9), marriages=st.integers(0, 3), trump_marriage=st.booleans())
KINDS = st.sampled_from(["hra", "sedma", "sedma_proti", "sto", "mandatory_sto", "sto_proti", "betl", "durch"])
COMMITMENT = st.builds(
    Commitment,
    kind=KINDS,
    level=st.integers(0, 6),
    won=st.sampled_from([None, True, False]),
    count=st.one_of(st.none(), COUNT),
)
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


EVENT = st.one_of(
    deals(),
    deals(),
    st.builds(
        e.Deal,
        chooser=SEATS,
        partner=st.one_of(st.none(), SEATS),
        red=st.booleans(),
        commitments=st.lists(COMMITMENT, max_size=3).map(tuple),
        trhak=st.one_of(st.none(), SEATS),
        forgotten=st.booleans(),
        void_flek=st.booleans(),
        referee=st.booleans(),
    ),
    deals(kind=e.Correct, of=1),
    st.just(e.StartRound()),
    st.just(e.StartRound()),
    st.just(e.Dealt()),
    st.builds(e.Dealer, seat=SEATS),
    st.builds(e.Annul, referee=st.booleans()),
    st.builds(e.TopUp, seat=SEATS, amount=st.sampled_from([500, 1000, 20_000])),
    st.builds(e.Warn, seat=SEATS),
    st.builds(e.Expel, seat=SEATS),
    st.just(e.RefereeCall()),
    st.just(e.RefereeDone()),
    st.just(e.Pause()),
    st.just(e.Resume()),
    st.just(e.RoundPowerLoss()),
    st.builds(e.SetTime, remaining_s=st.sampled_from([0, 10, 3000]), followed=st.booleans()),
    st.just(e.EndRound()),
    st.builds(e.RoundTime, seconds=st.just(600), followed=st.booleans()),
    st.builds(e.BreakTime, seconds=st.just(60), followed=st.booleans()),
    st.builds(
        e.Seats,
        players=st.lists(st.sampled_from(PLAYERS), min_size=2, max_size=5, unique=True).map(tuple),
        leader=st.one_of(st.none(), SEATS),
        people=st.lists(st.sampled_from(["", "aaaaaaaa", "bbbbbbbb", "cccccccc"]), max_size=5).map(tuple),
        round=st.integers(0, 3),
    ),
    st.builds(e.Closing, seat=SEATS, coin=st.integers(0, 9000), tokens=st.integers(0, 6)),
    st.builds(e.Sign, side=st.sampled_from(["A", "B"])),
    st.just(e.Note(rule="M7")),
)


@settings(max_examples=60)
@given(st.lists(st.tuples(EVENT, st.sampled_from([1, 60, 3100])), min_size=12, max_size=40))
def test_undo_restores_and_an_illegal_event_changes_nothing(events):
    history = History.begin(GAME, MariasSetup(players=PLAYERS[:4], rounds=2))
    at = 0
    for event, wait in events:
        at += wait * SECOND
        before = history
        try:
            after = history.accept(event, at)
        except Refusal:
            assert history == before
            continue
        may = GAME.may(history.state, at)[str(type(event).__struct_config__.tag)]
        assert may is None, "what was taken was said to be possible"
        if GAME.undo_refusal(after.state) is None and not event.stays:
            back = after.accept(Undo(), at)
            assert back.state == history.state
            assert back.accept(Redo(), at).state == after.state
        history = after
        if history.state.rounds:
            assert sum(history.state.round.winnings[seat] for seat in history.state.round.seats) == 0
    GAME.report(history.state)
    assert read(write(history).split("\n")).state == history.state


@settings(max_examples=50)
@given(st.lists(EVENT, min_size=10, max_size=25))
def test_a_locked_slip_never_changes_again(events):
    history = History.begin(GAME, MariasSetup(players=PLAYERS[:4], rounds=2))
    opening = [e.StartRound(), e.Deal(chooser="A", partner="B"), e.SetTime(remaining_s=0), e.EndRound()]
    closing = [e.Closing(seat=seat, coin=4900, tokens=5) for seat in "ABCD"]
    for event in (*opening, *closing, e.Sign(side="A"), e.Sign(side="B")):
        history = history.accept(event, SECOND)
    locked = history.state.rounds[0]
    for event in (*events, Undo(), Undo(), Undo()):
        try:
            history = history.accept(event, 2 * SECOND)
        except Refusal:
            continue
        assert history.state.rounds[0] == locked
