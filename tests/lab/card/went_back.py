"""Whether an update that does not start was really switched to, failed, and gave way to the version before by itself.

That the version before runs at the end proves nothing of the kind: it does so as well where the update was refused.
"""

from __future__ import annotations

from dataclasses import dataclass

LAST_WORDS = "this release is broken"
"""What the release that does not start says, and no other does."""
SENTENCE = "Version {version} does not start; version {before} runs again, with all games."


@dataclass(frozen=True, slots=True)
class Seen:
    """What the device has left of it.

    ``linked``: the releases that were the current one, in order. ``log``: what the table's service has said meanwhile.
    ``news``: what the table is told came of it. ``kept``: the releases that are there. ``on_trial``: one still is.
    """

    linked: tuple[str, ...]
    log: str
    news: dict[str, object]
    kept: frozenset[str]
    on_trial: bool


def check(seen: Seen, before: str, bad: str) -> None:
    """Raises AssertionError with a sentence that says what is missing."""
    sentence = str(seen.news.get("id"))
    assert seen.news.get("stage") == "done", f"the update has not come to an end: {seen.news}"
    assert (seen.news.get("ok"), sentence) == (False, SENTENCE), f"the device says something else of it: {seen.news}"
    assert seen.news.get("args") == {"version": bad, "before": before}, f"it speaks of other versions: {seen.news}"
    assert seen.linked == (before, bad, before), f"the current version was in turn {seen.linked}"
    lines = seen.log.split("\n")
    failed = [number for number, line in enumerate(lines) if LAST_WORDS in line]
    assert failed, f"the version {bad} was never run: {seen.log[-2000:]}"
    again = [number for number, line in enumerate(lines) if f"started: version {before}," in line]
    assert max(again, default=-1) > failed[-1], f"the version {before} was not started after it: {seen.log[-2000:]}"
    assert bad not in seen.kept, f"{bad} is still there"
    assert not seen.on_trial, "a version is still on trial"
