"""What people do at a table as a script: a step after another, named by what stands on the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from device.graphics.actions import Command, Why
from device.graphics.widgets import Scene, Text, Touch
from rules.game import SECOND
from tests.kiosk.keyboard import keyed
from tests.kiosk.seeing import says, texts
from tools.play.player import Player, Stuck

NEXT = " > "
"""Between two steps."""
HELD = 1600
"""How long a clock button is held, in ms."""

DEEDS: dict[str, Callable[[Player, str], object]] = {
    "press": lambda p, side: p.press(int(side)),
    "hold": lambda p, side: p.press(int(side), HELD),
    "wait": lambda p, seconds: p.wait(int(seconds) * SECOND),
    "type": lambda p, words: p.write(words),
    "keys": keyed,
    "pin": lambda p, figures: play(p, NEXT.join((*figures, "done"))),
    "number": lambda p, figures: p.number(float(figures)),
}
"""Steps that are no touch on a button, by their first word: ``press 0``, ``wait 61`` (seconds), ``type Anna`` on the
screen or ``keys Anna`` on an attached keyboard."""
COMMANDS = {command.value: command for command in Command}

Parts = str | tuple[str, ...]


def play(p: Player, script: str, *, sees: Parts = (), lacks: Parts = (), offers: Parts = (), bars: Parts = ()) -> None:
    """Do every step of ``script``, then look at the screen.

    A step is one of `DEEDS`, a command such as ``menu`` or ``done``, or the words of a button: any text on it, or all.
    Raises `Stuck` where no button or more than one says so.

    The screen then says each part of ``sees`` and none of ``lacks``; each of ``offers`` is a button that works, and
    none of ``bars`` is: it is not there, or greyed.
    """
    for step in script.split(NEXT):
        word, _, rest = step.partition(" ")
        if word in DEEDS:
            DEEDS[word](p, rest)
        else:
            p.touch(COMMANDS.get(step) or action_of(p.kiosk.scene, step))
    for part in _each(sees):
        assert says(p, part), f"{part!r} is not among {texts(p)}"
    for part in _each(lacks):
        assert not says(p, part), f"{part!r} is among {texts(p)}"
    for words in _each(offers):
        assert works(p, words), f"no button {words!r} works among {texts(p)}"
    for words in _each(bars):
        assert not works(p, words), f"the button {words!r} works"


def _each(parts: Parts) -> tuple[str, ...]:
    return (parts,) if isinstance(parts, str) else parts


def works(p: Player, words: str) -> bool:
    """Whether a button that is not greyed is that command or says that."""
    command = COMMANDS.get(words)
    return any(
        touch.action == command if command else words in (*on_it, " ".join(on_it))
        for touch, on_it in buttons(p.kiosk.scene)
        if not isinstance(touch.action, Why)
    )


def buttons(scene: Scene) -> Iterator[tuple[Touch, list[str]]]:
    """Whatever can be touched, greyed buttons too, each with the texts that stand on it and on nothing above it."""
    touches = [widget for widget in scene if isinstance(widget, Touch)]
    texts_on: dict[int, list[str]] = {n: [] for n in range(len(touches))}
    for text in scene:
        if isinstance(text, Text) and text.text:
            under = [n for n, touch in enumerate(touches) if touch.rect.contains(*text.rect.middle)]
            if under:
                texts_on[under[-1]].append(" ".join(text.text.split()))
    yield from ((touch, texts_on[n]) for n, touch in enumerate(touches))


def action_of(scene: Scene, words: str) -> object:
    """What a touch on the button with those ``words`` means."""
    there = list(buttons(scene))
    actions: list[object] = []
    for touch, on_it in there:
        if words in (*on_it, " ".join(on_it)) and touch.action not in actions:
            actions.append(touch.action)
    if len(actions) != 1:
        known = [" ".join(on_it) for _, on_it in there if on_it]
        raise Stuck(f"{len(actions)} buttons say {words!r}; the screen has {known}")
    return actions[0]
