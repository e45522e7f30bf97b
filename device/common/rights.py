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
"""Acts of the desk that have no form of their own."""

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


def check(role: EventRole, act: str, rights: Mapping[str, Right]) -> None:
    """Raises `Refusal` where ``role`` may not do that act."""
    if not allows(role, act, rights):
        needs = rights[act].role if act in rights else EventRole.ORGANISER
        raise Refusal("", "This needs another role: {role}.", role=NAMES[needs])
