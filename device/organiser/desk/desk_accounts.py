"""Accounts of who helps at the desk: a name, a role, and a password of which only a slow salted hash is kept.

The organiser's own password is none of them (`device.organiser.desk.passwords`): an event without accounts has that
alone. Why scrypt: docs/decisions/accounts.md.
"""

from __future__ import annotations

import logging
import re
import threading
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from device.common.codes import new_code
from device.common.files.atomic_write import OWNER
from device.common.files.small_file import SmallFile, decoder
from device.common.i18n import in_every_language
from device.common.rights import EventRole
from device.organiser.acts.from_text import plain
from device.organiser.desk.passwords import HASH, NOBODY, hash_password, is_password
from device.organiser.log.pairing import LONGEST_NAME
from device.organiser.store.backup import DESK_ACCOUNTS
from rules.explain import quote
from rules.loading import readable
from rules.message import Message, Refusal, msg
from rules.people import same_spelling

log = logging.getLogger("dvojtah.organiser")

MOST_ACCOUNTS = 100
SHORTEST, LONGEST = 8, 200
"""Characters of a password."""
WORD = 8
"""Letters of a one-time password, each of 30: 39 bits."""
ORGANISERS = frozenset(
    same_spelling(name) for name in ("organizer", "pořadatelka", "organizátorka", *in_every_language("organiser"))
)
"""What the organiser's own account is called by people; no other account may be."""

RoleWord = Literal["viewer", "scorer", "arbiter", "organiser"]
"""A role as files and forms have it: the name of an `EventRole`."""


class DeskAccount(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One account. ``secret`` is the hash of its password, or, where ``once``, of a word that opens it only until its
    owner has chosen a password.
    """

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
    role: RoleWord
    secret: Annotated[str, Meta(pattern=f"^{HASH.pattern}\\Z")]
    once: bool = False

    @property
    def key(self) -> str:
        """What spellings of its name have in common."""
        return same_spelling(self.name)

    @property
    def event_role(self) -> EventRole:
        """What its owner may do."""
        return EventRole[self.role.upper()]


class _Accounts(msgspec.Struct, frozen=True):
    """The file."""

    accounts: Annotated[list[DeskAccount], Meta(max_length=MOST_ACCOUNTS)]


class DeskAccounts:
    """The accounts of an event, kept in ``folder`` beside its store; None: none can be made. For any thread.

    ``trouble`` says that their file was damaged; None where it was not.
    """

    def __init__(self, folder: Path | None) -> None:
        self.trouble: Message | None = None
        self._file: SmallFile[_Accounts] | None = None
        accounts: _Accounts | None = None
        if folder is not None:
            then = msg("The organiser's password still works; make the accounts again.")
            self._file = SmallFile(folder / DESK_ACCOUNTS, decoder(_Accounts), then, mode=OWNER)
            self.trouble = self._file.mend()
            accounts = self._file.read_or_none()
        self._accounts = {account.key: account for account in accounts.accounts} if accounts else {}
        self._changing = threading.Lock()

    def all(self) -> list[DeskAccount]:
        """All of them, by name."""
        return sorted(self._accounts.values(), key=lambda account: account.key)

    def of(self, name: str) -> DeskAccount | None:
        """The account of that name, however it is spelt."""
        return self._accounts.get(same_spelling(name))

    def is_right(self, name: str, password: str) -> bool:
        """Whether that is the password of that account. Takes its time, whether there is such an account or not."""
        account = self.of(name)
        if account is not None and account.once:
            password = re.sub(r"[\s-]", "", password).upper()
        return is_password(password[:LONGEST], NOBODY if account is None else account.secret)

    # -- changes: each is kept, or refused with a sentence ---------------------------------------------------------

    def make(self, name: str, role: str) -> str:
        """A new account; the word with which its owner comes in for the first time. Raises `Refusal`."""
        name = plain(name)
        if not 1 <= len(name) <= LONGEST_NAME:
            raise Refusal("", "A name has from 1 to {most} characters.", most=LONGEST_NAME)
        if same_spelling(name) in ORGANISERS:
            raise Refusal("", "{name} is the organiser's own account; write the helper's name.", name=name)
        word = new_code(WORD)
        account = DeskAccount(name=name, role=role_word(role), secret=hash_password(word), once=True)
        with self._changing:
            if account.key in self._accounts:
                raise Refusal("", "There is already an account named {name}.", name=name)
            if len(self._accounts) >= MOST_ACCOUNTS:
                raise Refusal("", "There are {n} accounts, no more fit; remove one first.", n=MOST_ACCOUNTS)
            self._keep({**self._accounts, account.key: account})
        return _grouped(word)

    def reset(self, name: str) -> str:
        """A new one-time password in the place of a password. Raises `Refusal`."""
        word = new_code(WORD)
        self._change(name, secret=hash_password(word), once=True)
        return _grouped(word)

    def set_role(self, name: str, role: str) -> None:
        """Another role; it counts at once. Raises `Refusal`."""
        self._change(name, role=role_word(role))

    def set_password(self, name: str, password: str) -> None:
        """The password that its owner chose. Raises `Refusal`."""
        if not SHORTEST <= len(password) <= LONGEST:
            raise Refusal("", "A password has at least {n} characters.", n=SHORTEST)
        if same_spelling(password) == same_spelling(name):
            raise Refusal("", "The name cannot be the password; choose another one.")
        self._change(name, secret=hash_password(password), once=False)

    def remove(self, name: str) -> None:
        """The account is no more; what was decided under its name stays. Raises `Refusal`."""
        with self._changing:
            account = self._known(name)
            self._keep({key: desk_account for key, desk_account in self._accounts.items() if key != account.key})

    def _known(self, name: str) -> DeskAccount:
        account = self.of(name)
        if account is None:
            raise Refusal("", "There is no account named {name}.", name=plain(name)[:LONGEST_NAME] or "–")
        return account

    def _change(self, name: str, **changes: object) -> None:
        with self._changing:
            account = msgspec.structs.replace(self._known(name), **changes)
            self._keep({**self._accounts, account.key: account})

    def _keep(self, accounts: dict[str, DeskAccount]) -> None:
        if self._file is None:
            raise Refusal("", "Accounts need a folder in which they are kept; start the organiser with --broker-files.")
        try:
            self._file.replace(msgspec.json.encode(_Accounts(list(accounts.values()))))
        except OSError as error:
            log.error("the accounts cannot be kept: %s", error)
            raise Refusal("", "This could not be kept in {file}; look at the disk.", file=DESK_ACCOUNTS) from None
        self._accounts = accounts


def role_word(word: str) -> RoleWord:
    """A role as a form has it. Raises `Refusal`."""
    try:
        known: RoleWord = msgspec.convert(word, readable(RoleWord))
    except msgspec.ValidationError:
        raise Refusal("", "There is no role {role}.", role=quote(plain(word)) or "–") from None
    return known


def _grouped(word: str) -> str:
    return f"{word[: WORD // 2]}-{word[WORD // 2 :]}"
