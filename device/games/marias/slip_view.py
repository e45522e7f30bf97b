"""The table slip: what the record says, what the cash says, signatures; earlier slips and the final standings."""

from __future__ import annotations

from dataclasses import replace

from device.common.i18n import t
from device.games.marias.entry import written_deal
from device.games.marias.outputs import money, slip_texts
from device.games.marias.parts import PlayersScreen, deal_line, draw_standings, short_names
from device.games.result_screen import RankedPlayer, ResultScreen, Signer, draw_rows, draw_signatures
from device.games.table_parts import BarItem, draw_foot, draw_item, table_parts
from device.graphics.actions import BACK, HISTORY, MENU, UNDO, Show
from device.graphics.canvas import Canvas
from device.graphics.dialogs import WayBack, pocket_mark, reason
from device.graphics.headings import below_heading, draw_heading, heading
from device.graphics.kept import draw_cached
from device.graphics.keyboards import beside_numbers, number_keys
from device.graphics.lists import older_newer
from device.graphics.palette import Palette
from device.graphics.widgets import Rect
from device.kiosk.moment import May, Moment
from device.kiosk.screen import Locked, Next, Screen, call, draw_panel, type_number
from rules.marias import acts as e
from rules.marias.deal import SEAT
from rules.marias.game import in_front
from rules.marias.state import Phase, Round, SlipLine, Standing, State, is_locked, slip_of, standings
from rules.marias.state import Slip as SlipData
from rules.message import Refusal

HEAD, LARGE_SUMS, LOW_SUMS, SUMS, MOST_SUMS = 20, 28, 32, 34, 48
"""Heights of the lines with the names of the columns and the sums in units: least on a picture in large print, where
players' lines need the room, on another one, at a table; most."""
ROUNDS = 4
"""So many rounds, the last ones, the end tells one by one."""
COLUMNS = (26, 17, 17, 15, 11, 14)
"""Shares of the slip's columns: player, record, top-ups, coin, tokens, result."""


class SlipScreen(Screen[State]):
    """The slip of the round that is over; a touch on a player counts the money (M28-M30)."""

    phases = (Phase.SLIP,)

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The table, signatures, and what can be done."""
        state, may = view.state, view.may
        slip = slip_of(state.setup, state.round)
        heights = (56, 256, 72) if canvas.look.portrait else (43, 273, 48)
        head, body, foot, bar = table_parts(canvas, heights)
        slip_heading(canvas, state, head, slip)
        rows(canvas, state, body, state.round, touch=True)
        signatures(canvas, state, may, foot)
        some_counted = 0 < len(_uncounted(state)) < len(state.round.seats)
        uncounted = t("who is not counted yet") if some_counted else t("everybody's coin and tokens")
        items = [
            BarItem(t("As recorded"), call(self.as_recorded), uncounted),
            BarItem(t("Players"), Show(PlayersScreen()), t("top up")),
            BarItem(t("Deals"), Show(Deals()), t("corrections")),
            BarItem(t("More"), MENU),
        ]
        draw_foot(canvas, bar, items, first=1)
        return body

    def as_recorded(self, state: State) -> tuple[e.Closing, ...]:
        """Everybody who is not counted yet has what the record says; once all are counted, everybody has."""
        cash, closings = state.round.cash, as_recorded(state, _uncounted(state) or set(state.round.seats))
        # Who has fewer tokens than before comes first, so that there are never more than were given out (M29).
        fewer = {
            seat: closing.tokens - (before.tokens if (before := cash[seat]) else 0)
            for seat, closing in closings.items()
        }
        return tuple(closings[seat] for seat in sorted(closings, key=lambda seat: fewer[seat]))


class CashScreen(Screen[State]):
    """A player's coin in koruny and tokens, by number keys (M29); ``field`` is the one that is typed into."""

    phases = (Phase.SLIP,)
    seat: int
    digits: tuple[str, str] = ("", "")
    field: int = 0

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """Both numbers, and the keys."""
        state, seat, look = view.state, self.seat, canvas.look
        p = look.palette
        (body,) = draw_heading(canvas, (1,), t("What does {name} have?", name=state.names[seat]))
        left, right = beside_numbers(canvas, body)
        first, second, known = canvas.rows(left, (130, 130, 130))
        labels = (t("coin, in Kč"), t("tokens of {worth} Kč", worth=money(state.setup.token)))
        for n, (box, label) in enumerate(zip((first, second), labels, strict=True)):
            focused = n == self.field
            canvas.panel(box, p.paper if focused else p.panel, border=p.pair[0] if focused else None)
            inner = canvas.inset(box, 14, 0)
            half = Rect(inner.x, inner.y, inner.w // 2, inner.h)
            canvas.text(half, label, 20, "regular", p.ink_muted if focused else p.muted)
            canvas.text(inner, self.digits[n] or "–", 60, "bold", p.ink if focused else p.text, "right", digits=True)
            if not focused:
                canvas.touch(box, self.change(field=n))
        expected = t("{sum} Kč by the record", sum=money(state.purse(seat)))
        canvas.button(known, t("As recorded"), call(self.as_recorded), sub=expected, size=22)
        number_keys(canvas, right)
        return left

    def _with_digits(self, digits: str) -> CashScreen:
        return replace(self, digits=(digits, self.digits[1]) if self.field == 0 else (self.digits[0], digits))

    def typed_text(self) -> str:
        """The number so far."""
        return self.digits[self.field]

    def on_text(self, state: State, text: str) -> Next[State]:
        """A digit, backspace, or the other number."""
        if text == "\t":
            return replace(self, field=1 - self.field)
        return self._with_digits(type_number(self.digits[self.field], text))

    def on_clear(self, state: State) -> Next[State]:
        """Typed anew."""
        return self._with_digits("")

    def as_recorded(self, state: State) -> e.Closing:
        """The player has what the record says."""
        return as_recorded(state, {self.seat})[self.seat]

    def on_done(self, state: State) -> Next[State]:
        """Coin, then tokens, then it is recorded. Raises `Refusal` where nothing was typed."""
        coin, tokens = self.digits
        if not coin and not tokens:
            raise Refusal("M29", "Type the coin in koruny, then the number of tokens.")
        if not tokens and self.field == 0:
            return replace(self, field=1)
        return e.Closing(seat=SEAT[self.seat], coin=int(coin or 0) * 100, tokens=min(1000, int(tokens or 0)))


class Deals(Screen[State]):
    """All deals of the round, page by page from the newest; a touch opens one for correction."""

    phases = (Phase.PLAY, Phase.SLIP)
    page: int = 0

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The list."""
        state, page = view.state, self.page
        u, p = canvas.u, canvas.look.palette
        body, bar = draw_heading(canvas, (344, 56), t("Deals of this round"), t("tap one to put it right"))
        inner = draw_panel(canvas, body, p.paper, 14, 6)
        step, names, deals = u(46), short_names(state), state.round.deals
        fits = max(1, inner.h // step)
        end = len(deals) - page * fits
        for n, deal in enumerate(deals[max(0, end - fits) : end]):
            box = Rect(inner.x, inner.y + n * step, inner.w, step)
            deal_line(canvas, deal, Rect(box.x, box.y, box.w, box.h - u(4)), names)
            canvas.line(Rect(inner.x, box.y + step - u(2), inner.w, 1), p.paper_line)
            canvas.touch(Rect(box.x, box.y, box.w, step), call(self.on_open, deal.number))
        if not deals:
            canvas.text(inner, t("No deal is written yet."), 20, "regular", p.ink_faint, "center")
        to, newest = (Show(Deals(page + 1)), Show(Deals(page - 1))), None if page else t("This is the newest row.")
        older_newer(canvas, canvas.cols(bar, (1, 1)), to, newest, oldest=end <= fits)
        return body

    def on_open(self, state: State, number: int) -> Next[State]:
        """A deal for correction; one that the referee decided is changed behind the PIN."""
        entry = written_deal(state, number)
        return Locked(entry) if state.round.deals[number - 1].referee else entry


class Slips(Screen[State]):
    """The locked slip of round ``number`` (from 1), and the way to the others."""

    number: int

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The slip."""
        state = view.state
        number = max(1, min(self.number, len(state.rounds)))
        slip = slip_of(state.setup, state.rounds[number - 1])
        head, body, bar = below_heading(canvas, (330, 60))
        slip_heading(canvas, state, head, slip, back=BACK)
        rows(canvas, state, body, state.rounds[number - 1], touch=False)
        *turns, copies = canvas.cols(bar, (1, 1, 1))
        to = Show(Slips(number - 1)), Show(Slips(number + 1))
        newest = t("This is the newest slip.") if number >= len(state.rounds) else None
        older_newer(canvas, turns, to, newest, oldest=number <= 1)
        canvas.button(copies, t("Copies"), HISTORY, sub=t("PDF · USB stick"))
        return body


class Standings(Screen[State]):
    """Places, sums, and the way to the slips (M31)."""

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The places."""
        state = view.state
        head, body, bar = canvas.rows(canvas.area, (50, 328, 70))
        title = t("Standings after round {n}", n=len(state.locked_rounds))
        if state.pairing:  # the tournament's are with the organiser
            title = t("Sums of this table's slips")
        left = pocket_mark(canvas, head)
        words = Rect(head.x, head.y, left.x + left.w - head.x, head.h)
        canvas.text(words, title, 26, "bold", canvas.look.palette.text)
        draw_cached(canvas, draw_standings, state, body)
        slip_box, copies, leave = canvas.cols(bar, (1, 1, 1))
        draw_item(canvas, slip_box, slips_item(state))
        canvas.button(copies, t("Copies"), HISTORY, sub=t("PDF · USB stick"))
        canvas.button(leave, t("Back"), BACK, style="primary")
        return body


class Final(ResultScreen[State]):
    """The end: places and sums once nothing is left to be played (M31); every slip is signed already (M28)."""

    key = "final"
    phases = (Phase.SIGNED,)

    def way_back(self, state: State) -> WayBack | None:
        """Signed slips stay as they are; that no more rounds are played is taken back by undo."""
        return None if is_locked(state) else (t("Play on"), t("one more round"), UNDO)

    def outcome(self, state: State) -> str:
        """Who won; at a tournament the organiser knows that."""
        if state.pairing:
            return t("Sums of this table's slips")
        names = state.names_in(in_front(state)[0])
        if len(names) > 1:
            return t("First place shared: {names}", names=", ".join(names))
        return t("{name} wins", name=names[0])

    def draw_tally(self, canvas: Canvas, rect: Rect, state: State) -> None:
        """Everybody's place, results of the last rounds, and sum."""
        p, numbers = canvas.look.palette, [locked_round.number for locked_round in state.locked_rounds]
        draw_rows(canvas, rect, [_row_of(state, standing, numbers, p) for standing in standings(state)])

    def signers(self, state: State, palette: Palette) -> list[Signer]:
        """Nobody: both sides have signed each slip."""
        return []

    def own(self, view: Moment[State]) -> BarItem:
        """The slips."""
        return slips_item(view.state)


def _row_of(state: State, standing: Standing, numbers: list[int], palette: Palette) -> RankedPlayer:
    won = standing.place == 1 and not state.pairing
    parts = [
        t("round {n}: {sum}", n=n, sum=money(result, plus=True))
        for n, result in zip(numbers[-ROUNDS:], standing.results[-ROUNDS:], strict=True)
        if result is not None
    ]
    figure = t("{amount} Kč", amount=money(standing.total, plus=True))
    return RankedPlayer(
        state.known[standing.person].name,
        figure,
        palette.warn if won else None,
        won,
        f"{standing.place}.",
        " · ".join(parts),
    )


def slips_item(state: State) -> BarItem:
    """The way to the slips that are locked."""
    why = None if state.rounds else t("No round has been played yet.")
    return BarItem(t("Slips"), Show(Slips(len(state.rounds))), t("signed and locked"), why)


def _uncounted(state: State) -> set[int]:
    """The seats whose money nobody has counted: what was counted by hand is not written over by the way (M29)."""
    return {seat for seat in state.round.seats if state.round.cash[seat] is None}


def as_recorded(state: State, seats: set[int]) -> dict[int, e.Closing]:
    """The money of ``seats`` as the record says, in whole koruny and the tokens that are left over.

    Where there are too few tokens for that, some of it is small coin.
    """
    setup, closings = state.setup, {}
    others = [cash.tokens for seat, cash in enumerate(state.round.cash) if cash is not None and seat not in seats]
    left = setup.tokens * len(state.round.seats) - sum(others)
    parts = {seat: max(0, int(state.purse(seat))) for seat in state.round.seats if seat in seats}
    need = {seat: parts[seat] % 100 // setup.token for seat in parts}
    spare = max(0, left - sum(need.values()))
    per_kc = max(1, 100 // setup.token)
    for seat, whole in parts.items():
        more = min(spare // per_kc, whole // 100) * per_kc if 100 % setup.token == 0 else 0
        more = min(more, per_kc)
        spare -= more
        tokens = min(left, need[seat] + more)
        left -= tokens
        closings[seat] = e.Closing(seat=SEAT[seat], coin=whole - tokens * setup.token, tokens=tokens)
    return closings


def slip_heading(canvas: Canvas, state: State, rect: Rect, data: SlipData, back: object | None = None) -> None:
    """Which round, and whether the money is right."""
    p = canvas.look.palette
    own = 190 if canvas.look.portrait else 380
    _, sum_box = heading(canvas, rect, t("Table slip · round {n}", n=data.number), back=back, own=own)
    if data.mismatch is None:
        text, colour = t("Tap a player and count coin and tokens."), p.muted
    elif data.mismatch == 0:
        text, colour = t("The money is right."), p.text
    else:
        off = money(data.mismatch, plus=True)
        text, colour = t("Off by {off} Kč; shared equally (M30).", off=off), p.warn
    canvas.ruled_text(sum_box, text, 18, "semibold", colour, "right", lines=2)


def rows(canvas: Canvas, state: State, rect: Rect, played: Round, *, touch: bool) -> None:
    """The slip as a table."""
    slip, names = slip_of(state.setup, played), state.names_in(played.people)
    u, p = canvas.u, canvas.look.palette
    inner = draw_panel(canvas, rect, p.paper, 12, 4)
    top = Rect(inner.x, inner.y, inner.w, u(HEAD))
    labels = (t("PLAYER"), t("BY RECORD"), t("TOPPED UP"), t("COIN"), t("TOKENS"), t("RESULT"))
    for n, (label, box) in enumerate(zip(labels, canvas.cols(top, COLUMNS, u(4)), strict=True)):
        canvas.text(box, label, 13, "semibold", p.ink_muted, "left" if n == 0 else "right")
    least = SUMS if touch else LARGE_SUMS if canvas.look.large_print else LOW_SUMS
    step = min(u(60), (inner.h - u(HEAD + least)) // len(slip.lines))
    for n, line in enumerate(slip.lines):
        box = Rect(inner.x, inner.y + u(HEAD) + n * step, inner.w, step)
        name = names[line.seat] + (f" ({t('writes')})" if line.seat == played.leader else "")
        _row(canvas, name, line, box)
        canvas.line(Rect(box.x, box.y, box.w, 1), p.paper_line)
        if touch:
            canvas.touch(Rect(rect.x, box.y, rect.w, step), Show(CashScreen(line.seat)))
    above = u(HEAD) + len(slip.lines) * step
    foot = Rect(inner.x, inner.y + above, inner.w, min(u(MOST_SUMS), inner.h - above))
    canvas.line(Rect(foot.x, foot.y, foot.w, u(2)), p.ink)
    _row(canvas, t("Together"), slip.together, foot)


def _row(canvas: Canvas, name: str, line: SlipLine, box: Rect) -> None:
    recorded, topped_up, coin, tokens, _, result = slip_texts(line, "–")
    _cells(canvas, (name, recorded, topped_up, coin, tokens, result), box)


def _cells(canvas: Canvas, texts: tuple[str, ...], box: Rect) -> None:
    p = canvas.look.palette
    for n, (text, cell) in enumerate(zip(texts, canvas.cols(box, COLUMNS, canvas.u(4)), strict=True)):
        size, weight = (20, "bold") if n in (0, 5) else (18, "regular")
        ink, align = p.invalid if text.startswith("−") else p.ink, "right" if n else "left"
        canvas.text(cell, text, size, weight, ink, align, digits=n > 0)


def signatures(canvas: Canvas, state: State, may: May | None, rect: Rect) -> None:
    """Both sides of the table sign with a held button (M6, M28). Without ``may`` it only shows who has signed."""
    p, against = canvas.look.palette, None if may is None else reason(may["sign"])
    hint = t("not signed yet") if may is None else against or ""
    signers = [
        Signer(who, "AB"[side] in state.round.signed, p.pair[side], hint, may is not None and against is None)
        for side, who in enumerate((state.names[state.leader], t("The others")))
    ]
    draw_signatures(canvas, rect, signers)
