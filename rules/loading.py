"""The lock under which modules are loaded on first use, so that two threads never load the same package at once.

A package that is being loaded by one thread and whose submodule is loaded by another make Python's import break its own
deadlock with a module that is half there (importlib, ``_DeadlockError``), and one of the two fails.
"""

from __future__ import annotations

import threading

IMPORTS = threading.RLock()
"""Held while a module is loaded that a thread asks for once the program runs."""
