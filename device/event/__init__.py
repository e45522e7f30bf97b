"""A table at an event: what it sends to the organiser and receives, over a network that comes and goes."""
