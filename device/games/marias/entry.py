"""Entering a deal: who, what was promised, how high, how it went; the sum grows on the paper beside it (M8-M25)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Self

import msgspec

from device import i18n
from device.games.marias.cards import (
    SumLine,
    captioned,
    money,
    paper,
    player_cards,
    question,
    raiser,
    step_name,
    sum_lines,
)
from device.games.marias.choices import Annul
from device.games.marias.draft import Draft
from device.games.marias.outputs import time_left
from device.i18n import t, tr
from device.kiosk.actions import BACK, DONE, Do, Why
from device.kiosk.canvas import Canvas
from device.kiosk.screen import Locked, Next, Screen, View, call
from device.kiosk.widgets import Rect
from rules.marias import events as e
from rules.marias.deal import defenders, results
from rules.marias.describe import FAULTS, KINDS
from rules.marias.state import Phase, State
from rules.marias.tariff import STO, Settlement, base, may_raise
from rules.message import Refusal

FAULT_RULES: tuple[tuple[e.Fault, str], ...] = (
    ("other", "M25"),
    ("jumped", "M15"),
    ("unacknowledged", "M16"),
    ("claim", "M24"),
)


def active_of(state: State, draft: Draft) -> tuple[int, ...]:
    """The seats that play the deal that is entered."""
    return state.active if draft.of is None else state.round.deals[draft.of - 1].active


BUTTONS: tuple[tuple[e.Kind, ...], ...] = (
    ("hra",),
    ("sedma",),
    ("sedma_proti",),
    ("sto", "mandatory_sto"),
    ("sto_proti",),
    ("betl",),
    ("durch",),
)
"""Commitments by the button that promises them."""


def ladder_title(one: e.Commitment) -> str:
    """Whose ladder it is, and who may raise (M32)."""
    return f"{tr(KINDS[one.kind]).upper()} · {raiser(one.kind, may_raise(one.kind, one.level))}"


@dataclass(frozen=True)
class Entry(Screen[State]):
    """A deal as it is being entered: what was tapped so far is ``draft``."""

    key = "entry"
    draft: Draft

    def valid(self, state: State) -> bool:
        """While the round is played or its slip is written."""
        return state.phase in (Phase.PLAY, Phase.SLIP)

    # -- the picture -----------------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """Cards, commitments with their ladders and results, and beside them the sum."""
        state, draft = view.state, self.draft
        if canvas.look.portrait:
            cards, body, side = canvas.rows(canvas.area, (17, 45, 38))
        else:
            cards, rest = canvas.rows(canvas.area, (100, 356))
            body, side = canvas.cols(rest, (524, 252))
        active = active_of(state, draft)
        taps: dict[int, object] = {seat: call(self.tapped, e.SEAT[seat]) for seat in active}
        if draft.solo and draft.chooser is not None:
            alone = Why(t("Betl and durch are played alone."))
            taps |= {seat: alone for seat in active if e.SEAT[seat] != draft.chooser}
        player_cards(canvas, state, cards, draft, taps)
        bands = canvas.rows(body, (1,) * (2 + max(2, len(draft.commitments))), canvas.u(6))
        self.kinds(canvas, bands[0])
        shown = draft.shown(state.setup)
        if len(draft.commitments) == 1:
            only = draft.commitments[0]
            self.steps(canvas, only, captioned(canvas, bands[1], ladder_title(only)))
            self.result(canvas, only, shown[0], captioned(canvas, bands[2], t("RESULT OF THE DEAL")))
        else:
            for one, now, band in zip(draft.commitments, shown, bands[1:-1], strict=True):
                self.ladder(canvas, one, now, band)
        self.extras(canvas, bands[-1])
        sum_side(canvas, state, draft, side, time_left(state, view.at))
        return body

    def kinds(self, canvas: Canvas, band: Rect) -> None:
        """What is promised; a sto that is tapped once more is a mandatory one (M20)."""
        row = captioned(canvas, band, t("COMMITMENT"))
        widths = [1.3 if len(group) > 1 else 1 for group in BUTTONS]  # two words go below each other there
        for group, box in zip(BUTTONS, canvas.cols(row, widths, canvas.u(5)), strict=True):
            chosen = next((one.kind for one in self.draft.commitments if one.kind in group), None)
            name, sub = group[0], ""
            if name.endswith("_proti"):
                name, sub = ("sedma", t("proti")) if name == "sedma_proti" else ("sto", t("proti"))
            elif chosen == "mandatory_sto":
                sub = t("mandatory")
            elif chosen == "sto" and not self.draft.alone:
                sub = t("› mandatory")
            canvas.button(
                box, tr(KINDS[name]), call(self.toggle, group[0]), sub=sub, selected=chosen is not None, size=18
            )

    def ladder(self, canvas: Canvas, one: e.Commitment, now: bool, band: Rect) -> None:
        """A commitment among several: its flek ladder, whose turn it is, and how it went, in one row (M18, M32)."""
        row = captioned(canvas, band, ladder_title(one))
        left, right = canvas.cols(row, (58 * 5 + 4 * 5, 206), canvas.u(5))
        self.steps(canvas, one, left)
        self.result(canvas, one, now, right)

    def steps(self, canvas: Canvas, one: e.Commitment, row: Rect) -> None:
        """The flek ladder; the last button goes on from boty to kajzr and round again (M32)."""
        for n, box in enumerate(canvas.cols(row, (1,) * 5, canvas.u(5))):
            last = n == 4
            level = (one.level if one.level > 4 else 4) if last else n
            target = 4 + (one.level - 3) % 3 if last and one.level >= 4 else n
            label = step_name(level)
            sub = f"{2**level}×" if level else ""
            if last and one.level < 6:
                sub += " ›"
            canvas.button(
                box, label, call(self.raised, one.kind, target), sub=sub, selected=one.level == level, size=17
            )

    def result(self, canvas: Canvas, one: e.Commitment, now: bool, row: Rect) -> None:
        """How a commitment went, or why nothing is asked (M14, M18)."""
        if self.draft.offender is not None or not now:
            said = t("renonc ends the deal") if self.draft.offender is not None else t("without re: not played")
            if self.draft.offender is None and one.level == 0:
                said = t("approved: not played")
            canvas.text(row, said, 15, "regular", canvas.look.palette.muted, "center", lines=2)
            return
        made, lost, more = canvas.cols(row, (56, 56, 84), canvas.u(5))
        won, missed = (t("made"), t("lost")) if row.w > canvas.u(320) else ("", "")
        canvas.button(made, won, call(self.outcome, one.kind, True), icon="check", selected=one.won is True)
        canvas.button(lost, missed, call(self.outcome, one.kind, False), icon="cross", selected=one.won is False)
        counted = "" if one.count is None else str(one.count.total * 10)
        unsaid = t("First say whether it was made or lost.") if one.won is None else None
        count, chosen = call(self.counting, one.kind), one.count is not None
        if one.kind == "hra":
            canvas.button(more, t("silent sto"), count, sub=counted, selected=chosen, size=14, why=unsaid)
        elif one.kind in STO:
            canvas.button(more, t("tens"), count, sub=counted or "?", selected=chosen, size=16, why=unsaid)

    def extras(self, canvas: Canvas, band: Rect) -> None:
        """Hearts, renonc, what is rare, and back."""
        draft, look = self.draft, canvas.look
        row = captioned(canvas, band, t("THE DEAL"))
        red, renonc, special, annul, back = canvas.cols(row, (1.15, 1.1, 1.1, 1, 0.8), canvas.u(6))
        solo = t("Red doubles trump games only.") if draft.solo else None
        canvas.button(red, t("red 2×"), call(self.red), style="danger" if draft.red else "normal", why=solo)
        if draft.red:
            canvas.panel(red, look.palette.danger, 10, look.palette.text)
            canvas.text(red, t("red 2×"), 19, "semibold", look.palette.signal_ink, "center")
        canvas.button(renonc, tr(FAULTS["other"]), call(self.renonc), selected=draft.offender is not None)
        flags = draft.trhak is not None or draft.forgotten or draft.referee
        canvas.button(special, t("special"), call(self.special), selected=flags)
        canvas.button(annul, t("annul"), call(self.annul), why=t("Only a new deal is annulled.") if draft.of else None)
        canvas.button(back, "", BACK, icon="back")

    # -- touches ---------------------------------------------------------------------------------------------------

    def tapped(self, state: State, seat: e.Seat) -> Entry:
        """A player's card: chooser, called partner, or alone."""
        return replace(self, draft=self.draft.tap(seat))

    def toggle(self, state: State, kind: e.Kind) -> Entry:
        """A commitment is promised, or not."""
        return replace(self, draft=self.draft.toggle(kind))

    def raised(self, state: State, kind: e.Kind, level: int) -> Entry:
        """A commitment stands at a step of the ladder (M32)."""
        return replace(self, draft=self.draft.changed(kind, level=level))

    def outcome(self, state: State, kind: e.Kind, won: bool) -> Screen[State]:
        """A commitment was made or lost; a sto is counted at once, since whose tens count depends on it."""
        one = self.draft.found(kind)
        fields: dict[str, object] = {"won": won}
        if one.kind in STO and one.won is not won:
            fields["count"] = None
        after = replace(self, draft=self.draft.changed(kind, **fields))
        if one.kind in STO and after.draft.found(kind).count is None:
            return after.counting(state, kind)
        return after

    def counting(self, state: State, kind: e.Kind) -> Counted:
        """Count the tens of a sto. Raises `Refusal` where it has no outcome to count by."""
        if self.draft.found(kind).won is None:
            raise Refusal("M10", "First say whether it was made or lost.")
        return Counted(self, kind)

    def red(self, state: State) -> Entry:
        """Hearts are trumps, or not (M12)."""
        return replace(self, draft=replace(self.draft, red=not self.draft.red))

    def renonc(self, state: State) -> RenoncMade:
        """Who made one."""
        return RenoncMade(self)

    def special(self, state: State) -> Special:
        """What is rare."""
        return Special(self)

    def annul(self, state: State) -> Annul:
        """Nobody pays the deal."""
        return Annul(self)

    def done(self, state: State) -> Next[State]:
        """Write the deal. Raises `Refusal` where something is still to be said."""
        return self.draft.deal(state.setup, active_of(state, self.draft))


def new_deal(state: State, *, referee: bool = False) -> Entry:
    """A deal of which nothing is said yet; where only three play, one plays alone."""
    return Entry(Draft(alone=len(state.active) < 4, referee=referee))


def written_deal(state: State, number: int) -> Entry:
    """A written deal of this round, opened for correction."""
    old = state.round.deals[number - 1]
    if old.deal is None:
        return Entry(Draft(of=number, referee=old.referee, alone=len(old.active) < 4))
    return Entry(Draft.of_deal(old.deal, number))


@dataclass(frozen=True)
class OfEntry(Screen[State]):
    """A screen on which a part of the entry ``parent`` is said."""

    parent: Entry

    def valid(self, state: State) -> bool:
        """Where the entry is."""
        return self.parent.valid(state)

    def back(self, state: State) -> Screen[State]:
        """To the deal, with what was said."""
        return self.parent

    def with_draft(self, draft: Draft) -> Self:
        """The same screen over the changed deal."""
        return replace(self, parent=replace(self.parent, draft=draft))


@dataclass(frozen=True)
class Counted(OfEntry):
    """Tens, marriages and the trump marriage of the side that counts (M9-M11) at the commitment ``kind``."""

    key = "count"
    kind: e.Kind

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """The numbers."""
        kind, one = self.kind, self.parent.draft.found(self.kind)
        if kind == "hra":
            title = t("Silent sto: what did the winners of hra take?")
        elif one.won is False:
            title = t("{kind} is lost: what did its opponents take?", kind=tr(KINDS[kind]))
        else:
            title = t("{kind} is made: what did its side take?", kind=tr(KINDS[kind]))
        body, bar = question(canvas, title)
        counted = one.count or e.Count(tens=0)
        first, second = canvas.rows(body, (1, 1))
        row = captioned(canvas, first, t("ACES, TENS AND THE LAST TRICK"))
        bands = canvas.rows(row, (1, 1), canvas.u(5)) if canvas.look.portrait else [row]
        each = 10 // len(bands)
        for n in range(10):
            box = canvas.cols(bands[n // each], (1,) * each, canvas.u(5))[n % each]
            chosen = one.count is not None and counted.tens == n
            canvas.button(box, str(n), call(self.tens, n), selected=chosen, size=32)
        left, right = canvas.cols(second, (3, 2))
        row = captioned(canvas, left, t("MARRIAGES OF 20"))
        for n, box in enumerate(canvas.cols(row, (1,) * 4, canvas.u(5))):
            canvas.button(box, str(n), call(self.marriages, n), selected=counted.marriages == n, size=32)
        row = captioned(canvas, right, t("TRUMP MARRIAGE OF 40"))
        for has, box in zip((False, True), canvas.cols(row, (1, 1), canvas.u(5)), strict=True):
            label = t("yes") if has else t("no")
            canvas.button(box, label, call(self.trump_marriage, has), selected=counted.trump_marriage == has, size=26)
        clear, done = canvas.cols(bar, (1, 2))
        canvas.button(clear, t("No count"), call(self.uncounted))
        canvas.button(done, t("{n} points", n=counted.total * 10), BACK, style="primary", size=24)
        return body

    def counted(self, **fields: object) -> Counted:
        """The count with other fields."""
        counted = self.parent.draft.found(self.kind).count or e.Count(tens=0)
        return self.with_draft(self.parent.draft.changed(self.kind, count=msgspec.structs.replace(counted, **fields)))

    def tens(self, state: State, number: int) -> Counted:
        """Aces, tens and the last trick."""
        return self.counted(tens=number)

    def marriages(self, state: State, number: int) -> Counted:
        """Marriages of twenty."""
        return self.counted(marriages=number)

    def trump_marriage(self, state: State, has: bool) -> Counted:
        """The marriage of forty."""
        return self.counted(trump_marriage=has)

    def uncounted(self, state: State) -> Screen[State]:
        """There is no count."""
        return self.with_draft(self.parent.draft.changed(self.kind, count=None)).parent


@dataclass(frozen=True)
class RenoncMade(OfEntry):
    """Who made the renonc, and what it was (M14-M16, M24, M25)."""

    key = "renonc"

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """Faults, and players."""
        state, draft = view.state, self.parent.draft
        body, bar = question(canvas, t("Renonc: whose, and what was it?"))
        faults, people = canvas.rows(body, (1, 1))
        row = captioned(canvas, faults, t("WHAT"))
        columns = (1,) * 2 if canvas.look.portrait else (1,) * 4
        bands = canvas.rows(row, (1,) * (4 // len(columns)), canvas.u(6))
        boxes = [box for band in bands for box in canvas.cols(band, columns, canvas.u(6))]
        for (fault, rule), box in zip(FAULT_RULES, boxes, strict=True):
            canvas.button(
                box, tr(FAULTS[fault]), call(self.fault, fault), sub=rule, selected=draft.fault == fault, size=19
            )
        row = captioned(canvas, people, t("WHO PAYS EACH OF THE OTHERS"))
        active = active_of(state, draft)
        for seat, box in zip(active, canvas.cols(row, (1,) * len(active), canvas.u(6)), strict=True):
            canvas.button(
                box,
                state.names[seat],
                call(self.offender, e.SEAT[seat]),
                selected=draft.offender == e.SEAT[seat],
                size=22,
            )
        none, done = canvas.cols(bar, (1, 2))
        canvas.button(none, t("No renonc"), call(self.offender, None))
        canvas.button(done, t("Back to the deal"), BACK, style="primary", size=22)
        return body

    def fault(self, state: State, fault: e.Fault) -> RenoncMade:
        """What it was."""
        return self.with_draft(replace(self.parent.draft, fault=fault))

    def offender(self, state: State, seat: e.Seat | None) -> RenoncMade:
        """Whose it was; None: there was none."""
        return self.with_draft(replace(self.parent.draft, offender=seat))


@dataclass(frozen=True)
class Special(OfEntry):
    """What is rare: a marked trhák, a forgotten choice, the referee's decision, a void flek (M17, M19, M21, M27)."""

    key = "special"

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """All of them."""
        state, draft = view.state, self.parent.draft
        body, bar = question(canvas, t("What was special?"))
        first, second = canvas.rows(body, (1, 1))
        row = captioned(canvas, first, t("TRHÁK, WHO MUST FLEK (M17)"))
        active = active_of(state, draft)
        against = [seat for seat in active if e.SEAT[seat] not in (draft.chooser, draft.partner)]
        if draft.chooser is not None and draft.partner is not None:
            against = list(defenders(e.Deal(chooser=draft.chooser, partner=draft.partner), active))
        for seat, box in zip(against, canvas.cols(row, (1,) * len(against), canvas.u(6)), strict=True):
            action = call(self.trhak, e.SEAT[seat])
            canvas.button(box, state.names[seat], action, selected=draft.trhak == e.SEAT[seat], size=20)
        row = captioned(canvas, second, t("THE DEAL"))
        forgotten, referee, void = canvas.cols(row, (1, 1, 1), canvas.u(6))
        canvas.button(
            forgotten,
            t("Choice forgotten"),
            call(self.forgotten),
            sub=t("betl, durch or hearts alone"),
            selected=draft.forgotten,
        )
        canvas.button(referee, t("Referee decided"), call(self.decided), sub=t("final (M27)"), selected=draft.referee)
        owed = None if draft.find("mandatory_sto") else t("Only a mandatory sto voids a flek (M21).")
        canvas.button(
            void,
            t("Flek on hra void"),
            call(self.void_flek),
            sub=t("before mandatory sto"),
            selected=draft.voids,
            why=owed,
        )
        canvas.button(bar, t("Back to the deal"), BACK, style="primary", size=22)
        return body

    def trhak(self, state: State, seat: e.Seat) -> Special:
        """Who must flek; the same player again: nobody (M17)."""
        draft = self.parent.draft
        return self.with_draft(replace(draft, trhak=None if draft.trhak == seat else seat))

    def forgotten(self, state: State) -> Special:
        """The chooser forgot to choose (M19)."""
        return self.with_draft(replace(self.parent.draft, forgotten=not self.parent.draft.forgotten))

    def void_flek(self, state: State) -> Special:
        """A flek on hra came before the mandatory sto (M21)."""
        return self.with_draft(replace(self.parent.draft, void_flek=not self.parent.draft.void_flek))

    def decided(self, state: State) -> Locked:
        """The referee decided the deal: that is said behind the PIN (M27)."""
        return Locked(self.with_draft(replace(self.parent.draft, referee=not self.parent.draft.referee)))


def sum_side(canvas: Canvas, state: State, draft: Draft, rect: Rect, clock: str) -> None:
    """The paper with the sum, and the button that writes it."""
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
    paper(canvas, sheet, title, lines, total, remark)
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
