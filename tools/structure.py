"""Counts what the structure of the code costs, here or as it was: ``python tools/structure.py [FOLDER | --at REV]``.

Lines per game, files that name a game outside its own packages, screens that are named by strings, knots of modules,
packages and folders, what goes upward against the order in `tools/floors.py`, imports inside functions, exceptions from
the checks, long files, what is approved; what a sixth game takes, functions that are bare participles, classes of one
name (`tools/names.py`). Nothing of that is imported or run; files are read as text. ``--walk`` says
instead how many files four things enter on their way through the program (`tools/walk.py`). ``--time`` also runs the
tests, a folder after the other, and says how much processor time each takes. With ``--at`` a revision is laid out in a
temporary folder and counted there; what is run there has the libraries that are installed here.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import mean, median

from babel.messages import mofile, pofile

ROOT = Path(__file__).resolve().parents[1]
if not __package__:  # run as a file
    sys.path.insert(0, str(ROOT))

from tools.import_graph import CODE, KINDS, Order, Tree, between, knots
from tools.names import homonyms, participles

GAMES = tuple(sorted(path.parent.name for path in (ROOT / "rules").glob("*/game.py")))
SKIP = re.compile(r"# fmt: ?(?:skip|off)")
NOQA = re.compile(r"# noqa: ?([A-Z]+\d+(?:, ?[A-Z]+\d+)*)")
IGNORED = re.compile(r"#\s*type: ignore\b")
ORDINARY = {"rounds"}
"""Games whose word also says other things in code."""
LONGEST = 400
"""Lines of a file beyond which it is long."""
STRING_SCREENS = re.compile(r"\b(?:Go|Put|Simple|Step)\(\s*\"(\w+)\"")


def sources(root: Path, *folders: str) -> Iterator[Path]:
    """Every Python file of those folders."""
    for folder in folders:
        yield from sorted((root / folder).rglob("*.py"))


def of_game(path: Path, game: str) -> bool:
    """Whether a file belongs to the game: to a package of its own, or is called after it outside those of others."""
    return game in path.parts or (path.stem == game and not {*path.parts} & {*GAMES})


def lines(paths: list[Path]) -> int:
    """How many lines they have in all."""
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)


def named_as(game: str) -> str:
    """How a game is named in code: by its word, or one of its classes.

    Where the word is an ordinary one, only its packages, the list of games, and what holds a game's key say it.
    """
    classes = rf"\b{''.join(part.capitalize() for part in game.split('_'))}[A-Z]"
    if game not in ORDINARY:
        return rf"\b{game}\b|{classes}"
    packages = rf"\b(?:from rules[.]|rules/|device[./]games[./]|walks[.]|players[.]){game}\b"
    return (
        rf"{packages}|\bKEYS = .*\"{game}\"|(?:game|key|kind)\W* == \"{game}\"|\b(?:NewGame\(|tag=)\"{game}\"|{classes}"
    )


def naming_games(root: Path, *folders: str) -> dict[str, list[str]]:
    """Files of those folders that name a game by its word and are not its own, with the games that they name."""
    named: dict[str, list[str]] = {}
    for path in sources(root, *folders):
        inside, text = path.relative_to(root), path.read_text(encoding="utf-8")
        games = [game for game in GAMES if not of_game(inside, game) and re.search(named_as(game), text)]
        if games:
            named[inside.as_posix()] = games
    return named


def report(root: Path) -> Iterator[str]:
    """The figures, a line each."""
    code = list(sources(root, *CODE))
    text = {path: path.read_text(encoding="utf-8") for path in code}
    everything = [*code, *sources(root, "firmware", "systemd", "tests", "tools")]
    named = naming_games(root, *CODE)
    for game in GAMES:
        own = {side: [p for p in sources(root, side) if of_game(p.relative_to(root), game)] for side in CODE}
        if any(own.values()):
            parts = ", ".join(f"{side} {len(paths)} files {lines(paths)} lines" for side, paths in own.items())
            places = [path for path, games in named.items() if game in games]
            yield f"{game}: {parts}; named in {len(places)} other files: {', '.join(places)}"
    yield from of_a_sixth_game(root)
    yield from of_names(root)
    places = [f"{path}: {', '.join(games)}" for path, games in naming_games(root, *CODE, "tools").items()]
    yield listed("files that name games outside their own", places)
    words = [word for source in text.values() for word in STRING_SCREENS.findall(source)]
    yield f"screens and fields named by strings: {len(words)}, {len(set(words))} different"
    yield from of_imports(Tree(root), Order.of(root))
    late = {side: sum(map(imports_inside, sources(root, side))) for side in (*CODE, "tests", "tools")}
    yield f"imports inside functions: {', '.join(f'{side} {count}' for side, count in late.items())}"
    whole = [path.read_text(encoding="utf-8") for path in everything]
    yield f"skips of the formatter: {sum(len(SKIP.findall(source)) for source in whole)}"
    rules = [rule for source in whole for codes in NOQA.findall(source) for rule in codes.split(",")]
    yield f"exceptions from ruff: {len(rules)}, of them PLC0415: {rules.count('PLC0415')}"
    yield f"exceptions from mypy: {sum(len(IGNORED.findall(source)) for source in whole)}"
    long = [f"{path.relative_to(root)} {count}" for path in everything if (count := lines([path])) > LONGEST]
    yield f"files of more than {LONGEST} lines: {len(long)}: {', '.join(long)}"
    for label, ending in (("pictures", "png"), ("texts", "txt")):
        paths = list((root / "tests" / "golden").rglob(f"*.{ending}"))
        yield f"approved {label}: {len(paths)}, {sum(path.stat().st_size for path in paths) / 1e6:.1f} MB"
    texts = list((root / "device" / "locales").rglob("*.po"))
    yield f"catalogues: {', '.join(f'{path.parts[-3]} {lines([path])} lines' for path in sorted(texts))}"


def of_a_sixth_game(root: Path) -> Iterator[str]:
    """What a game of its own takes, by those that there are: rules, screens, who plays its records."""
    own = [[path for path in sources(root, *CODE) if of_game(path.relative_to(root), game)] for game in GAMES]
    for label, counts in (("files", [len(paths) for paths in own]), ("lines", [lines(paths) for paths in own])):
        yield f"{label} of a sixth game: median {median(counts):.0f}, mean {mean(counts):.0f}"


def of_names(root: Path) -> Iterator[str]:
    """Functions that are bare participles, by package, and classes of one name in several packages."""
    bare = participles(root)
    packages = Counter(package(name.partition(":")[0]) for name in bare)
    where = ", ".join(f"{name} {count}" for name, count in packages.most_common())
    yield f"public functions that are bare participles: {len(bare)}: {where}"
    same = homonyms(root, GAMES)
    yield listed("classes of one name", [f"{name}: {', '.join(where)}" for name, where in same.items()])


def package(module: str) -> str:
    """The first two parts of a module's name, a game's own as one."""
    return ".".join(module.split(".")[:2])


def of_imports(tree: Tree, order: Order | None) -> Iterator[str]:
    """Knots by kind, what goes upward, and how much lies where."""
    yield knotted("modules at load", tree.loaded())
    for whole, label in ((True, "packages"), (False, "folders")):
        for count, name in enumerate(("run time", "with types", "with addresses"), 1):
            yield knotted(f"{label}, {name}", between(tree, KINDS[:count], whole))
    if order is not None:
        for kind in KINDS:
            yield listed(f"upward, {kind}", order.upward(tree, kind))
        yield listed("folders without a place, places without a folder", [*order.undeclared(tree), *order.empty(tree)])
    yield f"relative imports: {sum(reference.relative for reference in tree.references)}"
    folders = Counter(str(path.parent.relative_to(tree.root)) for path in tree.paths.values())
    yield f"modules a folder: {', '.join(f'{folder} {count}' for folder, count in folders.most_common())}"
    packages = Counter[str]()
    for module, path in tree.paths.items():
        packages[tree.package(module)] += lines([path])
    yield f"lines a package: {', '.join(f'{name} {count}' for name, count in packages.most_common())}"
    yield f"lines of device and tools/bench: {lines([*sources(tree.root, 'device', 'tools/bench')])}"


def knotted(label: str, graph: dict[str, set[str]]) -> str:
    """How many of the graph reach each other, and which."""
    groups = knots(graph)
    tied = f"knots of {label}: {len(groups)}, {sum(map(len, groups))} of {len(graph)} in them"
    return "\n  ".join([tied, *(" <-> ".join(group) for group in groups)])


def listed(label: str, items: list[str]) -> str:
    """How many there are, and a line each."""
    return "\n  ".join([f"{label}: {len(items)}", *items])


def imports_inside(path: Path) -> int:
    """How many imports of a file run only when a function does."""
    functions = [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    imports = {
        node for function in functions for node in ast.walk(function) if isinstance(node, ast.Import | ast.ImportFrom)
    }
    return len(imports)


def timed(root: Path) -> Iterator[str]:
    """Processor time of the tests, folder by folder, and of all of them."""
    catalogues(root)
    whole = 0.0
    folders = sorted({path.parent for path in (root / "tests").rglob("test_*.py")})
    for folder in folders:
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "loadgroup", "-p", "no:cacheprovider"]
        own = [f"--ignore={other}" for other in folders if folder in other.parents]
        done = subprocess.run(
            [*command, *own, str(folder)],
            cwd=root,
            env=os.environ | {"PYTHONPATH": str(root)},
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        whole += spent
        last = done.stdout.strip().rpartition("\n")[2]
        yield f"{folder.relative_to(root)}: {spent:.0f} s of processor time; {last}"
    yield f"tests: {whole:.0f} s of processor time"


def catalogues(root: Path) -> None:
    """Compile the catalogues, as an installation does."""
    for source in (root / "device" / "locales").rglob("*.po"):
        with source.open("rb") as po, source.with_suffix(".mo").open("wb") as mo:
            mofile.write_mo(mo, pofile.read_po(po))


@contextmanager
def laid_out(revision: str) -> Iterator[Path]:
    """A folder with that revision, for as long as it is looked at."""
    with tempfile.TemporaryDirectory(prefix="dvojtah-at-") as folder:
        place = Path(folder) / "tree"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(place), revision], check=True)
        try:
            yield place
        finally:
            subprocess.run([*git, "remove", "--force", str(place)], check=True)


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT, help="another checkout")
    parser.add_argument("--at", metavar="REV", help="a revision of this repository")
    parser.add_argument(
        "--time", action="store_true", help="run the tests, too, and say what each folder of them takes"
    )
    parser.add_argument("--walk", action="store_true", help="say how many files four things enter on their way")
    args = parser.parse_args()
    parts = [walked] if args.walk else [report, timed] if args.time else [report]
    if args.at is None:
        say(args.folder.resolve(), parts)
    else:
        with laid_out(args.at) as root:
            say(root, parts)
    return 0


def walked(root: Path) -> Iterator[str]:
    """How many files are entered on the ways of `tools.walk`."""
    catalogues(root)
    command = [sys.executable, str(ROOT / "tools" / "walk.py")]
    quiet = os.environ | {"PYGAME_HIDE_SUPPORT_PROMPT": "1", "PYTHONPATH": str(root)}
    done = subprocess.run(command, cwd=root, env=quiet, stdout=subprocess.PIPE, text=True, check=True)
    yield from done.stdout.splitlines()


def say(root: Path, parts: Sequence[Callable[[Path], Iterator[str]]]) -> None:
    """Print the figures of ``root``."""
    for part in parts:
        for line in part(root):
            sys.stdout.write(line + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
