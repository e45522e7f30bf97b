"""A page of the organiser as lines of text: what people read, what forms carry, where links lead."""

from __future__ import annotations

import re
from html.parser import HTMLParser

BREAKS = {"p", "section", "h1", "h2", "h3", "tr", "li", "form", "summary", "details", "nav", "header", "main", "footer"}
BREAKS |= {"ul", "ol", "table", "thead", "tbody", "div", "article", "label", "dl", "dt", "dd"}
SILENT = {"script", "style", "svg", "head", "template"}
MADE_UP = re.compile(r"\b(?=[0-9a-f]*\d)[0-9a-f]{8,}\b")
"""Names that the program makes up, another one in every run."""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._line: list[str] = []
        self._silent = 0

    def end_line(self) -> None:
        text = " ".join(" ".join(self._line).split())
        if text.strip(" |"):
            self.lines.append(text)
        self._line = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in SILENT:
            self._silent += 1
        if self._silent:
            return
        if tag in BREAKS:
            self.end_line()
        given = dict(attrs)
        if tag in {"td", "th"}:
            self._line.append("|")
        if looks := given.get("class"):
            self._line.append("." + looks.strip().replace(" ", "."))
        if tag in {"input", "select", "textarea", "button"} and given.get("name"):
            self._line.append(f"[{given['name']}={given.get('value') or ''}]")
        marks = ("checked", "selected", "open", "hidden", "disabled", "required", "aria-current")
        self._line += [f"({word})" for word in marks if word in given]
        if tag == "option":
            self._line.append(f"/ {given.get('value') or ''}:")
        self._line += [f"<{given[word]}>" for word in ("href", "action") if given.get(word) and tag != "use"]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in SILENT:
            self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag in SILENT:
            self._silent -= 1
        elif not self._silent and tag in BREAKS:
            self.end_line()

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self._line.append(data)


def lines_of(html: str) -> list[str]:
    """The page's lines; in place of every made up name stands which of them it is, by its first place on the page."""
    reader = _Reader()
    reader.feed(html)
    reader.end_line()
    known: dict[str, str] = {}
    return [MADE_UP.sub(lambda match: known.setdefault(match[0], f"#{len(known) + 1}"), line) for line in reader.lines]
