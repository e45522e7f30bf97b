"""Which way SDL is told to bring pictures to the display, before it opens one."""

import os
import time

import pygame
import pytest

from device.graphics import display

ASKED = "SDL_FRAMEBUFFER_ACCELERATION"


@pytest.fixture
def hints(monkeypatch):
    """What SDL has been told at the moment at which the picture is opened."""
    heard: list[str | None] = []

    def opened(size: tuple[int, int], flags: int = 0, display: int = 0) -> pygame.Surface:
        heard.append(os.environ.get(ASKED))
        return pygame.Surface(size)

    monkeypatch.setenv(ASKED, "")  # so that it is as before afterwards
    monkeypatch.delenv(ASKED)
    monkeypatch.setattr(pygame.display, "set_mode", opened)
    monkeypatch.setattr(pygame.display, "set_caption", lambda title: None)
    monkeypatch.setattr(pygame.mouse, "set_visible", lambda wanted: True)
    return heard


@pytest.mark.parametrize(("driver", "way"), [("kmsdrm", "opengles2"), ("x11", "0"), ("wayland", None)])
def test_without_a_desktop_the_picture_goes_through_opengl_es_which_a_lite_system_has(driver, way, hints, monkeypatch):
    monkeypatch.setattr(display, "open_display", lambda: driver)
    display.PygameDisplay((300, 200), False, time.monotonic_ns)
    assert hints == [way]


def test_what_somebody_has_set_stays(hints, monkeypatch):
    monkeypatch.setattr(display, "open_display", lambda: "kmsdrm")
    monkeypatch.setenv(ASKED, "opengl")
    display.PygameDisplay((300, 200), False, time.monotonic_ns)
    assert hints == ["opengl"]


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


PI_4 = {"card1_DSI_1": "connected", "card1_HDMI_A_1": "connected", "card1_HDMI_A_2": "disconnected"}


@pytest.mark.parametrize(
    ("connectors", "ids", "index"),
    [
        (PI_4, {"card1-DSI-1": 45, "card1-HDMI-A-1": 32, "card1-HDMI-A-2": 39}, 1),
        (PI_4, {"card1-DSI-1": 32, "card1-HDMI-A-1": 45, "card1-HDMI-A-2": 39}, 0),
        (PI_4, {}, 0),
        ({"card0_HDMI_A_1": "connected", "card2_DSI_2": "connected"}, {"card0-HDMI-A-1": 32, "card2-DSI-2": 45}, 0),
        ({"card1_HDMI_A_1": "connected"}, {"card1-HDMI-A-1": 32}, 0),
        ({}, {}, 0),
    ],
    ids=["monitor counted first", "panel counted first", "kernel tells none", "a card each", "a monitor", "nothing"],
)
def test_on_a_card_with_panel_and_monitor_the_panel_is_drawn_on(connectors, ids, index, hints, tmp_path, monkeypatch):
    drm = cards(tmp_path, **connectors)
    for name, number in ids.items():
        (drm / name / "connector_id").write_text(f"{number}\n")
        (drm / name / "modes").write_text("800x480\n")
    monkeypatch.setattr(display, "DRM", drm)
    monkeypatch.setenv(display.CARD, "")  # so that it is as before afterwards
    monkeypatch.delenv(display.CARD)
    monkeypatch.setattr(pygame.display, "init", lambda: None)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "kmsdrm")
    chosen = []

    def opened(size, flags=0, display=0):
        chosen.append(display)
        return pygame.Surface((8, 8))

    monkeypatch.setattr(pygame.display, "set_mode", opened)
    display.PygameDisplay((300, 200), True, time.monotonic_ns)
    assert chosen == [index]


def test_a_display_without_a_picture_size_is_not_counted(tmp_path, monkeypatch):
    drm = cards(tmp_path, card1_DSI_1="connected", card1_HDMI_A_1="connected")
    for name, number in (("card1-DSI-1", 45), ("card1-HDMI-A-1", 32)):
        (drm / name / "connector_id").write_text(f"{number}\n")
    (drm / "card1-DSI-1" / "modes").write_text("800x480\n")
    monkeypatch.setenv(display.CARD, "1")
    assert display.display_index(drm) == 0
