"""Polyssimo on the device: screens, faces and signals."""
