"""Recorded games played through the real inputs: for demonstrations, pictures of every screen, and tests."""
