"""What the commands of a table and of the organiser have in common."""
