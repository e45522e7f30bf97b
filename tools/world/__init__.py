"""A deterministic simulation of whole evenings: one seed, one thread, the product unchanged on simulated parts.

``scheduler`` has the only clock and decides who runs next; ``stand_ins`` and ``loading`` import the product on another
``time``, ``threading`` and the like.
"""
