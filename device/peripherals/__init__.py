"""Peripherals: buttons, lamps, buzzer, OLEDs, sound. Small classes with one job and one fake each."""
