"""The settings in force, and the one way to change them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from device.common import i18n
from device.common.settings.settings import Settings, with_values

if TYPE_CHECKING:
    from device.kiosk.settings_file import SettingsFile

Follower = Callable[[Settings], None]
"""Adapts a part of the device to other settings."""


class Preferences:
    """``settings`` are in force; ``file`` keeps them (None: nothing does). Followers get every change in order."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.file: SettingsFile | None = None
        self._followers: list[Follower] = []
        i18n.use(settings.language)

    def follow(self, follower: Follower) -> None:
        """Call ``follower`` with the settings after each change."""
        self._followers.append(follower)

    def change(self, part: str, key: str, value: object) -> None:
        """Set ``key`` of the table ``part`` (``""``: the top), at once and in the file. Raises `Refusal`."""
        self.change_all({(part, key): value})

    def change_all(self, changes: Mapping[tuple[str, str], object]) -> None:
        """Set several keys together, which one after another would contradict each other. Raises `Refusal`."""
        self.settings = with_values(self.settings, changes)
        if self.file is not None:
            for (part, key), value in changes.items():
                self.file.put(part, key, value)
        if ("", "language") in changes:
            i18n.use(self.settings.language)
        for follower in self._followers:
            follower(self.settings)
