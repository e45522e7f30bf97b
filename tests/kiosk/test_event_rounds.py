"""A mariáš table through a tournament's rounds: new people in the same game (M31), the organiser's clock (M1-M3)."""

from __future__ import annotations

import json

import msgspec
import pytest

from device.autoplay.player import Stuck
from device.event.actions import PlayPairing, PutOff, ReadNextRound, ShowNextRound, SitDown
from device.event.messages import Listed, NextRound, NextSeat, Order, Pairing, Round
from device.event.timing import Countdown
from device.games.marias.play import Ready
from device.games.marias.seating import Seats
from device.kiosk.actions import DONE, UNDO, Do
from device.kiosk.on_table import show_game
from device.kiosk.screen import call_on
from rules.game import SECOND
from rules.marias import events as e
from rules.marias.slip import standings
from rules.marias.state import Phase
from tests.kiosk.event_helpers import keep_game, sample_of

ADAM, BARA, CYRIL, DANA, EMIL, OTHER = (f"{n:016x}" for n in range(1, 7))
FIRST = Pairing(
    pairing="a1" * 8,
    kind="marias",
    round=1,
    title="Písek",
    seats=(("Adam",), ("Bára",), ("Cyril",), ("Dana",)),
    people=(ADAM, BARA, CYRIL, DANA),
    goes_on=True,
)
SECOND_ROUND = Pairing(
    pairing="a2" * 8,
    kind="marias",
    round=2,
    title="Písek",
    seats=(("Emil",), ("Adam",), ("Dana",)),
    people=(EMIL, ADAM, DANA),
    goes_on=True,
)
NEXT = NextRound(
    round=2,
    of=8,
    seats=(
        NextSeat(name="Adam", table=7, others=("Emil", "Dana"), place=1),
        NextSeat(name="Bára", table=3, others=("Filip", "Gita", "Hana"), place=4),
        NextSeat(name="Cyril", place=7),
        NextSeat(name="Dana", table=7, others=("Emil", "Adam"), place=8),
    ),
)
WON = ((5000, 5), (4900, 5), (4900, 5), (4800, 5))


class Tournament:
    """A table at a mariáš tournament whose organiser is played by the test."""

    def __init__(self, table) -> None:
        self.table, self.player = table, table.player
        table.told(connected=True, answered=True, order=Order(pairing=FIRST))
        table.touch(PlayPairing(FIRST))
        table.touch(DONE)

    @property
    def state(self):
        return self.player.kiosk.table.state

    @property
    def entries(self):
        return [entry.event for entry in self.player.kiosk.table.history.entries]

    def counts(self, number, starts_in=0, length=3000, passed=0, paused=False, **more) -> None:
        """The organiser announces a round; ``passed``: so long ago (s)."""
        now = self.player.clock.ns
        starts = now + (starts_in - passed) * SECOND
        count = Countdown(number, "", starts, starts + length * SECOND, now if paused else None)
        self.table.told(countdown=count, **more)

    def play_round(self, *cash) -> None:
        if self.state.phase is not Phase.PLAY:
            self.player.press(0)
        self.passes(self.state.round.remaining(self.player.kiosk.table.game_time()) // SECOND + 1)
        table = self.player.kiosk.table
        table.do(e.EndRound())
        for seat, (coin, tokens) in zip(self.state.round.seats, cash, strict=True):
            table.do(e.Closing(seat=e.SEAT[seat], coin=coin, tokens=tokens))
        table.do(e.Sign(side="A"))
        table.do(e.Sign(side="B"))
        self.settle()

    def passes(self, seconds) -> None:
        """So much time, in one step: what is drawn meanwhile is not looked at."""
        self.player.clock.ns += seconds * SECOND
        self.settle()

    def settle(self) -> None:
        self.player.kiosk.loop.invalidate()
        self.player.settle()

    def sums(self):
        return {self.state.ids[one.person]: int(one.total) for one in standings(self.state)}


@pytest.fixture
def at_event(at):
    return Tournament(at(game="marias"))


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
    seats = [json.loads(one.event) for one in at_event.table.waiting() if one.event and '"seats"' in one.event]
    assert [(one["round"], one["pairing"]) for one in seats] == [(2, SECOND_ROUND.pairing)], row


def test_nobody_begins_the_round_of_others_by_a_press_or_a_touch(at_event):
    at_event.play_round(*WON)
    at_event.table.told(order=Order(pairing=SECOND_ROUND))
    at_event.player.press(0)
    assert at_event.state.phase is Phase.READY
    assert any("nasazeni jiní" in text for text in at_event.table.words)
    at_event.player.kiosk.notices.hush()
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
    content = table.kiosk.controller.oled_contents(table.kiosk.table.game_time())[0]
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
    assert "round" not in json.loads([one for one in event.table.waiting() if one.setup][-1].setup)


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
    at_event.table.told(order=Order(people=(Listed(name="Zdeněk", person=OTHER),)))
    at_event.table.touch(call_on(Ready.change_seats))
    at_event.table.touch(call_on(Seats.turned_to, 3))
    at_event.table.touch(call_on(Seats.emptied))
    at_event.table.touch(call_on(Seats.picked, "Zdeněk", OTHER))
    at_event.table.touch(DONE)
    assert at_event.state.ids[at_event.state.sitting[3]] == OTHER


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
    at_event.counts(3)
    assert "zatím 7. z 8" not in at_event.table.words, "a later round is on"


def test_after_a_signed_game_of_one_round_the_table_says_where_its_people_play(at):
    table = at()
    history = sample_of(table)
    keep_game(table, history)
    table.player.kiosk.table.resume(table.kiosk.journal.games()[0].id)
    show_game(table.kiosk.host)
    found = NextRound(round=4, seats=(NextSeat(name="Krtci", table=3, others=("Sloky",)), NextSeat(name="Vrby")))
    table.told(order=Order(next=found))
    assert "Krtci: stůl 3 · Vrby: má volno" in table.words
    table.touch(ReadNextRound(4))
    assert "Krtci: stůl 3 · Vrby: má volno" not in table.words


# -- the clock ---------------------------------------------------------------------------------------------------------


def test_M3_the_length_of_the_round_is_the_organisers(at_event):
    at_event.counts(1, starts_in=300, length=2400)
    assert at_event.state.round_s == 2400
    at_event.counts(2, starts_in=300, length=1800)
    assert at_event.state.round_s == 2400, "another round's"


def test_M2_the_break_ends_when_the_organisers_round_begins(at_event):
    at_event.play_round(*WON)
    at_event.counts(2, starts_in=900)
    at = at_event.player.kiosk.table.game_time()
    assert abs(at_event.state.break_left(at) - 900 * SECOND) <= SECOND
    at_event.counts(2, passed=60)
    assert at_event.state.break_left(at_event.player.kiosk.table.game_time()) == 0
    with pytest.raises(Stuck):
        at_event.player.menu(UNDO)  # the slip stays locked (M28)


def test_M1_a_table_that_begins_late_ends_with_the_others(at_event):
    at_event.counts(1, passed=90, length=3000)
    at_event.player.press(0)
    left = at_event.state.round.remaining(at_event.player.kiosk.table.game_time())
    assert abs(left - 2910 * SECOND) <= 2 * SECOND


def test_M1_the_same_time_is_set_once(at_event):
    at_event.counts(1, passed=90)
    at_event.player.press(0)
    at_event.passes(60)
    assert len([one for one in at_event.entries if isinstance(one, e.SetTime)]) == 1


def test_who_begins_before_the_others_is_set_when_they_begin(at_event):
    at_event.counts(1, starts_in=60, length=3000)
    at_event.player.press(0)
    at_event.passes(30)
    assert not [one for one in at_event.entries if isinstance(one, e.SetTime)]
    at_event.passes(30)
    assert [one.remaining_s for one in at_event.entries if isinstance(one, e.SetTime)] == [3000]


def test_the_organiser_stops_the_clocks_and_lets_them_go_on(at_event):
    at_event.counts(1)
    at_event.player.press(0)
    at_event.passes(600)
    at_event.counts(1, passed=600, paused=True)
    assert not at_event.state.round.running
    at_event.passes(300)
    at_event.counts(1, passed=600)
    assert at_event.state.round.running
    left = at_event.state.round.remaining(at_event.player.kiosk.table.game_time())
    assert abs(left - 2400 * SECOND) <= 2 * SECOND


ENDED = Round(clock="ef" * 8, kind="marias", ended=1)


def left_of(at_event):
    return at_event.state.round.remaining(at_event.player.kiosk.table.game_time())


def test_a_round_that_the_organiser_ends_is_over_here_and_goes_on_where_that_is_taken_back(at_event):
    at_event.counts(1)
    at_event.player.press(0)
    at_event.passes(600)
    at_event.table.told(countdown=None, ended=ENDED)
    assert left_of(at_event) <= 0
    table = at_event.player.kiosk.table
    assert table.game.may(table.state, table.game_time())["end_round"] is None, "they can count"
    at_event.counts(1, passed=600, ended=None)
    assert abs(left_of(at_event) - 2400 * SECOND) <= 2 * SECOND
    assert [one.followed for one in at_event.entries if isinstance(one, e.SetTime)] == [True, True]


def test_a_round_that_stood_when_the_organiser_ended_it_is_over_too(at_event):
    at_event.counts(1)
    at_event.player.press(0)
    at_event.counts(1, paused=True)
    at_event.table.told(countdown=None, ended=ENDED)
    at_event.passes(1)
    assert left_of(at_event) <= 0


@pytest.mark.parametrize(
    "ended", [msgspec.structs.replace(ENDED, ended=2), msgspec.structs.replace(ENDED, kind="chess_clock")]
)
def test_another_round_that_was_ended_leaves_this_one_its_time(at_event, ended):
    at_event.counts(1)
    at_event.player.press(0)
    at_event.table.told(countdown=None, ended=ended)
    assert left_of(at_event) > 2990 * SECOND


def test_a_round_that_was_ended_before_this_table_began_it_changes_no_break_and_no_length(at_event):
    at_event.play_round(*WON)
    entries = len(at_event.entries)
    at_event.table.told(countdown=None, ended=msgspec.structs.replace(ENDED, ended=2))
    assert len(at_event.entries) == entries


def test_the_round_of_another_game_at_the_same_event_is_not_followed(at_event):
    now = at_event.player.clock.ns
    at_event.table.told(countdown=Countdown(1, "", now, now + 1200 * SECOND, None, "polish_doubles"))
    at_event.player.press(0)
    assert at_event.state.round.length == 3000 * SECOND
    at_event.table.told(countdown=Countdown(1, "", now, now + 1200 * SECOND, None, "marias"))
    left = at_event.state.round.remaining(at_event.player.kiosk.table.game_time())
    assert abs(left - 1200 * SECOND) <= 2 * SECOND


def test_what_the_table_stopped_itself_goes_on_when_people_say_so(at_event):
    at_event.counts(1)
    at_event.player.press(0)
    at_event.player.kiosk.table.do(e.Pause(reason="fire drill"))
    at_event.counts(1, passed=100)
    assert not at_event.state.round.running


def test_M1_without_a_network_the_table_counts_on_and_records_the_difference_after(at_event):
    at_event.counts(1)
    at_event.player.press(0)
    at_event.table.told(connected=False, answered=False)
    at_event.counts(1, passed=100, length=3600)  # nobody here has heard it
    assert not [one for one in at_event.entries if isinstance(one, e.SetTime)]
    at_event.passes(500)
    left = at_event.state.round.remaining(at_event.player.kiosk.table.game_time())
    assert abs(left - 2500 * SECOND) <= 2 * SECOND
    at_event.counts(1, passed=500, length=3600, connected=True, answered=True)
    (found,) = [one for one in at_event.entries if isinstance(one, e.SetTime)]
    assert (found.remaining_s, found.followed) == (3100, True)


def test_undo_takes_a_deal_back_and_not_the_organisers_time(at_event):
    at_event.counts(1)
    at_event.player.press(0)
    at_event.player.kiosk.table.do(e.Deal(chooser="A", partner="B"))
    at_event.counts(1, passed=200)
    at_event.settle()
    at_event.player.menu(UNDO)
    assert not at_event.state.round.deals
    left = at_event.state.round.remaining(at_event.player.kiosk.table.game_time())
    assert abs(left - 2800 * SECOND) <= 2 * SECOND


def test_the_last_deal_is_said_by_the_organisers_clock(at_event):
    at_event.counts(1)
    at_event.player.press(0)
    at_event.counts(1, passed=2950)
    content = at_event.player.kiosk.controller.oled_contents(at_event.player.kiosk.table.game_time())[0]
    assert content.title == "poslední rozdání"
    assert at_event.player.has(Do(e.EndRound())) is False
