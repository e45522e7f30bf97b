"""A game in the pocket: its sheet in QR codes on the screen. No game is named here."""
