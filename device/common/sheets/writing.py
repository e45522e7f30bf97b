"""A score sheet as a TOML file: what it says, and nothing that is as usual."""

from __future__ import annotations

import msgspec
import tomlkit

from rules.sheet_terms import SheetTerms


def to_toml(terms: SheetTerms) -> str:
    """The text of its file."""
    return tomlkit.dumps(msgspec.to_builtins(terms))
