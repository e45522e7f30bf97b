"""The score sheet at the table: one set of screens for whatever is played in rounds, turns or boxes (R1-R10)."""
