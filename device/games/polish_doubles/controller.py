"""The room of a running game of Polish doubles: which screen shows, and what touches do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from device.games.playing import PINS, GameController
from device.games.polish_doubles import choices, forms, outputs, play, referee, result
from device.games.polish_doubles.forms import Draft
from device.kiosk.actions import UNDO
from device.kiosk.canvas import Look
from device.kiosk.controllers import Host
from device.kiosk.widgets import Scene
from device.peripherals.oled_content import OledContent
from device.peripherals.signals import Signals
from rules.message import Refusal
from rules.polish_doubles import events as e
from rules.polish_doubles.ending import may_close
from rules.polish_doubles.state import EarlyState, Phase, State
from rules.polish_doubles.turns import overrun_turn

NUMBERS = ("bag", "referee_time", "referee_decide")
"""Screens on which digits make a number that is not points."""
FORMS = ("entry", "exchange", "bag", "racks", *NUMBERS)
"""Screens that are filled in and finished with *done*."""


class DoublesController(GameController[State]):
    """Screens of the game on the table. What is typed and not yet recorded is the room's own; all else is state."""

    locked = referee.SCREENS

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.draft = Draft()

    # -- pictures --------------------------------------------------------------------------------------------------

    def shown(self) -> str:
        """The screen that shows: the one asked for, else the one that the game's phase calls for."""
        state = self.state
        asked = self.screen
        if asked == "object" and state.judging is not None:
            asked = ""
        if asked in ("overrun", "early", "object", "closing") and not self._current(asked):
            asked = ""
        if asked:
            return asked
        if state.judging is not None and state.phase in (Phase.PLAY, Phase.CLOSING, Phase.ENDING):
            return "verdict"
        if overrun_turn(state) is not None and state.phase is Phase.PLAY:
            return "overrun"
        if state.phase in (Phase.CLOSING, Phase.ENDING):
            return "racks"
        return {Phase.DRAWING: "draw", Phase.RESULT: "result", Phase.SIGNED: "result"}.get(state.phase, "play")

    def _current(self, screen: str) -> bool:
        state = self.state
        if screen == "overrun":
            return overrun_turn(state) is not None
        if screen == "early":
            return bool(state.turns) and state.turns[-1].early is EarlyState.ASKED
        if screen == "closing":
            return choices.against(may_close, state) is None
        return state.judged_turn is not None

    def scene(self, look: Look, at: int) -> Scene:
        """The picture at game time ``at``."""
        state, table, draft = self.state, self.host.table, self.draft
        may = table.game.may(state)
        screen = self.shown()
        if screen == "racks":
            draft = replace(draft, pair=self.rack_pair())
            return forms.racks(state, draft, look, may["objection"] is None)
        if screen == "exchange":
            return forms.exchange(state, draft, look, at, may["exchange"])
        filled = {"entry": forms.entry, "tiles": forms.laid, "bag": forms.bag}
        if screen in filled:
            return filled[screen](state, draft, look, at)
        if screen == "menu":
            return self.menu(look, choices.menu(state, may))
        if screen == "sheet":
            return choices.sheet(state, look, int(self.arg or 0))
        if screen in ("dispute", "out"):
            return {"dispute": choices.dispute, "out": choices.out}[screen](state, look, int(self.arg or 0))
        if screen in PINS:
            return self.pin_scene(look, look.palette.pair[0])
        if screen in referee.SCREENS:
            return self.referee_scene(screen, look, at)
        if screen == "pass":
            return choices.pass_(state, look, draft.player)
        if screen == "result":
            return result.result(state, look)
        if screen == "draw":
            return result.draw(state, look, self.arg or ("", ""))
        if screen == "play":
            return play.play(state, may, look, at)
        asks = {
            "object": choices.objection,
            "verdict": choices.verdict,
            "early": choices.early,
            "overrun": choices.overrun,
            "close": choices.close,
            "closing": choices.closing,
            "note": choices.note,
        }
        return asks[screen](state, look)

    def referee_scene(self, screen: str, look: Look, at: int) -> Scene:
        """A screen of the referee's."""
        state, table, draft = self.state, self.host.table, self.draft
        history = table.playing
        if screen == "referee_time":
            return referee.set_time(state, draft, look, at)
        if screen == "referee_decide":
            return referee.decide(state, draft, look)
        if screen == "referee_presses":
            return referee.press_list(history, look)
        if screen == "referee_award":
            return referee.award(state, look, self.arg)
        if screen == "referee_end":
            return referee.end(look)
        if screen == "reopen":
            return referee.reopen(look)
        return referee.menu(state, table.game.may(state), look, bool(referee.presses(history)))

    def rack_pair(self) -> int:
        """Whose racks are entered next."""
        state = self.state
        if state.closer is not None:
            return 1 - state.closer
        return 0 if state.racks[0] is None else 1

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

    def begin(self, screen: str, arg: Any) -> str:
        """A fresh draft for the screen."""
        self.draft = Draft()
        if screen == "correct":
            self.begin_correction(*arg)
            return "entry"
        if screen in ("entry", "exchange", "pass"):
            self.draft = replace(self.draft, player=self.partner())
        elif screen == "bag" and arg == "exchange":
            self.draft = replace(self.draft, then="exchange")
        return screen

    def partner(self) -> int | None:
        """Who plays the second move, where it is known who played the first (S7)."""
        slot = self.state.slot
        if slot is None or slot[1] == 0:
            return None
        first = self.state.turns[slot[0]].rows[0].player
        return None if first is None else 3 - first

    def begin_correction(self, turn: int, row: int) -> None:
        """A written row is opened for correction (S12)."""
        old = self.state.turns[turn].rows[row]
        tiles = -1 if old.tiles is None else old.tiles if old.said else None
        self.draft = Draft(word=old.word or "", points=str(old.points), tiles=tiles, target=(turn, row))

    def put(self, name: str, value: Any) -> None:
        """A key or a choice of the screen that is being filled in."""
        draft = self.draft
        if name == "why":
            self.host.say(value)
        elif name == "exchange":
            self.host.table.do(e.Exchange(tiles=value, player=draft.player))
            self.go("")
        elif name == "laid":
            self.record(replace(draft, tiles=value or None))
        elif name == "undo":
            self.act(UNDO)
        elif name == "set_time":
            self.host.table.do(e.SetTime(remaining_s=self.seconds()))
            self.go("")
        elif name == "shift_time":
            self.host.table.do(referee.shifted(self.state, self.host.table.game_time(), value))
            self.go("")
        elif name == "decide":
            self.host.table.do(e.DecideTime(turn=value, used_s=self.seconds()))
            self.go("")
        elif name == "announced":
            self.draft = replace(draft, announced=value)
        elif name == "player":
            self.draft = replace(draft, player=value)
        elif name == "letter":
            self.arg = value
        elif name == "digit":
            self.draft = self.counted(draft, value)
        elif name == "key":
            self.draft = draft.letter(value)
            if draft.tiles is not None and draft.tiles >= 0 and draft.target is None:
                self.draft = replace(self.draft, tiles=None)

    def counted(self, draft: Draft, digit: str) -> Draft:
        """A digit where it belongs on the screen that shows."""
        return draft.count(digit) if self.shown() in NUMBERS else draft.digit(digit)

    def seconds(self) -> int:
        """The number typed. Raises `Refusal` where none is."""
        if not self.draft.number:
            raise Refusal("S8", "First type the seconds.")
        return int(self.draft.number)

    def clear(self) -> None:
        """Points or a number are typed anew."""
        self.draft = replace(self.draft, points="", number="")

    def step(self, name: str, by: int) -> None:
        """One tile fewer or more."""
        self.draft = self.draft.stepped(by)

    def back(self) -> None:
        """From the question about tiles to the move as it was typed, from what ends the game to all of that."""
        if self.screen == "tiles":
            self.screen = "entry"
        else:
            self.go("close" if self.screen in ("closing", "out") else "")

    def key_typed(self, text: str) -> None:
        """Letters and digits do what the keys on the screen do."""
        if text.isdigit() and self.shown() in FORMS:
            self.put("digit", text)
        elif (text == "\b" or text.isalpha()) and self.shown() in FORMS:
            self.put("key", text.upper())

    def done(self) -> None:
        """The check mark: record what was filled in."""
        screen, draft, table = self.shown(), self.draft, self.host.table
        if screen == "entry":
            self.write_move(draft)
            return
        if screen == "bag":
            if not draft.number:
                raise Refusal("S24", "Count the tiles and type how many there are.")
            table.do(e.Bag(count=int(draft.number)))
            self.go(draft.then)
            return
        if screen == "racks":
            table.do(e.Racks(pair=e.LETTER[self.rack_pair()], tiles=draft.word))
        elif screen in NUMBERS:
            raise Refusal("", "Tap what the seconds are for.")
        self.go("")

    def write_move(self, draft: Draft) -> None:
        """A move or a correction from the draft. Raises `Refusal` where the points are no number."""
        if draft.target is not None and self.state.turns[draft.target[0]].rows[draft.target[1]].word is None:
            word_given = bool(draft.word)
        else:
            word_given = True
        if not draft.points.isdigit():
            raise Refusal("S22", "Points are a number; type them on the number keys.")
        points = int(draft.points)
        if points > 2000:
            raise Refusal("S22", "{points} is more than a move can bring; check the points.", points=points)
        if draft.target is None:
            if draft.tiles is None and forms.tiles_matter(self.state):
                self.screen = "tiles"
            else:
                self.record(draft)
            return
        turn, row = draft.target
        fields: dict[str, Any] = {"points": points, "tiles": draft.laid, "announced": draft.announced}
        if word_given and draft.word:
            fields["word"] = draft.word
        self.host.table.do(e.Correct(turn=turn + 1, move=row + 1, **fields))
        self.go("")

    def record(self, draft: Draft) -> None:
        """The move as it was filled in. Where it is refused, it can be mended."""
        self.screen = "entry"
        self.host.table.do(
            e.Move(word=draft.word or None, points=int(draft.points), tiles=draft.laid, player=draft.player)
        )
        self.go("")
