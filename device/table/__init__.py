"""The table: where events, rules and journal meet."""
