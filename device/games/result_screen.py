"""The end of a game, alike in all of them: who won, the game's own tally, who agrees with it, and the ways on."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from device.common.i18n import t, tr
from device.games.act_screens import GameForms, OfSideScreen
from device.games.table_parts import BarItem, draw_item
from device.graphics.actions import MENU, REOPEN, PressArea, Show
from device.graphics.canvas import Canvas
from device.graphics.dialogs import WayBack, pocket_mark, result_bar
from device.graphics.palette import Palette
from device.graphics.typefaces import HUGE
from device.graphics.widgets import Colour, Rect
from device.kiosk.moment import Moment
from device.kiosk.screen import Screen
from rules.signing import Signature

S = TypeVar("S")

LONG = (36, 24)
"""Letters of a side's names beyond which they take two lines: on a screen that is wider than high, and a tall one."""
BAR = 14
"""Height of the bar that shows how far the button is held, in units."""


@dataclass(frozen=True, slots=True)
class Signer:
    """Who signs at a side of the table: names, whether they have, and their colour.

    ``hint`` is said until they have signed; ``can_sign``: a held button signs now. ``dispute`` is the action that
    leads to disagreeing; None: there is no way. ``past``: it is a picture of what was.
    """

    names: str
    signed: bool
    colour: Colour
    hint: str = ""
    can_sign: bool = True
    dispute: object | None = None
    past: bool = False


def draw_signatures(canvas: Canvas, rect: Rect, signers: Sequence[Signer]) -> None:
    """A panel for each side, beside its clock button; where it is low, what is said stands beside the names."""
    for side, box in enumerate(canvas.by_side(canvas.cols(rect, (1, 1)))):
        _signature(canvas, box, side, signers[side])


def _signature(canvas: Canvas, rect: Rect, side: int, signer: Signer) -> None:
    """While the button is held a bar grows along its foot, full when that is a signature.

    Where the screen's own press areas are on, and it can be signed, a touch on it presses the side's button.
    """
    p, u, look = canvas.look.palette, canvas.u, canvas.look
    if signer.dispute is not None and not signer.signed:
        rect, other = canvas.rows(rect, (9, 4), u(6)) if look.portrait else canvas.cols(rect, (2.6, 1), u(6))
        canvas.button(other, t("Dispute"), signer.dispute, size=17)
    canvas.panel(rect, p.ok if signer.signed else p.button, border=None if signer.signed else signer.colour)
    if signer.can_sign and not signer.signed:
        if held := look.holds[side]:
            high = u(BAR)
            canvas.panel(Rect(rect.x, rect.y + rect.h - high, max(high, round(rect.w * held)), high), p.ok, 6)
        if look.press_areas:
            canvas.touch(rect, PressArea(side))
    inner = canvas.inset(rect, 10, 4)
    if signer.signed:
        inner = canvas.sign_before(inner, "check", p.signal_ink, 34, 8)
    ink = p.signal_ink if signer.signed else p.text
    beside = inner.h < canvas.lu(56) and inner.w >= u(320)
    if inner.h < canvas.lu(40) and not beside:
        canvas.text(inner, signer.names, 24, "bold", ink, "center")
        return
    names, line = canvas.cols(inner, (2, 3)) if beside else canvas.rows(inner, (3, 2) if signer.past else (1, 1), 0)
    canvas.text(
        names, signer.names, 24, "bold", ink, "center", lines=2 if len(signer.names) > LONG[look.portrait] else 1
    )
    if signer.signed:
        canvas.text(line, t("Signed"), 24, "bold", ink, "center")
        return
    canvas.ruled_text(
        line,
        signer.hint or t("Agreed? Hold your own clock button."),
        16 if beside else 18,
        "semibold",
        ink,
        "center",
        lines=2,
    )


@dataclass(frozen=True, slots=True)
class Pane:
    """What a side came to where two play against each other: its name, a large figure, and how that came about."""

    name: str
    figure: str
    lines: Sequence[str]
    colour: Colour
    won: bool


def draw_panes(canvas: Canvas, rect: Rect, panes: Sequence[Pane]) -> None:
    """Both beside each other; who won has a border and a cup."""
    p, u = canvas.look.palette, canvas.u
    for pane, box in zip(panes, canvas.by_side(canvas.cols(rect, (1, 1))), strict=True):
        canvas.panel(box, p.panel, border=pane.colour if pane.won else None)
        name, body = canvas.rows(canvas.inset(box, 16, 8), (34 * canvas.print_scale, 150), u(2))
        if pane.won:
            name = canvas.sign_before(name, "cup", pane.colour, 30, 8)
        canvas.text(name, pane.name, 24, "bold", pane.colour)
        figure, lines = canvas.rows(body, (3, 2)) if canvas.look.portrait else canvas.cols(body, (11, 9))
        canvas.text(figure, pane.figure, 100, "bold", p.text, digits=True)
        bands = canvas.rows(lines, (1,) * max(3, len(pane.lines)), 0)
        for line, band in zip(pane.lines, bands[-len(pane.lines) :], strict=True):
            align = "left" if canvas.look.portrait else "right"
            canvas.text(band, line, 19, "regular", p.muted, align)


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """What one of several players came to: ``line`` says how, ``figure`` in all; ``place`` is "" where none is said.

    ``colour`` is the player's, or of who won where players have none.
    """

    name: str
    figure: str
    colour: Colour | None
    won: bool
    place: str = ""
    line: str = ""


def draw_rows(canvas: Canvas, rect: Rect, rows: Sequence[RankedPlayer]) -> None:
    """One below the other, the first first; who won has a border and a cup, in the same place for all."""
    p, u, tall = canvas.look.palette, canvas.u, canvas.look.portrait
    for row, band in zip(rows, canvas.rows(rect, (1,) * max(3, len(rows)), u(6)), strict=False):
        canvas.panel(band, p.panel, border=row.colour if row.won else None)
        ink = row.colour or p.text
        if row.colour is not None:
            canvas.panel(Rect(band.x, band.y, u(10), band.h), row.colour, radius=5)
        inner = Rect(band.x + u(22), band.y + u(2), band.w - u(36), band.h - u(4))
        if row.line and tall:
            inner, below = canvas.rows(canvas.inset(inner, 0, 8), (3, 2), 0)
            canvas.text(below, row.line, 17, "regular", p.muted, lines=2)
        elif row.line:
            name_wide = inner.w * 9 // 20
            middle = Rect(inner.x + name_wide, inner.y, inner.w - name_wide - u(150), inner.h)
            canvas.text(middle, row.line, 17, "regular", p.muted, lines=2)
        wide = inner.w * 9 // 20 if row.line and not tall else inner.w // 2
        name = Rect(inner.x, inner.y, wide, inner.h)
        if row.place:
            canvas.text(Rect(name.x, name.y, u(34), name.h), row.place, 22, "bold", p.text)
            name = Rect(name.x + u(40), name.y, name.w - u(40), name.h)
        if row.won:
            name = canvas.sign_before(name, "cup", ink, 28, 10)
        canvas.text(name, row.name, 24, "bold", ink)
        figure = Rect(inner.x + wide, inner.y, inner.w - wide, inner.h)
        if row.line and not tall:
            figure = Rect(inner.x + inner.w - u(146), inner.y, u(146), inner.h)
        canvas.text(figure, row.figure, 22, "bold", p.text, "right")


class ResultScreen(Screen[S]):
    """The end of a game; a game says what there is to see of it.

    It is signed by the act ``sign`` and disagreed with on the screen ``dispute``, None: there is no way. ``forms`` know
    who sits at which side.
    """

    key = "result"
    forms: ClassVar[GameForms]
    sign: ClassVar[type[Signature]]
    dispute: ClassVar[type[OfSideScreen] | None] = None

    @abstractmethod
    def outcome(self, state: S) -> str:
        """Who won."""

    def remark(self, state: S) -> str:
        """What explains that, where it is not seen."""
        return ""

    @abstractmethod
    def draw_tally(self, canvas: Canvas, rect: Rect, state: S) -> None:
        """How everybody stands."""

    def signers(self, state: S, palette: Palette) -> Sequence[Signer]:
        """Who signs at side A and at side B, a side that disagrees with what it says; nobody where that is done."""
        return [self._signer(state, palette, side) for side in (0, 1)]

    def _signer(self, state: Any, palette: Palette, side: int) -> Signer:
        """``side`` is 0 or 1; in the state it is what signatures say of it."""
        names, colour = self.forms.side_names(state, side), self.colour(palette, side)
        signing = self.sign.signing.side_of(self.sign(**(self.sign.ways or ())[side]))
        signed = signing in state.signed
        if self.dispute is None:
            return Signer(names, signed, colour)
        reason = next((why for disputing, why in reversed(state.disputes) if disputing == signing), None)
        show = Show(self.dispute(side))
        if reason is None:
            return Signer(names, signed, colour, dispute=show)
        act: Any = self.dispute.act
        hint = t("Disputed: {reason}", reason=tr(act.reason_words(reason)))
        return Signer(names, signed, palette.danger, hint, dispute=show)

    def colour(self, palette: Palette, side: int) -> Colour:
        """The colour of ``side`` (0 or 1) of the table."""
        return palette.pair[side]

    @abstractmethod
    def own(self, view: Moment[S]) -> BarItem:
        """The game's own button: to what stands on record."""

    def way_back(self, state: S) -> WayBack | None:
        """How a signed end is opened again; None: it stays as it is."""
        return t("Open again"), t("with a reason"), REOPEN

    def again(self) -> str:
        """With whom a rematch is, for its button."""
        return t("the same people")

    def draw(self, canvas: Canvas, view: Moment[S]) -> Rect:
        """Who won, the tally, both signatures, the ways on."""
        state, signers = view.state, self.signers(view.state, canvas.look.palette)
        signed = all(signer.signed for signer in signers)
        tall = (60, 520, 150) if signed else (60, 570, 90)
        head, body, bar = canvas.rows(canvas.area, tall if canvas.look.portrait else (60, 316, 80))
        tally = self._draw(canvas, pocket_mark(canvas, head), body, state, signers)
        back = self.way_back(state) if signed else (t("More"), t("undo · put it right"), MENU)
        draw_item(canvas, result_bar(canvas, bar, back, self.again(), signed=signed), self.own(view))
        return tally

    def draw_past(self, canvas: Canvas, rect: Rect, state: S) -> None:
        """The same as a picture of the past, in which nobody disagrees any more."""
        head, body = canvas.rows(rect, (40 * canvas.print_scale, 290), canvas.u(4))
        signers = [
            replace(signer, hint=signer.hint or t("not signed yet"), can_sign=False, dispute=None, past=True)
            for signer in self.signers(state, canvas.look.palette)
        ]
        self._draw(canvas, head, body, state, signers, 84)

    def _draw(
        self, canvas: Canvas, head: Rect, body: Rect, state: S, signers: Sequence[Signer], low: float = 96
    ) -> Rect:
        """``low`` is the height of the signatures on a screen that is wider than high."""
        p, k = canvas.look.palette, canvas.print_scale
        title = head
        if remark := self.remark(state):
            title, line = canvas.rows(head, (36, 22), 0)
            canvas.ruled_text(line, remark, 17, "regular", p.text, "center")
        lines = 2 if canvas.look.portrait and not remark else 1
        canvas.text(title, self.outcome(state), HUGE, "bold", p.text, "center", lines=lines)
        if not signers:
            self.draw_tally(canvas, body, state)
            return body
        if canvas.look.portrait:  # whoever can disagree has a button for it under the own name
            low = 164 if any(signer.dispute is not None for signer in signers) else 120
        tally, signs = canvas.rows(body, (550 - low if canvas.look.portrait else 212, low * k))
        self.draw_tally(canvas, tally, state)
        draw_signatures(canvas, signs, signers)
        return tally
