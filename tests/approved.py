"""What was approved, and whether what is found is still that: scenes as text, some pictures.

``DVOJTAH_UPDATE_GOLDEN=1`` writes what is found as approved. What differs is left in ``out/changed``, to be looked at.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from difflib import unified_diff
from pathlib import Path

from PIL import Image, ImageChops

APPROVED = Path(__file__).parent / "golden"
CHANGED = Path(__file__).parents[1] / "out" / "changed"
UPDATE = bool(os.environ.get("DVOJTAH_UPDATE_GOLDEN"))

VISIBLE = 64
"""How much a channel may differ before an eye could see it (of 255)."""
STRAY = 2
"""Pixels that may differ visibly. Another FreeType changes edges by less; the smallest digit changes three."""
HEADING = "== "
"""Before the name of a scene, and in no other line."""

Texts = Mapping[str, Sequence[str]]
"""Lines of text by the name of what they describe."""


def step(value: int) -> int:
    """The nearest of sixteen steps of a channel."""
    return min(255, (value + 8) // 16 * 16)


def differs(image: Image.Image, wanted: Image.Image) -> bool:
    """Whether a person would see a difference."""
    if image.size != wanted.size:
        return True
    worst = ImageChops.difference(image.convert("RGB"), wanted.convert("RGB")).split()
    most = ImageChops.lighter(ImageChops.lighter(worst[0], worst[1]), worst[2])
    return sum(most.histogram()[VISIBLE:]) > STRAY


def smaller(picture: Image.Image) -> Image.Image:
    """A picture as it is kept, in a third of the bytes: colours that lie close together are the commonest of them."""
    if picture.mode == "1":
        return picture
    whole = picture.convert("RGB")
    common: dict[tuple[int, ...], tuple[int, ...]] = {}
    for _, colour in sorted(whole.getcolors(whole.width * whole.height), reverse=True):
        common.setdefault(tuple(step(part) for part in colour), colour)
    few = whole.point(step).quantize(256, dither=Image.Dither.NONE)
    palette = few.getpalette()
    stood = [tuple(palette[at : at + 3]) for at in range(0, len(palette), 3)]
    few.putpalette([part for colour in stood for part in common.get(colour, colour)])
    return few


def pictures_that_changed(pictures: Mapping[str, Image.Image], folder: Path) -> list[str]:
    """The names whose picture is not the approved one; approved pictures that nothing shows any more count too."""
    if UPDATE:
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.png"):
            if old.stem not in pictures:
                old.unlink()
    known = {path.stem: path for path in folder.glob("*.png")}
    wrong = sorted(known.keys() - pictures.keys())
    for name, picture in pictures.items():
        if name in known and not differs(picture, Image.open(known[name])):
            continue
        if UPDATE:
            smaller(picture).save(folder / f"{name}.png", optimize=True)
            continue
        wrong.append(name)
        place = CHANGED / folder.relative_to(APPROVED) / f"{name}.png"
        place.parent.mkdir(parents=True, exist_ok=True)
        picture.save(place)
    return wrong


def read(path: Path) -> dict[str, list[str]]:
    """The approved texts of a file; none where there is no such file."""
    texts: dict[str, list[str]] = {}
    under: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        if line.startswith(HEADING):
            texts[line.removeprefix(HEADING)] = under = []
        else:
            under.append(line)
    return texts


def lines_that_differ(approved: Sequence[str], now: Sequence[str]) -> list[str]:
    """The lines of one text alone, each after ``-``, and those of the other, after ``+``."""
    _, _, *difference = unified_diff(approved, now, n=0, lineterm="")
    return [line for line in difference if not line.startswith("@@")]


def texts_that_changed(texts: Texts, path: Path) -> dict[str, list[str]]:
    """The names whose text is not the approved one, each with the lines that differ; texts that are gone count too."""
    if UPDATE:
        path.parent.mkdir(parents=True, exist_ok=True)
        blocks = ["\n".join((HEADING + name, *texts[name])) + "\n" for name in sorted(texts)]
        path.write_text("".join(blocks), encoding="utf-8")
    known = read(path)
    return {
        name: lines_that_differ(known.get(name, ()), texts.get(name, ()))
        for name in sorted(known.keys() | texts.keys())
        if known.get(name) != (list(texts[name]) if name in texts else None)
    }
