"""Everything that was decided at the desk as lines in words: who, when, what, and whether it was taken back."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from device.common.rights import NAMES, EventRole
from device.organiser.acts import decisions
from device.organiser.log.event_state import EventState
from device.organiser.log.tournament_state import DecisionRecord
from device.organiser.tournament.decided import in_words
from rules.figures import Numeral
from rules.game import SECOND, Nanoseconds
from rules.message import Message, msg, msgs


@dataclass(slots=True)
class DecidedLine:
    """One decision: its ``acts``, made at ``when`` (ns of the event's clock).

    ``in_force``: it was not taken back. ``words`` says it where its acts alone do not; ``undone`` is what it took back.
    """

    when: Nanoseconds
    acts: tuple[decisions.Decision, ...]
    in_force: bool = True
    words: Message | None = None
    undone: DecidedLine | None = None

    @property
    def by(self) -> str:
        """Who sat at the desk; empty: nobody said."""
        return next((act.by for act in self.acts if act.by), "")

    def in_words(self, state: EventState) -> Message:
        """What was decided."""
        if self.words is not None:
            return self.words
        if self.undone is not None:
            return msg("taken back: {decision}", decision=self.undone.in_words(state))
        if acts := [act for act in self.acts if isinstance(act, decisions.TournamentAct)]:
            return in_words(state, DecisionRecord(acts[0].id, tuple(acts), self.when))
        return _words(state, self.acts)


def decided_lines(state: EventState) -> list[DecidedLine]:
    """All decisions of an evening, the newest first. What one decision brought with it has no line of its own."""
    lines: list[DecidedLine] = []
    by_id: dict[str, DecidedLine] = {}
    every = [act for together in state.decided for act in together.acts]
    drawn = {table.pairing for act in every if isinstance(act, decisions.Published) for table in act.tables}
    rounds = _Rounds()
    for when, _, acts in state.decided:
        id = next((act.id for act in acts if isinstance(act, decisions.TournamentAct)), "")
        if id in by_id:
            by_id[id].acts, by_id[id].when = (*by_id[id].acts, *acts), when
            continue
        if all(isinstance(act, decisions.Paired) and act.pairing in drawn for act in acts):
            continue  # by the draw, which has its line; logs of earlier versions keep them one by one
        line = DecidedLine(when, acts)
        lines.append(line)
        if id:
            by_id[id] = line
        elif isinstance(act := acts[0], decisions.RoundSet):
            line.words = rounds.take(act, when)
        elif isinstance(act, decisions.TakenBack):
            if (undone := by_id.get(act.decision)) is None:
                line.words = msg("a decision was taken back")
            else:
                line.undone, undone.in_force = undone, False
    return lines[::-1]


class _Rounds:
    """Rounds by what was decided about them, one `RoundSet` after another."""

    def __init__(self) -> None:
        self._on = self._ended = self._replaced = decisions.RoundSet(round=0)

    def take(self, act: decisions.RoundSet, when: Nanoseconds) -> Message:
        """What ``act``, made at ``when``, says beside what was on before."""
        act = msgspec.structs.replace(act, by="")
        on, self._on = self._on, act
        if not act.round:
            self._ended = on
            called_off = on.round and not act.ended and on.starts > when
            n = act.ended or on.round
            return msg("round {n} was called off", n=n) if called_off else msg("round {n} was ended", n=n)
        if act.round != on.round and act in (self._ended, self._replaced):
            self._replaced = on
            return msg("round {n} goes on as before", n=act.round)
        minutes = Numeral(act.length_s / 60, None)
        if act.round != on.round:
            self._replaced = on
            later = round((act.starts - when) / SECOND / 60)
            if later > 0:
                return msg(
                    "round {n} was set to start in {later} min, for {minutes} min",
                    n=act.round,
                    later=later,
                    minutes=minutes,
                )
            return msg("round {n} was started, for {minutes} min", n=act.round, minutes=minutes)
        if act.paused_at is not None and on.paused_at is None:
            return msg("the countdown of round {n} was stopped", n=act.round)
        if act.paused_at is None and on.paused_at is not None:
            return msg("the countdown of round {n} goes on", n=act.round)
        if act.starts != on.starts:
            return msg("round {n} was started anew, for {minutes} min", n=act.round, minutes=minutes)
        return msg("round {n} lasts {minutes} min", n=act.round, minutes=minutes)


def _words(state: EventState, acts: tuple[decisions.Decision, ...]) -> Message:
    """What acts that belong together say, but for those about the tournament and its rounds."""
    tables = ", ".join(str(act.table) for act in acts if isinstance(act, decisions.Paired))
    match acts[0]:
        case decisions.Named(title=""):
            return msg("the event has no name any more")
        case decisions.Named() as act:
            return msg("the event is called {title}", title=act.title)
        case decisions.Noticed(text="", text_en=""):
            return msg("the announcement was taken down")
        case decisions.Noticed() as act:
            return msg("announcement: {text}", text=act.text or act.text_en)
        case decisions.SheetAdded() as act:
            return msg("the score sheet {name} is among the games", name=act.terms.name)
        case decisions.Paired() if len(acts) > 1:
            return msg("pairings for tables {tables}", tables=tables)
        case decisions.Paired(seats=()) as act:
            return msg("nobody is paired at table {n} any more", n=act.table)
        case decisions.Paired() as act:
            who = " – ".join(act.names or (", ".join(group) for group in act.seats))
            return msg("pairing for table {n}: {who}", n=act.table, who=who)
        case decisions.Coming(done=True) as act:
            return msg("the call of table {n} is settled", n=act.table)
        case decisions.Coming() as act:
            return msg("the referee is on the way to table {n}", n=act.table)
        case decisions.SentBack(on=True) as act:
            return msg("the result of table {n} goes back: {reason}", n=_table_of(state, act.game), reason=act.reason)
        case decisions.SentBack() as act:
            return msg("the result of table {n} stands after all", n=_table_of(state, act.game))
        case decisions.CountingSet() as act:
            n, reason = _table_of(state, act.game), act.reason
            if act.counts:
                text = msg("a game of table {n} counts", n=n)
            else:
                text = msg("a game of table {n} does not count", n=n)
            return msg("{decision} ({reason})", decision=text, reason=reason) if reason else text
        case decisions.ClaimDecided(counts=True) as act:
            return msg("what table {n} says of another device's game counts", n=act.table)
        case decisions.ClaimDecided() as act:
            return msg("what table {n} says of another device's game is left out", n=act.table)
        case decisions.Released(on=True) as act:
            return msg("the number {n} is free for a spare table", n=act.table)
        case decisions.Released() as act:
            return msg("the number {n} stays with its device", n=act.table)
        case decisions.NoteSent(text="") as act:
            return msg("what table {n} was told was taken back", n=act.table)
        case decisions.NoteSent() as act:
            return msg("table {n} was told: {text}", n=act.table, text=act.text)
        case decisions.StreamSet(table=0) as act:
            return msg("broadcast {slot}: the first tables, {minutes} min late", slot=act.slot, minutes=_late(act))
        case decisions.StreamSet() as act:
            return msg(
                "broadcast {slot}: table {n}, {minutes} min late", slot=act.slot, n=act.table, minutes=_late(act)
            )
        case (
            decisions.DoorSet(code="") | decisions.StandbySet(secret="") | decisions.TelephonesSet(allowed=False) as act
        ):
            return _ENDED[type(act)]
        case (
            decisions.DoorSet()
            | decisions.StandbySet()
            | decisions.TelephonesSet()
            | decisions.ContactsDeleted() as act
        ):
            return _BEGUN[type(act)]
        case decisions.UpdateOrdered(tables=()):
            return msg("the update of the tables was called off")
        case decisions.UpdateOrdered() as act:
            return msgs(
                "update to {version} for {n} table",
                "update to {version} for {n} tables",
                len(act.tables),
                version=act.version or "–",
            )
        case decisions.AccountChanged() as act:
            return _account(act)
    return msg("a decision")


_BEGUN: dict[type, Message] = {
    decisions.DoorSet: msg("people say themselves at the door that they are here"),
    decisions.StandbySet: msg("a second machine may copy the event"),
    decisions.TelephonesSet: msg("telephones may be clock buttons"),
    decisions.ContactsDeleted: msg("all contacts were deleted"),
}
_ENDED: dict[type, Message] = {
    decisions.DoorSet: msg("nobody says at the door any more that they are here"),
    decisions.StandbySet: msg("no second machine may copy the event any more"),
    decisions.TelephonesSet: msg("telephones may not be clock buttons any more"),
}


def _account(act: decisions.AccountChanged) -> Message:
    role = NAMES[EventRole[act.role.upper()]] if act.role else ""
    return {
        "made": msg("account made: {name}, {role}", name=act.name, role=role),
        "role": msg("account {name} has the role: {role}", name=act.name, role=role),
        "word": msg("account {name} has a new one-time password", name=act.name),
        "removed": msg("account removed: {name}", name=act.name),
    }[act.change]


def _table_of(state: EventState, game: str) -> str:
    known = state.games.get(game)
    return "–" if known is None else str(known.table)


def _late(act: decisions.StreamSet) -> Numeral:
    return Numeral(act.delay_s / 60, None)
