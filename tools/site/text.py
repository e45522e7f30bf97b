"""A page of the repository as a page of the site: its twin's language, its links, the dialect of the generator."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tools.image.payload import ROOT, project
from tools.site.pages import LANGUAGES, SITE, Page

LINK = re.compile(
    r"(?P<before>\]\(|^\[[^\]]+\]: +)(?P<target>[^)#\s]*)(?P<anchor>#[^)\s]*)?(?P<after>\)|$)", re.MULTILINE
)
TWIN = re.compile(r"^\*\[(?:In English|Česky)\]\([^)]*\)\*\n\n?", re.MULTILINE)
FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
FILES = (".png", ".svg", ".webp", ".json", ".jsonl", ".csv")
"""Endings of what comes along with a page that names it; anything else is looked at where the source is kept."""
BARE = "---\nhide:\n  - navigation\n  - toc\n---\n\n"
"""Before the first page: it has the whole width."""
ONLY_ENGLISH = '!!! note "Anglicky"\n    Tato stránka je zatím jen v angličtině.\n\n'


def all_pages() -> list[Page]:
    """Every page, the decisions as well, which no menu lists one by one."""
    listed = [page for section in SITE for page in section.pages]
    decisions = sorted((ROOT / "docs/decisions").glob("*.md"))
    sources = [path.relative_to(ROOT).as_posix() for path in decisions if path.name != "README.md"]
    return listed + [Page(f"decisions/{Path(path).stem}", dict.fromkeys(LANGUAGES, path)) for path in sources]


@cache
def repository() -> str:
    """Where the source is kept, as the project's metadata say."""
    return str(project(ROOT)["urls"]["Source"])


def slug(heading: str, separator: str = "-") -> str:
    """What a link names a heading by, as GitHub writes it."""
    return re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()).replace(" ", separator)


@cache
def source(path: str) -> str:
    """The text of a page. Raises OSError."""
    return (ROOT / path).read_text(encoding="utf-8")


def headings(text: str) -> list[str]:
    """The slugs of a text's headings, in order."""
    return [slug(heading) for heading in re.findall(r"^#{1,6} +(.*?)(?: +#+)? *$", FENCE.sub("", text), re.MULTILINE)]


def parts(text: str) -> list[str]:
    """A text cut at its headings of the second order, which become the first of their pages."""
    first, *others = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    return [first, *(re.sub(r"^#(#+ )", r"\1", part, flags=re.MULTILINE) for part in others)]


class Site:
    """The pages of one language: where each source lies in it."""

    def __init__(self, language: str, pages: list[Page]) -> None:
        self.language, self.pages = language, pages
        self.files: set[str] = set()
        """What pages name and what therefore comes along, by its path in the repository."""
        self._places: dict[str, list[Page]] = {}
        for page in pages:
            for path in page.sources.values():
                if page not in self._places.setdefault(path, []):
                    self._places[path].append(page)

    def place_of(self, path: str, anchor: str) -> tuple[str, str] | None:
        """Where a source (and a heading of it) lies here: a page and an anchor; None where it is no page."""
        pages = self._places.get(path)
        if pages is None:
            return None
        own = pages[0].sources[self.language]
        if own != path and anchor:  # the other language's twin: the heading at the same place
            theirs, ours = headings(source(path)), headings(source(own))
            anchor = ours[theirs.index(anchor)] if anchor in theirs and len(theirs) == len(ours) else ""
        for page in pages:
            if page.part is not None and anchor in headings(parts(source(own))[page.part]):
                return page.place, anchor
        return pages[0].place, anchor

    def written(self, page: Page) -> str:
        """The Markdown of a page."""
        path = page.sources[self.language]
        text = TWIN.sub("", source(path))
        if page.part is not None:
            text = parts(text)[page.part]
        if path.startswith("docs/help/"):  # the keys of the screens are for the program
            text = re.sub(r"^(#+) \w+: ", r"\1 ", text, flags=re.MULTILINE)
            text = re.sub(r"\A# \w+$", f"# {(page.name or {}).get(self.language)}", text, flags=re.MULTILINE)
        if page.picture:
            size = "screens" if self.language == "cs" else "800x480"
            shot = f"tests/golden/{self.language}/{page.picture.format(size)}"
            text = text.replace(
                "\n", f"\n\n![{(page.name or {})[self.language]}]({'../' * path.count('/')}{shot}){{ .screen }}\n", 1
            )
        pieces = [piece if piece.startswith("```") else self._prose(piece, page, path) for piece in FENCE.split(text)]
        text = "".join(pieces)
        if self.language != "en" and path == page.sources["en"]:
            text = re.sub(r"\A(# .*\n+)", rf"\1{ONLY_ENGLISH}", text)
        return text if page.place != "index" else f"{BARE}{text}"

    def _prose(self, text: str, page: Page, path: str) -> str:
        text = LINK.sub(lambda link: self._turned(link, page, path), text)
        text = re.sub(
            r"^\*\*([A-Z]\d+)\.\*\*", lambda rule: f"{rule[0]}{{ #{rule[1].lower()} }}", text, flags=re.MULTILINE
        )
        # a list or a table that follows a paragraph without a blank line
        return re.sub(r"^((?![-*] |\||\d+\. | )\S.*\n)(?=[-*] |\d+\. |\|)", r"\1\n", text, flags=re.MULTILINE)

    def _turned(self, link: re.Match[str], page: Page, path: str) -> str:
        target, anchor = link["target"], (link["anchor"] or "").removeprefix("#")
        if "://" in target or target.startswith("mailto:"):
            return link[0]
        there = posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) if target else path
        here = posixpath.dirname(page.place)
        if (place := self.place_of(there, anchor)) is not None:
            name, anchor = place
            to = f"{posixpath.relpath(name, here or '.')}.md" + (f"#{anchor}" if anchor else "")
        elif there.endswith(FILES):
            self.files.add(there)
            to = posixpath.relpath(f"files/{there}", here or ".")
        else:
            kind = "tree" if (ROOT / there).is_dir() else "blob"
            to = f"{repository()}/{kind}/main/{there}" + (f"#{anchor}" if anchor else "")
        return f"{link['before']}{to}{link['after']}"


def texts(site: Site) -> Mapping[str, str]:
    """Every page of a site, by its place."""
    return {page.place: site.written(page) for page in site.pages}
