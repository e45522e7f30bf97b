"""A table at an event: what it tells the organiser and what it is told, over a network that comes and goes."""
