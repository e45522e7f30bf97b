"""Where the units lie. The installer beside them is found through pytest's `pythonpath`."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
SYSTEMD = ROOT / "systemd"
