"""Word lists: imported from a file, kept beside the journal, asked when a move is judged. Advice, never a verdict."""

from device.word_lists.importing import BadList, ParsedList, read_list
from device.word_lists.store import Dictionary, StoredList, WordAnswer, WordList, WordLists

__all__ = ["BadList", "Dictionary", "ParsedList", "StoredList", "WordAnswer", "WordList", "WordLists", "read_list"]
