"""Where something lies that is loaded when it is first used.

Most of the program is not needed for the first picture, and what is slow to load should not keep people waiting for
what they do not use. What is named by address costs nothing until then.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from functools import cache
from typing import Any, Generic, ParamSpec, TypeVar

import msgspec

from rules.loading import importing

T_co = TypeVar("T_co", covariant=True)
R = TypeVar("R")
P = ParamSpec("P")


class Address(msgspec.Struct, Generic[T_co], frozen=True):
    """Something in another module: ``where`` is ``"package.module:name"``. Its type is that of what lies there.

    What lies there can be called as if it were here.
    """

    where: str

    def load(self) -> T_co:
        """What lies there; the same object each time. Raises ImportError or AttributeError where nothing does."""
        loaded: T_co = _load(self.where)
        return loaded

    def __call__(self: Address[Callable[P, R]], *args: P.args, **kwargs: P.kwargs) -> R:
        """Call what lies there."""
        return self.load()(*args, **kwargs)


@cache
def _load(where: str) -> Any:
    with importing():
        return pkgutil.resolve_name(where)
