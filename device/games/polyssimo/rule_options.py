"""What an organiser may choose for new games of Polyssimo."""

from __future__ import annotations

from device.settings.rule_options import rule_options_of
from rules.options.polyssimo import PolyssimoOptions

RULE_OPTIONS = rule_options_of("polyssimo", PolyssimoOptions)
