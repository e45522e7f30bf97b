"""Mariáš on the device: setting up a table, the round's clock, deals, money, the slip, the standings."""
