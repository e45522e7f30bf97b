"""Imports the packages of an earlier version beside the present ones, on the stand-ins of the simulation.

Its modules have names of their own such as *earlier_3d5df2c6.device.journal*; whatever they import of the product, by
statement or by address, is their own version's.
"""

from __future__ import annotations

import builtins
import importlib
import importlib.machinery
import pkgutil
import sys
import types
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tools.world.stand_ins import MODULES

PACKAGES = ("device", "rules", "firmware")
_import = builtins.__import__


class Copy:
    """The packages in ``source``, as modules below ``name``."""

    def __init__(self, source: Path, name: str) -> None:
        self.source, self.name = source, name
        self._builtins: dict[str, Any] = {**builtins.__dict__, "__import__": self._import}
        self._stand_ins = MODULES | {
            "importlib": _copy(importlib, import_module=lambda name: importlib.import_module(self._own(name))),
            "pkgutil": _copy(pkgutil, resolve_name=lambda name: pkgutil.resolve_name(self._own(name))),
        }
        root = types.ModuleType(name)
        root.__path__ = [str(source)]
        sys.modules[name] = root
        sys.meta_path.insert(0, _Finder(self))

    def module(self, name: str) -> Any:
        """The module that its own code calls ``name``."""
        return importlib.import_module(self._own(name))

    def has(self, name: str) -> bool:
        """Whether there is such a module."""
        path = self.source.joinpath(*name.split("."))
        return path.is_dir() or path.with_suffix(".py").is_file()

    def _own(self, name: str) -> str:
        return f"{self.name}.{name}" if name.partition(":")[0].partition(".")[0] in PACKAGES else name

    def _import(
        self,
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> types.ModuleType:
        if level:
            return _import(name, globals, locals, fromlist or (), level)
        if name in self._stand_ins:
            return self._stand_ins[name]
        if (own := self._own(name)) == name:
            return _import(name, globals, locals, fromlist or (), 0)
        module = _import(own, globals, locals, fromlist or (), 0)
        return module if fromlist else sys.modules[self._own(name.partition(".")[0])]

    def run(self, module: types.ModuleType) -> None:
        """Give a module that is about to run the copy's own way to import."""
        module.__dict__["__builtins__"] = self._builtins


class _Finder:
    def __init__(self, copy: Copy) -> None:
        self._copy = copy

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name.partition(".")[0] != self._copy.name:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is not None and isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            loader = _Loader(spec.loader.name, spec.loader.path)
            loader.copy = self._copy
            spec.loader = loader
        return spec


class _Loader(importlib.machinery.SourceFileLoader):
    copy: Copy

    def exec_module(self, module: types.ModuleType) -> None:
        self.copy.run(module)
        super().exec_module(module)


def _copy(real: types.ModuleType, **other: object) -> types.ModuleType:
    module = types.ModuleType(real.__name__, real.__doc__)
    module.__dict__.update({name: value for name, value in real.__dict__.items() if not name.startswith("__")})
    module.__dict__.update(other)
    return module
