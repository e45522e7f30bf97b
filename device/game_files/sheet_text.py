"""A game's sheet as compact plain text, cut into parts of which each can be read alone.

A game may say its lines more tightly than its report does (``pocket`` of `device.common.specs.spec`); otherwise they
are the rows of the report's tables. Each part begins with the game, which part it is of how many, and how the game
stands; a table that goes on in the next part names its columns there again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from device.common.exports import FiledGame, day_of
from device.common.i18n import t, tr
from device.common.specs.model import Block, table_block
from device.registry import TABLES
from rules.game import Progress
from rules.history import History

MOST_BYTES = 600
"""Bytes of one part: more would need modules too small for a telephone's camera."""
LONGEST_TITLE = 120
"""Bytes of the first line, and of the line that says how the game stands."""
LONGEST_NAMES = 180
"""Bytes of a table's title and the names of its columns."""
STEP = 20
"""Bytes by which parts are evened out."""


def parts(filed: FiledGame) -> tuple[str, ...]:
    """The sheet in parts of at most `MOST_BYTES` bytes of UTF-8, as even as they come."""
    history = filed.history
    game, state = history.game, history.state
    title = cut(tr(game.report(state).title), LONGEST_TITLE)
    stands = cut(tr(game.summary(state)), LONGEST_TITLE)
    if game.progress(state) is not Progress.SIGNED:
        stands = f"{stands} ({t('not signed')})"
    day = day_of(filed.created)
    head = "\n".join(text for text in (title, stands if stands != title else "", day) if text)
    blocks = sheet_blocks(history)
    fewest = _divided(head, blocks, MOST_BYTES)
    least = len(head.encode()) + LONGEST_NAMES + 80
    middle = sum(len(part.encode()) for part in fewest) // len(fewest)
    for limit in range(min(MOST_BYTES, max(least, middle)), MOST_BYTES, STEP):
        even = _divided(head, blocks, limit)
        if len(even) == len(fewest):
            return even
    return fewest


def sheet_blocks(history: History) -> tuple[Block, ...]:
    """The lines of the sheet: the game's own where its declaration has some, else those of its report."""
    if (pocket := TABLES[history.game.key].pocket) is not None:
        return tuple(pocket(history))
    return tuple(map(table_block, history.game.report(history.state).tables))


def cut(text: str, most: int) -> str:
    """``text`` in at most ``most`` bytes of UTF-8, cut between letters; an ellipsis says that it goes on."""
    if len(text.encode()) <= most:
        return text
    return text.encode()[: most - 3].decode(errors="ignore") + "…"


def _pieces(text: str, most: int) -> Iterator[str]:
    """``text`` in pieces of at most ``most`` bytes of UTF-8, cut between letters."""
    raw = text.encode()
    while len(raw) > most:
        piece = raw[:most].decode(errors="ignore")
        yield piece
        raw = raw[len(piece.encode()) :]
    yield raw.decode()


def _divided(head: str, blocks: Sequence[Block], limit: int) -> tuple[str, ...]:
    """The blocks in as few parts as ``limit`` bytes a part allow, each under the same head."""
    room = limit - len(f"{head}\n99/99\n".encode())
    bodies: list[list[str]] = [[]]
    left = room
    for block in blocks:
        names = cut(block.head, LONGEST_NAMES)
        above = len(names.encode()) + 1 if names else 0
        named = False
        for text in (piece for line in block.lines for piece in _pieces(line, room - above - 1)):
            size = len(text.encode()) + 1
            if size + (0 if named else above) > left and bodies[-1]:
                bodies.append([])
                left, named = room, False
            if not named:
                bodies[-1] += [names] if names else []
                left -= above
                named = True
            bodies[-1].append(text)
            left -= size
    count = len(bodies)
    return tuple("\n".join((head, *([f"{n}/{count}"] if count > 1 else []), *body)) for n, body in enumerate(bodies, 1))
