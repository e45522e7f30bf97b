"""What an organiser may choose for new games of mariáš."""

from __future__ import annotations

from device.settings.rule_options import rule_options_of
from rules.options.marias import MariasOptions

RULE_OPTIONS = rule_options_of("marias", MariasOptions)
