"""Situations of the score sheet."""

from __future__ import annotations

from collections.abc import Callable

from device.common.sheets import save_sheet
from device.games.rounds.forms import CorrectedRow, DealerScreen, EndForm, NoteForm, RoundForm, SubstituteForm
from device.games.rounds.play import RowList
from device.games.rounds.setup import RoundsSeats, RoundsSetupScreen
from device.games.rounds.sheet_boxes import BoxTerms, SheetBoxes
from device.games.rounds.sheet_entries import SheetNumber
from device.games.rounds.sheet_form import SheetForm
from device.games.rounds.writing import BoxForm, TurnForm
from device.graphics.actions import DONE, HISTORY, Command, Do, NewGame, Show
from device.kiosk.screen import call_on
from device.screens.history.past import ReplayScreen
from rules.game import SECOND
from rules.rounds import acts as e
from rules.rounds.state import State
from rules.sheet_terms import Bonus, Box, SheetTerms
from tests.kiosk.keyboard import keyed
from tools.play.players.rounds import RoundsPlayer

NAMES = ("Adam", "Bára", "Cyril", "Dana", "Emil", "Františka", "Gustav", "Helena")
RUMMY = SheetTerms(name="Rummy 500", figure="body", players=(2, 6), least=-500, until=500, deals=True)
ANYTHING = SheetTerms(name="Cokoli", figure="body", players=(2, 8), least=-99_999)
PAIRS = SheetTerms(name="Ve dvojicích", figure="body", players=(4, 8), team=2, until=1000, deals=True)
HEARTS = SheetTerms(name="Srdce", figure="body", players=(4, 4), wins="least", total=26, until=100)
DARTS = SheetTerms(
    name="Šipky 101",
    figure="body",
    players=(2, 8),
    wins="least",
    written="turn",
    most=180,
    start=101,
    until=0,
    exact=True,
    turn_s=60,
)
DICE = SheetTerms(
    name="Tři políčka",
    figure="body",
    players=(2, 8),
    boxes=(
        Box(name="Jedničky", allowed=(0, 1, 2, 3)),
        Box(name="Šestky", allowed=(0, 6, 12)),
        Box(name="Vše", most=30),
    ),
    bonus=(Bonus(boxes=2, reached=13, points=35),),
)
MANY_BOXES = SheetTerms(
    name="Dlouhý list", figure="body", players=(2, 8), boxes=tuple(Box(name=f"{n}. políčko") for n in range(1, 31))
)


def state(p: RoundsPlayer) -> State:
    """The state of the game on the table."""
    now: State = p.controller.state
    return now


def choose(p: RoundsPlayer, terms: SheetTerms) -> None:
    """The sheet is the table's own, and chosen; nobody is named yet."""
    save_sheet(p.kiosk.host.settings, terms)
    p.touch(NewGame("rounds"))
    p.choose_sheet(terms.name)


def name(p: RoundsPlayer, *names: str) -> None:
    """Names are typed, clockwise."""
    for number, text in enumerate(names):
        p.touch(call_on(RoundsSeats.on_field, number))
        keyed(p, text)


def sit_down(p: RoundsPlayer, terms: SheetTerms, *names: str) -> None:
    """A new game by ``terms``."""
    choose(p, terms)
    name(p, *names)
    p.touch(DONE)


def write_round(p: RoundsPlayer, *figures: int) -> None:
    """Everybody's figures of a round."""
    p.touch(Show(RoundForm()))
    type_figures(p, *figures)
    p.touch(DONE)


def type_figures(p: RoundsPlayer, *figures: int) -> None:
    """Figures are typed on a form for them."""
    for column, figure in enumerate(figures):
        p.touch(call_on(RoundForm.on_field, column))
        p.figure(figure)


def write_turn(p: RoundsPlayer, *figures: int) -> None:
    """The figures of turns, one after another."""
    for figure in figures:
        p.score(e.TurnScore(figure=figure))


def sign(p: RoundsPlayer) -> None:
    """Both sides sign by their clock buttons."""
    for side in (0, 1):
        p.press(side, 1600)


def make(p: RoundsPlayer) -> None:
    """A new sheet is begun."""
    p.touch(NewGame("rounds"))
    p.touch(call_on(RoundsSetupScreen.make))


def no_name(p: RoundsPlayer) -> None:
    make(p)
    p.touch(DONE)


def changing(p: RoundsPlayer) -> None:
    p.touch(NewGame("rounds"))
    p.touch(p.shown(RoundsSetupScreen).change(changing=True))


def own_sheet(p: RoundsPlayer) -> None:
    """A sheet with boxes of the table's own is changed."""
    save_sheet(p.kiosk.host.settings, DICE)
    changing(p)
    p.choose_sheet(DICE.name)


def sheet_number(p: RoundsPlayer) -> None:
    make(p)
    p.touch(call_on(SheetForm.number, "until"))
    p.figure(-250)


def number_refused(p: RoundsPlayer) -> None:
    make(p)
    p.touch(call_on(SheetForm.number, "turn_s"))
    p.figure(2)
    p.shown(SheetNumber)
    p.touch(DONE)


def sheet_word(p: RoundsPlayer) -> None:
    make(p)
    p.touch(call_on(SheetForm.word, "name"))
    keyed(p, "Kuřátko")


def sheet_boxes(p: RoundsPlayer) -> None:
    own_sheet(p)
    p.touch(call_on(SheetForm.boxes))


def sheet_box(p: RoundsPlayer) -> None:
    sheet_boxes(p)
    p.touch(call_on(SheetBoxes.on_box, 3))
    keyed(p, "Postupka")
    p.touch(call_on(BoxTerms.on_field, 1))
    keyed(p, "30")


def seats_of_partners(p: RoundsPlayer) -> None:
    choose(p, PAIRS)
    name(p, *NAMES[:5])


def eight_seats(p: RoundsPlayer) -> None:
    choose(p, ANYTHING)
    name(p, *NAMES)


def partners(p: RoundsPlayer) -> None:
    sit_down(p, PAIRS, *NAMES[:6])
    write_round(p, 120, 80, 45)


def eight_columns(p: RoundsPlayer) -> None:
    sit_down(p, ANYTHING, *NAMES)
    for _ in range(7):
        write_round(p, 120, -45, 80, 1, 345, 6, 0, -99)


def eight_figures(p: RoundsPlayer) -> None:
    eight_columns(p)
    p.touch(Show(RoundForm()))
    type_figures(p, 5, -10)


def eight_rows(p: RoundsPlayer) -> None:
    eight_columns(p)
    p.touch(Show(RowList()))


def eight_dealers(p: RoundsPlayer) -> None:
    sit_down(p, PAIRS, *NAMES)
    p.menu(Show(DealerScreen()))


def eight_notes(p: RoundsPlayer) -> None:
    sit_down(p, ANYTHING, *NAMES)
    p.menu(Show(NoteForm()))


def eight_substitutes(p: RoundsPlayer) -> None:
    sit_down(p, ANYTHING, *NAMES)
    p.menu(Show(SubstituteForm()))


def eight_places(p: RoundsPlayer) -> None:
    eight_columns(p)
    p.touch(Show(EndForm()))
    p.touch(Do(e.End()))


def eight_large(p: RoundsPlayer) -> None:
    eight_columns(p)
    p.menu(Command.BIG_CLOCK)


def ending(p: RoundsPlayer) -> None:
    sit_down(p, ANYTHING, *NAMES[:3])
    write_round(p, 10, 20, 30)
    p.touch(Show(EndForm()))


def shared_win(p: RoundsPlayer) -> None:
    sit_down(p, ANYTHING, *NAMES[:3])
    write_round(p, 30, 20, 30)
    p.touch(Show(EndForm()))
    p.touch(Do(e.End()))


def a_total(p: RoundsPlayer) -> None:
    """Three of four figures of a round whose total is known: the last one follows."""
    sit_down(p, HEARTS, *NAMES[:4])
    p.touch(Show(RoundForm()))
    type_figures(p, 13, 5, 0)


def too_much(p: RoundsPlayer) -> None:
    a_total(p)
    p.touch(call_on(RoundForm.on_field, 3))
    p.figure(20)
    p.touch(DONE)


def rows_none(p: RoundsPlayer) -> None:
    sit_down(p, RUMMY, *NAMES[:2])
    p.menu(Show(RowList()))


def row_put_right(p: RoundsPlayer) -> None:
    sit_down(p, RUMMY, *NAMES[:2])
    write_round(p, 15, -30)
    p.touch(Show(CorrectedRow(number=1)))


def dice(p: RoundsPlayer) -> None:
    sit_down(p, DICE, *NAMES[:2])
    for box, figure in ((1, 3), (2, 6)):
        p.fill(e.Fill(box=box, figure=figure))


def box_values(p: RoundsPlayer) -> None:
    dice(p)
    p.touch(Show(BoxForm(box=2)))


def box_keys(p: RoundsPlayer) -> None:
    dice(p)
    p.touch(Show(BoxForm(box=3)))
    p.figure(17)


def box_refused(p: RoundsPlayer) -> None:
    box_keys(p)
    p.figure(0)
    p.touch(DONE)


def many_boxes(p: RoundsPlayer) -> None:
    sit_down(p, MANY_BOXES, *NAMES)
    p.fill(e.Fill(box=29, figure=1200))


def darts(p: RoundsPlayer) -> None:
    """The clock runs, and two turns are written; Adam has 41 left."""
    sit_down(p, DARTS, *NAMES[:2])
    p.press(0)
    write_turn(p, 60, 26)


def bust(p: RoundsPlayer) -> None:
    darts(p)
    p.touch(Show(TurnForm()))
    p.figure(60)


def low(p: RoundsPlayer) -> None:
    darts(p)
    p.wait(45 * SECOND)


def last_seconds(p: RoundsPlayer) -> None:
    darts(p)
    p.wait(52 * SECOND)


def over(p: RoundsPlayer) -> None:
    darts(p)
    p.wait(70 * SECOND)


def timed_large(p: RoundsPlayer) -> None:
    darts(p)
    p.menu(Command.BIG_CLOCK)


def screen_buttons(p: RoundsPlayer) -> None:
    darts(p)
    p.menu(Command.AREAS)
    p.touch(Command.BACK)


def replayed(p: RoundsPlayer) -> None:
    """A moment of the past."""
    dice(p)
    p.menu(HISTORY)
    p.touch(Show(ReplayScreen()))
    p.touch(call_on(ReplayScreen.on_step, 1))


def replayed_end(p: RoundsPlayer) -> None:
    sit_down(p, RUMMY, *NAMES[:3])
    write_round(p, 500, 20, -35)
    p.press(0, 1600)
    p.touch(HISTORY)
    p.touch(Show(ReplayScreen()))


SITUATIONS: dict[str, Callable[[RoundsPlayer], None]] = {
    "sheets-changing": changing,
    "sheet-new": make,
    "sheet-without-a-name": no_name,
    "sheet-changed": own_sheet,
    "sheet-number": sheet_number,
    "sheet-number-refused": number_refused,
    "sheet-word": sheet_word,
    "sheet-boxes": sheet_boxes,
    "sheet-box": sheet_box,
    "seats-of-partners": seats_of_partners,
    "seats-eight": eight_seats,
    "play-partners": partners,
    "play-eight": eight_columns,
    "play-eight-large": eight_large,
    "figures-eight": eight_figures,
    "rows-eight": eight_rows,
    "dealer-eight": eight_dealers,
    "note-eight": eight_notes,
    "substitute-eight": eight_substitutes,
    "result-eight": eight_places,
    "end": ending,
    "result-shared": shared_win,
    "figures-total": a_total,
    "figures-too-much": too_much,
    "rows-none": rows_none,
    "row-put-right": row_put_right,
    "play-dice": dice,
    "box-values": box_values,
    "box-keys": box_keys,
    "box-refused": box_refused,
    "play-many-boxes": many_boxes,
    "turn-bust": bust,
    "play-low": low,
    "play-last-seconds": last_seconds,
    "play-over-time": over,
    "play-timed-large": timed_large,
    "play-screen-buttons": screen_buttons,
    "history-replay": replayed,
    "history-replay-end": replayed_end,
}
