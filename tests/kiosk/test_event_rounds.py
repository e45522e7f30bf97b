"""A mariáš table through a tournament's rounds: new people in the same game (M31), and who plays where."""

from __future__ import annotations

import json

import msgspec

from device.common.event.messages import NextSeat, NextSeats, Order, Participant
from device.event.actions import PlayPairing, PutOff, ReadNextRound, ShowNextRound, SitDown
from device.games.marias.controller import Ready
from device.games.marias.setup import SeatsScreen
from device.graphics.actions import DONE
from device.kiosk.screen import call_on
from rules.marias.state import Phase
from tests.kiosk.event_helpers import keep_game, sample_of
from tests.kiosk.event_rounds import ADAM, BARA, CYRIL, DANA, EMIL, FIRST, NEXT, OTHER, SECOND_ROUND, WON, Tournament

# -- people ------------------------------------------------------------------------------------------------------------


def test_the_first_round_is_set_up_with_ids_and_its_number(at_event):
    begun = json.loads(at_event.table.waiting()[0].setup)
    assert begun["people"] == [ADAM, BARA, CYRIL, DANA]
    assert begun["round"] == 1
    assert at_event.table.waiting()[0].pairing == FIRST.pairing


def test_M31_new_people_sit_down_in_the_same_game_with_one_touch(at_event):
    game = at_event.player.kiosk.table.game_id
    at_event.play_round(*WON)
    at_event.table.told(order=Order(pairing=SECOND_ROUND, next=NEXT))
    assert "Emil, Adam, Dana" in at_event.table.words
    at_event.table.touch(SitDown())
    assert at_event.player.kiosk.table.game_id == game
    assert at_event.state.names == ("Emil", "Adam", "Dana")
    assert "Emil, Adam, Dana" not in at_event.table.words, (
        "the card is gone although the organiser has not heard it yet"
    )
    at_event.table.told(order=Order())
    at_event.play_round((4900, 5), (5000, 5), (4800, 5))
    assert at_event.sums() == {ADAM: 200, BARA: 0, CYRIL: 0, DANA: -200, EMIL: 0}
    row = json.loads(at_event.table.waiting()[-8].event)
    seats = [json.loads(entry.event) for entry in at_event.table.waiting() if entry.event and '"seats"' in entry.event]
    assert [(seat["round"], seat["pairing"]) for seat in seats] == [(2, SECOND_ROUND.pairing)], row


def test_nobody_begins_the_round_of_others_by_a_press_or_a_touch(at_event):
    at_event.play_round(*WON)
    at_event.table.told(order=Order(pairing=SECOND_ROUND))
    at_event.player.press(0)
    assert at_event.state.phase is Phase.READY
    assert any("nasazeni jiní" in text for text in at_event.table.words)
    at_event.player.kiosk.notices.dismiss(at_event.player.clock.ns)
    at_event.table.touch(PutOff(SECOND_ROUND.pairing))
    at_event.player.press(0)
    assert at_event.state.phase is Phase.PLAY
    assert at_event.state.names[0] == "Adam"


def test_in_the_middle_of_a_round_no_card_lies_over_the_table(at_event):
    at_event.player.press(0)
    at_event.table.told(order=Order(pairing=SECOND_ROUND, next=NEXT))
    assert not at_event.player.has(SitDown())
    assert not at_event.player.has(ShowNextRound())


def test_over_a_game_that_people_began_by_themselves_no_card_lies_while_they_play(at):
    table = at(game="marias")
    table.player.set_up(sample_of(table))
    table.player.press(0)
    table.told(connected=True, answered=True, order=Order(pairing=SECOND_ROUND, next=NEXT))
    assert table.kiosk.table.state.phase is Phase.PLAY
    assert not table.player.has(SitDown())
    assert not table.player.has(ShowNextRound())


def test_from_the_home_screen_the_kept_game_goes_on_too(at_event):
    game = at_event.player.kiosk.table.game_id
    at_event.play_round(*WON)
    at_event.player.kiosk.host.home()
    at_event.table.told(order=Order(pairing=SECOND_ROUND))
    at_event.table.touch(PlayPairing(SECOND_ROUND))
    assert at_event.player.kiosk.table.game_id == game
    assert at_event.state.names == ("Emil", "Adam", "Dana")


def test_from_the_home_screen_a_round_that_is_not_signed_comes_first(at_event):
    at_event.player.press(0)
    at_event.player.kiosk.host.home()
    at_event.table.told(order=Order(pairing=SECOND_ROUND))
    at_event.table.touch(PlayPairing(SECOND_ROUND))
    assert at_event.state.names == ("Adam", "Bára", "Cyril", "Dana")
    assert at_event.state.phase is Phase.PLAY


def test_a_draw_that_is_corrected_after_the_start_begins_no_other_game(at_event):
    game = at_event.player.kiosk.table.game_id
    at_event.player.press(0)
    at_event.player.kiosk.host.home()
    corrected = msgspec.structs.replace(FIRST, pairing="b1" * 8)
    at_event.table.told(order=Order(pairing=corrected))
    at_event.table.touch(PlayPairing(corrected))
    assert at_event.player.kiosk.table.game_id == game
    assert any("už hrálo" in text for text in at_event.table.words)


def test_after_the_last_round_others_get_a_new_game(at):
    table = at(game="marias")
    table.player.kiosk.host.change("marias", "rounds", 1)
    event = Tournament(table)
    game = event.player.kiosk.table.game_id
    event.play_round(*WON)
    assert event.state.phase is Phase.SIGNED
    event.player.kiosk.host.home()
    table.told(order=Order(pairing=SECOND_ROUND))
    table.touch(PlayPairing(SECOND_ROUND))
    table.touch(DONE)
    assert event.player.kiosk.table.game_id != game
    assert (event.state.coming, event.state.setup.round) == (2, 2)


def test_a_table_of_a_tournament_names_no_winner(at):
    table = at(game="marias")
    table.player.kiosk.host.change("marias", "rounds", 1)
    event = Tournament(table)
    event.play_round(*WON)
    assert "Součty z lístků tohoto stolu" in table.words
    content = table.kiosk.composer.oled_contents(table.kiosk.composer.moment())[0]
    assert (content.title, content.big) == ("stolový lístek", "podepsáno")


def test_an_organiser_of_an_earlier_version_has_a_new_game_each_round_as_ever(at):

    event = Tournament(at(game="marias"))
    event.play_round(*WON)
    older = msgspec.structs.replace(SECOND_ROUND, goes_on=False)
    event.table.told(order=Order(pairing=older))
    assert not event.player.has(SitDown())
    event.player.kiosk.host.home()
    event.table.told(order=Order(pairing=older))
    event.table.touch(PlayPairing(older))
    event.table.touch(DONE)
    assert "round" not in json.loads([entry for entry in event.table.waiting() if entry.setup][-1].setup)


def test_M31_namesakes_at_one_table_and_over_rounds_are_two(at):

    event = Tournament(at(game="marias"))
    event.play_round(*WON)
    both = msgspec.structs.replace(SECOND_ROUND, seats=(("Adam",), ("Adam",), ("Dana",)), people=(OTHER, ADAM, DANA))
    event.table.told(order=Order(pairing=both))
    event.table.touch(SitDown())
    assert event.state.names == ("Adam", "Adam 2", "Dana")
    event.play_round((4800, 5), (5000, 5), (4900, 5))
    assert event.sums() == {ADAM: 200, OTHER: -100, BARA: 0, CYRIL: 0, DANA: -100}


def test_the_entrants_are_offered_first_when_seats_change_too_and_keep_their_ids(at_event):
    at_event.play_round(*WON)
    at_event.table.told(order=Order(people=(Participant(name="Zdeněk", person=OTHER),)))
    at_event.table.touch(call_on(Ready.change_seats))
    at_event.table.touch(call_on(SeatsScreen.on_field, 3))
    at_event.table.touch(call_on(SeatsScreen.empty))
    at_event.table.touch(call_on(SeatsScreen.on_pick, "Zdeněk", OTHER))
    at_event.table.touch(DONE)
    assert at_event.state.people[3].id == OTHER


# -- who plays where ---------------------------------------------------------------------------------------------------


def test_who_plays_where_says_table_others_and_place(at_event):
    at_event.play_round(*WON)
    at_event.table.told(order=Order(next=NEXT))
    assert any("Bára: stůl 3" in text for text in at_event.table.words)
    at_event.table.touch(ShowNextRound())
    words = at_event.table.words
    assert {"Adam", "Bára", "Cyril", "Dana"} <= set(words)
    assert {"zůstává tady", "stůl 3", "má volno", "Filip · Gita · Hana", "zatím 4. z 8"} <= set(words)


def test_who_plays_where_is_read_once_and_is_on_the_home_screen(at_event):
    at_event.play_round(*WON)
    at_event.table.told(order=Order(next=NEXT))
    at_event.table.touch(ReadNextRound(2))
    assert not at_event.player.has(ShowNextRound())
    at_event.player.kiosk.host.home()
    at_event.settle()
    at_event.table.touch(ShowNextRound())
    assert "zatím 7. z 8" in at_event.table.words
    at_event.counts(2)
    at_event.player.kiosk.host.home()
    at_event.settle()
    at_event.table.touch(ShowNextRound())
    assert "zatím 7. z 8" in at_event.table.words, "that round's own clock runs, and people still look for their table"
    at_event.counts(3)
    assert "zatím 7. z 8" not in at_event.table.words, "a later round is on"


def test_after_a_signed_game_of_one_round_the_table_says_where_its_people_play(at):
    table = at()
    history = sample_of(table)
    keep_game(table, history)
    table.player.kiosk.table.resume(table.kiosk.journal.games()[0].id)
    table.kiosk.host.show_game()
    seats = NextSeats(round=4, seats=(NextSeat(name="Krtci", table=3, others=("Sloky",)), NextSeat(name="Vrby")))
    table.told(order=Order(next=seats))
    assert "Krtci: stůl 3 · Vrby: má volno" in table.words
    table.touch(ReadNextRound(4))
    assert "Krtci: stůl 3 · Vrby: má volno" not in table.words
