"""One table: its peripherals and screens, and the table that joins them to the rules."""
