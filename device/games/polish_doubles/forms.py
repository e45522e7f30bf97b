"""Screens for what acts of Polish doubles need: questions, and what is filled in beside a move (S7, S14-S29)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from device.common.i18n import t, tr
from device.games.act_forms import NoteInWordsForm, screen_of
from device.games.act_screens import GameForms
from device.games.polish_doubles.entry import MoveEntry
from device.games.polish_doubles.judging_view import JudgingScreen
from device.games.polish_doubles.parts import PlayerMove, head_of, one_to, tile_strip, type_letter
from device.graphics.actions import BACK, DONE, UNDO, Show
from device.graphics.canvas import Canvas
from device.graphics.dialogs import reason
from device.graphics.headings import below_heading, heading
from device.graphics.keyboards import BESIDE, letter_keys
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.screen import Next, Screen, call, draw_panel
from rules.message import msgs
from rules.polish_doubles import acts as e
from rules.polish_doubles.acts.ending import racks_due
from rules.polish_doubles.acts.judging import JUDGING
from rules.polish_doubles.acts.sheet import EXCHANGE_NEEDS
from rules.polish_doubles.setup import LETTER
from rules.polish_doubles.state import Phase, State
from rules.polish_doubles.tiles import COUNT, RACK, VALUE, value_of


def _player_names(state: State) -> tuple[str, ...]:
    return tuple(person.name or t("player {n}", n=n % 2 + 1) for n, person in enumerate(state.people))


def _place(seat: int) -> dict[str, Any]:
    """Pair A's players are in seats 0 and 1, pair B's in 2 and 3."""
    return {"pair": LETTER[seat // 2], "player": seat % 2 + 1}


FORMS = GameForms(__name__, 0, LETTER, seat="pair")
PLACES = GameForms(__name__, 0, ("A1", "A2", "B1", "B2"), names=_player_names, fields_of=_place)
MOVES = {e.Move: MoveEntry}
ObjectionScreen = screen_of(FORMS, e.Objection, "ObjectionScreen", key="object")
VerdictScreen = screen_of(FORMS, e.Verdict, "VerdictScreen", JudgingScreen, phases=JUDGING, screens=MOVES)
EarlyScreen = screen_of(FORMS, e.EarlyAnswer, "EarlyScreen", JudgingScreen)
OverrunScreen = screen_of(FORMS, e.Overrun, "OverrunScreen", phases=(Phase.PLAY,), screens=MOVES)
PassScreen = screen_of(FORMS, e.Pass, "PassScreen")
CloseScreen = screen_of(FORMS, e.Close, "CloseScreen", key="closing")
OutScreen = screen_of(FORMS, e.Out, "OutScreen")
EndScreen = screen_of(FORMS, e.End, "EndScreen", key="close", screens={e.Close: CloseScreen, e.Out: OutScreen})
DisputeScreen = screen_of(FORMS, e.Dispute, "DisputeScreen")
NoteInWords = screen_of(FORMS, e.Note, "NoteInWords", NoteInWordsForm, key="note_words")
NoteForm = screen_of(FORMS, e.Note, "NoteForm", words_form=NoteInWords)
BagCountForm = screen_of(FORMS, e.Bag, "BagCountForm", key="bag", phases=(Phase.PLAY,))
SubstituteForm = screen_of(PLACES, e.Substitute, "SubstituteForm", slim_times=True)


class ExchangeForm(PlayerMove):
    """How many tiles are exchanged: one tap."""

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The numbers; grey where none can be exchanged, for instance after a count of the bag."""
        state, refusal = view.state, view.may["exchange"]
        index, _ = self.place(state)
        pair = state.turns[index].pair
        title = t("Exchange · {name}", name=state.names[pair])
        form = head_of(canvas, pair, title, "", (300, 80))
        body, foot = form.below
        self.draw_players(canvas, state, pair, form.players)
        known = state.flow().bag_bounds
        if known.least < EXCHANGE_NEEDS <= known.most:
            text = t(
                "How many tiles? There must be 7 in the bag; by the scoresheet {least} to {most}.",
                least=known.least,
                most=known.most,
            )
        else:
            text = t("How many tiles? In the bag {n}.", n=known.text)
        one_to(canvas, body, text, RACK, lambda n: call(self.exchange, n), reason(refusal))
        canvas.button(foot, t("Count the bag"), Show(BagCountForm(asker=self)), sub=t("both pairs see it"))
        return body

    def exchange(self, state: State, tiles: int) -> e.Exchange:
        """So many."""
        return self.with_place(e.Exchange(tiles=tiles, player=self.player))


class RacksForm(Screen[State]):
    """The tiles that ``pair`` still holds, tapped one by one (S27, S29)."""

    pair: int
    tiles: str = ""

    def valid(self, state: State) -> bool:
        """While this pair's racks are due or can be put right, and no objection is judged."""
        missing = state.phase is Phase.RESULT or state.racks[self.pair] is None
        return missing and self.pair in racks_due(state) and e.Racks.against(state) is None

    def subject(self, state: State) -> int:
        """The pair whose racks are asked for."""
        return self.pair

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The tiles, what they cost, and the letters that can still be there."""
        state, look, pair, tiles = view.state, canvas.look, self.pair, self.tiles
        colours = look.palette
        head, field, keys = below_heading(canvas, (70, 310) if not look.portrait else (16, 55))
        title = t("Left on both racks: {name}", name=state.names[pair])
        closer = None if state.closer is None else t("{name} closed", name=state.names[state.closer])
        heading(canvas, head, title, closer or "", fill=colours.pair[pair], more=True, back=BACK if tiles else None)
        if look.portrait:  # the tiles have the whole width
            word_box, value_box = canvas.rows(field, (56, 46))
        else:
            word_box, value_box = canvas.cols(field, BESIDE)
        strip = draw_panel(canvas, word_box, colours.paper, 12, 0)
        if tiles:
            tile_strip(canvas, tiles, strip)
        else:
            canvas.text(strip, t("Tap the tiles; if none are left, just confirm."), 18, "italic", colours.ink_faint)
        inner = draw_panel(canvas, value_box, colours.paper, 12, 0)
        value = value_of("".join(x for x in tiles if x in VALUE))
        canvas.text(inner, str(value), 46, "bold", colours.ink, "right", digits=True)
        expected = state.flow().held_bounds[pair]
        if expected.least > 0 or (expected.exact and expected.least == 0):
            there, held = len(tiles), expected.text
            line = tr(msgs("{there} of {all} tile", "{there} of {all} tiles", expected.least, there=there, all=held))
            canvas.text(inner, line, 15, "regular", colours.ink_muted)
        letters, side = canvas.cols(keys, BESIDE) if not look.portrait else canvas.rows(keys, (3, 2))
        letter_keys(canvas, letters, left={letter: n - tiles.count(letter) for letter, n in COUNT.items()})
        confirm, object_, undo = canvas.rows(side, (150, 76, 76))
        other = state.names[1 - pair]
        later = state.phase is not Phase.RESULT and state.closer is None and state.racks[1 - pair] is None
        onward = t("then {name}", name=other) if later else t("then the result")
        canvas.button(confirm, t("Confirm"), DONE, style="primary", icon="check", sub=onward)
        judged = None if view.may["objection"] is None else t("No move is open to objections any more.")
        canvas.button(object_, t("Objection"), Show(ObjectionScreen(asker=self)), why=judged)
        if state.phase is Phase.RESULT:
            canvas.button(undo, t("Back"), BACK, sub=t("leave it as it was"))
            return field
        back = t("Not closed")
        if state.closer is None:
            back = t("Not the end") if later else t("Back to {name}", name=other)
        canvas.button(undo, back, UNDO, sub=t("take it back"), icon="undo")
        return field

    def typed_text(self) -> str:
        """The tiles so far."""
        return self.tiles

    def on_text(self, state: State, text: str) -> Next[State]:
        """A letter, or backspace."""
        return replace(self, tiles=type_letter(self.tiles, text))

    def on_done(self, state: State) -> e.Racks:
        """These are left."""
        return e.Racks(pair=LETTER[self.pair], tiles=self.tiles)


WhoseRacksScreen = screen_of(FORMS, e.Racks, "WhoseRacksScreen", key="whose-racks", screens={e.Racks: RacksForm})
