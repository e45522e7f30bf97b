"""The pods on a screen: everything fits and can be hit, forgetting asks once more, the game below goes on."""

from __future__ import annotations

import pytest

from device.common import i18n
from device.graphics.actions import Command, Show
from device.graphics.look import Look
from device.graphics.widgets import Touch
from device.kiosk.screen import ask
from device.kiosk.screen_controller import Controller
from device.pods.status import PodStatus
from device.screens.settings.pods import PodsController, PodsScreen
from rules.game import SECOND
from tests.kiosk.evening import SIZES
from tests.kiosk.pod_statuses import AWAY, NEW, OTHERS, A, B, OnTheShelf
from tests.kiosk.scene_text import misfits
from tests.kiosk.script import play
from tests.kiosk.seeing import says, texts


def enter(p, *seen: PodStatus) -> OnTheShelf:
    p.kiosk.host.pods = OnTheShelf(*seen)
    p.kiosk.host.enter(PodsController(p.kiosk.host, p.kiosk.controller))
    p.kiosk.loop.invalidate()
    p.settle()
    return p.kiosk.host.pods


@pytest.mark.parametrize(
    "seen",
    [(), (A, B), (A, AWAY), (A, B, NEW), (NEW,), OTHERS, (A, B, *OTHERS, NEW)],
    ids=["none", "both", "away", "spare", "new", "odd", "all"],
)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_word_fits_and_every_button_has_room_for_a_thumb(p, seen, size, language):
    i18n.use(language)
    p.kiosk.host.pods = OnTheShelf(*seen)
    controller = PodsController(p.kiosk.host, p.kiosk.controller)
    look = Look(size=size)
    for asking in (None, 0, 1):
        controller.screen = PodsScreen(asking)
        scene = p.kiosk.composer.frame(controller.moment(p.clock.ns, look)).scene
        assert misfits(scene) == []
        for widget in scene:
            if isinstance(widget, Touch):
                assert min(widget.rect.w, widget.rect.h) >= 42 * look.scale, widget
                assert widget.rect.x + widget.rect.w <= size[0]
                assert widget.rect.y + widget.rect.h <= size[1]
    i18n.use("cs")


def test_it_says_who_lies_where_and_how_its_clock_runs(p):
    enter(p, A, B, NEW)
    assert says(p, "…a531")
    assert says(p, "odchylka hodin +30,0 ppm")
    assert says(p, "odezva 0,4 ms")
    assert says(p, "všechny stisky doručeny")
    assert says(p, "neodpovídá")
    assert says(p, "nedoručené stisky: 2")
    assert says(p, "poškozené zprávy: 117")
    assert says(p, "nové; přiřadí se, když")


def test_forgetting_asks_once_more_and_any_other_touch_means_no(p):
    pods = enter(p, A, B)
    p.touch(Show(PodsScreen(1)))
    assert pods.done == []
    play(p, "Zapomenout toto tlačítko > Opravdu zapomenout?")
    assert pods.done == [0]
    p.touch(Show(PodsScreen(1)))
    play(p, "Prohodit strany")
    assert pods.done == [0, "swap"]
    assert not p.has(ask(PodsController.forget, 1))


def test_without_a_pod_there_is_nothing_to_swap_and_it_says_how_to_begin(p):
    pods = enter(p)
    assert not p.has(ask(PodsController.swap))
    assert sum("Zapojte nové přídavné tlačítko" in text for text in texts(p)) == 2
    assert pods.done == []


def test_what_changes_shows_within_a_second_and_back_leads_where_one_came_from(p):
    before: Controller = p.kiosk.controller
    pods = enter(p, A, B)
    pods.statuses = (A, AWAY)
    p.wait(SECOND + 1)
    assert says(p, "není zapojené")
    play(p, "back")
    assert p.kiosk.controller is before
    enter(p, A)
    p.kiosk.controller.on_text("\x1b")
    assert p.kiosk.controller is before


def test_it_is_reached_from_the_settings_and_leads_back_there(p):
    play(p, "settings > Tlačítka")
    enter_pods = Command.PODS
    p.touch(enter_pods)
    assert isinstance(p.kiosk.controller, PodsController)
    play(p, "back")
    assert p.has(enter_pods)


def test_pods_are_told_at_once_that_sound_is_off(p):
    play(p, "sound")
    assert p.peripherals.pods._shown[1] is True
    play(p, "sound")
    assert p.peripherals.pods._shown[1] is False
