"""Views have no effects: however often something is composed, nothing is said, posted, kept or changed by it."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from device.app.assembly import Kiosk
from device.common import i18n
from device.event.timing import RoundCountdown
from device.io.inputs import EventUpdate
from device.kiosk.loop import InputQueue, Presenter
from device.kiosk.moment import Moment
from device.kiosk.outputs import TOAST
from device.kiosk.screen import ask
from device.screens.history.game_list import GameListController
from device.screens.settings.first_start_controller import FirstStartController
from rules.game import SECOND
from rules.message import msg
from rules.polish_doubles import acts as e
from tests.kiosk.at_event import TICKET
from tests.kiosk.own_device import ask_beside_phone
from tests.kiosk.seeing import says
from tests.kiosk.situations.polish_doubles import opened
from tests.kiosk.test_first_start_phone import phone_answered
from tests.kiosk.two_buttons import both, is_open
from tools.games import SAMPLES, TOOLS
from tools.play.gallery import load_record
from tools.play.player import HOUR, Player
from tools.play.players import PLAYERS

WATCHED = (
    "device.event.",
    "device.games.",
    "device.kiosk.",
    "device.people.",
    "device.peripherals.dimming",
    "device.peripherals.gestures",
    "device.pocket.",
    "device.screens.",
    "device.table.",
)
"""Modules whose objects have to stay as they are; the journal and the event's line are listened to instead."""
MEMOS = {
    "Adviser": {"_lists", "_kept"},
    "ButtonMenu": {"_read"},
    "Directory": {"_people", "_starts", "_names"},
    "Host": {"archive", "people"},
    "RefusalCache": {"_known"},
    "ClockController": {"_usual"},
    "DoublesController": {"_usual"},
    "KockaController": {"_usual"},
    "MariasController": {"_usual"},
    "PolyssimoController": {"_usual"},
    "RoundsController": {"_usual"},
}
"""What is worked out once and remembered: it says the same each time."""
OUTPUT = {"Brightness", "ButtonMenu", "Dimmer", "OutputCache", "Presenter", "ScreenOutput", "TouchGuard"}
"""What showing changes: what stands on the screen and beside it, since when, and which entry of the menu it marks."""
SHOWN = ("show_oled", "show_signals", "speak", "dim")
"""How the outputs beside the screen are told what to show."""
EVERY = 5
"""One picture in so many is checked; a touch alone makes two."""

State = dict[int, tuple[str, Any, dict[str, Any]]]


def attributes(item: Any) -> dict[str, Any]:
    """The attributes of an object that can change."""
    frozen = getattr(getattr(type(item), "__dataclass_params__", None), "frozen", False)
    if frozen or isinstance(item, type | InputQueue) or not type(item).__module__.startswith(WATCHED):
        return {}
    memos = MEMOS.get(type(item).__name__, ())
    slots = [name for kind in type(item).__mro__ for name in getattr(kind, "__slots__", ())]
    values = {**{name: getattr(item, name, None) for name in slots}, **getattr(item, "__dict__", {})}
    return {name: value for name, value in values.items() if name not in memos}


def remembered(kiosk: Kiosk) -> State:
    """Everything that the parts of a table hold, their containers copied, by the object and under its class's name."""
    state: State = {}
    new = [(part, name) for name, part in vars(kiosk).items()] + [(kiosk.dispatcher.gestures, "gestures")]
    while new:
        item, name = new.pop()
        if id(item) in state:
            continue
        if isinstance(item, list | dict | set | deque):
            state[id(item)] = name, item, {"": item.copy()}
            new += [(part, name) for part in (item.values() if isinstance(item, dict) else item)]
        elif values := attributes(item):
            state[id(item)] = type(item).__name__, item, values
            new += [(value, f"{type(item).__name__}.{key}") for key, value in values.items()]
    return state


def changes(before: State, after: State) -> set[str]:
    """What differs, as ``Class.attribute``."""
    return {
        f"{owner}.{name}".rstrip(".")
        for key, (owner, _, values) in before.items()
        for name, value in values.items()
        if key in after and not (after[key][2].get(name) is value or after[key][2].get(name) == value)
    }


def compose(kiosk: Kiosk) -> list[Any]:
    """Everything that is a view of the table as it is now."""
    composer, moment = kiosk.composer, kiosk.composer.moment()
    frame, call = composer.frame(moment), moment.views.call(moment)
    kiosk.host.facts()
    return [frame, composer.oled_contents(moment), call, composer.signals(moment), moment.change, moment.sides]


class Listener:
    """Hears what is said to the journal, the queue, the outputs and the organiser."""

    def __init__(self, kiosk: Kiosk, monkeypatch: pytest.MonkeyPatch) -> None:
        self.kiosk = kiosk
        self.heard: list[str] = []
        for owner, names in (
            (kiosk.journal, ("append", "new_game", "heartbeat", "note", "adopt")),
            (kiosk.journal.outbox, ("say", "share", "pair", "join", "leave")),
            (kiosk.queue, ("put",)),
            (kiosk.preferences, ("change",)),
            (kiosk.outputs._outputs, SHOWN),
        ):
            for name in names:
                monkeypatch.setattr(owner, name, self.heard_by(name, getattr(owner, name)))
        monkeypatch.setattr(kiosk.event, "_connect", lambda ticket: setattr(kiosk.event, "_link", self))

    def heard_by(self, name: str, does: Callable[..., Any]) -> Callable[..., Any]:
        """It is done, and heard."""

        def call(*args: Any, **kwargs: Any) -> Any:
            if threading.current_thread() is threading.main_thread():  # the journal's writer says what is safe
                self.heard.append(name)
            return does(*args, **kwargs)

        return call

    def __getattr__(self, name: str) -> Callable[..., None]:
        """The line to the organiser."""
        return lambda *args: self.heard.append(f"line {name}")


def nothing_happens(kiosk: Kiosk, listener: Listener, does: Callable[[], Any]) -> Any:
    """What ``does`` gives; it changes nothing and says nothing."""
    before, heard = remembered(kiosk), len(listener.heard)
    given = does()
    assert changes(before, remembered(kiosk)) == set()
    assert listener.heard[heard:] == []
    return given


@pytest.fixture(params=PLAYERS)
def table(request: pytest.FixtureRequest, tmp_path) -> Iterator[Player]:
    """A table for each game, which nobody watches."""
    player = PLAYERS[request.param](tmp_path)
    yield player
    player.close()
    i18n.use("cs")


class Checked:
    """Holds a table to it each time that it presents itself; ``heard`` is all that was said besides."""

    def __init__(self, player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
        self.player = player
        self.listeners = [Listener(player.kiosk, monkeypatch)]
        self.count = 0
        real = Presenter.present

        def present(presenter: Presenter, moment: Moment[Any]) -> bool:
            kiosk = player.kiosk
            if self.listeners[-1].kiosk is not kiosk:  # the record has cut the power
                self.listeners.append(Listener(kiosk, monkeypatch))
            self.count += 1
            if self.count % EVERY:
                return real(presenter, moment)
            return self.check(kiosk, self.listeners[-1], lambda: real(presenter, moment))

        monkeypatch.setattr(Presenter, "present", present)

    @property
    def heard(self) -> set[str]:
        """All that was said."""
        return {word for listener in self.listeners for word in listener.heard}

    def check(self, kiosk: Kiosk, listener: Listener, present: Callable[[], bool]) -> bool:
        """Compose twice, present twice."""
        composed = nothing_happens(kiosk, listener, lambda: compose(kiosk))
        assert nothing_happens(kiosk, listener, lambda: compose(kiosk)) == composed
        before, heard = remembered(kiosk), len(listener.heard)
        again = present()
        assert {name for name in changes(before, remembered(kiosk)) if name.partition(".")[0] not in OUTPUT} == set()
        assert set(listener.heard[heard:]) <= set(SHOWN)
        heard = len(listener.heard)
        present()
        assert listener.heard[heard:] == [], "it shows already"
        return again


def test_composing_changes_nothing_and_presenting_only_what_shows(table, monkeypatch):
    kiosk, key = table.kiosk, type(table).__module__.rsplit(".", 1)[1]
    checked = Checked(table, monkeypatch)
    kiosk.event.join(TICKET, kiosk.table)
    round_one = RoundCountdown(1, "1. kolo", kiosk.now(), kiosk.now() + HOUR, kind="another")
    kiosk.post(EventUpdate(replace(kiosk.event.status, connected=True, answered=True, countdown=round_one)))
    history = table.play(load_record(SAMPLES / TOOLS[key].samples.full))
    assert checked.count > len(history.entries)
    assert {"append", "line show"} <= checked.heard, "the game was kept, and the organiser told of it"


def test_a_sentence_is_over_without_anybody_clearing_it_away(p):
    p.kiosk.host.say("Ahoj")
    p.kiosk.loop.invalidate()
    p.settle()
    assert says(p, "Ahoj")
    p.clock.ns += TOAST
    before = dict(vars(p.kiosk.notices))
    assert p.kiosk.composer.look(p.clock.ns).toast == ""
    assert vars(p.kiosk.notices) == before
    p.settle()
    assert p.kiosk.loop._due is None or p.kiosk.loop._due > p.clock.ns, "the loop can sleep"


def test_the_trouble_of_the_event_is_taken_over_before_anything_is_drawn(p):
    p.kiosk.event.trouble = msg("The code of the event cannot be read.")
    p.kiosk.composer.look(p.clock.ns)
    assert "event" not in p.kiosk.notices.troubles
    p.kiosk.loop.invalidate()
    p.settle()
    assert p.kiosk.screen.frame.scene == p.kiosk.composer.current_frame(p.clock.ns).scene
    assert "event" in p.kiosk.notices.troubles


def test_the_menu_of_the_buttons_stays_as_it_is_while_it_is_drawn(p):
    opened(p)
    p.press(0)
    both(p)
    menu = p.kiosk.composer.menu
    assert is_open(p)
    before = dict(vars(menu))
    menu._marked = replace(menu._marked, key="another screen")
    for _ in range(2):
        compose(p.kiosk)
    assert vars(menu) | {"_read": None} == before | {"_read": None, "_marked": menu._marked}
    assert menu._marked.key == "another screen", "only the picture that shows moves the mark"
    p.kiosk.loop.invalidate()
    p.settle()
    assert menu._marked == before["_marked"]


def test_the_menu_of_the_buttons_closes_once_a_clock_runs_and_not_while_it_is_drawn(p):
    opened(p)
    p.press(0)
    both(p)
    p.kiosk.table.do(e.Resume())
    before = dict(vars(p.kiosk.composer.menu))
    assert not is_open(p)
    compose(p.kiosk)
    assert vars(p.kiosk.composer.menu) == before
    p.kiosk.loop.advance()
    p.kiosk.table.do(e.Pause())
    assert not is_open(p), "the clock ran meanwhile"


def test_what_a_phone_answers_is_taken_over_by_the_loop_and_not_by_a_picture(p):
    _, card = ask_beside_phone(p)
    p.touch(ask(FirstStartController.speak, "cs"))
    phone_answered(card, language="en", wifi="Klub", done=False)
    for _ in range(2):
        compose(p.kiosk)
    assert i18n.language() == "cs"
    p.wait(SECOND + 1)
    assert i18n.language() == "en"


def test_a_picture_folds_no_game(p):
    opened(p)
    p.kiosk.host.home()
    p.kiosk.host.archive._summaries.clear()
    p.kiosk.host.enter(GameListController(p.kiosk.host, p.kiosk.controller))
    assert compose(p.kiosk)[0] == compose(p.kiosk)[0]
    assert not p.kiosk.host.archive._summaries
