"""How the page for the phone looks. It stands in the page itself: after an answer there is nobody to ask for more."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

STYLE = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
DIGEST = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
"""By which the policy of the page knows its one style."""
