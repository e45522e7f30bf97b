"""Button pods: clock buttons that are small computers with a clock of their own, on a serial line (`firmware/`)."""
