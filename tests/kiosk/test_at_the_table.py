"""What makes nobody stop and think: names, sides, sentences and complaints where people look for them."""

from __future__ import annotations

import itertools

import pytest

from device.common.i18n import tr
from device.games.marias.controller import MariasController
from device.games.marias.setup import MariasSetupScreen
from device.graphics.typefaces import ink
from device.graphics.widgets import Panel, Text, Touch
from device.io.inputs import PeripheralStatus
from device.kiosk.time_bar import overlap
from rules.kourici_kocka import acts as ke
from rules.message import msg
from rules.polish_doubles import acts as e
from tests.kiosk.script import play
from tests.kiosk.seeing import entries, says, texts
from tests.kiosk.situations.chess_clock import refused_stages
from tests.kiosk.situations.kourici_kocka import sit_down
from tests.kiosk.situations.polish_doubles import opened, write
from tools.play.players.chess_clock import ClockPlayer
from tools.play.players.kourici_kocka import KockaPlayer
from tools.play.players.marias import MariasPlayer
from tools.play.players.polish_doubles import DoublesPlayer


def test_sound_off_silences_complaints_about_sound_and_no_others(p):
    trouble = msg("The chosen sound output {output} is not there.", output="HDMI")
    p.kiosk.post(PeripheralStatus("speech", trouble))
    p.settle()
    assert p.kiosk.composer.look(p.kiosk.now()).trouble
    play(p, "sound")
    assert not p.kiosk.composer.look(p.kiosk.now()).trouble
    p.kiosk.post(PeripheralStatus("oled A", trouble))
    p.settle()
    assert p.kiosk.composer.look(p.kiosk.now()).trouble
    play(p, "sound")
    assert "(+1)" in p.kiosk.composer.look(p.kiosk.now()).trouble


NO_SOUND = msg("There is no sound; connect a loudspeaker or set the volume to 0. The game goes on.")


def test_a_table_without_a_loudspeaker_says_so_once_and_then_in_its_settings(p):
    p.kiosk.post(PeripheralStatus("sound", NO_SOUND))
    p.settle()
    assert p.kiosk.host.notices.sentence(p.kiosk.now()) == tr(NO_SOUND)
    assert not p.kiosk.composer.look(p.kiosk.now()).trouble, "no line stands on every screen, nor above the menu"
    play(p, "settings")
    assert not p.kiosk.host.notices.sentence(p.kiosk.now())
    play(p, "Zvuk")
    assert says(p, tr(NO_SOUND)[:20])


def test_a_silent_table_misses_no_loudspeaker(p):
    play(p, "sound")
    p.kiosk.post(PeripheralStatus("sound", NO_SOUND))
    p.settle()
    assert not p.kiosk.host.notices.sentence(p.kiosk.now())


def test_the_home_list_names_the_game_and_says_that_it_is_not_signed(p):
    opened(p)
    play(p, "menu > home")
    assert next(text for text in texts(p) if text.startswith("Polská čtyřhra · "))
    play(p, "Odložit", sees="Polská čtyřhra · nepodepsáno")  # it stands among the others now


def test_next_leads_through_the_names_of_marias_and_then_opens_the_table(new_table):
    p = new_table(MariasPlayer)
    play(p, "Mariáš")
    for seat, name in enumerate(("Adam", "Bára", "Cyril")):
        assert p.shown(MariasSetupScreen).form.focus == seat
        p.write(name)
        play(p, "done")
    assert p.shown(MariasSetupScreen).form.focus == 3, "a fourth one, if any"
    play(p, "done")
    assert isinstance(p.kiosk.controller, MariasController)
    assert {"A · Adam", "B · Bára", "C · Cyril"} <= set(texts(p)), "seats carry their letters"


def test_a_side_of_kocka_is_named_by_its_seats(new_table):
    p = new_table(KockaPlayer)
    sit_down(p)
    play(p, "Rozdáno > Karty poslány > menu > Stop!", sees=("Strana A + B", "Strana C + D"))
    play(p, "Strana C + D")
    assert entries(p)[-1] == ke.Halt(side="B")
    assert says(p, "C + D")


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)], ids="{0[0]}x{0[1]}".format)
def test_what_is_wrong_with_the_stages_is_said_beside_them(new_table, size):
    p = new_table(ClockPlayer, size=size)
    refused_stages(p)
    sentence = next(
        panel.rect
        for panel in reversed(p.kiosk.scene)
        if isinstance(panel, Panel) and panel.fill == p.kiosk.screen.look.palette.warn
    )
    spoken_of = [
        touch.rect
        for touch in p.kiosk.scene
        if isinstance(touch, Touch) and getattr(touch.action, "method", "") in ("on_stage", "until", "add_stage")
    ]
    assert len(spoken_of) > 6
    assert not [rect for rect in spoken_of if overlap(rect, sentence)]


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)], ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("language", ["cs", "en"])
def test_words_about_the_racks_lie_on_no_other_words(tmp_path, size, language):
    p = DoublesPlayer(tmp_path, language, size)
    opened(p)
    write(p, "PES", 5)
    write(p, "KOSA", 8)
    p.press(1)
    p.kiosk.table.do(e.End(by="referee"))
    p.kiosk.loop.invalidate()
    p.settle()
    words = [(text.text, ink(text)) for text in p.kiosk.scene if isinstance(text, Text) and text.text]
    met = [
        (word, other) for (word, a), (other, b) in itertools.combinations(words, 2) if a.inflate(0, -16).colliderect(b)
    ]
    p.close()
    assert met == []


def test_a_pairs_card_names_who_plays_now(p):
    opened(p)
    first, second = p.kiosk.table.playing.state.players(1)
    assert says(p, f"{first} · {second}")
    p.kiosk.table.do(e.Substitute(pair="B", player=2, name="Ivo"))
    p.kiosk.loop.invalidate()
    p.settle()
    assert says(p, f"{first} · Ivo")
