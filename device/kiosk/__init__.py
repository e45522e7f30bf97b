"""The loop of a table, and what a screen and its controller are; no game and no screen of its own is known here."""
