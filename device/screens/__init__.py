"""Screens above the kiosk that belong to no game: home, help, date, carrying, big clock."""
