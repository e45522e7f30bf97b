"""Large print where no evening comes: every page of help and rules, and what the device's own screens can also show."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from msgspec import structs

from device import help_texts
from device.common import i18n
from device.graphics.canvas import Canvas
from device.graphics.lists import page_bar
from device.graphics.look import Look
from device.graphics.widgets import Rect, Scene, Text
from device.help_texts import page_of
from device.input_devices.watcher import InputButton, InputButtonState
from device.kiosk.screen import Screen, call_on
from device.rule_texts import text_of
from device.screens.help_screen import HelpScreen, RuleCard
from device.screens.settings.input_devices import InputDevicesScreen, UsbButtons
from rules.game import SECOND
from tests.input_devices.input_bench import KEYBOARD, A, key
from tests.kiosk.evening import EVERY_VIEW, VIEWS, View, drawn
from tests.kiosk.own_device import carried_out, news, offered, overview, password, updates, waited, wifi, zones
from tests.kiosk.scene_text import MARKED
from tests.kiosk.script import play
from tests.kiosk.seeing import drawn_from
from tests.kiosk.test_large_print import misplaced, too_small_texts
from tests.kiosk.test_rule_words import RULES
from tests.kiosk.touch_targets import hidden, too_small
from tools.play.player import Player
from tools.play.players.polish_doubles import DoublesPlayer

NOW = "Krtci 138 : 97 Dvě sloky · 7. dvojtah"


def scene_of(screen: Screen, state: object, size: tuple[int, int], *, large: bool) -> Scene:
    canvas = Canvas(Look(size=size, palette=MARKED, large_print=large))
    screen.draw(canvas, drawn_from(state))
    return canvas.scene()


def leaves(screen: Screen, state: object, size: tuple[int, int]) -> Iterator[Scene]:
    """Every page of it in large print."""
    before: Scene = ()
    for leaf in range(40):
        now = scene_of(replace(screen, page=leaf), state, size, large=True)
        if now == before:
            return
        yield now
        before = now
    raise AssertionError("pages without an end")


def turning(size: tuple[int, int]) -> Scene:
    """The bar that turns pages, which only large print has, as it were in normal print."""
    canvas = Canvas(Look(size=size, palette=MARKED))
    place = Rect(0, 0, canvas.area.w, canvas.u(52))
    for count in range(2, 10):
        for n in range(count):
            page_bar(canvas, place, n, count, lambda leaf: call_on(RuleCard.on_page, leaf))
    return canvas.scene()


def measured(pairs: list[tuple[str, Scene, Scene]], size: tuple[int, int], only_large: Scene = ()) -> None:
    """Each a third larger, nothing cut or lying on something else or off the screen, every target within reach.

    ``only_large``: what only large print has, as it were in normal print.
    """
    in_normal = {id(normal): normal + only_large for _, normal, _ in pairs}
    assert too_small_texts([(name, in_normal[id(normal)], large) for name, normal, large in pairs], size)[0] == set()
    assert misplaced(pairs, size) == set()
    assert [(name, target) for name, _, large in pairs for target in (*too_small(large, size), *hidden(large))] == []


@EVERY_VIEW
def test_every_page_of_every_help(view: View):
    language, size = view
    with i18n.speaking(language):
        pairs, bar = [], turning(size)
        for (_, name), screen in page_of(language).screens.items():
            if name == help_texts.CARD:
                continue
            state, known = structs.replace(screen, now=NOW), set[Scene]()
            for n in range(len(screen.rules) + 1):
                normal = scene_of(HelpScreen(n), state, size, large=False)
                new = [large for large in leaves(HelpScreen(n), state, size) if large not in known]
                known |= set(new)  # what the screen is for is the same whichever number is explained
                pairs += [(f"{name} {n}", normal, large) for large in new]
    measured(pairs, size, bar)


@EVERY_VIEW
def test_every_page_of_every_rule_and_no_word_is_lost(view: View):
    language, size = view
    with i18n.speaking(language):
        pairs, bar = [], turning(size)
        for number in RULES:
            normal = scene_of(RuleCard(), number, size, large=False)
            pages = list(leaves(RuleCard(), number, size))
            pairs += [(number, normal, large) for large in pages]
            words = " ".join(text.text for large in pages for text in large if isinstance(text, Text)).split()
            assert set(text_of(number).split()) <= set(words), number
    measured(pairs, size, bar)


def other_role(p: DoublesPlayer) -> None:
    overview(p)
    play(p, "stůl")


def other_name(p: DoublesPlayer) -> None:
    overview(p)
    play(p, "dvojtah")


def cities(p: DoublesPlayer) -> None:
    zones(p)
    play(p, "back > America")


def hidden_network(p: DoublesPlayer) -> None:
    wifi(p)
    play(p, "Skrytá")


def no_network(p: DoublesPlayer) -> None:
    controller, card = overview(p)
    card.answers["nmcli"] = (8, "Error: NetworkManager is not running.")
    play(p, "žádná, nebo jak je")
    waited(p, controller)


def other_signs(p: DoublesPlayer) -> None:
    password(p, "A" * 63)
    play(p, "?#&")


def being_set_up(p: DoublesPlayer) -> None:
    overview(p)
    play(p, "done")


def all_set_up(p: DoublesPlayer) -> None:
    _, card = overview(p)
    play(p, "done")
    carried_out(p, card, wifi="Sokolovna")


def not_answering(p: DoublesPlayer) -> None:
    controller = updates(p)
    play(p, "Síť")
    waited(p, controller)


def making(p: DoublesPlayer) -> None:
    controller = offered(p)
    play(p, "Nainstalovat")
    waited(p, controller)
    news(controller, "making")
    p.wait(SECOND + 1)


def updated(p: DoublesPlayer) -> None:
    controller = offered(p)
    play(p, "Nainstalovat")
    waited(p, controller)
    sentence = "The table runs version {version} now."
    news(controller, "done", ok=True, id=sentence, args={"version": "0.3"})
    p.wait(SECOND + 1)


STATES: tuple[Callable[[DoublesPlayer], object], ...] = (
    other_role,
    other_name,
    cities,
    hidden_network,
    no_network,
    other_signs,
    being_set_up,
    all_set_up,
    updates,
    not_answering,
    making,
    updated,
)


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_the_device_s_own_screens_whatever_they_say(p: Player, state):
    state(p)
    for view in VIEWS:
        measured([(str(view), drawn(p, view, MARKED), drawn(p, view, MARKED, large_print=True))], view[1])


@EVERY_VIEW
def test_usb_buttons_however_they_stand(view: View):
    none, key_a = InputButton(), key(A, KEYBOARD)
    states = [
        UsbButtons(),
        UsbButtons(there=True),
        UsbButtons(there=True, learning=0),
        UsbButtons(there=True, learning=1, devices=3),
    ]
    states += [
        UsbButtons((InputButton(key_a, state), none), there=True)
        for state in InputButtonState
        if state is not InputButtonState.NONE
    ]
    with i18n.speaking(view[0]):
        pairs = [
            (str(state), *(scene_of(InputDevicesScreen(), state, view[1], large=large) for large in (False, True)))
            for state in states
        ]
    measured(pairs, view[1])
