"""The first start on the screen: everything has a value, nothing is done before *Done*, no Wi-Fi stops the table."""

from __future__ import annotations

import msgspec
import pytest

from device.app import composition
from device.common import i18n
from device.first_start.common.answers import Answers, Wifi
from device.first_start.common.asking import REQUEST
from device.first_start.common.networks import Network, networks, parse_line
from device.first_start.common.questions import ZONE_TABLE, time_zones
from device.graphics.actions import Key
from device.graphics.keyboards import SIGN_LAYERS
from device.graphics.widgets import Touch
from device.io.inputs import FingerDown, FingerUp, ShowMessage
from device.kiosk.screen import call_on
from device.screens.home import HomeController
from device.screens.settings.first_parts import TypingScreen, WifiList
from device.screens.settings.first_start import CornerChoice, LanguageChoice
from device.screens.settings.first_start_controller import PATIENCE, FirstStartController
from rules.game import SECOND
from rules.message import msg
from tests.first_start.conftest import Card, new_card
from tests.kiosk.own_device import carried_out, first_start, networks_there, overview, password, wifi
from tests.kiosk.script import play
from tests.kiosk.seeing import says, way_to
from tools.play.player import AWAKE, Stuck
from tools.play.players.polish_doubles import DoublesPlayer


def type_in(p, text: str) -> None:
    for sign in text:
        p.kiosk.controller.on_text(sign)
    p.kiosk.loop.invalidate()
    p.settle()


def test_the_language_then_everything_at_once_with_what_is_right_for_most(p):
    _, card = first_start(p)
    play(p, "English")
    assert i18n.language() == "en"
    play(p, "done", sees="It is being set up")
    assert carried_out(p, card) == Answers()
    assert says(p, "This device is called dvojtah-3fc217.")
    play(p, "Go on")
    assert isinstance(p.kiosk.controller, HomeController)


def test_everything_that_is_said_is_asked_of_the_system(p):
    _, card = password(p)
    play(p, "done > dvojtah")
    type_in(p, "Stul 4")
    play(p, "done > Europe/Prague", sees="Prague")  # the page of the zone that holds
    play(p, "back > America > Adak > stůl > Pořadatelův")
    assert not card.path(REQUEST).exists(), "nothing is done before Done"
    play(p, "done")
    wanted = Answers(
        hostname="stul-4",
        time_zone="America/Adak",
        role="organiser",
        wifi=Wifi(ssid="Sokolovna", password="Sokol-1862"),
    )
    assert carried_out(p, card, wifi="Sokolovna") == wanted
    assert says(p, "Wi-Fi Sokolovna se zkouší")


def test_a_wrong_password_is_said_and_the_table_plays_without(p):
    _, card = password(p)
    play(p, "done > done")
    carried_out(p, card, wifi="Sokolovna")
    assert says(p, "zkouší")
    place = card.path("/var/lib/dvojtah/first-start.json")
    outcome = msgspec.json.decode(place.read_bytes())
    trouble = {
        "id": "The Wi-Fi {ssid} did not take the password; the table plays without.",
        "args": {"ssid": "Sokolovna"},
    }
    place.write_bytes(msgspec.json.encode({**outcome, "wifi": "", "troubles": [trouble]}))
    p.wait(SECOND + 1)
    assert says(p, "Wi-Fi Sokolovna nepřijala heslo")
    play(p, "Něco změnit", offers="Sokolovna")  # it can be said otherwise at once


def test_a_wrong_password_is_said_also_after_the_screens_were_left(p, monkeypatch):
    controller, card = password(p)
    play(p, "done > done")
    carried_out(
        p, card, msg("There is no time zone {value}; one is called Europe/Prague.", value="x"), wifi="Sokolovna"
    )
    place = card.path("/var/lib/dvojtah/first-start.json")

    def tried(seconds) -> None:
        outcome = msgspec.json.decode(place.read_bytes())
        text = "The Wi-Fi {ssid} did not take the password; the table plays without."
        trouble = {"id": text, "args": {"ssid": "Sokolovna"}}
        place.write_bytes(msgspec.json.encode({**outcome, "wifi": "", "troubles": [*outcome["troubles"], trouble]}))

    controller.wait = tried
    posted, post = [], controller.host.post
    monkeypatch.setattr(controller.host, "post", lambda message: (posted.append(message), post(message)))
    play(p, "Pokračovat")
    controller.thread.join(10)
    p.settle()
    assert isinstance(p.kiosk.controller, HomeController)
    assert says(p, "nepřijala heslo")
    assert len([message for message in posted if isinstance(message, ShowMessage)]) == 1, (
        "what was read before is not said again"
    )


@pytest.mark.parametrize(
    ("text", "sentence"), [("", "Tato síť chce heslo"), ("kratke7", "8 až 63"), ("ěščřžýáíé", "bez diakritiky")]
)
def test_what_cannot_be_a_password_is_refused_with_a_sentence_and_stays(p, text, sentence):
    password(p, text)
    play(p, "done")
    assert says(p, sentence)
    assert says(p, text + "_")


def test_a_network_without_a_password_is_chosen_by_one_touch_and_one_for_accounts_says_why_not(p):
    controller, _ = wifi(p)
    names = [network.ssid for network in controller.state.networks]
    assert names == ["Sokolovna", "Kavárna: hosté", "skola-ucitele", "Tiskárna \\ 2"]
    with pytest.raises(Stuck):
        p.touch(call_on(WifiList.choose, controller.state.networks[2]))
    p.touch(call_on(WifiList.choose, controller.state.networks[1]))
    assert says(p, "Kavárna: hosté")


def test_a_hidden_network_is_typed(p):
    _, card = wifi(p)
    play(p, "Skrytá > done", sees="1 až 32")
    type_in(p, "Zátiší")
    play(p, "done")
    type_in(p, "tajneheslo")
    play(p, "done > done")
    assert carried_out(p, card).wifi == Wifi(ssid="Zátiší", password="tajneheslo", hidden=True)


@pytest.mark.parametrize(
    ("status", "output", "sentence"),
    [(127, "", "NetworkManager"), (8, "Error: NetworkManager is not running.", "nemá Wi-Fi"), (0, "\n", "v dosahu")],
)
def test_without_any_wi_fi_a_sentence_says_why_and_the_way_goes_on(p, status, output, sentence):
    controller, card = overview(p)
    card.answers["nmcli"] = (status, output)
    play(p, "žádná, nebo jak je")
    networks_there(p, controller)
    assert says(p, sentence)
    play(p, "Bez Wi-Fi > done")
    assert carried_out(p, card).wifi is None


def test_a_system_that_does_not_answer_holds_nobody_up(p):
    first_start(p)
    play(p, "Čeština > done")
    p.wait(PATIENCE)
    assert says(p, "Systém neodpovídá")
    play(p, "Pokračovat")
    assert isinstance(p.kiosk.controller, HomeController)


def test_a_machine_that_is_not_the_table_s_says_so_and_changes_nothing(p):
    _, card = overview(p)
    card.path("/run/dvojtah").rmdir()
    card.path("/run/dvojtah").write_text("no folder")
    play(p, "done", sees="odtud nastavit nedá")
    play(p, "back > settings > Zařízení")
    with pytest.raises(Stuck):
        play(p, "set_up")


def test_on_an_installed_device_it_is_called_from_the_settings(p, monkeypatch, tmp_path):
    monkeypatch.setattr("device.kiosk.host.RUN", tmp_path)
    play(p, "settings > Zařízení > set_up")
    assert isinstance(p.kiosk.controller, FirstStartController)
    play(p, "back", offers="set_up")


def test_it_is_asked_once_and_only_on_a_card_made_as_an_image(tmp_path, monkeypatch):
    from device.first_start.common import asking

    card = new_card(tmp_path / "card")
    assert asking.should_ask(card)
    asking.ask(Answers(), card)
    request, troubles = asking.take_request(card)
    from device.first_start import applying

    applying.carry_out(card, request.answers, request.token, troubles)
    assert not asking.should_ask(card)
    assert not asking.should_ask(Card(tmp_path / "another"))
    assert composition.FIRST_START.load() is FirstStartController


def test_every_sign_of_ascii_is_on_the_keys_of_a_password(p):
    signs = {sign for layer in SIGN_LAYERS for row in layer for sign in row}
    assert signs | {" "} == {chr(n) for n in range(32, 127)}
    password(p, "")
    for layer in (1, 2, 0):
        p.touch(way_to(p, TypingScreen, layer=layer))
        keys = {
            touch.action.text for touch in p.kiosk.scene if isinstance(touch, Touch) and isinstance(touch.action, Key)
        }
        assert {sign for row in SIGN_LAYERS[layer] for sign in row} <= keys


def test_time_zones_begin_with_ours_and_are_those_that_the_card_lists(tmp_path):
    card = new_card(tmp_path / "card")
    offered = time_zones(card)
    assert offered[0].startswith("Europe/")
    assert {"Europe/Prague", "America/Argentina/Ushuaia", "Asia/Tokyo"} <= set(offered)
    assert "Europe/Kiev" not in offered, "the old name of Europe/Kyiv"
    card.path(ZONE_TABLE).write_text("# none\nCZ\t+5005+01426\tEurope/Prague\tall of it\nXX\n")
    assert time_zones(card) == ("Europe/Prague",)
    card.path(ZONE_TABLE).unlink()
    assert time_zones(card) == ()


@pytest.mark.parametrize(
    ("line", "network"),
    [
        ("a\\:b:7:WPA2", Network("a:b", 7)),
        ("a\\\\:7:", Network("a\\", 7, secured=False)),
        ("a:100:--", Network("a", 100, secured=False)),
        ("", None),
        (":50:WPA2", None),
        ("a:x:WPA2", None),
        ("a:1:2:3", None),
    ],
)
def test_what_nmcli_lists_is_read_with_its_escapes(line, network):
    assert parse_line(line) == network


def test_a_network_heard_from_several_boxes_is_listed_once_with_the_strongest(tmp_path):
    card = Card(tmp_path)
    card.answers["nmcli"] = (0, "a:20:WPA2\na:70:WPA2\nb:40:\na:30:WPA2\n")
    assert networks(card) == (Network("a", 70), Network("b", 40, secured=False))
    card.answers["nmcli"] = (10, "Error")
    assert networks(card) == msg("This device has no Wi-Fi that works; the table plays without.")


def table_of(tmp_path, size, rotate=0):
    """The first start on a display of that size, as it stands."""
    settings = msgspec.structs.replace(AWAKE, screen=msgspec.structs.replace(AWAKE.screen, rotate=rotate))
    player = DoublesPlayer(tmp_path, size=size, settings=settings)
    return player, first_start(player)[0]


UPPER_LEFT = {0: (0, 0), 90: (1, 0), 180: (1, 1), 270: (0, 1)}
"""Where somebody has the upper left corner of a display that stands on the side that it should be turned to."""


@pytest.mark.parametrize("degrees", UPPER_LEFT)
def test_the_corner_at_the_upper_left_turns_a_display_that_stands_upright(tmp_path, degrees):
    p, controller = table_of(tmp_path, (720, 1280))
    output = p.kiosk.screen.surface
    native = tuple(40 + far * (size - 80) for far, size in zip(UPPER_LEFT[degrees], (720, 1280), strict=True))
    assert isinstance(controller.current_screen(), CornerChoice)
    p.look(native)
    p.kiosk.post(FingerDown(*native, p.clock.ns))
    p.settle()
    p.kiosk.post(FingerUp(*native, p.clock.ns))
    p.settle()
    assert p.kiosk.host.settings.screen.rotate == degrees
    assert isinstance(controller.current_screen(), LanguageChoice)
    assert output.surface.get_size() == ((1280, 720) if degrees in (90, 270) else (720, 1280))
    seen = output.to_upright(FingerDown(*native, 0))
    assert (seen.x, seen.y) < (90, 90), "that corner is the picture's upper left one now"
    p.close()


def test_a_display_that_lies_or_was_turned_by_the_card_s_file_is_not_asked(tmp_path):
    for name, size, rotate in (("lies", (800, 480), 0), ("turned", (720, 1280), 90)):
        p, controller = table_of(tmp_path / name, size, rotate)
        assert isinstance(controller.current_screen(), LanguageChoice), name
        p.close()
