"""The screens on which the device is set up; they name no game."""
