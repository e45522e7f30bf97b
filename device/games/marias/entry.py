"""Entering a deal: who, what was promised, how high, how it went; the sum grows beside it (M8-M25)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Self

import msgspec

from device.common import i18n
from device.common.i18n import t, tr
from device.games.marias.draft import DealDraft, sum_side
from device.games.marias.outputs import alarm, time_left
from device.games.marias.parts import AnnulScreen, draw_caption, player_cards
from device.graphics.actions import Do, Why
from device.graphics.canvas import Canvas
from device.graphics.headings import below_heading, draw_heading, heading
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.screen import FillIn, Locked, Next, Screen, SubScreen, call
from rules.marias.deal import FAULTS, KINDS, LEVELS, SEAT, STO, Commitment, Count, Fault, Kind, Seat, may_raise
from rules.marias.state import Phase, State
from rules.message import Refusal, msg

BUTTONS: tuple[tuple[Kind, ...], ...] = (
    ("hra",),
    ("sedma",),
    ("sedma_proti",),
    ("sto", "mandatory_sto"),
    ("sto_proti",),
    ("betl",),
    ("durch",),
)
"""Commitments by the button that promises them."""


RAISERS = {
    None: msg("nobody raises further"),
    "others": msg("the others may raise"),
    "choosers": msg("the choosers may raise"),
}
"""Whose turn it is to raise (M32)."""


def _against_writing(canvas: Canvas, state: State, draft: DealDraft) -> str | None:
    """Why the deal cannot be written as it stands; None where it can."""
    active = draft.active(state)
    _, refusal = draft.sum(state.setup, active)
    return canvas.look.refuses(Do(draft.deal(state.setup, active))) if refusal is None else i18n.refusal(refusal)


def _ladder_title(commitment: Commitment) -> str:
    return f"{tr(KINDS[commitment.kind]).upper()} · {tr(RAISERS[may_raise(commitment.kind, commitment.level)])}"


class DealEntryScreen(Screen[State]):
    """Who, what was promised, how high, and how it went; what was tapped so far is ``draft``."""

    key = "entry"
    half_written = True
    shows_time = True
    phases = (Phase.PLAY, Phase.SLIP)
    draft: DealDraft

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """Cards, commitments with their ladders and results, and beside them the sum."""
        state, draft = view.state, self.draft
        low = canvas.look.large_print and len(draft.commitments) > 2
        apart = not canvas.look.portrait and (low or not canvas.look.large_print)  # what is rare stands below the sum
        if canvas.look.portrait:
            head, cards, body, side = below_heading(canvas, (20, 46, 34) if canvas.look.large_print else (19, 49, 32))
        else:
            head, cards, rest = below_heading(canvas, (88, 304))
            body, side = canvas.cols(rest, (524, 252))
            if apart:
                side, beside = canvas.rows(side, (196, 100))
        self.heading(canvas, state, head, view.at)
        active = draft.active(state)
        taps: dict[int, object] = {seat: call(self.on_tap, SEAT[seat]) for seat in active}
        if draft.solo and draft.chooser is not None:
            alone = Why(t("Betl and durch are played alone."))
            taps |= {seat: alone for seat in active if SEAT[seat] != draft.chooser}
        player_cards(canvas, state, cards, draft, taps)
        bands = canvas.rows(body, (1,) * (2 - apart + max(2, len(draft.commitments))), canvas.u(4 if low else 6))
        self.kinds(canvas, bands[0], low=low)
        shown = draft.decided_by_outcome(state.setup)
        if len(draft.commitments) == 1:
            only = draft.commitments[0]
            self.steps(canvas, only, draw_caption(canvas, bands[1], _ladder_title(only)))
            self.result(canvas, only, shown[0], draw_caption(canvas, bands[2], t("RESULT OF THE DEAL")))
        else:
            for commitment, now, band in zip(draft.commitments, shown, bands[1:], strict=False):
                row = draw_caption(canvas, band, _ladder_title(commitment))
                left, right = canvas.cols(row, (58 * 5 + 4 * 5, 206), canvas.u(5))
                self.steps(canvas, commitment, left)
                self.result(canvas, commitment, now, right)
        if apart:
            self.extras(canvas, canvas.grid(beside, 2, 2, canvas.u(6)))
        else:
            row = bands[-1] if low else draw_caption(canvas, bands[-1], t("THE DEAL"))
            self.extras(canvas, canvas.cols(row, (1,) * 4, canvas.u(6)))
        sum_side(canvas, state, draft, side)
        return body

    def heading(self, canvas: Canvas, state: State, rect: Rect, at: int) -> None:
        """Which deal of which round, what is left of that, and writing it."""
        draft, p = self.draft, canvas.look.palette
        number = draft.of or len(state.round.deals) + 1
        done = t("Write the deal") if draft.of is None else t("Put it right")
        title, line = t("Deal {deal}", deal=number), t("round {round}", round=state.round.number)
        why = _against_writing(canvas, state, draft)
        _, time = heading(canvas, rect, title, line, done=done, why=why, own=110)
        ink = p.warn if alarm(state, at) else p.text
        canvas.text(time, time_left(state, at), 36, "bold", ink, "right", digits=True)

    def kinds(self, canvas: Canvas, band: Rect, *, low: bool) -> None:
        """What is promised; a sto that is tapped once more is a mandatory one (M20). ``low``: no room above."""
        row = band if low else draw_caption(canvas, band, t("COMMITMENT"))
        widths = [1.3 if len(group) > 1 else 1 for group in BUTTONS]  # two words go below each other there
        for group, box in zip(BUTTONS, canvas.cols(row, widths, canvas.u(5)), strict=True):
            chosen = next((commitment.kind for commitment in self.draft.commitments if commitment.kind in group), None)
            name = group[0].removesuffix("_proti")
            sub = "" if name == group[0] else t("proti")
            if chosen == "mandatory_sto":
                sub = t("mandatory")
            elif chosen == "sto" and not self.draft.alone:
                sub = t("› mandatory")
            promise = call(self.toggle, group[0])
            canvas.button(box, tr(KINDS[name]), promise, sub=sub, selected=chosen is not None, size=18)

    def steps(self, canvas: Canvas, commitment: Commitment, row: Rect) -> None:
        """The flek ladder; the last button goes on from boty to kajzr and round again (M32)."""
        for n, box in enumerate(canvas.cols(row, (1,) * 5, canvas.u(5))):
            last = n == 4
            level = (commitment.level if commitment.level > 4 else 4) if last else n
            target = 4 + (commitment.level - 3) % 3 if last and commitment.level >= 4 else n
            label = tr(LEVELS[level]) if level else "1×"
            sub = f"{2**level}×" if level and row.h >= canvas.lu(40) else ""  # a low row has room for the name
            if last and commitment.level < 6 and (sub or not level):
                sub += " ›"
            raised = call(self.with_level, commitment.kind, target)
            canvas.button(box, label, raised, sub=sub, selected=commitment.level == level, size=17)

    def result(self, canvas: Canvas, commitment: Commitment, now: bool, row: Rect) -> None:
        """How a commitment went, or why nothing is asked (M14, M18)."""
        if self.draft.offender is not None or not now:
            text = t("renonc ends the deal") if self.draft.offender is not None else t("without re: not played")
            if self.draft.offender is None and commitment.level == 0:
                text = t("approved: not played")
            canvas.text(row, text, 15, "regular", canvas.look.palette.muted, "center", lines=2)
            return
        kept_word, lost, more = canvas.cols(row, (56, 56, 84), canvas.u(5))
        # Translators: the commitment that was played
        won, missed = (t("made"), t("lost")) if row.w > canvas.u(320) else ("", "")
        canvas.button(
            kept_word, won, call(self.outcome, commitment.kind, True), icon="check", selected=commitment.won is True
        )
        canvas.button(
            lost, missed, call(self.outcome, commitment.kind, False), icon="cross", selected=commitment.won is False
        )
        counted = "" if commitment.count is None else str(commitment.count.total * 10)
        unsaid = t("First say whether it was made or lost.") if commitment.won is None else None
        count, chosen = call(self.counting, commitment.kind), commitment.count is not None
        if commitment.kind == "hra":
            canvas.button(more, t("silent sto"), count, sub=counted, selected=chosen, size=14, why=unsaid)
        elif commitment.kind in STO:
            canvas.button(more, t("tens"), count, sub=counted or "?", selected=chosen, size=16, why=unsaid)

    def extras(self, canvas: Canvas, places: Sequence[Rect]) -> None:
        """Hearts, renonc, and what is rare."""
        draft, look = self.draft, canvas.look
        red, renonc, special, annul = places
        solo = t("Red doubles trump games only.") if draft.solo else None
        canvas.button(red, t("red 2×"), call(self.switch_red), style="danger" if draft.red else "normal", why=solo)
        if draft.red:
            canvas.panel(red, look.palette.danger, 10, look.palette.text)
            canvas.text(red, t("red 2×"), 19, "semibold", look.palette.signal_ink, "center")
        canvas.button(renonc, tr(FAULTS["other"]), call(self.on_part, RenoncMade), selected=draft.offender is not None)
        flags = draft.trhak is not None or draft.forgotten or draft.referee
        canvas.button(special, t("special"), call(self.on_part, Special), selected=flags)
        canvas.button(
            annul,
            t("annul"),
            call(self.on_part, AnnulScreen),
            why=t("Only a new deal is annulled.") if draft.of else None,
        )

    def on_tap(self, state: State, seat: Seat) -> DealEntryScreen:
        """A player's card: chooser, called partner, or alone."""
        return replace(self, draft=self.draft.tap(seat))

    def toggle(self, state: State, kind: Kind) -> DealEntryScreen:
        """A commitment is promised, or not."""
        return replace(self, draft=self.draft.toggle(kind))

    def with_level(self, state: State, kind: Kind, level: int) -> DealEntryScreen:
        """A commitment stands at a step of the ladder (M32)."""
        return replace(self, draft=self.draft.with_commitment(kind, level=level))

    def outcome(self, state: State, kind: Kind, won: bool) -> Screen[State]:
        """A commitment was made or lost; a sto is counted at once, since whose tens count depends on it."""
        after = replace(self, draft=self.draft.with_outcome(kind, won))
        if kind in STO and after.draft.commitment_of(kind).count is None:
            return after.counting(state, kind)
        return after

    def counting(self, state: State, kind: Kind) -> Counted:
        """Count the tens of a sto. Raises `Refusal` where it has no outcome to count by."""
        if self.draft.commitment_of(kind).won is None:
            raise Refusal("M10", "First say whether it was made or lost.")
        return Counted(self, kind)

    def switch_red(self, state: State) -> DealEntryScreen:
        """Hearts are trumps, or not (M12)."""
        return replace(self, draft=replace(self.draft, red=not self.draft.red))

    def on_part(self, state: State, part: type[SubScreen[State]]) -> SubScreen[State]:
        """A screen about what is less usual, over the deal as it stands."""
        return part(self)

    def on_done(self, state: State) -> Next[State]:
        """Write the deal. Raises `Refusal` where something is still missing."""
        return self.draft.deal(state.setup, self.draft.active(state))


def new_deal(state: State, *, referee: bool = False) -> DealEntryScreen:
    """A deal of which nothing is entered yet; where only three play, one plays alone."""
    return DealEntryScreen(DealDraft(alone=len(state.active) < 4, referee=referee))


def written_deal(state: State, number: int) -> DealEntryScreen:
    """A written deal of this round, opened for correction."""
    old = state.round.deals[number - 1]
    if old.deal is None:
        return DealEntryScreen(DealDraft(of=number, referee=old.referee, alone=len(old.active) < 4))
    return DealEntryScreen(DealDraft.of_deal(old.deal, number))


RULES, RULE_WIDE = ("M17", "M19", "M21"), 82
"""What is rare has these rules; so many units the way to each takes in a heading."""
FAULT_RULES: dict[Fault, str] = {"other": "M25", "jumped": "M15", "unacknowledged": "M16", "claim": "M24"}


class OfEntry(SubScreen[State]):
    """A screen on which a part of the entry ``parent`` is filled in."""

    half_written = True
    phases = DealEntryScreen.phases
    parent: DealEntryScreen

    def on_done(self, state: State) -> Screen[State]:
        """Back to the deal: every touch has changed it already."""
        return self.parent

    def change_deal(self, **fields: Any) -> FillIn:
        """The action that changes so much of the deal."""
        return self.change(parent=replace(self.parent, draft=replace(self.parent.draft, **fields)))

    def draw_seats(
        self, canvas: Canvas, rect: Rect, title: str, state: State, seats: Sequence[int], field: str, *, twice: bool
    ) -> None:
        """A button for each player of ``seats``, under a title; a touch puts the seat into that field of the deal.

        ``twice``: touched again it is nobody's.
        """
        row, chosen = draw_caption(canvas, rect, title), getattr(self.parent.draft, field)
        for seat, box in zip(seats, canvas.cols(row, (1,) * max(1, len(seats)), canvas.u(6)), strict=False):
            is_chosen = chosen == SEAT[seat]
            change = self.change_deal(**{field: None if is_chosen and twice else SEAT[seat]})
            canvas.button(box, state.names[seat], change, selected=is_chosen, size=20 if twice else 22)

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
        body, bar = canvas.rows(draw_heading(canvas, (1,), title, done=t("Done"))[0], (330, 56))
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
        (body,) = draw_heading(canvas, (1,), t("Renonc: whose, and what was it?"), done=t("Done"))
        faults, people, none = canvas.rows(body, (140, 140, 56))
        row = draw_caption(canvas, faults, t("WHAT"))
        columns, lines = (2, 2) if canvas.look.portrait else (4, 1)
        boxes = canvas.grid(row, columns, lines, canvas.u(6))
        for (fault, rule), box in zip(FAULT_RULES.items(), boxes, strict=True):
            chosen = draft.fault == fault
            tap = self.change_deal(fault=fault)
            canvas.button(box, tr(FAULTS[fault]), tap, sub=f"({rule})", selected=chosen, size=19)
        self.draw_seats(
            canvas, people, t("WHO PAYS EACH OF THE OTHERS"), state, draft.active(state), "offender", twice=False
        )
        canvas.button(none, t("No renonc"), self.change_deal(offender=None))
        return body


class Special(OfEntry):
    """What is rare: a marked trhák, a forgotten choice, the referee's decision, a void flek (M17, M19, M21, M27)."""

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """All of them."""
        state, draft = view.state, self.parent.draft
        head, body = below_heading(canvas, (1,))
        own = 0 if canvas.look.portrait else RULE_WIDE * len(RULES)
        _, links = heading(canvas, head, t("What was special?"), done=t("Done"), own=own)
        if own:
            canvas.rule_links(links, RULES)
        first, second = canvas.rows(body, (1, 1))
        against = [seat for seat in draft.active(state) if SEAT[seat] not in (draft.chooser, draft.partner)]
        self.draw_seats(canvas, first, t("TRHÁK, WHO MUST FLEK"), state, against, "trhak", twice=True)
        row = draw_caption(canvas, second, t("THE DEAL"))
        owed = None if draft.has("mandatory_sto") else t("Only a mandatory sto voids a flek (M21).")
        forgotten, void = (
            self.change_deal(forgotten=not draft.forgotten),
            self.change_deal(void_flek=not draft.void_flek),
        )
        referee = call(self.switch_referee)
        special: Sequence[tuple[str, str, object, bool, str | None]] = (
            (t("Choice forgotten"), t("betl, durch or hearts alone"), forgotten, draft.forgotten, None),
            (t("Referee decided"), t("final (M27)"), referee, draft.referee, None),
            (t("Flek on hra void"), t("before mandatory sto"), void, draft.voids, owed),
        )
        for (label, sub, action, chosen, why), box in zip(
            special, canvas.cols(row, (1, 1, 1), canvas.u(6)), strict=True
        ):
            canvas.button(box, label, action, sub=sub, selected=chosen, why=why)
        return body

    def switch_referee(self, state: State) -> Locked:
        """The referee decided the deal: that is entered behind the PIN (M27)."""
        return Locked(self.with_draft(replace(self.parent.draft, referee=not self.parent.draft.referee)))
