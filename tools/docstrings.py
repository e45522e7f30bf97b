"""Names in docstrings that nothing bears: ``python -m tools.docstrings`` lists them. Files are read as text.

What stands in backticks, single or double, and is one word or a dotted path, is taken for a name. It may be

- a name that occurs in the code which the docstring describes, or in the class round it: a parameter, a field;
- what its module defines or imports at its top, or writes as a word of a string: a key, a tag, a command;
- what any module writes as a whole string;
- a module or folder of this repository, what a module has at its top, or a class's member after the class and a dot;
- a member of a class from which the class round it derives, or a setting; after a name and a dot any field;
- a builtin, a module of the standard library, an installed package and what is in it, or one of `ELSEWHERE`.

What ends like a file, or has a "/" in it, names a file and is left alone.
"""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.metadata import packages_distributions
from pathlib import Path

from tools.names import modules

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("device", "rules", "firmware", "tools")
QUOTED = re.compile(r"(?<!`)(`{1,2})([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?:\(\))?\1(?!`)")
FILE = re.compile(r".*\.(?:html|json|md|py|scad|sh|toml)")
WORD = re.compile(r"[^\W\d]\w*")
ELSEWHERE = frozenset({"_DeadlockError", "_IOC", "ru_maxrss"})
"""Names of Python's own parts and of the kernel."""
SETTINGS = ("rules.options", "device.common.settings.settings")
"""Modules whose classes have the settings and the options of rules as fields."""
INSTALLED = frozenset({*dir(builtins), *sys.stdlib_module_names, *packages_distributions()} - {*FOLDERS})


@dataclass
class Scope:
    """A module, class or function: what occurs in it, what it binds, what its docstrings quote."""

    is_class: bool = False
    name: str = ""
    occurs: set[str] = field(default_factory=set)
    binds: set[str] = field(default_factory=set)
    """Of a class also what its methods give to an object."""
    bases: set[str] = field(default_factory=set)
    quoted: list[tuple[int, str]] = field(default_factory=list)
    """Line and name."""
    scopes: list[Scope] = field(default_factory=list)

    def within(self) -> Iterator[Scope]:
        """This one and every one in it."""
        yield self
        for scope in self.scopes:
            yield from scope.within()


class _Reader(ast.NodeVisitor):
    """Fills scopes; ``strings`` are those that are no docstrings."""

    def __init__(self) -> None:
        self.scope = Scope()
        self.strings: set[str] = set()

    def _visit_scope(self, node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        outer, self.scope = self.scope, Scope(isinstance(node, ast.ClassDef), node.name, {node.name})
        outer.binds.add(node.name)
        outer.scopes.append(self.scope)
        self.generic_visit(node)
        if isinstance(node, ast.ClassDef):
            self.scope.bases = {ast.unparse(base).split("[")[0].split(".")[-1] for base in node.bases}
        outer.occurs |= self.scope.occurs
        self.scope = outer

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._visit_scope(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._visit_scope(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._visit_scope(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            self.scope.quoted += [(node.lineno, match[2]) for match in QUOTED.finditer(node.value.value)]
        else:
            self.visit(node.value)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self.strings.add(node.value)

    def visit_Name(self, node: ast.Name) -> None:
        self.scope.occurs.add(node.id)
        if isinstance(node.ctx, ast.Store):
            self.scope.binds.add(node.id)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.scope.occurs.add(node.attr)
        if isinstance(node.ctx, ast.Store):
            self.scope.binds.add(node.attr)
        self.visit(node.value)

    def visit_arg(self, node: ast.arg) -> None:
        self.scope.occurs.add(node.arg)
        self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:
        self.scope.occurs.add(node.arg or "")
        self.visit(node.value)

    def visit_alias(self, node: ast.alias) -> None:
        self.scope.occurs.update((*node.name.split("."), node.asname or ""))
        self.scope.binds.add(node.asname or node.name.split(".")[0])


class Code:
    """The modules of a checkout, and what they define."""

    def __init__(self, root: Path) -> None:
        self.modules: dict[str, Scope] = {}
        self._strings: dict[str, set[str]] = {}
        whole = set[str]()
        self._classes: dict[str, list[Scope]] = defaultdict(list)
        self._ends: dict[str, list[str]] = defaultdict(list)
        for name, path in modules(root, *FOLDERS, "systemd"):
            reader = _Reader()
            reader.visit(ast.parse(path.read_text(encoding="utf-8")))
            self.modules[name] = reader.scope
            self._strings[name] = reader.strings | {word for text in reader.strings for word in WORD.findall(text)}
            whole |= reader.strings
            parts = name.split(".")
            for at in range(len(parts)):
                self._ends[".".join(parts[at:])].append(name)
            for scope in reader.scope.within():
                if scope.is_class:
                    self._classes[scope.name].append(scope)
        self._known = {name for scope in self.modules.values() for name in scope.binds}
        self._known |= {part for name in self.modules for part in name.split(".")}
        declared = (scope for name, scope in self.modules.items() if name.startswith(SETTINGS))
        self._known |= {name for scope in declared for inner in scope.within() for name in inner.binds}
        self._fields = {name for scopes in self._classes.values() for scope in scopes for name in scope.binds}
        self._known |= whole | INSTALLED | ELSEWHERE

    def members(self, name: str) -> set[str]:
        """What classes of that name have, what they derive from included."""
        members, left, seen = set[str](), {name}, set[str]()
        while left:
            seen.add(class_name := left.pop())
            for scope in self._classes.get(class_name, ()):
                members |= {bound for inner in scope.within() for bound in inner.binds}
                left |= scope.bases - seen
        return members

    def unresolved(self, *folders: str) -> list[str]:
        """Names in docstrings of those folders that nothing bears, each as ``module:line name``."""
        return [
            f"{module}:{line} {name}"
            for module, scope in self.modules.items()
            if module.split(".")[0] in folders
            for line, name in self._of(scope, scope.binds | self._strings[module])
        ]

    def _of(self, scope: Scope, outer: set[str]) -> Iterator[tuple[int, str]]:
        known = outer | scope.occurs | (self.members(scope.name) if scope.is_class else set())
        for line, name in scope.quoted:
            if not self._resolves(name, known):
                yield line, name
        for inner in scope.scopes:
            yield from self._of(inner, known if scope.is_class else outer)

    def _resolves(self, name: str, known: set[str]) -> bool:
        if name in known or name in self._known or name in self._ends or FILE.fullmatch(name):
            return True
        owner, _, last = name.rpartition(".")
        if not owner:
            return False
        if owner in known and last in self._fields:
            return True
        if owner in self._ends:
            return any(last in self.modules[module].binds for module in self._ends[owner])
        if owner.split(".")[-1] in self._classes:
            return last in self.members(owner.split(".")[-1])
        return owner.split(".")[0] in INSTALLED


if __name__ == "__main__":
    print(*Code(ROOT).unresolved(*FOLDERS), sep="\n")
