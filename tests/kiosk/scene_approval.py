"""Scenes as they are approved: one in full for people to read, the others by their words and by digests.

Of each scene the approved text has

- a line for each language and size with digests of its words, of its places (what lies where, in which role, size and
  shape) and of its touches (where, and what they mean), each in painting order: whatever changes changes one of them;
- every widget in Czech at 800 x 480, a line each; a touch stands with the panel on which it lies, and what an earlier
  scene has in the same order is only counted;
- what it says in English, and what other sizes say otherwise, where no earlier scene says that already.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence

from tests.kiosk.evening import CZECH, SIZES, View, name_of

REPEATED = 4
"""So many lines have to be those of an earlier scene before they are only counted."""
QUOTE = re.compile(r"['\"].*")

Views = Mapping[View, Sequence[str]]
"""A scene as text (`tests.kiosk.scene_text.lines`) in every language and size."""


def approval(scenes: Mapping[str, Views]) -> dict[str, list[str]]:
    """What is approved of each scene, by its name."""
    known_words: set[str] = set()
    shown: dict[tuple[str, ...], str] = {}
    return {
        name: [
            *(digests(view, lines) for view, lines in scenes[name].items()),
            *_without_repeated(name, _joined(scenes[name][CZECH]), shown),
            *_words_elsewhere(scenes[name], known_words),
        ]
        for name in sorted(scenes)
    }


def digests(view: View, lines: Sequence[str]) -> str:
    """The line of a scene in one language and size."""
    touches = [line for line in lines if line.startswith("touch")]
    painted = [line for line in lines if not line.startswith("touch")]
    parts = {"words": _words(lines), "places": [QUOTE.sub("", line) for line in painted], "touches": touches}
    return " ".join([name_of(view), *(f"{part} {_digest(content)}" for part, content in parts.items())])


def _digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:8]


def _words(lines: Sequence[str]) -> list[str]:
    """The texts and figures of a scene."""
    return [quoted[0] for line in lines if not line.startswith("touch") and (quoted := QUOTE.search(line))]


def _joined(lines: Sequence[str]) -> list[str]:
    """The widgets, each touch with the nearest panel above it that lies where it does."""
    joined: list[str] = []
    for line in lines:
        kind, place, size, meaning = line.split(maxsplit=3)
        under = f"panel  {place:8} {size:8} "
        at = next((at for at in range(len(joined) - 1, -1, -1) if joined[at].startswith(under)), None)
        if kind == "touch" and at is not None and " -> " not in joined[at]:
            joined[at] += f" -> {meaning}"
        else:
            joined.append(line)
    return joined


def _without_repeated(name: str, lines: Sequence[str], shown: dict[tuple[str, ...], str]) -> list[str]:
    """The lines, runs that an earlier scene has as well as one; ``shown``: runs of `REPEATED` lines by their scene."""
    runs = [tuple(lines[at : at + REPEATED]) for at in range(len(lines) - REPEATED + 1)]
    left: list[str] = []
    at = 0
    while at < len(lines):
        origin = shown.get(runs[at]) if at < len(runs) else None
        if origin is None:
            left.append(lines[at])
            at += 1
            continue
        end = at
        while end < len(runs) and shown.get(runs[end]) == origin:
            end += 1
        left.append(f"({end - at + REPEATED - 1} lines as in {origin})")
        at = end + REPEATED - 1
    for run in runs:
        shown.setdefault(run, name)
    return left


def _words_elsewhere(scene: Views, known_words: set[str]) -> list[str]:
    """What it says in other languages, and in other sizes alone, where that is not among the ``known_words``."""
    new = []
    known_words.update(_words(scene[CZECH]))
    for view, lines in scene.items():
        language, size = view
        words = [word for word in dict.fromkeys(_words(lines)) if word not in known_words]
        new += [f"{language if size == SIZES[0] else name_of(view)} {word}" for word in words]
        known_words.update(words)
    return new
