"""The room of a running game of Kouřící kočka: which screen shows, and what touches do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from device.games.kourici_kocka import forms, outputs, play, questions, result
from device.games.kourici_kocka.draft import Draft
from device.games.kourici_kocka.seats import ACCENT
from device.games.playing import PINS, GameController
from device.i18n import t
from device.kiosk.actions import SHIFT
from device.kiosk.canvas import Look
from device.kiosk.controllers import Host
from device.kiosk.widgets import Scene
from device.peripherals.oled_content import OledContent
from device.peripherals.signals import Signals
from rules.kourici_kocka import events as e
from rules.kourici_kocka.state import Phase, State
from rules.message import Refusal

POINTS = ("points", "correct_points")
"""Screens on which everybody's points are typed."""
WORDS = {"substitute": 20, "note_words": 60}
"""Screens on which words are typed, and how many letters at most."""


class KockaController(GameController[State]):
    """Screens of the game on the table. What is tapped and not yet recorded is the room's own; all else is state."""

    locked = frozenset({"reopen"})

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.draft = Draft()
        self.shift = True

    # -- pictures --------------------------------------------------------------------------------------------------

    def shown(self) -> str:
        """The screen that shows: the one asked for, else the one that the game's phase calls for."""
        if self.screen:
            return self.screen
        phase = self.state.phase
        if phase in (Phase.OVER, Phase.SIGNED):
            return "result"
        return "tie" if phase is Phase.TIED else "play"

    def scene(self, look: Look, at: int) -> Scene:
        """The picture; no time runs in this game."""
        state, table, draft = self.state, self.host.table, self.draft
        screen = self.shown()
        if screen in PINS:
            return self.pin_scene(look, look.palette.accents[ACCENT])
        if screen == "play":
            return play.play(state, table.game.may(state), draft, look)
        if screen == "menu":
            return self.menu(look, questions.menu(state, table.game.may(state)))
        if screen == "rounds":
            return result.rounds(state, look, int(self.arg or 0))
        if screen in ("substitute", "note_words"):
            form = forms.substitute if screen == "substitute" else forms.note_words
            return form(state, draft, look, self.shift)
        if screen in POINTS:
            return forms.points(state, draft, look, None if screen == "points" else self.arg)
        if screen == "correct":
            return questions.correct(state, look, self.arg)
        if screen in ("renonc", "note"):
            return {"renonc": questions.renonc, "note": questions.note}[screen](state, draft, look)
        asks = {
            "tie": questions.tie,
            "misdeal": questions.misdeal,
            "first_dealer": questions.first_dealer,
            "dealt": questions.dealt,
            "halt": questions.halt,
            "reopen": questions.reopen,
            "result": result.result,
        }
        return asks[screen](state, look)

    def oled_contents(self, at: int) -> tuple[OledContent, OledContent]:
        """Both OLEDs."""
        return outputs.oled_content(self.state, 0), outputs.oled_content(self.state, 1)

    def signals(self, at: int) -> Signals:
        """Lamps and buzzer."""
        return outputs.signals(self.state)

    # -- touches ---------------------------------------------------------------------------------------------------

    def act(self, action: Any) -> None:
        """A touch. Raises `Refusal`; then nothing was recorded and the screen stays."""
        if action == play.REST:
            self.draft = self.draft.take_rest()
        elif action == SHIFT:
            self.shift = not self.shift
        else:
            super().act(action)

    def clear(self) -> None:
        """The chosen seat's points are typed anew."""
        self.draft = self.draft.cleared()

    def begin(self, screen: str, arg: Any) -> str:
        """A fresh draft; ``arg`` is a page, or a seat to begin with."""
        seat = arg if screen in ("renonc", "substitute", "note_words") else None
        self.shift = True
        self.draft = Draft(seat=seat)
        if screen == "correct_points":
            old = self.state.rounds[arg - 1]
            if old.points is not None:
                a, b, c, d = (str(count) for count in old.points)
                self.draft = Draft(counts=(a, b, c, d), early=old.how == "early")
        return screen

    def put(self, name: str, value: Any) -> None:
        """A key or a choice of the screen that is being filled in."""
        draft = self.draft
        if name == "seat":
            if self.shown() in ("play", "renonc", "substitute", "note", "note_words"):
                self.draft = replace(draft, seat=None if draft.seat == value and not draft.owner else value)
        elif name == "take":
            if draft.seat is None:
                self.host.say(t("First tap the player who took it."))
            self.draft = draft.take(value)
        elif name == "focus":
            self.draft = replace(draft, seat=value)
        elif name == "hejma":
            self.draft = replace(draft, hejma=None if draft.hejma == value else value)
        elif name == "early":
            self.draft = replace(draft, early=value)
        elif name == "kind":
            self.draft = replace(draft, kind=value)
        elif name == "rule":
            self.draft = replace(draft, rule=value)
        elif name == "digit":
            self.draft = draft.typed(value)
        elif name == "key":
            self.key(value)

    def key(self, text: str) -> None:
        """A letter of words that are typed, or backspace."""
        now = self.draft.text
        if text == "\b":
            now = now[:-1]
        elif len(now) < WORDS[self.shown()] and (now or text != " "):
            now += text
        self.draft = replace(self.draft, text=now)
        self.shift = not now or (self.shown() == "substitute" and now.endswith((" ", "-")))

    def key_typed(self, text: str) -> None:
        """Letters, digits, backspace and tab do what the keys on the screen do."""
        screen = self.shown()
        if screen in WORDS and (text == "\b" or text.isprintable()):
            self.key(text)
        elif screen in POINTS and text == "\b":
            self.draft = self.draft.cleared()
        elif screen in POINTS and text == "\t":
            self.draft = replace(self.draft, seat=((self.draft.seat or 0) + 1) % 4)
        elif screen in POINTS and text in "0123456789":
            self.draft = self.draft.typed(text)

    def done(self) -> None:
        """The check mark: record what was filled in. Raises `Refusal`."""
        screen = self.shown()
        if screen == "play":
            self.count()
        elif screen in POINTS:
            self.points()
        elif screen == "substitute":
            if self.draft.seat is None:
                raise Refusal("K17", "First tap the player who gets up.")
            seat = e.SEAT[self.draft.seat]
            self.host.table.do(e.Substitute(seat=seat, name=self.draft.text.strip() or " "))
        elif screen == "note_words":
            if not self.draft.text.strip():
                raise Refusal("", "Type what happened.")
            noted = None if self.draft.seat is None else e.SEAT[self.draft.seat]
            self.host.table.do(e.Note(rule=self.draft.rule, seat=noted, text=self.draft.text.strip()))
        else:
            return
        self.go("")

    def count(self) -> None:
        """The tapped cards end the round: all of them, or so many that somebody has 17."""
        draft = self.draft
        if draft.whole:
            owners = {item: e.SEAT[seat] for item, seat in draft.owner.items()}
            self.host.table.do(e.Taken(**owners))
        elif draft.owner:
            hejma = draft.owner.get("hejma")
            seat = None if hejma is None else e.SEAT[hejma]
            self.host.table.do(e.Points(points=draft.points, hejma=seat, early=True))
        elif draft.seat is not None:
            self.host.table.do(e.Lost(seat=e.SEAT[draft.seat]))
        else:
            raise Refusal("K5", "Tap the player who lost, or what somebody took.")

    def points(self) -> None:
        """The typed counts end the round, or put an old one right."""
        draft = self.draft
        if not any(draft.counts):
            raise Refusal("K2", "Points are numbers; type them on the number keys.")
        hejma = None if draft.hejma is None else e.SEAT[draft.hejma]
        event: e.Points | e.Correct = e.Points(points=draft.count, hejma=hejma, early=draft.early)
        if self.screen == "correct_points":
            event = e.Correct(round=self.arg, points=draft.count, hejma=hejma, early=draft.early)
        self.host.table.do(event)
