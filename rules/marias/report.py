"""The tally of a mariáš tournament's table: slips, deals and standings, as tables, as data and for the timeline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.game import SECOND, Cell, Entry, Report, ReportRow, ReportTable
from rules.marias.acts.deals import counts_refusal
from rules.marias.acts.rounds import REASONS
from rules.marias.deal import SEAT
from rules.marias.state import Phase, Played, Remark, Round, Slip, Standing, State, slip_of, standings, sums_by_seat
from rules.message import Message, msg
from rules.money import exact, kc, plain
from rules.timeline import ById, ClockReading, SheetEntry


def report(state: State) -> Report:
    """Everything, rounds in order and standings last."""
    tables = []
    for round_ in state.rounds:
        tables += [deals_table(state, round_), _slip_table(state, round_)]
    ranked = standings(state)
    tables.append(standings_table(state, ranked))
    return Report(msg("Mariáš"), tuple(tables), _notes(state), _data(state, ranked))


def summary(state: State) -> Message:
    """The table in one line: the round, and who is in front in it or after it."""
    if not state.rounds:
        return msg("{names}", names=", ".join(state.names[:3]) + (" …" if state.seats > 3 else ""))
    first, most = in_front(state)
    if len(first) == len(state.sitting) and state.phase is not Phase.SIGNED:
        return msg("round {n} · all level", n=state.round.number)
    line = msg("{name} {sum}", name=", ".join(state.people[person] for person in first), sum=kc(most, plus=True))
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


def who(played_deal: Played) -> str:
    """The choosers of a deal by their seats."""
    return "–" if played_deal.deal is None else played_deal.deal.choosers


def deal_text(played_deal: Played, names: Sequence[str]) -> Message:
    """The deal in a few words; ``names`` by seat."""
    if played_deal.deal is None:
        return msg("annulled: {reason}", reason=REASONS.get(played_deal.reason, played_deal.reason or "–"))
    text = played_deal.deal.in_words(names)
    if played_deal.versions:
        text = msg("{text} (corrected)", text=text)
    if counts_refusal(played_deal.deal) is not None:
        text = msg("{text} (doubtful count)", text=text)
    return msg("{text} (referee)", text=text) if played_deal.referee else text


def doubts(played: Round) -> tuple[Message, ...]:
    """What is wrong with deals of the round that an earlier version took, and that count as they were written (M10)."""
    return tuple(
        msg("deal {n} counts as an earlier version accepted it. {why}", n=deal.number, why=why.citation)
        for deal in played.deals
        if deal.deal is not None and (why := counts_refusal(deal.deal)) is not None
    )


def deals_table(state: State, played: Round) -> ReportTable:
    """All deals of a round with what they brought everybody, and what that is together."""
    names = [state.people[played.people[seat]] for seat in played.seats]
    columns: tuple[Cell, ...] = (
        msg("Deal"),
        msg("Dealer"),
        msg("Choosers"),
        msg("Commitments"),
        msg("From one"),
        *names,
    )
    lines = []
    for deal in played.deals:
        transfer = Fraction(0) if deal.settlement is None else deal.settlement.transfer
        cells = (
            deal.number,
            SEAT[deal.dealer],
            who(deal),
            deal_text(deal, state.names_in(played.people)),
            kc(transfer),
            *(kc(deal.results[seat]) for seat in played.seats),
        )
        lines.append(ReportRow(cells, heavy=deal.number % 4 == 0))
    if lines:
        lines[-1] = replace(lines[-1], heavy=True)
        sums = (kc(played.winnings[seat]) for seat in played.seats)
        lines.append(ReportRow((None, None, None, msg("Sum"), None, *sums)))
    numeric = frozenset({0, 4, *range(5, 5 + len(names))})
    return ReportTable(msg("Round {n}: deals", n=played.number), columns, tuple(lines), numeric)


def _slip_table(state: State, played: Round) -> ReportTable:
    slip, names = slip_of(state.setup, played), state.names_in(played.people)
    columns = (
        msg("Seat"),
        msg("Player"),
        msg("Stake"),
        msg("Topped up"),
        msg("By the record"),
        msg("Coin"),
        msg("Tokens"),
        msg("By the cash"),
        msg("Result"),
        msg("Exactly (h)"),
    )
    lines = []
    for line in slip.lines:
        money = [None if part is None else kc(part) for part in (line.coin, line.cash, line.result)]
        cells = (
            SEAT[line.seat],
            names[line.seat],
            kc(state.setup.stake),
            kc(line.topped_up),
            kc(line.recorded),
            money[0],
            line.tokens,
            money[1],
            money[2],
            None if line.result is None else exact(line.result),
        )
        lines.append(ReportRow(cells))
    return ReportTable(msg("Round {n}: table slip", n=slip.number), columns, tuple(lines), frozenset(range(2, 10)))


def standings_table(state: State, ranked: tuple[Standing, ...]) -> ReportTable:
    """Places, results of the rounds, sums (M31)."""
    count = len(ranked[0].results) if ranked else 0
    columns = (msg("Place"), msg("Player"), *(msg("Round {n}", n=n + 1) for n in range(count)), msg("Sum"))
    lines = tuple(
        ReportRow(
            (
                standing.place,
                state.people[standing.person],
                *(None if part is None else kc(part) for part in standing.results),
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
        "game": "marias",
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
                "deals": [_deal_data(state, deal) for deal in round_.deals],
                "slip": _slip_data(slip_of(state.setup, round_)),
                "signed": sorted(round_.signed),
            }
            for round_ in state.rounds
        ],
        "standings": [
            {
                "place": standing.place,
                "seat": SEAT[state.sitting.index(standing.person)] if standing.person in state.sitting else None,
                "player": state.people[standing.person],
                "rounds": [None if part is None else plain(part) for part in standing.results],
                "total": plain(standing.total),
            }
            for standing in ranked
        ],
    }


def _deal_data(state: State, played_deal: Played) -> dict[str, Any]:
    total = played_deal.settlement
    entered = None if played_deal.deal is None else msgspec.to_builtins(played_deal.deal)
    if entered is not None:
        entered.pop("event")
        entered.pop("of", None)
        # A default that is a tuple is left out by identity, not by value: here it always stands.
        entered["commitments"] = msgspec.to_builtins(played_deal.deal.commitments) if played_deal.deal else ()
    return {
        "deal": played_deal.number,
        "dealer": SEAT[played_deal.dealer],
        "entered": entered,
        "reason": played_deal.reason,
        "referee": played_deal.referee,
        "corrected": len(played_deal.versions),
        "items": []
        if total is None
        else [
            {"kind": item.kind, "level": item.level, "units": item.units, "amount": item.amount, "played": item.played}
            for item in total.items
        ],
        "red": 0 if total is None else total.red,
        "fine": 0 if total is None else total.fine + total.claim,
        "transfer": 0 if total is None else plain(total.transfer),
        "capped": total is not None and total.capped,
        "results": [plain(part) for part in played_deal.results],
    }


def _slip_data(slip: Slip) -> dict[str, Any]:
    return {
        "mismatch": slip.mismatch,
        "players": [
            {
                "seat": SEAT[line.seat],
                "topped_up": line.topped_up,
                "recorded": plain(line.recorded),
                "coin": line.coin,
                "tokens": line.tokens,
                "cash": line.cash,
                "result": None if line.result is None else plain(line.result),
            }
            for line in slip.lines
        ],
    }


@lru_cache(maxsize=1024)
def deal_line(number: int, played: ById[Played], names: tuple[str, ...]) -> SheetEntry:
    """A deal of a round. States one after another share their deals: each is yielded once."""
    deal = played.value
    text = deal_text(deal, names)
    if deal.deal is not None and deal.settlement is not None:
        amount = kc(deal.settlement.transfer, plus=True)
        text = msg("{who} · {deal} · {amount} Kč", who=who(deal), deal=deal.deal.in_words(names), amount=amount)
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
        lines.append(
            SheetEntry(
                ("won", n, seat), title, msg("{amount} Kč", amount=kc(round_.winnings[seat], plus=True)), sum=True
            )
        )
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
