"""What the desk decides about entrants: who takes part, who is there, who rests; and taking a decision back."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Mapping, Sequence

from device.organiser.acts import decisions
from device.organiser.acts.from_text import nonce, plain, require_text
from device.organiser.acts.ruling_acts import Expelled, Warned
from device.organiser.log.event_control import DeskDecisions, check_round
from device.organiser.log.tournament_state import ENROLLED, Tournament
from device.organiser.tournament.people_csv import EntrantLine
from device.organiser.tournament.public_names import usual_name
from rules.message import Message, Refusal, msg
from rules.people import same_name

LARGEST_NUMBER = 9999
"""What an entrant's number may be (`decisions.EntrantNumber`)."""
LONGEST_CONTACT = 100
"""Characters of a contact."""


class Registration(DeskDecisions):
    """Who takes part, and whether they are there."""

    def enrol(
        self,
        players: Sequence[str],
        name: str = "",
        club: str = "",
        contact: str = "",
        number: int | None = None,
        another: bool = False,
        team: str = "",
        initials: bool = False,
    ) -> None:
        """Somebody takes part; ``another``: it is somebody else than who is registered by that name.

        ``initials``: public pages show initials. ``contact`` is kept outside the log.
        """
        names = tuple(filter(None, map(plain, players)))
        line = EntrantLine(0, number, plain(name), names, plain(club), plain(contact), plain(team), initials)
        self.enrol_all([line], another)

    def enrol_all(self, lines: Sequence[EntrantLine], another: bool = False) -> None:
        """All the entrants of a file, or nobody; ``another`` as `enrol` has it."""
        acts = self._enrolled(lines, self._desk.read().tournament, another)
        contacts = {act.entrant: line.contact for act, line in zip(acts, lines, strict=True) if line.contact}
        _check_contacts(contacts)
        self._desk.decide(*acts)
        self._desk.keep_contacts(contacts)

    def _enrolled(
        self, lines: Sequence[EntrantLine], tournament: Tournament, another: bool
    ) -> list[decisions.Enrolled]:
        taken = {one.number: one.name for one in tournament.entrants.values()}
        taken |= {
            line.number: line.name or line.players[0] for line in lines if line.number is not None and line.players
        }
        after = max(taken, default=0) + 1
        free = (n for n in itertools.chain(range(after, LARGEST_NUMBER + 1), range(1, after)) if n not in taken)
        known: dict[frozenset[str], list[tuple[str, int, int]]] = {}
        for one in tournament.entrants.values():
            known.setdefault(one.key, []).append((one.club, one.number, 0))
        numbers = {one.number for one in tournament.entrants.values()}
        made, id = [], nonce()
        for line in lines:
            key = frozenset(same_name(one) for one in line.players)
            self._check(line, key, numbers)
            for club, other, at in known.get(key, ()) if not another else ():
                if _same_club(club, line.club):
                    raise _twice(line, other, at)
            number = line.number if line.number is not None else next(free, LARGEST_NUMBER + 1)
            numbers.add(number)
            known.setdefault(key, []).append((line.club, number, line.line))
            made.append(
                decisions.Enrolled(
                    id=id,
                    entrant=nonce(),
                    number=number,
                    name=line.name or usual_name(line.players),
                    players=line.players,
                    people=tuple(secrets.token_hex(8) for _ in line.players),
                    club=line.club,
                    team=line.team,
                    initials=line.initials,
                )
            )
        return made

    def _check(self, line: EntrantLine, key: frozenset[str], numbers: set[int]) -> None:
        if not line.players:
            raise Refusal("", "Write who takes part.")
        if len(key) < len(line.players):
            raise _at(line, msg("One name stands there twice; tell the two apart."))
        if line.number in numbers:
            raise _at(line, msg("The number {number} is another's already.", number=line.number))

    def correct(
        self,
        number: int,
        players: Sequence[str],
        name: str,
        club: str,
        contact: str,
        team: str | None = None,
        initials: bool | None = None,
    ) -> None:
        """An entrant is called otherwise; who it is stays. None: as it was."""
        (one,) = self._entrants(number)
        names = tuple(filter(None, map(plain, players)))
        if len(names) != len(one.players):
            raise Refusal("", "As many players as before: {n}.", n=len(one.players))
        _check_contacts({one.id: plain(contact)})
        act = decisions.Enrolled(
            id=nonce(),
            entrant=one.id,
            number=number,
            name=plain(name) or usual_name(names),
            players=names,
            people=one.people,
            club=plain(club),
            team=one.team if team is None else plain(team),
            initials=one.initials if initials is None else initials,
        )
        if any(getattr(act, name) != getattr(one, name) for name in ENROLLED):
            self._desk.decide(act)
        if plain(contact) != self._desk.contacts().get(one.id, ""):
            self._desk.keep_contacts({one.id: plain(contact)})

    def warn(self, number: int, reason: str) -> None:
        """An entrant is warned, which is on record."""
        (one,) = self._entrants(number)
        self._desk.decide(Warned(id=nonce(), entrant=one.id, reason=_why(reason)))

    def expel(self, number: int, reason: str) -> None:
        """An entrant plays no further: only after a warning that is on record (M4)."""
        (one,) = self._entrants(number)
        if not one.warnings:
            raise Refusal("M4", "Expulsion only after a warning that is on record.")
        if one.status != "expelled":
            self._desk.decide(Expelled(id=nonce(), entrant=one.id, reason=_why(reason)))

    def attend(self, number: int, status: str, since: int | None = 0) -> None:
        """An entrant came, did not come after all, or withdraws; ``since``: from that round on (None: as it was)."""
        (one,) = self._entrants(number)
        since = one.since if since is None else since
        if one.status == "expelled":
            raise Refusal("M4", "Number {number} was expelled and plays no further.", number=number)
        if (attendance := decisions.ATTENDANCES.get(status)) is None:
            raise Refusal("", "There is no status {status}.", status=status[:20])
        check_round(since, least=0)
        if (one.status, one.since) != (attendance, since):
            self._desk.decide(decisions.Attended(id=nonce(), entrant=one.id, status=attendance, since=since))

    def all_came(self) -> None:
        """Everybody who is still waited for is there."""
        waited = [one for one in self._desk.read().tournament.entrants.values() if one.status == "registered"]
        if not waited:
            raise Refusal("", "Nobody is waited for.")
        id = nonce()
        self._desk.decide(
            *(decisions.Attended(id=id, entrant=one.id, status="present", since=one.since) for one in waited)
        )

    def rest(self, number: int, round: int, on: bool = True) -> None:
        """An entrant has a bye in ``round``, or plays it after all."""
        (one,) = self._entrants(number)
        check_round(round)
        if (round in one.rests) != on:
            self._desk.decide(decisions.Rests(id=nonce(), entrant=one.id, round=round, on=on))


def _why(reason: str) -> str:
    return require_text(reason, msg("Say why; it stands on record."))


def _check_contacts(contacts: Mapping[str, str]) -> None:
    if any(len(contact) > LONGEST_CONTACT for contact in contacts.values()):
        raise Refusal("", "The text is too long; {most} characters fit.", most=LONGEST_CONTACT)


def _same_club(one: str, other: str) -> bool:
    """Whether two of one name may be one person: clubs that differ tell them apart."""
    return not one or not other or same_name(one) == same_name(other)


def _twice(line: EntrantLine, number: int, at: int) -> Refusal:
    who = " – ".join(line.players)
    if at:
        return Refusal("", "Line {line}: {name} stands on line {other}, too.", line=line.line, name=who, other=at)
    if line.line:
        return Refusal(
            "",
            "Line {line}: {name} is registered already, as number {number}.",
            line=line.line,
            name=who,
            number=number,
        )
    return Refusal(
        "",
        "{name} is registered already, as number {number}. Where it is somebody else of that name, say so.",
        name=who,
        number=number,
    )


def _at(line: EntrantLine, reason: Message) -> Refusal:
    """A refusal with the line, where it is one of a file."""
    if line.line:
        return Refusal("", "Line {line}: {reason}", line=line.line, reason=reason)
    return Refusal("", reason.id, **reason.args)
