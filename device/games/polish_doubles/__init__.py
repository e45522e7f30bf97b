"""Polish doubles on the device: screens, faces and signals."""
