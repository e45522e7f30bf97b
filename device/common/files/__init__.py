"""Small files written and read with care, and USB sticks to write them to."""
