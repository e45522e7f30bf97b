"""Random events for tests, drawn at one stroke: what a strategy of every field costs is nearly all of such a test."""

from collections.abc import Sequence

from hypothesis import strategies as st

from rules.game import Event


def mixed(*kinds: Sequence[Event]) -> st.SearchStrategy[Event]:
    """One of these events, each of the ``kinds`` as likely as another, however many of it there are."""
    most = max(map(len, kinds))
    return st.sampled_from([kind[n % len(kind)] for n in range(most) for kind in kinds])
