"""Imports the product on the stand-ins of the simulation, and plants faults in it; no file is changed.

Modules of ``device`` and ``rules`` get builtins whose ``__import__`` answers with the stand-ins, so that default
arguments such as ``now=time.monotonic_ns`` bind to them too. It must be called before any module of the product is
imported: a process is either a simulation, or it is not.
"""

from __future__ import annotations

import builtins
import importlib.machinery
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple

from tools.world.scheduler import Scheduler
from tools.world.stand_ins import MODULES

PRODUCT = ("device", "rules")
_import = builtins.__import__


class Change(NamedTuple):
    """In the source of ``module``, what ``old`` says is replaced by ``new``; it must stand there exactly once."""

    module: str
    old: str
    new: str


class StaleChange(Exception):
    """The source that a planted fault would change has changed itself."""


def _import_stand_in(
    name: str,
    globals: Mapping[str, object] | None = None,
    locals: Mapping[str, object] | None = None,
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    if level == 0 and name in MODULES:
        return MODULES[name]
    return _import(name, globals, locals, fromlist or (), level)


_builtins: dict[str, Any] = {**builtins.__dict__, "__import__": _import_stand_in}


class _Loader(importlib.machinery.SourceFileLoader):
    changes: dict[str, list[Change]]

    def get_code(self, fullname: str) -> CodeType | None:
        changes = self.changes.get(fullname)
        if not changes:
            return super().get_code(fullname)
        return compile(changed(Path(self.path).read_text(encoding="utf-8"), changes), self.path, "exec")

    def exec_module(self, module: ModuleType) -> None:
        module.__dict__["__builtins__"] = _builtins
        super().exec_module(module)


def changed(source: str, changes: Iterable[Change]) -> str:
    """The source with these changes; raises `StaleChange` if one of them does not find its text exactly once."""
    for change in changes:
        if source.count(change.old) != 1:
            raise StaleChange(f"{change.module}: {change.old!r} is there {source.count(change.old)} times")
        source = source.replace(change.old, change.new)
    return source


class _Finder:
    def __init__(self, changes: dict[str, list[Change]]) -> None:
        self._changes = changes

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name.partition(".")[0] not in PRODUCT:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is not None and isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            loader = _Loader(spec.loader.name, spec.loader.path)
            loader.changes = self._changes
            spec.loader = loader
        return spec


def simulate(changes: Iterable[Change] = ()) -> None:
    """From here on the product is imported on the stand-ins, with ``changes`` of its source."""
    if loaded := [name for name in sys.modules if name.partition(".")[0] in PRODUCT]:
        raise RuntimeError(f"the product is imported already: {loaded[0]}")
    Scheduler(0, Path(os.devnull))  # modules take their locks already while they are imported
    by_module: dict[str, list[Change]] = {}
    for change in changes:
        by_module.setdefault(change.module, []).append(change)
    sys.meta_path.insert(0, _Finder(by_module))
