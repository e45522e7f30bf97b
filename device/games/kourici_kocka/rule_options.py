"""What an organiser may choose for new games of Kouřící kočka."""

from __future__ import annotations

from device.settings.rule_options import rule_options_of
from rules.options.kourici_kocka import KockaOptions

RULE_OPTIONS = rule_options_of("kourici_kocka", KockaOptions)
