"""An environment in which the modules of an extra are not installed, for a program that is to do without them."""

import os
from pathlib import Path

from device.common.cli.extras import MODULES


def without(extra: str, folder: Path) -> dict[str, str]:
    """The environment; ``folder`` gets what Python runs first, so that it finds none of them."""
    place = folder / f"without-{extra}"
    place.mkdir(exist_ok=True)
    absent = dict.fromkeys(MODULES[extra])
    (place / "sitecustomize.py").write_text(f"import sys\nsys.modules.update({absent!r})\n")
    path = os.pathsep.join(filter(None, (str(place), os.environ.get("PYTHONPATH"))))
    return os.environ | {"PYTHONPATH": path}
