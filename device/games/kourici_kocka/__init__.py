"""Kouřící kočka on the device: screens, OLED content and signals."""
