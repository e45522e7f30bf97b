"""Hands for the screens of Kouřící kočka: how each event of a record is entered by a player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from device.autoplay.player import MS, Player
from device.games.kourici_kocka.controller import KockaController
from device.games.kourici_kocka.draft import VALUES
from device.games.kourici_kocka.play import REST
from device.games.kourici_kocka.setup import KockaSetupController
from device.kiosk.actions import CLEAR, DONE, REDO, Do, Go, Put
from rules.game import Entry, Redo, Undo
from rules.history import History
from rules.kourici_kocka import KockaSetup
from rules.kourici_kocka import events as e
from rules.kourici_kocka.events import INDEX
from rules.kourici_kocka.state import Phase, State


class KockaPlayer(Player):
    """Four players at a table with two clock buttons."""

    sample = "kourici-kocka-full.jsonl"

    def game_screen(self) -> str:
        """The screen's name and, where that matters, the state of the game."""
        room = self.kiosk.room
        if not isinstance(room, KockaController):
            return ""
        shown, state = room.shown(), room.state
        if shown == "play":
            return playing(state, room)
        if shown == "result" and state.phase is Phase.SIGNED:
            return "signed"
        return "signed-by-one" if shown == "result" and state.signed else shown

    def set_up(self, record: History) -> None:
        """Type four names and the word."""
        setup = record.setup
        assert isinstance(setup, KockaSetup)
        self.touch(Go("setup", "kourici_kocka"))
        for number, text in enumerate((*setup.players, setup.word)):
            self.touch(Put("focus", number))
            self.write(text)
        room = self.kiosk.room
        assert isinstance(room, KockaSetupController)
        if room.ch != setup.ch_is_one_letter:
            self.touch(Put("ch", setup.ch_is_one_letter))
        self.settle("setup")
        self.touch(DONE)

    def do(self, entry: Entry, later: Entry | None) -> None:
        """One entry of the record."""
        event = entry.event
        if isinstance(event, e.Sign):
            self.until(entry.at - self.settings.buttons.hold_ms * MS)
            self.press(e.SIDES.index(event.side), self.settings.buttons.hold_ms + 100)
            return
        self.until(entry.at)
        if isinstance(event, e.Halt) or (isinstance(event, e.Passed) and event.side is not None):
            self.press(e.SIDES.index(event.side))
        else:
            _HANDS[type(event)](self, event)

    def deal(self, event: e.Deal) -> None:
        """The dealer's clock button, or from the menu where it is said how many at a time."""
        if event.cards is None:
            room = self.kiosk.room
            assert isinstance(room, KockaController)
            self.press(room.state.dealer // 2)
        else:
            self.ask("dealt", event)

    def choose(self, seat: e.Seat | None) -> None:
        """Tap a player, unless that one is chosen already."""
        room = self.kiosk.room
        assert isinstance(room, KockaController)
        wanted = None if seat is None else INDEX[seat]
        if room.draft.seat != wanted:
            self.touch(Put("seat", room.draft.seat if wanted is None else wanted))

    def taken(self, event: e.Taken) -> None:
        """Player by player what was taken; the last one gets the rest."""
        owners: dict[int, list[str]] = {}
        for item in VALUES:
            owners.setdefault(INDEX[getattr(event, item)], []).append(item)
        *some, last = owners
        for seat in some:
            self.choose(e.SEAT[seat])
            for item in owners[seat]:
                self.touch(Put("take", item))
        self.choose(e.SEAT[last])
        self.touch(REST)
        self.touch(DONE)

    def points(self, event: e.Points) -> None:
        """By what was tapped where a round ended early, by its numbers otherwise."""
        items = split(event)
        if items is not None:
            self.tap(items)
            self.touch(DONE)
            return
        self.touch(Go("points"))
        for seat, count in enumerate(event.points):
            self.touch(Put("focus", seat))
            self.number(count)
        if event.hejma is not None:
            self.touch(Put("hejma", INDEX[event.hejma]))
        if event.early:
            self.touch(Put("early", True))
        self.touch(DONE)

    def tap(self, items: dict[str, int]) -> None:
        """Tap who took what."""
        for item, seat in items.items():
            self.choose(e.SEAT[seat])
            self.touch(Put("take", item))

    def lost(self, event: e.Lost) -> None:
        """Two taps."""
        self.touch(Put("seat", INDEX[event.seat]))
        self.touch(Do(event))

    def throw_in(self, event: e.ThrowIn) -> None:
        """What was taken until then, then who threw the cards in."""
        items = shared(event.points)
        assert items is not None, "the rules took these points"
        self.tap(items)
        self.choose(event.seat)
        self.touch(Do(event))

    def correct(self, event: e.Correct) -> None:
        """The round is found in the list; then who lost, or the points."""
        if self.has(Go("rounds")):
            self.touch(Go("rounds"))
        else:
            self.menu(Go("rounds"))
        page = 1
        while not self.has(Go("correct", event.round)):
            self.touch(Go("rounds", page))
            page += 1
        self.touch(Go("correct", event.round))
        if event.points is None:
            self.touch(Do(event))
            return
        self.touch(Go("correct_points", event.round))
        for seat, count in enumerate(event.points):
            self.touch(Put("focus", seat))
            self.touch(CLEAR)
            self.number(count)
        if event.hejma is not None:
            self.touch(Put("hejma", INDEX[event.hejma]))
        room = self.kiosk.room
        assert isinstance(room, KockaController)
        if room.draft.early != event.early:
            self.touch(Put("early", event.early))
        self.settle()
        self.touch(DONE)

    def misdeal(self, event: e.Misdeal) -> None:
        """One tap where it is free, else what the table voted."""
        if not self.has(Do(event)):
            self.touch(Go("misdeal"))
        self.touch(Do(event))

    def renonc(self, event: e.Renonc) -> None:
        """Who, what, and what the others say."""
        self.touch(Go("renonc"))
        self.choose(event.seat)
        self.touch(Put("kind", event.kind))
        self.settle()
        self.touch(Do(event))

    def first_dealer(self, event: e.FirstDealer) -> None:
        """Tap the player, then the button."""
        self.touch(Put("seat", INDEX[event.seat]))
        self.touch(Do(event))

    def substitute(self, event: e.Substitute) -> None:
        """Who gets up, and the name of who sits down."""
        self.menu(Go("substitute"))
        self.choose(event.seat)
        self.write(event.name)
        self.settle("substitute-typed")
        self.touch(DONE)

    def note(self, event: e.Note) -> None:
        """One of the usual notes, or words."""
        self.menu(Go("note"))
        self.choose(event.seat)
        if not event.text:
            self.touch(Do(event))
            return
        self.touch(Go("note_words", None if event.seat is None else INDEX[event.seat]))
        self.touch(Put("rule", event.rule))
        self.write(event.text)
        self.touch(DONE)


def split(event: e.Points) -> dict[str, int] | None:
    """Cards that give the points of a round that ended early, Hejma where the event has it; None where none do."""
    return shared(event.points, event.hejma) if event.early else None


def shared(points: tuple[int, ...], hejma: e.Seat | None = None) -> dict[str, int] | None:
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
            if (found := _share(rest, less, taken | {item: seat})) is not None:
                return found
    return _share(rest, left, taken)


_HANDS: dict[type, Callable[[KockaPlayer, Any], None]] = {
    e.FirstDealer: KockaPlayer.first_dealer,
    e.Deal: KockaPlayer.deal,
    e.Misdeal: KockaPlayer.misdeal,
    e.Passed: lambda p, x: p.touch(Do(x)),
    e.Taken: KockaPlayer.taken,
    e.Points: KockaPlayer.points,
    e.Lost: KockaPlayer.lost,
    e.ThrowIn: KockaPlayer.throw_in,
    e.Confirm: lambda p, x: p.touch(Do(x)),
    e.Correct: KockaPlayer.correct,
    e.Renonc: KockaPlayer.renonc,
    e.GoOn: lambda p, x: p.press(0),
    e.Substitute: KockaPlayer.substitute,
    e.Note: KockaPlayer.note,
    e.Reopen: lambda p, x: p.ask("reopen", x),
    Undo: lambda p, x: p.take_back(),
    Redo: lambda p, x: p.menu(REDO),
}


def playing(state: State, room: KockaController) -> str:
    """Which kind of moment the screen of a running game shows."""
    if room.draft.whole:
        return "play-all-tapped"
    if room.draft.certain is not None:
        return "play-certain"
    if room.draft.owner:
        return "play-tapped" if len(room.draft.owner) > 2 else "play-first-card"
    if room.draft.seat is not None:
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
