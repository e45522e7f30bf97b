"""The timeline of a mariáš table: deals, top-ups, counted money, what follows from them, the round's clock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from rules.game import Entry
from rules.marias import describe
from rules.marias.report import deal_text, who
from rules.marias.slip import slip_of
from rules.marias.state import Phase, Played, Round, State
from rules.message import msg
from rules.money import kc
from rules.timeline import ById, ClockReading, SheetEntry


@lru_cache(maxsize=1024)
def deal_line(number: int, played: ById[Played], names: tuple[str, ...]) -> SheetEntry:
    """A deal of a round. States one after another share their deals: each is yielded once."""
    one = played.value
    text = deal_text(one, names)
    if one.deal is not None and one.settlement is not None:
        amount = kc(one.settlement.transfer, plus=True)
        text = msg("{who} · {deal} · {amount} Kč", who=who(one), deal=describe.deal(one.deal, names), amount=amount)
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
