"""What `systemd/install` does. Python's standard library alone: it runs before anything else is there."""
