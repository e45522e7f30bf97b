"""The club's own score sheets to a stick, and from one: files in the folder ``sheets``, at the top or in that of games.

What comes takes the place of a sheet with the same name here. What cannot be used is left there, with a sentence; the
stick is not written.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from device.common.files.atomic_write import atomic_write
from device.common.files.os_errors import explain
from device.common.files.usb_sticks import FOLDER
from device.common.settings.settings import Settings
from device.common.sheets.folder import MOST, keep_file, own_files, own_sheets, toml_files
from device.common.sheets.reading import read_sheet
from rules.message import Message, Refusal, msg

PLACE = "sheets"
"""The folder of the sheets on a stick."""
MODE = 0o644


def save_sheets(root: Path, settings: Settings) -> int:
    """Write the club's sheets into the folder of games on the stick at ``root``; how many. Raises OSError.

    A file of that name there gives way.
    """
    count = 0
    for path in own_files(settings):
        try:
            content = read_sheet(path).content
        except (FileNotFoundError, Refusal):
            continue  # it has changed meanwhile
        atomic_write(root / FOLDER / PLACE / path.name, content, MODE, follow=False)
        count += 1
    return count


def bring_sheets(root: Path, settings: Settings) -> Message | None:
    """Take the sheets of the stick at ``root``: what came and what was left, None where it has none. Never raises."""
    taken, here, left = 0, 0, []
    for number, path in enumerate(_files(root)):
        try:
            if number >= MOST:
                raise Refusal("", "There are more than {n} files; this one is not read.", n=MOST)
            sheet = read_sheet(path, links=False)
            before = own_sheets(settings)
            keep_file(settings, sheet)
        except FileNotFoundError:
            left.append((path.name, msg("The USB stick was pulled out or is damaged; plug it in and try again.")))
        except Refusal as refusal:
            left.append((path.name, refusal.message))
        except OSError as error:
            left.append((path.name, explain(error, settings.sheets_path)))
        else:
            is_known = own_sheets(settings) == before
            taken, here = taken + (not is_known), here + is_known
    return _sentence(taken, here, left) if taken or here or left else None


def _files(root: Path) -> Iterator[Path]:
    for folder in (root / FOLDER / PLACE, root / PLACE):
        try:
            if folder.is_symlink() or not folder.is_dir():
                continue
            files = toml_files(folder)
        except OSError:
            continue
        yield from files


def _sentence(taken: int, here: int, left: list[tuple[str, Message]]) -> Message:
    text = msg("Score sheets from the USB stick: {taken} taken, {here} here already.", taken=taken, here=here)
    if not left:
        return text
    name, reason = left[0]
    text = msg("{text} Left out: {file} ({reason})", text=text, file=name, reason=reason)
    return text if len(left) == 1 else msg("{text} and others: {n}", text=text, n=len(left) - 1)
