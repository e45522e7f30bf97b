"""Which way SDL is told to bring pictures to the display, before it opens one."""

import os
import time

import pygame
import pytest

from device.graphics import display

ASKED = "SDL_FRAMEBUFFER_ACCELERATION"


@pytest.fixture
def told(monkeypatch):
    """What SDL has been told at the moment at which the picture is opened."""
    heard: list[str | None] = []

    def opened(size: tuple[int, int], flags: int = 0) -> pygame.Surface:
        heard.append(os.environ.get(ASKED))
        return pygame.Surface(size)

    monkeypatch.setenv(ASKED, "")  # so that it is as before afterwards
    monkeypatch.delenv(ASKED)
    monkeypatch.setattr(pygame.display, "set_mode", opened)
    monkeypatch.setattr(pygame.display, "set_caption", lambda title: None)
    monkeypatch.setattr(pygame.mouse, "set_visible", lambda wanted: True)
    return heard


@pytest.mark.parametrize(("driver", "way"), [("kmsdrm", "opengles2"), ("x11", "0"), ("wayland", None)])
def test_without_a_desktop_the_picture_goes_through_opengl_es_which_a_lite_system_has(driver, way, told, monkeypatch):
    monkeypatch.setattr(display, "open_display", lambda: driver)
    display.PygameDisplay((300, 200), False, time.monotonic_ns)
    assert told == [way]


def test_what_somebody_has_set_stays(told, monkeypatch):
    monkeypatch.setattr(display, "open_display", lambda: "kmsdrm")
    monkeypatch.setenv(ASKED, "opengl")
    display.PygameDisplay((300, 200), False, time.monotonic_ns)
    assert told == ["opengl"]
