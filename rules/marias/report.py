"""The tally of a mariáš tournament's table: slips, deals and standings, as tables, as data and for the timeline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec

from rules.game import SECOND, Cell, Entry, Report, ReportRow, ReportTable
from rules.marias.acts.rounds import REASONS
from rules.marias.commitments import SEAT
from rules.marias.deal import counts_refusal
from rules.marias.slip import Slip, Standing, slip_of, standings, sums_by_seat
from rules.marias.state import Phase, Played, Remark, Round, State
from rules.message import Message, msg
from rules.money import exact, kc, plain
from rules.timeline import ById, ClockReading, SheetEntry


def report(state: State) -> Report:
    """Everything, rounds in order and standings last."""
    tables = []
    for one in state.rounds:
        tables += [deals_table(state, one), _slip_table(state, one)]
    found = standings(state)
    tables.append(standings_table(state, found))
    return Report(msg("Mariáš"), tuple(tables), _notes(state), _data(state, found))


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
    first = [one for one in standings(state) if one.place == 1]
    return tuple(one.person for one in first), first[0].total


def who(one: Played) -> str:
    """The choosers of a deal by their seats."""
    return "–" if one.deal is None else one.deal.choosers


def deal_text(one: Played, names: Sequence[str]) -> Message:
    """The deal in a few words; ``names`` by seat."""
    if one.deal is None:
        return msg("annulled: {reason}", reason=REASONS.get(one.reason, one.reason or "–"))
    text = one.deal.in_words(names)
    if one.versions:
        text = msg("{text} (corrected)", text=text)
    if counts_refusal(one.deal) is not None:
        text = msg("{text} (doubtful count)", text=text)
    return msg("{text} (referee)", text=text) if one.referee else text


def doubts(played: Round) -> tuple[Message, ...]:
    """What is wrong with deals of the round that an earlier version took, and that count as they were written (M10)."""
    return tuple(
        msg("deal {n} counts as an earlier version accepted it. {why}", n=one.number, why=why.citation)
        for one in played.deals
        if one.deal is not None and (why := counts_refusal(one.deal)) is not None
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
    for one in played.deals:
        transfer = Fraction(0) if one.settlement is None else one.settlement.transfer
        cells = (
            one.number,
            SEAT[one.dealer],
            who(one),
            deal_text(one, state.names_in(played.people)),
            kc(transfer),
            *(kc(one.results[seat]) for seat in played.seats),
        )
        lines.append(ReportRow(cells, heavy=one.number % 4 == 0))
    if lines:
        lines[-1] = replace(lines[-1], heavy=True)
        sums = (kc(played.winnings(seat)) for seat in played.seats)
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
    for one in slip.lines:
        money = [None if part is None else kc(part) for part in (one.coin, one.cash, one.result)]
        cells = (
            SEAT[one.seat],
            names[one.seat],
            kc(state.setup.stake),
            kc(one.topped_up),
            kc(one.recorded),
            money[0],
            one.tokens,
            money[1],
            money[2],
            None if one.result is None else exact(one.result),
        )
        lines.append(ReportRow(cells))
    return ReportTable(msg("Round {n}: table slip", n=slip.number), columns, tuple(lines), frozenset(range(2, 10)))


def standings_table(state: State, found: tuple[Standing, ...]) -> ReportTable:
    """Places, results of the rounds, sums (M31)."""
    count = len(found[0].results) if found else 0
    columns = (msg("Place"), msg("Player"), *(msg("Round {n}", n=n + 1) for n in range(count)), msg("Sum"))
    lines = tuple(
        ReportRow(
            (
                one.place,
                state.people[one.person],
                *(None if part is None else kc(part) for part in one.results),
                kc(one.total),
            )
        )
        for one in found
    )
    return ReportTable(msg("Standings"), columns, lines, frozenset({0, *range(2, count + 3)}))


def remarks_of(state: State, number: int) -> tuple[Remark, ...]:
    """What was remarked in round ``number`` until its slip was locked; 0: between rounds and before the first."""
    return tuple(one for one in state.remarks if one.round == number)


def remark_text(remark: Remark) -> Message:
    """A remark as people read it: with the player's name where it is about one, since seats change."""
    text: Message = remark.event.about(remark.name) if remark.name else remark.event.describe()
    return text


def _notes(state: State) -> tuple[Message, ...]:
    notes = [
        msg("round {n}: {what}", n=one.round, what=remark_text(one)) if one.round else remark_text(one)
        for one in state.remarks
    ]
    for one in state.rounds:
        notes += [msg("round {n}: {what}", n=one.number, what=doubt) for doubt in doubts(one)]
        slip = slip_of(state.setup, one)
        if slip.mismatch:
            off = kc(slip.mismatch, plus=True)
            notes.append(msg("round {n}: the money is off by {off} Kč; shared equally", n=one.number, off=off))
        if len(one.signed) == 2:
            notes.append(msg("round {n}: the slip is signed and locked", n=one.number))
    return tuple(notes)


def _data(state: State, found: tuple[Standing, ...]) -> dict[str, Any]:
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
                "round": one.number,
                "length_s": one.length / SECOND,
                "players": list(state.names_in(one.people)),
                "deals": [_deal_data(state, deal) for deal in one.deals],
                "slip": _slip_data(slip_of(state.setup, one)),
                "signed": sorted(one.signed),
            }
            for one in state.rounds
        ],
        "standings": [
            {
                "place": one.place,
                "seat": SEAT[state.sitting.index(one.person)] if one.person in state.sitting else None,
                "player": state.people[one.person],
                "rounds": [None if part is None else plain(part) for part in one.results],
                "total": plain(one.total),
            }
            for one in found
        ],
    }


def _deal_data(state: State, one: Played) -> dict[str, Any]:
    total = one.settlement
    entered = None if one.deal is None else msgspec.to_builtins(one.deal)
    if entered is not None:
        entered.pop("event")
        entered.pop("of", None)
        # A default that is a tuple is left out by identity, not by value: here it always stands.
        entered["commitments"] = msgspec.to_builtins(one.deal.commitments) if one.deal else ()
    return {
        "deal": one.number,
        "dealer": SEAT[one.dealer],
        "entered": entered,
        "reason": one.reason,
        "referee": one.referee,
        "corrected": len(one.versions),
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
        "results": [plain(part) for part in one.results],
    }


def _slip_data(slip: Slip) -> dict[str, Any]:
    return {
        "mismatch": slip.mismatch,
        "players": [
            {
                "seat": SEAT[one.seat],
                "topped_up": one.topped_up,
                "recorded": plain(one.recorded),
                "coin": one.coin,
                "tokens": one.tokens,
                "cash": one.cash,
                "result": None if one.result is None else plain(one.result),
            }
            for one in slip.lines
        ],
    }


@lru_cache(maxsize=1024)
def deal_line(number: int, played: ById[Played], names: tuple[str, ...]) -> SheetEntry:
    """A deal of a round. States one after another share their deals: each is yielded once."""
    one = played.value
    text = deal_text(one, names)
    if one.deal is not None and one.settlement is not None:
        amount = kc(one.settlement.transfer, plus=True)
        text = msg("{who} · {deal} · {amount} Kč", who=who(one), deal=one.deal.in_words(names), amount=amount)
    return SheetEntry(("deal", number, one.number), msg("round {n} · deal {deal}", n=number, deal=one.number), text)


@lru_cache(maxsize=64)
def round_lines(played: ById[Round], names: tuple[str, ...]) -> tuple[SheetEntry, ...]:
    """Everything that stands on a round's slip."""
    one = played.value
    n = one.number
    lines = [deal_line(n, ById(part), names) for part in one.deals]
    for place, (seat, amount) in enumerate(one.top_ups):
        title = msg("round {n} · top-up of {name}", n=n, name=names[seat])
        lines.append(SheetEntry(("top_up", n, place), title, msg("{amount} Kč", amount=kc(amount))))
    for seat in one.seats:
        cash = one.cash[seat]
        if cash is not None:
            text = msg("{coin} Kč, tokens: {n}", coin=kc(cash.coin), n=cash.tokens)
            lines.append(SheetEntry(("cash", n, seat), msg("round {n} · money of {name}", n=n, name=names[seat]), text))
    for seat in one.seats:
        title = msg("round {n} · {name}", n=n, name=names[seat])
        lines.append(
            SheetEntry(("won", n, seat), title, msg("{amount} Kč", amount=kc(one.winnings(seat), plus=True)), sum=True)
        )
    if one.signed:
        text = msg("signed, locked") if len(one.signed) == 2 else msg("signed by one side")
        lines.append(SheetEntry(("signed", n), msg("slip of round {n}", n=n), text, sum=True))
    return tuple(lines)


def sheet_entries(state: State) -> Iterator[SheetEntry]:
    """Every round's deals, top-ups and money as they stand, then what a mismatch has made of each result (M30)."""
    for one in state.rounds:
        names = state.names_in(one.people)
        yield from round_lines(ById(one), names)
        slip = slip_of(state.setup, one)
        if slip.mismatch:
            for line in slip.lines:
                title = msg("round {n} · result of {name}", n=one.number, name=names[line.seat])
                text = msg("{amount} Kč", amount=kc(line.result or 0, plus=True))
                yield SheetEntry(("result", one.number, line.seat), title, text, sum=True)


def clock_readings(state: State, entry: Entry) -> Sequence[ClockReading]:
    """M1: what was left of the round; negative while a last deal is finished."""
    if state.phase is not Phase.PLAY:
        return ()
    return (ClockReading(msg("round"), state.round.remaining(entry.at), standing=not state.round.running),)
