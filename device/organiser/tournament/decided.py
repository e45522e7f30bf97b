"""Decisions in words, for the strip at the foot of the desk's pages and for the list of all of them."""

from __future__ import annotations

from datetime import datetime

from device.common.i18n import time_of_day, tr
from device.organiser.acts import decisions, ruling_acts
from device.organiser.log.event_state import EventState
from device.organiser.log.tournament_state import DecisionRecord
from device.organiser.tournament.kinds import as_typed, is_money
from rules.game import SECOND, Nanoseconds
from rules.message import Message, msg, msgs
from rules.money import kc

STATUS = {
    "registered": msg("expected"),
    "present": msg("here"),
    "withdrawn": msg("withdrawn"),
    "expelled": msg("expelled"),
}


PAIR_RULES = {
    "apart": msg("never meet"),
    "wished": msg("wish to meet"),
    "none": msg("may meet"),
}


def time_of(state: EventState, when: Nanoseconds) -> str:
    """A moment of the event's clock (ns) by the clock on the wall as it went then, as people read it."""
    ahead = next((ahead for since, ahead in reversed(state.clocks) if since <= when), state.ahead)
    return time_of_day(datetime.fromtimestamp((when - ahead) / SECOND).astimezone())


def by_of(done: DecisionRecord) -> str:
    """Who sat at the desk; empty: nobody said."""
    return next((act.by for act in done.acts if act.by), "")


def in_words(state: EventState, done: DecisionRecord) -> Message:
    """What was decided."""
    acts = [act for act in done.acts if not isinstance(act, ruling_acts.Frozen)] or list(done.acts)
    act, many = acts[-1], len(acts)
    match act:
        case decisions.Drafted() if not act.tables:
            return msg("the draft of round {n} was discarded", n=act.round)
        case decisions.Drafted():
            return msg("draft of round {n}", n=act.round)
        case decisions.Published() if act.reason:
            return msg("the draw of round {n} was corrected: {reason}", n=act.round, reason=act.reason)
        case decisions.Published():
            return msg("the draw of round {n} was published", n=act.round)
        case decisions.ResultEntered():
            drawn = state.tournament.draw_of(act.round)
            money = drawn is not None and is_money(state.game(drawn.kind))
            figures = " : ".join(tr(kc(score, plus=True)) if money else as_typed(score) for score in act.figures)
            if act.reason:
                figures = f"{figures} ({act.reason})"
            return msg("result of table {table}, round {n}: {figures}", table=act.table, n=act.round, figures=figures)
        case ruling_acts.Adjusted():
            who = _who(state, act.entrant)
            return msg("points were adjusted, round {n}: {who} ({reason})", n=act.round, who=who, reason=act.reason)
        case ruling_acts.RankingSet():
            return msg("how places are decided was changed")
        case ruling_acts.Frozen():
            return msg("the standings after round {n} were kept", n=act.after)
        case ruling_acts.SeasonAdded():
            return msg("{event} counts for the season", event=act.event)
        case ruling_acts.PrizesSet():
            return msg("prizes in kind and of classes were set")
        case ruling_acts.PictureSet():
            return msg("the picture of diplomas was set")
        case ruling_acts.SeasonRules():
            return msg("how the season is counted was changed")
        case ruling_acts.DrawRules():
            return msg("how rounds are drawn was changed")
        case ruling_acts.PairRuled():
            who = " – ".join(_who(state, entrant) for entrant in act.entrants)
            return msg("{rule}: {who}", rule=PAIR_RULES[act.rule], who=who)
        case ruling_acts.EveningBegun():
            return msg("a new evening: {title}", title=act.title)
        case decisions.MoneySet():
            return msg("fee and prizes were set")
        case decisions.Removed(same=None):
            return msg("removed: {who}", who=f"{act.number} {act.name}")
        case decisions.Removed():
            who = f"{act.number} {act.name}"
            return msg("{who} is the same as {other}", who=who, other=_who(state, act.same or ""))
        case decisions.FeePaid() if many > 1:
            return msgs("{n} entrant paid", "{n} entrants paid", many)
        case decisions.FeePaid():
            return msg("paid {sum} Kč: {who}", sum=kc(act.amount), who=_who(state, act.entrant))
        case decisions.Enrolled() if many > 1:
            return msgs("registered: {n} entrant", "registered: {n} entrants", many)
        case decisions.Attended() if many > 1:
            return msgs("here: {n} entrant", "here: {n} entrants", many)
        case decisions.Enrolled() if state.tournament.is_change(act):
            return msg("changed: {who}", who=f"{act.number} {act.name}")
        case decisions.Enrolled():
            return msg("registered: {who}", who=f"{act.number} {act.name}")
        case decisions.Attended(door=True):
            return msg("say they are here: {who}", who=_who(state, act.entrant))
        case decisions.Attended():
            return msg("{status}: {who}", status=STATUS[act.status], who=_who(state, act.entrant))
        case decisions.Rests(on=True):
            return msg("rests in round {n}: {who}", n=act.round, who=_who(state, act.entrant))
        case decisions.Rests():
            return msg("plays in round {n}: {who}", n=act.round, who=_who(state, act.entrant))
        case ruling_acts.Warned():
            return msg("warned: {who} ({reason})", who=_who(state, act.entrant), reason=act.reason)
        case ruling_acts.Expelled():
            return msg("expelled: {who} ({reason})", who=_who(state, act.entrant), reason=act.reason)
    return msg("a decision")


def _who(state: EventState, entrant: str) -> str:
    known = state.tournament.entrants.get(entrant)
    return "–" if known is None else f"{known.number} {known.name}"
