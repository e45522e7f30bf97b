"""Who has which version in an evening, and who is given another one in mid-game."""

from __future__ import annotations

from typing import NamedTuple

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
