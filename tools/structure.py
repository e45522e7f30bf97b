"""Counts what the structure of the code costs: ``python tools/structure.py [FOLDER]`` for this checkout or another one.

Lines per game, files that name a game outside its own packages, screens that are named by strings, import cycles,
imports inside functions, pictures, exceptions from the formatter. Nothing is imported or run; files are read as text.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

GAMES = ("polish_doubles", "marias", "polyssimo", "kourici_kocka", "chess_clock")
CODE = ("rules", "device")
STRING_SCREENS = re.compile(r"\b(?:Go|Put|Simple|Step)\(\s*\"(\w+)\"")


def sources(root: Path, *folders: str) -> Iterator[Path]:
    """Every Python file of those folders."""
    for folder in folders:
        yield from sorted((root / folder).rglob("*.py"))


def of_game(path: Path, game: str) -> bool:
    """Whether a file belongs to the game: to a package of its own, or is called after it."""
    return game in path.parts or path.stem == game


def lines(paths: list[Path]) -> int:
    """How many lines they have in all."""
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)


def naming(root: Path, game: str) -> list[str]:
    """Code files outside the game's own that name it."""
    word = re.compile(rf"\b{game}\b|\b{''.join(part.capitalize() for part in game.split('_'))}")
    return [
        str(path.relative_to(root))
        for path in sources(root, *CODE)
        if not of_game(path.relative_to(root), game) and word.search(path.read_text(encoding="utf-8"))
    ]


def imports(root: Path) -> dict[str, set[str]]:
    """Which module imports which when it is loaded; what only type checkers read does not count."""
    files = {".".join(path.relative_to(root).with_suffix("").parts): path for path in sources(root, *CODE)}
    modules = {name.removesuffix(".__init__"): path for name, path in files.items()}
    return {
        name: set(_imported(ast.parse(path.read_text(encoding="utf-8")), modules)) for name, path in modules.items()
    }


def _imported(tree: ast.Module, modules: dict[str, Path]) -> Iterator[str]:
    for node in _run_at_import(tree.body):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            for found in (name, name.rpartition(".")[0]):
                if found in modules:
                    yield found
                    break


def _run_at_import(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        if isinstance(node, ast.If):
            if "TYPE_CHECKING" not in ast.unparse(node.test):
                yield from _run_at_import(node.body)
            yield from _run_at_import(node.orelse)
        else:
            yield node


def cycles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Groups of modules that need each other (Tarjan's strongly connected components)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in graph[name]:
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            at = stack.index(name)
            group, stack[at:] = stack[at:], []
            if len(group) > 1:
                found.append(sorted(group))

    sys.setrecursionlimit(10_000)
    for name in graph:
        if name not in index:
            visit(name)
    return sorted(found)


def report(root: Path) -> Iterator[str]:
    """The figures, a line each."""
    code = list(sources(root, *CODE))
    text = {path: path.read_text(encoding="utf-8") for path in code}
    everything = [*code, *sources(root, "tests", "tools")]
    for game in GAMES:
        own = {side: [p for p in sources(root, side) if of_game(p.relative_to(root), game)] for side in CODE}
        if any(own.values()):
            parts = ", ".join(f"{side} {len(paths)} files {lines(paths)} lines" for side, paths in own.items())
            named = naming(root, game)
            yield f"{game}: {parts}; named in {len(named)} other files: {', '.join(named)}"
    words = [word for one in text.values() for word in STRING_SCREENS.findall(one)]
    yield f"screens and fields named by strings: {len(words)}, {len(set(words))} different"
    groups = cycles(imports(root))
    yield f"import cycles: {len(groups)}" + "".join(f"\n  {' <-> '.join(group)}" for group in groups)
    inner = sum(one.count("PLC0415") for one in text.values())
    yield f"imports inside functions: {inner}"
    whole = [path.read_text(encoding="utf-8") for path in everything]
    yield f"skips of the formatter: {sum(len(re.findall(r'# fmt: ?(?:skip|off)', one)) for one in whole)}"
    pictures = list((root / "tests" / "golden").rglob("*.png"))
    yield f"approved pictures: {len(pictures)}, {sum(path.stat().st_size for path in pictures) / 1e6:.1f} MB"


def main() -> int:
    """Print the figures."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[1]
    for line in report(root):
        sys.stdout.write(line + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
