"""Boots: by which run of a program it was written, a row of the journal and of the wire says."""

RUN = 16
"""Digits with which all boots of one run begin; those of earlier versions had nothing in common."""
