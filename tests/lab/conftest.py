"""What runs in the guest is not collected anywhere else: `make lab` runs it."""

from pathlib import Path

IN_GUEST = Path("/run/dvojtah-lab").is_dir()
collect_ignore = [] if IN_GUEST else ["inside"]
