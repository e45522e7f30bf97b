"""Rule options of Kouřící kočka."""

from __future__ import annotations

from typing import Annotated, Literal

from rules.message import msg
from rules.options import Option, Options

ForgiveRenonc = Annotated[
    Literal["no", "offered"],
    Option(msg("Careless renonc"), "K15", {"no": msg("not forgiven"), "offered": msg("may be forgiven")}),
]


class KockaOptions(Options, frozen=True, kw_only=True):
    """What an absent key means in a record."""

    ch_is_one_letter: Annotated[bool, Option(msg("CH is one letter"), "K5")] = False
    hejma_tie_outside: Annotated[
        Literal["hejma_taker", "replay", "vote"],
        Option(
            msg("Tie without whoever took Hejma"),
            "K14",
            {"hejma_taker": msg("Hejma taker loses"), "replay": msg("replayed"), "vote": msg("vote")},
        ),
    ] = "hejma_taker"
    misdeal_count: Annotated[
        Literal["per_deal", "per_game"],
        Option(msg("Misdeals are counted"), "K8", {"per_deal": msg("per deal"), "per_game": msg("per game")}),
    ] = "per_deal"
    forgive_renonc: ForgiveRenonc = "offered"


class NewKocka(KockaOptions, frozen=True, kw_only=True):
    """What a new game starts with."""

    forgive_renonc: ForgiveRenonc = "no"


NEW = NewKocka
