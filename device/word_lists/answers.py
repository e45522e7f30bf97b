"""What is asked about a word: an imported list, or for club play the Czech dictionary of hunspell.

A dictionary for spelling knows names, abbreviations and single letters as well, and not every word that may be played.
So its answer is "in the dictionary" and never "valid", and where it cannot distinguish these it gives no answer.
"""

from __future__ import annotations

import enum
import hashlib
import re
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Protocol

import marisa_trie

from device.address import Address


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


class Speller(Protocol):
    """What is needed of hunspell."""

    def spell(self, word: str) -> bool:
        """Whether the dictionary has it."""


HUNSPELL: Address[Callable[..., Speller]] = Address("hunspell:Hunspell")
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
    def _hunspell(self) -> Speller:
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
