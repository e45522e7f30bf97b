"""What things are called: functions named by a bare participle, classes of one name, variables that say nothing.

Files are read as text; nothing is imported or run. `tests/device/test_names.py` holds the code to it.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

PARTICIPLE = re.compile(
    r"\w+ed|begun|born|bought|broken|brought|built|caught|chosen|dealt|done|drawn|driven|fallen|felt|fought|found|given"
    "|gone|gotten|grown|heard|held|hidden|kept|known|laid|led|lent|lost|made|meant|met|paid|ridden|risen|said|seen|sent"
    "|shown|slept|sold|sought|spent|spoken|stood|struck|stuck|sunk|sworn|taken|taught|thought|thrown|told|torn"
    "|understood|won|woken|worn|written"
)
"""Of the irregular ones those that are no verb in the present."""
OTHERS = re.compile("embed|exceed|feed|need|oled|proceed|seed|shed|speed")
"""Verbs and nouns that end like a participle."""
BANNED = re.compile("beside|came|happened|hush|one|stands|stranger|told|twin")
"""Words that say nothing of what a function does."""
FUNCTION = re.compile(r"^ *(?:async )?def ([a-z]\w*)", re.MULTILINE)
CLASS = re.compile(r"^ *class ([A-Z]\w*)", re.MULTILINE)


def is_bare_participle(name: str) -> bool:
    """Whether a function's name is one word, and that a participle or one of `BANNED`."""
    if "_" in name or OTHERS.fullmatch(name):
        return False
    return bool(PARTICIPLE.fullmatch(name) or BANNED.fullmatch(name))


def modules(root: Path, *folders: str) -> Iterator[tuple[str, Path]]:
    """Every module of those folders by its dotted name."""
    for folder in folders:
        for path in sorted((root / folder).rglob("*.py")):
            yield ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"), path


def participles(root: Path) -> list[str]:
    """Public functions, methods and properties that are bare participles, as ``module:name``."""
    return [
        f"{module}:{name}"
        for module, path in modules(root, "device", "rules", "firmware")
        for name in FUNCTION.findall(path.read_text(encoding="utf-8"))
        if is_bare_participle(name)
    ]


ON_RECORD = ("acts", "deal")
"""Modules of a game's rules with what stands on record: acts, and what they are made of."""


def role(module: str, games: tuple[str, ...]) -> str:
    """Where a class stands: its package, or for a game's own the same module of every game; its acts are one place.

    What acts on the clocks of several games is among the acts of each.
    """
    if module == "rules.clock.acts":
        return "rules.<game>.acts"
    parts = module.split(".")
    if set(parts) & set(games):
        if parts[0] == "rules" and parts[2] in ON_RECORD:
            return "rules.<game>.acts"
        return ".".join("<game>" if part in games else part for part in parts)
    return ".".join(parts[:-1]) or module


def homonyms(root: Path, games: tuple[str, ...]) -> dict[str, list[str]]:
    """Public classes of one name that stand in more than one place (`role`), with their modules.

    A pod's firmware runs by itself and is left out.
    """
    places: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for module, path in modules(root, "device", "rules"):
        for name in CLASS.findall(path.read_text(encoding="utf-8")):
            places[name][role(module, games)].append(module)
    return {
        name: sorted(module for equal in where.values() for module in equal)
        for name, where in sorted(places.items())
        if len(where) > 1
    }


FILLERS = frozenset({"found", "kept", "made", "one", "said", "some", "told", "what", "whose"})
"""Names that do not say what a variable holds."""


def variables(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The lines and names of variables: what is assigned, looped over, taken as a parameter, caught or matched.

    Fields of classes are none: those of what is on record keep the names that they have there.
    """
    fields = {
        id(node)
        for body in (defined.body for defined in ast.walk(tree) if isinstance(defined, ast.ClassDef))
        for statement in body
        if isinstance(statement, ast.Assign | ast.AnnAssign)
        for node in ast.walk(statement)
        if isinstance(node, ast.Name)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) if id(node) not in fields:
                yield node.lineno, name
            case ast.arg(arg=name):
                yield node.lineno, name
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield node.lineno, name


def fillers(root: Path, *folders: str) -> list[str]:
    """Variables of that code that are called by one of `FILLERS`, as ``path:line name``."""
    return [
        f"{path.relative_to(root)}:{line} {name}"
        for folder in folders
        for path in sorted((root / folder).rglob("*.py"))
        for line, name in variables(ast.parse(path.read_text(encoding="utf-8")))
        if name in FILLERS
    ]
