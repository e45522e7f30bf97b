"""Ports for servers of tests, of which several runs and many connections at the same time take none from each other."""

import itertools
import os
import socket

FIRST, COUNT = 20_000, 12_000
"""Below those that Linux gives to outgoing connections, one of which could take a port before its server listens."""
_TRIES = itertools.count(os.getpid() * 331)


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens on, each time another one."""
    for n in itertools.islice(_TRIES, COUNT):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", FIRST + n % COUNT))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise AssertionError("every port is taken")
