"""What table and organiser know of every game."""
