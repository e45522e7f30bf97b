"""The commands that the pages have people type, and the list that says of each where it runs, or why it does not."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGES = ("README*.md", "CONTRIBUTING.md", "docs/*.md", "docs/cs/*.md")
SENTENCES = ("systemd/installer/*.py", "device/**/*.py")
"""What the installer and the program say to people, sentences with a ``sudo`` in them."""
PROGRAMS = {
    *("sudo", "dvojtah", ".venv/bin/dvojtah", "/opt/dvojtah/current/bin/python", "make", "git", "ssh", "cd", "pip"),
    *("python", "python3", "journalctl", "apt", "systemctl", "vcgencmd", "mosquitto", "/usr/sbin/mosquitto"),
    *("ssh-keygen", "sha256sum", "openscad", "nmcli", "man", "eepmake"),
}
BLOCK = re.compile(r"^```(?:sh|console)?\n(.*?)^```", re.DOTALL | re.MULTILINE)
FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"`([^`\n]+(?:\n[^`\n]+)?)`")
SAID = re.compile(r"\b(sudo (?:apt|systemctl|dvojtah|mkfs\S*|python3|reboot|\./systemd/install)\b[^\"';:)]*)")
LIST = Path(__file__).with_name("commands.toml")


@dataclass(frozen=True, slots=True)
class Run:
    """A command that is run: as it is written, as it is typed (placeholders filled in), what it has to say, its status.

    One that goes on until Ctrl-C is ended when it has said ``until``.
    """

    text: str
    typed: str
    says: str = ""
    status: int = 0
    until: str = ""


def is_command(text: str) -> bool:
    """Whether a piece of code is something to type: a program that we know, and words after it."""
    program, _, rest = text.partition(" ")
    return program in PROGRAMS and bool(rest)


def of_page(text: str) -> Iterator[str]:
    """The commands of a page: lines of its blocks without remarks, and code in its sentences."""
    for block in BLOCK.findall(text):
        for raw_line in block.splitlines():
            line = re.split(r"\s+# ", raw_line)[0].strip()
            if is_command(line):
                yield line
    for inline in INLINE.findall(FENCED.sub("", text)):
        line = " ".join(inline.split())
        if is_command(line):
            yield line


def of_sentences(text: str) -> Iterator[str]:
    """The commands that sentences of the program name: from ``sudo`` to the sentence's end."""
    for command in SAID.findall(text):
        yield re.sub(r"( says more| in its place| may)?\.?\s*$", "", command)


def all_commands(root: Path = ROOT) -> dict[str, list[str]]:
    """Each command by its text, with the files that have it."""
    places: dict[str, list[str]] = {}
    for patterns, commands in ((PAGES, of_page), (SENTENCES, of_sentences)):
        for path in sorted(path for pattern in patterns for path in root.glob(pattern)):
            for command in commands(path.read_text(encoding="utf-8")):
                files = places.setdefault(command, [])
                if (name := path.relative_to(root).as_posix()) not in files:
                    files.append(name)
    return places


class CommandList:
    """commands.toml: what runs in the twin, what runs in its system before it is switched on, and what does not run."""

    def __init__(self, text: str) -> None:
        content = tomllib.loads(text)
        self.twin = [_run(command, value) for command, value in content["twin"].items()]
        self.system = [_run(command, value) for command, value in content["system"].items()]
        self.first = list(content["installation"]["commands"])
        self.others = {command: reason for reason, commands in content["not"].items() for command in commands}

    def __iter__(self) -> Iterator[str]:
        yield from self.first
        yield from (run.text for run in (*self.twin, *self.system))
        yield from self.others


def _run(text: str, value: str | dict[str, str | int]) -> Run:
    given = {"says": value} if isinstance(value, str) else dict(value)
    return Run(text=text, typed=str(given.pop("as", text)), **given)  # type: ignore[arg-type]


def read() -> CommandList:
    """The list."""
    return CommandList(LIST.read_text(encoding="utf-8"))
