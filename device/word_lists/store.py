"""What is asked about a word: an imported list, or for club play the Czech dictionary of hunspell.

A dictionary for spelling knows names, abbreviations and single letters as well, and not every word that may be played.
So its answer is "in the dictionary" and never "valid", and where it cannot distinguish these it gives no answer.

The imported lists are kept beside the journal: one file for each, named by its hash, and one small file that says
which there are. A list counts once that small file names it, and it is written last and whole. So an import that is
interrupted changes nothing; what it left behind goes with the next one.
"""

from __future__ import annotations

import contextlib
import enum
import hashlib
import logging
import os
import re
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

import marisa_trie
import msgspec
from msgspec import Meta

from device.common.address import Address
from device.common.files.small_file import SmallFile, decoder
from device.word_lists.importing import ParsedList
from rules.message import msg


class WordAnswer(enum.Enum):
    """In the list, not in it, or no answer: there is no list, or it is not known."""

    LISTED = "listed"
    NOT_LISTED = "not_listed"
    UNKNOWN = "unknown"


class WordList:
    """An imported list, mapped from its file. Raises RuntimeError where the file is damaged.

    ``name`` is what people call it, ``sha256`` the hash of its words, for the record.
    """

    dictionary = False

    def __init__(self, name: str, sha256: str, path: Path) -> None:
        self.name = name
        self.sha256 = sha256
        if not path.is_file():  # a pipe would keep whoever opens it waiting
            raise RuntimeError(f"no file {path.name}")
        self._trie = marisa_trie.Trie()
        self._trie.mmap(str(path))

    def answer(self, word: str) -> WordAnswer:
        """Whether the list has it."""
        return WordAnswer.LISTED if word.upper() in self._trie else WordAnswer.NOT_LISTED


_VOWEL = re.compile("[aáeéěiíoóuúůyý]")
_SYLLABIC = re.compile("[^rl][rl][^rl]")
"""What makes a syllable in a Czech word without a vowel (krk, vlk); km, kg, hl have none."""

FOLDER = Path("/usr/share/hunspell")
"""Where Debian's package hunspell-cs puts the dictionary."""


HUNSPELL: Address[Callable[..., Any]] = Address("hunspell:Hunspell")
"""A library that is asked only where no list has been imported, and may be missing."""


class Dictionary:
    """The Czech dictionary of hunspell, asked in lower case: names, which it has with a capital, are not in it.

    Loading takes about a second; it happens at the first question, or before with `load`.
    """

    name = "hunspell-cs"
    dictionary = True

    def __init__(self, folder: Path = FOLDER) -> None:
        self._files = [folder / f"cs_CZ.{ending}" for ending in ("aff", "dic")]

    @property
    def is_installed(self) -> bool:
        """Whether its files are there."""
        return all(file.is_file() for file in self._files)

    @cached_property
    def sha256(self) -> str:
        """The hash of its two files."""
        return hashlib.sha256(b"".join(file.read_bytes() for file in self._files)).hexdigest()

    @cached_property
    def _hunspell(self) -> Any:
        return HUNSPELL("cs_CZ", hunspell_data_dir=str(self._files[0].parent))

    def load(self) -> None:
        """Make the first question quick."""
        _ = self._hunspell, self.sha256

    def answer(self, word: str) -> WordAnswer:
        """Whether the dictionary has it; UNKNOWN for a single letter and for what may be an abbreviation."""
        low = word.lower()
        if len(low) < 2 or not (_VOWEL.search(low) or _SYLLABIC.search(low)):
            return WordAnswer.UNKNOWN
        return WordAnswer.LISTED if self._hunspell.spell(low) else WordAnswer.NOT_LISTED


WordSource = WordList | Dictionary
"""What words are looked up in; ``dictionary``: it is for spelling, and no list of words that may be played."""


log = logging.getLogger(__name__)


class StoredList(msgspec.Struct, frozen=True, kw_only=True):
    """A list that is kept: its name, how many words, and their hash."""

    name: str
    words: int
    sha256: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


def file_of(folder: Path) -> SmallFile[tuple[StoredList, ...]]:
    """The file in the folder of the lists, the list imported last at the end."""
    return SmallFile(folder / "lists.json", decoder(tuple[StoredList, ...]), msg("Import the word lists again."))


class WordLists:
    """The lists in ``folder``. The one imported last is asked; without any, hunspell's dictionary."""

    def __init__(self, folder: Path, dictionary: Dictionary | None = None) -> None:
        self._folder = folder
        self._index = file_of(folder)
        self._dictionary = Dictionary() if dictionary is None else dictionary
        self._opened: WordSource | None = None

    def lists(self) -> tuple[StoredList, ...]:
        """The lists, the one imported last at the end."""
        return self._index.read_or_none() or ()

    def add(self, name: str, read: ParsedList) -> StoredList:
        """Keep a list, in the place of one with the same name. Raises OSError; then nothing has changed."""
        stored_list = StoredList(name=name, words=len(read.words), sha256=read.sha256)
        self._folder.mkdir(parents=True, exist_ok=True)
        beside = self._folder / f".{os.getpid()}.new"
        try:
            marisa_trie.Trie(read.words).save(str(beside))
            with beside.open("rb") as file:
                os.fsync(file.fileno())
            beside.replace(self._file(stored_list))
        except RuntimeError as error:  # what marisa says of a full disk
            raise OSError(str(error)) from None
        finally:
            with contextlib.suppress(OSError):
                beside.unlink()
        self._write([*(stored for stored in self.lists() if stored.name != name), stored_list])
        return stored_list

    def forget(self, name: str) -> bool:
        """Drop a list; whether there was one of that name. Raises OSError."""
        left = [stored_list for stored_list in self.lists() if stored_list.name != name]
        if len(left) == len(self.lists()):
            return False
        self._write(left)
        return True

    def source(self) -> WordSource | None:
        """What words are looked up in; None where there is no list. It is opened once."""
        lists = self.lists()
        for stored_list in reversed(lists):
            if (
                self._opened is not None
                and self._opened.sha256 == stored_list.sha256
                and self._opened.name == stored_list.name
            ):
                return self._opened
            try:
                self._opened = WordList(stored_list.name, stored_list.sha256, self._file(stored_list))
            except RuntimeError as error:
                log.warning("the word list %s cannot be opened: %s", stored_list.name, error)
                continue
            return self._opened
        return self._dictionary if self._dictionary.is_installed else None

    def _file(self, stored_list: StoredList) -> Path:
        return self._folder / f"{stored_list.sha256}.marisa"

    def _write(self, lists: list[StoredList]) -> None:
        self._index.replace(msgspec.json.encode(lists))
        wanted = {self._file(stored_list).name for stored_list in lists}
        for file in self._folder.glob("*.marisa"):
            if file.name not in wanted:
                with contextlib.suppress(OSError):
                    file.unlink()


def open_lists(folder: Path) -> WordLists:
    """The lists in ``folder``, ready to answer; that may take a second. Raises ImportError, OSError or RuntimeError."""
    lists = WordLists(folder)
    if isinstance(asked := lists.source(), Dictionary):
        asked.load()
    return lists
