"""A game in the pocket: its sheet in QR codes, its page on the network. No game is named here."""
