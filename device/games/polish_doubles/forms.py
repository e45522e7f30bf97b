"""Screens that are filled in: a move, an exchange, the bag's count, racks (S3, S22, S24, S27)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from msgspec import UNSET, UnsetType

from device import i18n
from device.games.polish_doubles.outputs import alarm
from device.i18n import t
from device.kiosk.actions import BACK, DONE, Go, Put, Step
from device.kiosk.canvas import Canvas, Look
from device.kiosk.dialogs import heading
from device.kiosk.keyboards import letter_keys, number_keys
from device.kiosk.widgets import Rect, Scene
from rules.message import Refusal
from rules.polish_doubles.sheet import EXCHANGE_NEEDS
from rules.polish_doubles.state import Bounds, Phase, State
from rules.polish_doubles.tiles import COUNT, RACK, VALUE, value_of


@dataclass(frozen=True, slots=True)
class Draft:
    """What has been typed so far and is not recorded yet.

    ``tiles`` None: nobody said; -1: nobody knows. ``target`` is the turn and row (from 0) being corrected.
    ``then`` is the screen to go on to.
    """

    word: str = ""
    points: str = ""
    tiles: int | None = None
    player: int | None = None
    number: str = ""
    target: tuple[int, int] | None = None
    announced: bool = False
    pair: int = 0
    then: str = ""

    def letter(self, text: str) -> Draft:
        """A letter key: the letter, or ``"\\b"`` for backspace."""
        if text == "\b":
            return replace(self, word=self.word[:-1])
        return replace(self, word=self.word + text) if len(self.word) < 30 else self

    def digit(self, digit: str) -> Draft:
        """A digit of the points."""
        return replace(self, points=(self.points + digit).lstrip("0")[:4] or "0")

    def count(self, digit: str) -> Draft:
        """A digit of a number that is not points."""
        return replace(self, number=(self.number + digit).lstrip("0")[:3] or "0")

    @property
    def laid(self) -> int | UnsetType | None:
        """Tiles laid as they will be recorded; None: not known, UNSET: nobody said."""
        if self.tiles is None:
            return UNSET
        return None if self.tiles == -1 else self.tiles

    @property
    def most(self) -> int:
        """The most tiles that the move can have laid."""
        return min(RACK, len(self.word)) if self.word else RACK

    def stepped(self, by: int) -> Draft:
        """One tile fewer or more; below one is *not known*, above what is possible is nothing."""
        if self.tiles is None:
            start = self.most if self.word else 0
            return replace(self, tiles=(start if by > 0 and self.word else start + by) or -1)
        return replace(self, tiles=max(0, min(self.most, max(0, self.tiles) + by)) or -1)


def in_bag(state: State) -> str:
    """How many tiles lie in the bag by the scoresheet: exactly, or at least."""
    return tiles_text(state.flow().bag_bounds)


def tiles_text(known: Bounds) -> str:
    """A number of tiles as far as it is certain."""
    return str(known.most) if known.exact else f"≥ {max(0, known.least)}"


def tile_strip(canvas: Canvas, word: str, rect: Rect) -> None:
    """The word in tiles, smaller where it is long."""
    u = canvas.u
    if not word:
        return
    size = min(u(48), (rect.w - u(4)) // len(word) - u(4))
    for n, letter in enumerate(word):
        box = Rect(rect.x + n * (size + u(4)), rect.y + (rect.h - size) // 2, size, size)
        canvas.tile(box, letter, str(VALUE.get(letter, "")))


def entry(state: State, draft: Draft, look: Look, at: int) -> Scene:
    """A move: letters, points, how many tiles were laid, who played it."""
    canvas = Canvas(look)
    u, colours = canvas.u, look.palette
    index, place = draft.target or state.slot or (len(state.turns) - 1, 0)
    turn = state.turns[index]
    head, field, keys = canvas.rows(canvas.area, (64, 70, 310) if not look.portrait else (11, 9, 55))
    chips, space = head_of(canvas, state, index, head, at)
    title = t("Move {n} · {name}", n=place + 1, name=state.setup.pairs[turn.pair].name)
    if draft.target is not None:
        title = t("Correct move {n} of turn {turn}", n=place + 1, turn=index + 1)
    ink = colours.pair_ink
    back = Rect(head.x + u(6), head.y + u(8), u(48), u(48))
    canvas.button(back, "", BACK, icon="back", style="on_pair")
    canvas.text(Rect(head.x + u(64), head.y + u(4), space, u(32)), title, 19, "bold", ink)
    first = turn.rows[0] if place == 1 and turn.rows else None
    if first is not None and draft.target is None:
        line = t("move 1: {word} {points}", word=first.word or "–", points=first.points)
        canvas.text(Rect(head.x + u(64), head.y + u(33), space, u(24)), line, 15, "regular", ink)
    who_played(canvas, state, turn.pair, draft, chips)
    word_box, points_box = canvas.cols(field, (556, 220))
    canvas.panel(word_box, colours.paper)
    strip = Rect(word_box.x + u(14), word_box.y, word_box.w - u(190), word_box.h)
    if draft.word:
        tile_strip(canvas, draft.word, strip)
    else:
        canvas.text(strip, t("word (points alone will do)"), 17, "italic", colours.ink_faint)
    stepper(canvas, draft, Rect(word_box.x + word_box.w - u(170), word_box.y + u(9), u(162), word_box.h - u(18)))
    canvas.panel(points_box, colours.paper)
    shown = draft.points or t("points")
    canvas.text(
        Rect(points_box.x + u(12), points_box.y, points_box.w - u(24), points_box.h),
        shown,
        46 if draft.points else 20,
        "bold",
        colours.ink if draft.points else colours.ink_faint,
        "right",
        digits=bool(draft.points),
    )
    letters, numbers = canvas.cols(keys, (556, 220)) if not look.portrait else canvas.rows(keys, (1, 1))
    letter_keys(canvas, letters)
    number_keys(canvas, numbers)
    if look.toast:
        canvas.banner(field, look.toast)
    return canvas.scene()


def head_of(canvas: Canvas, state: State, index: int, rect: Rect, at: int) -> tuple[Rect, int]:
    """The bar at the top of a form: where the players' buttons go, and the width that is left for the title.

    On a tall screen the buttons and the time stand below the title.
    """
    u = canvas.u
    if not canvas.look.portrait:
        pair_bar(canvas, state, index, rect, at)
        return Rect(rect.x + u(390), rect.y + u(8), u(240), rect.h - u(16)), u(310)
    canvas.panel(rect, canvas.look.palette.pair[state.turns[index].pair])
    below = Rect(rect.x, rect.y + u(60), rect.w, rect.h - u(60))
    pair_bar(canvas, state, index, below, at)
    return Rect(below.x + u(8), below.y, u(310), below.h - u(8)), rect.w - u(72)


def pair_bar(canvas: Canvas, state: State, index: int, rect: Rect, at: int) -> None:
    """The bar at the top in the pair's colour, with the running time at its end."""
    colours, u = canvas.look.palette, canvas.u
    turn = state.turns[index]
    canvas.panel(rect, colours.pair[turn.pair])
    if state.phase is not Phase.PLAY:
        return
    level = alarm(state, at)
    box = Rect(rect.x + rect.w - u(132), rect.y + u(6), u(124), rect.h - u(12))
    mover = state.turns[-1].pair
    canvas.panel(box, colours.danger if level >= 2 else colours.pair[mover])
    ink = colours.signal_ink if level >= 2 else colours.pair_ink
    canvas.text(box, i18n.clock(state.clock.remaining(at)), 42, "bold", ink, "center", digits=True)


def who_played(canvas: Canvas, state: State, pair: int, draft: Draft, rect: Rect) -> None:
    """Which of the two players moved (S7), where the names are known."""
    players = state.setup.pairs[pair].players
    if draft.target is not None:
        canvas.button(
            rect,
            t("announced wrongly"),
            Put("announced", not draft.announced),
            style="on_pair",
            selected=draft.announced,
            size=17,
        )
        return
    if not all(players):
        return
    for n, box in enumerate(canvas.cols(rect, (1, 1))):
        chosen = draft.player == n + 1
        canvas.button(box, players[n], Put("player", None if chosen else n + 1), style="on_pair", selected=chosen)


def stepper(canvas: Canvas, draft: Draft, rect: Rect) -> None:
    """How many tiles were laid: fewer, more, or not known."""
    u, colours = canvas.u, canvas.look.palette
    minus = Rect(rect.x, rect.y, u(50), rect.h)
    plus = Rect(rect.x + rect.w - u(50), rect.y, u(50), rect.h)
    canvas.button(minus, "−", Step("tiles", -1), style="paper")
    canvas.button(plus, "+", Step("tiles", 1), style="paper")
    laid = str(draft.laid) if isinstance(draft.laid, int) else "?"
    if draft.tiles is None and draft.word:
        laid = f"≤ {draft.most}"  # nobody said: a word may use tiles that lie on the board
    middle = Rect(minus.x + minus.w, rect.y, rect.w - minus.w - plus.w, rect.h)
    canvas.text(
        Rect(middle.x, middle.y, middle.w, middle.h * 3 // 5),
        laid,
        24,
        "bold",
        colours.ink if draft.tiles is not None else colours.ink_muted,
        "center",
    )
    canvas.text(
        Rect(middle.x, middle.y + middle.h * 3 // 5, middle.w, middle.h * 2 // 5),
        t("tiles"),
        13,
        "regular",
        colours.ink_muted,
        "center",
    )


def exchange(state: State, draft: Draft, look: Look, at: int, refusal: Refusal | None) -> Scene:
    """How many tiles are exchanged: one tap. ``refusal``: why none can be, for instance after a count of the bag."""
    canvas = Canvas(look)
    index, _ = state.slot or (len(state.turns) - 1, 0)
    head, body, foot = canvas.rows(canvas.area, (64, 300, 100))
    chips, space = head_of(canvas, state, index, head, at)
    name = state.setup.pairs[state.turns[index].pair].name
    top = Rect(head.x, head.y, space + canvas.u(130), min(head.h, canvas.u(64)))
    heading(canvas, top, t("Exchange · {name}", name=name))
    who_played(canvas, state, state.turns[index].pair, draft, chips)
    line, buttons = canvas.rows(body, (60, 240))
    known = state.flow().bag_bounds
    if known.least < EXCHANGE_NEEDS <= known.most:
        text = t(
            "How many tiles? There must be 7 in the bag; by the scoresheet {least} to {most}.",
            least=known.least,
            most=known.most,
        )
    else:
        text = t("How many tiles? In the bag {n}.", n=in_bag(state))
    canvas.text(line, text, 24, "semibold", look.palette.text, "center", lines=2)
    one_to(canvas, buttons, RACK, "exchange", i18n.refusal(refusal) if refusal else None)
    left, right = canvas.cols(foot, (1, 1))
    canvas.button(left, t("Back"), BACK, icon="back")
    canvas.button(right, t("Count the bag"), Go("bag", "exchange"), sub=t("both pairs see it"))
    if look.toast:
        canvas.banner(body, look.toast)
    return canvas.scene()


def one_to(canvas: Canvas, rect: Rect, most: int, name: str, why: str | None = None) -> None:
    """A number of tiles from 1 to ``most`` (7 at most), one tap each; the room puts it under ``name``.

    ``why`` says why none is possible now.
    """
    if canvas.look.portrait:
        upper, lower = canvas.rows(rect, (1, 1))
        boxes = [*canvas.cols(upper, (1,) * 4), *canvas.cols(lower, (1,) * 4)]
    else:
        boxes = canvas.cols(rect, (1,) * RACK)
    for n, box in enumerate(boxes[:most]):
        canvas.button(box, str(n + 1), Put(name, n + 1), size=44, why=why)


def tiles_matter(state: State) -> bool:
    """Whether the bag may be near its end, so that tiles laid decide on exchanges, on being out and on closing."""
    return state.flow().bag_bounds.least <= 2 * RACK


def laid(state: State, draft: Draft, look: Look, at: int) -> Scene:
    """How many tiles the move laid, asked near the end of the bag: one tap (S24-S26)."""
    canvas = Canvas(look)
    index, _ = state.slot or (len(state.turns) - 1, 0)
    head, body, foot = canvas.rows(canvas.area, (64, 300, 100))
    _, space = head_of(canvas, state, index, head, at)
    top = Rect(head.x, head.y, space + canvas.u(130), min(head.h, canvas.u(64)))
    heading(canvas, top, t("{word} {points}", word=draft.word or t("(no word)"), points=draft.points))
    line, buttons = canvas.rows(body, (60, 240))
    text = t("How many tiles came from the rack? Those on the board do not count.")
    canvas.text(line, text, 24, "semibold", look.palette.text, "center", lines=2)
    one_to(canvas, buttons, draft.most, "laid")
    left, right = canvas.cols(foot, (1, 1))
    canvas.button(left, t("Back"), BACK, icon="back")
    canvas.button(right, t("Nobody counted"), Put("laid", 0), sub=t("the bag is then an estimate"))
    if look.toast:
        canvas.banner(body, look.toast)
    return canvas.scene()


def bag(state: State, draft: Draft, look: Look, at: int) -> Scene:
    """The bag was counted: how many tiles lie in it."""
    canvas = Canvas(look)
    u, colours = canvas.u, look.palette
    head, body = canvas.rows(canvas.area, (64, 392))
    pair_bar(canvas, state, len(state.turns) - 1, head, at)
    heading(canvas, head, t("Tiles in the bag"))
    left, right = canvas.cols(body, (360, 420)) if not look.portrait else canvas.rows(body, (1, 2))
    canvas.panel(left, colours.paper)
    by_sheet = in_bag(state)
    canvas.text(
        Rect(left.x + u(20), left.y + u(20), left.w - u(40), u(60)),
        t("Count what lies in the bag now, before drawing."),
        20,
        "regular",
        colours.ink,
        lines=2,
    )
    box = Rect(left.x + u(20), left.y + u(96), left.w - u(40), u(120))
    canvas.text(box, draft.number or "–", 96, "bold", colours.ink, "center", digits=True)
    canvas.text(
        Rect(left.x + u(20), left.y + left.h - u(56), left.w - u(40), u(36)),
        t("By the scoresheet: {n}", n=by_sheet),
        18,
        "regular",
        colours.ink_muted,
        "center",
    )
    number_keys(canvas, right)
    if look.toast:
        canvas.banner(left, look.toast)
    return canvas.scene()


def racks(state: State, draft: Draft, look: Look, may_object: bool) -> Scene:
    """The tiles that a pair still holds, tapped one by one (S27, S29)."""
    canvas = Canvas(look)
    u, colours = canvas.u, look.palette
    head, field, keys = canvas.rows(canvas.area, (64, 70, 310) if not look.portrait else (10, 10, 55))
    canvas.panel(head, colours.pair[draft.pair])
    name = state.setup.pairs[draft.pair].name
    heading(canvas, head, t("Left on both racks: {name}", name=name), more=True)
    if state.closer is not None:
        closer = t("{name} closed", name=state.setup.pairs[state.closer].name)
        canvas.text(
            Rect(head.x + head.w - u(300), head.y, u(164), head.h), closer, 17, "regular", colours.pair_ink, "right"
        )
    word_box, value_box = canvas.cols(field, (556, 220))
    canvas.panel(word_box, colours.paper)
    strip = Rect(word_box.x + u(12), word_box.y, word_box.w - u(24), word_box.h)
    if draft.word:
        tile_strip(canvas, draft.word, strip)
    else:
        canvas.text(strip, t("Tap the tiles; none left: just confirm."), 18, "italic", colours.ink_faint)
    canvas.panel(value_box, colours.paper)
    inner = Rect(value_box.x + u(12), value_box.y, value_box.w - u(24), value_box.h)
    canvas.text(
        inner,
        str(value_of("".join(x for x in draft.word if x in VALUE))),
        46,
        "bold",
        colours.ink,
        "right",
        digits=True,
    )
    expected = state.flow().held_bounds[draft.pair]
    if expected.least > 0 or (expected.exact and expected.least == 0):
        line = t("{n} of {all} tiles", n=len(draft.word), all=tiles_text(expected))
        canvas.text(inner, line, 15, "regular", colours.ink_muted)
    letters, side = canvas.cols(keys, (556, 220)) if not look.portrait else canvas.rows(keys, (3, 2))
    letter_keys(canvas, letters, left={letter: n - draft.word.count(letter) for letter, n in COUNT.items()})
    confirm, object_, undo = canvas.rows(side, (150, 76, 76))
    canvas.button(confirm, t("Confirm"), DONE, style="primary", icon="check", sub=t("then the result"))
    reason = None if may_object else t("No move is open to objections any more.")
    canvas.button(object_, t("Objection"), Go("object"), why=reason)
    canvas.button(undo, t("Not closed"), Put("undo", True), sub=t("take it back"), icon="undo")
    if look.toast:
        canvas.banner(field, look.toast)
    return canvas.scene()
