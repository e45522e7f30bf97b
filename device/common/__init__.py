"""What table and organiser share."""
