"""What the desk rules: warnings, penalties, frozen standings, contacts that are really deleted, a new evening; and that
every act is undone by another act."""

import sqlite3
import tempfile
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from device.organiser import decisions, freezing, season, snapshot
from device.organiser.board.model import Board
from device.organiser.board.pages import Pages
from device.organiser.desk import Desk
from device.organiser.drawing import Drawing
from device.organiser.event_state import ACT, folded
from device.organiser.public_names import initials
from device.organiser.registration import Registration
from device.organiser.rulings import Rulings
from device.organiser.scoring import Scoring
from device.organiser.season import events_of
from device.organiser.store import DESK, Row, everything, open_store
from rules.message import Refusal
from tests.organiser.conftest import EVENT
from tests.organiser.pages import rows_of

DOUBLES, MARIAS = "polish_doubles", "marias"


@pytest.fixture
def desk(store):
    return Desk(store)


def with_pairs(desk, count, **more):
    for n in range(1, count + 1):
        Registration(desk).enrol((f"Ann {n}", f"Bob {n}"), f"Pair {n}", **more)
    Registration(desk).all_came()


def played(desk, round, text, *scores, kind=DOUBLES):
    Drawing(desk).by_hand(round, kind, text)
    Drawing(desk).publish(round)
    for table, score in enumerate(scores, start=1):
        Drawing(desk).result(round, table, score)


def places(desk, kind=DOUBLES, before=100):
    return [(one.place, one.entrant.number, one.won, one.margin) for one in Scoring(desk.read()).lines(kind, before)]


def take_back(desk):
    Drawing(desk).take_back(desk.read().tournament.last.id)


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


def test_public_pages_show_initials_of_who_asked_and_the_desk_the_name(desk, store):
    people = Registration(desk)
    people.enrol(("Jan Novák", "Eva"), club="Písek", initials=True)
    people.enrol(("Jana Nováková", "Evald Chrt"), "Krtci")
    people.all_came()
    played(desk, 1, "1: 1 2", (300, 200))
    store.append(rows_of(1, names=("Jan Novák + Eva", "Krtci")))
    board = Board()
    board.take(everything(store))
    board.flush()
    pages = Pages(board)
    shown = "".join(pages.page(view, 1, "cs", "board") for view in ("tables", "projector", "table", "results"))
    shown += "".join(pages.part(name, "cs") for name in ("rank", "results", "card-1", "table-1"))
    assert "Jan Novák" not in shown.replace("Jana Nováková", "")
    assert "J. N. + E." in shown
    assert "Krtci" in shown
    before = board.version
    people.correct(1, ("Jan Novák", "Eva"), "", "Písek", "", initials=False)
    board.take(everything(store, before))
    assert board.flush()
    assert "rank" in board.changed(["rank"], before)
    assert "Jan Novák + Eva" in pages.part("rank", "cs")
    assert initials("Dana Chytrá z Dolů") == "D. Ch. Z. D."


def test_a_name_of_one_word_is_hidden_where_it_stands_alone_and_no_other_word_is(desk, store):
    Registration(desk).enrol(("Stůl", "Table"), "Kolo", initials=True)
    Registration(desk).enrol(("Ota", "Ivo"))
    Registration(desk).all_came()
    played(desk, 1, "1: 1 2", (300, 200))
    board = Board()
    board.take(everything(store))
    board.flush()
    page = Pages(board).page("results", 1, "cs", "board")
    assert "<table>" in page
    assert "Tabule" in page or "stůl" in page.casefold()


# -- contacts ----------------------------------------------------------------------------------------------------------


def old_contact(desk):
    """A contact as an earlier version kept it: in the log."""
    act = decisions.Enrolled(
        id="a" * 16, entrant="e" * 16, number=7, name="Old", players=("Old",), contact="OLD-777-888", by="Hana"
    )
    desk._store.append([Row(0, DESK, "@old", 1, ACT, "", 0, 0, desk.now(), decisions.encode(act))])
    desk.read()


def test_contacts_are_in_no_row_of_the_log_and_deleted_they_are_in_no_file(desk, store, tmp_path):
    old_contact(desk)
    Registration(desk).enrol(("New",), contact="NEW-666-555")
    assert set(desk.contacts().values()) == {"OLD-777-888", "NEW-666-555"}
    assert not [row for row in everything(store) if "NEW-666" in row.body]
    before = folded(everything(store)).tournament.entrants
    desk.delete_contacts()
    assert desk.contacts() == Desk(store).contacts() == {}
    assert folded(everything(store)).tournament.entrants == before
    assert "Hana" in "".join(row.body for row in everything(store))
    files = b"".join(path.read_bytes() for path in tmp_path.glob("event.db*"))
    assert b"777-888" not in files
    assert b"666-555" not in files
    with pytest.raises(sqlite3.Error, match="append only"):
        sqlite3.connect(tmp_path / "event.db").execute("UPDATE log SET body = '{}'")


def test_in_both_databases_contacts_are_kept_changed_and_deleted(store_url):
    store = open_store(store_url, EVENT)
    desk = Desk(store)
    old_contact(desk)
    other = open_store(store_url, "another")
    other.keep_contacts({"e" * 16: "theirs"})
    people = Registration(desk)
    people.correct(7, ("Old",), "", "", "changed")
    assert desk.contacts() == {"e" * 16: "changed"}
    people.correct(7, ("Old",), "", "", "")
    assert desk.contacts() == {}
    assert len(desk.state.tournament.decided()) == 1
    desk.delete_contacts()
    assert (Desk(store).contacts(), other.contacts()) == ({}, {"e" * 16: "theirs"})
    with pytest.raises(Exception, match="append only"):
        store._write([("UPDATE log SET body = ?", [("{}",)])])
    other.close()
    store.close()


def test_a_store_of_an_earlier_version_without_the_table_of_contacts_gets_it(tmp_path):
    path = tmp_path / "event.db"
    open_store(str(path), EVENT).close()
    with sqlite3.connect(path) as db:
        db.execute("DROP TABLE contact")
    reader = open_store(str(path), EVENT, read_only=True)
    assert reader.contacts() == {}
    desk = Desk(open_store(str(path), EVENT))
    Registration(desk).enrol(("Jan",), contact="x@y")
    assert list(desk.contacts().values()) == ["x@y"]
    take_back(desk)
    assert desk.contacts() == {}
    reader.close()


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
        draw.result(1, 2, (0, 0), absent=(0,))
    draw.result(1, 2, (0, 50), "did not come", absent=(0,))
    assert places(desk)[0][1] == 4
    draw.result(1, 2, (300, 200), "both cheated", double_loss=True)
    assert [one[2] for one in places(desk) if one[1] in (3, 4)] == [0, 0]
    draw.result(1, 2, (0, 0), "nobody came", absent=(0, 1))
    assert desk.state.tournament.entered(1, 2).double_loss
    for _ in range(4):
        take_back(desk)
    assert places(desk) == before
    assert [done.stands for done in desk.state.tournament.about(1, 2)] == [True, False, False, False]


def test_who_forfeits_is_named_by_number_and_both_who_do_lose(desk):
    with_pairs(desk, 4)
    played(desk, 1, "1: 1 2\n2: 3 4", (300, 200))
    draw = Drawing(desk)
    draw.forfeit(1, 3, "did not come")
    assert {one[1]: one[2] for one in places(desk)} == {1: 1, 2: 0, 3: 0, 4: 1}
    draw.forfeit(1, 1, "cheated")
    assert desk.state.tournament.entered(1, 1).scores == (300, 200)
    draw.forfeit(1, 4, "nor did they")
    assert {one[1]: one[2] for one in places(desk)} == {1: 0, 2: 1, 3: 0, 4: 0}
    with pytest.raises(Refusal, match="not in this draw"):
        draw.forfeit(1, 9, "x")


def test_who_sat_at_the_desk_stands_with_every_act(desk):
    with desk.said_by("Hana"):
        with_pairs(desk, 2)
        played(desk, 1, "1: 1 2", (300, 200))
    Drawing(desk).result(1, 1, (300, 250), "added wrong")
    first, second = desk.state.tournament.about(1, 1)
    assert [act.by for act in (first.acts[0], second.acts[0])] == ["Hana", ""]


def test_the_organiser_chooses_what_decides_places(desk):
    with_pairs(desk, 4)
    played(desk, 1, "1: 1 2\n2: 3 4", (300, 299), (400, 100))
    played(desk, 2, "1: 1 3\n2: 2 4", (200, 300), (500, 200))
    assert [one[1] for one in places(desk)] == [3, 2, 1, 4]
    Rulings(desk).set_ranking(DOUBLES, ("wins", "direct", "margin"))
    assert [one[1] for one in places(desk)] == [3, 1, 2, 4]
    Rulings(desk).set_ranking(DOUBLES, ("points",), drop_worst=1)
    assert [(one[1], one[3]) for one in places(desk)] == [(2, 300), (3, 300), (1, 1), (4, -300)]
    for by in (("luck",), ("wins", "wins")):
        with pytest.raises(Refusal):
            Rulings(desk).set_ranking(DOUBLES, by)
    take_back(desk)
    take_back(desk)
    assert [one[1] for one in places(desk)] == [3, 2, 1, 4]


def test_the_board_and_other_programs_have_the_places_of_the_desk(desk, store):
    with_pairs(desk, 4)
    played(desk, 1, "1: 1 2\n2: 3 4", (300, 299), (400, 100))
    played(desk, 2, "1: 1 3\n2: 2 4", (200, 300), (500, 200))
    Rulings(desk).set_ranking(DOUBLES, ("wins", "direct", "median"))
    board = Board()
    board.take(everything(store))
    board.flush()
    mine = [(one.place, one.entrant.name) for one in Scoring(desk.state).lines(DOUBLES)]
    assert [(one.place, one.name) for one in board.value("rank").lines] == mine
    (values,) = snapshot.standings_of(desk.state, EVENT)["standings"]
    assert [(one["place"], one["name"]) for one in values["lines"]] == mine
    assert "Medián" in Pages(board).part("results", "cs")


# -- copies ------------------------------------------------------------------------------------------------------------


def test_a_copy_is_kept_with_the_next_draw_and_a_later_correction_makes_a_version(desk):
    with_pairs(desk, 4)
    played(desk, 1, "1: 1 2\n2: 3 4", (300, 200), (300, 250))
    played(desk, 2, "1: 1 3\n2: 2 4")
    tournament = desk.read().tournament
    (first,) = tournament.frozen(DOUBLES, 1)
    assert [line.number for line in first.lines] == [1, 3, 4, 2]
    Drawing(desk).result(1, 1, (200, 300), "swapped")
    again, second = desk.read().tournament.frozen(DOUBLES, 1)
    assert again == first
    assert ([line.number for line in second.lines], second.because) == ([2, 3, 4, 1], "swapped")
    with pytest.raises(Refusal, match="as version 2"):
        freezing.freeze(desk, DOUBLES, 1)
    take_back(desk)
    assert desk.read().tournament.frozen(DOUBLES, 1) == [first]
    assert not freezing.differs(Scoring(desk.state), [first], DOUBLES, 1)
    take_back(desk)  # the draw of round 2, with which the copy was kept
    assert desk.read().tournament.frozen(DOUBLES, 1) == []


def test_a_correction_that_changes_nothing_makes_no_version(desk):
    with_pairs(desk, 2)
    played(desk, 1, "1: 1 2", (300, 200))
    freezing.freeze(desk, DOUBLES, 1)
    Drawing(desk).result(1, 1, (300, 200), "looked at again")
    assert len(desk.read().tournament.frozen(DOUBLES, 1)) == 1


# -- evenings ----------------------------------------------------------------------------------------------------------


def test_a_new_evening_keeps_people_and_tables_and_begins_with_no_result(desk, store):
    desk.name("First")
    with_pairs(desk, 4, club="Písek", contact="x@y")
    Registration(desk).warn(1, "late")
    played(desk, 1, "1: 1 2\n2: 3 4", (300, 200), (300, 250))
    store.append(rows_of(3))
    desk.round(1, 3000)
    with pytest.raises(Refusal, match="End the round"):
        Rulings(desk).begin_evening("Second")
    desk.end_round()
    before = msgspec.json.encode(snapshot.standings_of(desk.read(), EVENT))
    contacts = desk.contacts()
    Rulings(desk).begin_evening("Second")
    state = desk.read()
    assert (state.title, state.games, state.last_round, list(state.tournament.rounds())) == ("Second", {}, 0, [])
    assert set(state.places) == {1, 2, 3}
    assert [(one.number, one.status, one.warnings) for one in state.tournament.by_number().values()] == [
        (n, "registered", ()) for n in range(1, 5)
    ]
    assert desk.contacts() == contacts
    assert folded(everything(store)).tournament.entrants == state.tournament.entrants
    board = Board()
    board.take(everything(store))
    board.flush()
    assert board.value("rank") is None
    take_back(desk)
    assert msgspec.json.encode(snapshot.standings_of(desk.read(), EVENT)) == before
    assert desk.state.title == "First"
    assert desk.state.game_at(desk.state.places[3]) is not None


def test_what_comes_late_of_an_evening_that_is_over_belongs_there(desk, store):
    desk.name("First")
    rows = rows_of(1)
    store.append(rows[:-1])
    assert desk.read().games
    desk.state.games[rows[0].game].counts = True
    store.append([rows[-1]])
    desk.read()
    Rulings(desk).begin_evening("Second")
    store.append([row._replace(boot="c" * 8) for row in rows if row.game])
    state = desk.read()
    assert state.games == {}
    assert len(state.evenings[0].games) == 1
    assert (state.unreadable, sum(state._waiting.values())) == (0, 0)


def test_a_new_evening_waits_for_tables_that_play(desk, store):
    store.append(rows_of(1, entries=5))
    with pytest.raises(Refusal, match="Table 1 is still playing"):
        Rulings(desk).begin_evening("Second")


def test_a_season_is_the_evenings_of_the_club_and_standings_from_files(desk, store, tmp_path):
    desk.name("First")
    with_pairs(desk, 2)
    played(desk, 1, "1: 1 2", (300, 200))
    Rulings(desk).begin_evening("Second")
    Registration(desk).all_came()
    played(desk, 1, "1: 1 2", (300, 250))
    other = Desk(open_store(str(tmp_path / "other.db"), "brno"))
    other.name("Brno")
    with_pairs(other, 1)
    Registration(other).enrol(("Eva", "Ota"), "Guests")
    Registration(other).all_came()
    played(other, 1, "1: 1 2", (100, 300))
    text = msgspec.json.encode(snapshot.standings_of(other.read(), "brno")).decode()
    season.add(desk, text)
    lines = season.season(events_of(desk.read(), DOUBLES), DOUBLES)
    assert [(one.place, one.name, one.sum_of("won"), one.sum_of("margin"), list(one.events)) for one in lines] == [
        (1, "Pair 1", 2, -50, ["First", "Second", "Brno"]),
        (2, "Guests", 1, 200, ["Brno"]),
        (3, "Pair 2", 0, -150, ["First", "Second"]),
    ]
    take_back(desk)
    assert len(season.season(events_of(desk.read(), DOUBLES), DOUBLES)) == 2
    for wrong in ("", "[]", "{}", '{"event": "x", "standings": [{"game": "polish_doubles", "lines": [{}]}]}', "\x00"):
        with pytest.raises(Refusal):
            season.add(desk, wrong)
    with pytest.raises(Refusal):
        season.add(desk, text.replace('"won":1', '"won":"1e999999999"'))


# -- rounds and numbers ------------------------------------------------------------------------------------------------


def test_the_end_of_a_round_and_a_release_are_taken_back(desk, store):
    store.append(rows_of(1))
    desk.round(2, 3000)
    on = desk.state.round
    desk.end_round()
    desk.take_end_back()
    assert desk.state.round == on
    with pytest.raises(Refusal, match="No round was ended"):
        desk.take_end_back()
    holder = desk.state.places[1].holder
    with pytest.raises(Refusal, match="not free"):
        desk.take_release_back(1)
    desk.release(1)
    desk.take_release_back(1)
    place = desk.state.places[1]
    assert (place.holder, place.released) == (holder, False)


# -- every act is undone by another act --------------------------------------------------------------------------------


class DeskActs(RuleBasedStateMachine):
    """Whatever is decided at the desk: taking it back gives what was there before, and the log says the same again."""

    def __init__(self):
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.store = open_store(str(Path(self.folder.name) / "event.db"), EVENT)
        self.desk = Desk(self.store)
        self.before = []

    @initialize()
    def people(self):
        with_pairs(self.desk, 5)
        Drawing(self.desk).by_hand(1, DOUBLES, "1: 1 2\n2: 3 4\n5")
        Drawing(self.desk).publish(1)

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

    @rule(n=st.integers(0, 7), what=st.sampled_from(["present", "registered", "withdrawn"]))
    def attends(self, n, what):
        self.decides(lambda: Registration(self.desk).attend(n, what))

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
        self.decides(lambda: Drawing(self.desk).result(round, table, scores, reason, tuple(absent), double))

    @rule(publish=st.booleans())
    def is_drawn(self, publish):
        draw = Drawing(self.desk)
        self.decides(lambda: draw.publish(2) if publish else draw.draft(2, DOUBLES, "swiss", seed=1))

    @rule(by=st.permutations(["wins", "margin", "direct", "median"]), worst=st.integers(0, 2))
    def is_ranked(self, by, worst):
        self.decides(lambda: Rulings(self.desk).set_ranking(DOUBLES, by[:3], drop_worst=worst))

    @rule(after=st.integers(1, 2))
    def is_frozen(self, after):
        self.decides(lambda: freezing.freeze(self.desk, DOUBLES, after))

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
        again = folded(everything(self.store))
        assert again.unreadable == 0
        assert self.shown(again) == self.shown()

    def teardown(self):
        self.store.close()
        self.folder.cleanup()


TestDeskActs = DeskActs.TestCase
TestDeskActs.settings = settings(max_examples=12, stateful_step_count=14, deadline=None)
