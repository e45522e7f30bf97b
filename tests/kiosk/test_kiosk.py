"""The table as players meet it: presses, touches, refusals, faults of edges, language, journal, power."""

from __future__ import annotations

import sqlite3

import pygame
import pytest

from device import words
from device.app import LateOutputs, assemble
from device.edges.signals import Beep, Lamp, Signals
from device.games.polish_doubles.hands import DoublesPlayer
from device.games.polish_doubles.room import DoublesRoom
from device.home import Home
from device.inputs import EdgeStatus, Lifted, Quit, Touched, Typed
from device.journal import JournalTrouble
from device.kiosk.actions import AREAS, BACK, HOME, LANGUAGE, REDO, SOUND, UNDO, Do, Go, PressArea, Put, Simple, Step
from device.kiosk.keys import CLEAR, DONE, digit, key
from device.kiosk.stage import HeadlessStage, tap, typed
from device.kiosk.widgets import Text, place_of
from device.player import MS
from device.settings import Settings
from device.simulator import Faces, SimulatedFactory, settings_for
from rules.game import SECOND, Void
from rules.message import msg
from rules.polish_doubles import events as e
from rules.polish_doubles.state import Kind, Phase
from tests.kiosk.moments import begin, opened, sit_down, write


@pytest.fixture
def p(tmp_path):
    player = DoublesPlayer(tmp_path)
    yield player
    player.close()


def texts(p: DoublesPlayer) -> list[str]:
    return [widget.text for widget in p.kiosk.scene if isinstance(widget, Text)]


def says(p: DoublesPlayer, part: str) -> bool:
    return any(part in text for text in texts(p))


def entries(p: DoublesPlayer):
    history = p.kiosk.table.history
    assert history is not None
    return [entry.event for entry in history.entries]


# -- presses -----------------------------------------------------------------------------------------------------------


def test_ten_presses_in_50_ms_end_one_turn(p):
    begin(p)
    write(p, "DÝMKA", 38)
    before = len(entries(p))
    for _ in range(10):
        p.pin(0).drive_low()
        p.clock.ns += 2 * MS
        p.pin(0).drive_high()
        p.clock.ns += 3 * MS
    p.wait(100 * MS)
    pressed = [event for event in entries(p)[before:] if isinstance(event, e.Press)]
    assert len(pressed) <= 2, "one press, and at most one more once the lock-out is over"
    assert p.kiosk.room.state.turns[0].pressed
    assert len(p.kiosk.room.state.turns) == 2, "the rest fell on the opponents' turn as accidents, if anywhere"


def test_a_press_counts_at_its_first_edge_however_late_the_loop_looks(p):
    begin(p)
    write(p, "DÝMKA", 38)
    at = p.kiosk.table.game_time()
    p.pin(0).drive_low()
    p.clock.ns += 700 * MS
    p.settle()
    assert p.kiosk.table.history.entries[-1].at == at


def test_holding_the_own_button_takes_an_accidental_press_back(p):
    opened(p)
    write(p, "PES", 5)
    p.press(1)
    assert p.kiosk.room.state.turn.pair == 0
    p.press(1, 1600)
    assert p.kiosk.room.state.turn.pair == 1
    assert isinstance(entries(p)[-1], Void)


def test_a_hold_that_comes_too_late_says_so_and_spoils_nothing(p):
    opened(p)
    write(p, "PES", 5)
    p.press(1)
    write(p, "KOSA", 8)
    p.menu(Do(e.Announce()))
    p.press(1, 1600)
    assert says(p, "S10")
    state = p.kiosk.room.state
    assert state.turn.pair == 0
    assert state.clock.spoiled == frozenset(), "the hold's own press is taken back in any case"


def test_both_buttons_held_pause_and_both_held_again_go_on(p):
    opened(p)
    write(p, "PES", 5)
    for expected in (True, False):
        for side in (0, 1):
            p.pin(side).drive_low()
            p.clock.ns += 100 * MS
        p.wait(1700 * MS)
        for side in (0, 1):
            p.pin(side).drive_high()
        p.wait(100 * MS)
        assert ("pause" in p.kiosk.room.state.clock.standing) is expected
    assert p.kiosk.room.state.turn.pair == 1
    assert not p.kiosk.room.state.clock.spoiled


def test_a_game_that_nobody_started_ignores_the_buttons(p):
    p.press(0)
    p.press(1, 1700)
    assert isinstance(p.kiosk.room, Home)


def test_the_screen_serves_as_clock_buttons_two_fingers_at_once(p):
    opened(p)
    p.menu(AREAS)
    p.touch(BACK)
    places = [place_of(p.kiosk.scene, PressArea(side)) for side in (0, 1)]
    for finger, place in enumerate(places):
        p.kiosk.post(Touched(*place, p.clock.ns, finger + 1))
        p.settle()
    p.wait(1700 * MS)
    assert "pause" in p.kiosk.room.state.clock.standing
    for finger, place in enumerate(places):
        p.kiosk.post(Lifted(*place, p.clock.ns, finger + 1))
    p.settle()
    p.touch(Do(e.Resume()))
    p.touch(PressArea(1))
    assert p.kiosk.room.state.turn.pair == 0, "no side stayed down"


def test_a_sheet_that_is_behind_never_stops_a_press_and_its_rows_find_their_turn(p):
    begin(p)
    p.press(0)
    p.press(1)
    state = p.kiosk.room.state
    assert [turn.pressed for turn in state.turns] == [True, True, False]
    assert says(p, "doplnit: Krtci")
    write(p, "DÝMKA", 38)
    write(p, "PES", 5)
    write(p, "KOSA", 8)
    state = p.kiosk.room.state
    assert [[row.word for row in turn.rows] for turn in state.turns] == [["DÝMKA"], ["PES", "KOSA"], []]
    assert (state.total(0), state.total(1)) == (38, 13)


# -- what is typed -----------------------------------------------------------------------------------------------------


def type_in(p: DoublesPlayer, word: str, points: str) -> None:
    p.touch(Go("entry"))
    for letter in word:
        p.touch(key(letter))
    for figure in points:
        p.touch(digit(figure))


def test_letters_digits_and_one_tap_write_a_move(p):
    begin(p)
    taps = []
    touch = p.touch
    p.touch = lambda action: (taps.append(action), touch(action))
    type_in(p, "PES", "12")
    p.touch(DONE)
    assert len(taps) == 1 + 3 + 2 + 1
    row = p.kiosk.room.state.turns[0].rows[0]
    assert (row.word, row.points, row.tiles) == ("PES", 12, 3)


@pytest.mark.parametrize(
    ("word", "points", "rule"),
    [("PES", "", "S22"), ("ÁÁÁ", "9", "S3"), ("P", "5", "S3"), ("PES", "2001", "S22")],
)
def test_what_cannot_be_is_refused_with_its_rule_and_what_was_typed_stays(p, word, points, rule):
    begin(p)
    before = entries(p)
    type_in(p, word, points)
    p.touch(DONE)
    assert says(p, f"({rule})")
    assert entries(p) == before
    assert p.draft.word == word
    assert p.kiosk.room.shown() == "entry"


def test_points_without_a_word_are_taken_and_marked(p):
    begin(p)
    p.touch(Go("entry"))
    p.touch(digit("7"))
    p.touch(DONE)
    assert p.kiosk.room.state.turns[0].rows[0].kind is Kind.POINTS
    assert says(p, "bez slova")


def test_a_keyboard_does_what_the_keys_on_the_screen_do(p):
    begin(p)
    p.touch(Go("entry"))
    for text in ("p", "e", "x", "\b", "s", "5", "\r"):
        p.kiosk.post(Typed(text))
    p.settle()
    row = p.kiosk.room.state.turns[0].rows[0]
    assert (row.word, row.points) == ("PES", 5)
    p.touch(Go("sheet"))
    p.kiosk.post(Typed("\x1b"))
    p.settle()
    assert p.kiosk.room.shown() == "play"


def test_the_number_of_tiles_is_a_stepper_and_may_be_unknown(p):
    begin(p)
    type_in(p, "PES", "5")
    p.touch(Step("tiles", -1))
    assert p.draft.laid == 2
    for _ in range(2):
        p.touch(Step("tiles", -1))
    assert p.draft.laid is None
    p.touch(DONE)
    assert p.kiosk.room.state.flow().bag is None
    assert says(p, "V pytlíku ?")


def test_the_clear_key_empties_the_points(p):
    begin(p)
    type_in(p, "PES", "55")
    p.touch(CLEAR)
    assert p.draft.points == ""


def test_with_an_unknown_bag_an_exchange_asks_for_the_count(p):
    begin(p)
    p.move(e.Move(word="PES", points=5, tiles=None))
    p.press(0)
    p.touch(Go("bag", "exchange"))
    p.number(6)
    p.touch(DONE)
    p.touch(Put("exchange", 3))
    assert says(p, "(S24)")
    assert p.kiosk.room.state.turns[1].rows == ()


def test_what_cannot_be_done_now_answers_why(p):
    begin(p)
    refusal = p.kiosk.table.game.may(p.kiosk.room.state)["objection"]
    assert refusal is not None
    assert not p.has(Go("object"))
    from device.kiosk.actions import Why

    p.touch(Why(words.refusal(refusal)))
    assert says(p, "(S16)")


def test_a_sentence_stays_six_seconds_or_until_the_next_touch(p):
    begin(p)
    p.kiosk.say("Zkouška")
    p.settle()
    p.wait(5900 * MS)
    assert says(p, "Zkouška")
    p.wait(200 * MS)
    assert not says(p, "Zkouška")


def test_seconds_typed_for_the_referee_need_to_be_said_what_for(p):
    opened(p)
    p.menu(Go("referee"))
    p.number(90)
    p.touch(DONE)
    assert says(p, "k čemu ty sekundy jsou")
    p.touch(Put("set_time", True))
    assert round(p.kiosk.room.state.clock.remaining(p.kiosk.table.game_time()) / SECOND) == 90


# -- undo --------------------------------------------------------------------------------------------------------------


def test_undo_leads_back_to_the_start_and_redo_to_the_end(p):
    opened(p)
    write(p, "PES", 5)
    state = p.kiosk.room.state
    undone = 0
    while p.kiosk.table.undoable is not None:
        p.kiosk.table.undo()
        undone += 1
    assert p.kiosk.room.state.phase is Phase.DRAWING
    for _ in range(undone):
        p.kiosk.table.redo()
    assert p.kiosk.room.state.turns == state.turns
    assert p.kiosk.room.state.clock == state.clock


def test_undoing_a_row_from_the_menu_leaves_the_clock_running(p):
    opened(p)
    write(p, "PES", 5)
    used = p.kiosk.room.state.clock.used(p.kiosk.table.game_time())
    p.menu(UNDO)
    assert p.kiosk.room.state.turns[1].rows == ()
    assert p.kiosk.room.state.clock.used(p.kiosk.table.game_time()) >= used
    p.menu(REDO)
    assert p.kiosk.room.state.turns[1].rows[0].word == "PES"


# -- edges and faults --------------------------------------------------------------------------------------------------


def test_an_edge_that_fails_is_said_in_one_line_and_the_line_goes_when_it_is_back(p):
    opened(p)
    p.kiosk.post(
        EdgeStatus("oled A", msg("Display {side} does not answer; check its cable. The game goes on.", side="A"))
    )
    p.settle()
    assert says(p, "Displej A neodpovídá")
    p.kiosk.post(EdgeStatus("journal", msg("No game has been played yet.")))
    p.settle()
    assert says(p, "(+1)")
    for edge in ("journal", "oled A"):
        p.kiosk.post(EdgeStatus(edge, None))
    p.settle()
    assert not says(p, "Displej A")
    write(p, "PES", 5)
    assert p.kiosk.room.state.turns[1].rows


def test_buttons_that_do_not_work_bring_up_the_screens_own(p):
    opened(p)
    assert not p.has(PressArea(0))
    p.kiosk.post(EdgeStatus("buttons", msg("Clock buttons do not work ({factory}: {error}); use the screen's own.",
                                           factory="lgpio", error="x")))  # fmt: skip
    p.settle()
    assert p.has(PressArea(0))
    assert p.has(PressArea(1))


def test_edges_show_as_connecting_until_they_are_there(tmp_path):
    settings = settings_for(Settings(journal=str(tmp_path / "journal.db")))
    kiosk, edges = assemble(settings, HeadlessStage((800, 480)), SimulatedFactory(), Faces(settings).connect)
    kiosk.settle()
    edges.start()
    told: list[EdgeStatus] = []
    while len(told) < 7:
        item = kiosk.queue.get(timeout=5)
        if isinstance(item, EdgeStatus):
            told.append(item)
            kiosk.handle(item)
            kiosk.frame()
            assert not kiosk.look.press_areas, "nothing is wrong yet"
    assert [(one.edge, one.connecting) for one in told[:3]] == [("buttons", True), ("oled A", True), ("oled B", True)]
    assert {one.edge for one in told[3:]} == {"buttons", "lamps", "oled A", "oled B"}
    assert kiosk.troubles == {}
    edges.close()
    kiosk.journal.close()


def test_outputs_that_came_before_the_edges_are_handed_on():
    class Edges:
        def __init__(self):
            self.got = []

        def face(self, side, image):
            self.got.append((side, image))

        def signal(self, signals, silent):
            self.got.append((signals, silent))

    outputs, edges = LateOutputs(), Edges()
    outputs.face(0, "old")
    outputs.face(0, "new")
    outputs.signal(Signals(Lamp.ON), False)
    outputs.attach(edges)
    assert edges.got == [(0, "new"), (Signals(Lamp.ON), False)]


def test_low_time_is_heard_unless_the_table_is_silent(p):
    heard, buzzed = [], []
    show = p.edges.gpio.show
    p.edges.sound.play = heard.append
    p.edges.gpio.show = lambda signals: (buzzed.append(signals.beep), show(signals))
    opened(p)
    p.wait(151 * SECOND)
    assert heard == [Beep.LOW]
    p.menu(SOUND)
    p.touch(BACK)
    p.wait(20 * SECOND)
    assert heard == [Beep.LOW], "silent"
    assert Beep.LAST not in buzzed
    p.menu(SOUND)
    p.touch(BACK)
    p.wait(15 * SECOND)
    assert heard == [Beep.LOW, Beep.OVER]


def test_lamps_show_whose_turn_it_is(p):
    opened(p)
    lamps = [p.factory.pin(getattr(p.settings.buttons, f"lamp_{letter}")) for letter in "ab"]
    assert [bool(lamp.state) for lamp in lamps] == [False, True]


# -- language ----------------------------------------------------------------------------------------------------------


def test_the_language_is_switched_at_once_on_screen_and_faces(p):
    opened(p)
    face = p.faces.image(0).tobytes()
    assert says(p, "Výměna")
    p.menu(LANGUAGE)
    p.touch(BACK)
    assert says(p, "Exchange")
    assert not says(p, "Výměna")
    assert p.faces.image(0).tobytes() != face


# -- journal and power -------------------------------------------------------------------------------------------------


def test_the_screen_shows_what_is_safe_on_disk(p):
    opened(p)
    p.kiosk.journal.flush()
    p.settle()
    assert p.kiosk.table.safe
    p.kiosk.table.saved -= 1
    assert not p.kiosk.table.safe


def test_after_a_power_cut_the_game_is_offered_and_stands_where_it_was_with_the_doubt_said(p):
    opened(p)
    write(p, "PES", 5)
    p.wait(7 * SECOND)
    left = p.kiosk.room.state.clock.remaining(p.kiosk.table.game_time())
    p.kiosk.journal.flush()
    p.pull_the_plug()
    assert isinstance(p.kiosk.room, DoublesRoom)
    state = p.kiosk.room.state
    now = state.clock.remaining(p.kiosk.table.game_time())
    assert 0 <= now - left <= SECOND
    assert state.clock.doubt == SECOND
    assert says(p, "Pauza po výpadku")
    assert state.turns[1].rows[0].word == "PES"
    p.wait(3600 * SECOND)
    assert p.kiosk.room.state.clock.remaining(p.kiosk.table.game_time()) == now, "the clock stands"
    p.touch(Do(e.Resume()))
    write(p, "KOSA", 8)
    p.press(1)
    assert p.kiosk.room.state.total(1) == 13


def test_leaving_a_running_game_pauses_it_to_the_nanosecond(p):
    opened(p)
    p.wait(5 * SECOND)
    number = p.kiosk.table.game_id
    left = p.kiosk.room.state.clock.remaining(p.kiosk.table.game_time())
    p.menu(HOME)
    assert says(p, "Pokračovat v rozehrané partii")
    p.wait(60 * SECOND)
    p.touch(Go("resume", number))
    state = p.kiosk.room.state
    assert state.clock.remaining(p.kiosk.table.game_time()) == left
    assert state.clock.doubt == 0


def test_another_game_in_between_costs_the_first_one_no_time(p):
    opened(p)
    p.wait(50 * SECOND)
    first = p.kiosk.table.game_id
    left = p.kiosk.room.state.clock.remaining(p.kiosk.table.game_time())
    p.menu(HOME)
    opened(p)
    p.wait(20 * SECOND)
    p.menu(HOME)
    p.touch(Go("resume", first))
    assert p.kiosk.room.state.clock.remaining(p.kiosk.table.game_time()) == left


def test_ending_the_program_stops_the_clock_on_record(p):
    opened(p)
    p.kiosk.post(Quit())
    p.kiosk.run()
    p.kiosk.journal.flush()
    kept = p.kiosk.journal.games()[0]
    history, _ = p.kiosk.journal.load(kept.id)
    assert isinstance(history.entries[-1].event, e.Pause)


@pytest.mark.parametrize(
    "content", [b"", b"These are somebody's notes, not a journal.", b"SQLite format 3\0" + b"x" * 5000]
)
def test_a_damaged_journal_is_left_as_it_is_and_games_go_beside_it(tmp_path, content):
    path = tmp_path / "journal.db"
    path.write_bytes(content)
    p = DoublesPlayer(tmp_path)
    assert says(p, "journal-new.db")
    begin(p)
    p.kiosk.journal.flush()
    assert path.read_bytes() == content
    number = p.kiosk.table.game_id
    p.pull_the_plug()
    assert p.kiosk.table.game_id == number, "and it is found there again"
    p.close()


def test_another_programs_database_is_left_as_it_is(tmp_path):
    path = tmp_path / "journal.db"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    p = DoublesPlayer(tmp_path)
    assert says(p, "journal-new.db")
    p.close()
    assert path.read_bytes() == before


def test_a_second_program_on_the_same_journal_is_refused(p, tmp_path):
    with pytest.raises(JournalTrouble, match="Another program"):
        assemble(Settings(journal=str(tmp_path / "journal.db")), HeadlessStage((800, 480)))


# -- home and setup ----------------------------------------------------------------------------------------------------


def test_a_name_can_have_q_w_a_space_and_a_hyphen(p):
    p.touch(Go("setup", "polish_doubles"))
    p.write("Quo-Wadis X")
    assert p.kiosk.room.fields[0] == "Quo-Wadis X"


def test_a_game_needs_both_pairs_names_and_says_so(p):
    p.touch(Go("setup", "polish_doubles"))
    p.touch(DONE)
    assert says(p, "S1")
    assert p.kiosk.table.history is None


def test_next_leads_to_the_name_that_is_missing(p):
    p.touch(Go("setup", "polish_doubles"))
    p.write("Krtci")
    p.touch(DONE)
    assert p.kiosk.room.focus == 3
    p.write("Sloky")
    p.touch(DONE)
    assert p.kiosk.room.shown() == "draw"


def test_the_starting_draw_can_be_taken_back(p):
    sit_down(p)
    p.draw(e.Draw(a="C", b="D"))
    assert p.kiosk.room.state.starter == 0
    p.menu(UNDO)
    assert p.kiosk.room.shown() == "draw"


def test_a_signed_game_is_listed_as_finished_and_opens_with_its_result(p):
    begin(p)
    write(p, "PES", 5)
    p.press(0)
    p.menu(Go("close"))
    p.touch(Do(e.End()))
    for _ in range(2):
        p.touch(DONE)
    for side in (0, 1):
        p.press(side, 1600)
    assert p.kiosk.room.state.phase is Phase.SIGNED
    p.touch(HOME)
    assert says(p, "dohráno")
    assert says(p, "Žádná partie není rozehraná")
    game = p.kiosk.room.games[0]
    p.touch(Go("resume", game.id))
    assert p.kiosk.room.shown() == "result"


def test_a_result_can_be_signed_on_the_screen_where_a_wire_is_torn(p):
    begin(p)
    write(p, "PES", 5)
    p.press(0)
    p.menu(Go("close"))
    p.touch(Do(e.End()))
    for _ in range(2):
        p.touch(DONE)
    p.menu(AREAS)
    p.touch(BACK)
    for side in (0, 1):
        place = place_of(p.kiosk.scene, PressArea(side))
        p.kiosk.post(Touched(*place, p.clock.ns))
        p.wait(1700 * MS)
        p.kiosk.post(Lifted(*place, p.clock.ns))
        p.settle()
    assert p.kiosk.room.state.phase is Phase.SIGNED


# -- SDL --------------------------------------------------------------------------------------------------------------


def test_a_finger_counts_once_though_sdl_makes_a_mouse_of_it_too():
    size = (800, 480)
    down = pygame.event.Event(pygame.FINGERDOWN, x=0.5, y=0.25, finger_id=3, touch_id=1)
    mouse = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(400, 120), touch=True)
    real = pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=(400, 120), touch=False)
    right = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=3, pos=(400, 120), touch=False)
    assert tap(down, size, 9) == Touched(400, 120, 9, 4)
    assert tap(mouse, size, 9) is None
    assert tap(real, size, 9) == Lifted(400, 120, 9)
    assert tap(right, size, 9) is None


def test_keys_of_a_keyboard_become_what_they_write():
    def pressed(code, text):
        return typed(pygame.event.Event(pygame.KEYDOWN, key=code, unicode=text))

    assert pressed(pygame.K_RETURN, "\r") == Typed("\r")
    assert pressed(pygame.K_e, "ě") == Typed("ě")
    assert pressed(pygame.K_LSHIFT, "") is None
    assert typed(pygame.event.Event(pygame.KEYUP, key=pygame.K_e)) is None


def test_the_loop_sleeps_while_nothing_happens(p):
    p.settle()
    frames = p.kiosk.stage.presented
    for _ in range(100):
        p.clock.ns += 20 * MS
        p.kiosk.step(wait=False)
    assert p.kiosk.stage.presented == frames


def test_a_running_clock_is_drawn_once_a_second(p):
    opened(p)
    p.kiosk.journal.flush()
    p.settle()
    frames = p.kiosk.stage.presented
    for _ in range(500):
        p.clock.ns += 20 * MS
        p.kiosk.step(wait=False)
    assert 10 <= p.kiosk.stage.presented - frames <= 11
    assert Simple("home") == HOME
