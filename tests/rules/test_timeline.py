"""The past of a game told again: every state, every change, every version, both clocks at every entry."""

import pytest

from device.common.i18n import speaking, tr
from rules.game import SECOND, Undo, Void
from rules.history import History
from rules.polish_doubles import acts as e
from rules.timeline import Timeline
from tests.rules.table import GAME, Game
from tools.play.gallery import SAMPLES, load_record

SETUP = Game().history.setup
FULL = SAMPLES / "polish-doubles-full.jsonl"
KOCKA = SAMPLES / "kourici-kocka.jsonl"


class Counting:
    """Polish doubles that counts how often an event is applied."""

    def __init__(self):
        self.applied = 0

    def __getattr__(self, name):
        return getattr(GAME, name)

    def apply(self, state, entry):
        self.applied += 1
        return GAME.apply(state, entry)

    def written(self, state):
        return GAME.sheet_entries(state)

    def clocks(self, state, entry):
        return GAME.clock_readings(state, entry)


def opened(*more, game=GAME) -> History:
    """Krtci open with KOSA 12 after 40 seconds and press at 50; then ``more``, each an event and its time in s."""
    history = History.begin(game, SETUP)
    first = [(e.Starters(pair="A"), 0), (e.Press(pair="A"), 10), (e.Move(word="KOSA", points=12), 40)]
    for event, at in [*first, (e.Press(pair="A"), 50), *more]:
        history = history.accept(event, at * SECOND)
    return history


def told(change):
    before = None if change.before is None else str(change.before.text)
    after = None if change.after is None else str(change.after.text)
    return str(change.title), before, after


def test_only_what_is_new_is_folded():
    game = Counting()
    history = opened(game=game)
    known = Timeline.of(history)
    longer = history.accept(e.Move(word="PES", points=5), 60 * SECOND)
    game.applied = 0
    Timeline.of(longer, known)
    assert game.applied == 1
    assert Timeline.of(history, known) is known


def test_another_game_is_not_taken_for_a_longer_one():
    other = opened((e.Move(word="LES", points=4), 60))
    known = Timeline.of(opened((e.Move(word="PES", points=5), 60)))
    longer = other.accept(e.Pass(), 70 * SECOND)
    assert Timeline.of(longer, known).states[5] == other.state


def test_S10_a_press_tells_what_both_clocks_showed_at_it():
    press = Timeline.of(opened()).moment(4)
    assert [clock.left for clock in press.clocks] == [140 * SECOND] * 2
    assert [clock.name for clock in press.clocks] == ["Krtci", "Sloky"]
    assert press.on_clocks
    assert not any(clock.standing or clock.spoiled for clock in press.clocks)


def test_S10_a_press_that_says_itself_what_the_clocks_showed_is_believed():
    history = opened((e.Press(pair="B", shows_s=(100.5, 99.0)), 130))
    assert [clock.left / SECOND for clock in Timeline.of(history).moment(5).clocks] == [100.5, 99.0]


def test_S10_a_spoiled_clock_is_told_as_one_from_the_next_entry_on():
    timeline = Timeline.of(opened((e.Press(pair="A"), 60), (e.Move(word="PES", points=5), 70)))
    assert [clock.spoiled for clock in timeline.moment(5).clocks] == [False, False]
    assert [clock.spoiled for clock in timeline.moment(6).clocks] == [True, False]


def test_S10_a_voided_press_says_what_took_it_back():
    timeline = Timeline.of(opened((Void(of=(4,), by="A"), 55)))
    assert timeline.moment(4).gone == 5
    assert str(timeline.moment(5).what) == "press taken back (A): entry 4"
    assert told(timeline.moment(5).changes[0]) == ("total Krtci", "12", "0")


@pytest.mark.parametrize(("by", "words"), [("both", "obě strany"), ("referee", "rozhodčí"), ("B", "B")])
def test_S10_who_took_a_press_back_is_said_in_the_language_of_the_device(by, words):
    with speaking("cs"):
        assert tr(GAME.describe(Void(of=(4,), by=by))) == f"stisk vzat zpět ({words})"


def test_a_press_whose_taking_back_was_undone_counts_again():
    timeline = Timeline.of(opened((Void(of=(4,), by="A"), 55), (Undo(), 57)))
    assert timeline.undone_by == {5: 6}
    assert told(timeline.moment(6).changes[0]) == ("total Krtci", "0", "12")


def test_S10_a_press_that_stops_nothing_is_on_the_clocks_timeline_too():
    timeline = Timeline.of(opened((e.Pause(), 80), (e.Press(pair="A"), 90)))
    assert timeline.moment(6).on_clocks


def test_S29_the_racks_change_both_totals():
    history = opened((e.End(), 60), (e.Racks(pair="A", tiles="AB"), 70), (e.Racks(pair="B", tiles=""), 80))
    last = Timeline.of(history).moment(7)
    assert ("total Krtci", "12", str(history.state.total(0))) in [told(change) for change in last.changes]
    assert history.state.total(0) < 12


def test_a_pause_shows_clocks_that_stand_at_its_end():
    timeline = Timeline.of(opened((e.Pause(), 80), (e.Resume(), 200)))
    pause, resume = timeline.moment(5), timeline.moment(6)
    assert [clock.left // SECOND for clock in (*pause.clocks, *resume.clocks)] == [150] * 4
    assert [clock.standing for clock in (*pause.clocks, *resume.clocks)] == [False, False, True, True]


def test_S12_a_correction_tells_what_it_changed_and_the_old_row_stays_a_version():
    timeline = Timeline.of(opened((e.Correct(turn=1, move=1, points=21), 60)))
    correction = timeline.moment(5)
    assert [told(change) for change in correction.changes] == [
        ("turn 1 · move 1 · Krtci", "KOSA 12", "KOSA 21"),
        ("total Krtci", "12", "21"),
    ]
    assert correction.correction
    assert not timeline.moment(3).correction
    assert not timeline.moment(4).correction, "a total that follows from the rows"
    (row,) = timeline.places
    assert [(version.n, str(version.text)) for version in row.versions] == [(3, "KOSA 12"), (5, "KOSA 21")]


def test_S12_a_correction_of_the_tiles_alone_is_a_version_too():
    timeline = Timeline.of(opened((e.Correct(turn=1, move=1, tiles=2), 60)))
    (row,) = timeline.places
    assert [str(version.detail) for version in row.versions] == ["tiles: 4", "tiles: 2"]


def test_a_row_that_was_undone_and_written_anew_has_three_versions():
    timeline = Timeline.of(opened((e.Move(word="PES", points=5), 60), (Undo(), 65), (e.Move(word="LES", points=4), 70)))
    row = timeline.places[1]
    assert [version.text and str(version.text) for version in row.versions] == ["PES 5", None, "LES 4"]
    assert not any(version.struck for version in row.versions), "what was undone is gone, not struck out"
    assert str(row.versions[1].by) == "undo of entry 5: PES 5"


def test_S17_an_upheld_objection_strikes_the_row():
    history = opened((e.Objection(move=1), 60), (e.Verdict(valid=False), 70))
    (row,) = Timeline.of(history).places
    assert [version.struck for version in row.versions] == [False, True]
    assert told(Timeline.of(history).moment(6).changes[1]) == ("total Krtci", "12", "0")


@pytest.mark.parametrize("n", [4, 5, 6, 9, 20, 51, 52, 58, 82])
def test_every_act_on_the_clocks_of_the_full_sample_is_on_their_timeline(n):
    assert Timeline.of(load_record(FULL)).moment(n).on_clocks is (n != 5)


def test_an_objection_that_stops_the_clock_is_on_the_clocks_timeline():
    timeline = Timeline.of(opened((e.Objection(move=1), 60)))
    assert timeline.moment(5).on_clocks


def test_a_game_without_clocks_is_told_with_its_rounds():
    timeline = Timeline.of(load_record(KOCKA))
    assert all(moment.clocks == () and not moment.on_clocks for moment in timeline.moments)
    assert [len(place.versions) for place in timeline.places] == [1, 1, 1, 1, 1, 3, 1]
    assert told(timeline.moment(17).changes[1]) == ("letters of Bára", "KO", "KOČ")


class Silent:
    """A game that answers nothing beside the questions that every game answers."""

    def __init__(self, game):
        for name in ("start", "apply", "describe", "undo_refusal", "check_void", "entry_refusal", "is_misread"):
            setattr(self, name, getattr(game, name))


def test_a_game_that_tells_nothing_of_itself_still_has_its_timeline():
    history = opened(game=Silent(GAME))
    timeline = Timeline.of(history)
    assert [str(moment.what) for moment in timeline.moments][2:] == ["KOSA 12", "press of pair A"]
    assert timeline.places == ()
    assert all(moment.clocks == () and moment.changes == () for moment in timeline.moments)
