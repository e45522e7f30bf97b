"""Moments at the mariáš table that its samples do not bring up, each staged through buttons and touches."""

from __future__ import annotations

from collections.abc import Callable

from device.games.marias.autoplay import MariasPlayer
from device.kiosk.actions import BACK, HISTORY, Do, Go, Put, Simple
from device.kiosk.keyboards import DONE, digit
from device.table.referee_pin import hashed
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
    p.touch(Put("toggle", "sedma_proti"))
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


def out_of_stake(p: MariasPlayer) -> None:
    """A deal that takes the chooser more than the whole stake, before it is written."""
    opened(p)
    p.touch(Put("seat", "A"))
    p.touch(Put("seat", "A"))
    for level in (4, 5, 6):
        p.touch(Put("level", ("hra", level)))
    p.touch(Put("red", True))
    p.touch(Put("won", ("hra", False)))


def stake_missing(p: MariasPlayer) -> None:
    out_of_stake(p)
    p.touch(DONE)
    p.touch(Go("people"))


def top_up(p: MariasPlayer) -> None:
    """Any amount by number keys, for whoever has lost the stake."""
    stake_missing(p)
    p.touch(Go("top_up", 0))
    p.number(37)


def two_stos(p: MariasPlayer) -> None:
    opened(p)
    p.touch(Put("seat", "A"))
    p.touch(Put("seat", "B"))
    for name in ("sto", "sto", "sto_proti", "sedma"):
        p.touch(Put("toggle", name))
    p.outcome(e.Commitment(kind="mandatory_sto", won=False, count=e.Count(tens=5, marriages=1)))
    p.outcome(e.Commitment(kind="sto_proti", won=False, count=e.Count(tens=4, trump_marriage=True)))
    p.touch(Put("won", ("sedma", True)))


def warned(p: MariasPlayer) -> None:
    """The referee's screens after a warning."""
    opened(p)
    p.warn(e.Warn(seat="B", reason="disturbs"))
    p.menu(Go("referee"))


def pin_asked(p: MariasPlayer) -> None:
    opened(p)
    p.kiosk.set_pin(hashed("4711"))
    p.kiosk.referee.close()
    p.menu(Go("referee"))
    p.touch(digit("4"))


def locked_slip(p: MariasPlayer) -> None:
    """A round is over and signed, and its slip is looked at."""
    opened(p)
    p.deal(e.Deal(chooser="A", partner="C", red=True))
    p.minutes("set_time", 0)
    p.touch(Do(e.EndRound()))
    p.touch(Put("all", True))
    for side in (0, 1):
        p.press(side, 1600)
    p.touch(Go("slips", 1))


def standings(p: MariasPlayer) -> None:
    locked_slip(p)
    p.touch(BACK)
    p.menu(Go("standings"))


def corrected(p: MariasPlayer) -> None:
    """Deals, one of them put right."""
    opened(p)
    p.deal(e.Deal(chooser="A", partner="B"))
    p.deal(e.Deal(chooser="B", partner="D", commitments=(e.Commitment(kind="hra", level=2, won=True),)))
    p.deal(e.Correct(of=1, chooser="A", partner="C", red=True))


def every_version(p: MariasPlayer) -> None:
    corrected(p)
    p.menu(HISTORY)
    p.touch(Go("rows"))


def past_round(p: MariasPlayer) -> None:
    corrected(p)
    p.menu(HISTORY)
    p.touch(Go("replay"))
    for n in (1, 2, 3, 4):
        p.touch(Go("step", n))


def past_slip(p: MariasPlayer) -> None:
    locked_slip(p)
    p.touch(HISTORY)
    p.touch(Go("replay"))
    last = len(p.kiosk.room.chronicle)
    p.touch(Go("step", min(10, last)))
    p.touch(Go("step", last))
    p.touch(Go("step", last - 1))


def take_away(p: MariasPlayer) -> None:
    locked_slip(p)
    p.touch(HISTORY)
    p.touch(Go("export"))


MOMENTS: dict[str, Callable[[MariasPlayer], None]] = {
    "marias-entry-three-commitments": three_commitments,
    "marias-entry-false-claim": claim,
    "marias-entry-betl": betl,
    "marias-play-refused": refused,
    "marias-tariff": tariff,
    "marias-play-screen-buttons": screen_buttons,
    "marias-play-long-names": long_names,
    "marias-entry-out-of-stake": out_of_stake,
    "marias-people-stake-missing": stake_missing,
    "marias-top-up-any": top_up,
    "marias-entry-two-stos": two_stos,
    "marias-referee-warned": warned,
    "marias-pin": pin_asked,
    "marias-slips": locked_slip,
    "marias-standings": standings,
    "marias-every-version": every_version,
    "marias-past-round": past_round,
    "marias-past-slip": past_slip,
    "marias-take-away": take_away,
}
