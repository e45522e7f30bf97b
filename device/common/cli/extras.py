"""The extras of the package, which an installation may do without, and the sentence where one is missing."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping

from device.common.cli.failure import Failure
from device.common.i18n import tr
from rules.message import Message, msg

MODULES: Mapping[str, tuple[str, ...]] = {
    "table": ("pygame", "gpiozero", "luma", "serial", "hunspell", "marisa_trie", "websockets"),
    "organiser": ("inotify_simple", "openpyxl", "prometheus_client", "psycopg", "rustworkx"),
}
"""The modules that each extra of the package brings, by which it is known to be there."""
MISSING: Mapping[str, Message] = {
    "table": msg("The table's parts are missing. Run: pip install 'dvojtah[table]'"),
    "organiser": msg("The organiser's parts are missing. Run: pip install 'dvojtah[organiser]'"),
}


def check_extra(extra: str) -> None:
    """Raises `Failure` where a module of the extra is not installed."""
    if any(importlib.util.find_spec(name) is None for name in MODULES[extra]):
        raise Failure(tr(MISSING[extra]))


def missing_extra(error: ModuleNotFoundError) -> Message | None:
    """The sentence about the extra that would have brought the module; None where none does."""
    name = (error.name or "").partition(".")[0]
    return next((MISSING[extra] for extra, names in MODULES.items() if name in names), None)
