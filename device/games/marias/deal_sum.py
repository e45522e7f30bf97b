"""What a deal that is being entered comes to, beside its entry (M8-M16, M24)."""

from __future__ import annotations

from fractions import Fraction

from device import i18n
from device.games.marias.cards import SumLine, money, sum_lines, sum_sheet
from device.games.marias.draft import Draft
from device.graphics.actions import DONE, Do
from device.graphics.canvas import Canvas
from device.graphics.widgets import Rect
from device.i18n import t, tr
from rules.marias.deal import results
from rules.marias.describe import FAULTS
from rules.marias.state import State
from rules.marias.tariff import Settlement, base


def active_of(state: State, draft: Draft) -> tuple[int, ...]:
    """The seats that play the deal that is entered."""
    return state.active if draft.of is None else state.round.deals[draft.of - 1].active


def sum_side(canvas: Canvas, state: State, draft: Draft, rect: Rect, clock: str) -> None:
    """The sheet with the sum, and the button that writes the deal."""
    u, setup = canvas.u, state.setup
    sheet, button = canvas.rows(rect, (rect.h - u(78), u(70)))
    active = active_of(state, draft)
    settled, refusal = draft.sum(setup, active)
    if settled is not None:
        lines = sum_lines(setup, draft, settled.items, [base(setup, one.kind) for one in draft.commitments])
        if settled.claim:
            lines.append(SumLine(t("hra of the false claim"), settled.claim * (2 if draft.red else 1)))
        if draft.red and settled.claim:
            lines = [line for line in lines if line.label != t("red × 2")]
            lines.insert(-1, SumLine(t("red × 2"), settled.red - settled.claim))
        if settled.fine:
            lines.append(SumLine(tr(FAULTS[draft.fault]), settled.fine))
        if settled.capped:
            lines.append(SumLine(t("cap {cap}", cap=money(setup.cap)), None, money(settled.uncapped)))
        who = t("offender to each") if draft.offender is not None else t("each from one")
        total = SumLine(who, settled.transfer)
    else:
        lines = sum_lines(setup, draft, draft.items(setup), [base(setup, one.kind) for one in draft.commitments])
        total = SumLine(t("each from one"), None, "–")
    remarks = {
        "betl": t("After the first trick cards are opened, the others may confer (M22)."),
        "durch": t("Every trick counts; the soloist takes them (M23)."),
    }
    remark = remarks.get(draft.commitments[0].kind, "") if refusal is None else i18n.refusal(refusal)
    if settled is not None and (broke := out_of_stake(state, draft, settled)):
        remark = t("{name}: the stake is lost with this, top it up (M6).", name=broke)
    number = draft.of or len(state.round.deals) + 1
    title = t("DEAL {deal} · ROUND {round} · {clock}", deal=number, round=state.round.number, clock=clock)
    sum_sheet(canvas, sheet, title, lines, total, remark)
    if refusal is None:
        why = canvas.look.refuses(Do(draft.deal(setup, active)))
    else:
        why = i18n.refusal(refusal)
    label = t("Write the deal") if draft.of is None else t("Put it right")
    canvas.button(button, label, DONE, style="primary", why=why, size=24)


def out_of_stake(state: State, draft: Draft, settled: Settlement) -> str:
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
