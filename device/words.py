"""Words of the device: translating the messages that rules, screens and commands speak."""
