"""The table's screens and the loop behind them; nothing here knows a game."""
