"""What a form was made from: it carries the values that stood in its fields, so that it says only what was changed.

Somebody else may have decided since the form was opened. A field that stands as the form was made is then as it is now,
and only what was typed is written.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from fractions import Fraction

from device.common.i18n import number
from device.common.specs.spec import GameSpec
from device.organiser.acts.decisions import MoneySet, StreamSet
from device.organiser.acts.ruling_acts import DrawRules, RankingSet, SeasonRules
from device.organiser.log.tournament_state import Entrant, Tournament
from device.organiser.tournament.kinds import figure, is_money
from device.organiser.tournament.money import percent
from device.organiser.tournament.results import TableResult

FIELD = "made_from"
"""The hidden field with those values, as JSON. A form without it says all that is in it."""


def fields_made(form: Mapping[str, str]) -> dict[str, str] | None:
    """What a form was made from; None where it does not say so."""
    try:
        fields = json.loads(form.get(FIELD, ""))
    except (ValueError, RecursionError):
        return None
    return {name: text for name, text in fields.items() if isinstance(text, str)} if isinstance(fields, dict) else None


def only_changed(
    form: Mapping[str, str],
    now: Mapping[str, str],
    together: Collection[Collection[str]] = (),
    ticked: Collection[str] = (),
) -> dict[str, str]:
    """``form`` with the value that stands ``now`` in each field that was not changed in it.

    ``together`` are fields that say one thing: where one was changed, all of them are as the form says. Of boxes
    (``ticked``) one that is not ticked is ``""``.
    """
    fields, earlier = dict(form), fields_made(form)
    if earlier is None:
        return fields
    changed = {name for name in now if form.get(name, "").strip() != earlier.get(name, "")}
    for group in together:
        if changed & set(group):
            changed |= set(group)
    for name in now.keys() - changed:
        fields[name] = now[name]
        if name in ticked and not now[name]:
            del fields[name]
    return fields


def entrant_fields(entrant: Entrant, contact: str) -> dict[str, str]:
    """The form about an entrant."""
    names = {"player": entrant.players[0]}
    if len(entrant.players) > 1:
        names |= {"partner": entrant.players[1], "name": entrant.name}
    own = {"club": entrant.club, "team": entrant.team, "contact": contact, "classes": ", ".join(entrant.classes)}
    return names | own | {"initials": "yes" if entrant.initials else ""}


def money_fields(terms: MoneySet, kind: str) -> dict[str, str]:
    """The form about fee and prizes; ``kind``: whose standings decide, as it stands in the form."""

    def amount(hundredths: int) -> str:
        return percent(hundredths) if hundredths else ""

    return {
        "fee": amount(terms.fee),
        "added": amount(terms.added),
        "house_percent": amount(terms.house_percent),
        "house": amount(terms.house),
        "prizes": " ".join(percent(prize) for prize in terms.prizes),
        "by": "percent" if terms.by_percent else "amount",
        "step": str(terms.step),
        "kind": kind,
        "settle": "yes" if terms.settle else "",
    }


def ranking_fields(rules: RankingSet, game: GameSpec) -> dict[str, str]:
    """The form about what decides places."""
    by = {name: rules.by_figures[n] if n < len(rules.by_figures) else "" for n, name in enumerate(ORDER)}
    counts = {name: str(getattr(rules, name)) for name in ("drop_best", "drop_worst", "team_best", "team_size")}
    return by | counts | ({} if is_money(game) else {"rest": str(rules.rest_half_wins)})


def result_fields(result: TableResult) -> dict[str, str]:
    """The form about a table's result; of a slip whose difference is shared, what stands on the slip."""
    figures = [""] * len(result.drawn.entrants)
    if result.entered is not None and result.entered.shared:
        figures = [figure(Fraction(score), result.spec) for score in result.entered.scores]
    elif result.scores is not None:
        figures = [figure(score.points, result.spec) for score in result.scores]
    absent = () if result.entered is None else result.entered.absent
    fields = {f"seat{n}": text for n, text in enumerate(figures)}
    fields |= {f"absent{n}": "yes" if n in absent else "" for n in range(len(figures))}
    winner = None if result.entered is None else result.entered.winner
    double = result.entered is not None and result.entered.double_loss
    return fields | {"double": "yes" if double else "", "winner": "" if winner is None else str(winner)}


ORDER = tuple(f"by{n}" for n in range(5))
"""What decides first, second and so on: one thing, in the order in which it stands."""


def draw_rules_fields(rules: DrawRules) -> dict[str, str]:
    """The form about how rounds are drawn."""
    ticks = {"accelerated": rules.accelerated, "locked": rules.locked}
    return {"rounds": str(rules.rounds or "")} | {name: "yes" if on else "" for name, on in ticks.items()}


def season_fields(rules: SeasonRules) -> dict[str, str]:
    """The form about how a season is counted."""
    counting = "drop" if rules.drop and not rules.best else "best"
    own = {"scale": rules.scale, "counting": counting, "events": str(rules.best or rules.drop or "")}
    return own | {"persons": "yes" if rules.persons else ""}


def prizes_fields(tournament: Tournament) -> dict[str, str]:
    """The form about prizes in kind and of classes."""
    prizes, entrants = tournament.prizes, tournament.entrants
    classes = [
        f"{prize_class.name}: {' '.join(map(percent, prize_class.prizes))}"
        + (f"; {', '.join(prize_class.in_kind)}" if prize_class.in_kind else "")
        for prize_class in prizes.classes
    ]
    order = " ".join(str(entrants[id].number) for id in prizes.order if id in entrants)
    own = {"in_kind": ", ".join(prizes.in_kind), "classes": "\n".join(classes), "order": order}
    from_fund = prizes.from_fund or not any(prize_class.prizes for prize_class in prizes.classes)
    ticks = {"once": "yes" if prizes.once else "", "from_fund": "yes" if from_fund else ""}
    return own | {"shared": prizes.shared} | ticks


def stream_fields(stream: StreamSet | None) -> dict[str, str]:
    """The form about a broadcast."""
    return {} if stream is None else {"table": str(stream.table or ""), "delay": number(stream.delay_s / 60, None)}
