"""What a deal's entry asks on screens of their own: the count of tens, a renonc, and what is rare (M9-M27)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Self

import msgspec

from device import i18n
from device.games.marias.draft import DealDraft
from device.games.marias.outputs import money
from device.games.marias.parts import SumLine, draw_caption, question, sum_lines, sum_sheet
from device.graphics.actions import Do
from device.graphics.canvas import Canvas
from device.graphics.widgets import Rect
from device.i18n import t, tr
from device.kiosk.moment import Moment
from device.kiosk.screen import FillIn, Locked, Screen, SubScreen, call
from rules.marias.deal import FAULTS, KINDS, SEAT, Count, Fault, Kind, Seat, Settlement, base, results
from rules.marias.state import Phase, State

FAULT_RULES: dict[Fault, str] = {"other": "M25", "jumped": "M15", "unacknowledged": "M16", "claim": "M24"}


def active_of(state: State, draft: DealDraft) -> tuple[int, ...]:
    """The seats that play the deal that is entered."""
    return state.active if draft.of is None else state.round.deals[draft.of - 1].active


def sum_side(canvas: Canvas, state: State, draft: DealDraft, rect: Rect) -> None:
    """The sheet with the sum."""
    setup = state.setup
    active = active_of(state, draft)
    settled, refusal = draft.sum(setup, active)
    items = draft.items(setup) if settled is None else settled.items
    lines = sum_lines(setup, draft, items, [base(setup, commitment.kind) for commitment in draft.commitments])
    total = SumLine(t("from each opponent"), None, "–")
    if settled is not None:
        if settled.claim:
            lines.append(SumLine(t("hra of the false claim"), settled.claim * (2 if draft.red else 1)))
        if draft.red and settled.claim:
            lines = [line for line in lines if line.label != t("red × 2")]
            lines.insert(-1, SumLine(t("red × 2"), settled.red - settled.claim))
        if settled.fine:
            lines.append(SumLine(tr(FAULTS[draft.fault]), settled.fine))
        if settled.capped:
            lines.append(SumLine(t("cap {cap}", cap=money(setup.cap)), None, money(settled.uncapped)))
        who = t("the offender pays each") if draft.offender is not None else t("from each opponent")
        total = SumLine(who, settled.transfer)
    remarks = {
        "betl": t("After the first trick cards are opened, the others may confer (M22)."),
        "durch": t("Every trick counts; the soloist takes them (M23)."),
    }
    remark = remarks.get(draft.commitments[0].kind, "") if refusal is None else i18n.refusal(refusal)
    if settled is not None and (broke := out_of_stake(state, draft, settled)):
        remark = t("{name}: the stake is lost with this, top it up (M6).", name=broke)
    sum_sheet(canvas, rect, t("SUM"), lines, total, remark)


def against_writing(canvas: Canvas, state: State, draft: DealDraft) -> str | None:
    """Why the deal cannot be written as it stands; None where it can."""
    active = active_of(state, draft)
    _, refusal = draft.sum(state.setup, active)
    return canvas.look.refuses(Do(draft.deal(state.setup, active))) if refusal is None else i18n.refusal(refusal)


def out_of_stake(state: State, draft: DealDraft, settled: Settlement) -> str:
    """M6: who cannot pay any more once the deal is written; empty where everybody can."""
    active = active_of(state, draft)
    before = state.round.deals[draft.of - 1].results if draft.of is not None else (Fraction(0),) * state.seats
    brings = results(draft.deal(state.setup, active), active, state.seats, settled.transfer)
    short = [
        state.names[seat]
        for seat in state.round.seats
        if brings[seat] < before[seat] and state.purse(seat) + brings[seat] - before[seat] <= 0 < state.purse(seat)
    ]
    return ", ".join(short)


class DealScreen(Screen[State]):
    """A deal as it is being entered: what was tapped so far is ``draft``."""

    half_written = True
    phases = (Phase.PLAY, Phase.SLIP)
    draft: DealDraft


def choose(
    canvas: Canvas,
    rect: Rect,
    title: str,
    state: State,
    seats: Sequence[int],
    chosen: Seat | None,
    tap: Callable[[Seat], object],
    size: int = 22,
) -> None:
    """A button for each player of ``seats``, under a title; ``tap`` gives the action of a touch on one."""
    row = draw_caption(canvas, rect, title)
    for seat, box in zip(seats, canvas.cols(row, (1,) * len(seats), canvas.u(6)), strict=True):
        letter = SEAT[seat]
        canvas.button(box, state.names[seat], tap(letter), selected=chosen == letter, size=size)


class OfEntry(SubScreen[State]):
    """A screen on which a part of the entry ``parent`` is filled in."""

    half_written = True
    phases = DealScreen.phases
    parent: DealScreen

    def on_done(self, state: State) -> Screen[State]:
        """Back to the deal: every touch has changed it already."""
        return self.parent

    def change_deal(self, **fields: Any) -> FillIn:
        """The action that changes so much of the deal."""
        return self.change(parent=replace(self.parent, draft=replace(self.parent.draft, **fields)))

    def with_draft(self, draft: DealDraft) -> Self:
        """The same screen over the changed deal."""
        return replace(self, parent=replace(self.parent, draft=draft))


class Counted(OfEntry):
    """Tens, marriages and the trump marriage of the side that counts (M9-M11) at the commitment ``kind``."""

    key = "count"
    kind: Kind

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The numbers."""
        kind, commitment = self.kind, self.parent.draft.commitment_of(self.kind)
        if kind == "hra":
            title = t("Silent sto: what did the winners of hra take?")
        elif commitment.won is False:
            title = t("{kind} is lost: what did its opponents take?", kind=tr(KINDS[kind]))
        else:
            title = t("{kind} is made: what did its side take?", kind=tr(KINDS[kind]))
        body, bar = canvas.rows(question(canvas, title, done=t("Done")), (330, 56))
        counted = commitment.count or Count(tens=0)
        first, second = canvas.rows(body, (1, 1))
        row = draw_caption(canvas, first, t("ACES, TENS AND THE LAST TRICK"))
        columns, lines = (5, 2) if canvas.look.portrait else (10, 1)
        for n, box in enumerate(canvas.grid(row, columns, lines, canvas.u(5))):
            chosen = commitment.count is not None and counted.tens == n
            canvas.button(box, str(n), call(self.on_count, "tens", n), selected=chosen, size=32)
        left, right = canvas.cols(second, (3, 2))
        row = draw_caption(canvas, left, t("MARRIAGES OF 20"))
        for n, box in enumerate(canvas.cols(row, (1,) * 4, canvas.u(5))):
            canvas.button(box, str(n), call(self.on_count, "marriages", n), selected=counted.marriages == n, size=32)
        row = draw_caption(canvas, right, t("TRUMP MARRIAGE OF 40"))
        for has, box in zip((False, True), canvas.cols(row, (1, 1), canvas.u(5)), strict=True):
            chosen, action = counted.trump_marriage == has, call(self.on_count, "trump_marriage", has)
            canvas.button(box, t("yes") if has else t("no"), action, selected=chosen, size=26)
        clear, points = canvas.cols(bar, (1, 2))
        canvas.button(clear, t("No count"), call(self.without_count))
        canvas.text(points, t("{n} points", n=counted.total * 10), 28, "bold", canvas.look.palette.text, "center")
        return body

    def on_count(self, state: State, field: str, value: int) -> Counted:
        """Another ``value`` of a field of the count."""
        count = self.parent.draft.commitment_of(self.kind).count or Count(tens=0)
        count = msgspec.structs.replace(count, **{field: value})
        return self.with_draft(self.parent.draft.with_count(self.kind, count))

    def without_count(self, state: State) -> Screen[State]:
        """There is no count."""
        return self.with_draft(self.parent.draft.with_count(self.kind, None)).parent


class RenoncMade(OfEntry):
    """Who made the renonc, and what it was (M14-M16, M24, M25)."""

    key = "renonc"

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """Faults, and players."""
        state, draft = view.state, self.parent.draft
        body = question(canvas, t("Renonc: whose, and what was it?"), done=t("Done"))
        faults, people, none = canvas.rows(body, (140, 140, 56))
        row = draw_caption(canvas, faults, t("WHAT"))
        columns, lines = (2, 2) if canvas.look.portrait else (4, 1)
        boxes = canvas.grid(row, columns, lines, canvas.u(6))
        for (fault, rule), box in zip(FAULT_RULES.items(), boxes, strict=True):
            chosen = draft.fault == fault
            tap = self.change_deal(fault=fault)
            canvas.button(box, tr(FAULTS[fault]), tap, sub=f"({rule})", selected=chosen, size=19)
        title = t("WHO PAYS EACH OF THE OTHERS")
        choose(
            canvas,
            people,
            title,
            state,
            active_of(state, draft),
            draft.offender,
            lambda seat: self.change_deal(offender=seat),
        )
        canvas.button(none, t("No renonc"), self.change_deal(offender=None))
        return body


class Special(OfEntry):
    """What is rare: a marked trhák, a forgotten choice, the referee's decision, a void flek (M17, M19, M21, M27)."""

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """All of them."""
        state, draft = view.state, self.parent.draft
        body = question(canvas, t("What was special?"), ("M17", "M19", "M21"), t("Done"))
        first, second = canvas.rows(body, (1, 1))
        active = active_of(state, draft)
        against = [seat for seat in active if SEAT[seat] not in (draft.chooser, draft.partner)]
        choose(
            canvas,
            first,
            t("TRHÁK, WHO MUST FLEK"),
            state,
            against,
            draft.trhak,
            lambda seat: self.change_deal(trhak=None if draft.trhak == seat else seat),
            size=20,
        )
        row = draw_caption(canvas, second, t("THE DEAL"))
        forgotten, referee, void = canvas.cols(row, (1, 1, 1), canvas.u(6))
        alone = t("betl, durch or hearts alone")
        canvas.button(
            forgotten,
            t("Choice forgotten"),
            self.change_deal(forgotten=not draft.forgotten),
            sub=alone,
            selected=draft.forgotten,
        )
        canvas.button(
            referee, t("Referee decided"), call(self.switch_referee), sub=t("final (M27)"), selected=draft.referee
        )
        owed = None if draft.find("mandatory_sto") else t("Only a mandatory sto voids a flek (M21).")
        before = t("before mandatory sto")
        canvas.button(
            void,
            t("Flek on hra void"),
            self.change_deal(void_flek=not draft.void_flek),
            sub=before,
            selected=draft.voids,
            why=owed,
        )
        return body

    def switch_referee(self, state: State) -> Locked:
        """The referee decided the deal: that is entered behind the PIN (M27)."""
        return Locked(self.with_draft(replace(self.parent.draft, referee=not self.parent.draft.referee)))
