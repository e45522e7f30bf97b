"""What a game declares, and where the declarations are found."""
