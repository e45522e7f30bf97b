"""The screen of a running game: four players, what each card is worth and who took it, what can be done (K2-K14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from device.games.action_bar import BarItem, draw_item
from device.games.kourici_kocka.forms import MisdealScreen, PointsForm, RenoncScreen, SubstituteForm
from device.games.kourici_kocka.seats import ACCENT, SEATS, cards, press_areas
from device.graphics.actions import DONE, MENU, Do, Show, Why
from device.graphics.canvas import Canvas
from device.graphics.dialogs import draw_confirmation
from device.graphics.look import Look
from device.graphics.widgets import Rect
from device.i18n import t, tr
from device.kiosk.screen import Next, Say, Screen, View, call
from rules.game import Event, Progress
from rules.kourici_kocka import GAME
from rules.kourici_kocka import events as e
from rules.kourici_kocka.deal import ALL, CERTAIN, HEARTS, HEJMA, LAST_TRICK, losers
from rules.kourici_kocka.state import Phase, State
from rules.message import Message, Refusal, msg, msgs

VALUES: Mapping[str, int] = MappingProxyType({"hejma": HEJMA, **HEARTS, "last_trick": LAST_TRICK})
"""Points of everything that can be taken, in the order of the screen; the keys are the fields of `events.Taken`."""
LABELS: Mapping[str, Message | str] = {
    "hejma": "Hejma",
    "ace": msg("ace"),
    "king": msg("king"),
    "svrsek": "svršek",
    "spodek": "spodek",
    "ten": "10",
    "nine": "9",
    "eight": "8",
    "seven": "7",
    "last_trick": msg("last trick"),
}
"""The same as players call it; some names have no English."""


@dataclass(frozen=True, slots=True)
class RoundDraft:
    """``seat`` is the player who is being asked about, ``owner`` who took what."""

    seat: int | None = None
    owner: Mapping[str, int] = field(default_factory=dict)

    @property
    def points(self) -> tuple[int, int, int, int]:
        """Everybody's points by what was tapped."""
        a, b, c, d = (sum(VALUES[item] for item, owner in self.owner.items() if owner == seat) for seat in SEATS)
        return a, b, c, d

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

    key = "play"
    half_written = True
    phases = (Phase.DEAL, Phase.PASSING, Phase.PLAY)
    draft: RoundDraft = field(default_factory=RoundDraft)

    def subject(self, state: State) -> Phase:
        """Each step of a round has its own action in the same place."""
        return state.phase

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """The players, everything that can be taken, and what can be done."""
        state, draft, portrait = view.state, self.draft, canvas.look.portrait
        high = 26 * canvas.print_scale
        weights = [250.0, high, 92, 92, 92, 92, 92, 150] if portrait else [128.0, high, 92, 92, 94]
        if canvas.look.large_print:
            weights = [300.0, high, 82, 82, 82, 82, 82, 150] if portrait else [142.0, high, 84, 84, 92]
        if canvas.look.press_areas:
            weights.insert(1, 60)
        head, *middle, bar = canvas.rows(canvas.area, weights)
        cards(canvas, state, head, draft.seat, draft.points, self.choose)
        if canvas.look.press_areas:
            press_areas(canvas, middle.pop(0), state)
        line, *tiles = middle
        caption(canvas, state, draft, line)
        items, per_line = list(VALUES), 2 if portrait else 5
        for n, band in enumerate(tiles):
            names = items[n * per_line : (n + 1) * per_line]
            wide = [1.35 if item in ("hejma", "last_trick") and not portrait else 1.0 for item in names]
            for item, box in zip(names, canvas.cols(band, wide), strict=True):
                _tile(canvas, draft, item, box)
                canvas.touch(box, call(self.take, item))
        _action_bar(canvas, [self._main(state), *self._others(canvas.look, view)], bar)
        return Rect(tiles[0].x, tiles[0].y, tiles[0].w, tiles[-1].y + tiles[-1].h - tiles[0].y)

    def _main(self, state: State) -> BarItem:
        draft = self.draft
        if draft.owner:
            return _counted(state, draft)
        if state.banned:
            substitute = Show(SubstituteForm(min(state.banned)))
            return BarItem(t("Substitute"), substitute, t("for the banned player"), style="accent")
        if draft.seat is not None:
            lost = t("{name} lost the round", name=state.names[draft.seat])
            return BarItem(lost, DONE, t("just that"), style="primary")
        if state.halted is not None:
            return BarItem(t("Go on"), Do(e.GoOn()), t("it is settled"), style="accent")
        if state.phase is Phase.DEAL:
            return BarItem(t("Dealt"), Do(e.Deal()), t("or press a clock button"), style="primary")
        if state.phase is Phase.PASSING:
            return BarItem(t("Cards passed"), Do(e.Passed()), t("or each side presses"), style="primary")
        text = t("Tap the player who lost, or what somebody took.")
        return BarItem(t("Who lost?"), Why(text), t("tap the player"), style="hint")

    def _others(self, look: Look, view: View[State]) -> list[BarItem]:
        state, may, draft = view.state, view.may, self.draft
        last = [BarItem(t("Renonc"), call(self.renonc), "", may["renonc"]), BarItem(t("More"), MENU)]
        if draft.seat is None:
            misdeal = BarItem(t("Misdeal"), Do(e.Misdeal()), t("the first is free"), may["misdeal"])
            if state.misdeals:
                misdeal = BarItem(t("Misdeal"), Show(MisdealScreen()), t("a repeated one"), may["misdeal"])
            return [misdeal, BarItem(t("Points"), Show(PointsForm()), t("33 in all"), may["points"]), *last]
        nothing = t("Everything is taken.") if draft.whole else None
        rest = BarItem(t("The rest"), call(self.take_rest), t("to this player"), nothing)
        if GAME.progress(state) is Progress.READY and not draft.owner:
            first = Do(e.FirstDealer(seat=e.SEAT[draft.seat]))
            return [BarItem(t("Deals first"), first, t("by agreement")), rest, *last]
        against = may["throw_in"] or look.refuses(Do(self._thrown(draft.seat)))
        return [BarItem(t("Threw in"), call(self.throw_in, draft.seat), t("takes the rest"), against), rest, *last]

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

    def renonc(self, state: State) -> RenoncScreen:
        """A renonc, perhaps of the chosen player."""
        return RenoncScreen(self.draft.seat)

    def on_done(self, state: State) -> Next[State]:
        """The tapped cards end the round: all of them, or so many that somebody has 17. Raises `Refusal`."""
        draft = self.draft
        if draft.whole:
            taken = e.Taken(**{item: e.SEAT[seat] for item, seat in draft.owner.items()})
            most = losers(draft.points)
            return taken if len(most) > 1 else RoundLost(self, taken, most[0])
        if draft.certain is not None:
            hejma = draft.owner.get("hejma")
            early = e.Points(points=draft.points, hejma=None if hejma is None else e.SEAT[hejma], early=True)
            return RoundLost(self, early, draft.certain)
        if draft.seat is not None and not draft.owner:
            return RoundLost(self, e.Lost(seat=e.SEAT[draft.seat]), draft.seat)
        raise Refusal("K5", "Tap the player who lost, or what somebody took.")

    def _thrown(self, seat: int) -> e.ThrowIn:
        return e.ThrowIn(seat=e.SEAT[seat], points=self.draft.points)

    def throw_in(self, state: State, seat: int) -> RoundLost:
        """A certain loser gives up the round."""
        return RoundLost(self, self._thrown(seat), seat)


class RoundLost(Screen[State]):
    """Asks before the player in ``seat`` gets a letter by ``event``; ``play`` is where that was tapped (K5)."""

    key = "round_lost"
    half_written = True
    phases = PlayScreen.phases
    play: PlayScreen
    event: Event
    seat: int

    def to_keep(self, state: State) -> Screen[State]:
        """What was tapped."""
        return self.play

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """Who gets which letter."""
        state, name = view.state, view.state.names[self.seat]
        after = state.with_letter(self.seat)
        letters, title = after.collected_letters(self.seat), t("{name} lost the round", name=name)
        line = t("{name} gets a letter: {letters}", name=name, letters=letters)
        if after.loser is not None:
            line = t("{name} gets the last letter and loses the game: {letters}", name=name, letters=letters)
        yes = t("Yes, {name} lost", name=name), t("the next letter of the word")
        return draw_confirmation(canvas, title, line, yes, self.event, canvas.look.palette.accents[ACCENT])

    def on_back(self, state: State) -> Next[State]:
        """To what was tapped."""
        return self.play


def caption(canvas: Canvas, state: State, draft: RoundDraft, rect: Rect) -> None:
    """What is to be done; at the end whether everything is safe on disk."""
    p, u = canvas.look.palette, canvas.u
    line = Rect(rect.x + u(4), rect.y, rect.w - u(28), rect.h)
    text = doing(state)
    if draft.seat is not None:
        text = t("{name} took… · {n} of 33 left", name=state.names[draft.seat], n=draft.out)
    canvas.text(line, text, 17, "semibold", p.warn if state.halted or state.banned else p.muted)
    dot = Rect(rect.x + rect.w - u(16), rect.y + (rect.h - u(10)) // 2, u(10), u(10))
    canvas.shape(dot, "dot" if canvas.look.saved else "ring", p.ok if canvas.look.saved else p.muted)


def doing(state: State) -> str:
    """The round in one line."""
    n = len(state.rounds) + 1
    dealer, leader = state.names[state.dealer], state.names[state.leader]
    if state.banned:
        return t("{name} is banned; a substitute takes the seat.", name=state.names[min(state.banned)])
    if state.halted is not None:
        return t("The game stands, called by side {side}. Settle it, then go on.", side=e.SIDE_SEATS[state.halted])
    if state.phase is Phase.DEAL:
        if state.misdeals:
            return t("Round {n} · {name} deals again; misdeals so far: {m}", n=n, name=dealer, m=state.misdeals)
        return t("Round {n} · {name} deals, one card or two at a time", n=n, name=dealer)
    if state.phase is Phase.PASSING:
        return t("Round {n} · everybody passes three to the left, then looks", n=n)
    return t("Round {n} · {name} leads · who lost? Tap the player", n=n, name=leader)


def _tile(canvas: Canvas, draft: RoundDraft, item: str, box: Rect) -> None:
    p, u = canvas.look.palette, canvas.u
    owner = draft.owner.get(item)
    mine = owner is not None and owner == draft.seat
    fill = p.accents[ACCENT] if mine else p.button if owner is None else p.button_quiet
    ink, sub = (p.pair_ink, p.pair_ink) if mine else (p.text, p.muted)
    canvas.panel(box, fill, radius=10)
    pad = u(2 if canvas.look.large_print else 12)
    inner = Rect(box.x + u(6), box.y + pad, box.w - u(12), box.h - 2 * pad)
    name, below = canvas.rows(inner, (36, 26 * canvas.print_scale), u(2))
    label = tr(LABELS[item])
    if item in ("hejma", "last_trick"):
        canvas.text(name, label, 22, "bold", ink, "center")
    else:
        sign = Rect(name.x + u(10), name.y + (name.h - u(22)) // 2, u(22), u(22))
        canvas.shape(sign, "heart", p.pair_ink if mine else p.accents[1])
        name = Rect(sign.x + u(30), name.y, name.x + name.w - sign.x - u(30), name.h)
        below = Rect(name.x, below.y, name.w, below.h)
        canvas.text(name, label, 22, "bold", ink)
    value = t("green svršek · {n}", n=VALUES[item]) if item == "hejma" else str(VALUES[item])
    if owner is not None:
        value = f"{VALUES[item]} · {e.SEAT[owner]}"
    canvas.text(below, value, 16, "semibold", sub, "center" if item in ("hejma", "last_trick") else "left")


def _counted(state: State, draft: RoundDraft) -> BarItem:
    points = draft.points
    line = " · ".join(f"{e.SEAT[seat]} {n}" for seat, n in enumerate(points) if n)
    if draft.whole:
        most = losers(points)
        sub = t("tie: the table decides") if len(most) > 1 else t("{name} lost the round", name=state.names[most[0]])
        return BarItem(line, DONE, sub, style="primary")
    if draft.certain is not None:
        return BarItem(line, DONE, t("ended early: {name} lost", name=state.names[draft.certain]), style="primary")
    sub = t("{n} of 33 left, nobody has 17", n=draft.out)
    missing = msgs(
        "{n} of 33 points is missing, and nobody has 17 yet. (K2, K4)",
        "{n} of 33 points are missing, and nobody has 17 yet. (K2, K4)",
        draft.out,
    )
    if "last_trick" in draft.owner:
        sub = t("who took the other {n}?", n=draft.out)
        missing = msgs(
            "After the last trick nothing is left: say who took the other {n} point. (K2)",
            "After the last trick nothing is left: say who took the other {n} points. (K2)",
            draft.out,
        )
    return BarItem(line, Why(tr(missing)), sub, style="hint")


def _action_bar(canvas: Canvas, items: list[BarItem], rect: Rect) -> None:
    if canvas.look.portrait:
        upper, lower = canvas.rows(rect, (1, 1))
        boxes = [upper, *canvas.cols(lower, (1,) * (len(items) - 1))]
    else:
        boxes = canvas.cols(rect, (2.3, *(1,) * (len(items) - 1)))
    for item, box in zip(items, boxes, strict=True):
        draw_item(canvas, box, item, size=24 if box is boxes[0] else None)
