"""The chess clock on this device: setup, both clocks, arbiter, result."""
