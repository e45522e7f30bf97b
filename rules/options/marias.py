"""Rule options of a mariáš tournament: terms, tariff, rules. Money in haléře (1 Kč = 100 h), times in seconds."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from rules.limits import BreakLength, Price, RoundLength
from rules.message import Message, msg
from rules.options import Option, Options, Unit

MINUTES = (60, 600)
"""Steps of a length."""
ReRequired = Annotated[
    Literal["hra", "deal", "commitment", "none"],
    Option(
        msg("Without re not played"),
        "M18",
        {"hra": msg("hra"), "deal": msg("the deal"), "commitment": msg("a commitment"), "none": msg("all is played")},
    ),
]


def _dear(name: Message, rule: str) -> Option:
    """A price that people say in koruny."""
    return Option(name, rule, unit=Unit.HALER, steps=(100, 1000))


def _cheap(name: Message, rule: str) -> Option:
    """A price that people say in haléře."""
    return Option(name, rule, unit=Unit.HALER, steps=(10, 100))


class MariasOptions(Options, frozen=True, kw_only=True):
    """What an absent key means in a record."""

    rounds: Annotated[int, Meta(ge=1, le=20), Option(msg("Rounds"), "M1")] = 5
    round_s: Annotated[RoundLength, Option(msg("Length of a round"), "M1", unit=Unit.SECONDS, steps=MINUTES)] = 3000
    break_s: Annotated[BreakLength, Option(msg("Break"), "M2", unit=Unit.SECONDS, steps=MINUTES)] = 600
    stake: Annotated[Price, _dear(msg("Stake of a round"), "M5")] = 5000
    tokens: Annotated[int, Meta(ge=0, le=100), Option(msg("Tokens in the stake"), "M5")] = 5
    token: Annotated[Price, _cheap(msg("A token is worth"), "M5")] = 20
    top_up: Annotated[Price, _dear(msg("Least top-up"), "M6")] = 1000
    cap: Annotated[Price, _dear(msg("A deal pays at most"), "M13")] = 2000
    hra: Annotated[Price, _cheap(msg("Hra"), "M8")] = 20
    sedma: Annotated[Price, _cheap(msg("Sedma"), "M8")] = 40
    sto: Annotated[Price, _cheap(msg("Declared sto"), "M8")] = 80
    betl: Annotated[Price, _cheap(msg("Betl"), "M8")] = 100
    durch: Annotated[Price, _cheap(msg("Durch"), "M8")] = 200
    renonc: Annotated[Price, _cheap(msg("Renonc"), "M14")] = 100
    silent_sto_at_100: Annotated[
        Literal[0, 1], Option(msg("Silent sto at 100 pays"), "M9", {1: msg("1 unit"), 0: msg("nothing")})
    ] = 1
    cap_scope: Annotated[
        Literal["per_payee", "per_payer"],
        Option(
            msg("The cap holds for"), "M13", {"per_payee": msg("each receiver"), "per_payer": msg("the payer's sum")}
        ),
    ] = "per_payee"
    cap_before_red: Annotated[bool, Option(msg("Cap before red doubles"), "M13")] = False
    renonc_pays: Annotated[
        Literal["each", "once"],
        Option(msg("Renonc is paid to"), "M14", {"each": msg("each player"), "once": msg("all, shared")}),
    ] = "each"
    renonc_130_units: Annotated[
        Literal[3, 4], Option(msg("“As 130” counts"), "M14", {4: msg("4 units"), 3: msg("3 units")})
    ] = 4
    false_claim_pays: Annotated[
        Literal["hra_and_renonc", "renonc"],
        Option(
            msg("A false claim pays"), "M24", {"hra_and_renonc": msg("hra and renonc"), "renonc": msg("renonc alone")}
        ),
    ] = "hra_and_renonc"
    re_required: ReRequired = "deal"
    mismatch_share: Annotated[
        Literal["exact", "tokens"],
        Option(msg("A missing sum is shared"), "M30", {"exact": msg("exactly"), "tokens": msg("by 20 h tokens")}),
    ] = "exact"


class NewMarias(MariasOptions, frozen=True, kw_only=True):
    """What a new table starts with."""

    re_required: ReRequired = "hra"


NEW = NewMarias
