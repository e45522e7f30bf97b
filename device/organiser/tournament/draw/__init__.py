"""Draws: who plays whom, at which table. Pure: no input or output, no clock; what is left to luck takes a seed."""
