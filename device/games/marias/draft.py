"""A deal that is being entered and not yet written: what has been entered so far, and the sheet with its sum."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import msgspec

from device.common import i18n
from device.common.i18n import t, tr
from device.games.marias.outputs import money
from device.graphics.canvas import Canvas
from device.graphics.widgets import Rect
from device.kiosk.screen import draw_panel
from rules.marias import acts as e
from rules.marias.acts.deals import check, counts_refusal, counts_the_choosers
from rules.marias.deal import (
    FAULTS,
    SOLO,
    STO,
    Commitment,
    Count,
    Fault,
    Item,
    Kind,
    Renonc,
    Seat,
    Settlement,
    WrittenDeal,
    base,
    decided_by_outcome,
    item,
    results,
    settlement,
)
from rules.marias.state import MariasSetup, State
from rules.message import Refusal
from rules.money import Amount

HRA = Commitment(kind="hra")
ENTERED = ("chooser", "partner", "red", "commitments", "void_flek", "forgotten", "trhak", "referee")
"""Fields of a deal that are entered as they are recorded."""
ORDER: tuple[Kind, ...] = ("hra", "sto", "mandatory_sto", "sto_proti", "sedma", "sedma_proti", "betl", "durch")


def _count_the_same(commitment: Commitment, other: Commitment) -> bool:
    """Whether both are stos of which the outcome is known, and count what one side took."""
    known = all(part.kind in STO and part.won is not None for part in (commitment, other))
    return known and counts_the_choosers(commitment) == counts_the_choosers(other)


@dataclass(frozen=True, slots=True)
class DealDraft:
    """The deal so far. ``alone`` is entered, not assumed; ``of`` is the deal that is corrected, None for a new one."""

    chooser: Seat | None = None
    partner: Seat | None = None
    alone: bool = False
    red: bool = False
    commitments: tuple[Commitment, ...] = (HRA,)
    void_flek: bool = False
    forgotten: bool = False
    trhak: Seat | None = None
    offender: Seat | None = None
    fault: Fault = "other"
    referee: bool = False
    of: int | None = None

    @classmethod
    def of_deal(cls, deal: WrittenDeal, number: int) -> DealDraft:
        """A written deal, opened for correction."""
        fields = {name: getattr(deal, name) for name in ENTERED}
        if deal.renonc is not None:
            fields |= {"offender": deal.renonc.seat, "fault": deal.renonc.fault}
        return cls(**fields, alone=deal.partner is None, of=number)

    def active(self, state: State) -> tuple[int, ...]:
        """The seats that play the deal."""
        return state.active if self.of is None else state.round.deals[self.of - 1].active

    @property
    def solo(self) -> bool:
        """Whether it is betl or durch."""
        return self.commitments[0].kind in SOLO

    @property
    def voids(self) -> bool:
        """M21: whether a mandatory sto has made a flek on hra void. ``void_flek`` alone says that there was one."""
        return self.void_flek and self.has("mandatory_sto")

    def has(self, kind: str) -> bool:
        """Whether there is a commitment of that kind."""
        return any(commitment.kind == kind for commitment in self.commitments)

    def commitment_of(self, kind: str) -> Commitment:
        """The commitment of that kind, which is there. KeyError where it is not."""
        return {str(commitment.kind): commitment for commitment in self.commitments}[kind]

    def tap(self, seat: Seat) -> DealDraft:
        """A card is tapped: first the chooser, then the partner; the chooser's own again: plays alone."""
        if self.chooser is None:
            return replace(self, chooser=seat)
        if seat == self.chooser:
            if self.alone or self.partner is not None or self.solo:
                return replace(self, chooser=None, partner=None, alone=False)
            return replace(self, alone=True)
        if seat == self.partner:
            return replace(self, partner=None)
        return self if self.solo else replace(self, partner=seat, alone=False)

    def toggle(self, name: str) -> DealDraft:
        """A commitment is tapped: on, or off again; a sto once more is a mandatory one before it goes (M20).

        Betl and durch are played by themselves, sedma and sedma proti exclude each other, a sto of either side stands
        in place of hra (M21).
        """
        if name in SOLO:
            if self.has(name):
                return replace(self, commitments=(HRA,), alone=False)
            commitment = Commitment(kind="betl" if name == "betl" else "durch")
            return replace(self, commitments=(commitment,), partner=None, alone=True, red=False, void_flek=False)
        draft = replace(self, alone=False) if self.solo else self
        kinds = {commitment.kind for commitment in draft.commitments if commitment.kind not in (*SOLO, "hra")}
        if name == "hra":
            kinds -= {*STO}
        elif name == "sto":
            if "sto" in kinds and not draft.alone:  # where somebody was called
                kinds = kinds - {"sto"} | {"mandatory_sto"}
            else:
                kinds = kinds - {"sto", "mandatory_sto"} if kinds & {"sto", "mandatory_sto"} else kinds | {"sto"}
        elif name == "sto_proti":
            kinds ^= {"sto_proti"}
        elif name == "sedma":
            kinds = kinds - {"sedma_proti"} ^ {"sedma"}
        else:
            kinds = kinds - {"sedma"} ^ {"sedma_proti"}
        if not kinds & {*STO}:
            kinds |= {"hra"}
        return draft.with_kinds(list(kinds))

    def with_kinds(self, kinds: list[Kind]) -> DealDraft:
        """These commitments, the known ones as they were; M21: a mandatory sto makes a flek on hra void."""
        known = {commitment.kind: commitment for commitment in self.commitments}
        parts = tuple(known.get(kind, Commitment(kind=kind)) for kind in sorted(kinds, key=ORDER.index))
        hra = known.get("hra")
        void = "hra" not in kinds and (self.void_flek or (hra is not None and hra.level > 0))
        return replace(self, commitments=parts, void_flek=void)

    def with_commitment(self, kind: str, **fields: object) -> DealDraft:
        """One commitment with other fields."""
        parts = tuple(
            msgspec.structs.replace(commitment, **fields) if commitment.kind == kind else commitment
            for commitment in self.commitments
        )
        return replace(self, commitments=parts)

    def with_outcome(self, kind: str, won: bool) -> DealDraft:
        """A commitment was made or lost. Whose tens a sto counts depends on that; a sto proti may have them (M10)."""
        commitment = self.commitment_of(kind)
        if commitment.kind not in STO or commitment.won is won:
            return self.with_commitment(kind, won=won)
        now = msgspec.structs.replace(commitment, won=won)
        known = (other.count for other in self.commitments if _count_the_same(other, now) and other.kind != kind)
        return self.with_commitment(kind, won=won, count=next(known, None))

    def with_count(self, kind: str, count: Count | None) -> DealDraft:
        """The count of a commitment, and of another sto that counts the same side (M10)."""
        commitment = self.commitment_of(kind)
        same = [other.kind for other in self.commitments if other.kind == kind or _count_the_same(other, commitment)]
        draft = self
        for each in same:
            draft = draft.with_commitment(each, count=count)
        return draft

    def decided_by_outcome(self, setup: MariasSetup) -> tuple[bool, ...]:
        """Which commitments an outcome decides (M18); none at a renonc."""
        if self.offender is not None:
            return (False,) * len(self.commitments)
        return decided_by_outcome(setup, self.commitments)

    def parts(self, setup: MariasSetup) -> tuple[Commitment, ...]:
        """The commitments, without outcomes where nothing was played."""
        return tuple(
            commitment if now else msgspec.structs.replace(commitment, won=None, count=None)
            for commitment, now in zip(self.commitments, self.decided_by_outcome(setup), strict=True)
        )

    def items(self, setup: MariasSetup) -> tuple[Item | None, ...]:
        """A line of the sum for each commitment; None where its outcome is not known yet."""
        items: list[Item | None] = []
        for part, now in zip(self.parts(setup), self.decided_by_outcome(setup), strict=True):
            waits = now and (part.won is None or (part.kind in STO and part.count is None))
            items.append(None if waits else item(setup, part, now))
        return tuple(items)

    def deal(self, setup: MariasSetup, active: tuple[int, ...]) -> e.Deal | e.Correct:
        """The deal, or the correction, as an event. Raises `Refusal` where something is still missing."""
        if self.chooser is None:
            raise Refusal("M19", "Tap the chooser first.")
        if self.partner is None and not self.alone and not self.solo and len(active) > 3:
            raise Refusal("M19", "Tap the called partner, or the chooser again if they play alone.")
        renonc = None if self.offender is None else Renonc(seat=self.offender, fault=self.fault)
        fields: dict[str, Any] = {name: getattr(self, name) for name in ENTERED}
        fields |= {"commitments": self.parts(setup), "void_flek": self.voids, "renonc": renonc}
        return e.Deal(**fields) if self.of is None else e.Correct(of=self.of, **fields)

    def sum(self, setup: MariasSetup, active: tuple[int, ...]) -> tuple[Settlement | None, Refusal | None]:
        """The sum of the deal, or why there is none yet."""
        try:
            deal = self.deal(setup, active)
            check(setup, deal, active)
            if (differ := counts_refusal(deal)) is not None:
                raise differ
        except Refusal as refusal:
            return None, refusal
        return settlement(setup, deal, active), None


@dataclass(frozen=True, slots=True)
class SumLine:
    """A line on the sheet: words, an amount (None: not known yet)."""

    label: str
    amount: Amount | None = None
    text: str = ""


def sum_side(canvas: Canvas, state: State, draft: DealDraft, rect: Rect) -> None:
    """The sheet with the sum."""
    setup = state.setup
    settled, refusal = draft.sum(setup, draft.active(state))
    lines = _sum_lines(setup, draft, draft.items(setup) if settled is None else settled.items)
    total = SumLine(t("from each opponent"), None, "–")
    if settled is not None:
        if settled.claim:
            lines.append(SumLine(t("hra of the false claim"), settled.claim * (2 if draft.red else 1)))
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
    if settled is not None and (broke := _out_of_stake(state, draft, settled)):
        remark = t("{name}: the stake is lost with this, top it up (M6).", name=broke)
    _draw_sheet(canvas, rect, lines, total, remark)


def _sum_lines(setup: MariasSetup, draft: DealDraft, items: tuple[Item | None, ...]) -> list[SumLine]:
    """The lines of a deal's sum as far as it is known: commitments, as ``sedma 0,40 × 2``, then red."""
    lines = []
    for part, priced in zip(draft.parts(setup), items, strict=True):
        label = f"{tr(part.name)} {money(base(setup, part.kind))}"
        if part.level:
            label += f" × {2**part.level}"
        if priced is not None and priced.units != 1:
            label += f" × {priced.units}"
        lines.append(SumLine(label, None if priced is None else priced.amount, "?"))
    if draft.voids:
        lines.append(SumLine(t("flek on hra is void"), None, "–"))
    if draft.red and not draft.solo:
        known = [priced.amount for priced in items if priced is not None]
        lines.append(SumLine(t("red × 2"), sum(known) if len(known) == len(items) else None, "?"))
    return lines


def _out_of_stake(state: State, draft: DealDraft, settled: Settlement) -> str:
    """M6: who cannot pay any more once the deal is written; empty where everybody can."""
    active = draft.active(state)
    before = state.round.deals[draft.of - 1].results if draft.of is not None else (Fraction(0),) * state.seats
    brings = results(draft.deal(state.setup, active), active, state.seats, settled.transfer)
    short = [
        state.names[seat]
        for seat in state.round.seats
        if brings[seat] < before[seat] and state.purse(seat) + brings[seat] - before[seat] <= 0 < state.purse(seat)
    ]
    return ", ".join(short)


def _draw_sheet(canvas: Canvas, rect: Rect, lines: list[SumLine], total: SumLine, remark: str) -> None:
    """A small title, the lines, and the total in large figures."""
    u, p = canvas.u, canvas.look.palette
    inner = draw_panel(canvas, rect, p.paper, 14, 8)
    lu = canvas.lu
    canvas.text(Rect(inner.x, inner.y, inner.w, lu(20)), t("SUM"), 13, "semibold", p.ink_muted)
    below = u(46) + (lu(40) if remark else 0)
    step = max(lu(19), min(u(32), (inner.h - lu(24) - below) // max(1, len(lines))))
    y = inner.y + lu(24)
    for line in lines:
        _amount_line(canvas, Rect(inner.x, y, inner.w, step), line, 17)
        canvas.line(Rect(inner.x, y + step - 1, inner.w, 1), p.paper_line)
        y += step
    _amount_line(canvas, Rect(inner.x, y + u(2), inner.w, u(42)), total, 22)
    rest = Rect(inner.x, y + u(44), inner.w, max(u(18), inner.y + inner.h - y - u(44)))
    if remark:
        lines_fit = max(1, min(4, rest.h // lu(20)))
        size = 16 if lines_fit > 2 or canvas.look.large_print else 14
        canvas.ruled_text(rest, remark, size, "regular", p.ink_muted, lines=lines_fit)


def _amount_line(canvas: Canvas, rect: Rect, line: SumLine, size: int) -> None:
    p = canvas.look.palette
    wide = canvas.u(96 if size > 20 else 78)
    canvas.text(Rect(rect.x, rect.y, rect.w - wide - canvas.u(4), rect.h), line.label, size - 1, "regular", p.ink)
    text = line.text if line.amount is None else money(line.amount, plus=True)
    colour = p.invalid if line.amount is not None and line.amount < 0 else p.ink
    canvas.text(Rect(rect.x + rect.w - wide, rect.y, wide, rect.h), text, size, "bold", colour, "right", digits=True)
