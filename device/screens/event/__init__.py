"""Screens of an event at the table: joining, answers, the next round."""
