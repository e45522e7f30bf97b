"""Word lists: imported from a file, kept beside the journal, asked when a move is judged. Advice, never a verdict."""

from device.word_lists.answers import Answer, Dictionary, WordList
from device.word_lists.importing import BadList, ReadList, read_list
from device.word_lists.index import Kept
from device.word_lists.store import WordLists

__all__ = ["Answer", "BadList", "Dictionary", "Kept", "ReadList", "WordList", "WordLists", "read_list"]
