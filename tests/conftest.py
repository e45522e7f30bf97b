"""Shared by all tests: no display, no sound, Czech unless a test says otherwise, few but thorough random examples."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pytest
from hypothesis import settings

from device import words

settings.register_profile("dvojtah", max_examples=200, stateful_step_count=40, deadline=None, derandomize=True)
settings.load_profile("dvojtah")


@pytest.fixture(autouse=True)
def speak_czech():
    words.use("cs")
    yield
    words.use("cs")
