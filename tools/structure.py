"""The games, and which files name them: ``python -m tools.structure`` counts what each game takes.

Files are read as text; nothing is imported or run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages import mofile, pofile

ROOT = Path(__file__).resolve().parents[1]
GAMES = tuple(sorted(path.parent.name for path in (ROOT / "rules").glob("*/game.py")))
CODE = ("rules", "device")
ORDINARY = {"rounds"}
"""Games whose word also says other things in code."""


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
    """What each game takes of rules and device, and which other files of theirs name it, a line each."""
    named = naming_games(root, *CODE)
    for game in GAMES:
        own = {side: [p for p in sources(root, side) if of_game(p.relative_to(root), game)] for side in CODE}
        parts = ", ".join(f"{side} {len(paths)} files {lines(paths)} lines" for side, paths in own.items())
        places = [path for path, games in named.items() if game in games]
        yield f"{game}: {parts}; named in {len(places)} other files: {', '.join(places)}"


def catalogues(root: Path) -> None:
    """Compile the catalogues, as an installation does."""
    for source in (root / "device" / "locales").rglob("*.po"):
        with source.open("rb") as po, source.with_suffix(".mo").open("wb") as mo:
            mofile.write_mo(mo, pofile.read_po(po))


if __name__ == "__main__":
    print(*report(ROOT), sep="\n")
