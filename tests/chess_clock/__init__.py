"""The chess clock: its rules, its records, its screens."""
