"""Updates that the organiser orders, and the room that one more takes on the card."""
