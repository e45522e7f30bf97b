"""Mariáš played by itself: how each event of a record is entered through buttons and touches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from device.games.marias.controller import MariasController, Ready, Referee, RoundScreen
from device.games.marias.draft import DealDraft
from device.games.marias.entry import BUTTONS, Counted, DealEntryScreen, OfEntry, RenoncMade, Special
from device.games.marias.outputs import alarm
from device.games.marias.parts import (
    AnnulScreen,
    BreakMinutes,
    LastRound,
    MinutesLeft,
    NoteForm,
    PlayersScreen,
    RoundMinutes,
    TopUpForm,
    Unfinished,
    WarnScreen,
)
from device.games.marias.setup import MariasSetupScreen, Seating, SeatsScreen
from device.games.marias.slip_view import CashScreen, Deals
from device.graphics.actions import BACK, DONE, MENU, REDO, Do, NewGame, Show
from device.kiosk.screen import call_on
from rules import game
from rules.game import Redo, Undo
from rules.history import History
from rules.marias import acts as e
from rules.marias.deal import INDEX, SOLO, Commitment
from rules.marias.state import MariasSetup
from rules.options.marias import NewMarias
from tools.play.player import Player, Stuck


class MariasPlayer(Player):
    """The table's players and who writes for them."""

    @property
    def controller(self) -> MariasController:
        """The screens of the table."""
        return self.playing(MariasController)

    @property
    def draft(self) -> DealDraft:
        """The deal that is being entered."""
        screen = self.controller.current_screen()
        entry = screen.parent if isinstance(screen, OfEntry) else screen
        if not isinstance(entry, DealEntryScreen):
            raise Stuck("no deal is being entered")
        return entry.draft

    def game_screen(self) -> str:
        """The screen's name and, where that matters, the state of the table."""
        if not isinstance(self.kiosk.controller, MariasController):
            return ""
        controller, state = self.controller, self.controller.state
        shown = controller.current_screen().key
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

    def sit_down(self) -> None:
        """All names are typed: the table is opened, where a seat is free after a touch that leads to it."""
        self.touch(DONE)
        if self.has(call_on(MariasSetupScreen.next_leader)):
            self.touch(DONE)

    def set_up(self, record: History) -> None:
        """Type the names, choose rounds, length and who leads."""
        setup = record.setup
        assert isinstance(setup, MariasSetup)
        self.touch(NewGame("marias"))
        for number, name in enumerate(setup.players):
            self.touch(call_on(MariasSetupScreen.on_field, number))
            self.write(name)
        self.step("rounds", setup.rounds)
        self.step("minutes", setup.round_s // 60)
        self.lead(INDEX[setup.leader])
        self.settle("marias-setup")
        self.sit_down()

    @property
    def form(self) -> MariasSetupScreen:
        """The setup as it is filled in."""
        return self.shown(MariasSetupScreen)

    @property
    def seating(self) -> Seating:
        """Who sits where, as it is filled in."""
        controller = self.kiosk.controller
        screen = controller.current_screen() if isinstance(controller, MariasController) else None
        return screen.form if isinstance(screen, SeatsScreen) else self.form.form

    def step(self, name: str, wanted: int) -> None:
        """Step a number of the form to ``wanted``."""
        settings = self.settings.options_of(NewMarias)
        for _ in range(200):
            now = self.form.length(settings)[0 if name == "rounds" else 1]
            if now == wanted:
                return
            by = 1 if wanted > now else -1
            self.touch(
                call_on(MariasSetupScreen.more_rounds, by)
                if name == "rounds"
                else call_on(MariasSetupScreen.longer, 5 * by)
            )
        raise Stuck(f"{name} cannot be {wanted}")

    def lead(self, seat: int) -> None:
        """Tap until that seat writes the slip."""
        while self.seating.leader != seat:
            self.touch(call_on(SeatsScreen.next_leader))

    def seats(self, event: e.Seats) -> None:
        """Who changes seats is swapped along; who is new is typed."""
        self.touch(call_on(Ready.change_seats))
        for number in range(max(self.seating.count, len(event.players))):
            wanted = event.players[number] if number < len(event.players) else ""
            while self.seating.fields[number] != wanted:
                self.touch(call_on(SeatsScreen.on_field, number))
                if wanted in self.seating.fields[number:] and wanted:
                    self.touch(call_on(SeatsScreen.on_field, self.seating.fields.index(wanted)))
                    self.touch(call_on(SeatsScreen.swap_with_neighbour, -1))
                    continue
                self.touch(call_on(SeatsScreen.empty))
                self.write(wanted)
        if event.leader is not None:
            self.lead(INDEX[event.leader])
        self.settle("marias-seats")
        self.touch(DONE)

    def do(self, entry: game.Entry, later: game.Entry | None) -> None:
        """One entry of the record."""
        event = entry.event
        if isinstance(event, e.Sign):
            self.sign(entry.at, "AB".index(event.side))
            return
        self.until(entry.at)
        if isinstance(event, e.RoundPowerLoss):
            self.pull_the_plug()
        elif isinstance(event, (e.StartRound, e.Dealt)):
            self.press(entry.n % 2)
        else:
            _ENTERED[type(event)](self, event)

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
        for commitment in event.commitments:
            self.outcome(commitment)
        self.settle("marias-entry-filled-in")
        self.touch(DONE)

    def tap_people(self, event: e.Deal) -> None:
        """The chooser's card opens the entry; then the partner's, or the chooser's again where alone."""
        self.touch(call_on(RoundScreen.on_tap, event.chooser))
        if event.partner is not None:
            self.touch(call_on(DealEntryScreen.on_tap, event.partner))
        elif not self.draft.alone and event.commitments[0].kind not in SOLO:
            self.touch(call_on(DealEntryScreen.on_tap, event.chooser))

    def retap_people(self, event: e.Deal) -> None:
        """In a correction the cards say something already."""
        for _ in range(8):
            draft = self.draft
            if draft.chooser == event.chooser and draft.partner == event.partner:
                return
            if draft.chooser not in (None, event.chooser):
                self.touch(call_on(DealEntryScreen.on_tap, draft.chooser))
            elif draft.chooser is None:
                self.touch(call_on(DealEntryScreen.on_tap, event.chooser))
            else:
                self.touch(call_on(DealEntryScreen.on_tap, event.partner or draft.partner or event.chooser))

    def find_deal(self, number: int) -> None:
        """The deal in the list."""
        self.touch(Show(Deals()))
        self.find(call_on(Deals.on_open, number), lambda page: Show(Deals(page)))

    def commit(self, event: e.Deal) -> None:
        """Tap what was promised, and how high."""
        if event.void_flek and not self.draft.void_flek:
            self.touch(call_on(DealEntryScreen.with_level, "hra", 1))
        wanted = {commitment.kind for commitment in event.commitments}
        for group in BUTTONS:
            if group == ("hra",) and (not self.draft.solo or wanted & set(SOLO)):
                continue
            for _ in range(3):
                now = {commitment.kind for commitment in self.draft.commitments}
                if now & set(group) == wanted & set(group):
                    break
                self.touch(call_on(DealEntryScreen.toggle, group[0]))
        for commitment in event.commitments:
            while (level := self.draft.commitment_of(commitment.kind).level) != commitment.level:
                last = 4 if level < 4 else 4 + (level - 3) % 3
                self.touch(
                    call_on(
                        DealEntryScreen.with_level, commitment.kind, commitment.level if commitment.level < 4 else last
                    )
                )

    def flags(self, event: e.Deal) -> None:
        """Hearts, a renonc, and what is rare."""
        draft = self.draft
        if event.red != draft.red:
            self.touch(call_on(DealEntryScreen.switch_red))
        if event.renonc is not None:
            self.touch(call_on(DealEntryScreen.on_part, RenoncMade))
            self.touch(self.shown(RenoncMade).change_deal(fault=event.renonc.fault))
            self.touch(self.shown(RenoncMade).change_deal(offender=event.renonc.seat))
            self.touch(BACK)
        rare = {"trhak": event.trhak, "forgotten": event.forgotten}
        changed = {name: value for name, value in rare.items() if getattr(draft, name) != value}
        if changed or event.referee != draft.referee:
            self.touch(call_on(DealEntryScreen.on_part, Special))
            if "trhak" in changed:
                self.touch(self.shown(Special).change_deal(trhak=event.trhak))
            if "forgotten" in changed:
                self.touch(self.shown(Special).change_deal(forgotten=not draft.forgotten))
            if event.referee != draft.referee:
                self.touch(call_on(Special.switch_referee))
            self.touch(BACK)

    def outcome(self, commitment: Commitment) -> None:
        """How a commitment went, with its tens."""
        if commitment.won is None:
            return
        self.touch(call_on(DealEntryScreen.outcome, commitment.kind, commitment.won))
        if commitment.count is None:
            return
        if self.controller.current_screen().key != "count":
            self.touch(call_on(DealEntryScreen.counting, commitment.kind))
        self.touch(call_on(Counted.on_count, "tens", commitment.count.tens))
        self.touch(call_on(Counted.on_count, "marriages", commitment.count.marriages))
        self.touch(call_on(Counted.on_count, "trump_marriage", commitment.count.trump_marriage))
        self.touch(BACK)

    # -- everything else -------------------------------------------------------------------------------------------

    def annul(self, event: e.Annul) -> None:
        """From the entry: the deal is not paid; where the referee says so, from his screens."""
        if event.referee:
            self.menu(Show(Referee()))
            self.touch(Show(Unfinished()))
        else:
            self.touch(call_on(RoundScreen.write))
            self.touch(call_on(DealEntryScreen.on_part, AnnulScreen))
        self.touch(Do(event))

    def top_up(self, event: e.TopUp) -> None:
        """One tap where the screen offers that amount, else number keys."""
        self.touch(Show(PlayersScreen()))
        if self.has(Do(event)):
            self.touch(Do(event))
            return
        self.touch(Show(TopUpForm(seat=INDEX[event.seat])))
        self.number(event.amount // 100)
        self.touch(DONE)

    def person(self, event: Any) -> None:
        """From the players' screen, to which the bar leads or the menu."""
        if not self.has(Show(PlayersScreen())):
            self.touch(MENU)
        self.touch(Show(PlayersScreen()))
        self.touch(Do(event))

    def warn(self, event: e.Warn) -> None:
        """Who, then why; the screen knows three reasons."""
        self.menu(Show(Referee()))
        self.touch(Show(WarnScreen(INDEX[event.seat])))
        known = event if self.has(Do(event)) else e.Warn(seat=event.seat, reason="disturbs")
        self.touch(Do(known))

    def minutes(self, kind: str, seconds: int) -> None:
        """A length by number keys."""
        if kind == "set_time":
            self.menu(Show(Referee()))
            self.touch(Show(MinutesLeft()))
        else:
            self.touch(Show(RoundMinutes() if kind == "round_time" else BreakMinutes()))
        self.number(seconds // 60)
        self.settle("marias-minutes")
        self.touch(DONE)

    def closing(self, event: e.Closing) -> None:
        """Coin in koruny and tokens of a player."""
        self.touch(Show(CashScreen(INDEX[event.seat])))
        self.number(event.coin // 100)
        self.touch(DONE)
        self.number(event.tokens)
        self.settle("marias-cash")
        self.touch(DONE)

    def end_round(self, event: e.EndRound) -> None:
        """The bar's button."""
        if self.controller.current_screen().key != "play":
            self.touch(BACK)
        self.touch(Do(event))

    def end_table(self, event: e.EndTable) -> None:
        """The bar's button between two rounds, and the yes to its question."""
        self.touch(Show(LastRound()))
        self.settle("marias-end-table")
        self.touch(Do(event))


_ENTERED: dict[type, Callable[[MariasPlayer, Any], None]] = {
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
    e.Expel: lambda p, x: p.answer(Referee(), x),
    e.RefereeCall: lambda p, x: p.touch(Do(x)),
    e.RefereeDone: lambda p, x: p.touch(Do(x)),
    e.Note: lambda p, x: p.note(NoteForm, None if x.seat is None else INDEX[x.seat], x),
    e.Pause: lambda p, x: p.use_button(e.Pause()),
    e.Resume: lambda p, x: p.touch(Do(x)),
    e.EndRound: MariasPlayer.end_round,
    e.EndTable: lambda p, x: p.end_table(x),
    e.Closing: MariasPlayer.closing,
    Undo: lambda p, x: p.take_back(),
    Redo: lambda p, x: p.menu(REDO),
}


PLAYER = MariasPlayer
