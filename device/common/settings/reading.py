"""The settings file as it is read: where it lies, and every error with its line and what to do."""

from __future__ import annotations

import os
import re
import shlex
import tomllib
from pathlib import Path

import msgspec

from device.common.files.small_file import Damaged, Forbidden, read_bounded
from device.common.languages import of_environment
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
    """The settings that ``text`` gives; ``path`` is only named. Raises `SettingsTrouble` with the line."""
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        line = toml_error_line(text, error)
        raise SettingsTrouble(msg("Settings {path}, line {line}: this is not TOML.", path=path, line=line)) from None
    try:
        settings = msgspec.convert(values, readable(Settings), strict=True)
    except msgspec.ValidationError as error:
        raise SettingsTrouble(_explained(path, text, str(error))) from None
    return _checked(path, text, settings)


def toml_error_line(text: str, error: Exception) -> int:
    """The line of a text of which tomllib said ``error``; the last one where it is about the end."""
    if match := re.search(r"at line (\d+)", str(error)):
        return int(match.group(1))
    return text.count("\n") + 1 if isinstance(error, tomllib.TOMLDecodeError) else 1


def load_tolerant(given: Path | None = None) -> tuple[Settings, Message | None]:
    """The settings, or the defaults and what is wrong with the file: a bad file never stops the start."""
    try:
        return load(given), None
    except SettingsTrouble as trouble:
        return initial(), trouble.message


def _checked(path: Path, text: str, settings: Settings) -> Settings:
    def wrong(reason: Message, part: str, *keys: str) -> SettingsTrouble:
        line = _written(text, part, *keys)
        return SettingsTrouble(msg("Settings {path}, line {line}: {reason}.", path=path, line=line, reason=reason))

    if clash := contradiction(settings):
        reason, part, keys = clash
        raise wrong(reason, part, *keys)
    try:
        _ = settings.journal_path  # the home directory may belong to nobody
    except RuntimeError:
        raise wrong(msg("the home directory where games are to be kept does not exist"), "", "journal") from None
    try:
        shlex.split(settings.power_off)
    except ValueError:
        raise wrong(msg("a quotation mark is missing in the command that switches off"), "", "power_off") from None
    return settings


def _explained(path: Path, text: str, error: str) -> Message:
    """msgspec's English as a sentence with the line that it is about."""
    line = field_line(text, error)
    return msg("Settings {path}, line {line}: {reason}.", path=path, line=line, reason=explain(error))


def field_line(text: str, error: str) -> int:
    """The line of a TOML text with the field of which msgspec said ``error``; of a field in a list that of the list."""
    parts = field_of(error).split(".") if field_of(error) else []
    if unknown := unknown_field_of(error):
        parts.append(unknown)
    if parts and "[" in parts[0]:
        parts = [parts[0].partition("[")[0]]
    table, key = (parts[0], parts[1]) if len(parts) > 1 else ("", parts[0] if parts else "")
    return _written(text, table, key)


_KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")


_HEADING = re.compile(r"\s*\[{1,2}\s*(.*?)\s*\]")


def _names(dotted: str) -> list[str]:
    """``"screen . 'width'"`` as its names."""
    return [part.strip().strip("\"'") for part in dotted.split(".")]


def _find(text: str, table: str, key: str) -> int | None:
    """The line on which ``key`` of ``table`` stands (``""``: the top), or its table where that is written inline."""
    wanted = [table, key] if table else [key]
    inside: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if heading := _HEADING.match(line):
            inside = _names(heading.group(1))
            if inside == wanted:
                return number
        elif match := _KEY.match(line):
            here = inside + _names(match.group(1))
            if here in (wanted, wanted[:1]):
                return number
    return None


def _written(text: str, table: str, *keys: str) -> int:
    """The line of the first of ``keys`` that is written at all, for the others are defaults; else the first line."""
    return next((line for key in keys if (line := _find(text, table, key))), 1)
