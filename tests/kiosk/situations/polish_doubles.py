"""Situations of Polish doubles."""

from __future__ import annotations

from collections.abc import Callable

from device.games.polish_doubles.board_entry import BoardEntry
from device.games.polish_doubles.controller import PRESSES, EndNowScreen, RefereeScreen
from device.games.polish_doubles.entry import Correction, MoveEntry, WithoutPoints
from device.games.polish_doubles.forms import (
    BagCountForm,
    CloseScreen,
    EarlyScreen,
    EndScreen,
    NoteForm,
    ObjectionScreen,
    OutScreen,
)
from device.games.polish_doubles.play import PlayScreen
from device.games.polish_doubles.setup import DoublesSetupScreen, StartingDrawScreen
from device.games.polish_doubles.sheet import BoardView, SheetScreen
from device.graphics.actions import DONE, Command, Do, Key, NewGame, Show
from device.io.inputs import PeripheralStatus, PodReport
from device.kiosk.screen import ask, call_on
from device.screens.big_clock import BigClockController
from device.table.referee_pin import hash_pin
from rules.game import SECOND
from rules.message import Message, msg
from rules.polish_doubles import acts as e
from tests.kiosk.keyboard import keyed
from tools.play.player import MS
from tools.play.players.polish_doubles import DoublesPlayer

NAMES = ("Krtci", "Jana", "Petr", "Dvě sloky", "Eva", "Karel")


def sit_down(p: DoublesPlayer, names: tuple[str, ...] = NAMES) -> None:
    """Names are typed; the starting draw is due."""
    p.touch(NewGame("polish_doubles"))
    for number, name in enumerate(names):
        p.touch(call_on(DoublesSetupScreen.on_field, number))
        keyed(p, name)
    p.touch(DONE)


def begin(p: DoublesPlayer) -> None:
    """Krtci start; their clock runs."""
    sit_down(p)
    p.touch(Do(e.Starters(pair="A")))
    p.press(0)


def write(p: DoublesPlayer, word: str, points: int) -> None:
    """A move is written."""
    p.wait(10 * SECOND)
    p.move(e.Move(word=word, points=points))


def opened(p: DoublesPlayer) -> None:
    """The opening move is made; Dvě sloky are on move."""
    begin(p)
    write(p, "DÝMKA", 38)
    p.press(0)


def result_shown(p: DoublesPlayer) -> None:
    """A game of one move is ended, both racks empty; nobody has signed."""
    begin(p)
    write(p, "PES", 5)
    p.press(0)
    p.menu(Show(EndScreen()))
    p.touch(Do(e.End()))
    for _ in range(2):
        p.touch(DONE)


def one_name(p: DoublesPlayer) -> None:
    p.touch(NewGame("polish_doubles"))
    p.write("Krtci")


def a_name_twice(p: DoublesPlayer) -> None:
    sit_down(p, ("Krtci", "Jana", "Petr", "Sloky", "Jana", "Karel"))


def one_letter_drawn(p: DoublesPlayer) -> None:
    sit_down(p)
    p.touch(call_on(StartingDrawScreen.drew, 0, "Č"))


def drawn_again(p: DoublesPlayer) -> None:
    sit_down(p)
    p.draw(e.Draw(a="K", b="K"))


def screen_buttons(p: DoublesPlayer) -> None:
    opened(p)
    p.menu(Command.AREAS)
    p.touch(Command.BACK)


def refused(p: DoublesPlayer) -> None:
    """A word with a letter that the set has not got is refused, and stays to be mended."""
    begin(p)
    p.touch(call_on(PlayScreen.write))
    for letter in "AAAAAA":
        p.touch(Key(letter))
    p.touch(Key("9"))
    p.touch(DONE)


def display_gone(p: DoublesPlayer) -> None:
    opened(p)
    trouble = msg("Display {side} does not answer; check its cable. The game goes on.", side="A")
    p.kiosk.post(PeripheralStatus("oled A", trouble))
    p.settle()


def correcting(p: DoublesPlayer) -> None:
    opened(p)
    p.menu(Show(SheetScreen()))
    p.touch(call_on(SheetScreen.correct, 0, 0))


def correcting_a_pass(p: DoublesPlayer) -> None:
    """A row that stands as a pass is a word."""
    opened(p)
    p.kiosk.table.do(e.Pass())
    p.menu(Show(SheetScreen()))
    p.touch(call_on(SheetScreen.correct, 1, 0))
    for letter in "RAK":
        p.touch(Key(letter))
    p.number(8)


def without_points(p: DoublesPlayer) -> None:
    """A row that stands as a word was an exchange."""
    correcting(p)
    p.touch(Show(WithoutPoints(p.shown(Correction))))


def long_word(p: DoublesPlayer) -> None:
    begin(p)
    p.touch(call_on(PlayScreen.write))
    for letter in "NEJKULAŤOUČKÝ":
        p.touch(Key(letter))
    p.touch(Key("9"))
    p.touch(Key("0"))


def racks_tapped(p: DoublesPlayer) -> None:
    opened(p)
    write(p, "PES", 5)
    write(p, "KOSA", 8)
    p.press(1)
    p.menu(Show(BagCountForm()))
    p.number(0)
    p.touch(DONE)
    p.menu(Show(EndScreen()))
    p.touch(Do(e.End()))
    for letter in "ŽÁBAX":
        p.touch(Key(letter))


def over_time_unwritten(p: DoublesPlayer) -> None:
    """The clock ran over before anything was written."""
    opened(p)
    p.wait(185 * SECOND)


def presses_listed(p: DoublesPlayer) -> None:
    """A press was taken back; the referee looks at all of them."""
    opened(p)
    write(p, "PES", 5)
    p.press(1)
    p.press(1, 1600)
    p.menu(Show(RefereeScreen()))
    p.touch(Show(PRESSES))


def referee_ends(p: DoublesPlayer) -> None:
    opened(p)
    p.menu(Show(RefereeScreen()))
    p.touch(Show(EndNowScreen()))


def pin_wanted(p: DoublesPlayer) -> None:
    opened(p)
    p.kiosk.host.set_pin(hash_pin("4711"))
    p.kiosk.host.referee.close()
    p.menu(Show(RefereeScreen()))
    for figure in "47":
        p.touch(Key(figure))


def early_when_move_2_is_played(p: DoublesPlayer) -> None:
    opened(p)
    write(p, "PES", 5)
    p.menu(Do(e.Early()))
    write(p, "KOSA", 8)
    p.touch(Show(EarlyScreen()))


def bag_empty(p: DoublesPlayer) -> None:
    """Dvě sloky are on move with an empty bag."""
    opened(p)
    p.menu(Show(BagCountForm()))
    p.number(0)
    p.touch(DONE)


def tiles_asked(p: DoublesPlayer) -> None:
    """Near the end of the bag it is asked how many tiles were laid."""
    bag_empty(p)
    p.touch(call_on(PlayScreen.write))
    for letter in "POSTEL":
        p.touch(Key(letter))
    p.touch(Key("9"))
    p.touch(DONE)


def closing_against_the_sheet(p: DoublesPlayer) -> None:
    """A pair closes though its tiles by the scoresheet are not gone."""
    bag_empty(p)
    p.move(e.Move(word="KALHOTY", points=60, tiles=7))
    p.move(e.Move(word="POSTEL", points=20, tiles=6))
    p.press(1)
    p.menu(Show(EndScreen()))
    p.touch(Show(CloseScreen()))


def closing_as_the_sheet_says(p: DoublesPlayer) -> None:
    """By the scoresheet both racks may be empty: closing is offered, and asks."""
    bag_empty(p)
    p.move(e.Move(word="KALHOTY", points=60, tiles=7))
    p.move(e.Move(word="POSTELE", points=20, tiles=7))
    p.press(1)
    p.touch(Show(CloseScreen()))


def out_too_early(p: DoublesPlayer) -> None:
    """Somebody says to be out of tiles while the sheet counts a full bag."""
    opened(p)
    p.menu(Show(EndScreen()))
    p.touch(Show(OutScreen(1)))


def out_taken_back(p: DoublesPlayer) -> None:
    bag_empty(p)
    p.menu(Show(EndScreen()))
    p.touch(Show(OutScreen(1)))
    p.touch(Do(e.Out(pair="B", player=1)))
    p.menu(Show(EndScreen()))
    p.touch(Show(OutScreen(1)))


def overrun_unwritten(p: DoublesPlayer) -> None:
    """Move 1 was announced in time; the press came too late, and nothing is written."""
    opened(p)
    p.wait(97 * SECOND)
    p.menu(Do(e.Announce()))
    p.wait(200 * SECOND)
    p.press(1)


def overruled(p: DoublesPlayer, meanwhile: Callable[[], None] = lambda: None, remark: Message | None = None) -> None:
    """People have confirmed what of an overrun turn stands; only now a pod tells that it was pressed in time.

    ``meanwhile`` is done before it tells; ``remark`` is what is to be said of that press.
    """
    opened(p)
    write(p, "PES", 5)
    p.wait(160 * SECOND)
    edge = p.clock.ns
    p.wait(30 * SECOND)
    p.press(1)
    p.touch(Do(e.Overrun(stands=(True, False))))
    p.wait(6 * SECOND)
    meanwhile()
    for down, at in ((True, edge), (False, edge + 80 * MS)):
        p.kiosk.loop.handle(PodReport(1, down, at, 0, remark))
    p.settle()


def exchange_uncertain(p: DoublesPlayer) -> None:
    """Whether seven tiles are in the bag cannot be told by the sheet."""
    opened(p)
    p.menu(Show(BagCountForm()))
    p.number(9)
    p.touch(DONE)
    p.move(e.Move(word="POSTEL", points=20))
    p.touch(call_on(PlayScreen.exchange))


def laid(p: DoublesPlayer, *, missing: bool = False) -> None:
    """ČUMÁK lies on the board, and OBLOUK beside it; or the squares of OBLOUK are ``missing``."""
    begin(p)
    p.wait(10 * SECOND)
    p.move(e.Move(word="ČUMÁK", points=30, at="H4"))
    p.press(0)
    p.wait(10 * SECOND)
    p.move(e.Move(word="OBLOUK", points=18, at=None if missing else "5D"))


def board_empty(p: DoublesPlayer) -> None:
    begin(p)
    p.touch(call_on(PlayScreen.write))
    p.touch(call_on(MoveEntry.board))


def across(p: DoublesPlayer, row: int, column: int) -> None:
    """A word begins on that square and runs across."""
    tap = call_on(BoardEntry.on_tap, row, column)
    p.touch(tap)
    if (at := p.shown(BoardEntry).at) is not None and at.down:
        p.touch(tap)


def crossing(p: DoublesPlayer) -> None:
    """A move beside another forms several words."""
    laid(p)
    p.touch(call_on(PlayScreen.write))
    across(p, 8, 6)
    for letter in "REGÁL":
        p.touch(Key(letter))


def touches_nothing(p: DoublesPlayer) -> None:
    """A word that touches no tile is refused, and stays to be moved."""
    laid(p)
    p.touch(call_on(PlayScreen.write))
    across(p, 10, 9)
    for letter in "PES":
        p.touch(Key(letter))
    p.touch(DONE)


def board_seen(p: DoublesPlayer) -> None:
    laid(p)
    p.menu(Show(BoardView()))


def board_letters(p: DoublesPlayer) -> None:
    laid(p)
    p.menu(Show(BoardView()))
    p.touch(Show(BoardView(letters=True)))


def board_incomplete(p: DoublesPlayer) -> None:
    laid(p, missing=True)
    p.menu(Show(BoardView()))


def judged_on_the_board(p: DoublesPlayer) -> None:
    """An objection to the second of two moves whose squares are known."""
    laid(p)
    p.move(e.Move(word="REGÁL", points=22, at="I7"))
    p.press(1)
    p.touch(Show(ObjectionScreen()))
    p.touch(Do(e.Objection(move=2)))


def pressed_before_written(p: DoublesPlayer) -> None:
    """A pair has pressed; its second move is not on the sheet. By mistake, or the opponents object."""
    opened(p)
    write(p, "PES", 5)
    p.press(1)


def objecting_to_what_is_missing(p: DoublesPlayer) -> None:
    pressed_before_written(p)
    p.touch(Show(ObjectionScreen()))


def objected_to_what_is_missing(p: DoublesPlayer) -> None:
    objecting_to_what_is_missing(p)
    p.touch(Do(e.Objection(move=2)))


def second_missing(p: DoublesPlayer) -> None:
    """The first move is judged while the second is not on the sheet."""
    objecting_to_what_is_missing(p)
    p.touch(Do(e.Objection(move=1)))


def big_clock(p: DoublesPlayer) -> None:
    """Dvě sloky are on move, and the time is over the whole screen."""
    opened(p)
    p.wait(39 * SECOND)
    p.touch(Command.BIG_CLOCK)


def big_clock_upturned(p: DoublesPlayer) -> None:
    """Little time is left, and the upper half stands on its head."""
    big_clock(p)
    p.touch(ask(BigClockController.turn_upper))
    p.wait(114 * SECOND)


def big_clock_over(p: DoublesPlayer) -> None:
    big_clock(p)
    p.wait(150 * SECOND)


def note_in_words(p: DoublesPlayer) -> None:
    opened(p)
    p.menu(Show(NoteForm()))
    p.touch(call_on(NoteForm.on_tap, 1))
    p.touch(call_on(NoteForm.in_words))


SITUATIONS: dict[str, Callable[[DoublesPlayer], None]] = {
    "note-in-words": note_in_words,
    "big-clock": big_clock,
    "big-clock-upturned": big_clock_upturned,
    "big-clock-over": big_clock_over,
    "setup-one-name": one_name,
    "draw-a-name-twice": a_name_twice,
    "draw-one-letter": one_letter_drawn,
    "draw-again": drawn_again,
    "play-screen-buttons": screen_buttons,
    "entry-refused": refused,
    "play-display-gone": display_gone,
    "play-late-press": overruled,
    "entry-correction": correcting,
    "entry-correction-pass": correcting_a_pass,
    "without-points": without_points,
    "entry-long-word": long_word,
    "racks-tapped": racks_tapped,
    "play-over-time-unwritten": over_time_unwritten,
    "referee-presses": presses_listed,
    "referee-end": referee_ends,
    "referee-pin": pin_wanted,
    "early-too-late": early_when_move_2_is_played,
    "tiles": tiles_asked,
    "closing-against-the-sheet": closing_against_the_sheet,
    "closing": closing_as_the_sheet_says,
    "out-too-early": out_too_early,
    "out-taken-back": out_taken_back,
    "overrun-unwritten": overrun_unwritten,
    "exchange-uncertain": exchange_uncertain,
    "board-entry-empty": board_empty,
    "board-entry-crossing": crossing,
    "board-entry-refused": touches_nothing,
    "board": board_seen,
    "board-letters": board_letters,
    "board-incomplete": board_incomplete,
    "board-verdict": judged_on_the_board,
    "play-row-missing": pressed_before_written,
    "object-row-missing": objecting_to_what_is_missing,
    "verdict-row-missing": objected_to_what_is_missing,
    "verdict-second-missing": second_missing,
}
