"""The journal before the first game: programs that ask for data get none, and no refusal."""

from __future__ import annotations

import argparse
import os

from device.common.settings.settings import Settings


def asks_data_of_nothing(options: argparse.Namespace, settings: Settings) -> bool:
    """Whether ``--json`` is asked where nothing was played yet. A journal that an option names has to be there."""
    return bool(options.json) and options.journal is None and not os.path.lexists(settings.journal_path)
