"""Situations at the Polyssimo table that its samples do not bring up, each staged through buttons and touches."""

from __future__ import annotations

from collections.abc import Callable

from device.common.i18n import tr
from device.games.polyssimo.controller import NoteForm, Placements, Swap
from device.games.polyssimo.play import OutcomeScreen
from device.games.polyssimo.setup import OptionsPage, PolyssimoSetupScreen, ShapeEditor
from device.graphics.actions import DONE, HISTORY, MENU, REOPEN, Command, Do, NewGame, Show
from device.graphics.widgets import place_of
from device.kiosk.screen import call_on
from device.screens.history.past import ReplayScreen
from device.screens.history.state import Filter
from device.screens.history.views import ListScreen, VersionsScreen
from rules.needs import words_in
from rules.polyssimo import acts as e
from tests.kiosk.keyboard import keyed
from tests.kiosk.seeing import greyed, way_to
from tools.play.players.polyssimo import PolyssimoPlayer

NAMES = ("Alexandra", "Bohumil", "Ctirad Veselý", "Drahomíra")


def sit_down(p: PolyssimoPlayer, count: int = 4, placing: str | None = None, counts: str | None = None) -> None:
    """Names are typed and the game is begun; the first pick is due."""
    p.touch(NewGame("polyssimo"))
    for number, name in enumerate(NAMES[:count]):
        p.touch(call_on(PolyssimoSetupScreen.on_field, number))
        keyed(p, name)
    p.touch(DONE)
    if placing is not None:
        p.touch(call_on(OptionsPage.on_choice, "placing", placing))
    if counts is not None:
        p.touch(call_on(OptionsPage.on_choice, "counts", counts))
    p.touch(DONE)


def pick_all(p: PolyssimoPlayer) -> None:
    """The first and the last piece are touched; that the others are taken so, too, the samples show."""
    table = p.kiosk.table
    p.pick(e.Pick(piece=table.state.middle[0]))
    while len(table.state.middle) > 1:
        table.do(e.Pick(piece=table.state.middle[0], player=table.state.turn + 1))
    p.kiosk.loop.invalidate()
    p.settle()
    p.pick(e.Pick(piece=table.state.middle[0]))


def four_names(p: PolyssimoPlayer) -> None:
    p.touch(NewGame("polyssimo"))
    for number, name in enumerate(NAMES):
        p.touch(call_on(PolyssimoSetupScreen.on_field, number))
        keyed(p, name)


def four_shares(p: PolyssimoPlayer) -> None:
    four_names(p)
    p.touch(DONE)


def shares_agreed(p: PolyssimoPlayer) -> None:
    four_shares(p)
    p.touch(call_on(OptionsPage.on_choice, "picking", "agreed"))


def a_piece_twice(p: PolyssimoPlayer) -> None:
    """Somebody reaches for a piece that another has."""
    sit_down(p)
    p.pick(e.Pick(piece="F"))
    x, y = place_of(p.kiosk.scene, Do(e.Pick(piece="I", player=2))) or (0, 0)
    p.drag((x - 97, y), (x - 97, y))


def four_count(p: PolyssimoPlayer) -> None:
    sit_down(p)
    pick_all(p)
    p.press(1)
    p.press(0, 1600)


def cells_told(p: PolyssimoPlayer) -> None:
    sit_down(p, 3, counts="cells")
    pick_all(p)
    p.touch(Show(OutcomeScreen()))


def four_on_the_board(p: PolyssimoPlayer) -> None:
    """Four hands; a piece floats under the finger beside the board."""
    sit_down(p, placing="board")
    pick_all(p)
    p.lay("H12", ("A2", "B1", "B2", "B3", "C2", "D2"))


def over_another(p: PolyssimoPlayer) -> None:
    """A piece lies on another one, and putting it down is refused with the reason."""
    four_on_the_board(p)
    p.touch(p.grab("H11"))
    plan = p.plan
    x, y = place_of(p.kiosk.scene, p.grab("H11")) or (0, 0)
    p.drag((x, y), (plan.board.x + 3 * plan.side, plan.board.y + 4 * plan.side))
    tools = plan.tools
    spot = (tools.x + tools.w - 20, tools.y + tools.h // 2)
    p.drag(spot, spot)


def screen_buttons(p: PolyssimoPlayer) -> None:
    sit_down(p, 2)
    pick_all(p)
    p.menu(Command.AREAS)
    p.touch(Command.BACK)


def half_traced(p: PolyssimoPlayer) -> None:
    four_shares(p)
    p.touch(call_on(OptionsPage.trace))
    p.touch(call_on(ShapeEditor.choose, 3))
    p.touch(p.shown(ShapeEditor).change(squares=frozenset()))
    for square in ((2, 2), (3, 2), (3, 3)):
        p.touch(call_on(ShapeEditor.square, square))


def nobody_placed(p: PolyssimoPlayer) -> None:
    sit_down(p, 2)
    pick_all(p)
    for _ in range(2):
        p.stand_aside()


def placed_list(p: PolyssimoPlayer) -> None:
    """Some placements by name, some only counted."""
    sit_down(p)
    pick_all(p)
    for piece in (None, "H11", None, "H9", "H8", "H7", None, "H5"):
        p.place(e.Place(piece=piece))
    p.menu(Show(Placements()))


def which_piece(p: PolyssimoPlayer) -> None:
    placed_list(p)
    p.touch(call_on(Placements.on_open, 1))


def mixed_up(p: PolyssimoPlayer) -> None:
    placed_list(p)
    p.touch(MENU)
    p.touch(Show(Swap()))
    p.touch(Show(Swap("F")))


def lies_elsewhere(p: PolyssimoPlayer) -> None:
    """A piece on the board is taken up again, to put it right."""
    four_on_the_board(p)
    p.lay("H11", ("E2", "F2", "F3", "G3", "G4", "H4"))
    p.menu(Show(Placements()))
    p.touch(call_on(Placements.on_open, 1))


def noted(p: PolyssimoPlayer) -> None:
    sit_down(p)
    pick_all(p)
    p.menu(Show(NoteForm()))
    p.touch(call_on(NoteForm.on_tap, 1))


def result_signed(p: PolyssimoPlayer) -> None:
    nobody_placed(p)
    for side in (0, 1):
        p.press(side, 1600)


def reopened(p: PolyssimoPlayer) -> None:
    result_signed(p)
    p.touch(REOPEN)


def counted_again(p: PolyssimoPlayer) -> None:
    """What was tapped is put right by what the table counted; that nobody placed anything is refused."""
    sit_down(p, 3)
    pick_all(p)
    for _ in range(3):
        p.press(p.controller.state.turn % 2)
    for _ in range(3):
        p.stand_aside()
    p.menu(Show(OutcomeScreen()))
    count(p, (8, 8, 8))
    p.touch(greyed(p, tr(words_in(p.shown(OutcomeScreen).need.title, p.controller.state))))


def count(p: PolyssimoPlayer, left: tuple[int, ...]) -> None:
    for seat, figure in enumerate(left):
        p.touch(call_on(OutcomeScreen.on_figure, seat, figure))


def replayed_on_the_board(p: PolyssimoPlayer) -> None:
    four_on_the_board(p)
    p.lay("H11", ("E2", "F2", "F3", "G3", "G4", "H4"))
    replayed(p, 26)


def replayed(p: PolyssimoPlayer, n: int) -> None:
    p.menu(HISTORY)
    p.touch(Show(ReplayScreen()))
    at = 0
    while at < n:
        at = at + 10 if n - at >= 10 else at + 1
        p.touch(call_on(ReplayScreen.on_step, at))


def replayed_picking(p: PolyssimoPlayer) -> None:
    sit_down(p)
    pick_all(p)
    replayed(p, 11)


def replayed_end(p: PolyssimoPlayer) -> None:
    counted_again(p)
    count(p, (6, 7, 7))
    p.touch(Do(e.Correct(left=(6, 7, 7), last=1)))
    replayed(p, 31)


def versions(p: PolyssimoPlayer) -> None:
    placed_list(p)
    p.touch(call_on(Placements.on_open, 1))
    p.touch(Do(e.Correct(place=1, piece="H12")))
    p.menu(HISTORY)
    p.touch(Show(VersionsScreen()))
    p.touch(way_to(p, ListScreen, only=Filter.CHANGES))


def large(p: PolyssimoPlayer) -> None:
    four_count(p)
    p.touch(Command.BIG_CLOCK)


SITUATIONS: dict[str, Callable[[PolyssimoPlayer], None]] = {
    "polyssimo-large": large,
    "polyssimo-four-names": four_names,
    "polyssimo-four-shares": four_shares,
    "polyssimo-shares-agreed": shares_agreed,
    "polyssimo-a-piece-twice": a_piece_twice,
    "polyssimo-four-count": four_count,
    "polyssimo-cells-told": cells_told,
    "polyssimo-four-on-the-board": four_on_the_board,
    "polyssimo-over-another": over_another,
    "polyssimo-screen-buttons": screen_buttons,
    "polyssimo-half-traced": half_traced,
    "polyssimo-nobody-placed": nobody_placed,
    "polyssimo-placed": placed_list,
    "polyssimo-which-piece": which_piece,
    "polyssimo-mixed-up": mixed_up,
    "polyssimo-lies-elsewhere": lies_elsewhere,
    "polyssimo-note": noted,
    "polyssimo-result-signed": result_signed,
    "polyssimo-reopen": reopened,
    "polyssimo-counted-again": counted_again,
    "history-replay-board": replayed_on_the_board,
    "history-replay-picking": replayed_picking,
    "history-replay-end": replayed_end,
    "history-rows": versions,
}
