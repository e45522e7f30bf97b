"""A player who cannot see: given the words that are spoken and two buttons, nothing else."""
