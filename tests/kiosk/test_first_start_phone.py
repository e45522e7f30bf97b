"""The first start while the hotspot is open: the screen says how a phone gets there, and shows what it has answered."""

from __future__ import annotations

import msgspec
import zxingcpp

from device.common import i18n
from device.common.files.sentence import sentence
from device.first_start.common import hotspot
from device.first_start.common.asking import FirstStartOutcome, write_outcome
from device.screens.home import HomeController
from device.screens.settings.first_parts import PhoneWay
from rules.game import SECOND
from rules.message import msg
from tests.kiosk.evening import painted
from tests.kiosk.own_device import ask_beside_phone, phone_way
from tests.kiosk.script import play
from tests.kiosk.seeing import says, way_to


def phone_answered(card, *, language="", wifi="", joined="", troubles=(), request="phone", done=True):
    """A phone on the hotspot has answered, and the system carries it out."""
    sentences = tuple(sentence(trouble) for trouble in troubles)
    outcome = FirstStartOutcome(done=done, request=request, phone=True, hostname="stul-4-3fc217", troubles=sentences)
    write_outcome(card, msgspec.structs.replace(outcome, wifi=wifi, joined=joined, language=language))


def read(p):
    """What a phone's camera reads on the screen."""
    picture = painted(p.kiosk.scene, (800, 480), p.kiosk.screen.look.palette)
    return {barcode.text for barcode in zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)}


def test_the_first_screen_says_it_in_both_languages_for_nobody_has_said_one_yet(p):
    ask_beside_phone(p)
    assert says(p, "Wi-Fi: dvojtah-3fc217")
    assert says(p, "Heslo / Password: k7m4pq2x")
    assert says(p, "http://10.41.0.1")
    assert says(p, "Nebo z telefonu")
    assert says(p, "Or from a phone")
    assert read(p) == {"WIFI:T:WPA;S:dvojtah-3fc217;P:k7m4pq2x;;"}


def test_a_camera_reads_both_steps_and_the_screen_says_when_the_hotspot_has_closed(p):
    _, card = phone_way(p)
    assert read(p) == {"WIFI:T:WPA;S:dvojtah-3fc217;P:k7m4pq2x;;", "http://10.41.0.1"}
    card.path(hotspot.OPEN).unlink()
    p.wait(SECOND + 1)
    assert says(p, "Hotspot je zavřený")
    play(p, "back", offers="dvojtah")
    assert not p.has(way_to(p, PhoneWay))


def test_what_a_phone_answers_shows_on_the_screen_in_the_language_that_was_chosen_there(p):
    _, card = ask_beside_phone(p)
    play(p, "Čeština")
    phone_answered(card, language="en", wifi="Klub", done=False)
    p.wait(SECOND + 1)
    assert i18n.language() == "en"
    assert says(p, "This device is called stul-4-3fc217.")
    assert says(p, "The Wi-Fi Klub is being tried")
    phone_answered(card, language="en", joined="Klub")
    p.wait(SECOND + 1)
    assert says(p, "The Wi-Fi Klub works.")
    play(p, "Go on")
    assert isinstance(p.kiosk.controller, HomeController)


def test_a_wrong_password_from_a_phone_shows_and_so_does_its_next_answer(p):
    _, card = ask_beside_phone(p)
    text = msg("The Wi-Fi {ssid} did not take the password; the table plays without.", ssid="Klub")
    phone_answered(card, troubles=(text,), done=False)
    p.wait(SECOND + 1)
    assert says(p, "Klub nepřijala heslo")
    assert says(p, "znovu otevřená")
    phone_answered(card, request="again", wifi="Klub", done=False)
    p.wait(SECOND + 1)
    assert says(p, "zkouší")


def test_an_answer_from_a_phone_is_said_also_where_the_questions_were_left_for_later(p):
    controller, card = ask_beside_phone(p)
    controller.wait = lambda seconds: (phone_answered(card), card.path(hotspot.OPEN).unlink())
    play(p, "Čeština > back")
    controller.thread.join(10)
    p.settle()
    assert isinstance(p.kiosk.controller, HomeController)
    assert says(p, "Zařízení nastavil telefon")
