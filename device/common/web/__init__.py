"""Servers for browsers: bounded connections, forms within bounds, the network as the device sees it."""
