"""Which module names which: by an import, by an import for type checkers alone, by an address. Nothing is run.

An address is any string of the form ``"device.x.y"`` or ``"device.x.y:name"``, whatever is done with it (`Address`,
``import_module``, ``pkgutil.resolve_name``). One that is put together, as ``f"device.games.{key}:SPEC"``, names
every module it can come to.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

CODE = ("rules", "device")
PACKAGES = (*CODE, "firmware")
KINDS = ("run", "type", "address")
"""How a module is named: imported when the program runs, imported for types alone, by an address."""
HOLE = "\0"
"""What is filled in when the program runs."""
ADDRESS = re.compile(rf"(?:{'|'.join(PACKAGES)})\.[\w.\0]*(?::[\w.\0]+)?")
FORMAT = re.compile(r"\{[^{}]*\}|%\(\w+\)s|%s")
FLOORS = "tools/floors.py"
"""Where a tree declares the order of its folders."""


@dataclass(frozen=True, order=True)
class Reference:
    """``source`` names ``target``, both modules. ``at_load``: as soon as it is loaded, not in a function."""

    source: str
    target: str
    kind: str
    relative: bool = False
    at_load: bool = True


class Tree:
    """The Python files of a checkout's `PACKAGES` and what they name."""

    def __init__(self, root: Path) -> None:
        self.root = root
        paths = [path for top in PACKAGES for path in sorted((root / top).rglob("*.py"))]
        self.paths = {_module(path.relative_to(root)): path for path in paths}
        """Each module's file."""
        self.references = sorted({reference for module in self.paths for reference in self._of(module)})

    def folder(self, module: str) -> str:
        """Where a module lies, as the order of folders has it: ``rules`` and ``firmware`` are a folder each, and so
        is a module that lies in ``device`` itself."""
        parts = module.split(".")
        if parts[0] != "device" or len(parts) < 3:
            return ".".join(parts[:2]) if parts[0] == "device" else parts[0]
        return module if self.paths[module].name == "__init__.py" else ".".join(parts[:-1])

    def package(self, module: str) -> str:
        """The folder of ``device`` that it is in, sub-folders included."""
        return ".".join(self.folder(module).split(".")[:2])

    def loaded(self) -> dict[str, set[str]]:
        """Which modules each loads with itself."""
        graph: dict[str, set[str]] = {module: set() for module in self.paths}
        for reference in self.references:
            if reference.kind == "run" and reference.at_load:
                graph[reference.source].add(reference.target)
        return graph

    def _of(self, module: str) -> Iterator[Reference]:
        path = self.paths[module]
        reader = _Reader(module if path.name == "__init__.py" else module.rpartition(".")[0])
        reader.visit(ast.parse(path.read_text(encoding="utf-8")))
        for name, kind, relative, at_load in reader.named:
            for target in self._modules(name):
                if target != module:
                    yield Reference(module, target, kind, relative, at_load)

    def _modules(self, name: str) -> Iterator[str]:
        if HOLE in name:
            pattern = re.compile(re.escape(name).replace(re.escape(HOLE), r"[\w.]+"))
            yield from (module for module in self.paths if pattern.fullmatch(module))
            return
        while name not in self.paths and "." in name:
            name = name.rpartition(".")[0]
        if name in self.paths:
            yield name


def _module(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


class _Reader(ast.NodeVisitor):
    """Collects what a module of ``package`` names: name, kind, whether relative, whether at load."""

    def __init__(self, package: str) -> None:
        self.package = package.split(".")
        self.named: list[tuple[str, str, bool, bool]] = []
        self._kind = "run"
        self._functions = 0

    def _add(self, name: str, relative: bool = False) -> None:
        self.named.append((name, self._kind, relative, self._functions == 0))

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self._add(alias.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        above = self.package[: len(self.package) - node.level + 1] if node.level else []
        origin = [*above, *([node.module] if node.module else [])]
        for alias in node.names:
            self._add(".".join([*origin, alias.name]), relative=node.level > 0)

    def visit_If(self, node: ast.If) -> None:
        test = ast.unparse(node.test)
        if "TYPE_CHECKING" not in test:
            self.generic_visit(node)
            return
        for_types, at_run = (node.orelse, node.body) if test.startswith("not ") else (node.body, node.orelse)
        before, self._kind = self._kind, "type"
        for child in for_types:
            self.visit(child)
        self._kind = before
        for child in at_run:
            self.visit(child)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self._functions += 1
        self.generic_visit(node)
        self._functions -= 1

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.visit_FunctionDef(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        self._address(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self._address(node)
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.visit(part)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if not self._address(node):
            self.generic_visit(node)

    def _address(self, node: ast.expr) -> bool:
        text = _text(node)
        text += HOLE if text.endswith(".") else ""
        if ADDRESS.fullmatch(text) is None:
            return False
        self.named.append((text.partition(":")[0], "address", False, False))
        return True


def _text(node: ast.expr) -> str:
    """What a string will be, with `HOLE` for what is not known yet."""
    match node:
        case ast.Constant(value=str(text)):
            return FORMAT.sub(HOLE, text)
        case ast.JoinedStr(values=values):
            return "".join(_text(value) for value in values)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _text(left) + _text(right)
    return HOLE


def knots(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Groups that need each other (Tarjan's strongly connected components)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    groups: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in graph.get(name, ()):
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            at = stack.index(name)
            group, stack[at:] = stack[at:], []
            if len(group) > 1:
                groups.append(sorted(group))

    sys.setrecursionlimit(10_000)
    for name in graph:
        if name not in index:
            visit(name)
    return sorted(groups)


def between(tree: Tree, kinds: tuple[str, ...], whole: bool = False) -> dict[str, set[str]]:
    """Which folder names which, by references of those ``kinds``; ``whole``: packages with their sub-folders."""
    place = tree.package if whole else tree.folder
    graph: dict[str, set[str]] = {place(module): set() for module in tree.paths}
    for reference in tree.references:
        source, target = place(reference.source), place(reference.target)
        if reference.kind in kinds and source != target:
            graph[source].add(target)
    return graph


Floors = tuple[Mapping[str, str | Mapping[str, str]], ...]
"""Floors from the lowest: each has folders with what they are; several that share a place are its rooms, in order."""


class Order:
    """The order of folders that a tree declares, lowest first."""

    def __init__(self, floors: Floors) -> None:
        self.places: dict[str, tuple[int, str, int]] = {}
        """Each folder's floor, what it shares a place with, and which of the rooms of that place it is."""
        for number, floor in enumerate(floors):
            for name, content in floor.items():
                rooms = [name] if isinstance(content, str) else content
                self.places |= {folder: (number, name, room) for room, folder in enumerate(rooms)}

    @classmethod
    def of(cls, root: Path) -> Order | None:
        """What ``root`` declares; None where it declares none, as before there was an order."""
        path = root / FLOORS
        if not path.exists():
            return None
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "FLOORS" and node.value is not None:
                return cls(ast.literal_eval(node.value))
        raise ValueError(f"{path} declares no FLOORS")

    def place(self, folder: str) -> tuple[int, str, int] | None:
        """Its place; None where nobody declared it."""
        return self.places.get(folder) or self.places.get(f"{folder.rpartition('.')[0]}.*")

    def allows(self, source: str, target: str) -> bool:
        """Whether one folder may name another: on a lower floor, or a room before it."""
        above, below = self.place(source), self.place(target)
        if above is None or below is None:
            return True  # `undeclared` says so
        return below[0] < above[0] or (below[:2] == above[:2] and below[2] < above[2])

    def undeclared(self, tree: Tree) -> list[str]:
        """Folders without a place, each with a sentence."""
        folders = sorted({tree.folder(module) for module in tree.paths})
        return [f"{folder} has no place in {FLOORS}" for folder in folders if self.place(folder) is None]

    def empty(self, tree: Tree) -> list[str]:
        """Places in which nothing lies, each with a sentence."""
        folders = {tree.folder(module) for module in tree.paths}
        folders |= {f"{folder.rpartition('.')[0]}.*" for folder in folders}
        return [f"{folder} has a place in {FLOORS}, and there is none" for folder in sorted({*self.places} - folders)]

    def upward(self, tree: Tree, *kinds: str) -> list[str]:
        """References to another folder that does not stand below, as ``module -> folder``."""
        lines = set()
        for reference in tree.references:
            source, target = tree.folder(reference.source), tree.folder(reference.target)
            if source != target and reference.kind in kinds and not self.allows(source, target):
                lines.add(f"{reference.source} -> {target}")
        return sorted(lines)
