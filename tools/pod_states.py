"""Draw the states of both ends of a pod's line from the code into docs/pod-protocol.md. ``--check`` only compares."""

import runpy
import sys
from collections.abc import Iterable
from pathlib import Path

from device.pods import link
from firmware import wire

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "pod-protocol.md"


def diagram(first: str, arrows: Iterable[tuple[str, str, str]]) -> str:
    """A Mermaid diagram of arrows (from, what, to), those between the same two states on one line."""
    merged: dict[tuple[str, str], list[str]] = {}
    for before, cause, after in arrows:
        merged.setdefault((before, after), []).append(cause)
    lines = [f"    {before} --> {after}: {' or '.join(whats)}" for (before, after), whats in merged.items()]
    return "\n".join(["```mermaid", "stateDiagram-v2", f"    [*] --> {first}", *lines, "```"])


def fields(words: dict[str, str]) -> str:
    """The words of the wire with their fields' kinds."""
    return "\n".join(["```", *(f"{word:6} {' '.join(kinds) or '-'}" for word, kinds in words.items()), "```"])


def parts() -> dict[str, str]:
    """What stands between the page's marks, drawn from the code."""
    sys.path.insert(0, str(ROOT / "firmware"))  # where its files find each other
    pod = runpy.run_path(str(ROOT / "firmware" / "pod.py"))
    table = [(a.value, event.value, b.value) for (a, event), b in link.TRANSITIONS.items()]
    return {
        "table": diagram(link.LinkState.GREETING.value, table),
        "pod": diagram(pod["ALONE"], [(a, cause, b) for (a, cause), b in pod["TRANSITIONS"].items()]),
        "fields": fields(wire.FIELDS),
    }


def drawn(page: str) -> str:
    """The page with its drawings as the code has them now."""
    for name, text in parts().items():
        begin, end = f"<!-- {name}: drawn by tools/pod_states.py -->", f"<!-- end of {name} -->"
        before, rest = page.split(begin)
        page = before + begin + "\n" + text + "\n" + end + rest.split(end)[1]
    return page


def main() -> int:
    """Write the page, or with ``--check`` say whether it is up to date."""
    page = PAGE.read_text(encoding="utf-8")
    new = drawn(page)
    if "--check" in sys.argv:
        return int(new != page)
    PAGE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
