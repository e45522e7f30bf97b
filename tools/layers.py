"""The types of contract in pyproject.toml that import-linter holds the code to (``.venv/bin/lint-imports``).

They are its own contracts of layers and of protected modules, and read addresses, too. An address is any string of the
form ``"device.x.y"`` or ``"device.x.y:name"``, whatever is done with it (`Address`, ``import_module``); one with holes,
as ``f"device.games.{key}:SPEC"``, names every module that it can come to.
"""

from __future__ import annotations

import ast
import functools
import importlib.util
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import grimp
from importlinter import ContractCheck
from importlinter.contracts.layers import Layer, LayersContract, ModuleTail
from importlinter.contracts.protected import ProtectedContract

HOLE = "\0"
"""What is filled in when the program runs."""
FORMAT = re.compile(r"\{[^{}]*\}|%\(\w+\)s|%s")


class FloorsContract(LayersContract):
    """Layers, highest first; in a container ``.`` are its own modules, and ``*`` its packages that no layer names."""

    def check(self, graph: grimp.ImportGraph, verbose: bool) -> ContractCheck:
        """Check the imports and the addresses."""
        add_addresses(graph, self.session_options["root_packages"])
        declared = {tail.name for layer in self.layers for tail in layer.module_tails}  # type: ignore[attr-defined]
        self.layers = [self._fill(layer, graph, declared) for layer in self.layers]  # type: ignore[attr-defined]
        return super().check(graph, verbose)

    def _fill(self, layer: Layer, graph: grimp.ImportGraph, declared: set[str]) -> Layer:
        (name, *_) = (tail.name for tail in layer.module_tails)
        if name not in (".", "*"):
            return layer
        tails = {
            ModuleTail(tail)
            for container in self.containers  # type: ignore[attr-defined]
            for child in graph.find_children(container.expression)
            if bool(graph.find_children(child)) is (name == "*")
            if (tail := child.rpartition(".")[2]) not in declared
        }
        return Layer(tails, is_independent=name == "*")


class SealedContract(ProtectedContract):
    """Modules that nothing imports, or names by an address, but those that may."""

    def check(self, graph: grimp.ImportGraph, verbose: bool) -> ContractCheck:
        """Check the imports and the addresses."""
        add_addresses(graph, self.session_options["root_packages"])
        return super().check(graph, verbose)


def add_addresses(graph: grimp.ImportGraph, packages: Sequence[str]) -> None:
    """Add to the graph an import for every address in the code of those packages."""
    for module, line, address in written(tuple(packages)):
        for target in modules(address, graph.modules):
            if target != module:
                graph.add_import(
                    importer=module,
                    imported=target,
                    line_number=line,
                    line_contents=address.replace(HOLE, "{}"),
                    is_lazy=True,
                )


def modules(address: str, known: set[str]) -> list[str]:
    """The modules that an address names: all that it can come to, or else the longest part of it that is one."""
    name = address.partition(":")[0]
    if HOLE in name:
        pattern = re.compile(re.escape(name).replace(re.escape(HOLE), r"[\w.]+"))
        return [module for module in known if pattern.fullmatch(module)]
    while name not in known and "." in name:
        name = name.rpartition(".")[0]
    return [name] if name in known else []


@functools.cache
def written(packages: tuple[str, ...]) -> list[tuple[str, int, str]]:
    """Every address in the code of those packages: its module, its line, and itself."""
    addresses = []
    for package in packages:
        spec = importlib.util.find_spec(package)
        (folder,) = map(Path, spec.submodule_search_locations) if spec and spec.submodule_search_locations else ()
        for path in sorted(folder.rglob("*.py")):
            parts = (package, *path.relative_to(folder).with_suffix("").parts)
            module = ".".join(parts).removesuffix(".__init__")
            text = path.read_text(encoding="utf-8")
            addresses += [(module, *address) for address in addresses_in(text, packages)]
    return addresses


def addresses_in(text: str, packages: Sequence[str]) -> list[tuple[int, str]]:
    """The addresses in the text of a module, each after its line."""
    tops = "|".join(packages)
    if not re.search(rf"[\"'](?:{tops})\.", text):
        return []
    address = re.compile(rf"(?:{tops})\.[\w.{HOLE}]*(?::[\w.{HOLE}]+)?")
    return [(line, string) for line, string in strings(ast.parse(text)) if address.fullmatch(string)]


def strings(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Every string with its line, with `HOLE` for what is not known yet, also after a dot at its end."""
    match node:
        case ast.Constant(value=str(text)):
            yield node.lineno, FORMAT.sub(HOLE, text) + HOLE * text.endswith(".")
        case ast.JoinedStr(values=values):
            parts = [part.value if isinstance(part, ast.Constant) else HOLE for part in values]
            yield node.lineno, "".join(map(str, parts))
    for child in ast.iter_child_nodes(node):
        if not (isinstance(node, ast.JoinedStr) and isinstance(child, ast.Constant)):
            yield from strings(child)
