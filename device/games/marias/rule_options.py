"""What an organiser may choose for new mariáš tables, in the words of the settings screens: terms, tariff, readings."""

from __future__ import annotations

from device.settings.rule_options import OptionTexts, Unit, rule_options_of
from device.settings.settings import MariasSettings
from rules.message import Message, msg

DEAR = (100, 1000)
"""Steps of what is paid in koruny."""
CHEAP = (10, 100)
"""Steps of what is paid in haléře."""


def _price(name: Message, rule: str, steps: tuple[int, int] = CHEAP) -> OptionTexts:
    return OptionTexts(name, rule, unit=Unit.HALER, steps=steps)


RULE_OPTIONS = rule_options_of(
    "marias",
    MariasSettings,
    {
        "rounds": OptionTexts(msg("Rounds"), "M1"),
        "round_s": OptionTexts(msg("Length of a round"), "M1", unit=Unit.SECONDS, steps=(60, 600)),
        "break_s": OptionTexts(msg("Break"), "M2", unit=Unit.SECONDS, steps=(60, 600)),
        "stake": _price(msg("Stake of a round"), "M5", DEAR),
        "tokens": OptionTexts(msg("Tokens in the stake"), "M5"),
        "token": _price(msg("A token is worth"), "M5"),
        "top_up": _price(msg("Least top-up"), "M6", DEAR),
        "cap": _price(msg("A deal pays at most"), "M13", DEAR),
        "hra": _price(msg("Hra"), "M8"),
        "sedma": _price(msg("Sedma"), "M8"),
        "sto": _price(msg("Declared sto"), "M8"),
        "betl": _price(msg("Betl"), "M8"),
        "durch": _price(msg("Durch"), "M8"),
        "renonc": _price(msg("Renonc"), "M14"),
        "silent_sto_at_100": OptionTexts(msg("Silent sto at 100 pays"), "M9", {1: msg("1 unit"), 0: msg("nothing")}),
        "cap_scope": OptionTexts(
            msg("The cap holds for"), "M13", {"per_payee": msg("each receiver"), "per_payer": msg("the payer's sum")}
        ),
        "cap_before_red": OptionTexts(msg("Cap before red doubles"), "M13"),
        "renonc_pays": OptionTexts(
            msg("Renonc is paid to"), "M14", {"each": msg("each player"), "once": msg("all, shared")}
        ),
        "renonc_130_units": OptionTexts(msg("“As 130” counts"), "M14", {4: msg("4 units"), 3: msg("3 units")}),
        "false_claim_pays": OptionTexts(
            msg("A false claim pays"), "M24", {"hra_and_renonc": msg("hra and renonc"), "renonc": msg("renonc alone")}
        ),
        "re_required": OptionTexts(
            msg("Without re not played"),
            "M18",
            {"deal": msg("the deal"), "commitment": msg("a commitment"), "none": msg("all is played")},
        ),
        "mismatch_share": OptionTexts(
            msg("A missing sum is shared"), "M30", {"exact": msg("exactly"), "tokens": msg("by 20 h tokens")}
        ),
    },
)
