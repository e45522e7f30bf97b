"""One table: the edges that touch the world, and the table that ties them to the rules."""
