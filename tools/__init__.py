"""Upkeep of the project: what ``make`` runs beside the tests."""
