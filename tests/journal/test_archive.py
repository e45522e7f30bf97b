"""Old games: found by any name or by the day, folded once, and a damaged one says so."""

import sqlite3

import pytest

from device.journal import Journal, JournalTrouble, StoredGame, writer
from device.journal.archive import Archive, dates, names
from rules.game import Progress
from rules.history import History
from rules.kourici_kocka.game import GAME as KOCKA
from rules.kourici_kocka.state import KockaSetup
from rules.people import plain_letters
from rules.polish_doubles import GAME, DoublesSetup, PairSetup
from rules.polish_doubles import acts as e


class Loads:
    """A journal that counts how often a game is loaded from it."""

    def __init__(self, journal):
        self._journal = journal
        self.loads = 0
        self.games = journal.games

    def load(self, game_id):
        self.loads += 1
        return self._journal.load(game_id)


@pytest.fixture
def journal(tmp_path, monkeypatch):
    days = iter(("2026-11-21T18:30:00+00:00", "2026-12-01T09:00:00+00:00", "2027-02-11T23:59:00+00:00"))
    monkeypatch.setattr(writer, "_wall", lambda: next(days, "2027-02-12T00:00:00+00:00"))
    opened = Journal(tmp_path / "journal.db")
    for a, b, players in (("Krtci", "Dvě sloky", ("Jana", "Petr")), ("Šneci", "Krtci", ("Žofie", "Jan"))):
        pairs = (PairSetup(name=a, players=players), PairSetup(name=b))
        opened.new_game(GAME, DoublesSetup(pairs=pairs, title="Turnaj v Plzni"))
    opened.new_game(KOCKA, KockaSetup(players=("Anna", "Bára", "Cyril", "Dan"), word="KOČKA"))
    yield opened
    opened.close()


@pytest.fixture
def archive(journal):
    return Archive(Loads(journal))


def ids_found(archive, query):
    return [game.id for game in archive.find(archive.journal.games(), query)]


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("", [3, 2, 1]),
        ("krtci", [2, 1]),
        ("KRT", [2, 1]),
        ("sneci", [2]),
        ("Šneci", [2]),
        ("zofie", [2]),
        ("plzni", [2, 1]),
        ("krtci jana", [1]),
        ("kocka", [3]),
        ("bara", [3]),
        ("21.11.", [1]),
        ("1.12.", [2]),
        ("01.12.2026", [2]),
        ("2026-12", [2]),
        ("2026", [2, 1]),
        ("krtci 1.12.", [2]),
        ("1. 12. 2026", [2]),
        ("continues", []),
        ("failed_objector", []),
        ("nikdo", []),
    ],
)
def test_a_game_is_found_by_names_and_by_its_day(archive, query, wanted, monkeypatch):
    assert ids_found(archive, query) == wanted


def test_searching_folds_nothing(archive):
    ids_found(archive, "krtci")
    assert archive.journal.loads == 0


def test_a_summary_is_folded_once_and_again_when_the_game_has_grown(archive, journal):
    game = archive.journal.games()[-1]
    assert archive.summary(game) is None
    assert archive.fold(game).progress is Progress.READY
    assert archive.fold(game) is archive.summary(game)
    assert archive.journal.loads == 1
    history = journal.load(game.id)[0].accept(e.Starters(pair="A"), 5).accept(e.Press(pair="A"), 6)
    for entry in history.entries:
        journal.append(game.id, entry, "touch", 0)
    grown = archive.journal.games()[-1]
    assert grown.entries == 2
    assert archive.fold(grown).progress is Progress.PLAYING


def test_a_game_whose_setup_makes_none_says_so_in_the_list_and_is_not_opened(archive, journal):
    with sqlite3.connect(journal.path) as db:
        db.execute("INSERT INTO game VALUES (9, '', 'polish_doubles', '{', '')")
    game = archive.journal.games()[0]
    assert archive.fold(game).progress is None
    assert "Game 9, setup" in str(archive.fold(game).line)
    with pytest.raises(JournalTrouble):
        archive.timeline(9)


def test_an_entry_that_does_not_fit_keeps_no_game_out_of_the_list(archive, journal):
    with sqlite3.connect(journal.path) as db:
        db.execute("INSERT INTO entry VALUES (1, 1, 0, 'touch', 0, '', '', '{\"event\": \"racks\"}')")
    game = archive.journal.games()[-1]
    assert archive.fold(game).progress is Progress.READY
    assert archive.timeline(1).moments[0].refused is not None


def test_a_worn_setup_and_a_worn_date_are_no_obstacle_to_the_search(archive):
    worn = StoredGame(9, "2026-1�", "polish_doubles", 0, '{"game": "polish_doubles", "pai�')
    assert archive.find([worn], "krtci") == []
    assert archive.find([worn], "2026") == [worn]
    assert names("[]") == names("") == ()
    assert dates("2026-11-21T18:30:00+00:00")[1:] == ("21.11.2026", "21.11.2026", "21 Nov 2026")


def test_the_pasts_of_a_few_games_stay_folded(archive, journal):
    first = archive.timeline(1)
    assert archive.timeline(1) is first
    for n in range(6):
        number = journal.new_game(KOCKA, KockaSetup(players=("A", "B", "C", str(n)), word="K"))
        archive.timeline(number)
    assert archive.timeline(1) is not first


def test_a_game_at_hand_is_told_without_the_journal(archive):
    history = History.begin(GAME, DoublesSetup(pairs=(PairSetup(name="X"), PairSetup(name="Y"))))
    assert len(archive.timeline_of(50, history.accept(e.Starters(pair="A"), 1))) == 1
    assert archive.journal.loads == 0


def test_accents_and_capitals_make_no_difference():
    assert plain_letters("ŽLUŤOUČKÝ Kůň") == "zlutoucky kun"
