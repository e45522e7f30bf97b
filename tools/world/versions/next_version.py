"""What a next version may change without a fault: an earlier one says that it cannot read what that wrote."""

from __future__ import annotations

from tools.world.loading import Change

NEXT_JOURNAL = Change("device.journal.file", "\nVERSION = 2\n", "\nVERSION = 3\n")
NEXT_VERSION: dict[str, tuple[Change, ...]] = {
    "tables of the journal that the next version adds": (
        NEXT_JOURNAL,
        Change("device.journal.file", "        for statement in EVENTS:\n", "        for statement in ():\n"),
    ),
    "a store that the next version made": (Change("device.organiser.store.sql", "\nVERSION = 1\n", "\nVERSION = 2\n"),),
}
"""By its name, what is changed in the present program before it is loaded."""
