"""The room of a mariáš table: which screen shows, and what touches do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from device.games.marias import choices, entry, outputs, play, referee, slip_view
from device.games.marias.draft import Draft
from device.games.marias.seating import Seating, seats
from device.games.playing import PINS, GameController
from device.kiosk.canvas import Look
from device.kiosk.controllers import Host
from device.kiosk.widgets import Scene
from device.peripherals.oled_content import OledContent
from device.peripherals.signals import Signals
from rules.marias import events as e
from rules.marias.state import Phase, State
from rules.marias.tariff import STO
from rules.message import Refusal

USUAL = {Phase.READY: "ready", Phase.PLAY: "play", Phase.SLIP: "slip", Phase.SIGNED: "final"}
"""The screen that each phase calls for."""
OF_PHASE = {
    "entry": (Phase.PLAY, Phase.SLIP),
    "count": (Phase.PLAY, Phase.SLIP),
    "renonc": (Phase.PLAY, Phase.SLIP),
    "special": (Phase.PLAY, Phase.SLIP),
    "annul": (Phase.PLAY,),
    "deals": (Phase.PLAY, Phase.SLIP),
    "cash": (Phase.SLIP,),
    "seats": (Phase.READY,),
    "set_time": (Phase.PLAY,),
    "top_up": (Phase.PLAY, Phase.SLIP),
    "unfinished": (Phase.PLAY,),
}
"""Screens that make sense in some phases only; elsewhere the usual one shows."""


TYPED = ("cash", "minutes", "set_time", "top_up")
"""Screens on which digits make a number."""


class MariasController(GameController[State]):
    """Screens of the table. What is typed and not yet recorded is the room's own; all else is state."""

    locked = referee.SCREENS

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.draft = Draft()
        self.typed_in: list[str] = ["", ""]
        self.field = 0
        self.seating = Seating()

    # -- pictures --------------------------------------------------------------------------------------------------

    def shown(self) -> str:
        """The screen that shows: the one asked for where the phase has it, else the phase's own."""
        phase = self.state.phase
        if self.screen and phase in OF_PHASE.get(self.screen, (phase,)):
            return self.screen
        return USUAL[phase]

    def scene(self, look: Look, at: int) -> Scene:
        """The picture at game time ``at``."""
        state, table, draft = self.state, self.host.table, self.draft
        may = table.game.may(state)
        screen, arg = self.shown(), self.arg
        if screen == "play":
            return play.play(state, may, look, at)
        if screen == "ready":
            return play.ready(state, may, look, at)
        if screen == "entry":
            return entry.entry(state, draft, look, outputs.time_left(state, at))
        if screen == "slip":
            return slip_view.slip(state, may, look)
        if screen == "deals":
            return play.deals(state, may, look, int(arg or 0))
        if screen == "cash":
            return slip_view.cash(state, look, arg, (self.typed_in[0], self.typed_in[1]), self.field)
        if screen == "count":
            return entry.count(state, draft, look, arg)
        if screen == "menu":
            return self.menu(look, choices.menu(state, may))
        if screen == "people":
            return choices.people(state, may, look)
        if screen == "seats":
            return seats(look, self.seating, len(state.rounds) + 1)
        if screen in PINS:
            return self.pin_scene(look, look.palette.accents[referee.ACCENT])
        if screen == "referee":
            return referee.menu(state, may, look)
        if screen == "warn":
            return referee.warn(state, look, arg)
        if screen == "unfinished":
            return referee.unfinished(look)
        if screen == "set_time":
            return choices.minutes(look, screen, self.typed_in[0])
        if screen == "minutes":
            return choices.minutes(look, arg, self.typed_in[0])
        if screen == "top_up":
            return choices.top_up(state, look, arg, self.typed_in[0])
        if screen == "slips":
            return slip_view.slips(state, look, int(arg or 1))
        if screen in ("renonc", "special"):
            return {"renonc": entry.renonc, "special": entry.special}[screen](state, draft, look)
        if screen in ("final", "standings"):
            return slip_view.final(state, look, over=screen == "final")
        return {"annul": choices.annul, "note": choices.note, "tariff": choices.tariff_page}[screen](state, look)

    def next_change(self, at: int) -> int | None:
        """When a digit or a colour changes."""
        return outputs.next_change(self.state, at)

    def oled_contents(self, at: int) -> tuple[OledContent, OledContent]:
        """Both OLEDs."""
        return outputs.oled_content(self.state, 0, at), outputs.oled_content(self.state, 1, at)

    def signals(self, at: int) -> Signals:
        """Lamps and buzzer."""
        return outputs.signals(self.state, at)

    # -- touches ---------------------------------------------------------------------------------------------------

    def act(self, action: Any) -> None:
        """A touch. Raises `Refusal`; then nothing was recorded and the screen stays."""
        if self.shown() != "seats" or not self.seating.act(action):
            super().act(action)

    def typed(self, text: str) -> None:
        """An attached keyboard; while seats are filled in, return goes from name to name."""
        if self.shown() != "seats" or text == "\x1b":
            super().typed(text)
        elif self.seating.typed(text):
            self.done()

    def back(self) -> None:
        """To the deal that is being entered, from an amount to the players, else to the usual screen."""
        if self.screen in ("count", "renonc", "special", "annul"):
            self.go("entry", "keep")
        else:
            self.go("people" if self.screen == "top_up" else "")

    def begin(self, screen: str, arg: Any) -> str:
        """The deal that is entered is kept while its own screens show."""
        if screen in ("correct", "revise"):
            self.open_deal(arg)
            return "entry"
        if screen == "decided":
            if arg == "keep":
                self.draft = replace(self.draft, referee=not self.draft.referee)
                return "special"
            self.draft = Draft(alone=len(self.state.active) < 4, referee=True)
            return "entry"
        if screen == "entry" and arg != "keep":
            self.draft = Draft(alone=len(self.state.active) < 4)
        if screen in TYPED:
            self.typed_in, self.field = ["", ""], 0
        if screen == "seats":
            self.seating = Seating(self.state.names, self.state.leader)
        return screen

    def go(self, screen: str, arg: Any = None) -> None:
        """Show ``screen`` (``""``: the usual one). Raises `Refusal` where a sto has no outcome to count by."""
        if screen == "count" and self.find(arg).won is None:
            raise Refusal("M10", "First say whether it was made or lost.")
        super().go(screen, arg)

    def clear(self) -> None:
        """The number that is typed is typed anew."""
        self.typed_in[self.field] = ""

    def find(self, kind: str) -> e.Commitment:
        """A commitment of the draft."""
        one = self.draft.find(kind)
        assert one is not None
        return one

    def open_deal(self, number: int) -> None:
        """A written deal is opened for correction."""
        old = self.state.round.deals[number - 1]
        if old.deal is None:
            self.draft = Draft(of=number, referee=old.referee, alone=len(old.active) < 4)
        else:
            self.draft = Draft.of_deal(old.deal, number)

    def put(self, name: str, value: Any) -> None:
        """A key or a choice of the screen that is being filled in."""
        draft = self.draft
        if name == "why":
            self.host.say(value)
        elif name == "seat":
            if self.shown() == "play":
                self.go("entry")
            self.draft = self.draft.tap(value)
        elif name == "toggle":
            self.draft = draft.toggle(value)
        elif name == "level":
            self.draft = draft.changed(value[0], level=value[1])
        elif name == "won":
            self.say_won(*value)
        elif name in ("tens", "marriages", "trump_marriage"):
            counted = self.find(self.arg).count or e.Count(tens=0)
            self.draft = draft.changed(self.arg, count=msgspec.structs.replace(counted, **{name: value}))
        elif name == "uncount":
            self.draft = draft.changed(value, count=None)
            self.go("entry", "keep")
        elif name in ("red", "forgotten", "void_flek", "trhak", "offender", "fault"):
            self.draft = replace(draft, **{name: value})
        elif name == "digit":
            now = self.typed_in[self.field] + value
            self.typed_in[self.field] = now.lstrip("0")[:4] or "0"
        elif name == "field":
            self.field = value
        elif name == "recorded":
            self.host.table.do(self.as_recorded({value})[value])
            self.go("")
        elif name == "all":
            cash = self.state.round.cash
            found = self.as_recorded(set(self.state.round.seats))
            # Who has fewer tokens than before comes first, so that there are never more than were handed out (M29).
            fewer = {seat: one.tokens - (before.tokens if (before := cash[seat]) else 0) for seat, one in found.items()}
            for seat in sorted(found, key=lambda seat: fewer[seat]):
                self.host.table.do(found[seat])

    def say_won(self, kind: str, won: bool) -> None:
        """A commitment was made or lost; a sto is counted at once, since whose tens count depends on it."""
        one = self.find(kind)
        fields: dict[str, Any] = {"won": won} | ({"count": None} if one.kind in STO and one.won is not won else {})
        self.draft = self.draft.changed(kind, **fields)
        if one.kind in STO and self.find(kind).count is None:
            self.go("count", kind)

    def as_recorded(self, seats: set[int]) -> dict[int, e.Closing]:
        """The money of ``seats`` as the record says, in whole koruny and the tokens that are left over.

        Where there are too few tokens for that, some of it is small coin.
        """
        state = self.state
        setup, found = state.setup, {}
        others = [one.tokens for seat, one in enumerate(state.round.cash) if one is not None and seat not in seats]
        left = setup.tokens * len(state.round.seats) - sum(others)
        parts = {seat: max(0, int(state.purse(seat))) for seat in state.round.seats if seat in seats}
        need = {seat: parts[seat] % 100 // setup.token for seat in parts}
        spare = max(0, left - sum(need.values()))
        per_kc = max(1, 100 // setup.token)
        for seat, whole in parts.items():
            more = min(spare // per_kc, whole // 100) * per_kc if 100 % setup.token == 0 else 0
            more = min(more, per_kc)
            spare -= more
            tokens = min(left, need[seat] + more)
            left -= tokens
            found[seat] = e.Closing(seat=e.SEAT[seat], coin=whole - tokens * setup.token, tokens=tokens)
        return found

    def key_typed(self, text: str) -> None:
        """Digits, backspace and tab do what the keys on the screen do."""
        if text == "\t" and self.shown() == "cash":
            self.field = 1 - self.field
        elif text == "\b" and self.shown() in TYPED:
            self.typed_in[self.field] = self.typed_in[self.field][:-1]
        elif text.isdigit() and self.shown() in TYPED:
            self.put("digit", text)

    def done(self) -> None:
        """The check mark: record what was filled in."""
        screen, state = self.shown(), self.state
        if screen == "entry":
            self.host.table.do(self.draft.deal(state.setup, entry.active_of(state, self.draft)))
            self.go("")
        elif screen == "cash":
            self.count_cash()
        elif screen in ("minutes", "set_time"):
            self.set_minutes()
        elif screen == "top_up":
            self.top_up()
        elif screen == "seats":
            self.sit_down()

    def top_up(self) -> None:
        """M6: any amount in whole koruny, which is what coins there are."""
        if not self.typed_in[0]:
            raise Refusal("M6", "Type the amount in koruny.")
        self.host.table.do(e.TopUp(seat=e.SEAT[self.arg], amount=int(self.typed_in[0]) * 100))
        self.go("")

    def sit_down(self) -> None:
        """M31: other seats, other people. Who leads is said only where it is another player."""
        state, seating = self.state, self.seating
        names = seating.names
        before = state.names[state.leader]
        stays = names.index(before) if before in names else 0
        leader = None if seating.leader == stays else e.SEAT[seating.leader]
        self.host.table.do(e.Seats(players=names, leader=leader))
        self.go("")

    def count_cash(self) -> None:
        """Coin, then tokens, then it is recorded."""
        coin, tokens = self.typed_in
        if not coin and not tokens:
            raise Refusal("M29", "Type the coin in koruny, then the number of tokens.")
        if not tokens and self.field == 0:
            self.field = 1
            return
        event = e.Closing(seat=e.SEAT[self.arg], coin=int(coin or 0) * 100, tokens=min(1000, int(tokens or 0)))
        self.host.table.do(event)
        self.go("")

    def set_minutes(self) -> None:
        """A length that was typed. Raises `Refusal` where it is none."""
        if not self.typed_in[0]:
            raise Refusal("M3", "Type the minutes.")
        number = int(self.typed_in[0])
        least, most = (1, 360) if self.arg == "round_time" else (0, 360)
        if not least <= number <= most:
            raise Refusal("M3", "From {least} to {most} minutes are possible.", least=least, most=most)
        kind: Any = {"round_time": e.RoundTime, "break_time": e.BreakTime}.get(self.arg)
        event = e.SetTime(remaining_s=number * 60) if kind is None else kind(seconds=number * 60)
        self.host.table.do(event)
        self.go("")
