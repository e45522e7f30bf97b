"""Simulated tables: the demonstration of an event, and the load for measuring one. They speak as real tables do."""
