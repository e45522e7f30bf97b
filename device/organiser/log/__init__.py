"""The log of an event folded to its state: rows, tables, games, the tournament's people and draws."""
