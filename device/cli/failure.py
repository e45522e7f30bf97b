"""What ends a command without success."""

from __future__ import annotations


class Failure(Exception):
    """Something that ends the command with status 1 and one line."""
