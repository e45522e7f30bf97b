"""What a press that was heard late changed beside what any press does: what lapsed, and figures that people had seen.

For people who touched nothing and see something else than before. Pure, for every game alike.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import suppress

from rules.figures import Numeral
from rules.game import SECOND
from rules.history import History
from rules.message import Message, Refusal, msg, msgs
from rules.timeline import HasTimeline, SheetEntry


def consequences(before: History, after: History, now: int) -> tuple[Message, ...]:
    """Sentences about what became of ``before`` by presses that were heard at game time ``now`` (ns); often none.

    What a press made now would have changed, too, is nothing to speak of. Two figures are named at most: totals before
    what they follow from. The history has them all.
    """
    lapsed, were = after.lapse_reasons, before.lapse_reasons
    changes = sorted(_changed(before, after, now), key=lambda change: change[1] is not None)  # what went is news first
    gone, back = [n for n in lapsed if n not in were], [n for n in were if n not in after.uncounted_entries]
    sentences = []
    if changes or (gone and _is_late(before, after)):
        late = Numeral((now - after.entries[-1].at) / SECOND, 1)
        figures = [_figure(*change) for change in changes[: 1 if gone else 2]]
        if not figures:
            sentences.append(msg("A press came {s} s late.", s=late))
        elif len(figures) == 1:
            sentences.append(msg("A press came {s} s late: {figure}.", s=late, figure=figures[0]))
        else:
            first, second = figures
            sentences.append(msg("A press came {s} s late: {first}, {second}.", s=late, first=first, second=second))
    if gone:
        message, n = _what(after, gone[0]), len(gone)
        sentences.append(
            msgs(
                "{n} entry does not count any more: {what}.",
                "{n} entries do not count any more: {what}…",
                n,
                what=message,
            )
        )
    if back:
        message, n = _what(after, back[0]), len(back)
        sentences.append(msgs("{n} entry counts again: {what}.", "{n} entries count again: {what}…", n, what=message))
    return tuple(sentences)


def _figure(old: SheetEntry, new: SheetEntry | None) -> Message:
    return msg("{title} {before}→{after}", title=old.title, before=old.text, after="–" if new is None else new.text)


def _what(history: History, n: int) -> Message:
    return history.game.describe(history.entries[n - 1].event)


def _is_late(before: History, after: History) -> bool:
    """Whether the newest entry is one that took its place before others."""
    came = len(after.entries) == len(before.entries) + 1
    return came and after.by_edges and bool(before.steps) and after.entries[-1].at < before.steps[-1].entry.at


def _changed(before: History, after: History, now: int) -> Iterator[tuple[SheetEntry, SheetEntry | None]]:
    """The figures that stood there before and are others now, though the same press made now would have left them."""
    if not _is_late(before, after):
        return
    on_time = before
    with suppress(Refusal):
        on_time = before.accept(after.entries[-1].event, max(now, before.last_at))
    expected, real = _sums(on_time), _sums(after)
    for key, old in _sums(before).items():
        new = real.get(key)
        if new != old and new != expected.get(key):
            yield old, new


def _sums(history: History) -> dict[Hashable, SheetEntry]:
    game = history.game
    entries = game.sheet_entries(history.state) if isinstance(game, HasTimeline) else ()
    return {entry.key: entry for entry in entries if entry.sum}
