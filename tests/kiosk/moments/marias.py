"""Moments at the mariáš table that its samples do not bring up, each staged through buttons and touches."""

from __future__ import annotations

from collections.abc import Callable

from device.games.marias.hands import MariasPlayer
from device.kiosk.actions import BACK, Do, Go, Put, Simple
from device.kiosk.keys import DONE
from rules.game import SECOND
from rules.marias import events as e

NAMES = ("Adam", "Bára", "Cyril", "Dana")


def sit_down(p: MariasPlayer, names: tuple[str, ...] = NAMES) -> None:
    p.touch(Go("setup", "marias"))
    for number, name in enumerate(names):
        p.touch(Put("focus", number))
        p.write(name)
    p.touch(DONE)


def opened(p: MariasPlayer) -> None:
    """The first round runs and the first deal is in hand."""
    sit_down(p)
    p.press(0)
    p.wait(SECOND)
    p.press(1)


def three_commitments(p: MariasPlayer) -> None:
    opened(p)
    p.touch(Put("seat", "A"))
    p.touch(Put("seat", "B"))
    p.touch(Put("toggle", "sto"))
    p.touch(Put("toggle", "sedma"))
    p.touch(Put("toggle", "sedma"))
    p.touch(Put("level", ("sto", 4)))
    p.touch(Put("level", ("sto", 5)))
    p.touch(Put("level", ("sto", 6)))
    p.touch(Put("level", ("sedma_proti", 3)))
    p.outcome(e.Commitment(kind="sto", won=False, count=e.Count(tens=9, marriages=2, trump_marriage=True)))
    p.touch(Put("won", ("sedma_proti", True)))


def claim(p: MariasPlayer) -> None:
    opened(p)
    p.touch(Put("seat", "A"))
    p.touch(Put("seat", "B"))
    p.touch(Put("toggle", "sedma"))
    p.touch(Put("level", ("hra", 2)))
    p.touch(Put("red", True))
    p.touch(Go("renonc"))
    p.touch(Put("fault", "claim"))
    p.touch(Put("offender", "B"))
    p.touch(Go("entry", "keep"))


def betl(p: MariasPlayer) -> None:
    opened(p)
    p.touch(Put("seat", "D"))
    p.touch(Put("toggle", "betl"))
    p.touch(Put("won", ("betl", True)))


def refused(p: MariasPlayer) -> None:
    opened(p)
    p.deal(e.Deal(chooser="A", partner="B"))
    p.touch(Go("people"))
    p.touch(Do(e.TopUp(seat="A", amount=1000)))
    p.minutes("set_time", 0)
    p.press(0)


def tariff(p: MariasPlayer) -> None:
    opened(p)
    p.touch(Go("menu"))
    p.touch(Go("tariff"))


def screen_buttons(p: MariasPlayer) -> None:
    opened(p)
    p.touch(Go("menu"))
    p.touch(Simple("areas"))
    p.touch(BACK)


def long_names(p: MariasPlayer) -> None:
    sit_down(p, ("Maxmiliánovský", "Wolfgangovička", "Ďáblíkovičová", "Šťovíčkovatka", "Řeřichovičová"))
    p.press(0)


MOMENTS: dict[str, Callable[[MariasPlayer], None]] = {
    "marias-entry-three-commitments": three_commitments,
    "marias-entry-false-claim": claim,
    "marias-entry-betl": betl,
    "marias-play-refused": refused,
    "marias-tariff": tariff,
    "marias-play-screen-buttons": screen_buttons,
    "marias-play-long-names": long_names,
}
