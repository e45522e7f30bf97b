"""Who has which version in an evening, and who is given another one in mid-game."""

from __future__ import annotations

import random
from typing import NamedTuple

from tools.world.versions.trees import STATES

TABLES, ORGANISER, SECOND = "tables", "organiser", "second"
EARLIER, PRESENT = True, False


class Case(NamedTuple):
    """Roles that begin with the earlier version, and those that are given the other one on the way.

    In the end everybody has the present one.
    """

    earlier: frozenset[str]
    changed: frozenset[str] = frozenset()

    @property
    def roles(self) -> frozenset[str]:
        """Who has the earlier version at some time."""
        return self.earlier | self.changed


def _case(*earlier: str, changed: tuple[str, ...] = ()) -> Case:
    return Case(frozenset(earlier), frozenset(changed))


CASES = {
    "earlier tables": _case(TABLES),
    "earlier organiser": _case(ORGANISER),
    "tables upgraded": _case(TABLES, changed=(TABLES,)),
    "tables taken back": _case(changed=(TABLES,)),
    "organiser upgraded": _case(ORGANISER, changed=(ORGANISER,)),
    "organiser taken back": _case(changed=(ORGANISER,)),
    "all upgraded": _case(TABLES, ORGANISER, changed=(TABLES, ORGANISER)),
    "all taken back": _case(changed=(TABLES, ORGANISER)),
    "tables upgraded, organiser taken back": _case(TABLES, changed=(TABLES, ORGANISER)),
    "earlier second machine": _case(SECOND),
    "second machine upgraded": _case(SECOND, changed=(SECOND,)),
    "second machine taken back": _case(changed=(SECOND,)),
}
"""By its words, a case."""
DRAWN = "drawn"
"""Instead of a case: the seed draws whether there is one, and which."""
SHARE = 0.2
"""Of evenings, how many have one where the seed draws."""


class Choice(NamedTuple):
    """A case, and the earlier version that it is about."""

    case: str
    earlier: str


def roles_of(case: str | None) -> frozenset[str]:
    """Who has an earlier version at some time; nobody where there is no case."""
    return frozenset() if case is None else CASES[case].roles


def drawn_of(seed: int) -> Choice | None:
    """What the seed draws: in one of five evenings a case, with an earlier version that can take part in it."""
    draw = random.Random(f"versions of {seed}")
    if draw.random() >= SHARE:
        return None
    case = draw.choice(list(CASES))
    fit = [name for name, state in STATES.items() if state.copies or SECOND not in roles_of(case)]
    return Choice(case, draw.choice(fit))
