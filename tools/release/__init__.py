"""``make release``: what a version is given to others as, the same to the byte whoever makes it, and whenever."""
