"""What an organiser may choose for new games on the chess clock, beside their time controls."""

from __future__ import annotations

from device.settings.rule_options import rule_options_of
from rules.options.clocks import ClockOptions

RULE_OPTIONS = rule_options_of("clocks", ClockOptions)
