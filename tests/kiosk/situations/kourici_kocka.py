"""Situations of Kouřící kočka."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from device.games.kourici_kocka.controller import CorrectRound, Rounds
from device.games.kourici_kocka.play import (
    FirstDealerScreen,
    HaltScreen,
    PlayScreen,
    PointsForm,
    RenoncScreen,
    RoundLost,
    WhoLost,
)
from device.games.kourici_kocka.setup import KockaSetupScreen
from device.graphics.actions import DONE, HISTORY, REOPEN, Command, NewGame, Show
from device.kiosk.screen import call_on
from device.screens.history.past import ReplayScreen
from device.screens.history.views import VersionsScreen
from device.table.referee_pin import hash_pin
from rules.kourici_kocka import acts as e
from rules.kourici_kocka.state import INDEX, Seat, State
from rules.options.kourici_kocka import NewKocka
from tests.kiosk.keyboard import keyed
from tests.kiosk.seeing import greyed
from tools.play.players.kourici_kocka import KockaPlayer

NAMES = ("Adam", "Bára", "Cyril", "Dana")


def state(p: KockaPlayer) -> State:
    """The state of the game on the table."""
    current: State = p.kiosk.controller.state
    return current


def sit_down(p: KockaPlayer, word: str = "KOČKA", names: tuple[str, ...] = NAMES) -> None:
    """Names and the word are typed; seat A deals."""
    p.touch(NewGame("kourici_kocka"))
    for number, text in enumerate((*names, word)):
        p.touch(call_on(KockaSetupScreen.on_field, number))
        keyed(p, text)
    p.touch(DONE)


def with_readings(p: KockaPlayer, **readings: Any) -> None:
    """The table's settings have other readings."""
    settings = p.kiosk.host.settings
    changed = msgspec.structs.replace(settings.options_of(NewKocka), **readings)
    p.kiosk.preferences.settings = settings.with_options(changed)


def lose(p: KockaPlayer, *seats: int) -> None:
    """Rounds of which only the loser is told."""
    for seat in seats:
        p.touch(call_on(PlayScreen.choose, seat))
        p.finish()


def playing(p: KockaPlayer) -> None:
    """Some rounds are over; the cards of the next one are dealt and passed."""
    sit_down(p)
    lose(p, 0, 2, 0, 1, 2, 2, 0, 2)
    for side in (1, 0, 1):
        p.press(side)


def take(p: KockaPlayer, seat: int, *items: str) -> None:
    """A player took that."""
    p.touch(call_on(PlayScreen.choose, seat))
    for item in items:
        p.touch(call_on(PlayScreen.take, item))


def named_loser(p: KockaPlayer, seat: Seat) -> None:
    """Somebody is named who lost, whatever was tapped; it is asked once more."""
    play = p.shown(PlayScreen)
    p.touch(Show(WhoLost(play)))
    p.touch(Show(RoundLost(play, e.Lost(seat=seat), INDEX[seat])))


def typed(p: KockaPlayer, *counts: int) -> None:
    """Points are typed."""
    p.menu(Show(PointsForm()))
    for seat, count in enumerate(counts):
        p.touch(call_on(PointsForm.on_field, seat))
        p.number(count)
    p.settle()


def as_sketched(p: KockaPlayer) -> None:
    """The moment of the design's sketch: nobody has 17 yet."""
    playing(p)
    take(p, 1, "king")
    take(p, 0, "ten")
    take(p, 2, "hejma", "ace", "nine")


def not_enough(p: KockaPlayer) -> None:
    """The last trick is told, but not everything: the question for the name says what is missing."""
    playing(p)
    take(p, 2, "hejma", "ace", "last_trick")
    p.touch(Show(WhoLost(p.shown(PlayScreen))))


def a_tie_tapped(p: KockaPlayer) -> None:
    playing(p)
    take(p, 0, "hejma", "ten")
    take(p, 1, "ace", "king", "spodek")
    take(p, 2, "last_trick", "svrsek", "nine", "eight")
    p.touch(call_on(PlayScreen.choose, 3))
    p.touch(call_on(PlayScreen.take, "seven"))


def missing_points(p: KockaPlayer) -> None:
    playing(p)
    typed(p, 10, 10, 10, 1)
    p.touch(DONE)


def three_typed(p: KockaPlayer) -> None:
    playing(p)
    typed(p, 12, 4, 3)


def tie_of_three(p: KockaPlayer) -> None:
    playing(p)
    typed(p, 11, 11, 11, 0)
    p.touch(call_on(PointsForm.on_person, 1))
    p.touch(DONE)


def tie_replayed(p: KockaPlayer) -> None:
    with_readings(p, hejma_tie_outside="replay")
    tie_outside(p)


def tie_voted(p: KockaPlayer) -> None:
    with_readings(p, hejma_tie_outside="vote")
    tie_outside(p)


def tie_outside(p: KockaPlayer) -> None:
    playing(p)
    typed(p, 11, 11, 10, 1)
    p.touch(call_on(PointsForm.on_person, 2))
    p.touch(DONE)


def renonc_chosen(p: KockaPlayer) -> None:
    playing(p)
    p.touch(Show(RenoncScreen()))
    p.touch(call_on(RenoncScreen.on_tap, 3))
    p.touch(p.shown(RenoncScreen).change(kind="looked"))


def refused(p: KockaPlayer) -> None:
    """A player throws in who is not certain to lose."""
    playing(p)
    take(p, 0, "hejma", "ace")
    take(p, 2, "king")
    named_loser(p, "B")
    p.touch(greyed(p, "(K13)"))


def screen_buttons(p: KockaPlayer) -> None:
    playing(p)
    p.menu(Command.AREAS)
    p.touch(Command.BACK)


def screen_buttons_in_a_tie(p: KockaPlayer) -> None:
    tie_of_three(p)
    p.kiosk.host.perform(Command.AREAS)
    p.kiosk.presenter.present(p.kiosk.composer.moment())


def first_dealer(p: KockaPlayer) -> None:
    sit_down(p)
    p.menu(Show(FirstDealerScreen()))


def long_words(p: KockaPlayer) -> None:
    """Long names and a long word."""
    sit_down(p, "NEJNEOBHOSPODAŘOVÁVA", ("Bartoloměj", "Jan Nepomuk Šťastný", "Ťapka", "Wolfgang Amadeus Moz"))
    lose(p, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 2, 2)


def ten_letters(p: KockaPlayer) -> None:
    sit_down(p, "VŠEHOCHUŤ X")
    lose(p, 1, 1, 1, 0, 2, 2)


def many_rounds(p: KockaPlayer) -> None:
    sit_down(p, "VŠEHOCHUŤ")
    lose(p, 0, 1, 2, 3, 3, 2, 1, 0, 0, 1, 2)
    p.menu(Show(Rounds()))


def no_rounds(p: KockaPlayer) -> None:
    sit_down(p)
    p.menu(Show(Rounds()))


def stop_from_the_menu(p: KockaPlayer) -> None:
    playing(p)
    p.menu(Show(HaltScreen()))


def one_name(p: KockaPlayer) -> None:
    p.touch(NewGame("kourici_kocka"))
    p.write("Adam")


def no_word(p: KockaPlayer) -> None:
    """Four names, but nothing to play for."""
    sit_down(p, "")
    p.touch(DONE)


def sign_on_the_screen(p: KockaPlayer) -> None:
    sit_down(p, "A")
    lose(p, 3)
    p.menu(Command.AREAS)
    p.touch(Command.BACK)


def put_right(p: KockaPlayer) -> None:
    """A round of long ago is opened to be put right."""
    playing(p)
    typed(p, 18, 4, 8, 3)
    p.touch(DONE)
    p.menu(Show(Rounds()))
    p.touch(Show(CorrectRound(9)))


def points_put_right(p: KockaPlayer) -> None:
    put_right(p)
    p.touch(call_on(CorrectRound.points))


def reopened_by_the_referee(p: KockaPlayer) -> None:
    """A signed end asks for the PIN before it is opened again."""
    sit_down(p, "A")
    lose(p, 3)
    for side in (0, 1):
        p.press(side, 1600)
    p.kiosk.host.set_pin(hash_pin("4711"))
    p.kiosk.host.referee.close()
    p.touch(REOPEN)
    p.number(47)


def replayed(p: KockaPlayer) -> None:
    """A moment of the past, in the middle of a round that was stopped."""
    playing(p)
    typed(p, 18, 4, 8, 3)
    p.touch(DONE)
    p.menu(HISTORY)
    p.touch(Show(ReplayScreen()))
    p.touch(call_on(ReplayScreen.on_step, 10))


def replayed_end(p: KockaPlayer) -> None:
    sit_down(p, "PES")
    lose(p, 0, 1, 1, 2, 1)
    p.press(0, 1600)
    p.touch(HISTORY)
    p.touch(Show(ReplayScreen()))
    p.touch(call_on(ReplayScreen.on_step, 6))


def versions(p: KockaPlayer) -> None:
    """Every version of the rounds that were put right."""
    sit_down(p)
    lose(p, 0, 1, 2)
    for number, seat in ((1, "D"), (3, "A")):
        p.correct(e.Correct(round=number, seat=seat))
    p.menu(HISTORY)
    p.touch(Show(VersionsScreen()))


def large(p: KockaPlayer) -> None:
    as_sketched(p)
    p.menu(Command.BIG_CLOCK)


SITUATIONS: dict[str, Callable[[KockaPlayer], None]] = {
    "play-large": large,
    "setup-one-name": one_name,
    "setup-no-word": no_word,
    "play-as-sketched": as_sketched,
    "play-not-enough": not_enough,
    "play-tie-tapped": a_tie_tapped,
    "points-missing": missing_points,
    "points-three-typed": three_typed,
    "tie-of-three": tie_of_three,
    "tie-replayed": tie_replayed,
    "tie-voted": tie_voted,
    "renonc-chosen": renonc_chosen,
    "play-refused": refused,
    "play-screen-buttons": screen_buttons,
    "tie-screen-buttons": screen_buttons_in_a_tie,
    "first-dealer": first_dealer,
    "play-long-words": long_words,
    "play-ten-letters": ten_letters,
    "rounds-many": many_rounds,
    "rounds-none": no_rounds,
    "round-put-right": put_right,
    "round-points-put-right": points_put_right,
    "reopen-pin": reopened_by_the_referee,
    "history-replay": replayed,
    "history-replay-end": replayed_end,
    "history-rows": versions,
    "halt": stop_from_the_menu,
    "sign-on-the-screen": sign_on_the_screen,
}
