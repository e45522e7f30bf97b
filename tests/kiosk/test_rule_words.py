"""A rule's number leads to its words: a touch on the sentence that names it shows them, and the game goes on."""

from __future__ import annotations

import re

import pytest

from device.common import i18n
from device.common.games.registry import SPECS
from device.games.kourici_kocka.play import NoteForm as KockaNote
from device.games.marias.parts import NoteForm as MariasNote
from device.games.marias.parts import RoundMinutes
from device.games.polish_doubles import forms
from device.games.polish_doubles.controller import DoublesMenu
from device.graphics.actions import MENU, Do, ReadRule, Show, Why
from device.graphics.typefaces import fit
from device.graphics.widgets import Text, Touch
from device.rule_texts import PAGES, number_in, text_of
from device.screens.help_screen import RuleController
from device.screens.settings.screens import RulesPage
from rules.game import SECOND
from tests.kiosk.evening import VIEWS, drawn
from tests.kiosk.script import play
from tests.kiosk.seeing import entries, says, texts
from tests.kiosk.setting import settings
from tests.kiosk.situations import kourici_kocka, marias, polyssimo
from tests.kiosk.situations.marias import sit_down
from tests.kiosk.situations.polish_doubles import opened
from tests.kiosk.situations.polish_doubles import sit_down as sit_down_as
from tools.play.players import PLAYERS
from tools.play.players.marias import MariasPlayer

RULES = re.findall(r"^\*\*([A-Z]\d+)\.\*\*", (PAGES / "cs.md").read_text("utf-8"), re.MULTILINE)


def shows_rule(p, number: str) -> bool:
    """Whether the words of that rule stand there, wherever their lines are broken."""
    return " ".join(text_of(number).split()) in [" ".join(text.split()) for text in texts(p)]


NOTING = {
    "polish_doubles": lambda p: (opened(p), p.menu(Show(forms.NoteForm()))),
    "marias": lambda p: (marias.opened(p), p.menu(Show(MariasNote()))),
    "polyssimo": polyssimo.noted,
    "kourici_kocka": lambda p: (kourici_kocka.playing(p), p.menu(Show(KockaNote()))),
}
"""How the question for a note comes up."""


def offered(scene):
    """The numbers of the rules that the screen leads to."""
    actions = [touch.action for touch in scene if isinstance(touch, Touch)]
    return [action.number for action in actions if isinstance(action, ReadRule)]


def greyed(p):
    """A grey button whose reason ends with the number of a rule, and that number."""
    reasons = [touch.action for touch in p.kiosk.scene if isinstance(touch, Touch) and isinstance(touch.action, Why)]
    return next((why, number) for why in reasons if (number := number_in(why.reason)))


@pytest.fixture
def refused(p):
    """Something in the menu cannot be done yet; the sentence says by which rule."""
    opened(p)
    play(p, "menu")
    why, number = greyed(p)
    p.touch(why)
    return p, number


def test_a_touch_on_the_refusal_shows_the_words_of_its_rule_and_back_leads_where_it_was_said(refused):
    p, number = refused
    before = len(entries(p))
    p.touch(ReadRule(number))
    assert isinstance(p.kiosk.controller, RuleController)
    assert says(p, f"Pravidlo {number}")
    assert shows_rule(p, number)
    play(p, "back")
    assert isinstance(p.kiosk.controller.current_screen(), DoublesMenu)
    assert not p.has(ReadRule(number)), "the sentence has been read"
    assert len(entries(p)) == before


def test_clocks_go_on_and_are_seen_while_a_rule_is_read(refused):
    p, number = refused
    p.touch(ReadRule(number))
    for _ in range(2):
        p.wait(5 * SECOND)
        left = i18n.clock(p.kiosk.table.state.clock.remaining(p.kiosk.table.game_time()))
        assert left != "3:00"
        assert left in texts(p)
    before = len(entries(p))
    p.press(1)
    assert len(entries(p)) == before + 1


def test_the_words_are_in_the_language_spoken(refused):
    p, number = refused
    czech = text_of(number)
    play(p, "language > English")
    if not isinstance(p.kiosk.controller.current_screen(), DoublesMenu):
        p.touch(MENU)
    why, _ = greyed(p)
    p.touch(why)
    p.touch(ReadRule(number))
    assert says(p, f"Rule {number}")
    assert shows_rule(p, number)
    assert text_of(number) != czech


def test_a_sentence_without_a_rule_is_only_taken_away(p):
    opened(p)
    p.kiosk.host.say("Hotovo.")
    p.settle()
    p.kiosk.loop.invalidate()
    p.settle()
    play(p, "swallow", lacks="Hotovo.")


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: f"{view[0]}-{view[1][0]}x{view[1][1]}")
def test_every_rule_has_room_in_every_language_and_size(refused, view):
    p, number = refused
    p.touch(ReadRule(number))
    with i18n.speaking(view[0]):
        longest = sorted(RULES, key=lambda rule: len(text_of(rule)))[-5:]
    for rule in longest:
        p.kiosk.controller.number = rule
        for text in drawn(p, view, p.kiosk.screen.look.palette):
            assert not isinstance(text, Text) or fit(text).fits, (rule, text.text)


def test_every_number_that_a_page_has_leads_to_words_in_both_languages():
    for language in i18n.LANGUAGES:
        with i18n.speaking(language):
            assert all(len(text_of(rule)) > 10 for rule in RULES)
            assert not any(mark in text_of(rule) for rule in RULES for mark in ("**", "]("))
    assert {rule[0] for rule in RULES} >= {spec.seats.rule[0] for spec in SPECS.values()}


def test_every_number_that_a_screen_names_can_be_read_there(evening):
    for name, shown in evening.screens.items():
        for language, scene in shown.dark.items():
            with i18n.speaking(language):
                texts = {text.text.removesuffix(" ›") for text in scene if isinstance(text, Text)}
                named = {number_in(text) for text in texts if "(" in text} - {""}
            offered = {
                touch.action.number
                for touch in scene
                if isinstance(touch, Touch) and isinstance(touch.action, ReadRule)
            }
            assert named <= offered, (name, language)


@pytest.mark.parametrize("game", ["polish_doubles", "marias", "polyssimo", "kourici_kocka"])
def test_a_note_s_rule_is_read_before_the_note_is_made(game, tmp_path):
    p = PLAYERS[game](tmp_path)
    NOTING[game](p)
    before, rules = len(entries(p)), offered(p.kiosk.scene)
    assert len(rules) >= 3
    for number in rules:
        p.touch(ReadRule(number))
        assert shows_rule(p, number)
        play(p, "back")
        assert offered(p.kiosk.scene) == rules
    assert len(entries(p)) == before, "reading notes nothing"
    note = next(touch.action for touch in p.kiosk.scene if isinstance(touch, Touch) and isinstance(touch.action, Do))
    p.touch(note)
    assert entries(p)[-1] == note.event
    p.close()


def test_a_pair_that_is_called_like_a_rule_is_a_name(p):
    sit_down_as(p, ("K2", "A", "B", "M4", "C", "D"))
    assert says(p, "Začíná: K2")
    play(p, "Začíná: K2 > press 0 > menu > Konec partie")
    assert texts(p).count("K2") >= 2, "in the bar of times and on its button"
    assert offered(p.kiosk.scene) == ["S25"], "what closing is refused for"


def test_a_part_of_a_rule_leads_to_the_whole_rule(tmp_path):
    k = PLAYERS["kourici_kocka"](tmp_path)
    kourici_kocka.renonc_chosen(k)
    assert "K15 a ›" in texts(k)
    play(k, "K15 c ›")
    assert shows_rule(k, "K15")
    k.close()


def test_a_setting_s_name_leads_to_the_rule_that_it_fills_in(p):
    settings(p, RulesPage)
    play(p, "Za co je křížek")
    assert shows_rule(p, "S15")
    play(p, "back")
    assert isinstance(p.kiosk.controller.current_screen(), RulesPage)


def test_what_a_number_pad_asks_leads_to_the_words_of_its_rule(new_table):
    m = new_table(MariasPlayer)
    sit_down(m)
    play(m, "Délka kola > Jak dlouhá mají být kola? (M3)")
    assert shows_rule(m, "M3")
    play(m, "back")
    assert isinstance(m.kiosk.controller.current_screen(), RoundMinutes)
