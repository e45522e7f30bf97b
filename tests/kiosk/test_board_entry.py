"""A move written on the board: where a finger taps, which letters are used, what it brings, and how many taps."""

import time

import pytest

from device.games.polish_doubles.board_entry import BoardEntry, OtherPoints
from device.games.polish_doubles.entry import Correction, MoveEntry
from device.games.polish_doubles.play import PlayScreen
from device.graphics.actions import BACK, DONE, Key
from device.io.inputs import TextInput
from device.kiosk.screen import call_on
from rules.game import SECOND
from rules.polish_doubles import DoublesSetup, PairSetup
from rules.polish_doubles import acts as e
from rules.scrabble import At
from tests.kiosk.evening import SIZES
from tests.kiosk.scene_text import misfits
from tests.kiosk.script import play
from tests.kiosk.seeing import entries, greyed, says, texts
from tests.kiosk.situations.polish_doubles import begin
from tools.play.player import Stuck
from tools.play.players.polish_doubles import DoublesPlayer


class Counting(DoublesPlayer):
    """Hands that count their taps, and where a finger moved the small board."""

    taps = 0

    def touch(self, action):
        self.taps += 1
        super().touch(action)

    def drag(self, start, end, steps=6):
        self.taps += 1
        super().drag(start, end, steps)


def last(p):
    return entries(p)[-1]


def opened(p):
    """ČUMÁK lies; Krtci have pressed."""
    begin(p)
    p.kiosk.table.do(e.Move(word="ČUMÁK", points=30, at="H4"))
    play(p, "press 0 > wait 1")


def to_board(p):
    """A table that laid its last move on the board is there at once."""
    play(p, "slovo a body")
    if not isinstance(p.kiosk.controller.current_screen(), BoardEntry):
        play(p, "Deska")


def tap(p, row, column, *, down=None):
    """The square, once more where the word is to run the other way than it probably does."""
    p.touch(call_on(BoardEntry.on_tap, row, column))
    if down is not None and board(p).at.down is not down:
        p.touch(call_on(BoardEntry.on_tap, row, column))


def spell(p, letters):
    for letter in letters:
        p.touch(Key(letter))


def board(p):
    return p.shown(BoardEntry)


def test_a_word_is_laid_with_a_square_its_letters_and_one_tap_that_writes_it(p):
    begin(p)
    to_board(p)
    tap(p, 7, 3, down=False)
    spell(p, "ČUMÁK")
    assert "30" in texts(p)
    play(p, "done")
    assert last(p) == e.Move(word="ČUMÁK", points=30, at="H4", player=None)
    assert p.shown(PlayScreen)


def test_seven_letters_take_twelve_taps_at_most_even_where_the_board_has_to_be_moved(tmp_path):
    p = Counting(tmp_path)
    opened(p)
    p.kiosk.table.do(e.Move(word="KOKOSY", points=5, at="8H"))
    p.wait(SECOND)
    p.touch(call_on(PlayScreen.write))
    p.taps = 0
    p.lay("YPEROVAT", "M8")  # seven new tiles to the right of the last letter, out of what shows at first
    p.touch(DONE)
    assert last(p).at == "M8"
    assert p.kiosk.controller.state.turns[1].rows[1].tiles_laid == 7
    assert p.taps <= 12
    p.close()


def test_the_same_square_once_more_turns_the_direction_and_back(p):
    opened(p)
    to_board(p)
    tap(p, 3, 4)
    assert board(p).at.down, "down to the letters that lie there"
    tap(p, 3, 4)
    assert not board(p).at.down
    tap(p, 3, 4)
    assert board(p).at.down


def test_a_table_that_laid_its_last_move_on_the_board_finds_the_board_again(p):
    begin(p)
    play(p, "slovo a body")
    assert p.shown(MoveEntry), "nobody has used the board yet"
    play(p, "back")
    p.kiosk.table.do(e.Move(word="ČUMÁK", points=30, at="H4"))
    play(p, "press 0 > wait 1 > slovo a body")
    assert board(p).at is None
    play(p, "back > back")
    p.kiosk.table.do(e.Move(word="OBLOUK", points=18))
    play(p, "wait 1 > slovo a body")
    assert p.shown(MoveEntry), "the last move was written without the board"


def test_a_touch_on_the_board_lays_the_move_that_is_due(p):
    opened(p)
    play(p, "menu > Deska > Č")
    tap(p, 3, 4)
    assert board(p).at == At(3, 4, down=True), "down to the letters that lie there"


def test_at_the_right_edge_only_down_makes_sense(p):
    opened(p)
    to_board(p)
    p.look_round(At(0, 14))
    tap(p, 0, 14)
    assert board(p).at.down


def test_letters_that_lie_there_are_used_by_themselves(p):
    opened(p)
    to_board(p)
    tap(p, 3, 4)
    spell(p, "OBLO")
    spell(p, "K")  # behind U of ČUMÁK
    play(p, "done")
    assert (last(p).word, last(p).at) == ("OBLOUK", "5D")
    assert p.kiosk.controller.state.turns[1].rows[0].tiles_laid == 5


def test_words_and_points_build_up_as_one_types(p):
    opened(p)
    to_board(p)
    tap(p, 8, 3, down=False)
    spell(p, "KO")
    assert says(p, "ČK 5"), texts(p)
    assert says(p, "UO"), texts(p)


def test_a_table_that_adds_up_first_is_told_after_it_has_written_its_points(tmp_path):
    p = playing_with(tmp_path, computed_points="after_entry")
    to_board(p)
    tap(p, 7, 3, down=False)
    spell(p, "ČUMÁK")
    assert "30" not in texts(p)
    play(p, "done")
    assert p.shown(MoveEntry).at == "H4"
    play(p, "number 28 > done")
    assert p.shown(OtherPoints).computed == 30
    play(p, "jste zapsali")
    assert last(p) == e.Move(word="ČUMÁK", points=28, at="H4", player=None)
    p.close()


def test_a_table_that_adds_up_by_itself_is_told_nothing(tmp_path):
    p = playing_with(tmp_path, computed_points="off")
    to_board(p)
    tap(p, 7, 3, down=False)
    spell(p, "ČUMÁK")
    assert "30" not in texts(p)
    play(p, "done > number 28 > done")
    assert last(p) == e.Move(word="ČUMÁK", points=28, at="H4", player=None)
    p.close()


def playing_with(folder, **options):
    p = DoublesPlayer(folder)
    pairs = (PairSetup(name="Krtci"), PairSetup(name="Sloky"))
    p.kiosk.host.begin(DoublesSetup(pairs=pairs, **options))
    p.kiosk.table.do(e.Starters(pair="A"))
    p.press(0)
    return p


def test_other_points_than_the_board_counts_are_written_where_they_were_announced(p):
    begin(p)
    to_board(p)
    tap(p, 7, 3, down=False)
    spell(p, "ČUMÁK")
    play(p, "Jiné body > number 28 > done")
    assert (last(p).points, last(p).at) == (28, "H4")


# What cannot be


def test_a_word_that_touches_nothing_is_refused_in_a_sentence_and_can_be_moved(p):
    opened(p)
    before = entries(p)
    to_board(p)
    tap(p, 3, 8, down=False)
    spell(p, "PES")
    assert says(p, "se nedotýká"), texts(p)
    play(p, "done")
    assert entries(p) == before
    assert board(p).letters == "PES"
    tap(p, 8, 7, down=False)
    play(p, "done")
    assert (last(p).word, last(p).at) == ("PES", "I8")


def test_tiles_over_the_edge_of_the_board_are_not_taken(p):
    opened(p)
    to_board(p)
    p.look_round(At(14, 13))
    tap(p, 13, 13, down=True)
    spell(p, "PE")
    assert greyed(p, "deska končí")
    assert board(p).letters == "PE"
    with pytest.raises(Stuck):
        p.touch(Key("S"))


def test_a_letter_that_the_set_has_not_got_is_refused_and_changes_nothing(p):
    opened(p)
    to_board(p)
    tap(p, 8, 3, down=False)
    before = board(p)
    p.kiosk.post(TextInput("q"))
    p.settle()
    assert says(p, "Sada nemá kámen Q."), texts(p)
    assert board(p) == before


def test_a_letter_that_is_used_up_is_grey(p):
    opened(p)
    to_board(p)
    tap(p, 8, 3, down=False)
    with pytest.raises(Stuck):
        p.touch(Key("Č"))
    assert greyed(p, "Č")


def test_over_other_letters_a_word_that_was_typed_before_is_refused(p):
    opened(p)
    before = entries(p)
    play(p, "slovo a body")
    p.touch(BACK)  # to the move by its word
    spell(p, "PES")
    play(p, "Deska")
    tap(p, 5, 4, down=True)
    play(p, "done")
    assert entries(p) == before
    assert says(p, "leží U"), texts(p)


def test_an_empty_board_asks_for_a_square(p):
    opened(p)
    to_board(p)
    play(p, "done")
    assert board(p).at is None
    play(p, "back")
    assert p.shown(MoveEntry)


# Squares later


def test_squares_of_a_row_written_without_them_are_supplied_by_correction(p):
    begin(p)
    p.kiosk.table.do(e.Move(word="ČUMÁK", points=30))
    p.press(0)
    assert not p.kiosk.controller.state.board.complete
    play(p, "menu > Partiář > ČUMÁK > Deska")
    tap(p, 7, 3, down=False)
    play(p, "done")
    assert last(p).at == "H4"
    assert p.kiosk.controller.state.board.complete
    assert p.kiosk.controller.state.turns[0].rows[0].points == 30


def test_squares_are_taken_back(p):
    opened(p)
    play(p, "menu > Partiář > ČUMÁK > Deska > Bez polí")
    assert p.shown(Correction).at is None
    play(p, "done")
    assert last(p).at is None
    assert not p.kiosk.controller.state.board.complete


def test_after_a_move_without_squares_the_board_counts_nothing_and_points_are_typed(p):
    begin(p)
    p.kiosk.table.do(e.Move(word="ČUMÁK", points=30))
    p.press(0)
    to_board(p)
    tap(p, 5, 5, down=False)
    spell(p, "PES")
    assert says(p, "Chybí pole"), " | ".join(texts(p))
    play(p, "done > number 9 > done")
    assert last(p) == e.Move(word="PES", points=9, at="F6", player=None)


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("language", ["cs", "en"])
def test_the_longest_word_has_room(new_table, language, size):
    p = new_table(DoublesPlayer, language, size)
    begin(p)
    p.touch(call_on(PlayScreen.write))
    spell(p, "NEJKULAŤOUČKÝPE")
    p.touch(call_on(MoveEntry.board))
    p.look_round(At(7, 0))
    tap(p, 7, 0, down=False)
    assert misfits(p.kiosk.scene) == []


def test_a_key_s_whole_check_takes_a_small_part_of_a_frame(p):
    opened(p)
    to_board(p)
    tap(p, 3, 4, down=True)
    spell(p, "OBLOK")
    screen, state = board(p), p.controller.state
    start = time.perf_counter()
    for _ in range(20):
        screen.play(state)
        screen.against(state)("A")
        screen.fresh(state)
    assert (time.perf_counter() - start) / 20 < 0.004
