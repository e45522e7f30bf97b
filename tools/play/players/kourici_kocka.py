"""Kouřící kočka played by itself: how each event of a record is entered through buttons and touches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from device.games.act_forms import FiguresForm
from device.games.act_screens import SeatScreen
from device.games.kourici_kocka.controller import CorrectRound, KockaController, KockaResult, Rounds
from device.games.kourici_kocka.play import (
    DealtScreen,
    FirstDealerScreen,
    MisdealScreen,
    NoteForm,
    PlayScreen,
    PointsForm,
    RenoncScreen,
    RoundDraft,
    RoundLost,
    SubstituteForm,
    WhoLost,
)
from device.games.kourici_kocka.setup import KockaSetupScreen
from device.games.setup_controller import SetupState
from device.graphics.actions import CLEAR, DONE, REDO, Do, NewGame, Show
from device.kiosk.screen import call_on
from rules.game import SIDES, Entry, Redo, Undo
from rules.history import History
from rules.kourici_kocka import KockaSetup
from rules.kourici_kocka import acts as e
from rules.kourici_kocka.deal import VALUES
from rules.kourici_kocka.state import INDEX, SEAT, Phase, Seat, State
from tools.play.player import Player


class KockaPlayer(Player):
    """Four players at a table with two clock buttons."""

    @property
    def controller(self) -> KockaController:
        """The screens of the game."""
        return self.playing(KockaController)

    @property
    def draft(self) -> RoundDraft:
        """What was tapped of the round."""
        return shown.draft if isinstance(shown := self.controller.current_screen(), PlayScreen) else RoundDraft()

    def game_screen(self) -> str:
        """The screen's name and, where that matters, the state of the game."""
        if not isinstance(self.kiosk.controller, KockaController):
            return ""
        shown, state = self.controller.current_screen(), self.controller.state
        if isinstance(shown, PlayScreen):
            return playing(state, shown.draft)
        if isinstance(shown, KockaResult) and state.phase is Phase.SIGNED:
            return "signed"
        return "signed-by-one" if isinstance(shown, KockaResult) and state.signed else shown.key

    def set_up(self, record: History) -> None:
        """Type four names and the word."""
        setup = record.setup
        assert isinstance(setup, KockaSetup)
        self.touch(NewGame("kourici_kocka"))
        for number, text in enumerate((*setup.players, setup.word)):
            self.touch(call_on(KockaSetupScreen.on_field, number))
            self.write(text)
        shown = self.shown(KockaSetupScreen)
        if shown.is_on(SetupState(self.kiosk.host.settings)) != setup.ch_is_one_letter:
            self.touch(shown.change(ch=setup.ch_is_one_letter))
        self.settle("setup")
        self.touch(DONE)

    def do(self, entry: Entry, later: Entry | None) -> None:
        """One entry of the record."""
        event = entry.event
        if isinstance(event, e.Sign):
            self.sign(entry.at, SIDES.index(event.side))
            return
        self.until(entry.at)
        if isinstance(event, e.Halt) or (isinstance(event, e.Passed) and event.side is not None):
            self.press(SIDES.index(event.side))
        else:
            _ENTERED[type(event)](self, event)

    def deal(self, event: e.Deal) -> None:
        """The dealer's clock button, or the menu where the number of cards at a time is recorded."""
        if event.cards is None:
            self.press(self.controller.state.dealer // 2)
        else:
            self.answer(DealtScreen(), event)

    def choose(self, seat: Seat | None) -> None:
        """Tap a player, unless that one is chosen already."""
        shown = self.controller.current_screen()
        choose: Callable[..., object] = SeatScreen.on_tap if isinstance(shown, SeatScreen) else PlayScreen.choose
        now = shown.seat if isinstance(shown, SeatScreen) else self.draft.seat
        wanted = None if seat is None else INDEX[seat]
        if now != wanted:
            self.touch(call_on(choose, now if wanted is None else wanted))

    def take(self, event: e.Taken) -> None:
        """Player by player what was taken; the last one gets the rest."""
        owners: dict[int, list[str]] = {}
        for item in VALUES:
            owners.setdefault(INDEX[getattr(event, item)], []).append(item)
        *taken, last = owners
        for seat in taken:
            self.choose(SEAT[seat])
            for item in owners[seat]:
                self.touch(call_on(PlayScreen.take, item))
        self.choose(SEAT[last])
        self.touch(call_on(PlayScreen.take_rest))
        self.finish()

    def points(self, event: e.Points) -> None:
        """By what was tapped where a round ended early, by its numbers otherwise."""
        items = split(event)
        if items is not None:
            self.tap(items)
            self.finish()
            return
        self.menu(Show(PointsForm()))
        self.fill_in(event.points, event.hejma, early=event.early)

    def fill_in(self, points: tuple[int, int, int, int], hejma: Seat | None, *, early: bool) -> None:
        """Type everybody's points over what stands there."""
        for seat, count in enumerate(points):
            self.touch(call_on(PointsForm.on_field, seat))
            if self.shown(FiguresForm).counts.texts[seat]:
                self.touch(CLEAR)
            self.number(count)
        if hejma is not None:
            self.touch(call_on(PointsForm.on_person, INDEX[hejma]))
        form = self.shown(FiguresForm)
        if form.counts.flag != early:
            self.touch(form.change(counts=replace(form.counts, flag=early)))
        self.touch(DONE)

    def tap(self, items: dict[str, int]) -> None:
        """Tap who took what."""
        for item, seat in items.items():
            self.choose(SEAT[seat])
            self.touch(call_on(PlayScreen.take, item))

    def finish(self) -> None:
        """The large button, and yes where it asks."""
        self.touch(DONE)
        if isinstance(shown := self.controller.current_screen(), RoundLost):
            self.touch(Do(shown.event))

    def lose(self, event: e.Lost) -> None:
        """Tap the player, then the large button."""
        self.choose(event.seat)
        self.finish()

    def throw_in(self, event: e.ThrowIn) -> None:
        """What was taken until then, then who threw the cards in."""
        items = share_cards(event.points)
        assert items is not None, "the rules took these points"
        self.tap(items)
        self.choose(event.seat)
        play, seat = self.shown(PlayScreen), INDEX[event.seat]
        if self.has(DONE):
            self.touch(DONE)
        else:
            self.touch(Show(WhoLost(play)))
            self.touch(Show(RoundLost(play, e.Lost(seat=event.seat), seat)))
        self.touch(Show(RoundLost(play, event, seat)))
        self.touch(Do(event))

    def correct(self, event: e.Correct) -> None:
        """The round is found in the list; then who lost, or the points."""
        if self.has(Show(Rounds())):
            self.touch(Show(Rounds()))
        else:
            self.menu(Show(Rounds()))
        self.find(Show(CorrectRound(event.round)), lambda page: Show(Rounds(page)))
        if event.points is None:
            self.touch(Do(event))
            return
        self.touch(call_on(CorrectRound.points))
        self.fill_in(event.points, event.hejma, early=event.early)

    def renonc(self, event: e.Renonc) -> None:
        """Who, what, and what the others say."""
        self.touch(Show(RenoncScreen(self.draft.seat)))
        self.choose(event.seat)
        self.touch(self.shown(RenoncScreen).change(kind=event.kind))
        self.touch(Do(event))


def split(event: e.Points) -> dict[str, int] | None:
    """Cards that give the points of a round that ended early, Hejma where the event has it; None where none do."""
    return share_cards(event.points, event.hejma) if event.early else None


def share_cards(points: tuple[int, ...], hejma: Seat | None = None) -> dict[str, int] | None:
    """A way to take the cards before the last trick that gives ``points``; None where there is none."""
    items = [item for item in VALUES if item != "last_trick"]
    start: dict[str, int] = {}
    left = list(points)
    if hejma is not None:
        start["hejma"] = INDEX[hejma]
        left[INDEX[hejma]] -= VALUES["hejma"]
        items.remove("hejma")
    return _share(items, left, start)


def _share(items: list[str], left: list[int], taken: dict[str, int]) -> dict[str, int] | None:
    if not any(left):
        return taken
    if not items or min(left) < 0:
        return None
    item, rest = items[0], items[1:]
    for seat in range(4):
        if left[seat] >= VALUES[item]:
            less = [count - (VALUES[item] if place == seat else 0) for place, count in enumerate(left)]
            if (shares := _share(rest, less, taken | {item: seat})) is not None:
                return shares
    return _share(rest, left, taken)


_ENTERED: dict[type, Callable[[KockaPlayer, Any], None]] = {
    e.FirstDealer: lambda p, x: p.answer(FirstDealerScreen(), x),
    e.Deal: KockaPlayer.deal,
    e.Misdeal: lambda p, x: p.answer(MisdealScreen(), x),
    e.Passed: lambda p, x: p.touch(Do(x)),
    e.Taken: KockaPlayer.take,
    e.Points: KockaPlayer.points,
    e.Lost: KockaPlayer.lose,
    e.ThrowIn: KockaPlayer.throw_in,
    e.Confirm: lambda p, x: p.touch(Do(x)),
    e.Correct: KockaPlayer.correct,
    e.Renonc: KockaPlayer.renonc,
    e.GoOn: lambda p, x: p.press(0),
    e.Substitute: lambda p, x: p.substitute(SubstituteForm, INDEX[x.seat], x.name),
    e.Note: lambda p, x: p.note(NoteForm, None if x.seat is None else INDEX[x.seat], x),
    e.Reopen: KockaPlayer.reopen,
    Undo: lambda p, x: p.take_back(),
    Redo: lambda p, x: p.menu(REDO),
}


def playing(state: State, draft: RoundDraft) -> str:
    """Which kind of moment the screen of a running game shows."""
    if draft.whole:
        return "play-all-tapped"
    if draft.certain is not None:
        return "play-certain"
    if draft.owner:
        return "play-tapped" if len(draft.owner) > 2 else "play-first-card"
    if draft.seat is not None:
        return "play-player"
    if state.banned:
        return "play-banned"
    if state.halted is not None:
        return "play-stopped"
    if not state.rounds and state.phase is Phase.DEAL:
        return "ready"
    if state.phase is Phase.DEAL and state.misdeals:
        return "play-misdealt"
    if state.phase is Phase.PASSING:
        return "play-one-side-passed" if state.ready else "play-passing"
    return "play-dealing" if state.phase is Phase.DEAL else "play"


PLAYER = KockaPlayer
