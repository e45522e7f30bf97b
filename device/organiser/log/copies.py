"""Copies of what a state is made of, so that what was handed out stays as it was."""

from __future__ import annotations

from typing import Any, TypeVar

T = TypeVar("T")


def own_copy(one: T) -> T:
    """The same, with dicts, lists and sets of its own; what is in these is shared."""
    found = object.__new__(type(one))
    values: dict[str, Any] = vars(one)
    vars(found).update({name: one.copy() if type(one) in (dict, list, set) else one for name, one in values.items()})
    return found
