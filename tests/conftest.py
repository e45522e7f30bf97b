"""Shared by all tests: no display, no sound, Czech unless a test says otherwise, few but thorough random examples."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pytest
from hypothesis import settings

from device import i18n

settings.register_profile("dvojtah", max_examples=200, stateful_step_count=40, deadline=None, derandomize=True)
settings.load_profile("dvojtah")


@pytest.fixture(autouse=True, scope="session")
def nobody_s_own_settings(tmp_path_factory):
    """No test reads or writes the settings and games of whoever runs it; programs that it starts do not either."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(home / "config"))
        patch.setenv("XDG_DATA_HOME", str(home / "data"))
        for name in ("DVOJTAH_SETTINGS", "LANGUAGE", "LC_MESSAGES", "LANG", "JOURNAL_STREAM"):
            patch.delenv(name, raising=False)
        patch.setenv("LC_ALL", "C.UTF-8")  # no language: whoever asks the locale gets Czech, wherever the tests run
        yield


@pytest.fixture(autouse=True)
def speak_czech():
    i18n.use("cs")
    yield
    i18n.use("cs")
