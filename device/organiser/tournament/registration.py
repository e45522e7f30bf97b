"""What the desk decides about entrants: who takes part, who is there, who rests; and taking a decision back."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from device.organiser.acts import decisions
from device.organiser.acts.act_base import LARGEST_NUMBER
from device.organiser.acts.from_text import WrongField, at_line, nonce, refuse_together, require_text
from device.organiser.acts.ruling_acts import Expelled, Warned
from device.organiser.log.event_control import DeskDecisions, check_round
from device.organiser.log.tournament_state import ENROLLED, Entrant, Tournament
from device.organiser.tournament.entrant_file import EntrantLine
from device.organiser.tournament.public_names import has_own_name, usual_name
from rules.explain import quote
from rules.message import Message, Refusal, msg
from rules.people import same_name

LONGEST_CONTACT = 100
"""Characters of a contact."""


class Registration(DeskDecisions):
    """Who takes part, and whether they are there."""

    def enrol(self, lines: Sequence[EntrantLine], another: bool = False) -> None:
        """All of these take part, or nobody; ``another``: they are others than who is registered by their names.

        Contacts are kept outside the log.
        """
        acts = self._enrolled(lines, self._desk.read().tournament, another)
        contacts = {act.entrant: line.contact for act, line in zip(acts, lines, strict=True) if line.contact}
        _check_contacts(contacts)
        self._desk.decide(*acts)
        self._desk.keep_contacts(contacts)

    def _enrolled(
        self, lines: Sequence[EntrantLine], tournament: Tournament, another: bool
    ) -> list[decisions.Enrolled]:
        numbers = {entrant.number for entrant in tournament.entrants.values()}
        taken = numbers | {line.number for line in lines if line.number is not None}
        after = max(taken, default=0) + 1
        free = (n for n in itertools.chain(range(after, LARGEST_NUMBER + 1), range(1, after)) if n not in taken)
        known: dict[frozenset[str], list[tuple[str, int, int]]] = {}
        for entrant in tournament.entrants.values():
            known.setdefault(entrant.key, []).append((entrant.club, entrant.number, 0))
        enrolments, id = [], nonce()
        wrong: list[Message] = []
        for line in lines:
            key = frozenset(same_name(player) for player in line.players)
            try:
                with at_line(line.line):
                    if not line.players:
                        raise Refusal("", "Write who takes part.")
                    if len(key) < len(line.players):
                        raise Refusal("", "One name is there twice; tell the two apart.")
                    if line.number in numbers:
                        raise Refusal("", "The number {number} is already somebody else's.", number=line.number)
                    for club, other, at in known.get(key, ()) if not another else ():
                        if is_same_club(club, line.club):
                            raise _twice(line, other, at)
            except Refusal as refusal:
                wrong.append(refusal.message)
                continue
            number = line.number if line.number is not None else next(free, LARGEST_NUMBER + 1)
            numbers.add(number)
            known.setdefault(key, []).append((line.club, number, line.line))
            people = tuple(secrets.token_hex(8) for _ in line.players)
            enrolments.append(_act(line, id, nonce(), number, people))
        refuse_together(wrong)
        return enrolments

    def correct(self, line: EntrantLine) -> None:
        """The entrant of that number is what ``line`` says; who it is stays, and a pair that was called after its
        players is called after them again."""
        (entrant,) = self._entrants(line.number or 0)
        if line.name == entrant.name and not has_own_name(entrant):
            line = replace(line, name="")
        if len(line.players) != len(entrant.players):
            raise WrongField(["players"], msg("Name as many players as before: {n}.", n=len(entrant.players)))
        _check_contacts({entrant.id: line.contact})
        act = _act(line, nonce(), entrant.id, entrant.number, entrant.people)
        if any(getattr(act, name) != getattr(entrant, name) for name in ENROLLED):
            self._desk.decide(act)
        if line.contact != self._desk.contacts().get(entrant.id, ""):
            self._desk.keep_contacts({entrant.id: line.contact})

    def remove(self, number: int, same: int | None = None) -> None:
        """An entrant that was registered by mistake is no more, while it was not drawn.

        ``same`` is the number of who it is really: fee, contact and that it is here go there.
        """
        (entrant,), tournament = self._entrants(number), self._desk.read().tournament
        other = None if same is None else self._entrants(same)[0]
        if other == entrant:
            raise Refusal("", "This is the same number; write the other one.")
        if (draw := tournament.draw_with(entrant.id)) is not None:
            if isinstance(draw, decisions.Drafted):
                raise Refusal(
                    "", "Number {number} is in the draft of round {n}; discard it first.", **_in(entrant, draw)
                )
            raise Refusal("", "Number {number} was drawn in round {n}; it can withdraw.", **_in(entrant, draw))
        paid, id, acts = tournament.paid.get(entrant.id, 0), nonce(), list[decisions.Decision]()
        if other is None and paid:
            raise Refusal("", "Number {number} has paid; note first that the fee was returned.", number=number)
        if other is not None and paid:
            both = tournament.paid.get(other.id, 0) + paid
            acts.append(decisions.FeePaid(id=id, entrant=other.id, amount=both))
        if other is not None and (entrant.status, other.status) == ("present", "registered"):
            acts.append(
                decisions.Attended(id=id, entrant=other.id, status="present", since=entrant.since, door=entrant.door)
            )
        who = None if other is None else other.id
        acts.append(decisions.Removed(id=id, entrant=entrant.id, number=entrant.number, name=entrant.name, same=who))
        contacts = self._desk.contacts()
        self._desk.decide(*acts)
        if contact := contacts.get(entrant.id):
            moved = {other.id: contact} if other is not None and other.id not in contacts else {}
            self._desk.keep_contacts({entrant.id: ""} | moved)

    def warn(self, number: int, reason: str) -> None:
        """An entrant is warned, which is on record."""
        (entrant,) = self._entrants(number)
        self._desk.decide(Warned(id=nonce(), entrant=entrant.id, reason=_why(reason)))

    def expel(self, number: int, reason: str) -> None:
        """An entrant plays no further: only after a warning that is on record (M4)."""
        (entrant,) = self._entrants(number)
        if not entrant.warnings:
            raise Refusal("M4", "Expulsion only after a warning that is on record.")
        if entrant.status != "expelled":
            self._desk.decide(Expelled(id=nonce(), entrant=entrant.id, reason=_why(reason)))

    def attend(self, number: int, status: str, since: int | None = 0) -> None:
        """An entrant came, did not come after all, or withdraws; ``since``: from that round on (None: as it was)."""
        (entrant,) = self._entrants(number)
        since = entrant.since if since is None else since
        if entrant.status == "expelled":
            raise Refusal("M4", "Number {number} was expelled and plays no further.", number=number)
        if (attendance := decisions.ATTENDANCES.get(status)) is None:
            raise Refusal("", "There is no status {status}.", status=quote(status))
        check_round(since, least=0)
        if (entrant.status, entrant.since, entrant.door) != (attendance, since, False):
            self._desk.decide(decisions.Attended(id=nonce(), entrant=entrant.id, status=attendance, since=since))

    def check_in(self, number: int, players: Collection[int]) -> None:
        """Those of an entrant's ``players`` (from 0) are here, they say themselves; the desk confirms it."""
        (entrant,) = self._entrants(number)
        here = tuple(sorted({*players, *entrant.here}))
        if entrant.status in ("withdrawn", "expelled") or not here or here[-1] >= len(entrant.players):
            raise Refusal("", "This cannot be done here; come to the desk.")
        if entrant.status == "present":
            return
        whole = len(here) == len(entrant.players)
        act = decisions.Attended(
            id=nonce(),
            entrant=entrant.id,
            status="present" if whole else "registered",
            since=entrant.since,
            door=True,
            here=() if whole else here,
        )
        if (entrant.status, entrant.here) != (act.status, act.here):
            self._desk.decide(act)

    def check_out(self, number: int) -> None:
        """They are not here after all, they say themselves; what the desk has confirmed stays."""
        (entrant,) = self._entrants(number)
        if not entrant.door:
            raise Refusal("", "This cannot be done here; come to the desk.")
        self._desk.decide(decisions.Attended(id=nonce(), entrant=entrant.id, status="registered", since=entrant.since))

    def all_came(self) -> None:
        """Everybody who is still waited for is there."""
        waited = [
            entrant for entrant in self._desk.read().tournament.entrants.values() if entrant.status == "registered"
        ]
        if not waited:
            raise Refusal("", "Nobody is still expected.")
        id = nonce()
        self._desk.decide(
            *(
                decisions.Attended(id=id, entrant=entrant.id, status="present", since=entrant.since)
                for entrant in waited
            )
        )

    def rest(self, number: int, round: int, on: bool = True) -> None:
        """An entrant has a bye in ``round``, or plays it after all."""
        (entrant,) = self._entrants(number)
        check_round(round)
        if (round in entrant.rests) != on:
            self._desk.decide(decisions.Rests(id=nonce(), entrant=entrant.id, round=round, on=on))


def _in(entrant: Entrant, draw: decisions.DrawAct) -> dict[str, int]:
    return {"number": entrant.number, "n": draw.round}


def _why(reason: str) -> str:
    return require_text(reason, msg("Say why; it goes on record."))


def _check_contacts(contacts: Mapping[str, str]) -> None:
    if any(len(contact) > LONGEST_CONTACT for contact in contacts.values()):
        raise Refusal("", "The text is too long; {most} characters fit.", most=LONGEST_CONTACT)


def is_same_club(club: str, other: str) -> bool:
    """Whether two of one name may be one person: clubs that differ tell them apart."""
    return not club or not other or same_name(club) == same_name(other)


def _act(line: EntrantLine, id: str, entrant: str, number: int, people: tuple[str, ...]) -> decisions.Enrolled:
    """The act by which ``entrant`` is what ``line`` says."""
    return decisions.Enrolled(
        id=id,
        entrant=entrant,
        number=number,
        name=line.name or usual_name(line.players),
        players=line.players,
        people=people,
        club=line.club,
        team=line.team,
        initials=line.initials,
        classes=line.classes,
    )


def _twice(line: EntrantLine, number: int, at: int) -> Refusal:
    who = " – ".join(line.players)
    if at:
        return Refusal("", "{name} is on line {other}, too.", name=who, other=at)
    if line.line:
        return Refusal("", "{name} is registered already, as number {number}.", name=who, number=number)
    return Refusal(
        "",
        "{name} is registered already, as number {number}. Where it is somebody else of that name, say so.",
        name=who,
        number=number,
    )
