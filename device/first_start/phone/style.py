"""How the page for the phone looks; it stands in the page itself, which may ask for nothing more once it was answered."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

STYLE = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
DIGEST = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
"""By which the policy of the page knows its one style."""
