"""Who may do what: every act of the organiser's desk and everything behind the referee's PIN, each with its role.

Desk and table check their acts against this; docs/rights.md is printed from it (tools/rights.py). Whoever has come in
at the desk has the role of the account; who knows the organiser's password is the organiser. Who knows the PIN, or sits
at a table without one, is the arbiter.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple

from rules.message import Message, Refusal, msg


class EventRole(IntEnum):
    """What somebody is at an event; each may do whatever those below it may."""

    VIEWER = 0
    SCORER = 1
    ARBITER = 2
    ORGANISER = 3


NAMES: Mapping[EventRole, Message] = {
    EventRole.VIEWER: msg("viewer"),
    EventRole.SCORER: msg("scorer"),
    EventRole.ARBITER: msg("arbiter"),
    EventRole.ORGANISER: msg("organiser"),
}


class Right(NamedTuple):
    """The least role that an act needs, and what the act is, in English for the docs."""

    role: EventRole
    what: str


_V, _S, _A, _O = EventRole.VIEWER, EventRole.SCORER, EventRole.ARBITER, EventRole.ORGANISER

CORRECT_RESULT = "correct_result"
HOLD_UPDATE = "hold_update"
AT_DESK: dict[str, Right] = {
    "attend": Right(_S, "an entrant is here, comes later, or has left"),
    "all_came": Right(_S, "everybody is here"),
    "result": Right(_S, "enter a table's result, and correct one's own entry"),
    CORRECT_RESULT: Right(_A, "correct a result that the table signed or somebody else entered"),
    "round": Right(_A, "start a round"),
    "length": Right(_A, "make the round longer or shorter"),
    "pause_round": Right(_A, "the countdown is stopped"),
    "resume_round": Right(_A, "the countdown goes on"),
    "end_round": Right(_A, "end the round"),
    "take_end_back": Right(_A, "the round that was ended goes on"),
    "take_start_back": Right(_A, "the round before goes on"),
    "notice": Right(_A, "tell everybody"),
    "tell": Right(_A, "tell one table"),
    "coming": Right(_A, "the referee is on the way to a table"),
    "settled": Right(_A, "a call is settled"),
    "pair": Right(_A, "say who plays where"),
    "unpair": Right(_A, "take a pairing back"),
    "release": Right(_A, "free a table's number for a spare"),
    "take_release_back": Right(_A, "the number stays with its device"),
    "back": Right(_A, "send a signed result back"),
    "take_return_back": Right(_A, "a result that was sent back stands"),
    "claim": Right(_A, "what another device says of a game counts, or does not"),
    "count": Right(_A, "a game counts, or does not"),
    "rest": Right(_A, "an entrant rests in a round"),
    "rest_not": Right(_A, "an entrant plays after all"),
    "warn": Right(_A, "warn an entrant"),
    "expel": Right(_A, "expel an entrant"),
    "forfeit": Right(_A, "an entrant forfeits"),
    "adjust": Right(_A, "give or take wins and points"),
    "draft": Right(_A, "draw a round"),
    "by_hand": Right(_A, "write a draw by hand"),
    "swap": Right(_A, "two entrants change places in a draft"),
    "correct": Right(_A, "two entrants change places in a published draw"),
    "discard": Right(_A, "discard a draft"),
    "publish": Right(_A, "publish a draw"),
    "sheet": Right(_A, "add a score sheet by its name"),
    "sheet_file": Right(_A, "add a score sheet from a file"),
    "pair_rule": Right(_A, "whether two entrants meet"),
    "take_back": Right(_O, "take the last decision back, whoever made it"),
    "name": Right(_O, "name the event"),
    "door": Right(_O, "open or close checking in at the door"),
    "join": Right(_A, "a spare table joins with a short code"),
    "end_join": Right(_A, "that code counts no more"),
    HOLD_UPDATE: Right(_O, "keep an update for the tables"),
    "update": Right(_O, "tables take an update"),
    "stop_update": Right(_O, "no further table takes an update"),
    "standby": Right(_O, "a second machine copies the event"),
    "stream": Right(_O, "what the broadcast pages show"),
    "telephones": Right(_O, "whether telephones may be clock buttons"),
    "enrol": Right(_O, "add an entrant"),
    "rename": Right(_O, "write an entrant otherwise"),
    "remove_entrant": Right(_O, "take out an entrant that was registered by mistake"),
    "csv": Right(_O, "add entrants from a file"),
    "delete_contacts": Right(_O, "delete all contacts for good"),
    "new_evening": Right(_O, "begin a new evening"),
    "ranking": Right(_O, "what decides places"),
    "freeze": Right(_O, "freeze the standings"),
    "season_rules": Right(_O, "how a season is counted"),
    "season": Right(_O, "add an evening to the season"),
    "draw_rules": Right(_O, "how rounds are drawn"),
    "money": Right(_O, "fees, and how the fund is divided"),
    "prizes": Right(_O, "prizes in kind and of classes"),
    "picture": Right(_O, "the picture on diplomas"),
    "paid": Right(_O, "some have paid"),
    "all_paid": Right(_O, "everybody has paid"),
}
"""By the word of the desk's form (its field ``do``); to correct a result has the form of entering one."""

OF_ACCOUNTS: dict[str, Right] = {
    "leave": Right(_V, "sign out"),
    "own_password": Right(_V, "choose another password of one's own"),
    "end_own": Right(_V, "sign out another device of one's own"),
    "who": Right(_O, "say who sits at the desk, where only the organiser's password is known"),
    "end_session": Right(_O, "sign out anybody's device"),
    "new_account": Right(_O, "make an account"),
    "role": Right(_O, "give an account another role"),
    "reset": Right(_O, "give a new one-time password in the place of a password"),
    "remove": Right(_O, "remove an account"),
}
"""By the word of a form of the desk that is about who may come in there."""

LOOKING: dict[str, Right] = {
    "read": Right(_V, "read every page, paper and file of the event but these"),
    "contacts": Right(_O, "how entrants are reached, and the file of entrants that says it"),
    "backup": Right(_O, "the backup, with its passwords"),
}
"""What somebody only looks at or takes along."""

TAKE_BACK, AS_REFEREE = "take_back", "as_referee"
AT_TABLE: dict[str, Right] = {
    "referee": Right(_A, "open the referee's menu"),
    "referee_time": Right(_A, "set what is left of a turn"),
    "referee_award": Right(_A, "award a game, or let it not count"),
    "referee_decide": Right(_A, "decide the time of a turn, as where clocks are spoiled"),
    "referee_end": Right(_A, "end a game"),
    "set_time": Right(_A, "set what is left of a mariáš round"),
    "set_clock": Right(_A, "set a chess clock"),
    "decide": Right(_A, "decide how a chess game ended"),
    "presses": Right(_A, "make presses void, or let them count again"),
    "reopen": Right(_A, "open a signed result again"),
    "unfinished": Right(_A, "decide that the running deal is not finished"),
    "warn": Right(_A, "warn or expel a player"),
    "new_pin": Right(_A, "set another PIN"),
    "person_erase": Right(_A, "erase a person from the device for good"),
    TAKE_BACK: Right(_A, "undo or redo a decision of the referee"),
    AS_REFEREE: Right(_A, "enter or change a deal as the referee"),
}
"""By the screen's ``key``, where what is behind the PIN is a screen of its own."""


def allows(role: EventRole, act: str, rights: Mapping[str, Right]) -> bool:
    """Whether ``role`` may do ``act``; what is not in the table is for the organiser alone."""
    return role >= (rights[act].role if act in rights else EventRole.ORGANISER)


INSIDE: Mapping[str, Right] = {**AT_DESK, **OF_ACCOUNTS, **LOOKING}
"""Everything that somebody may do who has come in at the desk."""


def check(role: EventRole, act: str) -> None:
    """Raises `Refusal` where ``role`` may not do that act of the desk."""
    if not allows(role, act, INSIDE):
        needs = INSIDE[act].role if act in INSIDE else EventRole.ORGANISER
        raise Refusal("", "This needs another role: {role}.", role=NAMES[needs])
