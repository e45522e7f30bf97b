"""``python -m device`` is ``dvojtah``."""

import sys

from device.cli import main

sys.exit(main())
