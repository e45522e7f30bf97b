"""What only one thread may begin: loading modules, and building what decodes a type.

A package that is being loaded by one thread and whose submodule is loaded by another make Python's import break its own
deadlock with a module that is half there (importlib, ``_DeadlockError``), and one of the two fails. A type that msgspec
is still building for one thread ends the process when another decodes it (docs/decisions/msgspec.md).
"""

from __future__ import annotations

import contextlib
import gc
import threading
from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

K = TypeVar("K")

IMPORTS = threading.RLock()
"""Held while a module is loaded that a thread asks for once the program runs."""
TYPES = threading.RLock()
"""Held while a type is built. Whoever holds it waits for no other lock, so modules may build types as they load."""
_readable: set[Any] = set()


@contextlib.contextmanager
def importing() -> Iterator[None]:
    """Within it modules are loaded, by one thread at a time; the garbage collector rests, for what is loaded stays."""
    with IMPORTS:
        collects = gc.isenabled()
        gc.disable()
        try:
            yield
        finally:
            if collects:
                gc.enable()


def readable(kind: K) -> K:
    """``kind`` itself, built with all types in it: what every call that decodes or converts to a type is given."""
    if kind not in _readable:
        with TYPES:
            if kind not in _readable:  # another thread built it meanwhile
                msgspec.json.Decoder(kind)
                _readable.add(kind)
    return kind
