"""A mariáš tournament's table as a `rules.game.Game`: a round clock, deals, slips; and its tally (M1-M32).

Slips, deals and standings as tables, as data and for the timeline.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import structs

from rules.act_game import ActGame, Presentation
from rules.game import SECOND, Cell, Entry, Event, Gesture, Progress, Report, ReportRow, ReportTable, Setup, Undo, Void
from rules.marias import acts as e
from rules.marias.acts import check_table
from rules.marias.acts.deals import counts_refusal, deal_text, doubts
from rules.marias.acts.rounds import LOCKED
from rules.marias.deal import INDEX, SEAT, Settlement, WrittenDeal
from rules.marias.state import (
    MariasSetup,
    Phase,
    Played,
    Remark,
    Round,
    Slip,
    Standing,
    State,
    is_locked,
    slip_of,
    standings,
    sums_by_seat,
)
from rules.message import Message, Refusal, msg
from rules.money import Amount, exact, kc, plain
from rules.people import Person
from rules.timeline import ById, ClockReading, SheetEntry

UNPAID = Settlement((), 0, 0, 0, 0, Fraction(0), capped=False)
"""The sum of a deal that was annulled."""


def report(state: State) -> Report:
    """Everything, rounds in order and standings last."""
    ranked = standings(state)
    tables = [table(state, round_) for round_ in state.rounds for table in (deals_table, _slip_table)]
    tables.append(standings_table(state, ranked))
    return Report(msg("Mariáš"), tuple(tables), _notes(state), _data(state, ranked))


def summary(state: State) -> Message:
    """The table in one line: the round, and who is in front in it or after it."""
    if not state.rounds:
        return msg("{names}", names=", ".join(state.names[:3]) + (" …" if state.seats > 3 else ""))
    first, most = in_front(state)
    if len(first) == len(state.sitting) and state.phase is not Phase.SIGNED:
        return msg("round {n} · all level", n=state.round.number)
    line = msg("{name} {sum}", name=", ".join(state.names_in(first)), sum=kc(most, plus=True))
    if state.phase is Phase.SIGNED:
        return msg("in front {line} Kč", line=line)
    return msg("round {n} · in front {line} Kč", n=state.round.number, line=line)


def in_front(state: State) -> tuple[tuple[int, ...], Fraction]:
    """Who is in front in the round that is played, or after it in all of them, and with what sum (M31).

    Several where they are equal.
    """
    if state.in_round:
        sums = sums_by_seat(state)
        most = max(sums)
        return tuple(person for person, won in zip(state.sitting, sums, strict=True) if won == most), most
    first = [standing for standing in standings(state) if standing.place == 1]
    return tuple(standing.person for standing in first), first[0].total


def deals_table(state: State, played: Round) -> ReportTable:
    """All deals of a round with what they brought everybody, and what that is together."""
    names = state.names_in(played.people)
    columns: tuple[Cell, ...] = (
        msg("Deal"),
        msg("Dealer"),
        msg("Choosers"),
        msg("Commitments"),
        msg("From one"),
        *(names[seat] for seat in played.seats),
    )
    lines = []
    for deal in played.deals:
        cells = (
            deal.number,
            SEAT[deal.dealer],
            "–" if deal.deal is None else deal.deal.choosers,
            deal_text(deal, names),
            kc((deal.settlement or UNPAID).transfer),
            *(kc(deal.results[seat]) for seat in played.seats),
        )
        lines.append(ReportRow(cells, heavy=deal.number % 4 == 0))
    if lines:
        lines[-1] = structs.replace(lines[-1], heavy=True)
        sums = (kc(played.winnings[seat]) for seat in played.seats)
        lines.append(ReportRow((None, None, None, msg("Sum"), None, *sums)))
    numeric = frozenset({0, 4, *range(5, 5 + len(played.seats))})
    return ReportTable(msg("Round {n}: deals", n=played.number), columns, tuple(lines), numeric)


def _slip_table(state: State, played: Round) -> ReportTable:
    slip, names = slip_of(state.setup, played), state.names_in(played.people)
    lines = [
        (
            (msg("Seat"), SEAT[line.seat]),
            (msg("Player"), names[line.seat]),
            (msg("Stake"), kc(state.setup.stake)),
            (msg("Topped up"), kc(line.topped_up)),
            (msg("By the record"), kc(line.recorded)),
            (msg("Coin"), _if_known(kc, line.coin)),
            (msg("Tokens"), line.tokens),
            (msg("By the cash"), _if_known(kc, line.cash)),
            (msg("Result"), _if_known(kc, line.result)),
            (msg("Exactly (h)"), _if_known(exact, line.result)),
        )
        for line in slip.lines
    ]
    columns = tuple(label for label, _ in lines[0])
    rows = tuple(ReportRow(tuple(cell for _, cell in line)) for line in lines)
    return ReportTable(msg("Round {n}: table slip", n=slip.number), columns, rows, frozenset(range(2, 10)))


def _if_known(form: Callable[[Amount], Cell], amount: Amount | None) -> Cell:
    return None if amount is None else form(amount)


def standings_table(state: State, ranked: tuple[Standing, ...]) -> ReportTable:
    """Places, results of the rounds, sums (M31)."""
    count = len(ranked[0].results) if ranked else 0
    columns = (msg("Place"), msg("Player"), *(msg("Round {n}", n=n + 1) for n in range(count)), msg("Sum"))
    lines = tuple(
        ReportRow(
            (
                standing.place,
                state.known[standing.person].name,
                *(_if_known(kc, part) for part in standing.results),
                kc(standing.total),
            )
        )
        for standing in ranked
    )
    return ReportTable(msg("Standings"), columns, lines, frozenset({0, *range(2, count + 3)}))


def remarks_of(state: State, number: int) -> tuple[Remark, ...]:
    """What was remarked in round ``number`` until its slip was locked; 0: between rounds and before the first."""
    return tuple(remark for remark in state.remarks if remark.round == number)


def remark_text(remark: Remark) -> Message:
    """A remark as people read it: with the player's name where it is about one, since seats change."""
    text: Message = remark.event.about(remark.name) if remark.name else remark.event.describe()
    return text


def _notes(state: State) -> tuple[Message, ...]:
    notes = [
        msg("round {n}: {what}", n=remark.round, what=remark_text(remark)) if remark.round else remark_text(remark)
        for remark in state.remarks
    ]
    for round_ in state.rounds:
        notes += [msg("round {n}: {what}", n=round_.number, what=doubt) for doubt in doubts(round_)]
        slip = slip_of(state.setup, round_)
        if slip.mismatch:
            off = kc(slip.mismatch, plus=True)
            notes.append(msg("round {n}: the money is off by {off} Kč; shared equally", n=round_.number, off=off))
        if len(round_.signed) == 2:
            notes.append(msg("round {n}: the slip is signed and locked", n=round_.number))
    return tuple(notes)


def _data(state: State, ranked: tuple[Standing, ...]) -> dict[str, Any]:
    return {
        "phase": state.phase.value,
        "dealer": SEAT[state.dealer],
        "players": [
            {"seat": SEAT[seat], "name": name, "warned": state.is_warned(seat), "expelled": state.is_expelled(seat)}
            for seat, name in enumerate(state.names)
        ],
        "rounds": [
            {
                "round": round_.number,
                "length_s": round_.length / SECOND,
                "players": list(state.names_in(round_.people)),
                "deals": [_deal_data(deal) for deal in round_.deals],
                "slip": _slip_data(slip_of(state.setup, round_)),
                "signed": sorted(round_.signed),
            }
            for round_ in state.rounds
        ],
        "standings": [
            {
                "place": standing.place,
                "seat": SEAT[state.sitting.index(standing.person)] if standing.person in state.sitting else None,
                "player": state.known[standing.person].name,
                "rounds": [_if_known(plain, part) for part in standing.results],
                "total": plain(standing.total),
            }
            for standing in ranked
        ],
    }


def _deal_data(played: Played) -> dict[str, Any]:
    deal, total = played.deal, played.settlement or UNPAID
    entered = None
    if deal is not None:
        entered = {name: part for name, part in msgspec.to_builtins(deal).items() if name not in ("event", "of")}
        # A default that is a tuple is left out by identity, not by value: here it always stands.
        entered["commitments"] = msgspec.to_builtins(deal.commitments)
    parts = ("kind", "level", "units", "amount", "played")
    return {
        "deal": played.number,
        "dealer": SEAT[played.dealer],
        "entered": entered,
        "reason": played.reason,
        "referee": played.referee,
        "corrected": len(played.versions),
        "items": [{name: getattr(item, name) for name in parts} for item in total.items],
        "red": total.red,
        "fine": total.fine + total.claim,
        "transfer": plain(total.transfer),
        "capped": total.capped,
        "results": [plain(part) for part in played.results],
    }


def _slip_data(slip: Slip) -> dict[str, Any]:
    parts = ("topped_up", "recorded", "coin", "tokens", "cash", "result")
    lines = [
        {"seat": SEAT[line.seat], **{name: _if_known(plain, getattr(line, name)) for name in parts}}
        for line in slip.lines
    ]
    return {"mismatch": slip.mismatch, "players": lines}


@lru_cache(maxsize=1024)
def deal_line(number: int, played: ById[Played], names: tuple[str, ...]) -> SheetEntry:
    """A deal of a round. States one after another share their deals: each is yielded once."""
    deal = played.value
    text = deal_text(deal, names)
    if deal.deal is not None and deal.settlement is not None:
        amount = kc(deal.settlement.transfer, plus=True)
        text = msg(
            "{who} · {deal} · {amount} Kč", who=deal.deal.choosers, deal=deal.deal.in_words(names), amount=amount
        )
    return SheetEntry(("deal", number, deal.number), msg("round {n} · deal {deal}", n=number, deal=deal.number), text)


@lru_cache(maxsize=64)
def round_lines(played: ById[Round], names: tuple[str, ...]) -> tuple[SheetEntry, ...]:
    """Everything that stands on a round's slip."""
    round_ = played.value
    n = round_.number
    lines = [deal_line(n, ById(part), names) for part in round_.deals]
    for place, (seat, amount) in enumerate(round_.top_ups):
        title = msg("round {n} · top-up of {name}", n=n, name=names[seat])
        lines.append(SheetEntry(("top_up", n, place), title, msg("{amount} Kč", amount=kc(amount))))
    for seat in round_.seats:
        cash = round_.cash[seat]
        if cash is not None:
            text = msg("{coin} Kč, tokens: {n}", coin=kc(cash.coin), n=cash.tokens)
            lines.append(SheetEntry(("cash", n, seat), msg("round {n} · money of {name}", n=n, name=names[seat]), text))
    for seat in round_.seats:
        title = msg("round {n} · {name}", n=n, name=names[seat])
        text = msg("{amount} Kč", amount=kc(round_.winnings[seat], plus=True))
        lines.append(SheetEntry(("won", n, seat), title, text, sum=True))
    if round_.signed:
        text = msg("signed, locked") if len(round_.signed) == 2 else msg("signed by one side")
        lines.append(SheetEntry(("signed", n), msg("slip of round {n}", n=n), text, sum=True))
    return tuple(lines)


def sheet_entries(state: State) -> Iterator[SheetEntry]:
    """Every round's deals, top-ups and money as they stand, then what a mismatch has made of each result (M30)."""
    for round_ in state.rounds:
        names = state.names_in(round_.people)
        yield from round_lines(ById(round_), names)
        slip = slip_of(state.setup, round_)
        if slip.mismatch:
            for line in slip.lines:
                title = msg("round {n} · result of {name}", n=round_.number, name=names[line.seat])
                text = msg("{amount} Kč", amount=kc(line.result or 0, plus=True))
                yield SheetEntry(("result", round_.number, line.seat), title, text, sum=True)


def clock_readings(state: State, entry: Entry) -> Sequence[ClockReading]:
    """M1: what was left of the round; negative while a last deal is finished."""
    if state.phase is not Phase.PLAY:
        return ()
    return (ClockReading(msg("round"), state.round.remaining(entry.at), standing=not state.round.running),)


class Marias(ActGame[State]):
    """The tournament's table. Stateless; every method is a function of what it is given."""

    key = "marias"
    name = msg("Mariáš")
    setup_type = MariasSetup
    acts = e.ACTS
    presentation = Presentation(summary, report, sheet_entries, clock_readings)

    def begin(self, setup: MariasSetup) -> State:
        """M5, M6, M31: three to five named players, one of them leading, and a stake that the tokens are part of."""
        check_table(setup.players, setup.leader)
        if setup.tokens * setup.token > setup.stake:
            raise Refusal("M5", "The tokens are a part of the stake and cannot be worth more.")
        sitting, leader = tuple(range(len(setup.players))), INDEX[setup.leader]
        return State(setup, setup.seats, sitting, leader, round_s=setup.round_s, pairing=setup.pairing)

    def apply(self, state: State, entry: Entry) -> State:
        """The state after ``entry``. Raises `Refusal` with the rule's number."""
        after = super().apply(state, entry)
        if entry.event.stays:
            return after
        just_locked = state.phase is Phase.SLIP and after.phase is not Phase.SLIP
        return replace(after, fresh=0 if just_locked else after.fresh + 1, last=entry.n)

    def is_misread(self, state: State, entry: Entry) -> bool:
        """A reader of before knows no end but the last round's, and would leave the table open."""
        return isinstance(entry.event, e.EndTable)

    def entry_refusal(self, event: Event) -> Refusal | None:
        """M10: a deal of which sto and sto proti say different things."""
        return counts_refusal(event) if isinstance(event, WrittenDeal) else None

    def people(self, state: State) -> tuple[Person, ...]:
        """By seats, then those who have left (M31)."""
        left = (structs.replace(person, left=True) for person in state.known if person.side not in state.sitting)
        return (*state.people, *left)

    def rematch(self, state: State, partners: int = 0) -> Setup:
        """Those who sit there now, in their seats."""
        return structs.replace(super().rematch(state), leader=SEAT[state.leader], pairing="")

    def check_void(self, state: State, void: Void) -> tuple[int, ...]:
        """A press says that a deal is in hand; it is taken back like anything else, by undo."""
        raise Refusal("", "Presses are taken back by undo here.")

    def undo_refusal(self, state: State) -> Refusal | None:
        """M28: what a locked slip says is not taken back."""
        return Refusal(*LOCKED) if is_locked(state) else None

    def button(self, state: State, side: int, gesture: Gesture, presses: Sequence[int]) -> tuple[Event, ...]:
        """What the table's two buttons mean.

        A press starts the round, and in it says that the next deal is in hand. One held calls the referee (or says
        that the referee has been); both held stop the clock and let it go on. On the slip a held button signs. The
        press-down that began a hold is taken back with it.
        """
        if state.phase is Phase.SIGNED:
            return ()
        if state.phase is Phase.SLIP:
            return (e.Sign(side="B" if side else "A"),) if gesture is Gesture.HOLD else ()
        if gesture is Gesture.PRESS:
            if state.phase is Phase.READY:
                return (e.StartRound(),)
            return (e.Dealt(),) if state.round.hand is None and state.round.running else ()
        back = self._taken_back(state, presses)
        if gesture is Gesture.HOLD:
            return (*back, e.RefereeDone() if state.referee else e.RefereeCall())
        if state.phase is Phase.READY or any(undo.of == state.round.entry for undo in back):
            return back
        return (*back, e.Pause() if state.round.running else e.Resume())

    def _taken_back(self, state: State, presses: Sequence[int]) -> tuple[Undo, ...]:
        """The presses that began a hold, latest first, as far as nothing has happened since."""
        undos: list[Undo] = []
        for n in sorted(presses, reverse=True):
            if n == state.last - len(undos):
                undos.append(Undo(of=n))
        return tuple(undos)

    def referee_called(self, state: State) -> bool:
        """M27: from the call until the referee has been."""
        return state.referee

    def is_running(self, state: State) -> bool:
        """Whether the round's clock runs."""
        return state.phase is Phase.PLAY and state.round.running

    def progress(self, state: State) -> Progress:
        """How far the tournament is."""
        if not state.rounds:
            return Progress.READY
        return {Phase.SLIP: Progress.RESULT, Phase.SIGNED: Progress.SIGNED}.get(state.phase, Progress.PLAYING)


GAME = Marias()
"""The game, ready to be asked."""
