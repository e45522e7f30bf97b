"""The settings file as it is read: where it lies, and every error with its line and what to do."""

from __future__ import annotations

import os
import re
import shlex
import tomllib
from pathlib import Path
from typing import NamedTuple

import msgspec

from device.common.files.small_file import Damaged, Forbidden, read_bounded
from device.common.languages import of_environment
from device.common.settings.repeated import HEADING, KEY, names_of, resolve
from device.common.settings.settings import Settings, contradiction
from device.common.trouble import Trouble
from rules.explain import explain, field_of, unknown_field_of
from rules.loading import readable
from rules.message import Message, msg

DEFAULT_FILE = Path(__file__).with_name("settings.default.toml")
LARGEST = 1 << 20
"""Bytes of a settings file at most."""


class SettingsTrouble(Trouble):
    """A settings file that cannot be used; ``message`` names file, line and what to do."""


def path_of(given: Path | None = None) -> Path | None:
    """The settings file in force: the one given, ``$DVOJTAH_SETTINGS``, the user's own; None where there is none."""
    if given is not None:
        return given
    if named := os.environ.get("DVOJTAH_SETTINGS"):
        return Path(named)
    own = own_path()
    try:
        own.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        pass  # it may be there: reading it says why it cannot be read
    return own


def own_path() -> Path:
    """Where the user's own settings are, or would be."""
    return Path(os.environ.get("XDG_CONFIG_HOME") or "~/.config").expanduser() / "dvojtah" / "settings.toml"


def initial() -> Settings:
    """The settings where there is no file that could say anything: the defaults, in the language of the locale."""
    return Settings(language=of_environment())


def load(given: Path | None = None) -> Settings:
    """The settings. Raises `SettingsTrouble` with file, line and reason."""
    path = path_of(given)
    return initial() if path is None else parse(path, text_of(path))


def text_of(path: Path) -> str:
    """The text of a settings file. Raises `SettingsTrouble` where there is none."""
    try:
        return decode(read_bounded(path, LARGEST))
    except FileNotFoundError:
        raise SettingsTrouble(msg("There is no file {file}.", file=path)) from None
    except Forbidden:
        raise SettingsTrouble(
            msg("The settings {path} may not be read by this user; on an installed table put sudo first.", path=path)
        ) from None
    except Damaged:
        raise SettingsTrouble(
            msg("The settings {path} cannot be read; check their owner and permissions.", path=path)
        ) from None
    except ValueError:
        raise SettingsTrouble(msg("The settings {path} are not UTF-8 text.", path=path)) from None


def decode(raw: bytes) -> str:
    """The text of those bytes. Raises ValueError where they are none: a power cut may leave zeros."""
    if b"\0" in raw:
        raise ValueError("zeros")
    return raw.decode("utf-8-sig")


def parse(path: Path, text: str) -> Settings:
    """The settings that ``text`` gives; ``path`` is only named. Raises `SettingsTrouble` with the line.

    Of what stands there twice the later one holds; `repeated_in` says so.
    """
    resolved = resolve(text)
    try:
        values = tomllib.loads(resolved.text)
    except (ValueError, RecursionError) as error:
        line = toml_error_line(text, error)
        raise SettingsTrouble(msg("Settings {path}, line {line}: this is not TOML.", path=path, line=line)) from None

    def wrong(line: int, reason: Message) -> SettingsTrouble:
        line = resolved.lines[line - 1]
        return SettingsTrouble(msg("Settings {path}, line {line}: {reason}.", path=path, line=line, reason=reason))

    try:
        settings = msgspec.convert(values, readable(Settings), strict=True)
    except msgspec.ValidationError as error:
        raise wrong(field_line(resolved.text, str(error)), explain(str(error))) from None
    if mistake := _mistake(settings):
        reason, part, keys = mistake
        raise wrong(_written(resolved.text, part, *keys), reason)
    return settings


def repeated_in(path: Path, text: str) -> Message | None:
    """The first table or key that stands there twice, and what holds; ``path`` is only named."""
    for name, line in resolve(text).repeats:
        return msg(
            "Settings {path}, line {line}: {name} stands there twice; the later one counts. Remove one of them.",
            path=path,
            line=line,
            name=name,
        )
    return None


def toml_error_line(text: str, error: Exception) -> int:
    """The line of a text of which tomllib said ``error``; the last one where it is about the end."""
    if match := re.search(r"at line (\d+)", str(error)):
        return int(match.group(1))
    return text.count("\n") + 1 if isinstance(error, tomllib.TOMLDecodeError) else 1


class LoadedSettings(NamedTuple):
    """What holds, and what is wrong with the file; not ``usable``: nothing of it holds, but the defaults."""

    settings: Settings
    trouble: Message | None = None
    usable: bool = True


def load_tolerant(given: Path | None = None) -> LoadedSettings:
    """The settings, or the defaults and what is wrong with the file: a bad file never stops the start."""
    path = path_of(given)
    if path is None:
        return LoadedSettings(initial())
    try:
        text = text_of(path)
        return LoadedSettings(parse(path, text), repeated_in(path, text))
    except SettingsTrouble as trouble:
        return LoadedSettings(initial(), trouble.message, usable=False)


def _mistake(settings: Settings) -> tuple[Message, str, tuple[str, ...]] | None:
    """Why settings of which each is possible cannot be used: the reason, and the table and keys it is about."""
    if clash := contradiction(settings):
        return clash
    try:
        _ = settings.journal_path  # the home directory may belong to nobody
    except RuntimeError:
        return msg("the home directory where games are to be kept does not exist"), "", ("journal",)
    try:
        shlex.split(settings.power_off)
    except ValueError:
        return msg("a quotation mark is missing in the command that switches off"), "", ("power_off",)
    return None


def field_line(text: str, error: str) -> int:
    """The line of a TOML text with the field of which msgspec said ``error``; of a field in a list that of the list."""
    parts = field_of(error).split(".") if field_of(error) else []
    if unknown := unknown_field_of(error):
        parts.append(unknown)
    if parts and "[" in parts[0]:
        parts = [parts[0].partition("[")[0]]
    table, key = (parts[0], parts[1]) if len(parts) > 1 else ("", parts[0] if parts else "")
    return _written(text, table, key)


def _find(text: str, table: str, key: str) -> int | None:
    """The line on which ``key`` of ``table`` stands (``""``: the top), or its table where that is written inline."""
    wanted = [table, key] if table else [key]
    inside: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if heading := HEADING.match(line):
            inside = names_of(heading.group(1))
            if inside == wanted:
                return number
        elif match := KEY.match(line):
            here = inside + names_of(match.group(1))
            if here in (wanted, wanted[:1]):
                return number
    return None


def _written(text: str, table: str, *keys: str) -> int:
    """The line of the first of ``keys`` that is written at all, for the others are defaults; else the first line."""
    return next((line for key in keys if (line := _find(text, table, key))), 1)
