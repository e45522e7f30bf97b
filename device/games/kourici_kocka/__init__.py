"""Kouřící kočka on the device: screens, faces and signals."""
