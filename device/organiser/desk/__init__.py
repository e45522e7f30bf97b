"""The organiser's own pages and the program behind them."""
