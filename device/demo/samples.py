"""Where the recorded games are: in an installed package beside `device.app`, in a checkout at its top.

They lie in ``samples/``, and the package takes them along as ``device/samples/`` (``setup.py``).
"""

from __future__ import annotations

from pathlib import Path

INSTALLED = Path(__file__).parents[1] / "samples"
SAMPLES = INSTALLED if INSTALLED.is_dir() else Path(__file__).parents[2] / "samples"
