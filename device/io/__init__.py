"""What goes in and out of a table, as values: stamped edges and touches, signals, OLED content; the sources' clocks."""
