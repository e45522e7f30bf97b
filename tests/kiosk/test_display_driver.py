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


def cards(folder, **connectors):
    """/sys/class/drm: what each connector says of itself."""
    for name, status in connectors.items():
        place = folder / name.replace("_", "-")
        place.mkdir(parents=True)
        (place / "status").write_text(f"{status}\n")
    return folder


@pytest.mark.parametrize(
    ("connectors", "number"),
    [
        ({"card1_HDMI_A_1": "disconnected", "card1_HDMI_A_2": "connected", "card2_DSI_1": "disconnected"}, "1"),
        ({"card0_HDMI_A_1": "connected", "card2_DSI_2": "connected"}, "2"),
        ({"card2_HDMI_A_1": "connected", "card0_DSI_1": "connected"}, "0"),
        ({"card1_Writeback_1": "connected", "card12_HDMI_A_1": "connected"}, "12"),
        ({"card0_HDMI_A_1": "disconnected"}, None),
        ({}, None),
    ],
    ids=["a monitor", "panel and monitor", "numbered anew", "writing back", "nothing", "no cards"],
)
def test_of_several_cards_the_one_is_taken_whose_display_is_connected(connectors, number, tmp_path, monkeypatch):
    monkeypatch.setattr(display, "DRM", cards(tmp_path, **connectors))
    monkeypatch.setenv(display.CARD, "")  # so that it is as before afterwards
    monkeypatch.delenv(display.CARD)
    heard = []
    monkeypatch.setattr(pygame.display, "init", lambda: heard.append(os.environ.get(display.CARD)))
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "kmsdrm")
    assert display.open_display() == "kmsdrm"
    assert heard == [number]
    monkeypatch.setenv(display.CARD, "7")
    display.open_display()
    assert heard[1] == "7", "what somebody has set stays"
