"""The card and what follows it: an image to be flashed, and signed updates for tables that run it (docs/image.md).

English alone: whoever builds reads this, players do not.
"""
