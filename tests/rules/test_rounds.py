"""The score sheet, played by sheets as clubs have them: rummy, canasta, Yahtzee, darts, hearts (R1-R10)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.game import SECOND, Gesture, Progress, Undo
from rules.message import Refusal
from rules.record import read, write
from rules.rounds import GAME, Bonus, Box, Phase, RoundsSetup, SheetTerms
from rules.rounds import acts as e
from rules.sheet_terms import MOST_ROUNDS
from tests.rules.played import Played

NAMES = ("Jana", "Petr", "Eva", "Karel", "Olga", "Ivo", "Zita", "Emil")
RUMMY = SheetTerms(name="Rummy", least=-500, until=500, deals=True)
CANASTA = SheetTerms(name="Canasta", players=(4, 4), team=2, least=-5000, until=5000)
HEARTS = SheetTerms(name="Hearts", players=(4, 4), wins="least", total=26, most=26, until=100)
DARTS = SheetTerms(name="501", written="turn", most=180, start=501, until=0, exact=True, wins="least")
FARKLE = SheetTerms(name="Farkle", written="turn", until=10_000)
TIMED = SheetTerms(name="Timed", written="turn", turn_s=60)
BOXES = SheetTerms(
    name="Dice",
    boxes=(Box(name="Ones", allowed=(0, 1, 2, 3)), Box(name="Twos", most=10), Box(name="Chance", least=5, most=30)),
    bonus=(Bonus(boxes=2, reached=9, points=35),),
)
SHEETS = (RUMMY, CANASTA, HEARTS, DARTS, FARKLE, TIMED, BOXES, SheetTerms(name="List", rounds=3))


class Game(Played):
    def __init__(self, terms, players=2):
        super().__init__(GAME, RoundsSetup(terms=terms, players=NAMES[:players]))

    @property
    def now(self):
        return self.history.last_at

    def after(self, seconds, event):
        self.history = self.history.accept(event, self.now + seconds * SECOND)
        return self

    def rounds(self, *rows):
        for row in rows:
            self.do(e.RoundScore(figures=row))
        return self

    def turns(self, *figures):
        for figure in figures:
            self.do(e.TurnScore(figure=figure))
        return self

    def fill(self, *boxes):
        for box, figure in boxes:
            self.do(e.Fill(box=box, figure=figure))
        return self


def refusal_of_start(terms, players=2):
    with pytest.raises(Refusal) as caught:
        GAME.start(RoundsSetup(terms=terms, players=NAMES[:players]))
    return caught.value


def test_rummy_ends_after_the_round_in_which_somebody_has_500_and_the_most_win():
    g = Game(RUMMY, 3).rounds((120, -45, 300), (0, 10, 199))
    assert g.state.phase is Phase.PLAY
    g.rounds((400, -5, 60))
    assert g.state.sums == (520, -40, 559)
    assert g.state.phase is Phase.OVER
    assert g.state.winners == (2,)
    g.refused("R6", e.RoundScore(figures=(1, 2, 3)))


def test_the_deal_goes_round_and_the_table_may_say_who_deals():
    g = Game(RUMMY, 3).rounds((1, 2, 3))
    assert g.state.dealer == 1
    g.do(e.Dealer(seat="1"))
    g.rounds((1, 2, 3))
    assert g.state.dealer == 1
    g.refused("R1", e.Dealer(seat="4"))
    Game(FARKLE).refused("R7", e.Dealer(seat="1"))


def test_partners_who_sit_opposite_share_a_column():
    g = Game(CANASTA, 4).rounds((1500, -200))
    assert g.state.columns == ("Jana + Eva", "Petr + Karel")
    assert [person.side for person in GAME.people(g.state)] == [0, 1, 0, 1]
    g.refused("R2", e.RoundScore(figures=(1, 2, 3, 4)))


def test_a_deal_of_hearts_makes_26_and_the_fewest_win():
    g = Game(HEARTS, 4)
    g.refused("R2", e.RoundScore(figures=(26, 26, 26, 0)))
    g.rounds(*[(25, 1, 0, 0)] * 4)
    assert g.state.phase is Phase.OVER
    assert g.state.winners == (2, 3)


def test_darts_go_down_to_exactly_zero_and_a_bust_counts_nothing():
    g = Game(DARTS).turns(180, 100, 180, 100, 142, 100)
    assert g.state.sums == (141, 201)
    assert g.state.busts == {(2, 0)}
    assert GAME.report(g.state).tables[0].lines[2].cells[1] == "(142)"
    g.turns(141)
    assert g.state.phase is Phase.OVER, "an exact finish ends the game at once, in the middle of a round"
    assert g.state.winners == (0,)


def test_a_game_by_turns_ends_once_the_round_is_finished():
    g = Game(FARKLE, 3).turns(5000, 0, 0, 5000)
    assert g.state.phase is Phase.PLAY
    g.turns(10_000, 300)
    assert g.state.phase is Phase.OVER
    assert g.state.winners == (0, 1)


def test_on_a_sheet_by_turns_everybody_writes_once_a_round():
    g = Game(FARKLE, 3)
    g.do(e.OnTurn(seat="3"))
    g.turns(50)
    assert g.state.turn == 0
    g.refused("R3", e.OnTurn(seat="3"))
    g.refused("R3", e.RoundScore(figures=(1, 2, 3)))
    g.do(e.OnTurn(seat="2"))
    g.turns(60, 70)
    assert list(g.state.rows) == [(70, 60, 50)]
    Game(RUMMY).refused("R3", e.OnTurn(seat="1"))


def test_boxes_are_filled_once_each_with_what_can_stand_there_and_a_bonus():
    g = Game(BOXES).fill((1, 3))
    g.refused("R4", e.Fill(box=1, figure=4))
    g.refused("R4", e.Fill(box=3, figure=4))
    g.refused("R4", e.Fill(box=4, figure=4))
    g.fill((1, 0))
    g.refused("R4", e.Fill(box=1, figure=1))
    g.refused("R3", e.RoundScore(figures=(1, 2)))
    g.fill((2, 6), (2, 9), (3, 20), (3, 5))
    assert g.state.phase is Phase.OVER
    assert g.state.sums == (3 + 6 + 35 + 20, 0 + 9 + 35 + 5)


def test_a_list_ends_after_its_rounds_or_when_the_table_ends_it():
    g = Game(SheetTerms(name="List", rounds=3))
    g.refused("R9", e.End())
    g.rounds((1, 2), (3, 4))
    assert Game(SheetTerms(name="List", rounds=3)).rounds((1, 2), (3, 4), (5, 6)).state.phase is Phase.OVER
    g.do(e.End())
    assert g.state.phase is Phase.OVER
    g.do(e.Correct(round=1, figures=(0, 0)))
    assert g.state.phase is Phase.OVER, "a correction does not open again what the table has ended"


def test_a_correction_counts_everything_anew_and_may_open_the_game():
    g = Game(RUMMY).rounds((300, 1), (250, 1))
    assert g.state.phase is Phase.OVER
    g.do(e.Sign(side="A"))
    g.do(e.Correct(round=1, figures=(200, 1)))
    assert (g.state.phase, g.state.sums, g.state.signed) == (Phase.PLAY, (450, 2), frozenset())
    g.refused("R9", e.Correct(round=3, figures=(1, 2)))
    g.refused("R2", e.Correct(round=1, figures=(1, None)))


def test_a_correction_of_boxes_may_empty_one_again():
    g = Game(BOXES).fill((1, 3), (1, 2))
    g.do(e.Correct(round=1, figures=(None, 2)))
    assert g.state.free_boxes(0) == (0, 1, 2)
    g.refused("R4", e.Correct(round=1, figures=(7, 2)))


def test_both_sides_sign_and_a_signed_result_is_opened_with_a_reason():
    g = Game(RUMMY).rounds((500, 0))
    assert GAME.button(g.state, 1, Gesture.HOLD, ()) == (e.Sign(side="B"),)
    g.do(e.Sign(side="A"))
    g.do(e.Sign(side="B"))
    assert GAME.progress(g.state) is Progress.SIGNED
    g.refused("R9", e.Correct(round=1, figures=(1, 2)))
    g.do(e.Reopen(reason="wrong points"))
    g.do(e.Correct(round=1, figures=(499, 2)))
    assert g.state.phase is Phase.PLAY


def test_a_substitute_takes_the_column_over():
    g = Game(RUMMY, 3).rounds((1, 2, 3))
    g.do(e.Substitute(seat="2", name="Olga"))
    assert g.state.columns == ("Jana", "Olga", "Eva")
    assert [person.name for person in GAME.people(g.state)] == ["Jana", "Olga", "Eva", "Petr"]
    g.refused("R1", e.Substitute(seat="4", name="Ivo"))
    assert GAME.rematch(g.state).players == ("Jana", "Olga", "Eva")


class TestTimedTurns:
    """R8: a press gives the turn on, whoever presses; the time is shown and costs nothing."""

    def test_the_first_press_starts_the_clock_and_the_next_gives_the_turn_on(self):
        g = Game(TIMED, 3)
        assert not GAME.is_running(g.state)
        g.do(e.Press(side="A"))
        assert (g.state.clock.seat, GAME.is_running(g.state)) == (0, True)
        at = g.now
        assert g.state.clock.remaining(at + 15 * SECOND) == 45 * SECOND
        assert g.state.clock.remaining(at + 75 * SECOND) == -15 * SECOND
        g.after(15, e.Press(side="A"))
        assert g.state.clock.seat == 1
        assert g.state.clock.remaining(g.now) == 60 * SECOND

    def test_writing_does_not_wait_for_the_clock(self):
        g = Game(TIMED, 3)
        g.do(e.Press(side="A"))
        g.do(e.Press(side="A"))
        g.turns(10)
        assert (g.state.turn, g.state.clock.seat) == (1, 1)

    def test_a_held_press_is_taken_back_and_the_turn_goes_on_with_its_time(self):
        g = Game(TIMED)
        g.do(e.Press(side="A"))
        begun = g.now
        g.after(20, e.Press(side="B"))
        pressed = len(g.history.entries)
        (undo,) = GAME.button(g.state, 1, Gesture.HOLD, (pressed,))
        assert undo == Undo(of=pressed)
        g.after(2, undo)
        assert g.state.clock.seat == 0
        assert g.state.clock.remaining(begun + 22 * SECOND) == 38 * SECOND

    def test_a_pause_and_a_power_cut_stand_and_go_on_from_there(self):
        g = Game(TIMED)
        g.refused("R8", e.Pause())
        g.do(e.Press(side="A"))
        g.after(10, e.Pause())
        assert GAME.button(g.state, 0, Gesture.PRESS, ()) == ()
        g.refused("R8", e.Press(side="A"))
        g.after(100, e.Resume())
        assert g.state.clock.remaining(g.now) == 50 * SECOND
        loss = GAME.power_loss(g.state, SECOND)
        g.after(5, loss)
        assert (g.state.clock.remaining(g.now), g.state.clock.doubt) == (45 * SECOND, SECOND)
        assert not GAME.is_running(g.state)

    def test_the_clock_stands_once_the_game_is_over(self):
        g = Game(SheetTerms(name="Short", written="turn", rounds=1, turn_s=60))
        g.do(e.Press(side="A"))
        g.turns(1, 2)
        assert g.state.phase is Phase.OVER
        assert not GAME.is_running(g.state)
        g.refused("R6", e.Press(side="A"))

    def test_a_round_that_is_written_ends_the_turn_and_the_dealers_neighbour_is_next(self):
        g = Game(SheetTerms(name="Cards", deals=True, turn_s=60), 4)
        g.do(e.Press(side="A"))
        assert g.state.clock.seat == 1
        g.rounds((1, 2, 3, 4))
        assert not GAME.is_running(g.state)
        g.do(e.Press(side="A"))
        assert g.state.clock.seat == 2

    def test_an_untimed_game_knows_no_press(self):
        g = Game(RUMMY)
        assert GAME.button(g.state, 0, Gesture.PRESS, ()) == ()
        g.refused("R8", e.Press(side="A"))
        assert GAME.power_loss(g.state, SECOND) is None


@pytest.mark.parametrize(
    ("terms", "sentence"),
    [
        (SheetTerms(name="x", players=(5, 3)), "The fewest players are more than the most: 5 and 3."),
        (SheetTerms(name="x", players=(4, 5), team=2), "2 to a team"),
        (SheetTerms(name="x", players=(2, 2), team=2), "2 to a team"),
        (SheetTerms(name="x", least=5, most=4), "The least figure is more than the most."),
        (SheetTerms(name="x", bonus=(Bonus(boxes=1, reached=1, points=1),)), "A bonus is for boxes"),
        (SheetTerms(name="x", start=5, until=5), "over before it begins"),
        (SheetTerms(name="x", exact=True), "An exact finish needs"),
        (SheetTerms(name="x", written="turn", total=5), "known only where a whole round"),
        (SheetTerms(name="x", boxes=BOXES.boxes, until=5), "it has no until"),
        (SheetTerms(name="x", boxes=BOXES.boxes, bonus=(Bonus(boxes=4, reached=1, points=1),)), "more boxes"),
    ],
)
def test_terms_by_which_nobody_could_play_make_no_game(terms, sentence):
    assert sentence in str(refusal_of_start(terms))


def test_as_many_play_as_the_sheet_says():
    assert refusal_of_start(HEARTS, 3).rule == "R1"
    assert refusal_of_start(SheetTerms(name="x", players=(4, 8), team=2), 5).rule == "R1"


def test_a_sheet_without_an_end_is_full_one_day():
    g = Game(SheetTerms(name="List"))
    g.rounds(*[(1, 0)] * MOST_ROUNDS)
    g.refused("R6", e.RoundScore(figures=(1, 0)))
    g.do(e.End())


FIGURES = st.integers(-50, 200)
EVENTS = st.one_of(
    st.builds(e.RoundScore, figures=st.lists(FIGURES, min_size=1, max_size=4).map(tuple)),
    st.builds(e.TurnScore, figure=FIGURES),
    st.builds(e.Fill, box=st.integers(1, 4), figure=st.integers(-1, 31)),
    st.builds(
        e.Correct, round=st.integers(1, 5), figures=st.lists(st.none() | FIGURES, min_size=2, max_size=4).map(tuple)
    ),
    st.builds(e.Dealer, seat=st.sampled_from("12345")),
    st.builds(e.OnTurn, seat=st.sampled_from("12345")),
    st.builds(e.Press, side=st.sampled_from("AB")),
    st.sampled_from([e.Pause(), e.Resume(), e.PowerLoss(), e.End(), e.Sign(side="A"), e.Sign(side="B"), Undo()]),
    st.just(e.Reopen(reason="table")),
)


def recount(state):
    """The sums from nothing but rows and terms, figure by figure."""
    terms, sums = state.terms, []
    for column in range(len(state.sums)):
        total, figures = terms.start, [row[column] for row in state.rows]
        for figure in figures:
            after = total - (figure or 0) if terms.counts_down else total + (figure or 0)
            overshoots = terms.exact and (after < terms.until if terms.counts_down else after > terms.until)
            total = total if overshoots else after
        total += sum(b.points for b in terms.bonus if sum(n or 0 for n in figures[: b.boxes]) >= b.reached)
        sums.append(total)
    return tuple(sums)


@given(st.sampled_from(SHEETS), st.lists(EVENTS, max_size=40))
def test_whatever_is_written_sums_and_record_agree(terms, events):
    g = Game(terms, 4)
    for event in events:
        may = GAME.may(g.state, g.now)
        try:
            g.do(event)
        except Refusal:
            continue
        if not isinstance(event, Undo):
            assert may[event.__struct_config__.tag] is None, "what was done was not said to be possible"
        assert g.state.sums == recount(g.state)
        assert g.state.phase is not Phase.PLAY or not g.state.is_full
        assert not GAME.is_running(g.state) or g.state.phase is Phase.PLAY
        if terms.written == "turn":
            assert all(None not in row for row in list(g.state.rows)[:-1])
    again = read(write(g.history).splitlines())
    assert again.state == g.history.state
    assert GAME.report(again.state).data == GAME.report(g.state).data
