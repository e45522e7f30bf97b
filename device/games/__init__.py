"""The games that are played here, each in a package of its own with ``SPEC`` in its module ``spec``."""
