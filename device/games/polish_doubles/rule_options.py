"""What an organiser may choose for new games of Polish doubles."""

from __future__ import annotations

from device.settings.rule_options import rule_options_of
from rules.options.clocks import ClockOptions
from rules.options.polish_doubles import DoublesOptions

RULE_OPTIONS = rule_options_of("polish_doubles", DoublesOptions) + rule_options_of("clocks", ClockOptions)
