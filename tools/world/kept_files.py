"""Which small files a table and the organiser have, as the product reads, writes and mends them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from device.app import state_files
from device.common.event.ticket import store_ticket, stored_ticket
from device.common.files.small_file import SmallFile
from device.common.languages import LANGUAGES
from device.common.settings.reading import DEFAULT_FILE, load_tolerant
from device.event import device_id
from device.first_start.common.system import CardSystem
from device.kiosk.settings_file import SettingsFile, reset_damaged
from device.organiser.desk.desk_accounts import DeskAccounts
from device.organiser.desk.passwords import kept_password
from device.organiser.store.backup import DESK_ACCOUNTS, DESK_PASSWORD
from device.pods import pairing
from device.table import calendar, put_away
from device.table.referee_pin import UNREADABLE, read_pin, write_pin
from rules.message import Message, msg
from tools.world.small_files import KeptFile, SmallFiles

if TYPE_CHECKING:
    from pathlib import Path

    from tools.world.organiser import Organiser
    from tools.world.table import HallTable

PIN_HASH = f"scrypt:2:8:1:{'A' * 24}:{'A' * 43}="
"""Stands for the hash of a PIN; a real one takes tenths of a second."""
ROLES = ("viewer", "scorer", "arbiter", "organiser")
HELPER = "Eva"


def of_table(table: HallTable) -> SmallFiles:
    """A table's: the settings, the ticket, the PIN, and what lies beside the journal."""
    settings, machine = table.settings, table.machine
    journal, toml = settings.journal_path, machine.folder / "settings.toml"
    day = calendar.file_of(journal.with_name(calendar.DAY))
    identity = device_id.file_of(journal)

    def ticket() -> object:
        return stored_ticket(settings.ticket_path)[0]

    def pin() -> tuple[str, int]:
        stored_pin = read_pin(settings.pin_path)
        return stored_pin.stored, stored_pin.wrong

    files = [
        KeptFile(
            toml,
            partial(_language, toml),
            _language(toml, is_default=True),
            lambda n: list(LANGUAGES)[n % len(LANGUAGES)],
            partial(_set_language, toml),
            is_text=True,
        ),
        KeptFile(
            settings.ticket_path,
            ticket,
            None,
            lambda n: table.evening.ticket(table.number),
            partial(store_ticket, settings.ticket_path),
            always=(table.evening.ticket(table.number),),
        ),
        KeptFile(
            settings.pin_path,
            pin,
            (UNREADABLE, 0),
            lambda n: (PIN_HASH, n % 5),
            lambda value: write_pin(settings.pin_path, *value),
            is_text=True,
            missing=(UNREADABLE, 0),  # a damaged PIN opens no menu
        ),
        _json(put_away.file_of(journal), lambda n: tuple(range(n % 9))),
        _json(day, lambda n: calendar.SaidDay("boot", n)),
        _json(pairing.file_of(settings.pairing_path), None),
        KeptFile(identity.path, identity.read_or_none),
    ]

    def mend() -> list[tuple[str, Message]]:
        messages = [] if (message := reset_damaged(toml)) is None else [(toml.name, message)]
        if toml.exists() and (trouble := load_tolerant(toml)[1]) is not None:
            messages.append((toml.name, trouble))
        messages += state_files.mend(state_files.first_files(settings, CardSystem(machine.folder)))
        return messages + state_files.mend(state_files.later_files(settings))

    return SmallFiles(table.evening, machine, files, mend)


def of_organiser(organiser: Organiser) -> SmallFiles:
    """The organiser's, beside the store: the desk's password and the accounts of who helps."""
    folder = organiser.machine.folder

    def accounts() -> tuple[tuple[str, str], ...]:
        return tuple((account.name, account.role) for account in DeskAccounts(folder).all())

    def keep(value: tuple[tuple[str, str], ...]) -> None:
        known, ((name, role),) = DeskAccounts(folder), value
        if known.of(name) is None:
            known.make(name, role)
        else:
            known.set_role(name, role)

    def mend() -> list[tuple[str, Message]]:
        messages: list[tuple[str, Message]] = []
        if (password := kept_password(folder)).clear:
            messages.append((DESK_PASSWORD, msg("Desk: {address}, password {password}", address="", password="")))
        assert password.secret
        if (trouble := DeskAccounts(folder).trouble) is not None:
            messages.append((DESK_ACCOUNTS, trouble))
        return messages

    files = [
        KeptFile(
            folder / DESK_ACCOUNTS, accounts, (), lambda n: ((HELPER, ROLES[n % len(ROLES)]),), keep, is_text=False
        )
    ]
    return SmallFiles(organiser.evening, organiser.machine, files, mend)


def _json(file: SmallFile[Any], value: Any) -> KeptFile:
    """A file of JSON; None: nobody changes it this evening."""
    write = None if value is None else lambda value: file.replace(msgspec.json.encode(value))
    return KeptFile(file.path, file.read_or_none, None, value, write)


def _language(toml: Path, *, is_default: bool = False) -> str | None:
    """The settings as they stand; None where there is no file."""
    if is_default:
        return load_tolerant(DEFAULT_FILE)[0].language
    return load_tolerant(toml)[0].language if toml.exists() else None


def _set_language(toml: Path, language: str) -> None:
    """As the screen of the settings does. Raises OSError where the file does not take it yet."""
    file = SettingsFile(toml, lambda message: None)
    file.put("", "language", language)
    if not file.serve():
        raise OSError(f"{toml} does not take it")
