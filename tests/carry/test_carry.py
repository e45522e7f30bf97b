"""The whole journal on a stick and on another device: merged by game, nothing doubled, nothing lost."""

from __future__ import annotations

from device.carry.saving import save_to
from device.common.i18n import tr
from device.people import declared
from device.people.directory import Declaration
from device.people.people import People
from tests.carry.devices import CLOCK, KOCKA, SHORT, brought
from tools.play.gallery import SAMPLES, load_record


def test_a_new_device_has_every_game_with_every_entry(devices, stick):
    old, new = devices(SHORT, KOCKA, CLOCK), devices()
    outcome = save_to(stick, old.journal.path)
    assert outcome.ok
    assert tr(outcome.message) == "3 games are on the USB stick (dvojtah/journal.db); it can be pulled out."
    assert brought(new, stick).startswith("From the USB stick: 3 new games")
    assert new.rows() == old.rows()
    assert new.games() == old.games()


def test_taken_twice_nothing_is_doubled(devices, stick):
    old, new = devices(SHORT, KOCKA), devices(CLOCK)
    save_to(stick, old.journal.path)
    brought(new, stick)
    before = new.rows()
    assert "2 here already" in brought(new, stick)
    assert new.rows() == before
    assert "2 here already" in brought(old, stick)
    assert len(old.games()) == 2


def test_a_game_that_went_on_gets_what_is_missing(devices, stick):
    old, new = devices(), devices()
    record = load_record(SAMPLES / f"{SHORT}.jsonl")
    number = old.play(SHORT, upto=5)
    save_to(stick, old.journal.path)
    brought(new, stick)
    old.go_on(number, record, 5)
    save_to(stick, old.journal.path)
    assert "1 longer than here" in brought(new, stick)
    assert new.rows() == old.rows()


def test_a_game_that_went_on_apart_is_kept_beside_and_only_once(begun_on_both, stick):
    old, new, record = begun_on_both
    old.go_on(1, record, 5, 8)
    new.go_on(1, record, 5, 7)
    save_to(stick, old.journal.path)
    mine = new.rows()
    brought(new, stick)
    assert new.games() == [("polish_doubles", 7), ("polish_doubles", 8)]
    assert set(mine) <= set(new.rows())
    brought(new, stick)
    assert len(new.games()) == 2


def test_the_game_on_the_table_stays_as_it_is(begun_on_both, stick):
    old, new, record = begun_on_both
    old.go_on(1, record, 5)
    save_to(stick, old.journal.path)
    before = new.rows()
    assert "left as it is" in brought(new, stick, playing=1)
    assert new.rows() == before


def test_what_was_declared_of_people_comes_along_and_never_over_what_was_said_here(devices, stick):
    old, new = devices(SHORT), devices()
    old.journal.note(*declared.statements("janajana1", Declaration(forgotten=True)))
    old.journal.note(*declared.statements("petrpetr1", Declaration(same_as="petrpetr2")))
    new.journal.note(*declared.statements("petrpetr1", Declaration(forgotten=True)))
    old.journal.flush()
    save_to(stick, old.journal.path)
    brought(new, stick)
    declarations = new.journal.reading(declared.read)
    assert declarations == {"janajana1": Declaration(forgotten=True), "petrpetr1": Declaration(forgotten=True)}


def test_somebody_who_was_erased_here_does_not_come_back_with_an_old_copy(devices, stick):
    old = devices(SHORT, KOCKA)
    save_to(stick, old.journal.path)
    people = People(old.journal)
    (key,) = [person.key for person in people.directory.people.values() if person.name == "Jana"]
    assert people.erase(key).games == 1
    before = old.rows()
    assert "2 here already" in brought(old, stick)
    assert old.rows() == before
    assert "Jana" not in str(before)


def test_games_go_on_being_numbered_after_those_that_came(devices, stick):
    old, new = devices(SHORT, KOCKA), devices()
    save_to(stick, old.journal.path)
    brought(new, stick)
    assert new.play(CLOCK) == 3
    assert len(new.games()) == 3
