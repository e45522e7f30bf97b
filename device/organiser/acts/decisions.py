"""What the organiser decides and sees, as rows of the log: each act is a frozen value, its tag is its word there."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from device.common.event.messages import Nonce, Short, TableNumber, Text
from device.organiser.acts.act_base import (
    Decision,
    EntrantAct,
    EntrantNumber,
    Groups,
    Halere,
    Name,
    RoundNumber,
    TournamentAct,
)
from device.organiser.acts.field_refusals import refusal_of
from device.organiser.acts.ruling_acts import RulingAct
from rules.games import DEFAULT_KEY
from rules.loading import readable
from rules.people import PersonIds
from rules.sheet_terms import SheetTerms

__all__ = ["AnyAct", "Decision", "EntrantNumber", "Groups", "Name", "RoundNumber", "TournamentAct", "decode", "encode"]


class Named(Decision, tag="named", frozen=True, kw_only=True):
    """The event's name for people."""

    title: Text


class Paired(Decision, tag="paired", frozen=True, kw_only=True):
    """Who plays at a table next (`device.common.event.messages.Pairing`); no ``seats``: nobody, the pairing is taken
    back.

    ``round`` is the round that it is for; 0: nobody said. ``people`` are the ids of all of them one after another.
    """

    table: TableNumber
    pairing: Nonce
    kind: Short = DEFAULT_KEY
    round: RoundNumber = 0
    names: Annotated[tuple[Short, ...], Meta(max_length=24)] = ()
    seats: Groups = ()
    people: PersonIds = ()


class SheetAdded(Decision, tag="sheet", frozen=True, kw_only=True):
    """A score sheet is among the games of the event, under the word ``kind``; a later one replaces it."""

    kind: Short
    terms: SheetTerms


class RoundSet(Decision, tag="round", frozen=True, kw_only=True):
    """The round that is on: when it starts by the event's clock (ns), how long it is (s); 0: none is on.

    ``paused_at`` is the moment at which its countdown was stopped, None while it runs. ``ended``: the round that was
    ended by this, whose time is up at the tables; 0, as in logs of earlier versions: only the countdown went.
    """

    round: RoundNumber
    kind: Short = ""
    starts: int = 0
    length_s: Annotated[int, Meta(ge=0, le=24 * 3600)] = 0
    paused_at: int | None = None
    ended: RoundNumber = 0


class Noticed(Decision, tag="notice", frozen=True, kw_only=True):
    """An announcement to every table and the board; ``text`` empty: it is taken down."""

    notice: Nonce
    text: Text = ""
    text_en: Text = ""


class Coming(Decision, tag="coming", frozen=True, kw_only=True):
    """The referee is on the way to a call; ``done``: the call is settled, whatever the table says."""

    table: TableNumber
    call: Nonce
    done: bool = False


class SentBack(Decision, tag="sent_back", frozen=True, kw_only=True):
    """A result goes back to its table, to be opened again and signed anew; not ``on``: it stands after all."""

    game: Nonce
    reason: Text
    on: bool = True


class CountingSet(Decision, tag="counted", frozen=True, kw_only=True):
    """Whether a game counts in the standings; a game does unless somebody says otherwise."""

    game: Nonce
    counts: bool
    reason: Text = ""


class ClaimDecided(Decision, tag="claim", frozen=True, kw_only=True):
    """Whether what a ``device`` said as ``table`` of a game that it does not hold counts, and the game is its own."""

    game: Nonce
    table: TableNumber
    device: Nonce
    counts: bool


class Released(Decision, tag="released", frozen=True, kw_only=True):
    """The number of a table is free for a spare device, its game with it; not ``on``: it stays with who had it."""

    table: TableNumber
    on: bool = True


class NoteSent(Decision, tag="told", frozen=True, kw_only=True):
    """A sentence for one table; empty: none."""

    table: TableNumber
    text: Text = ""


class StreamSet(Decision, tag="stream", frozen=True, kw_only=True):
    """What the broadcast page of a ``slot`` shows: one ``table`` (0: the first tables), so many seconds late."""

    slot: Annotated[int, Meta(ge=1, le=9)]
    table: Annotated[int, Meta(ge=0, le=9999)] = 0
    delay_s: Annotated[int, Meta(ge=0, le=3600)] = 0


class DoorSet(Decision, tag="door", frozen=True, kw_only=True):
    """The code with which people check themselves in at the door; empty: they do not."""

    code: Annotated[str, Meta(max_length=12, pattern=r"^[0-9A-Z]*\Z")] = ""


class StandbySet(Decision, tag="standby", frozen=True, kw_only=True):
    """The secret with which a second machine copies the event; empty: none does."""

    secret: Annotated[str, Meta(max_length=64, pattern=r"^[0-9A-Z]*\Z")] = ""


class UpdateOrdered(Decision, tag="update", frozen=True, kw_only=True):
    """These ``tables`` are to take an update, one after another; none: nobody any more.

    ``update`` is the order's own id, ``file`` what is held here (empty: whatever their builder keeps), with its bytes.
    """

    update: Nonce
    version: Short = ""
    file: Short = ""
    size: Annotated[int, Meta(ge=0, le=2**53)] = 0
    tables: Annotated[tuple[TableNumber, ...], Meta(max_length=9999)] = ()


class Enrolled(EntrantAct, tag="enrolled", frozen=True, kw_only=True):
    """An entrant: one player or several who play together, under a ``number`` for people; later acts on ``entrant``
    replace it.

    ``name`` is the pair's, or the player's own, ``team`` the one for which the results count, too, ``classes`` those in
    which it has prizes besides (juniors, women). ``initials``: public pages show initials for the names. ``contact``
    stands only in logs of earlier versions: contacts are kept outside the log (`EventStore.contacts`), so that they can
    be deleted.
    """

    number: EntrantNumber
    name: Name
    players: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=4)]
    people: PersonIds = ()
    club: Short = ""
    contact: Short = ""
    team: Short = ""
    initials: bool = False
    classes: Annotated[tuple[Short, ...], Meta(max_length=8)] = ()


Attendance = Literal["registered", "present", "withdrawn"]
"""Whether an entrant is still waited for, is there, or plays no further."""
ATTENDANCES: dict[str, Attendance] = {word: word for word in get_args(Attendance)}
"""The attendances by their words."""


class Attended(EntrantAct, tag="attended", frozen=True, kw_only=True):
    """Whether an entrant is there: ``status``, and the first round that it can be drawn for (0: any).

    ``door``: they said so themselves, at the door, and the desk has not confirmed it; ``here`` are those of the players
    (from 0) who did while others are still waited for.
    """

    status: Attendance
    since: RoundNumber = 0
    door: bool = False
    here: Annotated[tuple[Annotated[int, Meta(ge=0, le=3)], ...], Meta(max_length=4)] = ()


class Removed(EntrantAct, tag="removed", frozen=True, kw_only=True):
    """An entrant was registered by mistake and is no more; it was called ``number`` and ``name``.

    ``same`` is the entrant who it is really, where it was registered twice.
    """

    number: EntrantNumber
    name: Name
    same: Nonce | None = None


class Rests(EntrantAct, tag="rests", frozen=True, kw_only=True):
    """An entrant asked for a bye in a round, or (not ``on``) plays it after all."""

    round: RoundNumber
    on: bool = True


class TableDrawn(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table of a draw: its number, the entrants by seat, and once it is published the id of its pairing."""

    table: TableNumber
    entrants: Annotated[tuple[Nonce, ...], Meta(max_length=8)]
    pairing: Nonce | None = None


class DrawAct(TournamentAct, frozen=True, kw_only=True):
    """A draw of a round: who sits where, and who has a bye."""

    round: RoundNumber
    kind: Short
    tables: Annotated[tuple[TableDrawn, ...], Meta(max_length=2000)] = ()
    byes: Annotated[tuple[Nonce, ...], Meta(max_length=2000)] = ()


class Drafted(DrawAct, tag="drafted", frozen=True, kw_only=True):
    """A draft of the draw of a round, for the desk's eyes; no ``tables``: there is none."""

    method: Short = ""


class Published(DrawAct, tag="published", frozen=True, kw_only=True):
    """The draw of a round as everybody has it; ``reason``: why it differs from the one published before.

    ``requested`` are those of the ``byes`` who asked for it (`Rests`); in logs of earlier versions nobody, and all byes
    are alike.
    """

    requested: Annotated[tuple[Nonce, ...], Meta(max_length=2000)] = ()
    reason: Text = ""


class ResultEntered(TournamentAct, tag="result", frozen=True, kw_only=True):
    """A result that was entered at the desk; it stands above what the table itself said.

    ``scores`` are by the seats of the draw: points, or haléře where money is counted. ``reason``: why it differs.
    ``absent`` are the seats that forfeit: they win nothing, and of two the other wins. ``double_loss``: nobody wins.
    ``winner`` is the seat that won where equal figures do not say it. ``shared``: the figures did not come to 0, and
    those who were there share the difference equally (M30); else they count as they stand. ``halves``: the scores are
    half points, as of a draw in chess.
    """

    round: RoundNumber
    table: TableNumber
    scores: Annotated[tuple[Annotated[int, Meta(ge=-(10**9), le=10**9)], ...], Meta(max_length=8)]
    reason: Text = ""
    absent: Annotated[tuple[Annotated[int, Meta(ge=0, le=7)], ...], Meta(max_length=8)] = ()
    double_loss: bool = False
    winner: Annotated[int, Meta(ge=0, le=7)] | None = None
    shared: bool = False
    halves: bool = False

    @property
    def figures(self) -> tuple[Fraction, ...]:
        """The scores as they stand on the slip."""
        return tuple(Fraction(score, 2 if self.halves else 1) for score in self.scores)


class ContactsDeleted(Decision, tag="contacts_deleted", frozen=True, kw_only=True):
    """All contacts were deleted: those outside the log, and those that an earlier version kept in it."""


class MoneySet(TournamentAct, tag="money", frozen=True, kw_only=True):
    """What an entrant pays, and how the fund is divided; a later act replaces it.

    ``fee`` and ``added`` are haléře. ``prizes`` by place: haléře, or hundredths of a per cent where ``by_percent``. The
    house keeps ``house_percent`` (hundredths of a per cent) of the fund and ``house`` haléře besides. Money is handed
    out in multiples of ``step`` haléře. ``kind``: whose standings decide; empty: those of the game drawn last.
    ``settle``: what people won and lost in play is settled at the desk, too.
    """

    fee: Halere = 0
    added: Halere = 0
    house_percent: Annotated[int, Meta(ge=0, le=10_000)] = 0
    house: Halere = 0
    prizes: Annotated[tuple[Halere, ...], Meta(max_length=200)] = ()
    by_percent: bool = True
    step: Literal[1, 100, 1000] = 100
    kind: Short = ""
    settle: bool = False


class FeePaid(EntrantAct, tag="fee_paid", frozen=True, kw_only=True):
    """An entrant has paid so many haléře in all; 0: nothing, or it was given back."""

    amount: Halere


class TakenBack(Decision, tag="taken_back", frozen=True, kw_only=True):
    """The decision with that id is as if it had not been made."""

    decision: Nonce


class TelephonesSet(Decision, tag="telephones", frozen=True, kw_only=True):
    """Whether telephones may be clock buttons in the games of this event; they may unless somebody says otherwise."""

    allowed: bool


class AccountChanged(Decision, tag="account", frozen=True, kw_only=True):
    """An account of the desk was made, has another role, a new one-time password, or is no more.

    The account itself is kept outside the log (`device.organiser.desk.desk_accounts`); this says who changed it.
    """

    name: Name
    change: Literal["made", "role", "word", "removed"]
    role: Literal["", "viewer", "scorer", "arbiter", "organiser"] = ""


AnyTournamentAct = (
    Enrolled
    | Attended
    | Removed
    | Rests
    | Drafted
    | Published
    | ResultEntered
    | RulingAct
    | MoneySet
    | FeePaid
    | TakenBack
)
AnyTableAct = (
    Paired
    | SheetAdded
    | RoundSet
    | Noticed
    | Coming
    | SentBack
    | CountingSet
    | ClaimDecided
    | Released
    | NoteSent
    | TelephonesSet
    | StreamSet
    | DoorSet
    | StandbySet
    | UpdateOrdered
)
AnyAct = Named | ContactsDeleted | AccountChanged | AnyTableAct | AnyTournamentAct
decode = msgspec.json.Decoder(readable(AnyAct)).decode
"""The act in a row's body. Raises what msgspec raises."""


def encode(act: Decision) -> str:
    """The body of the row that keeps ``act``. It can be read again by `decode`: raises `Refusal` where it could not."""
    try:
        body = msgspec.json.encode(act).decode()
        again = decode(body)
    except (msgspec.MsgspecError, ValueError, OverflowError, TypeError) as error:
        raise refusal_of(error, act) from None
    if again != act:
        raise refusal_of(ValueError("it says something else when it is read again"), act)
    return body
