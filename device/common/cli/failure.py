"""What ends a command without success."""

from __future__ import annotations


class Failure(Exception):
    """Something that ends the command with its status and one line."""

    status = 1


class UnusableFile(Failure):
    """A file without which going on would be wrong: starting again does not help until somebody puts it right.

    The status is that of sysexits.h for it; `systemd/dvojtah-organiser.service` names it.
    """

    status = 78
