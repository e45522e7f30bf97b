"""How far an ordered update has gone from table to table: rows that an organiser's program writes, not a person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from device.common.event.messages import Nonce, TableNumber

Tables = Annotated[tuple[TableNumber, ...], Meta(max_length=9999)]


class RolloutStep(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Of the order ``update`` these tables are ``asked`` from now on, at ``address`` (empty: where their builder keeps
    updates), these no more (``gone``), and these did not come back (``lost``)."""

    update: Nonce
    asked: Tables = ()
    gone: Tables = ()
    lost: Tables = ()
    address: Annotated[str, Meta(max_length=1000)] = ""


class RolloutTables(NamedTuple):
    """The tables that have the order ``update``, each with the file's address, and those that did not come back."""

    update: str = ""
    asked: Mapping[int, str] = {}
    lost: frozenset[int] = frozenset()

    def after(self, step: RolloutStep) -> RolloutTables:
        """The same after a step; one of another order changes nothing."""
        if step.update != self.update:
            return self
        asked = {number: address for number, address in self.asked.items() if number not in step.gone}
        return RolloutTables(
            self.update, asked | dict.fromkeys(step.asked, step.address), self.lost | frozenset(step.lost)
        )
