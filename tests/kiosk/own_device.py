"""A card below a folder on which a table asks its first questions, and updates that are only told of: for screens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec

from device.common.files.sentence import sentence
from device.common.updates.asking import NEWS
from device.common.updates.offers import Offer
from device.first_start.common import hotspot
from device.first_start.common.answers import Answers
from device.first_start.common.asking import REQUEST, FirstStartOutcome, write_outcome
from device.graphics.actions import DONE, Ask
from device.kiosk.screen import ask, call_on
from device.screens.settings.first_parts import PhoneWay, WifiList
from device.screens.settings.first_start import ZoneList
from device.screens.settings.first_start_controller import FirstStartController
from device.screens.settings.updates import UpdateController
from rules.loading import readable
from rules.message import Message, msg
from tests.first_start.conftest import Card, new_card
from tests.kiosk.seeing import way_to
from tools.play.players.polish_doubles import DoublesPlayer

IN_REACH = r"""Sokolovna:82:WPA2
Sokolovna:41:WPA2
Kavárna\: hosté:67:
skola-ucitele:55:WPA2 802.1X
:90:WPA2
Tiskárna \\ 2:20:WPA1 WPA2
"""
OFFER = Offer("0.3", 36_400_000, device="/dev/sda1", name="dvojtah-0.3.update")


def first_start(p: DoublesPlayer, *, asked: bool = True) -> tuple[FirstStartController, Card]:
    """The first start of a card of its own, beside the player's journal."""
    root = p.kiosk.host.settings.journal_path.parent / "card"
    card = new_card(root) if not root.exists() else Card(root)
    card.answers["nmcli"] = (0, IN_REACH)
    card.path("/etc/timezone").write_text("Europe/Prague\n")
    controller = FirstStartController(p.kiosk.host, p.kiosk.controller, card, asked=asked)
    controller._host_name = "dvojtah"
    p.kiosk.host.enter(controller)
    p.kiosk.loop.invalidate()
    p.settle()
    return controller, card


def current_hotspot(card: Card) -> None:
    """The page for a phone is served now."""
    place = card.path(hotspot.OPEN)
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(msgspec.json.encode(hotspot.Hotspot("dvojtah-3fc217", "k7m4pq2x")))


def ask_beside_phone(p: DoublesPlayer) -> tuple[FirstStartController, Card]:
    """The first start while the hotspot is open."""
    controller, card = first_start(p)
    current_hotspot(card)
    p.kiosk.loop.invalidate()
    p.settle()
    return controller, card


def phone_way(p: DoublesPlayer) -> tuple[FirstStartController, Card]:
    controller, card = ask_beside_phone(p)
    p.touch(ask(FirstStartController.speak, "cs"))
    p.touch(way_to(p, PhoneWay))
    return controller, card


def networks_there(p: DoublesPlayer, controller: FirstStartController) -> None:
    assert controller.thread is not None
    controller.thread.join(10)
    p.settle()


def overview(p: DoublesPlayer) -> tuple[FirstStartController, Card]:
    controller, card = first_start(p)
    p.touch(ask(FirstStartController.speak, "cs"))
    return controller, card


def wifi(p: DoublesPlayer) -> tuple[FirstStartController, Card]:
    controller, card = overview(p)
    p.touch(way_to(p, Ask, method="look_for_networks"))
    networks_there(p, controller)
    return controller, card


def password(p: DoublesPlayer, text: str = "Sokol-1862") -> tuple[FirstStartController, Card]:
    controller, card = wifi(p)
    assert isinstance(controller.state.networks, tuple)
    p.touch(call_on(WifiList.choose, controller.state.networks[0]))
    for sign in text:
        p.kiosk.controller.on_text(sign)
    p.kiosk.loop.invalidate()
    p.settle()
    return controller, card


def zones(p: DoublesPlayer) -> None:
    overview(p)
    p.touch(way_to(p, ZoneList))


def carried_out(p: DoublesPlayer, card: Card, *troubles: Message, wifi: str = "") -> Answers:
    """The system takes the request and says what came of it."""
    place = card.path(REQUEST)
    request = msgspec.json.decode(place.read_bytes())
    place.unlink()
    sentences = tuple(sentence(trouble) for trouble in troubles)
    outcome = FirstStartOutcome(
        done=True, request=request["token"], hostname="dvojtah-3fc217", wifi=wifi, troubles=sentences
    )
    write_outcome(card, outcome)
    p.wait(1_000_000_001)
    return msgspec.convert(request["answers"], readable(Answers))


def wrong_password(p: DoublesPlayer) -> None:
    """Everything is set up, and the Wi-Fi did not take its password."""
    _, card = password(p)
    p.touch(DONE)
    p.touch(DONE)
    carried_out(p, card, msg("The Wi-Fi {ssid} did not take the password; the table plays without.", ssid="Sokolovna"))


def bring(offer: Offer, folder: Path, heard: Callable[[int], None]) -> Path:
    heard(offer.size)
    return folder / "incoming.update"


def updates(p: DoublesPlayer) -> UpdateController:
    """The screen of updates; sticks and network are a test's own."""
    controller = UpdateController(p.kiosk.host, p.kiosk.controller)
    controller._now = replace(controller._now, own="0.2.0")
    controller.on_stick = lambda: OFFER
    controller.on_network = lambda: msg("The address for updates does not answer; does the network work?")
    controller.bring = bring
    controller.ask = lambda file: "token"
    p.kiosk.host.enter(controller)
    p.kiosk.loop.invalidate()
    p.settle()
    return controller


def waited(p: DoublesPlayer, controller: UpdateController) -> None:
    assert controller.thread is not None
    controller.thread.join(10)
    p.settle()


def offered(p: DoublesPlayer) -> UpdateController:
    controller = updates(p)
    p.touch(ask(UpdateController.look_for_update, False))
    waited(p, controller)
    return controller


def news(controller: UpdateController, stage: str, **more: object) -> None:
    """What the system writes."""
    path: Path = controller.folder / NEWS
    path.write_bytes(msgspec.json.encode({"token": "token", "stage": stage, **more}))


def installed(p: DoublesPlayer, message: Message, *, ok: bool) -> UpdateController:
    controller = offered(p)
    p.touch(ask(UpdateController.install))
    waited(p, controller)
    news(controller, "done", ok=ok, id=message.id, args={key: str(value) for key, value in message.args.items()})
    p.wait(1_000_000_001)
    return controller


BACK_AGAIN = msg(
    "Version {version} does not start; version {before} runs again, with all games.", version="0.3", before="0.2.0"
)

OWN_DEVICE: dict[str, Callable[[DoublesPlayer], object]] = {
    "first-language": first_start,
    "first-language-phone": ask_beside_phone,
    "first-phone": phone_way,
    "first-overview": overview,
    "first-wifi": wifi,
    "first-password": password,
    "first-zones": zones,
    "first-done": wrong_password,
    "update-offer": offered,
    "update-back-again": lambda p: installed(p, BACK_AGAIN, ok=False),
}
