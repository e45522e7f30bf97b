"""Files of kept games: which formats a game has, its sheet for a telephone, the printed card, onto a stick."""
