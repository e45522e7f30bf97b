"""Scenes as they are approved: one in full for people to read, the others by their words and by digests.

Of each scene the approved text has

- a line of digests: of its words in each language, of its places in each size (what lies where, in which role, size and
  shape) and of its touches in each size (where, and what they mean), in painting order: whatever changes in any
  language and size changes one of them;
- every widget in Czech at 800 x 480, a line each; a touch stands with the panel on which it lies, and what an earlier
  scene has in the same order is only counted;
- what it says in English, and what other sizes say otherwise, where no earlier scene says that already.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, zip_longest

from tests.kiosk.evening import CZECH, SIZES, View, name_of
from tests.longest import APPROVED

REPEATED = 4
"""So many lines have to be those of an earlier scene before they are only counted."""
NAMED = 3
"""So many of the screens with the same difference are named."""
QUOTE = re.compile(r"['\"].*")
SIZE_NAMES = tuple(f"{wide}x{high}" for wide, high in SIZES)
ASPECTS = {"words": APPROVED, "places": SIZE_NAMES, "touches": SIZE_NAMES}
"""What has digests, in the order of their line, and the languages or sizes of which each has one."""

Views = Mapping[View, Sequence[str]]
"""A scene as text (`tests.kiosk.scene_text.lines`) in every language and size."""


def approval(scenes: Mapping[str, Views]) -> dict[str, list[str]]:
    """What is approved of each scene, by its name."""
    known_words: set[str] = set()
    shown: dict[tuple[str, ...], str] = {}
    return {
        name: [
            digests(scenes[name]),
            *_without_repeated(name, _joined(scenes[name][CZECH]), shown),
            *_words_elsewhere(scenes[name], known_words),
        ]
        for name in sorted(scenes)
    }


def digests(scene: Views) -> str:
    """The line of digests of a scene, in the order of `ASPECTS`."""
    contents: dict[tuple[str, str], list[str]] = defaultdict(list)
    for view, lines in scene.items():
        language, size = name_of(view).split("-")
        painted = [line for line in lines if not line.startswith("touch")]
        contents["words", language] += (size, *_words(lines))
        contents["places", size] += (language, *(QUOTE.sub("", line) for line in painted))
        contents["touches", size] += (language, *(line for line in lines if line.startswith("touch")))
    parts = {aspect: [_digest(contents[aspect, where]) for where in ASPECTS[aspect]] for aspect in ASPECTS}
    return " ".join(" ".join((aspect, *values)) for aspect, values in parts.items())


def changed_aspects(difference: Iterable[str]) -> dict[str, list[str]]:
    """The languages or sizes in which words, places and touches of a scene changed, by its lines that differ."""
    values = {line[0]: line[1:].split() for line in difference if _is_digests(line[1:])}
    places = [(aspect, where) for aspect, wheres in ASPECTS.items() for where in ("", *wheres)]
    changed: dict[str, list[str]] = {aspect: [] for aspect in ASPECTS}
    for (aspect, where), old, new in zip_longest(places, values.get("-", []), values.get("+", [])):
        if where and old != new:
            changed[aspect].append(where)
    return changed


def is_changed(view: View, difference: Iterable[str]) -> bool:
    """Whether a scene changed in one language and size, by its lines that differ; by another language's places, too."""
    language, size = name_of(view).split("-")
    changed = changed_aspects(difference)
    return language in changed["words"] or size in changed["places"] + changed["touches"]


def explained(changed: Mapping[str, Sequence[str]]) -> str:
    """What changed, each difference once: the lines of a scene, then one on the views and scenes that have it as well.

    ``changed`` has the lines that differ by scene. A scene that differs only in what it has from an earlier one is left
    out.
    """
    scenes: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = defaultdict(list)
    for name, difference in changed.items():
        shown = tuple(line for line in difference if not _is_digests(line[1:]))
        aspects = changed_aspects(difference)
        seen = {CZECH[0], SIZE_NAMES[0]} if shown else set()
        views = tuple(
            " ".join((aspect, *(where for where in wheres if where not in seen)))
            for aspect, wheres in aspects.items()
            if not seen.issuperset(wheres)
        )
        if any(aspects.values()):
            scenes[shown, views].append(name)
    parts = [[f"{first}:", *shown, *_also(views, others)] for (shown, views), (first, *others) in scenes.items()]
    return "\n".join(chain(*parts))


def _also(views: Sequence[str], names: Sequence[str]) -> Iterator[str]:
    """The line on where a difference is as well, if it is anywhere."""
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    if places := [*views, *([", ".join(names[:NAMED]) + more] if names else [])]:
        yield f"also in {'; '.join(places)}"


def _is_digests(line: str) -> bool:
    """Whether that approved line is one of digests."""
    return line.startswith(next(iter(ASPECTS)))


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
