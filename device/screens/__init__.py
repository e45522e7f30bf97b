"""Screens that belong to no game: home, menu, help, rules, date, carrying, big clock; a folder for each group."""
