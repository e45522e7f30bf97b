"""Who lies in an evening: each is one word of `LIARS`, chosen by it or drawn by the seed.

Nothing here imports the product, so that a command can name the words.
"""

from __future__ import annotations

import pkgutil
import random
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from tools.world.evening import Evening

NOBODY = "none"
"""The word for an evening in which nobody lies, and nobody has a telephone for a button."""
SHARE = 0.2
"""In how many evenings somebody does, where nobody was chosen."""


class Kind(NamedTuple):
    """A kind of liar: where its class is, and how it lies."""

    place: str
    how: str


LIARS: dict[str, Kind] = {
    "forger": Kind("forger:Forger", "a table says more of another one's games, signed and running, or claims them"),
    "desk": Kind("false_desk:FalseDesk", "somebody with the desk's password acknowledges and orders what nobody did"),
    "broker": Kind("lying_broker:LyingBroker", "the broker keeps messages back, and says old ones again"),
    "card": Kind("copied_card:CopiedCard", "a card is copied in a game, and the copy plays at the same time"),
    "disk": Kind("edited_disk:EditedDisk", "the journal of a table that is off is edited"),
    "telephone": Kind("telephones:LyingTelephones", "a telephone says that it was pressed as its turn began"),
    "quiet telephone": Kind("telephones:QuietTelephones", "it answers slowly on purpose, and says the same"),
    "smart telephone": Kind("telephones:SmartTelephones", "it falls silent and says the earliest that is believed"),
    "cut telephone": Kind("telephones:CutTelephones", "it cuts its own line, and says that it was pressed before"),
}
"""By its word, who lies."""


def liar_of(evening: Evening, word: str | None) -> Any:
    """Whoever lies this evening: ``word`` says who, None leaves it to the seed. None: nobody does."""
    seed = evening.scheduler.seed
    draw = random.Random(f"liar {seed}")
    if word is None:
        word = draw.choice(list(LIARS)) if draw.random() < SHARE else NOBODY
    if word == NOBODY:
        return None
    evening.scheduler.note("liar", word)
    return pkgutil.resolve_name(f"{__name__}.{LIARS[word].place}")(evening, random.Random(f"{word} {seed}"))
