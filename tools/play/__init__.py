"""Recorded games, played through buttons and touches at a table without a display, and pictures of what shows."""
