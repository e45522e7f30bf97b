"""Hands for the screens of mariáš: how each event of a record is entered by a player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from device.autoplay.player import MS, Player, Stuck
from device.games.marias.controller import MariasController
from device.games.marias.entry import BUTTONS
from device.games.marias.outputs import alarm
from device.games.marias.seating import Seating
from device.games.marias.setup import MariasSetupController
from device.kiosk.actions import BACK, REDO, Do, Go, Put, Step
from device.kiosk.keyboards import DONE
from rules.game import Entry, Redo, Undo
from rules.history import History
from rules.marias import events as e
from rules.marias.tariff import SOLO


class MariasPlayer(Player):
    """The table's players and who writes for them."""

    sample = "marias-edges.jsonl"

    @property
    def room(self) -> MariasController:
        """The room of the table."""
        room = self.kiosk.room
        if not isinstance(room, MariasController):
            raise Stuck("the table does not show")
        return room

    def game_screen(self) -> str:
        """The screen's name and, where that matters, the state of the table."""
        if not isinstance(self.kiosk.room, MariasController):
            return ""
        room, state = self.room, self.room.state
        shown = room.shown()
        if shown == "play":
            if state.referee:
                return "marias-play-referee"
            if state.broke:
                return "marias-play-stake-lost"
            if not state.round.running:
                return "marias-play-after-power-loss" if state.round.doubt else "marias-play-paused"
            level = alarm(state, self.kiosk.table.game_time())
            late = ("", "-near-the-end", "-last-minute", "-time-up")[level]
            hand = "-dealt" if state.round.hand is not None else ""
            return f"marias-play{late}{hand}" + ("" if state.round.deals else "-first")
        if shown == "ready":
            return "marias-ready" if not state.rounds else "marias-break"
        if shown == "slip":
            return "marias-slip-signed-by-one" if state.round.signed else "marias-slip"
        return f"marias-{shown}"

    def set_up(self, record: History) -> None:
        """Type the names, choose rounds, length and who leads."""
        setup = record.setup
        assert isinstance(setup, e.MariasSetup)
        self.touch(Go("setup", "marias"))
        for number, name in enumerate(setup.players):
            self.touch(Put("focus", number))
            self.write(name)
        form = self.kiosk.room
        assert isinstance(form, MariasSetupController)
        self.stepped(form, "rounds", setup.rounds)
        self.stepped(form, "minutes", setup.round_s // 60)
        self.lead(form.seating, e.INDEX[setup.leader])
        self.settle("marias-setup")
        self.touch(DONE)

    def stepped(self, form: MariasSetupController, name: str, wanted: int) -> None:
        """Step a number of the form to ``wanted``."""
        for _ in range(200):
            now: int = getattr(form, name)
            if now == wanted:
                return
            self.touch(Step(name, 1 if wanted > now else -1))
        raise Stuck(f"{name} cannot be {wanted}")

    def lead(self, seating: Seating, seat: int) -> None:
        """Tap until that seat writes the slip."""
        while seating.leader != seat:
            self.touch(Put("leader", True))

    def seats(self, event: e.Seats) -> None:
        """Who changes seats is swapped along; who is new is typed."""
        self.touch(Go("seats"))
        seating = self.room.seating
        for number in range(max(seating.count, len(event.players))):
            wanted = event.players[number] if number < len(event.players) else ""
            while seating.fields[number] != wanted:
                self.touch(Put("focus", number))
                if wanted in seating.fields[number:] and wanted:
                    self.touch(Put("focus", seating.fields.index(wanted)))
                    self.touch(Step("swap", -1))
                    continue
                self.touch(Put("empty", True))
                self.write(wanted)
        if event.leader is not None:
            self.lead(seating, e.INDEX[event.leader])
        self.settle("marias-seats")
        self.touch(DONE)

    def do(self, entry: Entry, later: Entry | None) -> None:
        """One entry of the record."""
        event = entry.event
        if isinstance(event, e.Sign):
            self.until(entry.at - self.settings.buttons.hold_ms * MS)
            self.press("AB".index(event.side), self.settings.buttons.hold_ms + 100)
            return
        self.until(entry.at)
        if isinstance(event, e.PowerLoss):
            self.pull_the_plug()
        elif isinstance(event, (e.StartRound, e.Dealt)):
            self.press(entry.n % 2)
        else:
            _HANDS[type(event)](self, event)

    # -- a deal ----------------------------------------------------------------------------------------------------

    def deal(self, event: e.Deal) -> None:
        """Cards, commitments, ladders, outcomes, and the button that writes it."""
        if isinstance(event, e.Correct):
            self.find_deal(event.of)
        else:
            self.tap_people(event)
        self.commit(event)
        if isinstance(event, e.Correct):
            self.retap_people(event)
        self.flags(event)
        for one in event.commitments:
            self.outcome(one)
        self.settle("marias-entry-filled-in")
        self.touch(DONE)

    def tap_people(self, event: e.Deal) -> None:
        """The chooser's card opens the entry; then the partner's, or the chooser's again where alone."""
        self.touch(Put("seat", event.chooser))
        if event.partner is not None:
            self.touch(Put("seat", event.partner))
        elif not self.room.draft.alone and event.commitments[0].kind not in SOLO:
            self.touch(Put("seat", event.chooser))

    def retap_people(self, event: e.Deal) -> None:
        """In a correction the cards say something already."""
        for _ in range(8):
            draft = self.room.draft
            if draft.chooser == event.chooser and draft.partner == event.partner:
                return
            if draft.chooser not in (None, event.chooser):
                self.touch(Put("seat", draft.chooser))
            elif draft.chooser is None:
                self.touch(Put("seat", event.chooser))
            else:
                self.touch(Put("seat", event.partner or draft.partner or event.chooser))

    def find_deal(self, number: int) -> None:
        """The deal in the list."""
        self.touch(Go("deals") if self.has(Go("deals")) else Go("deals", 0))
        page = 0
        screen = "revise" if self.room.state.round.deals[number - 1].referee else "correct"
        while not self.has(Go(screen, number)):
            page += 1
            self.touch(Go("deals", page))
        self.touch(Go(screen, number))

    def commit(self, event: e.Deal) -> None:
        """Tap what was promised, and how high."""
        if event.void_flek and not self.room.draft.void_flek:
            self.touch(Put("level", ("hra", 1)))
        wanted = {one.kind for one in event.commitments}
        for group in BUTTONS:
            if group == ("hra",) and (not self.room.draft.solo or wanted & set(SOLO)):
                continue
            for _ in range(3):
                now = {one.kind for one in self.room.draft.commitments}
                if now & set(group) == wanted & set(group):
                    break
                self.touch(Put("toggle", group[0]))
        for one in event.commitments:
            while (level := self.room.find(one.kind).level) != one.level:
                last = 4 if level < 4 else 4 + (level - 3) % 3
                self.touch(Put("level", (one.kind, one.level if one.level < 4 else last)))

    def flags(self, event: e.Deal) -> None:
        """Hearts, a renonc, and what is rare."""
        draft = self.room.draft
        if event.red != draft.red:
            self.touch(Put("red", event.red))
        if event.renonc is not None:
            self.touch(Go("renonc"))
            self.touch(Put("fault", event.renonc.fault))
            self.touch(Put("offender", event.renonc.seat))
            self.touch(Go("entry", "keep"))
        rare = {"trhak": event.trhak, "forgotten": event.forgotten}
        changed = {name: value for name, value in rare.items() if getattr(draft, name) != value}
        if changed or event.referee != draft.referee:
            self.touch(Go("special"))
            for name, value in changed.items():
                self.touch(Put(name, value))
            if event.referee != draft.referee:
                self.touch(Go("decided", "keep"))
            self.touch(Go("entry", "keep"))

    def outcome(self, one: e.Commitment) -> None:
        """How a commitment went, with its tens."""
        if one.won is None:
            return
        self.touch(Put("won", (one.kind, one.won)))
        if one.count is None:
            return
        if self.room.shown() != "count":
            self.touch(Go("count", one.kind))
        self.touch(Put("tens", one.count.tens))
        self.touch(Put("marriages", one.count.marriages))
        self.touch(Put("trump_marriage", one.count.trump_marriage))
        self.touch(Go("entry", "keep"))

    # -- everything else -------------------------------------------------------------------------------------------

    def annul(self, event: e.Annul) -> None:
        """From the entry: the deal is not paid; where the referee says so, from his screens."""
        if event.referee:
            self.menu(Go("referee"))
            self.touch(Go("unfinished"))
        else:
            self.touch(Go("entry"))
            self.touch(Go("annul"))
        self.touch(Do(event))

    def top_up(self, event: e.TopUp) -> None:
        """One tap where the screen offers that amount, else number keys."""
        self.touch(Go("people"))
        if self.has(Do(event)):
            self.touch(Do(event))
            return
        self.touch(Go("top_up", e.INDEX[event.seat]))
        self.number(event.amount // 100)
        self.touch(DONE)

    def person(self, event: Any) -> None:
        """From the players' screen."""
        self.touch(Go("people"))
        self.touch(Do(event))

    def expel(self, event: e.Expel) -> None:
        """From the referee's screens."""
        self.menu(Go("referee"))
        self.touch(Do(event))

    def warn(self, event: e.Warn) -> None:
        """Who, then why; the screen knows three reasons."""
        self.menu(Go("referee"))
        self.touch(Go("warn", e.INDEX[event.seat]))
        known = event if self.has(Do(event)) else e.Warn(seat=event.seat, reason="disturbs")
        self.touch(Do(known))

    def minutes(self, kind: str, seconds: int) -> None:
        """A length by number keys."""
        if kind == "set_time":
            self.menu(Go("referee"))
            self.touch(Go(kind))
        else:
            self.touch(Go("minutes", kind))
        self.number(seconds // 60)
        self.settle("marias-minutes")
        self.touch(DONE)

    def closing(self, event: e.Closing) -> None:
        """Coin in koruny and tokens of a player."""
        self.touch(Go("cash", e.INDEX[event.seat]))
        self.number(event.coin // 100)
        self.touch(DONE)
        self.number(event.tokens)
        self.settle("marias-cash")
        self.touch(DONE)

    def offered(self, event: Any, screen: str) -> None:
        """A button of this screen, or of one behind the menu."""
        if not self.has(Do(event)):
            self.touch(Go("menu"))
            if not self.has(Do(event)):
                self.touch(Go(screen))
        self.touch(Do(event))

    def end_round(self, event: e.EndRound) -> None:
        """The bar's button."""
        if self.room.shown() != "play":
            self.touch(BACK)
        self.touch(Do(event))


_HANDS: dict[type, Callable[[MariasPlayer, Any], None]] = {
    e.RoundTime: lambda p, x: p.minutes("round_time", x.seconds),
    e.BreakTime: lambda p, x: p.minutes("break_time", x.seconds),
    e.SetTime: lambda p, x: p.minutes("set_time", x.remaining_s),
    e.Dealer: MariasPlayer.person,
    e.Seats: MariasPlayer.seats,
    e.Deal: MariasPlayer.deal,
    e.Correct: MariasPlayer.deal,
    e.Annul: MariasPlayer.annul,
    e.TopUp: MariasPlayer.top_up,
    e.Warn: MariasPlayer.warn,
    e.Expel: MariasPlayer.expel,
    e.RefereeCall: lambda p, x: p.touch(Do(x)),
    e.RefereeDone: lambda p, x: p.touch(Do(x)),
    e.Note: lambda p, x: p.offered(e.Note(rule=x.rule), "note"),
    e.Pause: lambda p, x: p.offered(e.Pause(), "menu"),
    e.Resume: lambda p, x: p.touch(Do(x)),
    e.EndRound: MariasPlayer.end_round,
    e.Closing: MariasPlayer.closing,
    Undo: lambda p, x: p.take_back(),
    Redo: lambda p, x: p.menu(REDO),
}
