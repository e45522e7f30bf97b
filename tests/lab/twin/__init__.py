"""A guest that is as a Pi is, from its installation to every command of the pages (docs/lab.md)."""

ORDERS = 9000
"""The guest's TCP port at which its hardware takes orders (board.py)."""
