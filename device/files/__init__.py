"""Small files written and read with care."""
