"""Mutation testing: single places of the code are broken, and the tests that run there have to notice."""
