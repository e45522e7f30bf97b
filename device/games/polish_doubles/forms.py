"""Screens for what acts of Polish doubles need: questions, and what is filled in beside a move (S7, S14-S29)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from device.games.act_forms import NewPlayerForm, NoteInWordsForm, screen_of
from device.games.act_screens import GameForms
from device.games.name_offers import complete, draw_name
from device.games.polish_doubles.entry import MoveEntry
from device.games.polish_doubles.judging_view import JudgingScreen
from device.games.polish_doubles.parts import (
    NumberForm,
    PlayerMove,
    head_of,
    in_bag,
    one_to,
    tile_strip,
    tiles_text,
    type_letter,
)
from device.graphics.actions import BACK, DONE, UNDO, Show
from device.graphics.canvas import Canvas
from device.graphics.dialogs import reason
from device.graphics.headings import below_heading, draw_heading, heading
from device.graphics.keyboards import BESIDE, beside_numbers, letter_keys, name_keys, number_keys
from device.graphics.widgets import Rect
from device.i18n import t, tr
from device.kiosk.moment import Moment
from device.kiosk.screen import Next, Record, Screen, call, draw_panel
from rules.message import Refusal, msgs
from rules.polish_doubles import acts as e
from rules.polish_doubles.acts.ending import racks_due
from rules.polish_doubles.acts.judging import JUDGING
from rules.polish_doubles.acts.sheet import EXCHANGE_NEEDS
from rules.polish_doubles.setup import LETTER
from rules.polish_doubles.state import Phase, State
from rules.polish_doubles.tiles import COUNT, RACK, VALUE, value_of


def _pair_names(state: State) -> tuple[str, ...]:
    return tuple(pair.name for pair in state.setup.pairs)


def _to_end(screen: Screen[State], state: State) -> Any:
    """Back to all that ends the game."""
    return EndScreen()


FORMS = GameForms(__name__, 0, LETTER, names=_pair_names, seat="pair")
MOVES = {e.Move: MoveEntry}
ObjectionScreen = screen_of(FORMS, e.Objection, "ObjectionScreen", key="object")
VerdictScreen = screen_of(FORMS, e.Verdict, "VerdictScreen", JudgingScreen, phases=JUDGING, screens=MOVES)
EarlyScreen = screen_of(FORMS, e.EarlyAnswer, "EarlyScreen", JudgingScreen)
OverrunScreen = screen_of(FORMS, e.Overrun, "OverrunScreen", phases=(Phase.PLAY,), screens=MOVES)
PassScreen = screen_of(FORMS, e.Pass, "PassScreen")
CloseScreen = screen_of(FORMS, e.Close, "CloseScreen", key="closing", on_back=_to_end)
OutScreen = screen_of(FORMS, e.Out, "OutScreen", on_back=_to_end)
EndScreen = screen_of(FORMS, e.End, "EndScreen", key="close", screens={e.Close: CloseScreen, e.Out: OutScreen})
DisputeScreen = screen_of(FORMS, e.Dispute, "DisputeScreen")
NoteInWords = screen_of(FORMS, e.Note, "NoteInWords", NoteInWordsForm, key="note_words")
NoteForm = screen_of(FORMS, e.Note, "NoteForm", words_form=NoteInWords)


class ExchangeForm(PlayerMove):
    """How many tiles are exchanged: one tap."""

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The numbers; grey where none can be exchanged, for instance after a count of the bag."""
        state, refusal = view.state, view.may["exchange"]
        index, _ = self.place(state)
        pair = state.turns[index].pair
        title = t("Exchange · {name}", name=state.setup.pairs[pair].name)
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
            text = t("How many tiles? In the bag {n}.", n=in_bag(state))
        one_to(canvas, body, text, RACK, lambda n: call(self.exchange, n), reason(refusal))
        canvas.button(foot, t("Count the bag"), Show(BagCountForm(for_exchange=True)), sub=t("both pairs see it"))
        return body

    def exchange(self, state: State, tiles: int) -> e.Exchange:
        """So many."""
        return self.with_place(e.Exchange(tiles=tiles, player=self.player))


class BagCountForm(NumberForm):
    """The bag was counted: how many tiles lie in it. ``for_exchange``: then somebody wants to exchange."""

    key = "bag"
    for_exchange: bool = False

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The number and its keys."""
        state, look = view.state, canvas.look
        u, colours = canvas.u, look.palette
        head, body = below_heading(canvas, (1,))
        heading(canvas, head, t("Tiles in the bag"), fill=colours.pair[state.turns[-1].pair])
        left, right = beside_numbers(canvas, body)
        inner = draw_panel(canvas, left, colours.paper, 20, 12)
        above, box, below = canvas.rows(inner, (60, 120, 36), u(4))
        text = t("Count what lies in the bag now, before drawing.")
        canvas.text(above, text, 20, "regular", colours.ink, lines=2)
        canvas.text(box, self.digits or "–", 96, "bold", colours.ink, "center", digits=True)
        by_sheet = t("By the scoresheet: {n}", n=in_bag(state))
        canvas.text(below, by_sheet, 18, "regular", colours.ink_muted, "center")
        number_keys(canvas, right)
        return head

    def on_done(self, state: State) -> Next[State]:
        """The count; then the exchange that it was made for. Raises `Refusal` where nothing was typed."""
        if not self.digits:
            raise Refusal("S24", "Count the tiles and type how many there are.")
        then = ExchangeForm.begin(state) if self.for_exchange else None
        return Record(e.Bag(count=int(self.digits)), then, self)


class RacksForm(Screen[State]):
    """The tiles that ``pair`` still holds, tapped one by one (S27, S29)."""

    pair: int
    tiles: str = ""

    def valid(self, state: State) -> bool:
        """While this pair's racks are due or can be put right, and no objection is judged."""
        if state.phase is Phase.RESULT:
            return self.pair in racks_due(state) and e.Racks.against(state) is None
        return state.phase in (Phase.CLOSING, Phase.ENDING) and state.judging is None and due(state) == self.pair

    def subject(self, state: State) -> int:
        """The pair whose racks are asked for."""
        return self.pair

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The tiles, what they cost, and the letters that can still be there."""
        state, look, pair, tiles = view.state, canvas.look, self.pair, self.tiles
        colours = look.palette
        head, field, keys = below_heading(canvas, (70, 310) if not look.portrait else (16, 55))
        title = t("Left on both racks: {name}", name=state.setup.pairs[pair].name)
        closer = None if state.closer is None else t("{name} closed", name=state.setup.pairs[state.closer].name)
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
            there, held = len(tiles), tiles_text(expected)
            line = tr(msgs("{there} of {all} tile", "{there} of {all} tiles", expected.least, there=there, all=held))
            canvas.text(inner, line, 15, "regular", colours.ink_muted)
        letters, side = canvas.cols(keys, BESIDE) if not look.portrait else canvas.rows(keys, (3, 2))
        letter_keys(canvas, letters, left={letter: n - tiles.count(letter) for letter, n in COUNT.items()})
        confirm, object_, undo = canvas.rows(side, (150, 76, 76))
        other = state.setup.pairs[1 - pair].name
        later = state.phase is not Phase.RESULT and state.closer is None and state.racks[1 - pair] is None
        onward = t("then {name}", name=other) if later else t("then the result")
        canvas.button(confirm, t("Confirm"), DONE, style="primary", icon="check", sub=onward)
        judged = None if view.may["objection"] is None else t("No move is open to objections any more.")
        canvas.button(object_, t("Objection"), Show(ObjectionScreen()), why=judged)
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


def due(state: State) -> int:
    """Whose racks are entered next."""
    if state.closer is not None:
        return 1 - state.closer
    return 0 if state.racks[0] is None else 1


class PlaceForm(NewPlayerForm):
    """Whose place is taken, and by whom: pair A's players are in seats 0 and 1, pair B's in 2 and 3."""

    slim_times = True

    @property
    def fields(self) -> dict[str, Any]:
        """The place as the act records it."""
        if self.seat is None:
            return {}
        pair, player = divmod(self.seat, 2)
        return {"pair": LETTER[pair], "player": player + 1}

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The four places, the name, and a keyboard."""
        p, u, need = canvas.look.palette, canvas.u, self.need
        who, name, keys = draw_heading(canvas, (84, 60, 250), tr(need.title), done=tr(need.done))
        for seat, box in enumerate(canvas.cols(who, (1, 1, 1, 1))):
            pair, player = divmod(seat, 2)
            label = view.state.players(pair)[player] or t("player {n}", n=player + 1)
            strip = Rect(box.x, box.y, box.w, u(8))
            canvas.panel(strip, p.pair[pair], radius=4)
            below = Rect(box.x, box.y + u(10), box.w, box.h - u(10))
            sub = view.state.setup.pairs[pair].name
            canvas.button(below, label, self.change(seat=seat), sub=sub, selected=self.seat == seat, size=20)
        inner = draw_panel(canvas, name, p.paper, 14, 0)
        known = complete(view.people(), self.form)
        if draw_name(canvas, inner, self.form, 0, 24, known) and known is not None:
            canvas.touch(name, call(self.on_pick, known.name, known.id))
        if not self.form.fields[0]:
            canvas.text(inner, tr(need.empty), 18, "regular", p.ink_faint, "right")
        name_keys(canvas, keys, self.form.capitals)
        return who


SubstituteForm = screen_of(FORMS, e.Substitute, "SubstituteForm", PlaceForm)
