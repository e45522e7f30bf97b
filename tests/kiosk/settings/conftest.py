"""A table with a settings file."""

from __future__ import annotations

import pytest

from tools.play.players.polish_doubles import DoublesPlayer


@pytest.fixture
def file(tmp_path):
    return tmp_path / "config" / "settings.toml"


@pytest.fixture
def p(new_table, file):
    return new_table(DoublesPlayer, file=file)
