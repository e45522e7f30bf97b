"""What the desk rules: warnings, penalties, frozen standings; and that every act is undone by another act."""

import tempfile
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from device.common.i18n import speaking
from device.organiser.board.pages import BoardPages
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import everything, open_store
from device.organiser.tournament import decided, rulings, snapshot
from device.organiser.tournament.drawing import Drawing
from device.organiser.tournament.registration import Registration
from device.organiser.tournament.rulings import Rulings
from device.organiser.tournament.scoring import Scoring
from rules.message import Refusal
from tests.organiser.conftest import EVENT
from tests.organiser.events import DOUBLES, played, take_back, with_pairs, with_players
from tests.organiser.folds import fold_rows
from tests.organiser.pages import board_of
from tests.organiser.said import correct, ranking, result

CHESS = "chess_clock"

MARIAS = "marias"


def places(desk, kind=DOUBLES, before=100):
    return [
        (line.place, line.entrant.number, line.won, line.margin) for line in Scoring(desk.read()).lines(kind, before)
    ]


# -- people ------------------------------------------------------------------------------------------------------------


def test_m4_nobody_is_expelled_without_a_warning_and_an_expelled_one_plays_no_more(desk):
    with_pairs(desk, 4)
    people = Registration(desk)
    with pytest.raises(Refusal, match="only after a warning"):
        people.expel(1, "shouted")
    with pytest.raises(Refusal, match="Say why"):
        people.warn(1, " ")
    people.warn(1, "shouted")
    people.expel(1, "shouted again")
    assert not desk.read().tournament.by_number()[1].plays(1)
    with pytest.raises(Refusal, match="was expelled"):
        people.attend(1, "present")
    take_back(desk)
    take_back(desk)
    assert desk.read().tournament.by_number()[1].warnings == ()
    assert desk.state.tournament.by_number()[1].plays(1)


# -- results -----------------------------------------------------------------------------------------------------------


def test_a_penalty_a_forfeit_and_a_double_loss_count_with_a_reason_and_go_back(desk):
    with_pairs(desk, 4)
    played(desk, 1, "1: 1 2\n2: 3 4", (300, 200), (300, 200))
    before = places(desk)
    rulings, draw = Rulings(desk), Drawing(desk)
    for wrong in ((9, 1, 1, 0, "x"), (1, 2, 1, 0, "x"), (1, 1, 0, 0, "x"), (1, 1, 1, 0, ""), (1, 1, "1/3", 0, "x")):
        with pytest.raises(Refusal):
            rulings.adjust(wrong[0], wrong[1], Fraction(wrong[2]), *wrong[3:])
    rulings.adjust(1, 1, Fraction(-1, 2), -10, "late")
    assert (2, 1, Fraction(1, 2), 90) in places(desk)
    with pytest.raises(Refusal, match="say why"):
        result(draw, 1, 2, (0, 0), absent=(0,))
    result(draw, 1, 2, (0, 50), "did not come", absent=(0,))
    assert places(desk)[0][1] == 4
    result(draw, 1, 2, (300, 200), "both cheated", double_loss=True)
    assert [place[2] for place in places(desk) if place[1] in (3, 4)] == [0, 0]
    result(draw, 1, 2, (0, 0), "nobody came", absent=(0, 1))
    assert desk.state.tournament.results.get((1, 2)).double_loss
    for _ in range(4):
        take_back(desk)
    assert places(desk) == before
    assert [done.in_force for done in desk.state.tournament.about(1, 2)] == [True, False, False, False]


def test_a_penalty_counts_in_its_own_game_and_not_before_its_round(desk):
    with_players(desk, 4)
    played(desk, 1, "1: 1 2\n2: 3 4", (1, 0), (1, 0), kind=CHESS)
    played(desk, 2, "1: 1 2 3 4", kind=MARIAS)
    Rulings(desk).adjust(1, 2, Fraction(0), -500, "came late")
    scoring = Scoring(desk.read())

    def points(kind, before=100):
        return next(line.points for line in scoring.lines(kind, before) if line.entrant.number == 1)

    assert points(CHESS) == points(CHESS, before=2)
    assert (points(MARIAS, before=2), points(MARIAS)) == (0, -500)


def test_who_forfeits_is_named_by_number_and_both_who_do_lose(desk):
    with_pairs(desk, 4)
    played(desk, 1, "1: 1 2\n2: 3 4", (300, 200))
    draw = Drawing(desk)
    draw.forfeit(1, 3, "did not come")
    assert {place[1]: place[2] for place in places(desk)} == {1: 1, 2: 0, 3: 0, 4: 1}
    draw.forfeit(1, 1, "cheated")
    assert desk.state.tournament.results.get((1, 1)).scores == (300, 200)
    draw.forfeit(1, 4, "nor did they")
    assert {place[1]: place[2] for place in places(desk)} == {1: 0, 2: 1, 3: 0, 4: 0}
    with pytest.raises(Refusal, match="not in this draw"):
        draw.forfeit(1, 9, "x")


def test_the_list_of_decisions_knows_who_was_registered_and_who_was_changed(desk):
    with_pairs(desk, 1)
    correct(Registration(desk), 1, ("Ann", "Bob"), "Pair", "", "")
    Rulings(desk).begin_evening("Second")
    correct(Registration(desk), 1, ("Ann", "Eve"), "Pair", "", "")
    now, first = desk.read(), desk.state.evenings[0]
    with speaking("en"):
        texts = [
            [str(decided.in_words(state, done)) for done in state.tournament.all_decisions()] for state in (now, first)
        ]
    assert texts == [
        ["changed: 1 Pair", "a new evening: Second"],
        ["changed: 1 Pair", "here: 1 Pair", "registered: 1 Pair 1"],
    ]


def test_who_changes_what_somebody_else_began_stands_with_the_change(desk):
    with desk.said_by("Hana"):
        with_pairs(desk, 4)
        Drawing(desk).by_hand(1, DOUBLES, "1: 1 2\n2: 3 4")
        desk.round(1, 60)
    with desk.said_by("Jana"):
        Drawing(desk).swap(1, 1, 3)
        desk.pause_round()
    assert [together.acts[0].by for together in desk.state.decided[-3:]] == ["Hana", "Jana", "Jana"]
    desk.resume_round()
    assert desk.state.decided[-1].acts[0].by == ""


def test_the_board_and_other_programs_have_the_places_of_the_desk(desk, store):
    with_pairs(desk, 4)
    correct(Registration(desk), 1, ("Ann 1", "Bob 1"), "Pair 1", "Písek", "")
    played(desk, 1, "1: 1 2\n2: 3 4", (300, 299), (400, 100))
    played(desk, 2, "1: 1 3\n2: 2 4", (200, 300), (500, 200))
    ranking(desk, DOUBLES, ("wins", "direct", "median"))
    board = board_of(store)
    mine = [(line.place, line.entrant.name) for line in Scoring(desk.state).lines(DOUBLES)]
    assert [(line.place, line.name) for line in board.value("rank").lines] == mine
    (values,) = snapshot.standings_of(desk.state, EVENT)["standings"]
    assert [(line["place"], line["name"]) for line in values["lines"]] == mine
    assert {line["name"]: line["club"] for line in values["lines"]} == {
        "Pair 1": "Písek",
        **dict.fromkeys(("Pair 2", "Pair 3", "Pair 4")),
    }
    assert "Medián" in BoardPages(board).part("results", "cs")


# -- copies ------------------------------------------------------------------------------------------------------------


def test_a_copy_is_kept_with_the_next_draw_and_a_later_correction_makes_a_version(desk):
    with_pairs(desk, 4)
    played(desk, 1, "1: 1 2\n2: 3 4", (300, 200), (300, 250))
    played(desk, 2, "1: 1 3\n2: 2 4")
    tournament = desk.read().tournament
    (first,) = tournament.frozen(DOUBLES, 1)
    assert [line.number for line in first.lines] == [1, 3, 4, 2]
    result(Drawing(desk), 1, 1, (200, 300), "swapped")
    again, second = desk.read().tournament.frozen(DOUBLES, 1)
    assert again == first
    assert ([line.number for line in second.lines], second.because) == ([2, 3, 4, 1], "swapped")
    with pytest.raises(Refusal, match="as version 2"):
        rulings.freeze(desk, DOUBLES, 1)
    take_back(desk)
    assert desk.read().tournament.frozen(DOUBLES, 1) == [first]
    assert not rulings.differs(rulings.frozen_standings(Scoring(desk.state), DOUBLES, 1, first.id), [first])
    take_back(desk)  # the draw of round 2, with which the copy was kept
    assert desk.read().tournament.frozen(DOUBLES, 1) == []


def test_a_correction_that_changes_nothing_makes_no_version(desk):
    with_pairs(desk, 2)
    played(desk, 1, "1: 1 2", (300, 200))
    rulings.freeze(desk, DOUBLES, 1)
    result(Drawing(desk), 1, 1, (300, 200), "looked at again")
    assert len(desk.read().tournament.frozen(DOUBLES, 1)) == 1


# -- rounds and numbers ------------------------------------------------------------------------------------------------


# -- every act is undone by another act --------------------------------------------------------------------------------


class DeskActs(RuleBasedStateMachine):
    """Whatever is decided at the desk: taking it back gives what was there before, and the log says the same again."""

    def __init__(self):
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.store = open_store(str(Path(self.folder.name) / "event.db"), EVENT)
        self.desk = OrganiserDesk(self.store)
        self.before = []

    @initialize()
    def people(self):
        with_pairs(self.desk, 5)
        played(self.desk, 1, "1: 1 2\n2: 3 4\n5")

    def shown(self, state=None):
        state = self.desk.read() if state is None else state
        tournament = state.tournament
        frozen = [tournament.frozen(DOUBLES, n) for n in (1, 2)]
        drafts = [tournament.draft(n) for n in (1, 2)]
        lines = Scoring(state).lines(DOUBLES)
        return state.title, dict(tournament.entrants), drafts, list(tournament.rounds()), lines, frozen

    def decides(self, act):
        rows, before = self.desk.read().last, self.shown()
        try:
            act()
        except Refusal:
            assert (self.desk.read().last, self.shown()) == (rows, before)
            return
        if self.desk.read().last > rows:
            self.before.append((self.desk.state.tournament.last.id, before))

    @rule(n=st.integers(0, 7), status=st.sampled_from(["present", "registered", "withdrawn"]))
    def attends(self, n, status):
        self.decides(lambda: Registration(self.desk).attend(n, status))

    @rule(n=st.integers(1, 6), expel=st.booleans())
    def is_warned(self, n, expel):
        people = Registration(self.desk)
        self.decides(lambda: (people.expel if expel else people.warn)(n, "shouted"))

    @rule(n=st.integers(1, 6), round=st.integers(1, 2), half=st.integers(-2, 2), points=st.integers(-50, 50))
    def is_adjusted(self, n, round, half, points):
        self.decides(lambda: Rulings(self.desk).adjust(n, round, Fraction(half, 2), points, "a penalty"))

    @rule(
        round=st.integers(1, 2),
        table=st.integers(1, 3),
        scores=st.tuples(st.integers(0, 400), st.integers(0, 400)),
        reason=st.sampled_from(["", "added wrong"]),
        absent=st.sets(st.integers(0, 2), max_size=2),
        double=st.booleans(),
    )
    def has_a_result(self, round, table, scores, reason, absent, double):
        self.decides(lambda: result(Drawing(self.desk), round, table, scores, reason, tuple(absent), double))

    @rule(publish=st.booleans())
    def is_drawn(self, publish):
        draw = Drawing(self.desk)
        self.decides(lambda: draw.publish(2) if publish else draw.draft(2, DOUBLES, "swiss", seed=1))

    @rule(by=st.permutations(["wins", "margin", "direct", "median"]), worst=st.integers(0, 2))
    def is_ranked(self, by, worst):
        self.decides(lambda: ranking(self.desk, DOUBLES, by[:3], drop_worst=worst))

    @rule(after=st.integers(1, 2))
    def is_frozen(self, after):
        self.decides(lambda: rulings.freeze(self.desk, DOUBLES, after))

    @rule()
    def begins_an_evening(self):
        self.decides(lambda: Rulings(self.desk).begin_evening("Another"))

    @precondition(lambda self: self.before)
    @rule()
    def takes_back(self):
        uid, before = self.before[-1]
        assert self.desk.read().tournament.last.id == uid
        with suppress(Refusal):
            Drawing(self.desk).take_back(uid)
            assert self.shown() == before
            self.before.pop()

    @invariant()
    def is_read_again(self):
        again = fold_rows(everything(self.store))
        assert again.unreadable == 0
        assert self.shown(again) == self.shown()

    def teardown(self):
        self.store.close()
        self.folder.cleanup()


TestDeskActs = DeskActs.TestCase
TestDeskActs.settings = settings(max_examples=12, stateful_step_count=14, deadline=None)
