"""Parts of the screens of mariáš: the players' cards, a deal's sum, the round's time, deals, terms and standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from device.games.marias import ACCENT
from device.games.marias.draft import DealDraft
from device.games.marias.outputs import alarm, hand_line, money, round_title, time_left
from device.graphics.actions import BIG_CLOCK
from device.graphics.canvas import Canvas
from device.graphics.headings import below_heading, heading
from device.graphics.kept import draw_cached
from device.graphics.palette import Palette
from device.graphics.widgets import Colour, Rect
from device.i18n import t, tr
from device.kiosk import low_time
from device.kiosk.screen import draw_panel
from rules.marias.deal import FAULTS, INDEX, KINDS, SEAT, SILENT_STO, Commitment, Item
from rules.marias.report import deal_text
from rules.marias.state import MariasSetup, Phase, Played, State, standings, sums_by_seat
from rules.money import Amount


@dataclass(frozen=True, slots=True)
class Role:
    """What a card says of its player now, and its colours."""

    line: str
    fill: Colour
    ink: Colour
    sub: Colour
    border: Colour | None = None


def _roles(state: State, draft: DealDraft | None, palette: Palette) -> list[Role]:
    p = palette
    roles = []
    active = state.active if draft is None or draft.of is None else state.round.deals[draft.of - 1].active
    for seat in range(state.seats):
        letter = SEAT[seat]
        role = Role(_standing_line(state, seat), p.panel, p.text, p.muted)
        if draft is not None:
            if letter == draft.chooser:
                line = t("chooses, alone") if draft.alone or draft.solo else t("chooses")
                fill, ink = (p.danger, p.signal_ink) if draft.red else (p.pair[0], p.pair_ink)
                role = Role(line, fill, ink, ink)
            elif letter == draft.partner:
                role = Role(t("called, with them"), p.button, p.text, p.text, p.danger if draft.red else p.pair[0])
            elif seat not in active:
                role = Role(role.line, p.back, p.faint, p.faint, p.button)
        elif state.is_expelled(seat):
            role = Role(t("expelled"), p.back, p.faint, p.faint, p.button)
        if draft is not None and letter == draft.offender:
            role = Role(tr(FAULTS[draft.fault]), role.fill, role.ink, role.sub, p.warn)
        roles.append(role)
    return roles


def _standing_line(state: State, seat: int) -> str:
    if state.phase is Phase.PLAY and seat == state.dealer:
        return t("deals, sits out") if len(state.present) == 5 else t("deals")
    if state.phase is Phase.READY and seat == state.dealer:
        return t("deals first · writes") if seat == state.leader else t("deals first")
    if state.in_round and state.round.topped_up[seat]:
        return t("topped up {amount} Kč", amount=money(state.round.topped_up[seat]))
    return t("writes the slip") if seat == state.leader else ""


def player_cards(canvas: Canvas, state: State, rect: Rect, draft: DealDraft | None, taps: Mapping[int, object]) -> None:
    """A card for each player: name, role, and what the round has brought; ``taps`` are what touches mean."""
    if draft is None:  # without an entry it is all there is to say until something happens
        draw_cached(canvas, _cards, state, rect, None, tuple(taps.items()))
    else:
        _cards(canvas, state, rect, draft, tuple(taps.items()))


def _cards(
    canvas: Canvas, state: State, rect: Rect, draft: DealDraft | None, taps: tuple[tuple[int, object], ...]
) -> None:
    u, p, taps_of = canvas.u, canvas.look.palette, dict(taps)
    without_stake = state.broke if state.phase is Phase.PLAY else ()
    sums = sums_by_seat(state)
    for seat, (role, box) in enumerate(zip(_roles(state, draft, p), places(canvas, rect, state.seats), strict=True)):
        broke = seat in without_stake
        inner = draw_panel(canvas, box, role.fill, 10, 6, border=p.warn if broke else role.border)
        if canvas.look.large_print:
            inner = canvas.inset(box, 8, 2)
        name, line, won = canvas.rows(inner, (29, 21, 31) if canvas.look.large_print else (28, 22, 38), u(2))
        canvas.text(name, f"{SEAT[seat]} · {state.names[seat]}", 21, "bold", role.ink)
        if broke:
            canvas.text(line, t("stake lost: top up"), 15, "semibold", p.warn)
        else:
            canvas.text(line, role.line, 15, "regular", role.sub)
        canvas.text(won, money(sums[seat], plus=True), 32, "bold", role.ink, "right", digits=True)
        if seat in taps_of:
            canvas.touch(box, taps_of[seat])


def places(canvas: Canvas, rect: Rect, count: int) -> list[Rect]:
    """A place for each of ``count`` cards: side by side, on an upright screen in two rows."""
    if not canvas.look.portrait:
        return canvas.cols(rect, (1,) * count)
    return canvas.grid(rect, -(-count // 2), 2)[:count]


def item_label(commitment: Commitment, item: Item | None, setup: MariasSetup, base: int) -> str:
    """A line of the sum: ``sedma 0,40 × 2``."""
    is_silent = commitment.kind == "hra" and commitment.count is not None
    label = f"{tr(SILENT_STO if is_silent else KINDS[commitment.kind])} {money(base)}"
    if commitment.level:
        label += f" × {2**commitment.level}"
    if item is not None and item.units != 1:
        label += f" × {item.units}"
    return label


@dataclass(frozen=True, slots=True)
class SumLine:
    """A line on the sheet: words, an amount (None: not known yet)."""

    label: str
    amount: Amount | None = None
    text: str = ""


def sum_lines(setup: MariasSetup, draft: DealDraft, items: tuple[Item | None, ...], base: list[int]) -> list[SumLine]:
    """The lines of a deal's sum as far as it is known: commitments, then red."""
    lines = [
        SumLine(item_label(part, item, setup, rate), None if item is None else item.amount, "?")
        for part, item, rate in zip(draft.parts(setup), items, base, strict=True)
    ]
    if draft.voids:
        lines.append(SumLine(t("flek on hra is void"), None, "–"))
    if draft.red and not draft.solo:
        known = [item.amount for item in items if item is not None]
        lines.append(SumLine(t("red × 2"), sum(known) if len(known) == len(items) else None, "?"))
    return lines


def sum_sheet(canvas: Canvas, rect: Rect, title: str, lines: list[SumLine], total: SumLine, remark: str) -> None:
    """The sheet: a small title, the lines, and the total in large figures."""
    u, p = canvas.u, canvas.look.palette
    inner = draw_panel(canvas, rect, p.paper, 14, 8)
    lu = canvas.lu
    canvas.text(Rect(inner.x, inner.y, inner.w, lu(20)), title, 13, "semibold", p.ink_muted)
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


RULE_WIDE = 82
"""Units that the way to a rule takes in a heading."""


def question(canvas: Canvas, title: str, rules: Sequence[str] = (), done: str = "") -> Rect:
    """A screen with a heading, the ways to ``rules`` (numbers) and what finishes it; the place below."""
    head, body = below_heading(canvas, (1,))
    own = 0 if canvas.look.portrait else RULE_WIDE * len(rules)
    _, links = heading(canvas, head, title, done=done, own=own)
    if own:
        canvas.rule_links(links, rules)
    return body


def draw_caption(canvas: Canvas, band: Rect, text: str) -> Rect:
    """A small line above a row of buttons; the rest of the band."""
    high = canvas.u(17 if canvas.look.large_print else 16)
    canvas.text(Rect(band.x + canvas.u(2), band.y, band.w, high), text, 13, "semibold", canvas.look.palette.muted)
    return Rect(band.x, band.y + high, band.w, band.h - high)


def time_panel(canvas: Canvas, state: State, panel: Rect, at: int) -> None:
    """What is left of the round, in figures that all can read; which deal, who deals."""
    u, p, round_ = canvas.u, canvas.look.palette, state.round
    level, left = alarm(state, at), max(0, round_.remaining(at))
    if level:
        body, ink = low_time.draw_place(canvas, panel, level, p.accents[ACCENT], left, u(14))
    else:
        canvas.panel(panel, p.panel)
        body, ink = panel, low_time.Ink(p.muted, p.text, p.text)
    inner = Rect(body.x + u(12), panel.y + u(12), body.w - u(24), panel.h - u(24))
    head, time, foot = canvas.rows(inner, (26, 102, 30) if not canvas.look.large_print else (28, 102, 29), u(4))
    if canvas.look.large_print and head.h < u(25):  # a small picture, as of the past
        head, time, foot = canvas.rows(inner, (40, 90, 40), 0)
    for row in (head, foot):
        above = u(2) if canvas.look.large_print else 0
        low_time.plate(canvas, Rect(row.x - u(6), row.y - above, row.w + u(12), row.h + 2 * above), level)
    low_time.plate(canvas, time, level, digits=True)
    canvas.text(head, round_title(state), 19, "semibold", ink.text if level else p.muted)
    if not round_.running:
        wide = min(head.h, u(26))
        canvas.shape(Rect(head.x + head.w - wide, head.y + (head.h - wide) // 2, wide, wide), "pause", p.text)
        ink = low_time.Ink(ink.name, ink.text, p.muted)
    canvas.text(time, time_left(state, at), 124, "bold", ink.digits, "center", digits=True)
    canvas.text(foot, hand_line(state, at), 20, "semibold", ink.text)
    canvas.touch(panel, BIG_CLOCK)


def draw_deals(canvas: Canvas, state: State, rect: Rect, below: int) -> None:
    """The newest deals, newest last, of which nothing stands in the ``below`` pixels above the lower edge."""
    u, p = canvas.u, canvas.look.palette
    canvas.panel(rect, p.paper)
    step = canvas.lu(36)
    inner = canvas.inset(rect, 14, 8)
    title = Rect(inner.x, inner.y, inner.w - u(20), canvas.lu(22))
    canvas.text(title, t("DEALS OF THIS ROUND · from each opponent"), 13, "semibold", p.ink_muted)
    dot = Rect(inner.x + inner.w - u(12), inner.y + u(6), u(10), u(10))
    canvas.saved_mark(dot, p.ok, p.ink_muted)
    top, names = canvas.lu(26), short_names(state)
    fits = max(1, (inner.h - top - below) // step)
    for n, deal in enumerate(state.round.deals[-fits:]):
        box = Rect(inner.x, inner.y + top + n * step, inner.w, step)
        deal_line(canvas, deal, box, names)
        canvas.line(Rect(inner.x, box.y + step - 1, inner.w, 1), p.paper_line)
    if not state.round.deals:
        canvas.text(inner, t("No deal is written yet."), 18, "regular", p.ink_faint, "center")


def short_names(state: State) -> list[str]:
    """By seat, who plays the round: the first of a player's names, all of them where others have the same first."""
    names = state.names_in(state.round.people)
    first = [(name.split() or [""])[0] for name in names]
    return [short if first.count(short) == 1 else name for short, name in zip(first, names, strict=True)]


def deal_line(canvas: Canvas, played_deal: Played, box: Rect, names: Sequence[str]) -> None:
    """A written deal: number, choosers by their ``names`` (by seat), what it was, what one paid one."""
    u, p = canvas.u, canvas.look.palette
    amount = 0 if played_deal.settlement is None else played_deal.settlement.transfer
    canvas.text(Rect(box.x, box.y, u(26), box.h), str(played_deal.number), 15, "regular", p.ink_faint)
    seats = () if played_deal.deal is None else (played_deal.deal.chooser, played_deal.deal.partner)
    choosers = " + ".join(names[INDEX[seat]] for seat in seats if seat) or "–"
    canvas.text(Rect(box.x + u(24), box.y, u(100), box.h), choosers, 16, "bold", p.ink, lines=2)
    middle = Rect(box.x + u(128), box.y, box.w - u(128) - u(74), box.h)
    canvas.text(middle, tr(deal_text(played_deal, names)), 16, "regular", p.ink, lines=2)
    colour, end = p.invalid if amount < 0 else p.ink, Rect(box.x + box.w - u(72), box.y, u(72), box.h)
    canvas.text(end, money(amount, plus=True), 18, "bold", colour, "right", digits=True)


def draw_terms(canvas: Canvas, state: State, rect: Rect) -> None:
    """Before the first round: what everybody lays down, and what is played for (M1, M5, M8, M13)."""
    u, p, s = canvas.u, canvas.look.palette, state.setup
    inner = draw_panel(canvas, rect, p.paper, 14, 8)
    head, body = canvas.rows(inner, (24, 228), u(4))
    canvas.text(head, t("EVERYBODY LAYS DOWN"), 14, "semibold", p.ink_muted)
    coin = s.stake - s.tokens * s.token
    lines = [
        (t("coin"), money(coin)),
        (t("{n} tokens of {worth} Kč", n=s.tokens, worth=money(s.token)), money(s.tokens * s.token)),
        (t("hra · sedma · sto"), f"{money(s.hra)} · {money(s.sedma)} · {money(s.sto)}"),
        (t("betl · durch"), f"{money(s.betl)} · {money(s.durch)}"),
        (t("a deal costs at most"), money(s.cap)),
    ]
    for (label, amount), band in zip(lines, canvas.rows(body, (1,) * len(lines), 0), strict=True):
        wide = u(180) if "·" in amount else u(80)
        canvas.text(Rect(band.x, band.y, band.w - wide, band.h), label, 18, "regular", p.ink)
        canvas.text(Rect(band.x + band.w - wide, band.y, wide, band.h), amount, 19, "bold", p.ink, "right", digits=True)
        canvas.line(Rect(band.x, band.y + band.h - 1, band.w, 1), p.paper_line)


ROUND_WIDE = 56
"""Units from which a column has room for the word beside a round's number."""


def draw_standings(canvas: Canvas, state: State, rect: Rect) -> None:
    """Places, sums and the results of the rounds (M31)."""
    u, p = canvas.u, canvas.look.palette
    inner = draw_panel(canvas, rect, p.paper, 14, 8)
    ranked = standings(state)
    count = min(5, len(ranked[0].results))
    canvas.text(Rect(inner.x, inner.y, u(150), u(24)), t("STANDINGS"), 14, "semibold", p.ink_muted)
    total = canvas.lu(84)
    sum_x = inner.x + inner.w - total
    first = len(ranked[0].results) - count
    room = sum_x - inner.x - u(130)
    wide = min(u(70), room // max(1, count))
    for n in range(count):
        box = Rect(sum_x - (count - n) * wide, inner.y, wide, u(24))
        number = first + n + 1
        label = t("Round {n}", n=number) if wide >= u(ROUND_WIDE) else str(number)
        canvas.text(box, label, 14, "semibold", p.ink_muted, "right")
    canvas.text(Rect(sum_x, inner.y, total, u(24)), t("SUM, Kč"), 14, "semibold", p.ink_muted, "right")
    step = min(u(46), (inner.h - u(30)) // max(1, len(ranked)))
    for n, standing in enumerate(ranked):
        y = inner.y + u(28) + n * step
        canvas.text(Rect(inner.x, y, u(24), step), f"{standing.place}.", 17, "bold", p.ink)
        name = Rect(inner.x + u(26), y, sum_x - count * wide - inner.x - u(28), step)
        canvas.text(name, state.people[standing.person], 19, "semibold", p.ink)
        for k, part in enumerate(standing.results[-count:] if count else ()):
            text = "–" if part is None else money(part)
            box = Rect(sum_x - (count - k) * wide, y, wide, step)
            canvas.text(box, text, 15, "regular", p.ink_muted, "right", digits=True)
        colour = p.invalid if standing.total < 0 else p.ink
        canvas.text(
            Rect(sum_x, y, total, step), money(standing.total, plus=True), 20, "bold", colour, "right", digits=True
        )
        canvas.line(Rect(inner.x, y + step - 1, inner.w, 1), p.paper_line)
