"""The screen of a running game: four players, what each card is worth and who took it, what can be done (K2-K14).

Before it the forms for what acts need.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from device.common.i18n import t, tr
from device.games.act_forms import CorrectedFigures, NoteInWordsForm, screen_of
from device.games.act_menu import next_step
from device.games.act_screens import GameForms
from device.games.kourici_kocka import ACCENT
from device.games.kourici_kocka.seats import SEATS, Choose, cards, letters, press_areas
from device.games.table_parts import LINE, BarItem, draw_item, draw_line, more_place, table_parts
from device.graphics.actions import BACK, DONE, MENU, Do, Show
from device.graphics.canvas import Canvas
from device.graphics.dialogs import Answer, draw_question, reason
from device.graphics.widgets import Rect
from device.kiosk.moment import May, Moment
from device.kiosk.screen import Next, Say, Screen, SubScreen, call, draw_panel
from rules.game import Event
from rules.kourici_kocka import acts as e
from rules.kourici_kocka.deal import ALL, CERTAIN, VALUES, losers, points_of
from rules.kourici_kocka.state import SEAT, SIDE_SEATS, Phase, State
from rules.message import Message, Refusal, msg

FORMS = GameForms(__name__, ACCENT, SEAT, SIDE_SEATS, press_areas=press_areas)
TieScreen = screen_of(FORMS, e.Confirm, "TieScreen", phases=e.Confirm.phases)
MisdealScreen = screen_of(FORMS, e.Misdeal, "MisdealScreen")
RenoncScreen = screen_of(FORMS, e.Renonc, "RenoncScreen")
HaltScreen = screen_of(FORMS, e.Halt, "HaltScreen")
FirstDealerScreen = screen_of(FORMS, e.FirstDealer, "FirstDealerScreen")
DealtScreen = screen_of(FORMS, e.Deal, "DealtScreen")
EARLIER = {"hejma": "person", "counts.early": "counts.flag"}
PointsForm = screen_of(FORMS, e.Points, "PointsForm", earlier_fields=EARLIER)
CorrectedPoints = screen_of(
    FORMS,
    e.Points,
    "CorrectedPoints",
    CorrectedFigures,
    key="correct_points",
    corrects=e.Correct,
    earlier_fields=EARLIER,
)
SubstituteForm = screen_of(FORMS, e.Substitute, "SubstituteForm")
NoteInWords = screen_of(FORMS, e.Note, "NoteInWords", NoteInWordsForm, key="note_words")
NoteForm = screen_of(FORMS, e.Note, "NoteForm", words_form=NoteInWords)
SCREENS = {
    screen.act: screen
    for screen in (HaltScreen, MisdealScreen, PointsForm, FirstDealerScreen, SubstituteForm, NoteForm, DealtScreen)
}
"""What the menu asks before it records an act."""
ReopenScreen = screen_of(FORMS, e.Reopen, "ReopenScreen")

LABELS: Mapping[str, Message | str] = {
    "hejma": "Hejma",
    "ace": msg("ace"),
    "king": msg("king"),
    "svrsek": msg("svršek"),
    "spodek": msg("spodek"),
    "ten": "10",
    "nine": "9",
    "eight": "8",
    "seven": "7",
    "last_trick": msg("last trick"),
}
"""What can be taken, as players call it; some names have no English."""


@dataclass(frozen=True, slots=True)
class RoundDraft:
    """``seat`` is the player who is being asked about, ``owner`` who took what."""

    seat: int | None = None
    owner: Mapping[str, int] = field(default_factory=dict)

    @property
    def points(self) -> tuple[int, int, int, int]:
        """Everybody's points by what was tapped."""
        return points_of(self.owner)

    @property
    def out(self) -> int:
        """Points that nobody has taken yet."""
        return ALL - sum(self.points)

    @property
    def whole(self) -> bool:
        """Whether everything is taken."""
        return len(self.owner) == len(VALUES)

    @property
    def certain(self) -> int | None:
        """Who has certainly lost before the last trick (K4)."""
        if "last_trick" in self.owner:
            return None
        return next((seat for seat in SEATS if self.points[seat] >= CERTAIN), None)


class PlayScreen(Screen[State]):
    """The screen of a running game; ``draft`` is what was tapped of the round."""

    half_written = True
    phases = (Phase.DEAL, Phase.PASSING, Phase.PLAY)
    draft: RoundDraft = field(default_factory=RoundDraft)

    def subject(self, state: State) -> Phase:
        """Each step of a round has its own action in the same place."""
        return state.phase

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The players, everything that can be taken, and what can be done."""
        state, draft, portrait = view.state, self.draft, canvas.look.portrait
        line, body, bar = draw_table(canvas, state, draft, self.choose)
        caption(canvas, state, draft, line)
        items, per_line = list(VALUES), 2 if portrait else 5
        for n, band in enumerate(canvas.rows(body, (1,) * (len(items) // per_line))):
            names = items[n * per_line : (n + 1) * per_line]
            wide = [1.35 if item in ("hejma", "last_trick") and not portrait else 1.0 for item in names]
            for item, box in zip(names, canvas.cols(band, wide), strict=True):
                _tile(canvas, state, draft, item, box)
                canvas.touch(box, call(self.take, item))
        step, loser = draw_bar(canvas, bar, draft, view.may)
        if (item_now := self.step(state, view.may)) is None:
            draw_count(canvas, step, draft)
        else:
            draw_item(canvas, step, item_now, size=24)
        self.loser(canvas, loser, view)
        return body

    def step(self, state: State, may: May) -> BarItem | None:
        """What comes next in the round; None where nothing is to be confirmed."""
        draft = self.draft
        if draft.seat is not None and not draft.whole:
            return BarItem(t("The rest"), call(self.take_rest), t("{n} of 33 left", n=draft.out))
        if draft.owner:
            return None
        if state.banned:
            substitute = Show(SubstituteForm(min(state.banned)))
            return BarItem(t("Substitute"), substitute, t("for the banned player"), style="primary")
        return next_step((e.GoOn, e.Deal, e.Passed), may)

    def loser(self, canvas: Canvas, rect: Rect, view: Moment[State]) -> None:
        """The button for who loses, always in its place: it asks for a name until one is known (K4, K5)."""
        names, draft = view.state.names, self.draft
        most = losers(draft.points) if draft.whole else ()
        if len(most) > 1:
            who = " · ".join(names[seat] for seat in most)
            canvas.button(rect, t("Tie"), DONE, sub=who, style="primary", size=24)
            return
        seat = most[0] if most else draft.certain
        if seat is None and not draft.owner:
            seat = draft.seat
        if seat is None:
            asks = Show(WhoLost(self))
            canvas.button(rect, t("Who lost?"), asks, sub=t("asks for the name"), style="outline", size=24)
            return
        p = canvas.look.palette
        canvas.panel(rect, p.players[seat], 10)
        upper, lower = two_lines(canvas, rect)
        canvas.text(upper, t("Does {name} lose?", name=names[seat]), 24, "bold", p.pair_ink, "center")
        points = draft.points[seat]
        sub = t("{n} points · asks first", n=points) if points else t("asks first")
        canvas.text(lower, sub, 16, "semibold", p.pair_ink, "center")
        canvas.touch(rect, DONE)

    def choose(self, state: State, seat: int) -> Next[State]:
        """Ask about that player; tapped again before anything is taken, about nobody."""
        draft = self.draft
        return PlayScreen(replace(draft, seat=None if draft.seat == seat and not draft.owner else seat))

    def take(self, state: State, item: str) -> Next[State]:
        """The chosen player took that; tapped again it is given back."""
        seat, owner = self.draft.seat, dict(self.draft.owner)
        if seat is None:
            return Say(t("First tap the player who took it."), self)
        if owner.get(item) == seat:
            del owner[item]
        else:
            owner[item] = seat
        return PlayScreen(replace(self.draft, owner=owner))

    def take_rest(self, state: State) -> Next[State]:
        """The chosen player took everything that nobody has yet."""
        seat, owner = self.draft.seat, self.draft.owner
        return self if seat is None else PlayScreen(replace(self.draft, owner={**dict.fromkeys(VALUES, seat), **owner}))

    def on_done(self, state: State) -> Next[State]:
        """The tapped cards end the round: all of them, or so many that somebody has 17. Raises `Refusal`."""
        draft = self.draft
        if draft.whole:
            taken = e.Taken(**{item: SEAT[seat] for item, seat in draft.owner.items()})
            most = losers(draft.points)
            return taken if len(most) > 1 else RoundLost(self, taken, most[0])
        if draft.certain is not None:
            hejma = draft.owner.get("hejma")
            early = e.Points(points=draft.points, hejma=None if hejma is None else SEAT[hejma], early=True)
            return RoundLost(self, early, draft.certain)
        if draft.seat is not None and not draft.owner:
            return RoundLost(self, e.Lost(seat=SEAT[draft.seat]), draft.seat)
        raise Refusal("K5", "Tap the player who lost, or what somebody took.")


class OverPlay(SubScreen[State]):
    """Something that is asked of the round as it is tapped on ``parent``."""

    half_written = True
    phases = PlayScreen.phases
    parent: PlayScreen


class WhoLost(OverPlay):
    """Who lost the round, whatever was tapped (K5)."""

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The four players."""
        answers: list[Answer] = [
            (name, SEAT[seat], Show(RoundLost(self.parent, e.Lost(seat=SEAT[seat]), seat)), "normal")
            for seat, name in enumerate(view.state.names)
        ]
        line = t("Who lost the round? You are asked once more before the letter is written.")
        draft = self.parent.draft
        if draft.owner:
            line = t("{n} of 33 points are still out and nobody has 17 (K4). Who lost all the same?", n=draft.out)
        return draw_question(canvas, t("Who lost?"), line, answers, canvas.look.palette.accents[ACCENT])


class RoundLost(OverPlay):
    """Asks before the player in ``seat`` gets a letter by ``event`` (K5).

    *Yes* lies where no finger was, *No* in the place of the button that led here.
    """

    event: Event
    seat: int

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """Who gets which letter, and what else it can be."""
        state, p, u, seat = view.state, canvas.look.palette, canvas.u, self.seat
        name, colour, draft = state.names[seat], p.players[seat], self.parent.draft
        threw = isinstance(self.event, e.ThrowIn)
        if threw:
            draft = replace(draft, owner={**dict.fromkeys(VALUES, seat), **draft.owner})
        line, body, bar = draw_table(canvas, state, replace(draft, seat=seat), None)
        caption(canvas, state, replace(draft, seat=None), line)
        inner = draw_panel(canvas, body, p.panel, 18, 10, border=colour)
        weights = (34, 26, 48, 54) if canvas.look.large_print else (40, 28, 44, 58)
        title, words, tiles, buttons = canvas.rows(inner, weights, u(6))
        canvas.text(title, t("Does {name} lose this round?", name=name), 26, "bold", p.text)
        after = e.Lost(seat=SEAT[seat]).apply(state)
        letter = "" if state.got[seat] >= len(state.letters) else state.letters[state.got[seat]]
        text = t("{name} gets the letter {letter} and deals next.", name=name, letter=letter)
        if after.loser is not None:
            text = t("{name} gets the last letter and loses the game.", name=name)
        if threw:
            text = t("{name} threw in and takes the rest.", name=name) + " " + text
        canvas.text(words, text, 20, "regular", p.text, lines=2 if canvas.look.portrait else 1)
        letters(canvas, after, seat, Rect(tiles.x, tiles.y, min(tiles.w, tiles.h * len(state.letters)), tiles.h))
        other, thrown, yes = canvas.cols(buttons, (1, 1, 1), u(16))
        canvas.button(other, t("Somebody else"), Show(WhoLost(self.parent)), size=19)
        if not draft.whole:
            throw_in = e.ThrowIn(seat=SEAT[seat], points=draft.points)
            again, why = Show(RoundLost(self.parent, throw_in, seat)), canvas.look.refuses(Do(throw_in))
            canvas.button(thrown, t("Threw in"), again, sub=t("takes the rest"), why=why, size=19)
        canvas.panel(yes, colour, 10)
        label = t("Yes, letter {letter}", letter=letter) if letter else t("Yes")
        canvas.text(canvas.inset(yes, 8, 2), label, 24, "bold", p.pair_ink, "center")
        canvas.touch(yes, Do(self.event))
        step, no = draw_bar(canvas, bar, draft, view.may)
        draw_count(canvas, step, draft)
        canvas.button(no, t("No, play on"), BACK, sub=t("nothing is recorded"), style="outline", size=24)
        return Rect(line.x, canvas.area.y, line.w, line.y + line.h - canvas.area.y)  # the question stays in sight


def draw_table(canvas: Canvas, state: State, draft: RoundDraft, choose: Choose | None) -> tuple[Rect, Rect, Rect]:
    """The players' cards and the screen's clock buttons; gives back where caption, body and bar lie."""
    high = LINE * canvas.print_scale
    weights = [250.0, high, 492] if canvas.look.portrait else [118.0, high, 206]
    if canvas.look.large_print:
        weights = [300.0, high, 442] if canvas.look.portrait else [132.0, high, 188]
    if canvas.look.press_areas:
        weights.insert(1, 60)
    head, *areas, line, body, bar = table_parts(canvas, weights)
    cards(canvas, state, head, draft.seat, draft.points if draft.owner else (), choose)
    for rect in areas:
        press_areas(canvas, rect, state)
    return line, body, bar


def draw_bar(canvas: Canvas, rect: Rect, draft: RoundDraft, may: May) -> tuple[Rect, Rect]:
    """The bottom row, the same in every state: the places of the next step and of who loses; renonc, the menu."""
    lines, more = more_place(canvas, rect)
    if canvas.look.portrait:
        (step, loser), renonc = canvas.cols(lines[0], (1, 1)), lines[1]
    else:
        step, loser, renonc = canvas.cols(lines[0], (252, 252, 112))
    canvas.button(renonc, t("Renonc"), Show(RenoncScreen(draft.seat)), why=reason(may["renonc"]))
    canvas.button(more, t("More"), MENU)
    return step, loser


def two_lines(canvas: Canvas, rect: Rect) -> list[Rect]:
    """Places of a line and a smaller one below it in the bottom row; in large print they fill it."""
    return canvas.rows(canvas.inset(rect, 8, 2 if canvas.look.large_print else 10), (32, 24), 0)


def draw_count(canvas: Canvas, rect: Rect, draft: RoundDraft) -> None:
    """How many points nobody has yet: no button, so that a second tap does nothing."""
    p = canvas.look.palette
    upper, lower = two_lines(canvas, rect)
    canvas.text(upper, t("{n} of 33", n=draft.out), 24, "bold", p.text, "center", digits=True)
    canvas.text(lower, t("points still out"), 16, "regular", p.muted, "center")


def caption(canvas: Canvas, state: State, draft: RoundDraft, rect: Rect) -> None:
    """What is to be done; at the end whether everything is safe on disk."""
    p, text = canvas.look.palette, doing(state)
    if draft.seat is not None:
        text = t("{name} took…", name=state.names[draft.seat])
    draw_line(canvas, rect, text, p.warn if state.halted or state.banned else None)


def doing(state: State) -> str:
    """The round in one line."""
    n = len(state.rounds) + 1
    dealer, leader = state.names[state.dealer], state.names[state.leader]
    if state.banned:
        return t("{name} is banned; a substitute takes the seat.", name=state.names[min(state.banned)])
    if state.halted is not None:
        return t("The game is stopped, called by side {side}. Settle it, then go on.", side=SIDE_SEATS[state.halted])
    if state.phase is Phase.DEAL:
        if state.misdeals:
            return t("Round {n} · {name} deals again; misdeals so far: {m}", n=n, name=dealer, m=state.misdeals)
        return t("Round {n} · {name} deals, one card or two at a time", n=n, name=dealer)
    if state.phase is Phase.PASSING:
        return t("Round {n} · everybody passes three to the left, then looks", n=n)
    return t("Round {n} · {name} leads · who lost? Tap the player", n=n, name=leader)


def _tile(canvas: Canvas, state: State, draft: RoundDraft, item: str, box: Rect) -> None:
    """A thing that can be taken; in the colour of who took it."""
    p, u, owner = canvas.look.palette, canvas.u, draft.owner.get(item)
    canvas.panel(box, p.button if owner is None else p.players[owner], radius=10)
    ink, sub = (p.text, p.muted) if owner is None else (p.pair_ink, p.pair_ink)
    pad = u(2 if canvas.look.large_print else 12)
    inner = Rect(box.x + u(6), box.y + pad, box.w - u(12), box.h - 2 * pad)
    name, below = canvas.rows(inner, (36, 26 * canvas.print_scale), u(2))
    heart = item not in ("hejma", "last_trick")
    if heart:
        sign = Rect(name.x + u(10), name.y + (name.h - u(22)) // 2, u(22), u(22))
        canvas.shape(sign, "heart", p.accents[1] if owner is None else p.pair_ink)
        name = Rect(sign.x + u(30), name.y, name.x + name.w - sign.x - u(30), name.h)
        below = Rect(name.x, below.y, name.w, below.h)
    align = "left" if heart else "center"
    canvas.text(name, tr(LABELS[item]), 22, "bold", ink, align)
    value = t("green svršek · {n}", n=VALUES[item]) if item == "hejma" else str(VALUES[item])
    canvas.text(below, value if owner is None else f"{VALUES[item]} · {state.names[owner]}", 16, "semibold", sub, align)
