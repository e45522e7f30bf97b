"""The command ``dvojtah organiser``."""
