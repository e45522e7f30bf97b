"""What a mariáš table tells of its past: deals, top-ups, counted money, what follows from them, the round's clock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from rules.chronicle import Reading, Same, Written
from rules.game import Entry
from rules.marias import words
from rules.marias.money import kc
from rules.marias.report import said, who
from rules.marias.slip import slip_of
from rules.marias.state import Phase, Played, Round, State
from rules.message import msg


@lru_cache(maxsize=1024)
def deal_line(number: int, played: Same[Played]) -> Written:
    """A deal of a round. States one after another share their deals: each is told once."""
    one = played.value
    text = said(one)
    if one.deal is not None and one.settlement is not None:
        amount = kc(one.settlement.transfer, plus=True)
        text = msg("{who} · {deal} · {amount} Kč", who=who(one), deal=words.deal(one.deal), amount=amount)
    return Written(("deal", number, one.number), msg("round {n} · deal {deal}", n=number, deal=one.number), text)


@lru_cache(maxsize=64)
def round_lines(played: Same[Round], names: tuple[str, ...]) -> tuple[Written, ...]:
    """Everything that stands on a round's slip."""
    one = played.value
    n = one.number
    lines = [deal_line(n, Same(part)) for part in one.deals]
    for place, (seat, amount) in enumerate(one.top_ups):
        title = msg("round {n} · top-up of {name}", n=n, name=names[seat])
        lines.append(Written(("top_up", n, place), title, msg("{amount} Kč", amount=kc(amount))))
    for seat in one.seats:
        cash = one.cash[seat]
        if cash is not None:
            text = msg("{coin} Kč, tokens: {n}", coin=kc(cash.coin), n=cash.tokens)
            lines.append(Written(("cash", n, seat), msg("round {n} · money of {name}", n=n, name=names[seat]), text))
    for seat in one.seats:
        title = msg("round {n} · {name}", n=n, name=names[seat])
        lines.append(
            Written(("won", n, seat), title, msg("{amount} Kč", amount=kc(one.won(seat), plus=True)), sum=True)
        )
    if one.signed:
        text = msg("signed, locked") if len(one.signed) == 2 else msg("signed by one side")
        lines.append(Written(("signed", n), msg("slip of round {n}", n=n), text, sum=True))
    return tuple(lines)


def written(state: State) -> Iterator[Written]:
    """Every round's deals, top-ups and money as they stand, then what a mismatch has made of each result (M30)."""
    for one in state.rounds:
        names = state.names_in(one.people)
        yield from round_lines(Same(one), names)
        slip = slip_of(state.setup, one)
        if slip.mismatch:
            for line in slip.lines:
                title = msg("round {n} · result of {name}", n=one.number, name=names[line.seat])
                text = msg("{amount} Kč", amount=kc(line.result or 0, plus=True))
                yield Written(("result", one.number, line.seat), title, text, sum=True)


def clocks(state: State, entry: Entry) -> Sequence[Reading]:
    """M1: what was left of the round; negative while a last deal is finished."""
    if state.phase is not Phase.PLAY:
        return ()
    return (Reading(msg("round"), state.round.remaining(entry.at), standing=not state.round.running),)
