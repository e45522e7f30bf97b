"""The two clock buttons alone: the menu on the OLEDs, what it offers, and that it never takes a press of a game."""

import random

import pytest
from msgspec.structs import replace

from device.common import i18n
from device.peripherals import oled_render
from rules.chess_clock import acts as c
from rules.game import Void
from rules.message import Refusal
from rules.polish_doubles import acts as e
from tests import longest
from tests.approved import APPROVED, pictures_that_changed, texts_that_changed
from tests.kiosk.scene_text import oled_line
from tests.kiosk.script import play
from tests.kiosk.seeing import entries as recorded
from tests.kiosk.seeing import greyed, says
from tests.kiosk.situations import chess_clock, kourici_kocka, marias, polyssimo, rounds
from tests.kiosk.situations.polish_doubles import opened, result_shown, sit_down
from tests.kiosk.two_buttons import both, choose, entries, hold, is_open, marked, tap
from tests.peripherals.oled_ink import beside, covered, cut, outside
from tools.play.player import MS
from tools.play.players.chess_clock import ClockPlayer
from tools.play.players.kourici_kocka import KockaPlayer
from tools.play.players.marias import MariasPlayer
from tools.play.players.polish_doubles import DoublesPlayer
from tools.play.players.polyssimo import PolyssimoPlayer
from tools.play.players.rounds import RoundsPlayer

# -- gestures ----------------------------------------------------------------------------------------------------------


def test_both_held_stop_the_clocks_and_open_the_menu_and_both_held_again_go_on(p):
    opened(p)
    both(p)
    assert is_open(p)
    assert not p.kiosk.table.clock_runs
    assert marked(p) == "Pokračovat"
    both(p)
    assert not is_open(p)
    assert p.kiosk.table.clock_runs


def before_doubles(tmp_path):
    p = DoublesPlayer(tmp_path)
    sit_down(p)
    p.kiosk.table.do(e.Starters(pair="A"))
    p.settle()
    return p


def before_chess(tmp_path):
    p = ClockPlayer(tmp_path)
    chess_clock.begin(p)
    return p


@pytest.mark.parametrize("begin", [before_doubles, before_chess])
def test_both_held_before_the_first_press_open_the_menu_and_start_nothing(begin, tmp_path):
    p = begin(tmp_path)
    both(p)
    assert is_open(p)
    assert not p.kiosk.table.clock_runs
    assert isinstance(recorded(p)[-1], Void)
    assert p.kiosk.notices.sentence(p.clock.ns) == ""
    both(p)
    assert not is_open(p)
    p.press(0)
    assert p.kiosk.table.clock_runs
    p.close()


def test_that_the_clocks_were_not_started_is_not_said_beside_a_clock_that_runs(tmp_path):
    p = before_chess(tmp_path)
    with pytest.raises(Refusal) as refused:
        p.kiosk.table.do(c.Pause())
    reason = i18n.refusal(refused.value)
    play(p, "menu")
    p.touch(greyed(p, reason))
    assert says(p, reason)
    p.press(0)
    assert p.kiosk.table.clock_runs
    assert not says(p, reason)
    p.close()


def test_a_sentence_about_what_happened_stays_while_the_game_goes_on(p):
    opened(p)
    p.kiosk.host.say("Uloženo: hra.pdf")
    p.settle()
    play(p, "press 0", sees="Uloženo: hra.pdf")


def test_a_short_press_marks_the_next_or_the_one_before_and_records_nothing(p):
    opened(p)
    both(p)
    before, words = recorded(p), [entry.label for entry in entries(p)]
    tap(p, 1)
    assert marked(p).startswith(words[1])
    tap(p, 0)
    tap(p, 0)
    assert marked(p).startswith(words[-1]), "before the first comes the last"
    tap(p, 1)
    assert marked(p).startswith(words[0])
    assert recorded(p) == before


@pytest.mark.parametrize("side", [0, 1])
def test_holding_either_button_chooses_what_was_marked_before_it_went_down(p, side):
    opened(p)
    both(p)
    hold(p, side)
    assert isinstance(recorded(p)[-1], e.Resume)
    assert not is_open(p)


def test_a_press_that_is_too_long_for_a_short_one_does_not_move_the_mark_when_it_ends(p):
    opened(p)
    both(p)
    choose(p, "Další")
    first = marked(p)
    assert first == entries(p)[0].label


def test_each_display_says_what_its_own_button_does(p):
    opened(p)
    both(p)
    left, right = p.kiosk.composer.oled_contents(p.kiosk.composer.moment())
    assert (left.leads, right.leads) == (-1, 1)
    assert left.mark == right.mark == "podržet: vybrat"
    assert oled_render.draw(left).tobytes() != oled_render.draw(right).tobytes()


def test_the_screen_frames_what_is_marked_and_a_bar_on_the_displays_grows_with_the_hold(p):
    opened(p)
    without = p.kiosk.scene
    both(p)
    assert len(p.kiosk.scene) != len(without)
    p.pin(1).drive_low()
    p.wait(800 * MS)
    content = p.kiosk.composer.oled_contents(p.kiosk.composer.moment())[0]
    assert content.left == pytest.approx(0.5, abs=0.11)
    p.pin(1).drive_high()
    p.wait(60 * MS)


def test_a_clock_that_goes_on_by_a_touch_takes_the_menu_away(p):
    opened(p)
    both(p)
    play(p, "Pokračovat")
    assert not is_open(p)
    assert not p.kiosk.composer.oled_contents(p.kiosk.composer.moment())[0].choice
    before = len(recorded(p))
    tap(p, 1)
    assert isinstance(recorded(p)[before], e.Press), "the button is a clock button again"


def test_the_menu_closes_where_a_result_shows_and_opens_there_when_asked(p):
    result_shown(p)
    both(p)
    assert is_open(p), "who asks for it has it"
    both(p)
    play(p, "menu > undo")
    both(p)
    assert is_open(p)
    play(p, "done")
    assert not is_open(p), "the result has come by a touch"
    hold(p, 0)
    assert isinstance(recorded(p)[-1], e.Sign)


def test_a_refusal_says_why_and_the_menu_stays(p):
    play(p, "Polyssimo")
    both(p)
    before = entries(p)
    choose(p, "Dál")
    assert is_open(p)
    assert [entry.action for entry in entries(p)][:3] == [entry.action for entry in before][:3]


# -- no press of a game is lost ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_no_way_of_pressing_while_a_clock_runs_opens_the_menu_or_loses_a_press(p, seed):
    rng = random.Random(seed)
    p.stride = 0
    opened(p)
    down = [False, False]
    for _ in range(60):
        side = rng.randrange(2)
        running, known = p.kiosk.table.clock_runs, len(recorded(p))
        down[side] = not down[side]
        at = p.kiosk.table.game_time()
        (p.pin(side).drive_low if down[side] else p.pin(side).drive_high)()
        p.settle()
        if running and down[side]:
            added = p.kiosk.table.history.entries[known:]
            assert [type(entry.event) for entry in added] == [e.Press], (
                "a press while a clock runs is always the game's"
            )
            assert added[0].at == at, "at its own time"
        p.wait(rng.choice((40, 90, 400, 1700, 4500)) * MS)
        assert not (is_open(p) and p.kiosk.table.clock_runs)
    presses = [entry.event for entry in p.kiosk.table.history.entries if isinstance(entry.event, e.Press)]
    assert len(presses) > 5


def two_at_polyssimo(p):
    polyssimo.sit_down(p, 2)
    polyssimo.pick_all(p)


BEGUN = {
    "polish_doubles": (DoublesPlayer, opened),
    "marias": (MariasPlayer, marias.opened),
    "polyssimo": (PolyssimoPlayer, two_at_polyssimo),
    "kourici_kocka": (KockaPlayer, kourici_kocka.playing),
    "rounds": (RoundsPlayer, rounds.darts),
    "chess_clock": (ClockPlayer, chess_clock.started),
}
"""Each game as it is when both buttons are held."""


@pytest.mark.parametrize("key", BEGUN)
def test_what_the_displays_show_of_the_menu_is_what_was_approved(key, tmp_path):
    kind, begun = BEGUN[key]
    p = kind(tmp_path)
    try:
        begun(p)
        both(p)
        texts = {language: {} for language in longest.APPROVED}
        for place in range(len(entries(p))):
            for language in longest.APPROVED:
                with i18n.speaking(language):
                    contents = p.kiosk.composer.oled_contents(p.kiosk.composer.moment())
                    for content in contents:
                        assert (covered(content), outside(content)) == ([], []), content
                        assert cut(replace(content, title="")) == [], (
                            "a screen's heading may be shortened, nothing else"
                        )
                    if place == 0 and language == "cs":
                        pictures = {"button-menu": beside(*map(oled_render.draw, contents))}
                        assert pictures_that_changed(pictures, APPROVED / language / key / "button-menu") == []
                    texts[language][f"{place + 1:02}"] = [oled_line(content) for content in contents]
            tap(p, 1)
        for language, text in texts.items():
            assert texts_that_changed(text, APPROVED / language / key / "button-menu.txt") == {}
    finally:
        p.close()
