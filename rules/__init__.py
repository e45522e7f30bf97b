"""What is true at a table: games, clocks and tallies, without any input or output."""
