"""What stops something that people asked for, as one sentence for them."""

from __future__ import annotations

from rules.message import Message


class Trouble(Exception):
    """Something cannot be done; ``message`` says why and what to do."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))
