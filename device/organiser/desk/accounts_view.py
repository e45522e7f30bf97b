"""The page of who may come in at the desk: accounts, who is inside with which device, and what is changed of them."""

from __future__ import annotations

import logging
import time
from datetime import datetime
from typing import Any, NamedTuple

from device.common import rights
from device.common.i18n import time_of_day
from device.common.rights import NAMES, EventRole
from device.organiser.acts.decisions import AccountChanged
from device.organiser.acts.from_text import plain
from device.organiser.desk.asked import Form
from device.organiser.desk.desk_accounts import ORGANISERS, SHORTEST, role_word
from device.organiser.desk.login import BROWSERS, DeskSession, LoginGuard
from device.organiser.desk.page_view import DeskReader
from device.organiser.log.pairing import LONGEST_NAME
from rules.message import Message, Refusal, msg
from rules.people import same_spelling

log = logging.getLogger("dvojtah.organiser")

MAY: dict[str, Message] = {
    "viewer": msg("reads everything but contacts and passwords"),
    "scorer": msg("enters results and who is here"),
    "arbiter": msg("rules, corrects, draws, runs the rounds"),
    "organiser": msg("everything, money and accounts too"),
}
"""What a role is for, by its word."""


def account_name(text: str) -> str:
    """The name with which somebody comes in; empty for the organiser's password."""
    name = plain(text)[:LONGEST_NAME]
    return "" if same_spelling(name) in ORGANISERS else name


class SessionRow(NamedTuple):
    """Somebody who is inside: the session's key, with what, from where and since when; whether it is this browser."""

    key: str
    device: str
    address: str
    since: str
    is_own: bool


class OneTimeWord(NamedTuple):
    """A word for an account's owner, on the page of who made it until that page is opened anew."""

    name: str
    word: str
    is_shown: bool = False


class PeopleOfDesk:
    """What the page shows and decides, of those whom ``guard`` lets in."""

    def __init__(self, guard: LoginGuard) -> None:
        self._guard = guard
        self._words: dict[str, OneTimeWord] = {}

    def values(self, reader: DeskReader, session: str, is_same: bool) -> dict[str, Any]:
        """The page's values for the ``reader`` with that session; ``is_same``: the page that is there asks again."""
        password = self._words.get(session)
        if password is not None and password.is_shown and not is_same:
            password = self._words.pop(session, None) and None
        elif password is not None:
            password = self._words[session] = password._replace(is_shown=True)
        inside = self._guard.sessions()
        own = same_spelling(reader.account)
        return {
            "own": _rows([row for row in inside if row[2].account == own], session),
            "password": password,
            "accounts": [
                (account, _rows([each for each in inside if each[2].account == account.key], session))
                for account in self._guard.accounts.all()
                if reader.may("new_account")
            ],
            "organisers": _rows([row for row in inside if not row[2].account], session),
            "roles": [(word, NAMES[EventRole[word.upper()]], text) for word, text in MAY.items()],
            "shortest": SHORTEST,
        }

    # -- forms -----------------------------------------------------------------------------------------------------

    def decide(self, reader: DeskReader, session: str, host: str, form: Form) -> AccountChanged | None:
        """Decide what a form of `rights.OF_ACCOUNTS` says; what the log is to keep of it. Takes its time where a
        password is in it.

        Raises `Refusal`; KeyError where something is missing.
        """
        rights.check(reader.role, form["do"], rights.OF_ACCOUNTS)
        own, accounts, name = same_spelling(reader.account), self._guard.accounts, form.get("name", "")
        match form["do"]:
            case "own_password":
                self._change_password(reader, session, host, form)
            case "new_account":
                name = plain(form["name"])
                self._tell(session, name, accounts.make(name, form["role"]))
                self._log(reader, "made the account %s (%s)", name, form["role"])
                return AccountChanged(name=name, change="made", role=role_word(form["role"]))
            case "reset":
                self._tell(session, name, accounts.reset(form["name"]))
                self._guard.end_all(name)
                self._log(reader, "gave %s a new one-time password", name)
                return AccountChanged(name=plain(name)[:LONGEST_NAME], change="word")
            case "role":
                accounts.set_role(form["name"], form["role"])
                self._log(reader, "made %s a %s", name, form["role"])
                return AccountChanged(name=plain(name)[:LONGEST_NAME], change="role", role=role_word(form["role"]))
            case "remove":
                accounts.remove(form["name"])
                self._guard.end_all(name)
                self._log(reader, "removed the account %s", name)
                return AccountChanged(name=plain(name)[:LONGEST_NAME], change="removed")
            case "end_session":
                self._guard.end(form["session"])
            case "end_own":
                if any(key == form["session"] and who.account == own for key, _, who in self._guard.sessions()):
                    self._guard.end(form["session"])
            case "leave":
                self._words.pop(session, None)
                self._guard.end(session)
            case "who" if reader.account or accounts.of(name):  # who sits there is kept by a cookie (`DeskRoutes`)
                raise Refusal("", "There is already an account of that name; sign in with its password.")
        return None

    def _change_password(self, reader: DeskReader, session: str, host: str, form: Form) -> None:
        if not reader.account:
            raise Refusal(
                "", "The organiser's password is made at the start and shown where the organiser was started."
            )
        if wait := self._guard.wait(host, reader.account):
            raise Refusal("", "Too many wrong passwords; try again in {n} s.", n=round(wait) + 1)
        self._guard.begin(host, reader.account)
        if not self._guard.is_right(reader.account, form["old"]):
            raise Refusal("", "This is not your current password.")
        self._guard.forgive(host, reader.account)
        self.choose(reader, session, form)

    def choose(self, reader: DeskReader, session: str, form: Form) -> None:
        """An account's owner chooses a password. Raises `Refusal`; KeyError."""
        if form["new"] != form["again"]:
            raise Refusal("", "The two passwords differ; write them again.")
        self._guard.accounts.set_password(reader.account, form["new"])
        self._guard.end_all(reader.account, but=session)
        log.info("desk: %s has chosen a password", reader.account)

    @staticmethod
    def _log(reader: DeskReader, action: str, *about: str) -> None:
        log.info("desk: %s " + action, reader.name or "organiser", *about)

    def _tell(self, session: str, name: str, word: str) -> None:
        if len(self._words) >= BROWSERS:
            self._words.clear()
        self._words[session] = OneTimeWord(name, word)


def _rows(inside: list[tuple[str, float, DeskSession]], session: str) -> tuple[SessionRow, ...]:
    now = time.time()
    return tuple(SessionRow(key, who.device, who.address, _time(now - age), key == session) for key, age, who in inside)


def _time(when: float) -> str:
    return time_of_day(datetime.fromtimestamp(when).astimezone())
