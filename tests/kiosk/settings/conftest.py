"""A table with a settings file."""

from __future__ import annotations

import pytest

from device.common import i18n
from tools.play.players.polish_doubles import DoublesPlayer


@pytest.fixture
def file(tmp_path):
    return tmp_path / "config" / "settings.toml"


@pytest.fixture
def p(tmp_path, file):
    player = DoublesPlayer(tmp_path, file=file)
    yield player
    player.close()
    i18n.use("cs")
