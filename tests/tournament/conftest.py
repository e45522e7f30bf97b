"""Whole tournaments take minutes: `make tournament` plays them, nothing else collects them."""

import os

ASKED = "DVOJTAH_TOURNAMENT"
collect_ignore = [] if os.environ.get(ASKED) else ["evenings"]
