"""Fees, fund and prizes always sum up: properties of the pure functions, and the money page's acts."""

import re
import uuid
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.organiser.acts import decisions
from device.organiser.desk.forms import decide
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import everything, open_store
from device.organiser.tournament import accounts, money
from device.organiser.tournament.accounts import Accounts, account
from device.organiser.tournament.drawing import Drawing
from device.organiser.tournament.money import WHOLE
from device.organiser.tournament.registration import Registration
from device.organiser.tournament.rulings import Rulings
from device.organiser.tournament.scoring import Scoring
from rules.message import Refusal
from tests.organiser.events import with_pairs, with_players
from tests.organiser.folds import fold_rows
from tests.organiser.said import enrol, result

STEPS = st.sampled_from([1, 100, 1000])
WON = st.lists(st.builds(Fraction, st.integers(-(10**8), 10**8), st.integers(1, 60)), max_size=30)
"""What people may have won or lost, in parts down to a sixtieth."""


def scheme_of(prizes, by_percent=True, house_percent=0, house=0, step=100):
    return decisions.MoneySet(
        id="0" * 16, prizes=prizes, by_percent=by_percent, house_percent=house_percent, house=house, step=step
    )


@st.composite
def schemes(draw):
    """A scheme that can be paid."""
    step, by_percent = draw(STEPS), draw(st.booleans())
    weights = sorted(draw(st.lists(st.integers(1, 500), min_size=1, max_size=20)), reverse=True)
    if by_percent:
        shares = [WHOLE * weight // sum(weights) for weight in weights]
        shares[0] += WHOLE - sum(shares)
        prizes = tuple(shares)
    else:
        prizes = tuple(weight * step for weight in weights)
    return scheme_of(prizes, by_percent, draw(st.integers(0, WHOLE)), draw(st.integers(0, 10**6)), step)


@st.composite
def standings(draw):
    """Places as standings have them: 1, 2, 2, 4 and so on."""
    places = []
    for many in draw(st.lists(st.integers(1, 4), min_size=0, max_size=12)):
        places += [len(places) + 1] * many
    return places


@given(st.integers(0, 10**8), st.integers(0, 10**8), schemes())
def test_the_fund_is_what_came_in_and_nobody_keeps_more(fees, added, scheme):
    fund = money.fund(fees, added, scheme)
    assert fees + added == fund.for_house + fund.for_prizes
    assert fund.for_house >= 0
    assert fund.for_prizes >= 0


@given(st.integers(0, 10**8), schemes())
def test_shares_of_the_fund_leave_less_than_a_step_and_fall_with_the_place(fund, scheme):
    money.check(scheme)
    prizes = money.by_place(fund, scheme)
    assert prizes == sorted(prizes, reverse=True)
    assert all(prize % scheme.step == 0 for prize in prizes)
    if scheme.by_percent:
        assert 0 <= fund - sum(prizes) < scheme.step


@given(st.integers(0, 10**8), schemes(), standings())
def test_ties_share_to_a_step_and_every_prize_that_is_reached_is_handed_out(fund, scheme, places):
    prizes = money.by_place(fund, scheme)
    lines = money.by_line(prizes, places, scheme.step)
    assert sum(lines) == sum(prizes[: len(places)])
    assert lines == sorted(lines, reverse=True)
    for place in set(places):
        shared = [got for got, at in zip(lines, places, strict=True) if at == place]
        assert max(shared) - min(shared) <= scheme.step


def test_steps_that_are_left_go_in_the_order_of_the_standings():
    assert money.by_place(100_03, scheme_of((5000, 3000, 2000), step=1)) == [50_02, 30_01, 20_00]
    assert money.by_line([500_00, 300_00, 200_00], [1, 1, 1, 4], 100) == [334_00, 333_00, 333_00, 0]
    assert money.by_line([500_00, 300_00], [1, 2, 2, 2], 100) == [500_00, 100_00, 100_00, 100_00]


@given(WON, STEPS)
def test_play_money_is_settled_to_a_step_without_losing_any(won, step):
    won = sorted(won, reverse=True)
    paid = money.payouts(won, [0] * len(won), step)
    assert 0 <= sum(won) - sum(payout.play for payout in paid) < step
    assert [payout.play for payout in paid] == sorted((payout.play for payout in paid), reverse=True)
    assert all(abs(payout.play - exact) < step for payout, exact in zip(paid, won, strict=True))


@given(WON, STEPS)
def test_slips_that_agree_settle_to_nothing(won, step):
    paid = money.payouts([*won, -sum(won)], [0] * (len(won) + 1), step)
    assert sum(payout.total for payout in paid) == 0


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("150", 15000),
        ("33,3", 3330),
        (" 1 250.05 ", 125005),
        ("", 0),
        (",5", 50),
        ("0", 0),
        ("100,-", 10000),
        ("100,–– Kč", 10000),
        ("12,50kč", 1250),
    ],
)
def test_amounts_as_people_write_them(text, amount):
    assert money.hundredths(text) == amount


@pytest.mark.parametrize("text", ["-5", "x", "Kč", ",-", "1,234", "1e3", "12345678", "1,2,3", "٣"])
def test_what_is_no_amount_is_refused(text):
    with pytest.raises(Refusal):
        money.hundredths(text)


def test_rounding_keeps_exact_amounts():
    assert money.round_amounts([Fraction(1, 3), 5, Fraction(2, 3), -1]) == [1, 5, 0, -1]
    assert money.round_amounts([1, Fraction(1, 2), Fraction(1, 2)]) == [1, 1, 0]
    assert money.round_amounts([Fraction(1, 3), Fraction(2, 3)], nearest=True) == [0, 1]


# -- at the desk -------------------------------------------------------------------------------------------------------


def say(desk, **form):
    decide(desk, form)


def with_a_round(desk, count=4):
    """So many mariáš players at tables of four, of whom the first of each table won 12,40 from the others."""
    people, draw = Registration(desk), Drawing(desk)
    for n in range(1, count + 1):
        enrol(people, (f"Player {n}",))
    people.all_came()
    tables = [range(n, n + 4) for n in range(1, count, 4)]
    draw.by_hand(1, "marias", "\n".join(f"{n}: {' '.join(map(str, seats))}" for n, seats in enumerate(tables, start=1)))
    draw.publish(1)
    for n in range(len(tables)):
        result(draw, 1, n + 1, (1240, -400, -420, -420))


def test_fees_come_in_and_prizes_go_out_and_the_rest_is_the_houses(desk):
    with_a_round(desk)
    say(desk, do="money", fee="100", added="50", house_percent="10", prizes="50 30 20", by="percent", step="100")
    say(desk, do="paid", numbers="1, 2 3")
    now = account(desk.read())
    assert (now.fund.fees, now.fund.for_house, now.unpaid) == (300_00, 35_00, 100_00)
    # 315 Kč are left: 157.50, 94.50 and 63, of which the last two places are one.
    assert [payout.prize for _, payout in now.lines] == [158_00, 94_00, 32_00, 31_00]
    assert now.fund.all == now.house + now.handed_out
    assert account(desk.state, all_paid=True).fund.fees == 400_00
    say(desk, do="all_paid")
    assert account(desk.state) == account(desk.state, all_paid=True)
    with pytest.raises(Refusal, match="Nobody who is here owes"):
        say(desk, do="all_paid")


def test_a_shared_place_shares_its_prizes_by_number(desk):
    with_a_round(desk)
    say(desk, do="money", prizes="500 300 100", by="amount", step="1000", added="900")
    now = account(desk.read())
    assert [(line.place, line.entrant.number, payout.prize) for line, payout in now.lines] == [
        (1, 1, 500_00),
        (2, 2, 300_00),
        (3, 3, 50_00),
        (3, 4, 50_00),
    ]
    assert now.house == 0


def test_play_money_is_settled_beside_the_prizes(desk):
    with_a_round(desk)
    say(desk, do="money", prizes="100", by="amount", step="100", added="100", settle="yes")
    now = account(desk.read())
    assert [payout.total for _, payout in now.lines] == [112_00, -4_00, -4_00, -4_00]
    assert sum(payout.play for _, payout in now.lines) + now.rest == 0


def test_more_prizes_than_money_are_said_and_still_sum_up(desk, enter):
    with_a_round(desk)
    say(desk, do="money", fee="10", prizes="500", by="amount")
    now = account(desk.read())
    assert (now.house, now.handed_out, now.fund.all) == (-500_00, 500_00, 0)
    page = enter(desk)
    shown = re.sub("<[^>]+>", " ", page.get("/money?lang=en").partition('class="sums"')[2].partition("</table>")[0])
    assert re.search(r"The house adds\s+500\.00", shown)
    assert "not handed out" not in shown


def test_money_acts_are_taken_back_like_any_other(desk, store):
    with_a_round(desk)
    say(desk, do="money", fee="100", prizes="100")
    say(desk, do="paid", numbers="1 2")
    say(desk, do="paid", numbers="2", amount="0")
    assert [
        desk.read().tournament.paid.get(entrant.id, 0) for entrant in desk.state.tournament.by_number().values()
    ] == [
        100_00,
        0,
        0,
        0,
    ]
    for _ in range(2):
        say(desk, do="take_back", decision=desk.state.tournament.last.id)
    assert account(desk.state).fund.fees == 0
    assert account(fold_rows(everything(store))) == account(desk.state)


def test_a_new_evening_keeps_the_fee_and_the_scheme_and_nobody_has_paid(desk, store):
    with_a_round(desk)
    say(desk, do="money", fee="100", prizes="100")
    say(desk, do="paid", numbers="1 2")
    before = desk.read().tournament.money
    Rulings(desk).begin_evening("Second")
    assert desk.read().tournament.money == before
    assert account(desk.state).fund.all == 0
    assert account(fold_rows(everything(store))) == account(desk.state)
    say(desk, do="take_back", decision=desk.state.tournament.last.id)
    assert account(desk.read()).fund.fees == 200_00


def test_who_was_expelled_gets_no_prize_and_owes_nothing(desk):
    with_a_round(desk)
    say(desk, do="money", fee="100", prizes="500 300", by="amount", added="1000")
    people = Registration(desk)
    people.warn(1, "hlasitě radil")
    people.expel(1, "znovu")
    now = account(desk.read())
    assert [(line.entrant.number, payout.prize) for line, payout in now.lines] == [
        (2, 500_00),
        (3, 150_00),
        (4, 150_00),
        (1, 0),
    ]
    assert now.unpaid == 300_00
    assert now.fund.all == now.house + now.handed_out


# -- slips from paper --------------------------------------------------------------------------------------------------

SLIPS = st.lists(
    st.tuples(st.lists(st.integers(-5000, 5000), min_size=4, max_size=4), st.booleans(), st.integers(0, 4)),
    min_size=1,
    max_size=3,
)


def slip(desk, table, scores, **more):
    """A slip as the desk's form says it, in koruny."""
    seats = {f"seat{n}": str(Decimal(score) / 100) for n, score in enumerate(scores)}
    say(desk, do="result", round="1", table=str(table), **seats, **more)


@given(SLIPS, st.sampled_from(["1", "100", "1000"]))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_m30_whatever_slips_say_what_is_paid_out_is_what_came_in(tmp_path, slips, step):
    url = str(tmp_path / f"{uuid.uuid4().hex}.db")
    desk = OrganiserDesk(open_store(url, "pisek"))
    with_a_round(desk, 4 * len(slips))
    say(desk, do="money", prizes="", by="percent", step=step, settle="yes")
    for table, (scores, forfeits, seat) in enumerate(slips, start=1):
        more = {"reason": "swapped"} | ({f"absent{seat % 4}": "yes"} if forfeits else {})
        try:
            slip(desk, table, scores, **more)
            assert sum(scores) == 0
        except Refusal:
            slip(desk, table, scores, agreed=str(sum(scores)), **more)
        result = next(
            table_result for table_result in Scoring(desk.read()).tables(1) if table_result.drawn.table == table
        )
        assert sum(score.points for score in result.scores) == 0
    now = account(desk.read())
    play = [payout.play for _, payout in now.lines]
    assert not any(amount % int(step) for amount in play)
    assert now.paid_out + now.rest == now.paid_in
    assert (now.rest, now.off) == (0, ())
    desk._store.close()


def test_m30_a_slip_is_taken_with_just_the_difference_that_was_seen(desk):
    with_a_round(desk)
    before = desk.read().last
    for agreed in ("", "0", "139", "-140"):
        with pytest.raises(Refusal, match="not to 0") as refused:
            slip(desk, 1, (1380, -400, -420, -420), reason="added wrong", agreed=agreed)
        assert refused.value.rule == "M30"
    assert desk.read().last == before
    slip(desk, 1, (1380, -400, -420, -420), reason="added wrong", agreed="140")
    (table_result,) = Scoring(desk.read()).tables(1)
    assert [score.points for score in table_result.scores] == [1345, -435, -455, -455]
    assert table_result.entered.scores == (1380, -400, -420, -420), "as it stands on the slip"
    slip(desk, 1, (1380, -400, -420, -421), reason="added wrong", agreed="139")
    (table_result,) = Scoring(desk.read()).tables(1)
    assert [score.points for score in table_result.scores][:1] == [1380 - Fraction(139, 4)]


def test_who_withdrew_owes_what_was_paid_and_no_more(desk):
    with_pairs(desk, 2)
    decide(desk, {"do": "money", "fee": "100", "prizes": "", "by": "percent"})
    Accounts(desk).record_payments([1], 5_000)
    Registration(desk).attend(1, "withdrawn")
    assert [(fee.entrant.number, fee.due, fee.paid) for fee in accounts.fees(desk.read())] == [
        (1, 5_000, 5_000),
        (2, 10_000, 0),
    ]


def test_where_nobody_chose_the_form_names_the_game_of_the_last_round_as_the_account_does(desk):
    with_players(desk, 3)
    for round, kind in enumerate(("marias", "chess_clock", "marias"), start=1):
        Drawing(desk).by_hand(round, kind, "1: 1 2 3" if kind == "marias" else "1: 1 2")
        Drawing(desk).publish(round)
    state = desk.read()
    assert accounts.form_kind(state, decisions.MoneySet(id="0" * 16)) == account(state).kind == "marias"


def test_m30_where_nobody_was_there_everybody_shares():
    assert money.sharing(3, {1}) == {0, 2}
    assert money.sharing(3, {0, 1, 2}) == {0, 1, 2}


def test_m30_who_forfeits_does_not_share_and_keeps_the_difference_shared(desk):
    with_a_round(desk)
    slip(desk, 1, (900, -300, -500, 0), reason="added wrong", agreed="100")
    Drawing(desk).forfeit(1, 4, "went home")
    (table_result,) = Scoring(desk.read()).tables(1)
    assert [score.points for score in table_result.scores] == [
        900 - Fraction(100, 3),
        -300 - Fraction(100, 3),
        -500 - Fraction(100, 3),
        0,
    ]


def test_slips_of_an_earlier_version_count_as_they_did_and_are_named(desk):
    with_a_round(desk, 8)
    say(desk, do="money", prizes="", by="percent", step="100", settle="yes")
    act = decisions.ResultEntered(id="e" * 16, round=1, table=2, scores=(1380, -400, -420, -420))
    desk.decide(act)
    now = account(desk.read())
    assert [score.points for score in Scoring(desk.read()).tables(1)[1].scores] == [1380, -400, -420, -420]
    assert now.off == ((1, 2, 140),)
    assert now.rest == now.paid_in - now.paid_out == -100
