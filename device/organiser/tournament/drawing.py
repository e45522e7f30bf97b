"""What the desk decides about draws: draft, change, publish, correct; results from paper; taking a decision back."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Literal

import msgspec

from device.organiser.acts import decisions
from device.organiser.acts.decisions import TableDrawn
from device.organiser.acts.from_text import WrongField, at_line, nonce, plain, require_text
from device.organiser.acts.ruling_acts import DrawRules, PairRuled
from device.organiser.log.event_control import DeskDecisions, check_round
from device.organiser.log.event_state import EventState
from device.organiser.log.pairing import TableSeating, check_game, check_seats, pairing_act
from device.organiser.log.tournament_state import Entrant
from device.organiser.tournament.draw.remedies import DrawWarning, SeatExchange, exchanges, warnings_of
from device.organiser.tournament.draw_tables import FOR_MORE, FOR_TWO, draw_tables
from device.organiser.tournament.kinds import is_for_two, is_in_halves, is_least, is_money
from device.organiser.tournament.money import check_slip
from device.organiser.tournament.rulings import freeze_after_round, refreeze
from device.organiser.tournament.scoring import Scoring
from rules.message import Refusal, msg

MOST_REMEDIES = 20
"""Warnings for which a remedy is looked for; the next ones get theirs when these are gone."""


class Drawing(DeskDecisions):
    """Draws from draft to correction, results that are entered, and taking back."""

    # -- draft, publish --------------------------------------------------------------------------------------------

    def draft(self, round: int, kind: str, method: str, first_table: int = 1, seed: int | None = None) -> None:
        """A draft of ``round``, for the desk alone. ``seed``: what is left to luck."""
        state = self._desk.read()
        self._not_begun(state, round)
        entrants = self.playing(state, round, kind)
        game = state.game(kind)
        if method not in (FOR_TWO if is_for_two(game) else FOR_MORE) or method == "hand":
            raise Refusal("", "This game cannot be drawn that way.")
        if len(entrants) < game.seats.least:
            raise Refusal("", "Too few entrants are here for a draw: {n}.", n=len(entrants))
        luck = random.Random().randrange(2**32) if seed is None else seed
        tables, byes = draw_tables(state, entrants, round, kind, method, luck)
        self._draft(round, kind, method, list(enumerate(tables, start=first_table)), byes)

    def by_hand(self, round: int, kind: str, text: str) -> None:
        """A draft as people write it: a table a line, ``1: 14 52``; a line without a table's number is a bye."""
        state = self._desk.read()
        self._not_begun(state, round)
        playing = {entrant.number: entrant.id for entrant in self.playing(state, round, kind)}
        rests = {
            entrant.number
            for entrant in state.tournament.entrants.values()
            if entrant.id in self._resting(state, round)
        }
        tables, byes = [], []
        for line, written in enumerate(text.splitlines(), start=1):
            match = re.fullmatch(r"\s*(?:(\d{1,4})\s*:)?([\s\d,–-]*)", written, re.ASCII)
            with at_line(line):
                if match is None:
                    raise Refusal("", "Write the table's number, a colon, and the entrants' numbers.")
                numbers = [int(digits[:9]) for digits in re.findall(r"\d+", match[2])]
                if not match[1]:
                    numbers = [number for number in numbers if number not in rests]  # they have a bye as it is
                if strange := [number for number in numbers if number not in playing]:
                    raise Refusal("", "Number {number} does not play this round.", number=strange[0])
                if match[1]:
                    check_seats(state.game(kind).seats, len(numbers))
            if match[1]:
                tables.append((int(match[1]), tuple(playing[number] for number in numbers)))
            else:
                byes += [playing[number] for number in numbers]
        if not tables:
            raise Refusal("", "No table is written here.")
        self._draft(round, kind, "hand", tables, byes)

    def _draft(
        self, round: int, kind: str, method: str, tables: Sequence[tuple[int, tuple[str, ...]]], byes: Sequence[str]
    ) -> None:
        rests = self._resting(self._desk.state, round)
        drawn = tuple(TableDrawn(table=number, entrants=entrants) for number, entrants in tables)
        self._desk.decide(
            decisions.Drafted(id=nonce(), round=round, kind=kind, method=method, tables=drawn, byes=(*byes, *rests))
        )

    def _resting(self, state: EventState, round: int) -> list[str]:
        """Who is there and asked for a bye in a round."""
        return [
            entrant.id
            for entrant in state.tournament.entrants.values()
            if entrant.status == "present" and round in entrant.rests
        ]

    def playing(self, state: EventState, round: int, kind: str) -> list[Entrant]:
        """Who is to be drawn for a round, best first; who has no result yet by number."""
        game = check_game(state, kind)
        check_round(round)
        lines = Scoring(state).lines(kind, before=round)
        entrants = [line.entrant for line in lines if line.entrant.plays(round)]
        most = game.seats.team
        for entrant in entrants:
            if len(entrant.players) > most:
                raise Refusal(
                    "", "Number {number} is a pair, and this game is for single players.", number=entrant.number
                )
        return entrants

    def swap(self, round: int, first: int, other: int) -> None:
        """Two entrants of the draft, by their numbers, change places."""
        state = self._desk.read()
        self._not_begun(state, round)
        draft = self._draft_of(state, round)
        tables, byes = _swap(state, draft, first, other)
        self._desk.decide(msgspec.structs.replace(draft, id=nonce(), tables=tables, byes=byes, method="hand"))

    def discard(self, round: int) -> None:
        """There is no draft of ``round``."""
        draft = self._draft_of(self._desk.read(), round)
        self._desk.decide(decisions.Drafted(id=nonce(), round=round, kind=draft.kind))

    def warnings(self, round: int) -> list[DrawWarning[str]]:
        """What should be looked at before the draft of ``round`` is published."""
        state = self._desk.state
        draft = self._draft_of(state, round)
        heard = {place.number for place in state.tables() if place.online is not None and not place.released}
        return warnings_of(
            [(table.table, table.entrants) for table in draft.tables],
            state.tournament.opponents_before(round),
            {entrant.id: entrant.club for entrant in state.tournament.entrants.values()},
            heard or None,
            draft.byes,
            {entrant.id for entrant in state.tournament.entrants.values() if entrant.plays(round)},
            state.tournament.partners("apart"),
            state.tournament.partners("wished"),
        )

    def remedies(
        self, round: int, warnings: Sequence[DrawWarning[str]]
    ) -> dict[DrawWarning[str], list[SeatExchange[str]]]:
        """For repeats, meetings within a club and of who stays apart: who could change places instead, each with what
        it is best at; of the first `MOST_REMEDIES`."""
        state = self._desk.state
        tournament, draft = state.tournament, self._draft_of(state, round)
        met, clubs = (
            tournament.opponents_before(round),
            {entrant.id: entrant.club for entrant in tournament.entrants.values()},
        )
        lines = Scoring(state).lines(draft.kind, before=round)
        rank = {line.entrant.id: n for n, line in enumerate(lines)}
        index = {table.table: n for n, table in enumerate(draft.tables)}
        seated = [table.entrants for table in draft.tables]
        apart, wished = tournament.partners("apart"), tournament.partners("wished")
        mended = [warning for warning in warnings if warning.kind in ("apart", "repeat", "club")][:MOST_REMEDIES]
        offers = {
            warning: exchanges(seated, index[warning.table], warning.who, met, clubs, rank, apart, wished)
            for warning in mended
        }
        return {warning: offered for warning, offered in offers.items() if offered}

    def rule(self, kind: str, rounds: int, accelerated: bool, locked: bool) -> None:
        """How the rounds of a game are drawn from now on (`DrawRules`)."""
        state = self._desk.read()
        check_game(state, kind)
        check_round(rounds, least=0)
        if (accelerated or locked) and not rounds:
            raise WrongField(
                ["rounds"], msg("Say how many rounds there are; acceleration and certain places depend on it.")
            )
        now = state.tournament.draw_rules(kind)
        act = DrawRules(id=now.id, kind=kind, rounds=rounds, accelerated=accelerated, locked=locked)
        if act != now:
            self._desk.decide(msgspec.structs.replace(act, id=nonce()))

    def rule_pair(self, first: int, other: int, rule: Literal["apart", "wished", "none"]) -> None:
        """Two entrants, by their numbers, never meet, should meet, or may meet (`PairRuled`)."""
        both = self._entrants(first, other)
        if both[0] == both[1]:
            raise WrongField(["other"], msg("Write two different numbers."))
        self._desk.decide(PairRuled(id=nonce(), entrants=(both[0].id, both[1].id), rule=rule))

    def publish(self, round: int) -> None:
        """The draft of ``round`` as it stands goes to the tables, as if it had been typed there."""
        state = self._desk.read()
        self._not_begun(state, round)
        draft = self._draft_of(state, round)
        if any(warning.blocks for warning in self.warnings(round)):
            raise Refusal("", "First put right the warning at the top.")
        before = state.tournament.draw_of(round)
        acts, tables = _pairings(state, draft.kind, round, draft.tables)
        gone = _unpairings(state, before, {table.table for table in draft.tables})
        rests = tuple(bye for bye in draft.byes if round in state.tournament.entrants[bye].rests)
        published = decisions.Published(
            id=nonce(), round=round, kind=draft.kind, tables=tables, byes=draft.byes, requested=rests
        )
        self._desk.decide(*gone, *acts, published)
        earlier = max((draw.round for draw in state.tournament.rounds() if draw.round < round), default=0)
        freeze_after_round(self._desk, draft.kind, earlier, published.id)

    def correct(self, round: int, first: int, other: int, reason: str) -> None:
        """Two entrants of a draw that was published change places, whether or not its round has begun."""
        draw, state = self._draw(round), self._desk.state
        why = require_text(reason, msg("Say why the draw is corrected."))
        tables, byes = _swap(state, draw, first, other)
        results = {table.drawn.table: table for table in Scoring(state).tables(round)}
        changed = [new for old, new in zip(draw.tables, tables, strict=True) if old.entrants != new.entrants]
        for table in changed:
            if results[table.table].scores is not None:
                raise Refusal("", "Table {n} has its result already; correct that instead.", n=table.table)
        acts, paired = _pairings(state, draw.kind, round, changed)
        new = {drawn_table.table: drawn_table for drawn_table in paired}
        tables = tuple(new.get(table.table, table) for table in tables)
        changes = {"tables": tables, "byes": byes, "requested": tuple(bye for bye in draw.requested if bye in byes)}
        self._desk.decide(*acts, msgspec.structs.replace(draw, id=nonce(), reason=why, **changes))

    # -- results ---------------------------------------------------------------------------------------------------

    def result(self, act: decisions.ResultEntered, agreed: int = 0) -> None:
        """A result from a paper slip, or a correction, which needs a reason; so does what is ruled.

        ``agreed`` is the difference to 0 that the desk has seen: where money is counted, figures with any other are
        refused (M30), and with that one it is shared.
        """
        state, round, table = self._desk.read(), act.round, act.table
        result = next(
            (table_result for table_result in Scoring(state).tables(round) if table_result.drawn.table == table), None
        )
        if result is None:
            raise Refusal("", "Table {n} is not drawn for round {round}.", n=table, round=round)
        seats = len(result.drawn.entrants)
        if len(act.scores) != seats:
            raise Refusal("", "Write a figure for each of the {n} seats.", n=seats)
        if result.scores is not None:
            require_text(act.reason, msg("Table {n} has a result; say why it is corrected.", n=table))
        if act.absent or act.double_loss:
            require_text(act.reason, msg("Say why; it goes on record."))
        if any(not 0 <= seat < seats for seat in (*act.absent, *(() if act.winner is None else (act.winner,)))):
            raise Refusal("", "Table {n} has {seats} seats.", n=table, seats=seats)
        money = is_money(result.spec)
        if money:
            check_slip(table, act.scores, act.absent, agreed)
        everybody = is_for_two(result.spec) and len(act.absent) == seats
        double_loss = act.double_loss or everybody
        self._desk.decide(msgspec.structs.replace(act, double_loss=double_loss, shared=money and agreed != 0))
        refreeze(self._desk, result.kind, round, act.id, act.reason)

    def forfeit(self, round: int, number: int, reason: str) -> None:
        """An entrant, by its number, forfeits a round that was drawn: of two the other wins. Figures stay; where more
        than two meet, what the others play for has to be known before.
        """
        state = self._desk.read()
        entrant = state.tournament.by_number().get(number)
        results = [table for table in Scoring(state).tables(round) if entrant and entrant.id in table.drawn.entrants]
        if entrant is None or not results:
            raise WrongField(["number"], msg("Number {number} is not in this draw.", number=number))
        slip, drawn, known = results[0].entered, results[0].drawn, results[0].scores
        if known is None and len(drawn.entrants) > 2:
            raise Refusal("", "Table {n} plays on; enter the forfeit once it has a result.", n=drawn.table)
        unit = max((score.points.denominator for score in known or ()), default=1)
        if unit > (2 if is_in_halves(results[0].spec) else 1):
            raise Refusal(
                "", "The figures of table {n} are not whole haléře; enter them with the result.", n=drawn.table
            )
        if slip is None:
            sign = -unit if is_least(results[0].spec) else unit  # as it is written on a slip
            scores = (0,) * len(drawn.entrants) if known is None else tuple(int(sign * score.points) for score in known)
            slip = decisions.ResultEntered(id=nonce(), round=round, table=drawn.table, scores=scores, halves=unit == 2)
        act = decisions.ResultEntered(
            id=nonce(),
            round=round,
            table=drawn.table,
            scores=slip.scores,
            halves=slip.halves,
            reason=plain(reason),
            absent=tuple(sorted({*slip.absent, drawn.entrants.index(entrant.id)})),
        )
        self.result(act, sum(slip.scores) if slip.shared else 0)

    # -- taking back -----------------------------------------------------------------------------------------------

    def take_back(self, decision: str) -> None:
        """The last decision about entrants, draws and results is as if it had not been made; ``decision`` is its id."""
        state = self._desk.read()
        last = state.tournament.last
        if last is None or last.id != decision:
            raise Refusal("", "Something else was decided meanwhile; look at it before you take it back.")
        if state.tournament.is_begun_by(decision) and (state.games or state.round.round):
            raise Refusal("", "The new evening has begun; it cannot be taken back any more.")
        acts: list[decisions.Decision] = [decisions.TakenBack(decision=decision)]
        for act in last.acts:
            if isinstance(act, decisions.Published):
                self._not_begun(state, act.round)
                earlier = state.tournament.draw_before(decision, act.round)
                tables = () if earlier is None else earlier.tables
                again = [state.pairings[table.pairing] for table in tables if table.pairing]
                acts += _unpairings(state, act, {pairing.table for pairing in again})
                acts += again
        self._desk.decide(*acts)
        enrolled = {act.entrant for act in last.acts if isinstance(act, decisions.Enrolled)}
        if gone := enrolled - self._desk.state.tournament.entrants.keys():
            self._desk.keep_contacts(dict.fromkeys(gone, ""))

    # -- parts -----------------------------------------------------------------------------------------------------

    def has_begun(self, state: EventState, round: int) -> bool:
        """Whether a published round has begun: its time runs, it is over, or a table plays it or has a result."""
        draw, on = state.tournament.draw_of(round), state.round
        if draw is None:
            return False
        if on.round == round and self._desk.now() < on.starts:
            return False
        if state.last_round >= round:
            return True
        pairings = {table.pairing for table in draw.tables}
        if any(not game.pairings.isdisjoint(pairings) for game in state.games.values()):
            return True
        return any(state.tournament.results.get((round, table.table)) is not None for table in draw.tables)

    def _not_begun(self, state: EventState, round: int) -> None:
        if self.has_begun(state, round):
            raise Refusal("", "Round {n} has begun; its draw can only be corrected.", n=round)

    def _draft_of(self, state: EventState, round: int) -> decisions.Drafted:
        draft = state.tournament.draft(round)
        if draft is None:
            raise Refusal("", "There is no draft of round {n}.", n=round)
        return draft


def _swap(
    state: EventState, draw: decisions.DrawAct, first: int, other: int
) -> tuple[tuple[TableDrawn, ...], tuple[str, ...]]:
    """Tables and byes with two entrants in each other's place."""
    known = state.tournament.by_number()
    there = {*draw.byes, *(entrant for table in draw.tables for entrant in table.entrants)}
    for name, number in (("first", first), ("other", other)):
        if number not in known or known[number].id not in there:
            raise WrongField([name], msg("Number {number} is not in this draw.", number=number))
    a, b = known[first].id, known[other].id
    to = {a: b, b: a}
    tables = tuple(
        msgspec.structs.replace(table, entrants=tuple(to.get(who, who) for who in table.entrants))
        for table in draw.tables
    )
    return tables, tuple(to.get(who, who) for who in draw.byes)


def _pairings(
    state: EventState, kind: str, round: int, tables: Sequence[TableDrawn]
) -> tuple[list[decisions.Paired], tuple[TableDrawn, ...]]:
    """What the tables are told, as the same lines typed at the desk would tell them, and who the people are; and the
    tables with the ids of that."""
    acts, seats = [], state.game(kind).seats
    for table in tables:
        seated = [state.tournament.entrants[entrant] for entrant in table.entrants]
        groups, names = [list(entrant.players) for entrant in seated], [entrant.name for entrant in seated]
        # A pair of which one player is not named has a seat without: then ids are no seats.
        whole = all(len(entrant.people) == seats.team for entrant in seated)
        people = [person for entrant in seated for person in entrant.people] if whole else []
        seating = TableSeating(table.table, groups, names if seats.team > 1 else (), people)
        acts.append(pairing_act(kind, seats, seating, round))
    drawn = (msgspec.structs.replace(table, pairing=act.pairing) for table, act in zip(tables, acts, strict=True))
    return acts, tuple(drawn)


def _unpairings(state: EventState, draw: decisions.Published | None, but: set[int]) -> list[decisions.Decision]:
    """Tables that a draw paired, and that nobody has begun at, have nobody to play there."""
    tables = () if draw is None else draw.tables
    return [
        decisions.Paired(table=table.table, pairing=nonce())
        for table in tables
        if table.table not in but
        and (place := state.place(table.table)).pairing is not None
        and place.pairing.pairing == table.pairing
    ]
