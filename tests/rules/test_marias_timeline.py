"""What a mariáš table tells of its past: every version of a deal, top-ups and money, the round's clock (M1, M28)."""

from rules.game import SECOND, Undo
from rules.marias import GAME
from rules.timeline import Timeline
from tests.rules.marias_table import Table, deal, e


def told(m):
    return Timeline.of(m.history)


def versions(m, title):
    place = next(place for place in told(m).places if str(place.title) == title)
    return [None if version.text is None else str(version.text) for version in place.versions]


def changes(moment):
    return {
        str(change.title): tuple(None if side is None else str(side.text) for side in (change.before, change.after))
        for change in moment.changes
    }


def test_a_corrected_deal_has_both_its_versions_and_says_what_the_correction_changed():
    m = Table().start().deal("A", "B", "hra re won").do(e.Correct(of=1, chooser="A", partner="C"))
    assert versions(m, "round 1 · deal 1") == ["A+B · hra 4× · +0.80 Kč", "A+C · hra · +0.20 Kč"]
    moment = told(m).moments[-1]
    assert moment.correction
    assert str(moment.what) == "correction of deal 1: hra", "a deal's number is not an entry's"
    assert changes(moment)["round 1 · Bára"] == ("+0.80 Kč", "−0.20 Kč")
    assert changes(moment)["round 1 · Dana"] == ("−0.80 Kč", "−0.20 Kč")


def test_a_deal_that_was_undone_and_written_anew_has_three_versions():
    m = Table().start().deal("A", "B", "hra").do(Undo()).deal("A", "C", "hra")
    assert versions(m, "round 1 · deal 1") == ["A+B · hra · +0.20 Kč", None, "A+C · hra · +0.20 Kč"]


def test_an_annulled_deal_is_told_and_putting_it_right_too():
    m = Table().start().do(e.Annul(reason="misdeal"), e.Correct(of=1, chooser="B", partner="C"))
    assert versions(m, "round 1 · deal 1") == ["annulled: misdealt", "B+C · hra · +0.20 Kč"]


def test_money_counted_again_is_a_version_and_a_signature_that_it_takes_back_is_told():
    m = Table().start().wait(3000).do(e.EndRound())
    for seat in "ABCD":
        m.do(e.Closing(seat=seat, coin=4900, tokens=5))
    m.do(e.Sign(side="A"), e.Closing(seat="A", coin=4920, tokens=5))
    assert versions(m, "round 1 · money of Adam") == ["49.00 Kč, tokens: 5", "49.20 Kč, tokens: 5"]
    last = changes(told(m).moments[-1])
    assert last["slip of round 1"] == ("signed by one side", None)
    assert last["round 1 · result of Dana"] == (None, "−0.05 Kč")


def test_M6_a_top_up_stands_on_the_slip():
    m = Table().start().do(e.TopUp(seat="B", amount=2000))
    assert versions(m, "round 1 · top-up of Bára") == ["20.00 Kč"]


def test_M31_an_earlier_round_is_told_with_the_names_of_those_who_played_it():
    m = Table().start().finish(*((4900, 5),) * 4).do(e.Seats(players=("Dana", "Adam", "Bára"))).start()
    titles = [str(entry.title) for entry in GAME.sheet_entries(m.state)]
    assert "round 1 · Cyril" in titles
    assert "round 2 · Cyril" not in titles


def test_M1_the_round_s_clock_is_read_at_every_entry_of_a_round_and_at_none_outside():
    m = Table().start().do(e.Dealt(), after=30).do(e.Pause(), after=10).do(e.Resume(), after=100)
    m.do(e.SetTime(remaining_s=0)).deal("A", "B", "hra").do(e.EndRound())
    moments = told(m).moments
    assert [[clock.left // SECOND for clock in moment.clocks] for moment in moments] == [
        [],
        [2970],
        [2960],
        [2960],
        [2959],
        [-1],
        [-2],
    ]
    assert [moment.on_clocks for moment in moments] == [True, False, True, True, True, False, True]
    assert [clock.standing for moment in moments for clock in moment.clocks] == [
        False,
        False,
        True,
        False,
        False,
        False,
    ]


def test_a_deal_that_nobody_changed_is_told_only_once():
    m = Table().start()
    for _ in range(30):
        m.do(deal("A", "B", "hra"))
    first = GAME.sheet_entries(m.state)
    m.do(deal("A", "B", "hra"))
    assert all(old is new for old, new in zip(first[:30], GAME.sheet_entries(m.state), strict=False))
