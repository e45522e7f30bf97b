"""Polish doubles on the device: screens, OLED content and signals."""
