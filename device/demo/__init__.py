"""A table without its hardware: the simulator, and who plays recorded games through the real inputs for pictures of
every screen, demonstrations and tests."""
