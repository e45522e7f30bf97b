"""Updates on the screen: from which version to which, how far, what came of it, and never during a game."""

from __future__ import annotations

import threading

import pytest

from device.common.updates.asking import NEWS
from device.kiosk.screen import ask
from device.screens.home import HomeController
from device.screens.settings.updates import PATIENCE, UpdateController
from rules.game import SECOND
from rules.message import msg
from tests.kiosk.own_device import BACK_AGAIN, OFFER, installed, news, offered, updates, waited
from tests.kiosk.script import play
from tests.kiosk.seeing import says
from tests.kiosk.situations.polish_doubles import opened
from tools.play.player import Stuck


def test_an_update_on_a_stick_is_offered_from_version_to_version_installed_and_told(p):
    controller = offered(p)
    assert says(p, "Verze 0.2.0 → 0.3")
    play(p, "Nainstalovat")
    waited(p, controller)
    assert says(p, "Ptám se systému")
    for stage, sentence in (("checking", "se ověřuje"), ("making", "minut"), ("switching", "s novou verzí")):
        news(controller, stage)
        p.wait(SECOND + 1)
        assert says(p, sentence), stage
    message = msg("The table runs version {version} now.", version="0.3")
    news(controller, "done", ok=True, id=message.id, args={"version": "0.3"})
    p.wait(SECOND + 1)
    assert says(p, "Aktualizace je hotová.")
    play(p, "Pokračovat")
    assert isinstance(p.kiosk.controller, HomeController)
    assert not (controller.folder / NEWS).exists(), "it is said once"


def test_after_the_new_start_the_table_says_that_the_version_before_came_back(p):
    controller = installed(p, BACK_AGAIN, ok=False)
    again = UpdateController(p.kiosk.host, p.kiosk.controller)
    assert again.state.is_over, "another start of the program finds it"
    assert says(p, "Aktualizace se nepovedla.")
    assert says(p, "verze 0.2.0")
    play(p, "Pokračovat")
    assert not UpdateController(p.kiosk.host, p.kiosk.controller).state.is_over
    assert controller.state is not None


def test_never_while_a_game_is_on_the_table(p):
    opened(p)
    controller = updates(p)
    with pytest.raises(Stuck):
        p.touch(ask(UpdateController.look_for_update, False))
    assert controller.thread is None


def test_while_it_is_brought_and_installed_the_screen_stays(p):
    controller = offered(p)
    go_on = threading.Event()

    def slowly(offer, folder, heard):
        heard(18_200_000)
        assert go_on.wait(30)
        return folder / "incoming.update"

    controller.bring = slowly
    play(p, "Nainstalovat")
    while not controller.state.there:
        go_on.wait(0.01)
    p.settle()
    assert says(p, "18 z 36 MB")
    play(p, "back")
    assert p.kiosk.controller is controller
    go_on.set()
    waited(p, controller)
    play(p, "back")
    assert p.kiosk.controller is controller
    assert says(p, "stůl se sám spustí znovu")


def test_a_game_that_was_taken_up_meanwhile_is_not_cut_off(p):
    controller = offered(p)
    asked, go_on = [], threading.Event()
    controller.ask = lambda file: asked.append(file) or "token"
    controller.bring = lambda offer, folder, heard: go_on.wait(30) and folder / "incoming.update"
    play(p, "Nainstalovat")
    p.kiosk.host.show_home()
    p.kiosk.loop.invalidate()
    p.settle()
    opened(p)
    go_on.set()
    controller.thread.join(10)
    assert asked == []
    assert "leave the game" in str(controller.state.message)


def nothing_answers(p, controller):
    """The network is asked in vain: that is said, and nothing is offered."""
    play(p, "Síť")
    waited(p, controller)
    assert says(p, "neodpovídá")
    with pytest.raises(Stuck):
        p.touch(ask(UpdateController.install))


def test_what_is_not_there_is_said_and_can_be_tried_again(p):
    controller = updates(p)
    nothing_answers(p, controller)
    play(p, "USB disk")
    waited(p, controller)
    assert controller.state.offer == OFFER


def test_what_was_found_is_no_longer_offered_once_it_is_looked_elsewhere(p):
    controller = offered(p)
    nothing_answers(p, controller)


@pytest.mark.parametrize("fails", ["bring", "ask", "raise"])
def test_an_update_that_cannot_be_brought_or_asked_for_is_said(p, fails):
    controller = offered(p)
    if fails == "bring":
        controller.bring = lambda *_: msg("The update did not arrive complete; try again.")
    elif fails == "raise":
        controller.bring = lambda *_: 1 / 0
    else:
        controller.ask = lambda file: (_ for _ in ()).throw(OSError("no /run/dvojtah"))
    play(p, "Nainstalovat")
    waited(p, controller)
    sentence = {"bring": "nepřišla celá", "ask": "odtud aktualizovat nedá", "raise": "ZeroDivisionError"}[fails]
    assert says(p, sentence)
    assert not controller.state.is_busy


def test_a_system_that_does_not_take_it_up_is_said_after_a_minute(p):
    controller = offered(p)
    play(p, "Nainstalovat")
    waited(p, controller)
    p.wait(PATIENCE + SECOND)
    assert says(p, "Systém aktualizaci nespustil")
    play(p, "back")
    assert isinstance(p.kiosk.controller, HomeController)
