"""Polyssimo at the table: its screens, whole records through touches, drags and buttons."""

from __future__ import annotations

import errno
from dataclasses import replace

import pytest

from device.common.settings.settings import Settings
from device.games.polyssimo import shapes_file
from device.games.polyssimo.board_view import BoardScreen
from device.games.polyssimo.controller import Swap
from device.games.polyssimo.play import OutcomeScreen
from device.games.polyssimo.setup import OptionsPage, PolyssimoSetupScreen, ShapeEditor
from device.graphics.actions import MENU, Do, Drag, Grab, Motion, Show
from device.graphics.widgets import Blocks, Touch, place_of
from device.kiosk.screen import call_on
from rules.game import Undo
from rules.options.polyssimo import PolyssimoOptions
from rules.polyssimo import acts as e
from rules.polyssimo.board import BOARD, PROVISIONAL
from rules.polyssimo.state import Phase
from rules.record import read, write
from tests.kiosk.evening import Evening
from tests.kiosk.script import play
from tests.kiosk.seeing import greyed, says, texts
from tests.kiosk.situations.polyssimo import SITUATIONS, pick_all, sit_down
from tools.play.gallery import SAMPLES, load_record
from tools.play.players.polyssimo import PolyssimoPlayer

RECORDS = sorted(SAMPLES.glob("polyssimo*.jsonl"))


@pytest.fixture
def g(new_table) -> PolyssimoPlayer:
    """A table with the home screen, and players for it."""
    return new_table(PolyssimoPlayer)


# -- records -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game_of_evening", [pytest.param("polyssimo", marks=pytest.mark.xdist_group("polyssimo"))], indirect=True
)
def test_a_record_is_played_by_hand_event_for_event_and_read_back(evening: Evening):
    for path in RECORDS:
        record, played = load_record(path), evening.histories[path.stem]
        assert [type(entry.event) for entry in played.entries] == [type(entry.event) for entry in record.entries]
        assert played.state.placed == record.state.placed
        assert read(write(played).split("\n")).state == played.state


def test_every_event_of_the_game_is_entered_through_touches():
    done = {type(entry.event) for path in RECORDS for entry in load_record(path).entries}
    assert done >= {e.Pick, e.Begin, e.Place, e.Stand, e.Outcome, e.Sign}


# -- pieces ------------------------------------------------------------------------------------------------------------


def take(g, piece, x, y):
    """Drag a piece of the hand so that its middle lies on that cell."""
    start = place_of(g.kiosk.scene, g.grab(piece))
    plan = g.plan
    g.drag(start, (plan.board.x + round((x + 0.5) * plan.side), plan.board.y + round((y + 2.4) * plan.side)))


def test_a_piece_that_lies_on_the_board_is_moved_turned_and_flipped_before_it_is_put_down(g):
    sit_down(g, 2, placing="board")
    pick_all(g)
    take(g, "V", 5, 5)
    first = g.draft
    assert first.at is not None
    plan = g.plan
    x, y = (plan.board.x + round((place + 0.5) * plan.side) for place in first.cells[0])
    g.drag((x, y), (x + 2 * plan.side, y - 3 * plan.side))
    assert g.draft.at == (first.at[0] + 2, first.at[1] - 3)
    play(g, "Otočit")
    assert g.draft.form != first.form
    play(g, "Převrátit")
    cells = g.draft.cells
    g.kiosk.controller.on_text("\r")
    g.settle()
    assert set(g.controller.state.placed[0].cells) == set(cells)
    assert g.controller.state.turn == 0


@pytest.mark.parametrize(("x", "y"), [(0, 0), (1, 0), (0, 1), (1, 1), (0.5, 0), (0, 0.5)])
def test_a_piece_dragged_to_the_edge_stays_whole_on_the_board_and_so_it_does_turned_there(g, x, y):
    sit_down(g, 2, placing="board")
    pick_all(g)
    plan = g.plan
    corner = (round(x * (BOARD.width - 1)), round(y * (BOARD.height - 1)))
    start = place_of(g.kiosk.scene, g.grab("I"))
    end = (corner[0] + 0.5, corner[1] + 1.7)  # the piece floats above the finger
    g.drag(start, (plan.board.x + round(end[0] * plan.side), plan.board.y + round(end[1] * plan.side)))
    for act in (None, BoardScreen.turn, BoardScreen.flip, BoardScreen.turn):
        if act is not None:
            g.touch(call_on(act))
        assert g.draft.floating is None
        assert all(BOARD.contains(cell) for cell in g.draft.cells)
        near = min(max(abs(a - corner[0]), abs(b - corner[1])) for a, b in g.draft.cells)
        assert near <= 2, "it does not jump away from the finger"


def test_a_touch_on_the_board_brings_the_chosen_piece_there(g):
    sit_down(g, 2, placing="board")
    pick_all(g)
    g.touch(g.grab())
    assert says(g, "Nejdřív vyberte dílek.")
    g.touch(g.grab("X"))
    assert g.draft.at is None
    g.touch(g.grab())
    assert (5, 5) in g.draft.cells or (6, 5) in g.draft.cells


def test_over_the_edge_and_onto_another_piece_are_refused_with_the_rule(g):
    SITUATIONS["polyssimo-over-another"](g)
    assert says(g, "(P7)")
    assert len(g.controller.state.placed) == 1
    g.controller.show(BoardScreen(replace(g.draft, at=(11, 10))))
    g.kiosk.presenter.present(g.kiosk.composer.moment())
    before = len(g.kiosk.table.history.entries)
    assert not any(
        isinstance(w, Touch) and isinstance(w.action, Do) and isinstance(w.action.event, e.Place) for w in g.kiosk.scene
    )
    assert len(g.kiosk.table.history.entries) == before


def test_a_piece_let_go_beside_the_board_goes_back_to_the_hand(g):
    sit_down(g, 2, placing="board")
    pick_all(g)
    x, y = place_of(g.kiosk.scene, g.grab("V"))
    v = g.plan.hold("V")
    g.controller.act(Drag(v, x, y, Motion.DOWN))
    g.controller.act(Drag(v, x + 30, y + 30, Motion.MOVE))
    assert g.draft.floating is not None
    g.controller.act(Drag(v, x + 30, y + 30, Motion.UP))
    assert (g.draft.floating, g.draft.at) == (None, None)
    g.controller.act(Drag(g.plan.hold("no such piece"), x, y, Motion.DOWN))


def test_an_undo_in_the_middle_of_a_drag_drops_the_piece(g):
    sit_down(g, 2, placing="board")
    pick_all(g)
    x, y = place_of(g.kiosk.scene, g.grab("V"))
    v = g.plan.hold("V")
    g.controller.act(Drag(v, x, y, Motion.DOWN))
    g.kiosk.table.do(Undo())
    g.controller.act(Drag(v, x - 300, y, Motion.MOVE))
    g.controller.act(Drag(v, x - 300, y, Motion.UP))
    g.settle()
    assert g.controller.current_screen().key == "pick"


def test_two_taps_place_a_piece_on_the_table_and_one_press_counts_one(g):
    sit_down(g, 2)
    pick_all(g)
    g.touch(Do(e.Place(piece="H12", player=2)))
    g.press(1)
    assert [g.controller.state.left(seat) for seat in (0, 1)] == [12, 11]
    g.press(0)
    assert [g.controller.state.left(seat) for seat in (0, 1)] == [11, 11]


# -- setting up --------------------------------------------------------------------------------------------------------


def test_the_readings_of_the_settings_are_chosen_to_begin_with(g):
    g.kiosk.preferences.settings = Settings().with_options(PolyssimoOptions(placing="board", polyssimo_counts="cells"))
    sit_down(g, 2)
    setup = g.kiosk.table.history.setup
    assert (setup.placing, setup.polyssimo_counts) == ("board", "cells")


def test_the_youngest_is_counted_among_those_who_play(g):
    play(g, "Polyssimo")
    for number, name in ((1, "Eva"), (3, "Ota")):
        g.touch(call_on(PolyssimoSetupScreen.on_field, number))
        g.write(name)
    play(g, "done", sees="(P4)")
    g.touch(g.shown(PolyssimoSetupScreen).change(youngest=3))
    play(g, "done > done")
    setup = g.kiosk.table.history.setup
    assert (setup.players, setup.youngest) == (("Eva", "Ota"), 2)


def test_shares_are_stepped_within_what_there_is(g):
    SITUATIONS["polyssimo-four-shares"](g)
    g.touch(call_on(OptionsPage.share, 0, 1))
    assert says(g, "(P10)")
    for _ in range(3):
        g.touch(call_on(OptionsPage.share, 1, -1))
    assert says(g, "(P10)")
    g.touch(call_on(OptionsPage.share, 0, 1))
    play(g, "done")
    assert g.kiosk.table.history.setup.shares == (7, 4, 6, 6)


def test_traced_shapes_are_kept_for_every_later_game_and_the_shipped_ones_can_come_back(g):
    SITUATIONS["polyssimo-half-traced"](g)
    assert says(g, "Chybí ještě polí: 3.")
    for square in ((3, 4), (4, 4), (4, 5)):
        g.touch(call_on(ShapeEditor.square, square))
    play(g, "done")
    shapes, name = shapes_file.load(g.settings)
    assert name == "traced"
    assert [n for n, (shape, other) in enumerate(zip(shapes, PROVISIONAL, strict=True)) if shape != other].count(3) == 1
    assert says(g, "obkreslené")
    play(g, "done")
    assert g.kiosk.table.history.setup.set_name == "traced"
    shapes_file.save(g.settings, PROVISIONAL)
    assert shapes_file.load(g.settings) == (PROVISIONAL, "provisional")


def test_a_shape_that_the_set_has_already_is_not_kept(g):
    SITUATIONS["polyssimo-four-shares"](g)
    play(g, "Obkreslit dílky > 2")
    for square in sorted(g.shown(ShapeEditor).squares ^ {(x, 3) for x in range(6)}):
        g.touch(call_on(ShapeEditor.square, square))
    assert says(g, "To už je tvar 1.")
    g.touch(call_on(ShapeEditor.square, (0, 3)))
    g.touch(call_on(ShapeEditor.square, (0, 5)))
    assert says(g, "dotýkat stranami")


@pytest.mark.parametrize("text", ["", "XXXXXX\n", "rubbish\n" * 12, "XXXXXX\n" * 12, "\udcff"])
def test_a_damaged_file_of_shapes_stops_nothing(g, text):
    shapes_file.file_of(g.settings).path.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert shapes_file.load(g.settings) == (PROVISIONAL, "provisional")


def test_where_the_shapes_cannot_be_written_it_is_said(g, monkeypatch):
    def full(path, content, mode, **options):
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr("device.common.files.small_file.atomic_write", full)
    SITUATIONS["polyssimo-four-shares"](g)
    play(g, "Obkreslit dílky > done", sees="nepodařilo uložit")


def test_a_folder_in_the_place_of_the_shapes_is_set_aside(g):
    shapes_file.file_of(g.settings).path.mkdir()
    SITUATIONS["polyssimo-four-shares"](g)
    play(g, "Obkreslit dílky > done")
    assert shapes_file.file_of(g.settings).path.is_file()


# -- looking back and putting right ------------------------------------------------------------------------------------


def test_P6_a_counted_placement_is_named_afterwards_in_three_taps(g):
    sit_down(g, 2)
    pick_all(g)
    play(g, "press 1 > menu > Umístěné dílky", sees="některý dílek")
    play(g, "některý dílek")
    g.touch(Do(e.Correct(place=1, piece="H12")))
    assert g.controller.state.placed[0].piece == "H12"
    assert g.controller.current_screen().key == "count"


def test_P7_a_piece_that_lies_elsewhere_is_dragged_there_and_what_it_covered_is_free(g):
    sit_down(g, 2, placing="board")
    pick_all(g)
    g.lay("H12", ("A2", "B1", "B2", "B3", "C2", "D2"))
    play(g, "menu > Umístěné dílky > 1 · Bohumil", sees="1. dílek")
    assert not any(
        isinstance(w, Touch) and isinstance(w.action, Do) and isinstance(w.action.event, e.Stand) for w in g.kiosk.scene
    )
    g.lay("H12", ("F2", "G1", "G2", "G3", "H2", "I2"))
    assert {cell[0] for cell in g.controller.state.placed[0].cells} == {5, 6, 7, 8}
    assert g.controller.state.turn == 0
    assert g.controller.current_screen().key == "board"
    play(g, "menu > undo")
    assert {cell[0] for cell in g.controller.state.placed[0].cells} == {0, 1, 2, 3}


def test_a_correction_on_the_board_that_is_left_changes_nothing(g):
    SITUATIONS["polyssimo-lies-elsewhere"](g)
    before = g.controller.state
    play(g, "Otočit > back")
    assert g.controller.state == before
    assert g.draft.piece == ""
    assert type(g.controller.current_screen()) is BoardScreen


def test_P5_a_piece_tapped_by_mistake_changes_places_with_the_one_that_was_meant(g):
    SITUATIONS["polyssimo-mixed-up"](g)
    g.touch(Do(e.Correct(taken="F", piece="I")))
    assert "I" in g.controller.state.hands[0]
    play(g, "menu > Zaměněné dílky")
    g.touch(Show(Swap("I")))
    assert not g.has(Do(e.Correct(taken="I", piece="P")))
    g.touch(greyed(g, "I a P má tentýž hráč"))
    assert says(g, "tentýž hráč"), "refused, and the choice stays on the screen"
    assert g.shown(Swap).first == "I"


def test_P9_who_placed_last_follows_from_the_figures(g):
    SITUATIONS["polyssimo-counted-again"](g)
    assert "poslední dílek" not in texts(g), "nobody placed anything"
    for seat, (left, last) in enumerate(((7, 0), (6, 1), (6, 1))):
        g.touch(call_on(OutcomeScreen.on_figure, seat, left))
        assert g.shown(OutcomeScreen).chosen_seat(g.controller.state) == last
    play(g, "Zapsat výsledek")
    assert [g.controller.state.left(seat) for seat in range(3)] == [7, 6, 6]
    assert g.controller.state.last_placer == 1
    assert g.controller.current_screen().key == "result"


def test_a_game_for_two_that_nobody_tapped_takes_five_touches(new_table):
    p = new_table(PolyssimoPlayer)
    sit_down(p, 2)
    touches = (
        MENU,
        Show(OutcomeScreen()),
        call_on(OutcomeScreen.on_figure, 0, 3),
        call_on(OutcomeScreen.on_figure, 1, 5),
        Do(e.Outcome(left=(3, 5), last=1)),
    )
    for action in touches:
        p.touch(action)
    assert p.controller.state.phase is Phase.RESULT
    assert [p.controller.state.left(seat) for seat in range(2)] == [3, 5]


def test_a_note_is_about_whom_was_tapped(g):
    SITUATIONS["polyssimo-note"](g)
    play(g, "pohnutí umístěným dílkem")
    assert g.controller.state.remarks[-1].event == e.Note(rule="P7", player=2)
    assert g.controller.current_screen().key == "count"


def test_the_past_shows_the_board_as_it_lay_and_no_button_that_acts(g):
    SITUATIONS["history-replay-board"](g)
    blocks = [w for w in g.kiosk.scene if isinstance(w, Blocks)]
    assert len(blocks) == 2
    assert not any(isinstance(w, Touch) and isinstance(w.action, (Do, Grab)) for w in g.kiosk.scene)
    play(g, "Krok zpět")
    assert len([w for w in g.kiosk.scene if isinstance(w, Blocks)]) == 1


@pytest.mark.parametrize(("size", "least"), [((800, 480), 28), ((1280, 720), 44), ((720, 1280), 44)])
@pytest.mark.parametrize("moment", ["polyssimo-which-piece", "polyssimo-four-count"])
def test_pieces_to_choose_from_take_the_room_there_is_and_keep_within_their_fields(new_table, size, least, moment):
    g = new_table(PolyssimoPlayer, size=size)
    SITUATIONS[moment](g)
    places = [touch.rect for touch in g.kiosk.scene if isinstance(touch, Touch) and isinstance(touch.action, Do)]
    pieces = [blocks for blocks in g.kiosk.scene if isinstance(blocks, Blocks)]
    assert pieces
    assert min(piece.side for piece in pieces) >= least
    for piece in pieces:
        x, y = piece.rect.x + piece.rect.w // 2, piece.rect.y + piece.rect.h // 2
        (field,) = [box for box in places if box.x <= x < box.x + box.w and box.y <= y < box.y + box.h]
        assert field.x < piece.rect.x
        assert piece.rect.x + piece.rect.w < field.x + field.w
        assert field.y < piece.rect.y
        assert piece.rect.y + piece.rect.h < field.y + field.h
