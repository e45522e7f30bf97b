"""What holds of every game: undo, record and timeline of random games of every kind."""

from rules.game import Redo, Undo
from rules.history import History
from rules.message import Refusal
from rules.record import read, write
from rules.timeline import Timeline
from tests.rules.random_games import EVERY_GAME, few, random_game, walked


@EVERY_GAME
@few()
def test_undo_restores_and_redo_puts_it_back(key, seed):
    for before, event, after in walked(key, seed):
        taken = after is not None and after.entries[len(after.entries) - 1]
        if not taken or after.undoable != taken or after.game.undo_refusal(after.state) is not None:
            continue
        if isinstance(event, (Undo, Redo)):
            continue
        back = after.accept(Undo(), after.last_at)
        assert back.state == before.state, event
        assert back.accept(Redo(), back.last_at).state == after.state


@EVERY_GAME
@few()
def test_a_refused_event_leaves_the_game_that_its_entries_make(key, seed):
    history = random_game(key, seed)
    again = History.begin(history.game, history.setup)
    for entry in history.entries:
        again = again.accept(entry.event, entry.at)
    assert again.state == history.state
    assert read(write(history).splitlines()) == history


@EVERY_GAME
@few()
def test_whatever_is_taken_back_the_state_is_the_fold_of_what_counts(key, seed):
    history = random_game(key, seed)
    state, gone = history.game.start(history.setup), history.uncounted_entries
    for entry in history.entries:
        if entry.n in gone or isinstance(entry.event, (Undo, Redo)):
            continue
        try:
            state = history.game.apply(state, entry)
        except Refusal:
            assert entry.event.lasting, "a fact that lost its effect"
    assert history.state == state
    named = {entry.event.of for entry in history.entries if isinstance(entry.event, Undo)}
    assert history.undone_entries <= named


@EVERY_GAME
@few()
def test_every_moment_is_the_game_as_it_stood_then(key, seed):
    history = random_game(key, seed)
    timeline = Timeline.of(history)
    then = History.begin(history.game, history.setup)
    assert timeline.states[0] == then.state
    for entry in history.entries:
        then = then.accept(entry.event, entry.at)
        assert timeline.states[entry.n] == then.state


@EVERY_GAME
@few()
def test_a_timeline_that_grows_is_the_one_told_at_once(key, seed):
    history = random_game(key, seed)
    part = History.begin(history.game, history.setup)
    for entry in history.entries[: seed % (len(history.entries) + 1)]:
        part = part.accept(entry.event, entry.at)
    early = Timeline.of(part)
    assert early.moments is not None
    grown, whole = Timeline.of(history, early), Timeline.of(history)
    assert (grown.states, grown.moments, grown.places) == (whole.states, whole.moments, whole.places)


def content(entry):
    """What stands in a place of the sheet; a place may be called otherwise meanwhile, as after a substitution."""
    return entry and (entry.key, entry.text, entry.detail, entry.struck, entry.sum)


@EVERY_GAME
@few()
def test_the_changes_of_all_moments_together_make_the_sheet(key, seed):
    history = random_game(key, seed)
    timeline, entries_of = Timeline.of(history), history.game.sheet_entries
    sheet = {entry.key: entry for entry in entries_of(timeline.states[0])}
    for moment in timeline.moments:
        for change in moment.changes:
            place = (change.after or change.before).key
            assert content(sheet.pop(place, None)) == content(change.before)
            if change.after is not None:
                sheet[place] = change.after
    entries = [*entries_of(history.state)]
    assert {*map(content, sheet.values())} == {*map(content, entries)}
    assert len(sheet) == len(entries), "no two rows have one place"


@EVERY_GAME
@few()
def test_the_last_version_of_each_row_is_what_the_sheet_says_and_all_its_versions_differ(key, seed):
    history = random_game(key, seed)
    rows = {(str(row.title), str(row.text)) for row in history.game.sheet_entries(history.state) if not row.sum}
    places = Timeline.of(history).places
    last = {(str(place.title), str(text)) for place in places if (text := place.versions[-1].text) is not None}
    assert last == rows
    for place in places:
        for older, newer in zip(place.versions, place.versions[1:], strict=False):
            assert older.n < newer.n
            assert (older.text, older.detail, older.struck) != (newer.text, newer.detail, newer.struck)


@EVERY_GAME
@few()
def test_what_does_not_count_any_more_is_what_is_undone_or_voided(key, seed):
    history = random_game(key, seed)
    undone_by = Timeline.of(history).undone_by
    assert set(undone_by) == set(history.undone_entries | history.void_entries)
    assert all(taker > n for n, taker in undone_by.items())
