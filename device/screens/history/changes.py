"""What an entry changed, in a few words."""

from __future__ import annotations

from collections.abc import Sequence

from device.i18n import t, tr
from rules.timeline import Change


def change_text(change: Change) -> str:
    """One change in a few words: a new row by its place, another one by what became what."""
    title = tr(change.title)
    before = None if change.before is None else tr(change.before.text)
    after = None if change.after is None else tr(change.after.text)
    if before is None:
        return f"{title}: {after}" if change.sum else title
    if after is None:
        return t("{title}: {before} taken away", title=title, before=before)
    if before == after:
        details = [tr(one.detail) for one in (change.before, change.after) if one is not None]
        return f"{title}: {' → '.join(details)}"
    return f"{title}: {after}" if after.startswith(before) and not change.sum else f"{title}: {before} → {after}"


def changes_line(changes: Sequence[Change], most: int) -> str:
    """As many of the changes as go into ``most`` characters, the first in any case, and how many more there are."""
    parts: list[str] = []
    for n, change in enumerate(changes):
        text = change_text(change)
        if n and len(" · ".join((*parts, text))) > most:
            return " · ".join((*parts, f"+{len(changes) - n}"))
        parts.append(text)
    return " · ".join(parts)
