"""Settings of a table: the file, its values, the rule options of new games."""
