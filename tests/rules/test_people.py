"""Every game says who its people are in one way; a late player and a substitute in Polish doubles (S7)."""

from pathlib import Path

import msgspec
import pytest

from rules.game import Setup, Undo
from rules.games import GAMES
from rules.history import History
from rules.message import Refusal
from rules.people import named_people
from rules.polish_doubles import GAME, DoublesSetup, PairSetup
from rules.polish_doubles import acts as e
from rules.record import read, setup_from, write
from tests.rules.table import Game

SAMPLES = sorted((Path(__file__).parents[2] / "samples").glob("*.jsonl"))


def sample(path) -> History:
    return read(path.read_text(encoding="utf-8").split("\n"))


def people(g):
    return [(person.name, person.side, person.left) for person in GAME.people(g.state)]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_game_names_its_people_and_ids_change_no_tally(path):
    history = sample(path)
    named = history.game.people(history.state)
    assert named
    assert all(person.id is None and person.name.strip() for person in named)
    seated = history.setup.seats
    ids = tuple(f"person{n:03}" for n in range(len(seated)))
    setup = msgspec.structs.replace(history.setup, people=ids)
    again = History.begin(history.game, setup)
    for entry in history.entries:
        again = again.accept(entry.event, entry.at)
    assert again.game.report(again.state) == history.game.report(history.state)
    assert read(write(again).splitlines()).setup == setup
    now = {person.name: person.id for person in again.game.people(again.state) if person.id}
    assert now == {person.name: id for person, id in zip(seated, ids, strict=True) if person.name.strip()}


@pytest.mark.parametrize("key", GAMES)
def test_a_record_without_ids_is_written_as_it_always_was(key):
    history = next(candidate for candidate in map(sample, SAMPLES) if candidate.game.key == key)
    assert '"people"' not in write(history)


@pytest.mark.parametrize("bad", ['["A B"]', '["../etc"]', '["' + "a" * 33 + '"]', "7", '[""' + ', ""' * 30 + "]"])
def test_what_is_no_id_is_refused_with_one_sentence(bad):
    with pytest.raises(Refusal):
        setup_from(
            msgspec.json.decode(
                f'{{"game": "kourici_kocka", "players": ["A", "B", "C", "D"], "word": "PES", "people": {bad}}}'
            )
        )


def test_a_setup_of_no_people_has_none():
    class Toy(Setup, tag="toy"):
        pass

    assert named_people(Toy().seats) == () == Toy().teams


def test_a_substitute_plays_from_the_next_double_turn_and_who_left_stays_on_record():
    g = Game().opened()
    g.do(e.Substitute(pair="A", player=2, name="Ivo", person="ivo00001"))
    assert people(g) == [
        ("Jana", 0, False),
        ("Ivo", 0, False),
        ("Eva", 1, False),
        ("Karel", 1, False),
        ("Petr", 0, True),
    ]
    assert GAME.report(g.state).data["pairs"][0]["players"] == ["Jana", "Ivo"]
    assert any("Ivo" in str(note) for note in GAME.report(g.state).notes)


def test_nobody_is_replaced_in_the_middle_of_a_double_turn():
    g = Game().opened()
    g.move("PES", 5)
    g.refused("S7", e.Substitute(pair="B", player=1, name="Ivo"))
    g.do(e.Substitute(pair="A", player=1, name="Ola"))  # the other pair waits
    g.move("KOSA", 8)
    g.press("B")
    g.do(e.Substitute(pair="B", player=1, name="Ivo"))


def test_an_announced_move_is_the_middle_of_a_double_turn_too():
    g = Game().opened()
    g.do(e.Announce(), 20)
    g.refused("S7", e.Substitute(pair="B", player=2, name="Ivo"))


def test_a_late_player_comes_to_the_empty_place():
    g = Game()
    pairs = (PairSetup(name="Krtci", players=("Jana", "")), PairSetup(name="Sloky", players=("Eva", "Karel")))
    g.history = History.begin(GAME, DoublesSetup(pairs=pairs))
    g.do(e.Substitute(pair="A", player=2, name="Petr"))
    assert people(g) == [("Jana", 0, False), ("Petr", 0, False), ("Eva", 1, False), ("Karel", 1, False)]
    g.start()


def test_nobody_sits_in_two_places_and_a_namesake_may():
    g = Game().opened()
    assert "Eva" in str(g.refused("S7", e.Substitute(pair="A", player=1, name=" eva ")).message)
    g.refused("S7", e.Substitute(pair="A", player=1, name=" "))
    g.do(e.Substitute(pair="A", player=1, name="Ivo", person="ivo00001"))
    g.refused("S7", e.Substitute(pair="B", player=1, name="Ivo", person="ivo00001"))
    g.do(e.Substitute(pair="B", player=1, name="Ivo", person="ivo00002"))


def test_undo_brings_the_player_back():
    g = Game().opened()
    before = people(g)
    g.do(e.Substitute(pair="A", player=2, name="Ivo"))
    g.do(Undo())
    assert people(g) == before


def test_once_play_is_over_nobody_takes_a_place():
    g = Game().opened()
    g.turn("B", ("PES", 5), ("KOSA", 8))
    g.do(e.End())
    g.refused("S7", e.Substitute(pair="A", player=1, name="Ivo"))


@pytest.mark.parametrize(
    ("partners", "names", "people"),
    [
        (0, [("Krtci", ("Jana", "Petr")), ("Sloky", ("Eva", "Karel"))], ("jana", "petr", "eva0", "")),
        (1, [("Jana + Eva", ("Jana", "Eva")), ("Petr + Karel", ("Petr", "Karel"))], ("jana", "eva0", "petr", "")),
        (2, [("Jana + Karel", ("Jana", "Karel")), ("Petr + Eva", ("Petr", "Eva"))], ("jana", "", "petr", "eva0")),
    ],
)
def test_the_same_four_once_more_keep_their_ids_wherever_they_sit(partners, names, people):
    setup = DoublesSetup(
        pairs=(PairSetup(name="Krtci", players=("Jana", "Petr")), PairSetup(name="Sloky", players=("Eva", "Karel"))),
        people=("jana", "petr", "eva0", ""),
        round=3,
    )
    again = GAME.rematch(History.begin(GAME, setup).state, partners)
    assert [(pair.name, pair.players) for pair in again.pairs] == names
    assert (again.people, again.round) == (people, 0)
