"""Situations at the mariáš table that its samples do not bring up, each staged through buttons and touches."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from device.common.event.messages import NextSeat, NextSeats, Order, Pairing
from device.event.actions import ShowNextRound
from device.games.marias.controller import Referee
from device.games.marias.entry import DealEntryScreen, RenoncMade
from device.games.marias.parts import NoteForm, PlayersScreen, Tariff, TopUpForm
from device.games.marias.setup import SeatsScreen
from device.games.marias.slip_view import Slips, SlipScreen, Standings
from device.graphics.actions import BACK, DONE, HISTORY, MENU, Command, Do, Key, NewGame, Show
from device.io.inputs import EventUpdate
from device.kiosk.screen import call_on
from device.screens.history.past import ReplayScreen
from device.screens.history.views import CopiesScreen, VersionsScreen
from device.table.referee_pin import hash_pin
from rules.game import SECOND
from rules.marias import acts as e
from rules.marias.deal import Commitment, Count
from tests.kiosk.at_event import TICKET, Nowhere
from tests.kiosk.keyboard import keyed
from tools.play.players.marias import MariasPlayer

PAIRED = Pairing(
    pairing="ab" * 8,
    kind="marias",
    round=2,
    seats=(("Přemysl Otakar",), ("Adam",), ("Františka",), ("Drahomíra",), ("Vlastislava",)),
    people=tuple(f"{n:08x}" for n in range(5)),
    goes_on=True,
)
NEXT_ROUND = NextSeats(
    round=2,
    of=121,
    seats=(
        NextSeat(name="Adam", table=7, others=("Přemysl Otakar", "Františka", "Drahomíra", "Vlastislava"), place=1),
        NextSeat(name="Bára", table=29, others=("Emil", "Gita", "Hynek"), place=118),
        NextSeat(name="Cyril", table=3, others=("Ivana", "Jan Novák ze Sušice", "Klára"), place=57),
        NextSeat(name="Dana", place=121),
    ),
)

NAMES = ("Adam", "Bára", "Cyril", "Dana")


def sit_down(p: MariasPlayer, names: tuple[str, ...] = NAMES) -> None:
    p.touch(NewGame("marias"))
    for number, name in enumerate(names):
        p.touch(call_on(SeatsScreen.on_field, number))
        keyed(p, name)
    p.sit_down()


def opened(p: MariasPlayer) -> None:
    """The first round runs and the first deal is in hand."""
    sit_down(p)
    p.press(0)
    p.wait(SECOND)
    p.press(1)


def three_commitments(p: MariasPlayer) -> None:
    opened(p)
    p.touch(call_on(DealEntryScreen.on_tap, "A"))
    p.touch(call_on(DealEntryScreen.on_tap, "B"))
    p.touch(call_on(DealEntryScreen.toggle, "sto"))
    p.touch(call_on(DealEntryScreen.toggle, "sedma_proti"))
    p.touch(call_on(DealEntryScreen.with_level, "sto", 4))
    p.touch(call_on(DealEntryScreen.with_level, "sto", 5))
    p.touch(call_on(DealEntryScreen.with_level, "sto", 6))
    p.touch(call_on(DealEntryScreen.with_level, "sedma_proti", 3))
    p.outcome(Commitment(kind="sto", won=False, count=Count(tens=9, marriages=2, trump_marriage=True)))
    p.touch(call_on(DealEntryScreen.outcome, "sedma_proti", True))


def claim(p: MariasPlayer) -> None:
    opened(p)
    p.touch(call_on(DealEntryScreen.on_tap, "A"))
    p.touch(call_on(DealEntryScreen.on_tap, "B"))
    p.touch(call_on(DealEntryScreen.toggle, "sedma"))
    p.touch(call_on(DealEntryScreen.with_level, "hra", 2))
    p.touch(call_on(DealEntryScreen.switch_red))
    p.touch(call_on(DealEntryScreen.on_part, RenoncMade))
    p.touch(p.shown(RenoncMade).change_deal(fault="claim"))
    p.touch(p.shown(RenoncMade).change_deal(offender="B"))
    p.touch(BACK)


def betl(p: MariasPlayer) -> None:
    opened(p)
    p.touch(call_on(DealEntryScreen.on_tap, "D"))
    p.touch(call_on(DealEntryScreen.toggle, "betl"))
    p.touch(call_on(DealEntryScreen.outcome, "betl", True))


def refused(p: MariasPlayer) -> None:
    opened(p)
    p.deal(e.Deal(chooser="A", partner="B"))
    p.touch(Show(PlayersScreen()))
    p.touch(Do(e.TopUp(seat="A", amount=1000)))
    p.minutes("set_time", 0)
    p.press(0)


def tariff(p: MariasPlayer) -> None:
    opened(p)
    p.touch(MENU)
    p.touch(Show(Tariff()))


def screen_buttons(p: MariasPlayer) -> None:
    opened(p)
    p.touch(MENU)
    p.touch(Command.AREAS)
    p.touch(BACK)


def long_names(p: MariasPlayer) -> None:
    sit_down(p, ("Maxmiliánovský", "Wolfgangovička", "Ďáblíkovičová", "Šťovíčkovatka", "Řeřichovičová"))
    p.press(0)


def out_of_stake(p: MariasPlayer) -> None:
    """A deal that takes the chooser more than the whole stake, before it is written."""
    opened(p)
    p.touch(call_on(DealEntryScreen.on_tap, "A"))
    p.touch(call_on(DealEntryScreen.on_tap, "A"))
    for level in (4, 5, 6):
        p.touch(call_on(DealEntryScreen.with_level, "hra", level))
    p.touch(call_on(DealEntryScreen.switch_red))
    p.touch(call_on(DealEntryScreen.outcome, "hra", False))


def stake_missing(p: MariasPlayer) -> None:
    out_of_stake(p)
    p.touch(DONE)
    p.touch(Show(PlayersScreen()))


def top_up(p: MariasPlayer) -> None:
    """Any amount by number keys, for whoever has lost the stake."""
    stake_missing(p)
    p.touch(Show(TopUpForm(seat=0)))
    p.number(37)


def two_stos(p: MariasPlayer) -> None:
    opened(p)
    p.touch(call_on(DealEntryScreen.on_tap, "A"))
    p.touch(call_on(DealEntryScreen.on_tap, "B"))
    for name in ("sto", "sto", "sto_proti", "sedma"):
        p.touch(call_on(DealEntryScreen.toggle, name))
    p.outcome(Commitment(kind="mandatory_sto", won=False, count=Count(tens=5, marriages=1)))
    p.outcome(Commitment(kind="sto_proti", won=False, count=Count(tens=4, trump_marriage=True)))
    p.touch(call_on(DealEntryScreen.outcome, "sedma", True))


def warned(p: MariasPlayer) -> None:
    """The referee's screens after a warning."""
    opened(p)
    p.warn(e.Warn(seat="B", reason="disturbs"))
    p.menu(Show(Referee()))


def pin_asked(p: MariasPlayer) -> None:
    opened(p)
    p.kiosk.host.set_pin(hash_pin("4711"))
    p.kiosk.host.referee.close()
    p.menu(Show(Referee()))
    p.touch(Key("4"))


def locked_slip(p: MariasPlayer) -> None:
    """A round is over and signed, and its slip is looked at."""
    opened(p)
    p.deal(e.Deal(chooser="A", partner="C", red=True))
    p.minutes("set_time", 0)
    p.touch(Do(e.EndRound()))
    p.touch(call_on(SlipScreen.as_recorded))
    for side in (0, 1):
        p.press(side, 1600)
    p.touch(Show(Slips(1)))


def standings(p: MariasPlayer) -> None:
    locked_slip(p)
    p.touch(BACK)
    p.menu(Show(Standings()))


def corrected(p: MariasPlayer) -> None:
    """Deals, one of them put right."""
    opened(p)
    p.deal(e.Deal(chooser="A", partner="B"))
    p.deal(e.Deal(chooser="B", partner="D", commitments=(Commitment(kind="hra", level=2, won=True),)))
    p.deal(e.Correct(of=1, chooser="A", partner="C", red=True))


def every_version(p: MariasPlayer) -> None:
    corrected(p)
    p.menu(HISTORY)
    p.touch(Show(VersionsScreen()))


def past_round(p: MariasPlayer) -> None:
    corrected(p)
    p.menu(HISTORY)
    p.touch(Show(ReplayScreen()))
    for n in (1, 2, 3, 4):
        p.touch(call_on(ReplayScreen.on_step, n))


def past_slip(p: MariasPlayer) -> None:
    locked_slip(p)
    p.touch(HISTORY)
    p.touch(Show(ReplayScreen()))
    last = len(p.kiosk.controller.state.timeline)
    p.touch(call_on(ReplayScreen.on_step, min(10, last)))
    p.touch(call_on(ReplayScreen.on_step, last))
    p.touch(call_on(ReplayScreen.on_step, last - 1))


def take_away(p: MariasPlayer) -> None:
    locked_slip(p)
    p.touch(HISTORY)
    p.touch(Show(CopiesScreen()))


def big_clock(p: MariasPlayer) -> None:
    opened(p)
    p.wait(754 * SECOND)
    p.touch(Command.BIG_CLOCK)


def drawn(p: MariasPlayer) -> None:
    """Between two rounds of a tournament: others are drawn for this table, and who sat here goes elsewhere."""
    locked_slip(p)
    p.touch(BACK)
    p.kiosk.event._connect = lambda ticket: setattr(p.kiosk.event, "_link", Nowhere())
    p.kiosk.event.join(TICKET, p.kiosk.table)
    order = Order(pairing=PAIRED, next=NEXT_ROUND)
    p.kiosk.post(EventUpdate(replace(p.kiosk.event.status, connected=True, answered=True, order=order)))
    p.settle()


def who_plays_where(p: MariasPlayer) -> None:
    drawn(p)
    p.touch(ShowNextRound())


def note_in_words(p: MariasPlayer) -> None:
    opened(p)
    p.menu(Show(NoteForm()))
    p.touch(call_on(NoteForm.on_tap, 1))
    p.touch(call_on(NoteForm.in_words))


SITUATIONS: dict[str, Callable[[MariasPlayer], None]] = {
    "marias-note-in-words": note_in_words,
    "marias-big-clock": big_clock,
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
    "marias-sit-down": drawn,
    "marias-who-plays-where": who_plays_where,
}
