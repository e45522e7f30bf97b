"""Bringing a table up: one wire after another, each proved before the next, by whoever builds it."""
